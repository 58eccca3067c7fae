"""Who may do what, how much of it, and how fast: a friendly answer instead of a flood."""

from __future__ import annotations

from collections import OrderedDict, deque
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum

from sqlmodel import col, func, select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.clock import Clock
from bot.usecases.common import ChatRef, Reply, Services, key_of, remember_chat, say
from storage.database import retried
from storage.models import GameTable, User
from storage.repositories import People, Tables

ADMINS, EVERYONE = "admins", "everyone"
"""Who opens, starts and stops tables in a chat."""

MOST_SEATS = 3
"""At so many running tables one person may sit."""

MOST_TABLES = 5
"""So many running tables one person may have opened."""

REMEMBERED = 10_000
"""Of so many persons it is known how fast they were; those who were quiet longest are forgotten."""


class Pace(StrEnum):
    """How fast somebody is. ``EXCESS``: too fast for the first time in a row, so that they are told once."""

    FINE = "fine"
    EXCESS = "excess"
    FLOOD = "flood"


@dataclass(slots=True)
class RateLimit:
    """So many of a thing within a time are enough for one person."""

    clock: Clock
    most: int
    within: timedelta
    _times: OrderedDict[int, deque[float]] = field(default_factory=OrderedDict)
    _warned: set[int] = field(default_factory=set)

    def count(self, key: int) -> Pace:
        """Count one more of somebody, unless it is too much."""
        now = self.clock.now().timestamp()
        times = self._times.setdefault(key, deque())
        self._times.move_to_end(key)
        while times and now - times[0] >= self.within.total_seconds():
            times.popleft()
        if len(times) < self.most:
            times.append(now)
            self._warned.discard(key)
            self._forget()
            return Pace.FINE
        if key in self._warned:
            return Pace.FLOOD
        self._warned.add(key)
        return Pace.EXCESS

    def _forget(self) -> None:
        while len(self._times) > REMEMBERED:
            key, _ = self._times.popitem(last=False)
            self._warned.discard(key)


@dataclass(slots=True)
class Moderation:
    """Who may open, start and stop tables in a chat."""

    services: Services

    @retried
    async def admins_only(self, chat_id: int) -> bool:
        """Whether only administrators may in this chat."""
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(chat_id)
            return chat is not None and chat.who_opens == ADMINS

    @retried
    async def leave_to_admins(self, ref: ChatRef, *, only: bool) -> Reply:
        """Let only administrators open, start and stop tables in a chat, or everybody."""
        async with self.services.database.transaction() as session:
            chat = await remember_chat(session, ref, self.services.settings.turn_seconds)
            chat.who_opens = ADMINS if only else EVERYONE
        return say("notice-admins-on" if only else "notice-admins-off")


async def sits_too_often(session: AsyncSession, user: User, table: GameTable) -> bool:
    """Whether a person sits at as many other running tables as one may."""
    others = [found for found in await Tables(session).running_of(key_of(user.id)) if found.id != table.id]
    return len(others) >= MOST_SEATS


async def opened_too_many(session: AsyncSession, user: User) -> bool:
    """Whether a person has opened as many running tables as one may."""
    query = select(func.count()).select_from(GameTable)
    query = query.where(GameTable.opener_id == user.id, col(GameTable.running).is_(True))
    return (await session.exec(query)).one() >= MOST_TABLES

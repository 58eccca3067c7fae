"""``/score``: the standings of a chat, one person in it, and one's own figures over all chats."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta, tzinfo
from zoneinfo import ZoneInfo

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.screens.past import Figures, Period, PersonData, Standing, StandingsData
from bot.usecases.common import ChatRef, Person, Services, display_name, key_of
from storage.archive import Archive, Sums
from storage.database import retried
from storage.models import Chat, User
from storage.repositories import People

NOON = time(12)
MOST_NAMED = 5


@dataclass(frozen=True, slots=True)
class Ambiguous:
    """More than one person of the chat is called so."""

    names: tuple[str, ...]


def since(period: Period, now: datetime, zone: tzinfo) -> datetime | None:
    """The first moment of a period, in a time zone; none for all time.

    A month starts with its first day; an evening at noon, so that what is played after midnight still
    belongs to it.
    """
    local = now.astimezone(zone)
    if period is Period.MONTH:
        return datetime.combine(local.date().replace(day=1), time(), zone)
    if period is Period.EVENING:
        day = local.date() if local.time() >= NOON else local.date() - timedelta(days=1)
        return datetime.combine(day, NOON, zone)
    return None


@dataclass(slots=True)
class Scores:
    """The use-cases of ``/score``; each is one transaction that reads."""

    services: Services

    def _since(self, period: Period) -> datetime | None:
        return since(period, self.services.clock.now(), ZoneInfo(self.services.settings.timezone))

    @retried
    async def of_chat(self, ref: ChatRef, period: Period) -> StandingsData:
        """The standings of a chat. What all make adds up to zero: AI players and the forgotten are in."""
        moment = self._since(period)
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(ref.telegram_id)
            if chat is None:
                return StandingsData(ref.title, period, moment, ())
            sums = await Archive(session).standings(key_of(chat.id), moment)
            users = await Archive(session).names({row.user_id for row in sums if row.user_id is not None})
            rows = tuple(Standing(_name(users, row.user_id), row.ai, _figures(row)) for row in sums)
            return StandingsData(chat.title or ref.title, period, moment, rows)

    @retried
    async def of_name(self, ref: ChatRef, wanted: str, period: Period) -> PersonData | Ambiguous | None:
        """One person of a chat, by username or by name; none if nobody who has played here is called so."""
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(ref.telegram_id)
            if chat is None:
                return None
            found = called(wanted, await Archive(session).players(key_of(chat.id)))
            if not found:
                return None
            if len(found) > 1:
                return Ambiguous(tuple(map(display_name, found[:MOST_NAMED])))
            return await self._person(session, chat, found[0], period)

    @retried
    async def of_telegram_id(self, ref: ChatRef, telegram_id: int, period: Period) -> PersonData | None:
        """One person of a chat who was mentioned; none if they have not played here."""
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(ref.telegram_id)
            user = await People(session).user(telegram_id)
            players = [] if chat is None else await Archive(session).players(key_of(chat.id))
            if chat is None or user is None or user.id not in [player.id for player in players]:
                return None
            return await self._person(session, chat, user, period)

    @retried
    async def of_key(self, ref: ChatRef, user_id: int, period: Period) -> PersonData | None:
        """One person of a chat by our key, which may be anything that a button brought."""
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(ref.telegram_id)
            players = [] if chat is None else await Archive(session).players(key_of(chat.id))
            user = next((player for player in players if player.id == user_id), None)
            if chat is None or user is None:
                return None
            return await self._person(session, chat, user, period)

    async def _person(self, session: AsyncSession, chat: Chat, user: User, period: Period) -> PersonData:
        moment = self._since(period)
        rows = await Archive(session).standings(key_of(chat.id), moment)
        rank = next((number for number, row in enumerate(rows, 1) if row.user_id == user.id), None)
        return PersonData(
            name=display_name(user),
            period=period,
            since=moment,
            figures=Figures() if rank is None else _figures(rows[rank - 1]),
            chat_title=chat.title,
            user_id=key_of(user.id),
            rank=rank,
        )

    @retried
    async def own(self, person: Person, period: Period) -> PersonData:
        """A person's own figures over all chats, and in each of them, most deals first."""
        moment = self._since(period)
        async with self.services.database.transaction() as session:
            user = await People(session).user(person.telegram_id)
            if user is None:
                return PersonData(person.first_name or person.username, period, moment, Figures())
            by_chat = await Archive(session).figures(key_of(user.id), moment)
            titles = await Archive(session).titles(set(by_chat))
            chats = [(titles[key], _figures(sums)) for key, sums in by_chat.items()]
            chats.sort(key=lambda chat: -chat[1].deals)
            total = _total([figures for _, figures in chats])
            return PersonData(display_name(user), period, moment, total, chats=tuple(chats))


def called(wanted: str, players: list[User]) -> list[User]:
    """The players with a username or a name; if none has it whole, those whose name it is a part of."""
    name = " ".join(wanted.split()).casefold()
    username = name.removeprefix("@")
    for fits in (
        lambda player: player.username.casefold() == username,
        lambda player: display_name(player).casefold() in (name, username),
        lambda player: not name.startswith("@") and name in display_name(player).casefold(),
    ):
        found = [player for player in players if username and fits(player)]
        if found:
            return found
    return []


def _name(users: dict[int, User], user_id: int | None) -> str | None:
    return None if user_id is None else display_name(users[user_id])


def _figures(sums: Sums) -> Figures:
    return Figures(
        points=sums.points,
        matches=sums.matches,
        deals=sums.deals,
        firsts=sums.firsts,
        sweeps=sums.sweeps,
        openings=sums.openings,
        burns_made=sums.burns_made,
        burns_suffered=sums.burns_suffered,
    )


def _total(parts: list[Figures]) -> Figures:
    return Figures(
        points=sum(part.points for part in parts),
        matches=sum(part.matches for part in parts),
        deals=sum(part.deals for part in parts),
        firsts=sum(part.firsts for part in parts),
        sweeps=sum(part.sweeps for part in parts),
        openings=sum(part.openings for part in parts),
        burns_made=sum(part.burns_made for part in parts),
        burns_suffered=sum(part.burns_suffered for part in parts),
    )

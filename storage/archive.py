"""What is read of the past: standings, matches, deals that have ended. Works inside a transaction."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, case, distinct, func, literal_column, select
from sqlalchemy.sql.elements import ColumnElement
from sqlmodel import col
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import (
    Chat,
    DealRow,
    DealStatus,
    GameTable,
    Match,
    Result,
    SeatHolder,
    User,
)
from storage.repositories import MAX_KEY

READABLE = (DealStatus.OVER, DealStatus.VOID, DealStatus.STOPPED)
"""The deals that may be read: they have ended, and they replay."""


@dataclass(frozen=True, slots=True)
class Sums:
    """What the results of one owner add up to. Without a person: of the AI players, or of the forgotten."""

    user_id: int | None
    ai: bool
    points: int
    matches: int
    deals: int
    firsts: int
    sweeps: int
    openings: int
    burns_made: int
    burns_suffered: int


@dataclass(frozen=True, slots=True)
class PastMatch:
    """A match with deals that may be read, and where it was played."""

    match: Match
    table: GameTable
    chat: Chat


class Archive:
    """The past of chats and persons."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    # Standings

    async def standings(self, chat_id: int, since: datetime | None) -> list[Sums]:
        """What everybody has made in a chat since a moment, most points first."""
        query = _sums(since).where(col(Result.chat_id) == chat_id)
        rows = await self._rows(query.group_by(col(Result.user_id), _is_ai()))
        return sorted((Sums(*row) for row in rows), key=lambda sums: (-sums.points, sums.user_id or MAX_KEY))

    async def figures(self, user_id: int, since: datetime | None) -> dict[int, Sums]:
        """What a person has made since a moment, by chat."""
        query = _sums(since, col(Result.chat_id)).where(col(Result.user_id) == user_id)
        rows = await self._rows(query.group_by(col(Result.chat_id), col(Result.user_id), _is_ai()))
        return {row[0]: Sums(*row[1:]) for row in rows}

    async def players(self, chat_id: int) -> list[User]:
        """Everybody who has a result in a chat, the latest first."""
        latest = func.max(col(Result.id)).label("latest")
        query = (
            select(User, latest)
            .join(Result, col(Result.user_id) == col(User.id))
            .where(col(Result.chat_id) == chat_id)
            .group_by(*User.__table__.columns)  # type: ignore[attr-defined]
            .order_by(latest.desc())
        )
        return [row[0] for row in await self._rows(query)]

    # Matches and deals

    async def may_read(self, user_id: int, chat_id: int) -> bool:
        """Whether a person has held a seat at a table of a chat."""
        query = select(col(SeatHolder.id)).join(GameTable, col(GameTable.id) == col(SeatHolder.table_id))
        query = query.where(col(SeatHolder.user_id) == user_id, col(GameTable.chat_id) == chat_id).limit(1)
        return bool(await self._rows(query))

    async def count_matches(self, user_id: int) -> int:
        """How many matches a person may read."""
        query = _matches(user_id).with_only_columns(func.count(col(Match.id)))
        return int((await self._rows(query))[0][0])

    async def matches(self, user_id: int, offset: int, limit: int) -> list[PastMatch]:
        """The matches that a person may read, newest first."""
        query = _matches(user_id).order_by(col(Match.id).desc()).offset(offset).limit(limit)
        return [PastMatch(*row) for row in await self._rows(query)]

    async def match(self, key: int) -> PastMatch | None:
        """A match by its key, which may be anything that a button brought."""
        if key > MAX_KEY:
            return None
        rows = await self._rows(_joined().where(col(Match.id) == key))
        return PastMatch(*rows[0]) if rows else None

    async def deals(self, match_id: int) -> list[DealRow]:
        """The deals of a match that may be read, oldest first."""
        query = select(DealRow).where(col(DealRow.match_id) == match_id, col(DealRow.status).in_(READABLE))
        return [row[0] for row in await self._rows(query.order_by(col(DealRow.id)))]

    async def deal(self, key: int) -> DealRow | None:
        """A deal by its key, which may be anything, if it has ended."""
        if key > MAX_KEY:
            return None
        query = select(DealRow).where(col(DealRow.id) == key, col(DealRow.status).in_(READABLE))
        rows = await self._rows(query)
        return rows[0][0] if rows else None

    async def last_of_person(self, user_id: int, back: int) -> DealRow | None:
        """The last deal that a person may read, or one so many further back."""
        return await self._last(col(GameTable.chat_id).in_(_chats(user_id)), back)

    async def last_in_chat(self, chat_id: int, back: int) -> DealRow | None:
        """The last deal that has ended in a chat, or one so many further back."""
        return await self._last(col(GameTable.chat_id) == chat_id, back)

    async def _last(self, where: ColumnElement[bool], back: int) -> DealRow | None:
        query = (
            select(DealRow)
            .join(GameTable, col(GameTable.id) == col(DealRow.table_id))
            .where(where, col(DealRow.status).in_(READABLE))
            .order_by(col(DealRow.ended_at).desc(), col(DealRow.id).desc())
            .offset(back)
            .limit(1)
        )
        rows = await self._rows(query)
        return rows[0][0] if rows else None

    async def holders(self, deal: DealRow) -> dict[int, SeatHolder]:
        """Who held the seats when a deal started."""
        query = select(SeatHolder).where(
            col(SeatHolder.table_id) == deal.table_id,
            col(SeatHolder.since) <= deal.started_at,
        )
        rows = await self._rows(query.order_by(col(SeatHolder.since), col(SeatHolder.id)))
        return {holder.seat: holder for (holder,) in rows}

    async def results(self, match_id: int) -> list[Result]:
        """The results of a match, in the order of its deals and seats."""
        query = select(Result).where(col(Result.match_id) == match_id)
        rows = await self._rows(query.order_by(col(Result.deal_id), col(Result.seat)))
        return [row[0] for row in rows]

    async def names(self, keys: set[int]) -> dict[int, User]:
        """Persons by their keys."""
        rows = await self._rows(select(User).where(col(User.id).in_(keys)))
        return {user.id: user for (user,) in rows}

    async def titles(self, keys: set[int]) -> dict[int, str]:
        """The titles of chats by their keys."""
        rows = await self._rows(select(col(Chat.id), col(Chat.title)).where(col(Chat.id).in_(keys)))
        return {row[0]: row[1] for row in rows}

    async def _rows(self, query: Select[*tuple[Any, ...]]) -> list[Any]:
        return list((await self.session.exec(query)).all())  # type: ignore[call-overload]


def _is_ai() -> ColumnElement[bool]:
    # A literal: what is grouped by must be written the same in both places, and parameters are not.
    return col(Result.ai) != literal_column("''")


def _count(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.sum(case((condition, 1), else_=0))


def _sums(since: datetime | None, *columns: Any) -> Select[*tuple[Any, ...]]:
    query = select(
        *columns,
        col(Result.user_id),
        _is_ai(),
        func.sum(col(Result.points)),
        func.count(distinct(col(Result.match_id))),
        func.count(distinct(col(Result.deal_id))),
        _count(col(Result.place) == 0),
        _count(col(Result.swept).is_(True)),
        _count(col(Result.opened).is_(True)),
        func.sum(col(Result.burns_made)),
        func.sum(col(Result.burns_suffered)),
    )
    return query if since is None else query.where(col(Result.at) >= since)


def _chats(user_id: int) -> Select[*tuple[Any, ...]]:
    """The chats at whose tables a person has held a seat."""
    return (
        select(col(GameTable.chat_id))
        .join(SeatHolder, col(SeatHolder.table_id) == col(GameTable.id))
        .where(col(SeatHolder.user_id) == user_id)
    )


def _joined() -> Select[*tuple[Any, ...]]:
    return (
        select(Match, GameTable, Chat)
        .join(GameTable, col(GameTable.id) == col(Match.table_id))
        .join(Chat, col(Chat.id) == col(GameTable.chat_id))
    )


def _matches(user_id: int) -> Select[*tuple[Any, ...]]:
    ended = select(col(DealRow.match_id)).where(col(DealRow.status).in_(READABLE))
    return _joined().where(col(GameTable.chat_id).in_(_chats(user_id)), col(Match.id).in_(ended))

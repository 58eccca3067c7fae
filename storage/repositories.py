"""One repository per aggregate: people, tables, deals, slots. Each works inside a transaction."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, update
from sqlalchemy import select as core_select
from sqlmodel import col, or_, select, union_all
from sqlmodel.ext.asyncio.session import AsyncSession

from storage import rows
from storage.models import (
    ActionRow,
    Chat,
    DealRow,
    DealStatus,
    GameTable,
    Holder,
    Intent,
    IntentKind,
    Result,
    Seat,
    SeatHolder,
    Slot,
    SlotKind,
    TableStatus,
    Timer,
    User,
)

MAX_KEY = 2**31 - 1

# What every tap asks is built once; SQLAlchemy takes longer to build a query than SQLite to answer it.
_USER = select(User).where(User.telegram_id == bindparam("telegram_id"))
_CHAT = select(Chat).where(Chat.telegram_id == bindparam("telegram_id"))
_TABLE = select(GameTable).where(GameTable.id == bindparam("key"))
_TABLE_LOCKED = _TABLE.with_for_update(key_share=True)
_TABLE_IF_FREE = _TABLE.with_for_update(key_share=True, skip_locked=True)
_TABLE_OF_DEAL = (
    select(GameTable)
    .join(DealRow, col(DealRow.table_id) == col(GameTable.id))
    .where(DealRow.id == bindparam("key"))
    .with_for_update(key_share=True, skip_locked=True, of=GameTable)
)
_PEOPLE_OF = (
    select(User).join(Seat, col(Seat.user_id) == col(User.id)).where(Seat.table_id == bindparam("key"))
)
_DEAL = select(DealRow).where(DealRow.id == bindparam("key"))
_RUNNING_DEAL = select(DealRow).where(DealRow.table_id == bindparam("key"), col(DealRow.running).is_(True))
_RUNNING_WITH = (
    select(DealRow, Chat, ActionRow.number, ActionRow.digest)
    .select_from(DealRow)
    .join(Chat, col(Chat.id) == bindparam("chat"))
    .outerjoin(ActionRow, col(ActionRow.deal_id) == col(DealRow.id))
    .where(DealRow.table_id == bindparam("table"), col(DealRow.running).is_(True))
    .order_by(col(ActionRow.number).desc())
    .limit(1)
)
_DEAL_BEFORE = (
    select(DealRow)
    .where(DealRow.table_id == bindparam("table"), col(DealRow.id) < bindparam("key"))
    .order_by(col(DealRow.id).desc())
    .limit(1)
)
_ACTIONS = (
    select(ActionRow)
    .where(ActionRow.deal_id == bindparam("key"), ActionRow.number > bindparam("after"))
    .order_by(col(ActionRow.number))
)
_MOVES: Any = (
    core_select(
        col(ActionRow.deal_id),
        col(ActionRow.number),
        col(ActionRow.seat),
        col(ActionRow.token),
        col(ActionRow.digest),
    )
    .where(col(ActionRow.deal_id) == bindparam("key"), col(ActionRow.number) > bindparam("after"))
    .order_by(col(ActionRow.number))
)
_LAST_ACTION_OF = (
    select(ActionRow)
    .where(
        ActionRow.deal_id == bindparam("key"),
        ActionRow.seat == bindparam("seat"),
        ActionRow.decision == bindparam("decision"),
    )
    .order_by(col(ActionRow.number).desc())
    .limit(1)
)
_DUE = (
    select(Timer.deal_id)
    .where(
        or_(
            col(Timer.due) <= bindparam("now"),
            col(Timer.deadline) <= bindparam("now"),
            col(Timer.remind_at) <= bindparam("now"),
        )
    )
    .order_by(col(Timer.id))
)
_NEXT = union_all(
    *(
        select(func.min(column).label("moment"))
        for column in (Timer.due, Timer.deadline, Timer.remind_at, GameTable.next_at)
    )
)


class People:
    """Persons and chats."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def user(self, telegram_id: int) -> User | None:
        """The person with a Telegram id."""
        return (await self.session.exec(_USER, params={"telegram_id": telegram_id})).first()

    async def user_by_id(self, key: int) -> User:
        """The person with a key of ours, which exists."""
        user = await rows.by_key(self.session, User, key)
        assert user is not None
        return user

    async def at_table(self, table_id: int) -> dict[int, User]:
        """The persons who own seats of a table, by their keys."""
        found = (await self.session.exec(_PEOPLE_OF, params={"key": table_id})).all()
        return {user.id: user for user in found if user.id is not None}

    async def chat(self, telegram_id: int) -> Chat | None:
        """The chat with a Telegram id."""
        return (await self.session.exec(_CHAT, params={"telegram_id": telegram_id})).first()

    async def chat_by_id(self, key: int) -> Chat:
        """The chat with a key of ours, which exists."""
        chat = await rows.by_key(self.session, Chat, key)
        assert chat is not None
        return chat


class Tables:
    """Tables, their seats, and who held them.

    What :meth:`get`, :meth:`running_in` and :meth:`running_of` find is locked to the end of the transaction:
    those that change anything of one table go one after the other, and read after the one before. (SQLite
    locks everything from the beginning, and ignores it.)
    """

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def get(self, key: int, *, lock: bool = True) -> GameTable | None:
        """A table by its key, which may be anything that a button brought; unlocked to look only."""
        if key > MAX_KEY:
            return None
        query = _TABLE_LOCKED if lock else _TABLE
        return (await self.session.exec(query, params={"key": key})).first()

    async def get_if_free(self, key: int) -> GameTable | None:
        """A table that exists; none if somebody else is busy at it now."""
        return (await self.session.exec(_TABLE_IF_FREE, params={"key": key})).first()

    async def of_deal_if_free(self, deal_id: int) -> GameTable | None:
        """The table of a deal; none if somebody else is busy at it now."""
        return (await self.session.exec(_TABLE_OF_DEAL, params={"key": deal_id})).first()

    async def running_in(self, chat_id: int) -> GameTable | None:
        """The running table of a chat."""
        query = select(GameTable).where(GameTable.chat_id == chat_id, col(GameTable.running).is_(True))
        return (await self.session.exec(query.with_for_update(key_share=True))).first()

    async def last_in(self, chat_id: int) -> GameTable | None:
        """The newest table of a chat, running or not."""
        query = select(GameTable).where(GameTable.chat_id == chat_id).order_by(col(GameTable.id).desc())
        return (await self.session.exec(query.limit(1))).first()

    async def rested(self, now: datetime) -> GameTable | None:
        """A table whose rest between two deals is over."""
        query = select(GameTable).where(col(GameTable.next_at) <= now).order_by(col(GameTable.next_at))
        return (await self.session.exec(query.limit(1))).first()

    async def running_of(self, user_id: int) -> list[GameTable]:
        """The running tables at which a person sits, oldest first."""
        query = (
            select(GameTable)
            .join(Seat, col(Seat.table_id) == col(GameTable.id))
            .where(Seat.user_id == user_id, col(GameTable.running).is_(True))
            .order_by(col(GameTable.id))
            .with_for_update(key_share=True, of=GameTable)
        )
        return list((await self.session.exec(query)).all())

    async def seats(self, table_id: int) -> list[Seat]:
        """The taken seats of a table, in seat order."""
        return await rows.family(self.session, Seat, table_id)

    async def hold(
        self, table_id: int, seat: int, holder: Holder | None, now: datetime, user_id: int | None, ai: str
    ) -> None:
        """Note who holds a seat from now on; nobody with ``holder`` none."""
        query = select(SeatHolder).where(
            SeatHolder.table_id == table_id, SeatHolder.seat == seat, col(SeatHolder.until).is_(None)
        )
        for row in (await self.session.exec(query)).all():
            row.until = now
        if holder is not None:
            held = SeatHolder(table_id=table_id, seat=seat, holder=holder, user_id=user_id, ai=ai, since=now)
            self.session.add(held)


class Last(NamedTuple):
    """The last action of a deal: its number, 0 before the first, and the digest of the state after it."""

    number: int
    digest: str


class Move(NamedTuple):
    """What it takes to replay an action."""

    deal_id: int
    number: int
    seat: int
    token: str
    digest: str


class Deals:
    """Deals, their actions, intents and timers."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def get(self, key: int) -> DealRow:
        """A deal by its key, which exists."""
        return (await self.session.exec(_DEAL, params={"key": key})).one()

    async def running_at(self, table_id: int) -> DealRow | None:
        """The running deal of a table."""
        return (await self.session.exec(_RUNNING_DEAL, params={"key": table_id})).first()

    async def running_with(self, table: GameTable) -> tuple[DealRow, Chat, Last] | None:
        """The running deal of a table, its chat, and the last action, in one query."""
        what = {"table": table.id, "chat": table.chat_id}
        found = (await self.session.exec(_RUNNING_WITH, params=what)).first()
        if found is None:
            return None
        row, chat, number, digest = found
        return row, chat, Last(number or 0, digest or "")

    async def last_at(self, table_id: int) -> DealRow | None:
        """The newest deal of a table."""
        query = select(DealRow).where(DealRow.table_id == table_id).order_by(col(DealRow.id).desc())
        return (await self.session.exec(query.limit(1))).first()

    async def last_over(self, table_id: int) -> DealRow | None:
        """The newest deal of a table that was played to its end, or stopped."""
        ended = col(DealRow.status).in_((DealStatus.OVER, DealStatus.STOPPED))
        query = select(DealRow).where(DealRow.table_id == table_id, ended).order_by(col(DealRow.id).desc())
        return (await self.session.exec(query.limit(1))).first()

    async def of_match(self, match_id: int) -> list[DealRow]:
        """The deals of a match, in order."""
        query = select(DealRow).where(DealRow.match_id == match_id).order_by(col(DealRow.id))
        return list((await self.session.exec(query)).all())

    async def before(self, row: DealRow) -> DealRow | None:
        """The deal of the same table before one."""
        return (await self.session.exec(_DEAL_BEFORE, params={"table": row.table_id, "key": row.id})).first()

    async def running(self) -> list[DealRow]:
        """All running deals."""
        return list((await self.session.exec(select(DealRow).where(col(DealRow.running).is_(True)))).all())

    async def actions(self, deal_id: int, after: int = 0) -> list[ActionRow]:
        """The actions of a deal with numbers above one, in order."""
        return list((await self.session.exec(_ACTIONS, params={"key": deal_id, "after": after})).all())

    async def moves(self, deal_id: int, after: int = 0) -> list[Move]:
        """The actions of a deal with numbers above one, in order, as far as a replay needs them."""
        found = await self.session.exec(_MOVES, params={"key": deal_id, "after": after})
        return [Move(*row) for row in found.all()]

    async def last_action_of(self, deal_id: int, seat: int, decision: str) -> ActionRow | None:
        """What a seat has done for a decision, last."""
        what = {"key": deal_id, "seat": seat, "decision": decision}
        return (await self.session.exec(_LAST_ACTION_OF, params=what)).first()

    async def timers(self, deal_id: int) -> list[Timer]:
        """The timers of a deal, in seat order."""
        return await rows.family(self.session, Timer, deal_id)

    async def due(self, now: datetime) -> list[int]:
        """The deals of timers whose hidden moment, deadline or reminder has come, the oldest first."""
        return list(dict.fromkeys((await self.session.exec(_DUE, params={"now": now})).all()))

    async def next_moment(self) -> datetime | None:
        """The earliest moment that any timer waits for."""
        moments = (await self.session.exec(_NEXT)).all()  # type: ignore[call-overload]
        return min((moment for (moment,) in moments if moment is not None), default=None)

    async def intents(self, deal_id: int, seat: int | None = None) -> list[Intent]:
        """The intents of a deal, or of one seat."""
        found = await rows.family(self.session, Intent, deal_id)
        return [intent for intent in found if seat in (None, intent.seat)]

    async def set_intent(self, deal_id: int, seat: int, kind: IntentKind, decision: str, value: str) -> None:
        """Keep what a seat has chosen, instead of what it chose before."""
        row = next((intent for intent in await self.intents(deal_id, seat) if intent.kind == kind), None)
        if row is None:
            row = Intent(deal_id=deal_id, seat=seat, kind=kind, decision=decision, value=value)
            self.session.add(row)
        else:
            row.decision, row.value = decision, value
        await self.session.flush()

    async def preset(self, deal_id: int, seat: int) -> str:
        """What a seat has chosen to do until it is asked; empty if nothing."""
        found = await self.intents(deal_id, seat)
        return next((intent.value for intent in found if intent.kind == IntentKind.PRESET), "")

    async def drop_intent(self, deal_id: int, seat: int, kind: IntentKind) -> None:
        """Forget what a seat has chosen."""
        for intent in await self.intents(deal_id, seat):
            if intent.kind == kind:
                await self.session.delete(intent)

    async def clear(self, deal_id: int) -> None:
        """Drop the timers and intents of a deal that has ended."""
        await self.session.exec(delete(Intent).where(col(Intent.deal_id) == deal_id))
        await self.session.exec(delete(Timer).where(col(Timer.deal_id) == deal_id))

    async def results(self, deal_id: int) -> list[Result]:
        """The stored results of a deal, in seat order."""
        query = select(Result).where(Result.deal_id == deal_id).order_by(col(Result.seat))
        return list((await self.session.exec(query)).all())

    async def match_points(self, match_id: int) -> tuple[int, ...]:
        """The points of the six seats in a match so far."""
        query = select(Result.seat, func.sum(Result.points)).where(Result.match_id == match_id)
        points = dict((await self.session.exec(query.group_by(col(Result.seat)))).all())
        return tuple(points.get(seat, 0) for seat in range(6))


class Slots:
    """The screens. Which worker shows them, and when, is in :mod:`storage.sharing`."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def get(self, key: int) -> Slot | None:
        """A slot by its key."""
        return await rows.by_key(self.session, Slot, key)

    async def find(self, table_id: int, kind: SlotKind, user_id: int = 0) -> Slot:
        """The slot of a screen, made if there is none yet."""
        found = await self.of_table(table_id)
        slot = next((slot for slot in found if (slot.kind, slot.user_id) == (kind, user_id)), None)
        if slot is None:
            slot = Slot(table_id=table_id, kind=kind, user_id=user_id)
            self.session.add(slot)
            await self.session.flush()
        return slot

    async def of_table(self, table_id: int) -> list[Slot]:
        """The slots of a table."""
        return await rows.family(self.session, Slot, table_id)

    async def doubt(self) -> None:
        """After a start: every screen of a running table is looked at again.

        The other screens of tables that have ended stay as they are.
        """
        running = select(GameTable.id).where(col(GameTable.running).is_(True))
        doubtful = col(Slot.table_id).in_(running)
        await self.session.exec(update(Slot).where(doubtful).values(stale=True, retry_at=None))


async def count_running(session: AsyncSession) -> int:
    """How many tables are playing."""
    query = select(func.count()).select_from(GameTable).where(GameTable.status == TableStatus.PLAYING)
    return (await session.exec(query)).one()

"""One repository per aggregate: people, tables, deals, slots. Each works inside a transaction."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, func, update
from sqlmodel import col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

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


class People:
    """Persons and chats."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def user(self, telegram_id: int) -> User | None:
        """The person with a Telegram id."""
        return (await self.session.exec(select(User).where(User.telegram_id == telegram_id))).first()

    async def user_by_id(self, key: int) -> User:
        """The person with a key of ours, which exists."""
        return (await self.session.exec(select(User).where(User.id == key))).one()

    async def chat(self, telegram_id: int) -> Chat | None:
        """The chat with a Telegram id."""
        return (await self.session.exec(select(Chat).where(Chat.telegram_id == telegram_id))).first()

    async def chat_by_id(self, key: int) -> Chat:
        """The chat with a key of ours, which exists."""
        return (await self.session.exec(select(Chat).where(Chat.id == key))).one()


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
        query = select(GameTable).where(GameTable.id == key)
        return (await self.session.exec(query.with_for_update(key_share=True) if lock else query)).first()

    async def get_if_free(self, key: int) -> GameTable | None:
        """A table that exists; none if somebody else is busy at it now."""
        query = select(GameTable).where(GameTable.id == key)
        return (await self.session.exec(query.with_for_update(key_share=True, skip_locked=True))).first()

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
        query = select(Seat).where(Seat.table_id == table_id).order_by(col(Seat.seat))
        return list((await self.session.exec(query)).all())

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


class Deals:
    """Deals, their actions, intents and timers."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def get(self, key: int) -> DealRow:
        """A deal by its key, which exists."""
        return (await self.session.exec(select(DealRow).where(DealRow.id == key))).one()

    async def running_at(self, table_id: int) -> DealRow | None:
        """The running deal of a table."""
        query = select(DealRow).where(DealRow.table_id == table_id, col(DealRow.running).is_(True))
        return (await self.session.exec(query)).first()

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
        query = select(DealRow).where(DealRow.table_id == row.table_id, col(DealRow.id) < row.id)
        return (await self.session.exec(query.order_by(col(DealRow.id).desc()).limit(1))).first()

    async def running(self) -> list[DealRow]:
        """All running deals."""
        return list((await self.session.exec(select(DealRow).where(col(DealRow.running).is_(True)))).all())

    async def actions(self, deal_id: int, after: int = 0) -> list[ActionRow]:
        """The actions of a deal with numbers above one, in order."""
        query = select(ActionRow).where(ActionRow.deal_id == deal_id, ActionRow.number > after)
        return list((await self.session.exec(query.order_by(col(ActionRow.number)))).all())

    async def last_action_of(self, deal_id: int, seat: int, decision: str) -> ActionRow | None:
        """What a seat has done for a decision, last."""
        query = select(ActionRow).where(
            ActionRow.deal_id == deal_id, ActionRow.seat == seat, ActionRow.decision == decision
        )
        return (await self.session.exec(query.order_by(col(ActionRow.number).desc()).limit(1))).first()

    async def timers(self, deal_id: int) -> list[Timer]:
        """The timers of a deal, in seat order."""
        query = select(Timer).where(Timer.deal_id == deal_id).order_by(col(Timer.seat))
        return list((await self.session.exec(query)).all())

    async def due_timers(self, now: datetime) -> list[Timer]:
        """Timers whose hidden moment, deadline or reminder has come."""
        query = select(Timer).where(
            or_(col(Timer.due) <= now, col(Timer.deadline) <= now, col(Timer.remind_at) <= now)
        )
        return list((await self.session.exec(query.order_by(col(Timer.id)))).all())

    async def next_moment(self) -> datetime | None:
        """The earliest moment that any timer waits for."""
        moments = []
        for column in (Timer.due, Timer.deadline, Timer.remind_at):
            query = select(column).where(col(column).is_not(None)).order_by(col(column)).limit(1)
            moments.append((await self.session.exec(query)).first())
        rests = select(GameTable.next_at).where(col(GameTable.next_at).is_not(None))
        moments.append((await self.session.exec(rests.order_by(col(GameTable.next_at)).limit(1))).first())
        return min((moment for moment in moments if moment is not None), default=None)

    async def intents(self, deal_id: int, seat: int | None = None) -> list[Intent]:
        """The intents of a deal, or of one seat."""
        query = select(Intent).where(Intent.deal_id == deal_id)
        if seat is not None:
            query = query.where(Intent.seat == seat)
        return list((await self.session.exec(query)).all())

    async def set_intent(self, deal_id: int, seat: int, kind: IntentKind, decision: str, value: str) -> None:
        """Keep what a seat has chosen, instead of what it chose before."""
        query = select(Intent).where(Intent.deal_id == deal_id, Intent.seat == seat, Intent.kind == kind)
        row = (await self.session.exec(query)).first()
        if row is None:
            row = Intent(deal_id=deal_id, seat=seat, kind=kind, decision=decision, value=value)
            self.session.add(row)
        else:
            row.decision, row.value = decision, value
        await self.session.flush()

    async def preset(self, deal_id: int, seat: int) -> str:
        """What a seat has chosen to do until it is asked; empty if nothing."""
        query = select(Intent.value).where(
            Intent.deal_id == deal_id, Intent.seat == seat, Intent.kind == IntentKind.PRESET
        )
        return (await self.session.exec(query)).first() or ""

    async def drop_intent(self, deal_id: int, seat: int, kind: IntentKind) -> None:
        """Forget what a seat has chosen."""
        statement = delete(Intent).where(
            col(Intent.deal_id) == deal_id, col(Intent.seat) == seat, col(Intent.kind) == kind
        )
        await self.session.exec(statement)

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
        return (await self.session.exec(select(Slot).where(Slot.id == key))).first()

    async def find(self, table_id: int, kind: SlotKind, user_id: int = 0) -> Slot:
        """The slot of a screen, made if there is none yet."""
        query = select(Slot).where(Slot.table_id == table_id, Slot.kind == kind, Slot.user_id == user_id)
        slot = (await self.session.exec(query)).first()
        if slot is None:
            slot = Slot(table_id=table_id, kind=kind, user_id=user_id)
            self.session.add(slot)
            await self.session.flush()
        return slot

    async def of_table(self, table_id: int) -> list[Slot]:
        """The slots of a table."""
        return list((await self.session.exec(select(Slot).where(Slot.table_id == table_id))).all())

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

"""What several workers share: claims on screens, Telegram's limits, signs of life, and who polls."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import and_, bindparam, case, delete, func, or_, update
from sqlalchemy import select as core_select
from sqlalchemy.orm import join
from sqlmodel import col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import Budget, Chat, GameTable, Heartbeat, Lease, Slot, SlotKind, User

SLACK = 0.001
"""Seconds by which a reckoned moment may miss what it was reckoned from."""


@dataclass(frozen=True, slots=True)
class WaitingSlot:
    """A screen that is to be shown, or is being shown until its claim lapses, and what its chat has spent."""

    slot_id: int
    kind: SlotKind
    stale: bool
    urgent: bool
    retry_at: datetime | None
    claimed_until: datetime | None
    telegram_id: int | None
    last: float
    full_at: float
    closed_until: float


# Built once: SQLAlchemy takes longer to build a query than a database to answer it.

_PRIVATE = col(Slot.kind) == SlotKind.HAND
_CHAT_OF_SLOT = case((_PRIVATE, col(User.telegram_id)), else_=col(Chat.telegram_id))
_SLOTS_WITH_CHATS = (
    join(Slot, GameTable, col(GameTable.id) == col(Slot.table_id))
    .join(Chat, col(Chat.id) == col(GameTable.chat_id))
    .outerjoin(User, and_(_PRIVATE, col(User.id) == col(Slot.user_id)))
)
_WAITING: Any = (
    core_select(
        col(Slot.id),
        col(Slot.kind),
        col(Slot.stale),
        col(Slot.urgent),
        col(Slot.claimed_for),
        col(Slot.retry_at),
        col(Slot.claimed_until),
        _CHAT_OF_SLOT,
        func.coalesce(col(Budget.last), 0.0),
        func.coalesce(col(Budget.full_at), 0.0),
        func.coalesce(col(Budget.closed_until), 0.0),
    )
    .select_from(_SLOTS_WITH_CHATS.outerjoin(Budget, col(Budget.telegram_chat_id) == _CHAT_OF_SLOT))
    .where(or_(col(Slot.stale).is_(True), col(Slot.old) > "", col(Slot.claimed_until).is_not(None)))
    .order_by(col(Slot.id))
)
_SHOWN_BY: Any = (
    core_select(col(Slot.id))
    .select_from(_SLOTS_WITH_CHATS)
    .where(col(Slot.table_id) == bindparam("table"), col(Slot.message_id) == bindparam("message"))
    .where(bindparam("chat") == _CHAT_OF_SLOT)
)
_SLOT = select(Slot).where(Slot.id == bindparam("key"))
_SLOT_IF_FREE = (
    select(Slot, GameTable)
    .join(GameTable, col(GameTable.id) == col(Slot.table_id))
    .where(Slot.id == bindparam("key"))
    .with_for_update(key_share=True, skip_locked=True, of=GameTable)
)
_TABLE_OF_SLOT = (
    select(GameTable)
    .where(col(GameTable.id) == select(Slot.table_id).where(Slot.id == bindparam("key")).scalar_subquery())
    .with_for_update(key_share=True)
)
_SPEND = (
    update(Budget)
    .where(
        col(Budget.telegram_chat_id) == bindparam("chat"),
        col(Budget.last) <= bindparam("last_before"),
        col(Budget.full_at) <= bindparam("full_before"),
        col(Budget.closed_until) <= bindparam("closed_before"),
    )
    .values(
        last=bindparam("now"),
        full_at=case((col(Budget.full_at) > bindparam("now"), col(Budget.full_at)), else_=bindparam("now"))
        + bindparam("step"),
    )
    .execution_options(synchronize_session=False)
)


class Screens:
    """The screens that are to be shown, of which each is one worker's at a time."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def waiting(self) -> list[WaitingSlot]:
        """All that is not shown, is being shown, or has old messages to take away, oldest first."""
        found = []
        rows = (await self.session.exec(_WAITING)).all()
        for key, kind, stale, urgent, wanted, retry_at, until, *rest in rows:
            before = until is not None and URGENT in wanted.split()
            found.append(WaitingSlot(key, kind, stale, urgent or before, retry_at, until, *rest))
        return found

    async def lock(self, slot_id: int) -> tuple[Slot, GameTable] | None:
        """A screen and its table, locked; none if somebody else is busy at that table now."""
        return (await self.session.exec(_SLOT_IF_FREE, params={"key": slot_id})).first()

    async def wait_for(self, slot_id: int) -> tuple[Slot, GameTable] | None:
        """A screen and its table, locked as soon as nobody else is busy there; none if it is gone."""
        table = (await self.session.exec(_TABLE_OF_SLOT, params={"key": slot_id})).first()
        slot = (await self.session.exec(_SLOT, params={"key": slot_id})).first()
        return None if slot is None or table is None else (slot, table)

    async def is_shown_by(self, table_id: int, chat_id: int, message_id: int) -> bool:
        """Whether a message in a chat, by its Telegram id, is what a screen of the table is shown by."""
        params = {"table": table_id, "chat": chat_id, "message": message_id}
        return (await self.session.exec(_SHOWN_BY, params=params)).first() is not None

    async def let_go(self, worker: str | None, now: datetime) -> None:
        """Let the claims of a worker, or all of them, lapse now: what it was showing is taken up again."""
        claimed = col(Slot.claimed_until) > now
        if worker is not None:
            claimed = and_(claimed, col(Slot.claimed_by) == worker)
        await self.session.exec(update(Slot).where(claimed).values(claimed_until=now))


URGENT, ANEW = "urgent", "anew"


def claim(slot: Slot, worker: str, until: datetime) -> None:
    """Let a screen be a worker's, as up to date: a change from here on makes it stale again."""
    wanted = [word for word, is_so in ((URGENT, slot.urgent), (ANEW, slot.anew)) if is_so]
    slot.claimed_by, slot.claimed_until, slot.claimed_for = worker, until, " ".join(wanted)
    slot.stale = slot.urgent = slot.anew = False
    slot.retry_at = None


def give_up(slot: Slot) -> None:
    """End a claim on a screen that may not have been shown: it is wanted as it was before."""
    wanted = slot.claimed_for.split()
    slot.stale = True
    slot.urgent = slot.urgent or URGENT in wanted
    slot.anew = slot.anew or ANEW in wanted
    release(slot)


def release(slot: Slot) -> None:
    """End a claim."""
    slot.claimed_by, slot.claimed_until, slot.claimed_for = "", None, ""


class Budgets:
    """What has been spent of Telegram's limits, by chat."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def of(self, chats: Iterable[int]) -> dict[int, Budget]:
        """The budgets of some chats, as far as anything was ever spent."""
        query = select(Budget).where(col(Budget.telegram_chat_id).in_(list(chats)))
        return {budget.telegram_chat_id: budget for budget in (await self.session.exec(query)).all()}

    async def spend(self, chat: int, now: float, spacing: float, step: float, reach: float) -> bool:
        """Count a call in a chat if it is within the budget; whether it is. One statement decides."""
        params = {
            "chat": chat,
            "now": now,
            "step": step,
            "last_before": now - spacing + SLACK,
            "full_before": now + reach + SLACK,
            "closed_before": now + SLACK,
        }
        if (await self.session.exec(_SPEND, params=params)).rowcount:
            return True
        if await self.of([chat]):
            return False
        self.session.add(Budget(telegram_chat_id=chat, last=now, full_at=now + step))
        await self.session.flush()
        return True

    async def close(self, chat: int, until: float) -> None:
        """Telegram said when a chat may be written to again."""
        budget = (await self.of([chat])).get(chat) or Budget(telegram_chat_id=chat)
        budget.closed_until = until
        self.session.add(budget)
        await self.session.flush()


class Workers:
    """Signs of life, and what only one worker does at a time."""

    def __init__(self, session: AsyncSession) -> None:
        self.session = session

    async def beat(self, worker: str, now: datetime) -> None:
        """Note that a worker is alive."""
        statement = update(Heartbeat).where(col(Heartbeat.worker) == worker).values(at=now)
        if not (await self.session.exec(statement)).rowcount:
            self.session.add(Heartbeat(worker=worker, at=now))
            await self.session.flush()

    async def last_beat(self, *, but: str | None = None) -> datetime | None:
        """When any worker, or any but one, was last alive."""
        query = select(func.max(Heartbeat.at))
        if but is not None:
            query = query.where(Heartbeat.worker != but)
        return (await self.session.exec(query)).one()

    async def forget(self, before: datetime) -> None:
        """Forget the workers that have not been alive since a moment."""
        await self.session.exec(delete(Heartbeat).where(col(Heartbeat.at) < before))

    async def hold(self, name: str, worker: str, now: datetime, until: datetime) -> bool:
        """Get or keep what one worker at a time may hold, until a moment; whether it does."""
        mine = or_(col(Lease.worker) == worker, col(Lease.until) <= now)
        statement = update(Lease).where(col(Lease.name) == name, mine).values(worker=worker, until=until)
        if (await self.session.exec(statement)).rowcount:
            return True
        if (await self.session.exec(select(Lease).where(Lease.name == name))).first() is not None:
            return False
        self.session.add(Lease(name=name, worker=worker, until=until))
        await self.session.flush()
        return True

    async def let_go(self, worker: str) -> None:
        """Let others hold what a worker holds."""
        await self.session.exec(delete(Lease).where(col(Lease.worker) == worker))

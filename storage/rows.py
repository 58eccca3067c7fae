"""What one transaction has read already: rows by their key, and families such as the timers of a deal.

Within a transaction nothing changes but by the transaction itself, so nothing needs to be read twice. What it
adds and deletes is followed when it is flushed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import bindparam, event
from sqlalchemy.orm import ORMExecuteState, UOWTransaction
from sqlalchemy.orm.util import identity_key
from sqlmodel import Session, SQLModel, col, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import Chat, Intent, Seat, Slot, Timer, User

_Row = TypeVar("_Row", bound=SQLModel)

FAMILIES: dict[type[SQLModel], tuple[str, str]] = {
    Seat: ("table_id", "seat"),
    Timer: ("deal_id", "seat"),
    Intent: ("deal_id", "id"),
    Slot: ("table_id", "id"),
}
"""The rows that are read together: by which column, and in which order."""

_BY_KEY: dict[type[SQLModel], Any] = {
    kind: select(kind).where(col(kind.id) == bindparam("key")) for kind in (User, Chat, Slot)
}
_OF_FAMILY: dict[type[SQLModel], Any] = {
    kind: select(kind).where(getattr(kind, parent) == bindparam("key")).order_by(getattr(kind, order))
    for kind, (parent, order) in FAMILIES.items()
}


class RememberingSession(Session):
    """A session that remembers the families that were read in it."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.families: dict[tuple[type[SQLModel], int], list[Any]] = {}

    def is_about_to_change(self, kind: type[SQLModel]) -> bool:
        """Whether rows of a kind were added or deleted and not flushed yet."""
        return any(type(row) is kind for rows in (self.new, self.deleted) for row in rows)


@event.listens_for(RememberingSession, "after_flush")
def _follow(session: RememberingSession, _: UOWTransaction) -> None:
    for row in session.new:
        family = _family_of(session, row)
        if family is not None:
            family.append(row)
    for row in session.deleted:
        family = _family_of(session, row)
        if family is not None:
            family.remove(row)


def _family_of(session: RememberingSession, row: Any) -> list[Any] | None:
    known = FAMILIES.get(type(row))
    return None if known is None else session.families.get((type(row), getattr(row, known[0])))


@event.listens_for(RememberingSession, "do_orm_execute")
def _forget(state: ORMExecuteState) -> None:
    """A statement that changes many rows at once: they are read again."""
    if state.is_update or state.is_delete or state.is_insert:
        session = state.session
        assert isinstance(session, RememberingSession)
        changed = {mapper.class_ for mapper in state.all_mappers}
        for known in [known for known in session.families if known[0] in changed]:
            del session.families[known]


@event.listens_for(RememberingSession, "after_soft_rollback")
def _forget_all(session: RememberingSession, _: object) -> None:
    session.families.clear()


@asynccontextmanager
async def late_writes(session: AsyncSession) -> AsyncIterator[None]:
    """Write what is changed all at once at the end, and not before each query.

    For what reads families and rows by their keys only; see :func:`write_before_reading`.
    """
    with session.no_autoflush:
        yield


def write_before_reading(session: AsyncSession) -> None:
    """From here on queries must find what has been changed."""
    session.sync_session.autoflush = True


async def family(session: AsyncSession, kind: type[_Row], key: int) -> list[_Row]:
    """The rows of a kind that belong to one table or deal, in order."""
    inner = session.sync_session
    if not isinstance(inner, RememberingSession):
        return list((await session.exec(_OF_FAMILY[kind], params={"key": key})).all())
    if inner.is_about_to_change(kind):
        await session.flush()
    if (kind, key) not in inner.families:
        found = await session.exec(_OF_FAMILY[kind], params={"key": key})
        inner.families[kind, key] = list(found.all())
    order = FAMILIES[kind][1]
    return sorted(inner.families[kind, key], key=lambda row: getattr(row, order))


async def by_key(session: AsyncSession, kind: type[_Row], key: int) -> _Row | None:
    """The row of a kind with a key of ours."""
    known = session.sync_session.identity_map.get(identity_key(kind, key))
    if isinstance(known, kind) and known not in session.deleted:
        return known
    found = await session.exec(_BY_KEY[kind], params={"key": key})
    row: _Row | None = found.first()
    return row

"""Forgets a person: no row of any table names them afterwards. Works inside a transaction."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Column, Table, UniqueConstraint, delete, update
from sqlmodel import SQLModel, col, or_, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.models import GameTable, Seat, User, Vote

_USERS: Table = SQLModel.metadata.tables["user_account"]
_UNBOUND = "user_id"
"""The name of a key of a person where it may also be 0, for nobody, and so is no foreign key."""

_ADDRESS = "telegram_chat_id"
"""The id of a chat that Telegram gives, also of a private one, which is that of its person."""


async def erase(session: AsyncSession, user: User) -> None:
    """Remove a person and every link to them, in whatever table.

    What may stand without a person stays, and is nobody's: results still add up to zero, deals still
    replay. What makes no sense without one goes: the screens of their private chat, their votes.
    """
    await session.flush()
    for table, column in _links():
        mine = column == user.id
        if column.nullable:
            await session.exec(update(table).where(mine).values({column.name: None}))
        elif not column.foreign_keys or _is_unique(table, column):
            await session.exec(delete(table).where(mine))
        else:
            await session.exec(update(table).where(mine).values({column.name: await _nobody(session)}))
    for table in SQLModel.metadata.sorted_tables:
        if _ADDRESS in table.columns:
            await session.exec(delete(table).where(table.columns[_ADDRESS] == user.telegram_id))
    await session.exec(delete(User).where(col(User.id) == user.id))


def _links() -> Iterator[tuple[Table, Column[Any]]]:
    """Every column of every table that holds the key of a person."""
    for table in SQLModel.metadata.sorted_tables:
        for column in table.columns:
            if column.references(_USERS.c.id) or (column.name == _UNBOUND and not column.foreign_keys):
                yield table, column


def _is_unique(table: Table, column: Column[Any]) -> bool:
    """Whether two persons who are forgotten could not both stand as nobody."""
    keys = [c for c in table.constraints if isinstance(c, UniqueConstraint)]
    return bool(column.unique) or any(column.name in key.columns for key in keys)


async def _nobody(session: AsyncSession) -> int:
    """The key of nobody, who stands where somebody must: one row without a name and without an address."""
    row = (await session.exec(select(User).where(col(User.telegram_id).is_(None)).limit(1))).first()
    if row is None:
        row = User()
        session.add(row)
        await session.flush()
    assert row.id is not None
    return row.id


async def running_tables(session: AsyncSession, user_id: int) -> list[GameTable]:
    """The running tables at which a person sits or that they have opened, locked."""
    sits = select(Seat.table_id).where(Seat.user_id == user_id)
    query = select(GameTable).where(
        col(GameTable.running).is_(True), or_(GameTable.opener_id == user_id, col(GameTable.id).in_(sits))
    )
    query = query.order_by(col(GameTable.id)).with_for_update(key_share=True, of=GameTable)
    return list((await session.exec(query)).all())


async def open_votes(session: AsyncSession, user_id: int) -> list[Vote]:
    """The open votes that a person has asked for, or that are about them."""
    query = select(Vote).where(
        col(Vote.open).is_(True), or_(Vote.opener_id == user_id, Vote.target_id == user_id)
    )
    return list((await session.exec(query)).all())

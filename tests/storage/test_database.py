"""The database: migrations, constraints, transactions, times."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, insert, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import SQLModel, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.database import Database
from storage.models import ActionRow, Chat, DealRow, GameTable, Heartbeat, How, Match, User
from storage.repositories import Tables

NOW = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """An empty, migrated database."""
    database = Database(database_url)
    await database.migrate()
    yield database
    await database.close()


async def test_migrations_build_what_the_models_say(database: Database) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return list(compare_metadata(context, SQLModel.metadata))

    async with database.engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_migrating_twice_changes_nothing(database: Database) -> None:
    await database.migrate()
    async with database.transaction() as session:
        assert (await session.exec(select(User))).all() == []


async def test_sqlite_waits_keeps_a_log_and_checks_keys(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/sub/gouji.db")
    async with database.engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar() == "wal"
        assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar() == 1
        assert (await connection.execute(text("PRAGMA busy_timeout"))).scalar() == 0, "the loop waits"
    await database.close()


async def test_those_at_one_table_go_one_after_the_other(database: Database) -> None:
    async with database.transaction() as session:
        table = await _table(session)

    async def count() -> None:
        for _ in range(10):
            async with database.transaction() as session:
                found = await Tables(session).get(table)
                assert found is not None
                await asyncio.sleep(0)
                found.version += 1

    await asyncio.gather(*(count() for _ in range(5)))
    async with database.transaction() as session:
        found = await Tables(session).get(table)
        assert found is not None
        assert found.version == 50


async def test_who_only_looks_at_a_table_does_not_wait(database: Database) -> None:
    async with database.transaction() as session:
        table = await _table(session)
    if not database.shared:
        return
    async with database.transaction() as one, database.transaction() as other:
        await Tables(one).get(table)
        assert await Tables(other).get(table, lock=False) is not None


async def test_a_failed_transaction_leaves_nothing(database: Database) -> None:
    with pytest.raises(RuntimeError):
        async with database.transaction() as session:
            session.add(User(telegram_id=1))
            await session.flush()
            raise RuntimeError
    async with database.transaction() as session:
        assert (await session.exec(select(User))).all() == []


async def test_times_come_back_aware(database: Database) -> None:
    async with database.transaction() as session:
        session.add(Heartbeat(worker="w", at=NOW))
    async with database.transaction() as session:
        assert (await session.exec(select(Heartbeat))).one().at == NOW


async def test_naive_times_are_refused(database: Database) -> None:
    with pytest.raises((StatementError, ValueError)):
        async with database.transaction() as session:
            await session.exec(insert(Heartbeat).values(worker="w", at=NOW.replace(tzinfo=None)))


async def test_an_action_number_is_there_once(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            deal = await _deal(session)
            for _ in range(2):
                session.add(
                    ActionRow(
                        deal_id=deal,
                        number=1,
                        seat=0,
                        token="-",
                        decision="1",
                        how=How.TAP,
                        at=NOW,
                        digest="",
                    )
                )


async def test_a_chat_has_one_running_table(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            await _deal(session)
            session.add(GameTable(chat_id=1, opener_id=1, opened_at=NOW))


async def _table(session: AsyncSession) -> int:
    session.add(User(id=1, telegram_id=1))
    session.add(Chat(id=1, telegram_id=-1))
    await session.flush()
    session.add(GameTable(id=1, chat_id=1, opener_id=1, opened_at=NOW))
    await session.flush()
    return 1


async def _deal(session: AsyncSession) -> int:
    await _table(session)
    session.add(Match(id=1, table_id=1, started_at=NOW))
    await session.flush()
    row = DealRow(
        id=1,
        match_id=1,
        table_id=1,
        number=1,
        seed="s",
        preset="biesan",
        switches="",
        rules_version=1,
        started_at=NOW,
    )
    session.add(row)
    await session.flush()
    return 1

"""Migrations on both databases: by any number of processes at once, forth with what is stored, and back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlmodel import select

from storage.database import Database, alembic_config
from storage.models import Ballot, GameTable, Slot, TableStatus, User
from tests.conftest import SQLITE

pytestmark = pytest.mark.both_databases

EVENING = datetime(2026, 12, 1, 20, tzinfo=UTC)
AN_EVENING = (
    "INSERT INTO chat (id, telegram_id, title, language, fast, posts) VALUES (1, -1, 't', 'zh', false, 0)",
    "INSERT INTO user_account (id, telegram_id, first_name, last_name, username, language_code, language,"
    " reachable) VALUES (1, 11, 'a', '', '', '', '', true)",
    "INSERT INTO game_table (id, chat_id, opener_id, status, running, version, preset, switches, opened_at)"
    " VALUES (1, 1, 1, 'playing', true, 3, 'biesan', 'deals=1', '2026-12-01 20:00:00+00')",
    "INSERT INTO slot (id, table_id, kind, user_id, message_id, digest, stale, urgent, anew, showing, rung,"
    " posts, old) VALUES (1, 1, 'table', 0, 5, 'd', false, false, false, true, '', 0, '')",
    "INSERT INTO sent (telegram_chat_id, at) VALUES (-1, '2026-12-01 20:00:00+00')",
    "INSERT INTO heartbeat (id, at) VALUES (1, '2026-12-01 20:00:00+00')",
)
"""What the first version of the tables may hold; a screen was being sent when the process ended."""


@pytest.fixture
def empty_url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The address of a database without tables."""
    if backend == SQLITE:
        yield f"sqlite+aiosqlite:///{tmp_path}/gouji.db"
        return
    server = request.getfixturevalue("postgres_server")
    address: str = server.empty_database()
    yield address
    server.drop(address)


async def migrate(database: Database, move: Callable[[Config, str], None], revision: str) -> None:
    """Migrate forth (``command.upgrade``) or back (``command.downgrade``) to a revision."""

    def run(connection: Connection) -> None:
        config = alembic_config()
        config.attributes["connection"] = connection
        move(config, revision)

    async with database.migrating() as connection:
        await connection.run_sync(run)


async def test_an_evening_of_the_first_version_is_there_after_all_migrations(empty_url: str) -> None:
    database = Database(empty_url)
    await migrate(database, command.upgrade, "0001")
    async with database.engine.begin() as connection:
        for statement in AN_EVENING:
            await connection.exec_driver_sql(statement)
    await database.migrate()
    async with database.transaction() as session:
        table = (await session.exec(select(GameTable))).one()
        slot = (await session.exec(select(Slot))).one()
        assert (table.status, table.version, table.opened_at) == (TableStatus.PLAYING, 3, EVENING)
        assert (await session.exec(select(User))).one().telegram_id == 11
        # What was being sent may not have arrived: it is shown again.
        assert (slot.message_id, slot.stale, slot.claimed_until) == (5, True, None)
    await database.close()


async def test_migrations_go_back_and_forth(empty_url: str) -> None:
    database = Database(empty_url)
    await database.migrate()
    await migrate(database, command.downgrade, "0001")
    async with database.engine.begin() as connection:
        for statement in AN_EVENING:
            await connection.exec_driver_sql(statement)
    await database.migrate()
    async with database.transaction() as session:
        assert (await session.exec(select(GameTable))).one().chat_id == 1
    await migrate(database, command.downgrade, "base")
    await database.migrate()
    async with database.transaction() as session:
        assert (await session.exec(select(GameTable))).all() == []
    await database.close()


async def test_processes_that_start_at_once_migrate_once(empty_url: str) -> None:
    databases = [Database(empty_url) for _ in range(3)]
    await asyncio.gather(*(database.migrate() for database in databases))
    for database in databases:
        async with database.transaction() as session:
            assert (await session.exec(select(User))).all() == []
        await database.close()


async def test_a_migration_that_fails_changes_nothing(empty_url: str) -> None:
    database = Database(empty_url)
    await database.migrate()
    with pytest.raises(RuntimeError):
        async with database.migrating() as connection:
            await connection.exec_driver_sql("DROP TABLE ballot")
            raise RuntimeError
    async with database.transaction() as session:
        assert (await session.exec(select(Ballot))).all() == []
    await database.close()


async def test_a_migration_that_leaves_rows_without_what_they_refer_to_is_refused(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/gouji.db")
    await database.migrate()
    with pytest.raises(RuntimeError, match="nothing: 1"):
        async with database.migrating() as connection:
            await connection.exec_driver_sql(
                "INSERT INTO match (table_id, goal, started_at) VALUES (9, 1, '')"
            )
    async with database.engine.connect() as connection:
        assert (await connection.exec_driver_sql("PRAGMA foreign_keys")).scalar() == 1
        assert (await connection.exec_driver_sql("SELECT count(*) FROM match")).scalar() == 0
    await database.close()

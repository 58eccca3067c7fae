"""SQLite in the event loop: who waits, and for what."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

from storage import inloop
from storage.database import Database


async def made(folder: Path) -> Database:
    """A database with a table for numbers."""
    database = Database(f"sqlite+aiosqlite:///{folder}/gouji.db")
    async with database.engine.begin() as connection:
        await connection.execute(text("CREATE TABLE number (value INTEGER)"))
    return database


async def write(database: Database, value: int) -> None:
    """A transaction that writes."""
    async with database.transaction() as session:
        await (await session.connection()).execute(
            text("INSERT INTO number VALUES (:value)"), {"value": value}
        )


async def values(database: Database) -> list[int]:
    """What has been written."""
    async with database.transaction() as session:
        connection = await session.connection()
        return [value for (value,) in await connection.execute(text("SELECT value FROM number"))]


async def test_a_transaction_waits_for_another_process_while_the_loop_goes_on(tmp_path: Path) -> None:
    database = await made(tmp_path)
    with closing(sqlite3.connect(tmp_path / "gouji.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        other.execute("INSERT INTO number VALUES (1)")
        writing = asyncio.create_task(write(database, 2))
        done, _ = await asyncio.wait({writing}, timeout=10 * inloop.PAUSE)
        assert not done
        other.execute("COMMIT")
        await writing
    assert await values(database) == [1, 2]
    await database.close()


async def test_it_does_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inloop, "PATIENCE", 5 * inloop.PAUSE)
    database = await made(tmp_path)
    with closing(sqlite3.connect(tmp_path / "gouji.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            await write(database, 1)
        other.execute("ROLLBACK")
    await write(database, 2)
    assert await values(database) == [2]
    await database.close()


async def test_transactions_of_one_process_go_one_after_the_other(tmp_path: Path) -> None:
    database = await made(tmp_path)
    inside = asyncio.Event()

    async def slow() -> None:
        async with database.transaction() as session:
            await (await session.connection()).execute(text("INSERT INTO number VALUES (1)"))
            inside.set()
            await asyncio.wait({asyncio.create_task(write(database, 2))}, timeout=5 * inloop.PAUSE)
            await (await session.connection()).execute(text("INSERT INTO number VALUES (3)"))

    await asyncio.gather(slow(), *(write(database, value) for value in range(4, 30)))
    assert inside.is_set()
    found = await values(database)
    assert sorted(found) == list(range(1, 30))
    assert found.index(3) == found.index(1) + 1, "nothing comes in between"
    await database.close()


async def test_what_fails_in_a_transaction_leaves_nothing(tmp_path: Path) -> None:
    database = await made(tmp_path)
    with pytest.raises(ZeroDivisionError):
        async with database.transaction() as session:
            await (await session.connection()).execute(text("INSERT INTO number VALUES (1)"))
            raise ZeroDivisionError
    task = asyncio.create_task(write(database, 2))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await write(database, 3)
    assert await values(database) == [3]
    await database.close()


async def test_many_rows_at_once(tmp_path: Path) -> None:
    database = await made(tmp_path)
    async with database.engine.begin() as connection:
        many = [{"value": value} for value in range(3)]
        await connection.execute(text("INSERT INTO number VALUES (:value)"), many)
    assert await values(database) == [0, 1, 2]
    await database.close()


async def test_a_database_in_memory(tmp_path: Path) -> None:
    database = Database("sqlite+aiosqlite://")
    async with database.engine.begin() as connection:
        await connection.execute(text("CREATE TABLE number (value INTEGER)"))
    await write(database, 1)
    assert await values(database) == [1]
    await database.close()

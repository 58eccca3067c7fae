"""Copies of the database: made while the bot is writing, whole, and the game goes on from them."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import stat
import sys
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from storage.backup import BackupError, backup, check, database_file, restore
from tests.bot.running import running
from tests.bot.world import World

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 12, 2, 4, 0, tzinfo=UTC)
FEW = 5

Row = tuple[object, ...]


def actions(database: Path) -> list[Row]:
    """The stored actions, in order."""
    with closing(sqlite3.connect(database)) as connection:
        return connection.execute("SELECT * FROM action ORDER BY deal_id, number").fetchall()


@pytest.fixture
async def world(tmp_path: Path) -> World:
    """An empty world in a folder of its own."""
    (tmp_path / "live").mkdir()
    world = World(tmp_path / "live")
    await world.database.migrate()
    return world


async def test_copies_made_while_the_bot_writes_are_whole_and_the_deal_goes_on_from_them(
    world: World, tmp_path: Path
) -> None:
    await world.sit(2)
    database = world.path / "gouji.db"
    copies: list[Path] = []
    playing = asyncio.create_task(world.play_out())
    while not playing.done():
        copy = tmp_path / f"copy-{len(copies)}"
        copies.append(copy)
        await asyncio.to_thread(backup, database, copy)
    await playing
    await world.database.close()
    everything = actions(database)
    stored = [actions(copy) for copy in copies]
    assert len({len(rows) for rows in stored}) > FEW, "it was not writing meanwhile"
    for rows in stored:
        assert rows == everything[: len(rows)]

    half = next(copy for copy, rows in zip(copies, stored, strict=True) if len(rows) > len(everything) / 2)
    kept = restore(half, database, NOW)
    assert kept is not None
    assert actions(kept) == everything
    again = World(world.path)
    await again.database.migrate()
    assert (await again.deal()).number == len(actions(half))
    again.clock.set(world.clock.now())
    await again.timekeeper.recover()
    await again.play_out()
    assert len(await again.log()) > len(actions(half))
    await again.database.close()


async def test_a_copy_is_there_whole_or_not_at_all_and_only_its_owner_reads_it(
    world: World, tmp_path: Path
) -> None:
    await world.sit(6)
    database, copy = world.path / "gouji.db", tmp_path / "copy"
    found = backup(database, copy)
    assert found == check(copy)
    assert (found.deals, found.actions) == (1, 0)
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    assert set(os.listdir(tmp_path)) == {"live", "copy"}
    with pytest.raises(BackupError, match="there already"):
        backup(database, copy)
    with pytest.raises(BackupError, match="there is no database"):
        backup(tmp_path / "none", tmp_path / "other")
    with pytest.raises(BackupError, match="cannot be written"):
        backup(database, tmp_path / "no-folder" / "copy")
    assert not (tmp_path / "other").exists()
    await world.database.close()


async def test_nothing_is_put_in_the_place_of_a_database_in_use(world: World, tmp_path: Path) -> None:
    await world.sit(6)
    database, copy = world.path / "gouji.db", tmp_path / "copy"
    backup(database, copy)
    with pytest.raises(BackupError, match="in use: stop the bot"):
        restore(copy, database, NOW)
    await world.database.close()
    assert restore(copy, database, NOW) == world.path / "gouji.db.20261202-040000"
    assert restore(copy, tmp_path / "elsewhere" / "gouji.db", NOW) is None
    assert actions(tmp_path / "elsewhere" / "gouji.db") == actions(database)


async def test_what_is_no_copy_is_refused_and_changes_nothing(world: World, tmp_path: Path) -> None:
    await world.sit(6)
    await world.database.close()
    database, copy = world.path / "gouji.db", tmp_path / "copy"
    backup(database, copy)
    before = database.read_bytes()
    pages = bytearray(copy.read_bytes())
    pages[8192 : len(pages) // 2] = b"x" * (len(pages) // 2 - 8192)
    (tmp_path / "damaged").write_bytes(pages)
    (tmp_path / "text").write_text("precious", encoding="utf-8")
    with closing(sqlite3.connect(tmp_path / "foreign")) as other:
        other.execute("CREATE TABLE music (title TEXT)")
    for name in ("damaged", "text", "foreign", "missing"):
        with pytest.raises(BackupError):
            restore(tmp_path / name, database, NOW)
    assert database.read_bytes() == before
    database.write_bytes(b"rubbish" * 1000)
    with pytest.raises(BackupError, match="move it away"):
        restore(copy, database, NOW)


@pytest.mark.parametrize("url", ["postgresql://localhost/gouji", "sqlite+aiosqlite://", "what?"])
def test_only_the_file_of_an_sqlite_database_is_copied(url: str) -> None:
    with pytest.raises(BackupError):
        database_file(url)


async def run(folder: Path, *arguments: str) -> tuple[int, str]:
    """``python -m storage``, as an operator runs it: its exit status, and what it says."""
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DATABASE_URL": "sqlite+aiosqlite:///gouji.db",
    }
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "storage", *arguments),
        cwd=folder,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, output.decode()


async def test_an_operator_copies_a_running_bot_and_puts_the_copy_back(tmp_path: Path) -> None:
    async with running(tmp_path) as place:
        await place.start_deal()
        playing = asyncio.create_task(place.rest(60))
        assert (await run(tmp_path, "backup", "copy"))[0] == 0
        await playing
        await place.rest(70)  # a turn takes less
        status, said = await run(tmp_path, "restore", "copy")
        assert (status, "stop the bot first" in said) == (1, True)
    assert len(actions(tmp_path / "copy")) < len(actions(tmp_path / "gouji.db"))
    status, said = await run(tmp_path, "check", "copy")
    assert status == 0
    assert "1 deals" in said
    status, said = await run(tmp_path, "restore", "copy")
    assert status == 0
    assert "what it was is kept as gouji.db." in said
    assert actions(tmp_path / "gouji.db") == actions(tmp_path / "copy")
    assert (await run(tmp_path, "backup", "copy"))[0] == 1
    async with running(tmp_path) as place:  # another sandbox, whose clock is back at its start
        await place.rest(300)
    assert len(actions(tmp_path / "gouji.db")) > len(actions(tmp_path / "copy"))

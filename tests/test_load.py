"""The load benchmark itself: that its people play, that its figures are of what happened."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import load
from benchmarks.load import Load, Options, Report
from benchmarks.tables import BLOCK, Place, fill
from storage.database import Database
from storage.repositories import Deals, Tables, count_running

OPTIONS = Options(tables=6, rate=20, seconds=0.8, recover=BLOCK)


async def test_tables_of_people_are_played(tmp_path: Path) -> None:
    address = f"sqlite+aiosqlite:///{tmp_path}/bench.db"
    loads = await load.measure_load(OPTIONS, "SQLite", lambda: address, 1)
    assert [one.asked for one in loads] == [20, 40, None]
    for one in loads:
        assert one.taps > 0
        assert one.actions > 0
        assert 0 < one.median_ms <= one.p99_ms
        assert one.cpu_ms_per_tap > 0
        assert (one.refused, one.lost) == (0, 0)


async def test_the_bare_handler_answers_and_edits() -> None:
    (first, _, fastest) = await load.measure_bare(OPTIONS, "httpx")
    assert first.cpu_ms_per_action is None
    assert first.limited_per_second > 0, "edits"
    assert fastest.taps > first.taps
    assert fastest.refused == 0


async def test_copies_are_tables_of_their_own(tmp_path: Path) -> None:
    people = 2
    places = [
        Place(-1 - n, 2, (100 + people * n, 101 + people * n), {100 + people * n: 1, 101 + people * n: 1})
        for n in range(2 * BLOCK)
    ]
    address = f"sqlite+aiosqlite:///{tmp_path}/bench.db"
    tables = await fill(address, places)
    assert len({table.key for table in tables}) == 2 * BLOCK
    database = Database(address)
    async with database.transaction() as session:
        assert await count_running(session) == 2 * BLOCK
        for table in (tables[0], tables[BLOCK], tables[BLOCK + 1]):
            row = await Deals(session).running_at(table.table)
            assert row is not None
            assert row.id == table.key
            assert len(await Deals(session).actions(table.key)) == table.deal.number
            assert len(await Tables(session).seats(table.table)) == 6
            assert set(table.place.people) <= set(table.users.values())
    await database.close()
    with pytest.raises(ValueError, match="41 tables"):
        await fill(address, places[: BLOCK + 1])


def test_the_report_says_everything() -> None:
    one = Load("SQLite", None, 1.0, 2.0, 3.0, 4.0, 5.0, None, 6.0, None, 1, 2, 0.9, 0.1)
    told = Report([one], [load.Recovery("SQLite", 1000, 4.2, 1.1, 20.5)])
    assert '"p99_ms": 4.0' in told.as_json()
    for words in ("3.0 ms", "refused: 1", "without an answer: 2", "1000 running tables: 4.2 s", "20.5 KB"):
        assert words in told.as_text()

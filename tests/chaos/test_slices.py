"""Short slices of the proofs, with fixed seeds. ``make chaos`` runs all of each."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chaos.faults import faults
from tests.chaos.hostile import hostile
from tests.chaos.kills import kills
from tests.chaos.races import races
from tests.chaos.replays import replays


async def test_hostile_input(tmp_path: Path) -> None:
    figures = await hostile(tmp_path, seed=1, count=250)
    assert figures.number("actions stored (tap)") > 0
    assert figures.number("final screens looked at") > 3


async def test_doubled_and_replayed_updates(tmp_path: Path) -> None:
    figures = await replays(tmp_path, seed=1, count=40)
    assert figures.number("of these changed something") > 3


@pytest.mark.both_databases
@pytest.mark.parametrize("workers", [1, 3])
async def test_races(tmp_path: Path, database_url: str, workers: int) -> None:
    figures = await races(tmp_path, seed=3, count=30, workers=workers, url=database_url)
    assert figures.number("decisions raced for as their time ran out") > 5


async def test_faults(tmp_path: Path) -> None:
    figures = await faults(tmp_path, seed=1, tables=1, most=40)
    assert figures.number("calls disturbed") > 5
    assert figures.number("taps told to be done, and stored") > 5


async def test_kills(tmp_path: Path) -> None:
    figures = await kills(tmp_path, seed=1, count=3, most=25)
    assert figures.number("actions stored") > 5

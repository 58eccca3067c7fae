"""A slice of the proof that no hand leaks; ``make chaos`` reads a hundred deals."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.leaks import leaks


async def test_no_hand_is_told_to_anybody_but_its_owner(tmp_path: Path) -> None:
    figures = await leaks(tmp_path, seed=5, deals=1)
    assert figures.number("deals read") >= 1
    assert figures.number("hands seen by their owners") > 20
    assert figures.number("texts read") > 200
    assert figures.number("lines logged") > 200

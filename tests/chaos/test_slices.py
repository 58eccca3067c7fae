"""Short slices of the proofs, with fixed seeds. ``make chaos`` runs all of each."""

from __future__ import annotations

from pathlib import Path

from tests.chaos.hostile import hostile


async def test_hostile_input(tmp_path: Path) -> None:
    figures = await hostile(tmp_path, seed=1, count=300)
    assert figures.number("actions stored (tap)") > 0
    assert figures.number("final screens looked at") > 3

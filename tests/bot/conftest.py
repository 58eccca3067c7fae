"""What the tests of the bot share."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.world import World


@pytest.fixture(autouse=True)
def _known_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deals come from the seeds 1, 2, 3 … instead of the system's randomness."""
    seeds = itertools.count(1)
    monkeypatch.setattr("bot.usecases.game.secrets.token_hex", lambda _size: f"{next(seeds):064x}")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """An empty world on a new database."""
    world = World(tmp_path)
    await world.database.migrate()
    yield world
    await world.database.close()

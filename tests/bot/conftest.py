"""What the tests of the bot share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.world import World


class Seeds:
    """Where deals come from in tests: the seeds 1, 2, 3 …, or from another number on."""

    def __init__(self) -> None:
        self.number = 1

    def __call__(self, _size: int) -> str:
        self.number += 1
        return f"{self.number - 1:064x}"


@pytest.fixture(autouse=True)
def seeds(monkeypatch: pytest.MonkeyPatch) -> Seeds:
    """Known seeds instead of the system's randomness."""
    seeds = Seeds()
    monkeypatch.setattr("bot.usecases.game.secrets.token_hex", seeds)
    return seeds


@pytest.fixture
async def world(tmp_path: Path, database_url: str) -> AsyncIterator[World]:
    """An empty world on a new database."""
    world = World(tmp_path, url=database_url)
    await world.database.migrate()
    yield world
    await world.database.close()

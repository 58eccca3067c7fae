"""What the tests of the bot share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.bot.world import World


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """An empty world on a new database."""
    world = World(tmp_path)
    await world.database.migrate()
    yield world
    await world.database.close()

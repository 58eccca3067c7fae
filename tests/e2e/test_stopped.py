"""SIGTERM in the middle of a deal: it stops within five seconds, and goes on where it was."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from time import monotonic

import pytest

from tests.e2e.people import InPrivate
from tests.e2e.scene import Scene, scene
from tests.e2e.test_whole_deal import actions, replayed

STOPS = 3
STOP_WITHIN = 5.0
"""Real seconds."""

LONGEST_WORK = 0.1
"""Real seconds that what a tap leads to takes: it is stopped anywhere in it."""

UNCHANGED = "Bad Request: message is not modified"
TOO_SOON = "Too Many Requests: retry after 1"
"""No second has passed on the sandbox's clock while the bot was started anew."""


async def stop(played: Scene) -> None:
    """Stop the bot as systemd does; it ends well, and in time."""
    assert played.process is not None
    begun = monotonic()
    played.process.send_signal(signal.SIGTERM)
    assert await played.process.wait() == 0
    assert monotonic() - begun < STOP_WITHIN


def waiting(folder: Path) -> int:
    """How many screens do not show yet what they should."""
    with closing(sqlite3.connect(folder / "gouji.db")) as database:
        query = "SELECT count(*) FROM slot WHERE stale OR old != ''"
        count: int = database.execute(query).fetchone()[0]
        return count


@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
async def test_a_deal_goes_on_after_every_stop(tmp_path: Path, webhook: bool) -> None:
    rng = random.Random(7)
    async with scene(tmp_path, webhook=webhook) as played:
        await played.open_table(2)
        people = InPrivate(played, 2)
        for _ in range(STOPS):
            for _ in range(rng.randint(2, 8)):
                await people.turn()
                await played.client.step(60)
            tapping = asyncio.create_task(people.turn())
            await asyncio.sleep(rng.uniform(0, LONGEST_WORK))
            await stop(played)
            stored = actions(tmp_path)
            await played.start_bot()
            await tapping
            assert actions(tmp_path)[: len(stored)] == stored
        await played.rest(60)
        assert waiting(tmp_path) == 0
        assert replayed(tmp_path).number > STOPS
        assert await refused(played) <= {UNCHANGED, TOO_SOON}
    log = played.log.read_text(encoding="utf-8")
    for trouble in ("Traceback", "cut off"):
        assert trouble not in log


async def test_the_next_start_brings_every_message_up_to_date(tmp_path: Path) -> None:
    async with scene(tmp_path) as played:
        await played.open_table(2)
        before = await played.messages(played.group)
        await played.client.set_faults({"method": "*", "kind": "500", "rate": 1.0})
        for _ in range(6):
            await played.client.step(60)
        await stop(played)
        assert waiting(tmp_path) > 0
        assert await played.messages(played.group) == before
        await played.client.clear_faults()
        await played.start_bot()
        await played.rest(60)
        assert waiting(tmp_path) == 0
        assert await played.messages(played.group) != before


async def refused(played: Scene) -> set[str]:
    """What the sandbox has refused."""
    return {call["description"] for call in await played.client.refusals()}

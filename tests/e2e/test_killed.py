"""``kill -9`` in the middle of a deal, at twenty random points: each time it goes on."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from tests.e2e.people import InPrivate
from tests.e2e.scene import scene
from tests.e2e.test_whole_deal import actions, check_everything

KILLS = 20
LONGEST_STEP = 0.05
"""Real seconds that the bot's work between two moments of the clock takes: it is killed anywhere in it."""

UNCHANGED = "Bad Request: message is not modified"


async def test_a_deal_survives_twenty_kills(tmp_path: Path) -> None:
    rng = random.Random(5)
    async with scene(tmp_path) as played:
        await played.open_table(2)
        people = InPrivate(played, 2)
        kills = 0
        stored = 0

        async def turn() -> None:
            nonlocal kills, stored
            await people.turn()
            if kills < KILLS and rng.random() < 0.2:
                kills += 1
                stepping = asyncio.create_task(played.client.step(60))
                await asyncio.sleep(rng.uniform(0, LONGEST_STEP))
                await played.kill_bot()
                before = len(actions(tmp_path))
                assert before >= stored
                stored = before
                await played.start_bot()
                await stepping

        await played.play(turn)
        assert kills == KILLS
        await check_everything(played, tmp_path, allowed=(UNCHANGED,))

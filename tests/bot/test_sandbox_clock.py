"""The bot's side of the sandbox's clock: exact moments, and no step while anything is at work."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial

import pytest

from bot.sandbox.client import SandboxClient, SandboxError
from bot.sandbox.server import Sandbox
from bot.sandbox_clock import SandboxClock

START = 1_796_155_200.0
NOW = datetime.fromtimestamp(START, UTC)
SHORT = 0.3
"""Real seconds after which a test is sure that nothing comes."""


@dataclass
class World:
    """A sandbox, and a clock that follows it as a bot's process does."""

    sandbox: Sandbox
    client: SandboxClient
    clock: SandboxClock

    async def arrive(self) -> int:
        """An update arrives; its number."""
        group = (await self.client.friends())["group"]
        await self.client.say(group, (await self.client.users())[0]["id"], "/gouji")
        number: int = self.sandbox.world.updates[-1]["update_id"]
        return number

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """The bot works on an update: whatever it does begins with one, or with an alarm."""
        number = await self.arrive()
        self.clock.begin_update(number)
        yield
        self.clock.end_update(number)

    async def step(self, most: float = 60) -> float:
        """A step; how far the clock is from its start."""
        return await self.client.step(most) - START


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """A clock that has been started and rests."""
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    clock = SandboxClock(sandbox.url)
    await clock.start()
    for update in sandbox.world.updates:
        clock.begin_update(update["update_id"])
        clock.end_update(update["update_id"])
    async with SandboxClient(sandbox.url) as client:
        clock.leave()
        await client.settle()
        yield World(sandbox, client, clock)
    await clock.stop()
    await sandbox.stop()


async def test_it_starts_with_the_time_of_the_sandbox(world: World) -> None:
    assert world.clock.now() == NOW


async def test_an_alarm_rings_at_its_moment_and_not_before(world: World) -> None:
    rung: list[datetime] = []
    moment = NOW + timedelta(seconds=7, microseconds=123_457)
    async with world.at_work():
        world.clock.set("work", moment, lambda: rung.append(world.clock.now()))
    assert await world.step(5) == 5
    assert rung == []
    await world.step(5)
    assert rung == [moment]
    assert world.clock.now() == moment


async def test_an_alarm_set_again_rings_once(world: World) -> None:
    rung: list[int] = []
    async with world.at_work():
        world.clock.set("work", NOW + timedelta(seconds=3), lambda: rung.append(3))
        world.clock.set("work", NOW + timedelta(seconds=9), lambda: rung.append(9))
    await world.step()
    await world.step(1)
    assert rung == [9]


async def test_an_alarm_of_the_past_rings_at_once(world: World) -> None:
    rung: list[int] = []
    world.clock.set("work", NOW, lambda: rung.append(1))
    assert rung == [1]


async def test_each_alarm_is_a_step_of_its_own(world: World) -> None:
    rng = random.Random(4)
    moments = sorted(NOW + timedelta(seconds=rng.uniform(0.1, 50)) for _ in range(60))
    rung: list[tuple[int, datetime]] = []

    def ring(number: int) -> None:
        rung.append((number, world.clock.now()))

    async with world.at_work():
        for number, moment in enumerate(moments):
            world.clock.set(str(number), moment, partial(ring, number))
    for _ in moments:
        await world.step()
    assert rung == list(enumerate(moments))


async def test_work_that_an_alarm_begins_is_waited_for(world: World) -> None:
    seen: list[float] = []

    async def work() -> None:
        for _ in range(5):
            async with SandboxClient(world.sandbox.url) as client:
                seen.append(await client.now() - START)
        world.clock.leave()

    def begin() -> None:
        world.clock.enter()
        tasks.append(asyncio.create_task(work()))

    tasks: list[asyncio.Task[None]] = []
    async with world.at_work():
        world.clock.set("work", NOW + timedelta(seconds=2), begin)
        world.clock.set("more", NOW + timedelta(seconds=3), lambda: None)
    assert await world.step() == 2
    assert seen == [2] * 5
    assert await world.step() == 3


async def test_the_clock_stands_still_while_anything_is_at_work(world: World) -> None:
    async with world.at_work():
        world.clock.enter()
        world.clock.enter()
        world.clock.leave()
    with pytest.raises(SandboxError, match="rest"):
        await world.client.step(patience=SHORT)
    assert await world.client.now() == START
    world.clock.leave()
    assert await world.step(5) == 5


async def test_the_clock_stands_still_until_an_update_is_done(world: World) -> None:
    number = await world.arrive()
    with pytest.raises(SandboxError, match="rest"):
        await world.client.step(patience=SHORT)
    world.clock.begin_update(number)
    with pytest.raises(SandboxError, match="rest"):
        await world.client.step(patience=SHORT)
    world.clock.end_update(number)
    assert await world.step(5) == 5


async def test_an_update_that_is_done_does_not_hide_an_earlier_one(world: World) -> None:
    first, second = await world.arrive(), await world.arrive()
    world.clock.begin_update(first)
    world.clock.begin_update(second)
    world.clock.end_update(second)
    with pytest.raises(SandboxError, match="rest"):
        await world.client.step(patience=SHORT)
    world.clock.end_update(first)
    assert await world.step(5) == 5


async def test_a_jump_of_the_clock_is_followed(world: World) -> None:
    rung: list[float] = []
    async with world.at_work():
        for seconds in (10, 20):
            world.clock.set(str(seconds), NOW + timedelta(seconds=seconds), lambda: rung.append(1))
    await world.client.settle()
    await world.client.advance(100)
    await world.client.settle()
    assert rung == [1, 1]
    assert world.clock.now() == NOW + timedelta(seconds=100)

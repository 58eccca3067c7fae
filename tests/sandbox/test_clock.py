"""The clock and the bot's rest: when a step waits, when it moves, and to where."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import pytest

from bot.sandbox.client import SandboxClient, SandboxError
from bot.sandbox.server import Sandbox
from tests.sandbox.conftest import START, Json, Place

SOON = 0.05
"""A patience that ends, for a bot that never comes to rest."""

TICK = 0.001


class Follower:
    """A bot that follows the clock: it says when it rests, and what it has done."""

    def __init__(self, place: Place, session: str = "one") -> None:
        self.place = place
        self.session = session
        self.waiting: asyncio.Task[Json] | None = None
        self.known = 0

    async def rest(self, wake: float | None = None, done: int = 0, **more: Any) -> None:
        """Wait at the sandbox; returns once the sandbox knows."""
        await self.work()
        body = {"session": self.session, "wake": wake, "done": done, **more}
        clock = self.place.sandbox.world.clock
        self.known = known = len(clock.waits)
        self.waiting = asyncio.create_task(self.place.client.post("/clock/wait", **body))
        while len(clock.waits) == known and not self.waiting.done():
            await clock.changed(TICK)

    async def work(self) -> None:
        """Take the waiting back, as a bot does that has got work; returns once the sandbox knows."""
        if self.waiting is not None:
            self.waiting.cancel()
            with suppress(asyncio.CancelledError):
                await self.waiting
            clock = self.place.sandbox.world.clock
            while len(clock.waits) > self.known:
                await clock.changed(TICK)

    async def woken(self) -> float:
        """The time that the end of the waiting tells."""
        assert self.waiting is not None
        return float((await self.waiting)["now"])


@pytest.fixture
async def follower(place: Place) -> AsyncIterator[Follower]:
    """A bot that has been given nothing yet."""
    await place.api("getMe")
    found = Follower(place)
    yield found
    await found.work()


@pytest.fixture
async def second(place: Place, follower: Follower) -> AsyncIterator[Follower]:
    """Another process of the bot, after the first."""
    found = Follower(place, "two")
    yield found
    await found.work()


async def restless(call: Any) -> str:
    """What a step or a settling says that the bot lets wait in vain."""
    with pytest.raises(SandboxError, match="does not come to rest") as refusal:
        await call
    assert refusal.value.status == 504
    return str(refusal.value)


async def test_without_a_bot_nothing_is_at_rest(place: Place) -> None:
    assert "waits open 0" in await restless(place.client.settle(patience=SOON))
    await restless(place.client.step(60, patience=SOON))
    assert await place.client.now() == START


async def test_a_bot_that_waits_is_at_rest(place: Place, follower: Follower) -> None:
    await follower.rest()
    assert await place.client.settle() == START


async def test_a_bot_that_works_is_not(place: Place, follower: Follower) -> None:
    await follower.rest()
    await follower.work()
    await restless(place.client.settle(patience=SOON))


async def test_a_step_goes_to_the_next_moment(place: Place, follower: Follower) -> None:
    await follower.rest(START + 7)
    step = asyncio.create_task(place.client.step(60))
    assert await follower.woken() == START + 7
    assert not step.done()  # the bot has not said that it rests again
    await follower.rest()
    assert await step == START + 7


@pytest.mark.parametrize("wake", [None, START + 100])
async def test_a_step_goes_no_further_than_it_may(
    place: Place, follower: Follower, wake: float | None
) -> None:
    await follower.rest(wake)
    step = asyncio.create_task(place.client.step(60))
    assert await follower.woken() == START + 60
    await follower.rest(wake)
    assert await step == START + 60


async def test_the_earliest_of_several_waits_counts(
    place: Place, follower: Follower, second: Follower
) -> None:
    second.session = follower.session
    await follower.rest(START + 9)
    await second.rest(START + 5)
    step = asyncio.create_task(place.client.step(60))
    assert await second.woken() == await follower.woken() == START + 5
    await follower.rest()
    assert await step == START + 5


async def test_a_wait_for_a_moment_that_has_come_ends_at_once(place: Place, follower: Follower) -> None:
    for more in ({"wake": START}, {"wake": START - 1}, {"wake": None, "now": START - 1}):
        await follower.rest(**more)
        assert await follower.woken() == START
    await restless(place.client.settle(patience=SOON))


async def test_an_update_that_is_pending_is_work(place: Place, follower: Follower) -> None:
    await place.client.say(place.me, place.me, "hello")
    await follower.rest()
    assert "pending [" in await restless(place.client.settle(patience=SOON))
    [update] = await place.updates()
    # Delivered and confirmed, but not yet said to be done.
    assert "pending []" in await restless(place.client.settle(patience=SOON))
    await follower.rest(done=update["update_id"])
    assert await place.client.settle() == START


async def test_an_update_is_done_before_it_is_confirmed(place: Place, follower: Follower) -> None:
    await place.client.say(place.me, place.me, "hello")
    [update] = (await place.api("getUpdates")).result
    await follower.rest(done=update["update_id"])
    assert await place.client.settle() == START


async def test_settling_ends_when_the_work_does(place: Place, follower: Follower) -> None:
    await follower.rest()
    await place.client.say(place.me, place.me, "hello")
    settling = asyncio.create_task(place.client.settle())
    [update] = await place.updates()
    assert not settling.done()
    await follower.rest(done=update["update_id"])
    assert await settling == START


async def test_what_a_killed_process_was_given_does_not_count(
    place: Place, follower: Follower, second: Follower
) -> None:
    await follower.rest()
    await place.client.say(place.me, place.me, "lost")
    await place.updates()
    await follower.work()
    await place.api("getMe")
    await second.rest()
    assert await place.client.settle() == START


async def test_what_a_killed_process_has_not_confirmed_counts(
    place: Place, follower: Follower, second: Follower
) -> None:
    await follower.rest()
    await place.client.say(place.me, place.me, "again")
    [update] = (await place.api("getUpdates")).result
    await follower.work()
    await place.api("getMe")
    await second.rest()
    await restless(place.client.settle(patience=SOON))
    await second.rest(done=update["update_id"])
    assert await place.client.settle() == START


async def test_what_a_new_process_got_before_it_first_rested_counts(
    place: Place, follower: Follower, second: Follower
) -> None:
    await follower.rest()
    await follower.work()
    await place.api("getMe")
    await place.client.say(place.me, place.me, "early")
    await place.updates()
    await second.rest()
    await restless(place.client.settle(patience=SOON))


async def test_advancing_waits_for_nobody(place: Place, follower: Follower) -> None:
    assert await place.client.advance(5) == START + 5
    await follower.rest(START + 60)
    await place.client.advance(1)
    assert await follower.woken() == START + 6
    with pytest.raises(SandboxError, match="does not go back"):
        await place.client.advance(-1)
    with pytest.raises(SandboxError, match="must not be negative"):
        await place.client.step(-1)


async def test_messages_carry_the_clock_time(place: Place) -> None:
    await place.client.advance(90)
    await place.send(place.me)
    assert (await place.client.messages(place.me))[-1]["date"] == START + 90


async def test_a_real_clock_is_not_moved() -> None:
    sandbox = Sandbox(scene=True)
    await sandbox.start()
    async with SandboxClient(sandbox.url) as client:
        assert (await client.post("/clock/wait", session="one", wake=0.0))["now"] > START / 2
        for call in (client.step(1), client.advance(1)):
            with pytest.raises(SandboxError, match="the clock is real"):
                await call
        done = sandbox.world.next_update - 1
        waiting = asyncio.create_task(client.post("/clock/wait", session="one", wake=None, done=done))
        await client.settle()
        waiting.cancel()
    await sandbox.stop()

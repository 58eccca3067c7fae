"""Calls in several chats at once: none waits for another, none lasts for ever, and a round can be ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.outbox import calls as outbox_calls
from bot.outbox import outbox as outbox_module
from bot.outbox.outbox import RETRY, Said
from bot.screens.model import Screen
from bot.usecases.common import ChatRef, Person
from bot.usecases.prompts import LEASE
from storage.models import Slot, SlotKind
from storage.repositories import Slots
from tests.bot.outboxing import World, outboxing

Json = dict[str, Any]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A group in which a table has just been opened, and is not shown yet."""
    async with outboxing(tmp_path) as found:
        yield found


class Hanging:
    """Sends nothing to one chat until it is let through."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, chat: int) -> None:
        self.begun, self.gate = asyncio.Event(), asyncio.Event()
        send = outbox_calls.Calls.send

        async def hang(calls: outbox_calls.Calls, to: int, topic: int | None, screen: Screen) -> int:
            if to == chat:
                self.begun.set()
                await self.gate.wait()
            return await send(calls, to, topic, screen)

        monkeypatch.setattr(outbox_calls.Calls, "send", hang)


async def another_table(world: World, number: int) -> int:
    """A table in another group; the group."""
    group = await world.client.add_chat(f"群{number}", world.friends)
    await world.lobby.open(ChatRef(group["id"]), None, Person(5000 + number))
    return int(group["id"])


async def slot_of(world: World) -> Slot:
    """The slot of the first table."""
    async with world.outbox.prompts.services.database.transaction() as session:
        return await Slots(session).find(1, SlotKind.TABLE)


async def shown_in(world: World, chat: int) -> None:
    """Wait until the bot has written in a chat."""
    async with asyncio.timeout(20):
        while not await world.texts(chat):  # noqa: ASYNC110 - the sandbox cannot tell us
            await asyncio.sleep(0)


async def test_a_chat_that_hangs_holds_up_no_other(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    hanging = Hanging(monkeypatch, world.group)
    other = await another_table(world, 1)
    running = asyncio.create_task(world.outbox.run_once())
    await hanging.begun.wait()
    await shown_in(world, other)
    # What becomes stale in the meantime does not wait for the end of the round either.
    later = await another_table(world, 2)
    world.outbox.wake()
    await shown_in(world, later)
    assert not running.done()
    assert await world.texts(world.group) == []
    hanging.gate.set()
    await running
    assert len(await world.texts(world.group)) == 1


async def test_a_call_that_takes_too_long_is_cut_off_and_made_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        hanging = Hanging(patch, world.group)
        patch.setattr(outbox_module, "CALL_WITHIN", 0.05)
        following = await world.outbox.run_once()
        assert hanging.begun.is_set()
    assert following is not None
    assert following - world.clock.now() >= RETRY
    slot = await slot_of(world)
    assert (slot.stale, slot.claimed_until) == (True, None)
    await world.run()
    assert len(await world.texts(world.group)) == 1


async def test_nothing_begins_once_it_closes_and_what_is_under_way_ends(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    hanging = Hanging(monkeypatch, world.group)
    running = asyncio.create_task(world.outbox.run_once())
    await hanging.begun.wait()
    other = await another_table(world, 1)
    world.outbox.say(Said(world.friends[0], False, None, Screen("never said")))
    world.outbox.close()
    hanging.gate.set()
    await running
    assert len(await world.texts(world.group)) == 1
    assert await world.texts(other) == []
    assert await world.outbox.run_once() is None
    assert await world.texts(other) == []


async def test_a_round_that_is_cut_off_leaves_its_screens_to_the_end_of_their_claims(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        hanging = Hanging(patch, world.group)
        running = asyncio.create_task(world.outbox.run_once())
        await hanging.begun.wait()
        running.cancel()
        with pytest.raises(asyncio.CancelledError):
            await running
    assert (await slot_of(world)).claimed_until == world.clock.now() + LEASE
    await world.run(LEASE.total_seconds() - 1)
    assert await world.texts(world.group) == []
    await world.run(2)
    assert len(await world.texts(world.group)) == 1


async def test_who_stops_in_order_leaves_nothing_to_the_end_of_a_claim(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        hanging = Hanging(patch, world.group)
        running = asyncio.create_task(world.outbox.run_once())
        await hanging.begun.wait()
        running.cancel()
        await asyncio.wait({running})
    await world.outbox.prompts.leave_the_rest()
    await world.run(2)
    assert len(await world.texts(world.group)) == 1


async def test_a_flood_wait_of_one_chat_is_nobody_elses(world: World) -> None:
    other = await another_table(world, 1)
    rule = {"method": "sendMessage", "kind": "429", "rate": 1.0, "retry_after": 9}
    await world.client.set_faults(rule)
    await world.outbox.run_once()
    await world.client.clear_faults()
    third = await another_table(world, 2)
    await world.run(1)
    assert len(await world.texts(third)) == 1
    assert await world.texts(world.group) == await world.texts(other) == []
    await world.run(7.9)
    assert await world.texts(world.group) == await world.texts(other) == []
    await world.run(0.5)
    assert len(await world.texts(world.group)) == len(await world.texts(other)) == 1

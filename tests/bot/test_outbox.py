"""The outbox against the real Bot API of the sandbox: what Telegram refuses is answered as it must be."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from telegram.ext import ExtBot

from bot.clock import ManualClock
from bot.locales import Locales
from bot.outbox import Outbox
from bot.outbox.outbox import Said
from bot.sandbox.client import SandboxClient
from bot.sandbox.server import TOKEN, Sandbox
from bot.screens.model import Screen
from bot.usecases.common import ChatRef, Person, Services
from bot.usecases.lobby import Lobby
from bot.usecases.people import Persons
from bot.usecases.prompts import Prompts
from storage.database import Database

START = 1_796_155_200.0


@dataclass
class World:
    """A sandbox, and an outbox that writes to it; both follow one clock."""

    sandbox: Sandbox
    client: SandboxClient
    clock: ManualClock
    outbox: Outbox
    lobby: Lobby
    persons: Persons
    group: int
    me: Person

    async def run(self, seconds: float = 30) -> None:
        """Let the outbox work for some time."""
        end = self.clock.now() + timedelta(seconds=seconds)
        while True:
            following = await self.outbox.run_once()
            if following is None or following > end:
                self._move(end)
                return
            self._move(following)

    def _move(self, moment: datetime) -> None:
        self.clock.set(moment)
        self.sandbox.world.clock.move(moment.timestamp())

    async def texts(self, chat: int) -> list[str]:
        """What a chat shows of the bot."""
        messages = (await self.client.chat(chat))["messages"]
        return [message["text"] for message in messages if message["from"]["is_bot"]]


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A group in which a table has just been opened."""
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    client = SandboxClient(sandbox.url)
    clock = ManualClock(datetime.fromtimestamp(START, UTC))
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/gouji.db")
    await database.migrate()
    services = Services(database, clock)
    bot: ExtBot[None] = ExtBot(TOKEN, base_url=f"{sandbox.url}/bot")
    await bot.initialize()
    persons = Persons(services)
    friends = await client.friends()
    me = Person(friends["users"][0]["id"], "小明", language_code="zh")
    outbox = Outbox(bot, Prompts(services), persons, Locales(), clock)
    found = World(sandbox, client, clock, outbox, Lobby(services), persons, friends["group"], me)
    await found.lobby.open(ChatRef(found.group, "够级之夜"), None, me)
    yield found
    await bot.shutdown()
    await client.close()
    await database.close()
    await sandbox.stop()


async def test_a_stale_screen_is_sent_and_then_edited_in_place(world: World) -> None:
    await world.run()
    assert len(await world.texts(world.group)) == 1
    await world.client.say(world.me.telegram_id, world.me.telegram_id, "/start")
    await world.persons.seen_in_private(world.me)
    await world.lobby.join(1, 2, world.me)
    await world.run()
    texts = await world.texts(world.group)
    assert len(texts) == 1
    assert "③ 小明" in texts[0]


async def test_what_shows_already_costs_no_call(world: World) -> None:
    await world.run()
    before = len(await world.client.calls())
    await world.persons.set_language(world.me, ChatRef(world.group), "zh")
    await world.run()
    assert len(await world.client.calls()) == before


async def test_a_deleted_message_is_sent_anew(world: World) -> None:
    await world.run()
    message = (await world.client.chat(world.group))["messages"][-1]
    await world.client.post(f"/chats/{world.group}/delete", message_id=message["message_id"])
    await world.persons.set_language(world.me, ChatRef(world.group), "en")
    await world.run()
    assert "more to go" in (await world.texts(world.group))[0]


async def test_a_flood_wait_is_obeyed_to_the_second(world: World) -> None:
    rule = {"method": "sendMessage", "kind": "429", "rate": 1.0, "retry_after": 7}
    await world.client.post("/faults", rules=[rule], seed=1)
    await world.outbox.run_once()
    refused_at = (await world.client.calls())[-1]["at"]
    await world.client.post("/faults", rules=[], seed=1)
    await world.run()
    sent = [call for call in await world.client.calls() if call["method"] == "sendMessage" and call["ok"]]
    assert sent[0]["at"] - refused_at == pytest.approx(7, abs=0.01)


@pytest.mark.parametrize("kind", ["500", "drop"])
async def test_errors_of_the_network_are_tried_again(world: World, kind: str) -> None:
    await world.client.post("/faults", rules=[{"method": "sendMessage", "kind": kind, "rate": 1.0}], seed=1)
    await world.run(5)
    assert await world.texts(world.group) == []
    await world.client.post("/faults", rules=[], seed=1)
    await world.run()
    assert len(await world.texts(world.group)) == 1


async def test_a_group_that_has_migrated_is_followed(world: World) -> None:
    await world.run()
    new = await world.client.post(f"/chats/{world.group}/migrate")
    await world.persons.set_language(world.me, ChatRef(world.group), "en")
    await world.run()
    assert len(await world.texts(new["id"])) == 1


async def test_a_group_without_the_bot_is_left_alone(world: World) -> None:
    await world.client.post(f"/chats/{world.group}/members", user="bot", action="remove")
    await world.run()
    calls = [call for call in await world.client.calls() if not call["ok"]]
    assert len(calls) == 1


async def test_something_said_once_waits_for_the_budget_and_comes(world: World) -> None:
    for number in range(6):
        world.outbox.say(Said(world.group, True, None, Screen(f"nr {number}")))
    await world.run(60)
    said = [text for text in await world.texts(world.group) if text.startswith("nr")]
    assert sorted(said) == [f"nr {number}" for number in range(6)]
    assert await world.client.refusals() == []

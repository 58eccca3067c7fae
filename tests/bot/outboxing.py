"""The outbox with a sandbox to write to, and how a test moves both."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from telegram.ext import ExtBot

from bot.clock import ManualClock
from bot.locales import Locales
from bot.outbox import Outbox
from bot.sandbox.client import SandboxClient
from bot.sandbox.model import BOT_USERNAME
from bot.sandbox.server import TOKEN, Sandbox
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
    friends: list[int]
    me: Person

    async def seat_all(self) -> None:
        """The six friends have started the bot, and sit at the table."""
        for seat, friend in enumerate(self.friends):
            await self.client.open(friend, f"https://t.me/{BOT_USERNAME}?start=x")
            person = Person(friend, f"朋友{seat}", language_code="zh")
            await self.persons.seen_in_private(person)
            await self.lobby.join(1, seat, person)
        await self.run()

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


@asynccontextmanager
async def outboxing(folder: Path) -> AsyncIterator[World]:
    """A group in which a table has just been opened."""
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    client = SandboxClient(sandbox.url)
    clock = ManualClock(datetime.fromtimestamp(START, UTC))
    database = Database(f"sqlite+aiosqlite:///{folder}/gouji.db")
    await database.migrate()
    services = Services(database, clock)
    bot: ExtBot[None] = ExtBot(TOKEN, base_url=f"{sandbox.url}/bot")
    await bot.initialize()
    persons = Persons(services)
    friends = await client.friends()
    numbers = [user["id"] for user in friends["users"]]
    me = Person(numbers[0], "小明", language_code="zh")
    outbox = Outbox(bot, Prompts(services), persons, Locales(), clock)
    found = World(sandbox, client, clock, outbox, Lobby(services), persons, friends["group"], numbers, me)
    await found.lobby.open(ChatRef(found.group, "够级之夜"), None, me)
    try:
        yield found
    finally:
        await bot.shutdown()
        await client.close()
        await database.close()
        await sandbox.stop()

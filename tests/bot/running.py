"""The whole bot against a sandbox with a manual clock, and the people around it."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiohttp

from bot.app import GoujiBot
from bot.sandbox.client import SandboxClient
from bot.sandbox.model import BOT_ID
from bot.sandbox.server import TOKEN, Sandbox
from bot.settings import Settings

START = 1_796_155_200.0
Json = dict[str, Any]


@dataclass
class Running:
    """The people around a bot that runs, and their group."""

    sandbox: Sandbox
    client: SandboxClient
    group: int
    friends: list[int]
    folder: Path

    async def say(self, chat: int, user: int, text: str, **more: Any) -> list[str]:
        """Somebody writes; what the bot says in that chat within half a minute."""
        before = {message["message_id"] for message in await self.messages(chat)}
        await self.client.say(chat, user, text, **more)
        await self.rest(30)
        return [m["text"] for m in await self.messages(chat) if m["message_id"] not in before]

    async def say_in_group(self, text: str, user: int | None = None) -> list[str]:
        """The first friend, or another, writes in the group."""
        return await self.say(self.group, user or self.friends[0], text)

    async def say_in_private(self, text: str, user: int | None = None) -> list[str]:
        """The first friend, or another, writes to the bot."""
        return await self.say(user or self.friends[0], user or self.friends[0], text)

    async def rest(self, seconds: float) -> None:
        """Let the bot work, and some time pass."""
        end = await self.client.settle() + seconds
        while (now := await self.client.settle()) < end:
            await self.client.step(end - now)

    async def messages(self, chat: int) -> list[Json]:
        """What the bot has written in a chat."""
        if chat not in [known["id"] for known in await self.client.chats()]:
            return []
        return [message for message in await self.client.messages(chat) if message["from"]["id"] == BOT_ID]

    async def with_keyboard(self, chat: int) -> Json:
        """The newest message with buttons."""
        return next(m for m in reversed(await self.messages(chat)) if m["keyboard"])

    async def tap(self, user: int, chat: int, label: str) -> Json:
        """Tap the first button whose label begins so, on the newest keyboard; the answer."""
        message = await self.with_keyboard(chat)
        buttons = [button for row in message["keyboard"] for button in row]
        data = next(button["callback_data"] for button in buttons if button["text"].startswith(label))
        answer = await self.client.tap(user, chat, message["message_id"], data)
        assert answer is not None
        return answer

    async def tap_data(self, user: int, message: Json, data: str) -> Json:
        """Tap something on a message, whether it is there or not; the answer."""
        chat, number = message["chat_id"], message["message_id"]
        answer = await self.client.tap(user, chat, number, data, force=True)
        assert answer is not None
        return answer

    async def sit(self, user: int, label: str) -> None:
        """Sit down in the group, by the link into the private chat."""
        answer = await self.tap(user, self.group, label)
        if answer["url"]:
            await self.client.open(user, answer["url"])
        await self.rest(10)

    async def start_deal(self) -> None:
        """The first friend opens a table, sits down on seat 1 among AI players, and starts."""
        await self.say_in_group("/gouji")
        await self.sit(self.friends[0], "①")
        for label in ("补机器人", "开局"):
            await self.tap(self.friends[0], self.group, label)
            await self.rest(10)

    async def call(self, method: str, **params: Any) -> Json:
        """A call of the Bot API that another process of the bot makes."""
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{self.sandbox.url}/bot{TOKEN}/{method}", json=params) as response,
        ):
            result: Json = (await response.json())["result"]
            return result

    def seeds(self) -> list[str]:
        """The seeds of all deals."""
        with closing(sqlite3.connect(self.folder / "gouji.db")) as database:
            return [seed for (seed,) in database.execute("SELECT seed FROM deal")]

    def deal(self) -> list[tuple[object, ...]]:
        """What is stored of deals, seats and intents."""
        found: list[tuple[object, ...]] = []
        with closing(sqlite3.connect(self.folder / "gouji.db")) as database:
            for table in ("deal", "action", "intent", "seat", "game_table"):
                found += database.execute(f"SELECT '{table}', * FROM {table} ORDER BY id").fetchall()  # noqa: S608
        return found

    async def refused(self) -> list[str]:
        """What the sandbox has refused."""
        return [call["description"] for call in await self.client.refusals()]


async def people(sandbox: Sandbox, client: SandboxClient, folder: Path) -> Running:
    """The people around a bot that has its database in a folder."""
    scene = await client.friends()
    friends = [user["id"] for user in scene["users"]]
    return Running(sandbox, client, scene["group"], friends, folder)


@asynccontextmanager
async def running(folder: Path, **more: Any) -> AsyncIterator[Running]:
    """A bot on a new database, with a group of six friends."""
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    values: Json = {
        "_env_file": None,
        "telegram_bot_token": TOKEN,
        "telegram_api_url": sandbox.url,
        "sandbox_clock_url": sandbox.url,
        "database_url": f"sqlite+aiosqlite:///{folder}/gouji.db",
        **more,
    }
    bot = GoujiBot(Settings(**values), TOKEN, sandbox.url)
    try:
        await bot.start()
        async with SandboxClient(sandbox.url) as client:
            yield await people(sandbox, client, folder)
    finally:
        await bot.stop()
        await sandbox.stop()

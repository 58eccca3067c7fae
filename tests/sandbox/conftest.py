"""A sandbox with a manual clock and its six friends, a raw caller of its Bot API, and its people."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import aiohttp
import pytest

from bot.sandbox.client import SandboxClient
from bot.sandbox.model import BOT_ID
from bot.sandbox.server import TOKEN, Sandbox

START = 1_796_155_200.0
Json = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the Bot API has answered."""

    status: int
    body: Json

    @property
    def result(self) -> Any:
        """The result of a call that must have gone well."""
        assert self.body["ok"], self.body
        assert self.status == 200
        return self.body["result"]

    @property
    def refusal(self) -> tuple[int, str]:
        """Status and description of a call that must have been refused."""
        assert not self.body["ok"], self.body
        assert self.body["error_code"] == self.status
        return self.status, self.body["description"]


class Api:
    """Calls the Bot API as a client does that checks nothing."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.session = aiohttp.ClientSession()

    async def __call__(self, method: str, /, **params: Any) -> Reply:
        return await self.as_bot(TOKEN, method, params)

    async def as_bot(self, token: str, method: str, params: Json) -> Reply:
        """Call with a token."""
        async with self.session.post(f"{self.url}/bot{token}/{method}", json=params) as response:
            return Reply(response.status, await response.json())


@dataclass(frozen=True)
class Place:
    """The sandbox, who plays in it, and both of its sides."""

    sandbox: Sandbox
    client: SandboxClient
    api: Api
    group: int
    friends: list[int]

    @property
    def me(self) -> int:
        """A person who has pressed start."""
        return self.friends[0]

    async def updates(self, **params: Any) -> list[Json]:
        """What is pending for the bot; asking again confirms it."""
        found: list[Json] = (await self.api("getUpdates", **params)).result
        if found:
            await self.api("getUpdates", offset=found[-1]["update_id"] + 1)
        return found

    async def send(self, chat: int, text: str = "hello", **params: Any) -> int:
        """A message of the bot; its id."""
        reply = await self.api("sendMessage", chat_id=chat, text=text, **params)
        return int(reply.result["message_id"])

    async def later(self, seconds: float = 60) -> None:
        """Let the clock go on, so that no limit is in the way."""
        await self.client.advance(seconds)


@pytest.fixture
async def place() -> AsyncIterator[Place]:
    """The group of six friends; the first of them has pressed start, and nothing is pending."""
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    client, api = SandboxClient(sandbox.url), Api(sandbox.url)
    scene = await client.friends()
    found = Place(sandbox, client, api, scene["group"], [user["id"] for user in scene["users"]])
    await client.say(found.me, found.me, "/start")
    await found.updates()
    yield found
    await api.session.close()
    await client.close()
    await sandbox.stop()


def button(text: str = "go", **more: Any) -> Json:
    """A button; with no kind given it carries ``data``."""
    return {"text": text, **(more or {"callback_data": "data"})}


def keyboard(*rows: list[Json]) -> Json:
    """An inline keyboard."""
    return {"inline_keyboard": list(rows)}


def png(width: int = 3, height: int = 2) -> bytes:
    """The beginning of a PNG picture, which is all that the sandbox looks at."""
    size = width.to_bytes(4, "big") + height.to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + size + b"\x08\x02\0\0\0"


BOT = BOT_ID

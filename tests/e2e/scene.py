"""A scene for whole games: the sandbox in the test's process, the real bot in another one."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.sandbox.client import SandboxClient
from bot.sandbox.server import TOKEN, Sandbox

ROOT = Path(__file__).parents[2]
START = 1_796_155_200.0
"""When the sandbox's clock starts: an evening in December."""

DONE = "这一局结束"
Json = dict[str, Any]


@dataclass
class Scene:
    """Six friends, their group, and the bot, which may be killed and started again."""

    sandbox: Sandbox
    client: SandboxClient
    environment: dict[str, str]
    log: Path
    group: int = 0
    friends: list[int] = field(default_factory=list)
    process: asyncio.subprocess.Process | None = None

    async def start_bot(self) -> None:
        """Start the bot's process, and wait until it rests."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )
        await self.client.settle()

    async def kill_bot(self) -> None:
        """``kill -9``."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def stop_bot(self) -> None:
        """Stop the bot as an operator does."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()

    async def messages(self, chat: int) -> list[Json]:
        """What a chat shows."""
        found: list[Json] = (await self.client.chat(chat))["messages"]
        return found

    async def keyboard(self, chat: int) -> tuple[Json, list[Json]] | None:
        """The newest message with a keyboard, and its callback buttons."""
        for message in reversed(await self.messages(chat)):
            buttons = [b for row in message["keyboard"] for b in row if b.get("callback_data")]
            if buttons:
                return message, buttons
        return None

    async def press(self, user: int, chat: int, label: str) -> Json | None:
        """Press the first button whose label begins so; the bot's answer."""
        found = await self.keyboard(chat)
        assert found is not None, f"no keyboard in {chat}"
        message, buttons = found
        button = next((b for b in buttons if b["text"].startswith(label)), None)
        assert button is not None, f"no {label!r} among {[b['text'] for b in buttons]}"
        return await self.client.tap(user, chat, message["message_id"], button["callback_data"])

    async def sit(self, user: int, seat: int) -> None:
        """Sit down, through the private chat the first time."""
        answer = await self.press(user, self.group, "①②③④⑤⑥"[seat])
        if answer is not None and answer["url"]:
            await self.client.open(user, answer["url"])
        await self.rest()

    async def rest(self, seconds: float = 5) -> None:
        """Let the bot work, and some time pass."""
        end = (await self.client.settle()) + seconds
        while (now := await self.client.settle()) < end:
            await self.client.step(end - now)

    async def open_table(self, people: int) -> None:
        """``/gouji`` for one deal; so many friends sit down, AI players take the rest, and it starts."""
        await self.client.say(self.group, self.friends[0], "/gouji 1")
        await self.rest(1)
        for seat in range(people):
            await self.sit(self.friends[seat], seat)
        await self.rest()
        if people < 6:
            await self.press(self.friends[0], self.group, "补机器人")
            await self.rest()
        await self.press(self.friends[0], self.group, "开局")
        await self.client.settle()

    async def over(self) -> bool:
        """Whether the result is shown in the group."""
        return any(DONE in message["text"] for message in await self.messages(self.group))

    async def play(self, turn: Callable[[], Awaitable[None]], most: int = 4000) -> None:
        """Let people take turns until the result is shown."""
        for _ in range(most):
            await turn()
            await self.client.step(60)
            if await self.over():
                await self.rest(30)
                await self.press(self.friends[0], self.group, "结算")
                await self.rest(10)
                return
        raise AssertionError("the deal does not end")

    async def result(self) -> Json:
        """The result card of the group."""
        found = [message for message in await self.messages(self.group) if DONE in message["text"]]
        assert len(found) == 1
        return found[0]

    async def say_score(self) -> str:
        """What ``/score`` answers."""
        await self.client.say(self.group, self.friends[0], "/score")
        await self.rest(10)
        return str((await self.messages(self.group))[-1]["text"])

    async def limited_calls(self) -> int:
        """How many calls of those that Telegram limits the bot has made."""
        limited = ("send", "edit", "deleteMessage")
        return sum(call["method"].startswith(limited) for call in await self.client.calls())

    async def most_group_calls_in_a_minute(self) -> int:
        """The most sends and edits in the group in any minute of the clock."""
        counted = ("sendMessage", "editMessageText", "editMessageReplyMarkup")
        calls = [
            c for c in await self.client.calls() if c["chat_id"] == self.group and c["method"] in counted
        ]
        times = sorted(call["at"] for call in calls)
        return max(sum(1 for other in times if at <= other < at + 60) for at in times)


@asynccontextmanager
async def scene(folder: Path, *, webhook: bool = False) -> AsyncIterator[Scene]:
    """A scene with its own database, in polling or in webhook mode."""
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    environment = {
        **os.environ,
        "TELEGRAM_BOT_TOKEN": TOKEN,
        "TELEGRAM_API_URL": sandbox.url,
        "SANDBOX_CLOCK_URL": sandbox.url,
        "DATABASE_URL": f"sqlite+aiosqlite:///{folder}/gouji.db",
        "PYTHONPATH": str(ROOT),
    }
    if webhook:
        port = _free_port()
        environment |= {
            "PUBLIC_URL": f"http://127.0.0.1:{port}",
            "WEBHOOK_PORT": str(port),
            "WEBHOOK_SECRET": "an-evening-in-december",
        }
    client = SandboxClient(sandbox.url)
    found = Scene(sandbox, client, environment, folder / "bot.log")
    friends = await client.friends()
    found.group, found.friends = friends["group"], [user["id"] for user in friends["users"]]
    try:
        await found.start_bot()
        yield found
    finally:
        await found.stop_bot()
        await client.close()
        await sandbox.stop()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wins_of(text: str) -> dict[str, int]:
    """Names and points of a result card, seat number first: ``①``."""
    return {mark: int(points) for mark, points in re.findall(r"[🔴🔵]([①②③④⑤⑥]) \S+\s+([+-]\d+)", text)}

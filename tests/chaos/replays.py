"""Doubled and replayed updates: whatever a button or a command does, it does once.

Each update is given to two processes at the same instant, and then once more to each, which changes nothing.
"""

from __future__ import annotations

import asyncio
import random
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from unittest.mock import patch

from sqlmodel import SQLModel
from telegram import Update

from bot.app import GoujiBot
from bot.callback import CallbackData, Op
from bot.handlers.commands import COMMANDS
from bot.sandbox.model import BOT_ID, Query
from bot.sandbox.server import TOKEN
from bot.settings import Settings
from tests.bot.running import Json
from tests.chaos.figures import Figures
from tests.chaos.place import Direct, Place, known_chance, place

NOISE = {
    "slot": None,
    "budget": None,
    "heartbeat": None,
    "lease": None,
    "seat_holder": None,
    "user_account": ("looked_at",),
    "chat": ("posts",),
    "game_table": ("version",),
    "timer": ("earliest", "due", "deadline", "remind_at", "shown_at"),
}
"""What may differ after the same update: whole tables of screens and budgets, and moments."""

PEOPLE = 4


@dataclass
class Twins:
    """Two processes on one database, only one of which is given updates by Telegram."""

    place: Place
    other: GoujiBot
    figures: Figures
    number: int = 0

    def stored(self) -> dict[str, list[tuple[object, ...]]]:
        """Everything that is stored, but what may differ."""
        found: dict[str, list[tuple[object, ...]]] = {}
        for name, table in SQLModel.metadata.tables.items():
            noise = NOISE.get(name, ())
            if noise is not None:
                columns = ", ".join(
                    f'"{column.name}"' for column in table.columns if column.name not in noise
                )
                query = f'SELECT {columns} FROM "{name}" ORDER BY 1'  # noqa: S608
                found[name] = [tuple(row) for row in self.place.rows(query)]
        return found

    async def give(self, raw: Json, *bots: GoujiBot) -> None:
        """Give one update to processes at the same instant."""
        await asyncio.gather(*(self._process(raw, bot) for bot in bots))
        await self.place.rest()

    async def _process(self, raw: Json, bot: GoujiBot) -> None:
        await bot._application.process_update(Update.de_json(raw, bot._application.bot))

    async def twice(self, what: str, content: Json) -> None:
        """An update twice at once, and then again by each process: what it did is done once."""
        self.number += 1
        raw = {"update_id": 20_000_000 + self.number, **content}
        before = self.stored()
        bot = self.place.bot
        await self.give(raw, bot, self.other)
        once = self.stored()
        for again in (bot, self.other):
            await self.give(raw, again)
            assert (found := _difference(once, self.stored())) == "", (
                f"{what} once more: {found} after {content}"
            )
        actions = len(once["action"]) - len(before["action"])
        by_taps = [row for row in once["action"][len(before["action"]) :] if "tap" in row]
        assert len(by_taps) <= 1, f"{what}: {by_taps}"
        self.figures.add("updates given four times")
        self.figures.add("of these changed something", int(once != before))
        self.figures.add("actions that followed", actions)
        assert self.place.errors.found == [], f"{what}: {self.place.errors.found}"

    # What is given

    def buttons(self) -> list[tuple[int, int, str]]:
        """Every button on the newest keyboards: chat, message, data."""
        found = []
        for chat in self.place.sandbox.world.chats.values():
            for message in [m for m in chat.messages.values() if m.keyboard and m.sender == BOT_ID][-2:]:
                for row in message.keyboard or []:
                    found += [
                        (chat.id, message.message_id, button["callback_data"])
                        for button in row
                        if "callback_data" in button
                    ]
        return found

    async def tap(self, user: int, button: tuple[int, int, str]) -> None:
        """Somebody taps a button, which arrives twice."""
        world, (chat, message_id, data) = self.place.sandbox.world, button
        query = Query(str(8_000_000 + self.number), user, world.clock.now(), _future())
        world.queries[query.id] = query
        message = world.views.message(world.chats[chat].messages[message_id])
        content = {"id": query.id, "from": world.users[user].as_json(), "message": message}
        await self.twice(f"tap {data!r}", {"callback_query": {**content, "chat_instance": "1", "data": data}})

    async def command(self, user: int, chat: int, text: str) -> None:
        """Somebody sends a command, which arrives twice."""
        world = self.place.sandbox.world
        message = world.post(world.chats[chat], user, text)
        length = len(text.split()[0])
        content = world.views.message(message) | {
            "entities": [{"type": "bot_command", "offset": 0, "length": length}]
        }
        await self.twice(text, {"message": content})


def _future() -> asyncio.Future[Json]:
    return asyncio.get_running_loop().create_future()


def _difference(
    before: dict[str, list[tuple[object, ...]]], after: dict[str, list[tuple[object, ...]]]
) -> str:
    lines = []
    for name, rows in before.items():
        if rows != after[name]:
            gone = [row for row in rows if row not in after[name]]
            new = [row for row in after[name] if row not in rows]
            lines.append(f"{name}: {gone} became {new}")
    return "; ".join(lines)


async def replays(folder: Path, seed: int, count: int) -> Figures:
    """So many buttons and commands, each of which arrives four times."""
    figures = Figures("Doubled and replayed updates")
    started = time.monotonic()
    with known_chance(seed) as rng:
        async with place(folder, seed) as found:
            other = await _second(found, folder)
            twins = Twins(found, other, figures)
            people = found.running.friends[:PEOPLE]
            group = found.running.group
            for user in people:
                await found.client.say(user, user, "/start")
            while figures.number("updates given four times") < count:
                await found.running.rest(11)  # nobody is too fast
                buttons = twins.buttons()
                if not buttons or rng.random() < 0.1:
                    chat = rng.choice((group, group, people[0]))
                    names = ["gouji", *COMMANDS]
                    text = f"/{rng.choice(names)} {rng.choice(('', 'on', 'off', '30', 'en', 'zh'))}".strip()
                    await twins.command(people[0] if chat > 0 else rng.choice(people), chat, text)
                    continue
                chat, message_id, data = _choice(buttons, rng)
                user = chat if chat > 0 else rng.choice(people)
                if rng.random() < 0.2:
                    data = _towards_a_game(data, people.index(user), rng)
                await twins.tap(user, (chat, message_id, data))
            await other._application.shutdown()
            await other._database.close()
    figures.set("real seconds", time.monotonic() - started)
    return figures


def _choice(buttons: list[tuple[int, int, str]], rng: random.Random) -> tuple[int, int, str]:
    """Mostly a button of a table: each operation alike, but closing the table less."""
    by_op: dict[Op, list[tuple[int, int, str]]] = {}
    for button in buttons:
        with suppress(ValueError):
            by_op.setdefault(CallbackData.parse(button[2]).op, []).append(button)
    if Op.CANCEL in by_op and rng.random() < 0.9:
        del by_op[Op.CANCEL]
    return rng.choice(by_op[rng.choice(list(by_op))] if by_op and rng.random() < 0.9 else buttons)


def _towards_a_game(data: str, seat: int, rng: random.Random) -> str:
    """A button of the lobby, whichever of its pages is shown, so that a game begins at last."""
    try:
        table = CallbackData.parse(data).table
    except ValueError:
        return data
    op = rng.choice((Op.JOIN, Op.JOIN, Op.FILL, Op.START))
    return str(CallbackData(table, "-", op, str(seat + 1) if op is Op.JOIN else ""))


async def _second(found: Place, folder: Path) -> GoujiBot:
    """Another process of the bot on the same database, as far as one process can be another."""
    values: Json = {
        "_env_file": None,
        "telegram_bot_token": TOKEN,
        "telegram_api_url": found.sandbox.url,
        "sandbox_clock_url": found.sandbox.url,
        "database_url": f"sqlite+aiosqlite:///{folder}/gouji.db",
    }
    with patch("bot.app.SandboxClock", lambda _: found.bot._follower):
        bot = GoujiBot(Settings(**values), TOKEN, found.sandbox.url)
    bot._application.bot._request = (Direct(found.sandbox), Direct(found.sandbox))
    await bot._application.initialize()
    bot._services.bot_username = found.bot._services.bot_username
    bot._services.changed = found.bot._changed
    bot._parts.wake = found.bot._screens.trigger
    return bot

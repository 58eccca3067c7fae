"""Whether every chat shows the final state: what is shown, against what the stored state says anew."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import cast

from sqlmodel import col, select
from telegram import Bot

from bot.clock import ManualClock
from bot.locales import Locales
from bot.outbox.outbox import Outbox, markup
from bot.sandbox.content import read_keyboard, read_text
from bot.sandbox.errors import bad_request
from bot.sandbox.model import BOT_USERNAME, Message
from bot.sandbox.params import Params
from bot.sandbox.world import World
from bot.screens.model import Screen
from bot.usecases.common import GameSettings, Services
from bot.usecases.people import Persons
from bot.usecases.prompts import Prompts
from storage.database import Database
from storage.models import GameTable, Slot


async def wrong_screens(
    world: World, database_url: str, settings: GameSettings, since: float = 0
) -> tuple[int, list[str]]:
    """How many screens of tables that have ended were looked at, and which do not show what they should.

    Only of those that have ended since a moment: what ended before keeps the names and languages of then.
    Looks with the eyes of a process that has just started: nothing that a running one remembers is asked.
    """
    database = Database(database_url)
    clock = ManualClock(datetime.fromtimestamp(world.clock.now(), UTC))
    services = Services(database, clock, settings, bot_username=BOT_USERNAME)
    outbox = Outbox(cast(Bot, None), Prompts(services), Persons(services), Locales(), clock)
    looked, wrong = 0, []
    try:
        for slot_id in await _ended(database, datetime.fromtimestamp(since, UTC)):
            job = await outbox.prompts.job(slot_id)
            if job is None or job.data is None:
                continue
            looked += 1
            message = world.chats[job.telegram_id].messages.get(job.message_id or 0)
            problem = _problem(world, message, outbox._render(job))
            if problem is not None:
                wrong.append(f"slot {slot_id} in chat {job.telegram_id}: {problem}")
            await outbox.prompts.shown(job, None, job.digest)
    finally:
        await database.close()
    return looked, wrong


async def _ended(database: Database, since: datetime) -> list[int]:
    """The screens of tables that have ended, marked to be looked at; those that wait to be shown too."""
    async with database.transaction() as session:
        query = select(Slot).join(GameTable, col(GameTable.id) == col(Slot.table_id))
        query = query.where(col(GameTable.running).is_(None), col(GameTable.ended_at) >= since)
        found = (await session.exec(query)).all()
        # Who could not be written to then, and had no message, is owed none now.
        slots = [slot for slot in found if slot.stale or slot.message_id is not None]
        for slot in slots:
            slot.stale = True
        return [slot.id for slot in slots if slot.id is not None]


def _problem(world: World, message: Message | None, screen: Screen) -> str | None:
    if message is None:
        return f"there is no message that shows {screen.text[:60]!r}"
    params = Params({"text": screen.text, "parse_mode": "HTML"}, bad_request)
    keyboard = markup(screen)
    if keyboard is not None:
        params.values["reply_markup"] = json.dumps(keyboard.to_dict())
    if (message.text, message.entities) != read_text(params, "text", world.users):
        return f"it shows {message.text[:200]!r}, not {screen.text[:200]!r}"
    if (message.keyboard or None) != (read_keyboard(params, world.chats[message.chat_id]) or None):
        return f"its buttons are {message.keyboard}"
    return None

"""The order of updates: one after the other at a table and in a chat, side by side between them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable
from time import monotonic
from typing import Protocol

from telegram import Update
from telegram.ext import BaseUpdateProcessor

from bot.callback import CallbackData
from bot.ops.logs import about
from bot.ops.observer import NOBODY, Observer

log = logging.getLogger(__name__)

AT_ONCE = 16
"""More than so many at the same time make the client slower."""

WAITING = 1024
"""So many may wait for those before them at their table, without taking the place of other tables'."""


class UpdateWatch(Protocol):
    """Is told of each update that is processed."""

    def begin_update(self, update_id: int) -> None:
        """An update is being processed."""
        ...

    def end_update(self, update_id: int) -> None:
        """An update has been processed."""
        ...


class InOrder(BaseUpdateProcessor):
    """Processes updates concurrently, but those of one table or chat in the order of their arrival."""

    def __init__(self, watch: UpdateWatch | None = None, observer: Observer = NOBODY) -> None:
        super().__init__(WAITING)
        self._watch = watch
        self._observer = observer
        self._places = asyncio.Semaphore(AT_ONCE)
        self._tails: dict[str, asyncio.Lock] = {}
        self._users: dict[str, int] = {}

    async def do_process_update(self, update: object, coroutine: Awaitable[object]) -> None:
        """Process an update when those before it at its table are done."""
        number = update.update_id if isinstance(update, Update) else None
        if self._watch is not None and number is not None:
            self._watch.begin_update(number)
        self._observer.update(kind_of(update))
        key = key_of(update)
        lock = self._tails.setdefault(key, asyncio.Lock())
        self._users[key] = self._users.get(key, 0) + 1
        try:
            async with lock, self._places:
                with about(update=number, table=table_of(update)):
                    begun = monotonic()
                    await coroutine
                    log.debug("%s, handled in %.0f ms", kind_of(update), 1000 * (monotonic() - begun))
        finally:
            self._users[key] -= 1
            if not self._users[key]:
                del self._users[key], self._tails[key]
            if self._watch is not None and number is not None:
                self._watch.end_update(number)

    async def initialize(self) -> None:
        """Nothing to prepare."""

    async def shutdown(self) -> None:
        """Nothing to close."""


def key_of(update: object) -> str:
    """What an update belongs to: a table, by its callback data; else a chat."""
    if not isinstance(update, Update):
        return ""
    if update.callback_query is not None:
        table, dot, _ = (update.callback_query.data or "").partition(".")
        if dot:
            return f"table {table}"
    chat = update.effective_chat
    return f"chat {chat.id}" if chat is not None else ""


def table_of(update: object) -> int | None:
    """The table that a tap is about, if it is a button of one."""
    if not isinstance(update, Update) or update.callback_query is None:
        return None
    try:
        return CallbackData.parse(update.callback_query.data or "").table
    except ValueError:
        return None


def kind_of(update: object) -> str:
    """What an update is, in a word."""
    if not isinstance(update, Update):
        return "other"
    if update.callback_query is not None:
        return "tap"
    if update.my_chat_member is not None:
        return "member"
    if update.message is None:
        return "other"
    return "command" if (update.message.text or "").startswith("/") else "message"

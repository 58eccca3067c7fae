"""The outbox: finds the stale screens, and shows them, the most urgent first."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError

from bot import screens
from bot.clock import Clock
from bot.locales import Locales
from bot.outbox.budgets import Budgets
from bot.screens.model import GameData, HandData, LobbyData, ResultData, Screen
from bot.usecases.people import Persons
from bot.usecases.prompts import Job, Prompts, Waiting

log = logging.getLogger(__name__)

RETRY = timedelta(seconds=2)
AT_ONCE = 8
"""How many chats are written to at the same time."""

_SAME = "not modified"
_LOST = ("message to edit not found", "message can't be edited", "message_id_invalid")
_GONE = ("message to delete not found", "message can't be deleted")
_NO_CHAT = ("chat not found", "bot was kicked", "not enough rights", "have no rights", "thread not found")


@dataclass(frozen=True, slots=True)
class Said:
    """Something that is said once and kept nowhere: the answer to a command."""

    telegram_id: int
    group: bool
    topic: int | None
    screen: Screen


@dataclass(slots=True)
class Outbox:
    """Shows what the use-cases say is stale. All of it goes through the budgets but answers to taps."""

    bot: Bot
    prompts: Prompts
    persons: Persons
    locales: Locales
    clock: Clock
    budgets: Budgets = field(default_factory=Budgets)
    _said: deque[Said] = field(default_factory=deque)
    _restored: bool = False

    def say(self, said: Said) -> None:
        """Say something once; the caller wakes the outbox."""
        self._said.append(said)

    async def run_once(self) -> datetime | None:
        """Show everything that may be shown now; when there is something to do again, if known."""
        await self._restore()
        while True:
            now = self.clock.now()
            waiting = await self.prompts.stale()
            ready, following = self._choose(waiting, now)
            answers = self._choose_said({item.telegram_id for item in ready}, now)
            if not ready and not answers:
                return min((m for m in (following, self._next_said(now)) if m is not None), default=None)
            await asyncio.gather(*map(self._show, ready), *map(self._speak, answers))

    async def _restore(self) -> None:
        """Remember what was sent before a restart, so that the budgets hold across it."""
        if self._restored:
            return
        for telegram_id, at in await self.prompts.sent_lately():
            self.budgets.spend(telegram_id, telegram_id < 0, at)
        self._restored = True

    def _choose(self, waiting: list[Waiting], now: datetime) -> tuple[list[Waiting], datetime | None]:
        """At most one screen of each chat that may be shown now, and when the next may."""
        ready: dict[int, Waiting] = {}
        moments: list[datetime] = []
        for item in waiting:
            if item.retry_at is not None and item.retry_at > now:
                moments.append(item.retry_at)
                continue
            if item.telegram_id in ready or len(ready) >= AT_ONCE:
                continue
            free = self.budgets.free_at(item.telegram_id, item.group, item.urgent, now)
            if free <= now:
                ready[item.telegram_id] = item
            else:
                moments.append(free)
        return list(ready.values()), min(moments, default=None)

    def _choose_said(self, busy: set[int], now: datetime) -> list[Said]:
        chosen: list[Said] = []
        for said in list(self._said):
            free = self.budgets.free_at(said.telegram_id, said.group, True, now) <= now
            if free and said.telegram_id not in busy:
                busy.add(said.telegram_id)
                self._said.remove(said)
                chosen.append(said)
        return chosen

    def _next_said(self, now: datetime) -> datetime | None:
        moments = [self.budgets.free_at(said.telegram_id, said.group, True, now) for said in self._said]
        return min(moments, default=None)

    # Showing a screen

    async def _show(self, item: Waiting) -> None:
        job = await self.prompts.job(item.slot_id)
        if job is None:
            return
        try:
            if job.data is None:
                await self._tidy(job)
            else:
                await self._bring_up_to_date(job, self._render(job))
        except RetryAfter as error:
            until = self.clock.now() + _seconds(error.retry_after)
            self.budgets.close(job.telegram_id, until)
            await self.prompts.failed(job, until)
        except ChatMigrated as error:
            await self.persons.migrated(job.telegram_id, error.new_chat_id)
            await self.prompts.failed(job, self.clock.now())
        except Forbidden:
            await self.prompts.unreachable(job)
        except BadRequest as error:
            await self._bad_request(job, error)
        except NetworkError as error:
            log.info("slot %s: %s; trying again", job.slot_id, type(error).__name__)
            await self.prompts.failed(job, self.clock.now() + RETRY)

    async def _bad_request(self, job: Job, error: BadRequest) -> None:
        message = error.message.lower()
        if any(words in message for words in _LOST):
            await self.prompts.failed(job, self.clock.now(), lost=True)
        elif any(words in message for words in _NO_CHAT):
            log.warning("slot %s: %s", job.slot_id, error.message)
            await self.prompts.unreachable(job)
        else:
            log.error("slot %s: Telegram refuses: %s", job.slot_id, error.message)

    async def _bring_up_to_date(self, job: Job, screen: Screen) -> None:
        if not job.anew and job.digest == screen.digest:
            await self.prompts.shown(job, None, screen.digest)
            return
        if job.anew or job.message_id is None:
            message_id = await self._send(job.telegram_id, job.group, job.topic, screen)
        else:
            message_id = job.message_id
            await self._edit(job, message_id, screen)
        await self.prompts.shown(job, message_id, screen.digest)

    async def _send(self, chat: int, group: bool, topic: int | None, screen: Screen) -> int:
        await self._spend(chat, group)
        message = await self.bot.send_message(
            chat,
            screen.text,
            parse_mode=ParseMode.HTML,
            message_thread_id=topic,
            reply_markup=markup(screen),
            link_preview_options=LinkPreviewOptions(is_disabled=True),
        )
        return message.message_id

    async def _edit(self, job: Job, message_id: int, screen: Screen) -> None:
        await self._spend(job.telegram_id, job.group)
        try:
            await self.bot.edit_message_text(
                screen.text,
                job.telegram_id,
                message_id,
                parse_mode=ParseMode.HTML,
                reply_markup=markup(screen),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        except BadRequest as error:
            if _SAME not in error.message.lower():
                raise

    async def _tidy(self, job: Job) -> None:
        """Take old messages away in private, and old keyboards in the group; one call at a time."""
        message_id = job.old[0]
        try:
            if job.group:
                await self._spend(job.telegram_id, job.group)
                await self.bot.edit_message_reply_markup(job.telegram_id, message_id)
            else:
                self.budgets.spend_overall(self.clock.now())
                await self.bot.delete_message(job.telegram_id, message_id)
        except BadRequest as error:
            words = error.message.lower()
            if not any(known in words for known in (*_GONE, *_LOST, _SAME)):
                log.warning("slot %s: an old message stays: %s", job.slot_id, error.message)
        await self.prompts.stripped(job, message_id)

    async def _spend(self, chat: int, group: bool) -> None:
        self.budgets.spend(chat, group, self.clock.now())
        if group:
            await self.prompts.sent(chat)

    def _render(self, job: Job) -> Screen:
        data, language = job.data, job.language
        if isinstance(data, LobbyData):
            return screens.lobby(data, language, self.locales)
        if isinstance(data, GameData):
            return screens.table(data, language, self.locales)
        if isinstance(data, HandData):
            return screens.hand(data, language, self.locales)
        assert isinstance(data, ResultData)
        return screens.result(data, language, self.locales)

    # Saying something once

    async def _speak(self, said: Said) -> None:
        try:
            await self._send(said.telegram_id, said.group, said.topic, said.screen)
        except RetryAfter as error:
            self.budgets.close(said.telegram_id, self.clock.now() + _seconds(error.retry_after))
            self._said.append(said)
        except TelegramError as error:
            log.info("an answer in a chat could not be sent: %s", type(error).__name__)


def _seconds(value: int | timedelta) -> timedelta:
    return value if isinstance(value, timedelta) else timedelta(seconds=value)


def markup(screen: Screen) -> InlineKeyboardMarkup | None:
    """The keyboard of a screen for Telegram."""
    if not screen.keyboard:
        return None
    return InlineKeyboardMarkup(
        [
            [
                InlineKeyboardButton(
                    button.text, callback_data=button.data, url=button.url, style=button.style or None
                )
                for button in row
            ]
            for row in screen.keyboard
        ]
    )

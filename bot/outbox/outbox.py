"""The outbox: finds the stale screens, and shows them, the most urgent first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, InputMediaPhoto, LinkPreviewOptions
from telegram.constants import ParseMode
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError

from bot import pictures, screens
from bot.clock import Clock
from bot.locales import Locales
from bot.outbox.budgets import Budgets
from bot.screens.model import PHOTO, Document, GameData, HandData, LobbyData, ResultData, Screen
from bot.screens.votes import MenuData, VoteData
from bot.usecases.people import Persons
from bot.usecases.prompts import Job, Prompts, Waiting

log = logging.getLogger(__name__)

RETRY = timedelta(seconds=2)
LONGEST_RETRY = timedelta(seconds=60)
"""After an error of the network a call is made again after a pause that doubles each time."""

AT_ONCE = 8
"""How many chats are written to at the same time."""

PATIENCE = timedelta(seconds=5)
"""What is said once waits so long at most for the screens of its chat, which change all the time."""

MOST_SAID = 12
"""So many answers may wait in a chat; whoever floods it with more gets none to those."""

MOST_TRIES = 5
"""How often something that is said once is tried."""

_PHOTO_NAME = "hand.png"
_SAME = "not modified"
_LOST = (
    "message to edit not found",
    "message can't be edited",
    "message_id_invalid",
    "in the message to edit",  # there is no text, or no caption: it is a photo, or it is none
)
_GONE = ("message to delete not found", "message can't be deleted")
_NO_CHAT = ("chat not found", "bot was kicked", "not enough rights", "have no rights", "chat_write_forbidden")
_NO_TOPIC = "thread not found"


@dataclass(frozen=True, slots=True)
class Said:
    """Something that is said once and kept nowhere: the answer to a command, a page that is turned."""

    telegram_id: int
    group: bool
    topic: int | None
    screen: Screen
    page: int | None = None
    """The message that is to show it instead of a new one."""
    document: Document | None = None
    """A file to be sent, with the text of the screen as its caption."""


@dataclass(slots=True)
class _Spoken:
    """Something to be said: since when, not before when, and how often it was tried."""

    said: Said
    since: datetime
    after: datetime
    tries: int = 0


@dataclass(slots=True)
class Outbox:
    """Shows what the use-cases say is stale. All of it goes through the budgets but answers to taps."""

    bot: Bot
    prompts: Prompts
    persons: Persons
    locales: Locales
    clock: Clock
    budgets: Budgets = field(default_factory=Budgets)
    _said: list[_Spoken] = field(default_factory=list)
    _errors: dict[int, int] = field(default_factory=dict)
    """How often in a row the network failed, by slot."""
    _restored: bool = False

    def say(self, said: Said) -> None:
        """Say something once, unless it waits to be said already; the caller wakes the outbox."""
        waiting = [spoken.said for spoken in self._said if spoken.said.telegram_id == said.telegram_id]
        if said in waiting or len(waiting) >= MOST_SAID:
            return
        now = self.clock.now()
        self._said.append(_Spoken(said, now, now))

    async def run_once(self) -> datetime | None:
        """Show everything that may be shown now; when there is something to do again, if known.

        Raises an :class:`ExceptionGroup` when something went wrong that is no refusal of Telegram; what it
        struck is tried again later, and everything else has been shown.
        """
        await self._restore()
        while True:
            now = self.clock.now()
            answers = self._choose_said([], now, now - PATIENCE)
            busy = [spoken.said.telegram_id for spoken in answers]
            ready, following = self._choose(await self.prompts.stale(), busy, now)
            answers += self._choose_said([*busy, *(item.telegram_id for item in ready)], now, now)
            if not ready and not answers:
                return min((m for m in (following, self._next_said(now)) if m is not None), default=None)
            await self._all_of(*map(self._show, ready), *map(self._speak, answers))

    async def _all_of(self, *calls: Coroutine[None, None, None]) -> None:
        outcomes = await asyncio.gather(*calls, return_exceptions=True)
        problems = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        if problems:
            raise ExceptionGroup("not everything could be shown", problems)

    async def _restore(self) -> None:
        """Remember what was sent before a restart, so that the budgets hold across it."""
        if self._restored:
            return
        for telegram_id, at in await self.prompts.sent_lately():
            self.budgets.spend(telegram_id, telegram_id < 0, at)
        self._restored = True

    def _choose(
        self, waiting: list[Waiting], busy: list[int], now: datetime
    ) -> tuple[list[Waiting], datetime | None]:
        """At most one screen of each chat that may be shown now, and when the next may.

        In ``busy`` chats something is said now.
        """
        ready: dict[int, Waiting] = {}
        moments: list[datetime] = []
        for item in waiting:
            if item.retry_at is not None and item.retry_at > now:
                moments.append(item.retry_at)
                continue
            if item.telegram_id in ready or item.telegram_id in busy or len(ready) >= AT_ONCE:
                continue
            ahead = len(ready) + len(busy)
            free = self.budgets.free_at(item.telegram_id, item.group, item.urgent, now, ahead)
            if free <= now:
                ready[item.telegram_id] = item
            else:
                moments.append(free)
        return list(ready.values()), min(moments, default=None)

    def _choose_said(self, busy: list[int], now: datetime, since: datetime) -> list[_Spoken]:
        """What may be said now of what waits at least since a moment, one thing in each chat not busy."""
        chosen: list[_Spoken] = []
        taken = set(busy)
        for spoken in list(self._said):
            chat = spoken.said.telegram_id
            if chat in taken or spoken.since > since or len(chosen) >= AT_ONCE:
                continue
            if self._free_at(spoken, now, len(taken)) <= now:
                taken.add(chat)
                self._said.remove(spoken)
                chosen.append(spoken)
        return chosen

    def _free_at(self, spoken: _Spoken, now: datetime, ahead: int = 0) -> datetime:
        said = spoken.said
        return max(spoken.after, self.budgets.free_at(said.telegram_id, said.group, True, now, ahead))

    def _next_said(self, now: datetime) -> datetime | None:
        return min((self._free_at(spoken, now) for spoken in self._said), default=None)

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
            self._errors.pop(job.slot_id, None)
        except TelegramError as error:
            await self._refused(job, error)
        except Exception:
            await self.prompts.failed(job, self._later(job))
            raise

    async def _refused(self, job: Job, error: TelegramError) -> None:
        """Do what an error of Telegram, or on the way to it, asks for."""
        if isinstance(error, RetryAfter):
            until = self.clock.now() + wait_of(error)
            self.budgets.close(job.telegram_id, until)
            await self.prompts.failed(job, until)
        elif isinstance(error, ChatMigrated):
            await self._follow(job, error.new_chat_id)
        elif isinstance(error, Forbidden):
            await self.prompts.unreachable(job)
        elif isinstance(error, BadRequest):
            await self._bad_request(job, error)
        else:
            log.info("slot %s: %s; trying again", job.slot_id, type(error).__name__)
            await self.prompts.failed(job, self._later(job))

    def _later(self, job: Job) -> datetime:
        """When a call that failed is made again."""
        count = self._errors.get(job.slot_id, 0)
        self._errors[job.slot_id] = count + 1
        return self.clock.now() + min(RETRY * (1 << min(count, 10)), LONGEST_RETRY)

    async def _follow(self, job: Job, new_chat_id: int) -> None:
        await self.persons.migrated(job.telegram_id, new_chat_id)
        await self.prompts.failed(job, self.clock.now())

    async def _bad_request(self, job: Job, error: BadRequest) -> None:
        message = error.message.lower()
        if any(words in message for words in _LOST):
            await self.prompts.failed(job, self.clock.now(), lost=True)
        elif _NO_TOPIC in message and job.topic is not None:
            log.info("slot %s: its topic is gone", job.slot_id)
            await self.prompts.topic_lost(job)
        elif any(words in message for words in _NO_CHAT):
            log.warning("slot %s: %s", job.slot_id, error.message)
            await self.prompts.unreachable(job)
        else:
            log.error("slot %s: Telegram refuses: %s", job.slot_id, error.message)

    async def _bring_up_to_date(self, job: Job, screen: Screen) -> None:
        if not job.anew and job.digest == screen.digest:
            await self.prompts.shown(job, None, screen.digest)
            return
        if job.anew or job.message_id is None or _is_photo(job.digest) != (screen.picture is not None):
            message_id = await self._send(job.telegram_id, job.group, job.topic, screen)
        else:
            message_id = job.message_id
            before = "" if job.slot_id in self._errors else job.digest
            await self._edit(job.telegram_id, job.group, message_id, screen, before)
        await self.prompts.shown(job, message_id, screen.digest, keyed=bool(screen.keyboard))

    async def _send(self, chat: int, group: bool, topic: int | None, screen: Screen) -> int:
        photo = await _drawn(screen)
        await self._spend(chat, group)
        if photo is not None:
            message = await self.bot.send_photo(
                chat,
                photo,
                caption=screen.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=topic,
                reply_markup=markup(screen),
                filename=_PHOTO_NAME,
            )
        else:
            message = await self.bot.send_message(
                chat,
                screen.text,
                parse_mode=ParseMode.HTML,
                message_thread_id=topic,
                reply_markup=markup(screen),
                link_preview_options=LinkPreviewOptions(is_disabled=True),
            )
        return message.message_id

    async def _send_document(self, said: Said, document: Document) -> None:
        await self._spend(said.telegram_id, said.group)
        await self.bot.send_document(
            said.telegram_id,
            document.content,
            filename=document.name,
            caption=said.screen.text,
            parse_mode=ParseMode.HTML,
            message_thread_id=said.topic,
            reply_markup=markup(said.screen),
        )

    async def _edit(self, chat: int, group: bool, message_id: int, screen: Screen, before: str = "") -> None:
        """Let a message show a screen; ``before`` is the digest of what it surely shows, if that is known."""
        same = screen.picture is not None and before.startswith(screen.picture.mark)
        photo = None if same else await _drawn(screen)
        await self._spend(chat, group)
        try:
            if photo is not None:
                media = InputMediaPhoto(photo, screen.text, ParseMode.HTML, filename=_PHOTO_NAME)
                await self.bot.edit_message_media(media, chat, message_id, reply_markup=markup(screen))
            elif screen.picture is not None:
                await self.bot.edit_message_caption(
                    chat,
                    message_id,
                    caption=screen.text,
                    parse_mode=ParseMode.HTML,
                    reply_markup=markup(screen),
                )
            else:
                await self.bot.edit_message_text(
                    screen.text,
                    chat,
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
            shown = screens.settings if data.page and not data.cancelled else screens.lobby
            return shown(data, language, self.locales)
        if isinstance(data, GameData):
            return screens.table(data, language, self.locales)
        if isinstance(data, HandData):
            return screens.hand(data, language, self.locales)
        if isinstance(data, MenuData):
            return screens.menu(data, language, self.locales)
        if isinstance(data, VoteData):
            return screens.vote(data, language, self.locales)
        assert isinstance(data, ResultData)
        return screens.result(data, language, self.locales)

    # Saying something once

    async def _speak(self, spoken: _Spoken) -> None:
        said = spoken.said
        try:
            if said.document is not None:
                await self._send_document(said, said.document)
            elif said.page is None:
                await self._send(said.telegram_id, said.group, said.topic, said.screen)
            else:
                await self._edit(said.telegram_id, said.group, said.page, said.screen)
        except RetryAfter as error:
            self.budgets.close(said.telegram_id, self.clock.now() + wait_of(error))
            self._said.append(spoken)
        except ChatMigrated as error:
            self._said.append(replace(spoken, said=replace(said, telegram_id=error.new_chat_id)))
        except (BadRequest, Forbidden) as error:
            log.info("an answer in a chat was refused: %s", error.message)
        except TelegramError as error:
            spoken.tries += 1
            spoken.after = self.clock.now() + RETRY * (1 << spoken.tries)
            log.info("an answer in a chat could not be sent: %s", type(error).__name__)
            if spoken.tries < MOST_TRIES:
                self._said.append(spoken)


def _is_photo(digest: str) -> bool:
    return digest.startswith(PHOTO)


async def _drawn(screen: Screen) -> bytes | None:
    """The picture of a screen as a file, if it has one; drawn beside everything else."""
    return None if screen.picture is None else await asyncio.to_thread(pictures.png, screen.picture)


def wait_of(error: RetryAfter) -> timedelta:
    """How long Telegram wants to be left alone."""
    value = error.retry_after
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

"""The outbox: finds the stale screens, and shows them, the most urgent first."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta

from telegram import Bot
from telegram.error import BadRequest, ChatMigrated, Forbidden, RetryAfter, TelegramError, TimedOut

from bot import screens
from bot.budgets import EVERYTHING, NOTHING, OVERALL_PRICE, Spent, price
from bot.clock import Clock
from bot.locales import Locales
from bot.ops.logs import about
from bot.outbox.calls import LOST, Calls, is_photo, markup, wait_of
from bot.screens.model import Document, GameData, HandData, LobbyData, ResultData, Screen
from bot.screens.votes import MenuData, VoteData
from bot.usecases.people import Persons
from bot.usecases.prompts import Job, Prompts, Waiting

__all__ = ["Outbox", "Said", "markup", "wait_of"]

log = logging.getLogger(__name__)

RETRY = timedelta(seconds=2)
LONGEST_RETRY = timedelta(seconds=60)
"""After an error of the network a call is made again after a pause that doubles each time."""

AT_ONCE = 8
"""How many chats are written to at the same time."""

CALL_WITHIN = 20.0
"""Real seconds that a call may take in all; less than a worker may have a screen to itself."""

BUSY_PAUSE = 0.05
"""Seconds after which a screen is looked at again where somebody else was at work."""

PATIENCE = 5.0
"""What is said once waits so many seconds at most for the screens of its chat, which change all the time."""

MOST_SAID = 12
"""So many answers may wait in a chat; whoever floods it with more gets none to those."""

MOST_TRIES = 5
"""How often something that is said once is tried."""

_NO_TOPIC = "thread not found"
_NO_CHAT = ("chat not found", "bot was kicked", "not enough rights", "have no rights")


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
    """Something to be said: since when, not before when, in unix time, and how often it was tried."""

    said: Said
    since: float
    after: float
    tries: int = 0


@dataclass(slots=True)
class _Round:
    """A round of the outbox: the calls under way, by chat, and what went wrong."""

    flights: dict[asyncio.Task[None], int] = field(default_factory=dict)
    tried: set[int] = field(default_factory=set)
    """Screens for which there was nothing to do now, because somebody else is at work there."""
    problems: list[Exception] = field(default_factory=list)
    most: int = 0
    """So many calls may be under way: more than are within all budgets would be prepared in vain."""

    @property
    def full(self) -> bool:
        """Whether no more calls may begin now."""
        return len(self.flights) >= min(self.most, AT_ONCE)

    def launch(self, chat: int, call: Coroutine[None, None, None]) -> None:
        """Begin a call in a chat."""
        self.flights[asyncio.create_task(call)] = chat

    def land(self) -> None:
        """Take away the calls that have ended."""
        for task in [task for task in self.flights if task.done()]:
            del self.flights[task]
            error = task.exception()
            if isinstance(error, Exception):
                self.problems.append(error)

    async def abort(self) -> None:
        """Cut off what is under way."""
        for task in self.flights:
            task.cancel()
        await asyncio.gather(*self.flights, return_exceptions=True)


@dataclass(slots=True)
class Outbox:
    """Shows what the use-cases say is stale. All of it goes through the budgets but answers to taps."""

    bot: Bot
    prompts: Prompts
    persons: Persons
    locales: Locales
    clock: Clock
    _said: list[_Spoken] = field(default_factory=list)
    _errors: dict[int, int] = field(default_factory=dict)
    """How often in a row the network failed, by slot."""
    _news: asyncio.Event = field(default_factory=asyncio.Event)
    """There may be more to show than when it was looked last."""
    _closing: bool = False
    _quiet_until: float = 0.0
    """Before this moment all that Telegram takes has been spent."""

    def say(self, said: Said) -> None:
        """Say something once, unless it waits to be said already; the caller wakes the outbox."""
        waiting = [spoken.said for spoken in self._said if spoken.said.telegram_id == said.telegram_id]
        if said in waiting or len(waiting) >= MOST_SAID:
            return
        now = self.clock.now().timestamp()
        self._said.append(_Spoken(said, now, now))

    def wake(self) -> None:
        """Let a round that is under way look again."""
        self._news.set()

    def close(self) -> None:
        """Begin nothing more; what is under way may end."""
        self._closing = True
        self.wake()

    async def run_once(self) -> datetime | None:
        """Show everything that may be shown now; when there is something to do again, if known.

        Calls in several chats are under way at the same time, and none waits for another. Raises an
        :class:`ExceptionGroup` when something went wrong that is no refusal of Telegram; what it struck is
        tried again later, and everything else has been shown.
        """
        current = _Round()
        try:
            while True:
                self._news.clear()
                following = await self._begin_calls(current)
                if not current.flights:
                    break
                await self._wait(current)
        finally:
            await current.abort()
        if current.problems:
            raise ExceptionGroup("not everything could be shown", current.problems)
        return following

    async def _wait(self, current: _Round) -> None:
        """Wait until a call ends, or there is something new to show."""
        news = asyncio.create_task(self._news.wait())
        try:
            await asyncio.wait({news, *current.flights}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            news.cancel()
        current.land()

    async def _begin_calls(self, current: _Round) -> datetime | None:
        """Begin the calls that may be made now, one in a chat; when the next may be made, if known."""
        if self._closing or len(current.flights) >= AT_ONCE:
            return None
        now = self.clock.now().timestamp()
        if now < self._quiet_until:
            return _moment(self._quiet_until)
        spent = await self.prompts.spent([spoken.said.telegram_id for spoken in self._said])
        overall = spent.get(EVERYTHING, NOTHING)
        self._quiet_until = OVERALL_PRICE.free_at(overall, now)
        waiting = await self.prompts.stale()
        if now < self._quiet_until:
            return _moment(self._quiet_until) if waiting or self._said else None
        current.most = len(current.flights) + OVERALL_PRICE.left(overall, now)
        moments = [
            *self._begin_saying(current, spent, now, now - PATIENCE),
            *self._begin_showing(current, waiting, now),
            *self._begin_saying(current, spent, now, now),
        ]
        return _moment(min(moments)) if moments else None

    def _begin_showing(self, current: _Round, waiting: list[Waiting], now: float) -> Iterator[float]:
        """Begin to show the most urgent screens; when each of the others may be shown."""
        for item in waiting:
            if item.telegram_id in current.flights.values():
                continue
            if item.slot_id in current.tried:
                yield now + BUSY_PAUSE
                continue
            free = price(item.group, item.urgent).free_at(item.spent, now)
            if item.retry_at is not None:
                free = max(free, item.retry_at.timestamp())
            if free > now:
                yield free
            elif not current.full:
                with about(slot=item.slot_id):
                    current.launch(item.telegram_id, self._show(current, item))

    def _begin_saying(
        self, current: _Round, spent: dict[int, Spent], now: float, since: float
    ) -> Iterator[float]:
        """Begin to say what waits at least since a moment; when each of the rest may be said."""
        for spoken in list(self._said):
            said, chat = spoken.said, spoken.said.telegram_id
            if chat in current.flights.values() or spoken.since > since:
                continue
            free = max(spoken.after, price(said.group, True).free_at(spent.get(chat, NOTHING), now))
            if free > now:
                yield free
            elif not current.full:
                self._said.remove(spoken)
                current.launch(chat, self._speak(spoken))

    # Showing a screen

    async def _show(self, current: _Round, item: Waiting) -> None:
        try:
            job = await self.prompts.job(item.slot_id, self._render)
        except Exception:
            await self.prompts.put_off(item.slot_id, self._later(item.slot_id))
            raise
        if job is None:
            current.tried.add(item.slot_id)
            return
        current.tried.discard(item.slot_id)
        try:
            async with asyncio.timeout(CALL_WITHIN):
                await self._call(job)
            self._errors.pop(job.slot_id, None)
        except TimeoutError:
            await self._refused(job, TimedOut())
        except TelegramError as error:
            await self._refused(job, error)
        except Exception:
            await self.prompts.failed(job, self._later(job.slot_id), unknown=True)
            raise

    async def _refused(self, job: Job, error: TelegramError) -> None:
        """Do what an error of Telegram, or on the way to it, asks for."""
        if isinstance(error, RetryAfter):
            until = self.clock.now() + wait_of(error)
            await self.prompts.close(job.telegram_id, until)
            await self.prompts.failed(job, until)
        elif isinstance(error, ChatMigrated):
            await self._follow(job, error.new_chat_id)
        elif isinstance(error, Forbidden):
            await self.prompts.unreachable(job)
        elif isinstance(error, BadRequest):
            await self._bad_request(job, error)
        else:
            log.info("slot %s: %s; trying again", job.slot_id, type(error).__name__)
            await self.prompts.failed(job, self._later(job.slot_id), unknown=True)

    def _later(self, slot_id: int) -> datetime:
        """When a call that failed is made again."""
        count = self._errors.get(slot_id, 0)
        self._errors[slot_id] = count + 1
        return self.clock.now() + min(RETRY * (1 << min(count, 10)), LONGEST_RETRY)

    async def _follow(self, job: Job, new_chat_id: int) -> None:
        await self.persons.migrated(job.telegram_id, new_chat_id)
        await self.prompts.failed(job, self.clock.now())

    async def _bad_request(self, job: Job, error: BadRequest) -> None:
        message = error.message.lower()
        if any(words in message for words in LOST):
            await self.prompts.failed(job, self.clock.now(), lost=True)
        elif _NO_TOPIC in message and job.topic is not None:
            log.info("slot %s: its topic is gone", job.slot_id)
            await self.prompts.topic_lost(job)
        elif any(words in message for words in _NO_CHAT):
            log.warning("slot %s: %s", job.slot_id, error.message)
            await self.prompts.unreachable(job)
        else:
            log.error("slot %s: Telegram refuses: %s", job.slot_id, error.message)
            await self.prompts.shown(job, None, job.digest)

    async def _call(self, job: Job) -> None:
        """Make the call of a job, and note what it has led to."""
        calls, screen = Calls(self.bot), job.screen
        if screen is None:
            problem = await calls.tidy(job.telegram_id, job.old[0], group=job.group)
            if problem:
                log.warning("slot %s: an old message stays: %s", job.slot_id, problem)
            await self.prompts.stripped(job, job.old[0])
            return
        if job.anew or job.message_id is None or is_photo(job.digest) != (screen.picture is not None):
            message_id = await calls.send(job.telegram_id, job.topic, screen)
        else:
            message_id = job.message_id
            await calls.edit(job.telegram_id, message_id, screen, job.digest)
        await self.prompts.shown(job, message_id, screen.digest, keyed=bool(screen.keyboard))

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
        said, calls = spoken.said, Calls(self.bot)
        if not await self.prompts.spend(said.telegram_id, said.group):
            spoken.after = self.clock.now().timestamp() + BUSY_PAUSE
            self._said.append(spoken)
            return
        try:
            if said.document is not None:
                await calls.send_document(said.telegram_id, said.topic, said.screen, said.document)
            elif said.page is None:
                await calls.send(said.telegram_id, said.topic, said.screen)
            else:
                await calls.edit(said.telegram_id, said.page, said.screen)
        except RetryAfter as error:
            await self.prompts.close(said.telegram_id, self.clock.now() + wait_of(error))
            self._said.append(spoken)
        except ChatMigrated as error:
            self._said.append(replace(spoken, said=replace(said, telegram_id=error.new_chat_id)))
        except (BadRequest, Forbidden) as error:
            log.info("an answer in a chat was refused: %s", error.message)
        except TelegramError as error:
            spoken.tries += 1
            spoken.after = (self.clock.now() + RETRY * (1 << spoken.tries)).timestamp()
            log.info("an answer in a chat could not be sent: %s", type(error).__name__)
            if spoken.tries < MOST_TRIES:
                self._said.append(spoken)


def _moment(at: float) -> datetime:
    """A moment that is not before a unix time, in spite of rounding."""
    return datetime.fromtimestamp(at, UTC) + timedelta(microseconds=1)

"""Wakes what has to be done: APScheduler in real time, the sandbox's clock in its place.

Neither holds any truth: what is due stands in the database, and is found by looking.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Protocol

from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.clock import Clock
from bot.ops.observer import NOBODY, Observer

log = logging.getLogger(__name__)

SWEEP = timedelta(seconds=1)
"""How often is looked for what a lost job would have missed."""

AT_ONCE = 100
"""So many alarms of one name may ring at the same instant; one is enough to do everything."""

AFTER_ERROR = timedelta(seconds=2)


class Alarm(Protocol):
    """Calls something at a moment; setting it again replaces the moment."""

    def set(self, name: str, moment: datetime, action: Callable[[], None]) -> None:
        """Call ``action`` at a moment of the clock."""
        ...


class Activity(Protocol):
    """Is told when work begins and ends, so that a clock that follows the bot knows when it rests."""

    def enter(self) -> None:
        """Work begins."""
        ...

    def leave(self) -> None:
        """Work ends."""
        ...


class SchedulerAlarm:
    """An alarm on APScheduler. No job is ever too late to run (``misfire_grace_time=None``).

    The jobs are coroutines: APScheduler would run plain functions in threads, where events of the loop must
    not be set, and would drop an alarm that rings while the one before has not come back from there.
    """

    def __init__(self, scheduler: AsyncIOScheduler) -> None:
        self._scheduler = scheduler

    def set(self, name: str, moment: datetime, action: Callable[[], None]) -> None:
        """Call ``action`` at a moment."""
        self._scheduler.add_job(
            _in_loop,
            "date",
            args=[action],
            run_date=moment,
            id=name,
            max_instances=AT_ONCE,
            replace_existing=True,
            misfire_grace_time=None,
        )

    def sweep(self, name: str, action: Callable[[], None]) -> None:
        """Call ``action`` every second or so."""
        self._scheduler.add_job(
            _in_loop,
            "interval",
            args=[action],
            seconds=SWEEP.total_seconds(),
            id=name,
            coalesce=True,
            replace_existing=True,
            misfire_grace_time=None,
        )


async def _in_loop(action: Callable[[], None]) -> None:
    action()


class Restless:
    """An activity that nobody looks at."""

    def enter(self) -> None:
        """Work begins."""

    def leave(self) -> None:
        """Work ends."""


class Pulse:
    """Does some work whenever it is triggered, never twice at once, and again at the moment it asks for."""

    def __init__(
        self,
        name: str,
        work: Callable[[], Awaitable[datetime | None]],
        clock: Clock,
        alarm: Alarm,
        activity: Activity,
        observer: Observer = NOBODY,
    ) -> None:
        self._name = name
        self._observer = observer
        self._work = work
        self._clock = clock
        self._alarm = alarm
        self._activity = activity
        self._wanted = asyncio.Event()
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._following: datetime | None = None
        """When the alarm rings."""
        self._sooner: datetime | None = None
        """A moment that was asked for during a round, which may not have seen why."""

    def trigger(self) -> None:
        """Let the work be done soon."""
        if not self._wanted.is_set():
            self._activity.enter()
            self._wanted.set()

    def trigger_by(self, moment: datetime) -> None:
        """Let the work be done at a moment, if it would not be done before."""
        if moment <= self._clock.now():
            self.trigger()
            return
        self._sooner = moment if self._sooner is None else min(moment, self._sooner)
        if self._following is None or moment < self._following:
            self._set_alarm(moment)

    def _set_alarm(self, moment: datetime) -> None:
        self._following = moment
        self._alarm.set(self._name, moment, self._ring)

    def _ring(self) -> None:
        self._following = None
        self.trigger()

    def start(self) -> None:
        """Begin, with a first round at once."""
        self._task = asyncio.create_task(self._run(), name=self._name)
        self.trigger()

    async def stop(self, patience: float = 2.0) -> None:
        """Stop after the round that is under way; one that takes so many real seconds more is cut off."""
        task, self._task = self._task, None
        if task is None:
            return
        self._stopping = True
        self.trigger()
        _, late = await asyncio.wait({task}, timeout=patience)
        if late:
            log.warning("%s: a round is cut off", self._name)
            task.cancel()
            await asyncio.wait(late)

    async def _run(self) -> None:
        while True:
            await self._wanted.wait()
            self._wanted.clear()
            try:
                if self._stopping:
                    return
                await self._round()
            finally:
                self._activity.leave()

    async def _round(self) -> None:
        self._observer.begin(self._name)
        self._sooner = None
        try:
            following = await self._work()
        except Exception:
            log.exception("%s: a round failed; the next one tries again", self._name)
            following = self._clock.now() + AFTER_ERROR
        finally:
            self._observer.end(self._name)
        moments = [moment for moment in (following, self._sooner) if moment is not None]
        if moments:
            self._set_alarm(min(moments))

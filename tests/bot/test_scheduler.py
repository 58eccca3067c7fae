"""What wakes the work: a pulse never runs twice at once, loses no trigger, and comes again when asked to."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from apscheduler.schedulers.asyncio import AsyncIOScheduler

from bot.clock import ManualClock
from bot.scheduler import AFTER_ERROR, Pulse, SchedulerAlarm

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


class Alarms:
    """An alarm that notes what it is set to."""

    def __init__(self) -> None:
        self.set_to: dict[str, tuple[datetime, Callable[[], None]]] = {}

    def set(self, name: str, moment: datetime, action: Callable[[], None]) -> None:
        """Note it."""
        self.set_to[name] = moment, action


class Busy:
    """Counts work that has begun and not ended."""

    def __init__(self) -> None:
        self.count = 0

    def enter(self) -> None:
        """Work begins."""
        self.count += 1

    def leave(self) -> None:
        """Work ends."""
        self.count -= 1
        assert self.count >= 0


class Rounds:
    """Work whose rounds end when they are told to."""

    def __init__(self) -> None:
        self.begun = 0
        self.ended = 0
        self.following: datetime | None = None
        self.error: Exception | None = None
        self.gate = asyncio.Event()
        self.gate.set()

    async def __call__(self) -> datetime | None:
        """One round."""
        assert self.begun == self.ended, "two rounds at once"
        self.begun += 1
        await self.gate.wait()
        self.ended += 1
        if self.error is not None:
            raise self.error
        return self.following


class Parts:
    """A pulse and everything around it."""

    def __init__(self) -> None:
        self.rounds, self.alarms, self.busy = Rounds(), Alarms(), Busy()
        self.pulse = Pulse("work", self.rounds, ManualClock(NOW), self.alarms, self.busy)


async def settle() -> None:
    """Let every task run until it waits."""
    for _ in range(10):
        await asyncio.sleep(0)


async def test_it_begins_with_a_round_and_rests_then() -> None:
    parts = Parts()
    parts.pulse.start()
    assert parts.busy.count == 1
    await settle()
    assert parts.rounds.ended == 1
    assert parts.busy.count == 0
    await parts.pulse.stop()


async def test_a_trigger_during_a_round_leads_to_one_more_round() -> None:
    parts = Parts()
    parts.rounds.gate.clear()
    parts.pulse.start()
    await settle()
    for _ in range(3):
        parts.pulse.trigger()
    assert parts.busy.count == 2
    parts.rounds.gate.set()
    await settle()
    assert parts.rounds.ended == 2
    assert parts.busy.count == 0
    await parts.pulse.stop()


async def test_the_alarm_is_set_to_what_a_round_asks_for() -> None:
    parts = Parts()
    parts.rounds.following = NOW + timedelta(seconds=7)
    parts.pulse.start()
    await settle()
    moment, action = parts.alarms.set_to["work"]
    assert moment == NOW + timedelta(seconds=7)
    action()
    await settle()
    assert parts.rounds.ended == 2
    await parts.pulse.stop()


async def test_a_round_that_fails_is_told_in_the_log_and_tried_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    parts = Parts()
    parts.rounds.error = RuntimeError("the disk is full")
    parts.pulse.start()
    await settle()
    assert "the disk is full" in caplog.text
    assert parts.busy.count == 0
    moment, action = parts.alarms.set_to["work"]
    assert moment == NOW + AFTER_ERROR
    parts.rounds.error = None
    action()
    await settle()
    assert parts.rounds.ended == 2
    await parts.pulse.stop()


async def test_a_moment_that_is_named_rings_without_a_round_before() -> None:
    parts = Parts()
    parts.rounds.following = NOW + timedelta(seconds=7)
    parts.pulse.start()
    await settle()
    for seconds, alarm in ((9, 7), (5, 5), (6, 5)):
        parts.pulse.trigger_by(NOW + timedelta(seconds=seconds))
        assert parts.alarms.set_to["work"][0] == NOW + timedelta(seconds=alarm)
    await settle()
    assert parts.rounds.ended == 1
    parts.alarms.set_to["work"][1]()
    await settle()
    assert parts.rounds.ended == 2
    await parts.pulse.stop()


async def test_a_moment_that_has_come_is_a_trigger() -> None:
    parts = Parts()
    parts.pulse.start()
    await settle()
    parts.pulse.trigger_by(NOW)
    await settle()
    assert parts.rounds.ended == 2
    await parts.pulse.stop()


async def test_a_moment_that_is_named_during_a_round_is_not_lost() -> None:
    """The round may have looked for what is due before it was stored."""
    parts = Parts()
    parts.rounds.following = NOW + timedelta(seconds=7)
    parts.rounds.gate.clear()
    parts.pulse.start()
    await settle()
    parts.pulse.trigger_by(NOW + timedelta(seconds=3))
    parts.rounds.gate.set()
    await settle()
    assert parts.alarms.set_to["work"][0] == NOW + timedelta(seconds=3)
    parts.alarms.set_to["work"][1]()
    await settle()
    assert parts.rounds.ended == 2
    assert parts.alarms.set_to["work"][0] == NOW + timedelta(seconds=7)
    await parts.pulse.stop()


async def test_stopping_lets_the_round_end() -> None:
    parts = Parts()
    parts.rounds.gate.clear()
    parts.pulse.start()
    await settle()
    stopping = asyncio.create_task(parts.pulse.stop())
    await settle()
    assert not stopping.done()
    parts.rounds.gate.set()
    await stopping
    assert (parts.rounds.begun, parts.rounds.ended) == (1, 1)
    assert parts.busy.count == 0


async def test_stopping_does_not_wait_for_ever() -> None:
    parts = Parts()
    parts.rounds.gate.clear()
    parts.pulse.start()
    await settle()
    await parts.pulse.stop(patience=0)
    assert (parts.rounds.begun, parts.rounds.ended) == (1, 0)
    await parts.pulse.stop()


async def test_a_job_that_is_late_is_not_dropped() -> None:
    scheduler = AsyncIOScheduler(timezone=UTC)
    rung = asyncio.Event()
    alarm = SchedulerAlarm(scheduler)
    alarm.set("work", NOW - timedelta(days=3650), rung.set)
    alarm.sweep("sweep", rung.set)
    assert [job.misfire_grace_time for job in scheduler.get_jobs()] == [None, None]
    scheduler.remove_job("sweep")
    scheduler.start()
    async with asyncio.timeout(10):
        await rung.wait()
    scheduler.shutdown(wait=False)


async def test_alarms_ring_in_the_thread_of_the_loop_and_none_is_dropped() -> None:
    scheduler = AsyncIOScheduler(timezone=UTC)
    alarm = SchedulerAlarm(scheduler)
    threads: list[int] = []
    scheduler.start()
    async with asyncio.timeout(10):
        for number in range(20):
            alarm.set("work", NOW - timedelta(days=3650), lambda: threads.append(threading.get_ident()))
            await asyncio.sleep(0)
            while len(threads) <= number:  # noqa: ASYNC110 - the thread is what is looked at
                await asyncio.sleep(0)
    assert set(threads) == {threading.get_ident()}
    scheduler.shutdown(wait=False)


async def test_an_alarm_set_again_rings_once_at_the_new_moment() -> None:
    scheduler = AsyncIOScheduler(timezone=UTC)
    alarm = SchedulerAlarm(scheduler)
    scheduler.start(paused=True)
    for seconds in (5, 9):
        alarm.set("work", NOW + timedelta(seconds=seconds), lambda: None)
    assert [job.trigger.run_date for job in scheduler.get_jobs()] == [NOW + timedelta(seconds=9)]
    scheduler.shutdown(wait=False)

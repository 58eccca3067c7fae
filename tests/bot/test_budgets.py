"""The budgets: a chat a second, 18 a minute in a group, what Telegram says in between; on both databases.

They are spent in the database by one statement, and reckoned ahead from what stands there.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.budgets import EVERYTHING, NOTHING, OVERALL, OVERALL_PRICE, OVERALL_RATE, Price, Spent, price
from bot.clock import ManualClock
from bot.usecases.common import Services
from bot.usecases.prompts import Prompts
from storage.database import Database
from tests.bot.world import START

pytestmark = pytest.mark.both_databases

NOW = 1_796_155_200.0
GROUP, PERSON = -100, 7
URGENT = price(group=True, urgent=True)


def spend(cost: Price, spent: Spent, now: float) -> Spent:
    """What stands in the database after a call."""
    return Spent(now, max(now, spent.full_at) + cost.step, spent.closed_until)


def send_all(urgencies: list[bool]) -> list[float]:
    """When each of some calls in a group may be made, each as soon as it may."""
    now, spent, times = NOW, NOTHING, []
    for urgent in urgencies:
        cost = price(group=True, urgent=urgent)
        now = cost.free_at(spent, now)
        spent = spend(cost, spent, now)
        times.append(now)
    return times


@given(st.lists(st.booleans(), min_size=30, max_size=120))
def test_a_group_gets_18_calls_in_any_minute_at_most(urgencies: list[bool]) -> None:
    times = send_all(urgencies)
    for start in times:
        assert sum(start <= time < start + 60 for time in times) <= 18


@given(st.lists(st.booleans(), min_size=2, max_size=60))
def test_calls_in_a_chat_are_a_second_apart(urgencies: list[bool]) -> None:
    assert all(b - a >= 1 for a, b in pairwise(send_all(urgencies)))


def test_who_must_act_has_a_reserve() -> None:
    spent, now = NOTHING, NOW
    patient = price(group=True, urgent=False)
    while patient.free_at(spent, now) <= now + 2:
        now = patient.free_at(spent, now)
        spent = spend(patient, spent, now)
    assert URGENT.free_at(spent, now) < patient.free_at(spent, now)


def test_a_person_is_not_held_to_a_minute() -> None:
    spent, now, cost = NOTHING, NOW, price(group=False, urgent=True)
    for _ in range(40):
        now = cost.free_at(spent, now)
        spent = spend(cost, spent, now)
    assert now < NOW + 45


def test_all_chats_together_stay_below_thirty_a_second() -> None:
    spent, now, times = NOTHING, NOW, []
    for _ in range(200):
        now = OVERALL_PRICE.free_at(spent, now)
        spent = spend(OVERALL_PRICE, spent, now)
        times.append(now)
    assert max(sum(start <= time < start + 1 for time in times) for start in times) <= OVERALL < 30
    assert times[-1] - times[0] == pytest.approx(200 / OVERALL_RATE, rel=0.05)


def test_a_chat_that_telegram_closed_stays_closed() -> None:
    closed = Spent(closed_until=NOW + 9)
    assert URGENT.free_at(closed, NOW) == NOW + 9
    assert URGENT.free_at(closed, NOW + 9) == NOW + 9


@dataclass
class Bank:
    """The budgets in a database, as two workers see them, and their clock."""

    clock: ManualClock
    workers: list[Prompts]

    async def spend(self, chat: int, worker: int = 0) -> bool:
        """Spend a call, if it may be made now."""
        return await self.workers[worker].spend(chat, chat < 0)

    async def spent(self, chat: int) -> Spent:
        """What stands in the database."""
        return (await self.workers[0].spent([chat])).get(chat, NOTHING)

    def move(self, seconds: float) -> None:
        """Let some time pass."""
        self.clock.set(self.clock.now() + timedelta(seconds=seconds))


@pytest.fixture
async def bank(database_url: str) -> AsyncIterator[Bank]:
    """Two workers on one database."""
    clock = ManualClock(START)
    databases = [Database(database_url) for _ in range(2)]
    await databases[0].migrate()
    yield Bank(clock, [Prompts(Services(database, clock)) for database in databases])
    for database in databases:
        await database.close()


async def test_what_is_reckoned_ahead_is_what_the_database_allows(bank: Bank) -> None:
    begin, count = bank.clock.now(), 0
    while bank.clock.now() < begin + timedelta(minutes=2):
        free = URGENT.free_at(await bank.spent(GROUP), bank.clock.now().timestamp())
        early = free - 0.01 - bank.clock.now().timestamp()
        if early > 0:
            bank.move(early)
            assert not await bank.spend(GROUP)
            bank.move(0.01)
        assert await bank.spend(GROUP)
        count += 1
    assert count == 4 + 28


async def test_workers_share_the_budget_of_a_chat(bank: Bank) -> None:
    landed = await asyncio.gather(*(bank.spend(PERSON, worker) for worker in (0, 1, 0, 1)))
    assert sorted(landed) == [False, False, False, True]
    bank.move(1.1)
    landed = await asyncio.gather(*(bank.spend(PERSON, worker) for worker in (0, 1, 0, 1)))
    assert sorted(landed) == [False, False, False, True]


async def test_workers_share_the_budget_of_all_chats(bank: Bank) -> None:
    times: list[datetime] = []
    for step in range(150):
        landed = await asyncio.gather(*(bank.spend(1000 + step * 2 + worker, worker) for worker in (0, 1)))
        times += [bank.clock.now()] * sum(landed)
        bank.move(0.02)
    second = timedelta(seconds=1)
    assert max(sum(start <= time < start + second for time in times) for start in times) <= OVERALL
    assert len(times) >= 3 * OVERALL_RATE


async def test_a_chat_that_is_closed_is_closed_for_every_worker_and_no_other_chat_is(bank: Bank) -> None:
    until = bank.clock.now() + timedelta(seconds=9)
    await bank.workers[0].close(GROUP, until)
    assert not await bank.spend(GROUP, 1)
    assert await bank.spend(PERSON, 1)
    bank.move(8.9)
    assert not await bank.spend(GROUP, 1)
    bank.move(0.1)
    assert await bank.spend(GROUP, 1)


async def test_what_nobody_has_spent_is_nothing(bank: Bank) -> None:
    assert await bank.spent(GROUP) == NOTHING
    await bank.spend(GROUP)
    assert set(await bank.workers[1].spent([GROUP])) == {GROUP, EVERYTHING}

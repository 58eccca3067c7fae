"""The outbox's budgets: a chat a second, 18 in any minute in a group, what Telegram says in between."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bot.outbox.budgets import OVERALL, Budgets

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
GROUP, PERSON = -100, 7


def send_all(budgets: Budgets, urgencies: list[bool]) -> list[datetime]:
    """When each of some calls in a group may be made, each as soon as it may."""
    now, times = NOW, []
    for urgent in urgencies:
        now = budgets.free_at(GROUP, True, urgent, now)
        budgets.spend(GROUP, True, now)
        times.append(now)
    return times


@given(st.lists(st.booleans(), min_size=30, max_size=120))
def test_a_group_gets_18_calls_in_any_minute_at_most(urgencies: list[bool]) -> None:
    times = send_all(Budgets(), urgencies)
    for start in times:
        assert sum(start <= time < start + timedelta(minutes=1) for time in times) <= 18


@given(st.lists(st.booleans(), min_size=2, max_size=60))
def test_calls_in_a_chat_are_a_second_apart(urgencies: list[bool]) -> None:
    times = send_all(Budgets(), urgencies)
    assert all(b - a >= timedelta(seconds=1) for a, b in pairwise(times))


def test_who_must_act_has_a_reserve() -> None:
    budgets, now = Budgets(), NOW
    while budgets.free_at(GROUP, True, False, now) <= now + timedelta(seconds=2):
        now = budgets.free_at(GROUP, True, False, now)
        budgets.spend(GROUP, True, now)
    urgent = budgets.free_at(GROUP, True, True, now)
    assert urgent < budgets.free_at(GROUP, True, False, now)


def test_a_person_is_not_held_to_a_minute() -> None:
    budgets, now = Budgets(), NOW
    for _ in range(40):
        now = budgets.free_at(PERSON, False, True, now)
        budgets.spend(PERSON, False, now)
    assert now < NOW + timedelta(seconds=45)


def test_all_chats_together_stay_below_thirty_a_second() -> None:
    budgets = Budgets()
    for person in range(OVERALL):
        assert budgets.free_at(person, False, True, NOW) == NOW
        budgets.spend(person, False, NOW)
    assert budgets.free_at(999, False, True, NOW) == NOW + timedelta(seconds=1)


def test_calls_that_are_about_to_be_made_count_for_the_limit_of_all() -> None:
    budgets = Budgets()
    for person in range(OVERALL - 5):
        budgets.spend(person, False, NOW)
    assert budgets.free_at(999, False, True, NOW, ahead=4) == NOW
    assert budgets.free_at(999, False, True, NOW, ahead=5) == NOW + timedelta(seconds=1)
    assert Budgets().free_at(999, False, True, NOW, ahead=OVERALL) == NOW + timedelta(seconds=1)


def test_a_chat_that_telegram_closed_stays_closed_and_others_go_on() -> None:
    budgets = Budgets()
    until = NOW + timedelta(seconds=9)
    budgets.close(GROUP, until)
    assert budgets.free_at(GROUP, True, True, NOW) == until
    assert budgets.free_at(PERSON, False, True, NOW) == NOW
    assert budgets.free_at(GROUP, True, True, until) == until

"""The rarer phases by the buttons of the group: returning, killing, rushing, and what asks once more."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from bot.callback import CallbackData, Op
from bot.usecases.play import help_view
from engine.actions import PASS, READY, REVOLT
from engine.deal import Step
from engine.record import begin_deal
from engine.view import Phase
from storage.models import How
from tests.bot.world import FRIENDS, PRIVATE, STRANGER, World, key
from tests.engine.tables import record

Start = Callable[..., Awaitable[World]]


@pytest.fixture
def start(world: World, monkeypatch: pytest.MonkeyPatch) -> Start:
    """Starts a table of six friends with small hands."""

    async def go(rules: str, hands: str, **headers: str) -> World:
        def begin(_row: object) -> Step:
            step = begin_deal(record(rules, hands, **headers))
            return Step(step.deal, step.events)

        monkeypatch.setattr("bot.usecases.states.begin", begin)
        monkeypatch.setattr("bot.usecases.game.begin", begin)
        await world.sit()
        await world.show_all()
        return world

    return go


async def last(world: World) -> tuple[int, str]:
    """The last action: whose, and what."""
    row = (await world.log())[-1]
    return row.seat, row.token


async def test_the_lowest_cards_are_returned_by_the_button_of_the_group(start: Start) -> None:
    world = await start("biesan", "3W29 38 37 33K88 39 39", Start="buy", Owed="place 1>4 2")
    assert key(await world.tap(1, Op.RETURN)) == "toast-wait-for-others"
    assert key(await world.tap(3, Op.RETURN)) == "toast-done"
    assert await last(world) == (3, "<88")


async def test_other_cards_are_returned_in_private(start: Start) -> None:
    world = await start("biesan", "3W29 38 37 33K88 39 39", Start="buy", Owed="place 1>4 2")
    await world.tap(3, Op.BUILD, "8K", private=PRIVATE)
    assert key(await world.tap(3, Op.ACT, "<33", private=PRIVATE)) == "error-wrong-return"
    await world.tap(3, Op.ACT, "<8K", private=PRIVATE)
    assert await last(world) == (3, "<8K")


async def test_in_time_the_default_is_returned(start: Start) -> None:
    world = await start("biesan", "3W29 38 37 33K88 39 39", Start="buy", Owed="place 1>4 2")
    await world.wait(25)
    row = (await world.log())[0]
    assert (row.seat, row.token, row.how) == (3, "<88", How.TIMEOUT)


async def test_a_play_with_a_big_joker_is_killed_by_the_button_of_the_group(start: Start) -> None:
    world = await start("kaidian", "34KW9 34AAWW 349 3456 349 349")
    await world.tap(0, Op.ACT, "KW", private=PRIVATE)
    assert key(await world.tap(2, Op.BURN)) == "toast-cannot-burn"
    assert key(await world.tap(1, Op.BURN)) == "toast-kept"
    await world.wait(5)
    seat, token = await last(world)
    assert seat == 1
    assert token.endswith("WW")


async def test_4s_before_opening_ask_once_more_in_the_group(start: Start) -> None:
    world = await start("kaidian", "3444KKw 39 39 39 39 39")
    assert key(await world.tap(0, Op.RANK, "4")) == "toast-sure-fours"
    assert await world.log() == []
    await world.tap(0, Op.RANK, "4")
    assert await last(world) == (0, "444")


async def test_a_burn_that_the_hand_may_not_sustain_asks_once_more_in_the_group(start: Start) -> None:
    world = await start("biesan", "35KK9 3224 399 3AA9 399 399", Switches="burn_guard=off")
    await world.tap(0, Op.ACT, "KK", private=PRIVATE)
    assert key(await world.tap(1, Op.BURN)) == "toast-sure-burn"
    assert key(await world.tap(1, Op.BURN)) == "toast-kept"
    await world.wait(5)
    assert await last(world) == (1, "!22")


async def test_a_safe_burn_takes_one_tap(start: Start) -> None:
    world = await start("biesan", "35KK9 3224w 399 3AA9 399 399")
    await world.tap(0, Op.ACT, "KK", private=PRIVATE)
    assert key(await world.tap(1, Op.BURN)) == "toast-kept"


async def test_a_rush_is_laid_and_answered_by_the_ranks_of_the_group(start: Start) -> None:
    world = await start("shaopai", "3KKAAQQQ 36 37 3822AAA 39 3T", Start="declare", Lead="3")
    await world.tap(0, Op.ACT, str(REVOLT))
    await world.tap(0, Op.ACT, str(REVOLT))
    for seat in range(1, 6):
        await world.tap(seat, Op.ACT, str(READY))
    assert (await world.deal()).phase is Phase.RUSH
    for rank in "KAQ":
        assert key(await world.tap(0, Op.RANK, rank)) == "toast-lead-confirm"
        assert key(await world.tap(0, Op.RANK, rank)) == "toast-done"
    assert key(await world.tap(3, Op.RANK, "K")) == "toast-none-of-rank"
    assert key(await world.tap(3, Op.RANK, "A")) == "toast-done"
    assert await last(world) == (3, "AA")
    await world.tap(3, Op.ACT, str(PASS))
    await world.wait(3)
    assert (await world.deal()).phase is Phase.HEAD


async def test_the_first_question_explains_and_the_second_asks_for_the_chapter(start: Start) -> None:
    world = await start("biesan", "355 3AA 378 399 399 399")
    data = CallbackData(world.table_id, "1", Op.HELP, "", await world.deal_key())
    first = await help_view(world.services, data, FRIENDS[1], "a")
    doubled = await help_view(world.services, data, FRIENDS[1], "a")
    second = await help_view(world.services, data, FRIENDS[1], "b")
    assert first is not None
    assert doubled is not None
    assert second is not None
    assert (first.again, doubled.again, second.again) == (False, False, True)
    assert first.view.seat == 1
    watching = await help_view(world.services, data, STRANGER, "c")
    assert watching is not None
    assert watching.view.hand is None

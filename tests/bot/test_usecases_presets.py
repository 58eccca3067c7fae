"""What a player chooses before being asked: to pass this trick, or until the opposite plays."""

from __future__ import annotations

import pytest

from bot.callback import PASS_TRICK, TILL_OPPOSITE, Op
from bot.screens.model import HandData
from engine.actions import PASS
from engine.deal import Step
from engine.record import begin_deal
from storage.models import How, IntentKind, SlotKind
from tests.bot.world import PRIVATE, World, key
from tests.engine.tables import record

HANDS = "355566 3778899 3JJ77 3QQ44 3KK55 3AA66"
"""Everybody but seat 1 can beat its 5s; the next ranks are far apart."""


@pytest.fixture
async def asked(world: World, monkeypatch: pytest.MonkeyPatch) -> World:
    """Six friends with small hands; seat 1 has led two 5s, seat 2 is asked."""

    def begin(_row: object) -> Step:
        step = begin_deal(record("biesan", HANDS))
        return Step(step.deal, step.events)

    monkeypatch.setattr("bot.usecases.states.begin", begin)
    monkeypatch.setattr("bot.usecases.game.begin", begin)
    await world.sit()
    await world.show_all()
    await world.tap(0, Op.ACT, "55", private=PRIVATE)
    await world.show_all()
    return world


async def preset(world: World, seat: int, what: str) -> str | None:
    """Somebody chooses ahead, in private."""
    return key(await world.tap(seat, Op.PRESET, what, private=PRIVATE))


async def test_to_pass_this_trick_passes_when_it_comes_to_that_after_the_drawn_delay(asked: World) -> None:
    assert await preset(asked, 3, PASS_TRICK) == "toast-preset-trick"
    await asked.tap(1, Op.ACT, "77", private=PRIVATE)
    await asked.tap(2, Op.ACT, "JJ", private=PRIVATE)
    at = asked.clock.now()
    assert (await asked.deal()).view(None).asked == (3,)
    await asked.wait(3)
    row = (await asked.log())[-1]
    assert (row.seat, row.token, row.how) == (3, str(PASS), How.PRESET)
    assert 1 <= (row.at - at).total_seconds() <= 3


async def test_who_passes_ahead_is_not_rung(asked: World) -> None:
    await preset(asked, 3, PASS_TRICK)
    await asked.show_all()
    for seat, play in ((1, "77"), (2, "JJ")):
        await asked.tap(seat, Op.ACT, play, private=PRIVATE)
    slot = await asked.slot(SlotKind.HAND, 3)
    assert (slot.stale, slot.anew) == (False, False)


async def test_the_next_trick_asks_again(asked: World) -> None:
    await preset(asked, 1, PASS_TRICK)
    await asked.wait(3)
    for seat in (2, 3, 4, 5):
        await asked.tap(seat, Op.ACT, str(PASS), private=PRIVATE)
        await asked.wait(3)
    deal = await asked.deal()
    assert deal.view(None).asked == (0,)
    await asked.tap(0, Op.ACT, "66", private=PRIVATE)
    assert (await asked.deal()).view(None).asked == (1,)
    await asked.wait(5)
    assert (await asked.deal()).view(None).asked == (1,), "the choice was for the trick before"


async def test_until_the_opposite_plays_passes_and_then_asks(asked: World) -> None:
    assert await preset(asked, 1, TILL_OPPOSITE) == "toast-preset-opposite"
    await asked.wait(3)
    assert (await asked.log())[-1].how == How.PRESET
    await asked.tap(2, Op.ACT, "JJ", private=PRIVATE)
    await asked.tap(3, Op.ACT, str(PASS), private=PRIVATE)
    await asked.wait(3)
    await asked.tap(4, Op.ACT, "KK", private=PRIVATE)
    for _ in range(40):
        deal = await asked.deal()
        if 1 in deal.view(None).asked:
            break
        await asked.turn(deal)
    assert (await asked.deal()).view(None).table is not None
    assert [intent for intent in await asked.intents() if intent.kind == IntentKind.PRESET] == []


async def test_it_is_taken_back_by_the_same_button(asked: World) -> None:
    await preset(asked, 3, PASS_TRICK)
    assert await preset(asked, 3, "-") == "toast-preset-off"
    assert await asked.intents() == []
    await asked.tap(1, Op.ACT, "77", private=PRIVATE)
    await asked.tap(2, Op.ACT, "JJ", private=PRIVATE)
    await asked.wait(5)
    assert (await asked.deal()).view(None).asked == (3,)


async def test_in_the_group_the_pass_button_passes_ahead_and_its_second_tap_takes_it_back(
    asked: World,
) -> None:
    assert key(await asked.tap(4, Op.ACT, str(PASS))) == "toast-preset-trick"
    assert key(await asked.tap(4, Op.ACT, str(PASS))) == "toast-preset-off"


async def test_who_passes_ahead_can_still_play_when_asked(asked: World) -> None:
    await preset(asked, 1, PASS_TRICK)
    await asked.tap(1, Op.ACT, "88", private=PRIVATE)
    row = (await asked.log())[-1]
    assert (row.seat, row.token, row.how) == (1, "88", How.TAP)
    assert await asked.intents() == []


async def test_only_its_owner_sees_it(asked: World) -> None:
    await preset(asked, 3, TILL_OPPOSITE)
    screens = {job.slot_id: job.data for job in await asked.jobs()}
    mine = [data for data in screens.values() if isinstance(data, HandData) and data.game.view.seat == 3]
    assert [data.preset for data in mine] == [TILL_OPPOSITE]
    others = [data for data in screens.values() if isinstance(data, HandData) and data not in mine]
    assert all(not data.preset for data in others)
    assert not (await asked.slot(SlotKind.TABLE)).stale


async def test_it_survives_a_restart(asked: World) -> None:
    await preset(asked, 1, TILL_OPPOSITE)
    await asked.restart()
    await asked.timekeeper.recover()
    await asked.wait(3)
    assert (await asked.log())[-1].how == How.PRESET


@pytest.mark.parametrize("what", ["", "x", "t9", "O"])
async def test_what_no_button_says_takes_back_at_most(asked: World, what: str) -> None:
    assert await preset(asked, 3, what) == "toast-preset-off"
    assert await asked.intents() == []

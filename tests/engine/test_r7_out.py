"""R7: going out, places, held threes, sweeps."""

from __future__ import annotations

import pytest

from engine.events import Ended, Held, WentOut
from tests.engine.tables import READY, table


def test_r7_1_places_in_order_of_going_out() -> None:
    going = table("biesan", "5 36 37 38 39 3T", "1:5 2:6 3:7 4:8 5:9 6:T 2:- 3:- 4:- 5:-")
    assert going.places == {1: "first"}
    assert going.told(WentOut) == [WentOut(0, 0)]


def test_r7_1_failed_burns_take_the_lowest_free_places() -> None:
    hands = "35KKAA 35AA 3522 36 36 36"
    first = table("biesan", hands, "1:KK 3:. 2:!AA 3:. 5:- 2:#", Switches="burn_guard=off")
    assert first.places == {2: "last"}
    second = first.then("1:AA 3:!22 5:- 6:- 3:#")
    assert second.places == {2: "last", 3: "fifth"}


def test_r7_1_a_revolutionary_is_fourth() -> None:
    revolted = table("biesan", "35 36 37 38 39 3T", f"1:revolt {READY[8:]} 4:nohead", Start="declare")
    assert revolted.places == {1: "fourth"}


def test_r7_1_or_third_if_its_two_allies_are_first_and_second() -> None:
    hands = "39 39 5 39 6 39"
    over = table("biesan", hands, f"1:revolt {READY[8:]} 4:nohead 3:5 4:- 5:6", Start="declare", Lead="3")
    assert over.phase == "over"
    assert over.places[1] == "third"
    assert over.places[3] == "first"
    assert over.places[5] == "second"
    assert over.told(Ended)[0].sweep


def test_r7_2_the_deal_ends_in_the_middle_of_a_trick_when_one_side_is_left() -> None:
    over = table("biesan", "- 39 5 38 6 37", "3:5 4:- 5:6", Lead="3")
    assert over.phase == "over"
    assert over.acting == []
    over.refuses("6:7", "R7.2")


def test_r7_2_who_is_left_is_placed_by_fewer_cards_then_by_seat_order() -> None:
    fewer = table("biesan", "- 3999 5 399 - 39", "3:5", Lead="3")
    assert fewer.order == "153642"
    equal = table("biesan", "- 39 - 39 5 39", "5:5", Lead="5")
    assert equal.order == "135624"


HELD = "35 36 37 38 39 3T"


def test_r7_3_the_play_that_leaves_only_3s_is_held_if_it_is_beaten() -> None:
    held = table("biesan", HELD, "1:5 2:6")
    assert held.state.held == ((0, 1),)


def test_r7_3_not_if_nobody_beats_it() -> None:
    free = table("biesan", "3A 36 37 38 39 3T", "1:A 2:- 3:- 4:- 5:- 6:-")
    assert free.state.held == ()


def test_r7_3_by_whomever_allies_too() -> None:
    assert table("biesan", HELD, "1:5 2:- 3:7").state.held == ((0, 2),)


def test_r7_3_told_to_nobody_until_the_player_is_out() -> None:
    held = table("biesan", "35 36T 39 39 39 J", "1:5 2:6 3:- 4:- 5:- 6:J 1:- 2:- 3:-")
    for seat in (None, 0, 1):
        assert held.deal.view(seat).held == ()
    assert held.told(Held) == []
    told = held.then("1:3")
    assert told.told(Held) == [Held(0, 1)]
    assert told.deal.view(None).held == ((0, 1),)


def test_r7_3_or_the_deal_ends() -> None:
    held = table("biesan", "35 36T - - 39 -", "1:5 2:6 5:- 1:- 2:T 5:- 1:-")
    assert held.told(Held) == []
    assert held.then("2:3").told(Held) == [Held(0, 1)]


def test_r7_3_without_bie_san_nobody_is_held() -> None:
    assert table("biesan", HELD, "1:5 2:6", Switches="bie_san=off").state.held == ()


@pytest.mark.parametrize(("hands", "sweep"), [("5 39 - 39 - 39", True), ("5 39 - 39 - -", False)])
def test_r7_4_a_sweep_is_the_first_three_places_of_one_side(hands: str, sweep: bool) -> None:
    over = table("biesan", hands, "1:5")
    if over.phase == "over":
        assert over.told(Ended)[0].sweep is sweep
    outcome = over.deal.outcome
    assert (outcome is not None and outcome.sweep == 0) is sweep


def test_r7_4_a_revolution_of_the_other_side_does_not_hinder_it() -> None:
    hands = "39 5 39 6 39 7"
    over = table(
        "biesan", hands, f"1:revolt {READY[8:]} 4:nohead 2:5 3:- 4:6 5:- 6:7", Start="declare", Lead="2"
    )
    outcome = over.deal.outcome
    assert outcome is not None
    assert outcome.sweep == 1
    assert over.places[1] == "fourth"

"""R7: going out, places, held threes, sweeps."""

from __future__ import annotations

import pytest

from engine.events import Ended, Held, WentOut
from engine.out import end_if_one_side_is_left
from engine.rules import BIESAN
from engine.state import NOBODY, State
from tests.engine.tables import READY, table


def test_r7_1_places_in_order_of_going_out() -> None:
    going = table("biesan", "5 36 37 38 39 3T", "1:5 2:6 3:7 4:8 5:9 6:T 2:- 3:- 4:- 5:-")
    assert going.places == {1: "first"}
    assert going.told(WentOut) == [WentOut(0, 0)]
    over = table("biesan", "5 6 7 38 9 3TT", "1:5 2:6 3:7 4:8 5:9")
    assert over.order == "123546"
    assert over.told(Ended) == [Ended((0, 1, 2, 4, 3, 5), False)]


def test_r7_1_failed_burns_take_the_lowest_free_places() -> None:
    hands = "35KKAA 35AA 3522 36 36 36"
    first = table("biesan", hands, "1:KK 3:. 2:!AA 3:. 5:- 2:#", Switches="burn_guard=off")
    assert first.places == {2: "last"}
    second = first.then("1:AA 3:!22 5:- 6:- 3:#")
    assert second.places == {2: "last", 3: "fifth"}


def test_r7_1_who_goes_out_after_a_failed_burn_takes_the_best_place_left() -> None:
    failed = table("biesan", "35KK 322 6 37 8 39", "1:KK 2:!22 5:- 2:# 1:5 3:6 4:7 5:8 6:9")
    assert failed.places == {2: "last", 3: "first", 5: "second"}


def test_r7_1_places_go_on_around_a_revolutionary() -> None:
    # 3, 4 and 6 go out in one trick: first to third. Then 5 takes the fifth place, 2 is left with the last.
    tokens = f"1:revolt {READY[8:]} 4:nohead 3:5 4:6 5:- 6:7 2:- 2:T 5:J"
    over = table("biesan", "39 3TT 5 6 J 7", tokens, Start="declare", Lead="3")
    assert over.places == {1: "fourth", 2: "last", 3: "first", 4: "second", 5: "fifth", 6: "third"}


def test_r7_1_a_failed_burner_in_third_place_makes_room_for_the_revolutionary() -> None:
    # Out of reach in play, where a second burn would be in chaos; so the state is made by hand.
    state = State(BIESAN)
    state.revolted = 0
    state.places = (3, 5, NOBODY, 4, NOBODY, 2)
    state.failed = 0b101010
    state.in_game = 0b010100
    state.sizes = (2, 2, 3, 2, 1, 2)
    end_if_one_side_is_left(state, [])
    assert state.places == (2, 5, 1, 4, 0, 3)


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
    after_first = table("biesan", "5 39 - 39 - 39", "1:5")
    assert after_first.order == "351246"


def test_r7_2_from_seat_1_if_nobody_went_out() -> None:
    # Nobody went out: three burns failed, which chaos forbids in play, so the state is made by hand.
    state = State(BIESAN)
    state.in_game = 0b101010
    state.places = (5, NOBODY, 4, NOBODY, 3, NOBODY)
    state.sizes = (1, 2, 1, 2, 1, 2)
    end_if_one_side_is_left(state, [])
    assert state.places == (5, 0, 4, 1, 3, 2)


def test_r7_2_a_level_play_on_the_table_at_the_end_opens_nobody() -> None:
    over = table("biesan", "KK 39 - 39 - 39", "1:KK")
    assert over.phase == "over"
    assert over.opened == []


def test_r7_2_the_deal_goes_on_while_both_sides_play() -> None:
    assert table("biesan", "5 39 39 - - -", "1:5").acting == [2]


HELD = "35 36 37 38 39 3T"


def test_r7_3_the_play_that_leaves_only_3s_is_held_if_it_is_beaten() -> None:
    held = table("biesan", HELD, "1:5 2:6")
    assert held.state.held == ((0, 1),)


def test_r7_3_not_if_nobody_beats_it() -> None:
    free = table("biesan", "3A 36 37 38 39 3T", "1:A 2:- 3:- 4:- 5:- 6:-")
    assert free.state.held == ()


def test_r7_3_not_if_other_cards_are_left_nor_for_the_last_play() -> None:
    assert table("biesan", "359 36 37 38 39 3T", "1:5 2:6").state.held == ()
    assert table("biesan", "33 345 39 39 39 39", "1:33").state.held == ()
    assert table("biesan", "3 36 39 39 39 39", "1:3 2:6").state.held == ()


def test_r7_3_by_whomever_allies_too() -> None:
    assert table("biesan", HELD, "1:5 2:- 3:7").state.held == ((0, 2),)


@pytest.mark.parametrize(
    ("rules", "hands", "tokens"),
    [
        ("biesan", "3KK 39 39 35AA 39 39", "1:KK 4:AA"),
        ("biesan", "3KK 39 39 3AA 39 39", "1:KK 4:AA"),
        ("biesan", "3KK 322 39 39 39 39", "1:KK 2:!22"),
        ("biesan", "3KK 39 39 - 322 39", "1:KK 2:- 3:- 5:22"),
        ("biesan", "35 39 39 36 - -", "1:5 2:- 3:- 4:6"),
        ("kaidian", "3KKW 34 34 34 34AAWW 34", "1:KKW 5:AAWW"),
    ],
)
def test_r7_3_by_an_answer_a_burn_a_headless_seat_in_chaos_or_a_kill(
    rules: str, hands: str, tokens: str
) -> None:
    assert [victim for victim, _ in table(rules, hands, tokens).state.held] == [0]


def test_r7_3_it_counts_whether_or_not_it_is_told() -> None:
    held = table("biesan", "35 36T 39 39 39 J", "1:5 2:6")
    assert held.debts == ["held 1>2 1"]


def test_r7_3_several_are_held_in_one_trick() -> None:
    assert table("biesan", HELD, "1:5 2:6 3:7 4:8").state.held == ((0, 1), (1, 2), (2, 3))


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


@pytest.mark.parametrize(
    ("hands", "lead", "side"),
    [("5 39 - 39 - 39", "1", 0), ("39 5 39 - 39 -", "2", 1), ("5 39 - - - 39", "1", None)],
)
def test_r7_4_a_sweep_is_the_first_three_places_of_one_side(hands: str, lead: str, side: int | None) -> None:
    over = table("biesan", hands, f"{lead}:5", Lead=lead)
    assert over.told(Ended)[0].sweep is (side is not None)
    assert over.deal.outcome is not None
    assert over.deal.outcome.sweep == side


def test_r7_4_a_revolution_of_the_other_side_does_not_hinder_it() -> None:
    hands = "39 5 39 6 39 7"
    over = table(
        "biesan", hands, f"1:revolt {READY[8:]} 4:nohead 2:5 3:- 4:6 5:- 6:7", Start="declare", Lead="2"
    )
    outcome = over.deal.outcome
    assert outcome is not None
    assert outcome.sweep == 1
    assert over.places[1] == "fourth"

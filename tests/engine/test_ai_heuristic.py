"""What the heuristic does in small situations: each test is a habit of a sensible player."""

from __future__ import annotations

import random

import pytest

from engine.ai.heuristic import heuristic
from engine.record import begin_deal
from tests.engine.tables import Table, record, table


def _choice(at: Table, seat: int) -> str:
    view = at.deal.view(seat - 1)
    action = heuristic(view, random.Random(1))
    assert at.deal.check(seat - 1, action) is None
    return str(action)


PLENTY = "33456789TJQKA"
"""A hand of so many cards that nobody is in a hurry."""


# Following


def test_follows_an_opponent_with_the_cheapest_natural_play() -> None:
    at = table("biesan", f"56788999TTJJ 3579TTJQKAA2w {PLENTY} {PLENTY} {PLENTY} {PLENTY}", "1:6")
    assert _choice(at, 2) == "7"


def test_keeps_sets_together_when_a_single_is_enough() -> None:
    at = table("biesan", f"56788999TTJJ 3577799QKAA {PLENTY} {PLENTY} {PLENTY} {PLENTY}", "1:6")
    assert _choice(at, 2) == "Q"


def test_follows_with_a_whole_group_that_fits() -> None:
    at = table(
        "biesan", f"56678999TTJJ 35777995QK22w {PLENTY} {PLENTY} {PLENTY} {PLENTY}", "1:66", Opened="2"
    )
    assert _choice(at, 2) == "99"


def test_lets_an_ally_win() -> None:
    at = table("biesan", f"566 {PLENTY} 35799QK22w {PLENTY} {PLENTY} {PLENTY}", "1:66 2:-")
    assert _choice(at, 3) == "-"


def test_beats_an_ally_to_go_out() -> None:
    at = table("biesan", f"566 {PLENTY} 3W2 {PLENTY} {PLENTY} {PLENTY}", "1:66 2:-")
    assert _choice(at, 3) == "2W"


def test_answers_its_opposite_with_a_level_play_that_opens() -> None:
    at = table("biesan", f"5QQQ {PLENTY} {PLENTY} 35577AAA99 {PLENTY} {PLENTY}", "1:QQQ")
    assert _choice(at, 4) == "AAA"


def test_saves_jokers_against_a_low_card_early() -> None:
    at = table("biesan", f"56788999TTJJ 3355778899TTww {PLENTY} {PLENTY} {PLENTY} {PLENTY}", "1:6")
    assert _choice(at, 2)[-1] not in "wW2"


def test_stops_an_opponent_that_is_nearly_out() -> None:
    at = table("biesan", f"3TT 3445566AAKK {PLENTY} {PLENTY} {PLENTY} {PLENTY}", "1:TT")
    assert _choice(at, 2) in ("KK", "AA")


def test_yields_to_an_ally_behind_rather_than_pass() -> None:
    at = table("biesan", f"5566KK88 {PLENTY} {PLENTY} 34455AA999 {PLENTY} {PLENTY}", "1:55 2:- 3:-")
    assert _choice(at, 4) != "-"


def test_does_not_yield_when_no_ally_behind_can_beat() -> None:
    at = table("biesan", f"5566KK88 {PLENTY} {PLENTY} 3445 {PLENTY} -", "1:66 2:- 3:-")
    assert _choice(at, 4) == "-"


# Leading


def test_leads_the_lowest_group_whole() -> None:
    at = table("biesan", f"3555789KA {PLENTY} {PLENTY} {PLENTY} {PLENTY} {PLENTY}")
    assert _choice(at, 1) == "555"


def test_leads_what_surely_wins_before_its_threes() -> None:
    at = table("biesan", f"335W {PLENTY} {PLENTY} {PLENTY} {PLENTY} {PLENTY}")
    assert _choice(at, 1) == "5W"


def test_goes_out_when_it_can() -> None:
    at = table("biesan", f"333 {PLENTY} {PLENTY} {PLENTY} {PLENTY} {PLENTY}")
    assert _choice(at, 1) == "333"


def test_proves_an_opening_with_its_fours() -> None:
    at = table("kaidian", f"344577KK {PLENTY} {PLENTY} 34567 {PLENTY} {PLENTY}", "1:KK 4:-")
    assert at.opened == [1]
    assert _choice(at, 1) == "44"


def test_does_not_lead_its_fours_before_it_has_opened() -> None:
    at = table("kaidian", f"344577KK {PLENTY} {PLENTY} {PLENTY} {PLENTY} {PLENTY}")
    assert _choice(at, 1) != "44"


def test_does_not_feed_an_opponent_that_has_one_card_left() -> None:
    at = table("biesan", f"3566889 K {PLENTY} {PLENTY} {PLENTY} {PLENTY}")
    assert _choice(at, 1) != "5"


# Burning


def test_burns_an_opponent_when_the_rest_surely_runs() -> None:
    at = table("shaopai", f"5KK 3AA6W {PLENTY} {PLENTY} {PLENTY} {PLENTY}", "1:KK")
    assert at.phase == "burn"
    assert _choice(at, 2) == "!AA"


def test_declines_to_burn_when_the_run_could_be_broken() -> None:
    at = table("shaopai", f"5KK 3AA67ww {PLENTY} {PLENTY} {PLENTY} {PLENTY}", "1:KK")
    assert at.phase == "burn"
    assert _choice(at, 2) == "."


def test_declines_to_burn_an_ally() -> None:
    at = table("shaopai", f"5KK {PLENTY} 3AA6W {PLENTY} {PLENTY} {PLENTY}", "1:KK")
    assert at.phase == "burn"
    assert _choice(at, 3) == "."


def test_keeps_the_duty_of_its_run() -> None:
    at = table("shaopai", f"5KK 3AA67WW {PLENTY} {PLENTY} {PLENTY} {PLENTY}", "1:KK 2:!AA 5:-")
    assert _choice(at, 2) in ("6W", "7W")


def test_gives_up_a_burn_only_when_nothing_else_is_left() -> None:
    hands = f"5KK 3AA67W {PLENTY} {PLENTY} {PLENTY} {PLENTY}"
    at = table("shaopai", hands, "1:KK 2:!AA 5:-", Switches="burn_guard=off")
    assert _choice(at, 2) in ("6W", "7W")
    at = at.then("2:6W 5:-")
    assert at.legal(2) == {"#"}
    assert _choice(at, 2) == "#"


# Before the first lead, and revolutions


def test_shows_fours_for_the_lead() -> None:
    hands = f"34s4s59K {PLENTY} {PLENTY} {PLENTY} {PLENTY} {PLENTY}"
    at = table("shaopai", hands, Start="declare", Lead="2")
    assert _choice(at, 1) == "show"
    assert _choice(at.then("1:show"), 1) == "ready"


@pytest.mark.parametrize("rules", ["shaopai", "biesan", "kaidian"])
def test_calls_and_revolts_only_with_good_reason(rules: str) -> None:
    hands = f"3456789TJ {PLENTY} {PLENTY} {PLENTY} {PLENTY} {PLENTY}"
    step = begin_deal(record(rules, hands, Start="deal"))
    deal = step.deal
    while deal.actors and deal.phase.value in ("blind", "declare"):
        seat = deal.actors[0]
        assert str(heuristic(deal.view(seat), random.Random(1))) == "ready"
        deal = deal.apply(seat, heuristic(deal.view(seat), random.Random(1))).deal


def test_claims_the_head_with_level_plays_to_play() -> None:
    ready = " ".join(f"{seat}:ready" for seat in (2, 3, 4, 5, 6))
    for hand, choice in (("3567KKKAAA", "head"), ("356789", "nohead")):
        hands = f"3456789 {PLENTY} {PLENTY} {hand} {PLENTY} {PLENTY}"
        at = table("biesan", hands, f"1:revolt {ready}", Start="declare", Lead="2")
        assert at.phase == "head"
        assert _choice(at, 4) == choice

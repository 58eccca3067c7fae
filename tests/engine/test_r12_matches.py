"""R12 and R7.4: matches, what they carry from deal to deal, and when points are made."""

from __future__ import annotations

import pytest

from engine.actions import Action
from engine.errors import GameError
from engine.events import Debt, Owed
from engine.match import Match, MatchError, settles_at_once
from engine.record import begin_deal, replay, write
from engine.rules import PRESETS, RuleSet
from engine.view import Phase
from tests.engine.tables import record, table

REVOLT = "1:revolt 2:ready 3:ready 4:ready 5:ready 6:ready 4:nohead"

MIXED = (
    "3 3 3 3 399 3T",
    "1:3 2:- 3:- 4:- 5:- 6:- 2:3 3:- 4:- 5:- 6:- 3:3 4:- 5:- 6:- 4:3 5:- 6:- 5:9 6:T 5:- 6:3",
)
"""1, 2, 3, 4, 6 go out in this order and 5 is left: no sweep."""
MIXED_POINTS = (2, 1, 0, 0, -2, -1)

ODD = (
    "3 35 36 37 38 39",
    "1:3 2:- 3:- 4:- 5:- 6:- 2:5 3:6 4:- 5:- 6:- 2:- 3:3 4:- 5:- 6:- 2:- 4:7 5:8 6:- 2:- 4:- 5:3",
)
"""1, 3, 5 sweep; 3 held the threes of 2, 5 those of 4; 6 is last."""
ODD_POINTS = (2, -1, 2, -2, 1, -2)

EVEN = (
    "39 3 35 36 37 38",
    "2:3 3:- 4:- 5:- 6:- 1:- 3:5 4:6 5:- 6:- 1:- 3:- 4:3 5:- 6:- 1:- 3:- 5:7 6:8 1:- 3:- 5:- 6:3",
)
"""2, 4, 6 sweep."""
EVEN_POINTS = (-2, 2, -1, 2, -2, 1)


def _rules(**switches: object) -> RuleSet:
    return PRESETS["biesan"].with_switches(" ".join(f"{key}={value}" for key, value in switches.items()))


def _played(rules: RuleSet, deal: tuple[str, str], before: Match | None = None) -> Match:
    """A match whose current deal, of small hands, has just been played."""
    hands, tokens = deal
    start = record("biesan", hands, Lead=tokens[0], Switches=rules.switches())
    if before is None:
        match = Match(rules, begin_deal(start).deal, start, goal=rules.deals)
    else:
        match = Match(rules, begin_deal(start).deal, start, past=before.past, goal=before.goal)
    for token in tokens.split():
        seat, _, text = token.partition(":")
        match = match.apply(int(seat) - 1, Action.parse(text)).match
    assert match.deal.phase is Phase.OVER
    return match


# R12.1


def test_r12_1_deals_before_the_last_only_carry_tribute() -> None:
    first = _played(_rules(deals=2), MIXED)
    assert (first.number, first.over, first.deal_over) == (1, False, True)
    assert first.points == (0,) * 6
    outcome = first.deal.outcome
    assert outcome is not None
    assert first.carried == outcome.debts
    second = first.next_deal("second").match
    assert second.number == 2
    assert second.deal.state.owed == outcome.debts
    assert second.points == (0,) * 6


@pytest.mark.parametrize("value", [1, 2, 5])
def test_r12_1_what_the_last_deal_left_owing_turns_into_points(value: int) -> None:
    rules = _rules(deals=2, point_value=value)
    second = _played(rules, MIXED, _played(rules, ODD).next_deal("x").match)
    assert second.over
    assert second.points[0] == value * (MIXED_POINTS[0] + ODD_POINTS[0])
    only = _played(_rules(deals=1, point_value=value), MIXED)
    assert only.points == tuple(value * points for points in MIXED_POINTS)


def test_r12_1_a_match_has_as_many_deals_as_its_rules_say() -> None:
    match = _played(_rules(deals=1), MIXED)
    assert match.over
    with pytest.raises(MatchError):
        match.next_deal("more")


def test_r12_1_no_next_deal_before_the_deal_is_over() -> None:
    match = Match.begin(_rules(), "seed").match
    with pytest.raises(MatchError):
        match.next_deal("early")
    with pytest.raises(MatchError):
        match.play_on("early")
    with pytest.raises(GameError):
        match.apply(0, Action.parse("KK"))


# R12.2


def test_r12_2_playing_on_carries_that_deals_tribute_and_the_next_one_counts() -> None:
    rules = _rules(deals=1)
    first = _played(rules, MIXED)
    on = first.play_on("more").match
    assert on.number == 2
    assert on.deal.state.owed == first.carried != ()
    assert on.points == (0,) * 6
    assert not on.over
    second = _played(rules, MIXED, on)
    assert second.over
    assert second.points == MIXED_POINTS


def test_r12_2_the_table_plays_on_only_after_the_last_deal() -> None:
    with pytest.raises(MatchError):
        _played(_rules(deals=2), MIXED).play_on("early")


def test_r12_2_a_sweep_in_the_last_deal_stays_settled_when_the_table_plays_on() -> None:
    on = _played(_rules(deals=1), ODD).play_on("more").match
    assert on.deal.state.owed == ()
    assert on.points == ODD_POINTS


# R12.3 and R7.4


@pytest.mark.parametrize(("deal", "points", "side"), [(ODD, ODD_POINTS, 0), (EVEN, EVEN_POINTS, 1)])
def test_r12_3_points_a_sweep_settles_at_once_and_nothing_is_carried(
    deal: tuple[str, str], points: tuple[int, ...], side: int
) -> None:
    match = _played(_rules(), deal)
    outcome = match.deal.outcome
    assert outcome is not None
    assert outcome.sweep == side
    assert settles_at_once(match.rules, outcome)
    assert match.points == points
    assert match.carried == ()
    assert not match.over
    following = match.next_deal("next").match
    assert following.deal.state.owed == ()
    assert following.points == points


@pytest.mark.parametrize(("deal", "losers"), [(ODD, (1, 3, 5)), (EVEN, (0, 2, 4))])
def test_r12_3_cards_each_loser_owes_the_winner_opposite_it_one_card(
    deal: tuple[str, str], losers: tuple[int, ...]
) -> None:
    match = _played(_rules(sweep="cards"), deal)
    owed = tuple(Owed(Debt.SWEEP, seat, (seat + 3) % 6, 1) for seat in losers)
    assert match.carried == owed
    assert match.points == (0,) * 6
    assert match.next_deal("next").match.deal.state.owed == owed


def test_r12_3_cards_points_count_double() -> None:
    match = _played(_rules(sweep="cards", deals=1, point_value=3), ODD)
    assert match.points == (6, -6, 6, -6, 6, -6)


def test_r12_3_no_sweep_no_double() -> None:
    assert _played(_rules(sweep="cards", deals=1), MIXED).points == MIXED_POINTS


def test_r7_4_two_of_a_side_first_are_no_sweep() -> None:
    outcome = _played(_rules(deals=1), MIXED).deal.outcome
    assert outcome is not None
    assert outcome.sweep is None


def test_r7_4_a_revolutionarys_third_place_is_part_of_a_sweep() -> None:
    tokens = "3:3 4:- 5:- 6:- 2:- 4:7 5:9 6:- 2:- 4:- 5:3"
    over = table("biesan", "35 38 3 37 39 3T", f"{REVOLT} {tokens}", Start="declare", Lead="3")
    outcome = over.deal.outcome
    assert outcome is not None
    assert over.places[1] == "third"
    assert outcome.sweep == 0


def test_r7_4_a_revolution_of_the_other_side_does_not_hinder_it() -> None:
    tokens = "2:3 3:- 4:- 5:- 6:- 3:8 4:- 5:- 6:T 3:- 4:- 5:- 6:3 3:- 4:- 5:- 3:8 4:9 5:- 3:- 4:3"
    over = table("biesan", "35 3 388 39 37 3T", f"{REVOLT} {tokens}", Start="declare", Lead="2")
    outcome = over.deal.outcome
    assert outcome is not None
    assert over.places[1] == "fourth"
    assert outcome.sweep == 1


# R5.6


def test_r12_a_void_deal_is_dealt_anew_and_what_is_owed_stands() -> None:
    rules = _rules(deals=2)
    second = _played(rules, MIXED).next_deal("second").match
    poor = record("biesan", "35 36 39 39 39 39", Start="declare", Switches=rules.switches(), Lead="5")
    owed = second.deal.state.owed
    void = Match(
        rules,
        begin_deal(poor).deal,
        second.start,
        past=second.past,
        goal=second.goal,
    )
    for seat, text in enumerate(["revolt", "revolt", "ready", "ready", "ready", "ready"]):
        void = void.apply(seat, Action.parse(text)).match
    assert void.deal.phase is Phase.VOID
    assert (void.number, void.over, void.deal_over) == (2, False, True)
    assert void.carried == owed != ()
    assert void.points == (0,) * 6
    with pytest.raises(MatchError):
        void.play_on("no")
    anew = void.next_deal("anew").match
    assert anew.number == 2
    assert anew.deal.state.owed == owed
    assert anew.start.lead == second.start.lead == 4
    assert [played.outcome is None for played in anew.past] == [False, True]


# Who leads


@pytest.mark.parametrize(("lead", "last"), [("last", 4), ("fours", None), ("random", None)])
def test_r12_the_last_leads_the_next_deal_where_the_rules_say_so(lead: str, last: int | None) -> None:
    following = _played(_rules(lead=lead), MIXED).next_deal("next").match
    assert following.start.lead == last
    assert following.deal.state.fixed_lead == (-1 if last is None else last)


def test_r12_in_a_first_deal_nobody_is_the_last() -> None:
    assert Match.begin(_rules(), "seed").match.start.lead is None


# R12.4


@pytest.mark.parametrize("sweep", ["cards", "points"])
@pytest.mark.parametrize("deal", [MIXED, ODD, EVEN])
def test_r12_4_points_add_up_to_zero(deal: tuple[str, str], sweep: str) -> None:
    assert sum(_played(_rules(sweep=sweep, deals=1), deal).points) == 0


# Records


def test_r12_a_match_replays_from_its_records() -> None:
    rules = _rules(deals=2)
    match = _played(rules, ODD).next_deal("two").match
    while match.deal.actors:
        seat = match.deal.actors[0]
        match = match.apply(seat, match.deal.default_action(seat)).match
    assert len(match.records) == 2
    *_, (_, last) = replay(match.records[1])
    assert last.deal.digest == match.deal.digest
    assert '[Seed "two"]' in write(match.records[1])
    assert '[Lead "6"]' in write(match.records[1])

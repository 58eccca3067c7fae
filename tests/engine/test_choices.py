"""What a person most often means by a rank: the choices that keyboards and AI players offer."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import choices, hands
from engine.actions import DECLINE, GIVE_UP, PASS, YIELD, Action, Kind, burn
from engine.cards import BIG, RANKS, SMALL, SYMBOLS, THREE, TWO, Hand, parse_cards, rank_of
from engine.play import Play
from engine.rules import BIESAN, PRESETS, RuleSet

HANDS = st.tuples(*(st.integers(0, 4 if rank >= SMALL else 6) for rank in RANKS)).filter(any)
RULES = st.sampled_from(list(PRESETS.values()))


def held(text: str) -> Hand:
    """A hand from its cards."""
    return parse_cards(text)[0]


def answering(hand: str, table: str, rules: RuleSet = BIESAN) -> tuple[Action, ...]:
    """What a hand may answer with, as a deal would list it."""
    return (*hands.answers(rules, held(hand), Play.parse(table), kill=rules.two_kill_one), PASS, YIELD)


def names(actions: Iterable[Action]) -> list[str]:
    """Actions as tokens."""
    return [str(action) for action in actions]


@pytest.mark.parametrize(
    ("hand", "table", "rank", "chosen"),
    [
        ("KKK22w", "QQQ", "K", "KKK"),
        ("KKK22w", "QQQQ", "K", "KKK2"),  # a 2 is spent before a joker
        ("KK22wW", "QQQQ", "K", "KK22"),
        ("KKK2wW", "QQw", "K", "KKW"),  # only a big joker covers a small one
        ("22wW", "AA", "2", "22"),
        ("2wW", "AA", "2", "2w"),
        ("wW", "AA", "w", "wW"),
        ("wwW", "AA", "w", "ww"),
        ("WW", "AA", "W", "WW"),
    ],
)
def test_the_cheapest_play_of_a_rank_spends_the_fewest_wild_cards(
    hand: str, table: str, rank: str, chosen: str
) -> None:
    assert str(choices.cheapest(answering(hand, table), rank_of(rank))) == chosen


@pytest.mark.parametrize("rank", ["Q", "K", "W"])
def test_a_rank_that_does_not_beat_has_no_cheapest_play(rank: str) -> None:
    assert choices.cheapest(answering("QQQK", "QQ"), rank_of(rank)) is None


def test_a_burn_is_never_taken_for_a_play_nor_a_play_for_a_burn() -> None:
    burning = (burn(Play.parse("KKw")), DECLINE)
    assert choices.cheapest(burning, rank_of("K")) is None
    assert choices.answers(burning) == ()
    assert choices.cheapest_burn(answering("KKK", "QQ")) is None
    assert choices.burns(answering("KKK", "QQ")) == ()


def test_the_cheapest_burn_spends_the_least_and_then_the_lowest_rank() -> None:
    legal = (burn(Play.parse("222")), burn(Play.parse("AAA")), burn(Play.parse("KKK")), DECLINE)
    assert str(choices.cheapest_burn(legal)) == "!KKK"
    assert choices.cheapest_burn((DECLINE,)) is None


def test_burns_are_one_for_each_rank_the_cheapest_first() -> None:
    plays = ("KK2", "KKw", "AAA", "222", "22W")
    legal = (*(burn(Play.parse(play)) for play in plays), DECLINE)
    assert names(choices.burns(legal)) == ["!AAA", "!KK2", "!222"]


def test_answers_are_one_for_each_rank_the_cheapest_first() -> None:
    assert names(choices.answers(answering("9KKAAA22w", "88"))) == ["KK", "AA", "92", "22"]


def test_leading_a_rank_means_its_whole_natural_group() -> None:
    hand = held("3777KK22wwW")
    legal = (*hands.leads(BIESAN, hand), GIVE_UP)
    assert names(choices.leads(legal, hand)) == ["777", "KK", "22", "ww", "W"]
    assert choices.lead_group(legal, hand, rank_of("8")) is None
    assert choices.lead_group(legal, hand, THREE) is None  # 3s are the last play of a hand


def test_where_the_group_is_not_legal_the_cheapest_play_with_the_rank_is_meant() -> None:
    hand = held("777w2W")
    in_duty = tuple(a for a in hands.leads(BIESAN, hand) if a.play is not None and a.play.small + a.play.big)
    assert str(choices.lead_group(in_duty, hand, rank_of("7"))) == "777w"
    assert str(choices.lead_group(in_duty, hand, TWO)) == "2w"
    assert str(choices.lead_group(in_duty, hand, BIG)) == "W"


@settings(max_examples=150, deadline=None)
@given(HANDS, HANDS, RULES)
def test_answers_are_legal_and_leave_no_rank_out(hand: Hand, other: Hand, rules: RuleSet) -> None:
    led = [action.play for action in hands.leads(rules, other) if action.play is not None]
    for table in led[:: max(1, len(led) // 20)]:
        legal = (*hands.answers(rules, hand, table, kill=rules.two_kill_one), PASS)
        chosen = choices.answers(legal)
        assert set(chosen) <= set(legal)
        bases = [action.play.base for action in chosen if action.play is not None]
        assert sorted(bases) == sorted({a.play.base for a in legal if a.play is not None})
        costs = [choices.cost(action.play) for action in chosen if action.play is not None]
        assert costs == sorted(costs)
        for rank in RANKS:
            assert choices.cheapest(legal, rank) in (*chosen, None)


@settings(max_examples=150, deadline=None)
@given(HANDS, RULES)
def test_leads_are_legal_and_leave_no_rank_out(hand: Hand, rules: RuleSet) -> None:
    legal = hands.leads(rules, hand)
    chosen = choices.leads(legal, hand)
    assert set(chosen) <= set(legal)
    bases = [action.play.base for action in chosen if action.play is not None]
    assert bases == sorted({action.play.base for action in legal if action.play is not None})
    for action in chosen:
        assert action.kind is Kind.PLAY
        assert action.play is not None
        base = SYMBOLS[action.play.base]
        group = Play.parse(base * hand[action.play.base])
        assert action.play == group or all(other.play != group for other in legal)

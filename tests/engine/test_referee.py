"""The engine against a second reading of the rules, through many small deals."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.cards import format_cards
from engine.record import Record, Start, begin_deal
from engine.rules import PRESETS, Calls, Revolution, RuleSet
from engine.state import seats_of
from tests.engine.randomly import choose
from tests.engine.referee import ORDER, SEATS, Referee

DEALS = 250
SWITCHES = ("bie_san", "kaidian_fasi", "two_kill_one", "counter_burn_raises", "opens")


def _rules(name: str, rng: random.Random) -> RuleSet:
    """A preset without what the referee does not know, some of the rest changed."""
    flips = [f"two_kill_one={rng.choice(('on', 'off'))}", f"counter_burn_raises={rng.choice(('on', 'off'))}"]
    if name != "kaidian" and rng.random() < 0.3:
        flips.append("bie_san=off")
    flips.append(f"opens={rng.choice(('no_joker', 'no_big_joker', 'pure'))}")
    plain = f"burn_guard=off calls={Calls.NONE} revolution={Revolution.NONE}"
    return PRESETS[name].with_switches(" ".join([plain, *flips]))


def _hand(rng: random.Random) -> str:
    """A small hand of few ranks, sometimes with 3s, 4s and many jokers, sometimes none."""
    if rng.random() < 0.04:
        return ""
    ranks = rng.sample("56789TJQKA", rng.randint(1, 3))
    cards = "".join(rank * rng.randint(1, 3) for rank in ranks)
    cards += "2" * rng.randint(0, 2) + "w" * rng.choice((0, 0, 1, 2)) + "W" * rng.choice((0, 0, 1, 2, 4))
    cards += "3" * rng.choice((0, 1, 2)) + "4" * rng.choice((0, 0, 1, 2))
    return cards


def _deal(rng: random.Random, rules: RuleSet) -> tuple[Record, Referee]:
    while True:
        hands = ["".join(sorted(_hand(rng), key=ORDER.index)) for _ in SEATS]
        if {seat % 2 for seat in SEATS if hands[seat - 1]} == {0, 1}:
            break
    leader = rng.choice([seat for seat in SEATS if hands[seat - 1]])
    counts = tuple(tuple(hand.count(symbol) for symbol in ORDER) for hand in hands)
    switches = dict(part.split("=") for part in rules.switches(SWITCHES).split())
    return Record(rules=rules, hands=counts, start=Start.PLAY, lead=leader - 1), Referee(
        switches, hands, leader
    )


@pytest.mark.parametrize("name", PRESETS)
def test_r6_r7_r8_r9_the_engine_agrees_with_a_second_reading(name: str) -> None:
    rng = random.Random(f"referee {name}")
    seen: Counter[str] = Counter()
    for _ in range(DEALS):
        record, referee = _deal(rng, _rules(name, rng))
        deal = begin_deal(record).deal
        played: list[str] = []
        while deal.actors:
            told = f"{record} {' '.join(played)}"
            assert [seat + 1 for seat in deal.actors] == referee.asked(), told
            for actor in deal.actors:
                legal = [str(action) for action in deal.legal_actions(actor)]
                assert len(set(legal)) == len(legal), told
                assert set(legal) == referee.legal(actor + 1), told
            seat = rng.choice(deal.actors)
            action = choose(rng, deal, seat)
            played.append(f"{seat + 1}:{action}")
            deal = deal.apply(seat, action).deal
            referee.act(seat + 1, str(action))
            told = f"{record} {' '.join(played)}"
            assert {seat + 1 for seat in seats_of(deal.state.opened)} == referee.opened, told
            assert [format_cards(hand) for hand in deal.state.hands] == list(referee.hands.values()), told
        outcome = deal.outcome
        assert outcome is not None
        assert [outcome.places.index(place) + 1 for place in range(6)] == referee.places(), told
        assert [(seat + 1, by + 1) for seat, by in outcome.held] == referee.held, told
        owed = [(owed.payer + 1, owed.receiver + 1, owed.cards) for owed in deal.state.burns]
        assert owed == referee.burns, told
        seen += referee.seen
    missing = {
        *("yield", "yield lapsed", "burn", "burn failed", "headless answers", "asked after a pass"),
        *("opened", "chaos", "inherited", "kill asked"),
    } - set(seen)
    assert not missing, seen

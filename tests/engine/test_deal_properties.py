"""Random deals and matches: what holds in every one of them, and that what is rare happened in the run."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.actions import Action, Kind, burn, give_back, play
from engine.cards import BIG, RANKS, SEATS, SMALL, THREE, TWO
from engine.deal import Deal, Step
from engine.errors import DealOverError, GameError
from engine.events import Beat, Burned, Dueled, Event, Led, RushAnswered, RushLaid
from engine.match import Match
from engine.play import Play
from engine.record import Record, begin_deal, read, read_all, replay, write
from engine.rules import PRESETS, RuleSet, Sweep
from engine.state import State
from engine.tribute import debts, points
from engine.view import WINDOWS, Phase
from tests.engine.randomly import choose, kinds_of, playing, random_rules, skewed_record

OFTEN = (
    *("Revolted rush", "Revolted concede", "Revolted duel", "RushLaid", "RushAnswered", "Dueled"),
    *("Burned", "Burned with a raised stake", "BurnBroken", "BurnFailed", "BurnSucceeded"),
    *("BurnSucceeded of an ally", "Kill", "Sweep cards", "Sweep points", "Held", "DeadLevel", "Head"),
    *("No head", "Voided", "Bought", "Called", "Showed", "Opened", "OpeningLost", "Yielded", "Chaos"),
    *("Paid sweep", "Paid point", "Paid held", "Paid burn", "Paid place", "Returned", "Inherited"),
)
"""What has to happen a hundred times in the run."""

SELDOM = ("BurnSucceeded with a raised stake", "Must lead fours")
"""What has to happen ten times."""


def _cards(state: State) -> Counter[int]:
    hands = state.hands if state.stock is None else state.stock[0]
    return Counter(rank for hand in hands for rank, count in enumerate(hand) for _ in range(count))


def _laid(events: tuple[Event, ...]) -> Counter[int]:
    """The cards that events laid on the table."""
    laid: Counter[int] = Counter()
    for event in events:
        if isinstance(event, (Led, Beat, Burned, RushLaid, RushAnswered, Dueled)) and event.play is not None:
            laid.update({rank: count for rank, count in enumerate(event.play.cards) if count})
    return laid


def _check_state(deal: Deal) -> None:
    """What holds in every state."""
    state = deal.state
    assert all(count >= 0 for hand in state.hands for count in hand)
    assert state.sizes == tuple(map(sum, state.hands))
    assert bool(deal.actors) is (deal.phase not in (Phase.OVER, Phase.VOID))
    assert list(deal.actors) == sorted(set(deal.actors))
    assert sum(points(state)) == 0
    for seat in SEATS:
        assert (deal.decision(seat) is not None) is (seat in deal.actors)
        if seat in deal.actors:
            assert deal.check(seat, deal.default_action(seat)) is None
        else:
            assert deal.legal_actions(seat) == ()
    if deal.phase is Phase.OVER:
        assert sorted(state.places) == list(range(6))
        outcome = deal.outcome
        assert outcome is not None
        assert outcome.debts == debts(state)
    else:
        assert deal.outcome is None


def _check_legal(rng: random.Random, deal: Deal) -> None:
    """What is listed passes, is what it says, and nothing else passes."""
    for seat in SEATS:
        legal = deal.legal_actions(seat)
        assert len(set(legal)) == len(legal)
        for action in rng.sample(legal, min(4, len(legal))):
            assert Action.parse(str(action)) == action
            assert deal.check(seat, action) is None
            assert deal.apply(seat, action).deal.number == deal.number + 1
        for action in _guesses(rng, deal, seat):
            problem = deal.check(seat, action)
            if action.kind is not Kind.RETURN:
                assert (problem is None) is (action in legal), (seat, str(action), problem)
            if problem is not None:
                assert isinstance(problem, GameError)
                assert problem.rule.startswith("R")
                with pytest.raises(type(problem)):
                    deal.apply(seat, action)


def _guesses(rng: random.Random, deal: Deal, seat: int) -> list[Action]:
    """Things that somebody could try: plays of this and other hands, and everything that needs no cards."""
    simple = [Action(kind) for kind in Kind if kind not in (Kind.PLAY, Kind.BURN, Kind.RETURN)]
    found = rng.sample(simple, 4)
    hand = deal.state.hands[rng.choice((seat, seat, seat, rng.choice(SEATS)))]
    ranks = [rank for rank in RANKS if hand[rank]]
    for _ in range(4):
        if not ranks:
            break
        base = rng.choice(ranks)
        cards = [0] * 15
        cards[base] = rng.randint(1, hand[base])
        for wild in (TWO, SMALL, BIG):
            if wild != base and rng.random() < 0.3:
                cards[wild] = rng.randint(0, hand[wild])
        what = Play.of(tuple(cards))
        found.append(rng.choice((play, play, burn))(what))
        found.append(give_back(what.cards))
    return found


class _Decisions:
    """Names of decisions: the same while others answer, never used again."""

    def __init__(self) -> None:
        self.open: dict[int, str] = {}
        self.past: dict[int, set[str]] = {seat: set() for seat in SEATS}

    def see(self, deal: Deal, acted: int | None) -> None:
        for seat in SEATS:
            name, before = deal.decision(seat), self.open.get(seat)
            if name is None:
                self.open.pop(seat, None)
            else:
                assert name not in self.past[seat], (seat, name)
                self.open[seat] = name
            if before is not None and name != before:
                self.past[seat].add(before)
                assert name not in self.past[seat]
        names = {deal.decision(seat) for seat in deal.actors}
        assert len(names) <= 1 or deal.phase is Phase.RETURN


def _check_window(before: Deal, after: Deal, acted: int) -> None:
    if before.phase in WINDOWS and after.phase is before.phase and before.state.turn == after.state.turn:
        for seat in before.actors:
            if seat != acted:
                assert after.decision(seat) == before.decision(seat)


def _check_replay(record: Record, actions: list[tuple[int, Action]], end: Deal) -> None:
    """A record says the same again when it is written, read and replayed."""
    whole = record.with_actions(tuple(actions))
    text = write(whole)
    again = read(text)
    assert write(again) == text
    assert replace(again, tokens=()) == replace(whole, tokens=())
    *_, (_, last) = replay(again)
    assert last.deal.digest == end.digest


def test_random_deals_of_skewed_hands_keep_every_invariant() -> None:
    rng = random.Random(611)
    counts: Counter[str] = Counter()
    for number in range(3_000):
        rules = random_rules(rng) if number % 2 else rng.choice(tuple(PRESETS.values()))
        record = skewed_record(rng, rules)
        step = begin_deal(record)
        assert _cards(step.deal.state) == Counter(
            rank for hand in record.hands or () for rank, count in enumerate(hand) for _ in range(count)
        )
        counts.update(kinds_of(rules, step.deal, step.events))
        closely = number % 12 == 0
        actions: list[tuple[int, Action]] = []
        decisions = _Decisions()
        decisions.see(step.deal, None)
        _check_state(step.deal)
        for before, seat, action, following in playing(rng, step):
            step = following
            actions.append((seat, action))
            counts.update(kinds_of(rules, step.deal, step.events))
            decisions.see(step.deal, seat)
            _check_window(before, step.deal, seat)
            assert _cards(before.state) - _cards(step.deal.state) == _laid(step.events)
            assert _cards(before.state) >= _cards(step.deal.state)
            if closely:
                _check_state(step.deal)
                _check_legal(rng, before)
        assert step.deal.phase in (Phase.OVER, Phase.VOID)
        _check_state(step.deal)
        assert isinstance(step.deal.check(0, Action.parse("-")), DealOverError)
        _check_replay(record, actions, step.deal)
    assert not {kind: counts[kind] for kind in OFTEN if counts[kind] < 100}, counts
    assert not {kind: counts[kind] for kind in SELDOM if counts[kind] < 10}, counts


def _play_match(rng: random.Random, rules: RuleSet, deals: int) -> Match:
    """A random match, played on until it has so many deals."""
    match = Match.begin(rules, f"{rng.random()}").match
    while True:
        while match.deal.actors:
            seat = rng.choice(match.deal.actors)
            match = match.apply(seat, choose(rng, match.deal, seat)).match
        assert sum(match.points) == 0
        if match.number >= deals and match.over:
            return match
        seed = f"{rng.random()}"
        match = (match.play_on(seed) if match.over else match.next_deal(seed)).match


@pytest.mark.parametrize("name", PRESETS)
def test_random_matches_carry_tribute_and_replay_from_their_records(name: str) -> None:
    rng = random.Random(name)
    match = _play_match(rng, PRESETS[name], 4)
    records = match.records
    texts = [write(record) for record in records]
    assert [write(record) for record in read_all("\n".join(texts))] == texts
    for record, following in pairwise(records):
        *_, (_, last) = replay(read(write(record)))
        outcome = last.deal.outcome
        if outcome is None:
            assert following.owed == record.owed
        elif outcome.sweep is not None and PRESETS[name].sweep is Sweep.POINTS:
            assert following.owed == ()
        else:
            assert following.owed == outcome.debts
        assert following.seed != record.seed
    *_, (_, last) = replay(read(write(records[-1])))
    assert last.deal.digest == match.deal.digest


def test_random_matches_in_random_rule_sets_add_up_to_zero() -> None:
    rng = random.Random(5)
    for _ in range(6):
        rules = random_rules(rng).with_switches(f"deals={rng.randint(1, 2)}")
        _play_match(rng, rules, rules.deals)


def test_a_deal_from_a_seed_is_the_deal_of_its_record() -> None:
    for name, rules in PRESETS.items():
        for last in (None, 4):
            step = Deal.start(rules, f"{name} 1", last=last)
            match = Match.begin(rules, f"{name} 1").match
            if last is None:
                assert begin_deal(match.start).deal.digest == step.deal.digest == match.deal.digest
            assert step.deal.digest == Deal.start(rules, f"{name} 1", last=last).deal.digest


def test_default_play_ends_every_deal() -> None:
    """Six seats that never answer still finish, and nobody regrets a burn that was not its own choice."""
    for name, rules in PRESETS.items():
        step = Step(Deal.start(rules, name).deal, ())
        for _ in range(3_000):
            if not step.deal.actors:
                break
            seat = step.deal.actors[0]
            step = step.deal.apply(seat, step.deal.default_action(seat))
        assert step.deal.phase is Phase.OVER


_COUNTS = st.integers(min_value=0, max_value=6)


@given(st.integers(0, 11), _COUNTS, _COUNTS, _COUNTS, _COUNTS, st.randoms())
def test_plays_and_actions_round_trip_with_their_notation(
    rank: int, naturals: int, twos: int, small: int, big: int, rng: random.Random
) -> None:
    cards = [0] * 15
    cards[rank], cards[TWO], cards[SMALL], cards[BIG] = naturals, twos, small, big
    if not any(cards):
        cards[THREE] = 1
    what = Play.of(tuple(cards))
    assert Play.parse(str(what)) == what
    assert what.cards == tuple(cards)
    mixed = list(str(what))
    rng.shuffle(mixed)
    assert Play.parse(" ".join(mixed)) == what
    for action in (play(what), burn(what), give_back(tuple(cards))):
        assert Action.parse(str(action)) == action


@given(st.randoms(use_true_random=False))
def test_rule_sets_round_trip_as_switches(rng: random.Random) -> None:
    rules = random_rules(rng)
    assert RuleSet().with_switches(rules.switches()) == rules
    assert read(write(Record(rules=rules, seed="x"))).rules == rules

"""Random play for tests: rule sets, skewed hands and choices that make rare things happen often."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from engine.actions import Action, Kind, give_back
from engine.cards import BIG, FOUR, SEATS, SMALL, THREE, TWO, Hand, Suits
from engine.deal import Deal, Step
from engine.events import Beat, Burned, BurnSucceeded, Debt, Ended, Event, HeadClaimed, Owed, Paid, Revolted
from engine.record import Record, Start, begin_deal
from engine.rules import PRESETS, SWITCHES, Calls, RuleSet, RuleSetError, choices
from engine.tribute import due, holding
from engine.view import Phase


def random_rules(rng: random.Random) -> RuleSet:
    """A valid rule set, every switch at random."""
    while True:
        text = " ".join(f"{switch}={rng.choice(choices(switch))}" for switch in SWITCHES)
        try:
            return PRESETS["biesan"].with_switches(text)
        except RuleSetError:
            continue


def _hand(rng: random.Random, rules: RuleSet) -> Hand:
    """A hand of few ranks: poor (no 2s and jokers, so that it may revolt), plain, or rich."""
    hand = [0] * 15
    kind = rng.choice(("poor", "plain", "plain", "rich", "rich"))
    for rank in rng.sample(range(1, TWO), rng.randint(1, 3)):
        hand[rank] = rng.randint(1, 4)
    if kind == "poor":
        for rank in rng.sample((8, 9, 10, 11), 2):
            hand[rank] += rng.randint(1, 4)
    else:
        most = 2 if kind == "plain" else 4
        hand[TWO] = rng.randint(0, most)
        hand[SMALL] = rng.randint(0, most)
        hand[BIG] = rng.randint(0, most)
    if rng.random() < 0.8:
        hand[THREE] = rng.randint(1, 3)
    return tuple(hand)


def _suits(rng: random.Random, hand: Hand) -> Suits:
    """The suits of some of the 4s of a hand."""
    known = Counter(rng.choice((0, 1, 1, 2, 3)) for _ in range(rng.randint(0, hand[FOUR])))
    return known[0], known[1], known[2], known[3]


def _owed(rng: random.Random) -> tuple[Owed, ...]:
    owed = []
    for kind in rng.sample(tuple(Debt), rng.randint(0, 3)):
        payer, receiver = rng.sample(SEATS, 2)
        owed.append(Owed(kind, payer, receiver, rng.randint(1, 3)))
    return tuple(owed)


def skewed_record(rng: random.Random, rules: RuleSet) -> Record:
    """How a deal of small skewed hands starts, anywhere from the calls to the first lead."""
    start = rng.choice(tuple(Start))
    hands = [_hand(rng, rules) for _ in SEATS]
    for seat in SEATS:
        if rng.random() < 0.04 and start is Start.PLAY:
            hands[seat] = (0,) * 15
    if not any(map(any, hands)):
        hands[0] = _hand(rng, rules)
    leader = rng.choice([seat for seat in SEATS if any(hands[seat])])
    lead = leader if start is Start.PLAY or rng.random() < 0.7 else None
    called = tuple((seat, rng.choice((Calls.MING, Calls.YU))) for seat in SEATS if rng.random() < 0.1)
    return Record(
        rules=rules,
        hands=tuple(hands),
        suits=tuple(_suits(rng, hand) for hand in hands),
        start=start,
        lead=lead,
        owed=_owed(rng) if start in (Start.DEAL, Start.BUY) else (),
        called=called,
    )


def _returned(rng: random.Random, deal: Deal, seat: int) -> Action:
    """As many cards as are due, at random, of those that may be given."""
    owed = due(deal.state, seat)
    assert owed is not None
    hand = holding(deal.state, seat)
    cards = [rank for rank, count in enumerate(hand) for _ in range(count)]
    for _ in range(20):
        chosen = Counter(rng.sample(cards, owed[1]))
        action = give_back(tuple(chosen[rank] for rank in range(15)))
        if deal.check(seat, action) is None:
            return action
    return deal.default_action(seat)


def choose(rng: random.Random, deal: Deal, seat: int) -> Action:
    """A legal action at random, rare ones more often than their share."""
    if deal.phase is Phase.RETURN:
        return _returned(rng, deal, seat)
    legal = deal.legal_actions(seat)
    rare = [action for action in legal if action.kind in _RARE]
    if rare and rng.random() < 0.6:
        return rng.choice(rare)
    plays = [action for action in legal if action.play is not None]
    if not plays:
        return rng.choice(legal)
    quiet = [action for action in legal if action.play is None and action.kind is not Kind.GIVE_UP]
    if quiet and rng.random() < (0.1 if deal.phase in (Phase.RUSH, Phase.DUEL) else 0.4):
        return rng.choice(quiet)
    if Kind.GIVE_UP in {action.kind for action in legal} and rng.random() < 0.05:
        return legal[-1]
    picked = [rng.choice(plays) for _ in range(2 if deal.state.table is None else 1)]
    return max(picked, key=lambda action: action.play.size if action.play else 0)


_RARE = (Kind.BURN, Kind.YIELD, Kind.SHOW, Kind.CALL, Kind.BLIND_CALL, Kind.REVOLT)


def playing(rng: random.Random, step: Step) -> Iterator[tuple[Deal, int, Action, Step]]:
    """Play a deal to its end: the deal, who did what, and what it became."""
    while step.deal.actors:
        deal = step.deal
        seat = rng.choice(deal.actors)
        action = choose(rng, deal, seat)
        step = deal.apply(seat, action)
        yield deal, seat, action, step


def kinds_of(rules: RuleSet, deal: Deal, events: tuple[Event, ...]) -> Iterator[str]:
    """Names of what happened, for counting."""
    for event in events:
        yield type(event).__name__
        if isinstance(event, Revolted):
            yield f"Revolted {rules.revolution}"
        elif isinstance(event, Burned) and event.stake > 1:
            yield "Burned with a raised stake"
        elif isinstance(event, BurnSucceeded) and event.cards > 1:
            yield "BurnSucceeded with a raised stake"
        elif isinstance(event, BurnSucceeded) and not event.cards:
            yield "BurnSucceeded of an ally"
        elif isinstance(event, Beat) and event.kill:
            yield "Kill"
        elif isinstance(event, Ended) and event.sweep:
            yield f"Sweep {rules.sweep}"
        elif isinstance(event, HeadClaimed):
            yield "Head" if event.claimed else "No head"
        elif isinstance(event, Paid):
            yield f"Paid {event.kind}"
    if deal.state.chaos:
        yield "Chaos"
    if deal.state.must_lead_fours:
        yield "Must lead fours"


def start(rng: random.Random, rules: RuleSet) -> tuple[Record, Step]:
    """A deal of skewed hands at its start."""
    record = skewed_record(rng, rules)
    return record, begin_deal(record)

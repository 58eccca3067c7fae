"""Picks from a list of legal actions: what a person most often means by a rank."""

from __future__ import annotations

from collections.abc import Iterable

from engine.actions import Action, Kind
from engine.cards import ACE, BIG, SMALL, TWO, Hand
from engine.play import Play

_JOKER_COST = {TWO: 1, SMALL: 3, BIG: 6}


def _plays(legal: Iterable[Action], kind: Kind) -> list[tuple[Action, Play]]:
    return [(action, action.play) for action in legal if action.kind is kind and action.play is not None]


def cost(play: Play) -> int:
    """What a play spends of 2s and jokers, big jokers dearest."""
    jokers = _JOKER_COST[SMALL] * play.small + _JOKER_COST[BIG] * play.big
    return play.twos * _JOKER_COST[TWO] + jokers


def cheapest(legal: Iterable[Action], rank: int) -> Action | None:
    """The legal play with a base rank that has the fewest wild cards, of equals the cheapest ones."""
    found = [(action, play) for action, play in _plays(legal, Kind.PLAY) if play.base == rank]
    return min(found, key=lambda pair: (_wild(pair[1]), cost(pair[1])))[0] if found else None


def cheapest_burn(legal: Iterable[Action]) -> Action | None:
    """The burn that spends the least."""
    found = _plays(legal, Kind.BURN)
    return min(found, key=lambda pair: (cost(pair[1]), pair[1].base))[0] if found else None


def cheapest_kill(legal: Iterable[Action]) -> Action | None:
    """The play that spends the least, of those with which a seat may kill (RULES R3.5)."""
    found = _plays(legal, Kind.PLAY)
    return min(found, key=lambda pair: (cost(pair[1]), pair[1].base))[0] if found else None


def answers(legal: Iterable[Action]) -> tuple[Action, ...]:
    """One answer for each base rank that beats, with the fewest wild cards; the cheapest first."""
    return _one_for_each_rank(_plays(legal, Kind.PLAY))


def burns(legal: Iterable[Action]) -> tuple[Action, ...]:
    """One burn for each base rank that can burn, with the fewest wild cards; the cheapest first."""
    return _one_for_each_rank(_plays(legal, Kind.BURN))


def _one_for_each_rank(found: Iterable[tuple[Action, Play]]) -> tuple[Action, ...]:
    best: dict[int, tuple[Action, Play]] = {}
    for action, play in found:
        known = best.get(play.base)
        if known is None or (_wild(play), cost(play)) < (_wild(known[1]), cost(known[1])):
            best[play.base] = (action, play)
    ordered = sorted(best.values(), key=lambda pair: (cost(pair[1]), pair[1].base))
    return tuple(action for action, _ in ordered)


def lead_group(legal: Iterable[Action], hand: Hand, rank: int) -> Action | None:
    """Leading: the whole natural group of a rank, or where that is not legal the cheapest play with it."""
    found = [(action, play) for action, play in _plays(legal, Kind.PLAY) if play.base == rank]
    if not found:
        return None
    for action, play in found:
        if play.cards[rank] == hand[rank] == play.size:
            return action
    return min(found, key=lambda pair: (cost(pair[1]), -pair[1].naturals))[0]


def leads(legal: tuple[Action, ...], hand: Hand) -> tuple[Action, ...]:
    """One lead for each rank that can be led, low to high."""
    groups = (lead_group(legal, hand, rank) for rank in range(BIG + 1))
    return tuple(action for action in groups if action is not None)


def _wild(play: Play) -> int:
    """Wild cards beside the base rank: in a play of 2s the jokers, in one of jokers none."""
    if play.base <= ACE:
        return play.wild
    return play.small + play.big if play.base == TWO else 0

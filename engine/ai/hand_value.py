"""How good a hand is to hold. The unit of all worth is a turn: what one play gets rid of."""

from __future__ import annotations

from engine.cards import ACE, BIG, FOUR, KING, QUEEN, SMALL, THREE, TWO, Hand
from engine.opening import opens
from engine.play import LEVEL_SIZE, Play
from engine.rules import RuleSet

CONTROL = {BIG: 1.1, SMALL: 0.7, TWO: 0.48, ACE: 0.35, KING: 0.2, QUEEN: 0.12}
"""How far a card of a rank is from winning a trick."""

KEEP = 1.2
"""What a card that wins a trick is worth in the hand."""

UNCOVERED = 0.5
"""What a turn costs for which there is nothing that wins the lead back."""

WAYS_TO_OPEN = (0.0, 0.6, 1.2)
"""What no, one, and more level plays that open are worth to who has not opened."""


def turns_left(rules: RuleSet, hand: Hand) -> int:
    """In how many plays a hand goes out if nobody beats it: one for each rank, 2s and jokers hung on."""
    lowest = FOUR if rules.bie_san else THREE
    ranks = sum(1 for rank in range(lowest, TWO) if hand[rank])
    wild_alone = not ranks and any(hand[TWO:])
    return ranks + wild_alone + (rules.bie_san and hand[THREE] > 0)


def controls(hand: Hand) -> float:
    """How many tricks a hand can expect to win."""
    return sum(worth * hand[rank] for rank, worth in CONTROL.items())


def ways_to_open(rules: RuleSet, hand: Hand) -> int:
    """How many level plays of one rank a hand holds that open, 2s included (RULES R3.4, R8.1)."""
    groups = sum(1 for rank, size in LEVEL_SIZE.items() if hand[rank] >= size)
    return groups + (hand[TWO] > 0 and opens(rules, Play(TWO, 0, min(hand[TWO], 2), 0, 0)))


def promise(rules: RuleSet, hand: Hand, unopened: bool) -> float:
    """How good a hand is to hold: few turns, what wins them, ways to open."""
    turns, control = turns_left(rules, hand), controls(hand)
    value = KEEP * control - turns - UNCOVERED * max(0.0, turns - control)
    if unopened:
        value += WAYS_TO_OPEN[min(ways_to_open(rules, hand), 2)]
    return value


def only_threes(rules: RuleSet, hand: Hand) -> bool:
    """Whether nothing is left but the 3s that are played last (RULES R6.8)."""
    return rules.bie_san and 0 < hand[THREE] == sum(hand)


def runs_out(rules: RuleSet, hand: Hand) -> bool:
    """Whether a hand that leads goes out for sure: there is a big joker for every play but the last.

    Where two big jokers kill one, two are asked for: that nobody can kill is sure only then.
    """
    needed = 2 if rules.two_kill_one else 1
    return hand[BIG] >= needed * (turns_left(rules, hand) - 1)

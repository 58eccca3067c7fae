"""How good a hand is, as far as an AI player needs to know."""

from __future__ import annotations

from engine.cards import ACE, BIG, SMALL, TWO, Hand
from engine.play import LEVEL_SIZE


def turns_left(hand: Hand) -> int:
    """In how many plays a hand goes out if nobody beats it: a play for each rank, 2s and jokers hung on."""
    ranks = sum(1 for rank in range(ACE + 1) if hand[rank])
    return ranks or int(any(hand[TWO:]))


def natural_levels(hand: Hand) -> int:
    """How many level plays of natural cards of one rank a hand holds: chances to open."""
    return sum(1 for rank, size in LEVEL_SIZE.items() if hand[rank] >= size) + (hand[TWO] >= 2)


def strength(hand: Hand) -> int:
    """A rough count of what wins tricks: big jokers 4, small 3, 2s 2, aces 1."""
    return 4 * hand[BIG] + 3 * hand[SMALL] + 2 * hand[TWO] + hand[ACE]

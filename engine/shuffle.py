"""The deal that follows from a seed (RULES R2.3), written down so that anybody can check it.

1. The deck lies low to high: the 3s, the 4s (♠ ♥ ♣ ♦ in turn, four of each), the 5s … the 2s, four small
   jokers, four big jokers; ``threes=6`` leaves out ten 3s.
2. Numbers are drawn from the blocks ``SHA-256(seed + ":" + n)``, n = 0, 1, 2 … in decimal, seed and text in
   UTF-8; each block gives eight 32-bit numbers, big end first. A number below *k* is drawn by taking the next
   of them that is below the largest multiple of *k* within 2³², and its remainder by *k*.
3. Fisher–Yates: for i from the last card down to the second, swap card i with card ``draw(i + 1)``.
4. ``draw(6)`` is the first dealing seat, the next ``draw(6)`` the random first lead.
5. The cards go one by one from the top of the deck, the first card first, to the seats in order of play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

from engine.cards import FOUR, SEATS, SMALL, THREE, Hand, Suits
from engine.rules import RuleSet

_WORD = 2**32


@dataclass(frozen=True, slots=True)
class Shuffled:
    """What a seed gives: six hands, the suits of their 4s, the first dealing seat, the random first lead."""

    hands: tuple[Hand, ...]
    suits: tuple[Suits, ...]
    first: int
    lead: int


def deck(rules: RuleSet) -> list[int]:
    """The unshuffled deck as a list of ranks (RULES R2.1)."""
    return [rank for rank in range(15) for _ in range(rules.threes if rank == THREE else copies(rank))]


def copies(rank: int) -> int:
    """How many cards of a rank four packs have (RULES R2.1)."""
    return 4 if rank >= SMALL else 16


class _Stream:
    """Numbers drawn from a seed."""

    def __init__(self, seed: str) -> None:
        self._words = _words(seed)

    def below(self, bound: int) -> int:
        limit = _WORD - _WORD % bound
        while True:
            word = next(self._words)
            if word < limit:
                return word % bound


def _words(seed: str) -> Iterator[int]:
    block = 0
    while True:
        digest = hashlib.sha256(f"{seed}:{block}".encode()).digest()
        for start in range(0, 32, 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def shuffled(rules: RuleSet, seed: str) -> Shuffled:
    """The hands that a seed deals under a rule set; the same everywhere and for ever (RULES R2.3)."""
    ranks = deck(rules)
    first_four = ranks.index(FOUR)
    order = list(range(len(ranks)))
    stream = _Stream(seed)
    for i in range(len(order) - 1, 0, -1):
        j = stream.below(i + 1)
        order[i], order[j] = order[j], order[i]
    first = stream.below(6)
    lead = stream.below(6)
    hands = [[0] * 15 for _ in SEATS]
    suits = [[0] * 4 for _ in SEATS]
    for position, card in enumerate(order):
        seat = (first + position) % 6
        rank = ranks[card]
        hands[seat][rank] += 1
        if rank == FOUR:
            suits[seat][(card - first_four) % 4] += 1
    return Shuffled(
        tuple(tuple(hand) for hand in hands),
        tuple((s[0], s[1], s[2], s[3]) for s in suits),
        first,
        lead,
    )


def commitment(seed: str) -> str:
    """The SHA-256 of a seed, told before the deal so that the seed told after it can be checked."""
    return hashlib.sha256(seed.encode()).hexdigest()

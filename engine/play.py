"""What can be laid on the table, and what beats what (RULES R3)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from engine.cards import ACE, BIG, JACK, KING, QUEEN, SMALL, SYMBOLS, TEN, TWO, Hand, rank_of

LEVEL_SIZE = {TEN: 5, JACK: 4, QUEEN: 3, KING: 2, ACE: 2}
"""How many cards of a rank, attached 2s included, make a level play (够级牌, RULES R3.4)."""


class Play(NamedTuple):
    """A play (一手牌): cards of one base rank, with 2s attached and jokers hung (RULES R3.1, R3.2).

    ``base`` is the base rank (牌点). ``naturals`` counts its cards when it is below 2; a play with base
    rank 2 or of jokers alone has none of them, its cards are in ``twos``, ``small`` and ``big``.
    """

    base: int
    naturals: int
    twos: int
    small: int
    big: int

    @classmethod
    def parse(cls, text: str) -> Play:
        """The play that a text such as ``KKK2w`` names, in any order, blanks ignored.

        Raises :class:`ValueError` if it is empty, names what is no card, or has two base ranks
        (RULES R3.1). ``str`` is the way back.
        """
        counts = [0] * 15
        for symbol in text:
            if not symbol.isspace():
                counts[rank_of(symbol)] += 1
        return cls.of(tuple(counts))

    @classmethod
    def of(cls, cards: Hand) -> Play:
        """The play made of some cards (RULES R3.1). Raises :class:`ValueError` as :meth:`parse` does."""
        ranks = [rank for rank in range(TWO) if cards[rank]]
        if len(ranks) > 1:
            raise ValueError(f"{SYMBOLS[ranks[0]]} and {SYMBOLS[ranks[1]]} cannot be in one play")
        twos, small, big = cards[TWO], cards[SMALL], cards[BIG]
        if ranks:
            return cls(ranks[0], cards[ranks[0]], twos, small, big)
        if twos:
            return cls(TWO, 0, twos, small, big)
        if small:
            return cls(SMALL, 0, 0, small, big)
        if big:
            return cls(BIG, 0, 0, 0, big)
        raise ValueError("a play has one card or more")

    @property
    def size(self) -> int:
        """How many cards it has."""
        return self.naturals + self.twos + self.small + self.big

    @property
    def wild(self) -> int:
        """How many 2s and jokers it spends beside its base rank."""
        return self.twos + self.small + self.big

    @property
    def cards(self) -> Hand:
        """Its cards as counts of ranks."""
        return _cards(self)

    @property
    def is_level(self) -> bool:
        """Whether it is a level play (够级牌, RULES R3.4)."""
        if self.small or self.big or self.base == TWO:
            return True
        needed = LEVEL_SIZE.get(self.base)
        return needed is not None and self.naturals + self.twos >= needed

    def beats(self, other: Play) -> bool:
        """Whether it beats a play on the table by RULES R3.3: card by card, each strictly above.

        A joker hung on the other play must lie under a big joker; everything else of this play must be
        above the other's base rank.
        """
        if other.big or self.big < other.small or self.size != other.size:
            return False
        return self.base > other.base

    def kills(self, other: Play) -> bool:
        """Whether it kills a play with big jokers, two for one (大王二杀一, RULES R3.5)."""
        k = other.big
        if not k or self.big < 2 * k:
            return False
        mine = _without_big(self, 2 * k)
        theirs = _without_big(other, k)
        if mine is None or theirs is None:
            return mine is theirs
        return mine.beats(theirs)

    def __str__(self) -> str:
        """Base cards, then 2s, then small, then big jokers.

        >>> str(Play.parse("w2KKK"))
        'KKK2w'
        """
        return SYMBOLS[self.base] * self.naturals + "2" * self.twos + "w" * self.small + "W" * self.big


def _without_big(play: Play, count: int) -> Play | None:
    """The play less some of its big jokers; nothing if that was all."""
    if play.size == count:
        return None
    return play._replace(big=play.big - count)


@lru_cache(maxsize=20_000)
def _cards(play: Play) -> Hand:
    counts = [0] * 15
    if play.naturals:
        counts[play.base] = play.naturals
    counts[TWO] += play.twos
    counts[SMALL] += play.small
    counts[BIG] += play.big
    return tuple(counts)


def why_not(answer: Play, table: Play) -> str:
    """Why a play does not beat another, in one sentence; for people, so in the order they would notice."""
    if answer.size != table.size:
        return f"{answer} has {answer.size} cards, {table} has {table.size}"
    if table.big:
        return f"{table} holds a big joker, which nothing is above"
    if answer.big < table.small:
        return f"each small joker of {table} needs a big joker above it"
    return f"{SYMBOLS[answer.base]} is not above {SYMBOLS[table.base]}"

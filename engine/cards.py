"""Cards, hands and seats (RULES R1, R2).

A card is the number of its rank, 0 (a 3) to 14 (big joker). A hand is a tuple of 15 counts, one for each
rank. Suits matter for the fours alone (上班, RULES R5.5), so they are kept apart, as a tuple of the counts
of ♠ ♥ ♣ ♦ for each seat; a four without a known suit is in the hand only.
"""

from __future__ import annotations

from collections.abc import Iterable

Hand = tuple[int, ...]
"""How many cards of each rank, 15 counts from the 3s to the big jokers."""

Suits = tuple[int, int, int, int]
"""How many 4s of ♠ ♥ ♣ ♦ a seat holds, as far as suits are known."""

THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE, TWO, SMALL, BIG = range(15)

RANKS = range(15)
SYMBOLS = "3456789TJQKA2wW"
"""The sign of each rank in plays and records."""

SUITS = "shcd"
SEATS = range(6)
EMPTY: Hand = (0,) * 15
NO_SUITS: Suits = (0, 0, 0, 0)

_RANK_OF = {symbol: rank for rank, symbol in enumerate(SYMBOLS)}


def side(seat: int) -> int:
    """The side (一方) of a seat: 0 for the seats shown as 1, 3, 5, else 1 (RULES R1.2)."""
    return seat % 2


def opposite(seat: int) -> int:
    """The opposite (对门/对头) of a seat (RULES R1.2)."""
    return (seat + 3) % 6


def allies(seat: int) -> tuple[int, int]:
    """The two allies (联邦) of a seat, the one that plays sooner after it first (RULES R1.2)."""
    return (seat + 2) % 6, (seat + 4) % 6


def after(seat: int) -> tuple[int, int, int, int, int]:
    """The five other seats in the order of play (RULES R1.1)."""
    return (seat + 1) % 6, (seat + 2) % 6, (seat + 3) % 6, (seat + 4) % 6, (seat + 5) % 6


def rank_of(symbol: str) -> int:
    """The rank that a sign of :data:`SYMBOLS` stands for; ``10`` is not one, ``T`` is.

    Raises :class:`ValueError` for anything else.
    """
    try:
        return _RANK_OF[symbol]
    except KeyError:
        raise ValueError(f"{symbol!r} is not a card; cards are {' '.join(SYMBOLS)}") from None


def parse_cards(text: str) -> tuple[Hand, Suits]:
    """The cards in a text such as ``"3 4s4h KK2w"`` in any order; blanks are ignored.

    Returns the hand and the suits of those 4s that name one. Raises :class:`ValueError` naming what is no
    card.
    """
    counts = [0] * 15
    suits = [0] * 4
    previous = -1
    for symbol in text:
        if symbol.isspace():
            previous = -1
        elif previous == FOUR and symbol in SUITS:
            suits[SUITS.index(symbol)] += 1
            previous = -1
        else:
            previous = rank_of(symbol)
            counts[previous] += 1
    return tuple(counts), (suits[0], suits[1], suits[2], suits[3])


def format_cards(hand: Iterable[int], suits: Suits = NO_SUITS) -> str:
    """A hand as text, low to high, 4s of a known suit behind those without.

    >>> format_cards(parse_cards("W2K34s")[0])
    '34K2W'
    """
    parts = []
    for rank, count in enumerate(hand):
        if rank == FOUR and any(suits):
            known = "".join(f"4{suit}" * n for suit, n in zip(SUITS, suits, strict=True))
            parts.append("4" * (count - sum(suits)) + known)
        else:
            parts.append(SYMBOLS[rank] * count)
    return "".join(parts)


def take(hand: Hand, cards: Hand) -> Hand:
    """The hand without some of its cards; the caller knows that they are there."""
    return tuple([a - b for a, b in zip(hand, cards, strict=True)])


def give(hand: Hand, cards: Hand) -> Hand:
    """The hand with more cards."""
    return tuple([a + b for a, b in zip(hand, cards, strict=True)])


def holds(hand: Hand, cards: Hand) -> bool:
    """Whether all of some cards are in a hand."""
    return all(a >= b for a, b in zip(hand, cards, strict=True))

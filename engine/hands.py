"""What a hand can lead, and what it can answer with (RULES R3, R6.8, R6.9).

Lists are complete and built from cached parts: what one rank can do with so many 2s and jokers does not
depend on the rest of the hand.
"""

from __future__ import annotations

from functools import lru_cache

from engine.actions import Action, play
from engine.cards import BIG, FOUR, SMALL, SYMBOLS, THREE, TWO, Hand
from engine.errors import FoursTogetherError, GameError, MissingCardsError, ThreesLastError
from engine.play import Play
from engine.rules import RuleSet


def leads(rules: RuleSet, hand: Hand) -> tuple[Action, ...]:
    """Every play that the hand may lead (RULES R6.2, R6.8, R6.9)."""
    twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
    found: list[Action] = []
    lowest = THREE
    if rules.bie_san:
        lowest = FOUR
        if hand[THREE] and hand[THREE] == sum(hand):
            return (play(Play(THREE, hand[THREE], 0, 0, 0)),)
    for rank in range(lowest, TWO):
        naturals = hand[rank]
        if not naturals:
            continue
        if rank == FOUR and rules.kaidian_fasi:
            found.append(play(Play(FOUR, naturals, 0, 0, 0)))
        else:
            found += _group(rank, naturals, twos, small, big)
    if twos or small or big:
        found += _wild(twos, small, big)
    return tuple(found)


def answers(rules: RuleSet, hand: Hand, table: Play, *, kill: bool) -> tuple[Action, ...]:
    """Every play of the hand that beats a play (RULES R3.3), and if ``kill`` those that kill it (R3.5)."""
    if table.big:
        return _kills(rules, hand, table) if kill else ()
    return tuple(play(what) for what in _beating(rules, hand, table))


def _beating(rules: RuleSet, hand: Hand, table: Play) -> list[Play]:
    size = table.size
    twos, small, big = hand[TWO], hand[SMALL], hand[BIG]
    least_big = table.small
    found: list[Play] = []
    if big < least_big:
        return found
    for rank in range(table.base + 1, TWO):
        naturals = hand[rank]
        if not naturals:
            continue
        if rank == FOUR and rules.kaidian_fasi:
            if naturals == size and not least_big:
                found.append(Play(FOUR, naturals, 0, 0, 0))
        elif naturals + twos + small + big >= size:
            found += _answers_of(rank, naturals, twos, small, big, size, least_big)
    if twos + small + big >= size:
        for base in range(max(table.base + 1, TWO), BIG + 1):
            found += _wild_answers(base, twos, small, big, size, least_big)
    return found


def _kills(rules: RuleSet, hand: Hand, table: Play) -> tuple[Action, ...]:
    """Take *k* big jokers from the table and 2*k* from the answer; the rest must beat the rest."""
    spent = 2 * table.big
    if hand[BIG] < spent:
        return ()
    if table.big == table.size:
        return (play(Play(BIG, 0, 0, 0, spent)),)
    rest = (*hand[:BIG], hand[BIG] - spent)
    beating = _beating(rules, rest, table._replace(big=0))
    together = (what._replace(big=what.big + spent) for what in beating)
    return tuple(play(what) for what in together if _alone_rule(rules, what))


def _alone_rule(rules: RuleSet, what: Play) -> bool:
    """Whether a play does not hang jokers on 4s that must be alone (RULES R6.9)."""
    return not (rules.kaidian_fasi and what.base == FOUR)


@lru_cache(maxsize=20_000)
def _group(rank: int, naturals: int, twos: int, small: int, big: int) -> tuple[Action, ...]:
    return tuple(
        play(Play(rank, n, t, s, b))
        for n in range(1, naturals + 1)
        for t in range(twos + 1)
        for s in range(small + 1)
        for b in range(big + 1)
    )


@lru_cache(maxsize=2_000)
def _wild(twos: int, small: int, big: int) -> tuple[Action, ...]:
    with_two = [(t, s, b) for t in range(1, twos + 1) for s in range(small + 1) for b in range(big + 1)]
    found = [Play(TWO, 0, t, s, b) for t, s, b in with_two]
    found += [Play(SMALL, 0, 0, s, b) for s in range(1, small + 1) for b in range(big + 1)]
    found += [Play(BIG, 0, 0, 0, b) for b in range(1, big + 1)]
    return tuple(play(what) for what in found)


@lru_cache(maxsize=50_000)
def _answers_of(
    rank: int, naturals: int, twos: int, small: int, big: int, size: int, least_big: int
) -> tuple[Play, ...]:
    return tuple(
        Play(rank, size - t - s - b, t, s, b)
        for b in range(least_big, min(big, size - 1) + 1)
        for s in range(min(small, size - 1 - b) + 1)
        for t in range(max(0, size - naturals - s - b), min(twos, size - 1 - s - b) + 1)
    )


@lru_cache(maxsize=10_000)
def _wild_answers(base: int, twos: int, small: int, big: int, size: int, least_big: int) -> tuple[Play, ...]:
    found = []
    for b in range(least_big, min(big, size) + 1):
        for s in range(min(small, size - b) + 1):
            t = size - b - s
            if t <= twos and base == (TWO if t else SMALL if s else BIG):
                found.append(Play(base, 0, t, s, b))
    return tuple(found)


def why_not_playable(rules: RuleSet, hand: Hand, what: Play) -> GameError | None:
    """Why a hand cannot lay a play whatever lies on the table, if so (RULES R3.1, R6.8, R6.9)."""
    for rank, needed in enumerate(what.cards):
        if needed > hand[rank]:
            return MissingCardsError(
                f"{what} needs {needed} {SYMBOLS[rank]}, the hand has {hand[rank]}", rank, needed, hand[rank]
            )
    if rules.bie_san and what.base == THREE and (what.wild or what.naturals != sum(hand)):
        message = "3s are only the last play of a hand, all of them, without 2s or jokers"
        return ThreesLastError(message, hand[THREE])
    if rules.kaidian_fasi and what.base == FOUR and (what.wild or what.naturals != hand[FOUR]):
        message = "4s are played all at once, without 2s or jokers"
        return FoursTogetherError(message, hand[FOUR])
    return None

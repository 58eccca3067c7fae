"""How likely a play is to win its trick, guessed from what everybody sees.

The figures are what happened in a hundred deals between six of these players.
"""

from __future__ import annotations

from engine.cards import ACE, JACK, KING, QUEEN, SEATS, SMALL, TEN, TWO, opposite, side
from engine.play import LEVEL_SIZE, Play
from engine.view import View

ORDINARY, BY_RANK, BY_CARD = 0.22, 0.032, 0.08
"""The chance that one opponent does not beat a single 3, and what each rank and each card adds to it."""

LEVEL = {TEN: 0.3, JACK: 0.25, QUEEN: 0.3, KING: 0.4, ACE: 0.65, TWO: 0.5, SMALL: 0.9}
"""The chance that one's opposite does not beat the smallest level play of a rank."""

BY_LEVEL_CARD = 0.15
"""What each card more adds to it."""

SMALL_JOKER_HUNG = 0.85
BIG_JOKER_HUNG_WHERE_TWO_KILL_ONE = 0.9


def holds(view: View, play: Play) -> float:
    """The chance that nobody beats a play of this seat, between 0 and 1."""
    assert view.seat is not None
    if play.big:
        return BIG_JOKER_HUNG_WHERE_TWO_KILL_ONE if view.rules.two_kill_one else 1.0
    level = play.is_level and not view.chaos and not view.seats[view.seat].headless
    one = _level_holds(play) if level else _ordinary_holds(play)
    chance = 1.0
    for seat in _answering(view, view.seat, level):
        cards = view.seats[seat].cards
        if cards is None or cards >= play.size:
            chance *= one
    return chance


def _ordinary_holds(play: Play) -> float:
    """The chance that one opponent does not beat a play that everybody may answer."""
    if play.small:
        return SMALL_JOKER_HUNG
    return min(0.98, ORDINARY + BY_RANK * play.base + BY_CARD * (play.size - 1))


def _level_holds(play: Play) -> float:
    """The chance that one's opposite does not beat a level play."""
    if play.small:
        return SMALL_JOKER_HUNG
    more = play.size - LEVEL_SIZE.get(play.base, 1)
    return min(0.98, LEVEL[play.base] + BY_LEVEL_CARD * more + 0.3 * (play.base == TWO and more > 0))


def _answering(view: View, me: int, level: bool) -> list[int]:
    """The opponents that may answer a play (RULES R6.3–R6.6)."""
    return [
        seat
        for seat in SEATS
        if side(seat) != side(me)
        and view.seats[seat].in_game
        and (seat == opposite(me) or not level or view.seats[seat].headless)
        and (seat == opposite(me) or view.chaos or not view.seats[seat].passed)
    ]

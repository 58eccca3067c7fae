"""Answering a play: beat an opponent if it is worth it, let allies win, yield to them."""

from __future__ import annotations

from engine.actions import PASS, YIELD, Action
from engine.ai.chances import holds
from engine.ai.hand_value import turns_left
from engine.ai.situation import hand_of, is_ally, me, plays, unopened
from engine.ai.worth import worth
from engine.cards import opposite, take
from engine.opening import opens
from engine.play import Play
from engine.view import OnTable, View

HEIGHT = 0.04
"""What a rank more costs: of two plays that do the same the lower one is better."""

DENY_OPENING = 1.3
"""What it is worth that one's opposite does not open."""

HURRY, HURRY_FROM = 0.4, 11
"""What it is worth to stop an opponent, for each card that it has less than so many."""

YIELD_BELOW = 0.4
"""A play that is worth less waits whether an ally behind beats."""

SURE = 0.9


def follow(view: View) -> Action:
    """Beat, yield or pass."""
    table = view.table
    assert table is not None
    may_yield = YIELD in view.legal and _ally_behind(view)
    scored = [(score(view, table, play), action) for action, play in plays(view) if _fits(view, table, play)]
    value, best = max(scored, key=lambda pair: pair[0], default=(0.0, PASS))
    if value > (YIELD_BELOW if may_yield else 0):
        return best
    return YIELD if may_yield and scored else PASS


def score(view: View, table: OnTable, play: Play) -> float:
    """What beating with a play is worth, against passing."""
    return worth(view, play) + _denial(view, table) - HEIGHT * play.base


def _denial(view: View, table: OnTable) -> float:
    """What it is worth that the owner of the play on the table does not win."""
    owner = view.seats[table.owner]
    value = HURRY * max(0, HURRY_FROM - owner.cards) if owner.cards is not None else 0.0
    if table.level and table.owner == opposite(me(view).seat) and not owner.opened:
        value += DENY_OPENING
    return value


def _fits(view: View, table: OnTable, play: Play) -> bool:
    """An ally's play is beaten only to go out, to be sure to go out next, or to open without wild cards."""
    if not is_ally(view, table.owner):
        return True
    turns = turns_left(view.rules, take(hand_of(view), play.cards))
    if turns == 0 or (turns == 1 and holds(view, play) >= SURE):
        return True
    return unopened(view) and opens(view.rules, play) and not play.wild


def _ally_behind(view: View) -> bool:
    """Whether the ally that is asked after this seat can still beat (RULES R6.4)."""
    ally = view.seats[(me(view).seat + 2) % 6]
    return ally.in_game and not ally.passed

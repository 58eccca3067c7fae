"""Choices that can ruin a deal: they ask once more, and say what is at stake."""

from __future__ import annotations

from engine import burning
from engine.actions import BLIND_CALL, CALL, REVOLT, SHOW, Action, Kind
from engine.cards import FOUR, take
from engine.view import View

DECLARATIONS = (BLIND_CALL, CALL, SHOW, REVOLT)

BURN = "burn"
"""A burn after which the hand may not go out (RULES R9.2, with ``burn_guard`` off)."""

FOURS = "fours"
"""4s played unopened: there is no opening any more (RULES R8.2)."""


def at_stake(action: Action, view: View) -> str | None:
    """What is at stake with an action of a seat that sees this view: a name for its texts, or nothing."""
    if action in DECLARATIONS:
        return f"{action}-{view.rules.revolution}" if action == REVOLT else str(action)
    if action.play is None or view.hand is None or view.seat is None:
        return None
    if action.kind is Kind.BURN:
        runs = burning.can_run(view.rules, take(view.hand, action.play.cards))
        return None if runs else BURN
    gives_up = view.rules.kaidian_fasi and action.play.base == FOUR and not view.seats[view.seat].opened
    return FOURS if gives_up and sum(view.hand) > action.play.size else None

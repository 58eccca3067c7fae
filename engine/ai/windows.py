"""Decisions outside tricks: calls and declarations, the head, burning, a rush or a duel."""

from __future__ import annotations

from engine.actions import CALL, DECLINE, HEAD, NO_HEAD, PASS, READY, SHOW, Action
from engine.ai.hand_value import controls, turns_left, ways_to_open
from engine.ai.situation import hand_of, is_ally, plays
from engine.burning import can_run
from engine.cards import BIG, take
from engine.choices import cheapest_burn, cost
from engine.view import View

STRONG = 7.0
"""How many tricks a hand wins that is confident to keep its opposite from opening."""

LONGEST_RUN = 3
"""How many plays may remain after a burn."""


def declare(view: View) -> Action:
    """Show 4s for the lead and call with a strong hand.

    It never calls blindly, which risks more than it can win (RULES R11.3), and never revolts: a hand without
    2s and jokers may still come in before others.
    """
    if SHOW in view.legal:
        return SHOW
    if CALL in view.legal and view.hand is not None and controls(view.hand) >= STRONG:
        return CALL
    return READY


def choose_head(view: View) -> Action:
    """Three level plays that nobody can answer are worth a head, where there are any to play."""
    return HEAD if ways_to_open(view.rules, hand_of(view)) or NO_HEAD not in view.legal else NO_HEAD


def show_down(view: View) -> Action:
    """A rush or a duel: lay or answer with the least that does it."""
    prices = {action: (cost(play), play.base, play.size) for action, play in plays(view)}
    return min(prices, key=prices.__getitem__, default=PASS)


def burn_or_decline(view: View) -> Action:
    """Burn an opponent when the rest surely runs: few plays, with a big joker for all of them but one."""
    assert view.table is not None
    burn = cheapest_burn(view.legal)
    if burn is None or burn.play is None or is_ally(view, view.table.owner):
        return DECLINE
    rest = take(hand_of(view), burn.play.cards)
    turns = turns_left(view.rules, rest)
    sure = can_run(view.rules, rest) and turns <= LONGEST_RUN and rest[BIG] >= turns - 1
    return burn if sure else DECLINE

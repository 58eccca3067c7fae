"""A player that plays a sensible game, readable rather than deep: one function for each kind of decision."""

from __future__ import annotations

import random

from engine.actions import CALL, DECLINE, GIVE_UP, HEAD, NO_HEAD, PASS, READY, SHOW, YIELD, Action
from engine.ai.hand_value import natural_levels, strength, turns_left
from engine.burning import can_run
from engine.cards import ACE, FOUR, TEN, THREE, TWO, Hand, opposite, side, take
from engine.choices import cheapest_burn, cost
from engine.opening import opens
from engine.play import Play
from engine.view import Phase, View

STRONG = 26
"""The strength of a hand that is confident to keep its opposite from opening, or to burn."""


def heuristic(view: View, rng: random.Random) -> Action:
    """The action that a sensible player takes; ``rng`` decides nothing but ties."""
    if view.phase in (Phase.BLIND, Phase.DECLARE):
        return _declare(view)
    if view.phase is Phase.BURN:
        return _burn(view)
    if view.phase is Phase.HEAD:
        return _head(view)
    if view.phase in (Phase.RUSH, Phase.DUEL):
        return _showdown(view)
    if view.phase is Phase.RETURN:
        return view.legal[0]
    return _lead(view) if view.table is None or view.table.owner == view.seat else _follow(view)


def _hand(view: View) -> Hand:
    assert view.hand is not None
    return view.hand


# Before the first lead


def _declare(view: View) -> Action:
    """Show 4s for the lead, call with a strong hand, never revolt: a hand without 2s may still place."""
    if view.hand is None:
        return READY
    if SHOW in view.legal:
        return SHOW
    if CALL in view.legal and strength(view.hand) >= STRONG + 4:
        return CALL
    return READY


def _head(view: View) -> Action:
    """Three level plays that nobody can answer are worth a head, where there are any to play."""
    return HEAD if natural_levels(_hand(view)) or NO_HEAD not in view.legal else NO_HEAD


def _showdown(view: View) -> Action:
    """A rush or a duel: lay or answer with the least that does it."""
    plays = [action for action in view.legal if action.play is not None]
    if not plays:
        return PASS
    return min(plays, key=lambda action: _price(view, action.play))


# Burning


def _burn(view: View) -> Action:
    """Burn an opponent when what remains surely runs: few plays, each with a joker that is hard to beat."""
    table, hand = view.table, _hand(view)
    if table is None or view.seat is None or side(table.owner) == side(view.seat):
        return DECLINE
    burn = cheapest_burn(view.legal)
    if burn is None or burn.play is None:
        return DECLINE
    rest = take(hand, burn.play.cards)
    plays = turns_left(rest)
    sure = can_run(view.rules, rest) and plays <= 3 and rest[-1] >= plays - 1
    return burn if sure else DECLINE


# Leading


def _lead(view: View) -> Action:
    """Lead the lowest group whole; level plays to open; what wins before the 3s at the end."""
    plays = [action for action in view.legal if action.play is not None]
    if not plays:
        return GIVE_UP
    if _burning(view):
        running = [
            a for a in plays if a.play is not None and can_run(view.rules, take(_hand(view), a.play.cards))
        ]
        return min(running or plays, key=lambda action: _run_price(action.play))
    return min(plays, key=lambda action: _lead_price(view, action.play))


def _burning(view: View) -> bool:
    return view.seat is not None and view.seats[view.seat].burning


def _keeps_running(view: View, play: Play | None) -> bool:
    assert play is not None
    return can_run(view.rules, take(_hand(view), play.cards))


def _run_price(play: Play | None) -> tuple[int, int]:
    assert play is not None
    return (play.small + play.big, -play.naturals)


def _lead_price(view: View, play: Play | None) -> tuple[float, int]:
    """Lower is better: low ranks first, whole groups, few wild cards; opening when it is open to us."""
    assert play is not None
    hand = _hand(view)
    price = float(play.base)
    price += 6 * cost(play)
    if play.base <= ACE and play.naturals < hand[play.base]:
        price += 8
    mine = view.seats[view.seat or 0]
    if view.rules.kaidian_fasi and play.base == FOUR:
        price += -30 if mine.opened else 12
    if (
        not mine.opened
        and not view.chaos
        and not mine.headless
        and opens(view.rules, play)
        and not play.small
    ):
        price -= 6 if play.base <= ACE else 0
    if _last_before_threes(view, play):
        price -= 4 * (play.base >= ACE or bool(play.wild))
    if play.size == sum(hand):
        price -= 100
    return price, play.size


def _last_before_threes(view: View, play: Play) -> bool:
    rest = take(_hand(view), play.cards)
    return view.rules.bie_san and 0 < rest[THREE] == sum(rest)


# Following


def _follow(view: View) -> Action:
    """Beat an opponent with the cheapest natural play if it is worth it; let allies win; yield to allies."""
    table = view.table
    assert table is not None
    plays = [action for action in view.legal if action.play is not None]
    ending = [a for a in plays if a.play is not None and a.play.size == sum(_hand(view))]
    if ending:
        return ending[0]
    if not plays:
        return PASS
    if view.seat is not None and side(table.owner) == side(view.seat):
        return PASS
    best = min(plays, key=lambda action: _price(view, action.play))
    worth = _worth(view)
    if _price(view, best.play) <= worth:
        return best
    return YIELD if YIELD in view.legal and _ally_behind(view) else PASS


def _ally_behind(view: View) -> bool:
    assert view.seat is not None
    ally = view.seats[(view.seat + 2) % 6]
    return ally.in_game and not ally.passed


def _worth(view: View) -> float:
    """What the trick is worth: more against one's opposite's level play, and against who is nearly out."""
    table = view.table
    assert table is not None
    worth = 9.0
    if table.level and table.owner == opposite(view.seat or 0):
        worth += 6 if not view.seats[view.seat or 0].opened else 3
    cards = view.seats[table.owner].cards
    if cards is not None:
        worth += max(0, 11 - cards)
    if turns_left(_hand(view)) <= 4:
        worth += 6
    return worth


def _price(view: View, play: Play | None) -> float:
    """What a play costs: 2s and jokers, a broken group, high natural cards."""
    assert play is not None
    hand = _hand(view)
    price = 3.0 * cost(play)
    if play.base <= ACE:
        left = hand[play.base] - play.naturals
        price += max(0, play.base - TEN) * play.naturals * 0.7
        if left:
            price += 3 if left > 1 or play.naturals > 1 else 2
        elif play.naturals > 1:
            price -= 1
    elif play.base == TWO:
        price += 2
    return price

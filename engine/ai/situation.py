"""What a view means for who looks at it."""

from __future__ import annotations

from engine.actions import Action
from engine.cards import Hand, side
from engine.play import Play
from engine.view import SeatView, View


def hand_of(view: View) -> Hand:
    """The hand, in phases in which it is dealt."""
    assert view.hand is not None
    return view.hand


def me(view: View) -> SeatView:
    """What everybody knows of this seat."""
    assert view.seat is not None
    return view.seats[view.seat]


def plays(view: View) -> list[tuple[Action, Play]]:
    """The legal actions that lay cards."""
    return [(action, action.play) for action in view.legal if action.play is not None]


def unopened(view: View) -> bool:
    """Whether this seat has not opened and may still do so, as far as can be seen (RULES R8.1, R8.3)."""
    mine = me(view)
    out = sum(seat.place is not None and not seat.burn_failed for seat in view.seats)
    return not (mine.opened or mine.headless or view.chaos or out >= 2)


def is_ally(view: View, seat: int) -> bool:
    """Whether another seat is on the same side."""
    return side(seat) == side(me(view).seat)


def opponents(view: View) -> list[SeatView]:
    """The opponents that are in the game."""
    return [seat for seat in view.seats if seat.in_game and not is_ally(view, seat.seat)]


def late(view: View) -> bool:
    """Whether somebody is out or about to be."""
    return any(seat.place is not None or (seat.cards is not None and seat.cards <= 10) for seat in view.seats)

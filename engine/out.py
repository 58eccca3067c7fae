"""Going out, places, and the end of a deal (RULES R7)."""

from __future__ import annotations

from engine import burning, opening
from engine.cards import allies
from engine.events import Ended, Held, WentOut
from engine.state import NOBODY, SIDES, Events, State, seats_of
from engine.view import Phase

FAILED_PLACES = (5, 4, 3, 2, 1)
"""The places of failed burners: the lowest that is free, 大落 first (RULES R7.1)."""

REVOLUTIONARY = 3
"""The place of a revolutionary, unless its allies are 头科 and 二科 (RULES R7.1)."""


def go_out(state: State, seat: int, events: Events) -> None:
    """A seat has laid its last card (RULES R7.1), in its run too (R9.4)."""
    state.in_game &= ~(1 << seat)
    state.gone = (*state.gone, seat)
    place = next(place for place in range(6) if place not in state.places)
    state.set_place(seat, place)
    events.append(WentOut(seat, place))
    opening.close_after_going_out(state)
    burning.succeed(state, seat, events)
    tell_held(state, events, seat)
    end_if_one_side_is_left(state, events)


def gone_before(state: State, seat: int) -> None:
    """A seat without cards before the first lead has gone out before the others."""
    state.in_game &= ~(1 << seat)
    state.revolts &= ~(1 << seat)
    state.set_place(seat, len(state.gone))
    state.gone = (*state.gone, seat)
    opening.close_after_going_out(state)


def leave_failed(state: State, seat: int) -> None:
    """A failed burner takes the lowest free place (RULES R7.1)."""
    state.in_game &= ~(1 << seat)
    state.set_place(seat, next(place for place in FAILED_PLACES if place not in state.places))


def leave_revolted(state: State, seat: int) -> None:
    """A revolutionary leaves the game as 四科 (RULES R7.1, R10.1)."""
    state.in_game &= ~(1 << seat)
    state.set_place(seat, REVOLUTIONARY)


def tell_held(state: State, events: Events, only: int | None = None) -> None:
    """Tell who was 憋3'd: of one seat that is out, or at the end of all (RULES R7.3)."""
    for victim, by in state.held:
        if only in (None, victim) and not state.held_told >> victim & 1:
            state.held_told |= 1 << victim
            events.append(Held(victim, by))


def end_if_one_side_is_left(state: State, events: Events) -> None:
    """End the deal if only one side, or nobody, is left in the game (RULES R7.2)."""
    if state.in_game & SIDES[0] and state.in_game & SIDES[1]:
        return
    start = state.gone[-1] + 1 if state.gone else 0
    left = sorted(seats_of(state.in_game), key=lambda seat: (state.sizes[seat], (seat - start) % 6))
    free = [place for place in range(6) if place not in state.places]
    for seat, place in zip(left, free, strict=True):
        state.set_place(seat, place)
    _place_revolutionary(state)
    state.phase = Phase.OVER
    state.guarded = False
    state.queue = ()
    tell_held(state, events)
    events.append(Ended(state.places, sweep(state) is not None))


def _place_revolutionary(state: State) -> None:
    """The revolutionary is 三科 if its allies are 头科 and 二科; who was there is 四科 (RULES R7.1)."""
    seat = state.revolted
    if seat == NOBODY or {state.places[ally] for ally in allies(seat)} != {0, 1}:
        return
    state.set_place(state.places.index(2), REVOLUTIONARY)
    state.set_place(seat, 2)


def sweep(state: State) -> int | None:
    """The side that took the first three places of a finished deal, if one did (串三户, RULES R7.4)."""
    if state.phase is not Phase.OVER:
        return None
    sides = {state.places.index(place) % 2 for place in (0, 1, 2)}
    return sides.pop() if len(sides) == 1 else None

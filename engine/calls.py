"""Calls on the opposite: 预点 before the cards (RULES R4), 明点 after tribute (RULES R11.2)."""

from __future__ import annotations

from engine.actions import BLIND_CALL, READY, Action, Kind
from engine.errors import CannotCallError, GameError, NotYourTurnError, WrongPhaseError
from engine.events import Called
from engine.rules import Calls
from engine.state import Events, State, seats_of

WIN = {Calls.NONE: 1, Calls.MING: 2, Calls.YU: 4}
"""Cards won from an opposite that did not open, by one's call (RULES R11.3)."""

RISK = {Calls.NONE: 0, Calls.MING: 4, Calls.YU: 8}
"""Cards lost to an opposite that did open, by one's call (RULES R11.3)."""


def actors(state: State) -> tuple[int, ...]:
    """Who has not answered the window yet."""
    return tuple(seats_of(state.asked & ~state.done))


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """To call 预点 or not."""
    return (READY, BLIND_CALL)


def check(state: State, seat: int, action: Action) -> GameError | None:
    """Why a seat cannot do something before the cards, if so."""
    if seat not in actors(state):
        return NotYourTurnError("this seat has said whether it calls", "R4.1")
    if action.kind in (Kind.READY, Kind.BLIND_CALL):
        return None
    if action.kind is Kind.CALL:
        return CannotCallError("before the cards the call is 预点", "R4.1")
    return WrongPhaseError("before the cards a seat calls 预点 or is ready", "R4.1")


def act(state: State, seat: int, action: Action, events: Events) -> bool:
    """Take an answer; whether the window is closed by it, and the calls told (RULES R4.1)."""
    state.choices = (*state.choices, (seat, action))
    state.done |= 1 << seat
    if actors(state):
        return False
    for caller, choice in state.choices:
        if choice.kind is Kind.BLIND_CALL:
            set_call(state, caller, Calls.YU, events)
    state.choices = ()
    return True


def set_call(state: State, seat: int, call: Calls, events: Events) -> None:
    """Let a call be in force, and tell it."""
    state.calls = (*state.calls[:seat], call, *state.calls[seat + 1 :])
    events.append(Called(seat, call))


def check_call(state: State, seat: int) -> GameError | None:
    """Why a seat cannot call 明点 in the declaration window, if so (RULES R5.4, R11.2)."""
    if state.rules.calls is Calls.NONE:
        return CannotCallError("this table plays without calls")
    if state.calls[seat] is Calls.YU:
        return CannotCallError("who has called 预点 calls no more", "R5.4")
    if any(caller == seat and choice.kind is Kind.CALL for caller, choice in state.choices):
        return CannotCallError("this seat has called already")
    return None

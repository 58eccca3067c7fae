"""The declaration window and the first lead (RULES R5.4–R5.6)."""

from __future__ import annotations

from engine import calls, revolution, tricks
from engine.actions import CALL, READY, REVOLT, SHOW, Action, Kind
from engine.cards import BIG, SMALL, TWO, Hand
from engine.errors import CannotRevoltError, CannotShowError, GameError, NotYourTurnError, WrongPhaseError
from engine.events import FirstLead, Showed, Voided
from engine.rules import Calls, Lead, Revolution
from engine.state import NOBODY, Events, State, seats_of
from engine.view import Phase


def no_wild(hand: Hand) -> bool:
    """Whether a hand holds no joker and no 2 (RULES R5.6)."""
    return not (hand[TWO] or hand[SMALL] or hand[BIG])


def open_window(state: State) -> None:
    """Ask all six at once, but who revolts for want of a payment (RULES R5.1, R5.4)."""
    state.open_window(Phase.DECLARE, state.in_game & ~state.revolts)


def actors(state: State) -> tuple[int, ...]:
    """Who is not ready yet."""
    return tuple(seats_of(state.asked & ~state.done))


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What a seat may declare."""
    checks = ((CALL, calls.check_call), (SHOW, _check_show), (REVOLT, _check_revolt))
    return (READY, *(action for action, check_it in checks if check_it(state, seat) is None))


def check(state: State, seat: int, action: Action) -> GameError | None:
    """Why a seat cannot declare this, if so."""
    if seat not in actors(state):
        return NotYourTurnError("this seat is ready", "R5.4")
    if action.kind is Kind.READY:
        return None
    if action.kind is Kind.CALL:
        return calls.check_call(state, seat)
    if action.kind is Kind.SHOW:
        return _check_show(state, seat)
    if action.kind is Kind.REVOLT:
        return _check_revolt(state, seat)
    return WrongPhaseError("before the first lead a seat shows 4s, calls, revolts or is ready", "R5.4")


def _check_show(state: State, seat: int) -> GameError | None:
    if not showing_decides(state):
        return CannotShowError("the first lead is not decided by showing 4s")
    if max(state.suits[seat]) < 2:
        return CannotShowError("only two or more 4s of one suit can be shown")
    if any(other == seat and choice.kind is Kind.SHOW for other, choice in state.choices):
        return CannotShowError("this seat has shown its 4s already")
    return None


def showing_decides(state: State) -> bool:
    """Whether 上班 decides the first lead (RULES R5.5 and the switch ``lead``)."""
    lead = state.rules.lead
    return lead is Lead.FOURS or (lead is Lead.LAST and state.fixed_lead == NOBODY)


def _check_revolt(state: State, seat: int) -> GameError | None:
    if state.rules.revolution is Revolution.NONE:
        return CannotRevoltError("this table plays without revolutions", "R10")
    if not state.may_revolt >> seat & 1:
        return CannotRevoltError("a revolution is open to who was dealt no joker and no 2")
    return None


def act(state: State, seat: int, action: Action, events: Events) -> None:
    """Take a declaration; when all are ready, tell them and go on (RULES R5.4–R5.6)."""
    state.choices = (*state.choices, (seat, action))
    if action.kind in (Kind.READY, Kind.REVOLT):
        state.done |= 1 << seat
    if action.kind is Kind.REVOLT:
        state.revolts |= 1 << seat
    if not actors(state):
        close(state, events)


def close(state: State, events: Events) -> None:
    """Tell what was declared; then the revolution, or the first lead."""
    shown: list[tuple[int, int]] = []
    for seat, choice in state.choices:
        if choice.kind is Kind.CALL:
            calls.set_call(state, seat, Calls.MING, events)
        elif choice.kind is Kind.SHOW:
            shown.append((seat, max(state.suits[seat])))
            events.append(Showed(*shown[-1]))
    state.choices = ()
    state.turn += 1
    rebels = tuple(seats_of(state.revolts))
    if len(rebels) > 1:
        state.phase = Phase.VOID
        events.append(Voided(rebels))
        return
    state.leader = _first_lead(state, shown)
    if rebels:
        revolution.revolt(state, rebels[0], events)
    else:
        begin_play(state, events)


def _first_lead(state: State, shown: list[tuple[int, int]]) -> int:
    """RULES R5.5: the most 4s shown, of equals who showed first; nobody: a random seat, or who is named."""
    if showing_decides(state) and shown:
        return max(shown, key=lambda pair: pair[1])[0]
    return state.fixed_lead if state.fixed_lead != NOBODY else state.random_lead


def begin_play(state: State, events: Events) -> None:
    """Start the first trick with the seat that has the lead, or the next in the game after it (R10.1)."""
    leader = state.leader
    if not state.in_game >> leader & 1:
        leader = state.next_in_game(leader)
    events.append(FirstLead(leader))
    tricks.begin(state, leader)

"""Burning (烧牌/捎牌, RULES R9): who may, the window, the run, and how it ends."""

from __future__ import annotations

from engine import hands, opening, out, tricks
from engine.actions import DECLINE, GIVE_UP, Action, Kind, burn
from engine.cards import BIG, FOUR, SMALL, THREE, TWO, Hand, after, opposite, side, take
from engine.errors import CannotBurnError, DoesNotBeatError, GameError, WrongPhaseError
from engine.events import BurnBroken, Burned, BurnFailed, BurnSucceeded, Debt, Declined, Owed
from engine.play import Play, why_not
from engine.rules import RuleSet
from engine.state import NOBODY, Events, State
from engine.view import Phase


def open_window(state: State) -> bool:
    """Open the burn window on a level play if anybody may burn it (RULES R9.1); whether it is open."""
    asked = 0
    for seat in _candidates(state):
        if burns(state, seat):
            asked |= 1 << seat
    if not asked:
        return False
    state.phase = Phase.BURN
    state.asked = asked
    state.answers = ()
    return True


def _candidates(state: State) -> tuple[int, ...]:
    """Seats with a head that have not passed, but for the owner and its opposite, first who goes first.

    The owner's allies go before its opponents, then the order of play (RULES R9.1).
    """
    owner = state.owner
    may = state.in_game & ~state.headless & ~state.passed & ~(1 << opposite(owner))
    order = sorted(after(owner), key=lambda seat: side(seat) != side(owner))
    return tuple([seat for seat in order if may >> seat & 1])


def burns(state: State, seat: int) -> tuple[Action, ...]:
    """The burns that a seat could make on the play on the table (RULES R9.1, R9.2)."""
    table, hand = state.table, state.hands[seat]
    assert table is not None
    beating = [a.play for a in hands.answers(state.rules, hand, table, kill=False) if a.play is not None]
    if state.rules.burn_guard:
        beating = [what for what in beating if can_run(state.rules, take(hand, what.cards))]
    return tuple(burn(what) for what in beating)


def can_run(rules: RuleSet, hand: Hand) -> bool:
    """Whether a hand can go out with a joker hung on each play but the last (RULES R9.2)."""
    jokers = hand[SMALL] + hand[BIG]
    held_back = bool(rules.bie_san and hand[THREE]) + bool(rules.kaidian_fasi and hand[FOUR])
    if held_back == 2:
        return False  # the 4s would have to be the last play, and so would the 3s
    lowest = FOUR if rules.bie_san else THREE
    ranks = sum(1 for rank in range(lowest, TWO) if hand[rank] and not (rank == FOUR and rules.kaidian_fasi))
    plays = ranks or (1 if hand[TWO] else 0)
    needed = plays if held_back else max(0, plays - 1)
    return jokers >= needed


def keeps_duty(hand: Hand, what: Play) -> bool:
    """Whether a lead of a burner hangs a joker or is its last play (RULES R9.2)."""
    return bool(what.small or what.big) or what.size == sum(hand)


def in_duty(state: State, leads: tuple[Action, ...]) -> tuple[Action, ...]:
    """Of the leads of a burner those that keep its duty; giving up is always open to it (RULES R9.5)."""
    hand = state.hands[state.burner]
    kept = tuple(action for action in leads if action.play is not None and keeps_duty(hand, action.play))
    return (*kept, GIVE_UP)


def actors(state: State) -> tuple[int, ...]:
    """Who may burn and has not answered yet."""
    answered = {seat for seat, _ in state.answers}
    return tuple(seat for seat in range(6) if state.asked >> seat & 1 and seat not in answered)


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """Every burn, and declining."""
    return (*burns(state, seat), DECLINE)


def check(state: State, seat: int, action: Action) -> GameError | None:
    """Why a seat that is asked cannot answer the window like this, if so."""
    if action.kind is Kind.DECLINE:
        return None
    if action.kind is not Kind.BURN or action.play is None:
        return WrongPhaseError("this seat burns or declines now", "R9.1")
    what, table = action.play, state.table
    assert table is not None
    problem = hands.why_not_playable(state.rules, state.hands[seat], what)
    if problem is not None:
        return problem
    if not what.beats(table):
        return DoesNotBeatError(f"{what} does not beat {table}: {why_not(what, table)}", what, table)
    if action not in burns(state, seat):
        return CannotBurnError("what remains could not go out with a joker on each play but the last", "R9.2")
    return None


def act(state: State, seat: int, action: Action, events: Events) -> None:
    """Take an answer, and close the window as soon as it is decided (RULES R9.1)."""
    state.answers = (*state.answers, (seat, action.play))
    if action.play is None:
        events.append(Declined(seat))
    given = dict(state.answers)
    for candidate in _candidates(state):
        if not state.asked >> candidate & 1:
            continue
        if candidate not in given:
            return
        what = given[candidate]
        if what is not None:
            _burn(state, candidate, what, events)
            return
    close(state, events)


def close(state: State, events: Events) -> None:
    """Everybody has declined: whoever may answer is asked now (RULES R6.5)."""
    state.phase = Phase.PLAY
    state.asked = 0
    if not state.queue:
        tricks.win(state, events)


def _burn(state: State, seat: int, what: Play, events: Events) -> None:
    victim = state.owner
    counter = state.burner == victim and state.rules.counter_burn_raises
    stake = state.stake + 1 if counter else 1
    tricks.beaten(state, seat, events)
    state.burner, state.victim, state.stake = seat, victim, stake
    state.answers = ()
    state.asked = 0
    state.lay_down(seat, what)
    events.append(Burned(seat, what, victim, stake))
    tricks.put(state, seat, what)
    tricks.settle_play(state, seat, events)


def broken(state: State, by: int, events: Events) -> None:
    """The play on the table is beaten: if it was of a run, the duty ends without harm (RULES R9.3)."""
    if state.burner != NOBODY and state.burner == state.owner:
        events.append(BurnBroken(state.burner, by))
        state.burner = NOBODY


def succeed(state: State, seat: int, events: Events) -> None:
    """A burner that is out has succeeded; an ally that it burned owes nothing (RULES R9.4)."""
    if state.burner != seat:
        return
    cards = state.stake if side(state.victim) != side(seat) else 0
    if cards:
        state.burns = (*state.burns, Owed(Debt.BURN, state.victim, seat, cards))
    events.append(BurnSucceeded(seat, state.victim, cards))
    state.burner = NOBODY


def give_up(state: State, seat: int, events: Events) -> None:
    """The burner cannot go on: it plays no more in this deal (烧失败, RULES R9.5, R7.1)."""
    state.burner = NOBODY
    events.append(BurnFailed(seat))
    opening.lose_unproved(state, seat, events)
    state.failed |= 1 << seat
    out.leave_failed(state, seat)
    out.end_if_one_side_is_left(state, events)

"""Revolution (革命, RULES R10): the three forms, and the head of the revolutionary's opposite."""

from __future__ import annotations

from engine import declaring, hands, opening, out, tricks
from engine.actions import HEAD, NO_HEAD, PASS, Action, Kind
from engine.cards import FOUR, TWO, Hand, opposite, take
from engine.errors import (
    CannotRevoltError,
    DoesNotBeatError,
    GameError,
    NotYourTurnError,
    WrongPhaseError,
)
from engine.events import Dueled, HeadClaimed, Revolted, RushAnswered, RushLaid
from engine.play import LEVEL_SIZE, Play, why_not
from engine.rules import Revolution
from engine.state import Events, State
from engine.view import RUSH_PLAYS, Phase

DEAD_LEVELS = 3


def revolt(state: State, seat: int, events: Events) -> None:
    """One seat revolts: it leaves the game, and the form of the rule set follows (RULES R10.1)."""
    state.revolted = seat
    out.leave_revolted(state, seat)
    events.append(Revolted(seat))
    opening.close_after_going_out(state)
    out.end_if_one_side_is_left(state, events)
    if state.phase is Phase.OVER:
        return
    form = state.rules.revolution
    if form is Revolution.RUSH and _level_plays(state.hands[seat]) >= RUSH_PLAYS:
        state.phase = Phase.RUSH
    elif form is Revolution.DUEL and _opening_leads(state):
        state.phase = Phase.DUEL
    elif form is Revolution.DUEL:
        _lose_duel(state, events)
    else:
        _concede(state, events)


def _concede(state: State, events: Events) -> None:
    """The revolutionary counts as unopened, its opposite as opened (RULES R10.2)."""
    opening.open_for_good(state, opposite(state.revolted), events)
    _ask_for_head(state, events)


def _ask_for_head(state: State, events: Events) -> None:
    if state.in_game >> opposite(state.revolted) & 1:
        state.phase = Phase.HEAD
    else:
        declaring.begin_play(state, events)


def actors(state: State) -> tuple[int, ...]:
    """The revolutionary while it lays down its plays, else its opposite."""
    laying = (state.phase is Phase.RUSH and len(state.laid) < RUSH_PLAYS) or (
        state.phase is Phase.DUEL and not state.laid
    )
    return (state.revolted if laying else opposite(state.revolted),)


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What may be laid, answered or chosen."""
    if state.phase is Phase.HEAD:
        return (HEAD, NO_HEAD)
    if state.phase is Phase.RUSH:
        return _rush_plays(state) if seat == state.revolted else _rush_answers(state)
    return _opening_leads(state) if seat == state.revolted else _duel_answers(state)


def check(state: State, seat: int, action: Action) -> GameError | None:
    """Why a seat cannot do this in a rush, a duel or the choice of a head, if so."""
    rule = {Phase.RUSH: "R10.3", Phase.DUEL: "R10.4", Phase.HEAD: "R10.5"}[state.phase]
    if seat not in actors(state):
        return NotYourTurnError("another seat is to act", rule, actors(state))
    if action in legal(state, seat):
        return None
    if action.kind is not Kind.PLAY or action.play is None:
        return WrongPhaseError(f"{action} is no answer here", rule)
    what = action.play
    problem = hands.why_not_playable(state.rules, state.hands[seat], what)
    if problem is not None:
        return problem
    if seat == state.revolted:
        return CannotRevoltError(f"{what} cannot be laid here", rule)
    if state.phase is Phase.HEAD:
        return WrongPhaseError("the head is claimed or not", rule)
    table = state.laid[state.beaten]
    if not _beats(state, what, table):
        return DoesNotBeatError(f"{what} does not beat {table}: {why_not(what, table)}", what, table)
    return DoesNotBeatError(f"{what} does not open", what, table, rule)


def act(state: State, seat: int, action: Action, events: Events) -> None:
    """Apply a checked action."""
    state.turn += 1
    if state.phase is Phase.HEAD:
        _choose_head(state, seat, action.kind is Kind.HEAD, events)
    elif state.phase is Phase.RUSH:
        _rush(state, seat, action.play, events)
    else:
        _duel(state, seat, action.play, events)


# The rush (冲点, R10.3)


def _level_plays(hand: Hand) -> int:
    """How many level plays a hand can lay down at once: 2s and jokers alone are each one."""
    wild = sum(hand[TWO:])
    return wild + sum(hand[rank] // size for rank, size in LEVEL_SIZE.items())


def _rush_plays(state: State) -> tuple[Action, ...]:
    """Level plays after which the rest of the three can still be laid; at first also not to try."""
    hand = state.hands[state.revolted]
    more = RUSH_PLAYS - 1 - len(state.laid)
    found = tuple(
        action
        for action in hands.leads(state.rules, hand)
        if action.play is not None
        and action.play.is_level
        and _level_plays(take(hand, action.play.cards)) >= more
    )
    return found if state.laid else (*found, PASS)


def _rush_answers(state: State) -> tuple[Action, ...]:
    hand = state.hands[opposite(state.revolted)]
    table = state.laid[state.beaten]
    return (*hands.answers(state.rules, hand, table, kill=state.rules.two_kill_one), PASS)


def _rush(state: State, seat: int, what: Play | None, events: Events) -> None:
    if seat == state.revolted:
        if what is None:
            _concede(state, events)
            return
        state.lay_down(seat, what)
        state.laid = (*state.laid, what)
        events.append(RushLaid(seat, what))
        return
    events.append(RushAnswered(seat, what))
    if what is not None:
        state.lay_down(seat, what)
        state.beaten += 1
    out_of_cards = not state.sizes[seat]
    if what is not None and state.beaten < RUSH_PLAYS and not out_of_cards:
        return
    opened = seat if state.beaten == RUSH_PLAYS else state.revolted
    opening.open_for_good(state, opened, events)
    if out_of_cards:
        out.go_out(state, seat, events)
    if state.phase is not Phase.OVER:
        _ask_for_head(state, events)


# The opening duel (R10.4)


def _opening_leads(state: State) -> tuple[Action, ...]:
    found = hands.leads(state.rules, state.hands[state.revolted])
    return tuple(a for a in found if a.play is not None and opening.opens(state.rules, a.play))


def _duel_answers(state: State) -> tuple[Action, ...]:
    hand = state.hands[opposite(state.revolted)]
    found = hands.answers(state.rules, hand, state.laid[0], kill=False)
    opens = tuple(a for a in found if a.play is not None and opening.opens(state.rules, a.play))
    return (*opens, PASS)


def _beats(state: State, what: Play, table: Play) -> bool:
    kills = state.phase is Phase.RUSH and state.rules.two_kill_one and what.kills(table)
    return what.beats(table) or kills


def _duel(state: State, seat: int, what: Play | None, events: Events) -> None:
    events.append(Dueled(seat, what))
    if what is not None:
        state.lay_down(seat, what)
        state.laid = (*state.laid, what)
    if seat == state.revolted:
        return
    if what is None:
        _win_duel(state, events)
    else:
        _lose_duel(state, events)


def _win_duel(state: State, events: Events) -> None:
    """Unbeaten: the revolutionary is opened, and its 4s are the first lead of the deal."""
    seat = state.revolted
    opening.open_for_good(state, seat, events)
    _claim(state, opposite(seat), events)
    fours = state.hands[seat][FOUR]
    if not fours:
        state.leader = seat
        declaring.begin_play(state, events)
        return
    tricks.begin(state, seat)
    tricks.lay_absent(state, seat, Play(FOUR, fours, 0, 0, 0), events)


def _lose_duel(state: State, events: Events) -> None:
    """Beaten, or not possible: the opposite is opened, has the lead and must lead its 4s."""
    seat = opposite(state.revolted)
    opening.open_for_good(state, seat, events)
    _claim(state, seat, events)
    if state.in_game >> seat & 1 and not state.sizes[seat]:
        out.go_out(state, seat, events)
    if state.phase is Phase.OVER:
        return
    state.leader = seat
    state.must_lead_fours = bool(state.in_game >> seat & 1 and state.hands[seat][FOUR])
    declaring.begin_play(state, events)


# The head (R10.5)


def _choose_head(state: State, seat: int, claimed: bool, events: Events) -> None:
    if claimed:
        _claim(state, seat, events)
    else:
        events.append(HeadClaimed(seat, claimed))
    declaring.begin_play(state, events)


def _claim(state: State, seat: int, events: Events) -> None:
    if state.in_game >> seat & 1:
        state.claims = DEAD_LEVELS
        events.append(HeadClaimed(seat, True))

"""Tricks: who is asked, in which order, and who wins (RULES R6, R3.5)."""

from __future__ import annotations

from engine import burning, hands, opening, out
from engine.actions import PASS, YIELD, Action, Kind
from engine.cards import FOUR, after, opposite
from engine.errors import (
    BurnDutyError,
    CannotBurnError,
    CannotYieldError,
    DoesNotBeatError,
    FoursTogetherError,
    GameError,
    MustLeadError,
    NotYourTurnError,
    WrongPhaseError,
)
from engine.events import Beat, DeadLevel, Declined, Inherited, Led, Passed, Won, Yielded
from engine.play import Play, why_not
from engine.state import NOBODY, Events, State, seats_of
from engine.view import Phase

CHAOS_BELOW = 5
"""With fewer seats in the game than this a trick is chaos (四人乱缠, RULES R6.1)."""


def actors(state: State) -> tuple[int, ...]:
    """Who has to lead, or who is asked next."""
    if state.table is None:
        return (state.leader,)
    return state.queue[:1]


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """What the seat that is to act may do: a lead (R6.2, R9.2), or an answer, pass, yield (R6.3–R6.6)."""
    if state.table is None:
        return _leads(state, seat)
    found = (*hands.answers(state.rules, state.hands[seat], state.table, kill=may_kill(state)), PASS)
    return (*found, YIELD) if may_yield(state, seat) else found


def _leads(state: State, seat: int) -> tuple[Action, ...]:
    found = hands.leads(state.rules, state.hands[seat])
    if state.must_lead_fours:
        return tuple(action for action in found if action.play is not None and action.play.base == FOUR)
    return burning.in_duty(state, found) if state.burner == seat else found


def may_kill(state: State) -> bool:
    """Whether the play on the table could be killed, two big jokers for one (RULES R3.5)."""
    return state.rules.two_kill_one and not state.dead


def may_yield(state: State, seat: int) -> bool:
    """Whether a seat may let the two seats after it decide first (让牌, RULES R6.4)."""
    return (
        not (state.level or state.chaos or state.killing or state.yielded)
        and seat == opposite(state.owner)
        and len(state.queue) > 1
        and state.queue[0] == seat
    )


def check(state: State, seat: int, action: Action) -> GameError | None:
    """Why a seat cannot do something in a trick, if so."""
    if seat not in actors(state):
        if action.kind is Kind.BURN:
            return CannotBurnError("there is no burn window for this seat")
        return NotYourTurnError("another seat is to act", rule_of_asking(state), actors(state))
    if action.kind is Kind.PASS:
        return MustLeadError("who leads cannot pass") if state.table is None else None
    if action.kind is Kind.YIELD:
        return _check_yield(state, seat)
    if action.kind is Kind.GIVE_UP:
        in_duty = state.table is None and state.burner == seat
        return None if in_duty else BurnDutyError("there is no burn to give up", "R9.5")
    if action.kind is Kind.BURN:
        return CannotBurnError("there is no level play to burn, or it cannot be burned by this seat")
    if action.kind is not Kind.PLAY or action.play is None:
        return WrongPhaseError(f"{action} is no move in a trick")
    return _check_play(state, seat, action.play)


def _check_yield(state: State, seat: int) -> GameError | None:
    if state.table is None:
        return MustLeadError("who leads cannot yield")
    if may_yield(state, seat):
        return None
    return CannotYieldError(
        "only the opposite of an ordinary play's owner may yield, once, while a seat behind it can act"
    )


def _check_play(state: State, seat: int, what: Play) -> GameError | None:
    hand = state.hands[seat]
    problem = hands.why_not_playable(state.rules, hand, what)
    if problem is not None:
        return problem
    table = state.table
    if table is None:
        if state.must_lead_fours and what.base != FOUR:
            return FoursTogetherError("the winner of the opening duel leads its 4s", hand[FOUR])
        if state.burner == seat and not burning.keeps_duty(hand, what):
            return BurnDutyError("a burner hangs a joker on each play of its run but the last")
        return None
    if what.beats(table) or (may_kill(state) and what.kills(table)):
        return None
    rule = "R3.5" if state.killing else "R10.5" if state.dead else None
    return DoesNotBeatError(f"{what} does not beat {table}: {why_not(what, table)}", what, table, rule)


def rule_of_asking(state: State) -> str:
    """The rule that says who is asked now."""
    if state.table is None:
        return "R6.7"
    if state.killing:
        return "R3.5"
    if state.chaos:
        return "R6.6"
    return "R6.5" if state.level else "R6.3"


def act(state: State, seat: int, action: Action, events: Events) -> None:
    """Apply a checked action of the trick."""
    if action.kind is Kind.PASS:
        _pass(state, seat, events)
    elif action.kind is Kind.YIELD:
        state.turn += 1
        state.guarded = False
        state.queue = (*state.queue[1:], seat)
        state.yielded = True
        events.append(Yielded(seat))
    elif action.kind is Kind.GIVE_UP:
        state.turn += 1
        state.guarded = False
        burning.give_up(state, seat, events)
        go_on_from(state, state.victim, events)
    elif action.play is not None:
        state.must_lead_fours = False
        lay(state, seat, action.play, events)


def _pass(state: State, seat: int, events: Events) -> None:
    if state.killing:
        events.append(Declined(seat))
    else:
        state.turn += 1
        state.guarded = False
        state.passed |= 1 << seat
        events.append(Passed(seat))
    decline(state, events)


def decline(state: State, events: Events) -> None:
    """The first in the queue has declined: ask the next, or end the trick (RULES R6.7)."""
    state.queue = state.queue[1:]
    if not state.queue:
        win(state, events)


def begin(state: State, leader: int) -> None:
    """Start a trick: who is headless and whether it is chaos hold until it ends (RULES R6.1, R10.5)."""
    in_game = state.in_game
    state.chaos = in_game.bit_count() < CHAOS_BELOW
    headless = 0
    claimant = opposite(state.revolted) if state.revolted >= 0 else NOBODY
    for seat in seats_of(in_game):
        lost = state.claims == 0 if seat == claimant else not in_game >> opposite(seat) & 1
        headless |= lost << seat
    state.headless = headless
    state.passed = 0
    state.table = None
    state.owner = NOBODY
    state.level = state.dead = state.yielded = state.killing = state.leaves_threes = False
    state.queue = ()
    state.leader = leader
    state.phase = Phase.PLAY


def go_on_from(state: State, seat: int, events: Events) -> None:
    """Start a trick with the lead of a seat, or of the next in the game after it (接风, RULES R6.7)."""
    if state.phase is Phase.OVER:
        return
    leader = seat if state.in_game >> seat & 1 else state.next_in_game(seat)
    if leader != seat:
        events.append(Inherited(leader))
    begin(state, leader)


def win(state: State, events: Events) -> None:
    """The owner of the play on the table wins the trick (RULES R6.7, R8.1)."""
    events.append(Won(state.owner))
    opening.open_by_trick(state, events)
    go_on_from(state, state.owner, events)


def lay(state: State, seat: int, what: Play, events: Events) -> None:
    """Lay a play that leads or beats, and find out who is asked next."""
    table = state.table
    if table is not None:
        beaten(state, seat, events)
    state.lay_down(seat, what)
    put(state, seat, what)
    if table is None:
        events.append(Led(seat, what, state.level))
    else:
        events.append(Beat(seat, what, state.level, bool(table.big)))
    opening.note_play(state, seat, what, table is None, events)
    settle_play(state, seat, events)


def lay_absent(state: State, seat: int, what: Play, events: Events) -> None:
    """Lay the 4s of a revolutionary: an ordinary play of an absent owner (RULES R10.4)."""
    state.lay_down(seat, what)
    put(state, seat, what)
    events.append(Led(seat, what, state.level))
    ask(state, events)


def put(state: State, seat: int, what: Play) -> None:
    """Put a play on the table."""
    state.turn += 1
    if state.table is None:
        state.leader = seat
    if state.chaos:
        state.passed = 0
    state.owner = seat
    state.table = what
    state.level = what.is_level and not state.chaos and state.has_head(seat)
    state.yielded = state.killing = False


def settle_play(state: State, seat: int, events: Events) -> None:
    """What a play on the table leads to: a dead level, going out, the end, or the next to be asked."""
    state.dead = state.level and state.claims > 0 and seat == opposite(state.revolted)
    if state.dead:
        state.claims -= 1
        events.append(DeadLevel(seat, state.claims))
    size = state.sizes[seat]
    threes = state.hands[seat][0]
    state.leaves_threes = state.rules.bie_san and 0 < size == threes
    if not size:
        out.go_out(state, seat, events)
        if state.phase is Phase.OVER:
            return
    ask(state, events)


def beaten(state: State, by: int, events: Events) -> None:
    """What it means for the owner of the play on the table that it is beaten (RULES R6.4, R7.3, R9.3)."""
    if state.leaves_threes:
        state.held = (*state.held, (state.owner, by))
    if state.yielded:
        state.passed |= 1 << state.queue[-1]
    burning.broken(state, by, events)


def ask(state: State, events: Events) -> None:
    """Find out who is asked on the play that has just been laid (RULES R3.5, R6.3–R6.6, R9.1)."""
    owner, table = state.owner, state.table
    assert table is not None
    state.phase = Phase.PLAY
    state.answers = ()
    big = state.rules.two_kill_one and bool(table.big) and not state.dead
    state.guarded = not state.chaos and (state.level or big)
    if state.chaos:
        state.queue = tuple([seat for seat in after(owner) if state.in_game >> seat & 1])
    elif big:
        state.killing = True
        state.queue = _killers(state, table)
    elif state.level:
        state.queue = () if state.dead else _level_queue(state)
        if burning.open_window(state):
            return
    else:
        state.queue = _ordinary_queue(state)
    if not state.queue:
        win(state, events)


def _ordinary_queue(state: State) -> tuple[int, ...]:
    """RULES R6.3: from the owner's next seat, who has not passed, and the opposite in any case."""
    owner = state.owner
    may_answer = state.in_game & ~(state.passed & ~(1 << opposite(owner)))
    return tuple([seat for seat in after(owner) if may_answer >> seat & 1])


def _level_queue(state: State) -> tuple[int, ...]:
    """RULES R6.5: the opposite in any case, and headless seats that have not passed, in seat order."""
    owner = state.owner
    may_answer = state.in_game & (state.headless & ~state.passed | 1 << opposite(owner))
    return tuple([seat for seat in after(owner) if may_answer >> seat & 1])


def _killers(state: State, table: Play) -> tuple[int, ...]:
    """RULES R3.5: every seat that can kill, passed or not, from the owner's next seat."""
    return tuple(
        seat
        for seat in after(state.owner)
        if state.in_game >> seat & 1 and hands.answers(state.rules, state.hands[seat], table, kill=True)
    )

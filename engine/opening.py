"""Opening (开点, RULES R8)."""

from __future__ import annotations

from engine.cards import FOUR, TEN, TWO, opposite
from engine.events import Opened, OpeningLost
from engine.play import Play
from engine.rules import Opens, RuleSet
from engine.state import ALL, Events, State


def opens(rules: RuleSet, play: Play) -> bool:
    """Whether a level play may open its owner, by what it holds (RULES R8.1)."""
    if not play.is_level or play.big:
        return False
    if rules.opens is Opens.NO_BIG_JOKER:
        return True
    single_two = play.base == TWO and play.size == 1
    if play.small or single_two:
        return False
    if rules.opens is Opens.NO_JOKER:
        return True
    return play.base == TWO or (play.base >= TEN and not play.twos)


def open_by_trick(state: State, events: Events) -> None:
    """Open the owner of a level play that has won its trick, if it can (RULES R8.1, R8.3, R9.6)."""
    seat = state.owner
    bit = 1 << seat
    if not state.level or state.table is None or (state.opened | state.barred) & bit:
        return
    if not opens(state.rules, state.table):
        return
    state.opened |= bit
    if state.rules.kaidian_fasi:
        state.unproved |= bit
    events.append(Opened(seat))


def open_for_good(state: State, seat: int, events: Events) -> None:
    """Open a seat by a revolution: nothing has to follow (RULES R10.2–R10.4)."""
    state.opened |= 1 << seat
    events.append(Opened(seat))


def note_play(state: State, seat: int, play: Play, leads: bool, events: Events) -> None:
    """What a play means for opening with the 4s (开点发四, RULES R8.2)."""
    if not state.rules.kaidian_fasi:
        return
    bit = 1 << seat
    if play.base != FOUR:
        if leads:
            lose_unproved(state, seat, events)
        return
    if leads:
        state.unproved &= ~bit
    if not state.opened & bit:
        state.barred |= bit


def lose_unproved(state: State, seat: int, events: Events) -> None:
    """An opening falls with another lead than the 4s, or if a burn is given up instead (RULES R8.2)."""
    bit = 1 << seat
    if state.unproved & bit:
        state.unproved &= ~bit
        state.opened &= ~bit
        events.append(OpeningLost(seat))


def close_after_going_out(state: State) -> None:
    """Who cannot open any more now that somebody has gone out (RULES R8.3)."""
    if len(state.gone) == 1:
        first = state.gone[0]
        state.barred |= 1 << first | 1 << opposite(first)
    if len(state.gone) + (state.revolted >= 0) >= 2:
        state.barred = ALL

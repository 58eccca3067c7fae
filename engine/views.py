"""Makes views of a deal (DESIGN: the only door through which hidden information leaves).

That a burn or a kill is open to somebody must not show. So everybody who is not asked about it sees the
deal as if those who are had declined already, with what it may do then: nothing that is drawn from that
state depends on whether there was anybody to ask. Who may kill sees it as if it were the first to be asked.
"""

from __future__ import annotations

from engine import burning, deal, declaring, tribute, tricks
from engine.actions import DECLINE, REVOLT, Action, burn, give_back
from engine.cards import SEATS, opposite
from engine.rules import CardCounts
from engine.state import NOBODY, Events, State, seats_of
from engine.view import OnTable, Phase, SeatView, View

COUNTS_FROM = 10
"""From how many cards down they are told, with ``card_counts=from_ten`` (RULES R1.3)."""


def view(state: State, seat: int | None) -> View:
    """The state as a seat may see it, or with none as everybody may."""
    shown = as_seen_by(state, seat)
    mine = seat is not None and seat in deal.Deal(shown).actors
    return View(
        rules=state.rules,
        seat=seat,
        phase=shown.phase,
        asked=_asked(shown, seat if mine else None),
        decision=deal.decision_name(as_if_declined(state)),
        mine=deal.decision_name(shown, seat) if mine else None,
        legal=deal.Deal(shown).legal_actions(seat) if seat is not None else (),
        chosen=_chosen(state, seat),
        ready=state.done.bit_count() if state.phase in (Phase.BLIND, Phase.DECLARE) else 0,
        hand=None if seat is None or state.stock is not None else tribute.holding(state, seat),
        suits=None if seat is None or state.stock is not None else state.suits[seat],
        returning=tribute.due(state, seat) if seat is not None and state.phase is Phase.RETURN else None,
        seats=tuple(_seat(shown, other, seat) for other in SEATS),
        table=_table(shown),
        laid=shown.laid,
        beaten=shown.beaten,
        leader=shown.leader if shown.leader != NOBODY else None,
        chaos=shown.chaos,
        shows_fours=declaring.showing_decides(state),
        guarded=state.guarded,
        owed=state.owed,
        purchases=state.purchases,
        tributes=state.tributes,
        returns=state.returns,
        held=tuple(pair for pair in shown.held if shown.held_told >> pair[0] & 1),
        outcome=deal.outcome(state),
    )


def as_seen_by(state: State, seat: int | None) -> State:
    """The state as if everybody else had declined to burn or kill, or all if this seat may do neither."""
    if state.killing and seat in state.queue:
        shown = state.copy()
        shown.queue = state.queue[state.queue.index(seat) :]
        return shown
    return state if seat in deal.Deal(state).actors else as_if_declined(state)


def as_if_declined(state: State, events: Events | None = None) -> State:
    """The state as it would be if everybody who is asked to burn or kill had declined.

    What would follow is appended to ``events``.
    """
    events = [] if events is None else events
    if state.phase is Phase.BURN:
        shown = state.copy()
        burning.close(shown, events)
        return shown
    if state.killing:
        shown = state.copy()
        while shown.killing:
            tricks.decline(shown, events)
        return shown
    return state


def _asked(shown: State, mine: int | None) -> tuple[int, ...]:
    """Who is asked, as far as public facts imply it."""
    if mine is not None and (shown.phase is Phase.BURN or shown.killing):
        return (mine,)
    if shown.phase in (Phase.BLIND, Phase.DECLARE):
        return tuple(seats_of(shown.in_game))
    if shown.phase is Phase.RETURN:
        return tuple(seats_of(shown.asked))
    return deal.Deal(shown).actors


def _chosen(state: State, seat: int | None) -> tuple[Action, ...]:
    """A seat's own choices in a window that is still open, for all that it may know.

    An answer to a burn window stands until the table goes on: that others could burn must not show.
    """
    if seat is None:
        return ()
    if state.guarded:
        return tuple(
            burn(what) if what is not None else DECLINE for who, what in state.answers if who == seat
        )
    if state.phase is Phase.DECLARE and state.revolts & ~state.asked & 1 << seat:
        return (REVOLT,)
    if state.phase is Phase.RETURN:
        return tuple(
            give_back(cards) for giver, _, _, cards in state.pending if giver == seat and cards is not None
        )
    return tuple(action for who, action in state.choices if who == seat)


def _seat(shown: State, seat: int, viewer: int | None) -> SeatView:
    place = shown.places[seat]
    claims = shown.claims if shown.revolted >= 0 and seat == opposite(shown.revolted) else 0
    return SeatView(
        seat=seat,
        cards=_told_count(shown, seat, viewer),
        in_game=bool(shown.in_game >> seat & 1),
        place=place if place != NOBODY else None,
        opened=bool(shown.opened >> seat & 1),
        headless=bool(shown.headless >> seat & 1),
        passed=shown.table is not None and bool(shown.passed >> seat & 1),
        call=shown.calls[seat],
        revolted=seat == shown.revolted,
        burning=seat == shown.burner,
        burn_failed=bool(shown.failed >> seat & 1),
        dead_levels=claims,
    )


def _told_count(shown: State, seat: int, viewer: int | None) -> int | None:
    size = shown.sizes[seat]
    told = shown.rules.card_counts
    if shown.stock is not None:
        return None
    if seat == viewer or told is CardCounts.ALWAYS or (told is CardCounts.FROM_TEN and size <= COUNTS_FROM):
        return size
    return None


def _table(shown: State) -> OnTable | None:
    if shown.table is None:
        return None
    return OnTable(shown.owner, shown.table, shown.level, shown.dead)

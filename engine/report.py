"""The full state of a deal as JSON and as text for people: what ``python -m engine replay`` prints."""

from __future__ import annotations

from typing import Any

from engine import deal as deals
from engine import tribute
from engine.cards import FOUR, SEATS, SYMBOLS, format_cards
from engine.deal import Deal
from engine.events import Bought, Paid, Returned
from engine.record import ReplayError
from engine.rules import Calls
from engine.state import NOBODY, State, seats_of
from engine.view import PLACES, Phase


def as_json(deal: Deal, error: ReplayError | None = None) -> dict[str, Any]:
    """The full state with seats 1–6, ready for :mod:`json`; all keys are always there."""
    state = deal.state
    return {
        "error": None if error is None else _error(error),
        "phase": deal.phase.value,
        "to_act": [seat + 1 for seat in deal.actors],
        "legal": {str(seat + 1): _legal(deal, seat) for seat in deal.actors},
        "hands": {str(seat + 1): format_cards(state.hands[seat]) for seat in SEATS},
        "table": _table(state),
        "leader": state.leader + 1 if state.leader != NOBODY else None,
        "headless": _numbers(state.headless & state.in_game),
        "chaos": state.chaos,
        "opened": _numbers(state.opened),
        "places": {
            str(seat + 1): PLACES[state.places[seat]] for seat in SEATS if state.places[seat] != NOBODY
        },
        "debts": [str(debt) for debt in tribute.debts(state)],
        "points": {str(seat + 1): points for seat, points in enumerate(tribute.points(state))},
        "purchases": [purchase_text(bought) for bought in state.purchases],
        "tributes": [tribute_text(paid) for paid in state.tributes],
        "returns": [return_text(returned) for returned in state.returns],
    }


def _error(error: ReplayError) -> dict[str, Any]:
    return {
        "token": error.number,
        "text": error.token.text,
        "message": str(error.cause),
        "rule": error.cause.rule,
    }


def _legal(deal: Deal, seat: int) -> list[str]:
    if deal.phase is Phase.RETURN:
        owed = tribute.due(deal.state, seat)
        return [f"<{owed[1]}"] if owed is not None else []
    return sorted(str(action) for action in deal.legal_actions(seat))


def _table(state: State) -> dict[str, Any] | None:
    if state.table is None:
        return None
    return {"owner": state.owner + 1, "play": str(state.table)}


def _numbers(mask: int) -> list[int]:
    return [seat + 1 for seat in seats_of(mask)]


def purchase_text(bought: Bought) -> str:
    """A purchase: what, buyer, seller, payment (``three 1<4 2``)."""
    what = "four" if bought.rank == FOUR else "three"
    payment = "-" if bought.payment is None else SYMBOLS[bought.payment]
    return f"{what} {bought.buyer + 1}<{bought.seller + 1} {payment}"


def tribute_text(paid: Paid) -> str:
    """A tribute: kind, payer, receiver, cards (``point 1>4 W2``)."""
    cards = "".join(SYMBOLS[rank] for rank in paid.cards)
    return f"{paid.kind} {paid.payer + 1}>{paid.receiver + 1} {cards}"


def return_text(returned: Returned) -> str:
    """A return: giver, receiver, cards (``1>4 56``)."""
    return f"{returned.giver + 1}>{returned.receiver + 1} {format_cards(returned.cards)}"


def as_text(deal: Deal) -> str:
    """The same for a person, a seat a line."""
    state = deal.state
    lines = [f"phase: {deal.phase.value}{' (chaos)' if state.chaos else ''}"]
    if state.table is not None:
        lines.append(f"on the table: {state.table} of seat {state.owner + 1}")
    elif deal.phase is Phase.PLAY:
        lines.append(f"seat {state.leader + 1} leads")
    lines += [_seat_line(deal, seat) for seat in SEATS]
    outcome = deals.outcome(state)
    if outcome is not None:
        lines.append("owed: " + (", ".join(map(str, outcome.debts)) or "nothing"))
        lines.append("points: " + " ".join(f"{points:+d}" for points in outcome.points))
        if outcome.sweep is not None:
            lines.append(f"seats {'1 3 5' if outcome.sweep == 0 else '2 4 6'} swept")
    return "\n".join(lines)


def _seat_line(deal: Deal, seat: int) -> str:
    state = deal.state
    marks = []
    if state.opened >> seat & 1:
        marks.append("opened")
    if state.headless & state.in_game & 1 << seat:
        marks.append("headless")
    if state.calls[seat] is not Calls.NONE:
        marks.append(f"called {state.calls[seat]}")
    if state.revolted == seat:
        marks.append("revolted")
    if state.burner == seat:
        marks.append("burning")
    if state.places[seat] != NOBODY:
        marks.append(PLACES[state.places[seat]])
    if seat in deal.actors:
        marks.append("to act")
    hand = format_cards(state.hands[seat])
    return f"{seat + 1}  {hand or '–'}" + (f"  ({', '.join(marks)})" if marks else "")

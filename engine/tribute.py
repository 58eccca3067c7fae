"""Tribute (进贡, RULES R11): what is paid and returned, and what a deal leaves owing."""

from __future__ import annotations

from engine import out
from engine.actions import Action, Kind, give_back
from engine.calls import RISK, WIN
from engine.cards import ACE, FOUR, RANKS, SEATS, SYMBOLS, THREE, Hand, holds, opposite, side, take
from engine.errors import GameError, MissingCardsError, NotYourTurnError, WrongPhaseError, WrongReturnError
from engine.events import Debt, Owed, Paid, Returned
from engine.rules import Calls, RuleSet, Sweep
from engine.state import Events, State
from engine.view import Phase

GIVEN = tuple(rank for rank in reversed(RANKS) if rank != ACE)
"""Ranks in the order in which they are given: W, w, 2, K, Q … 3, never an A (RULES R11.1)."""

PLACE_CARDS = ((5, 0, 2), (4, 1, 1))
"""落贡: from which place to which, and how many cards (RULES R11.4)."""


def pay(state: State, events: Events) -> None:
    """Pay what the last deal left owing, kind after kind, each all at once (RULES R11.1)."""
    for kind in Debt:
        debts = sorted(debt for debt in state.owed if debt.kind is kind)
        left = list(state.hands)
        paid: list[Paid] = []
        for debt in debts:
            cards = _highest(state.rules, left[debt.payer], debt.cards)
            if cards:
                left[debt.payer] = take(left[debt.payer], _counted(cards))
                paid.append(Paid(kind, debt.payer, debt.receiver, cards))
        for payment in paid:
            state.move(payment.payer, payment.receiver, _counted(payment.cards))
            events.append(payment)
        state.tributes = (*state.tributes, *paid)


def _highest(rules: RuleSet, hand: Hand, count: int) -> tuple[int, ...]:
    cards: list[int] = []
    for rank in GIVEN:
        available = hand[rank]
        if rank == THREE and rules.bie_san:
            available = max(0, available - 1)
        cards += [rank] * min(available, count - len(cards))
    return tuple(cards)


def _counted(cards: tuple[int, ...]) -> Hand:
    return tuple([cards.count(rank) for rank in RANKS])


# Returns (还贡)


def open_window(state: State) -> bool:
    """Ask the receivers of 落贡 what they give back, if there are any; whether the window is open."""
    owed = [
        (paid.receiver, paid.payer, len(paid.cards)) for paid in state.tributes if paid.kind is Debt.PLACE
    ]
    if not owed:
        return False
    state.pending = tuple((giver, receiver, count, None) for giver, receiver, count in owed)
    mask = 0
    for giver, _, _ in owed:
        mask |= 1 << giver
    state.open_window(Phase.RETURN, mask)
    return True


def due(state: State, seat: int) -> tuple[int, int] | None:
    """To whom a seat has to return how many cards next, if it has to."""
    for giver, receiver, count, cards in state.pending:
        if giver == seat and cards is None:
            return receiver, count
    return None


def actors(state: State) -> tuple[int, ...]:
    """Who still has to return cards."""
    return tuple(seat for seat in SEATS if due(state, seat) is not None)


def holding(state: State, seat: int) -> Hand:
    """A hand without the cards that its owner has chosen to return already."""
    hand = state.hands[seat]
    for giver, _, _, cards in state.pending:
        if giver == seat and cards is not None:
            hand = take(hand, cards)
    return hand


def default_return(state: State, seat: int) -> Action:
    """The lowest cards that are neither 3 nor 4; then 4s, and 3s last (RULES R11.1)."""
    owed = due(state, seat)
    assert owed is not None
    count = owed[1]
    hand = holding(state, seat)
    cards = [0] * 15
    for rank in (*range(FOUR + 1, 15), FOUR, THREE):
        cards[rank] = min(hand[rank], count - sum(cards))
    return give_back(tuple(cards))


def legal(state: State, seat: int) -> tuple[Action, ...]:
    """The default alone: any other choice of as many cards that :func:`check` accepts is as good."""
    return (default_return(state, seat),)


def check(state: State, seat: int, action: Action) -> GameError | None:
    """Why a seat cannot return these cards, if so (RULES R11.1)."""
    owed = due(state, seat)
    if owed is None:
        return NotYourTurnError("this seat has nothing to return", "R11.1", actors(state))
    if action.kind is not Kind.RETURN or action.cards is None:
        return WrongPhaseError("this seat returns tribute now", "R11.1")
    needed = owed[1]
    if sum(action.cards) != needed:
        return WrongReturnError(f"{needed} cards are to be returned, not {sum(action.cards)}", needed)
    hand = holding(state, seat)
    if not holds(hand, action.cards):
        rank = next(rank for rank in RANKS if action.cards[rank] > hand[rank])
        message = f"the return needs {action.cards[rank]} {SYMBOLS[rank]}, the hand has {hand[rank]}"
        return MissingCardsError(message, rank, action.cards[rank], hand[rank])
    left = take(hand, action.cards)
    if state.rules.bie_san and hand[THREE] and not left[THREE] and any(left):
        return WrongReturnError("the last 3 is not returned", needed)
    return None


def act(state: State, seat: int, action: Action, events: Events) -> bool:
    """Take a choice; whether the window is closed by it, and the cards moved."""
    pending = list(state.pending)
    index = next(i for i, owed in enumerate(pending) if owed[0] == seat and owed[3] is None)
    giver, receiver, count, _ = pending[index]
    pending[index] = (giver, receiver, count, action.cards)
    state.pending = tuple(pending)
    if actors(state):
        return False
    for giver, receiver, _, cards in state.pending:
        assert cards is not None
        state.move(giver, receiver, cards)
        returned = Returned(giver, receiver, cards)
        state.returns = (*state.returns, returned)
        events.append(returned)
    state.pending = ()
    return True


# What a deal leaves owing


def point_tribute(
    rules: RuleSet, s_opened: bool, o_opened: bool, s_call: Calls, o_call: Calls
) -> tuple[int, int]:
    """点贡 for a seat S and its opposite O: what O pays S, and what S pays O (RULES R11.3)."""
    if s_opened and o_opened:
        return (RISK[o_call], RISK[s_call]) if rules.both_opened_penalty else (0, 0)
    if s_opened:
        return WIN[s_call] + RISK[o_call], 0
    if o_opened:
        return 0, WIN[o_call] + RISK[s_call]
    return WIN[s_call], WIN[o_call]


def debts(state: State) -> tuple[Owed, ...]:
    """What a deal leaves owing, by kind in the order of RULES R11.1, then payer; before its end so far."""
    rules = state.rules
    owed = [Owed(Debt.HELD, victim, by, 1) for victim, by in state.held]
    owed += state.burns
    if state.phase is Phase.OVER:
        swept = out.sweep(state)
        if swept is not None and rules.sweep is Sweep.CARDS:
            losers = (seat for seat in SEATS if side(seat) != swept)
            return tuple(Owed(Debt.SWEEP, seat, opposite(seat), 1) for seat in losers)
        owed += _point_debts(state)
        owed += _place_debts(state)
    if not rules.ally_tribute:
        owed = [debt for debt in owed if side(debt.payer) != side(debt.receiver)]
    kinds = tuple(Debt)
    return tuple(sorted(owed, key=lambda debt: (kinds.index(debt.kind), debt.payer, debt.receiver)))


def _point_debts(state: State) -> list[Owed]:
    found = []
    for seat in (0, 1, 2):
        other = opposite(seat)
        s_opened, o_opened = bool(state.opened >> seat & 1), bool(state.opened >> other & 1)
        to_seat, to_other = point_tribute(
            state.rules, s_opened, o_opened, state.calls[seat], state.calls[other]
        )
        found += [Owed(Debt.POINT, other, seat, to_seat), Owed(Debt.POINT, seat, other, to_other)]
    return [debt for debt in found if debt.cards]


def _place_debts(state: State) -> list[Owed]:
    seat_at = state.places.index
    return [Owed(Debt.PLACE, seat_at(low), seat_at(high), cards) for low, high, cards in PLACE_CARDS]


def points(state: State) -> tuple[int, ...]:
    """What is owed, as points for each seat; they add up to zero (RULES R12.1, R12.3, R12.4)."""
    value = state.rules.point_value
    if out.sweep(state) is not None and state.rules.sweep is Sweep.CARDS:
        value *= 2
    totals = [0] * 6
    for debt in debts(state):
        totals[debt.receiver] += debt.cards * value
        totals[debt.payer] -= debt.cards * value
    return tuple(totals)

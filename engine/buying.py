"""Buying threes and fours (买3, 买4, RULES R5.1–R5.3)."""

from __future__ import annotations

from engine.cards import BIG, FOUR, SEATS, SMALL, THREE, TWO, Hand, allies, opposite
from engine.events import Bought
from engine.rules import NoPayment, Revolution
from engine.state import Events, State

_PAYMENTS = (TWO, SMALL, BIG)
"""What pays, the cheapest first."""


def buy(state: State, rank: int, events: Events) -> None:
    """Let everybody who has no card of a rank, 3 or 4, buy one, from seat 1 on (RULES R5.1, R5.2)."""
    for buyer in SEATS:
        if not state.in_game >> buyer & 1 or state.revolts >> buyer & 1:
            continue
        hand = state.hands[buyer]
        if hand[rank]:
            continue
        if _revolts_instead(state, hand):
            state.revolts |= 1 << buyer
        else:
            _buy_one(state, buyer, rank, events)


def _revolts_instead(state: State, hand: Hand) -> bool:
    """Whether who has nothing to pay with revolts, before anyone is asked (RULES R5.1).

    Where there are no revolutions the highest card pays.
    """
    rules = state.rules
    can_revolt = rules.no_payment is NoPayment.REVOLT and rules.revolution is not Revolution.NONE
    return can_revolt and not any(hand[payment] for payment in _PAYMENTS)


def _buy_one(state: State, buyer: int, rank: int, events: Events) -> None:
    for seller, free in _sellers(state, buyer):
        if not state.in_game >> seller & 1 or state.hands[seller][rank] < 2:
            continue
        payment = None if free else _payment(state.hands[buyer])
        if payment is not None:
            state.move(buyer, seller, _one(payment))
        state.move(seller, buyer, _one(rank))
        bought = Bought(rank, buyer, seller, payment)
        state.purchases = (*state.purchases, bought)
        events.append(bought)
        return


def _sellers(state: State, buyer: int) -> list[tuple[int, bool]]:
    """Who is asked for a card, in order, and whether it is given free (RULES R5.1)."""
    other = opposite(buyer)
    own = [(seat, True) for seat in allies(buyer)]
    theirs = [(seat, False) for seat in ((buyer + 1) % 6, (buyer + 5) % 6)]
    if state.rules.opposite_allies_sell_first:
        return [(other, False), *theirs, *own]
    return [(other, False), *own, *theirs]


def _payment(hand: Hand) -> int | None:
    for rank in _PAYMENTS:
        if hand[rank]:
            return rank
    return next((rank for rank in range(TWO, -1, -1) if hand[rank]), None)


def _one(rank: int) -> Hand:
    return tuple([int(rank == other) for other in range(15)])


def buy_threes(state: State, events: Events) -> None:
    """买3 (RULES R5.1)."""
    if state.rules.bie_san:
        buy(state, THREE, events)


def buy_fours(state: State, events: Events) -> None:
    """买4 (RULES R5.2)."""
    if state.rules.kaidian_fasi:
        buy(state, FOUR, events)

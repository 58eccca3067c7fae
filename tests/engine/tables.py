"""Small deals for tests, written as in records: seats 1–6, cards and actions as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar

import pytest

from engine.actions import Action
from engine.cards import SEATS, format_cards
from engine.deal import Deal
from engine.errors import GameError
from engine.events import Event
from engine.record import Record, begin_deal, read
from engine.report import purchase_text, return_text, tribute_text
from engine.state import NOBODY, State, seats_of
from engine.tribute import debts, points
from engine.view import PLACES

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Table:
    """A deal after some actions, and everything that happened."""

    deal: Deal
    events: tuple[Event, ...]

    def then(self, tokens: str) -> Table:
        """The table after more actions."""
        deal, events = self.deal, list(self.events)
        for token in tokens.split():
            seat, _, text = token.partition(":")
            step = deal.apply(int(seat) - 1, Action.parse(text))
            deal = step.deal
            events += step.events
        return Table(deal, tuple(events))

    def refuses(self, token: str, rule: str | None = None) -> GameError:
        """The error that an action raises, which has to be of a rule if one is named."""
        seat, _, text = token.partition(":")
        with pytest.raises(GameError) as caught:
            self.deal.apply(int(seat) - 1, Action.parse(text))
        if rule is not None:
            assert caught.value.rule == rule
        return caught.value

    @property
    def state(self) -> State:
        return self.deal.state

    @property
    def phase(self) -> str:
        return self.deal.phase.value

    @property
    def acting(self) -> list[int]:
        return [seat + 1 for seat in self.deal.actors]

    def legal(self, seat: int) -> set[str]:
        return {str(action) for action in self.deal.legal_actions(seat - 1)}

    @property
    def opened(self) -> list[int]:
        return [seat + 1 for seat in seats_of(self.state.opened)]

    @property
    def headless(self) -> list[int]:
        return [seat + 1 for seat in seats_of(self.state.headless & self.state.in_game)]

    @property
    def places(self) -> dict[int, str]:
        return {s + 1: PLACES[self.state.places[s]] for s in SEATS if self.state.places[s] != NOBODY}

    @property
    def order(self) -> str:
        """The seats of a finished deal from 头科 to 大落."""
        return "".join(str(self.state.places.index(place) + 1) for place in range(6))

    @property
    def table(self) -> str | None:
        return None if self.state.table is None else f"{self.state.owner + 1}:{self.state.table}"

    @property
    def debts(self) -> list[str]:
        return [str(debt) for debt in debts(self.state)]

    @property
    def points(self) -> list[int]:
        return list(points(self.state))

    @property
    def tributes(self) -> list[str]:
        return [tribute_text(paid) for paid in self.state.tributes]

    @property
    def returns(self) -> list[str]:
        return [return_text(returned) for returned in self.state.returns]

    @property
    def purchases(self) -> list[str]:
        return [purchase_text(bought) for bought in self.state.purchases]

    def hand(self, seat: int) -> str:
        return format_cards(self.state.hands[seat - 1])

    def told(self, kind: type[E]) -> list[E]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def text(rules: str, hands: str, tokens: str = "", **headers: str) -> str:
    """The text of a record: six hands separated by blanks, ``-`` for none."""
    lines = [f'[Rules "{rules}"]']
    for number, hand in enumerate(hands.split(), start=1):
        lines.append(f'[Hand{number} "{"" if hand == "-" else hand}"]')
    headers.setdefault("Lead", "1")
    lines += [f'[{key} "{value}"]' for key, value in headers.items()]
    return "\n".join([*lines, "", tokens, ""])


def record(rules: str, hands: str, tokens: str = "", **headers: str) -> Record:
    """The record of a small deal."""
    return read(text(rules, hands, tokens, **headers))


def table(rules: str, hands: str, tokens: str = "", **headers: str) -> Table:
    """A small deal after some actions."""
    step = begin_deal(record(rules, hands, **headers))
    return Table(step.deal, step.events).then(tokens)


READY = "1:ready 2:ready 3:ready 4:ready 5:ready 6:ready"
"""Everybody is ready in the window."""

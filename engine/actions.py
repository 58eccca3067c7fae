"""What a seat can do, and how it is written (the notation of RULES, "Notation")."""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from engine.cards import Hand, format_cards, parse_cards
from engine.play import Play


class Kind(StrEnum):
    """The kinds of actions; the values are the fixed tokens, or what a token begins with."""

    PLAY = ""
    PASS = "-"  # noqa: S105 - a pass in the game, not a pass word
    YIELD = "~"
    BURN = "!"
    DECLINE = "."
    GIVE_UP = "#"
    BLIND_CALL = "blindcall"
    CALL = "call"
    SHOW = "show"
    READY = "ready"
    REVOLT = "revolt"
    HEAD = "head"
    NO_HEAD = "nohead"
    RETURN = "<"


class Action(NamedTuple):
    """One action: its kind, the play of a play or a burn, the cards of a returned tribute."""

    kind: Kind
    play: Play | None = None
    cards: Hand | None = None

    @classmethod
    def parse(cls, token: str) -> Action:
        """The action that a token names, without the seat: ``KKK2w``, ``-``, ``!22w``, ``<567`` …

        Raises :class:`ValueError` if it names none. ``str`` is the way back.
        """
        simple = _SIMPLE.get(token)
        if simple is not None:
            return simple
        if token.startswith("!"):
            return burn(Play.parse(token[1:]))
        if token.startswith("<"):
            cards, suits = parse_cards(token[1:])
            if any(suits):
                raise ValueError("returned cards are named by rank, without suits")
            return give_back(cards)
        return play(Play.parse(token))

    def __str__(self) -> str:
        """The token of the action."""
        if self.play is not None:
            return f"{self.kind.value}{self.play}"
        if self.cards is not None:
            return f"<{format_cards(self.cards)}"
        return self.kind.value


PASS = Action(Kind.PASS)
YIELD = Action(Kind.YIELD)
DECLINE = Action(Kind.DECLINE)
GIVE_UP = Action(Kind.GIVE_UP)
BLIND_CALL = Action(Kind.BLIND_CALL)
CALL = Action(Kind.CALL)
SHOW = Action(Kind.SHOW)
READY = Action(Kind.READY)
REVOLT = Action(Kind.REVOLT)
HEAD = Action(Kind.HEAD)
NO_HEAD = Action(Kind.NO_HEAD)

_SIMPLE = {
    action.kind.value: action
    for action in (PASS, YIELD, DECLINE, GIVE_UP, BLIND_CALL, CALL, SHOW, READY, REVOLT, HEAD, NO_HEAD)
}


@lru_cache(maxsize=20_000)
def play(what: Play) -> Action:
    """The action of laying a play."""
    return Action(Kind.PLAY, what)


@lru_cache(maxsize=5_000)
def burn(what: Play) -> Action:
    """The action of burning with a play (烧牌)."""
    return Action(Kind.BURN, what)


def give_back(cards: Hand) -> Action:
    """The action of returning tribute (还贡)."""
    return Action(Kind.RETURN, None, cards)

"""What one seat, or the public, may know of a deal: the only door through which hidden cards leave."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action
from engine.cards import Hand, Suits
from engine.events import Bought, Owed, Paid, Returned
from engine.play import Play
from engine.rules import Calls, RuleSet


class Phase(StrEnum):
    """The phases of a deal, named as in records."""

    BLIND = "blind"
    RETURN = "return"
    DECLARE = "declare"
    RUSH = "rush"
    DUEL = "duel"
    HEAD = "head"
    PLAY = "play"
    BURN = "burn"
    OVER = "over"
    VOID = "void"


WINDOWS = (Phase.BLIND, Phase.RETURN, Phase.DECLARE, Phase.BURN)
"""The phases in which several seats decide, in any order."""

RUSH_PLAYS = 3
"""So many level plays are a rush (冲点, RULES R10.3)."""

PLACES = ("first", "second", "third", "fourth", "fifth", "last")
"""头科 二科 三科 四科 二落 大落, best first; a place is an index into them (RULES R7.1)."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a deal ended. ``places`` has a place for each seat, ``points`` are as if settled now (R12)."""

    places: tuple[int, ...]
    opened: tuple[int, ...]
    held: tuple[tuple[int, int], ...]
    debts: tuple[Owed, ...]
    points: tuple[int, ...]
    sweep: int | None
    """The side that swept, if one did (RULES R7.4)."""


@dataclass(frozen=True, slots=True)
class OnTable:
    """The play that is to be beaten. ``level``: answered as RULES R6.5 says; ``dead``: 够死级 (R10.5)."""

    owner: int
    play: Play
    level: bool
    dead: bool


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody may know of a seat. ``cards`` is none while the rules do not tell it (R1.3)."""

    seat: int
    cards: int | None
    in_game: bool
    place: int | None
    opened: bool
    headless: bool
    passed: bool
    call: Calls
    revolted: bool
    burning: bool
    burn_failed: bool
    dead_levels: int
    """How many level plays of a claimed head are left (RULES R10.5)."""


@dataclass(frozen=True, slots=True)
class View:
    """A deal as ``seat`` may see it, or as everybody may (``seat`` none).

    ``phase`` and ``asked`` say no more than public facts imply: that somebody else may burn or kill reads
    as plain play. ``decision`` names the decision that is open in public; ``mine`` the one that this seat
    has to make, if any, with its ``legal`` actions (for a return: the default alone). While others may burn
    or kill, these are what it may do once they have declined: ``Deal.actors`` tells who can act at once.
    ``chosen`` are its own choices in a window that is still open.
    """

    rules: RuleSet
    seat: int | None
    phase: Phase
    asked: tuple[int, ...]
    decision: str
    mine: str | None
    legal: tuple[Action, ...]
    chosen: tuple[Action, ...]
    ready: int
    """How many seats are done in a window that asks all six."""
    hand: Hand | None
    suits: Suits | None
    returning: tuple[int, int] | None
    """To whom this seat returns how many cards, while it has to."""
    seats: tuple[SeatView, ...]
    table: OnTable | None
    laid: tuple[Play, ...]
    """What a revolutionary has laid down in a rush or a duel (RULES R10.3, R10.4)."""
    beaten: int
    """How many of them are beaten."""
    leader: int | None
    """Who leads, or led the trick on the table."""
    chaos: bool
    shows_fours: bool
    """Showing 4s decides the first lead of this deal (上班, RULES R5.5)."""
    guarded: bool
    """The last play is one after which the table waits, whoever could burn or kill it."""
    owed: tuple[Owed, ...]
    """What the last deal left owing."""
    purchases: tuple[Bought, ...]
    tributes: tuple[Paid, ...]
    returns: tuple[Returned, ...]
    held: tuple[tuple[int, int], ...]
    """Who was 憋3'd by whom, as far as it is told (RULES R7.3)."""
    outcome: Outcome | None

    @property
    def to_beat(self) -> Play | None:
        """The play that is to be answered: on the table, or of a revolutionary; none where one leads."""
        if self.table is not None:
            return self.table.play
        if self.phase is Phase.RUSH and len(self.laid) == RUSH_PLAYS:
            return self.laid[self.beaten]
        return self.laid[0] if self.phase is Phase.DUEL and self.laid else None

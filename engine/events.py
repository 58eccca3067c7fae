"""What happened: one frozen type for each thing, returned by :meth:`Deal.apply`.

Events name seats, plays and cards that everybody may know, with two exceptions that views and screens
never pass on before their time: :class:`Declined` and a :class:`Held` come in the full log only
(see :data:`SECRET`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from engine.cards import Hand
from engine.play import Play
from engine.rules import Calls


class Debt(StrEnum):
    """The kinds of tribute, in the order in which they are paid (RULES R11.1)."""

    SWEEP = "sweep"
    POINT = "point"
    HELD = "held"
    BURN = "burn"
    PLACE = "place"


class Owed(NamedTuple):
    """So many cards of one kind of tribute that one seat owes another."""

    kind: Debt
    payer: int
    receiver: int
    cards: int

    def __str__(self) -> str:
        return f"{self.kind} {self.payer + 1}>{self.receiver + 1} {self.cards}"


class Dealt(NamedTuple):
    """The cards are dealt (RULES R2)."""


class Called(NamedTuple):
    """A seat called on its opposite (叫点, RULES R4, R11.2)."""

    seat: int
    call: Calls


class Bought(NamedTuple):
    """A seat bought a card of a rank; without a payment it was given (RULES R5.1, R5.2)."""

    rank: int
    buyer: int
    seller: int
    payment: int | None


class Paid(NamedTuple):
    """Tribute was paid (进贡, RULES R11.1): the cards, high to low."""

    kind: Debt
    payer: int
    receiver: int
    cards: tuple[int, ...]


class Returned(NamedTuple):
    """Tribute was returned (还贡, RULES R11.1)."""

    giver: int
    receiver: int
    cards: Hand


class Showed(NamedTuple):
    """A seat showed so many 4s of one suit (亮4, RULES R5.5)."""

    seat: int
    cards: int


class FirstLead(NamedTuple):
    """A seat has the first lead of the deal (上班, RULES R5.5)."""

    seat: int


class Revolted(NamedTuple):
    """A seat left the game with its cards (革命, RULES R10)."""

    seat: int


class RushLaid(NamedTuple):
    """The revolutionary laid one of the three level plays of its rush (冲点, RULES R10.3)."""

    seat: int
    play: Play


class RushAnswered(NamedTuple):
    """The opposite beat one of them, or did not."""

    seat: int
    play: Play | None


class Dueled(NamedTuple):
    """A play in the opening duel, or no answer (RULES R10.4)."""

    seat: int
    play: Play | None


class HeadClaimed(NamedTuple):
    """The revolutionary's opposite claimed its head, or did without (要头/无头, RULES R10.5)."""

    seat: int
    claimed: bool


class Led(NamedTuple):
    """A seat led a play (发牌, RULES R6.2)."""

    seat: int
    play: Play
    level: bool


class Beat(NamedTuple):
    """A seat beat the play on the table (上牌); ``kill`` when two big jokers killed one (RULES R3.5)."""

    seat: int
    play: Play
    level: bool
    kill: bool = False


class Burned(NamedTuple):
    """A seat burned the level play of another (烧牌, RULES R9); ``stake`` is what success would earn."""

    seat: int
    play: Play
    victim: int
    stake: int


class Passed(NamedTuple):
    """A seat passed (过牌)."""

    seat: int


class Yielded(NamedTuple):
    """The opposite let the two seats after it decide first (让牌, RULES R6.4)."""

    seat: int


class Declined(NamedTuple):
    """A seat did not burn, or did not kill. Nobody else is told that it could."""

    seat: int


class DeadLevel(NamedTuple):
    """A level play that only a burn could answer (够死级, RULES R10.5); ``left`` more are to come."""

    seat: int
    left: int


class Won(NamedTuple):
    """A seat's play won the trick."""

    seat: int


class Inherited(NamedTuple):
    """The winner is out: the next seat in the game leads (接风, RULES R6.7)."""

    seat: int


class Opened(NamedTuple):
    """A seat opened (开点, RULES R8.1)."""

    seat: int


class OpeningLost(NamedTuple):
    """A seat led something else than its 4s after opening: it must open again (RULES R8.2)."""

    seat: int


class BurnBroken(NamedTuple):
    """A play of the burner's run was beaten: its duty ends without harm (解烧, RULES R9.3)."""

    seat: int
    by: int


class BurnSucceeded(NamedTuple):
    """The burner went out in its run (RULES R9.4); ``cards`` is 0 where nothing is owed."""

    seat: int
    victim: int
    cards: int


class BurnFailed(NamedTuple):
    """The burner gave up (烧失败, RULES R9.5)."""

    seat: int


class WentOut(NamedTuple):
    """A seat has played all its cards; ``place`` is 0 for 头科 to 5 for 大落 (RULES R7.1)."""

    seat: int
    place: int


class Held(NamedTuple):
    """The play that left a seat with nothing but 3s was beaten (憋3, RULES R7.3)."""

    seat: int
    by: int


class Voided(NamedTuple):
    """Two or more revolutions: the deal is dealt anew (RULES R5.6)."""

    seats: tuple[int, ...]


class Ended(NamedTuple):
    """The deal is over: the places of the six seats, and whether a side swept (RULES R7.2, R7.4)."""

    places: tuple[int, ...]
    sweep: bool


Event = (
    Dealt
    | Called
    | Bought
    | Paid
    | Returned
    | Showed
    | FirstLead
    | Revolted
    | RushLaid
    | RushAnswered
    | Dueled
    | HeadClaimed
    | Led
    | Beat
    | Burned
    | Passed
    | Yielded
    | Declined
    | DeadLevel
    | Won
    | Inherited
    | Opened
    | OpeningLost
    | BurnBroken
    | BurnSucceeded
    | BurnFailed
    | WentOut
    | Held
    | Voided
    | Ended
)

SECRET = (Declined,)
"""Events that only the full log of a finished deal may tell; :class:`Held` is told when the seat is out."""

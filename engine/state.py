"""The full state of a deal, and the small steps that several chapters share.

A :class:`State` is a working copy: :meth:`engine.deal.Deal.apply` copies it, the chapters change the copy,
and then it is never changed again. Every value in it is immutable, so a copy is one shallow step. Sets of
seats are bit masks: bit 0 is the seat shown as 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from enum import Enum

from engine.actions import Action
from engine.cards import EMPTY, FOUR, NO_SUITS, SEATS, Hand, Suits, after, give, opposite, take
from engine.events import Bought, Event, Owed, Paid, Returned
from engine.play import Play
from engine.rules import Calls, RuleSet
from engine.view import Phase

ALL = 0b111111
SIDES = (0b010101, 0b101010)
"""The seats of each side (RULES R1.2)."""

NOBODY = -1


class State:
    """All that there is to know of a deal."""

    def __init__(self, rules: RuleSet) -> None:
        self.rules = rules
        self.phase = Phase.PLAY
        self.number = 0
        """Actions so far."""
        self.turn = 0
        """Public steps so far: what names a decision. Hidden answers do not count."""

        # R2: the cards
        self.hands: tuple[Hand, ...] = (EMPTY,) * 6
        self.sizes: tuple[int, ...] = (0,) * 6
        self.suits: tuple[Suits, ...] = (NO_SUITS,) * 6
        self.stock: tuple[tuple[Hand, ...], tuple[Suits, ...]] | None = None
        """The cards while they are not dealt yet (R4)."""

        # R4, R5, R11: before the first lead
        self.calls: tuple[Calls, ...] = (Calls.NONE,) * 6
        self.owed: tuple[Owed, ...] = ()
        self.purchases: tuple[Bought, ...] = ()
        self.tributes: tuple[Paid, ...] = ()
        self.returns: tuple[Returned, ...] = ()
        self.pending: tuple[tuple[int, int, int, Hand | None], ...] = ()
        """Returns: giver, receiver, how many, the cards once chosen."""
        self.asked = 0
        self.done = 0
        """In a window: who is asked, and who is done."""
        self.choices: tuple[tuple[int, Action], ...] = ()
        """What has been chosen in a window that is still open, in order."""
        self.may_revolt = 0
        """Who was dealt neither joker nor 2 (R5.6)."""
        self.revolts = 0
        self.fixed_lead = NOBODY
        self.random_lead = 0

        # R6: the trick
        self.leader = NOBODY
        self.owner = NOBODY
        self.table: Play | None = None
        self.level = False
        self.dead = False
        self.guarded = False
        self.queue: tuple[int, ...] = ()
        """Who is still to be asked on the play on the table, in order."""
        self.yielded = False
        """The last in the queue has yielded."""
        self.killing = False
        """The queue is of those who can kill the play (R3.5)."""
        self.passed = 0
        self.headless = 0
        self.chaos = False

        # R7: going out
        self.in_game = 0
        self.gone: tuple[int, ...] = ()
        self.places: tuple[int, ...] = (NOBODY,) * 6
        self.leaves_threes = False
        """The play on the table left its owner with nothing but 3s (R7.3)."""
        self.held: tuple[tuple[int, int], ...] = ()
        self.held_told = 0

        # R8: opening
        self.opened = 0
        self.unproved = 0
        """Who has opened but must still lead its 4s (R8.2)."""
        self.barred = 0
        """Who, if unopened, cannot open any more."""

        # R9: burning
        self.answers: tuple[tuple[int, Play | None], ...] = ()
        """To the burn window, open or closed: who has answered what, until the table goes on."""
        self.burner = NOBODY
        self.victim = NOBODY
        self.stake = 0
        self.failed = 0
        self.burns: tuple[Owed, ...] = ()

        # R10: revolution
        self.revolted = NOBODY
        self.claims = 0
        """Level plays of the claimed head that are left (R10.5)."""
        self.laid: tuple[Play, ...] = ()
        self.beaten = 0
        """The rush: what was laid down, and how many of them are beaten (R10.3)."""
        self.must_lead_fours = False

    def copy(self) -> State:
        """A copy to be changed."""
        new = State.__new__(State)
        new.__dict__.update(self.__dict__)
        return new

    def digest(self) -> str:
        """A digest of everything, the same on every machine."""
        text = ";".join(
            f"{name}={_canonical(value)}" for name, value in self.__dict__.items() if name != "rules"
        )
        return hashlib.sha256(f"{self.rules.switches()};{text}".encode()).hexdigest()

    def next_in_game(self, seat: int) -> int:
        """The next seat in the game after a seat; nobody if there is none."""
        for other in after(seat):
            if self.in_game >> other & 1:
                return other
        return seat if self.in_game >> seat & 1 else NOBODY

    def set_hand(self, seat: int, hand: Hand) -> None:
        """Replace a hand."""
        hands = self.hands
        self.hands = (*hands[:seat], hand, *hands[seat + 1 :])
        sizes = self.sizes
        self.sizes = (*sizes[:seat], sum(hand), *sizes[seat + 1 :])

    def lay_down(self, seat: int, play: Play) -> None:
        """Take the cards of a play from a hand that holds them."""
        self.set_hand(seat, take(self.hands[seat], play.cards))

    def move(self, giver: int, receiver: int, cards: Hand) -> None:
        """Move cards between hands; of the 4s those without a known suit first, then ♠ ♥ ♣ ♦ (R5.1)."""
        fours = cards[FOUR]
        if fours:
            self._move_suits(giver, receiver, fours)
        self.set_hand(giver, take(self.hands[giver], cards))
        self.set_hand(receiver, give(self.hands[receiver], cards))

    def _move_suits(self, giver: int, receiver: int, fours: int) -> None:
        known = list(self.suits[giver])
        gained = list(self.suits[receiver])
        fours -= min(fours, self.hands[giver][FOUR] - sum(known))
        for suit in range(4):
            moved = min(fours, known[suit])
            known[suit] -= moved
            gained[suit] += moved
            fours -= moved
        suits = list(self.suits)
        suits[giver] = (known[0], known[1], known[2], known[3])
        suits[receiver] = (gained[0], gained[1], gained[2], gained[3])
        self.suits = tuple(suits)

    def set_place(self, seat: int, place: int) -> None:
        """Give a seat its place."""
        self.places = (*self.places[:seat], place, *self.places[seat + 1 :])

    def has_head(self, seat: int) -> bool:
        """Whether a seat is not headless in this trick (R6.1)."""
        return not self.headless >> seat & 1

    def open_window(self, phase: Phase, asked: int) -> None:
        """Start a window in which several seats decide."""
        self.phase = phase
        self.asked = asked
        self.done = 0
        self.choices = ()
        self.turn += 1


Events = list[Event]
"""What follows from an action is appended to a list that the chapters hand on."""


def seats_of(mask: int) -> Iterator[int]:
    """The seats of a set, in order from the first."""
    return (seat for seat in SEATS if mask >> seat & 1)


def opposite_in(mask: int, seat: int) -> bool:
    """Whether the opposite of a seat is in a set."""
    return bool(mask >> opposite(seat) & 1)


def _canonical(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    if isinstance(value, tuple):
        return f"({','.join(map(_canonical, value))})"
    if isinstance(value, bool):
        return str(int(value))
    return str(value)

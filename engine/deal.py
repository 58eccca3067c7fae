"""A deal: the one object through which the game is played.

>>> from engine.rules import BIESAN
>>> deal, events = Deal.start(BIESAN, "seed")
>>> deal.phase.value, deal.actors
('blind', (0, 1, 2, 3, 4, 5))
>>> from engine.actions import READY
>>> deal, events = deal.apply(0, READY)
>>> deal.actors
(1, 2, 3, 4, 5)
"""

from __future__ import annotations

from types import ModuleType
from typing import NamedTuple

from engine import burning, buying, calls, declaring, defaults, out, revolution, tribute, tricks, views
from engine.actions import Action
from engine.cards import SEATS
from engine.errors import DealOverError, GameError, NotYourTurnError
from engine.events import Dealt, Event, Owed
from engine.rules import Calls, Lead, RuleSet
from engine.shuffle import shuffled
from engine.state import ALL, Events, State, seats_of
from engine.view import Outcome, Phase, View

_CHAPTERS: dict[Phase, ModuleType] = {
    Phase.BLIND: calls,
    Phase.RETURN: tribute,
    Phase.DECLARE: declaring,
    Phase.RUSH: revolution,
    Phase.DUEL: revolution,
    Phase.HEAD: revolution,
    Phase.PLAY: tricks,
    Phase.BURN: burning,
}
"""Which chapter runs a phase: each has ``actors``, ``legal``, ``check`` and ``act``."""

_SUFFIX = {Phase.BLIND: "b", Phase.RETURN: "r", Phase.DECLARE: "d", Phase.BURN: "f"}


class Step(NamedTuple):
    """A deal and what has just happened in it."""

    deal: Deal
    events: tuple[Event, ...]


class Deal:
    """A deal at one moment; it never changes, :meth:`apply` gives the next one."""

    __slots__ = ("_state",)
    _state: State

    def __init__(self, state: State) -> None:
        object.__setattr__(self, "_state", state)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a deal does not change; apply() gives the next one")

    @classmethod
    def start(
        cls, rules: RuleSet, seed: str, *, owed: tuple[Owed, ...] = (), last: int | None = None
    ) -> Step:
        """Deal from a seed (RULES R2.3).

        ``owed`` is what the last deal left owing, ``last`` its 大落, who leads where the rules say so.
        """
        dealt = shuffled(rules, seed)
        state = State(rules)
        state.in_game = ALL
        state.owed = owed
        state.random_lead = dealt.lead
        if last is not None and rules.lead is Lead.LAST:
            state.fixed_lead = last
        state.stock = (dealt.hands, dealt.suits)
        return cls.begin(state)

    @classmethod
    def begin(cls, state: State) -> Step:
        """Start a prepared state before its cards are dealt: with 预点 where the rules have it (R4)."""
        if state.rules.calls is Calls.YU:
            state.open_window(Phase.BLIND, state.in_game)
            return Step(cls(state), ())
        events: Events = []
        deal_cards(state, events)
        return Step(cls(state), tuple(events))

    @property
    def rules(self) -> RuleSet:
        """The rule set that is played."""
        return self._state.rules

    @property
    def state(self) -> State:
        """The full state, for records and debugging; what a person may know is in :meth:`view`."""
        return self._state

    @property
    def phase(self) -> Phase:
        """The phase of the deal, with the windows that not everybody may see as such."""
        return self._state.phase

    @property
    def number(self) -> int:
        """How many actions have been applied."""
        return self._state.number

    @property
    def guarded(self) -> bool:
        """Whether the table waits after the last play, whoever could burn or kill it."""
        return self._state.guarded

    @property
    def digest(self) -> str:
        """A digest of the full state, the same on every machine."""
        return self._state.digest()

    @property
    def actors(self) -> tuple[int, ...]:
        """The seats that have something to decide, in seat order; none when the deal is over or void."""
        chapter = _CHAPTERS.get(self._state.phase)
        if chapter is None:
            return ()
        found: tuple[int, ...] = chapter.actors(self._state)
        return found

    def decision(self, seat: int) -> str | None:
        """The name of the decision that a seat has to make now, if any.

        One name for all seats that decide at once; it stays the same while others answer, and no later
        decision of this deal has it.
        """
        return decision_name(self._state, seat) if seat in self.actors else None

    def legal_actions(self, seat: int, if_declined: bool = False) -> tuple[Action, ...]:
        """Everything that a seat may do now, complete; for a return the default alone.

        With ``if_declined`` what a seat may do as if the others had declined to burn or kill (R9.1, R3.5).
        """
        if if_declined:
            return self.declined(seat).legal_actions(seat)
        state = self._state
        if seat not in self.actors:
            return ()
        found: tuple[Action, ...] = _CHAPTERS[state.phase].legal(state, seat)
        return found

    def check(self, seat: int, action: Action) -> GameError | None:
        """Why a seat cannot do something now: the rule and the facts; none if it can.

        Who is not asked to burn or kill gets the same answer whether others are or not; only what it could
        do once they have declined is too early.
        """
        state = self._state
        chapter = _CHAPTERS.get(state.phase)
        if chapter is None:
            return DealOverError("the deal is over")
        problem: GameError | None
        if (state.phase is Phase.BURN or state.killing) and seat not in self.actors:
            problem = self.declined(seat).check(seat, action)
            return problem or NotYourTurnError("the table waits before this is answered", "R9.1")
        problem = chapter.check(state, seat, action)
        return problem

    def apply(self, seat: int, action: Action) -> Step:
        """The deal after an action, and what followed. Raises the :class:`GameError` of :meth:`check`."""
        problem = self.check(seat, action)
        if problem is not None:
            raise problem
        state = self._state.copy()
        state.number += 1
        events: Events = []
        phase = state.phase
        finished = _CHAPTERS[phase].act(state, seat, action, events)
        if finished and phase is Phase.BLIND:
            deal_cards(state, events)
        elif finished and phase is Phase.RETURN:
            prepare_declarations(state, events)
        return Step(Deal(state), tuple(events))

    def declined(self, seat: int | None = None) -> Deal:
        """The deal as if everybody who is asked to burn or kill had declined: what everybody may see.

        With a seat: everybody else, so that what it may burn or kill itself stays open to it.
        """
        return Deal(views.as_seen_by(self._state, seat))

    @property
    def foreseen(self) -> tuple[Event, ...]:
        """What follows if nobody burns or kills any more: to be told with what has happened.

        A play that nobody can burn or kill wins its trick at once; so who is told of that only once all
        have declined would know that somebody could.
        """
        events: Events = []
        views.as_if_declined(self._state, events)
        return tuple(events)

    def default_action(self, seat: int) -> Action:
        """What is done for a seat that does not answer in time. Raises :class:`ValueError` if it need not."""
        if seat not in self.actors:
            raise ValueError("this seat has nothing to decide")
        return defaults.default_action(self._state, seat, self.legal_actions(seat))

    def view(self, seat: int | None) -> View:
        """What a seat may know, or with none what everybody may."""
        return views.view(self._state, seat)

    @property
    def outcome(self) -> Outcome | None:
        """How the deal ended; none before."""
        return outcome(self._state)


def decision_name(state: State, seat: int | None = None) -> str:
    """The name of what is to be decided: the public step, and the window or the kill it is.

    A seat that returns tribute to two payers decides twice in one window: the second one has its number.
    """
    suffix = "k" if state.killing else _SUFFIX.get(state.phase, "")
    done = sum(giver == seat and cards is not None for giver, _, _, cards in state.pending)
    return f"{state.turn}{suffix}{done or ''}"


def outcome(state: State) -> Outcome | None:
    """How a deal ended; none before (RULES R7, R11, R12)."""
    if state.phase is not Phase.OVER:
        return None
    return Outcome(
        places=state.places,
        opened=tuple(seats_of(state.opened)),
        held=state.held,
        debts=tribute.debts(state),
        points=tribute.points(state),
        sweep=out.sweep(state),
    )


def deal_cards(state: State, events: Events) -> None:
    """Deal the cards; then purchases and tribute follow by themselves (RULES R5)."""
    take_stock(state)
    events.append(Dealt())
    note_revolutions(state)
    buying.buy_threes(state, events)
    tribute.pay(state, events)
    if not tribute.open_window(state):
        prepare_declarations(state, events)


def take_stock(state: State) -> None:
    """Give the cards to the hands."""
    if state.stock is not None:
        hands, suits = state.stock
        for seat in SEATS:
            state.set_hand(seat, hands[seat])
        state.suits = suits
        state.stock = None


def note_revolutions(state: State) -> None:
    """Note to whom a revolution is open, as dealt (RULES R5.6)."""
    for seat in seats_of(state.in_game):
        if declaring.no_wild(state.hands[seat]):
            state.may_revolt |= 1 << seat


def prepare_declarations(state: State, events: Events) -> None:
    """买4, then the declaration window (RULES R5.2, R5.4)."""
    buying.buy_fours(state, events)
    open_declarations(state, events)


def open_declarations(state: State, events: Events) -> None:
    """The declaration window; where all revolt for want of a payment it closes at once.

    In records of few cards tribute may have taken a hand's last ones, or one side may have none (R7.2).
    """
    for seat in seats_of(state.in_game):
        if not state.sizes[seat]:
            out.gone_before(state, seat)
    out.end_if_one_side_is_left(state, events)
    if state.phase is Phase.OVER:
        return
    declaring.open_window(state)
    if not declaring.actors(state):
        declaring.close(state, events)

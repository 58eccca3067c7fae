"""Replays stored deals and keeps the states: the log is the truth, this is its cache."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from functools import cached_property

from sqlmodel.ext.asyncio.session import AsyncSession

from engine.actions import Action
from engine.deal import Deal, Step
from engine.errors import GameError
from engine.events import SECRET, BurnSucceeded, Event, Won
from engine.record import parse_owed
from engine.rules import PRESETS, RuleSet
from storage.models import DealRow
from storage.repositories import Deals, Last, Move

RECENT = 24
"""How many public events are kept for the screens."""

CAPACITY = 4096
"""How many states are kept, each of about ten kilobytes; those not used for long are replayed again."""


class LostDealError(Exception):
    """A stored deal that does not replay to what it was."""


@dataclass(frozen=True)
class Replayed:
    """A deal at its last stored action, with the public events before it, oldest first."""

    deal: Deal
    happened: tuple[Event, ...]
    tricks: int = 0
    """How many tricks have been won."""
    burns: tuple[tuple[int, int], ...] = ()
    """The burns that succeeded: who burned whom."""

    @cached_property
    def digest(self) -> str:
        """The digest of the deal."""
        return self.deal.digest

    @property
    def trick(self) -> int:
        """The number of the trick that everybody sees: as if nobody burned or killed the last play."""
        return self.tricks + sum(isinstance(event, Won) for event in self.deal.foreseen)

    @property
    def recent(self) -> tuple[Event, ...]:
        """What everybody may be told, oldest first: as if nobody burned or killed the last play."""
        return (*self.happened, *self.deal.foreseen)[-RECENT:]

    def then(self, deal: Deal, events: tuple[Event, ...]) -> Replayed:
        """The same after an action."""
        public = (*self.happened, *(event for event in events if not isinstance(event, SECRET)))
        won = sum(isinstance(event, Won) for event in events)
        burns = tuple((event.seat, event.victim) for event in events if isinstance(event, BurnSucceeded))
        return Replayed(deal, public[-RECENT:], self.tricks + won, self.burns + burns)


class States:
    """The states of running deals, each checked against the digest of its last action when it is used."""

    def __init__(self) -> None:
        self._known: OrderedDict[tuple[int, str], Replayed] = OrderedDict()
        """By key and seed: the key of a deal that was not stored after all may be another's now."""

    async def load(self, session: AsyncSession, row: DealRow, last: Last | None = None) -> Replayed:
        """The state of a stored deal. Raises :class:`LostDealError` if the log no longer replays.

        With its ``last`` action known nothing is read, if the state is kept.
        """
        assert row.id is not None
        known = self._known.get((row.id, row.seed))
        if known is not None and last is not None and _ends_with(known, last):
            return self._keep(row, known)
        if known is not None:
            newer = await Deals(session).moves(row.id, known.deal.number - 1)
            if _continues(known, newer):
                actions = newer[1:] if known.deal.number else newer
                return self._keep(row, _replay(known, actions))
        first = begin(row)
        start = Replayed(first.deal, ()).then(first.deal, first.events)
        return self._keep(row, _replay(start, await Deals(session).moves(row.id)))

    def put(self, row: DealRow, replayed: Replayed) -> None:
        """Keep the state after an action that is being stored; if it is not, the next load notices."""
        assert row.id is not None
        self._keep(row, replayed)

    def _keep(self, row: DealRow, replayed: Replayed) -> Replayed:
        assert row.id is not None
        key = row.id, row.seed
        self._known[key] = replayed
        self._known.move_to_end(key)
        while len(self._known) > CAPACITY:
            self._known.popitem(last=False)
        return replayed


def rule_set(row: DealRow) -> RuleSet:
    """The rule set of a stored deal."""
    return PRESETS[row.preset].with_switches(row.switches)


def begin(row: DealRow) -> Step:
    """A stored deal before its first action: its seed, and what the deal before left behind."""
    return Deal.start(rule_set(row), row.seed, owed=parse_owed(row.owed), last=row.lead)


def _continues(known: Replayed, rows: list[Move]) -> bool:
    """Whether stored actions, from the number of a known state on, go on from it."""
    number = known.deal.number
    if number == 0:
        return True
    return bool(rows) and rows[0].number == number and rows[0].digest == known.digest


def _ends_with(known: Replayed, last: Last) -> bool:
    """Whether a known state is the one after the last stored action."""
    number = known.deal.number
    return number == last.number and (number == 0 or known.digest == last.digest)


def _replay(start: Replayed, rows: list[Move]) -> Replayed:
    replayed = start
    for row in rows:
        try:
            step = replayed.deal.apply(row.seat, Action.parse(row.token))
        except (GameError, ValueError) as error:
            raise LostDealError(f"action {row.number} of deal {row.deal_id}: {error}") from error
        replayed = replayed.then(step.deal, step.events)
    if rows and replayed.digest != rows[-1].digest:
        raise LostDealError(f"action {rows[-1].number} of deal {rows[-1].deal_id} gives another state")
    return replayed

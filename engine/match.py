"""Matches: several deals, the tribute carried between them, and the points (RULES R12)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NamedTuple

from engine.actions import Action
from engine.deal import Deal, Step
from engine.events import Event, Owed
from engine.record import Record, Start
from engine.rules import Lead, RuleSet, Sweep
from engine.view import Outcome, Phase

LAST = 5
"""The place of 大落."""


class MatchError(ValueError):
    """The match is not at a point where this can be done."""


class MatchStep(NamedTuple):
    """A match and what has just happened in it."""

    match: Match
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Played:
    """A deal that is over or void: its record, and its outcome unless it was void."""

    record: Record
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Match:
    """A match at one moment; like a deal it never changes.

    It follows from the rule set, the seeds of its deals and their actions alone: :attr:`records` has all of
    them.
    """

    rules: RuleSet
    deal: Deal
    start: Record
    """How the current deal started."""
    history: tuple[tuple[int, Action], ...] = ()
    """The actions of the current deal, each with its seat."""
    past: tuple[Played, ...] = ()
    """The deals before the current one."""
    goal: int = 0
    """The number of the deal that counts: that of the rules, or later when the table plays on (R12.2)."""

    @classmethod
    def begin(cls, rules: RuleSet, seed: str) -> MatchStep:
        """Start a match with its first deal."""
        step = Deal.start(rules, seed)
        record = Record(rules=rules, seed=seed, start=Start.DEAL)
        return MatchStep(cls(rules, step.deal, record, goal=rules.deals), step.events)

    def apply(self, seat: int, action: Action) -> MatchStep:
        """The match after an action in the current deal. Raises the :class:`GameError` of the deal."""
        step = self.deal.apply(seat, action)
        history = (*self.history, (seat, action))
        return MatchStep(replace(self, deal=step.deal, history=history), step.events)

    @property
    def number(self) -> int:
        """The number of the current deal, from 1; a void deal and its new one count as one."""
        return 1 + sum(played.outcome is not None for played in self.past)

    @property
    def deal_over(self) -> bool:
        """Whether the current deal is over, or void."""
        return self.deal.phase in (Phase.OVER, Phase.VOID)

    @property
    def over(self) -> bool:
        """Whether the deal that counts is over: the table settles, or plays on (RULES R12.2)."""
        return self.deal.phase is Phase.OVER and self.number >= self.goal

    @property
    def carried(self) -> tuple[Owed, ...]:
        """What the next deal starts with: what this one left owing, unless a sweep settled it (R12.3).

        Before this deal is over, and if it is void, what it started with itself (RULES R5.6).
        """
        outcome = self.deal.outcome
        return self.start.owed if outcome is None else left_owing(self.rules, outcome)

    @property
    def points(self) -> tuple[int, ...]:
        """The points of the six seats so far: sweeps settled at once, and the deal that counts (R12)."""
        counted = [
            played.outcome.points
            for played in self.past
            if played.outcome is not None and settles_at_once(self.rules, played.outcome)
        ]
        outcome = self.deal.outcome
        if outcome is not None and (self.over or settles_at_once(self.rules, outcome)):
            counted.append(outcome.points)
        return tuple(sum(points[seat] for points in counted) for seat in range(6))

    def next_deal(self, seed: str) -> MatchStep:
        """The next deal, or a void one anew. Raises :class:`MatchError` unless it is time for one."""
        if not self.deal_over:
            raise MatchError("the deal is not over yet")
        if self.over:
            raise MatchError("the match is over: settle it, or play on")
        return self._deal_next(seed)

    def play_on(self, seed: str) -> MatchStep:
        """One more deal after the last: its end is the one that counts then (RULES R12.2)."""
        if not self.over:
            raise MatchError("the match is not over yet")
        return replace(self, goal=self.number + 1)._deal_next(seed)

    def _deal_next(self, seed: str) -> MatchStep:
        outcome = self.deal.outcome
        last = self.start.lead if outcome is None else next_lead(self.rules, outcome)
        step: Step = Deal.start(self.rules, seed, owed=self.carried, last=last)
        record = Record(rules=self.rules, seed=seed, start=Start.DEAL, lead=last, owed=self.carried)
        past = (*self.past, Played(self.start.with_actions(self.history), outcome))
        following = replace(self, deal=step.deal, start=record, history=(), past=past)
        return MatchStep(following, step.events)

    @property
    def records(self) -> tuple[Record, ...]:
        """The records of all deals so far, the current one last."""
        return (*(played.record for played in self.past), self.start.with_actions(self.history))


def settles_at_once(rules: RuleSet, outcome: Outcome) -> bool:
    """Whether a deal's debts turn into points there and then, with nothing carried (RULES R12.3)."""
    return outcome.sweep is not None and rules.sweep is Sweep.POINTS


def left_owing(rules: RuleSet, outcome: Outcome) -> tuple[Owed, ...]:
    """What a deal hands on to the next one to be paid (RULES R11.1, R12.3)."""
    return () if settles_at_once(rules, outcome) else outcome.debts


def next_lead(rules: RuleSet, outcome: Outcome) -> int | None:
    """The seat that leads the next deal where the last 大落 does (the switch ``lead``); else none."""
    return outcome.places.index(LAST) if rules.lead is Lead.LAST else None

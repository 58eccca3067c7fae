"""The figures, as Prometheus reads them."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bot.clock import Clock
from bot.ops.observer import Observer

LATE = (0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300)
CALL = (0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30)
"""Bounds of the histograms, in seconds."""


@dataclass(frozen=True, slots=True)
class Backlog:
    """What waits to be shown: how many screens, and for how long the oldest has waited, in seconds."""

    depth: int
    age: float


class Metrics(Observer):
    """Counts what it is told; each process has one, with a registry of its own."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._waiting: dict[int, datetime] = {}
        self._begun: dict[str, datetime] = {}
        self.registry = registry = CollectorRegistry()
        self._updates = Counter("gouji_updates", "Updates taken up.", ["kind"], registry=registry)
        self._actions = Counter("gouji_actions", "Actions stored.", ["how"], registry=registry)
        self._answers = Counter("gouji_answers", "What taps were answered.", ["kind"], registry=registry)
        self._late = Histogram(
            "gouji_late_seconds",
            "How long after its moment what was due was done.",
            ["what"],
            buckets=LATE,
            registry=registry,
        )
        self._calls = Histogram(
            "gouji_call_seconds",
            "Calls of the Bot API, and how long they took.",
            ["method", "outcome"],
            buckets=CALL,
            registry=registry,
        )
        self._errors = Counter("gouji_log_errors", "Errors that were logged.", ["logger"], registry=registry)
        self._up = Gauge("gouji_database_up", "Whether the database answers.", registry=registry)
        self._tables = Gauge("gouji_tables_playing", "Tables at which is played.", registry=registry)
        depth = Gauge("gouji_outbox_depth", "Screens that wait to be shown.", registry=registry)
        depth.set_function(lambda: self.backlog.depth)
        age = Gauge("gouji_outbox_age_seconds", "How long the oldest of them has waited.", registry=registry)
        age.set_function(lambda: self.backlog.age)

    def update(self, kind: str) -> None:
        """Count an update."""
        self._updates.labels(kind).inc()

    def action(self, how: str) -> None:
        """Count an action."""
        self._actions.labels(how).inc()

    def answer(self, kind: str) -> None:
        """Count an answer."""
        self._answers.labels(kind).inc()

    def late(self, what: str, seconds: float) -> None:
        """Note how late something was."""
        self._late.labels(what).observe(max(0.0, seconds))

    def call(self, method: str, outcome: str, seconds: float) -> None:
        """Note a call."""
        self._calls.labels(method, outcome).observe(seconds)

    def error(self, logger: str) -> None:
        """Count an error that was logged."""
        self._errors.labels(logger).inc()

    def waiting(self, screens: Collection[int]) -> None:
        """Note since when each screen waits."""
        now = self._clock.now()
        self._waiting = {slot: self._waiting.get(slot, now) for slot in screens}

    def begin(self, work: str) -> None:
        """Note that a round has begun."""
        self._begun[work] = self._clock.now()

    def end(self, work: str) -> None:
        """Note that it has ended."""
        self._begun.pop(work, None)

    def stores(self, tables: int | None) -> None:
        """Note how many tables play, as the database said; none: it does not answer."""
        self._up.set(tables is not None)
        if tables is not None:
            self._tables.set(tables)

    @property
    def backlog(self) -> Backlog:
        """What waits to be shown now."""
        oldest = min(self._waiting.values(), default=None)
        age = 0.0 if oldest is None else (self._clock.now() - oldest).total_seconds()
        return Backlog(len(self._waiting), age)

    def busy(self, work: str) -> float:
        """For how many seconds a round of some work has been under way; 0 if none is."""
        begun = self._begun.get(work)
        return 0.0 if begun is None else (self._clock.now() - begun).total_seconds()

    def text(self) -> bytes:
        """All of it, in the text format of Prometheus."""
        return generate_latest(self.registry)

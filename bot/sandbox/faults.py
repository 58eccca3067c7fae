"""Faults on demand, drawn from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

OF_CALLS = ("timeout", "429", "500", "drop", "lost", "delay", "gone", "blocked")
"""What meets a call: no answer for long; a refusal; the connection closed before or after the call took
effect; an answer that comes later; its message deleted, or the bot blocked by its person, just before."""

OF_UPDATES = ("late_update", "duplicate_update", "reorder")
"""What meets the delivery of updates: the newest comes later, all come twice, in another order."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A fault of a kind that meets a method, or all but ``getUpdates`` (``*``), at a rate."""

    method: str
    kind: str
    rate: float
    retry_after: int = 3


@dataclass(slots=True)
class Faults:
    """The rules in force, and the dice."""

    rules: list[Rule] = field(default_factory=list)
    rng: random.Random = field(default_factory=lambda: random.Random(0))

    def set(self, rules: list[Rule], seed: int) -> None:
        """Replace the rules. Raises :class:`ValueError` for a kind or a rate that there is not."""
        kinds = (*OF_CALLS, *OF_UPDATES)
        for rule in rules:
            if rule.kind not in kinds:
                raise ValueError(f"there is no fault {rule.kind!r}; there are {', '.join(kinds)}")
            if not 0 <= rule.rate <= 1:
                raise ValueError("a rate lies between 0 and 1")
        self.rules = rules
        self.rng = random.Random(seed)

    def draw(self, method: str) -> Rule | None:
        """The fault that meets a call, if one does. Polls are met by rules that name them only."""
        everything = ("*", method) if method != "getUpdates" else (method,)
        for rule in self.rules:
            if rule.kind in OF_CALLS and rule.method in everything and self.rng.random() < rule.rate:
                return rule
        return None

    def draw_update(self, kind: str) -> bool:
        """Whether a fault of the updates' delivery happens now."""
        return any(rule.kind == kind and self.rng.random() < rule.rate for rule in self.rules)

"""Faults on demand, drawn from a seed."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

KINDS = ("timeout", "429", "500", "drop", "delay", "duplicate_update", "late_update", "reorder")


@dataclass(frozen=True, slots=True)
class Rule:
    """A fault of a kind that meets a method, or all (``*``), at a rate."""

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
        """Replace the rules. Raises :class:`ValueError` for a kind that there is not."""
        for rule in rules:
            if rule.kind not in KINDS:
                raise ValueError(f"there is no fault {rule.kind!r}; there are {', '.join(KINDS)}")
        self.rules = rules
        self.rng = random.Random(seed)

    def draw(self, method: str) -> Rule | None:
        """The fault that meets a call, if one does."""
        for rule in self.rules:
            of_calls = not rule.kind.endswith(("_update", "reorder"))
            if of_calls and rule.method in ("*", method) and self.rng.random() < rule.rate:
                return rule
        return None

    def draw_update(self, kind: str) -> bool:
        """Whether a fault of the updates' delivery happens now."""
        return any(rule.kind == kind and self.rng.random() < rule.rate for rule in self.rules)

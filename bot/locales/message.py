"""A sentence that is still to be put into a language."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """The Fluent message, and its variables by name."""

    key: str
    args: tuple[tuple[str, str | int], ...] = ()

    @classmethod
    def of(cls, key: str, **args: str | int) -> Text:
        """A sentence with its variables."""
        return cls(key, tuple(sorted(args.items())))

"""What the parts of the bot tell about their work; whoever wants to know overrides it."""

from __future__ import annotations

from collections.abc import Collection


class Observer:
    """Is told what happens, and does nothing with it. What it hears names no people and no cards."""

    def update(self, kind: str) -> None:
        """An update has been taken up: a message, a tap."""

    def action(self, how: str) -> None:
        """An action has been stored; how it came about."""

    def answer(self, kind: str) -> None:
        """Somebody who tapped is told something, such as why it cannot be done; the key of the sentence."""

    def late(self, what: str, seconds: float) -> None:
        """Something that was due has been done, so many seconds after its moment."""

    def call(self, method: str, outcome: str, seconds: float) -> None:
        """A method of the Bot API has been called."""

    def waiting(self, screens: Collection[int]) -> None:
        """The screens that are to be shown, by their slots; those of the last time are shown or dropped."""

    def begin(self, work: str) -> None:
        """A round of some work begins."""

    def end(self, work: str) -> None:
        """The round has ended."""


NOBODY = Observer()
"""Nobody wants to know."""

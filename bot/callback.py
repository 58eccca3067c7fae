"""What a button carries: ``table.decision.op[argument]`` in at most 64 bytes.

``table`` is the number of the table in base 36, ``decision`` the engine's name of the decision (``-`` in
the lobby), ``op`` one letter. The server derives everything else, and checks all of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

LIMIT = 64
NO_DECISION = "-"
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FORM = re.compile(r"([0-9a-z]{1,12})\.([0-9a-z]{1,8}|-)\.([a-zA-Z])([ -~]{0,44})")


class Op(StrEnum):
    """What a button asks for; the argument in brackets."""

    JOIN = "j"  # [seat 1–6, or nothing for any]
    LEAVE = "l"
    FILL = "f"
    START = "s"
    CANCEL = "c"
    RANK = "g"  # [rank sign]: the group's rank buttons: follow at once, lead at the second tap
    ACT = "a"  # [action token]: exactly this action; in the group declarations take a second tap
    BURN = "u"  # burn with the cheapest play
    HAND = "h"  # tell me my hand
    BUILD = "b"  # [play so far]: the builder, and what it holds; [action token]: ask about it once more
    CLOSE = "x"  # leave the builder or the question
    WAKE = "w"  # "I'm back"
    RULES = "r"


@dataclass(frozen=True, slots=True)
class CallbackData:
    """The parsed data of a button."""

    table: int
    decision: str
    op: Op
    argument: str = ""

    def __str__(self) -> str:
        """The text for ``callback_data``. Raises :class:`ValueError` beyond 64 bytes."""
        text = f"{to_base36(self.table)}.{self.decision}.{self.op}{self.argument}"
        if len(text.encode()) > LIMIT:
            raise ValueError(f"callback data of {len(text.encode())} bytes: {text!r}")
        return text

    @classmethod
    def parse(cls, text: str) -> CallbackData:
        """The data that a tap brought. Raises :class:`ValueError` for anything that we did not write."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise ValueError("malformed callback data")
        table, decision, op, argument = match.groups()
        return cls(int(table, 36), decision, Op(op), argument)


def to_base36(number: int) -> str:
    """A number ≥ 0 in base 36, lower case."""
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits

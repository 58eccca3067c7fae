"""What a button carries: ``table.deal-decision.op[argument]`` in at most 64 bytes.

``table`` and ``deal`` are keys in base 36, ``decision`` is the engine's name of the decision; a button that
belongs to no deal has ``-`` in their place. ``op`` is one letter. The server derives everything else, and
checks all of it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

LIMIT = 64
NO_DECISION = "-"

REST = "rest"
"""What the buttons between two deals name as their decision; their arguments:"""
READY, PLAY_ON, SETTLE = "", "+", "="

PASS_TRICK, TILL_OPPOSITE = "t", "o"
"""What a player who is not asked may choose to do until then: pass this trick, or till the opposite plays."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_FORM = re.compile(r"([0-9a-z]{1,12})\.(?:([0-9a-z]{1,12})-([0-9a-z]{1,8})|-)\.([a-zA-Z])([ -~]{0,44})")


EMPTY = "-"
"""That the AI players are to leave their seats: a button says what is to be, so that two taps are as one."""


class Op(StrEnum):
    """What a button asks for; the argument in brackets."""

    JOIN = "j"  # [seat 1–6, or nothing for any]
    LEAVE = "l"
    FILL = "f"  # [-]: AI players onto the empty seats, or away from theirs
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
    PRESET = "p"  # [t, o or -]: pass this trick, pass until my opposite plays, or neither
    RETURN = "t"  # return the lowest cards
    NEXT = "n"  # [+ or =]: ready for the next deal; after the last one: play on, or settle
    SETTINGS = "e"  # [page, or switch=value]: the settings of a lobby
    HELP = "q"  # what is this about?
    MORE = "m"  # the rare things: votes, pause


@dataclass(frozen=True, slots=True)
class CallbackData:
    """The parsed data of a button."""

    table: int
    decision: str
    op: Op
    argument: str = ""
    deal: int = 0
    """The key of the deal; 0 with no decision."""

    def __str__(self) -> str:
        """The text for ``callback_data``. Raises :class:`ValueError` beyond 64 bytes."""
        about = f"{to_base36(self.deal)}-{self.decision}" if self.decision != NO_DECISION else NO_DECISION
        text = f"{to_base36(self.table)}.{about}.{self.op}{self.argument}"
        if len(text.encode()) > LIMIT:
            raise ValueError(f"callback data of {len(text.encode())} bytes: {text!r}")
        return text

    @classmethod
    def parse(cls, text: str) -> CallbackData:
        """The data that a tap brought. Raises :class:`ValueError` for anything that we did not write."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise ValueError("malformed callback data")
        table, deal, decision, op, argument = match.groups()
        return cls(int(table, 36), decision or NO_DECISION, Op(op), argument, int(deal or "0", 36))


def to_base36(number: int) -> str:
    """A number ≥ 0 in base 36, lower case."""
    digits = ""
    while True:
        number, digit = divmod(number, 36)
        digits = _DIGITS[digit] + digits
        if not number:
            return digits

"""What a button of a page to read carries: ``h:kind.number.number`` in at most 64 bytes.

Pages belong to no decision of a table: standings, past matches, deals step by step, the question whether
all is to be forgotten. The numbers are in base 36; what they name is checked again at each tap.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from bot.callback import to_base36

PREFIX = "h:"
_FORM = re.compile(r"h:([a-z])((?:\.[0-9a-z]{1,7})*)")


class Kind(StrEnum):
    """What a page shows; its numbers in brackets."""

    MATCHES = "l"  # [page]: the matches that a person may read
    MATCH = "m"  # [match, page]: a match and its deals
    DEAL = "d"  # [deal, step]: a deal after so many actions
    FILE = "f"  # [deal]: the record of a deal, as a file
    CHAT = "s"  # [period]: the standings of the group in which the button is
    PERSON = "p"  # [period, person]: one person in that group
    OWN = "o"  # [period]: one's own figures over all chats
    FORGET = "x"  # yes, forget me
    KEEP = "k"  # no, do not


_NUMBERS = {
    Kind.MATCHES: 1,
    Kind.MATCH: 2,
    Kind.DEAL: 2,
    Kind.FILE: 1,
    Kind.CHAT: 1,
    Kind.PERSON: 2,
    Kind.OWN: 1,
    Kind.FORGET: 0,
    Kind.KEEP: 0,
}


@dataclass(frozen=True, slots=True)
class Page:
    """The parsed data of a button."""

    kind: Kind
    numbers: tuple[int, ...] = ()

    def __str__(self) -> str:
        """The text for ``callback_data``."""
        return PREFIX + ".".join((self.kind.value, *map(to_base36, self.numbers)))

    @classmethod
    def parse(cls, text: str) -> Page:
        """The data that a tap brought. Raises :class:`ValueError` for anything that we did not write."""
        match = _FORM.fullmatch(text)
        if match is None:
            raise ValueError("malformed page")
        kind = Kind(match[1])
        numbers = tuple(int(number, 36) for number in match[2].split(".")[1:])
        if len(numbers) != _NUMBERS[kind]:
            raise ValueError("malformed page")
        return cls(kind, numbers)


def page(kind: Kind, *numbers: int) -> str:
    """The ``callback_data`` of a page."""
    return str(Page(kind, numbers))

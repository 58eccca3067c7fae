"""The chapters of ``/rules``."""

from __future__ import annotations

from enum import StrEnum


class Chapter(StrEnum):
    """A page of ``/rules``, by its name in links and buttons."""

    START = "start"
    TABLE = "table"
    CARDS = "cards"
    BEATS = "beats"
    KILL = "kill"
    TRICKS = "tricks"
    LEVEL = "level"
    OPENING = "opening"
    FOURS = "fours"
    BURN = "burn"
    THREES = "threes"
    BEFORE = "before"
    REVOLUTION = "revolution"
    OUT = "out"
    TRIBUTE = "tribute"
    MATCH = "match"

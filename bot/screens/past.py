"""What the screens of the past are made from: plain data, filled by use-cases."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from bot.screens.model import SeatInfo
from engine.cards import Hand
from engine.events import Event
from engine.rules import RuleSet
from engine.view import View


class Period(IntEnum):
    """From when on results count; the numbers stand in buttons."""

    ALL = 0
    MONTH = 1
    EVENING = 2
    """Since noon: an evening lasts over midnight until the next noon."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What somebody has made in a period."""

    points: int = 0
    matches: int = 0
    deals: int = 0
    firsts: int = 0
    sweeps: int = 0
    openings: int = 0
    burns_made: int = 0
    burns_suffered: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the standings. Without a name: the AI players together, or those who were forgotten."""

    name: str | None
    ai: bool
    figures: Figures


@dataclass(frozen=True, slots=True)
class StandingsData:
    """The standings of a chat, most points first; ``since`` is none for all time."""

    chat_title: str
    period: Period
    since: datetime | None
    rows: tuple[Standing, ...]


@dataclass(frozen=True, slots=True)
class PersonData:
    """One person's figures: in a chat, or over all chats with each of them (``chats``)."""

    name: str
    period: Period
    since: datetime | None
    figures: Figures
    chat_title: str | None = None
    user_id: int = 0
    rank: int | None = None
    """The place in the standings of the chat, from 1; AI players count."""
    chats: tuple[tuple[str, Figures], ...] = ()


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in the list; ``points`` are those of the reader, if the reader played."""

    match_id: int
    chat_title: str
    started_at: datetime
    rules: RuleSet
    deals: int
    points: int | None
    running: bool


@dataclass(frozen=True, slots=True)
class MatchesData:
    """One page of the list of matches; pages count from 0."""

    page: int
    pages: int
    matches: tuple[MatchLine, ...]


@dataclass(frozen=True, slots=True)
class DealLine:
    """A deal of a match: ``places`` by seat; none if it has no result, void or stopped."""

    deal_id: int
    number: int
    void: bool
    places: tuple[int, ...] | None
    opened: tuple[int, ...]
    sweep: bool


@dataclass(frozen=True, slots=True)
class MatchData:
    """A match: who sat there, what each seat has brought, and one page of its deals."""

    match: MatchLine
    seats: tuple[SeatInfo, ...]
    points: tuple[int, ...]
    deals: tuple[DealLine, ...]
    page: int
    pages: int


@dataclass(frozen=True, slots=True)
class ReplayData:
    """An ended deal after ``step`` of its ``steps`` actions."""

    deal_id: int
    match_id: int
    chat_title: str
    rules: RuleSet
    number: int
    deals: int
    started_at: datetime
    seats: tuple[SeatInfo, ...]
    step: int
    steps: int
    trick: int
    """The number of the trick, from 1; 0 before the first."""
    before: int
    """The step at which this trick began, or if it begins here the one before; 0 is the start."""
    after: int
    """The step at which the next trick begins, or the end."""
    view: View
    hands: tuple[Hand, ...]
    happened: tuple[tuple[Event, ...], ...]
    """What has happened in this trick, one tuple for each action; the last one is this step's."""
    last: tuple[int, str] | None
    """The last action: its seat and its token."""


@dataclass(frozen=True, slots=True)
class VerifyData:
    """What is needed to check a deal that has ended."""

    number: int
    started_at: datetime
    rules: RuleSet
    seed: str

"""What a screen is made of, and what it is made from: plain data, without Telegram.

Use-cases fill the ``…Data`` types; the functions of this package turn them into a :class:`Screen`; the
outbox shows it.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Hand
from engine.events import Event
from engine.match import settles_at_once
from engine.play import Play
from engine.rules import RuleSet
from engine.view import Outcome, View


class Style(StrEnum):
    """The colour of a button, named as in the Bot API."""

    SUCCESS = "success"
    DANGER = "danger"
    PRIMARY = "primary"


@dataclass(frozen=True, slots=True)
class Button:
    """One key of an inline keyboard: with callback ``data`` (1–64 bytes) or a ``url``."""

    text: str
    data: str | None = None
    url: str | None = None
    style: Style | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A file that goes with a message, whose text is then its caption (1,024 signs)."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Picture:
    """What a picture shows; :mod:`bot.pictures` draws it."""

    hand: Hand
    table: Play | None = None
    """The play on the table."""

    @property
    def mark(self) -> str:
        """How the digests of all screens with this picture begin, and no others."""
        return PHOTO + _digest(self)[:15]


PHOTO = "p"
"""How the digests of screens with a picture begin."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What a message shows: HTML text, the rows of its keyboard, and a picture, whose caption the text is."""

    text: str
    keyboard: tuple[tuple[Button, ...], ...] = ()
    picture: Picture | None = None

    @property
    def digest(self) -> str:
        """A short digest of all of it: equal digests look the same."""
        words = _digest((self.text, self.keyboard))
        return words[:32] if self.picture is None else self.picture.mark + words[:16]


def _digest(content: object) -> str:
    return hashlib.sha256(repr(content).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """Who sits on a seat: a person's name (not yet cut or escaped), an AI player, or nobody."""

    name: str | None
    ai: str | None = None
    """The level of the AI player, if one owns the seat."""
    asleep: bool = False
    """An AI player stands in for the person (托管)."""
    unreachable: bool = False
    """The bot cannot write to the person."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """What every screen of a table says: ``code`` is the table in callback data."""

    code: str
    rules: RuleSet
    turn_seconds: int | None
    chat_title: str
    bot_username: str
    deal: int = 0
    """The key of the deal in callback data."""
    number: int = 1
    """Which deal of the match it is."""
    goal: int = 1
    """The deal that counts (RULES R12.2)."""
    ai_level: str = "heuristic"
    fast: bool = False
    pictures: bool = False


@dataclass(frozen=True, slots=True)
class LobbyData:
    """A table whose seats are filling."""

    table: TableInfo
    seats: tuple[SeatInfo, ...]
    cancelled: bool = False
    page: str = ""
    """The page of the settings that is open, if one is."""


@dataclass(frozen=True, slots=True)
class GameData:
    """A running deal as the public sees it. ``deadline`` is unix time, ``seconds`` what it gave."""

    table: TableInfo
    seats: tuple[SeatInfo, ...]
    view: View
    recent: tuple[Event, ...]
    """The last public events, oldest first."""
    deadline: int | None
    seconds: int | None
    seed_hash: str
    void: bool = False
    """The deal before was void: two or more revolutions."""
    lost: bool = False
    """The deal before could not go on after an upgrade."""
    paused: bool = False
    """No time runs, and nobody does anything."""
    over: bool = False
    """The table has ended: there is nothing to do any more."""


@dataclass(frozen=True, slots=True)
class HandData:
    """A running deal as the person on ``view.seat`` sees it in the private chat.

    ``draft`` is the play composed so far in the builder, as notation ("" when it is open and empty, none
    when it is closed), or the declaration that is to be confirmed. ``intent`` is an action chosen before the
    game has reached it, as notation.
    """

    game: GameData
    asleep: bool
    draft: str | None
    intent: str | None
    reminder: bool = False
    """Half of the time is over."""
    preset: str = ""
    """What the player has chosen to do until they are asked, as in callback data."""


@dataclass(frozen=True, slots=True)
class ResultData:
    """A finished deal. ``points`` are those of the match so far, with this deal's if it counts or would now.

    While the table rests ``ready`` of ``awake`` people want the next deal, or after the last one more; before
    and after that they are none.
    """

    table: TableInfo
    seats: tuple[SeatInfo, ...]
    outcome: Outcome | None
    seed: str
    points: tuple[int, ...] = ()
    stopped: bool = False
    ready: int | None = None
    awake: int | None = None
    deadline: int | None = None
    seconds: int | None = None

    @property
    def last(self) -> bool:
        """Whether it is the deal that counts."""
        return self.table.number >= self.table.goal

    @property
    def counts(self) -> bool:
        """Whether what it left owing turns into points, and not into the next deal's tribute (R12)."""
        if self.outcome is None:
            return False
        return self.last or settles_at_once(self.table.rules, self.outcome)

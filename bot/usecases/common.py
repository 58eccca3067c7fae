"""What all use-cases share: who acts, what is answered, and what they work with."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Protocol

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.clock import Clock
from bot.locales.message import Text
from bot.ops.observer import NOBODY, Observer
from bot.usecases.states import States
from storage.database import Database
from storage.models import Chat, User
from storage.repositories import People


@dataclass(frozen=True, slots=True)
class Person:
    """A person as Telegram names them in an update."""

    telegram_id: int
    first_name: str = ""
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    shared: bool = False
    """It stands for several people, such as the anonymous administrators of all groups."""


@dataclass(frozen=True, slots=True)
class ChatRef:
    """A chat as Telegram names it in an update."""

    telegram_id: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class On:
    """The message with the button that was tapped, by Telegram's numbers."""

    chat: int
    message: int


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person who did something is told: a sentence, as an alert or not, or a link that opens."""

    text: Text | None = None
    alert: bool = False
    url: str | None = None
    hand: str | None = None
    """A ready text instead of a sentence: the hand that only its owner sees."""
    language: str = ""
    """In which language, where that is known already."""
    looked: bool = False
    """What the message shows that was tapped has been looked at."""


def say(key: str, *, alert: bool = False, **args: str | int) -> Reply:
    """A reply of one sentence."""
    return Reply(Text.of(key, **args), alert)


@dataclass(frozen=True, slots=True)
class GameSettings:
    """The pace of the game, in seconds."""

    turn_seconds: int = 45
    window_seconds: int = 25
    burn_wait: float = 5.0
    pass_min: float = 1.0
    pass_max: float = 3.0
    show_grace: float = 10.0
    """A turn's time starts when it is shown, at the latest so long after the action before."""
    looking_seconds: float = 60.0
    outage_seconds: float = 15.0
    between_seconds: int = 60
    """How long the table rests between two deals, unless all are ready before."""
    buried_after: int = 15
    timezone: str = "Asia/Shanghai"
    """In which the days of chats begin: for standings of this month and of this evening."""


NEVER = datetime.max.replace(tzinfo=UTC)
"""When nothing happens by itself."""


class Changed(Protocol):
    """Is told that something was stored."""

    def __call__(self, due: datetime | None = None) -> None:
        """``due`` is when the next thing happens where something changed; none: that has to be looked up."""
        ...


def _nothing(due: datetime | None = None) -> None:
    """Nobody waits to be told."""


@dataclass(slots=True)
class Services:
    """What the use-cases work with. ``changed`` is called after each change, to wake who shows and times."""

    database: Database
    clock: Clock
    settings: GameSettings = field(default_factory=GameSettings)
    rng: random.Random = field(default_factory=random.SystemRandom)
    states: States = field(default_factory=States)
    bot_username: str = "gouji_bot"
    changed: Changed = _nothing
    observer: Observer = NOBODY
    """Is told what happens."""
    worker: str = "alone"
    """The name of this process among those that work with the same database."""


async def remember(session: AsyncSession, person: Person) -> User:
    """The stored person, with the names that they have now."""
    user = await People(session).user(person.telegram_id)
    if user is None:
        user = User(telegram_id=person.telegram_id)
        session.add(user)
    names = {
        "first_name": storable(person.first_name, 256),
        "last_name": storable(person.last_name, 256),
        "username": storable(person.username, 64),
        "language_code": storable(person.language_code, 16),
    }
    for name, value in names.items():
        if getattr(user, name) != value:
            setattr(user, name, value)
    await session.flush()
    return user


async def remember_chat(session: AsyncSession, ref: ChatRef, turn_seconds: int | None) -> Chat:
    """The stored chat, with the title that it has now."""
    chat = await People(session).chat(ref.telegram_id)
    if chat is None:
        chat = Chat(telegram_id=ref.telegram_id, turn_seconds=turn_seconds)
        session.add(chat)
    if ref.title:
        chat.title = storable(ref.title, 256)
    await session.flush()
    return chat


def storable(text: str, most: int) -> str:
    """What a database takes of a text: no zero characters, and no halves of characters."""
    kept = (sign for sign in text if sign != "\0" and not "\ud800" <= sign <= "\udfff")
    return "".join(kept)[:most]


def key_of(row_id: int | None) -> int:
    """The key of a stored row."""
    assert row_id is not None
    return row_id


def display_name(user: User) -> str:
    """How a person calls themselves, not cut or escaped."""
    name = f"{user.first_name} {user.last_name}".strip()
    return name or user.username or f"#{user.id}"


def later(moment: datetime | None, other: datetime | None) -> datetime | None:
    """The later of two moments, of which either may be missing."""
    if moment is None or other is None:
        return moment or other
    return max(moment, other)

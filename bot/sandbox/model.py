"""What there is in the sandbox: users, chats, messages, queries, calls."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from bot.sandbox.entities import Entity
from bot.sandbox.params import Json

BOT_ID = 100_000
BOT_USERNAME = "gouji_sandbox_bot"
SUPERGROUP = -1_000_000_000_000
GENERAL_TOPIC = 1
"""The topic that every forum has; messages in it carry no thread."""


@dataclass(slots=True)
class User:
    """A person, or a bot."""

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = ""
    is_bot: bool = False
    started: bool = False
    """Has pressed start and has not blocked the bot since."""
    blocked: bool = False

    def as_json(self) -> Json:
        """The user as the Bot API sends it."""
        found: Json = {"id": self.id, "is_bot": self.is_bot, "first_name": self.first_name}
        for name in ("last_name", "username", "language_code"):
            if getattr(self, name):
                found[name] = getattr(self, name)
        return found


ANONYMOUS_ADMIN = User(1_087_968_824, "Group", username="GroupAnonymousBot", is_bot=True)
"""Whom Telegram names as the sender of what an anonymous administrator writes."""
CHANNEL_SENDER = User(136_817_688, "Channel", username="Channel_Bot", is_bot=True)
"""Whom Telegram names as the sender of what somebody writes as a channel."""


@dataclass(slots=True)
class Message:
    """A message that is still there."""

    message_id: int
    chat_id: int
    date: float
    sender: int
    text: str = ""
    entities: list[Entity] = field(default_factory=list)
    keyboard: list[list[Json]] | None = None
    thread: int | None = None
    edit_date: float | None = None
    reply_to: int | None = None
    service: Json = field(default_factory=dict)
    media: Json = field(default_factory=dict)
    """``photo`` or ``document``: a file id."""
    sender_chat: int | None = None


@dataclass(slots=True)
class Chat:
    """A chat; a private one has the id of its person."""

    id: int
    type: str
    title: str = ""
    is_forum: bool = False
    members: dict[int, str] = field(default_factory=dict)
    """The status of each member: ``member`` or ``administrator``, the bot too."""
    messages: dict[int, Message] = field(default_factory=dict)
    topics: dict[int, str] = field(default_factory=dict)
    pinned: list[int] = field(default_factory=list)
    last_id: int = 0
    migrated_to: int | None = None
    last_bot: int | None = None
    """Which bot was the last one to write: the one that sees bare commands."""

    @property
    def is_group(self) -> bool:
        """Whether it is a group of any kind."""
        return self.type in ("group", "supergroup")

    @property
    def owner(self) -> int:
        """Who is named as the doer of what is done to the chat: its first person."""
        return next((member for member in self.members if member != BOT_ID), BOT_ID)


@dataclass(slots=True)
class Query:
    """A callback query, until it is answered or too old."""

    id: str
    user: int
    at: float
    answer: asyncio.Future[Json]
    answered: bool = False


@dataclass(slots=True)
class Call:
    """A call of the Bot API, for tests to look at."""

    at: float
    method: str
    chat_id: int | None = None
    params: Json = field(default_factory=dict)
    n: int = 0
    """Its number, once it is recorded."""
    ok: bool = True
    status: int = 200
    description: str = ""
    injected: bool = False
    """Refused or disturbed by a fault on demand, or by another poller: not for what the bot said."""

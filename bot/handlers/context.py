"""What handlers work with: the context of an update, typed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from telegram import Chat, Message, Update, User
from telegram.constants import ChatType
from telegram.ext import CallbackContext, ExtBot

from bot.locales import Locales
from bot.locales.message import Text
from bot.outbox.outbox import Outbox, Said
from bot.screens.model import Document, Screen
from bot.usecases.common import ChatRef, Person, Services
from bot.usecases.lobby import Lobby
from bot.usecases.match import Between
from bot.usecases.moderation import Moderation, Pace, RateLimit
from bot.usecases.people import Persons
from bot.usecases.play import Play
from bot.usecases.tablesettings import TableSettings

COMMANDS = 6
TAPS = 40
WITHIN = timedelta(seconds=10)
"""So many commands, and so many taps, within this time are enough for one person."""


@dataclass(slots=True)
class Parts:
    """The parts of the bot that handlers call."""

    services: Services
    persons: Persons
    outbox: Outbox
    locales: Locales
    wake: Callable[[], None]
    """Wakes the outbox."""
    _commands: RateLimit = field(init=False)
    _taps: RateLimit = field(init=False)

    def __post_init__(self) -> None:
        self._commands = RateLimit(self.services.clock, COMMANDS, WITHIN)
        self._taps = RateLimit(self.services.clock, TAPS, WITHIN)

    @property
    def lobby(self) -> Lobby:
        """The use-cases around a table."""
        return Lobby(self.services)

    @property
    def play(self) -> Play:
        """The use-cases of a running deal."""
        return Play(self.services)

    @property
    def settings(self) -> TableSettings:
        """The use-cases of a table's settings."""
        return TableSettings(self.services)

    @property
    def between(self) -> Between:
        """The use-cases between two deals."""
        return Between(self.services)

    @property
    def moderation(self) -> Moderation:
        """Who may open, start and stop tables."""
        return Moderation(self.services)

    def pace_of_commands(self, sender_id: int) -> Pace:
        """Count a command, or a message in private, of somebody."""
        return self._commands.count(sender_id)

    def too_many_taps(self, user_id: int) -> bool:
        """Count a tap of somebody; whether it is too much, so that it does nothing."""
        return self._taps.count(user_id) is not Pace.FINE


class Context(CallbackContext[ExtBot[None], dict[str, object], dict[str, object], Parts]):
    """The context of an update; the parts of the bot stand in ``bot_data``, no state of any game does."""

    @property
    def parts(self) -> Parts:
        """The parts of the bot."""
        return self.bot_data

    def say(self, chat: Chat, topic: int | None, screen: Screen, page: int | None = None) -> None:
        """Say something in a chat, within the limits; in place of a message that is a ``page``."""
        self.parts.outbox.say(Said(chat.id, is_group(chat), topic, screen, page))
        self.parts.wake()

    def send(self, chat: Chat, topic: int | None, caption: Screen, document: Document) -> None:
        """Send a file to a chat, within the limits."""
        self.parts.outbox.say(Said(chat.id, is_group(chat), topic, caption, document=document))
        self.parts.wake()

    def say_text(self, chat: Chat, topic: int | None, language: str, text: Text) -> None:
        """Say a sentence in a chat."""
        args = dict(text.args)
        self.say(chat, topic, Screen(self.parts.locales.html(language, text.key, **args)))


def is_group(chat: Chat) -> bool:
    """Whether a chat is a group of any kind."""
    return chat.type in (ChatType.GROUP, ChatType.SUPERGROUP)


def person_of(user: User) -> Person:
    """A person as the use-cases know them."""
    return Person(
        user.id,
        user.first_name or "",
        user.last_name or "",
        user.username or "",
        user.language_code or "",
        shared=user.is_bot,
    )


def ref_of(chat: Chat) -> ChatRef:
    """A chat as the use-cases know it."""
    return ChatRef(chat.id, chat.title or "")


def topic_of(message: Message) -> int | None:
    """The topic of a message; the General topic is none."""
    return message.message_thread_id if message.is_topic_message else None


def group_of(update: Update) -> ChatRef | None:
    """The group of an update, none in private."""
    chat = update.effective_chat
    return ref_of(chat) if chat is not None and is_group(chat) else None

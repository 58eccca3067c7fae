"""People and chats: who can be written to, and their languages."""

from __future__ import annotations

from dataclasses import dataclass

from bot.usecases import absence, moves, stale
from bot.usecases.common import (
    ChatRef,
    Person,
    Reply,
    Services,
    key_of,
    remember,
    remember_chat,
    say,
)
from storage.database import retried
from storage.models import Chat, User
from storage.repositories import People, Tables

LANGUAGES = ("zh", "en")
UNKNOWN = "zh"
"""The language in a group as long as nobody is known of whom it could be."""


def language_of(chosen: str, code: str) -> str:
    """The language of a person: what they chose, else what Telegram says of them."""
    return chosen or ("zh" if code.lower().startswith("zh") else "en")


def language_for(user: User | None, person: Person, chat: Chat | None) -> str:
    """The language to answer a person in: that of the group, or in private their own."""
    if chat is not None and chat.language:
        return chat.language
    if person.shared:
        return UNKNOWN
    return language_of("" if user is None else user.language, person.language_code)


@dataclass(slots=True)
class Persons:
    """The use-cases around persons and chats."""

    services: Services

    async def seen_in_private(self, person: Person) -> str:
        """A person wrote to the bot in private: it may write to them. Answers their language."""
        return await self._reach(person, reachable=True)

    async def blocked(self, person: Person) -> None:
        """A person has blocked the bot."""
        await self._reach(person, reachable=False)

    async def unblocked(self, person: Person) -> None:
        """A person who had blocked the bot lets it write again."""
        await self._reach(person, reachable=True)

    @retried
    async def _reach(self, person: Person, *, reachable: bool) -> str:
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            became = user.reachable != reachable
            if became:
                await (absence.found if reachable else absence.lost)(self.services, session, user)
            if reachable:
                user.looked_at = self.services.clock.now()
            language = language_of(user.language, user.language_code)
        if became:
            self.services.changed()
        return language

    @retried
    async def language(self, person: Person, ref: ChatRef | None) -> str:
        """The language to answer a person in: that of the group, or in private their own."""
        async with self.services.database.transaction() as session:
            chat = None if ref is None else await People(session).chat(ref.telegram_id)
            user = None if person.shared else await People(session).user(person.telegram_id)
            return language_for(user, person, chat)

    @retried
    async def set_language(self, person: Person, ref: ChatRef | None, language: str) -> Reply:
        """``/lang zh|en``: of the group, or in private of the person."""
        if language not in LANGUAGES:
            return say("notice-language-choices", choices=" ".join(LANGUAGES))
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            if ref is None:
                user.language = language
                for table in await Tables(session).running_of(key_of(user.id)):
                    await stale.everything(session, table)
            else:
                chat = await remember_chat(session, ref, self.services.settings.turn_seconds)
                chat.language = language
                running = await Tables(session).running_in(key_of(chat.id))
                if running is not None:
                    await stale.everything(session, running)
        self.services.changed()
        return say("notice-language-set")

    @retried
    async def posted(self, ref: ChatRef, *, to_the_bot: bool = False) -> None:
        """Somebody wrote in a group: the table message sinks.

        Who writes to the bot there may have heard that it can answer again: that all may write again is not
        told to it.
        """
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(ref.telegram_id)
            if chat is not None:
                chat.posts += 1
                if to_the_bot and chat.gone:
                    await moves.back(session, chat)
                    self.services.changed()

    @retried
    async def migrated(self, old: int, new: int) -> None:
        """A group became a supergroup: it has another id now, which may be known already."""
        async with self.services.database.transaction() as session:
            chats = await moves.locked(session, old, new)
            chat = chats.get(old)
            if chat is not None and old != new:
                await moves.follow(self.services, session, chat, new, chats.get(new))
        self.services.changed()

    @retried
    async def may_write(self, ref: ChatRef, *, allowed: bool) -> None:
        """The bot was added to a group, removed from it, silenced there, or let speak again."""
        async with self.services.database.transaction() as session:
            chat = await People(session).chat(ref.telegram_id)
            if chat is not None and chat.gone == allowed:
                await (moves.back if allowed else moves.gone)(session, chat)
        self.services.changed()

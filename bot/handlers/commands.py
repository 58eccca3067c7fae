"""The commands."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from telegram import Chat, Message, Update

from bot import screens
from bot.handlers import admins, history, rules, votes
from bot.handlers.context import Context, group_of, is_group, person_of, ref_of, topic_of
from bot.locales.message import Text
from bot.screens.model import Screen
from bot.usecases.common import ChatRef, Person, Reply
from bot.usecases.moderation import Pace
from bot.usecases.play import hands_anew

Handler = Callable[[Update, Context], Coroutine[Any, Any, None]]
_Command = Callable[["Call"], Awaitable[Reply | Screen | None]]


class Call:
    """A command: who sent it, where, with which words."""

    def __init__(
        self, update: Update, context: Context, message: Message, person: Person, language: str
    ) -> None:
        self.context = context
        self.message = message
        self.person = person
        self.language = language
        self.group: ChatRef | None = group_of(update)
        self.words: list[str] = list(context.args or [])

    @property
    def sender_id(self) -> int:
        """Who sent it: the person, or the chat in whose name they write."""
        sender = self.message.sender_chat
        return self.person.telegram_id if sender is None else sender.id

    @property
    def anonymous(self) -> bool:
        """Whether an administrator wrote in the name of the group: who, is not known."""
        sender = self.message.sender_chat
        return sender is not None and sender.id == self.chat.id

    @property
    def disguised(self) -> bool:
        """Whether somebody wrote in the name of a channel or of another group."""
        return self.message.sender_chat is not None and not self.anonymous

    @property
    def chat(self) -> Chat:
        """Where it was sent."""
        return self.message.chat

    @property
    def topic(self) -> int | None:
        """In which topic."""
        return topic_of(self.message)

    async def is_admin(self) -> bool:
        """Whether the sender is an administrator of the group, an anonymous one too."""
        if self.anonymous:
            return True
        return await admins.is_admin(self.context, self.chat.id, self.person.telegram_id)


def handler(command: _Command) -> Handler:
    """The handler of a command: finds out who and where, and says what comes back."""

    async def handle(update: Update, context: Context) -> None:
        message, user = update.effective_message, update.effective_user
        if message is None or user is None or message.is_automatic_forward:
            return
        if not (is_group(message.chat) or message.chat.type == Chat.PRIVATE):
            return
        person = person_of(user)
        parts = context.parts
        language = await parts.persons.language(person, group_of(update))
        call = Call(update, context, message, person, language)
        refusal = _refusal(call, command)
        if refusal is not None:
            pace, answer = refusal
            if pace is not Pace.FLOOD:
                context.say_text(message.chat, call.topic, language, answer)
            return
        await _say(call, await command(call))

    return handle


def _refusal(call: Call, command: _Command) -> tuple[Pace, Text] | None:
    """Why a command is not obeyed: it is one too many, or not sent by a person in their own name."""
    pace = call.context.parts.pace_of_commands(call.sender_id)
    if pace is not Pace.FINE:
        return pace, Text.of("notice-slow-down")
    if call.disguised or (call.anonymous and command in PERSONAL):
        return pace, Text.of("notice-own-account")
    return None


async def _say(call: Call, answer: Reply | Screen | None) -> None:
    """Say what comes back of a command; a link that would open by itself after a tap has to be tapped."""
    locales, persons = call.context.parts.locales, call.context.parts.persons
    if isinstance(answer, Screen):
        call.context.say(call.chat, call.topic, answer)
    elif answer is not None and (answer.text is not None or answer.url is not None):
        language = await persons.language(call.person, call.group)
        if answer.text is not None:
            call.context.say_text(call.chat, call.topic, language, answer.text)
        else:
            words = locales.text(language, "notice-press-start")
            call.context.say(call.chat, call.topic, Screen(f'<a href="{answer.url}">{words}</a>'))


async def start(call: Call) -> Reply | Screen | None:
    """``/start`` in private, with the payload of a link or without."""
    parts = call.context.parts
    if call.group is not None:
        return screens.help_text(call.language, parts.locales)
    await parts.persons.seen_in_private(call.person)
    if not call.words:
        return screens.welcome(call.language, parts.locales)
    if rules.is_link(call.words[0]):
        return await rules.by_link(call)
    linked = PAYLOADS.get(call.words[0].partition("_")[0])
    if linked is not None:
        return await linked(call)
    if not await votes.is_member(call, call.words[0]):
        return Reply(Text.of("notice-not-a-member"))
    if call.words[0].startswith(votes.LINK):
        return await votes.substitute_by_link(call)
    return await parts.lobby.join_by_link(call.words[0], call.person)


async def gouji(call: Call) -> Reply | Screen | None:
    """``/gouji``: open a table."""
    if call.group is None:
        return _group_only()
    if await admins.refused(call):
        return Reply(Text.of("notice-admins-only"))
    return await call.context.parts.lobby.open(call.group, call.topic, call.person, tuple(call.words))


async def hand(call: Call) -> Reply | Screen | None:
    """``/hand``: the hand anew, in private."""
    parts = call.context.parts
    if call.group is None:
        await parts.persons.seen_in_private(call.person)
    if await hands_anew(parts.services, call.person):
        return None
    return Reply(Text.of("notice-no-hands"))


async def table(call: Call) -> Reply | Screen | None:
    """``/table``: post the table anew."""
    return _group_only() if call.group is None else await call.context.parts.lobby.show_again(call.group)


async def timeout(call: Call) -> Reply | Screen | None:
    """``/timeout 30|45|60|90|off``."""
    if call.group is None:
        return _group_only()
    return await call.context.parts.lobby.set_timeout(call.group, call.words[0] if call.words else "")


async def leave(call: Call) -> Reply | Screen | None:
    """``/leave``: an AI player takes over, one tap takes the seat back."""
    return await call.context.parts.lobby.leave_all(call.person, call.group)


async def stop(call: Call) -> Reply | Screen | None:
    """``/stop``: who opened the table, or an administrator."""
    if call.group is None:
        return _group_only()
    if await admins.refused(call):
        return Reply(Text.of("notice-admins-only"))
    return await call.context.parts.lobby.stop(ref_of(call.chat), call.person, await call.is_admin())


async def help_(call: Call) -> Reply | Screen | None:
    """``/help``."""
    return screens.help_text(call.language, call.context.parts.locales)


async def lang(call: Call) -> Reply | Screen | None:
    """``/lang zh|en``: of the group, or in private one's own."""
    word = call.words[0].lower() if call.words else ""
    return await call.context.parts.persons.set_language(call.person, call.group, word)


def _group_only() -> Reply:
    return Reply(Text.of("notice-group-only"))


COMMANDS: dict[str, _Command] = {
    "start": start,
    "gouji": gouji,
    "hand": hand,
    "table": table,
    "rules": rules.rules,
    "score": history.score,
    "history": history.history,
    "replay": history.replay,
    "verify": history.verify,
    "privacy": history.privacy,
    "forgetme": history.forget_me,
    "timeout": timeout,
    "leave": leave,
    "stop": stop,
    "sub": votes.sub,
    "kick": votes.kick,
    "pause": votes.pause,
    "resume": votes.resume,
    "admins": admins.admins,
    "help": help_,
    "lang": lang,
}
"""The commands by their names."""

PERSONAL = (hand, leave, votes.sub, votes.pause, votes.resume)
"""What only a person can ask for in their own name."""

PAYLOADS: dict[str, _Command] = {
    history.HISTORY_LINK: history.history,
    history.REPLAY_LINK: history.replay_by_link,
    history.PRIVACY_LINK: history.privacy,
    history.FORGET_LINK: history.forget_me,
}
"""What links into the private chat open, by what stands before the first ``_``."""

IN_GROUPS = (
    "gouji",
    "table",
    "hand",
    "score",
    "history",
    "replay",
    "verify",
    "rules",
    "timeout",
    "leave",
    "stop",
    "sub",
    "kick",
    "pause",
    "resume",
    "admins",
    "lang",
    "privacy",
    "help",
)
IN_PRIVATE = (
    "hand",
    "score",
    "history",
    "replay",
    "verify",
    "rules",
    "leave",
    "lang",
    "privacy",
    "forgetme",
    "help",
)
"""Which are listed where."""

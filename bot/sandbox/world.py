"""The state of the local Telegram, and everything that changes it."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from typing import Any

from bot.sandbox.clock import Clock
from bot.sandbox.entities import command_entities
from bot.sandbox.files import Files
from bot.sandbox.limits import Limits
from bot.sandbox.model import (
    BOT_ID,
    BOT_USERNAME,
    GENERAL_TOPIC,
    SUPERGROUP,
    Call,
    Chat,
    Message,
    Query,
    User,
)
from bot.sandbox.params import Json
from bot.sandbox.views import Views, membership

FRIENDS = ("小明", "阿强", "老王", "Lily", "小红", "建国")
SCENE_TITLE = "够级之夜"
QUERY_SECONDS = 15
"""How long a callback query may be answered."""

_NOT_BY_DEFAULT = ("chat_member", "message_reaction", "message_reaction_count")
_KEPT_ANSWERS = 200
_KEPT_CALLS = 50_000


class World:
    """Everything that there is in the sandbox."""

    def __init__(self, clock: Clock, token: str) -> None:
        self.clock = clock
        self.token = token
        self.limits = Limits()
        self.bot = User(BOT_ID, "够级", username=BOT_USERNAME, is_bot=True)
        self.users: dict[int, User] = {BOT_ID: self.bot}
        self.chats: dict[int, Chat] = {}
        self.files = Files()
        self.views = Views(self.users, self.chats, self.files)
        self.updates: deque[Json] = deque()
        self.next_update = 1
        self.delivered = 0
        """The newest update that the bot has been given."""
        self.delivered_before: int | None = None
        """The newest one that it had been given when a process of it last introduced itself (``getMe``)."""
        self.allowed: list[str] | None = None
        self.queries: dict[str, Query] = {}
        self.calls: deque[Call] = deque(maxlen=_KEPT_CALLS)
        self.commands: dict[str, list[Json]] = {}
        self.webhook: Json = {}
        self.version = 0
        self.chat_versions: dict[int, int] = {}
        self.answers: deque[tuple[int, Json]] = deque(maxlen=_KEPT_ANSWERS)
        self.last_call = 0
        self.last_user = 1000
        self.last_group = 0
        self.last_query = 7_000_000
        self._waiters = asyncio.Event()

    # What changes

    def touch(self, chat_id: int) -> None:
        """A chat looks different now."""
        self.version += 1
        self.chat_versions[chat_id] = self.version
        self.wake()

    def wake(self) -> None:
        """Wake whoever waits for an update or a change."""
        self._waiters.set()
        self._waiters = asyncio.Event()
        self.clock.notify()

    async def wait(self, seconds: float) -> None:
        """Wait, in real time, until something changes, so long at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._waiters.wait()

    # People and chats

    def add_user(self, first_name: str, **more: Any) -> User:
        """A new person, or another bot."""
        self.last_user += 1
        user = User(self.last_user, first_name, **more)
        self.users[user.id] = user
        if not user.is_bot:
            self.private(user.id)
        return user

    def private(self, user_id: int) -> Chat:
        """The private chat of a person with the bot."""
        chat = self.chats.get(user_id)
        if chat is None:
            chat = self.chats[user_id] = Chat(user_id, "private", members={user_id: "member"})
            self.touch(user_id)
        return chat

    def add_chat(
        self,
        kind: str,
        title: str,
        members: list[int],
        admins: list[int],
        bot: str | None,
        *,
        is_forum: bool = False,
    ) -> Chat:
        """A new group or channel; the bot is told if it is in it."""
        self.last_group += 1
        chat_id = -self.last_group if kind == "group" else SUPERGROUP - self.last_group
        chat = Chat(chat_id, kind, title, is_forum)
        for member in members:
            chat.members[member] = "administrator" if member in admins else "member"
        self.chats[chat_id] = chat
        self.touch(chat_id)
        if bot is not None:
            self.set_member(chat, BOT_ID, bot)
        return chat

    def set_member(self, chat: Chat, user_id: int, status: str | None) -> None:
        """Let somebody be a member, an administrator, or none any more; the bot learns of itself."""
        old = chat.members.get(user_id, "left")
        change = self._member_change(chat, user_id, chat.owner, old, status or "kicked")
        if status is None:
            chat.members.pop(user_id, None)
        else:
            chat.members[user_id] = status
        self.touch(chat.id)
        if user_id == BOT_ID:
            self.push("my_chat_member", change)
        elif chat.members.get(BOT_ID) == "administrator":
            self.push("chat_member", change)

    def join(self, chat: Chat, user_id: int) -> None:
        """Somebody comes into a group, which a message says."""
        self.set_member(chat, user_id, "member")
        if chat.is_group:
            self.announce(chat, chat.owner, {"new_chat_members": [self.users[user_id].as_json()]})

    def leave(self, chat: Chat, user_id: int, by: int | None = None) -> None:
        """Somebody goes from a group or is removed, which a message says, to the bot itself too."""
        self.set_member(chat, user_id, None)
        if chat.is_group:
            service = {"left_chat_member": self.users[user_id].as_json()}
            message = self.post(chat, chat.owner if by is None else by, service=service)
            if user_id == BOT_ID or BOT_ID in chat.members:
                self.push("message", self.views.message(message))

    def _member_change(self, chat: Chat, user_id: int, by: int, old: str, new: str) -> Json:
        user = self.users[user_id].as_json()
        return {
            "chat": self.views.chat(chat),
            "from": self.users[by].as_json(),
            "date": int(self.clock.now()),
            "old_chat_member": membership(old, user),
            "new_chat_member": membership(new, user),
        }

    def block(self, user: User) -> None:
        """A person blocks the bot."""
        if not user.blocked:
            user.blocked, user.started = True, False
            change = self._member_change(self.private(user.id), BOT_ID, user.id, "member", "kicked")
            self.push("my_chat_member", change)

    def unblock(self, user: User) -> None:
        """A person who has blocked the bot lets it write again."""
        if user.blocked:
            user.blocked, user.started = False, True
            change = self._member_change(self.private(user.id), BOT_ID, user.id, "kicked", "member")
            self.push("my_chat_member", change)

    def forestall(self, what: str, call: Call) -> None:
        """Before a call its message is ``gone``, or its person has ``blocked`` the bot."""
        chat = self.chats.get(call.chat_id or 0)
        number = str(call.params.get("message_id", ""))
        if chat is None:
            return
        if what == "gone" and number.isdecimal() and chat.messages.pop(int(number), None) is not None:
            self.touch(chat.id)
        elif what == "blocked" and chat.type == "private":
            self.block(self.users[chat.id])

    def add_topic(self, chat: Chat, name: str) -> Message:
        """A new topic of a forum; its thread has the number of the message that says so."""
        chat.last_id = max(chat.last_id, GENERAL_TOPIC)
        created = {"forum_topic_created": {"name": name, "icon_color": 7_322_096}}
        chat.topics[chat.last_id + 1] = name
        return self.announce(chat, chat.owner, created, thread=chat.last_id + 1)

    def migrate(self, chat: Chat) -> Chat:
        """A group becomes a supergroup, with another id; the bot is told in both."""
        new = Chat(SUPERGROUP + chat.id, "supergroup", chat.title, members=dict(chat.members))
        self.chats[new.id] = new
        chat.migrated_to = new.id
        self.announce(chat, chat.owner, {"migrate_to_chat_id": new.id})
        self.announce(new, chat.owner, {"migrate_from_chat_id": chat.id})
        return new

    # Messages

    def post(self, chat: Chat, sender: int, text: str = "", **more: Any) -> Message:
        """A new message."""
        chat.last_id += 1
        message = Message(chat.last_id, chat.id, self.clock.now(), sender, text, **more)
        chat.messages[message.message_id] = message
        if self.users[sender].is_bot:
            chat.last_bot = sender
        self.touch(chat.id)
        return message

    def announce(self, chat: Chat, sender: int, service: Json, **more: Any) -> Message:
        """A service message, which the bot sees if it is in the chat."""
        message = self.post(chat, sender, service=service, **more)
        if self.bot_sees(chat, message):
            self.push("message", self.views.message(message))
        return message

    def say(self, chat: Chat, user: User, text: str, **more: Any) -> Message:
        """A person writes; the bot is told if privacy mode lets it see that."""
        if chat.type == "private":
            self.unblock(user)
            user.started = True
        message = self.post(chat, user.id, text, entities=command_entities(text), **more)
        if self.bot_sees(chat, message):
            kind = "channel_post" if chat.type == "channel" else "message"
            self.push(kind, self.views.message(message))
        return message

    def edit(self, chat: Chat, message: Message, text: str) -> Message:
        """A person edits what they wrote; the bot is told if it sees the message."""
        message.text, message.entities = text, command_entities(text)
        message.edit_date = self.clock.now()
        self.touch(chat.id)
        if self.bot_sees(chat, message):
            kind = "edited_channel_post" if chat.type == "channel" else "edited_message"
            self.push(kind, self.views.message(message))
        return message

    def bot_sees(self, chat: Chat, message: Message) -> bool:
        """Privacy mode: commands to it, replies to it, service messages; everything as an administrator."""
        if chat.type == "private":
            return True
        if BOT_ID not in chat.members:
            return False
        if message.service or chat.members[BOT_ID] == "administrator" or chat.type == "channel":
            return True
        replied = chat.messages.get(message.reply_to or 0)
        if replied is not None and replied.sender == BOT_ID:
            return True
        first = next((entity for entity in message.entities if entity.offset == 0), None)
        if first is None or first.type != "bot_command":
            return False
        _, at, name = message.text[: first.length].partition("@")
        # A bare command goes to the bot that was the last one to write.
        return name.lower() == BOT_USERNAME.lower() if at else chat.last_bot in (None, BOT_ID)

    # Updates

    def push(self, kind: str, content: Json) -> None:
        """An update for the bot, unless it has said that it does not want this kind."""
        wanted = kind not in _NOT_BY_DEFAULT if self.allowed is None else kind in self.allowed
        if wanted:
            self.updates.append({"update_id": self.next_update, kind: content})
            self.next_update += 1
            self.wake()

    def forget_before(self, update_id: int) -> None:
        """What lies before an update is confirmed."""
        while self.updates and self.updates[0]["update_id"] < update_id:
            self.updates.popleft()
        self.wake()

    def record(self, call: Call) -> None:
        """Keep a call for tests to look at, once."""
        if not call.n:
            self.last_call += 1
            call.n = self.last_call
            self.calls.append(call)

    def new_query(self, user: User, message: Json, data: str) -> Query:
        """A person taps a button of a message, given as the Bot API sends it."""
        now = self.clock.now()
        self.queries = {key: old for key, old in self.queries.items() if now - old.at <= 2 * QUERY_SECONDS}
        self.last_query += 1
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        query = Query(str(self.last_query), user.id, now, answer)
        self.queries[query.id] = query
        content = {
            "id": query.id,
            "from": user.as_json(),
            "message": message,
            "chat_instance": str(message["chat"]["id"]),
            "data": data,
        }
        self.push("callback_query", content)
        return query

    def answered(self, query: Query, answer: Json) -> None:
        """The bot has answered a tap: whoever waits for that learns it."""
        query.answered = True
        if not query.answer.done():
            query.answer.set_result(answer)
        self.version += 1
        self.answers.append((self.version, {"user": query.user, "query_id": query.id, **answer}))
        self.wake()

    # The scene

    def scene(self) -> Json:
        """A group of six friends and the bot, made if there is none yet."""
        groups = [chat for chat in self.chats.values() if chat.is_group and chat.migrated_to is None]
        if not groups:
            friends = [self.add_user(name, language_code="zh-hans") for name in FRIENDS]
            keys = [user.id for user in friends]
            groups = [self.add_chat("group", SCENE_TITLE, keys, keys[:1], "member")]
        people = [user.as_json() for user in self.users.values() if not user.is_bot]
        return {"group": groups[0].id, "users": people}

"""The state of the local Telegram: users, chats, messages, updates, callback queries."""

from __future__ import annotations

import asyncio
import itertools
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.clock import Clock
from bot.sandbox.entities import Entity, command_entities, render_html
from bot.sandbox.limits import Limits

BOT_ID = 100_000
BOT_USERNAME = "gouji_sandbox_bot"
SUPERGROUP = -1_000_000_000_000
FRIENDS = ("小明", "阿强", "老王", "Lily", "小红", "建国")
SCENE_TITLE = "够级之夜"

Json = dict[str, Any]


@dataclass(slots=True)
class User:
    """A person, or the bot."""

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
    last_id: int = 0
    migrated_to: int | None = None
    last_bot_writer: bool = False

    @property
    def is_group(self) -> bool:
        """Whether it is a group of any kind."""
        return self.type in ("group", "supergroup")


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

    n: int
    at: float
    method: str
    chat_id: int | None
    params: Json
    ok: bool = True
    status: int = 200
    description: str = ""
    injected: bool = False


class World:
    """Everything that there is in the sandbox."""

    def __init__(self, clock: Clock, token: str) -> None:
        self.clock = clock
        self.token = token
        self.limits = Limits()
        self.bot = User(BOT_ID, "够级", username=BOT_USERNAME, is_bot=True)
        self.users: dict[int, User] = {BOT_ID: self.bot}
        self.chats: dict[int, Chat] = {}
        self.updates: deque[Json] = deque()
        self.next_update = 1
        self.delivered = 0
        """The newest update that the bot has been given in its session."""
        self.allowed: list[str] | None = None
        self.queries: dict[str, Query] = {}
        self.calls: list[Call] = []
        self.commands: dict[str, list[Json]] = {}
        self.files: dict[str, bytes] = {}
        self.webhook: Json = {}
        self.version = 0
        self.chat_versions: dict[int, int] = {}
        self.answers: list[tuple[int, Json]] = []
        self._ids = itertools.count(1001)
        self._group_ids = itertools.count(1)
        self._query_ids = itertools.count(7_000_001)
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

    def continue_ids(self, user: int, group: int, query: int) -> None:
        """Go on counting where a saved state stopped."""
        self._ids = itertools.count(user)
        self._group_ids = itertools.count(group)
        self._query_ids = itertools.count(query)

    # People and chats

    def add_user(self, first_name: str, **more: Any) -> User:
        """A new person."""
        user = User(next(self._ids), first_name, **more)
        self.users[user.id] = user
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
        """A new group or channel."""
        number = next(self._group_ids)
        chat_id = -number if kind == "group" else SUPERGROUP - number
        chat = Chat(chat_id, kind, title, is_forum)
        for member in members:
            chat.members[member] = "administrator" if member in admins else "member"
        self.chats[chat_id] = chat
        self.touch(chat_id)
        if bot is not None:
            self.set_member(chat, BOT_ID, bot, by=members[0] if members else BOT_ID)
        return chat

    def set_member(self, chat: Chat, user_id: int, status: str | None, by: int) -> None:
        """Let somebody be a member, an administrator, or none any more; the bot learns of itself."""
        old = chat.members.get(user_id, "left")
        if status is None:
            chat.members.pop(user_id, None)
        else:
            chat.members[user_id] = status
        self.touch(chat.id)
        if user_id == BOT_ID:
            self.push("my_chat_member", self.member_update(chat, by, old, status or "kicked"))

    def member_update(self, chat: Chat, by: int, old: str, new: str) -> Json:
        """The update that tells the bot of its own membership."""
        bot = self.bot.as_json()
        return {
            "chat": self.chat_json(chat),
            "from": self.users[by].as_json(),
            "date": int(self.clock.now()),
            "old_chat_member": membership(old, bot),
            "new_chat_member": membership(new, bot),
        }

    def set_blocked(self, user: User, blocked: bool) -> None:
        """A person blocks the bot, or lets it write again."""
        if user.blocked == blocked and user.started != blocked:
            return
        user.blocked = blocked
        user.started = not blocked
        chat = self.private(user.id)
        old, new = ("member", "kicked") if blocked else ("kicked", "member")
        self.push("my_chat_member", self.member_update(chat, user.id, old, new))

    # Messages

    def post(self, chat: Chat, sender: int, text: str = "", **more: Any) -> Message:
        """A new message."""
        chat.last_id += 1
        message = Message(chat.last_id, chat.id, self.clock.now(), sender, text, **more)
        chat.messages[message.message_id] = message
        if chat.is_group:
            chat.last_bot_writer = sender == BOT_ID
        self.touch(chat.id)
        return message

    def say(self, chat: Chat, user: User, text: str, **more: Any) -> Message:
        """A person writes; the bot is told if privacy mode lets it see that."""
        if chat.type == "private" and not user.started:
            if user.blocked:
                self.set_blocked(user, blocked=False)
            user.started = True
        message = self.post(chat, user.id, text, entities=command_entities(text), **more)
        if self.bot_sees(chat, message):
            self.push("message", self.message_json(message))
        return message

    def bot_sees(self, chat: Chat, message: Message) -> bool:
        """Privacy mode: commands to it, replies to it, service messages; everything as an administrator."""
        if chat.type == "private" or message.service or chat.members.get(BOT_ID) == "administrator":
            return chat.type == "private" or BOT_ID in chat.members
        if BOT_ID not in chat.members:
            return False
        replied = chat.messages.get(message.reply_to or 0)
        if replied is not None and replied.sender == BOT_ID:
            return True
        for entity in message.entities:
            if entity.type == "bot_command" and entity.offset == 0:
                command = message.text[: entity.length]
                _, at, name = command.partition("@")
                return name.lower() == BOT_USERNAME.lower() if at else True
        return False

    def push(self, kind: str, content: Json) -> None:
        """An update for the bot, unless it has said that it does not want this kind."""
        if self.allowed is not None and kind not in self.allowed:
            return
        self.updates.append({"update_id": self.next_update, kind: content})
        self.next_update += 1
        self.wake()

    # As JSON

    def chat_json(self, chat: Chat) -> Json:
        """The chat as the Bot API sends it."""
        if chat.type == "private":
            user = self.users[chat.id]
            found: Json = {"id": chat.id, "type": "private", "first_name": user.first_name}
            if user.username:
                found["username"] = user.username
            return found
        found = {"id": chat.id, "type": chat.type, "title": chat.title}
        if chat.is_forum:
            found["is_forum"] = True
        return found

    def message_json(self, message: Message) -> Json:
        """The message as the Bot API sends it."""
        chat = self.chats[message.chat_id]
        found: Json = {
            "message_id": message.message_id,
            "date": int(message.date),
            "chat": self.chat_json(chat),
            "from": self.users[message.sender].as_json(),
            **message.service,
        }
        if message.sender_chat is not None:
            found["sender_chat"] = self.chat_json(self.chats[message.sender_chat])
        if message.thread is not None:
            found["message_thread_id"] = message.thread
            found["is_topic_message"] = True
        if message.edit_date is not None:
            found["edit_date"] = int(message.edit_date)
        caption = bool(message.media)
        if message.text:
            found["caption" if caption else "text"] = message.text
        if message.entities:
            key = "caption_entities" if caption else "entities"
            found[key] = [entity.as_json() for entity in message.entities]
        if "photo" in message.media:
            file_id = message.media["photo"]
            found["photo"] = [{"file_id": file_id, "file_unique_id": file_id, "width": 1, "height": 1}]
        if "document" in message.media:
            file_id = message.media["document"]
            found["document"] = {"file_id": file_id, "file_unique_id": file_id}
        if message.keyboard:
            found["reply_markup"] = {"inline_keyboard": message.keyboard}
        replied = chat.messages.get(message.reply_to or 0)
        if replied is not None:
            found["reply_to_message"] = self.message_json(replied)
            found["reply_to_message"].pop("reply_to_message", None)
        return found

    def shown_json(self, message: Message) -> Json:
        """The message for the page and for tests."""
        found: Json = {
            "message_id": message.message_id,
            "chat_id": message.chat_id,
            "date": message.date,
            "edit_date": message.edit_date,
            "from": self.users[message.sender].as_json(),
            "message_thread_id": message.thread,
            "text": message.text,
            "html": render_html(message.text, message.entities),
            "entities": [entity.as_json() for entity in message.entities],
            "keyboard": message.keyboard or [],
        }
        if message.service:
            found["service"] = _service_text(message, self.users)
        if "photo" in message.media:
            found["photo"] = f"/sandbox/files/{message.media['photo']}"
        return found

    def shown_chat(self, chat: Chat) -> Json:
        """The chat for the page and for tests."""
        return {
            "id": chat.id,
            "type": chat.type,
            "title": chat.title,
            "is_forum": chat.is_forum,
            "topics": [{"message_thread_id": key, "name": name} for key, name in chat.topics.items()],
            "members": [{"user": key, "status": status} for key, status in chat.members.items()],
            "messages": [self.shown_json(message) for message in chat.messages.values()],
        }

    def scene(self) -> Json:
        """A group of six friends and the bot, made if there is none yet."""
        groups = [chat for chat in self.chats.values() if chat.is_group]
        if not groups:
            friends = [self.add_user(name, language_code="zh-hans") for name in FRIENDS]
            keys = [user.id for user in friends]
            groups = [self.add_chat("group", SCENE_TITLE, keys, keys[:1], "member")]
        people = [user.as_json() for user in self.users.values() if not user.is_bot]
        return {"group": groups[0].id, "users": people}

    def new_query(self, user: User, message: Message, data: str) -> Query:
        """A person taps a button."""
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        query = Query(str(next(self._query_ids)), user.id, self.clock.now(), answer)
        self.queries[query.id] = query
        self.push(
            "callback_query",
            {
                "id": query.id,
                "from": user.as_json(),
                "message": self.message_json(message),
                "chat_instance": str(message.chat_id),
                "data": data,
            },
        )
        return query


def membership(status: str, bot: Json) -> Json:
    """A ChatMember of the Bot API."""
    if status == "administrator":
        rights = (
            "can_be_edited is_anonymous can_manage_chat can_delete_messages can_manage_video_chats "
            "can_restrict_members can_promote_members can_change_info can_invite_users can_post_stories "
            "can_edit_stories can_delete_stories"
        )
        return {"status": status, "user": bot, **dict.fromkeys(rights.split(), False)}
    if status == "kicked":
        return {"status": status, "user": bot, "until_date": 0}
    return {"status": status, "user": bot}


def _service_text(message: Message, users: dict[int, User]) -> str:
    if "new_chat_members" in message.service:
        return "＋ " + ", ".join(user["first_name"] for user in message.service["new_chat_members"])
    if "left_chat_member" in message.service:
        return "－ " + str(message.service["left_chat_member"]["first_name"])
    return next(iter(message.service)).replace("_", " ")

"""Updates as nobody should send them, and as everybody might: drawn from dice, made of what the bot shows."""

from __future__ import annotations

import asyncio
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from typing import Any

from bot.callback import CallbackData, Op
from bot.handlers.commands import COMMANDS
from bot.sandbox.model import ANONYMOUS_ADMIN, BOT_ID, CHANNEL_SENDER, Query
from bot.sandbox.world import World
from engine.cards import SYMBOLS
from tests.bot.running import Json

CHARSETS = (
    "0123456789abcdefghijklmnopqrstuvwxyz",
    "".join(map(chr, range(0x20, 0x7F))),
    "够级开点烧牌头科一二三",
    "\x00\x01\t\n\r\x1b\x7f",
    "\u202e\u200b\ufeff\u061c",
    "👩‍👩‍👧‍👦🂡🃏①٣",
    "<b>&\"'%_;--{}$\\",
    ".-_!<>~#@/",
)
"""What texts are made of: digits, ASCII, Chinese, controls, invisible signs, emoji, markup, our own signs."""

LENGTHS = (0, 1, 2, 3, 8, 20, 44, 45, 63, 64, 65, 200, 1000, 4096)

TOKENS: tuple[str, ...] = (
    "-",
    "~",
    ".",
    "#",
    "!22w",
    "!W",
    "<567",
    "<",
    "call",
    "blindcall",
    "show",
    "ready",
    "revolt",
)
TOKENS += ("head", "nohead", "KKK2w", "3", "4", "AA", "2", "w", "W", "55", "5w", "KKKKKKKKKKKKKKKK")

NAMES = (
    "<b>x</b>",
    "&amp;",
    "",
    " ",
    "\x00",
    "\u202egnp.exe",
    "👩‍👩‍👧‍👦" * 30,
    "A" * 256,
    "够" * 256,
    "_*[`",
    "{$name}",
    "\u0337" * 100,
)

SERVICES: tuple[Json, ...] = (
    {"new_chat_title": "<i>title"},
    {"delete_chat_photo": True},
    {"group_chat_created": True},
    {"new_chat_members": [{"id": BOT_ID, "is_bot": True, "first_name": "够级"}]},
    {"left_chat_member": {"id": 5, "is_bot": False, "first_name": "x"}},
    {"video_chat_started": {}},
    {"message_auto_delete_timer_changed": {"message_auto_delete_time": 5}},
    {"forum_topic_closed": {}},
    {"users_shared": {"request_id": 1, "users": [{"user_id": 7}]}},
    {"write_access_allowed": {}},
    {"web_app_data": {"data": "1.-.s", "button_text": "x"}},
)

CONTENTS: tuple[Json, ...] = (
    {"sticker": {"file_id": "a", "file_unique_id": "b", "type": "regular", "width": 1, "height": 1}
     | {"is_animated": False, "is_video": False}},
    {"photo": [], "caption": "/stop"},
    {"dice": {"emoji": "🎲", "value": 6}},
    {"location": {"longitude": 0.0, "latitude": 0.0}},
    {"contact": {"phone_number": "1", "first_name": "x"}},
    {"poll": {"id": "1", "question": "?", "options": [], "total_voter_count": 0, "is_closed": False}
     | {"is_anonymous": True, "type": "regular", "allows_multiple_answers": False}
     | {"allows_revoting": False, "members_only": False}},
    {},
)  # fmt: skip

INTEGERS = (0, 1, 2, 3, -1, 35, 36, 2**31 - 1, 2**31, 2**52, 2**63, 36**12 - 1)

_SEEN = 300
_NEWEST = 60


@dataclass(frozen=True, slots=True)
class Crafted:
    """An update, and what it may be held to: who sent it, where, and what it asks for if it is legible."""

    kind: str
    content: Json
    person: int = 0
    chat: int = 0
    data: CallbackData | None = None
    command: str = ""


@dataclass
class Crafter:
    """Draws updates. ``seen`` keeps what buttons carried, so that old and foreign ones are tapped too."""

    world: World
    rng: random.Random
    groups: list[int]
    persons: list[int]
    seen: deque[str] = field(default_factory=lambda: deque(maxlen=_SEEN))
    numbers: list[int] = field(default_factory=list)
    """Keys that exist, or might."""
    words: list[str] = field(default_factory=list)
    """Names of decisions that are or were open."""
    asked: list[int] = field(default_factory=list)
    """Who has something to decide."""
    count: int = 0

    def draw(self) -> Crafted:
        """One update."""
        kinds: tuple[tuple[int, Callable[[], Crafted]], ...] = (
            (20, self.tap_on_button),
            (10, self.tap_by_owner),
            (25, self.tap_by_parts),
            (10, self.tap_at_random),
            (15, self.command),
            (8, self.text),
            (3, self.service),
            (4, self.edited),
            (3, self.posted_in_channel),
            (2, self.of_another_kind),
        )
        chosen: Callable[[], Crafted] = self.rng.choices([make for _, make in kinds], [w for w, _ in kinds])[
            0
        ]
        self.count += 1
        return chosen()

    # Material

    def string(self, most: int = 4096) -> str:
        """Any text of any length."""
        length = min(self.rng.choice(LENGTHS), most)
        charset = self.rng.choice(CHARSETS)
        return "".join(self.rng.choices(charset, k=length))

    def user(self, person: int | None = None) -> Json:
        """A person as updates name them; now and then with other names than before."""
        number = self.rng.choice(self.persons) if person is None else person
        found: Json = self.world.users[number].as_json()
        if self.rng.random() < 0.1:
            found["first_name"] = self.rng.choice(NAMES)
            found["last_name"] = self.rng.choice(NAMES)
            found["username"] = self.rng.choice(NAMES)
            found["language_code"] = self.rng.choice(("zh-hans", "en", "", "xx", self.string(20)))
        return found

    def place(self, person: int) -> Json:
        """A chat in which somebody may write: a group, or their private chat."""
        chat = self.world.chats[person if self.rng.random() < 0.3 else self.rng.choice(self.groups)]
        return self.world.views.chat(chat)

    # Taps

    def tap_on_button(self) -> Crafted:
        """What a button carries or carried, tapped by anybody, anywhere."""
        if not self.seen:
            return self.tap_at_random()
        text = self.rng.choice(self.seen)
        if self.rng.random() < 0.2:
            at = self.rng.randrange(len(text) + 1)
            text = text[:at] + self.rng.choice(self.rng.choice(CHARSETS)) + text[at + self.rng.randrange(2) :]
        return self.tap("button", text)

    def tap_by_owner(self) -> Crafted:
        """What a button carries now, tapped by somebody who is asked: some of these do something."""
        if not self.asked or not self.seen:
            return self.tap_on_button()
        return self.tap("asked", self.rng.choice(list(self.seen)[-_NEWEST:]), self.rng.choice(self.asked))

    def tap_by_parts(self) -> Crafted:
        """Every operation, with whatever fits the form: keys, decisions, arguments that are or are not."""
        parsed = self._parsed()
        for part in fields(CallbackData):
            if self.rng.random() < 0.5:
                parsed = replace(parsed, **{part.name: self._value(part.name, getattr(parsed, part.name))})
        if self.rng.random() < 0.7:
            parsed = replace(parsed, op=self.rng.choice(list(Op)))
        try:
            return self.tap("parts", str(parsed))
        except ValueError:
            return self.tap("parts", f"{parsed.table}.{parsed.decision}.{parsed.op}{parsed.argument}")

    def _parsed(self) -> CallbackData:
        for _ in range(3):
            if self.seen:
                try:
                    return CallbackData.parse(self.rng.choice(self.seen))
                except ValueError:
                    continue
        return CallbackData(1, "-", Op.RULES)

    def _value(self, name: str, old: object) -> Any:
        if isinstance(old, Op):
            return self.rng.choice(list(Op))
        if isinstance(old, int):
            return abs(self.rng.choice((*self.numbers, *INTEGERS)))
        if name == "decision":
            return self.rng.choice((*self.words, "-", "0", "zzzzzzzz"))
        options = (*TOKENS, *SYMBOLS, *map(str, range(8)), *map(str, INTEGERS), self.string(44))
        return self.rng.choice(options)

    def tap_at_random(self) -> Crafted:
        """Data of every length and charset."""
        return self.tap("random", self.string())

    def tap(self, kind: str, text: str, person: int | None = None) -> Crafted:
        """A tap on a message of a chat, on one that is too old to be seen, or on none at all."""
        user = self.user(person)
        world, number = self.world, str(9_000_000 + self.count)
        chat = self.place(user["id"])
        if chat["type"] == "private":
            world.users[user["id"]].started = True
        message: Json = {"chat": chat, "message_id": self.rng.randrange(1, 400), "date": 0}
        ours = [message for message in world.chats[chat["id"]].messages.values() if message.sender == BOT_ID]
        if ours and self.rng.random() < 0.9:
            message = world.views.message(self.rng.choice((ours[-1], self.rng.choice(ours))))
        where: Json = {"message": message}
        if self.rng.random() < 0.03:
            where = {"inline_message_id": self.string(20)}
        world.queries[number] = Query(number, user["id"], world.clock.now(), _future())
        content = {"id": number, "from": user, "chat_instance": "1", "data": text, **where}
        if self.rng.random() < 0.01:
            del content["data"]
            content["game_short_name"] = "gouji"
        try:
            data = CallbackData.parse(text) if "data" in content else None
        except ValueError:
            data = None
        return Crafted(f"tap: {kind}", {"callback_query": content}, user["id"], chat["id"], data)

    # Messages

    def message(self, content: Json, kind: str = "message") -> tuple[Json, int, int]:
        """A message with a content: as an update, with its sender and its chat."""
        user = self.user()
        chat = self.place(user["id"])
        if chat["type"] == "private":
            self.world.users[user["id"]].started = True
        self.count += 1
        found: Json = {
            "message_id": 500_000 + self.count,
            "date": int(self.world.clock.now()),
            "chat": chat,
            "from": user,
            **content,
        }
        if chat["type"] != "private" and self.rng.random() < 0.05:
            found["from"], found["sender_chat"] = self.rng.choice(
                ((ANONYMOUS_ADMIN.as_json(), chat), (CHANNEL_SENDER.as_json(), {**chat, "id": -1007}))
            )
        if self.rng.random() < 0.2 and chat["type"] == "supergroup":
            topics = self.world.chats[chat["id"]].topics
            found |= {"message_thread_id": self.rng.choice(list(topics)), "is_topic_message": True}
        elif self.rng.random() < 0.05:
            found["message_thread_id"] = 7  # a thread of answers, which is no topic
        if kind.startswith("edited"):
            found["edit_date"] = found["date"]
        return {kind: found}, user["id"], chat["id"]

    def command(self) -> Crafted:
        """A command, one of ours or not, with arguments of every kind."""
        name = self.rng.choice((*COMMANDS, *COMMANDS, "nonsense", "", "开", "START", "x" * 70))
        at = self.rng.choice(("", "", "", "@sandbox_gouji_bot", "@gouji_bot", "@other_bot", "@"))
        words = [f"/{name}{at}", *(self._argument() for _ in range(self.rng.choice((0, 0, 1, 1, 2, 5, 300))))]
        text = self.rng.choice((" ", " ", "  ", "\n")).join(words)[:4096]
        entities = [{"type": "bot_command", "offset": 0, "length": len(words[0])}]
        content, person, chat = self.message({"text": text, "entities": entities})
        return Crafted("command", content, person, chat, command=name if name in COMMANDS else "")

    def _argument(self) -> str:
        options = (
            "join_1_1",
            f"join_{self.rng.choice(self.numbers or [1])}_{self.rng.randrange(-1, 9)}",
            "join_" + self.string(20),
            "rules",
            "on",
            "off",
            "30",
            "-1",
            "٣٠",
            "1e9",
            str(self.rng.choice(INTEGERS)),
            str(self.rng.choice(self.numbers or [1])),
            "zh",
            "en",
            "@" + self.string(20),
            "2026-13-45",
            "够级",
            self.string(100),
        )
        return self.rng.choice(options)

    def text(self) -> Crafted:
        """Texts from empty to huge, and messages without any."""
        content = {"text": self.string()} if self.rng.random() < 0.6 else self.rng.choice(CONTENTS)
        found, person, chat = self.message(content)
        return Crafted("text", found, person, chat)

    def service(self) -> Crafted:
        """Service messages."""
        found, person, chat = self.message(self.rng.choice(SERVICES))
        return Crafted("service", found, person, chat)

    def edited(self) -> Crafted:
        """An edited message, which may have become a command."""
        made = self.command() if self.rng.random() < 0.6 else self.text()
        message = {**made.content["message"], "edit_date": int(self.world.clock.now())}
        return Crafted("edited", {"edited_message": message}, made.person, made.chat)

    def posted_in_channel(self) -> Crafted:
        """What is written in a channel, where nobody is named as its sender."""
        name = self.rng.choice(list(COMMANDS))
        chat = {"id": -1001234, "type": "channel", "title": "channel"}
        post: Json = {
            "message_id": self.rng.randrange(1, 1000),
            "date": int(self.world.clock.now()),
            "chat": chat,
            "sender_chat": chat,
            "text": f"/{name} {self._argument()}",
            "entities": [{"type": "bot_command", "offset": 0, "length": len(name) + 1}],
        }
        return Crafted("channel", {self.rng.choice(("channel_post", "edited_channel_post")): post})

    def of_another_kind(self) -> Crafted:
        """Kinds of updates that the bot has not asked for, and memberships that are none of its business."""
        user, date = self.user(), int(self.world.clock.now())
        chat = self.place(user["id"])
        change: Json = {
            "chat": chat,
            "from": user,
            "date": date,
            "old_chat_member": {"status": "left", "user": user},
            "new_chat_member": {"status": self.rng.choice(("member", "left")), "user": user},
        }
        kinds: tuple[Json, ...] = (
            {"inline_query": {"id": "1", "from": user, "query": self.string(200), "offset": ""}},
            {"chosen_inline_result": {"result_id": "1", "from": user, "query": "x"}},
            {"chat_member": change},
            {"my_chat_member": change},
            {"poll_answer": {"poll_id": "1", "user": user, "option_ids": []}
             | {"option_persistent_ids": []}},
            {"chat_join_request": {"chat": chat, "from": user, "user_chat_id": user["id"], "date": date}},
            {"message_reaction": {"chat": chat, "message_id": 1, "date": date, "user": user}
             | {"old_reaction": [], "new_reaction": [{"type": "emoji", "emoji": "👍"}]}},
            {"pre_checkout_query": {"id": "1", "from": user, "currency": "XTR", "total_amount": 1}
             | {"invoice_payload": self.string(20)}},
            {},
        )  # fmt: skip
        return Crafted("other kinds", self.rng.choice(kinds))


def _future() -> asyncio.Future[Json]:
    return asyncio.get_running_loop().create_future()

"""The methods that look at chats, and those that say what the bot is."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from bot.sandbox.errors import bad_request
from bot.sandbox.lookup import Lookup
from bot.sandbox.model import BOT_ID, Chat
from bot.sandbox.params import Json, Params
from bot.sandbox.views import membership
from bot.sandbox.world import World

MAX_COMMANDS = 100
MAX_COMMAND = 32
MAX_COMMAND_DESCRIPTION = 256
_SCOPES = frozenset(
    [
        "default",
        "all_private_chats",
        "all_group_chats",
        "all_chat_administrators",
        "chat",
        "chat_administrators",
        "chat_member",
    ]
)
_PROFILE = {"name": 64, "description": 512, "short_description": 120}
_GIFTS = (
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
)


@dataclass(frozen=True, slots=True)
class Chats:
    """Each method takes parameters and gives the ``result``, or raises an :class:`ApiError`."""

    world: World
    lookup: Lookup

    def me(self, _: Params) -> Json:
        """``getMe``, with which a process of the bot begins."""
        self.world.delivered_before = self.world.delivered
        flags = {
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }
        return {**self.world.bot.as_json(), **flags}

    def chat(self, params: Params) -> Json:
        """``getChat``."""
        chat = self.lookup.chat(params)
        found = self.world.views.chat(chat) | {"accent_color_id": 0, "max_reaction_count": 11}
        found["accepted_gift_types"] = dict.fromkeys(_GIFTS, False)
        if chat.pinned:
            found["pinned_message"] = self.world.views.message(chat.messages[chat.pinned[-1]])
        return found

    def member(self, params: Params) -> Json:
        """``getChatMember``."""
        chat = self.lookup.chat(params)
        user = self.world.users.get(params.integer("user_id"))
        if user is None:
            raise bad_request("user not found")
        return self._member(chat, user.id)

    def _member(self, chat: Chat, user_id: int) -> Json:
        return membership(chat.members.get(user_id, "left"), self.world.users[user_id].as_json())

    def administrators(self, params: Params) -> list[Json]:
        """``getChatAdministrators``."""
        chat = self.lookup.chat(params)
        if chat.type == "private":
            raise bad_request("there are no administrators in the private chat")
        return [self._member(chat, key) for key, status in chat.members.items() if status == "administrator"]

    def count_members(self, params: Params) -> int:
        """``getChatMemberCount``."""
        return len(self.lookup.chat(params).members)

    def leave(self, params: Params) -> bool:
        """``leaveChat``."""
        chat = self.lookup.chat(params)
        if chat.type == "private":
            raise bad_request("chat member status can't be changed in private chats")
        self.world.leave(chat, BOT_ID, by=BOT_ID)
        return True

    def set_commands(self, params: Params) -> bool:
        """``setMyCommands``."""
        key = _commands_key(params)
        commands = params.parsed("commands")
        if not isinstance(commands, list) or len(commands) > MAX_COMMANDS:
            raise bad_request("can't parse BotCommand list")
        for command in commands:
            _check_command(command)
        self.world.commands[key] = commands
        return True

    def get_commands(self, params: Params) -> list[Json]:
        """``getMyCommands``."""
        return self.world.commands.get(_commands_key(params), [])

    def delete_commands(self, params: Params) -> bool:
        """``deleteMyCommands``."""
        self.world.commands.pop(_commands_key(params), None)
        return True

    def set_profile(self, params: Params) -> bool:
        """``setMyName``, ``setMyDescription`` and ``setMyShortDescription``, which nothing here shows."""
        for name, most in _PROFILE.items():
            if len(params.text(name, "")) > most:
                raise bad_request(f"bot {name.replace('_', ' ')} is too long")
        return True

    def set_menu(self, params: Params) -> bool:
        """``setChatMenuButton``, which nothing here shows."""
        button = params.parsed("menu_button")
        kinds = ("default", "commands", "web_app")
        if button is not None and (not isinstance(button, dict) or button.get("type") not in kinds):
            raise bad_request("can't parse menu button: unsupported type")
        return True

    def file(self, params: Params) -> Json:
        """``getFile``."""
        file = self.world.files.get(params.text("file_id", ""))
        if file is None:
            raise bad_request("wrong file_id or the file is temporarily unavailable")
        size = len(file.content)
        return {
            "file_id": file.id,
            "file_unique_id": file.id,
            "file_size": size,
            "file_path": f"files/{file.id}",
        }

    def done(self, _: Params) -> bool:
        """``close`` and ``logOut``: there is no other server to go to."""
        return True


def _commands_key(params: Params) -> str:
    scope = params.parsed("scope") or {"type": "default"}
    if not isinstance(scope, dict) or scope.get("type") not in _SCOPES:
        raise bad_request("can't parse BotCommandScope: unsupported type specified")
    return f"{json.dumps(scope, sort_keys=True)} {params.text('language_code', '')}"


def _check_command(command: Any) -> None:
    if not isinstance(command, dict):
        raise bad_request("can't parse BotCommand: expected an Object")
    params = Params(command, bad_request)
    name, description = params.text("command", "").removeprefix("/"), params.text("description", "")
    plain = name.replace("_", "a")
    if not (1 <= len(name) <= MAX_COMMAND and plain.isascii() and plain.isalnum() and plain == plain.lower()):
        raise bad_request("BOT_COMMAND_INVALID")
    if not 1 <= len(description.strip()) <= MAX_COMMAND_DESCRIPTION:
        raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")

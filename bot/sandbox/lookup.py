"""Finds what a call names, and refuses what the bot may not reach."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.errors import ApiError, bad_request, forbidden, too_many_requests
from bot.sandbox.model import BOT_ID, Chat, Message
from bot.sandbox.params import Params
from bot.sandbox.world import World


@dataclass(frozen=True, slots=True)
class Lookup:
    """Chats, messages and topics by the parameters of a call, and the flood limits in front of them."""

    world: World

    def chat(self, params: Params) -> Chat:
        """The chat of a call, to which the bot may write."""
        if not params.has("chat_id"):
            raise bad_request("chat_id is empty")
        chat = self.world.chats.get(_number(params, "chat_id"))
        if chat is None:
            raise bad_request("chat not found")
        if chat.migrated_to is not None:
            description = "Bad Request: group chat was upgraded to a supergroup chat"
            raise ApiError(400, description, migrate_to_chat_id=chat.migrated_to)
        if chat.type == "private":
            user = self.world.users[chat.id]
            if user.blocked:
                raise forbidden("bot was blocked by the user")
            if not user.started:
                raise forbidden("bot can't initiate conversation with a user")
        elif BOT_ID not in chat.members:
            raise forbidden(f"bot was kicked from the {chat.type} chat")
        return chat

    def message(self, chat: Chat, params: Params, verb: str) -> Message:
        """The message of a call that wants to ``verb`` it."""
        if not params.has("message_id"):
            raise bad_request("message identifier is not specified")
        message = chat.messages.get(_number(params, "message_id"))
        if message is None:
            raise bad_request(f"message to {verb} not found")
        return message

    def own_message(self, chat: Chat, params: Params) -> Message:
        """The message of a call that wants to edit it: only the bot's own can be."""
        message = self.message(chat, params, "edit")
        if message.sender != BOT_ID or message.service:
            raise bad_request("message can't be edited")
        return message

    def thread(self, params: Params, chat: Chat) -> int | None:
        """The topic of a call; the General topic is none, and has no number."""
        if not params.has("message_thread_id"):
            return None
        thread = params.integer("message_thread_id")
        if thread not in chat.topics:
            raise bad_request("message thread not found")
        return thread

    def reply_to(self, params: Params, chat: Chat) -> int | None:
        """The message that a call replies to."""
        given = params.parsed("reply_parameters")
        if given is None:
            return None
        if not isinstance(given, dict):
            raise bad_request("can't parse reply_parameters JSON object")
        reply = Params(given, bad_request)
        message_id = reply.integer("message_id", 0)
        if message_id in chat.messages:
            return message_id
        if reply.truth("allow_sending_without_reply"):
            return None
        raise bad_request("message to be replied not found")

    def flood(self, chat: Chat) -> None:
        """Count a send or an edit against the limits."""
        wait = self.world.limits.check(chat.id, chat.is_group, self.world.clock.now())
        if wait:
            raise too_many_requests(wait)

    def flood_overall(self) -> None:
        """Count a call that only the overall limit knows."""
        wait = self.world.limits.count_overall(self.world.clock.now())
        if wait:
            raise too_many_requests(wait)


def _number(params: Params, name: str) -> int:
    """A number that names something; what is no number names nothing."""
    try:
        return int(params.values[name])
    except (TypeError, ValueError):
        return 0

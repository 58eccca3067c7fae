"""The methods of the Bot API that are spoken, each with the parameters that it knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from bot.sandbox.chats import Chats
from bot.sandbox.errors import ApiError, bad_request
from bot.sandbox.lookup import Lookup
from bot.sandbox.messages import Messages
from bot.sandbox.params import Json, Params
from bot.sandbox.subscriptions import Subscriptions
from bot.sandbox.world import World

_SEND = (
    "chat_id message_thread_id disable_notification protect_content allow_paid_broadcast "
    "message_effect_id reply_parameters reply_markup"
)
_EDIT = "chat_id message_id reply_markup"
_TEXT = "text parse_mode entities link_preview_options"
_CAPTION = "caption parse_mode caption_entities"
_PHOTO = f"{_CAPTION} show_caption_above_media"
_COMMANDS = "scope language_code"

_ATTACHING = "editMessageMedia"
"""The method that may bring files under names of its own choice."""


@dataclass(frozen=True, slots=True)
class Method:
    """A method and the names of its parameters."""

    call: Callable[[Params], Any]
    parameters: frozenset[str]


def _table(world: World) -> dict[str, Method]:
    lookup = Lookup(world)
    messages, chats, updates = Messages(world, lookup), Chats(world, lookup), Subscriptions(world)
    table: dict[str, tuple[Callable[[Params], Any], str]] = {
        "getMe": (chats.me, ""),
        "sendMessage": (messages.send_text, f"{_SEND} {_TEXT}"),
        "sendPhoto": (messages.send_photo, f"{_SEND} {_PHOTO} photo has_spoiler"),
        "sendDocument": (
            messages.send_document,
            f"{_SEND} {_CAPTION} document disable_content_type_detection",
        ),
        "editMessageText": (messages.edit_text, f"{_EDIT} {_TEXT}"),
        "editMessageCaption": (messages.edit_caption, f"{_EDIT} {_PHOTO}"),
        "editMessageReplyMarkup": (messages.edit_markup, _EDIT),
        "editMessageMedia": (messages.edit_media, f"{_EDIT} media"),
        "deleteMessage": (messages.delete, "chat_id message_id"),
        "answerCallbackQuery": (messages.answer_query, "callback_query_id text show_alert url cache_time"),
        "pinChatMessage": (messages.pin, "chat_id message_id disable_notification"),
        "unpinChatMessage": (messages.unpin, "chat_id message_id"),
        "sendChatAction": (messages.chat_action, "chat_id message_thread_id action"),
        "getChat": (chats.chat, "chat_id"),
        "getChatMember": (chats.member, "chat_id user_id"),
        "getChatAdministrators": (chats.administrators, "chat_id return_bots"),
        "getChatMemberCount": (chats.count_members, "chat_id"),
        "leaveChat": (chats.leave, "chat_id"),
        "getFile": (chats.file, "file_id"),
        "setMyCommands": (chats.set_commands, f"{_COMMANDS} commands"),
        "getMyCommands": (chats.get_commands, _COMMANDS),
        "deleteMyCommands": (chats.delete_commands, _COMMANDS),
        "setMyName": (chats.set_profile, "name language_code"),
        "setMyDescription": (chats.set_profile, "description language_code"),
        "setMyShortDescription": (chats.set_profile, "short_description language_code"),
        "setChatMenuButton": (chats.set_menu, "chat_id menu_button"),
        "close": (chats.done, ""),
        "logOut": (chats.done, ""),
        "setWebhook": (
            updates.set_webhook,
            "url certificate ip_address max_connections allowed_updates drop_pending_updates secret_token",
        ),
        "deleteWebhook": (updates.delete_webhook, "drop_pending_updates"),
        "getWebhookInfo": (updates.webhook_info, ""),
        "getUpdates": (updates.confirm, "offset limit timeout allowed_updates"),
    }
    return {name: Method(call, frozenset(names.split())) for name, (call, names) in table.items()}


class Methods:
    """The methods by their names. Of ``getUpdates`` only what confirms; the waiting is the caller's."""

    def __init__(self, world: World) -> None:
        self._table = _table(world)

    def call(self, name: str, values: Json, attached: frozenset[str] = frozenset()) -> Any:
        """Call a method with parameters, some of them uploaded files. Raises :class:`ApiError`."""
        method = self._table.get(name)
        if method is None:
            raise ApiError(404, "Not Found")
        unknown = set(values) - method.parameters - (attached if name == _ATTACHING else frozenset())
        if unknown:
            raise bad_request(f"unknown parameter {min(unknown)}")
        return method.call(Params(values, bad_request))

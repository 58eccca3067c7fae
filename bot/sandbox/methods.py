"""The methods of the Bot API, as strict as Telegram: what it would refuse is refused with its words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from bot.sandbox.entities import Entity, MarkupError, parse_html, utf16
from bot.sandbox.world import BOT_ID, BOT_USERNAME, Chat, Json, Message, World, membership

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_DATA = 64
MAX_ROW = 8
MAX_BUTTONS = 100
MAX_KEYBOARD_BYTES = 10_000
MAX_ANSWER = 200
QUERY_SECONDS = 15
DELETE_SECONDS = 48 * 3600
STYLES = ("danger", "success", "primary")

SAME = (
    "message is not modified: specified new message content and reply markup are exactly the same "
    "as a current content and reply markup of the message"
)


class ApiError(Exception):
    """A refusal: the HTTP status, Telegram's description, and its parameters."""

    def __init__(self, status: int, description: str, **parameters: Any) -> None:
        super().__init__(description)
        self.status = status
        self.description = description
        self.parameters = parameters


def bad_request(description: str) -> ApiError:
    """A 400."""
    return ApiError(400, f"Bad Request: {description}")


class Methods:
    """The methods by their names; each takes parsed parameters and gives the ``result``."""

    def __init__(self, world: World) -> None:
        self.world = world

    def call(self, name: str, params: Json) -> Any:
        """Call a method. Raises :class:`ApiError`."""
        known = METHODS.get(name)
        if known is None:
            raise ApiError(404, "Not Found")
        method, allowed = known
        unknown = set(params) - set(allowed.split())
        if unknown:
            raise bad_request(f"unknown parameter {min(unknown)}")
        return method(self, params)

    # Finding things

    def chat(self, params: Json) -> Chat:
        """The chat of a call, to which the bot may write."""
        world = self.world
        try:
            chat = world.chats.get(int(params.get("chat_id", 0)))
        except (TypeError, ValueError):
            chat = None
        if chat is None:
            raise bad_request("chat not found")
        if chat.migrated_to is not None:
            raise ApiError(
                400,
                "Bad Request: group chat was upgraded to a supergroup chat",
                migrate_to_chat_id=chat.migrated_to,
            )
        if chat.type == "private":
            user = world.users[chat.id]
            if user.blocked:
                raise ApiError(403, "Forbidden: bot was blocked by the user")
            if not user.started:
                raise ApiError(403, "Forbidden: bot can't initiate conversation with a user")
        elif BOT_ID not in chat.members:
            raise ApiError(403, f"Forbidden: bot was kicked from the {chat.type} chat")
        return chat

    def message(self, chat: Chat, params: Json, verb: str) -> Message:
        """The message of a call; it must be the bot's own to be edited."""
        try:
            message = chat.messages.get(int(params.get("message_id", 0)))
        except (TypeError, ValueError):
            message = None
        if message is None:
            raise bad_request(f"message to {verb} not found")
        if verb == "edit" and message.sender != BOT_ID:
            raise bad_request("message can't be edited")
        return message

    def flood(self, chat: Chat) -> None:
        """Count a send or an edit against the limits."""
        wait = self.world.limits.check(chat.id, chat.is_group, self.world.clock.now())
        if wait:
            raise ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)

    # Parsing

    def text(self, params: Json, key: str, limit: int) -> tuple[str, list[Entity]]:
        """The text and entities of a call."""
        raw = str(params.get(key, ""))
        mode = params.get("parse_mode")
        if mode is not None and mode.lower() != "html":
            raise bad_request("unsupported parse_mode")
        entities: list[Entity] = []
        text = raw.strip()
        if mode is not None:
            try:
                text, entities = parse_html(raw)
            except MarkupError as error:
                raise bad_request(str(error)) from None
        if key == "text" and not text:
            raise bad_request("message text is empty")
        if utf16(text) > limit:
            long = "message is too long" if key == "text" else "message caption is too long"
            raise bad_request(long)
        return text, entities

    def keyboard(self, params: Json, chat: Chat) -> list[list[Json]] | None:
        """The inline keyboard of a call."""
        raw = params.get("reply_markup")
        if raw is None:
            return None
        markup = _parsed(raw)
        rows = markup.get("inline_keyboard") if isinstance(markup, dict) else None
        if not isinstance(rows, list) or set(markup) != {"inline_keyboard"}:
            raise bad_request("object expected as reply markup")
        rows = [row for row in rows if row]
        if any(len(row) > MAX_ROW for row in rows) or sum(map(len, rows)) > MAX_BUTTONS:
            raise bad_request("reply markup is too long")
        if len(json.dumps(rows, ensure_ascii=False).encode()) > MAX_KEYBOARD_BYTES:
            raise bad_request("reply markup is too long")
        for row in rows:
            for button in row:
                _check_button(button, chat)
        return rows or None

    def thread(self, params: Json, chat: Chat) -> int | None:
        """The topic of a call; the General topic is none."""
        raw = params.get("message_thread_id")
        if raw is None:
            return None
        thread = int(raw)
        if thread not in chat.topics:
            raise bad_request("message thread not found")
        return thread

    # Methods

    def get_me(self, _: Json) -> Json:
        """``getMe``."""
        flags = {
            "can_join_groups": True,
            "can_read_all_group_messages": False,
            "supports_inline_queries": False,
        }
        return {**self.world.bot.as_json(), **flags}

    def send_message(self, params: Json) -> Json:
        """``sendMessage``."""
        chat = self.chat(params)
        text, entities = self.text(params, "text", MAX_TEXT)
        keyboard = self.keyboard(params, chat)
        thread = self.thread(params, chat)
        reply_to = _reply_to(params, chat)
        self.flood(chat)
        message = self.world.post(
            chat, BOT_ID, text, entities=entities, keyboard=keyboard, thread=thread, reply_to=reply_to
        )
        return self.world.message_json(message)

    def send_media(self, params: Json, kind: str) -> Json:
        """``sendPhoto`` and ``sendDocument``."""
        chat = self.chat(params)
        if not params.get(kind):
            raise bad_request(f"there is no {kind} in the request")
        text, entities = self.text(params, "caption", MAX_CAPTION)
        keyboard = self.keyboard(params, chat)
        thread = self.thread(params, chat)
        self.flood(chat)
        message = self.world.post(
            chat,
            BOT_ID,
            text,
            entities=entities,
            keyboard=keyboard,
            thread=thread,
            media={kind: str(params[kind])},
        )
        return self.world.message_json(message)

    def edit_text(self, params: Json) -> Json:
        """``editMessageText``."""
        chat = self.chat(params)
        message = self.message(chat, params, "edit")
        if message.media:
            raise bad_request("there is no text in the message to edit")
        text, entities = self.text(params, "text", MAX_TEXT)
        return self._edit(chat, message, text, entities, self.keyboard(params, chat))

    def edit_caption(self, params: Json) -> Json:
        """``editMessageCaption``."""
        chat = self.chat(params)
        message = self.message(chat, params, "edit")
        text, entities = self.text(params, "caption", MAX_CAPTION)
        return self._edit(chat, message, text, entities, self.keyboard(params, chat))

    def edit_markup(self, params: Json) -> Json:
        """``editMessageReplyMarkup``."""
        chat = self.chat(params)
        message = self.message(chat, params, "edit")
        return self._edit(chat, message, message.text, message.entities, self.keyboard(params, chat))

    def edit_media(self, params: Json) -> Json:
        """``editMessageMedia``."""
        chat = self.chat(params)
        message = self.message(chat, params, "edit")
        media = _parsed(params.get("media", "null"))
        if not isinstance(media, dict) or media.get("type") not in ("photo", "document"):
            raise bad_request("unsupported media")
        text, entities = self.text(
            {"caption": media.get("caption", ""), **_mode(media)}, "caption", MAX_CAPTION
        )
        keyboard = self.keyboard(params, chat)
        self.flood(chat)
        message.media = {media["type"]: str(media["media"])}
        message.text, message.entities, message.keyboard = text, entities, keyboard
        return self._edited(chat, message)

    def _edit(
        self,
        chat: Chat,
        message: Message,
        text: str,
        entities: list[Entity],
        keyboard: list[list[Json]] | None,
    ) -> Json:
        if (text, entities, keyboard) == (message.text, message.entities, message.keyboard):
            raise bad_request(SAME)
        self.flood(chat)
        message.text, message.entities, message.keyboard = text, entities, keyboard
        return self._edited(chat, message)

    def _edited(self, chat: Chat, message: Message) -> Json:
        message.edit_date = self.world.clock.now()
        self.world.touch(chat.id)
        return self.world.message_json(message)

    def delete(self, params: Json) -> bool:
        """``deleteMessage``."""
        chat = self.chat(params)
        message = self.message(chat, params, "delete")
        now = self.world.clock.now()
        admin = chat.members.get(BOT_ID) == "administrator"
        if now - message.date > DELETE_SECONDS or (message.sender != BOT_ID and not admin):
            raise bad_request("message can't be deleted for everyone")
        wait = self.world.limits.count_overall(now)
        if wait:
            raise ApiError(429, f"Too Many Requests: retry after {wait}", retry_after=wait)
        del chat.messages[message.message_id]
        self.world.touch(chat.id)
        return True

    def answer_query(self, params: Json) -> bool:
        """``answerCallbackQuery``: once, and not too late."""
        world = self.world
        query = world.queries.get(str(params.get("callback_query_id", "")))
        if query is None or query.answered or world.clock.now() - query.at > QUERY_SECONDS:
            raise bad_request("query is too old and response timeout expired or query ID is invalid")
        text = str(params.get("text", ""))
        if utf16(text) > MAX_ANSWER:
            raise bad_request("MESSAGE_TOO_LONG")
        url = str(params.get("url", ""))
        if url and not _is_start_link(url):
            raise bad_request("URL_INVALID")
        query.answered = True
        alert = _truth(params.get("show_alert", False))
        answer = {"text": text, "show_alert": alert, "url": url}
        if not query.answer.done():
            query.answer.set_result(answer)
        world.version += 1
        world.answers.append((world.version, {"user": query.user, "query_id": query.id, **answer}))
        world.wake()
        return True

    def get_chat(self, params: Json) -> Json:
        """``getChat``."""
        chat = self.chat(params)
        more = {"accent_color_id": 0, "max_reaction_count": 11, "accepted_gift_types": _GIFTS}
        return {**self.world.chat_json(chat), **more}

    def get_chat_member(self, params: Json) -> Json:
        """``getChatMember``."""
        chat = self.chat(params)
        user = self.world.users.get(int(params.get("user_id", 0)))
        if user is None:
            raise bad_request("user not found")
        return self._member(chat, user.id)

    def _member(self, chat: Chat, user_id: int) -> Json:
        status = chat.members.get(user_id, "left")
        return membership(status, self.world.users[user_id].as_json())

    def get_admins(self, params: Json) -> list[Json]:
        """``getChatAdministrators``."""
        chat = self.chat(params)
        return [self._member(chat, key) for key, status in chat.members.items() if status == "administrator"]

    def count_members(self, params: Json) -> int:
        """``getChatMemberCount``."""
        return len(self.chat(params).members)

    def set_commands(self, params: Json) -> bool:
        """``setMyCommands``."""
        commands = _parsed(params.get("commands", "[]"))
        if not isinstance(commands, list) or len(commands) > 100:
            raise bad_request("can't parse BotCommands")
        for command in commands:
            name, text = command.get("command", ""), command.get("description", "")
            if not (1 <= len(name) <= 32 and name == name.lower() and name.replace("_", "a").isalnum()):
                raise bad_request("BOT_COMMAND_INVALID")
            if not 1 <= len(text) <= 256:
                raise bad_request("BOT_COMMAND_DESCRIPTION_INVALID")
        key = f"{params.get('scope', '')}|{params.get('language_code', '')}"
        self.world.commands[key] = commands
        return True

    def get_commands(self, params: Json) -> list[Json]:
        """``getMyCommands``."""
        return self.world.commands.get(f"{params.get('scope', '')}|{params.get('language_code', '')}", [])

    def delete_commands(self, params: Json) -> bool:
        """``deleteMyCommands``."""
        self.world.commands.pop(f"{params.get('scope', '')}|{params.get('language_code', '')}", None)
        return True

    def leave_chat(self, params: Json) -> bool:
        """``leaveChat``."""
        chat = self.chat(params)
        chat.members.pop(BOT_ID, None)
        self.world.touch(chat.id)
        return True

    def accept(self, _: Json) -> bool:
        """Methods whose effect nothing here shows."""
        return True

    def set_webhook(self, params: Json) -> bool:
        """``setWebhook``."""
        url = str(params.get("url", ""))
        self.world.webhook = {"url": url, "secret_token": str(params.get("secret_token", ""))} if url else {}
        self._allow(params)
        if _truth(params.get("drop_pending_updates", False)):
            self.world.updates.clear()
        self.world.wake()
        return True

    def delete_webhook(self, params: Json) -> bool:
        """``deleteWebhook``."""
        self.world.webhook = {}
        if _truth(params.get("drop_pending_updates", False)):
            self.world.updates.clear()
        self.world.wake()
        return True

    def get_webhook_info(self, _: Json) -> Json:
        """``getWebhookInfo``."""
        url = self.world.webhook.get("url", "")
        return {"url": url, "has_custom_certificate": False, "pending_update_count": len(self.world.updates)}

    def _allow(self, params: Json) -> None:
        if "allowed_updates" in params:
            allowed = _parsed(params["allowed_updates"])
            self.world.allowed = allowed or None

    def confirm(self, params: Json) -> None:
        """The confirming part of ``getUpdates``: what lies before the offset is done with."""
        world = self.world
        self._allow(params)
        offset = int(params.get("offset", 0) or 0)
        while world.updates and world.updates[0]["update_id"] < offset:
            world.updates.popleft()


_GIFTS = dict.fromkeys(
    (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    ),
    False,
)


def _parsed(raw: Any) -> Any:
    if not isinstance(raw, str):
        return raw
    try:
        return json.loads(raw)
    except ValueError:
        raise bad_request("can't parse JSON object") from None


def _truth(raw: Any) -> bool:
    return raw in (True, "true", "True", "1", 1)


def _mode(media: Json) -> Json:
    return {"parse_mode": media["parse_mode"]} if "parse_mode" in media else {}


def _reply_to(params: Json, chat: Chat) -> int | None:
    raw = params.get("reply_parameters")
    if raw is None:
        return None
    reply = _parsed(raw)
    message_id = int(reply.get("message_id", 0))
    if message_id in chat.messages:
        return message_id
    if reply.get("allow_sending_without_reply"):
        return None
    raise bad_request("message to be replied not found")


def _check_button(button: Any, chat: Chat) -> None:
    if not isinstance(button, dict) or not str(button.get("text", "")):
        raise bad_request("text buttons are unallowed in the inline keyboard")
    kinds = [key for key in ("callback_data", "url", "web_app") if key in button]
    if len(kinds) != 1 or set(button) - {"text", "style", *kinds}:
        raise bad_request("can't parse inline keyboard button")
    if "callback_data" in button and not 1 <= len(str(button["callback_data"]).encode()) <= MAX_DATA:
        raise bad_request("BUTTON_DATA_INVALID")
    if "url" in button and urlsplit(str(button["url"])).scheme not in ("http", "https", "tg"):
        raise bad_request("BUTTON_URL_INVALID")
    if "web_app" in button and chat.type != "private":
        raise bad_request("BUTTON_TYPE_INVALID")
    if "style" in button and button["style"] not in STYLES:
        raise bad_request("invalid button style specified")


def _is_start_link(url: str) -> bool:
    parts = urlsplit(url)
    start = parse_qs(parts.query).get("start", [""])[0]
    valid = 1 <= len(start) <= 64 and start.replace("-", "a").replace("_", "a").isalnum() and start.isascii()
    return parts.scheme == "https" and parts.netloc == "t.me" and parts.path == f"/{BOT_USERNAME}" and valid


_SEND = "chat_id message_thread_id disable_notification protect_content reply_parameters reply_markup"
_EDIT = "chat_id message_id inline_message_id reply_markup"
_COMMANDS = "scope language_code"

METHODS: dict[str, tuple[Callable[[Methods, Json], Any], str]] = {
    "getMe": (Methods.get_me, ""),
    "sendMessage": (Methods.send_message, f"{_SEND} text parse_mode entities link_preview_options"),
    "sendPhoto": (lambda m, p: m.send_media(p, "photo"), f"{_SEND} photo caption parse_mode"),
    "sendDocument": (lambda m, p: m.send_media(p, "document"), f"{_SEND} document caption parse_mode"),
    "editMessageText": (Methods.edit_text, f"{_EDIT} text parse_mode entities link_preview_options"),
    "editMessageCaption": (Methods.edit_caption, f"{_EDIT} caption parse_mode"),
    "editMessageReplyMarkup": (Methods.edit_markup, _EDIT),
    "editMessageMedia": (Methods.edit_media, f"{_EDIT} media"),
    "deleteMessage": (Methods.delete, "chat_id message_id"),
    "answerCallbackQuery": (Methods.answer_query, "callback_query_id text show_alert url cache_time"),
    "getChat": (Methods.get_chat, "chat_id"),
    "getChatMember": (Methods.get_chat_member, "chat_id user_id"),
    "getChatAdministrators": (Methods.get_admins, "chat_id"),
    "getChatMemberCount": (Methods.count_members, "chat_id"),
    "setMyCommands": (Methods.set_commands, f"{_COMMANDS} commands"),
    "getMyCommands": (Methods.get_commands, _COMMANDS),
    "deleteMyCommands": (Methods.delete_commands, _COMMANDS),
    "setMyName": (Methods.accept, "name language_code"),
    "setMyDescription": (Methods.accept, "description language_code"),
    "setMyShortDescription": (Methods.accept, "short_description language_code"),
    "setChatMenuButton": (Methods.accept, "chat_id menu_button"),
    "sendChatAction": (Methods.accept, "chat_id message_thread_id action"),
    "pinChatMessage": (Methods.accept, "chat_id message_id disable_notification"),
    "unpinChatMessage": (Methods.accept, "chat_id message_id"),
    "leaveChat": (Methods.leave_chat, "chat_id"),
    "setWebhook": (
        Methods.set_webhook,
        "url certificate ip_address max_connections allowed_updates drop_pending_updates secret_token",
    ),
    "deleteWebhook": (Methods.delete_webhook, "drop_pending_updates"),
    "getWebhookInfo": (Methods.get_webhook_info, ""),
    "close": (Methods.accept, ""),
    "logOut": (Methods.accept, ""),
}
"""The methods that are spoken, with the parameters that each knows."""

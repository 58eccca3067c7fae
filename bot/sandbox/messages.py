"""The methods that send, edit and delete messages, and the one that answers taps."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.content import Keyboard, Text, read_file, read_keyboard, read_media, read_text, start_payload
from bot.sandbox.entities import utf16
from bot.sandbox.errors import SAME, STALE_QUERY, bad_request
from bot.sandbox.lookup import Lookup
from bot.sandbox.model import BOT_ID, Chat, Message
from bot.sandbox.params import Json, Params
from bot.sandbox.world import QUERY_SECONDS, World

MAX_ANSWER = 200
DELETE_SECONDS = 48 * 3600
ACTIONS = frozenset(
    [
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    ]
)


@dataclass(frozen=True, slots=True)
class Messages:
    """Each method takes parameters and gives the ``result``, or raises an :class:`ApiError`."""

    world: World
    lookup: Lookup

    def send_text(self, params: Params) -> Json:
        """``sendMessage``."""
        chat = self.lookup.chat(params)
        return self._send(params, chat, read_text(params, "text", self.world.users), {})

    def send_photo(self, params: Params) -> Json:
        """``sendPhoto``."""
        return self._send_media(params, "photo")

    def send_document(self, params: Params) -> Json:
        """``sendDocument``."""
        return self._send_media(params, "document")

    def _send_media(self, params: Params, kind: str) -> Json:
        chat = self.lookup.chat(params)
        file_id = read_file(self.world.files, params.values.get(kind), kind)
        return self._send(params, chat, read_text(params, "caption", self.world.users), {kind: file_id})

    def _send(self, params: Params, chat: Chat, content: Text, media: Json) -> Json:
        keyboard = read_keyboard(params, chat)
        thread = self.lookup.thread(params, chat)
        reply_to = self.lookup.reply_to(params, chat)
        self.lookup.flood(chat)
        text, entities = content
        message = self.world.post(
            chat,
            BOT_ID,
            text,
            entities=entities,
            keyboard=keyboard,
            thread=thread,
            reply_to=reply_to,
            media=media,
        )
        return self.world.views.message(message)

    def edit_text(self, params: Params) -> Json:
        """``editMessageText``."""
        chat = self.lookup.chat(params)
        message = self.lookup.own_message(chat, params)
        if message.media:
            raise bad_request("there is no text in the message to edit")
        content = read_text(params, "text", self.world.users)
        return self._edit(chat, message, content, {}, read_keyboard(params, chat))

    def edit_caption(self, params: Params) -> Json:
        """``editMessageCaption``."""
        chat = self.lookup.chat(params)
        message = self.lookup.own_message(chat, params)
        if not message.media:
            raise bad_request("there is no caption in the message to edit")
        content = read_text(params, "caption", self.world.users)
        return self._edit(chat, message, content, message.media, read_keyboard(params, chat))

    def edit_markup(self, params: Params) -> Json:
        """``editMessageReplyMarkup``."""
        chat = self.lookup.chat(params)
        message = self.lookup.own_message(chat, params)
        content = message.text, message.entities
        return self._edit(chat, message, content, message.media, read_keyboard(params, chat))

    def edit_media(self, params: Params) -> Json:
        """``editMessageMedia``: a photo or a document, uploaded with the call or before."""
        chat = self.lookup.chat(params)
        message = self.lookup.own_message(chat, params)
        item = read_media(params)
        source = item.text("media")
        if source.startswith("attach://"):
            source = params.text(source.removeprefix("attach://"), "")
        kind = item.text("type")
        media = {kind: read_file(self.world.files, source, kind)}
        content = read_text(item, "caption", self.world.users)
        return self._edit(chat, message, content, media, read_keyboard(params, chat))

    def _edit(
        self, chat: Chat, message: Message, content: Text, media: Json, keyboard: Keyboard | None
    ) -> Json:
        old = (message.text, message.entities, message.media, message.keyboard)
        if (*content, media, keyboard) == old:
            raise bad_request(SAME)
        self.lookup.flood(chat)
        message.text, message.entities = content
        message.media, message.keyboard = media, keyboard
        message.edit_date = self.world.clock.now()
        self.world.touch(chat.id)
        return self.world.views.message(message)

    def delete(self, params: Params) -> bool:
        """``deleteMessage``, for 48 hours: the bot's own, and others' as an administrator or in private."""
        chat = self.lookup.chat(params)
        message = self.lookup.message(chat, params, "delete")
        allowed = chat.type == "private" or chat.members.get(BOT_ID) == "administrator"
        too_old = self.world.clock.now() - message.date > DELETE_SECONDS
        if too_old or (message.sender != BOT_ID and not allowed):
            raise bad_request("message can't be deleted for everyone")
        self.lookup.flood_overall()
        del chat.messages[message.message_id]
        if message.message_id in chat.pinned:
            chat.pinned.remove(message.message_id)
        self.world.touch(chat.id)
        return True

    def answer_query(self, params: Params) -> bool:
        """``answerCallbackQuery``: once, and not too late."""
        world = self.world
        query = world.queries.get(params.text("callback_query_id", ""))
        if query is None or query.answered or world.clock.now() - query.at > QUERY_SECONDS:
            raise bad_request(STALE_QUERY)
        text = params.text("text", "")
        if utf16(text) > MAX_ANSWER:
            raise bad_request("MESSAGE_TOO_LONG")
        url = params.text("url", "")
        if url and not start_payload(url):
            raise bad_request("URL_INVALID")
        world.answered(query, {"text": text, "show_alert": params.truth("show_alert"), "url": url})
        return True

    def pin(self, params: Params) -> bool:
        """``pinChatMessage``: in a group as an administrator only."""
        chat = self._may_pin(params)
        message = self.lookup.message(chat, params, "pin")
        if message.message_id not in chat.pinned:
            pinned = {"pinned_message": self.world.views.message(message)}
            chat.pinned.append(message.message_id)
            self.world.announce(chat, BOT_ID, pinned)
        return True

    def unpin(self, params: Params) -> bool:
        """``unpinChatMessage``: the one named, else the newest."""
        chat = self._may_pin(params)
        wanted = params.integer("message_id", chat.pinned[-1] if chat.pinned else 0)
        if wanted not in chat.pinned:
            raise bad_request("message to unpin not found")
        chat.pinned.remove(wanted)
        self.world.touch(chat.id)
        return True

    def _may_pin(self, params: Params) -> Chat:
        chat = self.lookup.chat(params)
        if chat.type != "private" and chat.members.get(BOT_ID) != "administrator":
            raise bad_request("not enough rights to manage pinned messages in the chat")
        return chat

    def chat_action(self, params: Params) -> bool:
        """``sendChatAction``, which nothing here shows."""
        chat = self.lookup.chat(params)
        self.lookup.thread(params, chat)
        if params.text("action", "") not in ACTIONS:
            raise bad_request("wrong parameter action in request")
        return True

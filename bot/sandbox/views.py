"""Chats and messages as JSON: as the Bot API sends them, and as the page and the tests see them."""

from __future__ import annotations

from dataclasses import dataclass

from bot.sandbox.entities import render_html
from bot.sandbox.files import Files
from bot.sandbox.model import ANONYMOUS_ADMIN, CHANNEL_SENDER, Chat, Message, User
from bot.sandbox.params import Json

SHOWN = 500
"""How many messages of a chat are shown, the newest ones."""

_RIGHTS = (
    "can_be_edited",
    "is_anonymous",
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
)
_GRANTED = ("can_manage_chat", "can_delete_messages", "can_change_info", "can_invite_users")


def membership(status: str, user: Json) -> Json:
    """A ChatMember of the Bot API."""
    found: Json = {"status": status, "user": user}
    if status == "administrator":
        found |= {right: right in _GRANTED for right in _RIGHTS}
        found["can_pin_messages"] = True
    elif status == "kicked":
        found["until_date"] = 0
    return found


@dataclass(frozen=True, slots=True)
class Views:
    """How everything looks from outside."""

    users: dict[int, User]
    chats: dict[int, Chat]
    files: Files

    def chat(self, chat: Chat) -> Json:
        """The chat as the Bot API sends it."""
        found: Json = {"id": chat.id, "type": chat.type}
        if chat.type == "private":
            user = self.users[chat.id].as_json()
            names = ("first_name", "last_name", "username")
            return found | {name: user[name] for name in names if name in user}
        found["title"] = chat.title
        if chat.is_forum:
            found["is_forum"] = True
        return found

    def message(self, message: Message) -> Json:
        """The message as the Bot API sends it."""
        chat = self.chats[message.chat_id]
        found: Json = {
            "message_id": message.message_id,
            "date": int(message.date),
            "chat": self.chat(chat),
            **self._sender(message),
            **message.service,
        }
        if message.thread is not None:
            found["message_thread_id"] = message.thread
            found["is_topic_message"] = True
        if message.edit_date is not None:
            found["edit_date"] = int(message.edit_date)
        found |= self._content(message)
        if message.keyboard:
            found["reply_markup"] = {"inline_keyboard": message.keyboard}
        replied = chat.messages.get(message.reply_to or 0)
        if replied is not None:
            found["reply_to_message"] = self.message(replied)
            found["reply_to_message"].pop("reply_to_message", None)
        return found

    def _sender(self, message: Message) -> Json:
        if message.sender_chat is None:
            return {"from": self.users[message.sender].as_json()}
        sender_chat = self.chat(self.chats[message.sender_chat])
        if self.chats[message.chat_id].type == "channel":
            return {"sender_chat": sender_chat}
        anonymous = message.sender_chat == message.chat_id
        sender = ANONYMOUS_ADMIN if anonymous else CHANNEL_SENDER
        return {"from": sender.as_json(), "sender_chat": sender_chat}

    def _content(self, message: Message) -> Json:
        found: Json = {}
        text, entities = ("caption", "caption_entities") if message.media else ("text", "entities")
        if message.text:
            found[text] = message.text
        if message.entities:
            found[entities] = [entity.as_json() for entity in message.entities]
        for kind, file_id in message.media.items():
            file = self.files.get(file_id)
            width, height = (1, 1) if file is None else file.size
            ids: Json = {"file_id": file_id, "file_unique_id": file_id}
            if file is not None:
                ids["file_size"] = len(file.content)
            if kind == "photo":
                found["photo"] = [{**ids, "width": width, "height": height}]
            else:
                found["document"] = ids if file is None else {**ids, "file_name": file.name}
        return found

    def shown_message(self, message: Message) -> Json:
        """The message for the page and for tests."""
        found: Json = {
            "message_id": message.message_id,
            "chat_id": message.chat_id,
            "date": message.date,
            "edit_date": message.edit_date,
            "message_thread_id": message.thread,
            "reply_to": message.reply_to,
            "text": message.text,
            "html": render_html(message.text, message.entities),
            "entities": [entity.as_json() for entity in message.entities],
            "keyboard": message.keyboard or [],
            **({"from": self.users[message.sender].as_json()} | self._sender(message)),
        }
        if message.service:
            found["service"] = _service_text(message)
        for kind, file_id in message.media.items():
            url, file = f"/sandbox/files/{file_id}", self.files.get(file_id)
            found[kind] = url
            if kind == "document":
                found[kind] = {"url": url, "file_name": file_id if file is None else file.name}
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
            "pinned": list(chat.pinned),
            "messages": [self.shown_message(message) for message in list(chat.messages.values())[-SHOWN:]],
        }

    def shown_user(self, user: User) -> Json:
        """The user for the page and for tests."""
        return {**user.as_json(), "started": user.started, "blocked": user.blocked}


def _service_text(message: Message) -> str:
    service = message.service
    if "new_chat_members" in service:
        return "＋ " + ", ".join(user["first_name"] for user in service["new_chat_members"])
    if "left_chat_member" in service:
        return f"－ {service['left_chat_member']['first_name']}"
    if "forum_topic_created" in service:
        return f"＃ {service['forum_topic_created']['name']}"
    if "pinned_message" in service:
        return "📌"
    return "⇧ supergroup"

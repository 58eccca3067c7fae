"""The user side: what people do. They come and go, write, tap, open links, block the bot."""

from __future__ import annotations

import asyncio

from aiohttp import web

from bot.sandbox.content import start_payload
from bot.sandbox.control import find_chat
from bot.sandbox.model import BOT_ID, Chat, Message, User
from bot.sandbox.params import Json, Params
from bot.sandbox.requests import Handler, read_body, refuse
from bot.sandbox.world import World

KINDS = ("group", "supergroup", "channel")
ANSWER_WITHIN = 10.0
"""How long, in real seconds, a tap waits for its answer."""


class PeopleControl:
    """The handlers of what people do."""

    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self) -> list[web.RouteDef]:
        """All these routes under ``/sandbox``."""
        table: list[tuple[str, Handler]] = [
            ("/sandbox/users", self.add_user),
            ("/sandbox/chats", self.add_chat),
            ("/sandbox/chats/{chat}/members", self.members),
            ("/sandbox/chats/{chat}/topics", self.add_topic),
            ("/sandbox/chats/{chat}/migrate", self.migrate),
            ("/sandbox/chats/{chat}/messages", self.say),
            ("/sandbox/chats/{chat}/delete", self.delete_message),
            ("/sandbox/tap", self.tap),
            ("/sandbox/open", self.open_link),
            ("/sandbox/block", self.block),
            ("/sandbox/unblock", self.unblock),
        ]
        return [web.post(path, handler) for path, handler in table]

    # Who is where

    async def add_user(self, request: web.Request) -> web.Response:
        """A new person, or with ``is_bot`` another bot."""
        body = await read_body(request)
        names = ("last_name", "username", "language_code")
        more = {name: body.text(name) for name in names if body.has(name)}
        user = self.world.add_user(body.text("first_name"), is_bot=body.truth("is_bot"), **more)
        return web.json_response(self.world.views.shown_user(user))

    async def add_chat(self, request: web.Request) -> web.Response:
        """A new group or channel; ``bot`` is true, false or ``"admin"``."""
        body = await read_body(request)
        kind = body.text("type", "group")
        if kind not in KINDS:
            raise refuse(f"there is no type {kind!r}; there are {', '.join(KINDS)}")
        is_forum = body.truth("is_forum")
        if is_forum and kind != "supergroup":
            raise refuse("only a supergroup is a forum")
        members, admins = body.integers("members"), body.integers("admins")
        if unknown := set(members) - set(self.world.users):
            raise refuse(f"no such user: {min(unknown)}", 404)
        if set(admins) - set(members):
            raise refuse("an administrator must be a member")
        with_bot = body.values.get("bot", True)
        bot = "administrator" if with_bot == "admin" else "member" if with_bot else None
        chat = self.world.add_chat(kind, body.text("title", ""), members, admins, bot, is_forum=is_forum)
        return self._shown(chat)

    async def members(self, request: web.Request) -> web.Response:
        """Somebody comes, goes, or becomes an administrator; ``user`` may be ``"bot"``."""
        chat, body = self._open_chat(request), await read_body(request)
        if chat.type == "private":
            raise refuse("nobody comes or goes in a private chat")
        user = self._user(body)
        action, is_member = body.text("action"), user.id in chat.members
        if action == "add":
            if not is_member:
                self.world.join(chat, user.id)
        elif not is_member:
            raise refuse("that user is no member")
        elif action == "remove":
            self.world.leave(chat, user.id)
        elif action in ("promote", "demote"):
            self.world.set_member(chat, user.id, "administrator" if action == "promote" else "member")
        else:
            raise refuse(f"there is no action {action!r}; there are add, remove, promote, demote")
        return self._shown(chat)

    async def add_topic(self, request: web.Request) -> web.Response:
        """A new topic of a forum."""
        chat, body = self._open_chat(request), await read_body(request)
        if not chat.is_forum:
            raise refuse("that chat is no forum")
        created = self.world.add_topic(chat, body.text("name"))
        return web.json_response({"message_thread_id": created.message_id})

    async def migrate(self, request: web.Request) -> web.Response:
        """A group becomes a supergroup, with another id."""
        chat = self._open_chat(request)
        if chat.type != "group":
            raise refuse("only a group becomes a supergroup")
        return self._shown(self.world.migrate(chat))

    async def block(self, request: web.Request) -> web.Response:
        """Somebody blocks the bot."""
        self.world.block(self._user(await read_body(request)))
        return web.json_response({})

    async def unblock(self, request: web.Request) -> web.Response:
        """Somebody who has blocked the bot lets it write again."""
        self.world.unblock(self._user(await read_body(request)))
        return web.json_response({})

    # What they write

    async def say(self, request: web.Request) -> web.Response:
        """Somebody writes; with ``edit_of`` they change what they wrote."""
        chat, body = self._open_chat(request), await read_body(request)
        user, text = self._user(body, "from"), body.text("text")
        if user.id not in chat.members:
            raise refuse("that user is no member")
        if body.has("edit_of"):
            message = self._message(chat, body, "edit_of")
            if message.sender != user.id or message.service:
                raise refuse("that message is somebody else's")
            self.world.edit(chat, message, text)
        else:
            message = self.world.say(chat, user, text, **self._place(chat, body))
        return web.json_response(self.world.views.shown_message(message))

    def _place(self, chat: Chat, body: Params) -> Json:
        """Where a message stands, and in whose name."""
        found: Json = {}
        if body.has("message_thread_id"):
            found["thread"] = body.integer("message_thread_id")
            if found["thread"] not in chat.topics:
                raise refuse("no such topic", 404)
        if body.has("reply_to"):
            found["reply_to"] = self._message(chat, body, "reply_to").message_id
        if body.has("sender_chat") or chat.type == "channel":
            found["sender_chat"] = body.integer("sender_chat", chat.id)
            if found["sender_chat"] not in self.world.chats:
                raise refuse("no such chat", 404)
        return found

    async def delete_message(self, request: web.Request) -> web.Response:
        """An administrator deletes a message; the bot is not told."""
        chat, body = self._open_chat(request), await read_body(request)
        message = self._message(chat, body, "message_id")
        del chat.messages[message.message_id]
        self.world.touch(chat.id)
        return web.json_response({})

    # What they tap

    async def tap(self, request: web.Request) -> web.Response:
        """Somebody presses a button, and waits for the answer.

        With ``force`` the button need not be there any more, nor the message, nor the person in the chat.
        """
        body = await read_body(request)
        user, data, force = self._user(body), body.text("data"), body.truth("force")
        chat = self.world.chats.get(body.integer("chat"))
        if chat is None:
            raise refuse("no such chat", 404)
        message = chat.messages.get(body.integer("message_id"))
        if not force:
            _check_tap(chat, user, message, data)
        if message is None:
            message_id = body.integer("message_id")
            shown: Json = {"chat": self.world.views.chat(chat), "message_id": message_id, "date": 0}
        else:
            shown = self.world.views.message(message)
        query = self.world.new_query(user, shown, data)
        patience = body.number("timeout", ANSWER_WITHIN)
        done, _ = await asyncio.wait([query.answer], timeout=patience)
        answer = query.answer.result() if done else None
        return web.json_response({"query_id": query.id, "answer": answer})

    async def open_link(self, request: web.Request) -> web.Response:
        """Somebody opens a link to the bot: the private chat, with start pressed."""
        body = await read_body(request)
        user, payload = self._user(body), start_payload(body.text("url"))
        if payload is None:
            raise refuse("that is no link to the bot")
        text = f"/start {payload}" if payload else "/start"
        message = self.world.say(self.world.private(user.id), user, text)
        return web.json_response(self.world.views.shown_message(message))

    # Helpers

    def _shown(self, chat: Chat) -> web.Response:
        return web.json_response(self.world.views.shown_chat(chat))

    def _open_chat(self, request: web.Request) -> Chat:
        chat = find_chat(self.world, request)
        if chat.migrated_to is not None:
            raise refuse(f"that group has become {chat.migrated_to}")
        return chat

    def _user(self, body: Params, key: str = "user") -> User:
        number = BOT_ID if body.values.get(key) == "bot" else body.integer(key)
        user = self.world.users.get(number)
        if user is None:
            raise refuse("no such user", 404)
        return user

    def _message(self, chat: Chat, body: Params, key: str) -> Message:
        message = chat.messages.get(body.integer(key))
        if message is None:
            raise refuse("no such message", 404)
        return message


def _check_tap(chat: Chat, user: User, message: Message | None, data: str) -> None:
    """A tap that a client of Telegram offers: on a button that is there, in a chat that one is in."""
    if message is None:
        raise refuse("no such message", 404)
    if user.id not in chat.members:
        raise refuse("that user is no member")
    shown = [button.get("callback_data") for row in message.keyboard or [] for button in row]
    if data not in shown:
        raise refuse("the message has no such button")

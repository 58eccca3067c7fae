"""The user side: what the page and the tests do to the sandbox, as JSON over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from typing import Any
from urllib.parse import parse_qs, urlsplit

from aiohttp import web

from bot.sandbox.faults import Faults, Rule
from bot.sandbox.world import BOT_ID, BOT_USERNAME, SUPERGROUP, Chat, Json, User, World

PATIENCE = 30.0
_STATUS = {"add": "member", "promote": "administrator", "demote": "member", "remove": None}

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def refuse(message: str, status: int = 400) -> web.HTTPException:
    """A refusal of the user side."""
    kind = {404: web.HTTPNotFound, 504: web.HTTPGatewayTimeout}.get(status, web.HTTPBadRequest)
    return kind(text=f'{{"error": "{message}"}}', content_type="application/json")


class Control:
    """The handlers of the user side."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world = world
        self.faults = faults

    def routes(self) -> list[web.RouteDef]:
        """All routes under ``/sandbox``."""
        table: list[tuple[str, str, Handler]] = [
            ("GET", "/sandbox/friends", self.friends),
            ("GET", "/sandbox/state", self.state),
            ("GET", "/sandbox/events", self.events),
            ("GET", "/sandbox/chats/{chat}", self.one_chat),
            ("POST", "/sandbox/users", self.add_user),
            ("POST", "/sandbox/chats", self.add_chat),
            ("POST", "/sandbox/chats/{chat}/members", self.members),
            ("POST", "/sandbox/chats/{chat}/topics", self.add_topic),
            ("POST", "/sandbox/chats/{chat}/migrate", self.migrate),
            ("POST", "/sandbox/chats/{chat}/messages", self.say),
            ("POST", "/sandbox/chats/{chat}/delete", self.delete_message),
            ("POST", "/sandbox/tap", self.tap),
            ("POST", "/sandbox/open", self.open_link),
            ("POST", "/sandbox/block", self.block),
            ("POST", "/sandbox/unblock", self.unblock),
            ("POST", "/sandbox/faults", self.set_faults),
            ("DELETE", "/sandbox/faults", self.clear_faults),
            ("GET", "/sandbox/calls", self.calls),
            ("GET", "/sandbox/refusals", self.refusals),
            ("GET", "/sandbox/files/{file}", self.file),
            ("GET", "/sandbox/clock", self.clock),
            ("POST", "/sandbox/clock/wait", self.clock_wait),
            ("POST", "/sandbox/clock/step", self.clock_step),
            ("POST", "/sandbox/clock/advance", self.clock_advance),
            ("POST", "/sandbox/settle", self.settle),
        ]
        return [web.route(method, path, handler) for method, path, handler in table]

    # Looking

    async def friends(self, _: web.Request) -> web.Response:
        """The scene of six friends, made if there is none."""
        return web.json_response(self.world.scene())

    async def state(self, _: web.Request) -> web.Response:
        """Everything."""
        world = self.world
        return web.json_response(
            {
                "now": world.clock.now(),
                "mode": world.clock.mode,
                "bot": world.bot.as_json(),
                "users": [
                    {**user.as_json(), "started": user.started, "blocked": user.blocked}
                    for user in world.users.values()
                    if not user.is_bot
                ],
                "chats": [
                    world.shown_chat(chat) for chat in world.chats.values() if chat.migrated_to is None
                ],
                "version": world.version,
            }
        )

    async def one_chat(self, request: web.Request) -> web.Response:
        """One chat."""
        return web.json_response(self.world.shown_chat(self._chat(request)))

    async def events(self, request: web.Request) -> web.Response:
        """What has changed since a version: a long poll."""
        world = self.world
        since = int(request.query.get("since", 0))
        loop = asyncio.get_running_loop()
        end = loop.time() + min(float(request.query.get("timeout", 25)), 50)
        while world.version <= since and loop.time() < end:
            await world.wait(end - loop.time())
        changed = [chat for chat, version in world.chat_versions.items() if version > since]
        answers = [answer for version, answer in world.answers if version > since]
        return web.json_response({"version": world.version, "changed": changed, "answers": answers})

    async def calls(self, request: web.Request) -> web.Response:
        """The calls of the bot since a number."""
        since = int(request.query.get("since", 0))
        return web.json_response([asdict(call) for call in self.world.calls[since:]])

    async def refusals(self, _: web.Request) -> web.Response:
        """The calls that were refused."""
        return web.json_response([asdict(call) for call in self.world.calls if not call.ok])

    async def file(self, request: web.Request) -> web.Response:
        """A file that the bot has sent."""
        content = self.world.files.get(request.match_info["file"])
        if content is None:
            raise refuse("no such file", 404)
        return web.Response(body=content, content_type="image/png")

    # People and chats

    async def add_user(self, request: web.Request) -> web.Response:
        """A new person."""
        body = await _body(request)
        names = ("last_name", "username", "language_code")
        user = self.world.add_user(str(body["first_name"]), **{n: str(body[n]) for n in names if n in body})
        return web.json_response(user.as_json())

    async def add_chat(self, request: web.Request) -> web.Response:
        """A new group."""
        body = await _body(request)
        with_bot = body.get("bot", True)
        bot = None if not with_bot else "administrator" if with_bot == "admin" else "member"
        chat = self.world.add_chat(
            str(body.get("type", "group")),
            str(body.get("title", "")),
            [int(key) for key in body.get("members", [])],
            [int(key) for key in body.get("admins", [])],
            bot,
            is_forum=bool(body.get("is_forum", False)),
        )
        return web.json_response(self.world.shown_chat(chat))

    async def members(self, request: web.Request) -> web.Response:
        """Somebody comes, goes, or becomes an administrator."""
        chat, body = self._chat(request), await _body(request)
        key = BOT_ID if body["user"] == "bot" else int(body["user"])
        status = _STATUS[body["action"]]
        by = next((member for member in chat.members if member != BOT_ID), BOT_ID)
        self.world.set_member(chat, key, status, by)
        return web.json_response(self.world.shown_chat(chat))

    async def add_topic(self, request: web.Request) -> web.Response:
        """A new topic of a forum."""
        chat, body = self._chat(request), await _body(request)
        chat.last_id += 1
        chat.topics[chat.last_id] = str(body.get("name", "topic"))
        self.world.touch(chat.id)
        return web.json_response({"message_thread_id": chat.last_id})

    async def migrate(self, request: web.Request) -> web.Response:
        """A group becomes a supergroup, with another id."""
        world, chat = self.world, self._chat(request)
        new = Chat(SUPERGROUP + chat.id, "supergroup", chat.title, members=dict(chat.members))
        world.chats[new.id] = new
        chat.migrated_to = new.id
        owner = next(member for member in chat.members if member != BOT_ID)
        left = world.post(chat, owner, service={"migrate_to_chat_id": new.id})
        world.push("message", world.message_json(left))
        arrived = world.post(new, owner, service={"migrate_from_chat_id": chat.id})
        world.push("message", world.message_json(arrived))
        return web.json_response(world.shown_chat(new))

    async def say(self, request: web.Request) -> web.Response:
        """Somebody writes, or edits what they wrote."""
        chat, body = self._chat(request), await _body(request)
        user = self._user(body.get("from"))
        thread = body.get("message_thread_id")
        message = self.world.say(
            chat,
            user,
            str(body["text"]),
            thread=thread,
            reply_to=body.get("reply_to"),
            sender_chat=body.get("sender_chat"),
        )
        return web.json_response(self.world.shown_json(message))

    async def delete_message(self, request: web.Request) -> web.Response:
        """An administrator deletes a message."""
        chat, body = self._chat(request), await _body(request)
        chat.messages.pop(int(body["message_id"]), None)
        self.world.touch(chat.id)
        return web.json_response({})

    async def tap(self, request: web.Request) -> web.Response:
        """Somebody presses a button, and waits for the answer."""
        body = await _body(request)
        user, chat = self._user(body.get("user")), self.world.chats.get(int(body["chat"]))
        message = None if chat is None else chat.messages.get(int(body["message_id"]))
        if chat is None or message is None:
            raise refuse("no such message", 404)
        data = str(body["data"])
        shown = [button.get("callback_data") for row in message.keyboard or [] for button in row]
        if data not in shown and not body.get("force"):
            raise refuse("the message has no such button")
        query = self.world.new_query(user, message, data)
        try:
            answer = await asyncio.wait_for(asyncio.shield(query.answer), float(body.get("timeout", 10)))
        except TimeoutError:
            answer = None
        return web.json_response({"query_id": query.id, "answer": answer})

    async def open_link(self, request: web.Request) -> web.Response:
        """Somebody opens a link to the bot: the private chat, with start pressed."""
        body = await _body(request)
        user = self._user(body.get("user"))
        parts = urlsplit(str(body["url"]))
        if parts.netloc != "t.me" or parts.path != f"/{BOT_USERNAME}":
            raise refuse("not a link to the bot")
        payload = parse_qs(parts.query).get("start", [""])[0]
        text = f"/start {payload}" if payload else "/start"
        message = self.world.say(self.world.private(user.id), user, text)
        return web.json_response(self.world.shown_json(message))

    async def block(self, request: web.Request) -> web.Response:
        """Somebody blocks the bot."""
        self.world.set_blocked(self._user((await _body(request)).get("user")), blocked=True)
        return web.json_response({})

    async def unblock(self, request: web.Request) -> web.Response:
        """Somebody lets the bot write again."""
        self.world.set_blocked(self._user((await _body(request)).get("user")), blocked=False)
        return web.json_response({})

    # Faults

    async def set_faults(self, request: web.Request) -> web.Response:
        """Faults from now on."""
        body = await _body(request)
        try:
            rules = [Rule(**rule) for rule in body.get("rules", [])]
            self.faults.set(rules, int(body.get("seed", 0)))
        except (TypeError, ValueError) as error:
            raise refuse(str(error).replace('"', "'")) from None
        return web.json_response({})

    async def clear_faults(self, _: web.Request) -> web.Response:
        """No faults any more."""
        self.faults.set([], 0)
        return web.json_response({})

    # The clock

    async def clock(self, _: web.Request) -> web.Response:
        """What time it is."""
        return web.json_response({"now": self.world.clock.now(), "mode": self.world.clock.mode})

    async def clock_wait(self, request: web.Request) -> web.Response:
        """The bot has nothing to do until a moment: a long poll that ends when the clock moves."""
        body = await _body(request)
        world, clock, key = self.world, self.world.clock, object()
        if body.get("session") != clock.session:
            clock.session = str(body.get("session"))
            clock.done = 0
            world.delivered = 0
        clock.done = max(clock.done, int(body.get("done", 0)))
        seen = float(body.get("now", clock.now()))
        if clock.mode == "real":
            seen = clock.now()
        clock.waits[key] = body.get("wake")
        clock.notify()
        loop = asyncio.get_running_loop()
        end = loop.time() + 25
        try:
            while clock.manual is not None and clock.now() <= seen and loop.time() < end:
                await clock.changed(end - loop.time())
            if clock.mode == "real":
                await clock.changed(end - loop.time())
        finally:
            clock.waits.pop(key, None)
        return web.json_response({"now": clock.now()})

    def quiescent(self) -> bool:
        """Whether the bot waits, and has done everything that it was or will be given."""
        world, clock = self.world, self.world.clock
        if not clock.waits or world.delivered > clock.done:
            return False
        return all(update["update_id"] <= clock.done for update in world.updates)

    async def _settled(self, patience: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        while not self.quiescent():
            if loop.time() >= end:
                raise refuse("the bot does not come to rest", 504)
            await self.world.clock.changed(min(0.5, end - loop.time()))

    async def settle(self, request: web.Request) -> web.Response:
        """Wait until the bot is at rest."""
        body = await _body(request)
        await self._settled(float(body.get("patience", PATIENCE)))
        return web.json_response({"now": self.world.clock.now()})

    async def clock_step(self, request: web.Request) -> web.Response:
        """Wait until the bot is at rest, move to its next moment, and wait again."""
        body, clock = await _body(request), self.world.clock
        if clock.manual is None:
            raise refuse("the clock is real")
        patience = float(body.get("patience", PATIENCE))
        await self._settled(patience)
        before = clock.now()
        latest = before + float(body.get("max", 60))
        wake = clock.wake
        target = latest if wake is None else max(min(wake, latest), before)
        if target <= before:
            target = before + 0.001  # what is due now needs the clock to move to be seen
        clock.waits.clear()
        clock.move(target)
        await self._settled(patience)
        return web.json_response({"now": clock.now(), "moved": clock.now() - before})

    async def clock_advance(self, request: web.Request) -> web.Response:
        """Move without waiting for anybody."""
        clock = self.world.clock
        if clock.manual is None:
            raise refuse("the clock is real")
        seconds = float((await _body(request))["seconds"])
        clock.move(clock.now() + max(0.0, seconds))
        return web.json_response({"now": clock.now()})

    # Helpers

    def _chat(self, request: web.Request) -> Chat:
        try:
            chat = self.world.chats.get(int(request.match_info["chat"]))
        except ValueError:
            chat = None
        if chat is None:
            raise refuse("no such chat", 404)
        return chat

    def _user(self, key: Any) -> User:
        try:
            user = self.world.users.get(int(key))
        except (TypeError, ValueError):
            user = None
        if user is None:
            raise refuse("no such user", 404)
        return user


async def _body(request: web.Request) -> Json:
    try:
        body = await request.json() if request.can_read_body else {}
    except ValueError:
        raise refuse("the body is not JSON") from None
    if not isinstance(body, dict):
        raise refuse("the body is no object")
    return body

"""The user side: what the page and the tests look at, and faults."""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from aiohttp import web

from bot.sandbox.faults import Faults, Rule
from bot.sandbox.model import BOT_ID, Chat
from bot.sandbox.params import Params
from bot.sandbox.requests import Handler, read_body, read_query, refuse
from bot.sandbox.world import World

LONGEST_WAIT = 50.0


class Control:
    """The handlers that look, and those that disturb."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world = world
        self.faults = faults

    def routes(self) -> list[web.RouteDef]:
        """All these routes under ``/sandbox``."""
        table: list[tuple[str, str, Handler]] = [
            ("GET", "/sandbox/friends", self.friends),
            ("GET", "/sandbox/state", self.state),
            ("GET", "/sandbox/events", self.events),
            ("GET", "/sandbox/chats/{chat}", self.one_chat),
            ("GET", "/sandbox/files/{file}", self.file),
            ("GET", "/sandbox/calls", self.calls),
            ("GET", "/sandbox/refusals", self.refusals),
            ("POST", "/sandbox/faults", self.set_faults),
            ("DELETE", "/sandbox/faults", self.clear_faults),
        ]
        return [web.route(method, path, handler) for method, path, handler in table]

    async def friends(self, _: web.Request) -> web.Response:
        """The scene of six friends, made if there is none."""
        return web.json_response(self.world.scene())

    async def state(self, _: web.Request) -> web.Response:
        """Everything."""
        world, views = self.world, self.world.views
        people = [user for user in world.users.values() if user.id != BOT_ID]
        chats = [chat for chat in world.chats.values() if chat.migrated_to is None]
        return web.json_response(
            {
                "now": world.clock.now(),
                "mode": world.clock.mode,
                "bot": world.bot.as_json(),
                "users": [views.shown_user(user) for user in people],
                "chats": [views.shown_chat(chat) for chat in chats],
                "version": world.version,
            }
        )

    async def one_chat(self, request: web.Request) -> web.Response:
        """One chat; with ``user`` only if that person is in it."""
        chat, query = find_chat(self.world, request), read_query(request)
        if query.has("user") and query.integer("user") not in chat.members:
            raise refuse("no such chat", 404)
        return web.json_response(self.world.views.shown_chat(chat))

    async def events(self, request: web.Request) -> web.Response:
        """What has changed since a version: a long poll. A version of another run ends it at once."""
        world, query = self.world, read_query(request)
        since = query.integer("since", 0)
        loop = asyncio.get_running_loop()
        end = loop.time() + min(query.number("timeout", 25.0), LONGEST_WAIT)
        while world.version == since and loop.time() < end:
            await world.wait(end - loop.time())
        changed = [chat for chat, version in world.chat_versions.items() if version > since]
        answers = [answer for version, answer in world.answers if version > since]
        return web.json_response({"version": world.version, "changed": changed, "answers": answers})

    async def calls(self, request: web.Request) -> web.Response:
        """The calls of the bot since a number, but polls that went well."""
        since = read_query(request).integer("since", 0)
        return web.json_response([asdict(call) for call in self.world.calls if call.n > since])

    async def refusals(self, request: web.Request) -> web.Response:
        """The calls that were refused or lost."""
        since = read_query(request).integer("since", 0)
        found = [asdict(call) for call in self.world.calls if call.n > since and not call.ok]
        return web.json_response(found)

    async def file(self, request: web.Request) -> web.Response:
        """A file that the bot has sent; nothing but a picture is shown as a page."""
        file = self.world.files.get(request.match_info["file"])
        if file is None:
            raise refuse("no such file", 404)
        headers = {"X-Content-Type-Options": "nosniff"}
        return web.Response(body=file.content, content_type=file.content_type, headers=headers)

    async def set_faults(self, request: web.Request) -> web.Response:
        """Faults from now on."""
        body = await read_body(request)
        rules = body.parsed("rules")
        if not isinstance(rules, list):
            raise refuse("rules must be a list")
        try:
            self.faults.set([_rule(rule) for rule in rules], body.integer("seed", 0))
        except ValueError as error:
            raise refuse(str(error)) from None
        return web.json_response({})

    async def clear_faults(self, _: web.Request) -> web.Response:
        """No faults any more."""
        self.faults.set([], 0)
        return web.json_response({})


def find_chat(world: World, request: web.Request) -> Chat:
    """The chat that an address names."""
    chat = world.chats.get(Params(dict(request.match_info), refuse).integer("chat"))
    if chat is None:
        raise refuse("no such chat", 404)
    return chat


def _rule(given: object) -> Rule:
    if not isinstance(given, dict):
        raise refuse("a rule must be an object")
    rule = Params(given, refuse)
    after = rule.integer("retry_after", 3)
    return Rule(rule.text("method", "*"), rule.text("kind"), rule.number("rate", 1.0), after)

"""The Bot API side over HTTP: parameters in, results and refusals out."""

from __future__ import annotations

import asyncio
from typing import Any

from aiohttp import web

from bot.sandbox.errors import ApiError, bad_request, too_many_requests
from bot.sandbox.faults import Faults, Rule
from bot.sandbox.methods import Methods
from bot.sandbox.model import Call
from bot.sandbox.params import Json, Params
from bot.sandbox.polling import Polling
from bot.sandbox.world import World

DELAY = 0.05
SILENCE = 30.0
"""How long, in real seconds, a call that times out is not answered."""


class BotApi:
    """Serves the calls of one bot."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world = world
        self.faults = faults
        self.methods = Methods(world)
        self.polling = Polling(world, faults, self.methods)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One call."""
        if request.match_info["token"] != self.world.token:
            return _refusal(ApiError(401, "Unauthorized"))
        name = request.match_info["method"]
        call = Call(self.world.clock.now(), name)
        try:
            values, attached = await self._values(request)
        except ApiError as error:
            return self._refused(call, error)
        call.params, call.chat_id = values, _chat_id(values)
        if name != "getUpdates":
            self.world.record(call)
        return await self._answer(request, call, attached)

    async def file(self, request: web.Request) -> web.StreamResponse:
        """The content of a file whose path ``getFile`` has told."""
        if request.match_info["token"] != self.world.token:
            return _refusal(ApiError(401, "Unauthorized"))
        file = self.world.files.get(request.match_info["file"])
        if file is None:
            return _refusal(ApiError(404, "Not Found"))
        return web.Response(body=file.content, content_type=file.content_type)

    async def _answer(self, request: web.Request, call: Call, attached: frozenset[str]) -> web.StreamResponse:
        fault = self.faults.draw(call.method)
        if fault is not None and fault.kind != "lost":
            call.injected = True
            refused = await self._disturb(request, call, fault)
            if refused is not None:
                return refused
        try:
            if call.method == "getUpdates":
                result: Any = await self.polling.updates(call.params, Params(call.params, bad_request))
            else:
                result = self.methods.call(call.method, call.params, attached)
        except ApiError as error:
            return self._refused(call, error)
        if fault is not None and fault.kind == "lost":
            call.injected, call.description = True, "done, the answer was lost"
            return _closed(request)
        return web.json_response({"ok": True, "result": result})

    async def _disturb(self, request: web.Request, call: Call, fault: Rule) -> web.StreamResponse | None:
        """What a fault does before a call; ``None`` if the call goes on."""
        if fault.kind == "delay":
            await asyncio.sleep(DELAY)
            return None
        if fault.kind in ("gone", "blocked"):
            self.world.forestall(fault.kind, call)
            return None
        if fault.kind == "429":
            return self._refused(call, too_many_requests(fault.retry_after))
        if fault.kind == "500":
            return self._refused(call, ApiError(500, "Internal Server Error"))
        self._failed(call, 0, "no answer" if fault.kind == "timeout" else "connection closed")
        if fault.kind == "timeout":
            await asyncio.sleep(SILENCE)
        return _closed(request)

    def _refused(self, call: Call, error: ApiError) -> web.Response:
        call.injected = call.injected or error.status == 409
        self._failed(call, error.status, error.description)
        return _refusal(error)

    def _failed(self, call: Call, status: int, description: str) -> None:
        call.ok, call.status, call.description = False, status, description
        self.world.record(call)

    async def _values(self, request: web.Request) -> tuple[Json, frozenset[str]]:
        """The parameters of a call, and which of them are uploaded files: those become file ids."""
        values: Json = dict(request.query)
        attached = set()
        if request.content_type == "application/json" and request.can_read_body:
            try:
                body = await request.json()
            except ValueError:
                raise bad_request("can't parse JSON object") from None
            if not isinstance(body, dict):
                raise bad_request("can't parse JSON object: expected an Object")
            values |= {key: value for key, value in body.items() if value is not None}
        elif request.method == "POST":
            for key, value in (await request.post()).items():
                if isinstance(value, web.FileField):
                    values[key] = self.world.files.add(value.filename, value.file.read()).id
                    attached.add(key)
                else:
                    values[key] = value
        return values, frozenset(attached)


def _refusal(error: ApiError) -> web.Response:
    body: Json = {"ok": False, "error_code": error.status, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.json_response(body, status=error.status)


def _closed(request: web.Request) -> web.Response:
    if request.transport is not None:
        request.transport.close()
    return web.Response()


def _chat_id(values: Json) -> int | None:
    try:
        return int(values["chat_id"])
    except (KeyError, TypeError, ValueError):
        return None

"""The Bot API side over HTTP: parameters in, results out; long polling; the webhook."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import Any

import aiohttp
from aiohttp import web

from bot.sandbox.faults import Faults
from bot.sandbox.methods import ApiError, Methods
from bot.sandbox.world import Call, Json, World

log = logging.getLogger(__name__)

MAX_WAIT = 50.0
WEBHOOK_RETRY = 0.2


class BotApi:
    """Serves the calls of one bot."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world = world
        self.faults = faults
        self.methods = Methods(world)
        self._poll: asyncio.Task[Any] | None = None

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """One call."""
        name = request.match_info["method"]
        if request.match_info["token"] != self.world.token:
            return _refusal(ApiError(401, "Unauthorized"))
        params = await _params(request, self.world)
        if name == "getUpdates":
            return await self._get_updates(params)
        call = Call(len(self.world.calls) + 1, self.world.clock.now(), name, _chat_id(params), params)
        self.world.calls.append(call)
        fault = self.faults.draw(name)
        if fault is not None:
            call.injected = True
            if fault.kind == "drop":
                call.ok, call.description = False, "dropped"
                assert request.transport is not None
                request.transport.close()
                return web.Response()
            if fault.kind in ("timeout", "delay"):
                await asyncio.sleep(0.05 if fault.kind == "delay" else 30)
            elif fault.kind == "500":
                return self._refused(call, ApiError(500, "Internal Server Error"))
            else:
                after = fault.retry_after
                error = ApiError(429, f"Too Many Requests: retry after {after}", retry_after=after)
                return self._refused(call, error)
        try:
            result = self.methods.call(name, params)
        except ApiError as error:
            return self._refused(call, error)
        return web.json_response({"ok": True, "result": result})

    def _refused(self, call: Call, error: ApiError) -> web.Response:
        call.ok, call.status, call.description = False, error.status, error.description
        return _refusal(error)

    async def _get_updates(self, params: Json) -> web.Response:
        world = self.world
        if world.webhook:
            return _refusal(
                ApiError(
                    409,
                    "Conflict: can't use getUpdates method while webhook is active; "
                    "use deleteWebhook to delete the webhook first",
                )
            )
        if self._poll is not None and not self._poll.done():
            self._poll.cancel()
        self._poll = asyncio.current_task()
        self.methods.confirm(params)
        limit = int(params.get("limit", 100) or 100)
        left = min(float(params.get("timeout", 0) or 0), MAX_WAIT)
        loop = asyncio.get_running_loop()
        end = loop.time() + left
        try:
            while not world.updates and loop.time() < end:
                await world.wait(end - loop.time())
        except asyncio.CancelledError:
            if self._poll is asyncio.current_task():
                raise
            return _refusal(
                ApiError(
                    409,
                    "Conflict: terminated by other getUpdates request; "
                    "make sure that only one bot instance is running",
                )
            )
        batch = list(world.updates)[:limit]
        if batch:
            world.delivered = max(world.delivered, batch[-1]["update_id"])
        return web.json_response({"ok": True, "result": self._disturbed(batch)})

    def _disturbed(self, batch: list[Json]) -> list[Json]:
        """The updates as the faults deliver them: doubled, or in another order."""
        found = list(batch)
        if self.faults.draw_update("duplicate_update"):
            found = [update for update in found for _ in range(2)]
        if self.faults.draw_update("reorder"):
            self.faults.rng.shuffle(found)
        return found

    async def run_webhook(self) -> None:
        """Deliver updates to the webhook while one is set, in order, until it takes them."""
        async with aiohttp.ClientSession() as session:
            while True:
                world = self.world
                if not world.webhook or not world.updates:
                    await world.wait(1)
                    continue
                update = world.updates[0]
                world.delivered = max(world.delivered, update["update_id"])
                if await self._deliver(session, update) and world.updates and world.updates[0] is update:
                    world.updates.popleft()
                else:
                    await asyncio.sleep(WEBHOOK_RETRY)

    async def _deliver(self, session: aiohttp.ClientSession, update: Json) -> bool:
        headers = {"Content-Type": "application/json"}
        if self.world.webhook["secret_token"]:
            headers["X-Telegram-Bot-Api-Secret-Token"] = self.world.webhook["secret_token"]
        try:
            body = json.dumps(update).encode()
            timeout = aiohttp.ClientTimeout(total=10)
            url = self.world.webhook["url"]
            async with session.post(url, data=body, headers=headers, timeout=timeout, ssl=False) as response:
                return 200 <= response.status < 300
        except (aiohttp.ClientError, TimeoutError) as error:
            log.info("the webhook does not take update %s: %s", update["update_id"], type(error).__name__)
            return False


def _refusal(error: ApiError) -> web.Response:
    body: Json = {"ok": False, "error_code": error.status, "description": error.description}
    if error.parameters:
        body["parameters"] = error.parameters
    return web.json_response(body, status=error.status)


async def _params(request: web.Request, world: World) -> Json:
    """The parameters of a call: of the address, a form, a multipart form or JSON."""
    params: Json = dict(request.query)
    if request.content_type == "application/json":
        body = await request.json()
        if isinstance(body, dict):
            params.update(body)
    elif request.method == "POST":
        for key, value in (await request.post()).items():
            if isinstance(value, web.FileField):
                file_id = f"file{len(world.files) + 1}"
                world.files[file_id] = value.file.read()
                params[key] = file_id
            else:
                params[key] = value
    return params


def _chat_id(params: Json) -> int | None:
    try:
        return int(params["chat_id"])
    except (KeyError, TypeError, ValueError):
        return None

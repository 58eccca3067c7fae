"""The clock over HTTP: the bot says when it rests, tests and the page move it."""

from __future__ import annotations

import asyncio

from aiohttp import web

from bot.sandbox.requests import Handler, read_body, refuse
from bot.sandbox.world import World

PATIENCE = 30.0
"""How long, in real seconds, the bot may take to come to rest."""

LONGEST_WAIT = 25.0


class ClockControl:
    """The handlers of the clock."""

    def __init__(self, world: World) -> None:
        self.world = world

    def routes(self) -> list[web.RouteDef]:
        """All routes of the clock."""
        table: list[tuple[str, str, Handler]] = [
            ("GET", "/sandbox/clock", self.clock),
            ("POST", "/sandbox/clock/wait", self.wait),
            ("POST", "/sandbox/clock/step", self.step),
            ("POST", "/sandbox/clock/advance", self.advance),
            ("POST", "/sandbox/settle", self.settle),
        ]
        return [web.route(method, path, handler) for method, path, handler in table]

    async def clock(self, _: web.Request) -> web.Response:
        """What time it is."""
        return web.json_response({"now": self.world.clock.now(), "mode": self.world.clock.mode})

    async def wait(self, request: web.Request) -> web.Response:
        """The bot has nothing to do until a moment: a long poll that ends when the clock moves.

        ``now`` is what the bot takes for the time: if it is later already, the wait ends at once.
        """
        body = await read_body(request)
        clock, key = self.world.clock, object()
        session = body.text("session")
        if session != clock.session:
            before = self.world.delivered_before
            clock.begin_session(session, self.world.delivered if before is None else before)
        clock.done = max(clock.done, body.integer("done", 0))
        wake = body.number("wake") if body.has("wake") else None
        seen = body.number("now", clock.now())
        loop = asyncio.get_running_loop()
        end = loop.time() + LONGEST_WAIT
        if clock.manual is None:
            seen = float("inf")  # real time moves always: only its own moment ends the wait
            end = min(end, loop.time() + max(0.0, wake - clock.now())) if wake is not None else end
        if clock.now() > seen or (wake is not None and clock.now() >= wake):
            return web.json_response({"now": clock.now()})
        clock.waits[key] = wake
        clock.notify()
        try:
            while clock.now() <= seen and key in clock.waits and loop.time() < end:
                await clock.changed(end - loop.time())
        finally:
            clock.waits.pop(key, None)
        return web.json_response({"now": clock.now()})

    def quiescent(self) -> bool:
        """Whether the bot waits, and has done everything that it was or will be given."""
        world, clock = self.world, self.world.clock
        if not clock.waits or world.delivered > max(clock.done, clock.forgotten):
            return False
        return all(update["update_id"] <= clock.done for update in world.updates)

    async def _settled(self, patience: float) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + patience
        while not self.quiescent():
            if loop.time() >= end:
                raise refuse(f"the bot does not come to rest: {self._restless()}", 504)
            await self.world.clock.changed(end - loop.time())

    def _restless(self) -> str:
        world, clock = self.world, self.world.clock
        pending = [update["update_id"] for update in world.updates if update["update_id"] > clock.done]
        waits = len(clock.waits)
        return (
            f"waits open {waits}, updates done {clock.done}, delivered {world.delivered}, pending {pending}"
        )

    async def settle(self, request: web.Request) -> web.Response:
        """Wait until the bot is at rest."""
        body = await read_body(request)
        await self._settled(body.number("patience", PATIENCE))
        return web.json_response({"now": self.world.clock.now()})

    async def step(self, request: web.Request) -> web.Response:
        """Wait until the bot is at rest, move to its next moment, and wait again."""
        body, clock = await read_body(request), self.world.clock
        most, patience = body.number("max", 60.0), body.number("patience", PATIENCE)
        if clock.manual is None:
            raise refuse("the clock is real")
        if most < 0:
            raise refuse("max must not be negative")
        await self._settled(patience)
        before = clock.now()
        latest = before + most
        clock.move(latest if clock.wake is None else min(clock.wake, latest))
        await self._settled(patience)
        return web.json_response({"now": clock.now(), "moved": clock.now() - before})

    async def advance(self, request: web.Request) -> web.Response:
        """Move without waiting for anybody."""
        clock = self.world.clock
        seconds = (await read_body(request)).number("seconds")
        if clock.manual is None:
            raise refuse("the clock is real")
        if seconds < 0:
            raise refuse("the clock does not go back")
        clock.move(clock.now() + seconds)
        return web.json_response({"now": clock.now()})

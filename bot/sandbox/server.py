"""The sandbox as a server: in-process with :class:`Sandbox`, or alone with ``python -m bot.sandbox``."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

from aiohttp import web

from bot.sandbox import saving
from bot.sandbox.bot_api import BotApi
from bot.sandbox.clock import Clock
from bot.sandbox.control import Control
from bot.sandbox.faults import Faults
from bot.sandbox.world import BOT_ID, World

HOST = "127.0.0.1"
TOKEN = f"{BOT_ID}:SANDBOX"
STATIC = Path(__file__).parent / "static"
_LOCAL_NAMES = ("127.0.0.1", "localhost", "[::1]")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Sandbox:
    """A local Telegram with its page.

    ``manual_clock`` is a unix time at which a clock starts that only moves when it is told to; ``state`` a
    file in which conversations outlive a restart; ``scene`` makes the group of six friends at the start.
    """

    def __init__(
        self,
        *,
        port: int = 0,
        token: str = TOKEN,
        manual_clock: float | None = None,
        state: Path | None = None,
        scene: bool = False,
    ) -> None:
        self.port = port
        self.world = World(Clock(manual_clock), token)
        self.faults = Faults()
        self._state = state
        self._scene = scene
        self._tasks: list[asyncio.Task[None]] = []
        self._runner: web.AppRunner | None = None

    @property
    def url(self) -> str:
        """Where it is: the page, and the base of both interfaces."""
        return f"http://{HOST}:{self.port}"

    async def start(self) -> None:
        """Serve on the loopback interface; port 0 takes a free one."""
        if self._state is not None:
            saving.load(self.world, self._state)
        if self._scene:
            self.world.scene()
        api = BotApi(self.world, self.faults)
        self._runner = web.AppRunner(
            create_app(self.world, self.faults, api), access_log=None, handler_cancellation=True
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self._tasks.append(asyncio.create_task(api.run_webhook()))
        if self._state is not None:
            self._tasks.append(asyncio.create_task(saving.keep(self.world, self._state)))

    async def stop(self) -> None:
        """Stop serving; what is to be kept is written."""
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self._tasks.clear()
        if self._runner is not None:
            await self._runner.cleanup()
        if self._state is not None:
            saving.write(self.world, self._state)


@web.middleware
async def _loopback_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse what was addressed to another host name: a page of elsewhere must not reach the sandbox."""
    name = request.host.rsplit(":", 1)[0] if not request.host.endswith("]") else request.host
    if name not in _LOCAL_NAMES:
        raise web.HTTPForbidden(text="the sandbox answers on the loopback interface only")
    return await handler(request)


def create_app(world: World, faults: Faults, api: BotApi) -> web.Application:
    """The routes of the Bot API, the user side and the page."""
    app = web.Application(middlewares=[_loopback_only], client_max_size=12 * 2**20)
    app.router.add_route("*", "/bot{token}/{method}", api.handle)
    app.add_routes(Control(world, faults).routes())
    app.router.add_get("/", _index)
    app.router.add_static("/static/", STATIC)
    return app


async def _index(_: web.Request) -> web.FileResponse:
    return web.FileResponse(STATIC / "index.html")

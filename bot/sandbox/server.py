"""The sandbox as a server: in-process with :class:`Sandbox`, or alone with ``python -m bot.sandbox``."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import web

from bot.sandbox import saving
from bot.sandbox.bot_api import BotApi
from bot.sandbox.clock import Clock
from bot.sandbox.clock_control import ClockControl
from bot.sandbox.control import Control
from bot.sandbox.faults import Faults
from bot.sandbox.guard import refuse_real
from bot.sandbox.model import BOT_ID
from bot.sandbox.people_control import PeopleControl
from bot.sandbox.requests import Handler
from bot.sandbox.webhook import Webhook
from bot.sandbox.world import World

HOST = "127.0.0.1"
TOKEN = f"{BOT_ID}:SANDBOX"
STATIC = Path(__file__).parent / "static"
MAX_BODY = 12 * 2**20
STOP_WITHIN = 0.5
"""How long, in real seconds, open requests may take when the sandbox stops."""

_LOCAL_NAMES = ("127.0.0.1", "localhost", "::1")


class Sandbox:
    """A local Telegram with its page.

    ``manual_clock`` is a unix time at which a clock starts that only moves when it is told to; ``state`` a
    file in which conversations outlive a restart; ``scene`` makes the group of six friends at the start.
    Raises :class:`~bot.sandbox.guard.RealTokenError` for a ``token`` that could be a real one.
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
        refuse_real(token)
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
        app = create_app(self.world, self.faults)
        self._runner = web.AppRunner(
            app, access_log=None, handler_cancellation=True, shutdown_timeout=STOP_WITHIN
        )
        await self._runner.setup()
        site = web.TCPSite(self._runner, HOST, self.port)
        await site.start()
        self.port = self._runner.addresses[0][1]
        self._tasks.append(asyncio.create_task(Webhook(self.world, self.faults).run()))
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
    """Refuse what a page of elsewhere sends, also where that has made its name point to this machine."""
    origin = request.headers.get("Origin")
    named = [f"http://{request.host}", *([] if origin is None else [origin])]
    if any(_name(url) not in _LOCAL_NAMES for url in named):
        raise web.HTTPForbidden(text="the sandbox answers on the loopback interface only")
    return await handler(request)


def _name(url: str) -> str | None:
    try:
        return urlsplit(url).hostname
    except ValueError:
        return None


def create_app(world: World, faults: Faults) -> web.Application:
    """The routes of the Bot API, the user side and the page."""
    api = BotApi(world, faults)
    app = web.Application(middlewares=[_loopback_only], client_max_size=MAX_BODY)
    app.router.add_route("*", "/bot{token}/{method}", api.handle)
    app.router.add_get("/file/bot{token}/files/{file}", api.file)
    app.add_routes(Control(world, faults).routes())
    app.add_routes(PeopleControl(world).routes())
    app.add_routes(ClockControl(world).routes())
    app.router.add_get("/", _index)
    app.router.add_static("/static/", STATIC)
    return app


async def _index(_: web.Request) -> web.FileResponse:
    return web.FileResponse(STATIC / "index.html")

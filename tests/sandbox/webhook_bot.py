"""A bot's webhook that remembers what it is given, and refuses when it is told to."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from tests.sandbox.conftest import Json

SECRET = "an-evening"


@dataclass
class WebhookBot:
    """What has come, and with which headers; ``refusals`` of the next deliveries are not taken."""

    url: str = ""
    refusals: int = 0
    taken: list[Json] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def handle(self, request: web.Request) -> web.Response:
        """One delivery."""
        self.headers.append(dict(request.headers))
        if self.refusals:
            self.refusals -= 1
            return web.Response(status=503)
        self.taken.append(await request.json())
        self.news.set()
        return web.Response()

    async def until(self, count: int) -> list[int]:
        """The ids of what was taken, once it is so many."""
        while len(self.taken) < count:
            self.news.clear()
            await self.news.wait()
        return [update["update_id"] for update in self.taken]


@asynccontextmanager
async def webhook_bot() -> AsyncIterator[WebhookBot]:
    """A webhook on the loopback interface."""
    bot = WebhookBot()
    app = web.Application()
    app.router.add_post("/hook", bot.handle)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    bot.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield bot
    await runner.cleanup()

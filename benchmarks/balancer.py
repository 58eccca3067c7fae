"""Hands updates to the workers of the load benchmark in turn, as what stands before several workers does."""

from __future__ import annotations

import asyncio
import socket
from itertools import cycle
from types import TracebackType

import aiohttp
from aiohttp import web

from bot.app import WEBHOOK_PATH
from bot.webhook import HEADER

SECRET = "bench"  # noqa: S105 - of a webhook on the loopback interface
PAUSE = 0.05
"""Before a worker that does not take an update is asked again, in seconds."""


class Balancer:
    """Takes updates at one address and posts each to the next worker; used in ``async with``."""

    def __init__(self, workers: int) -> None:
        self.ports = [_free_port() for _ in range(workers)]
        self.url = ""
        self._next = cycle(self.ports)
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Balancer:
        self._session = aiohttp.ClientSession(headers={HEADER: SECRET, "Content-Type": "application/json"})
        app = web.Application()
        app.router.add_post(f"/{WEBHOOK_PATH}", self._take)
        self._runner = web.AppRunner(app, access_log=None)
        await self._runner.setup()
        await web.TCPSite(self._runner, "127.0.0.1", 0).start()
        self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for task in self._tasks:
            task.cancel()
        await self._runner.cleanup()
        await self._session.close()

    async def _take(self, request: web.Request) -> web.Response:
        task = asyncio.create_task(self._pass_on(await request.read(), next(self._next)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return web.Response()

    async def _pass_on(self, update: bytes, port: int) -> None:
        while True:
            try:
                url = f"http://127.0.0.1:{port}/{WEBHOOK_PATH}"
                async with self._session.post(url, data=update) as response:
                    if response.status == web.HTTPOk.status_code:
                        return
            except aiohttp.ClientError:
                pass  # it is not there yet
            await asyncio.sleep(PAUSE)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port

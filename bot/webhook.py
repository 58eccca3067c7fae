"""Takes updates from Telegram over a webhook, for which the library's own server is not careful enough.

It compares the secret in a time that tells how much of a guess is right. Here a request is not even read
before its secret has been compared in constant time.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import logging

from aiohttp import web
from telegram import Bot, Update

HEADER = "X-Telegram-Bot-Api-Secret-Token"
MAX_BODY = 2**20
"""No update is longer."""

STOP_WITHIN = 0.5
"""How long, in real seconds, open requests may take when it stops."""

log = logging.getLogger(__name__)


class WebhookServer:
    """Puts what Telegram posts into the queue of an application; everybody else is refused."""

    def __init__(self, bot: Bot, updates: asyncio.Queue[object], path: str, secret: str) -> None:
        self._bot = bot
        self._updates = updates
        self._path = path
        self._secret = secret.encode()
        self._runner: web.AppRunner | None = None

    async def start(self, listen: str, port: int) -> None:
        """Begin to listen. Raises :class:`OSError` if that is not possible there."""
        app = web.Application(client_max_size=MAX_BODY)
        app.router.add_post(f"/{self._path}", self._post)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=STOP_WITHIN)
        await self._runner.setup()
        await web.TCPSite(self._runner, listen, port).start()

    async def stop(self) -> None:
        """Take no more; what is being taken is taken."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _post(self, request: web.Request) -> web.Response:
        given = request.headers.get(HEADER, "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(given, self._secret):
            raise web.HTTPForbidden
        try:
            update = Update.de_json(json.loads(await request.read()), self._bot)
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            log.error("what was posted is no update: %s", type(error).__name__)
            raise web.HTTPBadRequest from None
        await self._updates.put(update)
        return web.Response()

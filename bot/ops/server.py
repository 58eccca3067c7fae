"""A small server for who watches the process: ``/healthz`` and ``/metrics``."""

from __future__ import annotations

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.ops.health import Health

STOP_WITHIN = 0.5
"""How long, in real seconds, open requests may take when it stops."""


class OpsServer:
    """Serves on an address that only the operator reaches; port 0 takes a free one."""

    def __init__(self, health: Health, listen: str, port: int) -> None:
        self._health = health
        self._listen = listen
        self.port = port
        self._runner: web.AppRunner | None = None

    async def start(self) -> None:
        """Begin to serve."""
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/metrics", self._metrics)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=STOP_WITHIN)
        await self._runner.setup()
        await web.TCPSite(self._runner, self._listen, self.port).start()
        self.port = self._runner.addresses[0][1]

    async def stop(self) -> None:
        """Stop serving."""
        if self._runner is not None:
            await self._runner.cleanup()

    async def _healthz(self, _: web.Request) -> web.Response:
        state = await self._health.look()
        fields = {
            "healthy": state.healthy,
            "version": state.version,
            "uptime": int(state.uptime.total_seconds()),
            "database": state.tables is not None,
            "stuck": state.stuck,
            "outbox": {"depth": state.backlog.depth, "age": round(state.backlog.age, 1)},
        }
        return web.json_response(fields, status=200 if state.healthy else 503)

    async def _metrics(self, _: web.Request) -> web.Response:
        await self._health.look()
        return web.Response(body=self._health.metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})

"""The clock of a sandbox in another process: the bot follows it, and tells it when it rests.

Only for tests. While the bot has nothing to do until some moment, it waits at the sandbox; the sandbox
moves its clock only then, so that an evening passes in seconds and nothing is ever late.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime

import aiohttp

PAUSE_AFTER_ERROR = 0.05


class SandboxClock:
    """A clock, an alarm and an activity in one: the three that must agree on when the bot rests."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._session: aiohttp.ClientSession | None = None
        self._name = secrets.token_hex(8)
        self._now = 0.0
        self._busy = 0
        self._alarms: dict[str, tuple[float, Callable[[], None]]] = {}
        self._waiting: asyncio.Task[None] | None = None
        self._open: set[int] = set()
        self._newest = 0

    async def start(self) -> None:
        """Learn what time it is; the bot counts as busy until the first :meth:`leave`."""
        self._session = aiohttp.ClientSession()
        async with self._session.get(f"{self._url}/sandbox/clock") as response:
            self._now = float((await response.json())["now"])
        self._busy = 1

    async def stop(self) -> None:
        """Stop following."""
        self._busy += 1
        await self._stop_waiting()
        if self._session is not None:
            await self._session.close()

    # Clock

    def now(self) -> datetime:
        """What time it is in the sandbox."""
        return datetime.fromtimestamp(self._now, UTC)

    # Alarm

    def set(self, name: str, moment: datetime, action: Callable[[], None]) -> None:
        """Call ``action`` at a moment of the sandbox's clock."""
        self._alarms[name] = (moment.timestamp(), action)
        if moment.timestamp() <= self._now:
            self._ring()
        elif self._waiting is not None:
            self._wait_anew()

    def _ring(self) -> None:
        for name, (moment, action) in list(self._alarms.items()):
            if moment <= self._now:
                del self._alarms[name]
                action()

    # Activity

    def enter(self) -> None:
        """Work begins: the sandbox must not move its clock now."""
        self._busy += 1
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def leave(self) -> None:
        """Work ends; when none is left the bot rests."""
        self._busy -= 1
        if self._busy == 0:
            self._wait_anew()

    def begin_update(self, update_id: int) -> None:
        """An update is being processed."""
        self.enter()
        self._open.add(update_id)
        self._newest = max(self._newest, update_id)

    def end_update(self, update_id: int) -> None:
        """An update has been processed."""
        self._open.discard(update_id)
        self.leave()

    @property
    def _done(self) -> int:
        """Up to which update everything has been processed; they begin in order."""
        return min(self._open) - 1 if self._open else self._newest

    # Waiting

    def _wait_anew(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = asyncio.get_running_loop().create_task(self._wait())

    async def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            with suppress(asyncio.CancelledError):
                await self._waiting
            self._waiting = None

    async def _wait(self) -> None:
        assert self._session is not None
        while True:
            wake = min((moment for moment, _ in self._alarms.values()), default=None)
            body = {"session": self._name, "wake": wake, "done": self._done, "now": self._now}
            try:
                async with self._session.post(f"{self._url}/sandbox/clock/wait", json=body) as response:
                    moment = float((await response.json())["now"])
            except aiohttp.ClientError:
                await asyncio.sleep(PAUSE_AFTER_ERROR)
                continue
            self._now = max(self._now, moment)
            if any(due <= self._now for due, _ in self._alarms.values()):
                self._waiting = None  # so that the work that rings begins does not cancel this very call
                self._ring()
                if self._busy == 0:
                    self._wait_anew()
                return

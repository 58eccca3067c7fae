"""Polling by one worker at a time: Telegram tells each update once, to whoever asks.

The others stand by, and do everything else; one of them asks as soon as the one that did is silent.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.usecases.common import Services
from storage.database import retried
from storage.sharing import Workers

log = logging.getLogger(__name__)

TURN = "polling"

HELD_FOR = timedelta(seconds=10)
"""So long after its last word another worker takes the place of one that is dead."""

RENEWED_EVERY = timedelta(seconds=3)


@dataclass(slots=True)
class Polling:
    """Begins to poll when it is this worker's turn, and stops when it is not any more."""

    services: Services
    start: Callable[[], Awaitable[None]]
    stop: Callable[[], Awaitable[None]]
    _polls: bool = False

    async def run_once(self) -> datetime | None:
        """Take the turn if it is free, or keep it; when to look again. Who is alone always has it."""
        mine = not self.services.database.shared or await self._take_turn()
        if mine and not self._polls:
            log.info("worker %s asks Telegram for updates", self.services.worker)
            await self.start()
        elif self._polls and not mine:
            log.warning("another worker asks Telegram for updates")
            await self.stop()
        self._polls = mine
        return self.services.clock.now() + RENEWED_EVERY if self.services.database.shared else None

    @retried
    async def _take_turn(self) -> bool:
        now = self.services.clock.now()
        async with self.services.database.transaction() as session:
            return await Workers(session).hold(TURN, self.services.worker, now, now + HELD_FOR)

    async def end(self) -> None:
        """Poll no more."""
        if self._polls:
            self._polls = False
            await self.stop()

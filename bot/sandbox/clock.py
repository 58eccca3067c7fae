"""The one clock of the sandbox, and whether the bot that follows it is at rest."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress
from dataclasses import dataclass, field


@dataclass(slots=True)
class Clock:
    """Real time, or a manual clock that only moves when it is told to."""

    manual: float | None = None
    waits: dict[object, float | None] = field(default_factory=dict)
    """The waits that the bot has open now: when each wants to be woken."""
    done: int = 0
    """Up to which update the bot has processed everything in this session."""
    forgotten: int = 0
    """Up to which update everything was given to an earlier session: that process is gone."""
    session: str = ""
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def mode(self) -> str:
        """``real`` or ``manual``."""
        return "real" if self.manual is None else "manual"

    def now(self) -> float:
        """The time in unix seconds."""
        return time.time() if self.manual is None else self.manual

    def move(self, moment: float) -> None:
        """Move a manual clock forward and end all waits: the bot has to say anew that it rests."""
        if self.manual is not None and moment > self.manual:
            self.manual = moment
            self.waits.clear()
        self.notify()

    def notify(self) -> None:
        """Something that waiters look at has changed."""
        self._changed.set()
        self._changed = asyncio.Event()

    async def changed(self, seconds: float) -> None:
        """Wait, in real time, for the next change, so long at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()

    @property
    def wake(self) -> float | None:
        """The earliest moment that the bot waits for."""
        return min((wake for wake in self.waits.values() if wake is not None), default=None)

    def begin_session(self, name: str, forgotten: int) -> None:
        """Another process of the bot reports: what an earlier one was given counts no more."""
        self.session, self.done, self.forgotten = name, 0, forgotten
        self.waits.clear()
        self.notify()

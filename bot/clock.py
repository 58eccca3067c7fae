"""The one clock: injected wherever time is read or waited for."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time and waits for it; times are aware and UTC."""

    def now(self) -> datetime:
        """What time it is."""
        ...

    async def sleep_until(self, moment: datetime) -> None:
        """Return at a moment, or at once if it is past."""
        ...


class SystemClock:
    """The time of the machine."""

    def now(self) -> datetime:
        """What time it is."""
        return datetime.now(UTC)

    async def sleep_until(self, moment: datetime) -> None:
        """Return at a moment, or at once if it is past."""
        await asyncio.sleep(max(0.0, (moment - self.now()).total_seconds()))


class ManualClock:
    """A clock that only moves when it is told to, for tests."""

    def __init__(self, start: datetime) -> None:
        self._now = start
        self._moved = asyncio.Event()

    def now(self) -> datetime:
        """What time it is."""
        return self._now

    def set(self, moment: datetime) -> None:
        """Move to a moment; the clock never goes back."""
        self._now = max(self._now, moment)
        self._moved.set()
        self._moved = asyncio.Event()

    async def sleep_until(self, moment: datetime) -> None:
        """Return when the clock has been moved to a moment or beyond it."""
        while self._now < moment:
            await self._moved.wait()

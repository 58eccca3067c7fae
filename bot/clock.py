"""The one clock: injected wherever time is read."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time; times are aware and UTC."""

    def now(self) -> datetime:
        """What time it is."""
        ...


class SystemClock:
    """The time of the machine."""

    def now(self) -> datetime:
        """What time it is."""
        return datetime.now(UTC)


class ManualClock:
    """A clock that only moves when it is told to, for tests."""

    def __init__(self, start: datetime) -> None:
        self._now = start

    def now(self) -> datetime:
        """What time it is."""
        return self._now

    def set(self, moment: datetime) -> None:
        """Move to a moment; the clock never goes back."""
        self._now = max(self._now, moment)

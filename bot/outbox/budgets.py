"""Telegram's limits as budgets: one message a second in a chat, twenty a minute in a group, thirty a second.

We stay below: a group gets a small burst and then evenly spaced calls, 18 in any minute at most.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from datetime import datetime, timedelta

SPACING = timedelta(seconds=1.05)
"""Between two calls in one chat; a little more than a second, for clocks that differ."""

GROUP_BURST = 4.0
GROUP_RATE = 14 / 60
"""Calls a second in a group; with the burst no more than 18 in any minute."""

RESERVED = 1.0
"""What who has to act keeps of a group's burst for themselves."""

OVERALL = 25
SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class Budgets:
    """What may be sent when; times are those of the one clock."""

    _last: dict[int, datetime] = field(default_factory=dict)
    _groups: dict[int, tuple[float, datetime]] = field(default_factory=dict)
    """How much of a group's burst was left, and when."""
    _all: deque[datetime] = field(default_factory=deque)
    _closed: dict[int, datetime] = field(default_factory=dict)

    def free_at(self, chat: int, group: bool, urgent: bool, now: datetime, ahead: int = 0) -> datetime:
        """The moment from which a call in a chat is within all budgets: now, or later.

        ``ahead`` calls elsewhere are about to be made before this one.
        """
        moments = [now]
        if chat in self._closed:
            moments.append(self._closed[chat])
        if chat in self._last:
            moments.append(self._last[chat] + SPACING)
        if group:
            needed = 1.0 if urgent else 1.0 + RESERVED
            missing = needed - self._left(chat, now)
            if missing > 0:
                moments.append(now + timedelta(seconds=missing / GROUP_RATE))
        self._forget(now)
        over = len(self._all) + ahead - OVERALL
        if over >= 0:
            moments.append((self._all[over] if over < len(self._all) else now) + SECOND)
        return max(moments)

    def spend(self, chat: int, group: bool, now: datetime) -> None:
        """Count a call in a chat."""
        if group:
            self._groups[chat] = (self._left(chat, now) - 1, now)
        self._last[chat] = now
        self.spend_overall(now)

    def spend_overall(self, now: datetime) -> None:
        """Count a call that only the overall limit knows."""
        self._all.append(now)

    def close(self, chat: int, until: datetime) -> None:
        """Telegram said when a chat may be written to again."""
        self._closed[chat] = until

    def _left(self, chat: int, now: datetime) -> float:
        left, at = self._groups.get(chat, (GROUP_BURST, now))
        return min(GROUP_BURST, left + (now - at).total_seconds() * GROUP_RATE)

    def _forget(self, now: datetime) -> None:
        while self._all and self._all[0] <= now - SECOND:
            self._all.popleft()
        for chat in [chat for chat, until in self._closed.items() if until <= now]:
            del self._closed[chat]

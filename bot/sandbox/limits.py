"""Telegram's flood limits, by the sandbox's clock: sends and edits together."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from math import ceil

PER_GROUP_MINUTE = 20
PER_SECOND = 30
BURST = 3
"""How many messages a chat takes at once; then one a second on average."""


@dataclass(slots=True)
class Limits:
    """What has been sent lately, and which chats are closed until when."""

    enabled: bool = True
    _chats: dict[int, tuple[float, float]] = field(default_factory=dict)
    """Of each chat: how full its bucket was, and when."""
    _groups: dict[int, deque[float]] = field(default_factory=dict)
    _all: deque[float] = field(default_factory=deque)
    _closed: dict[int, float] = field(default_factory=dict)

    def check(self, chat_id: int, group: bool, now: float) -> int:
        """Count a send or an edit: 0 if it may pass, else after how many seconds to retry."""
        if not self.enabled:
            return 0
        wait = self._closed.get(chat_id, 0.0) - now
        if wait > 0:
            return ceil(wait)
        wait = max(
            self._over_all(now),
            self._over_group(chat_id, now) if group else 0.0,
            self._over_chat(chat_id, now),
        )
        if wait > 0:
            self._closed[chat_id] = now + ceil(wait)
            return ceil(wait)
        self._all.append(now)
        if group:
            self._groups.setdefault(chat_id, deque()).append(now)
        level, at = self._chats.get(chat_id, (0.0, now))
        self._chats[chat_id] = (max(0.0, level - (now - at)) + 1, now)
        return 0

    def count_overall(self, now: float) -> int:
        """Count a call that only the overall limit knows (a deletion)."""
        wait = self._over_all(now) if self.enabled else 0.0
        if wait > 0:
            return ceil(wait)
        self._all.append(now)
        return 0

    def _over_all(self, now: float) -> float:
        while self._all and self._all[0] <= now - 1:
            self._all.popleft()
        return self._all[0] + 1 - now if len(self._all) >= PER_SECOND else 0.0

    def _over_group(self, chat_id: int, now: float) -> float:
        sent = self._groups.setdefault(chat_id, deque())
        while sent and sent[0] <= now - 60:
            sent.popleft()
        return sent[0] + 60 - now if len(sent) >= PER_GROUP_MINUTE else 0.0

    def _over_chat(self, chat_id: int, now: float) -> float:
        level, at = self._chats.get(chat_id, (0.0, now))
        level = max(0.0, level - (now - at))
        return level + 1 - BURST if level + 1 > BURST + 1e-9 else 0.0

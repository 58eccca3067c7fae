"""Telegram's limits as budgets: one message a second in a chat, twenty a minute in a group, thirty a second.

We stay below: a group gets a small burst and then evenly spaced calls, 18 in any minute at most, and all
chats together 28 in any second. What was spent stands in the database, so that several workers share it and
it survives a restart. Times are unix time, so that the database can reckon with them.
"""

from __future__ import annotations

from dataclasses import dataclass

EVERYTHING = 0
"""In the place of a chat's Telegram id: all chats together."""

SPACING = 1.05
"""Seconds between two calls in one chat; a little more than one, for clocks that differ."""

GROUP_BURST = 4
GROUP_RATE = 14 / 60
"""Calls a second in a group; with the burst no more than 18 in any minute."""

RESERVED = 1
"""What who has to act keeps of a group's burst for themselves."""

OVERALL_BURST = 4
OVERALL_RATE = 24.0
"""Calls a second in all chats; with the burst no more than 28 in any second."""

OVERALL = OVERALL_BURST + int(OVERALL_RATE)


@dataclass(frozen=True, slots=True)
class Spent:
    """What a chat has spent: when last, when its burst will be whole again, until when it is closed."""

    last: float = 0.0
    full_at: float = 0.0
    closed_until: float = 0.0


@dataclass(frozen=True, slots=True)
class Price:
    """What a call costs in a chat.

    It keeps ``spacing`` to the one before, takes ``step`` seconds of refilling out of the burst, and needs
    the burst to be whole again within ``reach`` seconds at the latest.
    """

    spacing: float
    step: float
    reach: float

    def free_at(self, spent: Spent, now: float) -> float:
        """The moment from which a call is within the budget: now, or later."""
        return max(now, spent.last + self.spacing, spent.full_at - self.reach, spent.closed_until)

    def left(self, spent: Spent, now: float) -> int:
        """How many calls are within the budget now."""
        if self.free_at(spent, now) > now:
            return 0
        return 1 if self.spacing else 1 + int((self.reach - max(0.0, spent.full_at - now)) / self.step)


NOTHING = Spent()

PRIVATE = Price(SPACING, 0.0, float("inf"))
GROUP = Price(SPACING, 1 / GROUP_RATE, (GROUP_BURST - 1 - RESERVED) / GROUP_RATE)
URGENT = Price(SPACING, 1 / GROUP_RATE, (GROUP_BURST - 1) / GROUP_RATE)
OVERALL_PRICE = Price(0.0, 1 / OVERALL_RATE, (OVERALL_BURST - 1) / OVERALL_RATE)


def price(group: bool, urgent: bool) -> Price:
    """What a call costs in a chat; who has to act may take the last of a group's burst."""
    if not group:
        return PRIVATE
    return URGENT if urgent else GROUP

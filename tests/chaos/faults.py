"""Faults: matches are played while a tenth of all calls fails in one way or another, and updates come anyhow.

Nothing is lost, every table ends, and every chat shows the final state.
"""

from __future__ import annotations

import random
import time
from pathlib import Path
from unittest.mock import patch

from bot.sandbox import bot_api
from tests.bot.running import Json
from tests.chaos.evening import Evening
from tests.chaos.figures import Figures
from tests.chaos.place import Place, known_chance, place

CALLS = {
    "429": 0.02,
    "500": 0.02,
    "drop": 0.015,
    "lost": 0.015,
    "timeout": 0.01,
    "delay": 0.01,
    "gone": 0.005,
}
CALLS |= {"blocked": 0.005}
"""How often what happens to a call: a tenth in all."""

UPDATES = ("late_update", "duplicate_update", "reorder")
POLLS = {"500": 0.002, "drop": 0.002}
"""The library waits a real second after a poll that failed."""

RATE = 0.1

SILENCE = 6.0
"""Real seconds of a call without an answer: more than the bot waits for one."""

POLLING = "telegram.ext.Updater: "
"""What the library logs of polls that failed, as they were told to, is no error of the bot."""

QUIET = 900
"""Seconds in which everything that was refused is tried again, as the faults go on."""

UNCHANGED = "message is not modified"
"""Telegram says so of an edit whose first answer was lost."""


def rules(*, blocked: bool = True) -> list[Json]:
    """The rules that make a tenth of all calls fail, and a tenth of all deliveries of updates odd."""
    calls = {kind: rate for kind, rate in CALLS.items() if blocked or kind != "blocked"}
    found: list[Json] = [{"method": "*", "kind": kind, "rate": rate} for kind, rate in calls.items()]
    found += [{"method": "getUpdates", "kind": kind, "rate": rate} for kind, rate in POLLS.items()]
    found += [{"method": "getUpdates", "kind": kind, "rate": RATE} for kind in UPDATES]
    return found


class Faulty(Evening):
    """An evening of people some of whom block the bot, and come back."""

    async def play_on(self) -> None:
        """Whoever has blocked the bot starts it again after a while; then everybody takes their turn."""
        for user in self.people:
            if self.world.users[user].blocked and self.rng.random() < 0.2:
                self.figures.add("people who came back after blocking the bot")
                await self.client.say(user, user, "/start")
        await self.turn()


async def faults(
    folder: Path,
    seed: int,
    tables: int,
    *,
    people: int = 4,
    deals: int = 1,
    direct: bool = True,
    most: int = 20_000,
) -> Figures:
    """So many tables one after the other, for so many people and deals, or so many turns at most."""
    figures = Figures("Faults at ten per cent of calls" + ("" if direct else ", over HTTP"))
    started = time.monotonic()
    with known_chance(seed) as rng, patch.object(bot_api, "SILENCE", SILENCE):
        async with place(folder, seed, direct=direct) as found:
            evening = _evening(found, folder, figures, rng, people)
            await found.client.set_faults(*rules(), seed=seed)
            for _ in range(tables):
                await evening.open(deals)
                await evening.play(evening.play_on, most)
            await found.client.set_faults(*rules(blocked=False), seed=seed)  # who blocks it now sees no end
            for user in evening.people:
                await found.client.say(user, user, "/start")
            await evening.rest(QUIET)
            await found.client.clear_faults()
            await evening.account()
            _count(found, figures)
    figures.set("real seconds", time.monotonic() - started)
    return figures


def _evening(found: Place, folder: Path, figures: Figures, rng: random.Random, people: int) -> Faulty:
    return Faulty(
        found.sandbox.world,
        found.client,
        f"sqlite+aiosqlite:///{folder}/gouji.db",
        found.bot._settings.game,
        figures,
        rng,
        found.running.friends[:people],
        found.running.group,
    )


def _count(found: Place, figures: Figures) -> None:
    """Which calls were disturbed; the bot itself gave no reason to refuse any, and broke nowhere."""
    calls = list(found.sandbox.world.calls)
    figures.add("calls", len(calls))
    for call in calls:
        if call.injected:
            figures.add("calls disturbed")
    unprovoked = [
        call.description
        for call in calls
        if not call.ok and not call.injected and UNCHANGED not in call.description
    ]
    for description in unprovoked:
        figures.add(f"  refused besides: {description[:60]}")
    errors = [text for text in found.errors.found if not text.startswith(POLLING)]
    figures.set("errors logged", len(errors))
    assert errors == [], errors

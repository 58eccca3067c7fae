"""``kill -9`` at random moments, hundreds of times, while matches are played.

``kills`` is one process with SQLite on the sandbox's clock: it is killed in the middle of what it does, also
while it starts. ``worker_kills`` are three behind one webhook with PostgreSQL, in real time, killed in
turn, and the database is restarted.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from sqlmodel import col, select

from benchmarks.balancer import SECRET, Balancer
from bot.sandbox.client import SandboxClient, SandboxError
from bot.sandbox.model import BOT_ID
from bot.sandbox.server import TOKEN, Sandbox
from bot.usecases.common import GameSettings
from storage.models import ActionRow, Slot
from tests.bot.running import START
from tests.chaos.evening import Evening, look
from tests.chaos.figures import Figures

ROOT = Path(__file__).parents[2]
LONGEST_WORK = 0.06
"""Real seconds that the bot's work between two moments of the clock takes: it is killed anywhere in it."""

LONGEST_START = 1.5
"""Real seconds that a start takes at least: now and then it is killed in it, too."""

QUIET = 300
UNCHANGED = "message is not modified"

FAST = {"TURN_SECONDS": "10", "WINDOW_SECONDS": "5", "BURN_WAIT": "0.2"}
FAST |= {"PASS_DELAY_MIN": "0.05", "PASS_DELAY_MAX": "0.2"}
"""The pace in real time."""

BREATH = 0.2
PAUSES = (0.5, 4.0)
"""Real seconds between two turns of all people, and before a kill."""

IN_START = 0.2
"""How often a worker is killed while it may be starting still."""

RESTART_EVERY = 5
"""After so many kills the database is restarted."""

OUTLAST = 180.0
"""Real seconds in which the last tables end and everything is shown."""


@dataclass
class Process:
    """The bot as a process of its own."""

    environment: dict[str, str]
    log: Path
    process: asyncio.subprocess.Process | None = None
    _written: int = 0

    async def start(self) -> None:
        """Start it; it need not be ready."""
        with self.log.open("ab") as log:
            self._written = log.tell()
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=ROOT, env=self.environment, stdout=log, stderr=log
            )

    async def up(self) -> None:
        """Wait until it says that it has started."""
        async with asyncio.timeout(OUTLAST):
            while b"starts;" not in self.log.read_bytes()[self._written :]:  # noqa: ASYNC110 - of a process
                await asyncio.sleep(BREATH)

    async def kill(self) -> None:
        """``kill -9``."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def stop(self) -> None:
        """As an operator stops it."""
        if self.process is not None and self.process.returncode is None:
            self.process.terminate()
            await self.process.wait()


@dataclass
class Ledger:
    """What was seen to be stored: it has to be so for ever."""

    url: str
    seen: dict[tuple[int, int], tuple[int, str, str]] = field(default_factory=dict)

    async def check(self) -> None:
        """Everything that was stored before still is, as it was."""
        rows = await look(self.url, select(ActionRow))
        now = {(row.deal_id, row.number): (row.seat, row.token, row.digest) for row in rows}
        assert len(now) == len(rows), "an action is there twice"
        assert now | self.seen == now, "a stored action is not what it was"
        self.seen = now


def environment(sandbox: Sandbox, url: str, **more: str) -> dict[str, str]:
    """What a process of the bot is told."""
    told = {"TELEGRAM_BOT_TOKEN": TOKEN, "TELEGRAM_API_URL": sandbox.url, "DATABASE_URL": url}
    return {**os.environ, **told, "PYTHONPATH": str(ROOT), **more}


# One process


@dataclass
class Killed:
    """An evening of which the bot is killed again and again."""

    evening: Evening
    process: Process
    ledger: Ledger
    most: int
    kills: int = 0

    async def turn(self) -> None:
        """People take their turn; now and then the bot is killed at whatever it does then."""
        evening, rng = self.evening, self.evening.rng
        await evening.turn()
        if self.kills >= self.most or rng.random() > 0.25:
            return
        stepping = asyncio.create_task(evening.client.step(60, patience=60))
        await asyncio.sleep(rng.uniform(0, LONGEST_WORK))
        await self._kill("kills at work")
        while self.kills < self.most and rng.random() < 0.1:
            await asyncio.sleep(rng.uniform(0, LONGEST_START))
            await self._kill("kills while it starts")
        await stepping

    async def _kill(self, what: str) -> None:
        self.kills += 1
        self.evening.figures.add(what)
        await self.process.kill()
        await self.ledger.check()
        await self.process.start()


async def kills(
    folder: Path, seed: int, count: int, *, people: int = 3, deals: int = 3, most: int = 20_000
) -> Figures:
    """Matches until the bot has been killed so often; ``most`` turns for each table."""
    figures = Figures("Kills, one process, SQLite")
    started = time.monotonic()
    url = f"sqlite+aiosqlite:///{folder}/gouji.db"
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    process = Process(environment(sandbox, url, SANDBOX_CLOCK_URL=sandbox.url), folder / "bot.log")
    try:
        async with SandboxClient(sandbox.url) as client:
            scene = await client.friends()
            friends = [user["id"] for user in scene["users"]][:people]
            rng = random.Random(seed)
            evening = Evening(
                sandbox.world, client, url, GameSettings(), figures, rng, friends, scene["group"]
            )
            await process.start()
            await client.settle(patience=60)
            killed = Killed(evening, process, Ledger(url), count)
            while killed.kills < count:
                await evening.open(deals)
                await evening.play(killed.turn, most)
            await evening.rest(QUIET)
            await evening.account()
            await _count(evening)
    finally:
        await process.stop()
        await sandbox.stop()
    assert "Traceback" not in process.log.read_text(encoding="utf-8")
    figures.set("real seconds", time.monotonic() - started)
    return figures


async def _count(evening: Evening) -> None:
    """What was refused, and what a process left behind that died before it could note what it had sent."""
    world, figures = evening.world, evening.figures
    refused = [call.description for call in world.calls if not call.ok and not call.injected]
    figures.add("calls", len(world.calls))
    for description in refused:
        figures.add(f"  refused: {description[:60]}")
    query = select(Slot.message_id).where(col(Slot.message_id).is_not(None))
    shown = set(await look(evening.database_url, query))
    stray = [
        message
        for chat in world.chats.values()
        for message in chat.messages.values()
        if message.sender == BOT_ID and message.keyboard and message.message_id not in shown
    ]
    figures.add("keyboards of messages that nobody noted", len(stray))


# Three processes


@asynccontextmanager
async def workers(sandbox: Sandbox, url: str, folder: Path, count: int) -> AsyncIterator[list[Process]]:
    """So many processes behind one webhook."""
    async with Balancer(count) as balancer:
        found = [
            Process(
                environment(
                    sandbox,
                    url,
                    PUBLIC_URL=balancer.url,
                    WEBHOOK_PORT=str(port),
                    WEBHOOK_SECRET=SECRET,
                    **FAST,
                ),
                folder / f"worker{port}.log",
            )
            for port in balancer.ports
        ]
        try:
            for process in found:
                await process.start()
            yield found
        finally:
            for process in found:
                await process.stop()


async def worker_kills(
    folder: Path,
    seed: int,
    count: int,
    url: str,
    restart: Callable[[], None] | None = None,
    *,
    groups: int = 3,
    deals: int = 1,
) -> Figures:
    """Tables in several groups, until workers have been killed so often, in turn."""
    figures = Figures("Kills, three workers, PostgreSQL, in real time")
    started = time.monotonic()
    rng = random.Random(seed)
    sandbox = Sandbox(scene=True)
    await sandbox.start()
    try:
        async with SandboxClient(sandbox.url) as client, workers(sandbox, url, folder, 3) as processes:
            evenings = await _evenings(sandbox, client, url, figures, rng, groups)
            ledger, ended = Ledger(url), asyncio.Event()
            playing = [asyncio.create_task(_play(evening, deals, ended)) for evening in evenings]
            for number in range(count):
                if rng.random() >= IN_START:
                    await processes[number % 3].up()
                await asyncio.sleep(rng.uniform(*PAUSES))
                await processes[number % 3].kill()
                figures.add("kills")
                await ledger.check()
                await processes[number % 3].start()
                if restart is not None and number % RESTART_EVERY == RESTART_EVERY - 1:
                    await asyncio.to_thread(restart)
                    figures.add("restarts of the database")
            ended.set()
            async with asyncio.timeout(OUTLAST * len(evenings)):
                await asyncio.gather(*playing)
            await _all_shown(url)
            for evening in evenings[1:]:
                evenings[0].taps += evening.taps
            await evenings[0].account()
            await _count(evenings[0])
    finally:
        await sandbox.stop()
    figures.set("real seconds", time.monotonic() - started)
    return figures


async def _evenings(
    sandbox: Sandbox, client: SandboxClient, url: str, figures: Figures, rng: random.Random, groups: int
) -> list[Evening]:
    """Groups with three people each."""
    settings, found = GameSettings(burn_wait=0.2, window_seconds=5, turn_seconds=10), []
    for number in range(groups):
        people = [(await client.add_user(f"{number}-{seat}"))["id"] for seat in range(3)]
        group = (await client.add_chat(f"群 {number}", people))["id"]
        found.append(Evening(sandbox.world, client, url, settings, figures, rng, people, group))
    return found


async def _play(evening: Evening, deals: int, ended: asyncio.Event) -> None:
    """One table after the other in a group, in real time, until it is enough."""
    while not ended.is_set():
        for user in evening.people:
            await evening.client.say(user, user, "/start")
        await _until(lambda: evening.playing_here(), lambda: evening.open_once(deals, wait=1.0), 1.0)
        await _until(lambda: evening.over_here(), evening.turn, BREATH)


async def _until(
    condition: Callable[[], Awaitable[bool]], turn: Callable[[], Awaitable[None]], pause: float
) -> None:
    while not await condition():
        with suppress(SandboxError):
            await turn()
        await asyncio.sleep(pause)


async def _all_shown(url: str) -> None:
    """Wait until no screen waits to be shown."""
    async with asyncio.timeout(OUTLAST):
        while True:
            waiting = col(Slot.stale).is_(True) | col(Slot.claimed_until).is_not(None)
            if not await look(url, select(Slot.id).where(waiting)):
                return
            await asyncio.sleep(1)

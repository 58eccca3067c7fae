"""How much the whole bot carries: ``python -m benchmarks.load [--tables 200] [--rate 100] [--json]``.

Tables of people and AI players against the sandbox. The sandbox and the people are this process; the bot is a
process of its own, or two behind one webhook. Beside it a bare handler of the library answers and edits.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import asdict, dataclass
from itertools import count
from pathlib import Path

from benchmarks.balancer import SECRET, Balancer
from benchmarks.crowd import Crowd, Players, tap_anything
from benchmarks.processes import Process
from benchmarks.tables import TURN_SECONDS, fill
from bot.sandbox.server import TOKEN, Sandbox
from tests.postgres import NoPostgresError, Server, server

PEOPLE = 4
"""At each table; the other two seats are AI players'."""

WARM_UP = 4.0
READY_WITHIN = 120.0
NO_SUCH_BUTTON = "?"

Addresses = Callable[[], str]
"""Gives the address of a database without tables, another one each time."""

Play = Callable[[float, float | None], Awaitable[None]]
"""Taps for so many seconds at a rate."""


@dataclass(frozen=True, slots=True)
class Options:
    """What is measured."""

    tables: int
    rate: float
    seconds: float
    recover: int


@dataclass(frozen=True, slots=True)
class Load:
    """What one stretch of taps gave."""

    name: str
    asked: float | None
    """Taps a second that the people made; none: as fast as they were answered."""
    taps: float
    """Taps a second that were answered."""
    actions: float
    """Actions a second that were stored, those of AI players and passes by themselves too."""
    median_ms: float
    p99_ms: float
    cpu_ms_per_tap: float
    cpu_ms_per_action: float | None
    limited_per_second: float
    limited_per_action: float | None
    refused: int
    lost: int
    bot_cores: float
    """How much of a core the bot had; close to one for each worker it cannot do more."""
    people_cores: float
    """The same of the sandbox and the people: close to one they are what is measured."""


@dataclass(frozen=True, slots=True)
class Recovery:
    """What a start with many running tables takes."""

    name: str
    tables: int
    seconds: float
    """From the start of the process to its first answer, beyond what it takes without any table."""
    empty_seconds: float
    kilobytes_per_table: float


# Bots


@dataclass
class Bench:
    """The sandbox with its people, and the processes that serve them."""

    folder: Path
    sandbox: Sandbox
    crowd: Crowd
    bots: list[Process]

    @property
    def cpu(self) -> float:
        """The processor time of all bots."""
        return sum(bot.seconds for bot in self.bots)

    @property
    def memory(self) -> int:
        """The memory of all bots."""
        return sum(bot.bytes for bot in self.bots)

    async def ready(self) -> None:
        """Wait until each of the bots has answered a tap: they are given one in turn."""
        for _ in self.bots:
            await self._answers()

    async def _answers(self) -> None:
        world = self.sandbox.world
        user = world.add_user("probe")
        user.started = True
        message = world.post(world.private(user.id), world.bot.id, "probe")
        loop = asyncio.get_running_loop()
        end = loop.time() + READY_WITHIN
        query = world.new_query(user, world.views.message(message), NO_SUCH_BUTTON)
        while not query.answer.done():
            if loop.time() > end or not all(bot.runs for bot in self.bots):
                raise RuntimeError(f"the bot does not answer:\n{(self.folder / 'log').read_text()[-2000:]}")
            await asyncio.wait([query.answer], timeout=0.01)

    async def stretches(self, name: str, options: Options, play: Play) -> list[Load]:
        """At the rate that was asked for, at twice that, and as fast as the answers come."""
        rates = (options.rate, 2 * options.rate, None)
        return [await self.stretch(name, options.seconds, rate, play) for rate in rates]

    async def stretch(self, name: str, seconds: float, rate: float | None, play: Play) -> Load:
        """Let the people tap for a time, and measure."""
        crowd, loop = self.crowd, asyncio.get_running_loop()
        crowd.latencies.clear()
        lost, actions, calls = crowd.lost, crowd.actions, self.sandbox.world.last_call
        cpu, own, begun = self.cpu, time.process_time(), loop.time()
        await play(seconds, rate)
        took, cpu, own = loop.time() - begun, self.cpu - cpu, time.process_time() - own
        limited, refused, _ = crowd.calls(calls)
        times, stored = sorted(crowd.latencies), crowd.actions - actions
        if not times:
            raise RuntimeError("no tap was answered")
        return Load(
            name=name,
            asked=rate,
            taps=round(len(times) / took, 1),
            actions=round(stored / took, 1),
            median_ms=round(times[len(times) // 2] * 1e3, 1),
            p99_ms=round(times[len(times) * 99 // 100] * 1e3, 1),
            cpu_ms_per_tap=round(cpu / len(times) * 1e3, 2),
            cpu_ms_per_action=round(cpu / stored * 1e3, 2) if stored else None,
            limited_per_second=round(limited / took, 1),
            limited_per_action=round(limited / stored, 2) if stored else None,
            refused=refused,
            lost=crowd.lost - lost,
            bot_cores=round(cpu / took, 2),
            people_cores=round(own / took, 2),
        )


@asynccontextmanager
async def bench(limits: bool = True) -> AsyncIterator[Bench]:
    """A sandbox without people; at the end every process stops."""
    with tempfile.TemporaryDirectory(prefix="gouji-bench-") as folder:
        sandbox = Sandbox()
        sandbox.world.limits.enabled = limits
        await sandbox.start()
        found = Bench(Path(folder), sandbox, Crowd(sandbox), [])
        try:
            yield found
        finally:
            await asyncio.gather(*(bot.stop() for bot in found.bots))
            await sandbox.stop()


async def start_bots(found: Bench, database: str, workers: int, stack: AsyncExitStack) -> None:
    """Start so many workers: one polls, several are behind a webhook."""
    game = {
        "TURN_SECONDS": str(TURN_SECONDS),
        "WINDOW_SECONDS": "300",
        "BURN_WAIT": "0",
        "PASS_DELAY_MIN": "0",
        "PASS_DELAY_MAX": "0",
    }
    where = {
        "TELEGRAM_BOT_TOKEN": TOKEN,
        "TELEGRAM_API_URL": found.sandbox.url,
        "DATABASE_URL": database,
        "LOG_LEVEL": "WARNING",
        "OPS_PORT": "0",
    }
    balancer = await stack.enter_async_context(Balancer(workers)) if workers > 1 else None
    for number in range(workers):
        hook = {}
        if balancer is not None:
            port = str(balancer.ports[number])
            hook = {"PUBLIC_URL": balancer.url, "WEBHOOK_PORT": port, "WEBHOOK_SECRET": SECRET}
        found.bots.append(await Process.start(found.folder, "bot", **game, **where, **hook))
    await found.ready()


# What is measured


async def measure_load(options: Options, name: str, address: Addresses, workers: int) -> list[Load]:
    """Tables at a steady rate, and as fast as they go."""
    async with bench() as found, AsyncExitStack() as stack:
        crowd, database = found.crowd, address()
        crowd.tables = await fill(database, crowd.places(options.tables, PEOPLE))
        await start_bots(found, database, workers, stack)
        players = Players(crowd, database)
        stack.callback(players.close)
        await players.run(WARM_UP, options.rate / 2)
        return await found.stretches(name, options, players.run)


async def measure_bare(options: Options, client: str) -> list[Load]:
    """The same taps on the bare handler, whose edits Telegram would not let through: its limits are off."""
    async with bench(limits=False) as found:
        places = found.crowd.places(options.tables, PEOPLE)
        url, more = found.sandbox.url, ("--client", client)
        arguments = ("benchmarks.bare", "--token", TOKEN, "--url", url, *more)
        found.bots.append(await Process.start(found.folder, *arguments))
        await found.ready()

        async def play(seconds: float, rate: float | None) -> None:
            await tap_anything(found.crowd, places, seconds, rate)

        await play(WARM_UP, options.rate / 2)
        return await found.stretches(f"bare handler, {client}", options, play)


async def measure_recovery(options: Options, name: str, address: Addresses) -> Recovery:
    """A start with many running tables, and the memory that they take; beside one with none."""
    seconds, memory = [], []
    for tables in (0, options.recover):
        async with bench() as found, AsyncExitStack() as stack:
            database = address()
            await fill(database, found.crowd.places(tables, PEOPLE))
            loop = asyncio.get_running_loop()
            begun = loop.time()
            await start_bots(found, database, 1, stack)
            seconds.append(loop.time() - begun)
            await asyncio.sleep(2)
            memory.append(found.memory)
    return Recovery(
        name=name,
        tables=options.recover,
        seconds=round(seconds[1] - seconds[0], 2),
        empty_seconds=round(seconds[0], 2),
        kilobytes_per_table=round((memory[1] - memory[0]) / options.recover / 1024, 1),
    )


# What is told


@dataclass(frozen=True, slots=True)
class Report:
    """All figures."""

    loads: list[Load]
    recoveries: list[Recovery]

    def as_json(self) -> str:
        """One object."""
        return json.dumps(asdict(self))

    def as_text(self) -> str:
        """Two tables."""
        lines = [
            f"{'':28} {'asked':>6} {'taps/s':>7} {'acts/s':>7} {'median':>8} {'99 %':>8} {'cpu/tap':>8} "
            f"{'cpu/act':>8} {'calls/s':>8} {'calls/act':>9} {'bot':>5} {'people':>6}"
        ]
        lines += [
            f"{load.name:28} {_shown(load.asked):>6} {load.taps:7} {load.actions:7} {load.median_ms:5} ms "
            f"{load.p99_ms:5} ms {load.cpu_ms_per_tap:5} ms {_shown(load.cpu_ms_per_action):>5} ms "
            f"{load.limited_per_second:8} {_shown(load.limited_per_action):>9} "
            f"{load.bot_cores:5} {load.people_cores:6}"
            + (f"  refused: {load.refused}" if load.refused else "")
            + (f"  without an answer: {load.lost}" if load.lost else "")
            for load in self.loads
        ]
        lines += [
            f"{found.name:28} {found.tables} running tables: {found.seconds} s beyond the "
            f"{found.empty_seconds} s of a start without any, {found.kilobytes_per_table} KB each"
            for found in self.recoveries
        ]
        return "\n".join(lines)


def _shown(value: float | None) -> str:
    return "–" if value is None else str(value)


LASTING = ("listen_addresses=", "max_connections=200", "shared_buffers=128MB")
"""How the throwaway PostgreSQL runs: what is committed is on the disk, as an operator wants it."""


@contextmanager
def postgres() -> Iterator[Server | None]:
    """A PostgreSQL, if there is one."""
    try:
        with server(LASTING) as found:
            yield found
    except NoPostgresError as error:
        sys.stderr.write(f"Without PostgreSQL: {error}\n")
        yield None


async def measure(options: Options, sqlite: Addresses, shared: Addresses | None) -> Report:
    """Everything, one after the other."""
    loads = [load for client in ("httpx", "aiohttp") for load in await measure_bare(options, client)]
    loads += await measure_load(options, "SQLite, 1 worker", sqlite, 1)
    recoveries = [await measure_recovery(options, "SQLite", sqlite)]
    if shared is not None:
        for workers in (1, 2):
            name = f"PostgreSQL, {workers} worker{'s' * (workers > 1)}"
            loads += await measure_load(options, name, shared, workers)
        recoveries.append(await measure_recovery(options, "PostgreSQL", shared))
    return Report(loads, recoveries)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.load", description="How much the whole bot carries."
    )
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100, help="taps a second; twice that is measured too")
    parser.add_argument("--seconds", type=float, default=10, help="how long each stretch lasts")
    parser.add_argument("--recover", type=int, default=1000, help="running tables at a start")
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    given = parser.parse_args()
    options = Options(given.tables, given.rate, given.seconds, given.recover)
    numbers = count()
    with tempfile.TemporaryDirectory(prefix="gouji-bench-") as folder, postgres() as found:

        def sqlite() -> str:
            return f"sqlite+aiosqlite:///{folder}/{next(numbers)}.db"

        shared = None if found is None else found.empty_database
        report = asyncio.run(measure(options, sqlite, shared))
    sys.stdout.write((report.as_json() if given.json else report.as_text()) + "\n")


if __name__ == "__main__":
    main()

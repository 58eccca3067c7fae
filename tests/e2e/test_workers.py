"""Three real processes on one PostgreSQL behind one webhook, of which two are killed: the deal goes on."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
from aiohttp import web
from sqlmodel import select

from bot.sandbox.client import SandboxClient
from bot.sandbox.server import TOKEN, Sandbox
from engine.actions import Action
from engine.deal import Deal
from engine.rules import PRESETS
from storage.database import Database
from storage.models import ActionRow, DealRow, DealStatus, Slot

ROOT = Path(__file__).parents[2]
WORKERS = 3
PATIENCE = 120.0
GLANCE = 0.1
"""Real seconds between two looks at what other processes have done."""

SECRET = "an-evening-in-december"
Json = dict[str, Any]


@dataclass
class Balancer:
    """What stands before the workers: it hands each update to the next one that takes it."""

    ports: list[int]
    taken: list[int] = field(default_factory=list)
    """By which worker each update was taken."""

    async def forward(self, request: web.Request) -> web.Response:
        """Hand an update on."""
        body, headers = await request.read(), dict(request.headers)
        headers.pop("Host", None)
        async with aiohttp.ClientSession() as session:
            for step in range(WORKERS):
                worker = (len(self.taken) + step) % WORKERS
                url = f"http://127.0.0.1:{self.ports[worker]}{request.path}"
                try:
                    async with session.post(url, data=body, headers=headers) as response:
                        self.taken.append(worker)
                        return web.Response(status=response.status)
                except aiohttp.ClientConnectionError:
                    continue
        raise web.HTTPServiceUnavailable


@dataclass
class Place:
    """The sandbox, the group, and the workers."""

    client: SandboxClient
    database: Database
    environment: dict[str, str]
    folder: Path
    balancer: Balancer
    group: int = 0
    friends: list[int] = field(default_factory=list)
    processes: dict[int, asyncio.subprocess.Process] = field(default_factory=dict)

    async def start(self, number: int) -> None:
        """Start a worker, and wait until it listens."""
        environment = {**self.environment, "WEBHOOK_PORT": str(self.balancer.ports[number])}
        with (self.folder / f"worker{number}.log").open("ab") as log:
            self.processes[number] = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "bot", cwd=ROOT, env=environment, stdout=log, stderr=log
            )

        async def listens() -> bool:
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", self.balancer.ports[number])) == 0

        await until(listens)

    async def kill(self, number: int) -> None:
        """``kill -9``."""
        process = self.processes.pop(number)
        process.send_signal(signal.SIGKILL)
        await process.wait()

    async def stop(self) -> None:
        """Stop what still runs, as an operator does."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            await process.wait()

    async def press(self, user: int, label: str) -> Json:
        """Press a button in the group as soon as it is there; the answer."""
        found: list[tuple[int, str]] = []

        async def is_there() -> bool:
            for message in await self.client.messages(self.group):
                for button in (button for row in message["keyboard"] or [] for button in row):
                    if button["text"].startswith(label):
                        found.append((message["message_id"], button["callback_data"]))
            return bool(found)

        await until(is_there)
        answer = await self.client.tap(user, self.group, *found[-1], force=True)
        assert answer is not None
        return answer

    async def deal(self) -> tuple[DealRow | None, list[ActionRow]]:
        """The newest deal, and its actions."""
        async with self.database.transaction() as session:
            row = (await session.exec(select(DealRow).order_by(DealRow.id.desc()))).first()  # type: ignore[union-attr]
            if row is None:
                return None, []
            query = select(ActionRow).where(ActionRow.deal_id == row.id).order_by(ActionRow.number)  # type: ignore[arg-type]
            return row, list((await session.exec(query)).all())

    async def so_many_actions(self, least: int) -> None:
        """Wait until the deal has got somewhere, or is over."""

        async def there() -> bool:
            row, actions = await self.deal()
            return row is not None and (len(actions) >= least or row.status != DealStatus.RUNNING)

        await until(there)

    async def all_shown(self) -> bool:
        """Whether nothing waits to be shown any more."""
        async with self.database.transaction() as session:
            slots = (await session.exec(select(Slot))).all()
        return not any(slot.stale or slot.old or slot.claimed_by for slot in slots)


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Look again and again at what other processes do, until it is so."""
    async with asyncio.timeout(PATIENCE):
        while not await condition():  # noqa: ASYNC110 - they cannot tell us
            await asyncio.sleep(GLANCE)


def free_ports(count: int) -> list[int]:
    """Ports on which nobody listens."""
    probes = [socket.socket() for _ in range(count)]
    for probe in probes:
        probe.bind(("127.0.0.1", 0))
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


@asynccontextmanager
async def place(folder: Path, url: str) -> AsyncIterator[Place]:
    """Three workers that play without waiting, in real time."""
    sandbox = Sandbox(scene=True)
    await sandbox.start()
    *ports, public = free_ports(WORKERS + 1)
    balancer = Balancer(ports)
    app = web.Application()
    app.router.add_post("/{path:.*}", balancer.forward)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", public).start()
    environment = {
        **os.environ,
        "TELEGRAM_BOT_TOKEN": TOKEN,
        "TELEGRAM_API_URL": sandbox.url,
        "DATABASE_URL": url,
        "PUBLIC_URL": f"http://127.0.0.1:{public}",
        "WEBHOOK_SECRET": SECRET,
        "PYTHONPATH": str(ROOT),
        "WINDOW_SECONDS": "5",
        "BURN_WAIT": "0",
        "PASS_DELAY_MIN": "0.02",
        "PASS_DELAY_MAX": "0.06",
    }
    found = Place(SandboxClient(sandbox.url), Database(url), environment, folder, balancer)
    friends = await found.client.friends()
    found.group, found.friends = friends["group"], [user["id"] for user in friends["users"]]
    try:
        await asyncio.gather(*(found.start(number) for number in range(WORKERS)))
        yield found
    finally:
        await found.stop()
        await found.client.close()
        await found.database.close()
        await runner.cleanup()
        await sandbox.stop()


async def test_a_deal_goes_on_while_workers_are_killed(tmp_path: Path, postgres_url: str) -> None:
    async with place(tmp_path, postgres_url) as played:
        me = played.friends[0]
        await played.client.say(played.group, me, "/gouji 1")
        answer = await played.press(me, "①")
        await played.client.open(me, answer["url"])
        await played.press(me, "补机器人")
        await played.press(me, "开局")
        await played.client.say(played.group, me, "/leave")
        await played.so_many_actions(30)
        await played.kill(0)
        await played.so_many_actions(70)
        await played.kill(1)
        await played.start(0)

        async def over() -> bool:
            row, _ = await played.deal()
            return row is not None and row.status == DealStatus.OVER

        await until(over)
        await until(played.all_shown)
        assert set(played.balancer.taken) == {0, 1, 2}
        await check(played)


async def check(played: Place) -> None:
    """Every action is stored once, they replay, and the chat shows one result, that of the deal."""
    row, actions = await played.deal()
    assert row is not None
    assert [action.number for action in actions] == list(range(1, len(actions) + 1))
    deal = Deal.start(PRESETS[row.preset].with_switches(row.switches), row.seed).deal
    for action in actions:
        deal = deal.apply(action.seat, Action.parse(action.token)).deal
        assert deal.digest == action.digest
    assert deal.outcome is not None
    results = [m for m in await played.client.messages(played.group) if "这一局结束" in m["text"]]
    assert len(results) == 1
    refused = {call["description"] for call in await played.client.refusals()}
    assert refused <= {"Bad Request: message is not modified"}  # what a dead one has shown, shown again

"""The process: how it starts, what it says when it cannot, what it logs, and that it stops."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import socket
import sqlite3
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from time import monotonic

import aiohttp
import pytest

from bot.sandbox.client import SandboxClient
from bot.sandbox.server import TOKEN, Sandbox
from tests.bot.running import START, people

ROOT = Path(__file__).parents[2]
STOP_WITHIN = 5.0
"""Real seconds that stopping may take, whatever happens."""

HANGS = 20
"""Real seconds after which a process that should have ended, or begun, never will."""


async def until(condition: Callable[[], object]) -> None:
    """Wait for what another process does."""
    async with asyncio.timeout(HANGS):
        while not condition():  # noqa: ASYNC110
            await asyncio.sleep(0.05)


def called(sandbox: Sandbox, method: str) -> bool:
    """Whether the bot has called a method."""
    return any(call.method == method for call in sandbox.world.calls)


class Process:
    """``python -m bot`` in a folder of its own."""

    def __init__(self, process: asyncio.subprocess.Process, output: Path) -> None:
        self.process = process
        self._output = output

    @property
    def output(self) -> str:
        """What it has written so far."""
        return self._output.read_text(encoding="utf-8")

    async def says(self, pattern: str) -> str:
        """Wait until it has written something; what that is."""
        await until(lambda: re.search(pattern, self.output) or self.process.returncode is not None)
        found = re.search(pattern, self.output)
        assert found is not None, self.output
        return found.group()

    async def ends(self) -> int:
        """Its exit status, once it has ended."""
        async with asyncio.timeout(HANGS):
            return await self.process.wait()

    async def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Tell it to stop, which it does in time; its exit status."""
        begun = monotonic()
        self.process.send_signal(number)
        status = await self.ends()
        assert monotonic() - begun < STOP_WITHIN
        return status


@asynccontextmanager
async def process(folder: Path, **settings: str) -> AsyncIterator[Process]:
    """A process with some settings; killed at the end if it still runs."""
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "SANDBOX_PORT": "0", **settings}
    output = folder / "output"
    with output.open("wb") as file:
        started = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "bot", cwd=folder, env=environment, stdout=file, stderr=file
        )
    try:
        yield Process(started, output)
    finally:
        if started.returncode is None:
            started.kill()
            await started.wait()


@pytest.fixture
async def sandbox() -> AsyncIterator[Sandbox]:
    """A sandbox in real time."""
    found = Sandbox(scene=True)
    await found.start()
    yield found
    await found.stop()


def beside(sandbox: Sandbox, token: str = TOKEN) -> dict[str, str]:
    """The settings of a bot beside a sandbox."""
    return {"TELEGRAM_BOT_TOKEN": token, "TELEGRAM_API_URL": sandbox.url}


# Starting and stopping


async def test_without_a_token_the_sandbox_runs_and_its_conversations_outlive_a_restart(
    tmp_path: Path,
) -> None:
    async with process(tmp_path) as bot:
        url = (await bot.says(r"http://127\.0\.0\.1:\d+ ")).strip()
        async with SandboxClient(url) as client:
            scene = await client.friends()
            await client.say(scene["group"], scene["users"][0]["id"], "/gouji")
            async with asyncio.timeout(HANGS):
                while not [m for m in await client.messages(scene["group"]) if m["keyboard"]]:
                    await client.events((await client.state())["version"], patience=1)
            waiting = asyncio.create_task(client.events(10**9))
            assert await bot.stop(signal.SIGINT) == 0
            await asyncio.wait({waiting})
            assert waiting.exception() is None or isinstance(waiting.exception(), aiohttp.ClientError)
        assert "Traceback" not in bot.output
    async with process(tmp_path) as bot:
        url = (await bot.says(r"http://127\.0\.0\.1:\d+ ")).strip()
        async with SandboxClient(url) as client:
            scene = await client.friends()
            assert [m for m in await client.messages(scene["group"]) if m["keyboard"]]
        assert await bot.stop() == 0


async def test_it_stops_while_telegram_is_out_of_reach(tmp_path: Path) -> None:
    settings = {"TELEGRAM_BOT_TOKEN": "1:x", "TELEGRAM_API_URL": f"http://127.0.0.1:{_free_port()}"}
    async with process(tmp_path, **settings) as bot:
        await bot.says("cannot be reached")
        assert await bot.stop() == 0
        assert "Traceback" not in bot.output


async def test_it_starts_once_telegram_can_be_reached(tmp_path: Path) -> None:
    port = _free_port()
    settings = {"TELEGRAM_BOT_TOKEN": TOKEN, "TELEGRAM_API_URL": f"http://127.0.0.1:{port}"}
    async with process(tmp_path, **settings) as bot:
        await bot.says("cannot be reached")
        late = Sandbox(port=port, scene=True)
        await late.start()
        await bot.says("starts; deals that go on: 0")
        assert await bot.stop() == 0
        await late.stop()


async def test_it_stops_while_no_call_is_answered(tmp_path: Path, sandbox: Sandbox) -> None:
    async with process(tmp_path, **beside(sandbox)) as bot, SandboxClient(sandbox.url) as client:
        await bot.says("deals that go on")
        await until(lambda: called(sandbox, "deleteWebhook"))
        await client.set_faults({"method": "*", "kind": "timeout", "rate": 1.0})
        scene = await client.friends()
        await client.say(scene["group"], scene["users"][0]["id"], "/gouji")
        await until(lambda: called(sandbox, "sendMessage"))
        assert await bot.stop() == 0


async def test_it_stops_while_somebody_else_holds_the_database(tmp_path: Path, sandbox: Sandbox) -> None:
    settings = {"DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/gouji.db"}
    async with process(tmp_path, **beside(sandbox), **settings) as bot, SandboxClient(sandbox.url) as client:
        await bot.says("deals that go on")
        await until(lambda: called(sandbox, "deleteWebhook"))
        with closing(sqlite3.connect(tmp_path / "gouji.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            scene = await client.friends()
            await client.say(scene["group"], scene["users"][0]["id"], "/gouji")
            await until(lambda: not sandbox.world.updates)
            assert await bot.stop() == 0


async def test_it_stops_in_webhook_mode(tmp_path: Path, sandbox: Sandbox) -> None:
    port = _free_port()
    settings = {"PUBLIC_URL": f"http://127.0.0.1:{port}", "WEBHOOK_PORT": str(port), "WEBHOOK_SECRET": "s"}
    async with process(tmp_path, **beside(sandbox), **settings) as bot:
        await until(lambda: bool(sandbox.world.webhook))
        assert await bot.stop() == 0
        assert "Traceback" not in bot.output


# What only shows at the start


async def refusal(folder: Path, **settings: str) -> str:
    """What a process says that ends at once."""
    async with process(folder, **settings) as bot:
        assert await bot.ends() == 2
        assert "Traceback" not in bot.output
        return bot.output.strip()


async def test_a_token_that_telegram_does_not_know_is_named_and_not_shown(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    text = await refusal(tmp_path, **beside(sandbox, "1234:not-this-one"))
    assert "The setting TELEGRAM_BOT_TOKEN is wrong" in text
    assert "not-this-one" not in text


async def test_a_port_in_use_is_named(tmp_path: Path, sandbox: Sandbox) -> None:
    assert "The setting SANDBOX_PORT is wrong" in await refusal(tmp_path, SANDBOX_PORT=str(sandbox.port))
    webhook = {
        "PUBLIC_URL": "http://127.0.0.1:1",
        "WEBHOOK_PORT": str(sandbox.port),
        "WEBHOOK_SECRET": "s",
    }
    text = await refusal(tmp_path, **beside(sandbox), **webhook)
    assert "The setting WEBHOOK_PORT is wrong" in text


async def test_a_state_that_is_none_is_named_and_kept(tmp_path: Path) -> None:
    (tmp_path / "state.json").write_text("precious", encoding="utf-8")
    assert "The setting SANDBOX_STATE is wrong" in await refusal(tmp_path, SANDBOX_STATE="state.json")
    assert (tmp_path / "state.json").read_text(encoding="utf-8") == "precious"


async def test_a_database_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in ("file/gouji.db", "."):
        text = await refusal(tmp_path, DATABASE_URL=f"sqlite+aiosqlite:///{place}")
        assert "The setting DATABASE_URL is wrong" in text


# What is logged


async def test_what_ends_the_process_is_told_without_what_is_secret(tmp_path: Path) -> None:
    secret = f"123456:{'AAF-x_y' * 5}"
    program = f"""
import sys, bot.__main__ as start
def run(settings): raise RuntimeError("GET /bot{secret}/getMe")
start.run = run
sys.exit(start.main())
"""
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", program),
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "TELEGRAM_BOT_TOKEN": secret},
        stderr=asyncio.subprocess.PIPE,
    )
    _, output = await started.communicate()
    assert started.returncode == 1
    assert "RuntimeError: GET /bot***/getMe" in output.decode()
    assert secret not in output.decode()


async def test_the_log_tells_neither_token_nor_hands_nor_seeds(tmp_path: Path) -> None:
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    settings = {
        "LOG_LEVEL": "DEBUG",
        "SANDBOX_CLOCK_URL": sandbox.url,
        "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/gouji.db",
    }
    async with process(tmp_path, **beside(sandbox), **settings) as bot, SandboxClient(sandbox.url) as client:
        place = await people(sandbox, client, tmp_path)
        await place.start_deal()
        await place.rest(60)
        hand = (await place.with_keyboard(place.friends[0]))["text"]
        assert await bot.stop() == 0
        log = bot.output
    await sandbox.stop()
    cards = re.findall(r"\S+×\d+", hand)
    assert len(cards) > 5
    assert len(place.seeds()) == 1
    assert "DEBUG" in log
    for secret in (TOKEN, " ".join(cards[:3]), *place.seeds()):
        assert secret not in log


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

"""The whole bot in this process, its calls carried out by the sandbox's own methods without a network.

Polling, the clock and what people do go over HTTP as ever; only what the bot says to Telegram does not, so
that a hundred thousand updates take minutes. Its strictness and the faults on demand are the sandbox's.
"""

from __future__ import annotations

import asyncio
import json
import logging
import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from telegram import Update
from telegram.error import NetworkError, TimedOut
from telegram.ext import Application
from telegram.request import BaseRequest, RequestData

from bot.app import GoujiBot
from bot.sandbox.client import SandboxClient
from bot.sandbox.errors import ApiError, too_many_requests
from bot.sandbox.methods import Methods
from bot.sandbox.model import Call
from bot.sandbox.server import TOKEN, Sandbox
from bot.settings import Settings
from tests.bot.running import START, Json, Running, people

REST_WITHIN = 30.0
"""Real seconds that the bot may work on one update and what follows from it."""

GLANCE = 0.001


class Direct(BaseRequest):
    """Carries the calls of the bot out at once."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._sandbox = sandbox
        self._methods = Methods(sandbox.world)

    @property
    def read_timeout(self) -> float | None:
        """How long an answer may take; here it comes at once."""
        return 5.0

    async def initialize(self) -> None:
        """Nothing to open."""

    async def shutdown(self) -> None:
        """Nothing to close."""

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *_: Any, **__: Any
    ) -> tuple[int, bytes]:
        """One call: its status and its body, or the error that the network would give."""
        await asyncio.sleep(0)
        values: Json = {} if request_data is None else dict(request_data.json_parameters)
        attached = set()
        if request_data is not None and request_data.multipart_data:
            for name, (filename, content, _type) in request_data.multipart_data.items():
                data = content if isinstance(content, bytes) else content.read()
                values[name] = self._sandbox.world.files.add(filename, data).id
                attached.add(name)
        call = Call(self._sandbox.world.clock.now(), url.rsplit("/", 1)[1], params=values)
        chat = str(values.get("chat_id", ""))
        call.chat_id = int(chat) if chat.lstrip("-").isdecimal() else None
        self._sandbox.world.record(call)
        try:
            return 200, self._answer(call, frozenset(attached))
        except ApiError as error:
            call.ok, call.status, call.description = False, error.status, error.description
            body: Json = {"ok": False, "error_code": error.status, "description": error.description}
            if error.parameters:
                body["parameters"] = error.parameters
            return error.status, json.dumps(body).encode()

    def _answer(self, call: Call, attached: frozenset[str]) -> bytes:
        fault = self._sandbox.faults.draw(call.method)
        call.injected = fault is not None
        if fault is not None and fault.kind == "429":
            raise too_many_requests(fault.retry_after)
        if fault is not None and fault.kind == "500":
            raise ApiError(500, "Internal Server Error")
        if fault is not None and fault.kind in ("timeout", "drop"):
            call.ok, call.status, call.description = False, 0, fault.kind
            raise TimedOut if fault.kind == "timeout" else NetworkError("the connection was closed")
        if fault is not None and fault.kind in ("gone", "blocked"):
            self._sandbox.world.forestall(fault.kind, call)
        result = self._methods.call(call.method, call.params, attached)
        if fault is not None and fault.kind == "lost":
            call.description = "done, the answer was lost"
            raise NetworkError("the connection was closed")
        return json.dumps({"ok": True, "result": result}).encode()


class Errors(logging.Handler):
    """Keeps what is logged as an error: what reached the error handler, and what broke a round."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record, with the reason of its exception."""
        reason = record.exc_info[1] if record.exc_info else None
        self.found.append(f"{record.name}: {record.getMessage()}: {reason!r}")


@dataclass
class Place:
    """The bot, the people around it, and what it stores."""

    sandbox: Sandbox
    bot: GoujiBot
    running: Running
    database: sqlite3.Connection
    errors: Errors = field(default_factory=Errors)
    last_update: int = 10_000_000

    @property
    def client(self) -> SandboxClient:
        """The people's side."""
        return self.running.client

    @property
    def application(self) -> Application[Any, Any, Any, Any, Any, Any]:
        """The real one."""
        return self.bot._application

    async def feed(self, content: Json) -> None:
        """Give an update to the application, as its updater would, and wait until all is done."""
        self.last_update += 1
        raw = {"update_id": self.last_update, **content}
        update = Update.de_json(json.loads(json.dumps(raw)), self.application.bot)
        await self.application.process_update(update)
        await self.rest()

    async def rest(self) -> None:
        """Wait until the bot has nothing to do at this moment of its clock."""
        follower = self.bot._follower
        assert follower is not None
        async with asyncio.timeout(REST_WITHIN):
            while follower._busy:  # noqa: ASYNC110 - there is nothing to be told by
                await asyncio.sleep(GLANCE)

    def rows(self, query: str, *values: object) -> list[sqlite3.Row]:
        """What is stored."""
        return self.database.execute(query, values).fetchall()


@contextmanager
def known_chance(seed: int) -> Iterator[random.Random]:
    """Known seeds of deals in the place of the system's randomness; the dice for everything else."""
    rng = random.Random(seed)
    with patch("secrets.token_hex", lambda size=32: rng.randbytes(size).hex()):
        yield random.Random(seed + 1)


@contextmanager
def errors_kept() -> Iterator[Errors]:
    """What is logged as an error meanwhile."""
    errors = Errors()
    logging.getLogger().addHandler(errors)
    try:
        yield errors
    finally:
        logging.getLogger().removeHandler(errors)


@asynccontextmanager
async def place(folder: Path, seed: int, *, direct: bool = True, **more: Any) -> AsyncIterator[Place]:
    """A bot on a new database in a folder, with a group of six friends; its calls ``direct`` or over HTTP."""
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    values: Json = {
        "_env_file": None,
        "telegram_bot_token": TOKEN,
        "telegram_api_url": sandbox.url,
        "sandbox_clock_url": sandbox.url,
        "database_url": f"sqlite+aiosqlite:///{folder}/gouji.db",
        **more,
    }
    bot = GoujiBot(Settings(**values), TOKEN, sandbox.url)
    bot._services.rng = random.Random(seed)
    if direct:
        polling, _ = bot._application.bot._request
        bot._application.bot._request = (polling, Direct(sandbox))
    with errors_kept() as errors:
        try:
            await bot.start()
            database = sqlite3.connect(folder / "gouji.db")
            database.row_factory = sqlite3.Row
            async with SandboxClient(sandbox.url) as client:
                found = await people(sandbox, client, folder)
                yield Place(sandbox, bot, found, database, errors)
            database.close()
        finally:
            await bot.stop()
            await sandbox.stop()

"""Puts the parts together, and runs them."""

from __future__ import annotations

import asyncio
import logging
import os
import secrets
import signal
import socket
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, cast

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from sqlalchemy.exc import DBAPIError
from telegram.error import BadRequest, InvalidToken, NetworkError, RetryAfter
from telegram.ext import Application, ApplicationBuilder, ContextTypes, ExtBot

from bot.clock import Clock, SystemClock
from bot.handlers import operator
from bot.handlers.context import Context, Parts
from bot.handlers.register import ALLOWED_UPDATES, register, set_commands
from bot.locales import Locales
from bot.ops.calls import WatchedRequest
from bot.ops.health import TIME, Health
from bot.ops.metrics import Metrics
from bot.ops.server import OpsServer
from bot.outbox import Outbox, wait_of
from bot.polling import Polling
from bot.request import AiohttpRequest
from bot.sandbox.saving import StateError
from bot.sandbox.server import TOKEN as SANDBOX_TOKEN
from bot.sandbox.server import Sandbox
from bot.sandbox_clock import SandboxClock
from bot.scheduler import Activity, Alarm, Pulse, Restless, SchedulerAlarm
from bot.settings import Settings, SettingsError
from bot.updates import InOrder
from bot.usecases.common import NEVER, Services
from bot.usecases.people import Persons
from bot.usecases.prompts import Prompts
from bot.usecases.timekeeper import Timekeeper
from bot.webhook import WebhookServer
from storage.database import Database

log = logging.getLogger(__name__)

WEBHOOK_PATH = "telegram"
FINISH_WITHIN = 2.5
CLOSE_WITHIN = 0.5
"""Real seconds that the parts of stopping may take; with the sandbox and the process it stays below five."""

PATIENCE = 2.0
"""Real seconds between two attempts to reach Telegram at the start."""


class GoujiBot:
    """The whole bot in one process: started, run until it is stopped, stopped."""

    def __init__(self, settings: Settings, token: str, api_url: str) -> None:
        self._settings = settings
        self._follower = SandboxClock(settings.sandbox_clock_url) if settings.sandbox_clock_url else None
        self._scheduler = AsyncIOScheduler(timezone=UTC)
        clock: Clock = self._follower or SystemClock()
        alarm: Alarm = self._follower or SchedulerAlarm(self._scheduler)
        activity: Activity = self._follower or Restless()
        self._locales = Locales()
        self._database = Database(settings.database_url)
        metrics = Metrics(clock)
        self._health = Health(self._database, clock, metrics)
        self._ops = OpsServer(self._health, settings.ops_listen, settings.ops_port)
        self._services = Services(
            self._database, clock, settings.game, observer=metrics, worker=_name_of_worker()
        )
        bot: ExtBot[None] = ExtBot(
            token,
            base_url=f"{api_url}/bot",
            base_file_url=f"{api_url}/file/bot",
            request=WatchedRequest(AiohttpRequest(), metrics),
            get_updates_request=WatchedRequest(AiohttpRequest(connection_pool_size=1), metrics),
        )
        persons = Persons(self._services)
        self._prompts = Prompts(self._services)
        self._outbox = Outbox(bot, self._prompts, persons, self._locales, clock)
        self._timekeeper = Timekeeper(self._services)
        self._time = Pulse(TIME, self._timekeeper.run_due, clock, alarm, activity, metrics)
        self._screens = Pulse("screens", self._outbox.run_once, clock, alarm, activity, metrics)
        self._services.changed = self._changed
        self._parts = Parts(self._services, persons, self._outbox, self._locales, self._show)
        self._application = self._build(bot)
        self._polling = Polling(self._services, self._poll, self._poll_no_more)
        self._turns = Pulse("polling", self._polling.run_once, clock, alarm, activity)
        secret = settings.webhook_secret.get_secret_value()
        self._webhook = WebhookServer(bot, self._application.update_queue, WEBHOOK_PATH, secret)

    def _build(self, bot: ExtBot[None]) -> Application[Any, Any, Any, Any, Any, Any]:
        types = ContextTypes(context=Context, bot_data=cast(type[Parts], lambda: self._parts))
        in_order = InOrder(self._follower, self._services.observer)
        builder = ApplicationBuilder().bot(bot).context_types(types)
        application = builder.concurrent_updates(in_order).job_queue(None).build()
        if self._settings.operator_id:
            operator.register(application, self._settings.operator_id, self._health)
        register(application)
        return application

    def _changed(self, due: datetime | None = None) -> None:
        """Something was stored: there may be something to show, and something to wait for."""
        if due is None:
            self._time.trigger()
        elif due < NEVER:
            self._time.trigger_by(due)
        self._show()

    def _show(self) -> None:
        """There may be something to show."""
        self._screens.trigger()
        self._outbox.wake()

    async def start(self) -> None:
        """Migrate, recover, listen: every table goes on where it was.

        Raises :class:`SettingsError` for what only the database, the network or Telegram can tell is wrong.
        """
        with _blaming("DATABASE_URL", DBAPIError, OSError):
            await self._database.migrate()
        if self._follower is not None:
            await self._follower.start()
        self._health.start()
        if self._settings.ops_port:
            with _blaming("OPS_PORT", OSError):
                await self._ops.start()
        try:
            await _insist(self._application.initialize)
        except InvalidToken:  # whose words contain the token
            raise SettingsError(
                "The setting TELEGRAM_BOT_TOKEN is wrong: Telegram does not know it."
            ) from None
        self._services.bot_username = self._application.bot.username
        running = await self._timekeeper.recover()
        log.info("@%s starts; deals that go on: %s", self._services.bot_username, running)
        await _insist(lambda: set_commands(self._application.bot, self._locales))
        self._time.start()
        self._screens.start()
        if self._follower is None:
            self._scheduler.start()
            self._sweep()
        await self._application.start()
        await self._listen()
        if self._follower is not None:
            self._follower.leave()

    def _sweep(self) -> None:
        """Look every second for what a lost wake-up would have missed."""
        sweeper = SchedulerAlarm(self._scheduler)
        sweeper.sweep("sweep", self._changed)

    async def _listen(self) -> None:
        settings = self._settings
        if not settings.public_url:
            await self._polling.run_once()
            if self._database.shared:
                self._turns.start()
            return
        with _blaming("WEBHOOK_PORT", OSError):
            await self._webhook.start(settings.webhook_listen, settings.webhook_port)
        with _blaming("PUBLIC_URL", BadRequest):
            await _insist(self._set_webhook)

    async def _poll(self) -> None:
        updater = self._application.updater
        assert updater is not None
        await updater.start_polling(allowed_updates=ALLOWED_UPDATES, bootstrap_retries=-1)

    async def _poll_no_more(self) -> None:
        updater = self._application.updater
        if updater is not None and updater.running:
            await updater.stop()

    async def _set_webhook(self) -> None:
        await self._application.bot.set_webhook(
            f"{self._settings.public_url}/{WEBHOOK_PATH}",
            allowed_updates=ALLOWED_UPDATES,
            secret_token=self._settings.webhook_secret.get_secret_value(),
        )

    async def stop(self) -> None:
        """Finish what is being applied, then stop; the next start brings every message up to date."""
        await _in_time(FINISH_WITHIN, self._finish())
        await _in_time(CLOSE_WITHIN, self._close())
        self._health.stop()
        await self._database.close()

    async def _finish(self) -> None:
        self._outbox.close()
        await asyncio.gather(self._stop_listening(), self._time.stop(), self._screens.stop())
        with suppress(DBAPIError):  # else others wait for what is theirs then
            await self._prompts.leave_the_rest()

    async def _close(self) -> None:
        if self._scheduler.running:
            self._scheduler.shutdown(wait=False)
        await self._application.shutdown()
        await self._ops.stop()
        if self._follower is not None:
            await self._follower.stop()

    async def _stop_listening(self) -> None:
        """Take no more updates, and finish those that have been taken."""
        await self._turns.stop()
        await self._polling.end()
        await self._webhook.stop()
        if self._application.running:
            await self._application.stop()


async def run(settings: Settings) -> None:
    """Run the bot until the process is told to stop: against Telegram, or without a token the sandbox.

    Raises :class:`SettingsError` if something is wrong that only shows at the start.
    """
    stopped = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stopped.set)
    async with AsyncExitStack() as stack:
        token, url = settings.telegram_bot_token.get_secret_value(), settings.telegram_api_url
        if settings.uses_sandbox:
            sandbox = Sandbox(port=settings.sandbox_port, state=Path(settings.sandbox_state), scene=True)
            with _blaming("SANDBOX_STATE", StateError), _blaming("SANDBOX_PORT", OSError):
                await sandbox.start()
            stack.push_async_callback(sandbox.stop)
            token, url = SANDBOX_TOKEN, sandbox.url
        with _blaming("DATABASE_URL", OSError):
            bot = GoujiBot(settings, token, url)
        stack.push_async_callback(bot.stop)
        if await _started(bot, stopped):
            if settings.uses_sandbox:
                sys.stdout.write(f"\n  够级 · Gouji: open {url} in a browser\n  (Ctrl-C stops)\n\n")
                sys.stdout.flush()
            await stopped.wait()


async def _started(bot: GoujiBot, stopped: asyncio.Event) -> bool:
    """Start the bot, which lasts as long as Telegram is out of reach; false if told to stop before."""
    start, stop = asyncio.create_task(bot.start()), asyncio.create_task(stopped.wait())
    await asyncio.wait({start, stop}, return_when=asyncio.FIRST_COMPLETED)
    stop.cancel()
    if not start.done():
        start.cancel()
        await asyncio.wait({start})
        return False
    await start
    return True


async def _in_time(seconds: float, work: Awaitable[None]) -> None:
    """Do a part of stopping; the next one is done however long this one would take."""
    try:
        async with asyncio.timeout(seconds):
            await work
    except TimeoutError:
        log.warning("stopping is cut off after %s seconds", seconds)


async def _insist(call: Callable[[], Awaitable[None]]) -> None:
    """Call Telegram until it can be reached. In real time: no clock of a game runs yet."""
    while True:
        try:
            return await call()
        except BadRequest:
            raise
        except RetryAfter as error:
            pause = wait_of(error).total_seconds()
        except NetworkError as error:
            pause = PATIENCE
            log.warning("Telegram cannot be reached (%s); trying again", type(error).__name__)
        await asyncio.sleep(pause)


def _name_of_worker() -> str:
    """A name that no other process has, and that tells an operator where it runs."""
    return f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(2)}"


@contextmanager
def _blaming(name: str, *errors: type[Exception]) -> Iterator[None]:
    """Turn errors that a wrong setting leads to into a sentence that names it."""
    try:
        yield
    except errors as error:
        reason = str(getattr(error, "orig", None) or error).rstrip(".")
        raise SettingsError(f"The setting {name} is wrong: {reason}.") from error

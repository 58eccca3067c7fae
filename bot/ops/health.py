"""How the process is doing: what it tells its operator, and a machine that watches it."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.exc import SQLAlchemyError

from bot import VERSION
from bot.clock import Clock
from bot.ops.logs import Fault, Faults
from bot.ops.metrics import Backlog, Metrics
from storage.database import Database
from storage.repositories import count_running

PATIENCE = 2.0
"""Real seconds in which the database has to answer."""

STUCK = 60.0
"""A round of what is due takes no longer, or it never ends."""

TIME = "time"
"""The name of that work."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class State:
    """How the process is doing. ``tables``: how many play; none if the database does not answer."""

    version: str
    uptime: timedelta
    tables: int | None
    backlog: Backlog
    faults: tuple[Fault, ...]
    stuck: bool

    @property
    def healthy(self) -> bool:
        """Whether it does its work; if not, starting it anew may help."""
        return self.tables is not None and not self.stuck


class Health:
    """Looks how the process is doing; from :meth:`start` to :meth:`stop` it notes what errors are logged."""

    def __init__(self, database: Database, clock: Clock, metrics: Metrics) -> None:
        self.metrics = metrics
        self._database = database
        self._clock = clock
        self._since = clock.now()
        self._faults = Faults(clock, metrics.error)
        self._asking: asyncio.Task[int | None] | None = None

    def start(self) -> None:
        """Begin to note."""
        self._since = self._clock.now()
        logging.getLogger().addHandler(self._faults)

    def stop(self) -> None:
        """Note no more."""
        logging.getLogger().removeHandler(self._faults)
        if self._asking is not None:
            self._asking.cancel()

    async def look(self) -> State:
        """How it is doing now."""
        tables = await self._tables()
        self.metrics.stores(tables)
        return State(
            version=VERSION,
            uptime=self._clock.now() - self._since,
            tables=tables,
            backlog=self.metrics.backlog,
            faults=tuple(self._faults.last),
            stuck=self.metrics.busy(TIME) > STUCK,
        )

    async def _tables(self) -> int | None:
        """How many tables play. A question that is not answered is left alone: to end it may take as long."""
        if self._asking is None or self._asking.done():
            self._asking = asyncio.create_task(self._ask())
        asking = self._asking
        await asyncio.wait({asking}, timeout=PATIENCE)
        if not asking.done():
            log.warning("the database does not answer")
            return None
        return asking.result()

    async def _ask(self) -> int | None:
        try:
            async with self._database.transaction() as session:
                return await count_running(session)
        except (SQLAlchemyError, OSError) as error:
            log.warning("the database does not answer: %s", type(error).__name__)
            return None

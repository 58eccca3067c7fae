"""Opens the database: engine, pragmas, transactions, migrations."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from psycopg import OperationalError as PostgresError
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.inloop import DRIVER
from storage.rows import RememberingSession

MIGRATIONS = Path(__file__).parent / "migrations"
POSTGRES = "postgresql"

BUSY_MILLISECONDS = 10_000
ATTEMPTS = 5

CONFLICTS = ("40001", "40P01", "55P03")
"""What PostgreSQL says of transactions that were in each other's way: to be done again, they succeed."""

OUTAGE = 20.0
"""So many real seconds a unit of work waits for a database that is being restarted."""

PAUSE = 0.25
"""Real seconds between two attempts to reach it."""

CONNECTIONS = 12
"""How many connections a process holds at most; PostgreSQL allows a hundred by default."""

POSTGRES_SETTINGS = {
    # A machine that is lost in the middle of a transaction must not keep its locks.
    "idle_in_transaction_session_timeout": "15s",
    "lock_timeout": "10s",
    "statement_timeout": "30s",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
}

MIGRATING = 0x60_0D_0011
"""The key of the lock by which only one process at a time migrates."""

log = logging.getLogger(__name__)


_P = ParamSpec("_P")
_T = TypeVar("_T")


def retried(work: Callable[_P, Coroutine[Any, Any, _T]]) -> Callable[_P, Coroutine[Any, Any, _T]]:
    """Let a unit of work, one transaction that may be repeated, run again when it could not be done.

    A unique key refuses what two append at once, such as the next action of a deal; who comes second has
    to read again. PostgreSQL ends one of two transactions that wait for each other. And a database that is
    restarted is there again soon. Raises the error of the last attempt.
    """

    @wraps(work)
    async def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        conflicts, patience = 0, asyncio.get_running_loop().time() + OUTAGE
        while True:
            try:
                return await work(*args, **kwargs)
            except DBAPIError as error:
                if _is_conflict(error) and conflicts < ATTEMPTS - 1:
                    conflicts += 1
                    log.info("another was faster, once more: %s", type(error.orig).__name__)
                elif _is_outage(error) and asyncio.get_running_loop().time() < patience:
                    log.warning(
                        "the database cannot be reached (%s); trying again", type(error.orig).__name__
                    )
                    await asyncio.sleep(PAUSE)
                else:
                    raise

    return wrapper


def _is_conflict(error: DBAPIError) -> bool:
    return isinstance(error, IntegrityError) or getattr(error.orig, "sqlstate", None) in CONFLICTS


def _is_outage(error: DBAPIError) -> bool:
    """Whether PostgreSQL could not be reached, or the connection was lost."""
    return error.connection_invalidated or (
        isinstance(error.orig, PostgresError) and error.orig.sqlstate in (None, "57P01", "57P02", "57P03")
    )


class Database:
    """A database by its address: ``sqlite+aiosqlite:///data/gouji.db``, or ``postgresql://host/gouji``."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self.shared = parsed.get_backend_name() == POSTGRES
        """Whether other processes may be working with it."""
        self.engine: AsyncEngine = _postgres(parsed) if self.shared else _sqlite(parsed)

    @retried
    async def migrate(self) -> None:
        """Bring the tables up to the newest migration; of several processes one at a time."""
        async with self.migrating() as connection:
            await connection.run_sync(_upgrade)

    @asynccontextmanager
    async def migrating(self) -> AsyncIterator[AsyncConnection]:
        """A connection in a transaction that may change tables, with all that is in them, or nothing."""
        async with self.engine.connect() as connection:
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            if not self.shared:
                # SQLite changes a table by replacing it; those that refer to it must not mind meanwhile.
                driver.execute("PRAGMA foreign_keys = OFF")
            try:
                async with connection.begin():
                    if self.shared:
                        await connection.execute(text("SET LOCAL lock_timeout = 0"))
                        await connection.execute(text("SET LOCAL statement_timeout = 0"))
                        await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
                    yield connection
                    if not self.shared:
                        await _check_keys(connection)
            finally:
                if not self.shared:
                    driver.execute("PRAGMA foreign_keys = ON")

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session whose changes are written together at its end, or not at all.

        On SQLite it begins ``IMMEDIATE``: what is read in it cannot change before it is written. On
        PostgreSQL it reads what is committed, and who changes anything of a table locks the table first:
        :class:`storage.repositories.Tables` does. Either way those at one table go one after the other.
        """
        made = AsyncSession(self.engine, expire_on_commit=False, sync_session_class=RememberingSession)
        async with made as session, session.begin():
            yield session

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


async def _check_keys(connection: AsyncConnection) -> None:
    broken = (await connection.exec_driver_sql("PRAGMA foreign_key_check")).all()
    if broken:
        raise RuntimeError(f"a migration would leave rows that refer to nothing: {len(broken)}")


def _upgrade(connection: Connection) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def alembic_config() -> Config:
    """The configuration of Alembic, which needs no file of its own."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


# Errors must not tell what is stored (``hide_parameters``): it would put seeds into the log.


def _postgres(url: URL) -> AsyncEngine:
    settings = " ".join(f"-c {name}={value}" for name, value in POSTGRES_SETTINGS.items())
    return create_async_engine(
        url.set(drivername=f"{POSTGRES}+psycopg"),
        hide_parameters=True,
        pool_size=CONNECTIONS,
        max_overflow=0,
        connect_args={"connect_timeout": 5, "application_name": "gouji", "options": settings},
    )


def _sqlite(url: URL) -> AsyncEngine:
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_async_engine(url.set(drivername=f"sqlite+{DRIVER}"), hide_parameters=True)
    event.listen(engine.sync_engine, "connect", _tune_sqlite)
    return engine


def _tune_sqlite(connection: Any, _record: object) -> None:
    connection.isolation_level = None  # we begin transactions ourselves
    cursor = connection.cursor()
    cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
    cursor.execute("PRAGMA journal_mode = WAL")
    cursor.execute("PRAGMA synchronous = NORMAL")
    cursor.execute("PRAGMA foreign_keys = ON")
    cursor.execute("PRAGMA busy_timeout = 0")  # from here on the event loop waits, not its thread
    cursor.close()

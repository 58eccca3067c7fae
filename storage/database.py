"""Opens the database: engine, pragmas, transactions, migrations."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlmodel.ext.asyncio.session import AsyncSession

MIGRATIONS = Path(__file__).parent / "migrations"
BUSY_MILLISECONDS = 10_000
ATTEMPTS = 5

log = logging.getLogger(__name__)


_P = ParamSpec("_P")
_T = TypeVar("_T")


def retried(work: Callable[_P, Awaitable[_T]]) -> Callable[_P, Awaitable[_T]]:
    """Let a unit of work, one transaction that may be repeated, run again when another was faster.

    A unique key refuses what two append at once, such as the next action of a deal; who comes second has
    to read again. Raises the :class:`IntegrityError` of the last attempt.
    """

    @wraps(work)
    async def wrapper(*args: _P.args, **kwargs: _P.kwargs) -> _T:
        for _ in range(ATTEMPTS - 1):
            try:
                return await work(*args, **kwargs)
            except IntegrityError as error:
                log.info("another process was faster, once more: %s", error.orig)
        return await work(*args, **kwargs)

    return wrapper


class Database:
    """A database by its SQLAlchemy URL, such as ``sqlite+aiosqlite:///data/gouji.db``."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        if parsed.get_backend_name() == "sqlite" and parsed.database:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        # Errors must not tell what is stored: it would put seeds into the log.
        self.engine: AsyncEngine = create_async_engine(parsed, hide_parameters=True)
        if parsed.get_backend_name() == "sqlite":
            _tune_sqlite(self.engine)

    async def migrate(self) -> None:
        """Bring the tables up to the newest migration."""
        async with self.engine.begin() as connection:
            await connection.run_sync(_upgrade)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A session whose changes are written together at its end, or not at all.

        On SQLite it begins ``IMMEDIATE``: what is read in it cannot change before it is written.
        """
        async with AsyncSession(self.engine, expire_on_commit=False) as session, session.begin():
            yield session

    async def close(self) -> None:
        """Close all connections."""
        await self.engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def alembic_config() -> Config:
    """The configuration of Alembic, which needs no file of its own."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def _tune_sqlite(engine: AsyncEngine) -> None:
    @event.listens_for(engine.sync_engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout = {BUSY_MILLISECONDS}")
        cursor.execute("PRAGMA journal_mode = WAL")
        cursor.execute("PRAGMA synchronous = NORMAL")
        cursor.execute("PRAGMA foreign_keys = ON")
        cursor.close()

    @event.listens_for(engine.sync_engine, "begin")
    def on_begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

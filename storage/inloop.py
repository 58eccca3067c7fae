"""SQLite in the thread of the event loop.

A statement takes microseconds here; handing it to a thread and back would be ten times the work. Only waiting
for another process's transaction takes long, and that is done in the event loop.
"""

from __future__ import annotations

import asyncio
import sqlite3
import time
from typing import Any

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import URL
from sqlalchemy.pool import AsyncAdaptedQueuePool, Pool, StaticPool
from sqlalchemy.util import await_only

DRIVER = "inloop"
PATIENCE = 10.0
"""So many seconds a transaction waits for another one to end."""

PAUSE = 0.005
"""Seconds between two attempts to begin."""

BUSY = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)


class _Cursor(sqlite3.Cursor):
    async def _async_soft_close(self) -> None:
        """What SQLAlchemy asks of asynchronous cursors: the rows are fetched, nothing is left to close."""


class _Connection(sqlite3.Connection):
    def cursor(self, factory: Any = None) -> Any:
        """A cursor of our kind."""
        return super().cursor(factory or _Cursor)


class InLoopSqlite(SQLiteDialect_pysqlite):
    """Python's own driver behind SQLAlchemy's asynchronous interface; a transaction begins ``IMMEDIATE``."""

    driver = DRIVER
    is_async = True
    supports_statement_cache = True

    @classmethod
    def get_pool_class(cls, url: URL) -> type[Pool]:
        """A pool for asynchronous use; one connection only where it is the database."""
        return AsyncAdaptedQueuePool if url.database and url.database != ":memory:" else StaticPool

    def connect(self, *arguments: Any, **more: Any) -> Any:
        """A connection of our kind."""
        return super().connect(*arguments, factory=_Connection, **more)

    def do_begin(self, dbapi_connection: Any) -> None:
        """Begin, and be sure of the right to write: of two processes one waits here for the other."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                dbapi_connection.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                # The lowest byte is the kind of the error, the others say more of it.
                if error.sqlite_errorcode & 0xFF not in BUSY or time.monotonic() > end:
                    raise
            else:
                return
            await_only(asyncio.sleep(PAUSE))

    def do_execute(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        """Execute at once. SQLAlchemy insists on something that may have been awaited."""
        await_only(_nothing())
        cursor.execute(statement, parameters)

    def do_executemany(self, cursor: Any, statement: str, parameters: Any, context: Any = None) -> None:
        """The same for many rows."""
        await_only(_nothing())
        cursor.executemany(statement, parameters)

    def get_driver_connection(self, connection: Any) -> Any:
        """The connection of the driver, which is used as it is."""
        return connection


async def _nothing() -> None:
    """Comes back at once."""


registry.register(f"sqlite.{DRIVER}", __name__, InLoopSqlite.__name__)

"""A throwaway PostgreSQL for tests: a cluster of its own in a temporary folder, on a unix socket.

``GOUJI_TEST_POSTGRES`` names a server to be used instead. Where there is neither that nor Debian's packages,
what needs PostgreSQL is skipped; with ``GOUJI_REQUIRE_POSTGRES`` it fails.
"""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path

import psycopg
from psycopg import sql
from sqlalchemy.engine import URL, make_url

from storage.database import Database

SERVER = "GOUJI_TEST_POSTGRES"
REQUIRE = "GOUJI_REQUIRE_POSTGRES"
TEMPLATE = f"gouji_template_{os.getpid()}"
FAST = (
    "fsync=off",
    "synchronous_commit=off",
    "full_page_writes=off",
    "listen_addresses=",
    "shared_buffers=32MB",
    "max_connections=200",
    "autovacuum=off",
)
"""What a server does not need whose data nobody will miss."""

_numbers = count()


class NoPostgresError(Exception):
    """PostgreSQL is not to be had here."""


@dataclass(frozen=True)
class Server:
    """A server in which databases may be made; ``folder`` is that of a throwaway cluster."""

    url: URL
    folder: Path | None = None

    def new_database(self) -> str:
        """The address of a new database with all tables, copied from a template."""
        name = f"gouji_{os.getpid()}_{next(_numbers)}"
        self._execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}"), name, TEMPLATE)
        return self.address(name)

    def empty_database(self) -> str:
        """The address of a new database without tables."""
        name = f"gouji_{os.getpid()}_{next(_numbers)}"
        self._execute(sql.SQL("CREATE DATABASE {}"), name)
        return self.address(name)

    def drop(self, address: str) -> None:
        """Remove a database, whoever is connected."""
        name = make_url(address).database
        assert name is not None
        self._execute(sql.SQL("DROP DATABASE {} WITH (FORCE)"), name)

    def address(self, name: str) -> str:
        """The address of a database, as ``DATABASE_URL`` takes it."""
        return self.url.set(database=name).render_as_string(hide_password=False)

    def make_template(self) -> None:
        """Make the database that the others are copied from."""
        self._execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)"), TEMPLATE)
        self._execute(sql.SQL("CREATE DATABASE {}"), TEMPLATE)
        asyncio.run(_migrate(self.address(TEMPLATE)))

    def restart(self) -> None:
        """Stop the throwaway cluster, whoever is connected, and start it again."""
        assert self.folder is not None
        _control(self.folder, "restart", "-m", "fast", "-l", str(self.folder / "log"))

    def _execute(self, statement: sql.SQL, *names: str) -> None:
        plain = self.url.set(drivername="postgresql", database="postgres")
        with psycopg.connect(plain.render_as_string(hide_password=False), autocommit=True) as connection:
            connection.execute(statement.format(*map(sql.Identifier, names)))


async def _migrate(address: str) -> None:
    database = Database(address)
    await database.migrate()
    await database.close()


@contextmanager
def server(settings: tuple[str, ...] = FAST) -> Iterator[Server]:
    """A server: the one that is named, else a throwaway cluster. Raises :class:`NoPostgresError`."""
    named = os.environ.get(SERVER)
    if named:
        yield Server(make_url(named))
        return
    folder = Path(tempfile.mkdtemp(prefix="gouji-pg-"))
    try:
        _initialise(folder, settings)
        with _ended_with_us(folder):
            yield Server(URL.create("postgresql", "postgres", query={"host": str(folder)}), folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _ended_with_us(folder: Path) -> Iterator[None]:
    """Stop a cluster at the end, also if this process is killed: then nobody holds the pipe any more."""
    script = 'cat >/dev/null; "$0" -D "$1/data" -m immediate -s stop; rm -rf "$1"'
    command = _as_postgres(["sh", "-c", script, _find("pg_ctl"), str(folder)])
    guard = subprocess.Popen(command, stdin=subprocess.PIPE, start_new_session=True)  # noqa: S603 - as below
    assert guard.stdin is not None
    try:
        yield
    finally:
        guard.stdin.close()
        guard.wait(30)


def _initialise(folder: Path, wanted: tuple[str, ...]) -> None:
    if os.geteuid() == 0:
        try:
            owner = pwd.getpwnam("postgres")
        except KeyError:
            raise NoPostgresError("there is no user postgres") from None
        os.chown(folder, owner.pw_uid, owner.pw_gid)
    options = ["--auth=trust", "--username=postgres", "--no-sync", "--encoding=UTF8", "--locale=C"]
    _run(folder, "initdb", "-D", str(folder / "data"), *options)
    settings = [*wanted, f"unix_socket_directories={folder}"]
    _control(folder, "start", "-l", str(folder / "log"), "-o", " ".join(f"-c {s}" for s in settings))


def _control(folder: Path, *arguments: str) -> None:
    _run(folder, "pg_ctl", "-D", str(folder / "data"), "-w", "-t", "30", "-s", *arguments)


def _run(folder: Path, program: str, *arguments: str) -> None:
    """Run a program of PostgreSQL; as its own user where we are root, which it refuses."""
    command = _as_postgres([_find(program), *arguments])
    done = subprocess.run(  # noqa: S603 - what is run stands in this file
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )
    if done.returncode:
        raise NoPostgresError(f"{program} failed: {done.stdout}")


def _as_postgres(command: list[str]) -> list[str]:
    return ["runuser", "-u", "postgres", "--", *command] if os.geteuid() == 0 else command


def _find(program: str) -> str:
    for folder in sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True):
        if (folder / program).exists():
            return str(folder / program)
    found = shutil.which(program)
    if found is None:
        raise NoPostgresError("PostgreSQL is not installed")
    return found

"""Copies of an SQLite database: made while the bot is writing, checked, and put back.

A copy is the database at one moment: SQLite's own backup begins again when somebody has written meanwhile.
For PostgreSQL its own programs do that, as docs/deploy.md says.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

PATIENCE = 30.0
"""Real seconds that a write of the bot may hold us up."""

PRIVATE = 0o600
"""Hands and names stand in a copy: it is its owner's to read."""


class BackupError(Exception):
    """Why nothing was copied, in a sentence."""


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy holds."""

    revision: str
    deals: int
    actions: int


def database_file(url: str) -> Path:
    """The file of an SQLite database by its address. Raises :class:`BackupError` for anything else."""
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise BackupError("DATABASE_URL is no address of a database") from None
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        raise BackupError("this is for SQLite; docs/deploy.md says how PostgreSQL is copied")
    return Path(parsed.database)


def backup(database: Path, copy: Path) -> Copied:
    """Copy a database into a new file, which is there whole or not at all."""
    if not database.is_file():
        raise BackupError(f"there is no database {database}")
    if copy.exists():
        raise BackupError(f"{copy} is there already")
    unfinished = copy.with_name(f"{copy.name}.unfinished")
    unfinished.unlink(missing_ok=True)
    try:
        unfinished.touch(PRIVATE)
        _copy(database, unfinished)
        found = check(unfinished)
        _write_through(unfinished)
        os.replace(unfinished, copy)
    except OSError as error:
        raise BackupError(f"{copy} cannot be written: {error.strerror}") from None
    finally:
        unfinished.unlink(missing_ok=True)
    return found


def restore(copy: Path, database: Path, now: datetime) -> Path | None:
    """Put a copy in the place of a database that no bot uses; the copy of what was there, if anything was."""
    check(copy)
    kept = None
    if database.exists():
        _claim(database)
        kept = database.with_name(f"{database.name}.{now:%Y%m%d-%H%M%S}")
        backup(database, kept)
    database.parent.mkdir(parents=True, exist_ok=True)
    database.touch(PRIVATE)
    _copy(copy, database)
    return kept


def check(copy: Path) -> Copied:
    """What a copy holds. Raises :class:`BackupError` if it is none, or damaged."""
    if not copy.is_file():
        raise BackupError(f"there is no {copy}")
    try:
        with closing(_open(copy)) as connection:
            (state,) = connection.execute("PRAGMA integrity_check(1)").fetchone()
            if state != "ok":
                raise BackupError(f"{copy} is damaged: {state}")
            (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
            (deals,) = connection.execute("SELECT count(*) FROM deal").fetchone()
            (actions,) = connection.execute("SELECT count(*) FROM action").fetchone()
    except sqlite3.Error as error:
        raise BackupError(f"{copy} is no database of this bot: {error}") from None
    return Copied(revision, deals, actions)


def _copy(source: Path, target: Path) -> None:
    try:
        with closing(_open(source)) as from_here, closing(_open(target)) as to_here:
            from_here.backup(to_here)
            # Without a log beside it the copy is one file, whole in itself.
            to_here.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.Error as error:
        raise BackupError(f"{source} cannot be copied to {target}: {error}") from None


def _open(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=PATIENCE)


def _claim(database: Path) -> None:
    """See to it that nobody else has a database open: only then can it do without its log."""
    try:
        with closing(sqlite3.connect(database, timeout=1)) as connection:
            connection.execute("PRAGMA journal_mode = DELETE")
    except sqlite3.OperationalError:
        raise BackupError(f"{database} is in use: stop the bot first") from None
    except sqlite3.Error as error:
        raise BackupError(f"{database} is damaged ({error}): move it away first") from None


def _write_through(path: Path) -> None:
    """Let the disk have it before its name says that it is there."""
    with path.open("rb") as file:
        os.fsync(file.fileno())

"""``python -m storage``: copies of the SQLite database that ``DATABASE_URL`` names."""

from __future__ import annotations

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path

from pydantic_settings import BaseSettings, SettingsConfigDict

from storage.backup import BackupError, backup, check, database_file, restore


class _Place(BaseSettings):
    """Where the database is: the bot's own setting, with the same default."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    database_url: str = "sqlite+aiosqlite:///data/gouji.db"


def main() -> int:
    """Do what is asked; why it was not done is said in a sentence."""
    parser = argparse.ArgumentParser(prog="python -m storage", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    for name, what in (
        ("backup", "copy the database into FILE; the bot may be running"),
        ("check", "tell what FILE holds, and whether it is whole"),
        ("restore", "put FILE in the place of the database; the bot must not be running"),
    ):
        commands.add_parser(name, help=what, description=what).add_argument("file", type=Path)
    options = parser.parse_args()
    try:
        sys.stdout.write(f"{_run(options.command, options.file)}\n")
    except BackupError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


def _run(command: str, file: Path) -> str:
    if command == "check":
        found = check(file)
        return f"{file}: migration {found.revision}, {found.deals} deals, {found.actions} actions"
    database = database_file(_Place().database_url)
    if command == "backup":
        found = backup(database, file)
        return f"{file}: migration {found.revision}, {found.deals} deals, {found.actions} actions"
    kept = restore(file, database, datetime.now(UTC))
    return f"{database} is restored" + (f"; what it was is kept as {kept}" if kept else "")


if __name__ == "__main__":
    sys.exit(main())

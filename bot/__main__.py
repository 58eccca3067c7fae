"""``python -m bot``: the bot; without a token the sandbox and its web page."""

from __future__ import annotations

import asyncio
import logging
import sys

from bot.app import run
from bot.settings import SettingsError, load_settings

TALKATIVE = (
    "aiohttp.access",
    "aiosqlite",
    "alembic",
    "apscheduler",
    "httpcore",
    "httpx",
    "sqlalchemy",
    "telegram",
)
"""Libraries that log addresses with the token, texts of messages or what is stored."""


def main() -> int:
    """Run until interrupted; a wrong setting stops the start with a sentence that names it."""
    try:
        settings = load_settings()
        set_up_logging(settings.log_level)
        asyncio.run(run(settings))
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    return 0


def set_up_logging(level: str) -> None:
    """Log to standard error. Libraries that would log the token, hands or seeds tell only what goes wrong."""
    logging.basicConfig(level=level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for name in TALKATIVE:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


if __name__ == "__main__":
    sys.exit(main())

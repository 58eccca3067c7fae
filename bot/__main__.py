"""``python -m bot``: the bot; without a token the sandbox and its web page."""

from __future__ import annotations

import asyncio
import logging
import sys

from bot.app import run
from bot.settings import SettingsError, load_settings


def main() -> int:
    """Run until interrupted; a wrong setting stops the start with a sentence that names it."""
    try:
        settings = load_settings()
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    logging.basicConfig(level=settings.log_level, format="%(asctime)s %(levelname)s %(name)s: %(message)s")
    for chatty in ("httpx", "httpcore", "apscheduler", "aiohttp.access"):
        logging.getLogger(chatty).setLevel(logging.WARNING)  # httpx would log the token in addresses
    asyncio.run(run(settings))
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""``python -m bot``: the bot; without a token the sandbox and its web page."""

from __future__ import annotations

import asyncio
import logging
import sys

from bot.app import run
from bot.ops.logs import set_up_logging
from bot.settings import SettingsError, load_settings

log = logging.getLogger(__name__)


def main() -> int:
    """Run until interrupted; a wrong setting stops the start with a sentence that names it."""
    try:
        settings = load_settings()
        set_up_logging(settings.log_level, settings.log_format, settings.secrets)
        asyncio.run(run(settings))
    except SettingsError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    except Exception:  # what Python itself would print might show what is secret
        log.critical("the bot stops", exc_info=True)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

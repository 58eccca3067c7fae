"""The Telegram bot: use-cases, screens, handlers, the outbox, and the sandbox that stands in for Telegram."""

import os

VERSION = "0.1.0"
"""As in pyproject.toml."""

os.environ.setdefault("PTB_TIMEDELTA", "1")  # the library then gives times as timedelta

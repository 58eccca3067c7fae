"""Keeps the sandbox apart from what is real: it does not start beside a token of Telegram's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from dotenv import dotenv_values

SETTING = "TELEGRAM_BOT_TOKEN"

_REAL = re.compile(r"\s*[0-9]{6,}:[A-Za-z0-9_-]{30,}\s*")


class RealTokenError(ValueError):
    """There is a real token; the message does not show it."""


def refuse_real(token: str) -> None:
    """Raise :class:`RealTokenError` for a token that looks like one of @BotFather's."""
    if _REAL.fullmatch(token):
        raise RealTokenError("a real token is not for the sandbox")


def refuse_beside(environment: Mapping[str, str], folder: Path) -> None:
    """Raise :class:`RealTokenError` if the settings of a bot here name a real token."""
    for token in (environment.get(SETTING), dotenv_values(folder / ".env").get(SETTING)):
        if _REAL.fullmatch(token or ""):
            raise RealTokenError(f"{SETTING} is set to a real token, beside which it never runs")

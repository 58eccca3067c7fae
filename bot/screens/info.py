"""What can be read of the bot itself."""

from __future__ import annotations

from bot.locales import Locales
from bot.screens.model import Screen


def help_text(language: str, locales: Locales) -> Screen:
    """``/help``: what the commands do."""
    return Screen(locales.text(language, "help"))


def welcome(language: str, locales: Locales) -> Screen:
    """``/start`` in private, without a link to a table."""
    return Screen(locales.text(language, "welcome"))

"""``/privacy`` and ``/forgetme``: what is stored, and the question whether it is to be forgotten."""

from __future__ import annotations

from bot.locales import Locales
from bot.pages import Kind, page
from bot.screens.keys import Row
from bot.screens.model import Button, Screen, Style


def privacy(language: str, locales: Locales) -> Screen:
    """What is stored, what it is for, and for how long."""
    return Screen(locales.text(language, "privacy"))


def ask_to_forget(language: str, locales: Locales) -> Screen:
    """What is forgotten and what is not; it is done at the tap only."""
    sure = Button(locales.text(language, "button-forget"), page(Kind.FORGET), style=Style.DANGER)
    keep = Button(locales.text(language, "button-keep"), page(Kind.KEEP))
    keyboard: tuple[Row, ...] = ((sure,), (keep,))
    return Screen(locales.text(language, "forget-ask"), keyboard)

"""Screens: pure functions from plain data and a language to text and buttons."""

from bot.screens.hand import hand, hand_alert
from bot.screens.info import help_text, welcome
from bot.screens.lobby import lobby
from bot.screens.result import result
from bot.screens.settings import settings
from bot.screens.table import table
from bot.screens.votes import menu, vote

__all__ = [
    "hand",
    "hand_alert",
    "help_text",
    "lobby",
    "menu",
    "result",
    "settings",
    "table",
    "vote",
    "welcome",
]

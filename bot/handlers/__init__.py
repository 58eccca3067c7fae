"""Handlers: an update in, a use-case called, an answer out."""

from bot.handlers.register import ALLOWED_UPDATES, register

__all__ = ["ALLOWED_UPDATES", "register"]

"""Brings messages up to date within Telegram's limits."""

from bot.outbox.outbox import Outbox, wait_of

__all__ = ["Outbox", "wait_of"]

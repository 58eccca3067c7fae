"""Brings messages up to date within Telegram's limits."""

from bot.outbox.outbox import Outbox

__all__ = ["Outbox"]

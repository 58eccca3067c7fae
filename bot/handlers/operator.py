"""What only the operator may ask. For everybody else there is no such command."""

from __future__ import annotations

from typing import Any

from telegram import Update
from telegram.ext import Application, CommandHandler, filters

from bot.handlers.context import Context, person_of
from bot.ops.health import Health
from bot.screens.status import status


def register(application: Application[Any, Any, Any, Any, Any, Any], operator: int, health: Health) -> None:
    """Let the operator ask; before the other handlers, to which what is not theirs goes on."""

    async def tell(update: Update, context: Context) -> None:
        message, user = update.effective_message, update.effective_user
        if message is None or user is None:
            return
        language = await context.parts.persons.seen_in_private(person_of(user))
        context.say(message.chat, None, status(await health.look(), language, context.parts.locales))

    asked = filters.User(operator) & filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE
    application.add_handler(CommandHandler("status", tell, asked))

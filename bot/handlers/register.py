"""Registers the handlers with an application."""

from __future__ import annotations

from typing import Any

from telegram import Bot, BotCommand, BotCommandScopeAllGroupChats, BotCommandScopeAllPrivateChats
from telegram.constants import UpdateType
from telegram.ext import (
    Application,
    CallbackQueryHandler,
    ChatMemberHandler,
    CommandHandler,
    MessageHandler,
    filters,
)

from bot.handlers import chats, commands, history, rules, taps
from bot.locales import LANGUAGES, Locales
from bot.pages import PREFIX

ALLOWED_UPDATES = [UpdateType.MESSAGE, UpdateType.CALLBACK_QUERY, UpdateType.MY_CHAT_MEMBER]
"""What the bot wants to hear of, and nothing else."""

COUNTING = 1
"""The handler group that counts messages, after the one that handles them."""


def register(application: Application[Any, Any, Any, Any, Any, Any]) -> None:
    """Register everything."""
    for name, command in commands.COMMANDS.items():
        application.add_handler(CommandHandler(name, commands.handler(command), filters.UpdateType.MESSAGE))
    application.add_handler(CallbackQueryHandler(history.tap, pattern=f"^{PREFIX}"))
    application.add_handler(CallbackQueryHandler(rules.tap, pattern=rules.PATTERN))
    application.add_handler(CallbackQueryHandler(taps.tap))
    application.add_handler(ChatMemberHandler(chats.membership, ChatMemberHandler.MY_CHAT_MEMBER))
    application.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, chats.migrated))
    written = filters.ChatType.PRIVATE & filters.UpdateType.MESSAGE & ~filters.StatusUpdate.ALL
    application.add_handler(MessageHandler(written, chats.written))
    application.add_handler(MessageHandler(filters.ChatType.GROUPS, chats.posted), group=COUNTING)
    application.add_error_handler(chats.failed)


async def set_commands(bot: Bot, locales: Locales) -> None:
    """Set the lists of commands, for groups and private chats, in each language; English is the default."""
    scopes = (
        (BotCommandScopeAllGroupChats(), commands.IN_GROUPS),
        (BotCommandScopeAllPrivateChats(), commands.IN_PRIVATE),
    )
    for language in LANGUAGES:
        for scope, names in scopes:
            listed = [BotCommand(name, locales.text(language, f"command-{name}")) for name in names]
            code = None if language == "en" else language
            await bot.set_my_commands(listed, scope=scope, language_code=code)

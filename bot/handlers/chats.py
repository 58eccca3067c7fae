"""What happens to chats: blocked and unblocked, migrated, written in; and what goes wrong."""

from __future__ import annotations

import logging

from telegram import Chat, ChatMember, Update

from bot.handlers.context import Context, group_of, person_of

log = logging.getLogger(__name__)


async def membership(update: Update, context: Context) -> None:
    """Somebody blocked the bot in private."""
    change = update.my_chat_member
    if change is None or change.chat.type != Chat.PRIVATE:
        return
    if change.new_chat_member.status == ChatMember.BANNED:
        await context.parts.persons.blocked(person_of(change.from_user))


async def migrated(update: Update, context: Context) -> None:
    """A group became a supergroup: one of the two messages that say so is enough."""
    message = update.effective_message
    if message is None:
        return
    if message.migrate_to_chat_id is not None:
        await context.parts.persons.migrated(message.chat.id, message.migrate_to_chat_id)
    elif message.migrate_from_chat_id is not None:
        await context.parts.persons.migrated(message.migrate_from_chat_id, message.chat.id)


async def posted(update: Update, context: Context) -> None:
    """Somebody wrote in a group: the table message sinks."""
    ref = group_of(update)
    if ref is not None:
        await context.parts.persons.posted(ref)


async def failed(update: object, context: Context) -> None:
    """An update that could not be handled: the log gets the error, without texts, secrets or hands."""
    number = update.update_id if isinstance(update, Update) else None
    log.error("update %s failed", number, exc_info=context.error)

"""What happens to chats: blocked and unblocked, migrated, written in; and what goes wrong."""

from __future__ import annotations

import logging

from telegram import Chat, ChatMember, ChatMemberRestricted, Update
from telegram.error import BadRequest, NetworkError, RetryAfter, TelegramError

from bot import screens
from bot.handlers.context import Context, group_of, is_group, person_of, ref_of, topic_of
from bot.locales.message import Text
from bot.usecases.moderation import Pace

log = logging.getLogger(__name__)


async def membership(update: Update, context: Context) -> None:
    """What the bot may do has changed: somebody blocked it in private, or let it write again; or a group
    removed it, silenced it, or took it in again.
    """
    change = update.my_chat_member
    if change is None:
        return
    allowed = may_write(change.new_chat_member)
    persons = context.parts.persons
    if is_group(change.chat):
        await persons.may_write(ref_of(change.chat), allowed=allowed)
    elif change.chat.type == Chat.PRIVATE and allowed:
        await persons.unblocked(person_of(change.from_user))
    elif change.chat.type == Chat.PRIVATE:
        await persons.blocked(person_of(change.from_user))


def may_write(member: ChatMember) -> bool:
    """Whether the bot, being this in a chat, may write there."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member and member.can_send_messages
    return member.status not in (ChatMember.LEFT, ChatMember.BANNED)


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
    """Somebody wrote in a group: the table message sinks. Or they left it, and their seat with it."""
    ref, message = group_of(update), update.effective_message
    if ref is not None and message is not None:
        to_the_bot = (message.text or "").startswith("/")
        await context.parts.persons.posted(ref, to_the_bot=to_the_bot)
        if message.left_chat_member is not None and message.left_chat_member.id != context.bot.id:
            await context.parts.lobby.leave_all(person_of(message.left_chat_member), ref)


async def written(update: Update, context: Context) -> None:
    """Somebody wrote in private what is no command that the bot knows."""
    message, user = update.effective_message, update.effective_user
    if message is None or user is None:
        return
    language = await context.parts.persons.seen_in_private(person_of(user))
    if context.parts.pace_of_commands(user.id) is Pace.FINE:
        context.say(message.chat, None, screens.help_text(language, context.parts.locales))


async def failed(update: object, context: Context) -> None:
    """An update that could not be handled: a sentence for the person, the error for the log.

    The log gets neither texts nor secrets nor hands. That Telegram is out of reach is no error of the bot.
    """
    number = update.update_id if isinstance(update, Update) else None
    if isinstance(context.error, (NetworkError, RetryAfter)) and not isinstance(context.error, BadRequest):
        log.warning("update %s failed: %s", number, type(context.error).__name__)
    else:
        log.error("update %s failed", number, exc_info=context.error)
    if not isinstance(update, Update) or update.effective_user is None:
        return
    language = await context.parts.persons.language(person_of(update.effective_user), group_of(update))
    text = Text.of("notice-error")
    if update.callback_query is not None:
        try:
            await update.callback_query.answer(context.parts.locales.say(language, text))
        except TelegramError as error:
            log.info("update %s: no answer either: %s", number, type(error).__name__)
    elif update.effective_message is not None:
        message = update.effective_message
        context.say_text(message.chat, topic_of(message), language, text)

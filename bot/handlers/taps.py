"""Taps on buttons: decide and commit, then answer at once; messages follow through the outbox."""

from __future__ import annotations

from telegram import CallbackQuery, Chat, Message, Update

from bot import screens
from bot.callback import EMPTY, REST, CallbackData, Op
from bot.handlers import admins, rules, votes
from bot.handlers.answering import admit, answer
from bot.handlers.context import Context
from bot.locales.message import Text
from bot.screens.help import MOST_SIGNS, chapter_of, phase_help
from bot.usecases.common import On, Person, Reply
from bot.usecases.play import hand_view, help_view


async def tap(update: Update, context: Context) -> None:
    """A tap."""
    admitted = await admit(update, context)
    if admitted is None:
        return
    query, person = admitted
    try:
        data = CallbackData.parse(query.data or "")
    except ValueError:
        await answer(query, context, person, update, Reply(Text.of("notice-bad-button"), alert=True))
        return
    reply = await _reply(query, context, data, person)
    await answer(query, context, person, update, reply)
    on = _on(query)
    if on is not None and not reply.looked:
        await context.parts.outbox.prompts.tapped(data.table, on.chat, on.message)


def _on(query: CallbackQuery) -> On | None:
    """Where the button is. Without a keyboard nothing was tapped there: it must not cost the chat a call."""
    message = query.message
    if isinstance(message, Message) and message.reply_markup is not None:
        return On(message.chat.id, message.message_id)
    return None


async def _reply(query: CallbackQuery, context: Context, data: CallbackData, person: Person) -> Reply:
    parts, lobby = context.parts, context.parts.lobby
    message = query.message
    private = message is not None and message.chat.type == Chat.PRIVATE
    if data.op is Op.JOIN:
        seat = int(data.argument) - 1 if data.argument in tuple("123456") else None
        if message is None or message.chat.id != await lobby.chat_of(data.table):
            return Reply(Text.of("notice-bad-button"), alert=True)
        return await lobby.join(data.table, seat, person)
    if data.op is Op.LEAVE:
        return await lobby.leave(data.table, person)
    if data.op is Op.FILL:
        return await (lobby.unfill if data.argument == EMPTY else lobby.fill)(data.table, person)
    if data.op is Op.START:
        return await admins.start(context, data, person)
    if data.op is Op.CANCEL:
        return await _cancel(context, data, person)
    if data.op is Op.RULES:
        return Reply(url=await rules.link_of_table(context, data.table))
    if data.op is Op.MORE:
        return await votes.tap(context, data, person, message.chat.id if message is not None else None)
    if data.op is Op.SETTINGS:
        return await parts.settings.change(data.table, person, data.argument)
    if data.op is Op.NEXT or data.decision == REST:
        return await parts.between.tap(data, person)
    if data.op is Op.HAND:
        return await _hand(context, data, person)
    if data.op is Op.HELP:
        return await _help(context, data, person, query.id)
    return await parts.play.tap(data, person, private, query.id, _on(query))


async def _cancel(context: Context, data: CallbackData, person: Person) -> Reply:
    """Who opened the table closes it; only for others is Telegram asked whether they are administrators.

    Of the chat of the table, wherever the button was tapped: anybody is one somewhere.
    """
    lobby = context.parts.lobby
    reply = await lobby.cancel(data.table, person, is_admin=False)
    refused = reply.text is not None and reply.text.key == "toast-only-opener"
    chat_id = await lobby.chat_of(data.table) if refused else None
    if chat_id is not None and await admins.is_admin(context, chat_id, person.telegram_id):
        return await lobby.cancel(data.table, person, is_admin=True)
    return reply


async def _help(context: Context, data: CallbackData, person: Person, tap_id: str) -> Reply:
    """What a prompt is about, in an alert; at the second tap its chapter opens."""
    parts = context.parts
    asking = await help_view(parts.services, data, person, tap_id)
    if asking is None:
        return Reply(url=await rules.link_of_table(context, data.table))
    if asking.again:
        return Reply(url=await rules.link_of_table(context, data.table, chapter_of(asking.view)))
    language = await parts.persons.language(person, None)
    told = phase_help(asking.view, language, parts.locales)
    more = f"{told}\n{parts.locales.text(language, 'toast-help-again')}"
    return Reply(hand=more if len(more) <= MOST_SIGNS else told, alert=True)


async def _hand(context: Context, data: CallbackData, person: Person) -> Reply:
    view = await hand_view(context.parts.services, data.table, person)
    if view is None:
        return Reply(Text.of("toast-not-seated"), alert=True)
    language = await context.parts.persons.language(person, None)
    return Reply(hand=screens.hand_alert(view, language, context.parts.locales), alert=True)

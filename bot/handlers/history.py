"""Commands and pages to read: standings, past matches, deals step by step, checking, privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from telegram import CallbackQuery, Chat, Message, MessageEntity, Update

from bot.handlers.answering import answer
from bot.handlers.context import Context, group_of, person_of, ref_of
from bot.locales.message import Text
from bot.outbox.outbox import markup
from bot.pages import Kind, Page
from bot.screens.model import Screen
from bot.screens.past import Period
from bot.screens.standings import person as person_screen
from bot.screens.standings import standings as standings_screen
from bot.screens.text import clean_name
from bot.usecases.common import Person, Reply
from bot.usecases.standings import Ambiguous, Scores

if TYPE_CHECKING:
    from bot.handlers.commands import Call


async def score(call: Call) -> Reply | Screen | None:
    """``/score``: the standings of this chat; with a name one person; in private one's own figures."""
    parts, locales = call.context.parts, call.context.parts.locales
    scores = Scores(parts.services)
    if call.group is None:
        await parts.persons.seen_in_private(call.person)
        return person_screen(await scores.own(call.person, Period.ALL), call.language, locales)
    mentioned = _mentioned(call.message)
    wanted = " ".join(call.words)
    if mentioned is not None:
        found = await scores.of_telegram_id(call.group, mentioned, Period.ALL)
    elif wanted:
        named = await scores.of_name(call.group, wanted, Period.ALL)
        if isinstance(named, Ambiguous):
            return Reply(Text.of("score-ambiguous", names=" · ".join(map(clean_name, named.names))))
        found = named
    else:
        data = await scores.of_chat(call.group, Period.ALL)
        return standings_screen(data, call.language, locales)
    if found is None:
        return Reply(Text.of("score-unknown", name=clean_name(wanted)))
    return person_screen(found, call.language, locales)


def _mentioned(message: Message) -> int | None:
    """The person whom a message mentions without a username."""
    for entity in message.parse_entities([MessageEntity.TEXT_MENTION]):
        if entity.user is not None:
            return entity.user.id
    return None


async def tap(update: Update, context: Context) -> None:
    """A tap on a button of a page."""
    query = update.callback_query
    if query is None:
        return
    person = person_of(query.from_user)
    try:
        page = Page.parse(query.data or "")
        period = Period(page.numbers[0]) if page.kind in (Kind.CHAT, Kind.PERSON, Kind.OWN) else None
    except ValueError:
        await answer(query, context, person, update, Reply(Text.of("notice-bad-button"), alert=True))
        return
    await answer(query, context, person, update, Reply())
    message = query.message
    if not isinstance(message, Message) or period is None:
        return
    language = await context.parts.persons.language(person, group_of(update))
    screen = await _score_page(context, message, person, page, period, language)
    if screen is not None:
        _show(query, context, screen)


async def _score_page(
    context: Context, message: Message, person: Person, page: Page, period: Period, language: str
) -> Screen | None:
    """Another period: of the group in which the button is, or in private of who taps."""
    scores, locales = Scores(context.parts.services), context.parts.locales
    private = message.chat.type == Chat.PRIVATE
    if (page.kind is Kind.OWN) != private:
        return None
    if page.kind is Kind.OWN:
        return person_screen(await scores.own(person, period), language, locales)
    if page.kind is Kind.CHAT:
        return standings_screen(await scores.of_chat(ref_of(message.chat), period), language, locales)
    data = await scores.of_key(ref_of(message.chat), page.numbers[1], period)
    return None if data is None else person_screen(data, language, locales)


def _show(query: CallbackQuery, context: Context, screen: Screen) -> None:
    """Turn to a page in place, unless it is shown already."""
    message = query.message
    if not isinstance(message, Message) or message.reply_markup == markup(screen):
        return
    context.say(message.chat, None, screen, page=message.message_id)

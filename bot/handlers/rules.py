"""``/rules``: chapters and terms, read in the private chat, page by page in one message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from telegram import CallbackQuery, Message, Update

from bot.handlers.answering import admit, answer, offers
from bot.handlers.context import Context, group_of
from bot.locales.message import Text
from bot.outbox.outbox import markup
from bot.screens import glossary
from bot.screens import rulepages as pages
from bot.screens.chapter import Chapter
from bot.screens.model import Screen
from bot.screens.rulepages import Place
from bot.usecases.common import Person, Reply
from bot.usecases.rulesets import RuleSets

if TYPE_CHECKING:
    from bot.handlers.commands import Call

PATTERN = r"^rules\."
"""The callback data of its pages."""


def is_link(payload: str) -> bool:
    """Whether the payload of a link leads to the rules."""
    return payload.partition("_")[0] == pages.LINK


async def rules(call: Call) -> Reply | Screen | None:
    """``/rules``, or with a word its meaning; in the group, whose table it would bury, a link to it."""
    parts, locales = call.context.parts, call.context.parts.locales
    words = " ".join(call.words)
    if call.group is not None:
        played = await RuleSets(parts.services).of_group(call.group)
        found = glossary.find(words, played)
        name = call.context.bot.username
        return pages.in_group(played, words, name, found, call.language, locales)
    await parts.persons.seen_in_private(call.person)
    played = await RuleSets(parts.services).of_person(call.person)
    if not words:
        return pages.page(Place(played, Chapter.START), call.language, locales)
    found = glossary.find(words, played)
    if len(found) == 1:
        return pages.page(Place(played, found[0]), call.language, locales)
    return pages.unknown(played, words, found, call.language, locales)


async def by_link(call: Call) -> Reply | Screen | None:
    """A link to a page; one that leads nowhere, or is older than this bot, opens the first."""
    parts = call.context.parts
    try:
        place = Place.parse(call.words[0])
    except ValueError:
        place = Place(await RuleSets(parts.services).of_person(call.person), Chapter.START)
    return pages.page(place, call.language, parts.locales)


async def link_of_table(context: Context, table_id: int, chapter: Chapter = Chapter.START) -> str:
    """The address of a chapter for the rule set of a table."""
    played = await RuleSets(context.parts.services).of_table(table_id)
    return pages.link(context.bot.username, played, chapter)


async def tap(update: Update, context: Context) -> None:
    """A tap on a button of a page: it turns, in place."""
    admitted = await admit(update, context)
    if admitted is None:
        return
    query, person = admitted
    try:
        place = Place.parse(query.data or "")
    except ValueError:
        await answer(query, context, person, update, Reply(Text.of("notice-bad-button"), alert=True))
        return
    await answer(query, context, person, update, Reply())
    await _turn(query, context, person, update, place)


async def _turn(query: CallbackQuery, context: Context, person: Person, update: Update, place: Place) -> None:
    message = query.message
    if not isinstance(message, Message) or not offers(message, pages.PREFIX):
        return
    language = await context.parts.persons.language(person, group_of(update))
    screen = pages.page(place, language, context.parts.locales)
    if message.reply_markup != markup(screen):  # else it shows this page: no two have the same buttons
        context.say(message.chat, None, screen, page=message.message_id)

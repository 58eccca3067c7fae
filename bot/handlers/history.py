"""Commands and pages to read: standings, past matches, deals step by step, fair deals, privacy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from telegram import CallbackQuery, Chat, Message, MessageEntity, Update

from bot.callback import to_base36
from bot.handlers.answering import admit, answer, offers
from bot.handlers.context import Context, group_of, ref_of
from bot.locales.message import Text
from bot.outbox.outbox import markup
from bot.pages import PREFIX, Kind, Page
from bot.screens import history as history_screens
from bot.screens import privacy as privacy_screens
from bot.screens import standings as score_screens
from bot.screens.model import Button, Document, Screen
from bot.screens.past import Period
from bot.screens.replay import replay as replay_screen
from bot.screens.replay import unreadable
from bot.screens.text import clean_name
from bot.usecases.common import Person, Reply
from bot.usecases.history import History, UnreadableError
from bot.usecases.privacy import Privacy
from bot.usecases.standings import Ambiguous, Scores

if TYPE_CHECKING:
    from bot.handlers.commands import Call

HISTORY_LINK, REPLAY_LINK, PRIVACY_LINK, FORGET_LINK = "history", "replay", "privacy", "forgetme"
MOST_BACK = 1_000_000
_BASE = 36
_OF_GROUPS = (Kind.CHAT, Kind.PERSON)


# Commands


async def score(call: Call) -> Reply | Screen | None:
    """``/score``: the standings of this chat; with a name one person; in private one's own figures."""
    parts, locales = call.context.parts, call.context.parts.locales
    scores = Scores(parts.services)
    if call.group is None:
        await parts.persons.seen_in_private(call.person)
        return score_screens.person(await scores.own(call.person, Period.ALL), call.language, locales)
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
        return score_screens.standings(data, call.language, locales)
    if found is None:
        return Reply(Text.of("score-unknown", name=clean_name(wanted)))
    return score_screens.person(found, call.language, locales)


def _mentioned(message: Message) -> int | None:
    """The person whom a message mentions without a username."""
    for entity in message.parse_entities([MessageEntity.TEXT_MENTION]):
        if entity.user is not None:
            return entity.user.id
    return None


async def history(call: Call) -> Reply | Screen | None:
    """``/history``: the matches of the chats in which one has played; in a group the way to them."""
    parts = call.context.parts
    if call.group is not None:
        return link(call, "history-link", HISTORY_LINK)
    await parts.persons.seen_in_private(call.person)
    data = await History(parts.services).matches(call.person, 0)
    return history_screens.matches(data, call.language, parts.locales)


async def replay(call: Call) -> Reply | Screen | None:
    """``/replay [n]``: the deal that ended last, or the n-th from the end; in a group the way to it."""
    parts = call.context.parts
    number = _number(call.words)
    if number is None:
        return Reply(Text.of("replay-usage"))
    if call.group is None:
        await parts.persons.seen_in_private(call.person)
    deal_id = await History(parts.services).back(call.person, call.group, number)
    if deal_id is None:
        return Reply(Text.of("replay-none"))
    if call.group is not None:
        return link(call, "replay-link", f"{REPLAY_LINK}_{to_base36(deal_id)}")
    return await _begin(call, deal_id)


async def replay_by_link(call: Call) -> Reply | Screen | None:
    """``/start replay_DEAL``: the way from a group to a deal."""
    code = call.words[0].partition("_")[2]
    try:
        deal_id = int(code, _BASE)
    except ValueError:
        return Reply(Text.of("history-refused"))
    return await _begin(call, deal_id)


async def _begin(call: Call, deal_id: int) -> Reply | Screen | None:
    """The record of a deal as a file, and the deal at its start, to be stepped through."""
    parts = call.context.parts
    screen = await _deal(call.context, call.person, deal_id, 0, call.language)
    if screen is None:
        return Reply(Text.of("history-refused"))
    await _send_file(call.context, call.chat, call.person, deal_id, call.language)
    parts.wake()
    return screen


def _number(words: list[str]) -> int | None:
    """How far back: the last one without a word; none for what is no number."""
    if not words:
        return 1
    word = words[0].removeprefix("#")
    if not (word.isascii() and word.isdigit() and len(word) < len(str(MOST_BACK))):
        return None
    return int(word) or None


async def verify(call: Call) -> Reply | Screen | None:
    """``/verify``: how to check that the cards are fair, with the command for the last deal."""
    parts = call.context.parts
    if call.group is None:
        await parts.persons.seen_in_private(call.person)
    data = await History(parts.services).to_verify(call.person, call.group)
    return history_screens.verify(data, call.language, parts.locales)


async def privacy(call: Call) -> Reply | Screen | None:
    """``/privacy``: what is stored and for how long."""
    if call.group is not None:
        return link(call, "privacy-link", PRIVACY_LINK)
    return privacy_screens.privacy(call.language, call.context.parts.locales)


async def forget_me(call: Call) -> Reply | Screen | None:
    """``/forgetme``: asks once more, by a button."""
    if call.group is not None:
        return link(call, "forget-link", FORGET_LINK)
    return privacy_screens.ask_to_forget(call.language, call.context.parts.locales)


def link(call: Call, key: str, payload: str) -> Screen:
    """What is long to read is read in private: the way there."""
    locales = call.context.parts.locales
    url = f"https://t.me/{call.context.bot.username}?start={payload}"
    button = Button(locales.text(call.language, "button-read-private"), url=url)
    return Screen(locales.text(call.language, key), ((button,),))


# Pages


async def tap(update: Update, context: Context) -> None:
    """A tap on a button of a page: what it asks for, in place."""
    admitted = await admit(update, context)
    if admitted is None:
        return
    query, person = admitted
    page = _page(query)
    if page is None:
        await answer(query, context, person, update, Reply(Text.of("notice-bad-button"), alert=True))
        return
    language = await context.parts.persons.language(person, group_of(update))
    assert isinstance(query.message, Message)
    if page.kind in (Kind.FORGET, Kind.KEEP):
        await _forget(query, context, person, update, language, yes=page.kind is Kind.FORGET)
        return
    if page.kind is Kind.FILE:
        sent = await _send_file(context, query.message.chat, person, page.numbers[0], language)
        reply = Reply() if sent else Reply(Text.of("history-refused"), alert=True)
        await answer(query, context, person, update, reply)
        return
    screen = await _turned(context, query.message, person, page, language)
    reply = Reply() if screen is not None else Reply(Text.of("history-refused"), alert=True)
    await answer(query, context, person, update, reply)
    if screen is not None and (page.kind in _OF_GROUPS or query.message.reply_markup != markup(screen)):
        context.say(query.message.chat, None, screen, page=query.message.message_id)


async def _forget(
    query: CallbackQuery, context: Context, person: Person, update: Update, language: str, *, yes: bool
) -> None:
    """Who was asked has answered: forget them, or not; the question goes."""
    reply = await Privacy(context.parts.services).forget(person) if yes else Reply(Text.of("forget-kept"))
    await answer(query, context, person, update, Reply())
    assert isinstance(query.message, Message)
    assert reply.text is not None
    text = context.parts.locales.html(language, reply.text.key)
    context.say(query.message.chat, None, Screen(text), page=query.message.message_id)


def _page(query: CallbackQuery) -> Page | None:
    """What a button asks for; none for what nobody of us wrote, or not on such a message.

    A button can be made up: no other message must be written over, and pages for one person are turned in
    the private chat only.
    """
    message = query.message
    if not isinstance(message, Message) or not offers(message, PREFIX):
        return None
    try:
        page = Page.parse(query.data or "")
        if page.kind in (*_OF_GROUPS, Kind.OWN):
            Period(page.numbers[0])
    except ValueError:
        return None
    private = message.chat.type == Chat.PRIVATE
    return page if private is (page.kind not in _OF_GROUPS) else None


async def _turned(
    context: Context, message: Message, person: Person, page: Page, language: str
) -> Screen | None:
    """The page that is asked for; none if there is none that the person may read."""
    services, locales = context.parts.services, context.parts.locales
    scores, past = Scores(services), History(services)
    if page.kind is Kind.MATCHES:
        return history_screens.matches(await past.matches(person, page.numbers[0]), language, locales)
    if page.kind is Kind.MATCH:
        match = await past.match(person, *page.numbers)
        return None if match is None else history_screens.match(match, language, locales)
    if page.kind is Kind.DEAL:
        return await _deal(context, person, page.numbers[0], page.numbers[1], language)
    period = Period(page.numbers[0])
    if page.kind is Kind.OWN:
        return score_screens.person(await scores.own(person, period), language, locales)
    if page.kind is Kind.CHAT:
        return score_screens.standings(await scores.of_chat(ref_of(message.chat), period), language, locales)
    one = await scores.of_key(ref_of(message.chat), page.numbers[1], period)
    return None if one is None else score_screens.person(one, language, locales)


async def _deal(context: Context, person: Person, deal_id: int, step: int, language: str) -> Screen | None:
    """A deal after so many actions; none if the person may not read it."""
    try:
        data = await History(context.parts.services).replay(person, deal_id, step)
    except UnreadableError:
        return unreadable(deal_id, language, context.parts.locales)
    return None if data is None else replay_screen(data, language, context.parts.locales)


async def _send_file(context: Context, chat: Chat, person: Person, deal_id: int, language: str) -> bool:
    """Send the record of a deal as a file; whether the person may read it."""
    file = await History(context.parts.services).file(person, deal_id)
    if file is None:
        return False
    caption = context.parts.locales.html(
        language, "replay-file", chat=clean_name(file.chat_title or "…"), number=file.number, name=file.name
    )
    context.send(chat, None, Screen(caption), Document(file.name, file.text.encode()))
    return True

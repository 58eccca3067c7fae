"""Commands and taps about the people of a table: substitutes, kicks, pauses, votes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from bot.callback import CallbackData
from bot.handlers.admins import is_admin
from bot.handlers.context import Context
from bot.locales.message import Text
from bot.screens.text import SEAT_MARKS
from bot.screens.votes import KICK, NO, PAUSE, RESUME, SUBSTITUTE, YES
from bot.usecases.common import Person, Reply
from bot.usecases.votes import LINK as LINK_WORD
from bot.usecases.votes import Voting

if TYPE_CHECKING:
    from bot.handlers.commands import Call

LINK = f"{LINK_WORD}_"
MOST_DIGITS = 6
"""No key of a table has more in base 36."""
_SEATS = {**{sign: seat for seat, sign in enumerate(SEAT_MARKS)}, **{str(n + 1): n for n in range(6)}}


# Taps


async def tap(context: Context, data: CallbackData, person: Person, chat_id: int | None) -> Reply:
    """A button of the menu or of a vote, or the one that opens the menu; the chat is where it was tapped."""
    voting = Voting(context.parts.services)
    if data.argument == RESUME:
        return await voting.resume(data.table, person)
    if data.argument == PAUSE:
        return await voting.pause(data.table, person)
    home = await context.parts.lobby.chat_of(data.table)
    if home is None or home != chat_id:
        return Reply(Text.of("notice-bad-button"), alert=True)
    if not data.argument:
        return await voting.menu(data.table, person)
    return await _numbered(context, data, person, home)


async def _numbered(context: Context, data: CallbackData, person: Person, home: int) -> Reply:
    """A button that names a seat or a vote."""
    voting = Voting(context.parts.services)
    what, digits = data.argument[0], data.argument[1:]
    number = int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 10 else 0
    if what in (YES, NO):
        return await voting.ballot(data.table, number, person, yes=what == YES)
    if what == SUBSTITUTE:
        return await voting.substitute(data.table, person, number - 1)
    if what == KICK:
        admin = await is_admin(context, home, person.telegram_id)
        return await voting.kick(data.table, person, number - 1, is_admin=admin)
    return Reply(Text.of("notice-bad-button"), alert=True)


# Links


async def is_member(call: Call, payload: str) -> bool:
    """Whether who opens a link to a table is in its group, as far as Telegram tells."""
    parts = payload.split("_")
    code = parts[1] if len(parts) > 1 else ""
    known = code.isascii() and code.isalnum() and len(code) <= MOST_DIGITS
    chat_id = await call.context.parts.lobby.chat_of(int(code, 36)) if known else None
    if chat_id is None:
        return True
    try:
        member = await call.context.bot.get_chat_member(chat_id, call.person.telegram_id)
    except TelegramError:
        return True
    return member.status not in (ChatMemberStatus.LEFT, ChatMemberStatus.BANNED)


async def substitute_by_link(call: Call) -> Reply:
    """``/start sub_TABLE_SEAT`` in the private chat."""
    return await Voting(call.context.parts.services).substitute_by_link(call.words[0], call.person)


# Commands


_Work = Callable[[Voting, int], Awaitable[Reply]]


async def _here(call: Call, work: _Work) -> Reply:
    """Do something at the running table of the group; a link that comes back is written out."""
    if call.group is None:
        return Reply(Text.of("notice-group-only"))
    voting = Voting(call.context.parts.services)
    table = await voting.table_in(call.group)
    if table is None:
        return Reply(Text.of("notice-no-table"))
    return await work(voting, table)


async def sub(call: Call) -> Reply:
    """``/sub`` or ``/sub 3``: take a seat over."""
    seat = _SEATS.get(call.words[0]) if call.words else None
    if call.words and seat is None:
        return Reply(Text.of("notice-sub-usage"))
    return await _here(call, lambda voting, table: voting.substitute(table, call.person, seat))


async def kick(call: Call) -> Reply:
    """``/kick 3``, ``/kick @name`` or ``/kick`` in reply to somebody."""

    async def send_away(voting: Voting, table: int) -> Reply:
        seat = await _meant(call, voting, table)
        if seat is None:
            return Reply(Text.of("notice-kick-usage"))
        return await voting.kick(table, call.person, seat, is_admin=await call.is_admin())

    return await _here(call, send_away)


async def _meant(call: Call, voting: Voting, table: int) -> int | None:
    """The seat that a command means."""
    word = call.words[0] if call.words else ""
    if word in _SEATS:
        return _SEATS[word]
    if word.startswith("@") and len(word) > 1:
        return await voting.seat_of(table, username=word[1:])
    replied = call.message.reply_to_message
    if not word and replied is not None and replied.from_user is not None:
        return await voting.seat_of(table, telegram_id=replied.from_user.id)
    return None


async def pause(call: Call) -> Reply:
    """``/pause``: let everything rest, by vote."""
    return await _here(call, lambda voting, table: voting.pause(table, call.person))


async def resume(call: Call) -> Reply:
    """``/resume``: go on."""
    return await _here(call, lambda voting, table: voting.resume(table, call.person))

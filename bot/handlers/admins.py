"""What only administrators of a group may do there, if the group wants it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, Forbidden

from bot.callback import CallbackData
from bot.handlers.context import Context
from bot.locales.message import Text
from bot.usecases.common import Person, Reply

if TYPE_CHECKING:
    from bot.handlers.commands import Call

ON, OFF = "on", "off"


async def is_admin(context: Context, chat_id: int, user_id: int) -> bool:
    """Whether somebody is an administrator of a chat; of one that the bot cannot look into, nobody is."""
    try:
        member = await context.bot.get_chat_member(chat_id, user_id)
    except (BadRequest, Forbidden):
        return False
    return member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)


async def refused(call: Call) -> bool:
    """Whether the group leaves what somebody asks for to its administrators, and they are none."""
    only = await call.context.parts.moderation.admins_only(call.chat.id)
    return only and not await call.is_admin()


async def admins(call: Call) -> Reply:
    """``/admins on|off``: whether only administrators open, start and stop tables; they alone say so."""
    if call.group is None:
        return Reply(Text.of("notice-group-only"))
    word = call.words[0].lower() if call.words else ""
    if word not in (ON, OFF):
        return Reply(Text.of("notice-admins-usage"))
    if not await call.is_admin():
        return Reply(Text.of("notice-only-admins-set"))
    return await call.context.parts.moderation.leave_to_admins(call.group, only=word == ON)


async def start(context: Context, data: CallbackData, person: Person) -> Reply:
    """The button that starts a match, if who tapped it may."""
    lobby = context.parts.lobby
    chat_id = await lobby.chat_of(data.table)
    only = chat_id is not None and await context.parts.moderation.admins_only(chat_id)
    if chat_id is not None and only and not await is_admin(context, chat_id, person.telegram_id):
        return Reply(Text.of("notice-admins-only"), alert=True)
    return await lobby.start(data.table, person)

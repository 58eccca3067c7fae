"""A group moves: it becomes a supergroup, or the bot is removed from it and comes back."""

from __future__ import annotations

from sqlmodel import SQLModel, col, select, update
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.usecases import game as games
from bot.usecases import match as matches
from bot.usecases import stale
from bot.usecases.common import Services, key_of
from storage.models import Chat, GameTable, SlotKind, TableStatus
from storage.repositories import Slots, Tables


async def locked(session: AsyncSession, *telegram_ids: int) -> dict[int, Chat]:
    """Those of some chats that are known, by their ids in Telegram; nobody else moves them meanwhile."""
    query = select(Chat).where(col(Chat.telegram_id).in_(telegram_ids)).order_by(col(Chat.id))
    chats = (await session.exec(query.with_for_update())).all()
    return {chat.telegram_id: chat for chat in chats if chat.telegram_id is not None}


async def follow(services: Services, session: AsyncSession, chat: Chat, new: int, known: Chat | None) -> None:
    """Follow a group to its new id, and take over what is ``known`` under that already."""
    table = await Tables(session).running_in(key_of(chat.id))
    if known is not None:
        if table is not None:
            table = await _one_of_two(services, session, table, known)
        await _absorb(session, chat, known)
    chat.telegram_id, chat.gone = new, False
    if table is not None:
        await stale.everything(session, table)
        await stale.left_behind(session, table)


async def _one_of_two(
    services: Services, session: AsyncSession, table: GameTable, known: Chat
) -> GameTable | None:
    """A chat has one running table: one that plays rather than one that fills, else the older one.

    Answers the table of the old group, if that is the one.
    """
    other = await Tables(session).running_in(key_of(known.id))
    if other is None:
        return table
    stays = table.status != TableStatus.LOBBY or other.status == TableStatus.LOBBY
    await stop(services, session, other if stays else table)
    return table if stays else None


async def stop(services: Services, session: AsyncSession, table: GameTable) -> None:
    """End a table, whatever it does, without points for a deal that runs."""
    game = await games.load(services, session, table)
    rest = await matches.load(services, session, table)
    if game is not None:
        await games.stop_deal(services, game)
    elif rest is not None:
        await matches.stop(services, rest)
    else:
        await games.end_table(services, session, table, TableStatus.CANCELLED)


async def _absorb(session: AsyncSession, chat: Chat, known: Chat) -> None:
    """Everything that belongs to one chat belongs to another, and the one is gone."""
    await session.flush()
    for table in SQLModel.metadata.sorted_tables:
        for key in table.foreign_keys:
            if key.references(Chat.__table__):  # type: ignore[attr-defined]
                statement = update(table).where(key.parent == known.id).values({key.parent: chat.id})
                await session.exec(statement)
    chat.language = chat.language or known.language
    chat.posts += known.posts
    await session.delete(known)
    await session.flush()


async def gone(session: AsyncSession, chat: Chat) -> None:
    """The bot cannot write in a group any more."""
    chat.gone = True


async def back(session: AsyncSession, chat: Chat) -> None:
    """The bot can write in a group again: its table is posted anew, below what was written meanwhile."""
    chat.gone = False
    table = await Tables(session).running_in(key_of(chat.id))
    if table is None:
        return
    await stale.everything(session, table)
    slot = await Slots(session).find(key_of(table.id), SlotKind.TABLE)
    slot.stale = slot.urgent = slot.anew = True

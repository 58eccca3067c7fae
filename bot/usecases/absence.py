"""Somebody is away, or back: in a running deal, between two deals, or because the bot cannot reach them."""

from __future__ import annotations

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.usecases import game as games
from bot.usecases import lobby, stale
from bot.usecases import match as matches
from bot.usecases.common import Services, key_of
from storage.models import GameTable, Seat, User
from storage.repositories import Tables


async def put_to_sleep(services: Services, session: AsyncSession, table: GameTable, seat: Seat) -> None:
    """An AI player stands in for the owner of a seat (托管); at a table that has not started nobody does."""
    game = await games.load(services, session, table)
    if game is not None:
        await lobby.put_to_sleep(services, game, seat.seat)
    elif (rest := await matches.load(services, session, table)) is not None:
        await matches.put_to_sleep(services, rest, seat)


async def wake(services: Services, session: AsyncSession, table: GameTable, seat: Seat) -> None:
    """The owner of a seat is back."""
    game = await games.load(services, session, table)
    if game is not None:
        await lobby.wake(services, game, seat.seat)
    elif (rest := await matches.load(services, session, table)) is not None:
        await matches.wake(services, rest, seat)


async def lost(services: Services, session: AsyncSession, user: User) -> None:
    """The bot cannot write to a person any more: AI players stand in, and the tables say how to come back."""
    user.reachable = False
    for table, seat in await _seats_of(session, user):
        if not seat.asleep:
            await put_to_sleep(services, session, table, seat)
        await stale.everything(session, table)


async def found(services: Services, session: AsyncSession, user: User) -> None:
    """The bot can write to a person again, who plays on."""
    user.reachable = True
    for table, seat in await _seats_of(session, user):
        if seat.asleep:
            await wake(services, session, table, seat)
        await stale.everything(session, table)


async def _seats_of(session: AsyncSession, user: User) -> list[tuple[GameTable, Seat]]:
    """The running tables at which a person sits, each with the seat."""
    tables = Tables(session)
    return [
        (table, seat)
        for table in await tables.running_of(key_of(user.id))
        for seat in await tables.seats(key_of(table.id))
        if seat.user_id == user.id
    ]

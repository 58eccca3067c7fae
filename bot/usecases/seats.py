"""A seat changes its owner while the table plays: somebody takes it over, or an AI player does."""

from __future__ import annotations

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.usecases import game as games
from bot.usecases import stale, timing
from bot.usecases.common import Services, key_of
from storage.models import GameTable, Holder, IntentKind, Seat, SlotKind, User
from storage.repositories import Deals, Slots, Tables


async def hand_over(
    services: Services,
    session: AsyncSession,
    table: GameTable,
    game: games.Game | None,
    seat: Seat,
    newcomer: User | None,
) -> None:
    """Give a seat to somebody, or to an AI player, who plays on at once.

    The points of a deal that runs stay with who owned the seat before.
    """
    before = seat.user_id
    if game is not None:
        seat.points_user_id, seat.points_ai = seat.earner
    seat.user_id = None if newcomer is None else newcomer.id
    seat.ai = table.ai_level if newcomer is None else ""
    seat.asleep = seat.ready = False
    seat.missed = 0
    table.version += 1
    await session.flush()
    holder = Holder.AI if newcomer is None else Holder.PERSON
    now, key = services.clock.now(), key_of(table.id)
    await Tables(session).hold(key, seat.seat, holder, now, seat.user_id, seat.ai)
    if before is not None:
        await _retire_hand(session, key, before)
    (await Slots(session).find(key, SlotKind.TABLE)).stale = True
    if game is not None:
        await _play_on(services, game, seat.seat)


async def _retire_hand(session: AsyncSession, table_id: int, user_id: int) -> None:
    """Who has no seat any more needs no hand message: it is taken away."""
    slot = await Slots(session).find(table_id, SlotKind.HAND, user_id)
    if slot.message_id is not None:
        slot.old = f"{slot.old} {slot.message_id}".strip()
    slot.message_id, slot.digest, slot.rung = None, "", ""
    slot.stale = slot.urgent = slot.anew = False


async def _play_on(services: Services, game: games.Game, seat: int) -> None:
    """What the one before had begun is dropped; the newcomer has the full time, and sees the hand."""
    for kind in IntentKind:
        await Deals(game.session).drop_intent(game.key, seat, kind)
    await timing.sync(services, game)
    await timing.afresh(services, game, seat)
    await stale.after_action(services, game, None)
    await stale.hand(game, seat)

"""Which screens an action makes stale, and which must ring (DESIGN: messages are reconciled, not sent)."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.usecases import timing
from bot.usecases.common import Services, key_of
from storage.models import GameTable, SlotKind
from storage.repositories import Deals, People, Slots

if TYPE_CHECKING:
    from bot.usecases.game import Game


async def after_action(services: Services, game: Game, actor: int | None, *, public: bool = True) -> None:
    """The table message; the screens of who is asked now and does not know it; the screen of who acted.

    Without a ``public`` change the table message is left alone: an edit, even of the deadline's rounding,
    would tell that somebody had something to decline.
    """
    if public:
        table = await Slots(game.session).find(key_of(game.table.id), SlotKind.TABLE)
        table.stale = True
        table.urgent = True
    if actor is not None:
        await hand(game, actor)
    timers = await Deals(game.session).timers(game.key)
    await _withdraw(game, {_name(game, timer.decision) for timer in timers})
    for timer in timers:
        await _prompt(services, game, timer.seat, timer.decision)


def _name(game: Game, decision: str) -> str:
    return f"{game.key}.{decision}"


async def _withdraw(game: Game, still_open: set[str]) -> None:
    """A phone that has not rung yet does not ring any more for a decision that is over."""
    for slot in await Slots(game.session).of_table(key_of(game.table.id)):
        if slot.kind == SlotKind.HAND and slot.message_id is not None and slot.rung not in still_open:
            slot.anew = slot.urgent = False


async def _prompt(services: Services, game: Game, seat: int, decision: str) -> None:
    """Ask a person in private, once for each decision; who can only pass is not disturbed."""
    owner = game.seats[seat]
    if owner.user_id is None or owner.asleep or timing.cannot_act(game.deal.view(seat)):
        return
    slot = await Slots(game.session).find(key_of(game.table.id), SlotKind.HAND, owner.user_id)
    name = _name(game, decision)
    if slot.rung == name:
        return
    slot.rung = name
    slot.stale = True
    slot.urgent = True
    user = await People(game.session).user_by_id(owner.user_id)
    looking = timedelta(seconds=services.settings.looking_seconds)
    slot.anew = user.looked_at is None or services.clock.now() - user.looked_at > looking


async def hand(game: Game, seat: int) -> None:
    """The private screen of a seat's owner shows what is not so any more."""
    owner = game.seats[seat]
    if owner.user_id is not None:
        slot = await Slots(game.session).find(key_of(game.table.id), SlotKind.HAND, owner.user_id)
        slot.stale = True


async def after_deal(session: AsyncSession, table: GameTable) -> None:
    """A deal is over: every screen once more, without its buttons, and a result card of its own."""
    await after_end(session, table)
    card = await Slots(session).find(key_of(table.id), SlotKind.RESULT)
    if card.message_id is not None and card.keyed:
        card.old = f"{card.old} {card.message_id}".strip()
    card.message_id, card.digest = None, ""


async def after_end(session: AsyncSession, table: GameTable) -> None:
    """A table's last words: every screen once more, without buttons, and the result."""
    slots = Slots(session)
    for slot in await slots.of_table(key_of(table.id)):
        slot.stale = True
        slot.urgent = False
        slot.anew = False
    (await slots.find(key_of(table.id), SlotKind.RESULT)).stale = True


async def new_deal(session: AsyncSession, table: GameTable) -> None:
    """The next deal begins: its table is posted below the result card, which loses its buttons."""
    slots = Slots(session)
    shown = await slots.find(key_of(table.id), SlotKind.TABLE)
    shown.stale = shown.urgent = True
    shown.anew = True
    await card(session, table)


async def card(session: AsyncSession, table: GameTable) -> None:
    """The result card shows what is not so any more."""
    (await Slots(session).find(key_of(table.id), SlotKind.RESULT)).stale = True


async def everything(session: AsyncSession, table: GameTable) -> None:
    """All screens of a table, after a restart."""
    for slot in await Slots(session).of_table(key_of(table.id)):
        slot.stale = True


async def left_behind(session: AsyncSession, table: GameTable) -> None:
    """The group has moved: its messages are not in the new one, where their numbers mean others."""
    for slot in await Slots(session).of_table(key_of(table.id)):
        if slot.kind != SlotKind.HAND:
            slot.message_id, slot.digest, slot.old = None, "", ""


async def lobby(session: AsyncSession, table: GameTable) -> None:
    """The table message of a lobby."""
    slot = await Slots(session).find(key_of(table.id), SlotKind.TABLE)
    slot.stale = True
    slot.urgent = True

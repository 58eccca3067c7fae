"""Which screens an action makes stale, and which must ring (DESIGN: messages are reconciled, not sent)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from enum import Enum
from typing import TYPE_CHECKING

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.usecases import timing
from bot.usecases.common import On, Services, key_of
from engine.view import Phase
from storage.models import GameTable, Intent, IntentKind, Seat, SlotKind, User
from storage.repositories import Deals, People, Slots

if TYPE_CHECKING:
    from bot.usecases.game import Game

_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


async def after_action(
    services: Services, game: Game, actor: int | None, decision: str = "", *, public: bool = True
) -> None:
    """The table message; the screens of who is asked now and does not know it; that of who was asked.

    ``actor`` has answered ``decision``: a private screen that asks about it is not so any more.

    Without a ``public`` change the table message is left alone: an edit, even of the deadline's rounding,
    would tell that somebody had something to decline.
    """
    if public:
        table = await Slots(game.session).find(key_of(game.table.id), SlotKind.TABLE)
        table.stale = True
        table.urgent = True
    if actor is not None:
        await answered(game, actor, decision)
    timers = await Deals(game.session).timers(game.key)
    await _withdraw(game, {_name(game, timer.decision) for timer in timers})
    presets = {intent.seat for intent in await Deals(game.session).intents(game.key) if _is_preset(intent)}
    for timer in timers:
        if timer.seat not in presets or timer.due is None:
            await _prompt(services, game, timer.seat, timer.decision)


def _is_preset(intent: Intent) -> bool:
    return intent.kind == IntentKind.PRESET


async def answered(game: Game, seat: int, decision: str) -> None:
    """A private screen that asks about a decision shows what is not so any more, if there is one.

    Windows in which all six decide are answered by everybody; what follows replaces their prompts.
    """
    if decision[-1:] in timing.OF_ALL_SIX:
        return
    owner = game.seats[seat]
    if owner.user_id is not None:
        slot = await Slots(game.session).find(key_of(game.table.id), SlotKind.HAND, owner.user_id)
        slot.stale = slot.stale or slot.rung == _name(game, decision)


def _name(game: Game, decision: str) -> str:
    return f"{game.key}.{decision}"


async def _withdraw(game: Game, still_open: set[str]) -> None:
    """A phone that has not rung yet does not ring any more for a decision that is over."""
    for slot in await Slots(game.session).of_table(key_of(game.table.id)):
        if slot.kind == SlotKind.HAND and slot.message_id is not None and slot.rung not in still_open:
            slot.anew = slot.urgent = False


async def _prompt(services: Services, game: Game, seat: int, decision: str) -> None:
    """Ask a person in private, once for each decision.

    Who can only pass is not disturbed, and who looks at the group sees it there; but the cards of a new deal
    are always shown, and so is what nobody else may see: that one could burn or kill.
    """
    owner = game.seats[seat]
    if owner.user_id is None or owner.asleep or timing.cannot_act(game.view(seat)):
        return
    slot = await Slots(game.session).find(key_of(game.table.id), SlotKind.HAND, owner.user_id)
    name = _name(game, decision)
    if slot.rung == name:
        return
    user = await People(game.session).user_by_id(owner.user_id)
    where = looks_at(services, owner, user)
    private_matter = game.deal.phase is Phase.DECLARE or decision[-1] in timing.BURN_OR_KILL
    if where is Place.GROUP and not private_matter:
        return
    slot.rung = name
    slot.stale = True
    slot.urgent = True
    slot.anew = where is Place.NOWHERE


class Place(Enum):
    """Where somebody looks."""

    GROUP = "group"
    PRIVATE = "private"
    NOWHERE = "nowhere"


def looks_at(services: Services, owner: Seat, user: User) -> Place:
    """Where the owner of a seat looks: where they have tapped last, in the last minute."""
    since = services.clock.now() - timedelta(seconds=services.settings.looking_seconds)
    group, private = owner.seen_at or _NEVER, user.looked_at or _NEVER
    if max(group, private) < since:
        return Place.NOWHERE
    return Place.GROUP if group > private else Place.PRIVATE


async def tapped(game: Game, user: User, on: On) -> None:
    """A button of a table was tapped; if its message is not the current one, its keyboard is to go.

    Somebody else's chat has no screen of the table, whatever the button says.
    """
    private = on.chat == user.telegram_id
    if not private and on.chat != game.chat.telegram_id:
        return
    slots = [
        slot
        for slot in await Slots(game.session).of_table(key_of(game.table.id))
        if (slot.kind == SlotKind.HAND) == private and (not private or slot.user_id == user.id)
    ]
    if any(slot.message_id == on.message for slot in slots):
        return
    for slot in slots:
        if slot.kind in (SlotKind.TABLE, SlotKind.HAND) and slot.message_id is not None:
            if str(on.message) not in slot.old.split():
                slot.old = f"{slot.old} {on.message}".strip()
            slot.stale = True


async def ring(services: Services, game: Game, seat: int) -> None:
    """Ask the owner of a seat once more, so that the phone rings unless they look at their hand."""
    owner = game.seats[seat]
    if owner.user_id is None:
        return
    slot = await Slots(game.session).find(key_of(game.table.id), SlotKind.HAND, owner.user_id)
    user = await People(game.session).user_by_id(owner.user_id)
    slot.rung = _name(game, game.view(seat).mine or "")
    slot.stale = slot.urgent = True
    slot.anew = looks_at(services, owner, user) is not Place.PRIVATE


async def hand(game: Game, seat: int) -> None:
    """The private screen of a seat's owner shows what is not so any more."""
    owner = game.seats[seat]
    if owner.user_id is not None:
        slot = await Slots(game.session).find(key_of(game.table.id), SlotKind.HAND, owner.user_id)
        slot.stale = True


async def after_deal(services: Services, game: Game) -> None:
    """A deal is over: every screen once more, without its buttons, and a result card of its own.

    Who looks at the group sees the card there; their private screen waits for the next deal, or the end.
    """
    session, table = game.session, game.table
    before = {slot.id: slot.stale for slot in await Slots(session).of_table(key_of(table.id))}
    await after_end(session, table)
    for owner in game.seats.values():
        if owner.user_id is None:
            continue
        user = await People(session).user_by_id(owner.user_id)
        if looks_at(services, owner, user) is Place.GROUP:
            slot = await Slots(session).find(key_of(table.id), SlotKind.HAND, owner.user_id)
            slot.stale = before.get(slot.id, False)
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

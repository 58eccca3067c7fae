"""A running deal inside one transaction: loading it, applying an action, and everything that follows."""

from __future__ import annotations

import logging
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.ops.logs import about
from bot.usecases import stale, timing
from bot.usecases.common import Services, key_of
from bot.usecases.states import LostDealError, Replayed, begin
from engine.actions import Action
from engine.deal import Deal
from engine.events import Beat, Burned, Event, Led, Owed
from engine.match import settles_at_once
from engine.record import format_owed, parse_owed
from engine.rules import VERSION
from engine.view import Phase, View
from storage.models import (
    ActionRow,
    Chat,
    DealRow,
    DealStatus,
    GameTable,
    How,
    IntentKind,
    Match,
    Result,
    Seat,
    TableStatus,
)
from storage.repositories import Deals, People, Tables
from storage.rows import write_before_reading

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Game:
    """A running deal and what belongs to it, as one transaction sees it."""

    session: AsyncSession
    table: GameTable
    chat: Chat
    seats: dict[int, Seat]
    row: DealRow
    state: Replayed
    _views: dict[int | None, View] = field(default_factory=dict)
    _viewed: Deal | None = None

    def view(self, seat: int | None) -> View:
        """The deal as a seat sees it, or everybody; worked out once."""
        if self._viewed is not self.deal:
            self._viewed = self.deal
            self._views.clear()
        if seat not in self._views:
            self._views[seat] = self.deal.view(seat)
        return self._views[seat]

    @property
    def deal(self) -> Deal:
        """The deal as it stands."""
        return self.state.deal

    @property
    def key(self) -> int:
        """The key of the deal."""
        return key_of(self.row.id)

    def by_ai(self, seat: int) -> bool:
        """Whether an AI player acts for a seat, as its owner or in its owner's stead."""
        owner = self.seats[seat]
        return bool(owner.ai) or owner.asleep

    def seat_of(self, user_id: int) -> int | None:
        """The seat that a person owns."""
        return next((seat.seat for seat in self.seats.values() if seat.user_id == user_id), None)


async def load(services: Services, session: AsyncSession, table: GameTable) -> Game | None:
    """The running deal of a table, if one runs.

    One that no longer replays to what it was, after an upgrade, is void and the table is dealt anew.
    """
    found = await Deals(session).running_with(table)
    if found is None:
        return None
    row, chat, last = found
    try:
        state = await services.states.load(session, row, last)
    except LostDealError:
        log.exception("deal %s does not replay; it is dealt anew", row.id)
        return await _deal_anew(services, session, table, row)
    return await _game(session, table, chat, row, state)


async def _game(session: AsyncSession, table: GameTable, chat: Chat, row: DealRow, state: Replayed) -> Game:
    seats = {seat.seat: seat for seat in await Tables(session).seats(key_of(table.id))}
    return Game(session, table, chat, seats, row, state)


async def _deal_anew(services: Services, session: AsyncSession, table: GameTable, row: DealRow) -> Game:
    write_before_reading(session)
    await _close(services, session, row, DealStatus.LOST)
    return await _again(services, session, table, row)


async def _again(services: Services, session: AsyncSession, table: GameTable, row: DealRow) -> Game:
    """The same deal of the match anew, from other cards: what was owed stands (RULES R5.6)."""
    match = await session.get_one(Match, row.match_id)
    carried = Carried(row.number, parse_owed(row.owed), row.lead)
    return await start_deal(services, session, table, match, carried)


@dataclass(frozen=True, slots=True)
class Carried:
    """What a deal starts with: its number in the match, what is owed, and who led last (大落)."""

    number: int = 1
    owed: tuple[Owed, ...] = ()
    lead: int | None = None


async def start_deal(
    services: Services, session: AsyncSession, table: GameTable, match: Match, carried: Carried
) -> Game:
    """Deal at a table, from a seed of 256 bits of the system's randomness."""
    now = services.clock.now()
    table.status = TableStatus.PLAYING
    table.next_at = None
    row = DealRow(
        match_id=key_of(match.id),
        table_id=key_of(table.id),
        number=carried.number,
        owed=format_owed(carried.owed),
        lead=carried.lead,
        seed=secrets.token_hex(32),
        preset=table.preset,
        switches=table.switches,
        rules_version=VERSION,
        started_at=now,
    )
    session.add(row)
    await session.flush()
    step = begin(row)
    chat = await People(session).chat_by_id(table.chat_id)
    game = await _game(session, table, chat, row, Replayed(step.deal, ()).then(step.deal, step.events))
    services.states.put(row, game.state)
    with about(table=row.table_id, deal=row.id):
        log.info("a deal starts")
    for seat in game.seats.values():
        seat.points_user_id, seat.points_ai = None, ""
    await timing.sync(services, game)
    await stale.after_action(services, game, None)
    return game


async def commit(
    services: Services, game: Game, seat: int, action: Action, how: How, user_id: int | None = None
) -> None:
    """Append an action and everything that follows from it, in the transaction of the game.

    Raises the :class:`GameError` of the deal if the action is not legal.
    """
    now = services.clock.now()
    decision = game.deal.decision(seat) or ""
    before = game.view(None), game.state.recent
    step = game.deal.apply(seat, action)
    game.state = game.state.then(step.deal, step.events)
    game.session.add(
        ActionRow(
            deal_id=game.key,
            number=step.deal.number,
            seat=seat,
            token=str(action),
            decision=decision,
            how=how,
            user_id=user_id,
            at=now,
            digest=game.state.digest,
        )
    )
    await game.session.flush()
    services.observer.action(how)
    with about(table=game.row.table_id, deal=game.key):
        log.debug("action %s, seat %s, %s", step.deal.number, seat, how)
    services.states.put(game.row, game.state)
    for kind in IntentKind:
        if kind is not IntentKind.PRESET or action.play is not None:
            await Deals(game.session).drop_intent(game.key, seat, kind)
    _hold(services, game, step.events, now)
    if step.deal.phase in (Phase.OVER, Phase.VOID):
        await _finish(services, game)
        return
    await timing.sync(services, game)
    public = before != (game.view(None), game.state.recent)
    acted = how in (How.TAP, How.PRESET)
    await stale.after_action(services, game, seat if acted else None, decision, public=public)


def _hold(services: Services, game: Game, events: tuple[Event, ...], now: datetime) -> None:
    """The fixed wait after a level play, whoever could burn or kill it; none among AI players alone.

    A table that prefers pace to secrecy waits only for who can, and no longer than for their answers.
    """
    if not game.deal.guarded:
        game.row.hold_until = None
        return
    laid = [event for event in events if isinstance(event, (Led, Beat, Burned))]
    wait = timedelta(seconds=services.settings.burn_wait)
    if game.table.fast:
        asked = [] if not timing.asks_in_secret(game.deal) else game.deal.actors
        if all(game.by_ai(seat) for seat in asked):
            game.row.hold_until = None
        elif laid:
            game.row.hold_until = now + wait
    elif laid:
        owner = laid[-1].seat
        others = [s.seat for s in game.view(None).seats if s.in_game and s.seat != owner]
        people = any(not game.by_ai(seat) for seat in others)
        game.row.hold_until = now + wait if people else None


async def _finish(services: Services, game: Game) -> None:
    """The deal is over: store what it brought. A void one is dealt anew at once (RULES R5.6)."""
    write_before_reading(game.session)
    outcome = game.deal.outcome
    if outcome is None:
        await _close(services, game.session, game.row, DealStatus.VOID)
        await _again(services, game.session, game.table, game.row)
        return
    await _close(services, game.session, game.row, DealStatus.OVER)
    at_once = settles_at_once(game.deal.rules, outcome)
    for seat, owner in game.seats.items():
        game.session.add(
            Result(
                deal_id=game.key,
                match_id=game.row.match_id,
                chat_id=key_of(game.chat.id),
                seat=seat,
                user_id=owner.earner[0],
                ai=owner.earner[1],
                place=outcome.places[seat],
                points=outcome.points[seat] if at_once else 0,
                opened=seat in outcome.opened,
                swept=outcome.sweep == seat % 2,
                burns_made=sum(by == seat for by, _ in game.state.burns),
                burns_suffered=sum(victim == seat for _, victim in game.state.burns),
                at=services.clock.now(),
            )
        )
    await _rest(services, game)


async def _rest(services: Services, game: Game) -> None:
    """Between two deals everybody gets their breath: the next one starts when all are ready, or in time."""
    table = game.table
    table.status = TableStatus.BETWEEN
    table.version += 1
    table.next_at = services.clock.now() + timedelta(seconds=services.settings.between_seconds)
    for owner in game.seats.values():
        owner.ready = False
    await stale.after_deal(services, game)
    await game.session.flush()


async def _close(services: Services, session: AsyncSession, row: DealRow, status: DealStatus) -> None:
    """A deal does not run any more."""
    row.status = status
    row.running = None
    row.ended_at = services.clock.now()
    with about(table=row.table_id, deal=row.id):
        log.info("a deal ends: %s", status)
    await Deals(session).clear(key_of(row.id))
    await session.flush()


async def end_table(services: Services, session: AsyncSession, table: GameTable, status: TableStatus) -> None:
    """A table's life is over: its last screens are shown, the chat is free for another one."""
    now = services.clock.now()
    table.status = status
    table.running = None
    table.next_at = None
    table.ended_at = now
    table.version += 1
    for seat in await Tables(session).seats(key_of(table.id)):
        await Tables(session).hold(key_of(table.id), seat.seat, None, now, None, "")
    await stale.after_end(session, table)
    await session.flush()


async def stop_deal(services: Services, game: Game) -> None:
    """End a running deal without a result."""
    await _close(services, game.session, game.row, DealStatus.STOPPED)
    await end_table(services, game.session, game.table, TableStatus.STOPPED)


async def keep_intent(services: Services, game: Game, seat: int, decision: str, action: Action) -> None:
    """Keep an action until it may take effect; a private screen that asks for it shows what was chosen."""
    await Deals(game.session).set_intent(game.key, seat, IntentKind.ACTION, decision, str(action))
    await timing.sync(services, game)
    await stale.answered(game, seat, decision)

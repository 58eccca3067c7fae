"""When things happen in a running deal. Nothing here may tell a hand.

Every seat that has something to decide has a timer. Who is asked in public gets one by public facts alone;
who may burn or kill gets a hidden one, which ends with the wait that everybody sees anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.usecases.common import Services
from engine.actions import PASS, Action, Kind
from engine.view import WINDOWS, Phase, View
from storage.models import IntentKind, Timer
from storage.repositories import Deals

if TYPE_CHECKING:
    from bot.usecases.game import Game


@dataclass(frozen=True, slots=True)
class _Asked:
    decision: str
    hidden: bool


async def sync(services: Services, game: Game) -> None:
    """Make the timers of a deal fit its state: new ones for new decisions, none for those that are over."""
    session, now = game.session, services.clock.now()
    wanted = asked(game)
    intents = {
        (intent.seat, intent.decision): Action.parse(intent.value)
        for intent in await Deals(session).intents(game.key)
        if intent.kind == IntentKind.ACTION
    }
    kept: dict[int, Timer] = {}
    for timer in await Deals(session).timers(game.key):
        now_asked = wanted.get(timer.seat)
        if now_asked is not None and now_asked.decision == timer.decision:
            kept[timer.seat] = timer
        else:
            await session.delete(timer)
    await session.flush()
    for seat, what in wanted.items():
        timer = kept.get(seat) or _new_timer(services, game, seat, what, now)
        if seat not in kept:
            session.add(timer)
        elif _acted_again(game, seat, timer, now):
            timer.earliest = now + _delay(services, game)
        timer.due = _due(game, timer, what, intents.get((seat, what.decision)), now)
    await session.flush()


def asked(game: Game) -> dict[int, _Asked]:
    """Who has something to decide: by public facts, and in hiding who may burn or kill."""
    deal = game.deal
    if deal.phase in (Phase.BLIND, Phase.DECLARE, Phase.RETURN):
        return {seat: _Asked(deal.decision(seat) or "", hidden=False) for seat in deal.actors}
    public = deal.view(None)
    found = {seat: _Asked(public.decision, hidden=False) for seat in public.asked}
    for seat in deal.actors:
        decision = deal.decision(seat) or ""
        if seat not in found:
            found[seat] = _Asked(decision, hidden=True)
    return found


def _acted_again(game: Game, seat: int, timer: Timer, now: datetime) -> bool:
    """An AI player that has declared something and is still asked takes its time again."""
    return game.by_ai(seat) and game.deal.phase is Phase.DECLARE and timer.earliest <= now


def _new_timer(services: Services, game: Game, seat: int, what: _Asked, now: datetime) -> Timer:
    timer = Timer(
        deal_id=game.key,
        seat=seat,
        decision=what.decision,
        asked_at=now,
        earliest=now + _delay(services, game),
    )
    if what.hidden:
        return timer
    if game.deal.phase in WINDOWS and game.deal.phase is not Phase.BURN:
        timer.seconds = services.settings.window_seconds
        timer.deadline = now + timedelta(seconds=timer.seconds)
    else:
        timer.seconds = game.table.turn_seconds
        start_time(services, game, timer, None)
    return timer


def start_time(services: Services, game: Game, timer: Timer, shown_at: datetime | None) -> None:
    """Let a turn's time run from the moment its prompt was shown, or at the latest from the grace's end."""
    if timer.seconds is None:
        return
    latest = timer.asked_at + timedelta(seconds=services.settings.show_grace)
    started = latest if shown_at is None else min(shown_at, latest)
    timer.shown_at = shown_at
    timer.deadline = started + timedelta(seconds=timer.seconds)
    if game.row.hold_until is not None:
        timer.deadline = max(timer.deadline, game.row.hold_until)
    remind = not game.by_ai(timer.seat) and not timer.reminded
    timer.remind_at = timer.deadline - timedelta(seconds=timer.seconds / 2) if remind else None


def _delay(services: Services, game: Game) -> timedelta:
    if game.chat.fast:
        return timedelta()
    settings = services.settings
    return timedelta(seconds=services.rng.uniform(settings.pass_min, settings.pass_max))


def _due(game: Game, timer: Timer, what: _Asked, intent: Action | None, now: datetime) -> datetime | None:
    """The hidden moment at which a seat's action takes effect by itself, if it does."""
    hold = game.row.hold_until
    slow = max(timer.earliest, hold) if hold is not None else timer.earliest
    if game.by_ai(timer.seat):
        return slow
    if what.hidden:
        return hold or now
    if intent is not None:
        return slow if intent.kind is Kind.PASS else max(hold or now, now)
    return slow if cannot_act(game.deal.view(timer.seat)) else None


def cannot_act(view: View) -> bool:
    """Whether all that a seat which follows can do is to pass: it is passed automatically."""
    legal = view.legal or view.later
    if view.phase not in (Phase.PLAY, Phase.BURN) or PASS not in legal:
        return False
    return not any(action.kind is Kind.PLAY for action in legal)


def may_take_effect(game: Game, timer: Timer, action: Action, now: datetime) -> bool:
    """Whether an action of a seat counts now, or has to wait as an intent."""
    hold = game.row.hold_until
    if hold is not None and now < hold:
        return False
    if game.deal.phase is Phase.BURN:
        return False
    return action.kind is not Kind.PASS or now >= timer.earliest

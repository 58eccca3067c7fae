"""When things happen in a running deal. Nothing here may tell a hand.

Every seat that has something to decide has a timer. Who is asked in public gets a deadline by public facts
alone; what is asked in hiding (to burn, to kill) ends with the wait that everybody sees anyway.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from bot.callback import PASS_TRICK, TILL_OPPOSITE
from bot.usecases.common import NEVER, Services
from engine.actions import PASS, Action, Kind
from engine.cards import SEATS, opposite
from engine.deal import Deal
from engine.view import Phase, View
from storage.models import IntentKind, Timer
from storage.repositories import Deals

if TYPE_CHECKING:
    from bot.usecases.game import Game

ALL_SIX = (Phase.BLIND, Phase.DECLARE, Phase.RETURN)
"""The windows that everybody knows to be open; they have a time of their own."""

OF_ALL_SIX = "bd"
"""What the names of decisions end with in the windows that ask all six."""

KILL = "k"
BURN_OR_KILL = f"f{KILL}"
"""What the names of decisions about a burn or a kill end with."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What a seat has to decide: whether everybody knows that it is asked, and whether about a secret."""

    decision: str
    public: bool
    secret: bool


async def sync(services: Services, game: Game) -> None:
    """Make the timers of a deal fit its state: new ones for new decisions, none for those that are over."""
    session, now = game.session, services.clock.now()
    wanted = asked(game)
    intents = await _open_intents(game, wanted)
    for seat in await _passing(game, wanted):
        intents.setdefault(seat, PASS)
    kept: dict[int, Timer] = {}
    over: dict[int, Timer] = {}
    for timer in await Deals(session).timers(game.key):
        what = wanted.get(timer.seat)
        if what is not None and _goes_on(timer.decision, what.decision):
            timer.decision = what.decision
            kept[timer.seat] = timer
        else:
            over[timer.seat] = timer
    rows = _reused(over, [seat for seat in wanted if seat not in kept])
    for timer in over.values():
        await session.delete(timer)
    for seat, what in wanted.items():
        if seat not in kept:
            timer = _new_timer(services, game, seat, what, now, rows.get(seat))
            session.add(timer)
        else:
            timer = kept[seat]
            if _acted_again(game, seat, timer, now):
                timer.earliest = now + _delay(services, game)
        timer.due = _due(game, timer, what, intents.get(seat), now)
        if game.table.paused_at is not None:
            timer.due = timer.deadline = timer.remind_at = None


async def next_moment(game: Game) -> datetime | None:
    """When something happens next by itself in a deal; none if it does not run."""
    if not game.row.running:
        return None
    timers = await Deals(game.session).timers(game.key)
    moments = (moment for timer in timers for moment in (timer.due, timer.deadline, timer.remind_at))
    return min((moment for moment in moments if moment is not None), default=NEVER)


async def resume(services: Services, game: Game, paused_at: datetime) -> None:
    """After a pause every open turn has its full time, and every wait and delay begins again."""
    now = services.clock.now()
    if game.row.hold_until is not None and game.row.hold_until > paused_at:
        game.row.hold_until = now + timedelta(seconds=services.settings.burn_wait)
    for timer in await Deals(game.session).timers(game.key):
        timer.asked_at = now
        timer.earliest = now + _delay(services, game)
        timer.reminded = False
        _start_afresh(services, game, timer, now)
    await sync(services, game)


async def _open_intents(game: Game, wanted: dict[int, Asked]) -> dict[int, Action]:
    """The actions chosen for what is asked now, by seat; what was chosen for something else is dropped."""
    found: dict[int, Action] = {}
    for intent in await Deals(game.session).intents(game.key):
        what = wanted.get(intent.seat)
        if intent.kind == IntentKind.PRESET:
            continue
        if what is None or intent.decision != what.decision:
            await game.session.delete(intent)
        elif intent.kind == IntentKind.ACTION:
            found[intent.seat] = Action.parse(intent.value)
    return found


async def _passing(game: Game, wanted: dict[int, Asked]) -> list[int]:
    """Who has chosen before to pass what is asked now; what a seat has chosen for earlier is dropped."""
    found = []
    for intent in await Deals(game.session).intents(game.key):
        what = wanted.get(intent.seat)
        if intent.kind != IntentKind.PRESET or what is None or what.secret or game.by_ai(intent.seat):
            continue
        if _passes(game, intent.seat, intent.value):
            found.append(intent.seat)
        else:
            await game.session.delete(intent)
    return found


def _passes(game: Game, seat: int, preset: str) -> bool:
    """Whether a seat that is asked passes as it has chosen: this trick, or till its opposite plays."""
    view = game.view(seat)
    if view.table is None or PASS not in view.legal:
        return False
    if preset == TILL_OPPOSITE:
        return view.table.owner != opposite(seat)
    return preset == f"{PASS_TRICK}{game.state.trick}"


def asks_in_secret(deal: Deal) -> bool:
    """Whether somebody is asked to burn or to kill, which only the full state tells."""
    return deal.phase is Phase.BURN or deal.state.killing


def asked(game: Game) -> dict[int, Asked]:
    """Who has something to decide, each as the seat itself sees it: what others may burn is past for it."""
    public = game.view(None)
    found: dict[int, Asked] = {}
    for seat in SEATS:
        mine = game.view(seat).mine
        if mine is not None:
            secret = game.deal.phase not in ALL_SIX and mine != public.decision
            found[seat] = Asked(mine, public=seat in public.asked, secret=secret)
    return found


def _goes_on(before: str, now: str) -> bool:
    """Whether a decision is the one from before, or what was asked in public behind a secret one."""
    return now in (before, before.rstrip(BURN_OR_KILL))


def _acted_again(game: Game, seat: int, timer: Timer, now: datetime) -> bool:
    """An AI player that has declared something and is still asked takes its time again."""
    return game.by_ai(seat) and game.deal.phase is Phase.DECLARE and timer.earliest <= now


def _reused(over: dict[int, Timer], seats: list[int]) -> dict[int, Timer]:
    """Rows of timers that are over, for seats that need one: its own if there is one, so that no two meet."""
    found = {seat: over.pop(seat) for seat in seats if seat in over}
    for seat in seats:
        if seat not in found and over:
            found[seat] = over.pop(min(over))
    return found


def _new_timer(
    services: Services, game: Game, seat: int, what: Asked, now: datetime, row: Timer | None
) -> Timer:
    """The timer of a new decision, in a row that is not needed any more if there is one."""
    timer = row or Timer(deal_id=game.key, seat=seat, decision="", asked_at=now, earliest=now)
    timer.seat, timer.decision = seat, what.decision
    timer.asked_at, timer.earliest = now, now + _delay(services, game)
    timer.shown_at = timer.seconds = timer.deadline = timer.remind_at = None
    timer.reminded = False
    if not what.public:
        return timer
    window = game.deal.phase in ALL_SIX
    timer.seconds = services.settings.window_seconds if window else game.table.turn_seconds
    _start_afresh(services, game, timer, now)
    return timer


async def afresh(services: Services, game: Game, seat: int) -> None:
    """Give a seat its full time, if it is asked."""
    now = services.clock.now()
    for timer in await Deals(game.session).timers(game.key):
        if timer.seat == seat and game.table.paused_at is None:
            timer.asked_at = now
            timer.reminded = False
            _start_afresh(services, game, timer, now)


def _start_afresh(services: Services, game: Game, timer: Timer, now: datetime) -> None:
    """A window's time runs at once, a turn's when it is shown."""
    if timer.seconds is not None and game.deal.phase in ALL_SIX:
        timer.deadline = now + timedelta(seconds=timer.seconds)
    else:
        start_time(services, game, timer, None)


def start_time(services: Services, game: Game, timer: Timer, shown_at: datetime | None) -> None:
    """Let a turn's time run from the moment its prompt was shown, or at the latest from the grace's end."""
    if timer.seconds is None or game.table.paused_at is not None:
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
    if game.table.fast:
        return timedelta()
    settings = services.settings
    return timedelta(seconds=services.rng.uniform(settings.pass_min, settings.pass_max))


def _due(game: Game, timer: Timer, what: Asked, intent: Action | None, now: datetime) -> datetime | None:
    """The hidden moment at which a seat's action takes effect by itself, if it does."""
    hold = game.row.hold_until
    if what.secret:
        return now if hold is None or (game.table.fast and game.by_ai(timer.seat)) else hold
    slow = max(timer.earliest, hold) if hold is not None else timer.earliest
    if game.by_ai(timer.seat):
        return slow
    if intent is not None:
        return slow if intent.kind is Kind.PASS else max(hold or now, now)
    return slow if cannot_act(game.view(timer.seat)) else None


def cannot_act(view: View) -> bool:
    """Whether all that a seat which follows can do is to pass: it is passed automatically."""
    return PASS in view.legal and not any(action.kind is Kind.PLAY for action in view.legal)


def may_take_effect(game: Game, timer: Timer, action: Action, now: datetime) -> bool:
    """Whether an action of a seat counts now, or has to wait as an intent."""
    hold = game.row.hold_until
    soon = game.table.fast and asks_in_secret(game.deal)
    if hold is not None and now < hold and not soon:
        return False
    if game.deal.decision(timer.seat) != timer.decision:
        return False
    return action.kind is not Kind.PASS or now >= timer.earliest

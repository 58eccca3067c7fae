"""Between the deals of a match: ready for the next one, playing on after the last, settling (RULES R12)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.callback import PLAY_ON, READY, SETTLE, CallbackData, Op
from bot.usecases import game as games
from bot.usecases import stale
from bot.usecases.common import Person, Reply, Services, key_of, remember, say
from bot.usecases.states import rule_set
from engine.match import left_owing, next_lead, settles_at_once
from engine.view import Outcome
from storage.database import retried
from storage.models import DealRow, GameTable, Holder, Match, Seat, TableStatus
from storage.repositories import Deals, Tables


@dataclass(slots=True)
class Rest:
    """A table between two deals, as one transaction sees it."""

    session: AsyncSession
    table: GameTable
    match: Match
    row: DealRow
    """The deal that is over."""
    outcome: Outcome
    seats: list[Seat]

    @property
    def last(self) -> bool:
        """Whether the deal that counts is over: the table settles, or plays on (RULES R12.2)."""
        return self.row.number >= self.match.goal

    @property
    def awake(self) -> list[Seat]:
        """Who is asked whether it goes on: the people who are there."""
        return [seat for seat in self.seats if seat.user_id is not None and not seat.asleep]


async def load(services: Services, session: AsyncSession, table: GameTable) -> Rest | None:
    """A table between two deals; none if it plays, or has ended."""
    if table.status != TableStatus.BETWEEN:
        return None
    row = await Deals(session).last_over(key_of(table.id))
    assert row is not None
    outcome = (await services.states.load(session, row)).deal.outcome
    assert outcome is not None
    match = await session.get_one(Match, row.match_id)
    return Rest(session, table, match, row, outcome, await Tables(session).seats(key_of(table.id)))


@dataclass(slots=True)
class Between:
    """The use-cases between two deals."""

    services: Services

    @retried
    async def tap(self, data: CallbackData, person: Person) -> Reply:
        """Ready for the next deal; after the last one: play on, or settle. Or: I am back."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await Tables(session).get(data.table)
            rest = None if table is None else await load(self.services, session, table)
            if rest is None:
                return say("toast-stale")
            seat = next((seat for seat in rest.seats if seat.user_id == user.id), None)
            if seat is None:
                return say("toast-not-seated", alert=True)
            if table is not None and table.paused_at is not None:
                return say("toast-paused", alert=True)
            if data.op is Op.WAKE:
                await wake(self.services, rest, seat)
                reply = say("toast-back")
            elif data.op is Op.NEXT and data.deal == rest.row.id:
                reply = await self._said(rest, seat, data.argument)
            else:
                await stale.card(session, rest.table)
                reply = say("toast-stale")
        self.services.changed()
        return reply

    async def _said(self, rest: Rest, seat: Seat, what: str) -> Reply:
        if seat.asleep:
            await wake(self.services, rest, seat)
        if what == SETTLE and rest.last:
            await settle(self.services, rest)
            return say("toast-settled")
        if what != (PLAY_ON if rest.last else READY):
            return say("toast-stale")
        seat.ready = True
        await stale.card(rest.session, rest.table)
        await go_on_if_all_are_ready(self.services, rest)
        return say("toast-ready-next")

    @retried
    async def run_due(self, now: datetime) -> bool:
        """Go on at the first table whose rest is over; whether there was one."""
        async with self.services.database.transaction() as session:
            table = await Tables(session).rested(now)
            if table is None:
                return False
            rest = await load(self.services, session, table)
            if rest is None:
                table.next_at = None
            elif rest.last:
                await settle(self.services, rest)
            else:
                await next_deal(self.services, rest)
        self.services.changed()
        return True


async def go_on_if_all_are_ready(services: Services, rest: Rest) -> None:
    """The next deal, once everybody who is there is ready for it; or one more after the last."""
    awake = rest.awake if rest.table.paused_at is None else []
    if awake and all(seat.ready for seat in awake):
        await next_deal(services, rest)


async def next_deal(services: Services, rest: Rest) -> None:
    """The next deal: what the one before left owing is paid in it (RULES R11.1, R12.2)."""
    number = rest.row.number + 1
    rest.match.goal = max(rest.match.goal, number)
    rules = rule_set(rest.row)
    carried = games.Carried(number, left_owing(rules, rest.outcome), next_lead(rules, rest.outcome))
    await games.start_deal(services, rest.session, rest.table, rest.match, carried)
    await stale.new_deal(rest.session, rest.table)


async def put_to_sleep(services: Services, rest: Rest, seat: Seat) -> None:
    """Somebody leaves between two deals: an AI player stands in, and nobody waits for it (托管)."""
    seat.asleep = True
    now = services.clock.now()
    key = key_of(rest.table.id)
    level = rest.table.ai_level
    await Tables(rest.session).hold(key, seat.seat, Holder.TRUSTEE, now, seat.user_id, level)
    await stale.card(rest.session, rest.table)
    await go_on_if_all_are_ready(services, rest)


async def wake(services: Services, rest: Rest, seat: Seat) -> None:
    """The owner of a seat is back between two deals."""
    seat.asleep = False
    seat.missed = 0
    key = key_of(rest.table.id)
    await Tables(rest.session).hold(key, seat.seat, Holder.PERSON, services.clock.now(), seat.user_id, "")
    await stale.card(rest.session, rest.table)


async def stop(services: Services, rest: Rest) -> None:
    """The table stops between two deals; once the deal that counts is over, its points count."""
    if rest.last:
        await settle(services, rest)
        return
    rest.match.ended_at = services.clock.now()
    await games.end_table(services, rest.session, rest.table, TableStatus.STOPPED)


async def settle(services: Services, rest: Rest) -> None:
    """The match is over: what its last deal left owing turns into points (RULES R12.1)."""
    if not settles_at_once(rule_set(rest.row), rest.outcome):
        for result in await Deals(rest.session).results(key_of(rest.row.id)):
            result.points = rest.outcome.points[result.seat]
    rest.match.ended_at = services.clock.now()
    await games.end_table(services, rest.session, rest.table, TableStatus.OVER)

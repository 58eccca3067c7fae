"""Makes what is due happen: timeouts, passes, AI players, the end of waits, reminders; and recovery."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.ops.logs import about
from bot.usecases import game as games
from bot.usecases import stale, timing
from bot.usecases.common import NEVER, Services, key_of
from bot.usecases.lobby import put_to_sleep
from bot.usecases.match import Between
from bot.usecases.votes import Voting
from engine.actions import PASS, Action
from engine.ai import PLAYERS
from storage.database import retried
from storage.models import How, IntentKind, Timer
from storage.repositories import Deals, Slots, Tables
from storage.rows import late_writes, write_before_reading
from storage.sharing import Screens, Workers
from storage.votes import Votes

log = logging.getLogger(__name__)

MISSED_TURNS = 2
"""After so many missed turns in a row an AI player stands in (托管)."""

STUCK_PAUSE = timedelta(seconds=1)
"""How long a deal rests in which something due could not be done, or at whose table another is busy."""

BEAT = timedelta(seconds=1)
"""How often a worker says that it is alive."""

AT_ONCE = 8
"""In so many deals what is due is done at the same time."""

RECOVERED_AT_ONCE = 25
"""So many deals are one transaction after a start."""

ALIVE = timedelta(seconds=4)
"""A worker that said so not longer ago than this is at work."""

FORGOTTEN = timedelta(days=1)
"""So long a worker is remembered."""


@dataclass(slots=True)
class Timekeeper:
    """The use-cases of time; each thing that is due is one transaction."""

    services: Services
    _beaten: datetime | None = None

    @retried
    async def run_due(self) -> datetime | None:
        """Do everything that is due, and tell when the next thing will be."""
        stuck: set[int] = set()
        while await Between(self.services).run_due(self.services.clock.now()):
            pass
        while await Voting(self.services).run_due():
            pass
        while due := [deal_id for deal_id in await self._due_deals() if deal_id not in stuck]:
            for at in range(0, len(due), AT_ONCE):
                some = due[at : at + AT_ONCE]
                done = await asyncio.gather(*map(self._run_deal, some))
                stuck.update(deal_id for deal_id, well in zip(some, done, strict=True) if not well)
        async with self.services.database.transaction() as session:
            now = self.services.clock.now()
            await self._beat(session, now)
            moments = await Deals(session).next_moment(), await Votes(session).next_moment()
            following = min((moment for moment in moments if moment is not None), default=None)
        return max(following, now + STUCK_PAUSE) if following is not None and stuck else following

    async def _beat(self, session: AsyncSession, now: datetime) -> None:
        if self._beaten is None or now - self._beaten >= BEAT:
            await Workers(session).beat(self.services.worker, now)
            self._beaten = now

    @retried
    async def _due_deals(self) -> list[int]:
        async with self.services.database.transaction() as session:
            return await Deals(session).due(self.services.clock.now())

    async def _run_deal(self, deal_id: int) -> bool:
        """Do the first thing that is due in a deal; whether there was one that could be done.

        A deal in which something is wrong must not stop the clock of the others: it is told in the log.
        """
        with about(deal=deal_id):
            try:
                done = await self._run_one(deal_id)
            except Exception:
                log.exception("what is due cannot be done")
                return False
        if done:
            self.services.changed(NEVER)  # this very round looks for what is due next
        return done

    @retried
    async def _run_one(self, deal_id: int) -> bool:
        now = self.services.clock.now()
        async with self.services.database.transaction() as session, late_writes(session):
            table = await Tables(session).of_deal_if_free(deal_id)
            if table is None:
                return False
            game = await games.load(self.services, session, table)
            if game is None or game.key != deal_id:
                await Deals(session).clear(deal_id)
                return True
            timers = await Deals(session).timers(deal_id)
            for timer in timers:
                if await self._end(game, timer, now):
                    return True
            moments = [moment for timer in timers for moment in (timer.due, timer.deadline, timer.remind_at)]
        return not any(moment is not None and moment <= now for moment in moments)

    async def _end(self, game: games.Game, timer: Timer, now: datetime) -> bool:
        seat = timer.seat
        mine = game.deal.decision(seat) == timer.decision
        if mine and timer.due is not None and timer.due <= now:
            self.services.observer.late("delay", (now - timer.due).total_seconds())
            action, how = await self._chosen(game, timer)
            await games.commit(self.services, game, seat, action, how, game.seats[seat].user_id)
            return True
        if mine and timer.deadline is not None and timer.deadline <= now:
            self.services.observer.late("deadline", (now - timer.deadline).total_seconds())
            await self._time_out(game, timer)
            return True
        if timer.remind_at is not None and timer.remind_at <= now:
            await self._remind(game, timer)
            return True
        return False

    async def _chosen(self, game: games.Game, timer: Timer) -> tuple[Action, How]:
        """What takes effect for a seat now: what it has chosen, what its AI player does, or nothing."""
        seat, deal = timer.seat, game.deal
        if game.by_ai(seat):
            owner = game.seats[seat]
            return PLAYERS[owner.ai or game.table.ai_level](game.view(seat), self.services.rng), How.AI
        for intent in await Deals(game.session).intents(game.key, seat):
            if intent.kind == IntentKind.ACTION and intent.decision == timer.decision:
                action = Action.parse(intent.value)
                if deal.check(seat, action) is None:
                    return action, How.PRESET
        how = How.PRESET if await Deals(game.session).preset(game.key, seat) else How.AUTO
        return (PASS if PASS in deal.legal_actions(seat) else deal.default_action(seat)), how

    async def _time_out(self, game: games.Game, timer: Timer) -> None:
        seat = timer.seat
        owner = game.seats[seat]
        action = game.deal.default_action(seat)
        if game.deal.phase not in timing.ALL_SIX:
            owner.missed += 1
        if owner.missed >= MISSED_TURNS and not owner.asleep:
            write_before_reading(game.session)
            await put_to_sleep(self.services, game, seat)
        await games.commit(self.services, game, seat, action, How.TIMEOUT, owner.user_id)

    async def _remind(self, game: games.Game, timer: Timer) -> None:
        timer.remind_at = None
        timer.reminded = True
        owner = game.seats[timer.seat]
        if owner.user_id is None or owner.asleep or timing.cannot_act(game.view(timer.seat)):
            return
        if await Deals(game.session).preset(game.key, timer.seat) and timer.due is not None:
            return
        await stale.ring(self.services, game, timer.seat)

    @retried
    async def recover(self) -> int:
        """After a start: who was cut off gets the full time again, every screen is brought up to date.

        Where other workers are alive, nobody was cut off. Answers how many deals go on.
        """
        now = self.services.clock.now()
        shared = self.services.database.shared
        async with self.services.database.transaction() as session:
            before = await Workers(session).last_beat()
            await Workers(session).forget(now - FORGOTTEN)
            await self._beat(session, now)
            if not shared:
                await Screens(session).let_go(None, now)
            await Slots(session).doubt()
            keys = sorted(key_of(row.id) for row in await Deals(session).running())
        if not (shared and before is not None and now - before <= ALIVE):
            outage = timedelta(seconds=self.services.settings.outage_seconds)
            afresh = before is None or now - before > outage
            for at in range(0, len(keys), RECOVERED_AT_ONCE):
                await self._recover_deals(keys[at : at + RECOVERED_AT_ONCE], afresh)
        self.services.changed()
        return len(keys)

    @retried
    async def _recover_deals(self, keys: list[int], afresh: bool) -> None:
        async with self.services.database.transaction() as session:
            for key in keys:
                row = await Deals(session).get(key)
                table = await Tables(session).get(row.table_id)
                assert table is not None
                game = await games.load(self.services, session, table)
                if game is not None:
                    await self._restart_turns(game, afresh)

    async def _restart_turns(self, game: games.Game, afresh: bool) -> None:
        """Open turns get their full time again, counted from when they are shown."""
        now = self.services.clock.now()
        for timer in await Deals(game.session).timers(game.key):
            if timer.seconds is None:
                continue
            if afresh or (timer.deadline is not None and timer.deadline <= now):
                timer.asked_at = now
                timer.reminded = False
                timing.start_time(self.services, game, timer, None)
        await timing.sync(self.services, game)

"""Makes what is due happen: timeouts, passes, AI players, the end of waits, reminders; and recovery."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.usecases import game as games
from bot.usecases import timing
from bot.usecases.common import Services, key_of
from bot.usecases.lobby import AI_LEVEL, put_to_sleep
from bot.usecases.states import LostDealError
from engine.actions import PASS, Action
from engine.ai import PLAYERS
from engine.view import Phase
from storage.models import DealStatus, How, IntentKind, Match, SlotKind, Timer
from storage.repositories import Deals, Slots, Tables, beat

log = logging.getLogger(__name__)

MISSED_TURNS = 2
"""After so many missed turns in a row an AI player stands in (托管)."""


@dataclass(slots=True)
class Timekeeper:
    """The use-cases of time; each thing that is due is one transaction."""

    services: Services

    async def run_due(self) -> datetime | None:
        """Do everything that is due, and tell when the next thing will be."""
        while await self._run_one():
            pass
        async with self.services.database.transaction() as session:
            await beat(session, self.services.clock.now())
            return await Deals(session).next_moment()

    async def _run_one(self) -> bool:
        """Do the first thing that is due; whether there was one that could be done."""
        now = self.services.clock.now()
        async with self.services.database.transaction() as session:
            done = False
            for timer in await Deals(session).due_timers(now):
                done = await self._run(session, timer, now)
                if done:
                    break
        if done:
            self.services.changed()
        return done

    async def _run(self, session: AsyncSession, timer: Timer, now: datetime) -> bool:
        row = await Deals(session).get(timer.deal_id)
        table = await Tables(session).get(row.table_id)
        assert table is not None
        try:
            game = await games.load(self.services, session, table)
        except LostDealError:
            log.exception("deal %s does not replay; it is dealt anew", row.id)
            await self._deal_anew(session, row.id)
            return True
        if game is None or game.key != timer.deal_id:
            await Deals(session).clear(timer.deal_id)
            return True
        return await self._end(game, timer, now)

    async def _end(self, game: games.Game, timer: Timer, now: datetime) -> bool:
        seat = timer.seat
        mine = game.deal.decision(seat) == timer.decision
        if mine and timer.due is not None and timer.due <= now:
            action, how = await self._chosen(game, timer)
            await games.commit(self.services, game, seat, action, how, game.seats[seat].user_id)
            return True
        if mine and timer.deadline is not None and timer.deadline <= now:
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
            return PLAYERS[owner.ai or AI_LEVEL](deal.view(seat), self.services.rng), How.AI
        for intent in await Deals(game.session).intents(game.key, seat):
            if intent.kind == IntentKind.ACTION and intent.decision == timer.decision:
                action = Action.parse(intent.value)
                if deal.check(seat, action) is None:
                    return action, How.PRESET
        return (PASS if PASS in deal.legal_actions(seat) else deal.default_action(seat)), How.AUTO

    async def _time_out(self, game: games.Game, timer: Timer) -> None:
        seat = timer.seat
        turn = game.deal.phase not in (Phase.BLIND, Phase.DECLARE, Phase.RETURN, Phase.BURN)
        owner = game.seats[seat]
        action = game.deal.default_action(seat)
        if turn:
            owner.missed += 1
        if owner.missed >= MISSED_TURNS and not owner.asleep:
            await put_to_sleep(self.services, game, seat)
        await games.commit(self.services, game, seat, action, How.TIMEOUT, owner.user_id)

    async def _remind(self, game: games.Game, timer: Timer) -> None:
        timer.remind_at = None
        timer.reminded = True
        owner = game.seats[timer.seat]
        if owner.user_id is None or owner.asleep or timing.cannot_act(game.deal.view(timer.seat)):
            return
        slot = await Slots(game.session).find(key_of(game.table.id), SlotKind.HAND, owner.user_id)
        slot.stale = slot.urgent = True

    async def recover(self) -> int:
        """After a start: who was cut off gets the full time again, every screen is brought up to date.

        Answers how many deals go on.
        """
        now = self.services.clock.now()
        async with self.services.database.transaction() as session:
            before = await beat(session, now)
            rows = await Deals(session).running()
            await Slots(session).all_stale()
            keys = [key_of(row.id) for row in rows]
        outage = timedelta(seconds=self.services.settings.outage_seconds)
        afresh = before is None or now - before > outage
        for key in keys:
            await self._recover_deal(key, afresh)
        self.services.changed()
        return len(keys)

    async def _recover_deal(self, key: int, afresh: bool) -> None:
        async with self.services.database.transaction() as session:
            row = await Deals(session).get(key)
            table = await Tables(session).get(row.table_id)
            assert table is not None
            try:
                game = await games.load(self.services, session, table)
            except LostDealError:
                log.exception("deal %s does not replay; it is dealt anew", key)
                await self._deal_anew(session, key)
                return
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

    async def _deal_anew(self, session: AsyncSession, key: int | None) -> None:
        """A deal that no longer replays is void; the table is dealt anew."""
        row = await Deals(session).get(key_of(key))
        row.status = DealStatus.LOST
        row.running = None
        row.ended_at = self.services.clock.now()
        await Deals(session).clear(key_of(row.id))
        self.services.states.forget(key_of(row.id))
        await session.flush()
        table = await Tables(session).get(row.table_id)
        assert table is not None
        match = await session.get_one(Match, row.match_id)
        await games.start_deal(self.services, session, table, match, row.number)

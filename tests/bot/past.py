"""A past for tests: matches that AI players have played, stored as the bot stores them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from functools import cache

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.usecases.common import ChatRef, Person, key_of, remember, remember_chat
from engine.ai import PLAYERS
from engine.ai.playing import play_match
from engine.cards import SEATS
from engine.match import Match as Played
from engine.match import settles_at_once
from engine.record import Record, replay
from engine.rules import PRESETS, VERSION
from engine.view import Outcome
from storage.models import (
    ActionRow,
    DealRow,
    DealStatus,
    GameTable,
    Holder,
    How,
    Match,
    Result,
    Seat,
    TableStatus,
)
from storage.repositories import Tables
from tests.bot.world import FRIENDS, GROUP, START, World

LATER = timedelta(minutes=15)


@cache
def played(preset: str, seed: str, deals: int) -> Played:
    """A match that six AI players have played."""
    rules = PRESETS[preset].with_switches(f"deals={deals}")
    return play_match(rules, seed, [PLAYERS["random"]] * len(SEATS))


@dataclass
class Past:
    """Writes matches into the database of a world."""

    world: World
    at: datetime = START - timedelta(days=100)
    matches: list[int] = field(default_factory=list)
    deals: list[int] = field(default_factory=list)
    """The keys of what was written, in order."""

    async def match(
        self,
        people: dict[int, Person] | None = None,
        *,
        group: ChatRef = GROUP,
        at: datetime | None = None,
        deals: int = 1,
        preset: str = "biesan",
        seed: str = "past",
    ) -> Played:
        """A match with people on some seats and AI players on the others."""
        self.at = at or self.at + LATER
        match = played(preset, seed, deals)
        async with self.world.database.transaction() as session:
            seated = {0: FRIENDS[0]} if people is None else people
            table, owners = await self._table(session, group, seated, preset, f"deals={deals}")
            row = Match(table_id=key_of(table.id), goal=deals, started_at=self.at)
            session.add(row)
            await session.flush()
            self.matches.append(key_of(row.id))
            outcomes = [*(past.outcome for past in match.past), match.deal.outcome]
            number = 1
            for record, outcome in zip(match.records, outcomes, strict=True):
                await self._deal(session, table, row, owners, record, outcome, number)
                number += outcome is not None
            row.ended_at = table.ended_at = self.at
            for seat in SEATS:
                await Tables(session).hold(key_of(table.id), seat, None, self.at, None, "")
        return match

    async def _table(
        self, session: AsyncSession, group: ChatRef, people: dict[int, Person], preset: str, switches: str
    ) -> tuple[GameTable, dict[int, int | None]]:
        chat = await remember_chat(session, group, 45)
        owners: dict[int, int | None] = dict.fromkeys(SEATS)
        for seat, person in people.items():
            owners[seat] = key_of((await remember(session, person)).id)
        opener = next(key for key in owners.values() if key is not None)
        table = GameTable(
            chat_id=key_of(chat.id),
            opener_id=opener,
            status=TableStatus.OVER,
            preset=preset,
            switches=switches,
            opened_at=self.at,
        )
        session.add(table)
        await session.flush()
        table.running = None  # which a new row cannot have: it would be written as its default
        for seat, owner in owners.items():
            level = "" if owner else "heuristic"
            holder = Holder.PERSON if owner else Holder.AI
            session.add(Seat(table_id=key_of(table.id), seat=seat, user_id=owner, ai=level))
            await Tables(session).hold(key_of(table.id), seat, holder, self.at, owner, level)
        return table, owners

    async def _deal(
        self,
        session: AsyncSession,
        table: GameTable,
        match: Match,
        owners: dict[int, int | None],
        record: Record,
        outcome: Outcome | None,
        number: int,
    ) -> None:
        assert record.seed is not None
        started, self.at = self.at, self.at + LATER
        deal = DealRow(
            match_id=key_of(match.id),
            table_id=key_of(table.id),
            number=number,
            seed=record.seed,
            preset=table.preset,
            switches=table.switches,
            owed=", ".join(map(str, record.owed)),
            lead=record.lead,
            rules_version=VERSION,
            status=DealStatus.VOID if outcome is None else DealStatus.OVER,
            started_at=started,
            ended_at=self.at,
        )
        session.add(deal)
        await session.flush()
        deal.running = None
        await session.flush()
        self.deals.append(key_of(deal.id))
        for token, step in replay(record):
            if token is not None:
                owner = owners[token.seat]
                session.add(
                    ActionRow(
                        deal_id=key_of(deal.id),
                        number=step.deal.number,
                        seat=token.seat,
                        token=str(token.action),
                        decision="1",
                        how=How.TAP if owner else How.AI,
                        user_id=owner,
                        at=started,
                        digest=step.deal.digest,
                    )
                )
        if outcome is not None:
            counts = number == match.goal or settles_at_once(record.rules, outcome)
            self._results(session, table, deal, owners, outcome, counts)

    def _results(
        self,
        session: AsyncSession,
        table: GameTable,
        deal: DealRow,
        owners: dict[int, int | None],
        outcome: Outcome,
        counts: bool,
    ) -> None:
        for seat in SEATS:
            session.add(
                Result(
                    deal_id=key_of(deal.id),
                    match_id=deal.match_id,
                    chat_id=table.chat_id,
                    seat=seat,
                    user_id=owners[seat],
                    ai="" if owners[seat] else "heuristic",
                    place=outcome.places[seat],
                    points=outcome.points[seat] if counts else 0,
                    opened=seat in outcome.opened,
                    swept=outcome.sweep == seat % 2,
                    burns_made=seat,
                    burns_suffered=5 - seat,
                    at=self.at,
                )
            )

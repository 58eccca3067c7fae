"""Races: many want something at the same instant, through one process or through several on one database.

A decision that is tapped from both chats, by its owner and by others, while its time runs out, becomes
exactly one action; a seat has one owner and an owner one seat; a table starts once.
"""

from __future__ import annotations

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable
from dataclasses import dataclass, field
from pathlib import Path

from bot.callback import EMPTY, REST, CallbackData, Op
from bot.usecases.common import Person, Reply
from bot.usecases.match import Between
from bot.usecases.tablesettings import TableSettings
from engine.actions import Action, Kind
from engine.deal import Deal
from engine.view import Phase
from storage.models import ActionRow, How, TableStatus
from storage.repositories import Deals, Tables
from tests.bot.world import FRIENDS, STRANGER, World, key
from tests.chaos.figures import Figures
from tests.chaos.place import known_chance

WINDOWS = (Phase.BLIND, Phase.DECLARE, Phase.RETURN)
PATIENCE = 5
"""Seconds after which everything that is due has happened."""

SETTINGS = ("deals=1", "deals=5", "preset=shaopai", "preset=biesan")
Race = list[Awaitable[Reply | None]]


@dataclass
class Gang:
    """Several processes on one database and one clock, as far as one process can be several."""

    workers: list[World]
    rng: random.Random
    figures: Figures
    locks: list[asyncio.Lock] = field(default_factory=list)

    @property
    def first(self) -> World:
        """The one that also looks."""
        return self.workers[0]

    def any(self) -> World:
        """One of them."""
        return self.rng.choice(self.workers)

    async def run(self, race: Race) -> list[Reply | None]:
        """All of it at once, in any order; nothing may fail."""
        self.rng.shuffle(race)
        self.figures.add("contenders", len(race))
        outcomes = await asyncio.gather(*race, return_exceptions=True)
        problems = [outcome for outcome in outcomes if isinstance(outcome, Exception)]
        if problems:
            raise ExceptionGroup("a race was not survived", problems)
        return [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]

    async def due(self) -> None:
        """A process looks for what is due, which it never does twice at once."""
        number = self.rng.randrange(len(self.workers))
        async with self.locks[number]:
            await self.workers[number].timekeeper.run_due()

    # The lobby

    async def lobby(self) -> None:
        """A table is opened, filled and started, and everything is wanted at once."""
        await self.first.meet(*FRIENDS)
        await self.first.open(self.rng.choice(FRIENDS))
        for worker in self.workers:
            worker.table_id = self.first.table_id
        for _ in range(3):
            await self.run([self._wish() for _ in range(self.rng.randrange(3, 9))])
            await self._check_seats()
        await self._fill()
        replies = await self.run([self._start(person) for person in self.rng.choices(FRIENDS, k=5)])
        starts = sum(reply is not None and key(reply) == "toast-started" for reply in replies)
        status = (await self.first.table()).status
        assert (starts, status) in ((1, TableStatus.PLAYING), (0, TableStatus.LOBBY)), (starts, status)
        if not starts:
            await self._fill()
            await self._start(FRIENDS[0])
        self.figures.add("starts raced for")
        assert await self.first.running() is not None

    def _wish(self) -> Awaitable[Reply]:
        worker, person, rng = self.any(), self.rng.choice(FRIENDS), self.rng
        table = worker.table_id
        return rng.choice(
            (
                lambda: worker.lobby.join(table, rng.randrange(3), person),
                lambda: worker.lobby.join(table, rng.randrange(3), person),
                lambda: worker.lobby.join(table, None, person),
                lambda: worker.lobby.leave(table, person),
                lambda: worker.lobby.fill(table, person),
                lambda: worker.lobby.unfill(table, person),
                lambda: TableSettings(worker.services).change(table, person, rng.choice(SETTINGS)),
            )
        )()

    async def _fill(self) -> None:
        for number, person in enumerate(FRIENDS[: self.rng.randrange(2, 7)]):
            await self.first.lobby.join(self.first.table_id, number, person)
        await self.first.lobby.fill(self.first.table_id, FRIENDS[0])

    def _start(self, person: Person) -> Awaitable[Reply]:
        worker = self.any()
        return worker.lobby.start(worker.table_id, person)

    async def _check_seats(self) -> None:
        seats = await self.first.seats()
        owners = Counter(seat.user_id for seat in seats if seat.user_id is not None)
        assert all(count == 1 for count in owners.values()), owners
        assert len({seat.seat for seat in seats}) == len(seats)
        assert all((seat.user_id is None) == bool(seat.ai) for seat in seats)
        self.figures.add("races for seats")

    # A decision

    async def decision(self, deal: Deal) -> None:
        """Whoever is asked is raced for, and the game goes on."""
        seat = self.rng.choice(deal.view(None).asked)
        view = deal.view(seat)
        if view.mine is not None:
            await self._race(deal, seat, view.mine)
        for asked in deal.view(None).asked:
            await self._answer(asked)
        after = await self.first.running()
        if after is not None and after.number == deal.number:
            await self.first.wait(PATIENCE)

    async def _answer(self, seat: int) -> None:
        """Whoever sits there, is awake and is asked still does what is likely."""
        now = await self.first.running()
        owner = next(row for row in await self.first.seats() if row.seat == seat)
        if now is not None and owner.user_id is not None and not owner.asleep and now.view(seat).legal:
            await self.first.answer(seat)

    async def _race(self, deal: Deal, seat: int, decision: str) -> None:
        deal_id = await self.first.deal_key()
        certain = self.rng.random() < 0.5 and await self._let_time_run_out(seat)
        race: Race = [self._tap(deal, seat, decision, deal_id) for _ in range(self.rng.randrange(2, 6))]
        race += [self._tap_of_others(deal, seat, decision, deal_id) for _ in range(2)]
        race += [self._none(self.due()) for _ in range(2)] if certain or self.rng.random() < 0.3 else []
        race += [self._presence(seat)] if self.rng.random() < 0.3 else []
        replies = await self.run(race)
        if certain:
            # A process leaves a table alone at which another one is at work; who has left is played for.
            await self.first.wait(PATIENCE)
        rows = await self._rows(deal_id, decision)
        self._check(deal, seat, rows, replies)
        if certain and deal.phase not in WINDOWS:
            assert len([row for row in rows if row.seat == seat]) == 1, f"{decision} ran out of time: {rows}"
            self.figures.add("decisions raced for as their time ran out")
        self.figures.add("decisions raced for")

    async def _let_time_run_out(self, seat: int) -> bool:
        """Move to the end of a seat's time, if nothing else happens before; whether it has one."""
        timers = await self.first.timers()
        moments = {key: timer.due or timer.deadline for key, timer in timers.items()}
        mine = moments.get(seat)
        if mine is None or any(other is not None and other < mine for other in moments.values()):
            return False
        self.first.clock.set(mine)
        return True

    def _tap(self, deal: Deal, seat: int, decision: str, deal_id: int) -> Awaitable[Reply]:
        """The owner taps something that is legal, here or there, once more or something else."""
        action = self.rng.choice(deal.view(seat).legal)
        op, argument = Op.ACT, str(action)
        if action.play is not None and self.rng.random() < 0.3:
            op, argument = Op.RANK, argument.lstrip("!")[0]
        return self._send(FRIENDS[seat], op, argument, decision, deal_id)

    def _tap_of_others(self, deal: Deal, seat: int, decision: str, deal_id: int) -> Awaitable[Reply]:
        """Somebody else taps the same, or the owner anything else that a button may carry."""
        legal = self.rng.choice(deal.view(seat).legal)
        if self.rng.random() < 0.5:
            others = [person for person in (*FRIENDS, STRANGER) if person is not FRIENDS[seat]]
            return self._send(self.rng.choice(others), Op.ACT, str(legal), decision, deal_id)
        op = self.rng.choice([op for op in Op if op not in (Op.JOIN, Op.LEAVE, Op.START, Op.CANCEL)])
        argument = self.rng.choice(("", "-", "t", "o", str(legal), EMPTY))
        return self._send(FRIENDS[seat], op, argument, decision, deal_id)

    def _send(self, person: Person, op: Op, argument: str, decision: str, deal_id: int) -> Awaitable[Reply]:
        worker = self.any()
        data = CallbackData(worker.table_id, decision, op, argument, deal_id)
        tap_id = str(self.rng.randrange(3))
        return worker.play.tap(data, person, self.rng.random() < 0.5, tap_id)

    def _presence(self, seat: int) -> Awaitable[Reply]:
        """The owner of a seat leaves it to an AI player, which may be about to act, or is back."""
        worker = self.any()
        if self.rng.random() < 0.4:
            return worker.lobby.leave(worker.table_id, FRIENDS[seat])
        return self._send(FRIENDS[seat], Op.WAKE, "", "0", 0)

    async def _none(self, work: Awaitable[None]) -> None:
        await work

    async def _rows(self, deal_id: int, decision: str) -> list[ActionRow]:
        async with self.first.database.transaction() as session:
            return [row for row in await Deals(session).actions(deal_id) if row.decision == decision]

    def _check(self, deal: Deal, seat: int, rows: list[ActionRow], replies: list[Reply | None]) -> None:
        """One action at most came of a decision, by who may decide, and nobody was told otherwise."""
        if deal.phase in WINDOWS:
            kinds = Counter((row.seat, Action.parse(row.token).kind) for row in rows)
            assert all(count == 1 for count in kinds.values()), kinds
            return
        assert len(rows) <= 1, [(row.seat, row.token, row.how) for row in rows]
        assert all(row.seat == seat for row in rows)
        for row in rows:
            self.figures.add(f"actions by {row.how}")
        done = [reply for reply in replies if reply is not None and key(reply) == "toast-done"]
        taps = [row for row in rows if row.how == How.TAP]
        if taps and Action.parse(taps[0].token).kind is not Kind.PASS:
            assert done, "a play was stored and nobody was told"

    # The life of tables

    async def go_on(self) -> None:
        """The next race, wherever the table is."""
        table = await self._table()
        if table not in (TableStatus.LOBBY, TableStatus.PLAYING, TableStatus.BETWEEN):
            await self.lobby()
            return
        deal = await self.first.running()
        if deal is None:
            await self._between()
            return
        await self.decision(deal)

    async def _table(self) -> TableStatus | None:
        async with self.first.database.transaction() as session:
            table = await Tables(session).get(self.first.table_id)
            return None if table is None else table.status

    async def _between(self) -> None:
        """Between two deals everybody is ready at once, some play on and some settle."""
        deal_id = await self.first.deal_key()
        race: Race = []
        for person in self.rng.choices(FRIENDS, k=8):
            data = CallbackData(
                self.first.table_id, REST, Op.NEXT, self.rng.choice(("", "", "+", "=")), deal_id
            )
            race.append(Between(self.any().services).tap(data, person))
        race += [self._none(self.due()) for _ in range(2)]
        await self.run(race)
        self.figures.add("races between deals")
        if await self.first.running() is None:
            await self.first.wait(20)


async def races(folder: Path, seed: int, count: int, workers: int = 1, url: str = "") -> Figures:
    """So many races for decisions, through so many processes."""
    kind = "PostgreSQL" if url.startswith("postgres") else "SQLite"
    figures = Figures(f"Races, {workers} worker{'s' if workers > 1 else ''}, {kind}")
    started = time.monotonic()
    with known_chance(seed) as rng:
        worlds = [World(folder, url=url, seed=seed + number, rules="") for number in range(workers)]
        await worlds[0].database.migrate()
        for number, world in enumerate(worlds):
            world.clock = world.services.clock = worlds[0].clock
            world.services.worker = f"worker {number}"
        gang = Gang(worlds, rng, figures, [asyncio.Lock() for _ in worlds])
        try:
            while figures.number("decisions raced for") < count:
                await gang.go_on()
        finally:
            for world in worlds:
                await world.database.close()
    figures.set("real seconds", time.monotonic() - started)
    return figures

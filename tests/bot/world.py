"""A small world for the use-cases: six friends, a group, a real database file and a clock by hand."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqlmodel import select
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.callback import REST, SETTLE, CallbackData, Op
from bot.clock import ManualClock
from bot.usecases import game as games
from bot.usecases.common import ChatRef, GameSettings, Person, Reply, Services
from bot.usecases.lobby import Lobby
from bot.usecases.match import Between
from bot.usecases.people import Persons
from bot.usecases.play import Play
from bot.usecases.prompts import Job, Prompts
from bot.usecases.timekeeper import Timekeeper
from engine import choices
from engine.actions import DECLINE, PASS, READY
from engine.deal import Deal
from engine.play import Play as Cards
from engine.view import Phase, View
from storage.database import Database
from storage.models import ActionRow, GameTable, Intent, Seat, Slot, SlotKind, Timer
from storage.repositories import Deals, Slots, Tables
from storage.sharing import release

START = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)
GROUP = ChatRef(-100500, "够级之友")
FRIENDS = tuple(
    Person(100 + number, name, language_code="zh-hans")
    for number, name in enumerate(("小明", "阿强", "老王", "Lily", "小红", "建国"))
)
STRANGER = Person(666, "路人")
PRIVATE = True

Condition = Callable[[Deal], bool]


@dataclass
class World:
    """Everything that a process would have, and how a test moves it."""

    path: Path
    settings: GameSettings = field(default_factory=GameSettings)
    seed: int = 1
    table_id: int = 1
    rules: str = "deals=1"
    """What tables play, as changes to 憋三够级."""
    url: str = ""
    """The address of its database; empty: a file in the path."""
    worker: str = "alone"

    def __post_init__(self) -> None:
        self.clock = ManualClock(START)
        self.changes = 0
        self._taken: list[int] = []
        self._connect()

    def _connect(self) -> None:
        self.database = Database(self.url or f"sqlite+aiosqlite:///{self.path}/gouji.db")
        self.services = Services(
            self.database,
            self.clock,
            self.settings,
            rng=random.Random(self.seed),
            changed=self._count_change,
            worker=self.worker,
        )
        self.lobby = Lobby(self.services)
        self.play = Play(self.services)
        self.timekeeper = Timekeeper(self.services)
        self.prompts = Prompts(self.services)
        self.persons = Persons(self.services)

    def _count_change(self, due: datetime | None = None) -> None:
        self.changes += 1

    def beside(self, worker: str) -> World:
        """Another worker at the same table: with a connection and memory of its own, and the same clock."""
        other = replace(self, worker=worker, seed=self.seed + 1)
        other.clock = other.services.clock = self.clock
        return other

    async def restart(self) -> None:
        """Another process on the same file: nothing is left of the old objects."""
        await self.database.close()
        self._taken = []
        self._connect()
        await self.database.migrate()

    # Around a table

    async def meet(self, *persons: Person) -> None:
        """Persons have started the bot in private."""
        for person in persons:
            await self.persons.seen_in_private(person)

    async def open(self, opener: Person = FRIENDS[0], group: ChatRef = GROUP) -> None:
        """A table in the group; it becomes the one that this world is about."""
        await self.lobby.open(group, None, opener)
        async with self.database.transaction() as session:
            newest = (await session.exec(select(GameTable.id).order_by(GameTable.id.desc()))).first()  # type: ignore[union-attr]
            assert newest is not None
            table = await Tables(session).get(newest)
            assert table is not None
            table.switches = self.rules
        self.table_id = newest

    async def sit(self, people: int = 6) -> None:
        """So many friends sit down, AI players on the other seats, and the deal starts."""
        await self.meet(*FRIENDS[:people])
        await self.open()
        for seat in range(people):
            await self.lobby.join(self.table_id, seat, FRIENDS[seat])
        if people < 6:
            await self.lobby.fill(self.table_id, FRIENDS[0])
        reply = await self.lobby.start(self.table_id, FRIENDS[0])
        assert key(reply) == "toast-started"

    # What is so

    async def game(self, session: AsyncSession) -> games.Game | None:
        """The running deal, inside a transaction."""
        table = await Tables(session).get(self.table_id)
        assert table is not None
        return await games.load(self.services, session, table)

    async def running(self) -> Deal | None:
        """The state of the running deal, if one runs."""
        async with self.database.transaction() as session:
            game = await self.game(session)
            return None if game is None else game.deal

    async def deal(self) -> Deal:
        """The state of the deal that runs."""
        deal = await self.running()
        assert deal is not None
        return deal

    async def deal_key(self) -> int:
        """The key of the newest deal; 0 before the first."""
        async with self.database.transaction() as session:
            row = await Deals(session).last_at(self.table_id)
            return 0 if row is None or row.id is None else row.id

    async def held(self) -> datetime | None:
        """Until when nothing takes effect."""
        async with self.database.transaction() as session:
            game = await self.game(session)
            assert game is not None
            return game.row.hold_until

    async def table(self) -> GameTable:
        """The row of the table."""
        async with self.database.transaction() as session:
            table = await Tables(session).get(self.table_id)
            assert table is not None
            return table

    async def seat(self, seat: int) -> Seat:
        """The row of a seat."""
        return {row.seat: row for row in await self.seats()}[seat]

    async def seats(self) -> list[Seat]:
        """The rows of the taken seats."""
        async with self.database.transaction() as session:
            return await Tables(session).seats(self.table_id)

    async def timers(self) -> dict[int, Timer]:
        """The timers of the deal, by seat."""
        async with self.database.transaction() as session:
            row = await Deals(session).running_at(self.table_id)
            assert row is not None
            assert row.id is not None
            return {timer.seat: timer for timer in await Deals(session).timers(row.id)}

    async def intents(self) -> list[Intent]:
        """All intents."""
        async with self.database.transaction() as session:
            return list((await session.exec(select(Intent))).all())

    async def log(self) -> list[ActionRow]:
        """The actions of the newest deal, in order."""
        async with self.database.transaction() as session:
            row = await Deals(session).last_at(self.table_id)
            assert row is not None
            assert row.id is not None
            return await Deals(session).actions(row.id)

    async def slot(self, kind: SlotKind, friend: int | None = None) -> Slot:
        """A slot of the table; of a friend for hands."""
        async with self.database.transaction() as session:
            user = 0 if friend is None else (await self._user(session, friend))
            return await Slots(session).find(self.table_id, kind, user)

    async def _user(self, session: AsyncSession, friend: int) -> int:
        seats = {seat.seat: seat for seat in await Tables(session).seats(self.table_id)}
        user = seats[friend].user_id
        assert user is not None
        return user

    async def jobs(self) -> list[Job]:
        """What the outbox takes up now: what is stale and need not wait for another try, in its order.

        Of what it took up before nothing more will be heard: it counts as up to date.
        """
        now, found = self.clock.now(), []
        async with self.database.transaction() as session:
            for key in self._taken:
                release(await session.get_one(Slot, key))
        for waiting in await self.prompts.stale():
            if waiting.retry_at is None or waiting.retry_at <= now:
                found.append(await self.prompts.job(waiting.slot_id))
        jobs = [job for job in found if job is not None]
        self._taken = [job.slot_id for job in jobs]
        return jobs

    async def show_all(self) -> None:
        """The outbox has shown everything, each screen under a message number of its own."""
        for job in await self.jobs():
            await self.prompts.shown(job, job.message_id or 1000 + job.slot_id, "shown")

    # What people do

    async def tap(
        self,
        seat: int | Person,
        op: Op,
        argument: str = "",
        *,
        private: bool = False,
        decision: str | None = None,
        tap_id: str = "",
    ) -> Reply:
        """A friend, by seat, or anybody taps a button; of their decision of now if none is named."""
        person = seat if isinstance(seat, Person) else FRIENDS[seat]
        if decision is None:
            view = (await self.deal()).view(None if isinstance(seat, Person) else seat)
            decision = (view.mine if private else None) or view.decision
        data = CallbackData(self.table_id, decision, op, argument, await self.deal_key())
        return await self.play.tap(data, person, private, tap_id)

    async def ready(self) -> None:
        """All windows before the first lead are over: everybody who is asked is ready."""
        await self.play_to(lambda deal: deal.phase not in (Phase.BLIND, Phase.DECLARE))

    async def answer(self, seat: int, private: bool = False) -> Reply:
        """A friend does what is open to their seat: leads low, beats cheaply, else passes, never burns."""
        view = (await self.deal()).view(seat)
        legal = view.legal
        if DECLINE in legal:
            return await self.tap(seat, Op.ACT, str(DECLINE), private=PRIVATE)
        if READY in legal:
            return await self.tap(seat, Op.ACT, str(READY), private=private)
        play = lowest(view)
        if play is None:
            return await self.tap(seat, Op.ACT, str(PASS if PASS in legal else legal[0]), private=private)
        if private:
            return await self.tap(seat, Op.ACT, str(play), private=PRIVATE)
        reply = await self.tap(seat, Op.RANK, play.symbol)
        if key(reply) == "toast-lead-confirm":
            reply = await self.tap(seat, Op.RANK, play.symbol)
        return reply

    async def between(self, what: str, seat: int = 0) -> Reply:
        """A friend says between two deals what is to be."""
        data = CallbackData(self.table_id, REST, Op.NEXT, what, await self.deal_key())
        return await Between(self.services).tap(data, FRIENDS[seat])

    # Time

    async def wait(self, seconds: float) -> None:
        """Let so many seconds pass, doing everything at its moment."""
        end = self.clock.now() + timedelta(seconds=seconds)
        while True:
            following = await self.timekeeper.run_due()
            if following is None or following > end:
                break
            self.clock.set(following)
        self.clock.set(end)
        await self.timekeeper.run_due()

    async def until(self, condition: Condition) -> Deal:
        """Let time pass until the deal is so."""
        for _ in range(5000):
            deal = await self.deal()
            if condition(deal):
                return deal
            following = await self.timekeeper.run_due()
            if condition(await self.deal()):
                continue
            assert following is not None, "nothing will happen any more"
            self.clock.set(following)
        raise AssertionError("it never came to that")

    async def play_to(self, condition: Condition, private: bool = False) -> Deal:
        """Everybody answers when asked, until the deal is so."""
        for _ in range(3000):
            deal = await self.deal()
            if condition(deal):
                return deal
            await self.turn(deal, private)
        raise AssertionError("it never came to that")

    async def play_out(self, private: bool = False) -> None:
        """Everybody answers when asked, until the table's deal is over; after the last one they settle."""
        for _ in range(3000):
            deal = await self.running()
            if deal is None:
                await self.between(SETTLE)
                return
            await self.turn(deal, private)
        raise AssertionError("the deal does not end")

    async def turn(self, deal: Deal, private: bool = False) -> None:
        """Who is asked answers; if nothing takes effect at once, time goes on to what is due next."""
        owners = {row.seat: row for row in await self.seats()}
        public = deal.view(None)
        for seat in public.asked:
            view = deal.view(seat)
            if owners[seat].user_id is not None and not owners[seat].asleep and view.mine is not None:
                await self.answer(seat, private)
        after = await self.running()
        if after is None or after.number != deal.number:
            return
        following = await self.timekeeper.run_due()
        after = await self.running()
        if after is None or after.number != deal.number:
            return
        assert following is not None, "nothing will happen any more"
        self.clock.set(following)
        await self.timekeeper.run_due()


@dataclass(frozen=True)
class Low:
    """A play, and the sign of its rank."""

    play: Cards
    symbol: str

    def __str__(self) -> str:
        return str(self.play)


def lowest(view: View) -> Low | None:
    """What a hasty player lays: the lowest lead, or the cheapest play that beats; none if it cannot."""
    assert view.hand is not None
    found = choices.answers(view.legal) if view.table is not None else choices.leads(view.legal, view.hand)
    play = found[0].play if found else None
    return None if play is None else Low(play, str(play)[0])


def key(reply: Reply) -> str | None:
    """The key of what a reply says."""
    return None if reply.text is None else reply.text.key

"""The other side of the load benchmark: the sandbox, and people who tap in it."""

from __future__ import annotations

import asyncio
import math
import random
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlalchemy import create_engine, text
from sqlalchemy.engine import Engine, make_url

from benchmarks.tables import Place, Running
from bot.callback import CallbackData, Op
from bot.sandbox.model import BOT_ID, User
from bot.sandbox.params import Json
from bot.sandbox.server import Sandbox
from bot.usecases.timing import cannot_act
from engine import choices
from engine.actions import DECLINE, PASS, READY, Action
from engine.view import View

LIMITED = (
    "sendMessage",
    "sendPhoto",
    "editMessageText",
    "editMessageCaption",
    "editMessageMedia",
    "editMessageReplyMarkup",
    "deleteMessage",
)
"""The calls that Telegram limits."""

TICK = 0.002
"""So often taps are made, in seconds."""

GLANCE = 0.02
"""So often is looked for new actions in the database, in seconds."""

OVERLAP = 64
"""So many rows are looked at again: of two transactions the second one may be there first."""

STUCK = 1.0
"""A table where nothing has happened for so long after a tap is tapped again."""

GIVE_UP = 10.0
"""So long a tap waits for its answer."""


@dataclass
class Crowd:
    """The people of some tables: who is asked to act taps, on whatever message shows the table."""

    sandbox: Sandbox
    tables: list[Running] = field(default_factory=list)
    latencies: list[float] = field(default_factory=list)
    lost: int = 0
    """Taps without an answer."""
    actions: int = 0
    """What was stored of all tables: by taps, by AI players, and passes of those who can do nothing else."""

    def places(self, count: int, people: int) -> list[Place]:
        """Groups and people for so many tables; everybody has pressed start."""
        world, found = self.sandbox.world, []
        for _ in range(count):
            users = [world.add_user("P") for _ in range(people)]
            keys = tuple(user.id for user in users)
            group = world.add_chat("group", "bench", list(keys), [], "member")
            private = {}
            for user in users:
                user.started = True
                private[user.id] = world.post(world.private(user.id), BOT_ID, "hand").message_id
            found.append(Place(group.id, world.post(group, BOT_ID, "table").message_id, keys, private))
        world.updates.clear()
        return found

    # Taps

    async def tap(self, user: int, chat: int, data: str) -> Json | None:
        """A person taps on the newest message of a chat; the answer, whose time is kept."""
        world, loop = self.sandbox.world, asyncio.get_running_loop()
        shown = world.views.message(next(reversed(world.chats[chat].messages.values())))
        begun = loop.time()
        query = world.new_query(self._user(user), shown, data)
        done, _ = await asyncio.wait([query.answer], timeout=GIVE_UP)
        if not done:
            self.lost += 1
            return None
        self.latencies.append(loop.time() - begun)
        return query.answer.result()

    def _user(self, number: int) -> User:
        return self.sandbox.world.users[number]

    # What Telegram would count

    def calls(self, since: int) -> tuple[int, int, int]:
        """The limited calls since a number; what was refused of all calls; the number of the last one."""
        calls = [call for call in self.sandbox.world.calls if call.n > since]
        limited = sum(call.method in LIMITED for call in calls)
        refused = sum(not call.ok and "not modified" not in call.description for call in calls)
        return limited, refused, self.sandbox.world.last_call


class Players:
    """Plays the tables of a crowd, from what the database says has happened."""

    def __init__(self, crowd: Crowd, database: str, seed: int = 1) -> None:
        self._crowd = crowd
        self._engine = _reader(database)
        self._rng = random.Random(seed)
        self._by_key = {table.key: table for table in crowd.tables}
        self._ready: deque[Running] = deque(crowd.tables)
        self._queued = set(self._by_key)
        self._since = {table.key: 0.0 for table in crowd.tables}
        """When a table was tapped last."""
        self._row = 0
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, seconds: float, rate: float | None, at_once: int = 64) -> None:
        """Tap for a time, at a rate in taps a second or as fast as the answers come; then wait for the last.

        ``at_once`` taps at most are open.
        """
        loop = asyncio.get_running_loop()
        self._row = self._row or self._newest()
        begun = loop.time()
        made, glanced = 0, 0.0
        while (now := loop.time()) < begun + seconds:
            if now - glanced >= GLANCE:
                glanced = now
                self._glance(now)
            due = math.inf if rate is None else (now - begun) * rate - made
            while due >= 1 and len(self._tasks) < at_once and self._ready:
                made, due = made + 1, due - 1
                task = asyncio.create_task(self._turn(self._next()))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            await asyncio.sleep(TICK)
        if self._tasks:
            await asyncio.wait(self._tasks)
        self._glance(loop.time())

    def close(self) -> None:
        """Close the connection to the database."""
        self._engine.dispose()

    def _next(self) -> Running:
        table = self._ready.popleft()
        self._queued.discard(table.key)
        self._since[table.key] = asyncio.get_running_loop().time()
        return table

    async def _turn(self, table: Running) -> None:
        """Somebody who is asked at a table does something."""
        for user, data in _choice(table, self._rng):
            await self._crowd.tap(user, user if _in_private(table) else table.place.group, str(data))

    def _newest(self) -> int:
        with self._engine.connect() as connection:
            return int(connection.execute(text("SELECT coalesce(max(id), 0) FROM action")).scalar_one())

    def _glance(self, now: float) -> None:
        """Learn what has happened, and who is to act now."""
        query = text("SELECT id, deal_id, number, seat, token FROM action WHERE id > :row ORDER BY id")
        with self._engine.connect() as connection:
            rows = connection.execute(query, {"row": self._row - OVERLAP}).all()
        for row, deal, number, seat, token in rows:
            self._row = max(self._row, row)
            table = self._by_key.get(deal)
            if table is None or number != table.deal.number + 1:
                continue
            self._crowd.actions += 1
            table.deal = table.deal.apply(seat, Action.parse(token)).deal
            self._queue(table)
        for key, since in self._since.items():
            if since and key not in self._queued and now - since > STUCK:
                self._since[key] = now
                self._queue(self._by_key[key])

    def _queue(self, table: Running) -> None:
        if table.key not in self._queued and next(_choice(table, self._rng), None) is not None:
            self._queued.add(table.key)
            self._ready.append(table)


async def tap_anything(
    crowd: Crowd, places: list[Place], seconds: float, rate: float | None, at_once: int = 64
) -> None:
    """Tap in one group after the other, at a rate or as fast as the answers come; then wait for the last."""
    loop = asyncio.get_running_loop()
    begun, made, tasks = loop.time(), 0, set[asyncio.Task[Json | None]]()
    while (now := loop.time()) < begun + seconds:
        due = math.inf if rate is None else (now - begun) * rate - made
        while due >= 1 and len(tasks) < at_once:
            place = places[made % len(places)]
            made, due = made + 1, due - 1
            task = asyncio.create_task(crowd.tap(place.people[0], place.group, "1a.2b-3c.g5"))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
        await asyncio.sleep(TICK)
    if tasks:
        await asyncio.wait(tasks)


def _reader(database: str) -> Engine:
    url = make_url(database)
    driver = "postgresql+psycopg" if url.get_backend_name() == "postgresql" else "sqlite"
    return create_engine(url.set(drivername=driver), isolation_level="AUTOCOMMIT")


def _in_private(table: Running) -> bool:
    """Where they play: at every other table from the group."""
    return table.table % 2 == 0


def _choice(table: Running, rng: random.Random) -> Iterator[tuple[int, CallbackData]]:
    """The taps of somebody who is asked at a table and can act, if anybody is: two to lead in the group."""
    asked = [seat for seat in table.deal.view(None).asked if table.users[seat] is not None]
    rng.shuffle(asked)
    for seat in asked:
        view, user = table.deal.view(seat), table.users[seat]
        if user is None or view.mine is None or cannot_act(view):
            continue
        private = _in_private(table)
        op, argument = _do(view, private)
        decision = view.mine if private else view.decision
        data = CallbackData(table.table, decision, op, argument, table.key)
        yield user, data
        if op is Op.RANK and view.table is None:
            yield user, data
        return


def _do(view: View, private: bool) -> tuple[Op, str]:
    """What a hasty player does: leads low, beats cheaply, else passes."""
    legal = view.legal
    for certain in (DECLINE, READY):
        if certain in legal:
            return Op.ACT, str(certain)
    assert view.hand is not None
    found = choices.answers(legal) if view.table is not None else choices.leads(legal, view.hand)
    play = found[0].play if found else None
    if play is None:
        return Op.ACT, str(PASS if PASS in legal else legal[0])
    return (Op.ACT, str(play)) if private else (Op.RANK, str(play)[0])

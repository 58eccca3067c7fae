"""An evening of a group: people who tap what their chats offer, and the account of it afterwards."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import col, select

from bot.callback import SETTLE, CallbackData, Op
from bot.sandbox.client import SandboxClient
from bot.sandbox.model import BOT_ID, Message, Query
from bot.sandbox.world import World
from bot.usecases.common import GameSettings
from bot.usecases.states import begin
from engine.actions import PASS, Action
from storage.database import Database, retried
from storage.models import ActionRow, Chat, DealRow, DealStatus, GameTable, Result, TableStatus, User
from tests.chaos.figures import Figures
from tests.chaos.shown import wrong_screens

DONE = ("好了 ✓", "Done ✓")
"""What a tap is told that did or will do what it says."""

LOBBY_PAUSE = 12
MOST_STEPS = 20_000
"""So many turns until something has to be over."""

LONGEST_STEP = 60

Turn = Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Tapped:
    """A tap that somebody made, and the answer that is awaited."""

    user: int
    data: str
    query: Query

    @property
    def done(self) -> bool:
        """Whether its owner was told that it is done."""
        answer = self.query.answer
        return answer.done() and answer.result().get("text") in DONE


@dataclass
class Evening:
    """A group at the sandbox, and the database that a bot keeps behind it."""

    world: World
    client: SandboxClient
    database_url: str
    settings: GameSettings
    figures: Figures
    rng: random.Random
    people: list[int]
    group: int
    taps: list[Tapped] = field(default_factory=list)
    tapped: dict[int, tuple[int, str]] = field(default_factory=dict)

    # What people do

    def tap(self, user: int, message: Message, data: str) -> None:
        """Somebody taps; nobody waits for the answer."""
        query = self.world.new_query(self.world.users[user], self.world.views.message(message), data)
        self.taps.append(Tapped(user, data, query))

    def newest(self, chat: int) -> tuple[Message, list[CallbackData]] | None:
        """The newest message with buttons of a table, and what they carry."""
        for message in reversed(list(self.world.chats[chat].messages.values())):
            if message.sender != BOT_ID or not message.keyboard:
                continue
            carried = []
            for row in message.keyboard:
                for button in row:
                    with suppress(ValueError):
                        carried.append(CallbackData.parse(button.get("callback_data", "")))
            if carried:
                return message, carried
        return None

    async def turn(self) -> None:
        """Everybody looks at their private chat, some at the group, and taps something that is new."""
        for user in self.people:
            chat = self.group if self.rng.random() < 0.1 else user
            found = self.newest(chat)
            if found is None:
                continue
            message, carried = found
            mark = message.message_id, str(carried[0])
            if chat == user and self.tapped.get(user) == mark and self.rng.random() < 0.9:
                continue
            self.tapped[user] = mark
            self.tap(user, message, str(self._choice(carried)))

    def _choice(self, carried: list[CallbackData]) -> CallbackData:
        """What somebody likes to do: mostly the first play, or to be ready; now and then anything."""
        if self.rng.random() < 0.1:
            return self.rng.choice(carried)
        useful = [data for data in carried if data.op in (Op.ACT, Op.NEXT, Op.RETURN, Op.WAKE)]
        ready = [data for data in useful if data.argument in ("ready", "", SETTLE)]
        return (ready or useful or carried)[0]

    # How an evening goes

    async def open(self, deals: int) -> None:
        """Everybody sits down at a table for so many deals, AI players on the rest, and it starts.

        Each tap is made again until it has worked: a call may fail, and the bot may be killed.
        """
        for user in self.people:
            await self.client.say(user, user, "/start")
        await self.until(self.playing_here, lambda: self.open_once(deals))

    async def open_once(self, deals: int, wait: float | None = None) -> None:
        """Try all of it once; with ``wait`` so many real seconds between the steps."""

        async def pause() -> None:
            await (self.rest(1) if wait is None else asyncio.sleep(wait))

        found = None if await self.over_here() else self.newest(self.group)
        if found is None:
            await self.client.say(self.group, self.people[0], "/gouji")
            return
        message, carried = found
        table = carried[0].table
        for seat, user in enumerate(self.people):
            self.tap(user, message, str(CallbackData(table, "-", Op.JOIN, str(seat + 1))))
        await pause()
        for op, argument in ((Op.SETTINGS, f"deals={deals}"), (Op.FILL, ""), (Op.START, "")):
            self.tap(self.people[0], message, str(CallbackData(table, "-", op, argument)))
            await pause()

    async def playing_here(self) -> bool:
        """Whether the table of this group plays."""
        return await self._count(TableStatus.PLAYING) > 0

    async def play(self, turn: Turn | None = None, most: int = MOST_STEPS) -> None:
        """People take turns until no table runs any more; after so many turns the table is stopped."""
        left = most

        async def once() -> None:
            nonlocal left
            left -= 1
            if left < 0 and left % 20 == 19:
                await self.client.say(self.group, self.people[0], "/stop")
            await (turn or self.turn)()

        await self.until(self.over_here, once, LONGEST_STEP)

    async def over_here(self) -> bool:
        """Whether no table runs any more in this group."""
        return await self._count(None) == 0

    async def until(
        self, ended: Callable[[], Awaitable[bool]], turn: Turn, step: float = LOBBY_PAUSE
    ) -> None:
        """Let turns be taken until something is so; nothing may go on for ever."""
        for _ in range(MOST_STEPS):
            if await ended():
                return
            await turn()
            await self.client.step(step)
        raise AssertionError("it does not end")

    async def rest(self, seconds: float) -> None:
        """Let the bot work, and some time pass."""
        end = await self.client.settle() + seconds
        while (now := await self.client.settle()) < end:
            await self.client.step(end - now)

    async def _count(self, status: TableStatus | None) -> int:
        """How many tables of this group run, or have a status."""
        query = select(GameTable.id).join(Chat, col(Chat.id) == col(GameTable.chat_id))
        query = query.where(Chat.telegram_id == self.group, col(GameTable.running).is_(True))
        if status is not None:
            query = query.where(GameTable.status == status)
        return len(await look(self.database_url, query))

    # The account afterwards

    async def account(self) -> None:
        """Nothing is lost, nothing is there twice, every table has ended, every chat shows how."""
        url = self.database_url
        tables = await look(url, select(GameTable))
        deals = await look(url, select(DealRow).order_by(col(DealRow.id)))
        rows = await look(url, select(ActionRow).order_by(col(ActionRow.number)))
        results = await look(url, select(Result))
        users = await look(url, select(User))
        assert all(table.running is None for table in tables)
        assert not any(deal.status in (DealStatus.RUNNING, DealStatus.LOST) for deal in deals)
        assert len({(row.deal_id, row.number) for row in rows}) == len(rows)
        for deal in deals:
            _replay(deal, [row for row in rows if row.deal_id == deal.id])
        by_deal = Counter(result.deal_id for result in results)
        finished = [deal for deal in deals if deal.status == DealStatus.OVER]
        assert dict(by_deal) == {deal.id: 6 for deal in finished}
        assert all(sum(r.points for r in results if r.deal_id == deal.id) == 0 for deal in finished)
        assert {row.deal_id for row in rows} <= {deal.id for deal in deals}
        self._nothing_lost(rows, {user.telegram_id: user.id for user in users})
        self.figures.add("tables that ended", len(tables))
        self.figures.add("deals played", len(finished))
        self.figures.add("actions stored", len(rows))
        for how, count in sorted(Counter(row.how for row in rows).items()):
            self.figures.add(f"  by {how}", count)
        looked, wrong = await wrong_screens(self.world, self.database_url, self.settings)
        assert wrong == [], wrong
        self.figures.add("final screens looked at", looked)

    def _nothing_lost(self, rows: list[ActionRow], keys: dict[int, int]) -> None:
        """What somebody was told is done, is stored: exactly this, for this decision, once.

        A pass is told to be done at once and takes effect later: whoever plays instead until then may.
        """
        stored = Counter((row.deal_id, row.decision.rstrip("fk"), row.user_id, row.token) for row in rows)
        decided = {mark[:2] for mark in stored}
        for tapped in self.taps:
            with suppress(ValueError):
                data = CallbackData.parse(tapped.data)
                if data.op is not Op.ACT or not tapped.done:
                    continue
                mark = data.deal, data.decision.rstrip("fk"), keys[tapped.user], data.argument
                kept = data.argument == str(PASS) and mark[:2] in decided
                assert stored[mark] == 1 or kept, f"{tapped.data}: done, and stored {stored[mark]} times"
                self.figures.add("taps told to be done, and stored")


class Opened:
    """A database for as long as it is looked at."""

    def __init__(self, url: str) -> None:
        self._database = Database(url)

    async def __aenter__(self) -> Database:
        return self._database

    async def __aexit__(self, *_: object) -> None:
        await self._database.close()


@retried
async def look(url: str, query: Any) -> list[Any]:
    """What a query finds now; the database may be restarted meanwhile."""
    async with Opened(url) as database, database.transaction() as session:
        return list((await session.exec(query)).all())


def _replay(row: DealRow, actions: list[ActionRow]) -> None:
    """A deal as an uninterrupted run with the stored actions leaves it, checked at every step."""
    deal = begin(row).deal
    for action in actions:
        assert action.number == deal.number + 1
        deal = deal.apply(action.seat, Action.parse(action.token)).deal
        assert deal.digest == action.digest

"""Hostile input: a hundred thousand crafted updates through the real application.

Nothing may reach the error handler, Telegram may refuse nothing, and nothing may change that the sender of
an update has no say in. What may change is told from outside: from what is stored before and after, and from
who sent what; nothing here knows how the bot decides.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from bot.callback import CallbackData, Op
from tests.chaos.crafted import NAMES, Crafted, Crafter
from tests.chaos.figures import Figures
from tests.chaos.place import Place, known_chance, place
from tests.chaos.shown import wrong_screens

ACTING = frozenset(set(Op) - {Op.HAND, Op.RULES})
"""Which buttons may append an action."""

LOOK_EVERY = 10
"""After so many updates the buttons are looked at."""

LOBBIES = 0.2
"""How often somebody takes care that a lobby becomes a game."""

LIMITS = {"text": 4096, "callback_data": 64, "answer": 200}
STRANGERS = 24

EXPECTED = ("query is too old", "user not found", "message is not modified", "message to")
"""Refusals for which the updates are to blame: they name people, taps and messages that are gone."""


@dataclass
class Stored:
    """What is stored of the tables that matters to the people at them."""

    tables: dict[int, tuple[object, ...]]
    seats: dict[int, tuple[object, ...]]
    deals: dict[int, tuple[object, ...]]
    actions: int
    version: int


@dataclass
class Attack:
    """A run: the place under attack, and what is known of it."""

    place: Place
    crafter: Crafter
    figures: Figures
    stored: Stored = field(init=False)
    calls: int = 0
    sender: int | None = None
    """The key of who sent the update, which they may have let the bot forget by it."""

    def __post_init__(self) -> None:
        self.stored = self.look()

    def look(self) -> Stored:
        """What is stored now."""
        rows = self.place.rows
        seats: dict[int, list[object]] = {}
        for row in rows("SELECT table_id, seat, user_id, ai FROM seat ORDER BY table_id, seat"):
            seats.setdefault(row["table_id"], []).append(tuple(row)[1:])
        columns = "id, chat_id, opener_id, status, preset, switches, turn_seconds"
        return Stored(
            {row["id"]: tuple(row)[1:] for row in rows(f"SELECT {columns} FROM game_table")},  # noqa: S608
            {key: tuple(found) for key, found in seats.items()},
            {row["id"]: tuple(row)[1:] for row in rows("SELECT id, table_id, seed, status FROM deal")},
            rows("SELECT coalesce(max(id), 0) FROM action")[0][0],
            rows("PRAGMA data_version")[0][0],
        )

    async def one(self) -> None:
        """One update, and the check of what it did."""
        crafted = self.crafter.draw()
        before, self.sender = self.stored, self._key_of(crafted.person)
        await self.place.feed(crafted.content)
        self.sender = self.sender or self._key_of(crafted.person)
        self.figures.add(f"updates, {crafted.kind}")
        if self.place.errors.found:
            raise AssertionError(f"{self.place.errors.found[:3]} after {crafted.content}")
        if self.place.rows("PRAGMA data_version")[0][0] != before.version:
            self.stored = self.look()
            problem = self._unlawful(crafted, before, self.stored)
            assert problem is None, f"{problem} after {crafted.content}"
        self._check_calls(crafted)

    def _unlawful(self, crafted: Crafted, before: Stored, after: Stored) -> str | None:
        """What has changed that this update may not change."""
        acted, problem = self._actions(crafted, before.actions)
        if problem is not None:
            return problem
        for key in after.tables:
            changed = (before.tables.get(key), before.seats.get(key)) != (
                after.tables[key],
                after.seats.get(key),
            )
            if changed and key not in acted and not self._has_a_say(crafted, key, before):
                return f"table {key} was changed by somebody without a say"
        return None

    def _actions(self, crafted: Crafted, since: int) -> tuple[set[int], str | None]:
        """The tables at which something was played, and what was played without the right to."""
        user = self.sender
        acted, taps = set(), 0
        query = (
            "SELECT action.*, deal.table_id, seat.user_id AS owner "
            "FROM action JOIN deal ON deal.id = deal_id "
            "JOIN seat ON seat.table_id = deal.table_id AND seat.seat = action.seat WHERE action.id > ?"
        )
        for row in self.place.rows(query, since):
            acted.add(row["table_id"])
            self.figures.add(f"actions stored ({row['how']})")
            if row["how"] != "tap":
                continue
            taps += 1
            data = crafted.data
            if data is None or data.op not in ACTING or data.table != row["table_id"]:
                return acted, f"action {row['id']} was asked for by no tap"
            if row["user_id"] != user or row["owner"] != user or row["decision"] != data.decision:
                return acted, f"action {row['id']} is not for who tapped to decide"
        return acted, f"{taps} actions by one tap" if taps > 1 else None

    def _has_a_say(self, crafted: Crafted, table: int, before: Stored) -> bool:
        """Whether somebody may change a table: at it, by a command in its chat, or by sitting down."""
        user = self.sender
        row = before.tables.get(table)
        here = row is None or row[0] in self._chat_keys(crafted.chat)
        mine = row is not None and (row[1] == user or self._sits(user, table, before))
        if crafted.kind.startswith("tap") and crafted.data is None:
            return mine  # a page: to be forgotten
        if crafted.data is not None:
            status = "lobby" if row is None else row[2]
            return crafted.data.table == table and (mine or status == "lobby")
        return bool(crafted.command) and (here or mine or crafted.chat == crafted.person)

    def _sits(self, user: int | None, table: int, before: Stored) -> bool:
        """Whether somebody has a seat at a table, or had one."""
        seats = {*self.stored.seats.get(table, ()), *before.seats.get(table, ())}
        return any(isinstance(seat, tuple) and seat[1] == user for seat in seats)

    def _key_of(self, person: int) -> int | None:
        found = self.place.rows("SELECT id FROM user_account WHERE telegram_id = ?", person)
        return found[0][0] if found else None

    def _chat_keys(self, chat: int) -> set[int]:
        return {row[0] for row in self.place.rows("SELECT id FROM chat WHERE telegram_id = ?", chat)}

    def _check_calls(self, crafted: Crafted) -> None:
        """Telegram refuses nothing that the bot says, and what it says is within the limits."""
        world = self.place.sandbox.world
        while self.calls < world.last_call:
            call = world.calls[self.calls - world.last_call]
            self.calls += 1
            blame = next((words for words in EXPECTED if words in call.description), "")
            if blame:
                self.figures.add(f"refused by Telegram: {blame}")
            elif not call.ok:
                raise AssertionError(
                    f"{call.method}: {call.description}: {call.params} after {crafted.content}"
                )
            self.figures.add("calls of the bot")
            text = str(call.params.get("text", ""))
            name = "answer" if call.method == "answerCallbackQuery" else "text"
            self.figures.most(f"longest {name} (of {LIMITS[name]:,})", len(text.encode("utf-16-le")) // 2)

    async def stop_all(self) -> float:
        """Who opened a table stops it; everything that is left to show is shown. When that began."""
        began = self.place.sandbox.world.clock.now()
        query = (
            "SELECT chat.telegram_id, user_account.telegram_id FROM game_table "
            "JOIN chat ON chat.id = chat_id JOIN user_account ON user_account.id = opener_id WHERE running"
        )
        for chat, opener in self.place.rows(query):
            world = self.place.sandbox.world
            world.say(world.chats[chat], world.users[opener], "/stop")
        await self.place.running.rest(180)
        return began

    async def check_screens(self, database_url: str, since: float) -> None:
        """Whatever was sent in between, what is shown in the end is right."""
        settings = self.place.bot._settings.game
        looked, wrong = await wrong_screens(self.place.sandbox.world, database_url, settings, since)
        assert wrong == [], wrong
        self.figures.set("final screens looked at", looked)

    # The life of the tables

    async def go_on(self) -> None:
        """Time passes, and where nobody plays, somebody opens a table."""
        await self.place.client.step(self.crafter.rng.choice((1, 3, 10, 30)))
        running = self.place.rows("SELECT chat_id FROM game_table WHERE running")
        if len(running) < len(self.crafter.groups):
            await self._open(self.crafter.rng.choice(self.crafter.groups))
        elif self.crafter.rng.random() < LOBBIES:
            await self._start(self.crafter.rng.choice(self.crafter.groups))
        self.glance()
        self.stored = self.look()

    async def _open(self, group: int) -> None:
        """A table in a group: some sit down, AI players take the rest; or it stays a lobby for a while."""
        running, world = self.place.running, self.place.sandbox.world
        members = [member for member in world.chats[group].members if member in self.crafter.persons]
        running.group = group
        for user in members[:3]:
            await running.client.say(user, user, "/start")
        await running.say_in_group("/gouji", members[0])
        if self.crafter.rng.random() < 0.2:
            return
        await self._start(group)

    async def _start(self, group: int) -> None:
        """Whoever likes sits down; with AI players on the rest it starts, if nothing runs there yet."""
        members = self.place.sandbox.world.chats[group].members
        people = [member for member in members if member in self.crafter.persons]
        if not any(message.keyboard for message in self.place.sandbox.world.chats[group].messages.values()):
            return
        for number, user in enumerate(people[: self.crafter.rng.randrange(1, 4)]):
            await self._press(user, group, Op.JOIN, number)
        for op in (Op.FILL, Op.START):
            await self._press(people[0], group, op)

    async def _press(self, user: int, group: int, op: Op, number: int = 0) -> None:
        """Press the button with an operation on the newest keyboard of a group, if it is there."""
        message = await self.place.running.with_keyboard(group)
        data = [button.get("callback_data", "") for row in message["keyboard"] for button in row]
        found = [text for text in data if text and ":" not in text and CallbackData.parse(text).op is op]
        if len(found) > number:
            await self.place.client.tap(user, group, message["message_id"], found[number])
        await self.place.running.rest(10)

    def glance(self) -> None:
        """See what the buttons carry, and which tables and decisions there are."""
        crafter = self.crafter
        crafter.seen.extend(self._buttons())
        crafter.numbers = [
            row[0] for row in self.place.rows("SELECT id FROM game_table ORDER BY id DESC LIMIT 9")
        ]
        crafter.words = [row[0] for row in self.place.rows("SELECT decision FROM timer")]
        crafter.words += [
            row[0] for row in self.place.rows("SELECT decision FROM action ORDER BY id DESC LIMIT 9")
        ]

        asked = (
            "SELECT telegram_id FROM timer JOIN deal ON deal.id = timer.deal_id JOIN seat ON "
            "seat.table_id = deal.table_id AND seat.seat = timer.seat JOIN user_account u ON u.id = user_id"
        )
        crafter.asked = [row[0] for row in self.place.rows(asked)]

    def _buttons(self) -> Iterator[str]:
        for chat in self.place.sandbox.world.chats.values():
            shown = [message for message in chat.messages.values() if message.keyboard]
            for message in shown[-2:]:
                for row in message.keyboard or []:
                    for button in row:
                        if "callback_data" in button:
                            yield button["callback_data"]


async def hostile(folder: Path, seed: int, count: int, step_every: int = 20) -> Figures:
    """So many updates from a seed; an assertion fails at the first thing that is wrong.

    The clock moves on after each ``step_every`` of them.
    """
    figures = Figures("Hostile input")
    started = time.monotonic()
    with known_chance(seed) as rng:
        async with place(folder, seed) as found:
            attack = Attack(found, _people(found, rng), figures)
            await attack.go_on()
            for number in range(count):
                await attack.one()
                if number % step_every == 0:
                    await attack.go_on()
                elif number % LOOK_EVERY == 0:
                    attack.glance()
            began = await attack.stop_all()
            await attack.check_screens(f"sqlite+aiosqlite:///{folder}/gouji.db", began)
            _summarize(attack, count, time.monotonic() - started)
    return figures


def _people(found: Place, rng: random.Random) -> Crafter:
    """Friends and strangers, three groups; the strangers have names of every kind."""
    world = found.sandbox.world
    friends = found.running.friends
    strangers = [
        world.add_user(rng.choice((*NAMES, "路人")), language_code=rng.choice(("", "en", "zh-hans"))).id
        for _ in range(STRANGERS)
    ]
    forum = world.add_chat(
        "supergroup", "<b>论坛&", [*friends[3:], *strangers[:6]], friends[3:4], "administrator"
    )
    world.add_topic(forum, "够级")
    other = world.add_chat("group", "x" * 250, [*strangers[6:12], *friends[:1]], [], "member")
    groups = [found.running.group, forum.id, other.id]
    return Crafter(world, rng, groups, [*friends, *strangers])


def _summarize(attack: Attack, count: int, seconds: float) -> None:
    figures = attack.figures
    figures.set("updates in all", count)
    figures.set("tables", len(attack.stored.tables))
    figures.set("deals", len(attack.stored.deals))
    figures.set("actions stored in all", attack.stored.actions)
    figures.set("real seconds", seconds)
    figures.set("errors logged", len(attack.place.errors.found))

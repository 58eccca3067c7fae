"""Running tables for the load benchmark: made by the use-cases themselves, each in the middle of a deal."""

from __future__ import annotations

import random
from dataclasses import dataclass

from sqlalchemy import insert, select, text
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import SQLModel

from bot.clock import SystemClock
from bot.usecases import game as games
from bot.usecases.common import ChatRef, GameSettings, Person, Services, key_of
from bot.usecases.lobby import Lobby
from bot.usecases.people import Persons
from engine.ai import PLAYERS
from engine.deal import Deal
from engine.view import Phase
from storage.database import Database
from storage.models import ActionRow, GameTable, How, SlotKind
from storage.repositories import People, Slots, Tables

SHALLOW, DEEP = 20, 70
"""How many actions the deals have when the benchmark begins: some of them in between."""

BLOCK = 40
"""So many tables are made one by one."""

KEYS = 100_000
"""The keys of their rows are below; those of copies are that much greater."""

COUNTED = ("heartbeat", "sent")
"""What belongs to no table of the game."""

TURN_SECONDS = 600
"""So long that nobody runs out of time."""

SETTINGS = GameSettings(
    turn_seconds=TURN_SECONDS, window_seconds=300, burn_wait=0, pass_min=0, pass_max=0, looking_seconds=3600
)
"""A game without pauses: what is measured is work, not waiting."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table is to be: its group, its people, and the messages that show it already."""

    group: int
    message: int
    people: tuple[int, ...]
    private: dict[int, int]
    """The message in the private chat of each person."""


@dataclass(slots=True)
class Running:
    """A running table, as those who play at it see it."""

    place: Place
    table: int
    key: int
    """The key of its deal."""
    deal: Deal
    users: dict[int, int | None]
    """The person on each seat, none for an AI player."""


async def fill(url: str, places: list[Place], seed: int = 1) -> list[Running]:
    """Let a deal run at each place, in a database that has no tables yet.

    The first tables are made one by one, the others are copies of them: the groups and the people of the
    places must be numbered alike. Raises :class:`ValueError` for more than :data:`BLOCK` that are no multiple
    of it.
    """
    if len(places) > BLOCK and len(places) % BLOCK:
        raise ValueError(f"{len(places)} tables: more than {BLOCK} must be a multiple of it")
    database = Database(url)
    await database.migrate()
    rng = random.Random(seed)
    services = Services(database, SystemClock(), SETTINGS, rng=rng)
    try:
        made = [await _table(services, place, rng) for place in places[:BLOCK]]
        async with database.engine.begin() as connection:
            for number in range(BLOCK, len(places), BLOCK):
                people = number * len(places[0].people)
                await _copy(connection, number // BLOCK * KEYS, {"chat": -number, "user_account": people})
                made += (
                    _copied(made[at % BLOCK], places[at], number // BLOCK * KEYS)
                    for at in range(number, min(number + BLOCK, len(places)))
                )
            if database.shared:
                await _go_on_counting(connection)
        return made
    finally:
        await database.close()


async def _copy(connection: AsyncConnection, shift: int, telegram: dict[str, int]) -> None:
    """Copy the first tables and all that belongs to them, under other keys and for other people."""
    for table in SQLModel.metadata.sorted_tables:
        shifted = [column.name for column in table.columns if column.primary_key or column.foreign_keys]
        if table.name in COUNTED or "id" not in shifted:
            continue
        if table.name == "slot":
            shifted.append("user_id")
        query = select(table).where(table.columns["id"] < KEYS)
        rows = [dict(row._mapping) for row in await connection.execute(query)]
        for row in rows:
            row |= {name: row[name] + shift for name in shifted if row[name]}
            if "telegram_id" in row and row["telegram_id"] is not None:
                row["telegram_id"] += telegram[table.name]
        if rows:
            await connection.execute(insert(table), rows)


async def _go_on_counting(connection: AsyncConnection) -> None:
    """PostgreSQL counts keys by itself, and must not count from the beginning."""
    for table in SQLModel.metadata.sorted_tables:
        if "id" in table.columns and table.name not in COUNTED:
            last = f"SELECT coalesce(max(id), 1) FROM {table.name}"  # noqa: S608
            await connection.execute(
                text(f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), ({last}))")
            )


def _copied(first: Running, place: Place, shift: int) -> Running:
    people = dict(zip(first.place.people, place.people, strict=True))
    users = {seat: None if user is None else people[user] for seat, user in first.users.items()}
    return Running(place, first.table + shift, first.key + shift, first.deal, users)


async def _table(services: Services, place: Place, rng: random.Random) -> Running:
    lobby, people = Lobby(services), [Person(user, f"P{user}") for user in place.people]
    for person in people:
        await Persons(services).seen_in_private(person)
    await lobby.open(ChatRef(place.group, "bench"), None, people[0])
    async with services.database.transaction() as session:
        chat = await People(session).chat(place.group)
        assert chat is not None
        chat.fast = True
        table = await Tables(session).running_in(key_of(chat.id))
        assert table is not None
        key = key_of(table.id)
    for seat, person in enumerate(people):
        await lobby.join(key, seat, person)
    await lobby.fill(key, people[0])
    await lobby.start(key, people[0])
    async with services.database.transaction() as session:
        found = await Tables(session).get(key)
        assert found is not None
        game = await games.load(services, session, found)
        assert game is not None
        await _play(services, game, rng)
        await _shown(game, found, place)
        users = {seat.seat: seat.user_id for seat in game.seats.values()}
        named = {
            user.id: user.telegram_id
            for user in [await People(session).user(u) for u in place.people]
            if user
        }
        return Running(place, key, game.key, game.deal, {s: named.get(u) for s, u in users.items()})


async def _play(services: Services, game: games.Game, rng: random.Random) -> None:
    """Some dozens of actions, all but the last one without what follows from them."""
    depth = rng.randint(SHALLOW, DEEP)
    while True:
        seat = game.deal.actors[0]
        action = PLAYERS["heuristic"](game.deal.view(seat), rng)
        if game.deal.number >= depth and game.deal.phase is Phase.PLAY and not game.deal.guarded:
            await games.commit(services, game, seat, action, How.AI)
            return
        decision, step = game.deal.decision(seat) or "", game.deal.apply(seat, action)
        game.session.add(
            ActionRow(
                deal_id=game.key,
                number=step.deal.number,
                seat=seat,
                token=str(action),
                decision=decision,
                how=How.AI,
                at=services.clock.now(),
                digest=step.deal.digest,
            )
        )
        game.state = game.state.then(step.deal, step.events)


async def _shown(game: games.Game, table: GameTable, place: Place) -> None:
    """The messages that the sandbox has show the table."""
    key = key_of(table.id)
    for slot in await Slots(game.session).of_table(key):
        slot.stale = slot.urgent = slot.anew = False
        slot.message_id = place.message if slot.kind == SlotKind.TABLE else None
        if slot.kind == SlotKind.HAND:
            user = await People(game.session).user_by_id(slot.user_id)
            slot.message_id = place.private[user.telegram_id or 0]

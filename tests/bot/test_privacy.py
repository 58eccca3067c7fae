"""``/forgetme``: nothing of a person is left in any table, and everything else goes on."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlalchemy import MetaData, select
from sqlmodel import col
from sqlmodel import select as sqlmodel_select

from bot.callback import Op
from bot.locales import LANGUAGES
from bot.pages import Kind, Page
from bot.screens.model import Style
from bot.screens.past import Period
from bot.screens.privacy import ask_to_forget, privacy
from bot.usecases.common import ChatRef, Person
from bot.usecases.history import History
from bot.usecases.privacy import Privacy
from bot.usecases.standings import Scores
from bot.usecases.votes import Voting
from engine.actions import READY
from storage.models import Holder, SeatHolder, SlotKind, TableStatus, User, Vote
from tests.bot.past import Past
from tests.bot.screening import LOCALES, check
from tests.bot.world import FRIENDS, GROUP, PRIVATE, START, STRANGER, World, key

pytestmark = pytest.mark.both_databases

KEY = 970_001
"""A key that nothing else has, so that every trace of it is found."""

ME = Person(987_654_321, "张三丰丰", "Traceable", "tracedname", "zh-hans")
TRACES = (KEY, ME.telegram_id, ME.first_name, ME.last_name, ME.username)
OTHER = ChatRef(-200600, "另一个群")
THIRD = ChatRef(-300700, "第三个群")


@pytest.fixture
async def me(world: World) -> Person:
    """A person whose key is known."""
    async with world.database.transaction() as session:
        session.add(User(id=KEY, telegram_id=ME.telegram_id))
    await world.meet(ME)
    return ME


async def traces(world: World) -> set[str]:
    """Every column of every table of the database in which something of the person stands."""
    found = set()
    async with world.database.engine.connect() as connection:
        metadata = MetaData()
        await connection.run_sync(metadata.reflect)
        assert len(metadata.tables) > 12
        for name, table in metadata.tables.items():
            for row in (await connection.execute(select(table))).mappings():
                found |= {
                    f"{name}.{column}" for column, value in row.items() if any(_is(value, t) for t in TRACES)
                }
    return found


def _is(value: object, trace: int | str) -> bool:
    if isinstance(trace, str):
        return isinstance(value, str) and trace.casefold() in value.casefold()
    return value == trace or (isinstance(value, str) and str(trace) in value.split())


async def forget(world: World, person: Person) -> str | None:
    """The person is forgotten; the key of what they are told."""
    return key(await Privacy(world.services).forget(person))


async def sit_with(world: World, me: Person, people: int = 2) -> None:
    """A game in the group of me on the first seat, friends, and AI players."""
    await world.meet(*FRIENDS[1:people])
    await world.open(me)
    await world.lobby.join(world.table_id, 0, me)
    for seat in range(1, people):
        await world.lobby.join(world.table_id, seat, FRIENDS[seat])
    await world.lobby.fill(world.table_id, me)
    assert key(await world.lobby.start(world.table_id, me)) == "toast-started"


async def a_full_life(world: World, me: Person) -> None:
    """Matches played in two chats, a game that runs with a choice and a vote, and a table that fills."""
    past = Past(world)
    await past.match({0: me, 1: FRIENDS[1]}, deals=2)
    await past.match({3: me}, group=OTHER)
    await world.lobby.open(OTHER, None, me)
    await world.lobby.open(THIRD, None, FRIENDS[2])
    await sit_with(world, me)
    await world.show_all()
    await world.tap(me, Op.ACT, str(READY), private=PRIVATE)
    await Voting(world.services).pause(world.table_id, me)


async def test_nothing_of_the_person_is_left_in_any_table(
    world: World, me: Person, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="bot")
    await a_full_life(world, me)
    before = await traces(world)
    assert before >= {
        "user_account.id",
        "user_account.telegram_id",
        "user_account.first_name",
        "user_account.username",
        "result.user_id",
        "action.user_id",
        "seat.user_id",
        "seat_holder.user_id",
        "slot.user_id",
        "game_table.opener_id",
        "vote.opener_id",
        "ballot.user_id",
    }
    assert await forget(world, me) == "forget-done"
    assert await traces(world) == set()
    for record in caplog.records:
        assert not any(_is(record.getMessage(), trace) for trace in TRACES if isinstance(trace, str))


async def test_the_seat_goes_to_an_ai_player_and_the_game_goes_on(world: World, me: Person) -> None:
    await sit_with(world, me)
    await world.ready()
    assert await forget(world, me) == "forget-done"
    seat = await world.seat(0)
    assert (seat.user_id, seat.ai, seat.asleep) == (None, "heuristic", False)
    holders = await held(world, 0)
    assert holders[-1] == (Holder.AI, None)
    assert await world.intents() == []
    await world.play_out(private=PRIVATE)
    assert await world.running() is None
    assert await traces(world) == set()
    rows = (await Scores(world.services).of_chat(GROUP, Period.ALL)).rows
    assert sum(row.figures.points for row in rows) == 0
    assert {row.name for row in rows} == {None, FRIENDS[1].first_name}


async def held(world: World, seat: int) -> list[tuple[str, int | None]]:
    """Who has held a seat, in order."""
    async with world.database.transaction() as session:
        query = sqlmodel_select(SeatHolder).where(
            SeatHolder.table_id == world.table_id, SeatHolder.seat == seat
        )
        rows = (await session.exec(query.order_by(col(SeatHolder.id)))).all()
        return [(row.holder, row.user_id) for row in rows]


async def test_the_last_person_of_a_table_leaves_ai_players_that_end_the_deal(
    world: World, me: Person
) -> None:
    await sit_with(world, me, people=1)
    assert await forget(world, me) == "forget-done"
    for _ in range(60):
        if not (await world.table()).running:
            break
        await world.wait(60)
    assert (await world.table()).status == TableStatus.OVER
    assert await traces(world) == set()


async def test_a_lobby_loses_the_person_and_somebody_else_may_close_it(world: World, me: Person) -> None:
    await world.meet(FRIENDS[1])
    await world.open(me)
    await world.lobby.join(world.table_id, 0, me)
    await world.lobby.join(world.table_id, 1, FRIENDS[1])
    assert await forget(world, me) == "forget-done"
    assert [seat.seat for seat in await world.seats()] == [1]
    assert (await world.slot(SlotKind.TABLE)).stale
    assert key(await world.lobby.cancel(world.table_id, FRIENDS[1], is_admin=False)) == "toast-cancelled"


async def test_a_lobby_of_nobody_is_closed_by_an_admin(world: World, me: Person) -> None:
    await world.open(me)
    assert await forget(world, me) == "forget-done"
    assert key(await world.lobby.cancel(world.table_id, STRANGER, is_admin=False)) == "toast-only-opener"
    assert key(await world.lobby.cancel(world.table_id, STRANGER, is_admin=True)) == "toast-cancelled"


async def test_the_results_stay_add_up_to_zero_and_are_nobodys(world: World, me: Person) -> None:
    past = Past(world)
    await past.match({0: me, 1: FRIENDS[1]}, at=START - timedelta(hours=3), deals=2)
    await past.match({0: me, 1: FRIENDS[1]}, at=START - timedelta(hours=1), seed="more")
    scores = Scores(world.services)
    before = await scores.of_chat(GROUP, Period.ALL)
    await forget(world, me)
    after = await scores.of_chat(GROUP, Period.ALL)
    assert [row.figures for row in after.rows] == [row.figures for row in before.rows]
    names = [(row.name, row.ai) for row in before.rows]
    mine = names.index((f"{ME.first_name} {ME.last_name}", False))
    assert [(row.name, row.ai) for row in after.rows] == [*names[:mine], (None, False), *names[mine + 1 :]]
    assert sum(row.figures.points for row in after.rows) == 0
    assert await scores.of_name(GROUP, ME.first_name, Period.ALL) is None
    assert (await scores.own(me, Period.ALL)).figures.deals == 0


async def test_the_deals_stay_to_be_read_by_the_others_without_the_name(world: World, me: Person) -> None:
    past = Past(world)
    await past.match({0: me, 1: FRIENDS[1]})
    (deal,) = past.deals
    await forget(world, me)
    history = History(world.services)
    data = await history.replay(FRIENDS[1], deal, 10**6)
    assert data is not None
    assert [seat.name for seat in data.seats[:2]] == [None, FRIENDS[1].first_name]
    assert await history.replay(me, deal, 0) is None
    assert (await history.matches(me, 0)).matches == ()


async def test_votes_that_the_person_asked_for_or_that_are_about_them_are_void(
    world: World, me: Person
) -> None:
    await sit_with(world, me, people=4)
    voting = Voting(world.services)
    assert key(await voting.kick(world.table_id, FRIENDS[1], 0, is_admin=False)) is not None
    assert len(await open_ones(world)) == 1
    await forget(world, me)
    assert await open_ones(world) == []
    assert (await world.slot(SlotKind.VOTE)).stale
    newcomer = replace(me, telegram_id=555)
    await world.meet(newcomer)
    await voting.substitute(world.table_id, newcomer)
    await forget(world, newcomer)
    assert await open_ones(world) == []
    assert "user_account.first_name" not in await traces(world)


async def open_ones(world: World) -> list[Vote]:
    """The open votes."""
    async with world.database.transaction() as session:
        return list((await session.exec(sqlmodel_select(Vote).where(col(Vote.open).is_(True)))).all())


async def test_two_who_are_forgotten_do_not_stand_in_each_others_way(world: World, me: Person) -> None:
    past = Past(world)
    await past.match({0: me, 1: FRIENDS[1], 2: FRIENDS[2]})
    for person in (me, FRIENDS[1], FRIENDS[2]):
        assert await forget(world, person) == "forget-done"
    (row,) = [r for r in (await Scores(world.services).of_chat(GROUP, Period.ALL)).rows if not r.ai]
    assert (row.name, row.figures.deals) == (None, 1)
    async with world.database.transaction() as session:
        (nobody,) = (await session.exec(sqlmodel_select(User))).all()
    assert (nobody.telegram_id, nobody.first_name, nobody.username) == (None, "", "")


async def test_who_is_not_known_is_told_so_and_stays_unknown(world: World) -> None:
    assert await forget(world, STRANGER) == "forget-unknown"
    async with world.database.transaction() as session:
        assert (await session.exec(sqlmodel_select(User))).all() == []


async def test_who_writes_again_is_somebody_new(world: World, me: Person) -> None:
    await Past(world).match({0: me})
    await forget(world, me)
    await world.meet(me)
    assert "user_account.telegram_id" in await traces(world)
    assert (await Scores(world.services).own(me, Period.ALL)).figures.deals == 0
    assert await forget(world, me) == "forget-done"
    assert await traces(world) == set()


async def test_taps_at_the_same_moment_leave_nothing_either(world: World, me: Person) -> None:
    await sit_with(world, me)
    ready = [world.tap(me, Op.ACT, str(READY), private=PRIVATE) for _ in range(4)]
    vote = Voting(world.services).pause(world.table_id, me)
    replies = await asyncio.gather(*ready[:2], Privacy(world.services).forget(me), vote, *ready[2:])
    assert "forget-done" in [key(reply) for reply in replies]
    seat = await world.seat(0)
    assert (seat.user_id, seat.ai) == (None, "heuristic")
    assert not [trace for trace in await traces(world) if not trace.startswith("user_account.")]
    await forget(world, me)  # who has tapped a moment later was somebody new
    assert await traces(world) == set()


async def test_forgetting_others_leaves_a_person_alone(world: World, me: Person) -> None:
    await a_full_life(world, me)
    before = await traces(world)
    await forget(world, FRIENDS[1])
    assert await traces(world) == before


# How it looks


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pages_fit_and_the_question_has_two_answers(language: str) -> None:
    check(privacy(language, LOCALES))
    screen = ask_to_forget(language, LOCALES)
    check(screen)
    sure, keep = (row[0] for row in screen.keyboard)
    assert (sure.style, keep.style) == (Style.DANGER, None)
    assert [Page.parse(button.data or "").kind for button in (sure, keep)] == [Kind.FORGET, Kind.KEEP]


@pytest.mark.parametrize("language", LANGUAGES)
def test_privacy_names_the_commands_that_it_is_about(language: str) -> None:
    text = privacy(language, LOCALES).text
    for command in ("/forgetme", "/score", "/history", "/replay"):
        assert command in text

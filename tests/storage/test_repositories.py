"""The repositories: what they find, what they refuse, what they forget."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel, select
from sqlmodel.ext.asyncio.session import AsyncSession

from storage.database import ATTEMPTS, Database, retried
from storage.models import (
    ActionRow,
    Chat,
    DealRow,
    GameTable,
    Holder,
    How,
    IntentKind,
    Match,
    Result,
    Seat,
    SeatHolder,
    SlotKind,
    TableStatus,
    Timer,
    User,
)
from storage.repositories import Deals, People, Slots, Tables

NOW = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def database(database_url: str) -> AsyncIterator[Database]:
    """A database with two persons, two chats, a table in each, and a running deal at the first."""
    database = Database(database_url)
    await database.migrate()
    async with database.transaction() as session:
        for rows in _rows():
            session.add_all(rows)
            await session.flush()
    yield database
    await database.close()


def _rows() -> tuple[list[SQLModel], ...]:
    return (
        [User(telegram_id=11), User(telegram_id=12), Chat(telegram_id=-1), Chat(telegram_id=-2)],
        [GameTable(chat_id=n, opener_id=1, opened_at=NOW) for n in (1, 2)],
        [Match(table_id=1, started_at=NOW)],
        [_deal(1)],
    )


def _deal(number: int) -> DealRow:
    return DealRow(
        match_id=1,
        table_id=1,
        number=number,
        seed="s",
        preset="biesan",
        switches="",
        rules_version=1,
        started_at=NOW,
    )


def _action(number: int, seat: int = 0, decision: str = "1", what: str = "-") -> ActionRow:
    return ActionRow(
        deal_id=1, number=number, seat=seat, token=what, decision=decision, how=How.TAP, at=NOW, digest=""
    )


@pytest.mark.parametrize(
    "again",
    [Seat(table_id=1, seat=0, user_id=2), Seat(table_id=1, seat=3, user_id=1)],
    ids=["one seat, two persons", "one person, two seats"],
)
async def test_a_seat_and_a_person_are_at_a_table_once(database: Database, again: Seat) -> None:
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            session.add(Seat(table_id=1, seat=0, user_id=1))
            await session.flush()
            session.add(Seat(**again.model_dump()))


async def test_ai_players_take_several_seats_and_a_person_several_tables(database: Database) -> None:
    async with database.transaction() as session:
        session.add_all([Seat(table_id=1, seat=n, ai="heuristic") for n in (1, 2)])
        session.add_all([Seat(table_id=n, seat=0, user_id=1) for n in (1, 2)])
    async with database.transaction() as session:
        assert [table.id for table in await Tables(session).running_of(1)] == [1, 2]
        assert [seat.seat for seat in await Tables(session).seats(1)] == [0, 1, 2]


async def test_only_running_tables_count_as_running(database: Database) -> None:
    async with database.transaction() as session:
        session.add_all([Seat(table_id=n, seat=0, user_id=1) for n in (1, 2)])
        table = await Tables(session).get(1)
        assert table is not None
        table.running, table.status = None, TableStatus.OVER
    async with database.transaction() as session:
        tables = Tables(session)
        assert [table.id for table in await tables.running_of(1)] == [2]
        assert await tables.running_in(1) is None
        last = await tables.last_in(1)
        assert last is not None
        assert last.id == 1


async def test_a_row_that_names_what_is_not_there_is_refused(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            session.add(Seat(table_id=99, seat=0, user_id=1))


async def test_a_seat_has_one_result_of_a_deal(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            for _ in range(2):
                session.add(
                    Result(deal_id=1, chat_id=1, seat=0, user_id=1, place=0, points=3, opened=True, at=NOW)
                )


async def test_a_table_plays_one_deal_at_a_time(database: Database) -> None:
    with pytest.raises(IntegrityError):
        async with database.transaction() as session:
            session.add(_deal(2))


async def test_two_processes_that_append_the_same_number_leave_one_action(
    database: Database, database_url: str
) -> None:
    other = Database(database_url)

    async def append(database: Database, seat: int) -> bool:
        try:
            async with database.transaction() as session:
                session.add(_action(1, seat))
        except IntegrityError:
            return False
        return True

    landed = await asyncio.gather(append(database, 0), append(other, 1))
    assert sorted(landed) == [False, True]
    async with other.transaction() as session:
        assert [row.number for row in await Deals(session).actions(1)] == [1]
    await other.close()


async def test_two_processes_at_one_table_lose_nothing(database: Database, database_url: str) -> None:
    other = Database(database_url)

    async def count(database: Database) -> None:
        for _ in range(15):
            async with database.transaction() as session:
                table = await Tables(session).get(1)
                assert table is not None
                await asyncio.sleep(0)
                table.version += 1

    await asyncio.gather(count(database), count(other))
    async with database.transaction() as session:
        table = await Tables(session).get(1)
        assert table is not None
        assert table.version == 30
    await other.close()


async def test_actions_come_in_order_and_from_a_number_on(database: Database) -> None:
    async with database.transaction() as session:
        session.add_all([_action(3, 2, "2"), _action(1, 0, "1", "ready"), _action(2, 0, "1", "~")])
    async with database.transaction() as session:
        deals = Deals(session)
        assert [row.number for row in await deals.actions(1)] == [1, 2, 3]
        assert [row.number for row in await deals.actions(1, after=1)] == [2, 3]
        last = await deals.last_action_of(1, 0, "1")
        assert last is not None
        assert last.token == "~"
        assert await deals.last_action_of(1, 5, "1") is None


async def test_holders_of_a_seat_follow_each_other_without_a_gap(database: Database) -> None:
    moments = [NOW + timedelta(minutes=minute) for minute in range(3)]
    async with database.transaction() as session:
        tables = Tables(session)
        await tables.hold(1, 2, Holder.PERSON, moments[0], 1, "")
        await session.flush()
        await tables.hold(1, 2, Holder.TRUSTEE, moments[1], 1, "heuristic")
        await session.flush()
        await tables.hold(1, 2, None, moments[2], None, "")
    async with database.transaction() as session:
        rows = (await session.exec(select(SeatHolder))).all()
        assert [(row.holder, row.since, row.until) for row in rows] == [
            (Holder.PERSON, moments[0], moments[1]),
            (Holder.TRUSTEE, moments[1], moments[2]),
        ]


async def test_a_seat_has_one_intent_of_a_kind(database: Database) -> None:
    async with database.transaction() as session:
        deals = Deals(session)
        await deals.set_intent(1, 0, IntentKind.ACTION, "5", "-")
        await deals.set_intent(1, 0, IntentKind.ACTION, "6", "AA")
        await deals.set_intent(1, 0, IntentKind.DRAFT, "6", "K")
        await deals.set_intent(1, 1, IntentKind.DRAFT, "6", "Q")
    async with database.transaction() as session:
        deals = Deals(session)
        kept = {(row.kind, row.decision, row.value) for row in await deals.intents(1, 0)}
        assert kept == {(IntentKind.ACTION, "6", "AA"), (IntentKind.DRAFT, "6", "K")}
        await deals.drop_intent(1, 0, IntentKind.DRAFT)
        assert {row.kind for row in await deals.intents(1, 0)} == {IntentKind.ACTION}
        await deals.clear(1)
        assert await deals.intents(1) == []


def _timer(
    seat: int, due: datetime | None, deadline: datetime | None, remind_at: datetime | None = None
) -> Timer:
    return Timer(
        deal_id=1,
        seat=seat,
        decision="1",
        asked_at=NOW,
        earliest=NOW,
        due=due,
        deadline=deadline,
        remind_at=remind_at,
    )


async def test_a_timer_is_due_by_any_of_its_moments(database: Database) -> None:
    second = timedelta(seconds=1)
    async with database.transaction() as session:
        assert await Deals(session).next_moment() is None
        session.add_all(
            [
                _timer(0, NOW + second, NOW + 9 * second),
                _timer(1, None, NOW + 2 * second),
                _timer(2, None, NOW + 8 * second, NOW + 3 * second),
                _timer(3, None, None),
            ]
        )
    async with database.transaction() as session:
        deals = Deals(session)
        assert await deals.next_moment() == NOW + second
        assert await deals.due(NOW) == []
        for seat in (0, 1, 2):
            for timer in await deals.timers(1):
                if timer.seat < seat:
                    timer.due = timer.deadline = timer.remind_at = None
            await session.flush()
            assert await deals.due(NOW + seat * second) == []
            assert await deals.due(NOW + (seat + 1) * second) == [1]


async def test_a_screen_has_one_slot(database: Database) -> None:
    async with database.transaction() as session:
        slots = Slots(session)
        table = await slots.find(1, SlotKind.TABLE)
        hand = await slots.find(1, SlotKind.HAND, 1)
        other = await slots.find(1, SlotKind.HAND, 2)
        assert (await slots.find(1, SlotKind.TABLE)).id == table.id
        assert len({table.id, hand.id, other.id}) == 3


async def test_persons_and_chats_are_found_by_their_telegram_ids(database: Database) -> None:
    async with database.transaction() as session:
        people = People(session)
        user, chat = await people.user(12), await people.chat(-2)
        assert user is not None
        assert chat is not None
        assert (user.id, chat.id) == (2, 2)
        assert await people.user(99) is None
        assert await people.chat(-99) is None


async def test_a_big_telegram_id_is_kept_whole(database: Database) -> None:
    big = -(2**52)
    async with database.transaction() as session:
        session.add(Chat(telegram_id=big))
    async with database.transaction() as session:
        assert await _chat_id(session, big) == big


async def _chat_id(session: AsyncSession, telegram_id: int) -> int | None:
    chat = await People(session).chat(telegram_id)
    return None if chat is None else chat.telegram_id


@pytest.mark.parametrize("refused", [0, 1, ATTEMPTS - 1])
async def test_work_that_another_was_faster_with_is_done_again(database: Database, refused: int) -> None:
    numbers = [1] * refused + [2]
    async with database.transaction() as session:
        session.add(_action(1))

    @retried
    async def append() -> int:
        number = numbers.pop(0)
        async with database.transaction() as session:
            session.add(_action(number))
        return number

    assert await append() == 2
    assert numbers == []


async def test_work_that_is_refused_again_and_again_fails_in_the_end(database: Database) -> None:
    tries = []

    @retried
    async def append() -> None:
        tries.append(1)
        async with database.transaction() as session:
            session.add_all([_action(1), _action(1)])

    with pytest.raises(IntegrityError):
        await append()
    assert len(tries) == ATTEMPTS

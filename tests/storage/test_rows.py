"""What a transaction has read: nothing is read twice, and nothing that changed is missed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from sqlalchemy import event

from storage.database import Database
from storage.models import Chat, DealRow, GameTable, Intent, IntentKind, Match, SlotKind, Timer, User
from storage.repositories import Deals, People, Slots

NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)
DEAL = 1


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """A database with a deal."""
    found = Database(f"sqlite+aiosqlite:///{tmp_path}/gouji.db")
    await found.migrate()
    async with found.transaction() as session:
        session.add(User(id=1, telegram_id=11))
        session.add(Chat(id=1, telegram_id=-1))
        await session.flush()
        session.add(GameTable(id=1, chat_id=1, opener_id=1, opened_at=NOW))
        await session.flush()
        session.add(Match(id=1, table_id=1, started_at=NOW))
        await session.flush()
        session.add(
            DealRow(
                id=DEAL,
                match_id=1,
                table_id=1,
                number=1,
                seed="s",
                preset="biesan",
                switches="",
                rules_version=1,
                started_at=NOW,
            )
        )
    yield found
    await found.close()


@pytest.fixture
def statements(database: Database) -> list[str]:
    """What is asked of the database."""
    found: list[str] = []

    @event.listens_for(database.engine.sync_engine, "before_cursor_execute")
    def note(_connection: object, _cursor: object, statement: str, *_more: object) -> None:
        found.append(statement)

    return found


def timer(seat: int) -> Timer:
    """A timer of a seat."""
    return Timer(deal_id=DEAL, seat=seat, decision="1p", asked_at=NOW, earliest=NOW)


async def test_a_family_is_read_once(database: Database, statements: list[str]) -> None:
    async with database.transaction() as session:
        session.add(timer(3))
    statements.clear()
    async with database.transaction() as session:
        first = await Deals(session).timers(DEAL)
        assert await Deals(session).timers(DEAL) == first
        assert [one.seat for one in first] == [3]
    assert len(statements) == 1


async def test_what_is_added_and_deleted_is_followed(database: Database) -> None:
    async with database.transaction() as session:
        deals = Deals(session)
        assert await deals.timers(DEAL) == []
        session.add(timer(4))
        assert [one.seat for one in await deals.timers(DEAL)] == [4], "before it is flushed, too"
        session.add(timer(2))
        await session.flush()
        two, four = await deals.timers(DEAL)
        assert (two.seat, four.seat) == (2, 4)
        await session.delete(four)
        assert await deals.timers(DEAL) == [two]
    async with database.transaction() as session:
        assert [one.seat for one in await Deals(session).timers(DEAL)] == [2]


async def test_a_list_that_was_given_is_the_callers_own(database: Database) -> None:
    async with database.transaction() as session:
        session.add(timer(1))
        (await Deals(session).timers(DEAL)).clear()
        assert len(await Deals(session).timers(DEAL)) == 1


async def test_a_statement_for_many_rows_is_seen(database: Database) -> None:
    async with database.transaction() as session:
        deals = Deals(session)
        session.add(timer(1))
        await deals.set_intent(DEAL, 1, IntentKind.ACTION, "1p", "p")
        assert len(await deals.timers(DEAL)) == len(await deals.intents(DEAL)) == 1
        await deals.clear(DEAL)
        assert await deals.timers(DEAL) == []
        assert await deals.intents(DEAL) == []


async def test_an_intent_may_take_the_place_of_one_that_was_dropped(database: Database) -> None:
    async with database.transaction() as session:
        deals = Deals(session)
        await deals.set_intent(DEAL, 1, IntentKind.ACTION, "1p", "p")
        await deals.set_intent(DEAL, 1, IntentKind.ACTION, "2p", "q")
        await deals.drop_intent(DEAL, 1, IntentKind.ACTION)
        await deals.set_intent(DEAL, 1, IntentKind.ACTION, "3p", "r")
        await deals.set_intent(DEAL, 2, IntentKind.DRAFT, "3p", "x")
    async with database.transaction() as session:
        found = await Deals(session).intents(DEAL)
        assert [(one.seat, one.decision, one.value) for one in found] == [(1, "3p", "r"), (2, "3p", "x")]
        assert [type(one) for one in await Deals(session).intents(DEAL, 2)] == [Intent]


async def test_a_screen_is_made_once(database: Database) -> None:
    async with database.transaction() as session:
        made = await Slots(session).find(1, SlotKind.TABLE)
        assert await Slots(session).find(1, SlotKind.TABLE) is made
        assert made.id is not None
        assert await Slots(session).get(made.id) is made
        hand = await Slots(session).find(1, SlotKind.HAND, 1)
        assert await Slots(session).of_table(1) == [made, hand]


async def test_a_row_is_read_once_by_its_key(database: Database, statements: list[str]) -> None:
    statements.clear()
    async with database.transaction() as session:
        people = People(session)
        user = await people.user_by_id(1)
        user.first_name = "小明"
        assert await people.user_by_id(1) is user
        assert (await people.chat_by_id(1)).telegram_id == -1
    assert sorted(statement.split()[0] for statement in statements) == ["SELECT", "SELECT", "UPDATE"]


async def test_what_was_undone_is_read_again(database: Database) -> None:
    async with database.transaction() as session:
        deals = Deals(session)
        assert await deals.timers(DEAL) == []
        inner = await session.begin_nested()
        session.add(timer(1))
        assert len(await deals.timers(DEAL)) == 1
        await inner.rollback()
        assert await deals.timers(DEAL) == []

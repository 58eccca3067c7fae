"""Around a table: opening, sitting down, leaving, starting, stopping."""

from __future__ import annotations

import asyncio

import pytest
from sqlmodel import select

from bot.screens.past import Period
from bot.usecases.common import ChatRef, Person
from bot.usecases.standings import Scores
from storage.models import Chat, GameTable, Holder, SeatHolder, SlotKind, TableStatus
from tests.bot.world import FRIENDS, GROUP, STRANGER, World, key

ADMIN = True
OTHER_GROUP = ChatRef(-200600, "另一个群")


async def _seated(world: World) -> dict[int, str]:
    return {seat.seat: seat.ai or str(seat.user_id) for seat in await world.seats()}


async def test_a_chat_has_one_table_that_is_shown_again(world: World) -> None:
    await world.open()
    await world.show_all()
    reply = await world.lobby.open(GROUP, 7, FRIENDS[1])
    assert key(reply) == "toast-table-runs"
    async with world.database.transaction() as session:
        assert len((await session.exec(select(GameTable))).all()) == 1
    slot = await world.slot(SlotKind.TABLE)
    assert (slot.stale, slot.anew) == (True, True)


async def test_a_chat_speaks_the_language_of_who_opens_its_first_table(world: World) -> None:
    await world.lobby.open(GROUP, None, FRIENDS[0])
    await world.lobby.open(OTHER_GROUP, None, Person(7, "Ann", language_code="de"))
    async with world.database.transaction() as session:
        chats = (await session.exec(select(Chat))).all()
        assert {chat.title: chat.language for chat in chats} == {GROUP.title: "zh", OTHER_GROUP.title: "en"}


async def test_who_has_not_started_the_bot_is_led_there_and_sits_by_the_link(world: World) -> None:
    await world.open()
    reply = await world.lobby.join(world.table_id, 2, FRIENDS[1])
    assert reply.url == "https://t.me/gouji_bot?start=join_1_3"
    assert await world.seats() == []
    await world.meet(FRIENDS[1])
    reply = await world.lobby.join_by_link("join_1_3", FRIENDS[1])
    assert key(reply) == "notice-seated"
    assert list(await _seated(world)) == [2]


async def test_a_link_to_any_seat_takes_the_first_free_one(world: World) -> None:
    await world.open()
    assert (await world.lobby.join(world.table_id, None, FRIENDS[1])).url is not None
    await world.meet(*FRIENDS[:2])
    await world.lobby.join(world.table_id, 0, FRIENDS[0])
    await world.lobby.join_by_link("join_1_0", FRIENDS[1])
    assert list(await _seated(world)) == [0, 1]


@pytest.mark.parametrize(
    "payload", ["", "join", "join_1", "join_1_7", "join_1_-1", "join_%_1", "sit_1_1", "join_1_1_1"]
)
async def test_a_link_that_we_did_not_write_is_refused(world: World, payload: str) -> None:
    await world.meet(FRIENDS[0])
    await world.open()
    assert key(await world.lobby.join_by_link(payload, FRIENDS[0])) == "notice-bad-link"
    assert await world.seats() == []


async def test_a_link_to_a_table_that_is_gone_says_so(world: World) -> None:
    await world.meet(FRIENDS[0])
    assert key(await world.lobby.join_by_link("join_zz_1", FRIENDS[0])) == "toast-lobby-closed"


@pytest.mark.both_databases
async def test_a_taken_seat_stays_with_who_has_it(world: World) -> None:
    await world.meet(*FRIENDS[:2])
    await world.open()
    await world.lobby.join(world.table_id, 3, FRIENDS[0])
    before = await _seated(world)
    assert key(await world.lobby.join(world.table_id, 3, FRIENDS[1])) == "toast-seat-taken"
    assert key(await world.lobby.join(world.table_id, 3, FRIENDS[0])) == "toast-seated"
    assert await _seated(world) == before


async def test_a_person_moves_to_another_seat(world: World) -> None:
    await world.meet(FRIENDS[0])
    await world.open()
    await world.lobby.join(world.table_id, 3, FRIENDS[0])
    await world.lobby.join(world.table_id, 5, FRIENDS[0])
    assert list(await _seated(world)) == [5]


@pytest.mark.both_databases
async def test_two_who_want_the_same_seat_at_once_do_not_both_get_it(world: World) -> None:
    await world.meet(*FRIENDS[:2])
    await world.open()
    replies = await asyncio.gather(*(world.lobby.join(world.table_id, 1, person) for person in FRIENDS[:2]))
    assert sorted(str(key(reply)) for reply in replies) == ["toast-seat-taken", "toast-seated"]
    assert len(await world.seats()) == 1


async def test_a_person_takes_the_seat_of_an_ai_player(world: World) -> None:
    await world.meet(*FRIENDS[:2])
    await world.open()
    await world.lobby.join(world.table_id, 0, FRIENDS[0])
    await world.lobby.fill(world.table_id, FRIENDS[0])
    assert [seat.ai for seat in await world.seats()] == ["", *["heuristic"] * 5]
    await world.lobby.join(world.table_id, 4, FRIENDS[1])
    assert [seat.seat for seat in await world.seats() if not seat.ai] == [0, 4]


async def test_ai_players_come_and_go_and_asking_twice_is_as_asking_once(world: World) -> None:
    await world.meet(FRIENDS[0])
    await world.open()
    await world.lobby.join(world.table_id, 0, FRIENDS[0])
    for _ in range(2):
        assert key(await world.lobby.fill(world.table_id, FRIENDS[0])) == "toast-filled"
        assert len(await world.seats()) == 6
    for _ in range(2):
        assert key(await world.lobby.unfill(world.table_id, FRIENDS[0])) == "toast-unfilled"
        assert list(await _seated(world)) == [0]


async def test_only_who_sits_or_opened_fills_and_only_who_sits_starts(world: World) -> None:
    await world.meet(FRIENDS[1], STRANGER)
    await world.open()
    assert key(await world.lobby.fill(world.table_id, STRANGER)) == "toast-sit-first"
    await world.lobby.fill(world.table_id, FRIENDS[0])
    assert key(await world.lobby.start(world.table_id, FRIENDS[0])) == "toast-only-seated-start"
    await world.lobby.join(world.table_id, 0, FRIENDS[1])
    assert key(await world.lobby.start(world.table_id, FRIENDS[1])) == "toast-started"


async def test_starting_needs_six(world: World) -> None:
    await world.meet(*FRIENDS)
    await world.open()
    for seat in range(5):
        await world.lobby.join(world.table_id, seat, FRIENDS[seat])
    reply = await world.lobby.start(world.table_id, FRIENDS[0])
    assert key(reply) == "toast-need-six"
    assert reply.text is not None
    assert dict(reply.text.args) == {"missing": 1}
    assert (await world.table()).status == TableStatus.LOBBY


@pytest.mark.both_databases
async def test_two_who_start_at_once_deal_once(world: World) -> None:
    await world.meet(FRIENDS[0], FRIENDS[1])
    await world.open()
    for seat in range(2):
        await world.lobby.join(world.table_id, seat, FRIENDS[seat])
    await world.lobby.fill(world.table_id, FRIENDS[0])
    replies = await asyncio.gather(*(world.lobby.start(world.table_id, FRIENDS[n]) for n in range(2)))
    assert sorted(str(key(reply)) for reply in replies) == ["toast-lobby-closed", "toast-started"]


async def test_who_holds_the_seats_is_written_down_at_the_start(world: World) -> None:
    await world.sit(2)
    async with world.database.transaction() as session:
        holders = (await session.exec(select(SeatHolder).order_by(SeatHolder.seat))).all()  # type: ignore[arg-type]
    assert [row.holder for row in holders] == [Holder.PERSON] * 2 + [Holder.AI] * 4
    assert all(row.until is None for row in holders)


async def test_nobody_sits_down_at_a_running_game(world: World) -> None:
    await world.sit(1)
    await world.meet(STRANGER)
    assert key(await world.lobby.join(world.table_id, 3, STRANGER)) == "toast-lobby-closed"


async def test_leaving_the_lobby_frees_the_seat(world: World) -> None:
    await world.meet(*FRIENDS[:2])
    await world.open()
    await world.lobby.join(world.table_id, 3, FRIENDS[0])
    assert key(await world.lobby.leave(world.table_id, FRIENDS[1])) == "toast-not-seated"
    assert key(await world.lobby.leave(world.table_id, FRIENDS[0])) == "toast-left"
    assert await world.seats() == []


async def test_a_lobby_is_closed_by_its_opener_or_an_admin(world: World) -> None:
    await world.open()
    assert key(await world.lobby.cancel(world.table_id, STRANGER, not ADMIN)) == "toast-only-opener"
    assert (await world.table()).running
    assert key(await world.lobby.cancel(world.table_id, STRANGER, ADMIN)) == "toast-cancelled"
    table = await world.table()
    assert (table.status, table.running) == (TableStatus.CANCELLED, None)
    await world.open()
    assert world.table_id == 2
    assert key(await world.lobby.cancel(2, FRIENDS[0], not ADMIN)) == "toast-cancelled"


@pytest.mark.both_databases
async def test_a_running_game_is_stopped_by_its_opener_or_an_admin(world: World) -> None:
    await world.sit(2)
    assert key(await world.lobby.stop(GROUP, FRIENDS[1], not ADMIN)) == "toast-only-opener"
    assert key(await world.lobby.stop(GROUP, FRIENDS[0], not ADMIN)) == "notice-stopped"
    table = await world.table()
    assert (table.status, table.running) == (TableStatus.STOPPED, None)
    assert await world.running() is None
    assert (await Scores(world.services).of_chat(GROUP, Period.ALL)).rows == ()
    assert await world.timekeeper.run_due() is None
    assert key(await world.lobby.stop(GROUP, FRIENDS[0], not ADMIN)) == "notice-no-table"
    async with world.database.transaction() as session:
        assert all(row.until is not None for row in (await session.exec(select(SeatHolder))).all())


@pytest.mark.both_databases
async def test_a_person_sits_at_tables_of_several_chats(world: World) -> None:
    await world.meet(FRIENDS[0])
    for group in (GROUP, OTHER_GROUP):
        await world.open(group=group)
        await world.lobby.join(world.table_id, 2, FRIENDS[0])
        await world.lobby.fill(world.table_id, FRIENDS[0])
        await world.lobby.start(world.table_id, FRIENDS[0])
    assert world.table_id == 2
    await world.lobby.leave_all(FRIENDS[0], OTHER_GROUP)
    assert (await world.seat(2)).asleep
    world.table_id = 1
    assert not (await world.seat(2)).asleep
    await world.lobby.leave_all(FRIENDS[0], None)
    assert (await world.seat(2)).asleep


async def test_the_length_of_a_turn_is_a_setting_of_the_chat(world: World) -> None:
    reply = await world.lobby.set_timeout(GROUP, "50")
    assert key(reply) == "notice-timeout-choices"
    await world.lobby.set_timeout(GROUP, "OFF")
    await world.open()
    assert (await world.table()).turn_seconds is None
    await world.lobby.set_timeout(GROUP, "90")
    assert (await world.table()).turn_seconds == 90


@pytest.mark.both_databases
async def test_a_group_that_became_a_supergroup_keeps_its_table(world: World) -> None:
    await world.sit(1)
    await world.show_all()
    moved = ChatRef(-1001234567890123, GROUP.title)
    await world.persons.migrated(GROUP.telegram_id, moved.telegram_id)
    assert key(await world.lobby.open(moved, None, FRIENDS[0])) == "toast-table-runs"
    for job in await world.jobs():
        assert not job.group or job.telegram_id == moved.telegram_id


async def test_names_are_what_people_call_themselves(world: World) -> None:
    await world.meet(Person(1, "Ada", "L."), Person(2, username="bob"))
    await world.open()
    for seat, number in enumerate((1, 2)):
        await world.lobby.join(
            world.table_id, seat, Person(number, *(("Ada", "L.") if seat == 0 else ("", "", "bob")))
        )
    (job,) = await world.jobs()
    assert job.data is not None
    assert [seat.name for seat in job.data.seats[:3]] == ["Ada L.", "bob", None]  # type: ignore[union-attr]

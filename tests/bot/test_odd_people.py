"""Odd people and chats: blocked, merged, removed, silenced, nameless, in too many places, too fast."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlmodel import select
from telegram import (
    ChatMember,
    ChatMemberBanned,
    ChatMemberLeft,
    ChatMemberMember,
    ChatMemberRestricted,
    User,
)

from bot.callback import Op
from bot.clock import ManualClock
from bot.handlers.chats import may_write
from bot.screens.model import GameData, LobbyData
from bot.usecases.common import ChatRef, Person, storable
from bot.usecases.moderation import MOST_SEATS, MOST_TABLES, REMEMBERED, Moderation, Pace, RateLimit
from bot.usecases.votes import Voting
from storage.models import Chat, GameTable, Result, SlotKind, TableStatus, Vote
from storage.repositories import People, Tables
from tests.bot.world import FRIENDS, GROUP, START, STRANGER, World, key

SUPERGROUP = ChatRef(-1001234567890123, GROUP.title)


async def group_screen(world: World) -> GameData | LobbyData:
    """What the table message would show now."""
    await world.lobby.show_again(GROUP)
    found = [job.data for job in await world.jobs() if isinstance(job.data, (GameData, LobbyData))]
    assert len(found) == 1
    return found[0]


# Who blocks the bot


async def test_for_who_blocks_the_bot_in_mid_game_an_ai_player_stands_in_until_they_are_back(
    world: World,
) -> None:
    await world.sit(6)
    await world.persons.blocked(FRIENDS[2])
    assert (await world.seat(2)).asleep
    screen = await group_screen(world)
    assert (screen.seats[2].asleep, screen.seats[2].unreachable) == (True, True)
    await world.persons.unblocked(FRIENDS[2])
    assert not (await world.seat(2)).asleep
    jobs = await world.jobs()
    assert FRIENDS[2].telegram_id in [job.telegram_id for job in jobs]


async def test_pressing_start_brings_back_too(world: World) -> None:
    await world.sit(6)
    await world.persons.blocked(FRIENDS[2])
    await world.persons.seen_in_private(FRIENDS[2])
    assert not (await world.seat(2)).asleep


async def test_writing_in_private_wakes_nobody_whom_the_bot_could_reach(world: World) -> None:
    await world.sit(6)
    await world.lobby.leave(world.table_id, FRIENDS[2])
    await world.persons.seen_in_private(FRIENDS[2])
    assert (await world.seat(2)).asleep


async def test_that_a_message_was_forbidden_says_the_same_as_a_block(world: World) -> None:
    await world.sit(6)
    job = next(job for job in await world.jobs() if job.telegram_id == FRIENDS[2].telegram_id)
    await world.prompts.unreachable(job)
    assert (await world.seat(2)).asleep
    await world.lobby.leave(world.table_id, FRIENDS[3])
    assert FRIENDS[2].telegram_id not in [job.telegram_id for job in await world.jobs()]


async def test_who_has_blocked_the_bot_can_play_on_from_the_group(world: World) -> None:
    await world.sit(6)
    await world.persons.blocked(FRIENDS[2])
    await world.tap(2, Op.ACT, "ready")
    assert not (await world.seat(2)).asleep


async def test_who_blocks_the_bot_before_the_start_keeps_the_seat(world: World) -> None:
    await world.meet(FRIENDS[0])
    await world.open()
    await world.lobby.join(world.table_id, 0, FRIENDS[0])
    await world.persons.blocked(FRIENDS[0])
    assert not (await world.seat(0)).asleep
    assert (await group_screen(world)).seats[0].unreachable


async def test_between_two_deals_nobody_waits_for_who_has_blocked_the_bot(world: World) -> None:
    world.rules = "deals=2"
    await world.sit(1)
    await world.lobby.leave(world.table_id, FRIENDS[0])
    await world.play_out()
    assert (await world.table()).status == TableStatus.BETWEEN
    async with world.database.transaction() as session:
        (await Tables(session).seats(world.table_id))[0].asleep = False
    await world.persons.blocked(FRIENDS[0])
    assert (await world.seat(0)).asleep
    await world.persons.unblocked(FRIENDS[0])
    assert not (await world.seat(0)).asleep


# Groups that move


async def _move(world: World) -> None:
    await world.persons.migrated(GROUP.telegram_id, SUPERGROUP.telegram_id)


async def _tables(world: World) -> dict[int | None, TableStatus]:
    """All tables, which must be of the one chat that is left, under its new id."""
    async with world.database.transaction() as session:
        (chat,) = (await session.exec(select(Chat))).all()
        tables = (await session.exec(select(GameTable))).all()
    assert chat.telegram_id == SUPERGROUP.telegram_id
    assert {table.chat_id for table in tables} <= {chat.id}
    return {table.id: table.status for table in tables}


async def test_a_supergroup_that_wrote_before_the_move_was_told_is_merged(world: World) -> None:
    await world.sit(1)
    await world.lobby.set_timeout(SUPERGROUP, "90")
    await _move(world)
    assert await _tables(world) == {1: TableStatus.PLAYING}
    assert (await world.deal()).number == 0
    assert key(await world.lobby.open(SUPERGROUP, None, FRIENDS[0])) == "toast-table-runs"


@pytest.mark.parametrize("old_plays", [True, False])
async def test_of_two_tables_the_one_that_plays_goes_on(world: World, old_plays: bool) -> None:
    await world.meet(FRIENDS[0])
    for group in (GROUP, SUPERGROUP):
        await world.open(group=group)
        await world.lobby.join(world.table_id, 0, FRIENDS[0])
        if (group is GROUP) == old_plays:
            await world.lobby.fill(world.table_id, FRIENDS[0])
            await world.lobby.start(world.table_id, FRIENDS[0])
    await world.show_all()
    await _move(world)
    plays, fills = (1, 2) if old_plays else (2, 1)
    assert await _tables(world) == {plays: TableStatus.PLAYING, fills: TableStatus.CANCELLED}
    world.table_id = plays
    shown = (await world.slot(SlotKind.TABLE)).message_id
    assert (shown is None) == old_plays


async def test_of_two_that_play_the_older_one_goes_on(world: World) -> None:
    await world.meet(FRIENDS[0])
    for group in (GROUP, SUPERGROUP):
        await world.open(group=group)
        await world.lobby.join(world.table_id, 0, FRIENDS[0])
        await world.lobby.fill(world.table_id, FRIENDS[0])
        await world.lobby.start(world.table_id, FRIENDS[0])
    await _move(world)
    assert await _tables(world) == {1: TableStatus.PLAYING, 2: TableStatus.STOPPED}


async def test_what_was_won_in_either_group_counts_in_the_merged_one(world: World) -> None:
    await world.meet(FRIENDS[0])
    for group in (GROUP, SUPERGROUP):
        await world.open(group=group)
        await world.lobby.join(world.table_id, 0, FRIENDS[0])
        await world.lobby.fill(world.table_id, FRIENDS[0])
        await world.lobby.start(world.table_id, FRIENDS[0])
        await world.lobby.leave_all(FRIENDS[0], None)
        await world.play_out()
        await world.wait(600)
    await _move(world)
    async with world.database.transaction() as session:
        (chat,) = (await session.exec(select(Chat))).all()
        results = (await session.exec(select(Result))).all()
    assert {result.chat_id for result in results} == {chat.id}
    assert len({result.deal_id for result in results}) == 2


async def test_a_move_that_is_told_twice_is_one(world: World) -> None:
    await world.sit(1)
    await _move(world)
    await _move(world)
    assert await _tables(world) == {1: TableStatus.PLAYING}


async def test_a_move_of_an_unknown_group_is_nothing(world: World) -> None:
    await world.open(group=SUPERGROUP)
    await _move(world)
    assert await _tables(world) == {1: TableStatus.LOBBY}


# Groups that the bot may not write in


async def test_in_a_group_that_removed_the_bot_nothing_is_shown_until_it_is_back(world: World) -> None:
    await world.sit(6)
    await world.show_all()
    await world.persons.may_write(GROUP, allowed=False)
    await world.lobby.show_again(GROUP)
    await world.ready()
    assert [job for job in await world.jobs() if job.group] == []
    await world.show_all()
    await world.persons.may_write(GROUP, allowed=True)
    (job,) = [job for job in await world.jobs() if job.group]
    assert (job.anew, isinstance(job.data, GameData)) == (True, True)


async def test_who_writes_to_a_bot_that_was_silenced_may_let_it_speak_again(world: World) -> None:
    await world.sit(6)
    await world.show_all()
    await world.persons.may_write(GROUP, allowed=False)
    await world.persons.posted(GROUP)
    assert [job for job in await world.jobs() if job.group] == []
    await world.persons.posted(GROUP, to_the_bot=True)
    assert [job.anew for job in await world.jobs() if job.group] == [True]


async def test_a_refusal_says_the_same_as_the_removal(world: World) -> None:
    await world.sit(6)
    job = next(job for job in await world.jobs() if job.group)
    await world.prompts.unreachable(job)
    await world.lobby.show_again(GROUP)
    assert [job for job in await world.jobs() if job.group] == []


async def test_a_chat_that_nobody_played_in_may_come_and_go(world: World) -> None:
    for allowed in (False, True):
        await world.persons.may_write(GROUP, allowed=allowed)
    async with world.database.transaction() as session:
        assert await People(session).chat(GROUP.telegram_id) is None


async def test_a_table_whose_topic_is_gone_goes_on_in_the_general_one(world: World) -> None:
    await world.meet(FRIENDS[0])
    await world.lobby.open(GROUP, 77, FRIENDS[0])
    (job,) = await world.jobs()
    assert job.topic == 77
    await world.prompts.topic_lost(job)
    (job,) = await world.jobs()
    assert (job.topic, job.anew) == (None, True)


BOT = User(1, "够级", is_bot=True)
SILENCED: dict[str, Any] = dict.fromkeys(
    (
        "can_change_info",
        "can_invite_users",
        "can_pin_messages",
        "can_manage_topics",
        "can_send_polls",
        "can_send_other_messages",
        "can_add_web_page_previews",
        "can_send_audios",
        "can_send_documents",
        "can_send_photos",
        "can_send_videos",
        "can_send_video_notes",
        "can_send_voice_notes",
        "can_edit_tag",
        "can_react_to_messages",
    ),
    False,
)


@pytest.mark.parametrize(
    ("member", "may"),
    [
        (ChatMemberMember(BOT), True),
        (ChatMemberLeft(BOT), False),
        (ChatMemberBanned(BOT, until_date=START), False),
        (ChatMemberRestricted(BOT, True, can_send_messages=True, until_date=START, **SILENCED), True),
        (ChatMemberRestricted(BOT, True, can_send_messages=False, until_date=START, **SILENCED), False),
        (ChatMemberRestricted(BOT, False, can_send_messages=True, until_date=START, **SILENCED), False),
    ],
)
def test_what_the_bot_is_in_a_group_says_whether_it_may_write(member: ChatMember, may: bool) -> None:
    assert may_write(member) is may


# Names


@pytest.mark.parametrize(
    ("name", "stored"),
    [("a\0b", "ab"), ("\ud83d小", "小"), ("小明", "小明"), ("x" * 300, "x" * 200), ("", "")],
)
def test_names_are_stored_as_every_database_takes_them(name: str, stored: str) -> None:
    assert storable(name, 200) == stored


async def test_people_with_odd_names_sit_together_and_every_screen_can_be_made(world: World) -> None:
    odd = (
        Person(1),
        Person(2, "x" * 200, "y" * 200),
        Person(3, "\u202eevil\u202c", "<b>&amp;</b>"),
        Person(4, "שלום", "عليكم"),
        Person(5, "\u200b\u2060", "\0"),
        Person(6, "\ud800", username="u" * 100),
    )
    await world.meet(*odd)
    await world.open(odd[0])
    for seat, person in enumerate(odd):
        assert key(await world.lobby.join(world.table_id, seat, person)) == "toast-seated"
    assert key(await world.lobby.start(world.table_id, odd[0])) == "toast-started"
    await world.show_all()
    await Voting(world.services).kick(world.table_id, odd[0], 2, is_admin=False)
    assert len(await world.jobs()) == 1


# Limits


async def test_one_person_sits_at_so_many_running_tables(world: World) -> None:
    await world.meet(FRIENDS[0])
    for number in range(MOST_SEATS + 1):
        await world.open(FRIENDS[1], ChatRef(-1000 - number, f"群 {number}"))
        reply = await world.lobby.join(world.table_id, 0, FRIENDS[0])
        wanted = "toast-seated" if number < MOST_SEATS else "toast-too-many-seats"
        assert key(reply) == wanted
    await world.lobby.leave(1, FRIENDS[0])
    assert key(await world.lobby.join(world.table_id, 0, FRIENDS[0])) == "toast-seated"
    assert key(await world.lobby.join(world.table_id, 3, FRIENDS[0])) == "toast-seated"


async def test_a_substitute_sits_at_so_many_tables_too(world: World) -> None:
    await world.sit(1)
    playing = world.table_id
    await world.meet(STRANGER)
    for number in range(MOST_SEATS):
        await world.open(FRIENDS[1], ChatRef(-1000 - number, f"群 {number}"))
        await world.lobby.join(world.table_id, 0, STRANGER)
    assert key(await Voting(world.services).substitute(playing, STRANGER)) == "toast-too-many-seats"


async def test_one_person_opens_so_many_tables(world: World) -> None:
    for number in range(MOST_TABLES + 1):
        reply = await world.lobby.open(ChatRef(-1000 - number), None, FRIENDS[0])
        assert key(reply) == (None if number < MOST_TABLES else "notice-too-many-tables")
    await world.lobby.cancel(1, FRIENDS[0], is_admin=False)
    assert key(await world.lobby.open(ChatRef(-2000), None, FRIENDS[0])) is None


async def test_anonymous_administrators_are_one_person_who_opens_tables_everywhere(world: World) -> None:
    nobody = Person(1_087_968_824, "Group", shared=True)
    for number in range(MOST_TABLES + 1):
        assert key(await world.lobby.open(ChatRef(-1000 - number), None, nobody)) is None


def test_who_is_too_fast_is_told_once_and_may_go_on_later() -> None:
    clock = ManualClock(START)
    limit = RateLimit(clock, 3, timedelta(seconds=10))
    assert [limit.count(1) for _ in range(6)] == [Pace.FINE] * 3 + [Pace.EXCESS] + [Pace.FLOOD] * 2
    assert limit.count(2) is Pace.FINE
    clock.set(START + timedelta(seconds=10))
    assert [limit.count(1) for _ in range(5)] == [Pace.FINE] * 3 + [Pace.EXCESS, Pace.FLOOD]


def test_who_goes_on_flooding_is_free_again_when_those_that_counted_are_old() -> None:
    clock = ManualClock(START)
    limit = RateLimit(clock, 2, timedelta(seconds=10))
    found = []
    for second in range(12):
        clock.set(START + timedelta(seconds=second))
        found.append(limit.count(1))
    assert found[:3] == [Pace.FINE, Pace.FINE, Pace.EXCESS]
    assert found[10:] == [Pace.FINE, Pace.FINE]


def test_the_memory_of_who_was_fast_has_an_end() -> None:
    limit = RateLimit(ManualClock(START), 1, timedelta(hours=1))
    for person in range(REMEMBERED + 1):
        limit.count(person)
    assert limit.count(REMEMBERED) is Pace.EXCESS
    assert limit.count(0) is Pace.FINE


async def test_a_chat_says_who_opens_its_tables(world: World) -> None:
    moderation = Moderation(world.services)
    assert not await moderation.admins_only(GROUP.telegram_id)
    assert key(await moderation.leave_to_admins(GROUP, only=True)) == "notice-admins-on"
    assert await moderation.admins_only(GROUP.telegram_id)
    assert key(await moderation.leave_to_admins(GROUP, only=False)) == "notice-admins-off"
    assert not await moderation.admins_only(GROUP.telegram_id)


async def test_votes_go_with_their_table_into_the_merged_chat(world: World) -> None:
    await world.sit(2)
    await Voting(world.services).kick(world.table_id, FRIENDS[0], 1, is_admin=False)
    await world.open(group=SUPERGROUP)
    await _move(world)
    async with world.database.transaction() as session:
        assert (await session.exec(select(Vote))).one().open

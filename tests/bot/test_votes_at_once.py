"""Votes and takeovers at the same moment, by one process or two, on both databases."""

from __future__ import annotations

import asyncio

import pytest
from sqlmodel import select

from bot.usecases.common import ChatRef, Person
from bot.usecases.votes import VOTE_SECONDS, Tally, Voting, tally
from storage.models import Chat, GameTable, Result, Vote, VoteOutcome
from tests.bot.world import FRIENDS, GROUP, World, key

pytestmark = pytest.mark.both_databases

NEWCOMERS = tuple(Person(900 + number, f"新人{number}") for number in range(3))
SUPERGROUP = ChatRef(-1001234567890123, GROUP.title)


async def votes(world: World) -> list[Vote]:
    """All votes, in order."""
    async with world.database.transaction() as session:
        return list((await session.exec(select(Vote).order_by(Vote.id))).all())  # type: ignore[arg-type]


async def test_ballots_at_the_same_moment_all_count(world: World) -> None:
    await world.sit(6)
    voting = Voting(world.services)
    await voting.pause(world.table_id, FRIENDS[0])
    (vote,) = await votes(world)
    assert vote.id is not None
    ballots = [voting.ballot(world.table_id, vote.id, FRIENDS[n], yes=n % 2 == 0) for n in range(1, 5)]
    await asyncio.gather(*ballots)
    async with world.database.transaction() as session:
        assert await tally(session, vote) == Tally(3, 2, 6)


async def test_the_last_ballot_may_come_twice_and_decides_once(world: World) -> None:
    await world.sit(2)
    voting = Voting(world.services)
    await voting.kick(world.table_id, FRIENDS[0], 1, is_admin=False)
    (vote,) = await votes(world)
    assert vote.id is not None
    replies = await asyncio.gather(
        *(voting.ballot(world.table_id, vote.id, FRIENDS[1], yes=True) for _ in range(3))
    )
    assert sorted(str(key(reply)) for reply in replies) == [
        "toast-vote-over",
        "toast-vote-over",
        "toast-voted-yes",
    ]
    assert (await world.seat(1)).user_id is None


async def test_of_two_votes_opened_at_once_one_is(world: World) -> None:
    await world.sit(6)
    voting = Voting(world.services)
    replies = await asyncio.gather(*(voting.pause(world.table_id, FRIENDS[n]) for n in range(3)))
    assert sorted(str(key(reply)) for reply in replies) == [
        "toast-vote-open",
        "toast-vote-open",
        "toast-vote-opened",
    ]
    assert len(await votes(world)) == 1


async def test_of_those_who_want_one_seat_at_once_one_gets_it(world: World) -> None:
    await world.sit(5)
    await world.meet(*NEWCOMERS)
    voting = Voting(world.services)
    replies = await asyncio.gather(*(voting.substitute(world.table_id, who, 5) for who in NEWCOMERS))
    assert sorted(str(key(reply)) for reply in replies) == ["toast-awake", "toast-awake", "toast-took-over"]


async def test_two_processes_end_a_vote_once(world: World) -> None:
    await world.sit(1)
    await world.meet(NEWCOMERS[0])
    await world.lobby.leave(world.table_id, FRIENDS[0])
    await Voting(world.services).substitute(world.table_id, NEWCOMERS[0], 0)
    world.clock.set(world.clock.now().replace(hour=23))
    assert VOTE_SECONDS < 3 * 3600
    await asyncio.gather(*(Voting(world.services).run_due() for _ in range(2)))
    (vote,) = await votes(world)
    assert (vote.open, vote.outcome) == (None, VoteOutcome.YES)
    assert (await world.seat(0)).earner[0] == vote.target_id


async def test_what_belongs_to_a_chat_moves_with_it(world: World) -> None:
    await world.sit(1)
    await world.open(group=SUPERGROUP)
    await world.lobby.cancel(world.table_id, FRIENDS[0], is_admin=False)
    await asyncio.gather(
        *(world.persons.migrated(GROUP.telegram_id, SUPERGROUP.telegram_id) for _ in range(2))
    )
    async with world.database.transaction() as session:
        (chat,) = (await session.exec(select(Chat))).all()
        tables = (await session.exec(select(GameTable))).all()
        assert (await session.exec(select(Result))).all() == []
    assert chat.telegram_id == SUPERGROUP.telegram_id
    assert [table.chat_id for table in tables] == [chat.id] * 2

"""Matches of several deals: the rest between them, tribute that is carried, playing on, settling (R12)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path

import pytest
from sqlmodel import select

from bot.callback import PLAY_ON, READY, SETTLE, Op
from bot.screens.model import ResultData
from bot.usecases.states import rule_set
from engine.actions import Action
from engine.match import Match as EngineMatch
from engine.record import format_owed
from engine.view import Phase
from storage.models import DealRow, DealStatus, Match, Result, SlotKind, TableStatus
from storage.repositories import Deals
from tests.bot.conftest import Seeds
from tests.bot.world import FRIENDS, GROUP, World, key


async def _deals(world: World) -> list[DealRow]:
    async with world.database.transaction() as session:
        return list((await session.exec(select(DealRow).order_by(DealRow.id))).all())  # type: ignore[arg-type]


async def _results(world: World) -> list[Result]:
    async with world.database.transaction() as session:
        return list((await session.exec(select(Result).order_by(Result.deal_id, Result.seat))).all())  # type: ignore[arg-type]


async def _replayed(world: World) -> EngineMatch:
    """The match as the engine plays it from the stored seeds and actions alone."""
    rows = [row for row in await _deals(world) if row.status in (DealStatus.OVER, DealStatus.VOID)]
    match = EngineMatch.begin(rule_set(rows[0]), rows[0].seed).match
    for number, row in enumerate(rows):
        if number:
            following = match.play_on if match.over else match.next_deal
            match = following(row.seed).match
        assert row.id is not None
        assert row.owed == format_owed(match.start.owed)
        async with world.database.transaction() as session:
            actions = await Deals(session).actions(row.id)
        for action in actions:
            match = match.apply(action.seat, Action.parse(action.token)).match
            assert action.digest == match.deal.digest
    return match


async def _play_deal(world: World) -> None:
    """To the end of the deal, where the table rests."""
    for _ in range(3000):
        deal = await world.running()
        if deal is None:
            return
        await world.turn(deal)
    raise AssertionError("the deal does not end")


async def _points(world: World) -> list[int]:
    return [sum(r.points for r in await _results(world) if r.seat == seat) for seat in range(6)]


Played = dict[str, tuple[bytes, datetime]]
"""What a database holds after a deal that was played, and when that was."""


@pytest.fixture(scope="module")
def played() -> Played:
    """The first deal is played once, and then copied."""
    return {}


def _replace(file: Path, content: bytes) -> None:
    """Put a database in the place of another one, of which nothing is left."""
    for left in file.parent.glob(f"{file.name}*"):
        left.unlink()
    file.write_bytes(content)


@pytest.fixture
async def resting(world: World, played: Played, seeds: Seeds) -> World:
    """Six friends rest after the first deal of two."""
    file = Path(world.url.removeprefix("sqlite+aiosqlite:///"))
    if not played:
        world.rules = "deals=2"
        await world.sit()
        await _play_deal(world)
        with closing(sqlite3.connect(file)) as database:
            database.execute("VACUUM INTO ?", [str(world.path / "copy.db")])
        played["first"] = (world.path / "copy.db").read_bytes(), world.clock.now()
        return world
    content, now = played["first"]
    await world.database.close()
    _replace(file, content)
    world.clock.set(now)
    seeds.number += 1
    await world.restart()
    return world


async def test_the_next_deal_starts_when_all_are_ready_and_carries_what_is_owed(resting: World) -> None:
    table = await resting.table()
    assert table.status == TableStatus.BETWEEN
    assert table.running
    for seat in range(5):
        assert key(await resting.between(READY, seat)) == "toast-ready-next"
        assert await resting.running() is None
    await resting.between(READY, 5)
    first, second = await _deals(resting)
    assert (second.number, second.match_id) == (2, first.match_id)
    assert second.owed
    assert (await resting.deal()).view(None).owed
    assert (await resting.table()).next_at is None


async def test_the_next_deal_starts_by_itself_when_the_rest_is_over(resting: World) -> None:
    await resting.wait(59)
    assert await resting.running() is None
    await resting.wait(1)
    assert (await resting.deal()).phase is Phase.BLIND


async def test_points_count_once_the_match_is_settled_and_are_those_of_the_engine(resting: World) -> None:
    first = await _points(resting)
    assert first == list((await _replayed(resting)).points), "only a sweep counts at once"
    await resting.wait(60)
    await _play_deal(resting)
    assert await _points(resting) == first
    assert key(await resting.between(SETTLE, 3)) == "toast-settled"
    replayed = await _replayed(resting)
    assert replayed.over
    assert await _points(resting) == list(replayed.points)
    table = await resting.table()
    assert (table.status, table.running) == (TableStatus.OVER, None)
    async with resting.database.transaction() as session:
        (match,) = (await session.exec(select(Match))).all()
    assert match.ended_at == resting.clock.now()


async def test_after_the_last_deal_all_may_agree_to_play_on_and_then_that_one_counts(resting: World) -> None:
    await resting.wait(60)
    await _play_deal(resting)
    for seat in range(6):
        await resting.between(PLAY_ON, seat)
    assert [row.number for row in await _deals(resting)] == [1, 2, 3]
    await _play_deal(resting)
    await resting.wait(60)
    replayed = await _replayed(resting)
    assert (replayed.number, replayed.goal, replayed.over) == (3, 3, True)
    assert await _points(resting) == list(replayed.points)
    assert (await resting.table()).status == TableStatus.OVER


async def test_one_who_does_not_want_to_play_on_settles_for_all(resting: World) -> None:
    await resting.wait(60)
    await _play_deal(resting)
    for seat in range(5):
        await resting.between(PLAY_ON, seat)
    await resting.between(SETTLE, 5)
    assert (await resting.table()).status == TableStatus.OVER


async def test_a_button_of_another_rest_or_of_a_stranger_does_nothing(resting: World) -> None:
    assert key(await resting.between(PLAY_ON)) == "toast-stale", "it is not the last deal"
    assert key(await resting.between(SETTLE)) == "toast-stale"
    stale = await resting.tap(0, Op.ACT, "-", decision="1")
    assert key(stale) == "toast-stale"
    await resting.wait(60)
    assert key(await resting.between(READY)) == "toast-stale"


async def test_who_leaves_between_two_deals_is_not_waited_for(resting: World) -> None:
    for seat in range(5):
        await resting.between(READY, seat)
    await resting.lobby.leave(resting.table_id, FRIENDS[5])
    assert (await resting.deal()).phase is Phase.BLIND
    assert (await resting.seat(5)).asleep


async def test_a_match_that_is_stopped_between_two_deals_counts_nothing_that_was_carried(
    resting: World,
) -> None:
    before = await _points(resting)
    await resting.lobby.stop(GROUP, FRIENDS[0], is_admin=False)
    assert (await resting.table()).status == TableStatus.STOPPED
    assert await _points(resting) == before


async def test_a_match_that_is_stopped_after_its_last_deal_is_settled(world: World) -> None:
    await world.sit()
    await _play_deal(world)
    await world.lobby.stop(GROUP, FRIENDS[0], is_admin=False)
    assert await _points(world) == list((await _replayed(world)).points)


async def test_the_result_card_asks_while_the_table_rests_and_stays_when_the_next_deal_runs(
    resting: World,
) -> None:
    await resting.between(READY, 2)
    jobs = {job.slot_id: job for job in await resting.jobs()}
    card = jobs[(await resting.slot(SlotKind.RESULT)).id or 0]
    assert isinstance(card.data, ResultData)
    assert (card.data.ready, card.data.awake, card.data.last) == (1, 6, False)
    await resting.show_all()
    await resting.wait(60)
    shown = [job.data for job in await resting.jobs() if isinstance(job.data, ResultData)]
    assert [(data.ready, data.table.number) for data in shown] == [(None, 1)]


async def test_the_next_table_message_and_the_next_card_are_posted_below(resting: World) -> None:
    await resting.show_all()
    first = (await resting.slot(SlotKind.RESULT)).message_id
    await resting.wait(60)
    assert (await resting.slot(SlotKind.TABLE)).anew
    await resting.show_all()
    await _play_deal(resting)
    assert (await resting.slot(SlotKind.RESULT)).message_id is None
    await resting.show_all()
    assert first is not None


async def test_a_restart_between_two_deals_loses_nothing(resting: World) -> None:
    await resting.between(READY, 1)
    await resting.restart()
    await resting.timekeeper.recover()
    assert (await resting.seat(1)).ready
    await resting.wait(60)
    assert (await resting.deal()).phase is Phase.BLIND

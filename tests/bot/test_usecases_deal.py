"""Whole deals through the use-cases, and what they leave."""

from __future__ import annotations

import pytest
from sqlmodel import select

from bot.callback import Op
from bot.screens.model import GameData
from bot.screens.past import Period
from bot.usecases.standings import Scores
from engine.actions import READY, REVOLT, Action
from engine.deal import Deal
from engine.rules import PRESETS
from engine.view import Phase
from storage.models import DealRow, DealStatus, How, Match, Result, SeatHolder, SlotKind, TableStatus
from tests.bot.conftest import Seeds
from tests.bot.world import FRIENDS, GROUP, PRIVATE, World

TWO_REVOLUTIONS = 96
"""A seed that deals two hands without a joker and without a 2."""


async def _results(world: World) -> list[Result]:
    async with world.database.transaction() as session:
        return list((await session.exec(select(Result).order_by(Result.deal_id, Result.seat))).all())  # type: ignore[arg-type]


@pytest.mark.parametrize("private", [False, True], ids=["group", "private"])
async def test_six_friends_play_a_deal_to_its_end(world: World, private: bool) -> None:
    await world.sit()
    await world.play_out(private)
    table = await world.table()
    assert (table.status, table.running) == (TableStatus.OVER, None)
    rows = await world.log()
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    assert {row.how for row in rows} <= {How.TAP, How.PRESET, How.AUTO}
    results = await _results(world)
    assert sorted(result.place for result in results) == [0, 1, 2, 3, 4, 5]
    assert sum(result.points for result in results) == 0
    await _the_log_gives(world, results)
    async with world.database.transaction() as session:
        (match,) = (await session.exec(select(Match))).all()
        assert match.ended_at == world.clock.now()
        assert all(row.until is not None for row in (await session.exec(select(SeatHolder))).all())
    assert await world.timekeeper.run_due() is None


async def _the_log_gives(world: World, results: list[Result]) -> None:
    """The seed, the rules and the actions alone lead to the results that are stored."""
    async with world.database.transaction() as session:
        (row,) = (await session.exec(select(DealRow))).all()
    deal, _ = Deal.start(PRESETS[row.preset].with_switches(row.switches), row.seed)
    for action in await world.log():
        deal, _ = deal.apply(action.seat, Action.parse(action.token))
        assert deal.digest == action.digest
    assert deal.outcome is not None
    assert [result.place for result in results] == list(deal.outcome.places)
    assert [result.points for result in results] == list(deal.outcome.points)
    assert [result.seat for result in results if result.opened] == list(deal.outcome.opened)


async def test_one_person_and_five_ai_players_play_a_deal(world: World) -> None:
    await world.sit(1)
    await world.play_out(private=PRIVATE)
    results = await _results(world)
    assert [(result.user_id is None, result.ai) for result in results] == [
        (False, ""),
        *[(True, "heuristic")] * 5,
    ]
    assert sum(result.points for result in results) == 0


async def test_a_deal_that_everybody_walks_away_from_ends_by_itself(world: World) -> None:
    await world.sit(2)
    for _ in range(100):
        if (await world.table()).running is None:
            break
        await world.wait(60)
    assert (await world.table()).status == TableStatus.OVER
    missed = [row for row in await world.log() if row.how == How.TIMEOUT and row.decision[-1] not in "bd"]
    assert sorted(row.seat for row in missed) == [0, 0, 1, 1]
    results = await _results(world)
    assert [result.user_id is not None for result in results] == [True, True, False, False, False, False]


async def test_points_add_up_over_the_deals_of_a_chat(world: World) -> None:
    for number in (1, 2):
        await world.sit(1)
        await world.lobby.leave(world.table_id, FRIENDS[0])
        while (await world.table()).running:
            await world.wait(600)
        assert world.table_id == number
    scores = await Scores(world.services).of_chat(GROUP, Period.ALL)
    figures = {row.name: row.figures for row in scores.rows}
    mine = [result for result in await _results(world) if result.user_id is not None]
    assert figures[FRIENDS[0].first_name].points == sum(result.points for result in mine)
    assert figures[FRIENDS[0].first_name].deals == 2
    assert figures[FRIENDS[0].first_name].firsts == [result.place for result in mine].count(0)
    assert [row.name for row in scores.rows if row.ai] == [None]
    assert sum(row.figures.points for row in scores.rows) == 0


async def test_two_revolutions_deal_anew_from_another_seed(world: World, seeds: Seeds) -> None:
    seeds.number = TWO_REVOLUTIONS
    await world.sit()
    await world.show_all()
    while (deal := await world.deal()).phase is Phase.BLIND:
        await world.tap(deal.actors[0], Op.ACT, str(READY))
    await world.show_all()
    rebels = [seat for seat in range(6) if REVOLT in deal.legal_actions(seat)]
    assert len(rebels) == 2
    for seat in range(6):
        await world.tap(seat, Op.ACT, str(REVOLT if seat in rebels else READY), private=True)
    async with world.database.transaction() as session:
        void, fresh = (await session.exec(select(DealRow).order_by(DealRow.id))).all()  # type: ignore[arg-type]
    assert (void.status, void.running, fresh.status, fresh.running) == (
        DealStatus.VOID,
        None,
        DealStatus.RUNNING,
        True,
    )
    assert void.seed != fresh.seed
    assert (void.number, void.match_id) == (fresh.number, fresh.match_id)
    assert (await world.deal()).phase is Phase.BLIND
    assert len(await world.timers()) == 6
    for seat in range(6):
        slot = await world.slot(SlotKind.HAND, seat)
        assert (slot.stale, slot.urgent) == (True, True)
    told = [job.data for job in await world.jobs() if isinstance(job.data, GameData)]
    assert [(data.void, data.lost) for data in told] == [(True, False)]
    assert await _results(world) == []
    await world.play_out()
    assert len(await _results(world)) == 6

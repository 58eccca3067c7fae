"""Several workers on one database: whatever two do at once is done once, and the dead are stood in for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import psycopg
import pytest

from bot.callback import CallbackData, Op
from bot.polling import HELD_FOR, RENEWED_EVERY, Polling
from bot.usecases.play import hands_anew
from bot.usecases.prompts import LEASE
from bot.usecases.states import begin
from engine import choices
from engine.actions import Action
from engine.deal import Deal
from engine.view import Phase
from storage.models import ActionRow, How, SlotKind
from storage.repositories import Deals, Tables
from tests.bot.world import FRIENDS, GROUP, World, key
from tests.postgres import Server

SECOND = timedelta(seconds=1)


@pytest.fixture
async def workers(tmp_path: Path, postgres_url: str) -> AsyncIterator[list[World]]:
    """Three workers on a PostgreSQL database."""
    first = World(tmp_path, url=postgres_url, worker="first")
    found = [first, first.beside("second"), first.beside("third")]
    yield found
    for worker in found:
        await worker.database.close()


async def sit(workers: list[World], people: int = 6) -> World:
    """The friends sit down, at a table that every worker knows; the first worker."""
    await workers[0].sit(people)
    for worker in workers:
        worker.table_id = workers[0].table_id
    return workers[0]


async def log_of(world: World) -> list[ActionRow]:
    """The stored actions of the newest deal, after it was looked that they are whole and replay."""
    rows = await world.log()
    async with world.database.transaction() as session:
        row = await Deals(session).last_at(world.table_id)
        assert row is not None
        deal = begin(row).deal
    assert [action.number for action in rows] == list(range(1, len(rows) + 1))
    for action in rows:
        deal = deal.apply(action.seat, Action.parse(action.token)).deal
        assert deal.digest == action.digest
    return rows


# Taps


async def test_one_turn_tapped_on_three_workers_at_once_is_one_action(workers: list[World]) -> None:
    world = await sit(workers)
    await world.ready()
    for _ in range(12):
        before = await world.play_to(lambda deal: deal.phase is Phase.PLAY and not deal.guarded)
        asked = before.view(None).asked[0]
        view = before.view(asked)
        assert view.hand is not None
        options = choices.leads(view.legal, view.hand)
        if view.table is not None:
            options = choices.answers(view.legal)
        tokens = ([str(action) for action in options] * 3)[:3] or ["-"] * 3
        replies = await asyncio.gather(
            *(
                worker.tap(asked, Op.ACT, token, decision=view.mine, tap_id=str(number))
                for number, (worker, token) in enumerate(zip(workers, tokens, strict=True))
            )
        )
        said = [key(reply) for reply in replies]
        after = await world.deal()
        assert after.number - before.number <= 1
        assert set(said) <= {"toast-done", "toast-kept", "toast-stale"}
        if options:
            assert after.number == before.number + 1
        for worker in workers:
            assert (await worker.deal()).digest == after.digest
        if after.phase is not Phase.PLAY:
            break
        await world.wait(10)
    await log_of(world)


async def test_a_tap_and_the_timeouts_of_every_worker_at_one_instant_are_one_action(
    workers: list[World],
) -> None:
    world = await sit(workers)
    await world.ready()
    await world.show_all()
    deal = await world.play_to(_can_beat)
    asked = deal.view(None).asked[0]
    timer = (await world.timers())[asked]
    assert timer.deadline is not None
    world.clock.set(timer.deadline)
    play = choices.answers(deal.view(asked).legal)[0]
    await asyncio.gather(
        workers[0].tap(asked, Op.ACT, str(play)), *(worker.timekeeper.run_due() for worker in workers)
    )
    done = (await log_of(world))[deal.number :]
    assert [action.seat for action in done[:1]] == [asked]
    assert len([action for action in done if action.decision == timer.decision]) == 1


async def test_a_deal_played_on_three_workers_in_turn_is_one_deal(workers: list[World]) -> None:
    world, number = await sit(workers, people=2), 0
    while (deal := await world.running()) is not None:
        worker = workers[number % 3]
        number += 1
        await worker.turn(deal)
    rows = await log_of(world)
    assert len(rows) > 60
    assert {How.TAP, How.AI} <= {row.how for row in rows}


def _can_beat(deal: Deal) -> bool:
    public = deal.view(None)
    if public.table is None or deal.guarded or deal.phase is not Phase.PLAY or len(public.asked) != 1:
        return False
    return bool(choices.answers(deal.view(public.asked[0]).legal))


# Time


async def test_what_is_due_is_done_once_however_many_look(workers: list[World]) -> None:
    world = await sit(workers, people=1)
    await world.lobby.leave(world.table_id, FRIENDS[0])
    for _ in range(400):
        following = await asyncio.gather(*(worker.timekeeper.run_due() for worker in workers))
        moments = [moment for moment in following if moment is not None]
        if await world.running() is None:
            break
        world.clock.set(max(min(moments), world.clock.now()))
    assert await world.running() is None
    rows = await log_of(world)
    assert {row.how for row in rows} <= {How.AI, How.AUTO}


async def test_a_table_at_which_another_is_busy_is_passed_over(workers: list[World]) -> None:
    world = await sit(workers)
    now = max(timer.deadline for timer in (await world.timers()).values() if timer.deadline is not None)
    world.clock.set(now)
    async with workers[1].database.transaction() as session:
        assert await Tables(session).get(world.table_id) is not None
        assert await workers[2].timekeeper.run_due() == now + SECOND
        assert await world.log() == []
    await workers[2].timekeeper.run_due()
    assert len(await log_of(world)) > 0


async def test_a_worker_that_starts_beside_others_takes_nobody_any_time(workers: list[World]) -> None:
    world = await sit(workers)
    await world.timekeeper.run_due()
    before = {seat: timer.deadline for seat, timer in (await world.timers()).items()}
    world.clock.set(world.clock.now() + 3 * SECOND)
    await workers[1].timekeeper.recover()
    assert {seat: timer.deadline for seat, timer in (await world.timers()).items()} == before


async def test_after_a_silence_of_all_workers_open_turns_start_afresh(workers: list[World]) -> None:
    world = await sit(workers)
    await world.timekeeper.run_due()
    before = {seat: timer.deadline for seat, timer in (await world.timers()).items()}
    world.clock.set(world.clock.now() + 40 * SECOND)
    await workers[1].timekeeper.recover()
    after = {seat: timer.deadline for seat, timer in (await world.timers()).items()}
    assert all(after[seat] > deadline for seat, deadline in before.items() if deadline is not None)  # type: ignore[operator]


# Screens


async def test_a_screen_is_one_workers_at_a_time(workers: list[World]) -> None:
    world = await sit(workers)
    slot = await world.slot(SlotKind.TABLE)
    assert slot.id is not None
    jobs = await asyncio.gather(*(worker.prompts.job(slot.id) for worker in workers))
    assert len([job for job in jobs if job is not None]) == 1
    assert [await worker.prompts.job(slot.id) for worker in workers] == [None] * 3


async def test_all_screens_are_shown_once_by_three_workers(workers: list[World]) -> None:
    await sit(workers)
    keys: list[int] = []
    for _ in range(10):
        found = await asyncio.gather(*(worker.jobs() for worker in workers))
        keys += [job.slot_id for jobs in found for job in jobs]
    assert len(keys) == len(set(keys)) == 7


async def test_what_a_dead_worker_was_showing_is_taken_over_after_its_lease(workers: list[World]) -> None:
    first, second = (await sit(workers)), workers[1]
    await first.show_all()
    await hands_anew(first.services, FRIENDS[2])
    slot = await first.slot(SlotKind.HAND, 2)
    assert slot.id is not None
    job = await first.prompts.job(slot.id)
    assert job is not None
    assert job.anew
    assert job.urgent
    first.clock.set(first.clock.now() + LEASE - SECOND)
    assert await second.prompts.job(slot.id) is None
    first.clock.set(first.clock.now() + SECOND)
    again = await second.prompts.job(slot.id)
    assert again is not None
    assert (again.anew, again.urgent, again.data) == (True, True, job.data)
    await second.prompts.shown(again, 77, "shown")
    # The dead one was only slow: its message is to go, and counts for nothing.
    await first.prompts.shown(job, 76, "shown late")
    slot = await first.slot(SlotKind.HAND, 2)
    assert (slot.message_id, slot.digest) == (77, "shown")
    assert "76" in slot.old.split()


async def test_who_stops_in_order_leaves_its_screens_at_once(workers: list[World]) -> None:
    first, second = (await sit(workers)), workers[1]
    slot = await first.slot(SlotKind.TABLE)
    assert slot.id is not None
    assert await first.prompts.job(slot.id) is not None
    await first.prompts.leave_the_rest()
    assert await second.prompts.job(slot.id) is not None


async def test_a_change_while_a_screen_is_sent_is_shown_after_it(workers: list[World]) -> None:
    first, second = (await sit(workers)), workers[1]
    slot = await first.slot(SlotKind.TABLE)
    assert slot.id is not None
    job = await first.prompts.job(slot.id)
    assert job is not None
    await second.lobby.show_again(GROUP)
    assert await second.prompts.job(slot.id) is None
    await first.prompts.shown(job, 5, "before")
    again = await second.prompts.job(slot.id)
    assert again is not None
    assert (again.message_id, again.anew) == (5, True)


# The database


async def test_a_worker_that_dies_in_a_transaction_holds_nobody_up(workers: list[World]) -> None:
    world = await sit(workers)
    await world.ready()
    deal = await world.play_to(_can_beat)
    asked = deal.view(None).asked[0]
    play = str(choices.answers(deal.view(asked).legal)[0])
    dying = await psycopg.AsyncConnection.connect(world.url)
    await dying.execute("SELECT * FROM game_table FOR UPDATE")
    await dying.execute("UPDATE deal SET status = 'stopped'")
    tap = asyncio.create_task(world.tap(asked, Op.ACT, play))
    await _until_somebody_waits(workers[1])
    await dying.close()
    assert key(await tap) == "toast-done"
    assert (await log_of(world))[deal.number].seat == asked


async def _until_somebody_waits(world: World) -> None:
    """Wait until a transaction waits for a lock."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    async with asyncio.timeout(30):
        while True:
            async with world.database.engine.connect() as connection:
                if (await connection.exec_driver_sql(waiting)).scalar():
                    return


async def test_a_tap_outlives_a_restart_of_the_database(
    workers: list[World], postgres_server: Server
) -> None:
    if postgres_server.folder is None:
        pytest.skip("the server is not ours")
    world = await sit(workers)
    await world.ready()
    deal = await world.play_to(_can_beat)
    asked = deal.view(None).asked[0]
    view = deal.view(asked)
    play = str(choices.answers(view.legal)[0])
    data = CallbackData(world.table_id, view.decision, Op.ACT, play, await world.deal_key())
    postgres_server.restart()
    tap = asyncio.create_task(world.play.tap(data, FRIENDS[asked], private=False))
    await asyncio.gather(*(worker.timekeeper.run_due() for worker in workers))
    assert key(await tap) == "toast-done"
    assert (await log_of(world))[deal.number].token == play


# Polling


class Poller:
    """Counts who polls."""

    def __init__(self, world: World) -> None:
        self.running = False
        self.turn = Polling(world.services, self._start, self._stop)

    async def _start(self) -> None:
        assert not self.running
        self.running = True

    async def _stop(self) -> None:
        assert self.running
        self.running = False


async def test_one_worker_polls_and_another_takes_its_place_when_it_is_silent(workers: list[World]) -> None:
    pollers = [Poller(worker) for worker in workers]
    clock = workers[0].clock

    async def look(*which: int) -> list[bool]:
        for number in which:
            await pollers[number].turn.run_once()
        return [poller.running for poller in pollers]

    assert await look(0, 1, 2) == [True, False, False]
    clock.set(clock.now() + RENEWED_EVERY)
    assert await look(2, 1, 0) == [True, False, False]
    clock.set(clock.now() + HELD_FOR - SECOND)
    assert await look(1, 2) == [True, False, False]
    clock.set(clock.now() + SECOND)
    assert await look(1, 2) == [True, True, False]
    assert await look(0) == [False, True, False]
    await pollers[1].turn.end()
    await workers[1].prompts.leave_the_rest()
    assert await look(2, 0, 1) == [False, False, True]


async def test_workers_that_begin_at_once_do_not_both_poll(workers: list[World]) -> None:
    pollers = [Poller(worker) for worker in workers]
    await asyncio.gather(*(poller.turn.run_once() for poller in pollers))
    assert sum(poller.running for poller in pollers) == 1

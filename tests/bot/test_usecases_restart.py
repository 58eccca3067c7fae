"""A process may end at any moment: nothing is lost, nobody is cut off, and the log decides."""

from __future__ import annotations

import logging
from datetime import timedelta
from pathlib import Path

import pytest
from sqlmodel import select

from bot.callback import Op
from bot.screens.past import Period
from bot.usecases.prompts import LEASE
from bot.usecases.standings import Scores
from bot.usecases.timekeeper import Timekeeper
from engine.actions import PASS, READY
from engine.deal import Deal
from engine.view import Phase
from storage.models import ActionRow, DealRow, DealStatus, SlotKind
from tests.bot.conftest import Seeds
from tests.bot.test_usecases_lobby import OTHER_GROUP
from tests.bot.world import FRIENDS, GROUP, World, key, lowest

pytestmark = pytest.mark.both_databases

SECOND = timedelta(seconds=1)


def _asked(deal: Deal) -> int:
    return deal.view(None).asked[0]


def _can_beat(deal: Deal) -> bool:
    public = deal.view(None)
    if public.table is None or public.guarded or deal.phase is not Phase.PLAY:
        return False
    return lowest(deal.view(public.asked[0])) is not None


async def _lapse(world: World) -> None:
    """Where others could be at work, what the dead one was showing is taken up when its claim lapses."""
    if world.database.shared:
        assert await world.jobs() == []
        world.clock.set(world.clock.now() + LEASE)


async def _moves(world: World) -> list[tuple[int, str]]:
    return [(row.seat, row.token) for row in await world.log()]


async def test_a_deal_with_restarts_ends_as_one_without(tmp_path: Path, seeds: Seeds) -> None:
    ends = []
    for name, restarts in (("whole", ()), ("broken", (3, 9, 40, 41, 90, 130))):
        seeds.number = 24
        (tmp_path / name).mkdir()
        world = World(tmp_path / name)
        await world.database.migrate()
        await world.sit()
        for number in restarts:
            await world.play_to(lambda deal, number=number: deal.number >= number)  # type: ignore[misc]
            before = await world.deal()
            await world.restart()
            await world.timekeeper.recover()
            assert (await world.deal()).digest == before.digest
        await world.play_out()
        ends.append((await _moves(world), await Scores(world.services).of_chat(GROUP, Period.ALL)))
        await world.database.close()
    assert ends[0] == ends[1]


async def test_what_was_open_is_still_open_after_a_restart(world: World) -> None:
    await world.sit()
    await world.ready()
    deal = await world.play_to(_can_beat)
    seat = _asked(deal)
    await world.tap(seat, Op.ACT, str(PASS))
    timers = await world.timers()
    await world.restart()
    after = await world.timers()
    assert {s: (t.decision, t.due, t.deadline) for s, t in after.items()} == {
        s: (t.decision, t.due, t.deadline) for s, t in timers.items()
    }
    assert [(intent.seat, intent.value) for intent in await world.intents()] == [(seat, str(PASS))]
    await world.wait(3)
    row = (await world.log())[deal.number]
    assert (row.seat, row.token, row.at) == (seat, str(PASS), timers[seat].due)


async def test_the_wait_after_a_level_play_goes_on_after_a_restart(world: World, seeds: Seeds) -> None:
    seeds.number = 24
    await world.sit()
    deal = await world.play_to(lambda d: d.phase is Phase.BURN)
    held = await world.held()
    await world.tap(deal.actors[0], Op.BURN)
    await world.restart()
    await world.timekeeper.recover()
    assert await world.held() == held
    await world.wait(5)
    row = (await world.log())[deal.number]
    assert (row.token[0], row.at) == ("!", held)


async def test_after_an_outage_open_turns_get_their_full_time_again_once(world: World) -> None:
    await world.sit()
    await world.ready()
    await world.show_all()
    await world.wait(40)
    number = (await world.deal()).number
    world.clock.set(world.clock.now() + 1000 * SECOND)
    await world.restart()
    assert await world.timekeeper.recover() == 1
    seat, back = _asked(await world.deal()), world.clock.now()
    assert (await world.timers())[seat].deadline == back + (10 + 45) * SECOND
    await world.show_all()
    assert (await world.timers())[seat].deadline == back + 45 * SECOND
    await world.wait(40)
    await world.restart()
    await world.timekeeper.recover()
    assert (await world.timers())[seat].deadline == back + 45 * SECOND
    assert (await world.deal()).number == number
    await world.wait(5)
    assert (await world.deal()).number == number + 1


async def test_after_an_outage_windows_get_their_time_again(world: World) -> None:
    await world.sit()
    await world.tap(1, Op.ACT, str(READY))
    await world.wait(20)
    world.clock.set(world.clock.now() + 1000 * SECOND)
    await world.restart()
    await world.timekeeper.recover()
    await world.timekeeper.run_due()
    assert (await world.deal()).number == 1
    await world.wait(35)
    assert (await world.deal()).phase is Phase.DECLARE


async def test_a_short_restart_changes_no_deadline(world: World) -> None:
    await world.sit()
    await world.ready()
    await world.wait(20)
    seat = _asked(await world.deal())
    deadline = (await world.timers())[seat].deadline
    world.clock.set(world.clock.now() + 14 * SECOND)
    await world.restart()
    await world.timekeeper.recover()
    assert (await world.timers())[seat].deadline == deadline


async def test_after_a_start_every_screen_of_running_games_is_brought_up_to_date(world: World) -> None:
    await world.sit()
    await world.show_all()
    assert await world.jobs() == []
    await world.restart()
    await world.timekeeper.recover()
    assert len(await world.jobs()) == 7


async def test_what_was_being_sent_when_the_process_ended_is_sent_again(world: World) -> None:
    await world.open()
    await world.lobby.cancel(world.table_id, FRIENDS[0], is_admin=False)
    assert len(await world.jobs()) == 1
    await world.restart()
    await world.timekeeper.recover()
    await _lapse(world)
    (job,) = await world.jobs()
    await world.prompts.shown(job, 900, "shown")
    await world.restart()
    await world.timekeeper.recover()
    assert await world.jobs() == []


async def test_the_result_is_shown_even_if_the_process_ended_while_sending_it(world: World) -> None:
    await world.sit()
    await world.show_all()
    await world.lobby.stop(GROUP, FRIENDS[0], is_admin=False)
    shown = {job.slot_id for job in await world.jobs()}
    await world.restart()
    await world.timekeeper.recover()
    await _lapse(world)
    assert {job.slot_id for job in await world.jobs()} == shown


async def _spoil(world: World) -> None:
    """The last action gives another state than it did, as after an upgrade with other rules."""
    async with world.database.transaction() as session:
        newest = (await session.exec(select(ActionRow).order_by(ActionRow.number.desc()))).first()  # type: ignore[attr-defined]
        assert newest is not None
        newest.digest = "another"


async def _deals(world: World) -> list[tuple[str, bool | None]]:
    async with world.database.transaction() as session:
        return [(row.status, row.running) for row in (await session.exec(select(DealRow))).all()]


async def test_a_deal_that_no_longer_replays_is_dealt_anew_at_the_start(
    world: World, caplog: pytest.LogCaptureFixture
) -> None:
    await world.sit()
    await world.ready()
    await world.show_all()
    await _spoil(world)
    await world.restart()
    with caplog.at_level(logging.ERROR):
        await world.timekeeper.recover()
    assert "does not replay" in caplog.text
    assert await _deals(world) == [(DealStatus.LOST, None), (DealStatus.RUNNING, True)]
    assert (await world.deal()).phase is Phase.BLIND
    assert len(await world.jobs()) == 7
    await world.ready()
    assert (await world.deal()).phase is Phase.PLAY


async def test_a_deal_that_no_longer_replays_is_dealt_anew_at_a_tap(world: World) -> None:
    await world.sit()
    await world.ready()
    decision = (await world.deal()).view(None).decision
    await _spoil(world)
    assert key(await world.tap(0, Op.RANK, "5", decision=decision)) == "toast-stale"
    assert (await world.deal()).phase is Phase.BLIND


async def test_a_deal_in_which_something_is_wrong_does_not_stop_the_others(
    world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    for group in (GROUP, OTHER_GROUP):
        await world.meet(FRIENDS[0])
        await world.open(group=group)
        await world.lobby.join(world.table_id, 0, FRIENDS[0])
        await world.lobby.fill(world.table_id, FRIENDS[0])
        await world.lobby.start(world.table_id, FRIENDS[0])
    works = Timekeeper._chosen

    async def breaks(self, game, timer):  # type: ignore[no-untyped-def]
        if game.table.id == 1:
            raise RuntimeError("broken")
        return await works(self, game, timer)

    monkeypatch.setattr(Timekeeper, "_chosen", breaks)
    world.clock.set(world.clock.now() + 3 * SECOND)
    with caplog.at_level(logging.ERROR):
        following = await world.timekeeper.run_due()
    assert following is not None
    assert following >= world.clock.now() + SECOND
    assert "broken" in caplog.text
    assert len(await world.log()) == 5
    world.table_id = 1
    assert await world.log() == []
    monkeypatch.undo()
    await world.timekeeper.run_due()
    assert len(await world.log()) == 5


async def test_states_that_were_put_aside_are_replayed(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.usecases.states.CAPACITY", 1)
    digests = {}
    for group in (GROUP, OTHER_GROUP):
        await world.meet(FRIENDS[0])
        await world.open(group=group)
        await world.lobby.join(world.table_id, 0, FRIENDS[0])
        await world.lobby.fill(world.table_id, FRIENDS[0])
        await world.lobby.start(world.table_id, FRIENDS[0])
        await world.tap(0, Op.ACT, str(READY))
        await world.wait(60)
        digests[world.table_id] = (await world.deal()).digest
    assert len(world.services.states._known) == 1
    world.table_id = 1
    replayed = (await world.deal()).digest
    await world.restart()
    assert (await world.deal()).digest == replayed
    world.table_id = 2
    assert (await world.deal()).digest == digests[2]


async def test_a_write_that_fails_leaves_the_state_as_it_was(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.sit()
    before = await world.deal()

    async def breaks(*_args: object, **_more: object) -> None:
        raise RuntimeError("broken")

    with monkeypatch.context() as patch:
        patch.setattr("bot.usecases.stale.after_action", breaks)
        with pytest.raises(RuntimeError, match="broken"):
            await world.tap(1, Op.ACT, str(READY))
    assert await world.log() == []
    assert (await world.deal()).digest == before.digest
    assert key(await world.tap(1, Op.ACT, str(READY))) == "toast-done"
    assert (await world.slot(SlotKind.TABLE)).stale

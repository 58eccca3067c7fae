"""What is to be shown where, and what became of it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.callback import Op
from bot.screens.model import GameData, HandData, LobbyData, ResultData
from engine.actions import PASS, READY
from engine.deal import Deal
from engine.view import Phase
from storage.models import SlotKind
from tests.bot.conftest import Seeds
from tests.bot.world import FRIENDS, GROUP, PRIVATE, World, lowest

SECOND = timedelta(seconds=1)


@pytest.fixture
async def playing(world: World) -> World:
    """Six friends at the first lead of a deal; everything is shown, and nobody has looked for a while."""
    await world.sit()
    await world.ready()
    await world.show_all()
    world.clock.set(world.clock.now() + 2 * SECOND)
    async with world.database.transaction() as session:
        game = await world.game(session)
        assert game is not None
    return world


def _asked(deal: Deal) -> int:
    return deal.view(None).asked[0]


async def _look_away(world: World) -> None:
    """Nobody has acted in a private chat for more than a minute."""
    world.clock.set(world.clock.now() + 61 * SECOND)


async def test_a_lobby_is_one_message_in_the_group(world: World) -> None:
    await world.lobby.open(GROUP, 42, FRIENDS[0])
    (job,) = await world.jobs()
    assert (job.telegram_id, job.group, job.topic, job.language) == (GROUP.telegram_id, True, 42, "zh")
    assert (job.message_id, job.anew, job.digest, job.old) == (None, True, "", ())
    assert isinstance(job.data, LobbyData)
    assert not job.data.cancelled
    assert [seat.name for seat in job.data.seats] == [None] * 6
    assert job.data.table.code == "1"
    assert job.data.table.chat_title == GROUP.title


async def test_what_is_shown_is_not_stale_until_it_changes(world: World) -> None:
    await world.open()
    (job,) = await world.jobs()
    await world.prompts.shown(job, 900, "digest")
    assert await world.prompts.stale() == []
    await world.lobby.fill(world.table_id, FRIENDS[0])
    (job,) = await world.jobs()
    assert (job.message_id, job.digest, job.anew) == (900, "digest", False)


async def test_a_change_while_a_screen_is_being_sent_is_not_lost(world: World) -> None:
    await world.open()
    (job,) = await world.jobs()
    await world.lobby.fill(world.table_id, FRIENDS[0])
    await world.prompts.shown(job, 900, "digest")
    assert len(await world.prompts.stale()) == 1


async def test_a_cancelled_lobby_says_so_and_has_no_other_screen(world: World) -> None:
    await world.open()
    await world.show_all()
    await world.lobby.cancel(world.table_id, FRIENDS[0], is_admin=False)
    (job,) = await world.jobs()
    assert isinstance(job.data, LobbyData)
    assert job.data.cancelled


async def test_everybody_is_asked_in_windows_and_the_group_sees_the_deadline(world: World) -> None:
    await world.sit()
    jobs = await world.jobs()
    assert sorted(job.telegram_id for job in jobs) == [GROUP.telegram_id, *[p.telegram_id for p in FRIENDS]]
    deadline = int((world.clock.now() + 25 * SECOND).timestamp())
    for job in jobs:
        data = job.data.game if isinstance(job.data, HandData) else job.data
        assert isinstance(data, GameData)
        assert (data.deadline, data.seconds) == (deadline, 25)
        assert job.urgent


async def test_a_play_changes_the_table_the_screen_of_who_played_and_of_who_is_asked(playing: World) -> None:
    deal = await playing.deal()
    leader = _asked(deal)
    await playing.answer(leader)
    deal = await playing.deal()
    asked = [s for s in deal.view(None).asked if lowest(deal.view(s)) is not None]
    jobs = await playing.jobs()
    people = [leader, *asked]
    assert {job.telegram_id for job in jobs} == {GROUP.telegram_id, *(FRIENDS[s].telegram_id for s in people)}


async def test_who_can_only_pass_is_not_disturbed(playing: World) -> None:
    while not _ordinary_and_beaten(deal := await playing.deal()):
        await playing.show_all()
        await playing.turn(deal)
    seat = _asked(deal)
    assert FRIENDS[seat].telegram_id not in {job.telegram_id for job in await playing.jobs()}


def _ordinary_and_beaten(deal: Deal) -> bool:
    public = deal.view(None)
    if public.table is None or deal.phase is not Phase.PLAY:
        return False
    asked = public.asked[0]
    return public.table.owner != asked and lowest(deal.view(asked)) is None and not public.seats[asked].passed


async def test_a_hand_goes_to_its_owner_alone(playing: World) -> None:
    deal = await playing.deal()
    await _stale_everything(playing)
    for job in await playing.jobs():
        if job.group:
            assert isinstance(job.data, GameData)
            assert job.data.view.hand is None
        else:
            assert isinstance(job.data, HandData)
            seat = [p.telegram_id for p in FRIENDS].index(job.telegram_id)
            assert job.data.game.view.seat == seat
            assert job.data.game.view.hand == deal.view(seat).hand


async def _stale_everything(world: World) -> None:
    await world.timekeeper.recover()


async def test_a_phone_rings_for_who_is_asked_and_does_not_look(playing: World) -> None:
    leader = _asked(await playing.deal())
    await _look_away(playing)
    await playing.answer(leader)
    deal = await playing.play_to(lambda d: _can_beat(d) and _asked(d) != leader)
    seat = _asked(deal)
    rings = {job.telegram_id: job.anew for job in await playing.jobs() if not job.group}
    assert rings[FRIENDS[seat].telegram_id]
    assert not rings.get(FRIENDS[leader].telegram_id, False)


async def test_who_has_just_acted_in_private_is_asked_by_an_edit(playing: World) -> None:
    await _look_away(playing)
    for seat in range(6):
        await playing.tap(seat, Op.BUILD, "", private=PRIVATE)
    await playing.show_all()
    deal = await playing.play_to(_can_beat)
    rings = {job.telegram_id: job.anew for job in await playing.jobs()}
    assert rings[FRIENDS[_asked(deal)].telegram_id] is False


def _can_beat(deal: Deal) -> bool:
    public = deal.view(None)
    if public.table is None or public.guarded or deal.phase is not Phase.PLAY:
        return False
    return lowest(deal.view(public.asked[0])) is not None


async def test_a_decision_rings_once(playing: World) -> None:
    await _look_away(playing)
    deal = await playing.play_to(_can_beat)
    await playing.show_all()
    await playing.tap((_asked(deal) + 1) % 6, Op.ACT, str(PASS))
    assert all(not job.anew for job in await playing.jobs())


async def test_a_phone_does_not_ring_for_a_decision_that_is_over(playing: World) -> None:
    await _look_away(playing)
    deal = await playing.play_to(_can_beat)
    seat = _asked(deal)
    assert (await playing.slot(SlotKind.HAND, seat)).anew
    await playing.answer(seat)
    slot = await playing.slot(SlotKind.HAND, seat)
    assert (slot.stale, slot.anew, slot.urgent) == (True, False, False)


async def test_who_may_burn_sees_until_when_and_nobody_else_does(world: World, seeds: Seeds) -> None:
    seeds.number = 24
    await world.sit()
    deal = await world.play_to(lambda d: d.phase is Phase.BURN)
    (burner,) = deal.actors
    held = await world.held()
    assert held is not None
    await _stale_everything(world)
    deadlines = {}
    for job in await world.jobs():
        data = job.data.game if isinstance(job.data, HandData) else job.data
        assert isinstance(data, GameData)
        deadlines[job.telegram_id] = (data.deadline, data.seconds)
    assert deadlines.pop(FRIENDS[burner].telegram_id) == (int(held.timestamp()), 5)
    assert {seconds for _, seconds in deadlines.values()} == {45}


async def test_the_keyboard_of_a_replaced_message_is_taken_away(playing: World) -> None:
    slot = await playing.slot(SlotKind.TABLE)
    await playing.lobby.show_again(GROUP)
    (job,) = await playing.jobs()
    assert (job.anew, job.message_id) == (True, slot.message_id)
    await playing.prompts.shown(job, 5000, "new")
    (job,) = await playing.jobs()
    assert slot.message_id is not None
    assert (job.data, job.message_id, job.old) == (None, 5000, (slot.message_id,))
    await playing.prompts.stripped(job, slot.message_id)
    assert await playing.prompts.stale() == []


async def test_a_buried_table_is_posted_anew_when_somebody_has_to_act(playing: World) -> None:
    leader = _asked(await playing.deal())
    for _ in range(14):
        await playing.persons.posted(GROUP)
    await playing.answer(leader)
    assert [job.anew for job in await playing.jobs() if job.group] == [False]
    await playing.persons.posted(GROUP)
    await playing.turn(await playing.deal())
    (job,) = (job for job in await playing.jobs() if job.group)
    assert job.anew
    await playing.prompts.shown(job, 6000, "new")
    assert (await playing.slot(SlotKind.TABLE)).posts == 15


async def test_who_cannot_be_written_to_is_marked_at_the_table_and_can_come_back(playing: World) -> None:
    await playing.persons.seen_in_private(FRIENDS[3])
    await _stale_everything(playing)
    job = next(job for job in await playing.jobs() if job.telegram_id == FRIENDS[3].telegram_id)
    await playing.prompts.unreachable(job)
    jobs = await playing.jobs()
    (table,) = (job for job in jobs if job.group)
    assert isinstance(table.data, GameData)
    assert [seat.unreachable for seat in table.data.seats] == [False, False, False, True, False, False]
    await playing.prompts.shown(table, table.message_id, "unreachable")
    await playing.persons.seen_in_private(FRIENDS[3])
    jobs = await playing.jobs()
    assert FRIENDS[3].telegram_id in {job.telegram_id for job in jobs}
    (table,) = (job for job in jobs if job.group)
    assert isinstance(table.data, GameData)
    assert not table.data.seats[3].unreachable


async def test_nothing_is_sent_to_who_has_blocked_the_bot(playing: World) -> None:
    await playing.persons.blocked(FRIENDS[3])
    assert FRIENDS[3].telegram_id not in {job.telegram_id for job in await playing.jobs()}


async def test_what_failed_is_tried_again_later_and_as_urgently(playing: World) -> None:
    await playing.lobby.show_again(GROUP)
    (job,) = await playing.jobs()
    retry_at = playing.clock.now() + 3 * SECOND
    await playing.prompts.failed(job, retry_at)
    assert await playing.jobs() == []
    assert [waiting.retry_at for waiting in await playing.prompts.stale()] == [retry_at]
    playing.clock.set(retry_at)
    (again,) = await playing.jobs()
    assert (again.urgent, again.anew, again.message_id) == (True, True, job.message_id)
    await playing.prompts.shown(again, again.message_id, "shown")
    assert await playing.jobs() == []


async def test_a_message_that_is_gone_is_sent_anew(playing: World) -> None:
    await _stale_everything(playing)
    job = next(job for job in await playing.jobs() if job.group)
    await playing.prompts.failed(job, playing.clock.now(), lost=True)
    (again,) = (job for job in await playing.jobs() if job.group)
    assert (again.message_id, again.digest, again.anew) == (None, "", True)


async def test_each_screen_speaks_its_readers_language(playing: World) -> None:
    await playing.persons.set_language(FRIENDS[1], None, "en")
    languages = {job.telegram_id: job.language for job in await playing.jobs()}
    assert languages[FRIENDS[1].telegram_id] == "en"
    assert "en" not in {
        language for person, language in languages.items() if person != FRIENDS[1].telegram_id
    }
    await playing.persons.set_language(FRIENDS[1], GROUP, "en")
    languages = {job.telegram_id: job.language for job in await playing.jobs()}
    assert languages[GROUP.telegram_id] == "en"
    assert languages[FRIENDS[0].telegram_id] == "zh"
    assert await playing.persons.language(FRIENDS[0], GROUP) == "en"
    assert await playing.persons.language(FRIENDS[0], None) == "zh"


async def test_a_kept_answer_and_a_draft_are_seen_by_their_owner_only(playing: World) -> None:
    deal = await playing.play_to(_can_beat)
    seat = _asked(deal)
    await playing.tap(seat, Op.BUILD, "", private=PRIVATE)
    await playing.tap(seat, Op.ACT, str(PASS), private=PRIVATE)
    await _stale_everything(playing)
    for job in await playing.jobs():
        if isinstance(job.data, HandData):
            mine = job.telegram_id == FRIENDS[seat].telegram_id
            assert job.data.intent == (str(PASS) if mine else None)
            assert job.data.draft == ("" if mine else None)


async def test_the_end_leaves_the_table_as_it_was_and_shows_the_result_without_ringing(world: World) -> None:
    await world.sit(1)
    await world.show_all()
    await world.lobby.leave(world.table_id, FRIENDS[0])
    while await world.running() is not None:
        await world.wait(60)
    jobs = await world.jobs()
    tables = [job.data for job in jobs if isinstance(job.data, GameData)]
    results = [(job.telegram_id, job.data) for job in jobs if isinstance(job.data, ResultData)]
    assert [(data.over, data.view.hand, data.view.phase) for data in tables] == [(True, None, Phase.OVER)]
    assert sorted(where for where, _ in results) == [GROUP.telegram_id, FRIENDS[0].telegram_id]
    for _, data in results:
        assert data.outcome is not None
        assert sorted(data.outcome.places) == [0, 1, 2, 3, 4, 5]
        assert not data.stopped
    assert [job.anew for job in jobs if job.message_id is not None] == [False, False]


async def test_a_stopped_game_is_shown_as_stopped_without_a_result(playing: World) -> None:
    await playing.lobby.stop(GROUP, FRIENDS[0], is_admin=False)
    data = [job.data for job in await playing.jobs()]
    assert [screen.over for screen in data if isinstance(screen, GameData)] == [True]
    results = [screen for screen in data if isinstance(screen, ResultData)]
    assert [(result.stopped, result.outcome) for result in results] == [(True, None)] * 7


async def test_seats_tell_who_sits_where(world: World) -> None:
    await world.sit(2)
    await world.tap(0, Op.ACT, str(READY))
    await world.lobby.leave(world.table_id, FRIENDS[1])
    job = next(job for job in await world.jobs() if job.group)
    assert isinstance(job.data, GameData)
    names = [(seat.name, seat.ai, seat.asleep) for seat in job.data.seats]
    assert names == [
        (FRIENDS[0].first_name, None, False),
        (FRIENDS[1].first_name, None, True),
        *[(None, "heuristic", False)] * 4,
    ]
    renamed = replace(FRIENDS[0], first_name="小小明")
    await world.persons.seen_in_private(renamed)
    await _stale_everything(world)
    job = next(job for job in await world.jobs() if job.group)
    assert isinstance(job.data, GameData)
    assert job.data.seats[0].name == "小小明"

"""When things happen: delays, waits, deadlines, timeouts, AI players, 托管. Nothing of it may tell a hand."""

from __future__ import annotations

from datetime import timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlmodel import select

from bot.callback import Op
from bot.usecases import timing
from bot.usecases.common import GameSettings
from bot.usecases.states import Replayed
from engine.actions import DECLINE, PASS, READY
from engine.cards import opposite
from engine.deal import Deal
from engine.record import read, replay
from engine.view import Phase
from storage.models import Holder, How, IntentKind, SeatHolder, SlotKind
from storage.repositories import Deals
from tests.bot.conftest import Seeds
from tests.bot.world import FRIENDS, GROUP, PRIVATE, START, World, key, lowest

SECOND = timedelta(seconds=1)


@pytest.fixture
async def playing(world: World) -> World:
    """Six friends at the first lead of a deal."""
    await world.sit()
    await world.ready()
    return world


def _asked(deal: Deal) -> int:
    return deal.view(None).asked[0]


def _follower(deal: Deal, *, beats: bool) -> bool:
    """An ordinary play is to be answered, by somebody who can beat it or cannot."""
    public = deal.view(None)
    if public.table is None or public.guarded or deal.phase is not Phase.PLAY:
        return False
    return (lowest(deal.view(public.asked[0])) is not None) is beats


def _can_beat(deal: Deal) -> bool:
    return _follower(deal, beats=True)


def _cannot_beat(deal: Deal) -> bool:
    return _follower(deal, beats=False)


def _leads(deal: Deal) -> bool:
    return deal.phase is Phase.PLAY and deal.view(None).table is None and not deal.guarded


def _level_play(deal: Deal) -> bool:
    """A level play that nobody could burn waits for the opposite, who can beat it."""
    public = deal.view(None)
    if not deal.guarded or public.table is None or deal.phase is not Phase.PLAY:
        return False
    return lowest(deal.view(opposite(public.table.owner))) is not None


# Delays


async def test_a_pass_takes_effect_no_earlier_than_a_drawn_delay(playing: World) -> None:
    deal = await playing.play_to(_can_beat)
    seat, asked_at = _asked(deal), playing.clock.now()
    timer = (await playing.timers())[seat]
    assert SECOND <= timer.earliest - asked_at <= 3 * SECOND
    assert timer.due is None
    assert key(await playing.tap(seat, Op.ACT, str(PASS))) == "toast-done"
    assert (await playing.deal()).number == deal.number
    await playing.wait(3)
    row = (await playing.log())[deal.number]
    assert (row.seat, row.token, row.how, row.at) == (seat, str(PASS), How.PRESET, timer.earliest)


async def test_a_hand_that_cannot_beat_passes_by_itself_after_such_a_delay(playing: World) -> None:
    deal = await playing.play_to(_cannot_beat)
    seat, asked_at = _asked(deal), playing.clock.now()
    timer = (await playing.timers())[seat]
    assert timer.due == timer.earliest
    assert SECOND <= timer.earliest - asked_at <= 3 * SECOND
    await playing.wait(3)
    row = (await playing.log())[deal.number]
    assert (row.seat, row.token, row.how, row.at) == (seat, str(PASS), How.AUTO, timer.earliest)


async def test_a_pass_after_the_delay_and_a_play_take_effect_at_once(playing: World) -> None:
    deal = await playing.play_to(_can_beat)
    await playing.wait(4)
    await playing.tap(_asked(deal), Op.ACT, str(PASS))
    assert (await playing.log())[-1].how == How.TAP
    deal = await playing.play_to(_can_beat)
    await playing.answer(_asked(deal))
    assert (await playing.deal()).number == deal.number + 1
    assert (await playing.log())[-1].at == playing.clock.now()


async def test_a_pass_that_is_kept_can_still_become_a_play(playing: World) -> None:
    deal = await playing.play_to(_can_beat)
    seat = _asked(deal)
    await playing.tap(seat, Op.ACT, str(PASS))
    await playing.answer(seat)
    row = (await playing.log())[-1]
    assert (row.seat, row.how) == (seat, How.TAP)
    assert row.token != str(PASS)
    assert await playing.intents() == []


async def _be_fast(world: World) -> None:
    async with world.database.transaction() as session:
        game = await world.game(session)
        assert game is not None
        game.table.fast = True


async def test_a_fast_chat_passes_at_once_but_can_still_burn(playing: World) -> None:
    await _be_fast(playing)
    deal = await playing.play_to(_can_beat)
    await playing.tap(_asked(deal), Op.ACT, str(PASS))
    assert (await playing.deal()).number == deal.number + 1
    await playing.play_to(lambda d: d.guarded)
    able = (await playing.deal()).actors if timing.asks_in_secret(await playing.deal()) else ()
    assert await playing.held() == (playing.clock.now() + 5 * SECOND if able else None)


# The wait after a level play


async def test_after_a_level_play_an_answer_waits_with_everybody(playing: World) -> None:
    deal = await playing.play_to(_level_play)
    laid = playing.clock.now()
    seat = _asked(deal)
    assert await playing.held() == laid + 5 * SECOND
    assert key(await playing.answer(seat)) == "toast-kept"
    await playing.wait(4.9)
    assert (await playing.deal()).number == deal.number
    await playing.wait(0.1)
    row = (await playing.log())[deal.number]
    assert (row.seat, row.how, row.at) == (seat, How.PRESET, laid + 5 * SECOND)


async def test_nobody_else_answers_during_the_wait(playing: World) -> None:
    deal = await playing.play_to(_level_play)
    public = deal.view(None)
    assert public.table is not None
    others = set(range(6)) - {public.table.owner, *public.asked}
    for seat in others:
        kept = public.seats[seat].in_game and public.table is not None
        assert kept
        assert key(await playing.tap(seat, Op.ACT, str(PASS))) == "toast-preset-trick"
        assert key(await playing.tap(seat, Op.BURN)) == "toast-cannot-burn"
    assert {intent.kind for intent in await playing.intents()} <= {IntentKind.PRESET}


@pytest.fixture
async def burning(world: World, seeds: Seeds) -> tuple[World, Deal, int]:
    """A level play has just been laid that one seat could burn: the deal, and that seat."""
    seeds.number = 24
    await world.sit()
    deal = await world.play_to(lambda d: d.phase is Phase.BURN)
    return world, deal, deal.actors[0]


Burning = tuple[World, Deal, int]


async def test_a_fast_chat_waits_no_longer_than_for_the_answers(burning: Burning) -> None:
    playing, deal, burner = burning
    await _be_fast(playing)
    for seat in deal.actors:
        await playing.tap(seat, Op.ACT, str(DECLINE), private=True)
    assert burner in deal.actors
    assert (await playing.deal()).phase is not Phase.BURN
    assert await playing.held() is None


async def test_a_burn_waits_until_the_end_of_the_wait_and_beats_the_answer(burning: Burning) -> None:
    playing, deal, burner = burning
    laid = playing.clock.now()
    assert deal.view(None).phase is Phase.PLAY
    assert key(await playing.tap(burner, Op.BURN)) == "toast-kept"
    for seat in deal.view(None).asked:
        await playing.tap(seat, Op.ACT, str(PASS))
    await playing.wait(4.9)
    assert (await playing.deal()).number == deal.number
    await playing.wait(0.1)
    row = (await playing.log())[deal.number]
    assert (row.seat, row.token[0], row.how, row.at) == (burner, "!", How.PRESET, laid + 5 * SECOND)
    table = (await playing.deal()).view(None).table
    assert table is None or table.owner == burner
    assert await playing.intents() == []


async def test_who_does_not_burn_declines_by_silence_at_the_same_moment(burning: Burning) -> None:
    playing, deal, burner = burning
    laid = playing.clock.now()
    assert set(deal.actors) == {seat for seat, timer in (await playing.timers()).items() if timer.due}
    await playing.wait(5)
    rows = (await playing.log())[deal.number :]
    declined = [(row.seat, row.token, row.how, row.at) for row in rows if row.token == str(DECLINE)]
    assert (burner, str(DECLINE), How.AUTO, laid + 5 * SECOND) in declined
    assert len(declined) == len(deal.actors)


async def test_that_somebody_declined_to_burn_edits_nothing(burning: Burning) -> None:
    playing, deal, _ = burning
    await playing.show_all()
    before = await playing.timers()
    while (
        playing.clock.now() < (await playing.held() or START) and (await playing.deal()).number == deal.number
    ):
        following = await playing.timekeeper.run_due()
        assert following is not None
        playing.clock.set(following)
    assert await playing.timekeeper.run_due() is not None
    assert [row.token for row in (await playing.log())[deal.number :]] == [str(DECLINE)] * len(deal.actors)
    after = await playing.timers()
    assert await playing.prompts.stale() == []
    for seat in deal.view(None).asked:
        assert after[seat].deadline == before[seat].deadline
        assert after[seat].earliest == before[seat].earliest


async def test_in_public_a_burn_window_looks_like_any_level_play(burning: Burning) -> None:
    playing, deal, burner = burning
    asked = deal.view(None).asked
    timers = await playing.timers()
    assert all(timers[seat].deadline is not None for seat in asked)
    assert timers[burner].deadline is None
    await playing.show_all()
    job = await _job(playing, SlotKind.TABLE)
    assert {seat for seat, _ in job} == set(asked)


async def _job(world: World, kind: SlotKind, friend: int | None = None) -> tuple[tuple[int, str], ...]:
    slot = await world.slot(kind, friend)
    async with world.database.transaction() as session:
        await session.merge(slot)
        row = await session.get_one(type(slot), slot.id)
        row.stale = True
    assert slot.id is not None
    job = await world.prompts.job(slot.id)
    assert job is not None
    return job.decisions


KILL_OR_LEAD = """
[Rules "kaidian"]
[Hand1 "W"]
[Hand2 "WW55"]
[Hand3 "66"]
[Hand4 "77"]
[Hand5 "88"]
[Hand6 "99"]
[Lead "1"]

1:W
"""
"""Seat 1 has gone out with a big joker. Everybody knows that seat 2 leads next; it could also kill."""


async def test_who_may_kill_and_leads_next_keeps_one_deadline(playing: World) -> None:
    for _, step in replay(read(KILL_OR_LEAD)):
        deal = step.deal
    declined = deal.apply(1, PASS).deal
    async with playing.database.transaction() as session:
        game = await playing.game(session)
        assert game is not None
        game.row.hold_until = playing.clock.now() + 5 * SECOND
        timers = []
        for state in (deal, declined):
            game.state = Replayed(state, ())
            assert set(timing.asked(game)) == {1}
            await timing.sync(playing.services, game)
            (timer,) = await Deals(session).timers(game.key)
            timers.append((timer.decision, timer.due, timer.earliest, timer.deadline))
    (secret, due, *before), (public, none, *after) = timers
    assert (secret, due) == ("1k", playing.clock.now() + 5 * SECOND)
    assert (public, none) == ("1", None)
    assert before == after
    assert None not in before


async def test_ai_players_alone_do_not_wait_after_a_level_play(world: World) -> None:
    await world.sit(1)
    await world.ready()
    deal = await world.play_to(lambda d: d.guarded and _owner(d) == 0)
    assert deal.guarded
    assert await world.held() is None


def _owner(deal: Deal) -> int | None:
    table = deal.view(None).table
    return None if table is None else table.owner


async def test_one_person_among_ai_players_makes_all_wait(world: World) -> None:
    await world.sit(1)
    await world.ready()
    await world.play_to(lambda d: d.guarded and _owner(d) != 0 and d.view(None).seats[0].in_game)
    assert await world.held() is not None


# Deadlines


async def test_a_turn_lasts_from_when_it_is_shown(playing: World) -> None:
    seat, asked_at = _asked(await playing.deal()), playing.clock.now()
    assert (await playing.timers())[seat].deadline == asked_at + (10 + 45) * SECOND
    playing.clock.set(asked_at + 2 * SECOND)
    await playing.show_all()
    assert (await playing.timers())[seat].deadline == asked_at + (2 + 45) * SECOND
    playing.clock.set(asked_at + 5 * SECOND)
    await _job(playing, SlotKind.HAND, seat)
    await playing.show_all()
    assert (await playing.timers())[seat].deadline == asked_at + (2 + 45) * SECOND


async def test_a_leader_who_times_out_leads_the_smallest_group(playing: World) -> None:
    deal = await playing.deal()
    seat, asked_at = _asked(deal), playing.clock.now()
    smallest = str(deal.default_action(seat))
    await playing.wait(54.9)
    assert (await playing.deal()).number == deal.number
    await playing.wait(0.1)
    row = (await playing.log())[deal.number]
    assert (row.seat, row.token, row.how) == (seat, smallest, How.TIMEOUT)
    assert row.at == asked_at + 55 * SECOND


async def test_a_follower_who_times_out_passes(playing: World) -> None:
    deal = await playing.play_to(_can_beat)
    seat = _asked(deal)
    await playing.wait(55)
    row = (await playing.log())[deal.number]
    assert (row.seat, row.token, row.how) == (seat, str(PASS), How.TIMEOUT)


async def test_a_timeout_ends_its_own_decision_and_not_the_next(playing: World) -> None:
    deal = await playing.deal()
    seat = _asked(deal)
    await playing.wait(54)
    await playing.answer(seat)
    await playing.wait(2)
    assert all(row.how != How.TIMEOUT for row in await playing.log())


async def test_windows_end_after_their_time_with_everybody_ready(world: World) -> None:
    await world.sit()
    opened = world.clock.now()
    await world.tap(2, Op.ACT, str(READY))
    await world.wait(25)
    rows = await world.log()
    assert [(row.how, row.at) for row in rows] == [
        (How.TAP, opened),
        *[(How.TIMEOUT, opened + 25 * SECOND)] * 5,
    ]
    assert (await world.deal()).phase is Phase.DECLARE
    await world.wait(25)
    assert (await world.deal()).phase not in timing.ALL_SIX
    assert all(seat.missed == 0 and not seat.asleep for seat in await world.seats())


async def test_without_end_a_turn_waits_but_a_window_does_not(world: World) -> None:
    await world.lobby.set_timeout(GROUP, "off")
    await world.sit()
    await world.wait(50)
    deal = await world.deal()
    assert deal.phase is Phase.PLAY
    timer = (await world.timers())[_asked(deal)]
    assert (timer.deadline, timer.remind_at, timer.due) == (None, None, None)
    await world.wait(100_000)
    assert (await world.deal()).number == deal.number


async def test_a_new_length_of_turns_counts_from_the_next_decision(playing: World) -> None:
    seat = _asked(await playing.deal())
    await playing.lobby.set_timeout(GROUP, "30")
    assert (await playing.timers())[seat].seconds == 45
    await playing.answer(seat)
    assert {timer.seconds for timer in (await playing.timers()).values()} == {30}


async def test_half_way_through_a_turn_its_owner_is_reminded_once(playing: World) -> None:
    seat = _asked(await playing.deal())
    await playing.show_all()
    await playing.wait(22)
    assert not (await playing.slot(SlotKind.HAND, seat)).stale
    await playing.wait(1)
    slot = await playing.slot(SlotKind.HAND, seat)
    assert (slot.stale, slot.urgent) == (True, True)
    assert slot.id is not None
    job = await playing.prompts.job(slot.id)
    assert job is not None
    assert getattr(job.data, "reminder", False)
    await playing.prompts.shown(job, job.message_id, "shown")
    await playing.wait(10)
    assert not (await playing.slot(SlotKind.HAND, seat)).stale


# AI players and 托管


async def test_ai_players_take_their_time_over_everything(world: World) -> None:
    await world.sit(1)
    opened = world.clock.now()
    await world.tap(0, Op.ACT, str(READY))
    await world.wait(0.9)
    assert len(await world.log()) == 1
    await world.wait(2.1)
    rows = [row for row in await world.log() if row.decision == "1b"][1:]
    assert [row.how for row in rows] == [How.AI] * 5
    assert all(SECOND <= row.at - opened <= 3 * SECOND for row in rows)
    assert len({row.at for row in rows}) > 1


async def test_after_two_missed_turns_in_a_row_an_ai_player_stands_in(world: World) -> None:
    await world.sit(1)
    await world.ready()
    while not (await world.seat(0)).asleep:
        await world.wait(10)
    timeouts = [row for row in await world.log() if row.how == How.TIMEOUT and row.seat == 0]
    assert len(timeouts) == 2
    await world.until(lambda d: d.view(None).asked == (0,))
    await world.wait(6)
    mine = [row for row in await world.log() if row.seat == 0]
    assert mine[-1].how == How.AI
    assert mine[-1].user_id == (await world.seat(0)).user_id
    async with world.database.transaction() as session:
        holders = (await session.exec(select(SeatHolder).where(SeatHolder.seat == 0))).all()
    assert [row.holder for row in holders] == [Holder.PERSON, Holder.TRUSTEE]


async def test_a_turn_that_is_played_breaks_the_row(playing: World) -> None:
    deal = await playing.play_to(_leads)
    seat = _asked(deal)
    await playing.wait(55)
    assert (await playing.seat(seat)).missed == 1
    await playing.play_to(lambda d: _asked(d) == seat and _leads(d) and d.number > deal.number + 1)
    assert ((await playing.seat(seat)).missed, (await playing.seat(seat)).asleep) == (0, False)


@pytest.mark.parametrize("op", [Op.WAKE, Op.RANK])
async def test_one_tap_takes_the_seat_back(playing: World, op: Op) -> None:
    await playing.lobby.leave(playing.table_id, FRIENDS[2])
    assert (await playing.seat(2)).asleep
    reply = await playing.tap(2, op, "5")
    assert op is not Op.WAKE or key(reply) == "toast-back"
    seat = await playing.seat(2)
    assert (seat.asleep, seat.missed) == (False, 0)
    async with playing.database.transaction() as session:
        holders = (await session.exec(select(SeatHolder).where(SeatHolder.seat == 2))).all()
    assert [row.holder for row in holders] == [Holder.PERSON, Holder.TRUSTEE, Holder.PERSON]
    assert all(before.until == after.since for before, after in pairwise(holders))


async def test_who_leaves_in_their_turn_is_replaced_at_once_and_comes_back_to_theirs(playing: World) -> None:
    deal = await playing.play_to(_can_beat)
    seat = _asked(deal)
    await playing.lobby.leave(playing.table_id, FRIENDS[seat])
    assert (await playing.timers())[seat].due is not None
    await playing.tap(seat, Op.WAKE, private=PRIVATE)
    assert (await playing.timers())[seat].due is None
    await playing.wait(5)
    assert (await playing.deal()).number == deal.number
    await playing.lobby.leave(playing.table_id, FRIENDS[seat])
    await playing.wait(3)
    assert (await playing.log())[deal.number].how == How.AI


async def test_the_pace_is_a_setting(tmp_path: Path) -> None:
    settings = GameSettings(window_seconds=7, burn_wait=2.0, pass_min=0.5, pass_max=0.5, show_grace=1.0)
    world = World(tmp_path, settings)
    await world.database.migrate()
    await world.sit()
    assert {timer.deadline for timer in (await world.timers()).values()} == {START + 7 * SECOND}
    await world.ready()
    deal = await world.play_to(_cannot_beat)
    assert (await world.timers())[_asked(deal)].due == world.clock.now() + SECOND / 2
    await world.play_to(lambda d: d.guarded)
    assert await world.held() == world.clock.now() + 2 * SECOND
    await world.database.close()

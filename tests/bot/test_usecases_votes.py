"""What the people of a table decide together: substitutes, kicks, pauses."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from bot.callback import Op
from bot.screens.model import GameData
from bot.screens.votes import MenuData, VoteData
from bot.usecases.common import Person, Reply
from bot.usecases.votes import AGAIN_AFTER, VOTE_SECONDS, Tally, Voting, tally
from engine.view import Phase
from storage.models import Ballot, Holder, Result, SeatHolder, SlotKind, TableStatus, User, Vote, VoteOutcome
from storage.repositories import Tables
from storage.votes import Votes
from tests.bot.world import FRIENDS, GROUP, STRANGER, World, key

ADMIN = True
NEWCOMER = Person(700, "新来的")


def voting(world: World) -> Voting:
    """The use-cases, on the database of now."""
    return Voting(world.services)


async def vote(world: World) -> Vote:
    """The newest vote."""
    async with world.database.transaction() as session:
        found = await Votes(session).last_at(world.table_id)
        assert found is not None
        return found


async def stand(world: World) -> Tally:
    """How the newest vote stands."""
    found = await vote(world)
    async with world.database.transaction() as session:
        return await tally(session, found)


async def ballot(world: World, who: int | Person, *, yes: bool) -> Reply:
    """Somebody votes in the newest vote."""
    person = FRIENDS[who] if isinstance(who, int) else who
    found = await vote(world)
    assert found.id is not None
    return await voting(world).ballot(world.table_id, found.id, person, yes=yes)


async def owner(world: World, seat: int) -> str | None:
    """The name of who owns a seat; none for an AI player."""
    row = await world.seat(seat)
    if row.user_id is None:
        return None
    async with world.database.transaction() as session:
        user = (await session.exec(select(User).where(User.id == row.user_id))).one()
        return user.first_name


@pytest.fixture
async def six(world: World) -> World:
    """Six people play, and somebody else is there who has started the bot."""
    await world.sit(6)
    await world.meet(NEWCOMER, STRANGER)
    return world


@pytest.fixture
async def three(world: World) -> World:
    """Three people and three AI players play, and somebody else is there who has started the bot."""
    world.rules = "deals=2"
    await world.sit(3)
    await world.meet(NEWCOMER, STRANGER)
    return world


# Who votes, and how it is counted


@pytest.mark.parametrize(
    ("yes", "no", "voters", "outcome"),
    [
        (1, 0, 1, VoteOutcome.YES),
        (1, 0, 2, None),
        (1, 1, 2, VoteOutcome.NO),
        (2, 0, 3, VoteOutcome.YES),
        (1, 1, 3, None),
        (1, 2, 3, VoteOutcome.NO),
        (3, 0, 6, None),
        (3, 3, 6, VoteOutcome.NO),
        (4, 2, 6, VoteOutcome.YES),
        (0, 0, 0, None),
    ],
)
def test_more_than_half_decide(yes: int, no: int, voters: int, outcome: VoteOutcome | None) -> None:
    assert Tally(yes, no, voters).outcome == outcome


async def test_a_vote_counts_each_person_once_and_minds_may_change(six: World) -> None:
    assert key(await voting(six).pause(six.table_id, FRIENDS[0])) == "toast-vote-opened"
    assert key(await ballot(six, 1, yes=False)) == "toast-voted-no"
    assert key(await ballot(six, 1, yes=False)) == "toast-voted-no"
    assert await stand(six) == Tally(1, 1, 6)
    await ballot(six, 1, yes=True)
    await ballot(six, 0, yes=False)
    assert await stand(six) == Tally(1, 1, 6)
    async with six.database.transaction() as session:
        assert len((await session.exec(select(Ballot))).all()) == 2


async def test_nobody_else_votes(six: World) -> None:
    await six.lobby.leave(six.table_id, FRIENDS[5])
    await voting(six).pause(six.table_id, FRIENDS[0])
    for somebody in (STRANGER, NEWCOMER, 5):
        assert key(await ballot(six, somebody, yes=True)) == "toast-not-voter"
    assert await stand(six) == Tally(1, 0, 5)


async def test_who_falls_asleep_after_voting_counts_no_more(six: World) -> None:
    await voting(six).pause(six.table_id, FRIENDS[0])
    await ballot(six, 1, yes=True)
    await six.lobby.leave(six.table_id, FRIENDS[1])
    assert await stand(six) == Tally(1, 0, 5)


async def test_only_who_sits_there_awake_asks_for_a_kick_or_a_pause(six: World) -> None:
    await six.lobby.leave(six.table_id, FRIENDS[5])
    for person in (STRANGER, FRIENDS[5]):
        assert key(await voting(six).pause(six.table_id, person)) == "toast-only-seated-vote"
        reply = await voting(six).kick(six.table_id, person, 2, is_admin=not ADMIN)
        assert key(reply) == "toast-only-seated-vote"


async def test_a_table_has_one_open_vote(six: World) -> None:
    await voting(six).pause(six.table_id, FRIENDS[0])
    reply = await voting(six).kick(six.table_id, FRIENDS[1], 2, is_admin=not ADMIN)
    assert key(reply) == "toast-vote-open"


async def test_a_vote_runs_out_and_is_not_asked_again_at_once(six: World) -> None:
    await voting(six).pause(six.table_id, FRIENDS[0])
    await six.wait(VOTE_SECONDS - 1)
    assert (await vote(six)).open
    await six.wait(1)
    assert (await vote(six)).outcome == VoteOutcome.EXPIRED
    assert key(await ballot(six, 1, yes=True)) == "toast-vote-over"
    assert key(await voting(six).pause(six.table_id, FRIENDS[1])) == "toast-vote-again-later"
    six.clock.set(six.clock.now() + AGAIN_AFTER)
    assert key(await voting(six).pause(six.table_id, FRIENDS[1])) == "toast-vote-opened"


async def test_another_question_may_be_asked_at_once(six: World) -> None:
    await voting(six).kick(six.table_id, FRIENDS[0], 2, is_admin=not ADMIN)
    for friend in (1, 3, 4):
        await ballot(six, friend, yes=False)
    assert (await vote(six)).outcome == VoteOutcome.NO
    reply = await voting(six).kick(six.table_id, FRIENDS[0], 2, is_admin=not ADMIN)
    assert key(reply) == "toast-vote-again-later"
    reply = await voting(six).kick(six.table_id, FRIENDS[0], 3, is_admin=not ADMIN)
    assert key(reply) == "toast-vote-opened"


async def test_a_vote_outlives_a_restart(six: World) -> None:
    await voting(six).pause(six.table_id, FRIENDS[0])
    await ballot(six, 1, yes=True)
    await six.restart()
    assert await stand(six) == Tally(2, 0, 6)
    await ballot(six, 2, yes=True)
    await ballot(six, 3, yes=True)
    assert (await six.table()).paused_at is not None


async def test_a_vote_that_ran_out_while_no_process_lived_ends_at_the_next_start(six: World) -> None:
    await voting(six).pause(six.table_id, FRIENDS[0])
    six.clock.set(six.clock.now() + timedelta(hours=1))
    await six.restart()
    await six.timekeeper.recover()
    await six.timekeeper.run_due()
    assert (await vote(six)).outcome == VoteOutcome.EXPIRED


async def test_a_vote_ends_with_its_table(six: World) -> None:
    await voting(six).pause(six.table_id, FRIENDS[0])
    await six.lobby.stop(GROUP, FRIENDS[0], ADMIN)
    assert key(await ballot(six, 1, yes=True)) == "toast-table-over"
    await six.wait(VOTE_SECONDS)
    assert (await vote(six)).outcome == VoteOutcome.VOID
    assert await six.timekeeper.run_due() is None


async def test_a_button_of_another_table_is_not_this_ones(six: World) -> None:
    await voting(six).pause(six.table_id, FRIENDS[0])
    found = await vote(six)
    assert found.id is not None
    assert (
        key(await voting(six).ballot(six.table_id, found.id + 1, FRIENDS[1], yes=True)) == "toast-vote-over"
    )
    assert key(await voting(six).ballot(99, found.id, FRIENDS[1], yes=True)) == "toast-table-over"
    assert key(await voting(six).ballot(2**40, found.id, FRIENDS[1], yes=True)) == "toast-table-over"


# Taking a seat over


async def test_an_ai_players_seat_is_taken_without_a_vote_and_played_at_once(three: World) -> None:
    assert key(await voting(three).substitute(three.table_id, NEWCOMER, 4)) == "toast-took-over"
    assert await owner(three, 4) == NEWCOMER.first_name
    assert (await vote(three)).outcome == VoteOutcome.YES
    view = (await three.deal()).view(4)
    assert view.mine is not None
    assert key(await three.tap(NEWCOMER, Op.ACT, "ready", decision=view.mine)) == "toast-done"


async def test_the_points_of_the_running_deal_stay_where_they_were(three: World) -> None:
    await voting(three).substitute(three.table_id, NEWCOMER, 4)
    assert (await three.seat(4)).earner == (None, "heuristic")
    await three.lobby.leave(three.table_id, FRIENDS[1])
    await voting(three).substitute(three.table_id, STRANGER, 1)
    for friend in (0, 2):
        await ballot(three, friend, yes=True)
    assert await owner(three, 1) == STRANGER.first_name
    for person in (*FRIENDS[:3], NEWCOMER, STRANGER):
        await three.lobby.leave_all(person, None)
    await three.play_out()
    async with three.database.transaction() as session:
        results = {row.seat: row for row in (await session.exec(select(Result))).all()}
        names = {user.id: user.first_name for user in (await session.exec(select(User))).all()}
    earned = {seat: names.get(row.user_id) for seat, row in results.items()}
    assert earned == {0: "小明", 1: "阿强", 2: "老王", 3: None, 4: None, 5: None}
    assert results[4].ai == "heuristic"


async def test_from_the_next_deal_on_the_points_are_the_newcomers(three: World) -> None:
    await voting(three).substitute(three.table_id, NEWCOMER, 4)
    for person in (*FRIENDS[:3], NEWCOMER):
        await three.lobby.leave_all(person, None)
    await three.play_out()
    await three.wait(three.settings.between_seconds)
    assert (await three.deal()).view(None).phase is not Phase.OVER
    seat = await three.seat(4)
    assert seat.earner == (seat.user_id, "")
    assert seat.user_id is not None


async def test_who_holds_a_seat_is_written_down(three: World) -> None:
    await voting(three).substitute(three.table_id, NEWCOMER, 4)
    async with three.database.transaction() as session:
        query = select(SeatHolder).where(SeatHolder.seat == 4)
        before, now = (await session.exec(query.order_by(SeatHolder.id))).all()  # type: ignore[arg-type]
    assert (before.holder, before.until) == (Holder.AI, three.clock.now())
    assert (now.holder, now.until) == (Holder.PERSON, None)


async def test_without_a_seat_named_an_ai_players_comes_first(three: World) -> None:
    await three.lobby.leave(three.table_id, FRIENDS[0])
    assert key(await voting(three).substitute(three.table_id, NEWCOMER)) == "toast-took-over"
    assert await owner(three, 3) == NEWCOMER.first_name


async def test_a_sleeping_persons_seat_takes_a_vote(six: World) -> None:
    await six.lobby.leave(six.table_id, FRIENDS[2])
    assert key(await voting(six).substitute(six.table_id, NEWCOMER)) == "toast-vote-opened"
    assert await stand(six) == Tally(0, 0, 5)
    for friend in (0, 1):
        await ballot(six, friend, yes=True)
    assert await owner(six, 2) == FRIENDS[2].first_name
    await ballot(six, 3, yes=True)
    assert await owner(six, 2) == NEWCOMER.first_name
    seat = await six.seat(2)
    assert not seat.asleep
    assert seat.earner != (seat.user_id, "")


async def test_somebody_who_is_awake_is_not_replaced(six: World) -> None:
    assert key(await voting(six).substitute(six.table_id, NEWCOMER, 2)) == "toast-awake"
    assert key(await voting(six).substitute(six.table_id, NEWCOMER)) == "toast-nobody-to-replace"


async def test_who_sits_at_the_table_takes_no_second_seat(three: World) -> None:
    assert key(await voting(three).substitute(three.table_id, FRIENDS[0], 4)) == "toast-sit-already"


async def test_the_sleeper_who_votes_is_back_and_stays(six: World) -> None:
    await six.lobby.leave(six.table_id, FRIENDS[2])
    await voting(six).substitute(six.table_id, NEWCOMER, 2)
    assert key(await ballot(six, 2, yes=False)) == "toast-back"
    assert not (await six.seat(2)).asleep
    assert (await vote(six)).outcome == VoteOutcome.VOID


async def test_a_sleeper_who_is_back_before_the_vote_is_won_stays(six: World) -> None:
    await six.lobby.leave(six.table_id, FRIENDS[2])
    await voting(six).substitute(six.table_id, NEWCOMER, 2)
    await six.tap(2, Op.WAKE)
    assert (await vote(six)).outcome == VoteOutcome.VOID
    assert (await six.slot(SlotKind.VOTE)).stale
    assert key(await ballot(six, 0, yes=True)) == "toast-vote-over"
    assert await owner(six, 2) == FRIENDS[2].first_name


async def test_another_sleeper_who_is_back_changes_nothing_of_a_vote(six: World) -> None:
    for friend in (2, 3):
        await six.lobby.leave(six.table_id, FRIENDS[friend])
    await voting(six).substitute(six.table_id, NEWCOMER, 2)
    await six.tap(3, Op.WAKE)
    assert (await vote(six)).open
    assert await stand(six) == Tally(0, 0, 5)


async def test_where_all_sleep_nobody_has_anything_against_it(world: World) -> None:
    await world.sit(1)
    await world.meet(NEWCOMER)
    await world.lobby.leave(world.table_id, FRIENDS[0])
    await voting(world).substitute(world.table_id, NEWCOMER, 0)
    await world.wait(VOTE_SECONDS)
    assert await owner(world, 0) == NEWCOMER.first_name


async def test_who_has_not_started_the_bot_is_led_there_and_plays_by_the_link(world: World) -> None:
    await world.sit(3)
    reply = await voting(world).substitute(world.table_id, NEWCOMER, 4)
    assert reply.url == "https://t.me/gouji_bot?start=sub_1_5"
    await world.meet(NEWCOMER)
    assert key(await voting(world).substitute_by_link("sub_1_5", NEWCOMER)) == "toast-took-over"
    assert await owner(world, 4) == NEWCOMER.first_name


@pytest.mark.parametrize("payload", ["sub", "sub_1", "sub_1_7", "sub_1_-1", "sub_%_1", "sub_zzzzzzz_1"])
async def test_a_link_that_we_did_not_write_is_refused(three: World, payload: str) -> None:
    assert key(await voting(three).substitute_by_link(payload, NEWCOMER)) == "notice-bad-link"


async def test_the_newcomer_has_the_full_time_and_the_hand(three: World) -> None:
    await three.ready()
    deal = await three.until(lambda deal: deal.view(None).asked in ((3,), (4,), (5,)))
    (seat,) = deal.view(None).asked
    await three.show_all()
    await voting(three).substitute(three.table_id, NEWCOMER, seat)
    timer = (await three.timers())[seat]
    assert timer.due is None or timer.due <= three.clock.now() + timedelta(seconds=5)
    assert timer.deadline == three.clock.now() + timedelta(seconds=45 + 10)
    jobs = await three.jobs()
    assert NEWCOMER.telegram_id in [job.telegram_id for job in jobs]


async def test_the_hand_of_who_was_replaced_is_taken_away(six: World) -> None:
    await six.lobby.leave(six.table_id, FRIENDS[2])
    await six.show_all()
    shown = (await six.slot(SlotKind.HAND, 2)).message_id
    assert shown is not None
    await voting(six).kick(six.table_id, FRIENDS[0], 2, is_admin=ADMIN)
    job = next(job for job in await six.jobs() if job.telegram_id == FRIENDS[2].telegram_id)
    assert (job.data, job.old) == (None, (shown,))
    assert key(await six.tap(2, Op.HAND)) == "toast-not-seated"


async def test_a_seat_in_the_lobby_needs_no_substitute(world: World) -> None:
    await world.meet(NEWCOMER)
    await world.open()
    assert key(await voting(world).substitute(world.table_id, NEWCOMER, 1)) == "toast-not-started"


# Sending somebody away


async def test_an_admin_sends_somebody_away_at_once(six: World) -> None:
    reply = await voting(six).kick(six.table_id, STRANGER, 2, is_admin=ADMIN)
    assert key(reply) == "toast-kicked"
    assert await owner(six, 2) is None
    found = await vote(six)
    assert (found.outcome, found.by_admin, found.open) == (VoteOutcome.YES, True, None)
    deal = await six.deal()
    await six.wait(60)
    assert (await six.deal()).number > deal.number


async def test_people_send_somebody_away_by_vote(six: World) -> None:
    await voting(six).kick(six.table_id, FRIENDS[0], 2, is_admin=not ADMIN)
    await ballot(six, 2, yes=False)
    for friend in (1, 3):
        await ballot(six, friend, yes=True)
    assert await owner(six, 2) == FRIENDS[2].first_name
    await ballot(six, 4, yes=True)
    assert await owner(six, 2) is None
    assert (await six.seat(2)).earner[0] is not None


async def test_who_was_sent_away_comes_back_only_by_vote(six: World) -> None:
    await voting(six).kick(six.table_id, STRANGER, 2, is_admin=ADMIN)
    assert key(await voting(six).substitute(six.table_id, FRIENDS[2], 2)) == "toast-vote-opened"
    assert await owner(six, 2) is None
    for friend in (0, 1, 3):
        await ballot(six, friend, yes=True)
    assert await owner(six, 2) == FRIENDS[2].first_name
    seat = await six.seat(2)
    assert seat.earner == (seat.user_id, "")


async def test_ai_players_empty_seats_and_oneself_are_not_sent_away(three: World) -> None:
    for seat in (4, 7, -1):
        reply = await voting(three).kick(three.table_id, FRIENDS[0], seat, is_admin=ADMIN)
        assert key(reply) == "toast-nobody-to-kick"
    reply = await voting(three).kick(three.table_id, FRIENDS[0], 0, is_admin=ADMIN)
    assert key(reply) == "toast-leave-yourself"


async def test_from_a_lobby_one_is_sent_away_too_and_does_not_sit_down_again(world: World) -> None:
    await world.meet(*FRIENDS[:3])
    await world.open()
    for seat in range(3):
        await world.lobby.join(world.table_id, seat, FRIENDS[seat])
    await voting(world).kick(world.table_id, FRIENDS[0], 2, is_admin=not ADMIN)
    await ballot(world, 1, yes=True)
    assert [seat.seat for seat in await world.seats()] == [0, 1]
    assert key(await world.lobby.join(world.table_id, 2, FRIENDS[2])) == "toast-kicked-before"
    await world.meet(NEWCOMER)
    assert key(await world.lobby.join(world.table_id, 2, NEWCOMER)) == "toast-seated"


async def test_a_vote_about_somebody_whom_an_admin_has_sent_away_is_over(six: World) -> None:
    await voting(six).kick(six.table_id, FRIENDS[0], 2, is_admin=not ADMIN)
    await voting(six).kick(six.table_id, STRANGER, 2, is_admin=ADMIN)
    async with six.database.transaction() as session:
        outcomes = [row.outcome for row in (await session.exec(select(Vote).order_by(Vote.id))).all()]  # type: ignore[arg-type]
    assert outcomes == [VoteOutcome.VOID, VoteOutcome.YES]


async def test_people_are_found_by_name_or_by_their_id(world: World) -> None:
    bob = Person(800, "Bob", username="Bob_the_Builder")
    await world.meet(bob, FRIENDS[0])
    await world.open()
    await world.lobby.join(world.table_id, 1, FRIENDS[0])
    await world.lobby.join(world.table_id, 4, bob)
    assert await voting(world).seat_of(world.table_id, username="bob_the_builder") == 4
    assert await voting(world).seat_of(world.table_id, telegram_id=FRIENDS[0].telegram_id) == 1
    assert await voting(world).seat_of(world.table_id, username="") is None
    assert await voting(world).seat_of(world.table_id, username="nobody") is None


# Pausing


async def paused(world: World) -> None:
    """All have agreed to pause."""
    await voting(world).pause(world.table_id, FRIENDS[0])
    for friend in range(1, 6):
        if (await world.table()).paused_at is None:
            await ballot(world, friend, yes=True)
    assert (await world.table()).paused_at is not None


async def moments(world: World) -> list[datetime | None]:
    """When anything will happen."""
    found: list[datetime | None] = []
    for timer in (await world.timers()).values():
        found += [timer.due, timer.deadline, timer.remind_at]
    return found


async def test_one_person_among_ai_players_pauses_at_once(world: World) -> None:
    await world.sit(1)
    await voting(world).pause(world.table_id, FRIENDS[0])
    assert (await world.table()).paused_at == world.clock.now()


async def test_all_night_nothing_happens(three: World) -> None:
    await three.ready()
    await paused(three)
    before = await three.deal()
    assert set(await moments(three)) == {None}
    assert await three.timekeeper.run_due() is None
    three.clock.set(three.clock.now() + timedelta(hours=9))
    assert await three.timekeeper.run_due() is None
    assert (await three.deal()).digest == before.digest
    assert not any(seat.asleep or seat.missed for seat in await three.seats())


async def test_all_night_nothing_is_played_and_screens_say_so(three: World) -> None:
    await three.ready()
    await paused(three)
    before = await three.deal()
    (asked,) = before.view(None).asked
    for seat in range(3):
        assert key(await three.tap(seat, Op.RANK, "3")) == "toast-paused"
    assert (await three.deal()).digest == before.digest
    assert await three.intents() == []
    tables = [job.data for job in await three.jobs() if isinstance(job.data, GameData)]
    assert [data.paused for data in tables] == [True]
    await three.show_all()
    assert set(await moments(three)) == {None}
    assert asked in await three.timers()


async def test_one_tap_goes_on_with_the_full_time(six: World) -> None:
    await six.ready()
    await six.show_all()
    await six.wait(30)
    await paused(six)
    six.clock.set(six.clock.now() + timedelta(hours=9))
    assert key(await voting(six).resume(six.table_id, STRANGER)) == "toast-not-seated"
    assert key(await voting(six).resume(six.table_id, FRIENDS[4])) == "toast-resumed"
    (asked,) = (await six.deal()).view(None).asked
    timer = (await six.timers())[asked]
    assert timer.deadline == six.clock.now() + timedelta(seconds=45 + 10)
    await six.show_all()
    timer = (await six.timers())[asked]
    assert timer.deadline == six.clock.now() + timedelta(seconds=45)
    assert key(await voting(six).resume(six.table_id, FRIENDS[4])) == "toast-not-paused"


async def test_a_window_has_its_full_time_after_a_pause(six: World) -> None:
    await six.wait(20)
    await paused(six)
    await six.wait(3600)
    await voting(six).resume(six.table_id, FRIENDS[0])
    assert {timer.deadline for timer in (await six.timers()).values()} == {
        six.clock.now() + timedelta(seconds=25)
    }


async def test_a_pause_holds_across_a_restart(six: World) -> None:
    await six.ready()
    await paused(six)
    six.clock.set(six.clock.now() + timedelta(hours=9))
    await six.restart()
    await six.timekeeper.recover()
    assert set(await moments(six)) == {None}
    before = await six.deal()
    await six.wait(600)
    assert (await six.deal()).digest == before.digest


async def test_the_wait_after_a_level_play_begins_again(six: World) -> None:
    await six.ready()
    await six.play_to(lambda deal: deal.guarded)
    held = await six.held()
    assert held is not None
    assert held > six.clock.now()
    await paused(six)
    six.clock.set(six.clock.now() + timedelta(hours=9))
    await voting(six).resume(six.table_id, FRIENDS[0])
    assert await six.held() == six.clock.now() + timedelta(seconds=six.settings.burn_wait)


async def test_who_leaves_or_is_replaced_in_the_night_starts_no_clock(six: World) -> None:
    await six.ready()
    await paused(six)
    await six.lobby.leave(six.table_id, FRIENDS[1])
    await voting(six).kick(six.table_id, STRANGER, 2, is_admin=ADMIN)
    await voting(six).substitute(six.table_id, NEWCOMER, 2)
    assert set(await moments(six)) == {None}
    before = await six.deal()
    await six.wait(600)
    assert (await six.deal()).digest == before.digest


async def test_between_two_deals_a_table_can_pause_too(three: World) -> None:
    for person in FRIENDS[:3]:
        await three.lobby.leave_all(person, None)
    await three.play_out()
    assert (await three.table()).status == TableStatus.BETWEEN
    async with three.database.transaction() as session:
        for seat in await Tables(session).seats(three.table_id):
            seat.asleep = False
    await paused(three)
    await three.wait(3600)
    assert (await three.table()).status == TableStatus.BETWEEN
    await voting(three).resume(three.table_id, FRIENDS[0])
    await three.wait(600)
    assert (await three.table()).status != TableStatus.BETWEEN


async def test_pausing_twice_is_told(six: World) -> None:
    await paused(six)
    assert key(await voting(six).pause(six.table_id, FRIENDS[0])) == "toast-paused-already"


# What is shown


async def test_the_menu_is_a_message_of_its_own_posted_anew_when_it_is_far_away(six: World) -> None:
    await six.show_all()
    assert key(await voting(six).menu(six.table_id, STRANGER)) == "toast-menu"
    (job,) = await six.jobs()
    assert isinstance(job.data, MenuData)
    assert (job.group, job.anew) == (True, True)
    await six.prompts.shown(job, 500, "menu")
    await voting(six).menu(six.table_id, FRIENDS[0])
    (job,) = await six.jobs()
    assert (job.message_id, job.anew) == (500, False)
    await six.prompts.shown(job, 500, "menu")
    for _ in range(6):
        await six.persons.posted(GROUP)
    await voting(six).menu(six.table_id, FRIENDS[0])
    assert [job.anew for job in await six.jobs()] == [True]


async def test_a_tap_on_the_menu_or_a_vote_leaves_their_buttons(six: World) -> None:
    await six.show_all()
    await voting(six).menu(six.table_id, FRIENDS[0])
    await voting(six).pause(six.table_id, FRIENDS[0])
    await six.show_all()
    for kind in (SlotKind.MENU, SlotKind.VOTE):
        message = (await six.slot(kind)).message_id
        assert message is not None
        await six.prompts.tapped(six.table_id, GROUP.telegram_id, message)
    assert (await six.slot(SlotKind.TABLE)).old == ""
    await six.prompts.tapped(six.table_id, GROUP.telegram_id, 4)
    assert (await six.slot(SlotKind.TABLE)).old == "4"


async def test_a_vote_is_shown_from_its_opening_to_its_end_in_one_message(six: World) -> None:
    await six.show_all()
    await voting(six).pause(six.table_id, FRIENDS[0])
    (job,) = await six.jobs()
    assert isinstance(job.data, VoteData)
    assert (job.data.yes, job.data.needed, job.data.outcome, job.anew) == (1, 4, "", True)
    await six.prompts.shown(job, 501, "vote")
    for friend in range(1, 4):
        await ballot(six, friend, yes=True)
    job = next(job for job in await six.jobs() if isinstance(job.data, VoteData))
    assert isinstance(job.data, VoteData)
    assert (job.message_id, job.anew, job.data.outcome) == (501, False, VoteOutcome.YES)


async def test_no_menu_at_a_table_that_is_over(six: World) -> None:
    await six.lobby.stop(GROUP, FRIENDS[0], ADMIN)
    assert key(await voting(six).menu(six.table_id, FRIENDS[0])) == "toast-table-over"

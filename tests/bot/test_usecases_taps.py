"""What a tap in a running deal does, and what its tapper is told."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import datetime

import pytest

from bot.callback import CallbackData, Op
from bot.screens.text import rank_name
from bot.usecases import game as games
from bot.usecases import timing
from bot.usecases.play import hand_view, hands_anew
from engine import choices
from engine.actions import BLIND_CALL, PASS, READY, REVOLT, Action
from engine.cards import ACE, SYMBOLS, THREE, TWO
from engine.deal import Deal
from engine.view import Phase
from storage.models import ActionRow, How, IntentKind, SlotKind, TableStatus, Timer
from tests.bot.world import FRIENDS, GROUP, PRIVATE, STRANGER, World, key, lowest

pytestmark = pytest.mark.both_databases


@pytest.fixture
async def playing(world: World) -> World:
    """Six friends at the first lead of a deal."""
    await world.sit()
    await world.ready()
    deal = await world.deal()
    assert (deal.phase, deal.view(None).table) == (Phase.PLAY, None)
    return world


async def _leader(world: World) -> int:
    return (await world.deal()).view(None).asked[0]


async def _lowest(world: World, seat: int) -> str:
    play = lowest((await world.deal()).view(seat))
    assert play is not None
    return str(play)


def _can_beat(deal: Deal) -> bool:
    """An ordinary play is to be answered by somebody who can beat it and could pass."""
    public = deal.view(None)
    if public.table is None or public.guarded or deal.phase is not Phase.PLAY:
        return False
    return lowest(deal.view(public.asked[0])) is not None


async def test_windows_take_everybodys_choice_at_once_and_show_only_how_many_are_ready(world: World) -> None:
    await world.sit()
    assert (await world.deal()).phase is Phase.BLIND
    assert key(await world.tap(3, Op.ACT, str(BLIND_CALL), private=PRIVATE)) == "toast-done"
    public = (await world.deal()).view(None)
    assert (public.ready, public.asked) == (1, (0, 1, 2, 3, 4, 5))
    (row,) = await world.log()
    assert (row.seat, row.token, row.how, row.number) == (3, "blindcall", How.TAP, 1)
    assert row.user_id == (await world.seat(3)).user_id


async def test_a_tap_that_is_delivered_again_does_nothing_even_if_it_turns_something_over(
    playing: World,
) -> None:
    world = playing
    deal = await world.play_to(lambda deal: deal.view(None).table is not None)
    waiting = next(seat for seat in range(6) if seat not in deal.view(None).asked)
    for tap_id, kept in (("1", True), ("1", True), ("2", False), ("1", False), ("2", False), ("3", True)):
        await world.tap(waiting, Op.ACT, str(PASS), tap_id=tap_id)
        presets = [intent for intent in await world.intents() if intent.kind == IntentKind.PRESET]
        assert bool(presets) is kept, tap_id


async def test_who_is_ready_waits_for_the_others(world: World) -> None:
    await world.sit()
    await world.tap(3, Op.ACT, str(READY))
    assert key(await world.tap(3, Op.ACT, str(READY))) == "toast-done"
    assert key(await world.tap(3, Op.ACT, str(BLIND_CALL))) == "toast-wait-for-others"
    assert len(await world.log()) == 1


async def test_a_declaration_in_the_group_says_what_is_at_stake_and_takes_two_taps(world: World) -> None:
    await world.sit()
    first = await world.tap(3, Op.ACT, str(BLIND_CALL), tap_id="1")
    assert (key(first), first.alert) == ("toast-sure-blindcall", True)
    assert key(await world.tap(3, Op.ACT, str(BLIND_CALL), tap_id="1")) == "toast-sure-blindcall"
    assert key(await world.tap(2, Op.ACT, str(BLIND_CALL), tap_id="2")) == "toast-sure-blindcall"
    assert await world.log() == []
    assert key(await world.tap(3, Op.ACT, str(BLIND_CALL), tap_id="3")) == "toast-done"
    (row,) = await world.log()
    assert (row.seat, row.token) == (3, "blindcall")


async def test_a_declaration_that_is_not_open_is_refused_at_once(world: World) -> None:
    await world.sit()
    await world.play_to(lambda deal: deal.phase is Phase.DECLARE)
    deal = await world.deal()
    seat = next(seat for seat in range(6) if REVOLT not in deal.legal_actions(seat))
    reply = await world.tap(seat, Op.ACT, str(REVOLT))
    assert (key(reply), reply.alert) == ("error-cannot-revolt", True)


async def test_a_lead_in_the_group_takes_two_taps_on_one_rank(playing: World) -> None:
    leader, before = await _leader(playing), await playing.deal()
    view = before.view(leader)
    assert view.hand is not None
    first, second = (str(action)[0] for action in choices.leads(view.legal, view.hand)[:2])
    for rank in (first, second):
        reply = await playing.tap(leader, Op.RANK, rank)
        assert key(reply) == "toast-lead-confirm"
        assert reply.text is not None
        told = dict(reply.text.args)
        shown = rank_name(SYMBOLS.index(rank))
        assert (told["rank"], str(told["play"]).split("×")[0], reply.alert) == (shown, shown, False)
    assert (await playing.deal()).number == before.number
    assert key(await playing.tap(leader, Op.RANK, second)) == "toast-done"
    table = (await playing.deal()).view(None).table
    assert table is not None
    assert (table.owner, SYMBOLS[table.play.base]) == (leader, second)
    assert await playing.intents() == []


async def test_a_tap_that_is_delivered_twice_does_not_confirm_itself(playing: World) -> None:
    leader, number = await _leader(playing), (await playing.deal()).number
    rank = (await _lowest(playing, leader))[0]
    for _ in range(2):
        assert key(await playing.tap(leader, Op.RANK, rank, tap_id="7")) == "toast-lead-confirm"
    assert (await playing.deal()).number == number
    assert key(await playing.tap(leader, Op.RANK, rank, tap_id="8")) == "toast-done"
    assert (await playing.deal()).number == number + 1


async def test_a_rank_that_is_not_in_the_hand_cannot_be_led(playing: World) -> None:
    deal = await playing.play_to(lambda d: d.view(None).table is None and _lacks(d) is not None)
    leader, rank = deal.view(None).asked[0], _lacks(deal)
    assert rank is not None
    reply = await playing.tap(leader, Op.RANK, SYMBOLS[rank])
    assert (key(reply), reply.alert) == ("toast-none-of-rank", True)


def _lacks(deal: Deal) -> int | None:
    asked = deal.view(None).asked
    hand = deal.view(asked[0]).hand if asked else None
    return None if hand is None else next((r for r in range(ACE) if not hand[r]), None)


async def test_a_rank_that_beats_follows_at_once_with_the_fewest_wild_cards(playing: World) -> None:
    deal = await playing.play_to(_can_beat)
    seat = deal.view(None).asked[0]
    cheapest = await _lowest(playing, seat)
    assert key(await playing.tap(seat, Op.RANK, cheapest[0])) == "toast-done"
    table = (await playing.deal()).view(None).table
    assert table is not None
    assert (table.owner, str(table.play)) == (seat, cheapest)


async def test_a_rank_that_cannot_beat_tells_its_tapper_alone(playing: World) -> None:
    deal = await playing.play_to(_can_beat)
    seat = deal.view(None).asked[0]
    before = deal.number
    view = deal.view(seat)
    assert view.hand is not None
    held = [rank for rank in range(THREE, TWO) if view.hand[rank]]
    rank = next(rank for rank in held if choices.cheapest(view.legal, rank) is None)
    reply = await playing.tap(seat, Op.RANK, SYMBOLS[rank])
    assert key(reply) in ("error-too-low", "error-missing-cards", "error-small-joker", "error-big-joker")
    assert reply.alert
    assert (await playing.deal()).number == before


async def test_who_is_not_asked_is_told_for_whom_the_table_waits(playing: World) -> None:
    leader = await _leader(playing)
    other = (leader + 2) % 6
    for op, argument in ((Op.RANK, "5"), (Op.ACT, "5"), (Op.ACT, str(PASS))):
        reply = await playing.tap(other, op, argument)
        assert key(reply) == "toast-not-your-turn"
        assert reply.text is not None
        assert dict(reply.text.args) == {"seat": "①②③④⑤⑥"[leader], "name": FRIENDS[leader].first_name}
    reply = await playing.tap(other, Op.BURN)
    assert (key(reply), reply.alert) == ("toast-cannot-burn", True)


async def test_a_stranger_changes_nothing(playing: World) -> None:
    before = (await playing.deal()).digest
    for op, argument in ((Op.RANK, "5"), (Op.ACT, str(PASS)), (Op.BURN, ""), (Op.WAKE, "")):
        reply = await playing.tap(STRANGER, op, argument)
        assert (key(reply), reply.alert, reply.hand) == ("toast-not-seated", True, None)
    assert (await playing.deal()).digest == before
    assert await hand_view(playing.services, playing.table_id, STRANGER) is None


async def test_a_tap_on_a_decision_that_is_over_brings_fresh_buttons(playing: World) -> None:
    leader = await _leader(playing)
    decision = (await playing.deal()).decision(leader)
    await playing.answer(leader)
    await playing.show_all()
    number = (await playing.deal()).number
    reply = await playing.tap(leader, Op.ACT, str(PASS), decision=decision)
    assert key(reply) == "toast-stale"
    assert (await playing.deal()).number == number
    assert (await playing.slot(SlotKind.TABLE)).stale
    assert not (await playing.slot(SlotKind.HAND, leader)).stale
    await playing.tap(leader, Op.ACT, str(PASS), decision=decision, private=PRIVATE)
    assert (await playing.slot(SlotKind.HAND, leader)).stale


@pytest.mark.parametrize("op", [Op.ACT, Op.RANK])
async def test_a_doubled_tap_is_done_once(playing: World, op: Op) -> None:
    leader = await _leader(playing)
    decision, play = (await playing.deal()).decision(leader), await _lowest(playing, leader)
    argument = play if op is Op.ACT else play[0]
    if op is Op.RANK:
        await playing.tap(leader, op, argument)
    replies = [await playing.tap(leader, op, argument, decision=decision) for _ in range(2)]
    assert [key(reply) for reply in replies] == ["toast-done"] * 2
    assert [row.token for row in await playing.log()][-1] == play
    assert (await playing.deal()).view(None).table is not None


async def test_taps_at_the_same_moment_give_one_action(playing: World) -> None:
    leader, before = await _leader(playing), await playing.deal()
    view = before.view(leader)
    assert view.hand is not None
    plays = [str(action) for action in choices.leads(view.legal, view.hand)]
    replies = await asyncio.gather(*(playing.tap(leader, Op.ACT, play, decision=view.mine) for play in plays))
    assert sorted(str(key(reply)) for reply in replies) == ["toast-done", *["toast-stale"] * (len(plays) - 1)]
    assert (await playing.deal()).number == before.number + 1


async def test_two_processes_take_one_tap_each_and_one_action_counts(playing: World) -> None:
    other = World(playing.path, url=playing.url)
    other.table_id = playing.table_id
    leader, before = await _leader(playing), await playing.deal()
    view = before.view(leader)
    assert view.hand is not None
    first, second = (str(action) for action in choices.leads(view.legal, view.hand)[:2])
    replies = await asyncio.gather(
        playing.tap(leader, Op.ACT, first, decision=view.mine),
        other.tap(leader, Op.ACT, second, decision=view.mine),
    )
    assert sorted(str(key(reply)) for reply in replies) == ["toast-done", "toast-stale"]
    assert (await playing.deal()).digest == (await other.deal()).digest
    assert (await other.deal()).number == before.number + 1
    await other.database.close()


async def test_who_appends_second_reads_again(playing: World, monkeypatch: pytest.MonkeyPatch) -> None:
    leader, before = await _leader(playing), await playing.deal()
    decide, rivals = timing.may_take_effect, [(leader + 1) % 6]

    def after_a_rival(game: games.Game, timer: Timer, action: Action, now: datetime) -> bool:
        for seat in rivals:
            game.session.add(_row(game, seat, timer, now))
        rivals.clear()
        return decide(game, timer, action, now)

    monkeypatch.setattr(timing, "may_take_effect", after_a_rival)
    play = await _lowest(playing, leader)
    assert key(await playing.tap(leader, Op.ACT, play)) == "toast-done"
    assert rivals == []
    assert [(row.number, row.seat, row.token) for row in await playing.log()][before.number :] == [
        (before.number + 1, leader, play)
    ]


def _row(game: games.Game, seat: int, timer: Timer, now: datetime) -> ActionRow:
    return ActionRow(
        deal_id=game.key,
        number=game.deal.number + 1,
        seat=seat,
        token=str(PASS),
        decision=timer.decision,
        how=How.TAP,
        at=now,
        digest="",
    )


async def test_what_is_not_legal_is_explained_and_does_nothing(playing: World) -> None:
    leader, before = await _leader(playing), (await playing.deal()).digest
    for token, told in ((str(PASS), "error-must-lead"), ("5" * 17, None), ("5wWW", None)):
        reply = await playing.tap(leader, Op.ACT, token, private=PRIVATE)
        assert str(key(reply)).startswith("error-")
        assert told is None or key(reply) == told
        assert reply.alert
    for nonsense in ("??", "!!", "345", "<"):
        reply = await playing.tap(leader, Op.ACT, nonsense, private=PRIVATE)
        assert key(reply) is not None
    assert (await playing.deal()).digest == before


async def test_the_builder_keeps_a_draft_until_the_decision_is_over(playing: World) -> None:
    leader = await _leader(playing)
    await playing.tap(leader, Op.BUILD, "5", private=PRIVATE)
    await playing.tap(leader, Op.BUILD, "55", private=PRIVATE)
    assert [(i.seat, i.kind, i.value) for i in await playing.intents()] == [(leader, IntentKind.DRAFT, "55")]
    await playing.tap(leader, Op.CLOSE, private=PRIVATE)
    assert await playing.intents() == []
    await playing.tap(leader, Op.BUILD, "5", private=PRIVATE)
    await playing.answer(leader)
    assert await playing.intents() == []


async def test_the_hand_is_shown_to_its_owner_alone_and_changes_nothing(playing: World) -> None:
    leader = await _leader(playing)
    other = (leader + 1) % 6
    await playing.show_all()
    view = await hand_view(playing.services, playing.table_id, FRIENDS[other])
    assert view is not None
    assert view.hand == (await playing.deal()).view(other).hand
    assert await playing.prompts.stale() == []


async def test_before_the_cards_there_is_no_hand_to_show(world: World) -> None:
    await world.sit()
    view = await hand_view(world.services, world.table_id, FRIENDS[2])
    assert view is not None
    assert view.hand is None


async def test_hand_command_sends_the_private_screens_of_all_tables_anew(playing: World) -> None:
    await playing.show_all()
    assert await hands_anew(playing.services, STRANGER) == 0
    assert await hands_anew(playing.services, FRIENDS[2]) == 1
    slot = await playing.slot(SlotKind.HAND, 2)
    assert (slot.stale, slot.anew) == (True, True)


async def test_a_tap_at_a_table_that_is_over_says_so(playing: World) -> None:
    await playing.lobby.stop(GROUP, FRIENDS[0], is_admin=False)
    assert (await playing.table()).status == TableStatus.STOPPED
    reply = await playing.tap(0, Op.ACT, str(PASS), decision="1")
    assert key(reply) == "toast-table-over"
    for table in (99, 36**12):
        reply = await playing.play.tap(CallbackData(table, "1", Op.ACT, "-"), FRIENDS[0], private=False)
        assert key(reply) == "toast-stale"


async def test_a_button_of_a_table_that_cannot_be_changes_nothing(playing: World) -> None:
    table = 36**12 - 1
    data = CallbackData(table, "1", Op.ACT, "-", 36**12 - 1)
    assert key(await playing.play.tap(data, FRIENDS[0], PRIVATE)) == "toast-stale"
    other = replace(data, table=playing.table_id)
    assert key(await playing.play.tap(other, FRIENDS[0], PRIVATE)) == "toast-stale"
    changes = playing.changes
    await playing.prompts.tapped(table, GROUP.telegram_id, 5)
    assert playing.changes == changes

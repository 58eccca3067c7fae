"""``/history``, ``/replay`` and ``/verify``: who may read what, and how it looks."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlmodel.ext.asyncio.session import AsyncSession

from bot.locales import LANGUAGES
from bot.pages import Kind, Page
from bot.screens.history import command, match, matches, verify
from bot.screens.past import DealLine, MatchData, MatchesData, MatchLine, ReplayData, VerifyData
from bot.screens.replay import replay, unreadable
from bot.usecases.common import ChatRef
from bot.usecases.history import DEALS_A_PAGE, MATCHES_A_PAGE, History, UnreadableError
from engine import cli
from engine.cards import SEATS, format_cards
from engine.record import read
from engine.record import replay as replay_record
from engine.rules import PRESETS
from engine.shuffle import commitment, shuffled
from engine.view import Phase
from storage.models import ActionRow, DealRow, DealStatus
from storage.repositories import Deals
from tests.bot.past import Past, played
from tests.bot.screening import LOCALES, NASTY, check, labels
from tests.bot.screening import SEATS as WORST
from tests.bot.world import FRIENDS, GROUP, START, STRANGER, World

pytestmark = pytest.mark.both_databases

OTHER = ChatRef(-200600, "另一个群")


@pytest.fixture
def history(world: World) -> History:
    """What is tested."""
    return History(world.services)


@pytest.fixture
def past(world: World) -> Past:
    """The past, still empty."""
    return Past(world)


# Matches


async def test_the_matches_of_all_chats_in_which_one_has_played_newest_first(
    world: World, history: History, past: Past
) -> None:
    await past.match({0: FRIENDS[0]}, deals=2)
    await past.match({0: FRIENDS[1]})  # in the same chat, without the first friend
    await past.match({2: FRIENDS[0]}, group=OTHER)
    mine = await history.matches(FRIENDS[0], 0)
    assert [line.match_id for line in mine.matches] == past.matches[::-1]
    assert [line.chat_title for line in mine.matches] == [OTHER.title, GROUP.title, GROUP.title]
    assert [line.deals for line in mine.matches] == [1, 1, 2]
    assert [line.points is None for line in mine.matches] == [False, True, False]
    theirs = await history.matches(FRIENDS[1], 0)
    assert [line.match_id for line in theirs.matches] == past.matches[1::-1]
    assert await history.matches(FRIENDS[2], 0) == MatchesData(0, 0, ())
    assert await history.matches(STRANGER, 0) == MatchesData(0, 0, ())


async def test_the_list_has_pages_and_any_number_is_the_nearest(history: History, past: Past) -> None:
    for _ in range(MATCHES_A_PAGE + 1):
        await past.match()
    first, second = await history.matches(FRIENDS[0], 0), await history.matches(FRIENDS[0], 1)
    assert [line.match_id for line in (*first.matches, *second.matches)] == past.matches[::-1]
    assert (first.pages, len(first.matches), len(second.matches)) == (2, MATCHES_A_PAGE, 1)
    assert await history.matches(FRIENDS[0], 36**7 - 1) == second


async def test_a_match_opens_its_deals_for_those_who_sat_in_its_chat(history: History, past: Past) -> None:
    result = await past.match({0: FRIENDS[0], 3: FRIENDS[1]}, deals=2)
    await past.match({0: FRIENDS[2]})
    await past.match({0: FRIENDS[3]}, group=OTHER)
    data = await history.match(FRIENDS[0], past.matches[0], 0)
    assert data is not None
    assert [seat.name for seat in data.seats] == ["小明", None, None, "阿强", None, None]
    assert data.points == result.points
    outcomes = [outcome for outcome in (*(p.outcome for p in result.past), result.deal.outcome) if outcome]
    assert [deal.places for deal in data.deals] == [outcome.places for outcome in outcomes]
    assert [deal.opened for deal in data.deals] == [outcome.opened for outcome in outcomes]
    assert [deal.deal_id for deal in data.deals] == past.deals[:2]
    same_chat = await history.match(FRIENDS[2], past.matches[0], 0)
    assert same_chat is not None
    assert same_chat.deals == data.deals
    for nobody in (FRIENDS[3], STRANGER):
        assert await history.match(nobody, past.matches[0], 0) is None
    for wrong in (99, 2**31, 36**7 - 1):
        assert await history.match(FRIENDS[0], wrong, 0) is None


# Deals


async def test_a_deal_is_read_by_those_who_sat_in_its_chat_and_nobody_else(
    history: History, past: Past
) -> None:
    await past.match({0: FRIENDS[0]})
    await past.match({0: FRIENDS[1]}, group=OTHER)
    (deal_id, other) = past.deals
    assert await history.replay(FRIENDS[0], deal_id, 0) is not None
    assert await history.file(FRIENDS[0], deal_id) is not None
    for person, key in ((FRIENDS[1], deal_id), (FRIENDS[0], other), (STRANGER, deal_id), (FRIENDS[0], 2**40)):
        assert await history.replay(person, key, 0) is None
        assert await history.file(person, key) is None


@pytest.mark.parametrize("status", [DealStatus.RUNNING, DealStatus.LOST])
async def test_a_deal_that_runs_is_never_shown(
    world: World, history: History, past: Past, status: DealStatus
) -> None:
    await past.match({0: FRIENDS[0]})
    await past.match({0: FRIENDS[0]}, group=OTHER)
    running = past.deals[1]
    async with world.database.transaction() as session:
        (await session.get_one(DealRow, running)).status = status
    assert await history.replay(FRIENDS[0], running, 0) is None
    assert await history.file(FRIENDS[0], running) is None
    assert await history.match(FRIENDS[0], past.matches[1], 0) is None
    assert [line.match_id for line in (await history.matches(FRIENDS[0], 0)).matches] == past.matches[:1]
    assert await history.back(FRIENDS[0], None, 1) == past.deals[0]
    assert await history.back(FRIENDS[0], OTHER, 1) is None
    assert await history.to_verify(FRIENDS[0], OTHER) is None


async def test_a_deal_at_a_running_table_is_read_once_it_has_ended(world: World, history: History) -> None:
    await world.sit(2)
    assert await history.back(FRIENDS[0], GROUP, 1) is None
    assert await history.matches(FRIENDS[0], 0) == MatchesData(0, 0, ())
    await world.lobby.stop(GROUP, FRIENDS[0], is_admin=False)
    deal_id = await history.back(FRIENDS[0], GROUP, 1)
    assert deal_id is not None
    data = await history.replay(FRIENDS[1], deal_id, 0)
    assert data is not None
    assert [seat.name for seat in data.seats[:3]] == ["小明", "阿强", None]
    (line,) = (await history.matches(FRIENDS[1], 0)).matches
    assert (line.deals, line.points, line.running) == (0, None, False)


async def test_deals_are_counted_back_from_the_last_one(history: History, past: Past) -> None:
    await past.match({0: FRIENDS[0]}, deals=2)
    await past.match({0: FRIENDS[0], 1: FRIENDS[1]}, group=OTHER)
    first, second, third = past.deals
    assert [await history.back(FRIENDS[0], None, n) for n in (1, 2, 3, 4)] == [third, second, first, None]
    assert [await history.back(FRIENDS[1], None, n) for n in (1, 2)] == [third, None]
    assert [await history.back(STRANGER, GROUP, n) for n in (1, 2, 3)] == [second, first, None]
    assert await history.back(STRANGER, None, 1) is None
    assert await history.back(FRIENDS[0], ChatRef(-9), 1) is None


async def test_the_file_replays_to_the_stored_end(
    world: World, history: History, past: Past, tmp_path: Path
) -> None:
    result = await past.match({0: FRIENDS[0]}, deals=3, preset="kaidian", seed="file")
    for deal_id, record in zip(past.deals, result.records, strict=True):
        file = await history.file(FRIENDS[0], deal_id)
        assert file is not None
        assert read(file.text).with_actions(()) == record.with_actions(())
        assert [str(token.action) for token in read(file.text).tokens] == [
            str(t.action) for t in record.tokens
        ]
        *_, (_, last) = replay_record(read(file.text))
        async with world.database.transaction() as session:
            rows = await rows_of(session, deal_id)
        assert last.deal.digest == rows[-1].digest
        assert file.name.endswith(".gouji")
        (tmp_path / file.name).write_text(file.text, encoding="utf-8")
        output = io.StringIO()
        assert cli.main(["replay", str(tmp_path / file.name)], output) == 0
        assert output.getvalue().startswith("phase: over")
        assert FRIENDS[0].first_name not in file.text + file.name
    assert len(past.deals) == 3


async def rows_of(session: AsyncSession, deal_id: int) -> list[ActionRow]:
    """The stored actions of a deal."""
    return await Deals(session).actions(deal_id)


async def test_each_step_shows_the_hands_and_what_was_done(history: History, past: Past) -> None:
    result = await past.match({0: FRIENDS[0]}, seed="steps")
    (record,) = result.records
    steps = list(replay_record(record))
    for number in range(0, len(steps), 7):
        data = await history.replay(FRIENDS[0], past.deals[0], number)
        assert data is not None
        deal = steps[number][1].deal
        assert data.hands == tuple(deal.state.hands[seat] for seat in SEATS)
        assert data.view == deal.view(None)
        assert (data.step, data.steps) == (number, len(steps) - 1)
        assert data.happened[-1] == steps[number][1].events
    end = await history.replay(FRIENDS[0], past.deals[0], 36**7 - 1)
    assert end is not None
    assert (end.step, end.view.phase) == (len(steps) - 1, Phase.OVER)


async def test_the_jumps_go_from_trick_to_trick(history: History, past: Past) -> None:
    await past.match({0: FRIENDS[0]}, seed="tricks")
    data = await history.replay(FRIENDS[0], past.deals[0], 0)
    forward = []
    while data is not None and data.after < data.steps:
        data = await history.replay(FRIENDS[0], past.deals[0], data.after)
        assert data is not None
        forward.append(data.step)
        assert data.trick == len(forward)
        assert len(data.happened) == 1
    backward = []
    while data is not None and data.before > 0:
        data = await history.replay(FRIENDS[0], past.deals[0], data.before)
        assert data is not None
        backward.append(data.step)
    assert backward == forward[-2::-1]
    assert len(forward) > 10


async def test_a_deal_of_other_rules_cannot_be_shown_but_read_as_a_file(
    world: World, history: History, past: Past
) -> None:
    await past.match({0: FRIENDS[0]})
    async with world.database.transaction() as session:
        (await rows_of(session, past.deals[0]))[-1].digest = "of other rules"
    with pytest.raises(UnreadableError):
        await history.replay(FRIENDS[0], past.deals[0], 0)
    assert await history.file(FRIENDS[0], past.deals[0]) is not None
    async with world.database.transaction() as session:
        (await rows_of(session, past.deals[0]))[3].token = "333333"
    with pytest.raises(UnreadableError):
        await history.replay(FRIENDS[0], past.deals[0], 0)
    check(unreadable(past.deals[0], "zh", LOCALES))


VOID = "void1476"
"""A seed of a match whose first deal two seats revolt in."""


async def test_a_void_deal_can_be_read_like_any_other(history: History, past: Past) -> None:
    result = await past.match({0: FRIENDS[0]}, seed=VOID)
    assert [played.outcome for played in result.past] == [None]
    data = await history.match(FRIENDS[0], past.matches[0], 0)
    assert data is not None
    assert [(deal.number, deal.void, deal.places is None) for deal in data.deals] == [
        (1, True, True),
        (1, False, False),
    ]
    assert data.match.deals == 1
    check(match(data, "zh", LOCALES))
    end = await history.replay(FRIENDS[0], past.deals[0], 10**6)
    assert end is not None
    assert end.view.phase is Phase.VOID
    check(replay(end, "zh", LOCALES))


async def test_deals_that_the_bot_has_dealt_read_as_it_has_dealt_them(world: World, history: History) -> None:
    world.rules = "deals=2"
    await world.sit(1)
    await world.lobby.leave(world.table_id, FRIENDS[0])
    for _ in range(200):
        if not (await world.table()).running:
            break
        await world.wait(60)
    second, first = [await history.back(FRIENDS[0], None, n) for n in (1, 2)]
    assert first is not None
    assert second is not None
    owed = []
    for deal_id in (first, second):
        file = await history.file(FRIENDS[0], deal_id)
        assert file is not None
        owed.append(read(file.text).owed)
        *_, (_, last) = replay_record(read(file.text))
        async with world.database.transaction() as session:
            rows = await rows_of(session, deal_id)
            results = await Deals(session).results(deal_id)
        assert last.deal.digest == rows[-1].digest
        assert last.deal.outcome is not None
        assert list(last.deal.outcome.places) == [result.place for result in results]
    assert (owed[0], bool(owed[1])) == ((), True)
    data = await history.match(FRIENDS[0], 1, 0)
    assert data is not None
    assert (data.match.deals, sum(data.points)) == (2, 0)


# Checking


async def test_the_last_deal_is_checked_with_the_command_that_is_given(
    world: World, history: History, past: Past
) -> None:
    await past.match({0: FRIENDS[0]}, seed="older", preset="kaidian")
    result = await past.match({0: FRIENDS[1]}, deals=2, seed="last")
    data = await history.to_verify(FRIENDS[0], None)
    assert data == await history.to_verify(STRANGER, GROUP)
    assert data is not None
    assert data.seed == result.records[-1].seed
    text = verify(data, "zh", LOCALES).text
    assert commitment(data.seed) in text
    given = command(data.rules, data.seed)
    assert given in text
    arguments = given.removeprefix("python -m engine ").replace('"', "").split(" ")
    output = io.StringIO()
    assert cli.main(arguments, output) == 0
    for seat, hand in enumerate(shuffled(data.rules, data.seed).hands, 1):
        assert f'[Hand{seat} "' in output.getvalue()
        assert format_cards(hand)[-3:] in output.getvalue()
    assert await history.to_verify(STRANGER, None) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_checking_is_explained_before_there_is_a_deal_too(language: str) -> None:
    check(verify(None, language, LOCALES))
    rules = PRESETS["kaidian"].with_switches("deals=9 point_value=5 card_counts=never burn_guard=off")
    screen = verify(VerifyData(99, START, rules, "f" * 64), language, LOCALES)
    check(screen)
    assert "deals=9" in screen.text


# How it looks


LINE = MatchLine(2**31 - 1, "<群>" * 90, START, PRESETS["biesan"], 99, -99999, running=True)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NASTY)
def test_the_longest_lists_fit(language: str, name: str) -> None:
    line = replace(LINE, chat_title=name)
    data = MatchesData(10**5, 10**6, (line,) * MATCHES_A_PAGE)
    check(matches(data, language, LOCALES))
    check(matches(MatchesData(0, 0, ()), language, LOCALES))
    deals = (
        DealLine(2**31 - 1, 10**4, False, tuple(SEATS), tuple(SEATS), sweep=True),
        DealLine(2**31 - 1, 99, False, None, (), sweep=False),
        DealLine(2**31 - 1, 1, True, None, (), sweep=False),
    ) * 3
    shown = MatchData(line, WORST, (-99999,) * 6, deals[:DEALS_A_PAGE], 1, 3)
    check(match(shown, language, LOCALES))


def test_a_list_turns_where_there_are_pages() -> None:
    def turning(page: int, pages: int) -> list[str]:
        return labels(matches(MatchesData(page, pages, (LINE,)), "zh", LOCALES))[1:]

    assert [turning(0, 1), turning(0, 3), turning(1, 3), turning(2, 3)] == [[], ["▶"], ["◀", "▶"], ["◀"]]


def data_at(preset: str, seed: str, step: int) -> ReplayData:
    """What the replay of a deal with bad names is shown from."""
    record = played(preset, seed, 1).records[-1]
    steps = [step for _, step in replay_record(record)]
    step = min(step, len(steps) - 1)
    deal = steps[step].deal
    last = record.tokens[step - 1] if step else None
    return ReplayData(
        deal_id=2**31 - 1,
        match_id=2**31 - 1,
        chat_title="<群>" * 90,
        rules=record.rules,
        number=99,
        deals=99,
        started_at=START,
        seats=WORST,
        step=step,
        steps=len(steps) - 1,
        trick=99,
        before=max(0, step - 3),
        after=min(step + 3, len(steps) - 1),
        view=deal.view(None),
        hands=tuple(deal.state.hands[seat] for seat in SEATS),
        happened=tuple(step.events for step in steps[max(0, step - 30) : step + 1]),
        last=None if last is None else (last.seat, str(last.action)),
    )


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from(sorted(PRESETS)),
    st.integers(0, 8),
    st.integers(0, 400),
    st.sampled_from(LANGUAGES),
)
def test_every_step_of_every_deal_fits_with_the_longest_names(
    preset: str, seed: int, step: int, language: str
) -> None:
    check(replay(data_at(preset, str(seed), step), language, LOCALES))


def test_what_has_happened_is_told_the_step_itself_in_bold() -> None:
    for step in range(1, 60):
        text = replay(data_at("biesan", "1", step), "zh", LOCALES).text
        story = text.rpartition("\n\n")[2]
        assert "<b>" in story, step


def test_no_step_is_silent_and_what_has_no_words_is_told_as_notation() -> None:
    data = data_at("biesan", "1", 1)
    assert data.last is not None
    assert data.last[1] == "blindcall"
    assert replay(data, "zh", LOCALES).text.endswith(" 预点</b>")
    ready = replace(data, last=(2, "ready"))
    assert "准备好" in replay(ready, "zh", LOCALES).text
    returned = replace(data, happened=((),), last=(2, "<5567"))
    assert replay(returned, "zh", LOCALES).text.endswith(" 还 7×1 6×1 5×2</b>")
    odd = replace(data, happened=((),), last=(2, "KK2"))
    assert "<code>KK2</code>" in replay(odd, "zh", LOCALES).text
    declined = replace(data, happened=((),), last=(2, "."))
    assert "不烧" in replay(declined, "zh", LOCALES).text


def test_the_buttons_step_and_jump_within_the_deal() -> None:
    def targets(step: int) -> list[tuple[Kind, tuple[int, ...]]]:
        keyboard = replay(data_at("biesan", "1", step), "zh", LOCALES).keyboard
        pages = [Page.parse(button.data or "") for row in keyboard for button in row]
        return [(page.kind, page.numbers[1:]) for page in pages]

    data = data_at("biesan", "1", 10)
    middle = [9, 11, 0, data.before, data.after, data.steps]
    assert targets(10)[:6] == [(Kind.DEAL, (step,)) for step in middle]
    assert [numbers for _, numbers in targets(0)[:2]] == [(0,), (1,)]
    assert [numbers for _, numbers in targets(999)[:2]] == [(data.steps - 1,), (data.steps,)]
    assert [kind for kind, _ in targets(10)[6:]] == [Kind.FILE, Kind.MATCH]


def test_the_hands_of_all_who_still_have_cards_are_told_with_their_number() -> None:
    start = replay(data_at("shaopai", "1", 0), "zh", LOCALES).text
    assert start.count("\n　") == 6
    assert start.count(" · 36 张") >= 3
    end = data_at("shaopai", "1", 999)
    text = replay(end, "zh", LOCALES).text
    left = [sum(hand) for hand in end.hands if any(hand)]
    assert text.count("\n　") == len(left) > 0
    assert all(f" · {count} 张" in text for count in left)


def test_a_window_that_asks_all_six_says_what_it_is_about() -> None:
    assert "预点" in replay(data_at("biesan", "1", 0), "zh", LOCALES).text


async def test_how_long_ago_does_not_matter(world: World, history: History, past: Past) -> None:
    await past.match(at=START - timedelta(days=4000))
    assert len((await history.matches(FRIENDS[0], 0)).matches) == 1

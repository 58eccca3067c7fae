"""``/score``: what counts when, who is meant, and how it looks."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.locales import LANGUAGES
from bot.pages import Kind, Page
from bot.screens.past import Figures, Period, PersonData, Standing, StandingsData
from bot.screens.standings import MOST_CHATS, MOST_ROWS, person, standings
from bot.usecases.common import ChatRef, Person
from bot.usecases.standings import Ambiguous, Scores, called, since
from storage.models import User
from tests.bot.past import Past
from tests.bot.screening import LOCALES, NASTY, check, labels
from tests.bot.world import FRIENDS, GROUP, START, STRANGER, World

pytestmark = pytest.mark.both_databases

OTHER = ChatRef(-200600, "另一个群")
SHANGHAI = ZoneInfo("Asia/Shanghai")


# From when on


@pytest.mark.parametrize(
    ("now", "evening"),
    [
        ("2026-12-02 03:59", "2026-12-01 12:00"),  # before noon: still the evening before
        ("2026-12-01 12:00", "2026-12-01 12:00"),
        ("2026-12-01 11:59", "2026-11-30 12:00"),
        ("2026-12-01 23:30", "2026-12-01 12:00"),
    ],
)
def test_an_evening_is_since_noon_and_lasts_over_midnight(now: str, evening: str) -> None:
    local = datetime.fromisoformat(now).replace(tzinfo=SHANGHAI)
    assert since(Period.EVENING, local.astimezone(UTC), SHANGHAI) == datetime.fromisoformat(evening).replace(
        tzinfo=SHANGHAI
    )


def test_a_month_is_since_its_first_midnight_in_the_zone_of_the_chat() -> None:
    now = datetime(2026, 11, 30, 16, 0, tzinfo=UTC)  # the first of December in Shanghai
    assert since(Period.MONTH, now, SHANGHAI) == now
    assert since(Period.MONTH, now, UTC) == datetime(2026, 11, 1, tzinfo=UTC)
    assert since(Period.ALL, now, UTC) is None


# Of a chat


@pytest.fixture
async def past(world: World) -> Past:
    """A match of last year, one of this month, one of this evening; another one in another chat."""
    past = Past(world)
    people = {0: FRIENDS[0], 1: FRIENDS[1]}
    await past.match(people, at=START - timedelta(days=300), deals=3, seed="year")
    await past.match(people, at=START - timedelta(hours=20), seed="month")
    await past.match({4: FRIENDS[0], 2: FRIENDS[2]}, at=START - timedelta(hours=1), seed="evening")
    await past.match({0: FRIENDS[0], 3: FRIENDS[3]}, group=OTHER, at=START - timedelta(hours=1), seed="other")
    return past


def by_name(data: StandingsData) -> dict[str | None, Figures]:
    """The figures by name; of AI players under none."""
    return {row.name: row.figures for row in data.rows}


async def test_each_period_counts_what_ended_in_it_and_adds_up_to_zero(world: World, past: Past) -> None:
    found = {period: await Scores(world.services).of_chat(GROUP, period) for period in Period}
    assert [by_name(data)["小明"].deals for data in found.values()] == [5, 2, 1]
    assert [by_name(data)["小明"].matches for data in found.values()] == [3, 2, 1]
    assert ["阿强" in by_name(data) for data in found.values()] == [True, True, False]
    assert by_name(found[Period.ALL])[None].deals == 5
    for data in found.values():
        assert sum(row.figures.points for row in data.rows) == 0
        assert any(row.figures.points for row in data.rows)
        assert [row.figures.points for row in data.rows] == sorted(
            (row.figures.points for row in data.rows), reverse=True
        )


async def test_the_figures_are_what_the_results_say(world: World) -> None:
    past = Past(world)
    match = await past.match({1: FRIENDS[1]}, deals=3, seed="sums")
    figures = by_name(await Scores(world.services).of_chat(GROUP, Period.ALL))["阿强"]
    outcomes = [outcome for outcome in (*(p.outcome for p in match.past), match.deal.outcome) if outcome]
    assert figures == Figures(
        points=match.points[1],
        matches=1,
        deals=3,
        firsts=sum(outcome.places[1] == 0 for outcome in outcomes),
        sweeps=sum(outcome.sweep == 1 for outcome in outcomes),
        openings=sum(1 in outcome.opened for outcome in outcomes),
        burns_made=3,
        burns_suffered=12,
    )


async def test_a_chat_without_results_has_no_standings(world: World) -> None:
    scores = Scores(world.services)
    assert (await scores.of_chat(GROUP, Period.ALL)).rows == ()
    await world.open()
    assert (await scores.of_chat(GROUP, Period.ALL)).rows == ()


# One person


def test_a_person_is_found_by_username_then_by_name_then_by_a_part_of_it() -> None:
    one, two = (
        User(first_name="建国", last_name="Li", username="jg"),
        User(first_name="建国", username="JGLI"),
    )
    three = User(first_name="Li")
    players = [one, two, three]
    assert called("@jg", players) == [one]
    assert called("JgLi", players) == [two]
    assert called(" 建国   li ", players) == [one]
    assert called("@建国", players) == [two]
    assert called("li", players) == [three]
    assert called("建", players) == [one, two]
    for nobody in ("@", "", "@建", "@nobody", "x"):
        assert called(nobody, players) == [], nobody


async def test_one_person_of_the_chat_and_nobody_else(world: World, past: Past) -> None:
    scores = Scores(world.services)
    found = await scores.of_name(GROUP, "阿强", Period.ALL)
    assert isinstance(found, PersonData)
    standing = by_name(await scores.of_chat(GROUP, Period.ALL))
    assert (found.figures, found.chat_title) == (standing["阿强"], GROUP.title)
    rows = [row.name for row in (await scores.of_chat(GROUP, Period.ALL)).rows]
    assert found.rank == rows.index("阿强") + 1
    assert await scores.of_name(GROUP, FRIENDS[3].first_name, Period.ALL) is None
    assert await scores.of_name(ChatRef(-9), "阿强", Period.ALL) is None
    assert await scores.of_key(GROUP, found.user_id, Period.EVENING) == PersonData(
        "阿强", Period.EVENING, since(Period.EVENING, START, SHANGHAI), Figures(), GROUP.title, found.user_id
    )
    other = await scores.of_name(OTHER, FRIENDS[3].first_name, Period.ALL)
    assert isinstance(other, PersonData)
    assert await scores.of_key(GROUP, other.user_id, Period.ALL) is None
    assert await scores.of_key(GROUP, 36**7 - 1, Period.ALL) is None


async def test_a_person_who_is_mentioned_without_a_username(world: World, past: Past) -> None:
    scores = Scores(world.services)
    found = await scores.of_telegram_id(GROUP, FRIENDS[1].telegram_id, Period.ALL)
    assert found == await scores.of_name(GROUP, "阿强", Period.ALL)
    assert await scores.of_telegram_id(GROUP, FRIENDS[3].telegram_id, Period.ALL) is None
    assert await scores.of_telegram_id(GROUP, STRANGER.telegram_id, Period.ALL) is None


async def test_two_of_one_name_are_told_apart_by_whom_one_writes(world: World) -> None:
    twins = [Person(901, "王", username="wang1"), Person(902, "王", "小", username="wang2")]
    await Past(world).match({0: twins[0], 1: twins[1]})
    scores = Scores(world.services)
    ambiguous = await scores.of_name(GROUP, "王", Period.ALL)
    assert isinstance(ambiguous, PersonData)  # one of them is called so and no more
    both = await scores.of_name(GROUP, "WANG", Period.ALL)
    assert both is None
    await Past(world).match({0: Person(903, "王"), 1: twins[0]}, at=START)
    ambiguous = await scores.of_name(GROUP, "王", Period.ALL)
    assert isinstance(ambiguous, Ambiguous)
    assert sorted(ambiguous.names) == ["王", "王"]
    assert isinstance(await scores.of_name(GROUP, "@wang2", Period.ALL), PersonData)


async def test_own_figures_are_over_all_chats(world: World, past: Past) -> None:
    own = await Scores(world.services).own(FRIENDS[0], Period.ALL)
    assert own.figures.deals == 6
    assert [(title, figures.deals) for title, figures in own.chats] == [(GROUP.title, 5), (OTHER.title, 1)]
    assert own.figures.points == sum(figures.points for _, figures in own.chats)
    assert (await Scores(world.services).own(FRIENDS[3], Period.MONTH)).figures.deals == 1
    assert (await Scores(world.services).own(STRANGER, Period.ALL)).figures == Figures()


# How it looks


FIGURES = st.builds(
    Figures,
    points=st.integers(-(10**6), 10**6),
    matches=st.integers(0, 10**5),
    deals=st.integers(0, 10**6),
    firsts=st.integers(0, 10**6),
    sweeps=st.integers(0, 10**6),
    openings=st.integers(0, 10**6),
    burns_made=st.integers(0, 10**6),
    burns_suffered=st.integers(0, 10**6),
)
NAMES = st.one_of(st.sampled_from(NASTY), st.text(max_size=300))
MOMENTS = st.one_of(st.none(), st.just(START.astimezone(SHANGHAI)))


@settings(max_examples=60, deadline=None)
@given(
    NAMES,
    st.sampled_from(list(Period)),
    MOMENTS,
    st.lists(st.tuples(NAMES, FIGURES), max_size=60),
    st.sampled_from(LANGUAGES),
)
def test_standings_fit_whoever_plays(
    title: str, period: Period, moment: datetime | None, rows: list[tuple[str, Figures]], language: str
) -> None:
    lines = tuple(Standing(name, False, figures) for name, figures in rows)
    check(standings(StandingsData(title, period, moment, lines), language, LOCALES))
    check(person(PersonData(title, period, moment, Figures(1, 1, 1), chats=tuple(rows)), language, LOCALES))
    one = PersonData(title, period, moment, Figures(1, 1, 1), title, 2**31 - 1, rank=10**6)
    check(person(one, language, LOCALES))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_longest_standings_fit(language: str) -> None:
    worst = Figures(-(10**7), *[10**6] * 7)
    names = [name * 3 for name in NASTY] * 20
    rows = tuple(Standing(name, False, worst) for name in names)
    check(standings(StandingsData("<群>" * 90, Period.EVENING, START, rows), language, LOCALES))
    chats = tuple((name, worst) for name in names)
    check(person(PersonData(names[1], Period.MONTH, START, worst, chats=chats), language, LOCALES))


def test_a_list_has_an_end_and_still_adds_up() -> None:
    rows = tuple(Standing(f"<{n}>", False, Figures(100 - n)) for n in range(MOST_ROWS + 5))
    text = standings(StandingsData("群", Period.ALL, None, rows), "zh", LOCALES).text
    points = [int(found) for found in re.findall(r"<b>([+-]\d+)</b>", text)]
    assert len(points) == MOST_ROWS + 1
    assert sum(points) == sum(row.figures.points for row in rows)
    assert "&lt;0&gt;" in text


def test_ai_players_and_the_forgotten_have_a_sign_and_no_name() -> None:
    rows = (Standing(None, True, Figures(3)), Standing(None, False, Figures(-3)))
    text = standings(StandingsData("群", Period.ALL, None, rows), "zh", LOCALES).text
    assert "<b>+3</b> 🤖" in text
    assert "<b>-3</b> 👤" in text


def test_the_buttons_switch_the_period_and_mark_the_one_that_is_shown() -> None:
    screen = standings(StandingsData("群", Period.MONTH, START, ()), "zh", LOCALES)
    assert labels(screen) == ["全部", "• 本月", "今晚"]
    assert "/gouji" in screen.text
    data = [Page.parse(button.data or "") for button in screen.keyboard[0]]
    assert data == [Page(Kind.CHAT, (period.value,)) for period in Period]
    one = person(PersonData("小明", Period.ALL, None, Figures(), "群", 7), "en", LOCALES)
    assert [Page.parse(button.data or "") for button in one.keyboard[0]] == [
        Page(Kind.PERSON, (period.value, 7)) for period in Period
    ]
    own = person(PersonData("小明", Period.ALL, None, Figures()), "en", LOCALES)
    assert [Page.parse(button.data or "").kind for button in own.keyboard[0]] == [Kind.OWN] * 3


def test_chats_are_listed_if_there_is_more_than_one_and_not_without_end() -> None:
    chats = tuple((f"群{n}", Figures(n, 1, 1)) for n in range(MOST_CHATS + 3))
    one = person(PersonData("我", Period.ALL, None, Figures(0, 1, 1), chats=chats[:1]), "zh", LOCALES)
    many = person(PersonData("我", Period.ALL, None, Figures(0, 1, 1), chats=chats), "zh", LOCALES)
    assert "群0" not in one.text
    assert many.text.count("群") == MOST_CHATS + 1

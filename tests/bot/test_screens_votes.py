"""The menu and the votes: what they say, what they offer, and that they fit whatever people are called."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from bot import screens
from bot.callback import CallbackData, Op
from bot.sandbox.entities import utf16
from bot.sandbox.html_markup import parse_html
from bot.screens.model import HandData, SeatInfo
from bot.screens.text import letters
from bot.screens.votes import MenuData, VoteData, menu, vote
from engine.deal import Deal
from engine.rules import BIESAN
from storage.models import VoteKind, VoteOutcome
from tests.bot.screening import LOCALES, game

LANGUAGES = ("zh", "en")
LONG = "<b>&" + "王" * 200
RIGHT_TO_LEFT = "שלום"
SEATS = (
    SeatInfo("小明"),
    SeatInfo("阿强", asleep=True),
    SeatInfo(None, ai="heuristic"),
    SeatInfo(LONG),
    SeatInfo(RIGHT_TO_LEFT),
    SeatInfo(""),
)


def arguments(data: MenuData) -> list[str]:
    """What the buttons of a menu ask for."""
    found = []
    for row in menu(data, "zh", LOCALES).keyboard:
        for button in row:
            parsed = CallbackData.parse(button.data or "")
            assert (parsed.table, parsed.op) == (data.table, Op.MORE)
            found.append(parsed.argument)
    return found


def test_the_menu_offers_ai_players_and_sleepers_to_substitutes_and_people_to_kicks() -> None:
    assert arguments(MenuData(7, SEATS, playing=True)) == [
        *("s2", "s3"),
        *("k1", "k2", "k4", "k5", "k6"),
        "p",
    ]


def test_a_table_that_rests_is_offered_to_go_on() -> None:
    assert arguments(MenuData(7, SEATS, playing=True, paused=True))[-1] == "r"


def test_a_table_that_fills_has_no_seats_to_take_over_and_no_time_to_stop() -> None:
    assert arguments(MenuData(7, SEATS, playing=False)) == ["k1", "k2", "k4", "k5", "k6"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_is_over_offers_nothing(language: str) -> None:
    screen = menu(MenuData(7, SEATS, playing=False, over=True), language, LOCALES)
    assert screen.keyboard == ()
    assert screen.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_fits_whatever_people_are_called(language: str) -> None:
    crowd = tuple(SeatInfo(LONG, asleep=True) for _ in range(6))
    screen = menu(MenuData(2**31 - 1, crowd, playing=True), language, LOCALES)
    text, _ = parse_html(screen.text)
    assert utf16(text) < 1024
    for row in screen.keyboard:
        assert len(row) <= 3
        assert sum(letters(button.text) for button in row) <= 60


def _vote(kind: VoteKind, outcome: str = "", **more: object) -> VoteData:
    values: dict[str, object] = {"seat": None if kind is VoteKind.PAUSE else 2, "target": LONG, **more}
    return VoteData(
        table=7,
        vote=12,
        kind=kind,
        opener=RIGHT_TO_LEFT,
        yes=1,
        no=2,
        needed=3,
        outcome=outcome,
        deadline=1_796_155_200,
        seconds=120,
        **values,  # type: ignore[arg-type]
    )


@pytest.mark.parametrize(("kind", "language"), list(product(VoteKind, LANGUAGES)))
def test_an_open_vote_asks_counts_and_ends_in_time(kind: VoteKind, language: str) -> None:
    screen = vote(_vote(kind), language, LOCALES)
    ((yes, no),) = screen.keyboard
    assert (yes.data, no.data) == ("7.-.my12", "7.-.mn12")
    text, entities = parse_html(screen.text)
    assert "👍 1 · 👎 2" in text
    assert {entity.type for entity in entities} == {"bold", "date_time"}
    assert f"\u2068{RIGHT_TO_LEFT}\u2069" in text
    assert len(text.splitlines()) == 3
    assert utf16(text) < 1024
    if kind is not VoteKind.PAUSE:
        assert "③ <b>&王王王王王王王王…" in text


@pytest.mark.parametrize(
    ("kind", "outcome", "language"),
    list(product(VoteKind, [str(outcome) for outcome in VoteOutcome], LANGUAGES)),
)
def test_a_vote_that_has_ended_says_how_and_offers_nothing(
    kind: VoteKind, outcome: str, language: str
) -> None:
    screen = vote(_vote(kind, outcome), language, LOCALES)
    assert screen.keyboard == ()
    assert screen.text != vote(_vote(kind), language, LOCALES).text


def test_every_end_of_every_vote_reads_differently() -> None:
    ends = product(VoteKind, [str(outcome) for outcome in VoteOutcome])
    texts = [vote(_vote(kind, outcome), "zh", LOCALES).text for kind, outcome in ends]
    assert len(set(texts)) == len(texts)


def test_that_an_administrator_decided_is_told() -> None:
    screen = vote(_vote(VoteKind.KICK, VoteOutcome.YES, by_admin=True), "zh", LOCALES)
    assert "管理员" in screen.text


def test_the_seat_of_an_ai_player_goes_by_its_sign() -> None:
    assert "③ 🤖" in vote(_vote(VoteKind.SUBSTITUTE, VoteOutcome.YES, target=None), "zh", LOCALES).text


def test_as_long_as_a_table_rests_the_vote_that_was_won_lets_it_go_on() -> None:
    resting = vote(_vote(VoteKind.PAUSE, VoteOutcome.YES, paused=True), "zh", LOCALES)
    ((button,),) = resting.keyboard
    assert button.data == "7.-.mr"
    over = vote(_vote(VoteKind.PAUSE, VoteOutcome.YES), "zh", LOCALES)
    assert over.keyboard == ()
    assert over.text != resting.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_that_rests_says_so_and_offers_to_go_on(language: str) -> None:
    deal = Deal.start(BIESAN, "7" * 64).deal
    resting = replace(game(deal, None), paused=True)
    screen = screens.table(resting, language, LOCALES)
    assert next(button.data for row in screen.keyboard for button in row) == f"{resting.table.code}.-.mr"
    assert LOCALES.text(language, "table-paused") in screen.text
    hand = HandData(replace(game(deal, 2), paused=True), asleep=False, draft=None, intent=None)
    private = screens.hand(hand, language, LOCALES)
    assert [button.data for row in private.keyboard for button in row] == [f"{resting.table.code}.-.mr"]
    assert LOCALES.text(language, "table-paused") in private.text

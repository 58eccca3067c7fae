"""What has happened, in words: a line for each event that the table does not show anyway."""

from __future__ import annotations

from typing import Any, get_args

import pytest

from bot.locales import LANGUAGES
from bot.sandbox.html_markup import parse_html
from bot.screens.events import event_line, recent_lines
from bot.screens.model import SeatInfo
from engine import events as e
from engine.cards import THREE, parse_cards
from engine.events import Debt, Event
from engine.play import Play
from engine.rules import Calls
from tests.bot.screening import LOCALES, SEATS
from tests.engine.tables import table

PLAY = Play.parse("KK2w")
EXAMPLES: tuple[Event, ...] = (
    e.Called(0, Calls.MING),
    e.Called(0, Calls.YU),
    e.Bought(THREE, 0, 3, 12),
    e.Bought(THREE, 0, 2, None),
    e.Paid(Debt.PLACE, 0, 3, (14, 13, 12, 7)),
    e.Returned(3, 0, parse_cards("567T")[0]),
    e.Showed(0, 3),
    e.FirstLead(0),
    e.Revolted(0),
    e.RushLaid(0, PLAY),
    e.RushAnswered(3, PLAY),
    e.RushAnswered(3, None),
    e.Dueled(3, PLAY),
    e.Dueled(3, None),
    e.HeadClaimed(3, True),
    e.HeadClaimed(3, False),
    e.Led(0, PLAY, True),
    e.Beat(0, PLAY, True),
    e.Beat(0, PLAY, True, True),
    e.Burned(0, PLAY, 3, 1),
    e.Passed(0),
    e.Yielded(0),
    e.DeadLevel(0, 2),
    e.Won(0),
    e.Inherited(0),
    e.Opened(0),
    e.OpeningLost(0),
    e.BurnBroken(0, 3),
    e.BurnSucceeded(0, 3, 1),
    e.BurnFailed(0),
    *(e.WentOut(0, place) for place in range(6)),
    e.Held(0, 3),
)
UNTOLD = {e.Dealt, e.Declined, e.Voided, e.Ended}
"""What is secret, and what the table or the next message says."""


def told(event: Event, language: str = "zh", seats: tuple[SeatInfo, ...] = SEATS) -> str | None:
    """An event in words."""
    return event_line(event, seats, language, LOCALES)


def test_every_kind_of_event_is_told_or_left_to_the_table() -> None:
    assert {type(event) for event in EXAMPLES} == set(get_args(Event)) - UNTOLD


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_an_event_names_its_seats_and_is_one_line_of_html(event: Event, language: str) -> None:
    line = told(event, language)
    assert line is not None
    text, entities = parse_html(line)
    assert entities == []
    assert "\n" not in text
    who: dict[str, Any] = event._asdict()
    for field in ("seat", "by", "buyer", "seller", "payer", "receiver", "giver"):
        if field in who:
            assert "①②③④⑤⑥"[who[field]] in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_different_events_read_differently(language: str) -> None:
    """All but a play in a rush, a duel or a trick, and no answer in a rush or a duel."""
    alike = (e.RushLaid, e.RushAnswered, e.Dueled)
    lines = [told(event, language) for event in EXAMPLES if not isinstance(event, alike)]
    assert len(set(lines)) == len(lines)


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (e.Bought(THREE, 0, 3, 13), "① a 用 小王 向 ④ d 买 3"),
        (e.Bought(THREE, 0, 2, None), "③ c 给 ① a 一张 3"),
        (e.Paid(Debt.POINT, 0, 3, (14, 13, 7)), "① a 进贡给 ④ d：大王 小王 10"),
        (e.Returned(3, 0, parse_cards("566")[0]), "④ d 还给 ① a：6 6 5"),
        (e.Burned(1, PLAY, 4, 1), "🔥 ② b 烧牌！⑤ e 被烧：K×2+2+小王"),
        (e.BurnBroken(1, 4), "🧯 ⑤ e 解烧！② b 不用再烧了"),
        (e.Held(1, 4), "🫢 ② b 被 ⑤ e 憋 3！"),
        (e.Beat(1, PLAY, True, True), "💥 ② b 二杀一 K×2+2+小王"),
    ],
)
def test_who_did_what_to_whom(event: Event, line: str) -> None:
    assert told(event, seats=tuple(SeatInfo(name) for name in "abcdef")) == line


@pytest.mark.parametrize("event", [e.Dealt(), e.Declined(0), e.Voided((0, 1)), e.Ended((0,) * 6, False)])
def test_secrets_and_what_is_shown_anyway_are_not_told(event: Event) -> None:
    assert told(event) is None


def test_the_newest_is_told_first_and_never_too_many() -> None:
    played = table("biesan", "355669 377 3 3 3 3", "1:55 2:77")
    lines = recent_lines(played.events, tuple(SeatInfo(name) for name in "abcdef"), "zh", LOCALES, 2)
    assert lines == ["② b 7×2", "① a 发 5×2"]
    assert recent_lines((), SEATS, "zh", LOCALES, 2) == []

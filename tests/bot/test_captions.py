"""The hand message with pictures: a caption that always fits, the same keyboard, and a picture of what is."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import screens
from bot.locales import LANGUAGES
from bot.sandbox.entities import utf16
from bot.sandbox.html_markup import parse_html
from bot.screens.caption import MOST_SIGNS, caption, signs
from bot.screens.model import GameData, HandData, Picture, Screen, SeatInfo
from bot.screens.text import hand_line
from engine.ai import PLAYERS
from engine.deal import Deal
from engine.events import SECRET, Event
from engine.play import Play
from engine.rules import PRESETS
from tests.bot.screening import LOCALES, NASTY, game
from tests.engine.tables import table

LONGEST = "\U0001d4b3\U000e0100\U000e0101\U000e0102" * 12
"""Twelve signs of four code points that Telegram counts as two each: no name is longer."""

names = st.sampled_from((LONGEST, *NASTY)) | st.text(max_size=80)
people = st.lists(names, min_size=6, max_size=6).map(lambda found: tuple(map(SeatInfo, found)))


def with_pictures(data: GameData, seats: tuple[SeatInfo, ...], on: bool = True) -> GameData:
    """The same at a table that wants pictures, or not."""
    return replace(data, seats=seats, table=replace(data.table, pictures=on))


def ways(data: GameData, rng: random.Random) -> list[HandData]:
    """The hand message as it is, composing, with a choice that waits, asleep, and reminded."""
    found = [HandData(data, False, None, None), HandData(data, True, None, None)]
    if data.view.mine is not None:
        action = rng.choice(data.view.legal)
        found += [
            HandData(data, False, str(action.play or action), None),
            HandData(data, False, None, str(action)),
            HandData(data, False, "", None, reminder=True),
        ]
    return found


def shown(data: HandData, language: str) -> Screen:
    """The hand message."""
    return screens.hand(data, language, LOCALES)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)), st.sampled_from(["heuristic", "random"]), people
)
def test_every_caption_of_random_deals_fits(
    seed: int, preset: str, player: str, seats: tuple[SeatInfo, ...]
) -> None:
    rng = random.Random(seed)
    step = Deal.start(PRESETS[preset], str(seed))
    deal, recent = step.deal, public(step.events)
    while deal.actors:
        if rng.random() < 0.15:
            data = with_pictures(game(deal, rng.randrange(6), recent), seats)
            for way in ways(data, rng):
                check(way, rng.choice(LANGUAGES))
        seat = rng.choice(deal.actors)
        step = deal.apply(seat, PLAYERS[player](deal.view(seat), rng))
        deal, recent = step.deal, (recent + public(step.events))[-24:]


def check(data: HandData, language: str) -> None:
    """A photo shows what the text shows; its caption fits, and says what is asked and what is held."""
    view = data.game.view
    screen = shown(data, language)
    text, _ = parse_html(screen.text)
    assert signs(screen.text) == utf16(text)
    if view.hand is None or not any(view.hand):
        assert screen.picture is None
        return
    assert screen.picture == Picture(view.hand, None if view.table is None else view.table.play)
    assert 1 <= utf16(text) <= MOST_SIGNS
    assert hand_line(view.hand) in text
    plain = shown(replace(data, game=with_pictures(data.game, data.game.seats, False)), language)
    assert plain.picture is None
    assert screen.keyboard == plain.keyboard
    before, _, _ = plain.text.partition("<blockquote")
    assert screen.text.startswith(before.strip())


def public(events: tuple[Event, ...] | list[Event]) -> tuple[Event, ...]:
    """What everybody may be told."""
    return tuple(event for event in events if not isinstance(event, SECRET))


def test_a_caption_that_fits_says_all_that_the_text_says() -> None:
    deal = table("biesan", "355 3AA 3AA 3AA 3AA 3AA", "1:55 2:-").deal
    seats = tuple(map(SeatInfo, "甲乙丙丁戊己"))
    data = HandData(with_pictures(game(deal, 3), seats), False, None, None)
    plain = replace(data, game=with_pictures(data.game, seats, False))
    assert shown(data, "zh").text == shown(plain, "zh").text
    assert shown(data, "zh").picture == Picture((1, *(0,) * 10, 2, 0, 0, 0), Play.parse("55"))


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        (0, 0, (0, 0)),
        (50, 50, (50, 50)),
        (500, 5, (99, 5)),
        (500, 50, (54, 50)),
        (5, 500, (0, 104)),
        (500, 500, (0, 104)),
    ],
)
def test_the_first_lines_that_are_folded_go_first_and_from_their_end(
    first: int, second: int, kept: tuple[int, int]
) -> None:
    recent, seats = (
        [f"e{number:07}" for number in range(first)],
        [f"s{number:07}" for number in range(second)],
    )
    text = caption(["<b>a &amp; b</b>" + "x" * 80], recent, seats)
    assert signs(text) <= MOST_SIGNS
    lines = text.partition("<blockquote expandable>")[2].removesuffix("</blockquote>").split("\n")
    assert [line for line in lines if line] == [*recent[: kept[0]], *seats[: kept[1]]]


def test_signs_are_counted_as_telegram_counts_them() -> None:
    assert signs('<b>a &lt;&amp;</b>\n<tg-time unix="1" format="r">𝒳</tg-time>') == 7

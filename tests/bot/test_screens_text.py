"""Names and words: nothing that people write steers a screen, and cards are named as people say them."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.sandbox.entities import utf16
from bot.sandbox.html_markup import parse_html
from bot.screens.keys import FITS, in_rows
from bot.screens.model import Button, SeatInfo
from bot.screens.text import (
    clean_name,
    deadline,
    hand_line,
    letters,
    marked,
    most_of_a_suit,
    plain_name,
    seat_name,
)
from engine.cards import RANKS, parse_cards
from tests.bot.screening import LOCALES

SIGNS = "ab王é👩\u200d\ufe0f\u0301\u202e\u200f\u3000\u3164 \n\x00\U0001f3fd\U0001f1e8\U0001f1f3שא"


@pytest.mark.parametrize(
    ("name", "clean"),
    [
        ("小明", "小明"),
        ("a" * 12, "a" * 12),
        ("a" * 13, "a" * 12 + "…"),
        ("\u202eabc", "abc"),
        (" a \n b ", "a b"),
        ("张\u3000三", "张 三"),
        ("", "?"),
        ("\x00", "?"),
        ("\u3164\u2800", "?"),
        ("\u200d\u0301", "?"),
        ("e\u0301" * 12, "e\u0301" * 12),
        ("e" + "\u0301" * 90, "e" + "\u0301" * 3),
        ("👩‍💻" * 12, "👩‍💻" * 12),
        ("👨‍👩‍👧‍👦" * 40, "👨‍👩‍👧‍👦" * 6 + "…"),
        ("🇨🇳" * 13, "🇨🇳" * 12 + "…"),
        ("👍🏽" * 13, "👍🏽" * 12 + "…"),
        ("שלום", "\u2068שלום\u2069"),
    ],
)
def test_names_are_cut_as_people_count_and_cannot_steer_the_text(name: str, clean: str) -> None:
    assert clean_name(name) == clean


@given(st.one_of(st.text(max_size=200), st.text(SIGNS, max_size=200)))
def test_any_name_is_short_visible_and_on_one_line(name: str) -> None:
    clean = clean_name(name)
    assert clean.strip()
    assert utf16(clean) <= 2 * 48 + 3
    for sign in clean.strip("\u2068\u2069"):
        assert sign in " \u200d" or unicodedata.category(sign)[0] not in "CZ"
    text, entities = parse_html(seat_name(SeatInfo(name)))
    assert (text, entities) == (clean, [])


def test_ai_players_and_empty_seats_have_names_too() -> None:
    assert (seat_name(SeatInfo(None, ai="heuristic")), plain_name(SeatInfo(None, ai="x"))) == ("🤖", "🤖")
    assert (seat_name(SeatInfo(None)), plain_name(SeatInfo(None))) == ("–", "–")
    assert plain_name(SeatInfo("<b>")) == "<b>"
    assert marked(2, (SeatInfo(None), SeatInfo(None), SeatInfo("<老王>"))) == "③ &lt;老王&gt;"


def test_a_hand_is_told_high_to_low_and_leaves_nothing_out() -> None:
    assert hand_line(parse_cards("WW22AKT33")[0]) == "大王2 2×2 A×1 K×1 10×1 3×2"
    everything = hand_line(tuple(16 for _ in RANKS))
    assert len(everything.split()) == len(RANKS)


@pytest.mark.parametrize(("hand", "shown"), [("4s4s4h", "4♠×2"), ("4d4d4d", "4♦×3"), ("4h4c", "4♥×1")])
def test_4s_are_shown_by_the_suit_that_has_the_most(hand: str, shown: str) -> None:
    assert most_of_a_suit(parse_cards(hand)[1]) == shown


def test_a_deadline_is_counted_by_the_phone_with_the_length_for_old_ones() -> None:
    assert deadline(LOCALES, "zh", 1_796_090_803, 45) == (
        '⏳<tg-time unix="1796090803" format="r">45 秒</tg-time>'
    )
    assert deadline(LOCALES, "zh", None, None) == ""


@pytest.mark.parametrize(
    ("words", "rows"),
    [
        ([], []),
        (["K"] * 15, [5, 5, 5]),
        (["K"] * 11, [4, 4, 3]),
        (["A×4+大王"] * 4, [4]),
        (["K×3", "A×2+2×2+大王"], [2]),
        (["x" * 40, "y"], [1, 1]),
        (["x" * 60], [1]),
    ],
)
def test_rows_are_as_long_as_their_labels_let_them(words: list[str], rows: list[int]) -> None:
    found = in_rows(Button(word, "data") for word in words)
    assert [len(row) for row in found] == rows
    assert [button.text for row in found for button in row] == words


def test_chinese_signs_and_emoji_are_as_wide_as_two_letters() -> None:
    assert (letters("A×4+大王"), letters("🔥 K"), letters("")) == (8, 4, 0)
    assert list(FITS) == sorted(FITS, reverse=True)

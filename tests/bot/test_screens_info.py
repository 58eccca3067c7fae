"""What can be read: rules, help; and what a digest of a screen is good for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import screens
from bot.locales import LANGUAGES
from bot.screens.model import Button, Chapter, ResultData, Screen
from engine.rules import BIESAN, PRESETS
from engine.view import Outcome
from tests.bot.screening import LOCALES, SEATS, check, info

TERMS = (
    "够级牌",
    "开点",
    "烧牌",
    "革命",
    "无头",
    "让牌",
    "接风",
    "憋3",
    "预点",
    "明点",
    "亮4",
    "点贡",
    "憋贡",
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_chapter_of_the_rules_leads_to_all_others(language: str) -> None:
    for chapter in Chapter:
        screen = screens.rules(BIESAN, chapter, language, LOCALES)
        check(screen)
        data = [button.data for row in screen.keyboard for button in row]
        assert data == [f"rules.{other}" for other in Chapter if other is not chapter]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_explain_the_words_that_both_languages_keep(language: str) -> None:
    text = " ".join(screens.rules(BIESAN, chapter, language, LOCALES).text for chapter in Chapter)
    for term in TERMS:
        assert term in text.replace("憋 3", "憋3").replace("亮 4", "亮4"), term


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_the_first_chapter_says_what_this_table_plays(preset: str) -> None:
    text = screens.rules(PRESETS[preset], Chapter.START, "zh", LOCALES).text
    assert LOCALES.text("zh", f"preset-{preset}") in text
    custom = PRESETS[preset].with_switches("card_counts=never deals=7")
    changed = screens.rules(custom, Chapter.START, "zh", LOCALES).text
    assert "card_counts=never" in changed
    assert "deals" not in changed


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_command_that_players_need(language: str) -> None:
    text = screens.help_text(language, LOCALES).text
    for command in ("gouji", "table", "score", "timeout", "stop", "hand", "rules", "leave", "lang"):
        assert f"/{command}" in text


def test_a_sweep_is_told() -> None:
    outcome = Outcome((0, 3, 1, 4, 2, 5), (0,), (), (), (2, 0, 1, 0, 0, -3), 0)
    told = screens.result(ResultData(info(), SEATS, outcome, "1"), "zh", LOCALES).text
    assert "🔴 串三户" in told
    plain = replace(outcome, sweep=None)
    assert "串三户" not in screens.result(ResultData(info(), SEATS, plain, "1"), "zh", LOCALES).text


def test_screens_that_look_the_same_have_one_digest() -> None:
    screen = Screen("text", ((Button("a", "data"),),))
    assert screen.digest == Screen("text", ((Button("a", "data"),),)).digest
    others = [
        Screen("text!", screen.keyboard),
        Screen("text"),
        Screen("text", ((Button("b", "data"),),)),
        Screen("text", ((Button("a", "other"),),)),
        Screen("text", ((Button("a", "data"), Button("a", "data")),)),
        Screen("text", ((Button("a", "data"),), (Button("a", "data"),))),
    ]
    assert len({screen.digest, *(other.digest for other in others)}) == 1 + len(others)

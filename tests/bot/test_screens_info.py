"""What can be read of the bot; and what a digest of a screen is good for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot import screens
from bot.locales import LANGUAGES
from bot.screens.model import Button, ResultData, Screen
from engine.view import Outcome
from tests.bot.screening import LOCALES, SEATS, info


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

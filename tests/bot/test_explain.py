"""Every refusal of the rules becomes one sentence with its facts, short enough for an alert."""

from __future__ import annotations

import inspect

import pytest

from bot.handlers.answering import MAX_ANSWER
from bot.locales import LANGUAGES
from bot.sandbox.entities import utf16
from bot.usecases.explain import explain, why_not_rank
from engine import errors
from engine.actions import Action
from engine.cards import BIG, KING, TEN, rank_of
from engine.errors import GameError
from engine.play import Play
from tests.bot.screening import LOCALES
from tests.bot.test_locales import messages
from tests.engine.tables import table

ERRORS = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if issubclass(kind, GameError)]


def example(kind: type[GameError]) -> GameError:
    """An error of a kind, with the widest facts."""
    facts: dict[str, object] = {
        "rank": BIG,
        "needed": 36,
        "held": 12,
        "play": Play.parse("AAAA"),
        "table": Play.parse("KKKw"),
    }
    wanted = inspect.signature(kind).parameters
    return kind("no", **{name: value for name, value in facts.items() if name in wanted})  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ERRORS)
def test_every_error_is_explained_in_both_languages(kind: type[GameError]) -> None:
    text = explain(example(kind))
    for language in LANGUAGES:
        said = LOCALES.say(language, text)
        assert said
        assert utf16(said) <= MAX_ANSWER
        assert "{" not in said


def test_errors_are_told_apart() -> None:
    keys = [explain(example(kind)).key for kind in ERRORS if kind is not GameError]
    assert len(set(keys)) == len(keys)
    assert "error-not-allowed" not in keys


@pytest.mark.parametrize(
    ("hands", "tokens", "tried", "why"),
    [
        ("355 3AA 3 3 3 3", "1:55", "2:AAA", "你没有这么多 A：还差 1 张。"),
        ("355 3AA 3 3 3 3", "1:55", "2:A", "还差 1 张。"),
        ("355 3AAA 3 3 3 3", "1:55", "2:AAA", "多了 1 张。"),
        ("355 344 3 3 3 3", "1:55", "2:44", "4 不比 5 大。"),
        ("35W 3AA 39 3AA 39 39", "1:5W", "4:AA", "桌上有大王，管不住。"),
        ("35w 3AA 39 3AA 39 39", "1:5w", "4:AA", "桌上有小王，要 1 张大王盖住。"),
        ("3355 3AA 3 3 3 3", "", "1:33", "3 要留到最后一手，一次全出，不能带 2 和王。"),
        ("355 3AA 3 3 3 3", "", "1:-", "你在发牌，不能过也不能让。"),
        ("355 3AA 3 3 3 3", "", "2:AA", "还没轮到你。"),
    ],
)
def test_what_players_try_is_answered_with_the_facts(hands: str, tokens: str, tried: str, why: str) -> None:
    seat, _, token = tried.partition(":")
    problem = table("biesan", hands, tokens).deal.check(int(seat) - 1, Action.parse(token))
    assert problem is not None
    assert LOCALES.say("zh", explain(problem)) == why


@pytest.mark.parametrize(
    ("rules", "hands", "tokens", "seat", "rank", "why"),
    [
        ("biesan", "355 39TTAA 3 3 3 3", "1:55", 2, "K", "你没有 K。"),
        ("biesan", "355 344AA 3 3 3 3", "1:55", 2, "4", "4 不比 5 大。"),
        ("biesan", "355555 3TTAA2w 3 3 3 3", "1:55555", 2, "T", "你没有这么多 10：还差 1 张。"),
        ("biesan", "355555 3TTAA2w 3 3 3 3", "1:55555", 2, "2", "你没有这么多 2：还差 3 张。"),
        ("biesan", "355555 3TTAA2ww 3 3 3 3", "1:55555", 2, "w", "你没有这么多 小王：还差 3 张。"),
        ("biesan", "35w 3AA 39 3AA2w 39 39", "1:5w", 4, "A", "桌上有小王，要 1 张大王盖住。"),
        ("biesan", "35W 3AA 39 3AA2w 39 39", "1:5W", 4, "A", "桌上有大王，管不住。"),
        ("biesan", "3355 3 3 3 3 3", "", 1, "3", "3 要留到最后一手，一次全出，不能带 2 和王。"),
        ("biesan", "3355 3 3 3 3 3", "", 1, "9", "你没有 9。"),
        ("kaidian", "33 344 39 39 39 39", "1:33", 2, "9", "你没有 9。"),
    ],
)
def test_a_rank_that_cannot_be_played_tells_what_is_missing(
    rules: str, hands: str, tokens: str, seat: int, rank: str, why: str
) -> None:
    view = table(rules, hands, tokens).deal.view(seat - 1)
    assert LOCALES.say("zh", why_not_rank(view, rank_of(rank))) == why


def test_a_rank_that_breaks_the_duty_of_a_burner_says_so() -> None:
    asked = table("biesan", "35KK 3224w 399 399 399 399", "1:KK 2:!22")
    while asked.acting != [2]:
        asked = asked.then(f"{asked.acting[0]}:-")
    assert why_not_rank(asked.deal.view(1), TEN).key == "toast-none-of-rank"
    assert why_not_rank(asked.deal.view(1), rank_of("3")).key == "error-threes-last"
    assert why_not_rank(asked.deal.view(1), rank_of("4")).key == "error-burn-duty"


def test_somebody_without_a_hand_has_no_rank() -> None:
    view = table("biesan", "355 3AA 3 3 3 3").deal.view(None)
    assert why_not_rank(view, KING).key == "toast-none-of-rank"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_toast_fits_an_alert(language: str) -> None:
    widest = {"name": "\u2068" + "א" * 12 + "…\u2069", "play": "A×16+2×16+小王×4+大王×4", "rank": "小王"}
    for key, variables in messages(language).items():
        if key.startswith(("toast-", "error-", "notice-")):
            said = LOCALES.text(language, key, **{name: widest.get(name, 36) for name in variables})
            assert utf16(said) <= MAX_ANSWER, key

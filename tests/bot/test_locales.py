"""Both languages have every message, every variable, and nothing that no code uses."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import FluentSerializer

from bot.locales import FOLDER, LANGUAGES, Locales, pick
from bot.locales.message import Text
from bot.screens.model import Chapter
from engine.rules import PRESETS

BOT = Path(__file__).parents[2] / "bot"
CHOSEN_BY_CODE = (
    *(f"preset-{name}" for name in PRESETS),
    *(f"place-{place}" for place in range(6)),
    *(f"event-out-{place}" for place in range(6)),
    *(f"rules-{chapter}" for chapter in Chapter),
    *(f"rules-{chapter}-title" for chapter in Chapter),
    *(f"debt-{kind}" for kind in ("sweep", "point", "held", "burn", "place")),
    *(f"asked-{phase}" for phase in ("head", "rush", "duel", "return", "burn")),
    *("badge-call-ming", "badge-call-yu", "event-called-ming", "event-called-yu"),
    *("window-blind", "window-declare"),
)
"""Messages whose names the code puts together."""


def messages(language: str) -> dict[str, set[str]]:
    """The messages of a language, each with its variables."""
    resource = FluentParser().parse((FOLDER / f"{language}.ftl").read_text(encoding="utf-8"))
    assert not [entry for entry in resource.body if isinstance(entry, ast.Junk)]
    found: dict[str, set[str]] = {}
    for entry in resource.body:
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found, f"{entry.id.name} stands twice in {language}"
            found[entry.id.name] = set(re.findall(r"\{ \$(\w+)", FluentSerializer().serialize_entry(entry)))
    return found


def used() -> set[str]:
    """The names in the code that look like messages."""
    names: set[str] = set(CHOSEN_BY_CODE)
    known = set(messages("zh"))
    for file in BOT.rglob("*.py"):
        names |= (
            set(re.findall(r"[\"']([a-z]+(?:-[a-z0-9]+)*)[\"']", file.read_text(encoding="utf-8"))) & known
        )
    return names


def test_both_languages_have_the_same_messages_with_the_same_variables() -> None:
    assert messages("zh") == messages("en")


def test_every_message_is_used() -> None:
    commands = {name for name in messages("zh") if name.startswith("command-")}
    assert set(messages("zh")) - commands - used() == set()


def test_every_message_that_code_asks_for_is_there() -> None:
    asked: set[str] = set(CHOSEN_BY_CODE)
    for file in BOT.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        asked |= set(re.findall(r'(?:say|Text\.of|Text)\(\s*"([a-z]+-[a-z0-9-]+)"', text))
        asked |= set(re.findall(r'locales\.(?:text|html)\(\s*\w+,\s*"([a-z0-9-]+)"', text))
    assert asked - set(messages("zh")) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_said(language: str) -> None:
    locales = Locales()
    for name, variables in messages(language).items():
        text = locales.text(language, name, **dict.fromkeys(variables, 3))
        assert text.strip()
        assert "{" not in text


def test_what_people_wrote_is_escaped() -> None:
    text = Locales().html("en", "toast-not-your-turn", name="<b>&")
    assert "&lt;b&gt;&amp;" in text


def test_a_missing_variable_is_an_error() -> None:
    with pytest.raises(ValueError, match="toast-need-six"):
        Locales().say("en", Text.of("toast-need-six"))


@pytest.mark.parametrize(
    ("code", "language"), [("zh", "zh"), ("zh-hans", "zh"), ("ZH-TW", "zh"), ("de", "en"), ("", "en")]
)
def test_the_language_follows_the_code(code: str, language: str) -> None:
    assert pick(code) == language

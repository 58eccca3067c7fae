"""Both languages have every message, every variable, and nothing that no code uses."""

from __future__ import annotations

import ast as python
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import FluentSerializer

from bot.handlers.commands import IN_GROUPS, IN_PRIVATE
from bot.locales import FOLDER, LANGUAGES, Locales, pick
from bot.locales.message import Text
from bot.options import AI_LEVELS
from bot.risks import BURN, DECLARATIONS, FOURS
from bot.screens.chapter import Chapter
from bot.screens.glossary import TERMS
from bot.screens.settings import TUNABLE
from bot.usecases.tablesettings import TIED
from engine.actions import REVOLT
from engine.events import Debt
from engine.rules import PRESETS, SWITCHES, Calls, Revolution
from engine.view import PLACES, Phase
from storage.models import VoteKind, VoteOutcome

BOT = Path(__file__).parents[2] / "bot"
SAYING = ("text", "html", "say", "of", "Text")
"""What calls that say a message are named; the key comes first, or after the language."""

FAMILIES = (
    *(f"preset-{name}" for name in PRESETS),
    *(f"place-{place}" for place in range(len(PLACES))),
    *(f"event-out-{place}" for place in range(len(PLACES))),
    *(f"rules-{chapter}-title" for chapter in Chapter),
    *(f"rules-switch-{switch}" for switch in SWITCHES),
    *(f"rules-preset-{name}" for name in PRESETS),
    *(f"rules-{kind}-{verdict}" for kind in ("level", "opens") for verdict in ("yes", "no")),
    *(key for term in TERMS for key in (term.title, term.text)),
    *(f"debt-{kind}" for kind in Debt),
    *(f"{kind}-{call}" for kind in ("badge-call", "event-called") for call in (Calls.MING, Calls.YU)),
    *(f"window-{phase}" for phase in (Phase.BLIND, Phase.DECLARE)),
    *(f"your-{phase}" for phase in (Phase.HEAD, Phase.RUSH, Phase.DUEL, Phase.RETURN)),
    *(f"toast-sure-{stake}" for stake in (*DECLARATIONS, BURN, FOURS)),
    *(f"stake-{stake}" for stake in (*DECLARATIONS, BURN, FOURS) if stake != REVOLT),
    *(f"stake-{REVOLT}-{form}" for form in Revolution if form is not Revolution.NONE),
    *(f"settings-ai-{level}" for level in AI_LEVELS),
    *(f"settings-preset-{name}" for name in PRESETS),
    *(f"settings-refused-{switch}" for switch in TIED),
    *(f"settings-{toggle}" for toggle in ("fast", "pictures")),
    *(f"switch-{switch}" for switch in TUNABLE),
    *(f"command-{name}" for name in {*IN_GROUPS, *IN_PRIVATE}),
    *(f"vote-{kind}" for kind in VoteKind),
    *(
        f"vote-{kind}-{outcome}"
        for kind in VoteKind
        for outcome in VoteOutcome
        if (kind, outcome) != (VoteKind.PAUSE, VoteOutcome.YES)
    ),
    *(f"vote-{end}" for end in ("kick-admin", "pause-paused", "pause-over")),
)
"""Messages whose names the code puts together."""


def messages(language: str) -> dict[str, set[str]]:
    """The messages of a language, each with its variables."""
    parser = FluentParser()
    files = sorted((FOLDER / language).glob("*.ftl"))
    entries = [entry for file in files for entry in parser.parse(file.read_text(encoding="utf-8")).body]
    assert not [entry for entry in entries if isinstance(entry, ast.Junk)]
    found: dict[str, set[str]] = {}
    for entry in entries:
        if isinstance(entry, ast.Message):
            assert entry.id.name not in found, f"{entry.id.name} stands twice in {language}"
            found[entry.id.name] = set(re.findall(r"\{ \$(\w+)", FluentSerializer().serialize_entry(entry)))
    return found


def nodes() -> Iterator[python.AST]:
    """The code of the bot; the sandbox says nothing to players."""
    for file in BOT.rglob("*.py"):
        if "sandbox" not in file.relative_to(BOT).parts:
            yield from python.walk(python.parse(file.read_text(encoding="utf-8")))


def strings() -> set[str]:
    """The string constants of the code."""
    return {
        node.value for node in nodes() if isinstance(node, python.Constant) and isinstance(node.value, str)
    }


def said() -> Iterator[tuple[str, set[str] | None]]:
    """The messages that calls name, with the variables that they give; none if those are not to be seen."""
    for node in nodes():
        if not isinstance(node, python.Call):
            continue
        name = node.func.attr if isinstance(node.func, python.Attribute) else getattr(node.func, "id", "")
        keys = [key for argument in node.args[:2] for key in _keys(argument)]
        if name in SAYING:
            given = {keyword.arg for keyword in node.keywords if keyword.arg not in ("alert", None)}
            open_ended = any(keyword.arg is None for keyword in node.keywords) or name == "Text"
            for key in keys:
                yield key, None if open_ended else {str(arg) for arg in given}


def _keys(argument: python.expr) -> Iterator[str]:
    """The names of messages that an argument may be."""
    for node in (argument, *([argument.body, argument.orelse] if isinstance(argument, python.IfExp) else [])):
        value = node.value if isinstance(node, python.Constant) else None
        if isinstance(value, str) and re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", value):
            yield value


def test_both_languages_have_the_same_messages_with_the_same_variables() -> None:
    assert messages("zh") == messages("en")


def test_every_message_is_used() -> None:
    assert set(messages("zh")) - strings() - set(FAMILIES) == set()


def test_every_message_that_code_puts_together_is_there() -> None:
    assert set(FAMILIES) - set(messages("zh")) == set()


def test_every_message_that_code_names_is_there_and_gets_its_variables() -> None:
    known = messages("zh")
    calls = list(said())
    assert len(calls) > 100
    for key, given in calls:
        assert key in known, key
        assert given is None or given >= known[key], key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_can_be_said(language: str) -> None:
    locales = Locales()
    for name, variables in messages(language).items():
        text = locales.text(language, name, **dict.fromkeys(variables, 3))
        assert text.strip()
        assert "{" not in text


def test_what_people_wrote_is_escaped() -> None:
    text = Locales().html("en", "toast-not-your-turn", seat="①", name="<b>&")
    assert "&lt;b&gt;&amp;" in text


def test_a_missing_variable_is_an_error() -> None:
    with pytest.raises(ValueError, match="toast-need-six"):
        Locales().say("en", Text.of("toast-need-six"))


@pytest.mark.parametrize(
    ("code", "language"), [("zh", "zh"), ("zh-hans", "zh"), ("ZH-TW", "zh"), ("de", "en"), ("", "en")]
)
def test_the_language_follows_the_code(code: str, language: str) -> None:
    assert pick(code) == language

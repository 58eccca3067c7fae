"""What can be read: the rules, the standings, the help."""

from __future__ import annotations

from bot.locales import Locales
from bot.screens.lobby import nearest
from bot.screens.model import Button, Chapter, Screen
from engine.rules import PRESETS, RuleSet

CHAPTERS = tuple(Chapter)


def rules(rule_set: RuleSet, chapter: Chapter, language: str, locales: Locales) -> Screen:
    """A chapter of ``/rules`` for a rule set, with buttons to the others."""
    heading = locales.text(language, f"rules-{chapter.value}-title")
    lines = [f"📖 <b>{heading}</b>", locales.text(language, f"rules-{chapter.value}")]
    if chapter is Chapter.START:
        lines.insert(1, _what_is_played(rule_set, language, locales))
    buttons = [
        Button(locales.text(language, f"rules-{other.value}-title"), f"rules.{other.value}")
        for other in CHAPTERS
        if other is not chapter
    ]
    return Screen("\n\n".join(lines), tuple(tuple(buttons[i : i + 2]) for i in range(0, len(buttons), 2)))


def _what_is_played(rule_set: RuleSet, language: str, locales: Locales) -> str:
    name = nearest(rule_set)
    preset = locales.text(language, f"preset-{name}")
    changed = [switch for switch in rule_set.differences(PRESETS[name]) if switch != "deals"]
    if not changed:
        return locales.text(language, "rules-preset", preset=preset)
    return locales.text(language, "rules-custom", preset=preset, switches=rule_set.switches(changed))


def help_text(language: str, locales: Locales) -> Screen:
    """``/help``: what the commands do."""
    return Screen(locales.text(language, "help"))


def welcome(language: str, locales: Locales) -> Screen:
    """``/start`` in private, without a link to a table."""
    return Screen(locales.text(language, "welcome"))

"""The pages of ``/rules``: chapters for a rule set, terms, and the words that nobody knows."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.locales import Locales
from bot.rulecode import decode, encode
from bot.screens import glossary
from bot.screens.chapter import Chapter
from bot.screens.examples import Say
from bot.screens.glossary import Term
from bot.screens.keys import Row, in_rows, join
from bot.screens.lobby import nearest
from bot.screens.model import Button, Screen, Style
from bot.screens.rulebook import (
    CHAPTERS,
    Line,
    Paragraph,
    calls,
    chapters,
    facts,
    revolts,
    shows_fours,
    switches,
)
from engine.rules import PRESETS, RuleSet

PREFIX = "rules."
"""What the callback data of a page begins with."""

LINK = "rules"
"""What the payload of a link to a page begins with, and the whole of it without a rule set."""

MOST_WORD = 20
_TERM = "t-"
_END = "</blockquote>"
_PLACE = re.compile(r"([a-z0-9]{1,10})[._]([a-z-]{1,24})")


@dataclass(frozen=True, slots=True)
class Place:
    """A page of the rules of a rule set: a chapter, or a term."""

    rules: RuleSet
    page: Chapter | Term

    def _written(self) -> tuple[str, str]:
        page = self.page
        return encode(self.rules), page.value if isinstance(page, Chapter) else f"{_TERM}{page.name}"

    @property
    def data(self) -> str:
        """As callback data."""
        return PREFIX + ".".join(self._written())

    @property
    def payload(self) -> str:
        """As the payload of a link into the private chat: letters, digits, ``_`` and ``-`` alone."""
        return "_".join((LINK, *self._written()))

    @classmethod
    def parse(cls, text: str) -> Place:
        """The page that data or a payload names. Raises :class:`ValueError` if there is none."""
        match = _PLACE.fullmatch(text.removeprefix(PREFIX).removeprefix(f"{LINK}_"))
        if match is None:
            raise ValueError("no page of the rules is written so")
        word, name = match.groups()
        if not name.startswith(_TERM):
            return cls(decode(word), Chapter(name))
        term = glossary.named(name.removeprefix(_TERM))
        if term is None:
            raise ValueError("there is no such term")
        return cls(decode(word), term)


def link(bot_username: str, rules: RuleSet, page: Chapter | Term = Chapter.START) -> str:
    """The address that opens a page in the private chat."""
    return f"https://t.me/{bot_username}?start={Place(rules, page).payload}"


def saying(rules: RuleSet, language: str, locales: Locales) -> Say:
    """Says messages that may ask for the switches of a rule set."""
    known = facts(rules)

    def say(key: str, **more: str | int) -> str:
        return locales.text(language, key, **known, **more)

    return say


def page(place: Place, language: str, locales: Locales) -> Screen:
    """A page. A chapter that the table does not play is told to be none of its rules."""
    if isinstance(place.page, Chapter):
        if place.page not in chapters(place.rules):
            return _not_here(place, title(place.page, language, locales), language, locales)
        return chapter(place.rules, place.page, language, locales)
    if not place.page.when(place.rules):
        name = locales.text(language, place.page.title)
        return _not_here(place, name, language, locales)
    return term(place.rules, place.page, language, locales)


def title(chapter: Chapter, language: str, locales: Locales) -> str:
    """The title of a chapter."""
    return locales.text(language, f"rules-{chapter}-title")


def chapter(rules: RuleSet, chapter: Chapter, language: str, locales: Locales) -> Screen:
    """A chapter, with the way to the others: from the first to all, from these to their neighbours."""
    say = saying(rules, language, locales)
    parts = [f"📖 <b>{title(chapter, language, locales)}</b>\n{_what_is_played(rules, say)}"]
    parts += [_paragraph(paragraph, rules, say) for paragraph in CHAPTERS[chapter]]
    if chapter is Chapter.TABLE:
        parts = [parts[0], *_switches(rules, say)]
    # An example stands apart from what follows without an empty line.
    text = "\n\n".join(part for part in parts if part).replace(f"{_END}\n\n", f"{_END}\n")
    if chapter is Chapter.START:
        text = f"{text}\n\n{say('rules-choose')}"
        return Screen(text, join(_contents(rules, language, locales), _presets(rules, say)))
    return Screen(text, _around(rules, chapter, language, locales))


def term(rules: RuleSet, term: Term, language: str, locales: Locales) -> Screen:
    """What a term means, and the way to its chapter."""
    say = saying(rules, language, locales)
    text = f"📖 <b>{say(term.title)}</b>\n{_what_is_played(rules, say)}\n\n{say(term.text)}"
    heading = title(term.chapter, language, locales)
    way = Button(say("rules-term-chapter", title=heading), Place(rules, term.chapter).data)
    return Screen(text, ((way,), (_to_contents(rules, say),)))


def unknown(rules: RuleSet, word: str, close: tuple[Term, ...], language: str, locales: Locales) -> Screen:
    """A word that is no term: those that look like it, else the contents."""
    say = saying(rules, language, locales)
    if not close:
        text = locales.html(language, "rules-term-none", word=cut(word))
        return Screen(text, _contents(rules, language, locales))
    buttons = [Button(say(term.title), Place(rules, term).data) for term in close]
    text = locales.html(language, "rules-term-close", word=cut(word))
    return Screen(text, join(in_rows(buttons, 2), (_to_contents(rules, say),)))


def in_group(
    rules: RuleSet, words: str, bot_username: str, found: tuple[Term, ...], language: str, locales: Locales
) -> Screen:
    """What the group is told: where to read, for the rule set of this chat."""

    def way(page: Chapter | Term, text: str) -> str:
        return f'<a href="{link(bot_username, rules, page)}">📖 {text}</a>'

    if not words:
        return Screen(way(Chapter.START, locales.text(language, "rules-link")))
    if not found:
        return Screen(way(Chapter.START, locales.html(language, "rules-link-none", word=cut(words))))
    lines = []
    for term in found:
        name = locales.text(language, term.title)
        lines.append(way(term, locales.text(language, "rules-link-term", name=name)))
    return Screen("\n".join(lines))


def cut(word: str) -> str:
    """A word that somebody wrote, short enough to be repeated; not escaped."""
    shown = "".join(sign for sign in word if sign.isprintable())
    return shown if len(shown) <= MOST_WORD else f"{shown[:MOST_WORD]}…"


# Pieces


def _what_is_played(rules: RuleSet, say: Say) -> str:
    name = nearest(rules)
    changed = len(_changed(rules))
    key = "rules-of-custom" if changed else "rules-of-preset"
    return say(key, preset=say(f"preset-{name}"), count=changed)


def _changed(rules: RuleSet) -> tuple[str, ...]:
    """The switches that the nearest preset has differently, and that decide something."""
    others = rules.differences(PRESETS[nearest(rules)])
    return tuple(name for name in switches(rules) if name in others)


def _paragraph(paragraph: Paragraph, rules: RuleSet, say: Say) -> str:
    """Its sentences and examples, those that the table plays; examples below each other stand apart."""
    found: list[str] = []
    examples: list[str] = []
    for part in paragraph:
        if not isinstance(part, Line):
            examples.append(part.shown(rules, say))
        elif part.when(rules):
            found.append(_sentence(part.key, rules, say))
    if examples:
        found.append(f"<blockquote>{chr(10).join(examples)}{_END}")
    return "\n".join(found)


def _sentence(key: str, rules: RuleSet, say: Say) -> str:
    if key == "rules-before-declare":
        return say(key, what=_declarations(rules, say))
    return say(key)


def _declarations(rules: RuleSet, say: Say) -> str:
    """What can be declared before the first lead (RULES R5.4)."""
    found = [
        say(key)
        for key, when in (
            ("rules-before-show", shows_fours),
            ("rules-before-ming", calls),
            ("rules-before-revolt", revolts),
        )
        if when(rules)
    ]
    return say("rules-before-together").join(found) or say("rules-before-nothing")


def _switches(rules: RuleSet, say: Say) -> list[str]:
    """Every switch in a sentence, those marked that the nearest preset has differently (RULES R0)."""
    changed = _changed(rules)
    intro = say("rules-table-intro", count=len(changed), preset=say(f"preset-{nearest(rules)}"))
    lines = [f"{'✏️' if name in changed else '▸'} {say(f'rules-switch-{name}')}" for name in switches(rules)]
    return [intro, "\n".join(lines)]


def _contents(rules: RuleSet, language: str, locales: Locales) -> tuple[Row, ...]:
    others = (chapter for chapter in chapters(rules) if chapter is not Chapter.START)
    return in_rows([_to(rules, chapter, language, locales) for chapter in others], 3)


def _to(rules: RuleSet, chapter: Chapter, language: str, locales: Locales, mark: str = "") -> Button:
    return Button(f"{mark}{title(chapter, language, locales)}", Place(rules, chapter).data)


def _to_contents(rules: RuleSet, say: Say) -> Button:
    return Button(f"📖 {say('rules-contents')}", Place(rules, Chapter.START).data)


def _presets(rules: RuleSet, say: Say) -> tuple[Row, ...]:
    """The rule sets by name: the one that is shown is marked, the others are a tap away."""
    buttons = []
    for name, preset in PRESETS.items():
        shown = preset == rules
        label = f"{'✓ ' if shown else ''}{say(f'rules-preset-{name}')}"
        buttons.append(
            Button(label, Place(preset, Chapter.START).data, style=Style.PRIMARY if shown else None)
        )
    return (tuple(buttons),)


def _around(rules: RuleSet, chapter: Chapter, language: str, locales: Locales) -> tuple[Row, ...]:
    """The chapters before and after, and the contents."""
    order = chapters(rules)
    number = order.index(chapter)
    row = [_to(rules, order[number - 1], language, locales, "◀ ")]
    if number + 1 < len(order):
        following = _to(rules, order[number + 1], language, locales)
        row.append(Button(f"{following.text} ▶", following.data, style=Style.SUCCESS))
    return tuple(row), (_to_contents(rules, saying(rules, language, locales)),)


def _not_here(place: Place, name: str, language: str, locales: Locales) -> Screen:
    """A rule that this table does not play; the presets that do are a tap away."""
    say = saying(place.rules, language, locales)
    text = f"{_what_is_played(place.rules, say)}\n\n{say('rules-term-not-here', name=name)}"
    rows: list[Row] = []
    for preset_name, preset in PRESETS.items():
        if _plays(preset, place.page):
            label = say("rules-term-played", preset=say(f"preset-{preset_name}"))
            rows.append((Button(label, Place(preset, place.page).data),))
    return Screen(text, (*rows, (_to_contents(place.rules, say),)))


def _plays(rules: RuleSet, page: Chapter | Term) -> bool:
    return page in chapters(rules) if isinstance(page, Chapter) else page.when(rules)

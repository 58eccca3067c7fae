"""``/replay``: an ended deal step by step, with the hands, which are no secret any more."""

from __future__ import annotations

import html
from dataclasses import replace

from bot.locales import Locales
from bot.pages import Kind, page
from bot.screens.events import event_line
from bot.screens.history import rules_name
from bot.screens.keys import Row
from bot.screens.model import Button, Screen
from bot.screens.past import ReplayData
from bot.screens.standings import INDENT, moment, name_html
from bot.screens.table import badges, on_table, window
from bot.screens.text import SIDE_MARKS, hand_line, marked
from engine.actions import BLIND_CALL, CALL, DECLINE, READY, REVOLT, SHOW, Action
from engine.events import Declined, Event
from engine.view import Phase

START, TRICK_BACK, BACK, ON, TRICK_ON, END = "⏮", "⏪", "◀", "▶", "⏩", "⏭"

_CHOICES = {
    str(READY): "button-ready",
    str(BLIND_CALL): "button-blind-call",
    str(CALL): "button-call",
    str(SHOW): "button-show",
    str(REVOLT): "button-revolt",
    str(DECLINE): "button-decline",
}
"""What is chosen in a window, as its buttons say it."""

WINDOWS = (Phase.BLIND, Phase.DECLARE)
"""The windows that ask all six alike."""

MOST_LINES = 12
ROOM = 1500
"""How many signs what has happened in a trick may take; what is older is left out."""


def replay(data: ReplayData, language: str, locales: Locales) -> Screen:
    """A deal after one of its actions: the hands, the table, and what has happened in this trick."""
    lines = [*_heading(data, language, locales), ""]
    for seat in range(len(data.hands)):
        lines += _seat(data, seat, language, locales)
    lines.append("")
    if data.view.phase in WINDOWS:
        lines.append(window(data.view, language, locales))
    if data.view.phase is not Phase.OVER:
        lines += on_table(data, language, locales)
    lines += _story(data, language, locales)
    return Screen("\n".join(lines), _keyboard(data, language, locales))


def unreadable(deal_id: int, language: str, locales: Locales) -> Screen:
    """Instead of a deal that the rules of now do not replay: its record."""
    record = Button(locales.text(language, "button-file"), page(Kind.FILE, deal_id))
    return Screen(locales.text(language, "replay-unreadable"), ((record,),))


def _heading(data: ReplayData, language: str, locales: Locales) -> list[str]:
    facts = (
        f"<b>{name_html(data.chat_title or '…')}</b>",
        rules_name(data.rules, language, locales),
        locales.text(language, "replay-deal", number=data.number, deals=data.deals),
        moment(data.started_at),
    )
    where = [locales.text(language, "replay-step", step=data.step, steps=data.steps)]
    if data.trick:
        where.append(locales.text(language, "replay-trick", trick=data.trick))
    return [f"🎞 {' · '.join(facts)}", " · ".join(where)]


def _seat(data: ReplayData, seat: int, language: str, locales: Locales) -> list[str]:
    """A seat with its badges, and below it its hand."""
    hand = data.hands[seat]
    known = replace(data.view.seats[seat], cards=sum(hand) or None)
    parts = [f"{SIDE_MARKS[seat % 2]}{marked(seat, data.seats)}", *badges(data, known, language, locales)]
    if any(hand) and not known.in_game:
        parts.append(locales.text(language, "badge-cards", cards=sum(hand)))
    asked = seat in data.view.asked and data.view.phase not in WINDOWS
    line = f"▶ <b>{' · '.join(parts)}</b>" if asked else " · ".join(parts)
    return [line, f"{INDENT}{hand_line(hand)}"] if any(hand) else [line]


def _story(data: ReplayData, language: str, locales: Locales) -> list[str]:
    """What has happened in this trick, this step's lines in bold; the oldest go where it is too much."""
    lines: list[str] = []
    newest = len(data.happened) - 1
    for number, events in enumerate(data.happened):
        told = [line for event in events if (line := _event(event, data, language, locales)) is not None]
        if number == newest and not told:
            told = _silent(data, language, locales)
        lines += [f"<b>{line}</b>" if number == newest and data.step else line for line in told]
    kept: list[str] = []
    room = ROOM
    for line in reversed(lines[-MOST_LINES:]):
        room -= _signs(line)
        if room < 0:
            break
        kept.insert(0, line)
    return kept if len(kept) == len(lines) else ["…", *kept]


def _event(event: Event, data: ReplayData, language: str, locales: Locales) -> str | None:
    if isinstance(event, Declined):
        return locales.text(language, "replay-declines", who=marked(event.seat, data.seats))
    return event_line(event, data.seats, language, locales)


def _silent(data: ReplayData, language: str, locales: Locales) -> list[str]:
    """A choice in a window brings nothing to tell before the window closes: what was chosen."""
    if data.last is None:
        return []
    seat, token = data.last
    return [f"{marked(seat, data.seats)} {_choice(token, language, locales)}"]


def _choice(token: str, language: str, locales: Locales) -> str:
    label = _CHOICES.get(token)
    if label is not None:
        return locales.text(language, label)
    cards = Action.parse(token).cards
    if cards is not None:
        return locales.text(language, "button-return", cards=hand_line(cards))
    return f"<code>{html.escape(token)}</code>"


def _signs(line: str) -> int:
    """How many UTF-16 units a line takes at most; markup counts a little too much."""
    return len(html.unescape(line).encode("utf-16-le")) // 2 + 1


def _keyboard(data: ReplayData, language: str, locales: Locales) -> tuple[Row, ...]:
    def to(label: str, step: int) -> Button:
        return Button(label, page(Kind.DEAL, data.deal_id, max(0, min(step, data.steps))))

    jumps = (to(START, 0), to(TRICK_BACK, data.before), to(TRICK_ON, data.after), to(END, data.steps))
    record = Button(locales.text(language, "button-file"), page(Kind.FILE, data.deal_id))
    match = Button(locales.text(language, "button-match"), page(Kind.MATCH, data.match_id, 0))
    return ((to(BACK, data.step - 1), to(ON, data.step + 1)), jumps, (record, match))

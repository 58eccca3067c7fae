"""The menu of what can be done with the people of a table, and the votes about it."""

from __future__ import annotations

import html
from dataclasses import dataclass

from bot.callback import NO_DECISION, CallbackData, Op
from bot.locales import Locales
from bot.screens.keys import Row, in_rows, join
from bot.screens.model import Button, Screen, SeatInfo, Style, TableInfo
from bot.screens.text import AI, ASLEEP, SEAT_MARKS, clean_name, deadline, plain_name

SUBSTITUTE, KICK, PAUSE, RESUME, YES, NO = "skpryn"
"""What the argument of :attr:`Op.MORE` begins with; the seat from 1 on, or the vote, stands behind."""

PAUSED = "paused"
"""How the vote on a pause ended as long as the table rests."""


@dataclass(frozen=True, slots=True)
class MenuData:
    """A table and what can be done with its people now."""

    table: int
    seats: tuple[SeatInfo, ...]
    playing: bool
    """It has started, and has not ended."""
    paused: bool = False
    over: bool = False


@dataclass(frozen=True, slots=True)
class VoteData:
    """A vote, or what became of it. ``opener`` and ``target`` are names as people wrote them."""

    table: int
    vote: int
    kind: str
    seat: int | None
    opener: str
    target: str | None
    """None for an AI player."""
    yes: int
    no: int
    needed: int
    outcome: str = ""
    """Empty while it is open."""
    by_admin: bool = False
    paused: bool = False
    """The table rests, so that somebody may go on."""
    deadline: int | None = None
    seconds: int | None = None


def more(table: int, label: str, what: str, style: Style | None = None) -> Button:
    """A button that asks for something rare."""
    return Button(label, str(CallbackData(table, NO_DECISION, Op.MORE, what)), style=style)


def menu(data: MenuData, language: str, locales: Locales) -> Screen:
    """The menu. Who may do what is checked when they tap."""

    def say(key: str) -> str:
        return locales.text(language, key)

    if data.over:
        return Screen(say("table-over"))
    lines = [f"<b>{say('menu-title')}</b>"]
    replaced, kicked = _replaceable(data), _kickable(data)
    if data.playing:
        lines.append(say("menu-substitute"))
    if kicked:
        lines.append(say("menu-kick"))
    if data.playing:
        lines.append(say("menu-paused" if data.paused else "menu-pause"))
    return Screen("\n".join(lines), join(replaced, kicked, _pause(data, language, locales)))


def _replaceable(data: MenuData) -> tuple[Row, ...]:
    """A button for each seat that somebody may take over, once the table plays."""
    found = []
    for number, seat in enumerate(data.seats):
        if data.playing and (seat.ai or seat.asleep):
            sign = AI if seat.ai else ASLEEP
            found.append(more(data.table, f"🔁 {SEAT_MARKS[number]} {sign}", f"{SUBSTITUTE}{number + 1}"))
    return in_rows(found, 3)


def _kickable(data: MenuData) -> tuple[Row, ...]:
    """A button for each person."""
    found = []
    for number, seat in enumerate(data.seats):
        if seat.name is not None:
            label = f"🚪 {SEAT_MARKS[number]} {plain_name(seat)}"
            found.append(more(data.table, label, f"{KICK}{number + 1}"))
    return in_rows(found, 2)


def _pause(data: MenuData, language: str, locales: Locales) -> Row:
    if not data.playing:
        return ()
    if data.paused:
        return (_resume(data.table, language, locales),)
    return (more(data.table, locales.text(language, "button-pause"), PAUSE),)


def resume_button(table: TableInfo, language: str, locales: Locales) -> Button:
    """Ends a pause."""
    return _resume(int(table.code, 36), language, locales)


def _resume(table: int, language: str, locales: Locales) -> Button:
    return more(table, locales.text(language, "button-resume"), RESUME, Style.SUCCESS)


def vote(data: VoteData, language: str, locales: Locales) -> Screen:
    """An open vote with its two buttons, or how it ended."""
    names = {"opener": _name(data.opener), "who": _who(data)}
    if data.outcome:
        row = (_resume(data.table, language, locales),)
        text = locales.text(language, f"vote-{data.kind}-{_end(data)}", **names)
        return Screen(f"🗳 {text}", (row,) if _end(data) == PAUSED else ())
    question = locales.text(language, f"vote-{data.kind}", **names)
    missing = max(data.needed - data.yes, 0)
    stand = locales.text(language, "vote-stand", yes=data.yes, no=data.no, missing=missing)
    clock = deadline(locales, language, data.deadline, data.seconds)
    lines = [f"🗳 <b>{question}</b>", f"{stand} {clock}".strip(), locales.text(language, "vote-rule")]
    buttons = (
        more(data.table, locales.text(language, "button-vote-yes"), f"{YES}{data.vote}"),
        more(data.table, locales.text(language, "button-vote-no"), f"{NO}{data.vote}"),
    )
    return Screen("\n".join(lines), (buttons,))


def _end(data: VoteData) -> str:
    """How a vote ended, as the texts call it."""
    if data.by_admin:
        return "admin"
    if data.kind == "pause" and data.outcome == "yes":
        return PAUSED if data.paused else "over"
    return data.outcome


def _who(data: VoteData) -> str:
    mark = "" if data.seat is None else f"{SEAT_MARKS[data.seat]} "
    return f"{mark}{AI if data.target is None else _name(data.target)}"


def _name(name: str) -> str:
    return html.escape(clean_name(name), quote=False)

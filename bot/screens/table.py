"""The table message of the group: the same for all, whatever anyone holds."""

from __future__ import annotations

import html
from collections.abc import Iterator
from typing import Protocol

from bot.callback import Op
from bot.locales import Locales
from bot.screens.events import moment_lines, recent_lines
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.lobby import title
from bot.screens.model import Button, GameData, Screen, SeatInfo, Style
from bot.screens.text import (
    ASLEEP,
    SEAT_MARKS,
    SIDE_MARKS,
    deadline,
    folded,
    letters,
    marked,
    plain_name,
    play_name,
    rank_name,
    shortened,
)
from bot.screens.votes import resume_button
from engine.actions import BLIND_CALL, CALL, HEAD, NO_HEAD, PASS, READY, REVOLT, SHOW, YIELD, Action
from engine.cards import BIG, RANKS, SMALL, SYMBOLS, after, opposite
from engine.events import Beat, Burned, Led
from engine.play import Play
from engine.rules import Calls, Revolution, RuleSet
from engine.view import OnTable, Phase, SeatView, View

LINE = 36
"""So many letters fit a line of a phone 360 pixels wide."""

SHORTEST_NAME = 6
UNREACHABLE = "⚠️"

RECENT = 8
JOKERS_IN_DECK = 4

_ASKED = {
    Phase.HEAD: "asked-head",
    Phase.RUSH: "asked-rush",
    Phase.DUEL: "asked-duel",
    Phase.RETURN: "asked-return",
}


class Seen(Protocol):
    """A deal that is shown: what everybody may know of it, and who sits where."""

    @property
    def view(self) -> View:
        """What everybody may know."""
        ...

    @property
    def seats(self) -> tuple[SeatInfo, ...]:
        """Who sits where."""
        ...


def table(data: GameData, language: str, locales: Locales) -> Screen:
    """The table message."""
    lines = [title(data.table, language, locales)]
    lines += seat_lines(data, language, locales)
    lines += [*notes(data, language, locales), ""]
    lines += [locales.text(language, "table-over")] if data.over else situation(data, language, locales)
    recent = recent_lines(data.recent, data.seats, language, locales, RECENT)
    recent.append(locales.text(language, "seed-hash", hash=data.seed_hash))
    lines.append(folded(recent))
    return Screen("\n".join(lines), () if data.over else _keyboard(data, language, locales))


def seat_lines(data: GameData, language: str, locales: Locales) -> list[str]:
    """The six seats in the order of play, one line each, as HTML."""
    return [_seat_line(data, seat, language, locales) for seat in data.view.seats]


def _seat_line(data: GameData, seat: SeatView, language: str, locales: Locales) -> str:
    """One line of a narrow phone: where all does not fit, marks are shortened first, then the name."""
    view = data.view
    asked = seat.seat in view.asked and view.phase not in (Phase.BLIND, Phase.DECLARE)
    mark = f"{SIDE_MARKS[seat.seat % 2]}{SEAT_MARKS[seat.seat]} "
    found = badges(data, seat, language, locales)
    name = plain_name(data.seats[seat.seat])
    for told, between in _shorter_and_shorter(found, language, locales):
        room = LINE - letters(between.join(["", *told])) - letters(mark) - (letters("▶ ") if asked else 0)
        if room >= letters(name):
            break
    short = html.escape(shortened(name, max(room, SHORTEST_NAME)), quote=False)
    line = between.join([f"{mark}{short}", *told])
    return f"▶ <b>{line}</b>" if asked else line


def _shorter_and_shorter(
    found: list[str], language: str, locales: Locales
) -> Iterator[tuple[list[str], str]]:
    """The badges of a seat, and what stands between them, in less and less room."""
    on_table, passed = (locales.text(language, key) for key in ("badge-on-table", "badge-passed"))
    arrow = ["←" if badge == on_table else badge for badge in found]
    plain = [badge.removesuffix(" ✓").removesuffix(" left").removeprefix("够") for badge in arrow]
    yield found, " · "
    yield arrow, " · "
    yield arrow, " "
    yield plain, " "
    yield [badge for badge in plain if badge != passed], " "


def notes(data: GameData, language: str, locales: Locales) -> list[str]:
    """How those come back whom the bot cannot write to, as HTML."""
    return [
        locales.text(language, "note-unreachable", who=marked(number, data.seats))
        for number, owner in enumerate(data.seats)
        if owner.unreachable
    ]


def badges(data: Seen, seat: SeatView, language: str, locales: Locales) -> list[str]:
    """What everybody may know of a seat, in short."""
    view, owner = data.view, data.seats[seat.seat]

    def say(key: str, **args: str | int) -> str:
        return locales.text(language, key, **args)

    found = []
    if owner.asleep:
        found.append(ASLEEP)
    if owner.unreachable:
        found.append(UNREACHABLE)
    if seat.place is not None:
        found.append(say(f"place-{seat.place}"))
    if seat.revolted:
        found.append(say("badge-revolted"))
    if seat.burn_failed:
        found.append(say("badge-burn-failed"))
    if seat.in_game and seat.cards is not None:
        found.append(say("badge-cards", cards=seat.cards))
    if seat.opened:
        found.append(say("badge-opened"))
    if seat.call is not Calls.NONE:
        found.append(say(f"badge-call-{seat.call}"))
    if seat.burning:
        found.append(say("badge-burning"))
    if seat.headless and seat.in_game and not view.chaos:
        found.append(say("badge-headless"))
    if seat.dead_levels:
        found.append(say("badge-dead-levels", left=seat.dead_levels))
    if view.table is not None and view.table.owner == seat.seat:
        found.append(say("badge-on-table"))
    elif seat.passed and seat.in_game and view.table is not None:
        found.append(say("badge-passed"))
    return found


def situation(data: GameData, language: str, locales: Locales) -> list[str]:
    """What lies on the table, who is asked, until when; as HTML."""
    view = data.view
    if data.paused:
        return [locales.text(language, "table-paused"), *on_table(data, language, locales)]
    clock = deadline(locales, language, data.deadline, data.seconds)
    if view.phase in (Phase.BLIND, Phase.DECLARE):
        ready = locales.text(language, "window-ready", ready=view.ready)
        lines = [window(view, language, locales), f"{ready} {clock}".strip()]
        if data.void or data.lost:
            lines.insert(0, locales.text(language, "anew-void" if data.void else "anew-lost"))
        return [*moments(data, language, locales), *lines]
    lines = [*moments(data, language, locales), *_laid(view, language, locales)]
    lines += on_table(data, language, locales)
    if view.asked:
        names = " ".join(marked(seat, data.seats) for seat in view.asked)
        key = _ASKED.get(view.phase) or ("asked-play" if view.table is not None else "asked-lead")
        lines.append(f"{locales.text(language, key, who=names)} {clock}".strip())
    return lines


def _laid(view: View, language: str, locales: Locales) -> list[str]:
    """What a revolutionary has laid down, and what of it is beaten (RULES R10.3, R10.4)."""
    if not view.laid or view.phase not in (Phase.RUSH, Phase.DUEL):
        return []
    plays = [
        f"<s>{play_name(play)}</s>" if number < view.beaten else f"<b>{play_name(play)}</b>"
        for number, play in enumerate(view.laid)
    ]
    return [locales.text(language, "laid", plays=" · ".join(plays))]


def moments(data: GameData, language: str, locales: Locales) -> list[str]:
    """What has just happened that everybody talks about, each in a line with its word, as HTML."""
    return [f"<b>{line}</b>" for line in moment_lines(data.recent, data.seats, language, locales)]


def window(view: View, language: str, locales: Locales) -> str:
    """What the window is about that asks all six."""
    return locales.text(language, f"window-{view.phase.value}")


def on_table(data: Seen, language: str, locales: Locales) -> list[str]:
    """What lies on the table and who may answer it, as HTML."""
    view, shown = data.view, data.view.table
    lines = [locales.text(language, "chaos")] if view.chaos else []
    if shown is not None:
        size = locales.text(language, "size", count=shown.play.size)
        facts = " · ".join(fact for fact in (size, _level(view, shown, language, locales)) if fact)
        who, what = marked(shown.owner, data.seats), f"<b>{play_name(shown.play)}</b>"
        lines.append(locales.text(language, "on-table", who=who, play=what, facts=facts))
    return lines


def _level(view: View, shown: OnTable, language: str, locales: Locales) -> str:
    """That a play is a level play, and who alone may answer it (RULES R6.5)."""
    if not shown.level:
        return ""
    if shown.dead:
        return locales.text(language, "level-dead")
    may = [seat for seat in after(shown.owner) if _may_answer_level(view.seats[seat], shown)]
    seats = "".join(SEAT_MARKS[seat] for seat in may)
    return locales.text(language, "level-for", seats=seats) if may else locales.text(language, "level")


def _may_answer_level(seat: SeatView, shown: OnTable) -> bool:
    return seat.in_game and (seat.seat == opposite(shown.owner) or (seat.headless and not seat.passed))


def _keyboard(data: GameData, language: str, locales: Locales) -> tuple[Row, ...]:
    """The same buttons for all, whatever anyone holds; the rare ones are in the last row."""
    view = data.view
    keys = Keys(data.table, view.decision)
    if data.paused:
        return ((resume_button(data.table, language, locales),), (keys.button("⋯", Op.MORE),))
    row = [keys.button(locales.text(language, "button-hand"), Op.HAND)]
    if view.phase in _LAYING:
        row += _answers(data, keys, language, locales)
    private = Button(locales.text(language, "button-private"), url=f"https://t.me/{data.table.bot_username}")
    last = (private, keys.button("?", Op.HELP), keys.button("⋯", Op.MORE))
    return join(_choices(view, keys, language, locales), tuple(row), last)


_LAYING = (Phase.PLAY, Phase.RUSH, Phase.DUEL)
"""The phases in which cards are laid."""


def _choices(view: View, keys: Keys, language: str, locales: Locales) -> tuple[Row, ...]:
    """What can be chosen in this phase, or the ranks that can be laid."""

    def button(key: str, op: Op, action: Action | None = None, style: Style | None = None) -> Button:
        return keys.button(locales.text(language, key), op, "" if action is None else str(action), style)

    if view.phase in (Phase.BLIND, Phase.DECLARE):
        return in_rows(window_buttons(view, keys, language, locales), 3)
    if view.phase is Phase.HEAD:
        head = button("button-head", Op.ACT, HEAD, Style.SUCCESS)
        return ((head, button("button-no-head", Op.ACT, NO_HEAD)),)
    if view.phase is Phase.RETURN:
        return ((button("button-return-lowest", Op.RETURN, style=Style.SUCCESS),),)
    if view.phase not in _LAYING:
        return ()
    ranks = RANKS if view.to_beat is None else possible_ranks(view.to_beat, view.rules)
    return in_rows([keys.button(rank_name(rank), Op.RANK, SYMBOLS[rank]) for rank in ranks])


def _answers(data: GameData, keys: Keys, language: str, locales: Locales) -> list[Button]:
    """What can be done without laying cards: pass, yield, burn; or not to rush."""
    view = data.view

    def say(key: str) -> str:
        return locales.text(language, key)

    found = []
    if view.to_beat is not None or view.phase is Phase.RUSH:
        label = "button-pass" if view.phase is Phase.PLAY else _declining(view)
        found.append(keys.button(say(label), Op.ACT, str(PASS), Style.DANGER))
    if view.table is not None and may_yield_in_public(view):
        found.append(keys.button(say("button-yield"), Op.ACT, str(YIELD)))
    if view.guarded:
        found.append(keys.button(say("button-kill" if _killable(data) else "button-burn"), Op.BURN))
    return found


def _declining(view: View) -> str:
    """How a revolutionary says that it does not rush, and its opposite that it does not answer."""
    return "button-no-rush" if view.to_beat is None else "button-no-answer"


def _killable(data: GameData) -> bool:
    """Whether the last play holds a big joker that two others kill, so that nobody burns it (RULES R3.5)."""
    laid = next((event for event in reversed(data.recent) if isinstance(event, (Led, Beat, Burned))), None)
    return data.view.rules.two_kill_one and laid is not None and laid.play.big > 0


def window_buttons(view: View, keys: Keys, language: str, locales: Locales) -> list[Button]:
    """The choices of a window that all six see alike."""

    def button(key: str, action: Action, style: Style | None = None) -> Button:
        return keys.button(locales.text(language, key), Op.ACT, str(action), style)

    found = [button("button-ready", READY, Style.SUCCESS)]
    if view.phase is Phase.BLIND:
        return [*found, button("button-blind-call", BLIND_CALL)]
    if view.rules.calls is not Calls.NONE:
        found.append(button("button-call", CALL))
    if view.shows_fours:
        found.append(button("button-show", SHOW))
    if view.rules.revolution is not Revolution.NONE:
        found.append(button("button-revolt", REVOLT, Style.DANGER))
    return found


def possible_ranks(play: Play, rules: RuleSet) -> list[int]:
    """The base ranks with which anybody could beat the play, by what it is and the deck alone (R3)."""
    small, big = JOKERS_IN_DECK - play.small, JOKERS_IN_DECK - play.big
    if not play.big:
        return _higher_ranks(play, small, big)
    needed = 2 * play.big
    if not rules.two_kill_one or big < needed:
        return []
    if play.size == play.big:
        return [BIG]
    return _higher_ranks(play._replace(big=0), small, big - needed)


def _higher_ranks(play: Play, small: int, big: int) -> list[int]:
    """The ranks above a play without big jokers, for as many cards, with so many jokers left in the deck."""
    if big < play.small:
        return []
    most = {SMALL: small + big if small else 0, BIG: big}
    return [rank for rank in range(play.base + 1, BIG + 1) if play.size <= most.get(rank, play.size)]


def may_yield_in_public(view: View) -> bool:
    """Whether the seat that is asked may let the two behind it go first, by public facts (RULES R6.4)."""
    shown = view.table
    if shown is None or shown.level or view.chaos or view.asked != (opposite(shown.owner),):
        return False
    behind = (view.seats[(shown.owner + 4) % 6], view.seats[(shown.owner + 5) % 6])
    return any(seat.in_game and not seat.passed for seat in behind)

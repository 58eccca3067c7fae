"""The table message of the group: the same for all, whatever anyone holds."""

from __future__ import annotations

from typing import Protocol

from bot.callback import Op
from bot.locales import Locales
from bot.screens.events import recent_lines
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.lobby import title
from bot.screens.model import Button, GameData, Screen, SeatInfo, Style
from bot.screens.text import (
    ASLEEP,
    SEAT_MARKS,
    SIDE_MARKS,
    deadline,
    folded,
    marked,
    play_name,
    rank_name,
)
from bot.screens.votes import resume_button
from engine.actions import BLIND_CALL, CALL, HEAD, NO_HEAD, PASS, READY, REVOLT, SHOW, YIELD, Action
from engine.cards import BIG, RANKS, SMALL, SYMBOLS, after, opposite
from engine.play import Play
from engine.rules import Calls, Lead, Revolution, RuleSet
from engine.view import OnTable, Phase, SeatView, View

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
    lines.append("")
    lines += [locales.text(language, "table-over")] if data.over else situation(data, language, locales)
    recent = recent_lines(data.recent, data.seats, language, locales, RECENT)
    recent.append(locales.text(language, "seed-hash", hash=data.seed_hash))
    lines.append(folded(recent))
    return Screen("\n".join(lines), () if data.over else _keyboard(data, language, locales))


def seat_lines(data: GameData, language: str, locales: Locales) -> list[str]:
    """The six seats in the order of play, one line each, as HTML."""
    return [_seat_line(data, seat, language, locales) for seat in data.view.seats]


def _seat_line(data: GameData, seat: SeatView, language: str, locales: Locales) -> str:
    view = data.view
    asked = seat.seat in view.asked and view.phase not in (Phase.BLIND, Phase.DECLARE)
    parts = [
        f"{SIDE_MARKS[seat.seat % 2]}{marked(seat.seat, data.seats)}",
        *badges(data, seat, language, locales),
    ]
    line = " · ".join(parts)
    return f"▶ <b>{line}</b>" if asked else line


def badges(data: Seen, seat: SeatView, language: str, locales: Locales) -> list[str]:
    """What everybody may know of a seat, in short."""
    view, owner = data.view, data.seats[seat.seat]

    def say(key: str, **args: str | int) -> str:
        return locales.text(language, key, **args)

    found = []
    if owner.asleep:
        found.append(ASLEEP)
    if owner.unreachable:
        found.append(say("badge-unreachable"))
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
        return lines
    lines = on_table(data, language, locales)
    if view.asked:
        names = " ".join(marked(seat, data.seats) for seat in view.asked)
        key = _ASKED.get(view.phase) or ("asked-play" if view.table is not None else "asked-lead")
        lines.append(f"{locales.text(language, key, who=names)} {clock}".strip())
    return lines


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
    view = data.view
    keys = Keys(data.table, view.decision)

    def say(key: str) -> str:
        return locales.text(language, key)

    if data.paused:
        return ((resume_button(data.table, language, locales),),)
    hand = keys.button(say("button-hand"), Op.HAND)
    private = Button(say("button-private"), url=f"https://t.me/{data.table.bot_username}")
    if view.phase in (Phase.BLIND, Phase.DECLARE):
        return join(in_rows(window_buttons(view, keys, language, locales), 3), (hand, private))
    if view.phase is Phase.HEAD:
        head = (
            keys.button(say("button-head"), Op.ACT, str(HEAD), Style.SUCCESS),
            keys.button(say("button-no-head"), Op.ACT, str(NO_HEAD)),
        )
        return join(head, (hand, private))
    if view.phase is not Phase.PLAY:
        return join((hand, private))
    ranks = [
        keys.button(rank_name(rank), Op.RANK, SYMBOLS[rank])
        for rank in (possible_ranks(view.table.play, view.rules) if view.table is not None else RANKS)
    ]
    row = [hand]
    if view.table is not None:
        row.append(keys.button(say("button-pass"), Op.ACT, str(PASS), Style.DANGER))
        if may_yield_in_public(view):
            row.append(keys.button(say("button-yield"), Op.ACT, str(YIELD)))
    if view.guarded:
        row.append(keys.button(say("button-burn"), Op.BURN))
    return join(in_rows(ranks), tuple(row), (private,))


def window_buttons(view: View, keys: Keys, language: str, locales: Locales) -> list[Button]:
    """The choices of a window that all six see alike."""

    def button(key: str, action: Action, style: Style | None = None) -> Button:
        return keys.button(locales.text(language, key), Op.ACT, str(action), style)

    found = [button("button-ready", READY, Style.SUCCESS)]
    if view.phase is Phase.BLIND:
        return [*found, button("button-blind-call", BLIND_CALL)]
    if view.rules.calls is not Calls.NONE:
        found.append(button("button-call", CALL))
    if view.rules.lead is not Lead.RANDOM:
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

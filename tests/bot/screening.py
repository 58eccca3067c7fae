"""Screens under test: the worst names, what Telegram takes, and what a keyboard asks for."""

from __future__ import annotations

from bot import screens
from bot.callback import CallbackData, Op
from bot.locales import Locales
from bot.sandbox.entities import utf16
from bot.sandbox.html_markup import parse_html
from bot.screens.keys import FITS
from bot.screens.model import GameData, HandData, Screen, SeatInfo, TableInfo
from bot.screens.text import letters
from engine.actions import Action
from engine.deal import Deal
from engine.events import SECRET, Event
from engine.rules import BIESAN, RuleSet
from engine.view import View

LOCALES = Locales()
NASTY = (
    "<b>x</b>&amp;",
    "建国" * 100,
    "\u202eevil\u202c",
    "a\n\nb\x00\x07" + "\u0301" * 300,
    "👨‍👩‍👧‍👦" * 40,
    "",
)
SEATS = tuple(SeatInfo(name) for name in NASTY)


def info(rules: RuleSet = BIESAN) -> TableInfo:
    """A table in a group with a long name."""
    return TableInfo("zzzzzz", rules, 45, "<i>群" * 60, "gouji_bot")


def seen(view: View, recent: tuple[Event, ...] = ()) -> GameData:
    """A running deal in a view."""
    public = tuple(event for event in recent if not isinstance(event, SECRET))
    return GameData(info(view.rules), SEATS, view, public[-24:], 1_796_090_803, 45, "0" * 64)


def game(deal: Deal, seat: int | None, recent: tuple[Event, ...] = ()) -> GameData:
    """A deal as a seat sees it, or the public."""
    return seen(deal.view(seat), recent)


def in_private(
    deal: Deal, seat: int, *, draft: str | None = None, intent: str | None = None, asleep: bool = False
) -> Screen:
    """The private message of a seat's owner."""
    return screens.hand(HandData(game(deal, seat), asleep, draft, intent), "zh", LOCALES)


def in_group(deal: Deal) -> Screen:
    """The table message."""
    return screens.table(game(deal, None), "zh", LOCALES)


def check(screen: Screen) -> None:
    """A screen that Telegram would take, and that fits a narrow phone."""
    text, _ = parse_html(screen.text)
    assert 1 <= utf16(text) <= (4096 if screen.picture is None else 1024)
    assert sum(map(len, screen.keyboard)) <= 100
    for row in screen.keyboard:
        assert 1 <= len(row) <= 5
        for button in row:
            assert button.text
            assert letters(button.text) <= FITS[len(row)], button.text
            assert (button.data is None) != (button.url is None)
            assert button.data is None or 1 <= len(button.data.encode()) <= 64


def operations(screen: Screen) -> list[tuple[Op, str]]:
    """What the buttons of a screen ask for."""
    found = [CallbackData.parse(b.data) for row in screen.keyboard for b in row if b.data is not None]
    return [(data.op, data.argument) for data in found]


def acts(screen: Screen) -> list[str]:
    """The actions that the buttons of a screen do at once."""
    return [argument for op, argument in operations(screen) if op is Op.ACT]


def labels(screen: Screen) -> list[str]:
    """What stands on the buttons."""
    return [button.text for row in screen.keyboard for button in row]


def taps(data: GameData) -> dict[Action, int]:
    """How many taps the private message takes to each action that it offers, by the shortest way."""
    found: dict[Action, int] = {}
    drafts: set[str | None] = {None}
    level: list[str | None] = [None]
    depth = 0
    while level:
        depth += 1
        following: list[str | None] = []
        for draft in level:
            screen = screens.hand(HandData(data, False, draft, None), "zh", LOCALES)
            check(screen)
            for op, argument in operations(screen):
                if op is Op.ACT:
                    found.setdefault(Action.parse(argument), depth)
                elif op is Op.BUILD and argument not in drafts:
                    drafts.add(argument)
                    following.append(argument)
        level = following
    return found

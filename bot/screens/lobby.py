"""The lobby: who sits where, and what is still missing."""

from __future__ import annotations

from bot.callback import EMPTY, NO_DECISION, Op
from bot.locales import Locales
from bot.options import MAIN
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.model import LobbyData, Screen, SeatInfo, Style, TableInfo
from bot.screens.text import AI, SEAT_MARKS, SIDE_MARKS, folded, seat_name
from engine.rules import PRESETS, RuleSet


def title(table: TableInfo, language: str, locales: Locales) -> str:
    """What is played, which deal of how many it is, and how long a turn is."""
    preset = locales.text(language, f"preset-{nearest(table.rules)}")
    if is_custom(table.rules):
        preset = locales.text(language, "preset-custom", preset=preset)
    pace = locales.text(language, "pace-off")
    if table.turn_seconds is not None:
        pace = locales.text(language, "pace", seconds=table.turn_seconds)
    if table.fast:
        pace += f" · {locales.text(language, 'pace-fast')}"
    deals = locales.text(language, "deals", deals=table.goal)
    if table.deal:
        deals = locales.text(language, "deal-number", number=table.number, deals=table.goal)
    return f"🀄 <b>{preset}</b> · {deals} · {pace}"


def differences(rules: RuleSet, language: str, locales: Locales) -> list[str]:
    """How a rule set plays otherwise than its preset, a sentence for each switch; nothing if it does not."""
    changed = [switch for switch in rules.differences(PRESETS[nearest(rules)]) if switch != "deals"]
    return [f"✏️ {sentence(rules, switch, language, locales)}" for switch in changed]


def sentence(rules: RuleSet, switch: str, language: str, locales: Locales) -> str:
    """What a switch says, as it is set."""
    return said(switch, rules.switches([switch]).partition("=")[2], language, locales)


def said(switch: str, value: str, language: str, locales: Locales) -> str:
    """What a value of a switch says; numbers are numbers to the texts too."""
    args: dict[str, str | int] = {switch: int(value) if value.isdigit() else value}
    return locales.text(language, f"rules-switch-{switch}", **args)


def is_custom(rules: RuleSet) -> bool:
    """Whether a rule set plays otherwise than its preset; how many deals are played is no matter of rules."""
    return any(switch != "deals" for switch in rules.differences(PRESETS[nearest(rules)]))


def nearest(rules: RuleSet) -> str:
    """The preset that a rule set is made from."""
    return min(PRESETS, key=lambda name: len(rules.differences(PRESETS[name])))


def lobby(data: LobbyData, language: str, locales: Locales) -> Screen:
    """The lobby message of the group."""
    lines = [title(data.table, language, locales)]
    for side in (0, 1):
        seats = [_seat(number, data.seats[number], language, locales) for number in range(side, 6, 2)]
        lines.append(f"{SIDE_MARKS[side]} " + "   ".join(seats))
    if data.cancelled:
        lines.append(locales.text(language, "lobby-cancelled"))
        return Screen("\n".join(lines))
    if is_custom(data.table.rules):
        lines.append(folded(differences(data.table.rules, language, locales)))
    missing = sum(1 for seat in data.seats if seat.name is None and not seat.ai)
    lines.append(locales.text(language, "lobby-missing" if missing else "lobby-ready", missing=missing))
    return Screen("\n".join(lines), _keyboard(data, language, locales))


def _seat(number: int, seat: SeatInfo, language: str, locales: Locales) -> str:
    empty = seat.name is None and not seat.ai
    name = locales.text(language, "seat-empty") if empty else seat_name(seat)
    return f"{SEAT_MARKS[number]} {name}"


def _keyboard(data: LobbyData, language: str, locales: Locales) -> tuple[Row, ...]:
    keys = Keys(data.table, NO_DECISION)

    def say(key: str) -> str:
        return locales.text(language, key)

    chairs = []
    for number, seat in enumerate(data.seats):
        label = "✓" if seat.name is not None else AI if seat.ai else say("button-sit")
        chairs.append(keys.button(f"{SEAT_MARKS[number]} {label}", Op.JOIN, str(number + 1)))
    full = all(seat.name is not None or seat.ai for seat in data.seats)
    middle = [keys.button(say("button-leave"), Op.LEAVE)]
    if not full or any(seat.ai for seat in data.seats):
        label, argument = (say("button-unfill"), EMPTY) if full else (say("button-fill"), "")
        middle.insert(0, keys.button(label, Op.FILL, argument))
    start = keys.button(say("button-start"), Op.START, style=Style.SUCCESS if full else None)
    return join(
        in_rows(chairs, 3),
        tuple(middle),
        (
            keys.button(say("button-settings"), Op.SETTINGS, f"@{MAIN}"),
            keys.button(say("button-rules"), Op.RULES),
            keys.button(say("button-cancel"), Op.CANCEL, style=Style.DANGER),
        ),
        (start,),
    )

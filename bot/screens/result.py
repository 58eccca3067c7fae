"""The result card of a deal, with the way on to the next one."""

from __future__ import annotations

from bot.callback import PLAY_ON, READY, REST, SETTLE, Op, to_base36
from bot.locales import Locales
from bot.screens.keys import Keys, Row, join
from bot.screens.lobby import nearest, title
from bot.screens.model import Button, ResultData, Screen, Style
from bot.screens.text import SEAT_MARKS, SIDE_MARKS, deadline, folded, marked
from engine.events import Debt, Owed
from engine.rules import PRESETS, RuleSet
from engine.shuffle import commitment
from engine.view import Outcome


def result(data: ResultData, language: str, locales: Locales) -> Screen:
    """Places, openings, held threes, what is owed and why, the points so far, and the seed of the deal."""
    lines = [title(data.table, language, locales)]
    outcome = data.outcome
    if outcome is None:
        return Screen("\n".join([*lines, locales.text(language, "result-stopped")]))
    lines.append(locales.text(language, "result-title"))
    lines += [_place_line(place, outcome, data, language, locales) for place in range(6)]
    lines += _told(outcome, data, language, locales)
    lines.append(_question(data, language, locales))
    lines.append(folded([_seed(data, language, locales)]))
    return Screen("\n".join(line for line in lines if line), _keyboard(data, language, locales))


def _place_line(place: int, outcome: Outcome, data: ResultData, language: str, locales: Locales) -> str:
    seat = outcome.places.index(place)
    name = f"{SIDE_MARKS[seat % 2]}{marked(seat, data.seats)}"
    where = locales.text(language, f"place-{place}")
    if not data.points:
        return f"{where} {name}"
    points = f"{data.points[seat]:+d}"
    return locales.text(language, "result-line", place=where, who=name, points=points)


def _told(outcome: Outcome, data: ResultData, language: str, locales: Locales) -> list[str]:
    lines = []
    if outcome.sweep is not None:
        lines.append(locales.text(language, "result-sweep", side=SIDE_MARKS[outcome.sweep]))
    lines.append(locales.text(language, "result-opened", seats=_marks(outcome.opened) or "–"))
    if outcome.held:
        pairs = " · ".join(
            locales.text(language, "result-held-by", whom=SEAT_MARKS[victim], who=SEAT_MARKS[by])
            for victim, by in outcome.held
        )
        lines.append(locales.text(language, "result-held", pairs=pairs))
    if outcome.debts:
        key = "result-counted" if data.counts else "result-owed"
        lines.append(locales.text(language, key, debts=_debts(outcome.debts, language, locales)))
    return lines


def _question(data: ResultData, language: str, locales: Locales) -> str:
    """What the table rests for, and until when; or that the match is over."""
    if data.ready is None:
        over = data.last and not data.stopped
        return locales.text(language, "result-match-over") if over else ""
    clock = deadline(locales, language, data.deadline, data.seconds)
    return f"{locales.text(language, 'ask-play-on' if data.last else 'ask-next')} {clock}".strip()


def _keyboard(data: ResultData, language: str, locales: Locales) -> tuple[Row, ...]:
    keys = Keys(data.table, REST)
    link = f"https://t.me/{data.table.bot_username}?start=replay_{to_base36(data.table.deal)}"
    record = Button(locales.text(language, "button-record"), url=link)
    if data.ready is None or data.awake is None:
        return ((record,),)
    counted = {"ready": data.ready, "awake": data.awake}
    if not data.last:
        following = locales.text(language, "button-next", **counted)
        return join((keys.button(following, Op.NEXT, READY, Style.SUCCESS), record))
    on = keys.button(locales.text(language, "button-play-on", **counted), Op.NEXT, PLAY_ON)
    settle = keys.button(locales.text(language, "button-settle"), Op.NEXT, SETTLE, Style.SUCCESS)
    return join((on, settle), (record,))


def _seed(data: ResultData, language: str, locales: Locales) -> str:
    facts = {"seed": data.seed, "hash": commitment(data.seed), "rules": rule_flags(data.table.rules)}
    return locales.text(language, "result-seed", **facts)


def rule_flags(rules: RuleSet) -> str:
    """The rule set for the engine's command line."""
    name = nearest(rules)
    changed = rules.differences(PRESETS[name])
    switches = f' --switches "{rules.switches(changed)}"' if changed else ""
    return f"--rules {name}{switches}"


def _marks(seats: tuple[int, ...]) -> str:
    return "".join(SEAT_MARKS[seat] for seat in seats)


def _debts(debts: tuple[Owed, ...], language: str, locales: Locales) -> str:
    parts = []
    for kind in Debt:
        of_kind = [
            f"{SEAT_MARKS[d.payer]}→{SEAT_MARKS[d.receiver]} {d.cards}" for d in debts if d.kind is kind
        ]
        if of_kind:
            parts.append(locales.text(language, f"debt-{kind}", debts=" ".join(of_kind)))
    return " · ".join(parts)

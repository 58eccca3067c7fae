"""The result card of a deal."""

from __future__ import annotations

from bot.locales import Locales
from bot.screens.lobby import nearest, title
from bot.screens.model import ResultData, Screen
from bot.screens.text import SEAT_MARKS, SIDE_MARKS, marked
from engine.events import Debt, Owed
from engine.rules import PRESETS, RuleSet
from engine.shuffle import commitment


def result(data: ResultData, language: str, locales: Locales) -> Screen:
    """Places, points, openings, held threes, what is owed and why, and the seed of the deal."""
    lines = [title(data.table, language, locales)]
    if data.outcome is None:
        return Screen("\n".join([*lines, locales.text(language, "result-stopped")]))
    outcome = data.outcome
    lines.append(locales.text(language, "result-title"))
    for place in range(6):
        seat = outcome.places.index(place)
        name = f"{SIDE_MARKS[seat % 2]}{marked(seat, data.seats)}"
        points = f"{outcome.points[seat]:+d}"
        where = locales.text(language, f"place-{place}")
        lines.append(locales.text(language, "result-line", place=where, who=name, points=points))
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
        lines.append(locales.text(language, "result-owed", debts=_debts(outcome.debts, language, locales)))
    facts = {"seed": data.seed, "hash": commitment(data.seed), "rules": _flags(data.table.rules)}
    lines.append(locales.text(language, "result-seed", **facts))
    return Screen("\n".join(lines))


def _flags(rules: RuleSet) -> str:
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

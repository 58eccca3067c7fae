"""What the operator is told about the process."""

from __future__ import annotations

import html
from datetime import timedelta

from bot.locales import Locales
from bot.ops.health import State
from bot.screens.model import Screen


def status(state: State, language: str, locales: Locales) -> Screen:
    """``/status``: how the process is doing."""
    answers = "no" if state.tables is None else "yes"
    backlog = state.backlog
    lines = [
        locales.text(language, "status-title", version=state.version, uptime=_span(state.uptime)),
        locales.text(language, "status-database", answers=answers),
    ]
    if state.tables is not None:
        lines.append(locales.text(language, "status-tables", tables=state.tables))
    lines.append(locales.text(language, "status-outbox", depth=backlog.depth, age=int(backlog.age)))
    if state.stuck:
        lines.append(locales.text(language, "status-stuck"))
    return Screen("\n".join([*lines, *_faults(state, language, locales)]))


def _faults(state: State, language: str, locales: Locales) -> list[str]:
    if not state.faults:
        return [locales.text(language, "status-no-errors")]
    lines = [locales.text(language, "status-errors")]
    for fault in reversed(state.faults):
        at, where = f"{fault.at:%Y-%m-%d %H:%M:%S}", html.escape(fault.logger, quote=False)
        lines.append(locales.text(language, "status-error", at=at, where=where))
    return lines


def _span(span: timedelta) -> str:
    """Days, hours and minutes."""
    minutes = int(span.total_seconds()) // 60
    return f"{minutes // 1440}d {minutes // 60 % 24}h {minutes % 60}m"

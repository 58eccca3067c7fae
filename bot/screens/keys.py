"""Builds keyboards: buttons with callback data, in rows that fit a phone."""

from __future__ import annotations

from collections.abc import Iterable

from bot.callback import CallbackData, Op
from bot.screens.model import Button, Style, TableInfo
from bot.screens.text import letters

Row = tuple[Button, ...]

WIDEST = 5
"""How many short labels fit beside each other on a narrow phone."""

FITS = {5: 6, 4: 8, 3: 12, 2: 20, 1: 40}
"""How wide labels may be, in letters, for so many to fit into a row."""


class Keys:
    """The buttons of one table and decision."""

    def __init__(self, table: TableInfo, decision: str) -> None:
        self._table = int(table.code, 36)
        self._deal = table.deal
        self._decision = decision

    def button(self, label: str, op: Op, argument: str = "", style: Style | None = None) -> Button:
        """A button that asks for something."""
        data = CallbackData(self._table, self._decision, op, argument, self._deal)
        return Button(label, str(data), style=style)


def in_rows(buttons: Iterable[Button], width: int = WIDEST) -> tuple[Row, ...]:
    """Buttons in evenly long rows, as many in each as the longest label lets fit, at most a width."""
    found = list(buttons)
    if not found:
        return ()
    longest = max(letters(button.text) for button in found)
    width = min(width, next((n for n, most in FITS.items() if longest <= most), 1))
    count = -(-len(found) // width)
    length = -(-len(found) // count)
    return tuple(tuple(found[start : start + length]) for start in range(0, len(found), length))


def join(*parts: tuple[Row, ...] | Row) -> tuple[Row, ...]:
    """Rows and groups of rows, one below the other; empty ones are left out."""
    found: list[Row] = []
    for part in parts:
        if part and isinstance(part[0], Button):
            found.append(tuple(button for button in part if isinstance(button, Button)))
        else:
            found += [row for row in part if isinstance(row, tuple) and row]
    return tuple(found)

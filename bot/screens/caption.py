"""The hand message as a photo: what its picture shows, and its text cut to what a caption may have."""

from __future__ import annotations

import html
import re
from itertools import chain

from bot.screens.model import HandData, Picture
from bot.screens.text import folded

MOST_SIGNS = 1024
"""How long a caption may be, as Telegram counts: UTF-16 units, without the marks of HTML."""

_TAG = re.compile(r"<[^>]*>")


def picture(data: HandData) -> Picture | None:
    """The hand and the play on the table, if the table wants pictures and there is a hand to be shown."""
    view = data.game.view
    if not data.game.table.pictures or view.hand is None or not any(view.hand):
        return None
    return Picture(view.hand, None if view.table is None else view.table.play)


def caption(lines: list[str], *extra: list[str]) -> str:
    """Lines as HTML with more of them folded below, those of ``extra`` only as far as they fit.

    What comes first in ``extra`` goes first, its last lines before the others.
    """
    kept = [list(part) for part in extra]
    while True:
        text = "\n".join(line for line in (*lines, folded([*chain(*kept)])) if line)
        spare = next((part for part in kept if part), None)
        if spare is None or signs(text) <= MOST_SIGNS:
            return text
        spare.pop()


def signs(text: str) -> int:
    """How many signs a text in HTML has for Telegram."""
    return len(html.unescape(_TAG.sub("", text)).encode("utf-16-le")) // 2

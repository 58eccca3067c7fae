"""Declarations ask once more, and say what is at stake."""

from __future__ import annotations

from bot.callback import Op
from bot.locales import Locales
from bot.screens.keys import Keys, Row
from bot.screens.model import Button, GameData, Style
from bot.screens.text import marked
from engine.actions import BLIND_CALL, CALL, REVOLT, SHOW, Action
from engine.cards import opposite

_STAKES = {str(action): action for action in (BLIND_CALL, CALL, SHOW, REVOLT)}


def at_stake(draft: str | None, legal: tuple[Action, ...]) -> Action | None:
    """The declaration that is to be confirmed, if a draft is one and it is still open."""
    action = _STAKES.get(draft or "")
    return action if action in legal else None


def button(action: Action, label: str, keys: Keys, style: Style | None) -> Button:
    """The first button of an action: it asks once more where something is at stake."""
    op = Op.BUILD if str(action) in _STAKES else Op.ACT
    return keys.button(label, op, str(action), style)


def question(action: Action, data: GameData, language: str, locales: Locales) -> str:
    """What is at stake, as HTML."""
    seat = data.view.seat
    assert seat is not None
    kind = str(action)
    if action == REVOLT:
        kind = f"{kind}-{data.view.rules.revolution}"
    if action == SHOW:
        return locales.text(language, f"stake-{kind}")
    return locales.text(language, f"stake-{kind}", whom=marked(opposite(seat), data.seats))


def confirming(action: Action, label: str, keys: Keys, language: str, locales: Locales) -> tuple[Row, ...]:
    """Yes, or back."""
    yes = keys.button(locales.text(language, "button-sure", what=label), Op.ACT, str(action), Style.SUCCESS)
    return ((yes, keys.button(locales.text(language, "button-back"), Op.CLOSE)),)

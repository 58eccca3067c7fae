"""What can ruin a deal asks once more, and says what is at stake."""

from __future__ import annotations

from bot import risks
from bot.callback import Op
from bot.locales import Locales
from bot.screens.keys import Keys, Row
from bot.screens.model import Button, GameData, Style
from bot.screens.text import marked, play_name
from engine.actions import Action
from engine.cards import opposite
from engine.view import View


def at_stake(draft: str | None, view: View) -> Action | None:
    """The action that is to be confirmed, if a draft is one, it is still open, and much hangs on it."""
    try:
        action = Action.parse(draft or "")
    except ValueError:
        return None
    return action if action in view.legal and risks.at_stake(action, view) is not None else None


def button(action: Action, label: str, view: View, keys: Keys, style: Style | None) -> Button:
    """The first button of an action: it asks once more where something is at stake."""
    op = Op.BUILD if risks.at_stake(action, view) is not None else Op.ACT
    return keys.button(label, op, str(action), style)


def question(action: Action, data: GameData, language: str, locales: Locales) -> str:
    """What is at stake, as HTML."""
    view = data.view
    assert view.seat is not None
    facts = {"whom": marked(opposite(view.seat), data.seats)}
    if action.play is not None:
        facts = {"play": play_name(action.play)}
    return locales.text(language, f"stake-{risks.at_stake(action, view)}", **facts)


def confirming(action: Action, label: str, keys: Keys, language: str, locales: Locales) -> tuple[Row, ...]:
    """Yes, or back."""
    yes = keys.button(locales.text(language, "button-sure", what=label), Op.ACT, str(action), Style.SUCCESS)
    return ((yes, keys.button(locales.text(language, "button-back"), Op.CLOSE)),)

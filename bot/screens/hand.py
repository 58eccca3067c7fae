"""The private message of a player: the hand, the table in short, and everything that the player may do."""

from __future__ import annotations

import html

from bot.callback import Op
from bot.locales import Locales
from bot.screens.builder import builder
from bot.screens.events import recent_lines
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.lobby import title
from bot.screens.model import Button, HandData, Screen, Style
from bot.screens.table import situation
from bot.screens.text import clean_name, hand_line, play_name
from engine import choices
from engine.actions import Action, Kind
from engine.view import Phase, View

MOST_ANSWERS = 15
MOST_BURNS = 4
ALERT = 200

_LABELS = {
    Kind.PASS: ("button-pass", Style.DANGER),
    Kind.YIELD: ("button-yield", None),
    Kind.DECLINE: ("button-decline", None),
    Kind.GIVE_UP: ("button-give-up", Style.DANGER),
    Kind.BLIND_CALL: ("button-blind-call", None),
    Kind.CALL: ("button-call", None),
    Kind.SHOW: ("button-show", None),
    Kind.READY: ("button-ready", Style.SUCCESS),
    Kind.REVOLT: ("button-revolt", Style.DANGER),
    Kind.HEAD: ("button-head", Style.SUCCESS),
    Kind.NO_HEAD: ("button-no-head", None),
}


def hand(data: HandData, language: str, locales: Locales) -> Screen:
    """The hand message."""
    view = data.game.view
    lines = [f"{title(data.game.table, language, locales)}{_where(data)}"]
    lines += _headline(data, language, locales)
    lines += situation(data.game, language, locales)
    if view.hand is not None:
        lines.append(locales.text(language, "your-hand", cards=sum(view.hand)))
        lines.append(f"<b>{hand_line(view.hand)}</b>")
    if data.intent is not None:
        chosen = action_label(Action.parse(data.intent), language, locales)
        lines.append(locales.text(language, "chosen", what=chosen))
    recent = recent_lines(data.game.recent, data.game.seats, language, locales, 6)
    if recent:
        lines.append(f"<blockquote expandable>{chr(10).join(recent)}</blockquote>")
    return Screen("\n".join(line for line in lines if line), _keyboard(data, language, locales))


def _where(data: HandData) -> str:
    name = data.game.table.chat_title
    return f" · {html.escape(clean_name(name), quote=False)}" if name else ""


def _headline(data: HandData, language: str, locales: Locales) -> list[str]:
    view = data.game.view
    if data.asleep:
        return [locales.text(language, "you-sleep")]
    if view.mine is None or data.intent is not None:
        return []
    if view.phase in (Phase.BLIND, Phase.DECLARE):
        return [locales.text(language, "you-declare")]
    if view.phase is Phase.BURN:
        return [locales.text(language, "you-may-burn")]
    return [locales.text(language, "your-turn-reminder" if data.reminder else "your-turn")]


def action_label(action: Action, language: str, locales: Locales) -> str:
    """An action as a button names it."""
    if action.play is not None:
        name = play_name(action.play)
        return f"🔥 {name}" if action.kind is Kind.BURN else name
    if action.kind is Kind.RETURN and action.cards is not None:
        return locales.text(language, "button-return", cards=hand_line(action.cards))
    return locales.text(language, _LABELS[action.kind][0])


def _keyboard(data: HandData, language: str, locales: Locales) -> tuple[Row, ...]:
    view = data.game.view
    keys = Keys(data.game.table.code, view.mine or view.decision)
    if data.asleep:
        back = keys.button(locales.text(language, "button-wake"), Op.WAKE, style=Style.SUCCESS)
        return ((back,),)
    if view.mine is None or data.intent is not None:
        return ()
    if data.draft is not None and view.hand is not None:
        return builder(view, data.draft, keys, language, locales)
    return join(_plays(view, keys, language, locales), in_rows(_others(view, keys, language, locales), 3))


def _plays(view: View, keys: Keys, language: str, locales: Locales) -> tuple[Row, ...]:
    """The suggested plays: an answer for each rank that beats, or a lead for each rank."""
    if view.hand is None:
        return ()
    if view.phase is Phase.BURN:
        found = _cheap_burns(view)
    elif view.phase is Phase.PLAY and view.table is None:
        found = choices.leads(view.legal, view.hand)
    else:
        found = choices.answers(view.legal)[:MOST_ANSWERS]
    buttons = [_act(action, keys, language, locales) for action in found]
    if buttons and view.table is not None:
        first = buttons[0]
        buttons[0] = Button(first.text, first.data, style=Style.SUCCESS)
    return in_rows(buttons, 3)


def _cheap_burns(view: View) -> tuple[Action, ...]:
    burns = [(action, action.play) for action in view.legal if action.play is not None]
    ordered = sorted(burns, key=lambda pair: (choices.cost(pair[1]), pair[1].base))
    return tuple(action for action, _ in ordered[:MOST_BURNS])


def _others(view: View, keys: Keys, language: str, locales: Locales) -> list[Button]:
    """Everything that is no play: passing, yielding, declaring; and the way to the builder."""
    found = [_act(action, keys, language, locales) for action in view.legal if action.play is None]
    if any(action.play is not None for action in view.legal):
        found.insert(0, keys.button(locales.text(language, "button-build"), Op.BUILD))
    return found


def _act(action: Action, keys: Keys, language: str, locales: Locales) -> Button:
    style = _LABELS.get(action.kind, ("", None))[1]
    return keys.button(action_label(action, language, locales), Op.ACT, str(action), style)


def hand_alert(view: View, language: str, locales: Locales) -> str:
    """The hand for an alert that only its owner sees, of at most 200 signs."""
    if view.hand is None:
        return locales.text(language, "toast-no-hand-yet")
    return locales.text(language, "alert-hand", cards=sum(view.hand), hand=hand_line(view.hand))[:ALERT]

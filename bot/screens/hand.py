"""The private message of a player: the hand, the table in short, and everything that the player may do."""

from __future__ import annotations

import html

from bot.callback import PASS_TRICK, TILL_OPPOSITE, Op
from bot.locales import Locales
from bot.screens import stakes
from bot.screens.builder import builder
from bot.screens.caption import caption, picture
from bot.screens.events import recent_lines
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.lobby import title
from bot.screens.model import Button, HandData, Screen, Style
from bot.screens.returning import returning
from bot.screens.table import on_table, seat_lines, situation, window
from bot.screens.text import (
    clean_name,
    deadline,
    folded,
    hand_line,
    marked,
    most_of_a_suit,
    play_name,
)
from bot.screens.votes import resume_button
from engine import choices
from engine.actions import SHOW, Action, Kind
from engine.view import Phase, View

MOST_ANSWERS = 15
RECENT = 6
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
    lines += _asleep_or_asked(data, language, locales)
    if view.hand is not None:
        lines.append(locales.text(language, "your-hand", cards=sum(view.hand)))
        lines.append(f"<b>{hand_line(view.hand)}</b>")
    chosen = _chosen(data)
    if chosen:
        what = " · ".join(action_label(action, view, language, locales) for action in chosen)
        lines.append(locales.text(language, "chosen", what=what))
    recent = recent_lines(data.game.recent, data.game.seats, language, locales, RECENT)
    seats = [] if view.phase in (Phase.BLIND, Phase.DECLARE) else seat_lines(data.game, language, locales)
    keyboard, shown = _keyboard(data, language, locales), picture(data)
    if shown is not None:
        return Screen(caption(lines, recent, seats), keyboard, shown)
    lines.append(folded(recent + seats))
    return Screen("\n".join(line for line in lines if line), keyboard)


def _where(data: HandData) -> str:
    name = data.game.table.chat_title
    return f" · {html.escape(clean_name(name), quote=False)}" if name else ""


def _chosen(data: HandData) -> list[Action]:
    """What the player has chosen in this decision, in force or still waiting for its moment."""
    found = list(data.game.view.chosen)
    if data.intent is not None and (intent := Action.parse(data.intent)) not in found:
        found.append(intent)
    return found


def _asleep_or_asked(data: HandData, language: str, locales: Locales) -> list[str]:
    """Whether the player has to do something, about what, until when; as HTML."""
    game, view = data.game, data.game.view

    def say(key: str) -> str:
        return locales.text(language, key)

    if data.asleep:
        return [say("you-sleep"), *situation(game, language, locales)]
    if view.mine is None or data.intent is not None or game.paused:
        return situation(game, language, locales)
    clock = deadline(locales, language, game.deadline, game.seconds)
    asked = stakes.at_stake(data.draft, view)
    if asked is not None:
        return [stakes.question(asked, game, language, locales), clock]
    if view.phase in (Phase.BLIND, Phase.DECLARE):
        return [f"{say('you-declare')} {clock}".strip(), window(view, language, locales)]
    if view.phase is Phase.RETURN and view.returning is not None:
        whom, count = view.returning
        who = marked(whom, game.seats)
        return [f"{locales.text(language, 'your-return', whom=who, count=count)} {clock}".strip()]
    if view.phase is Phase.BURN:
        key = "you-may-burn"
    elif view.phase is Phase.PLAY:
        key = "your-turn-reminder" if data.reminder else "your-turn"
    else:
        key = f"your-{view.phase.value}"
    return [f"{say(key)} {clock}".strip(), *on_table(game, language, locales)]


def action_label(action: Action, view: View, language: str, locales: Locales) -> str:
    """An action as a button names it."""
    if action.play is not None:
        name = play_name(action.play)
        return f"🔥 {name}" if action.kind is Kind.BURN else name
    if action.kind is Kind.RETURN and action.cards is not None:
        return locales.text(language, "button-return", cards=hand_line(action.cards))
    if action == SHOW and view.suits is not None:
        return locales.text(language, "button-show-cards", cards=most_of_a_suit(view.suits))
    return locales.text(language, _LABELS[action.kind][0])


def _keyboard(data: HandData, language: str, locales: Locales) -> tuple[Row, ...]:
    view = data.game.view
    keys = Keys(data.game.table, view.mine or view.decision)
    if data.game.paused:
        return ((resume_button(data.game.table, language, locales),),)
    if data.asleep:
        back = keys.button(locales.text(language, "button-wake"), Op.WAKE, style=Style.SUCCESS)
        return ((back,),)
    if view.mine is None or data.intent is not None:
        return _presets(data, language, locales)
    asked = stakes.at_stake(data.draft, view)
    if asked is not None:
        label = action_label(asked, view, language, locales)
        return stakes.confirming(asked, label, keys, language, locales)
    help_ = keys.button("?", Op.HELP)
    if view.phase is Phase.RETURN and view.hand is not None:
        return join(returning(view, data.draft, keys, language, locales), (help_,))
    if data.draft is not None and view.hand is not None and _has_plays(view):
        return builder(view, data.draft, keys, language, locales)
    others = [*_others(view, keys, language, locales), help_]
    return join(_plays(view, keys, language, locales), in_rows(others, 4))


def _presets(data: HandData, language: str, locales: Locales) -> tuple[Row, ...]:
    """Until one is asked: to pass this trick, or until the opposite plays; and to take that back."""
    view = data.game.view
    if view.seat is None or view.mine is not None or view.phase is not Phase.PLAY:
        return ()
    if not view.seats[view.seat].in_game:
        return ()
    keys = Keys(data.game.table, view.decision)
    found = []
    for what, label in ((PASS_TRICK, "button-preset-trick"), (TILL_OPPOSITE, "button-preset-opposite")):
        chosen = data.preset == what
        text = f"{locales.text(language, label)}{' ✓' if chosen else ''}"
        style = Style.PRIMARY if chosen else None
        found.append(keys.button(text, Op.PRESET, "-" if chosen else what, style))
    return join(in_rows(found, 2), (keys.button("?", Op.HELP),))


def _has_plays(view: View) -> bool:
    return any(action.play is not None for action in view.legal)


def _plays(view: View, keys: Keys, language: str, locales: Locales) -> tuple[Row, ...]:
    """The suggested plays: an answer for each rank that beats, or a lead for each rank."""
    if view.hand is None:
        return ()
    likely = False
    if view.phase is Phase.BURN:
        found = choices.burns(view.legal)
    elif view.phase is Phase.PLAY and view.to_beat is None:
        found = choices.leads(view.legal, view.hand)
    else:
        found = choices.answers(view.legal)
        likely = view.to_beat is not None
    buttons = [_act(action, view, keys, language, locales) for action in found[:MOST_ANSWERS]]
    if buttons and likely:
        first = buttons[0]
        buttons[0] = Button(first.text, first.data, style=Style.SUCCESS)
    return in_rows(buttons)


def _others(view: View, keys: Keys, language: str, locales: Locales) -> list[Button]:
    """Everything that is no play: passing, yielding, declaring; and the way to the builder."""
    found = [_act(action, view, keys, language, locales) for action in view.legal if action.play is None]
    if _has_plays(view):
        found.insert(0, keys.button(locales.text(language, "button-build"), Op.BUILD))
    return found


def _act(action: Action, view: View, keys: Keys, language: str, locales: Locales) -> Button:
    style = _LABELS.get(action.kind, ("", None))[1]
    return stakes.button(action, action_label(action, view, language, locales), view, keys, style)


def hand_alert(view: View, language: str, locales: Locales) -> str:
    """The hand for an alert that only its owner sees, of at most 200 signs."""
    if view.hand is None:
        return locales.text(language, "toast-no-hand-yet")
    return locales.text(language, "alert-hand", cards=sum(view.hand), hand=hand_line(view.hand))[:ALERT]

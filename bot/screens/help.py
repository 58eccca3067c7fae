"""What the "?" of a prompt says: what this moment is, and which choices this table has in it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.locales import Locales
from bot.screens.chapter import Chapter
from bot.screens.rulebook import calls, facts, revolts
from engine.actions import YIELD
from engine.cards import FOUR, opposite
from engine.rules import Revolution
from engine.view import Phase, SeatView, View

MOST_SIGNS = 200
"""The most that an answer to a tap can hold."""


@dataclass(frozen=True, slots=True)
class Topic:
    """What is explained, by the names of its messages, and the chapter that tells more."""

    chapter: Chapter
    keys: tuple[str, ...]


def phase_help(view: View, language: str, locales: Locales) -> str:
    """What is going on for who looks, in plain text of at most 200 signs, for an alert."""
    known = facts(view.rules) | {"count": view.returning[1] if view.returning is not None else 0}
    return "\n".join(locales.text(language, key, **known) for key in topic(view).keys)


def chapter_of(view: View) -> Chapter:
    """The chapter of ``/rules`` that tells more about what is going on."""
    return topic(view).chapter


def topic(view: View) -> Topic:
    """What there is to explain."""
    return _PHASES[view.phase](view)


def _blind(view: View) -> Topic:
    return Topic(Chapter.BEFORE, ("help-blind",))


def _return(view: View) -> Topic:
    return Topic(Chapter.TRIBUTE, ("help-return" if view.returning is not None else "help-return-others",))


def _declare(view: View) -> Topic:
    keys = ["help-declare"]
    if view.shows_fours:
        keys.append("help-declare-show")
    if calls(view.rules):
        keys.append("help-declare-ming")
    if revolts(view.rules):
        keys.append("help-declare-revolt")
    return Topic(Chapter.BEFORE, tuple(keys))


def _rush(view: View) -> Topic:
    return Topic(Chapter.REVOLUTION, (_of_two(view, "help-rush-lay", "help-rush-answer", "help-rush"),))


def _duel(view: View) -> Topic:
    return Topic(Chapter.REVOLUTION, (_of_two(view, "help-duel-lay", "help-duel-answer", "help-duel"),))


def _of_two(view: View, laying: str, answering: str, watching: str) -> str:
    """The message for the revolutionary, for its opposite, or for who watches them."""
    me = _me(view)
    if me is None or view.mine is None:
        return watching
    return laying if me.revolted else answering


def _head(view: View) -> Topic:
    return Topic(Chapter.REVOLUTION, ("help-head", "help-no-head"))


def _burn(view: View) -> Topic:
    return Topic(Chapter.BURN, ("help-burn", "help-burn-ends"))


def _play(view: View) -> Topic:
    return _lead(view) if view.table is None else _follow(view)


def _lead(view: View) -> Topic:
    """To who burns or kills nothing, it looks so already while others still may (``guarded``)."""
    me = _me(view)
    wait = ("help-guarded",) if view.guarded else ()
    if view.leader is not None and view.seats[view.leader].burning:
        return Topic(Chapter.BURN, (*wait, "help-run" if view.mine is not None else "help-run-others"))
    if view.mine is None or me is None or view.hand is None:
        return Topic(Chapter.TRICKS, (*wait, "help-lead-others"))
    if view.rules.kaidian_fasi and view.hand[FOUR] and me.opened:
        other = view.seats[opposite(me.seat)]
        if other.opened or not other.revolted:  # else the revolution has opened this seat, for good
            return Topic(Chapter.FOURS, (*wait, "help-lead-proof"))
        if view.rules.revolution is Revolution.DUEL:
            return Topic(Chapter.FOURS, (*wait, "help-lead-fours"))
    return Topic(Chapter.TRICKS, (*wait, "help-lead", *_held_back(view, me)))


def _held_back(view: View, me: SeatView) -> tuple[str, ...]:
    """What a leader better knows: what opens, and which cards wait."""
    keys = []
    if not me.opened and not me.headless and not view.chaos:
        keys.append("help-lead-level")
    if view.rules.bie_san:
        keys.append("help-lead-threes")
    if view.rules.kaidian_fasi and not me.opened:
        keys.append("help-lead-early")
    return tuple(keys)


def _follow(view: View) -> Topic:
    table = view.table
    assert table is not None
    if view.chaos:
        return Topic(Chapter.TRICKS, ("help-chaos",))
    if table.play.big and view.rules.two_kill_one:
        return Topic(Chapter.KILL, ("help-kill", "help-kill-who"))
    if table.level:
        return Topic(Chapter.LEVEL, ("help-level", "help-level-beat"))
    yields = ("help-yield",) if YIELD in view.legal else ()
    return Topic(Chapter.TRICKS, ("help-follow", *yields))


def _over(view: View) -> Topic:
    return Topic(Chapter.MATCH, ("help-over",))


def _void(view: View) -> Topic:
    return Topic(Chapter.REVOLUTION, ("help-void",))


def _me(view: View) -> SeatView | None:
    return None if view.seat is None else view.seats[view.seat]


_PHASES: dict[Phase, Callable[[View], Topic]] = {
    Phase.BLIND: _blind,
    Phase.RETURN: _return,
    Phase.DECLARE: _declare,
    Phase.RUSH: _rush,
    Phase.DUEL: _duel,
    Phase.HEAD: _head,
    Phase.PLAY: _play,
    Phase.BURN: _burn,
    Phase.OVER: _over,
    Phase.VOID: _void,
}

"""What laying a play is worth, whether it leads or beats, in turns (:mod:`engine.ai.hand_value`)."""

from __future__ import annotations

from engine.ai.chances import holds
from engine.ai.hand_value import only_threes, promise, runs_out
from engine.ai.situation import hand_of, late, unopened
from engine.cards import ACE, take
from engine.opening import opens
from engine.play import Play
from engine.view import View

GOING_OUT = 100.0

LEAD = 0.15
"""What winning the lead is worth."""

RUN = 3.0
"""What it is worth to win the lead with a hand that then goes out for sure."""

OPEN, OPEN_LATE = 1.75, 4.0
"""What opening is worth, and when nobody may be able to open any more soon (RULES R8.3)."""

BREAK = 0.35
"""What it costs to tear a group apart."""

HELD = 2.5
"""What it costs to be left with nothing but 3s and without the lead (憋3, RULES R7.3)."""


def worth(view: View, play: Play) -> float:
    """What laying a play is worth."""
    hand = hand_of(view)
    rest = take(hand, play.cards)
    if not any(rest):
        return GOING_OUT
    chance = holds(view, play)
    value = promise(view.rules, rest, unopened(view)) - promise(view.rules, hand, unopened(view))
    value += chance * _of_winning(view, play)
    if play.base <= ACE and rest[play.base]:
        value -= BREAK
    if only_threes(view.rules, rest):
        value -= HELD * (1 - chance)
    return value


def _of_winning(view: View, play: Play) -> float:
    """What winning the trick with a play is worth."""
    value = LEAD
    if runs_out(view.rules, take(hand_of(view), play.cards)):
        value += RUN
    if unopened(view) and opens(view.rules, play):
        value += OPEN_LATE if late(view) else OPEN
    return value

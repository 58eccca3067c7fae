"""Leading: the lowest whole groups first, level plays to open, what wins before the 3s."""

from __future__ import annotations

from engine.actions import GIVE_UP, Action
from engine.ai.chances import holds
from engine.ai.situation import hand_of, me, opponents, plays, unopened
from engine.ai.worth import worth
from engine.burning import can_run
from engine.cards import FOUR, take
from engine.play import Play
from engine.view import View

LOW_FIRST = 0.3
"""What a rank more costs: low groups need the lead, high ones can follow."""

PROVE = 10.0
"""What it is worth to prove an opening with the 4s (开点发四, RULES R8.2)."""

FORFEIT = 4.0
"""What it costs to play the 4s unopened, which ends all chances to open."""

FEED = 0.8
"""What it costs to lead as many cards as an opponent has left."""


def lead(view: View) -> Action:
    """The best lead, or giving up a burn that cannot go on."""
    choices = plays(view)
    if me(view).burning:
        return _run(view, choices)
    return max(choices, key=lambda pair: score(view, pair[1]))[0]


def _run(view: View, choices: list[tuple[Action, Play]]) -> Action:
    """A play after which the run can still go on, with few jokers, big ones first (RULES R9.2)."""
    running = [pair for pair in choices if can_run(view.rules, take(hand_of(view), pair[1].cards))]
    price = {action: (play.small + play.big, -play.big, -play.naturals) for action, play in choices}
    return min((action for action, _ in running or choices), key=price.__getitem__, default=GIVE_UP)


def score(view: View, play: Play) -> float:
    """What leading with a play is worth."""
    return worth(view, play) - LOW_FIRST * play.base + _fours(view, play) - _feeding(view, play)


def _fours(view: View, play: Play) -> float:
    """What the 4s mean where they prove an opening (RULES R8.2)."""
    if not view.rules.kaidian_fasi or play.base != FOUR:
        return 0.0
    if me(view).opened:
        return PROVE
    return -FORFEIT if unopened(view) else 0.0


def _feeding(view: View, play: Play) -> float:
    """What it costs that an opponent could go out on a play."""
    fed = any(seat.cards == play.size for seat in opponents(view))
    return FEED * (1 - holds(view, play)) if fed else 0.0

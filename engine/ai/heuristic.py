"""A player that plays a sensible game, readable rather than deep: a module for each kind of decision."""

from __future__ import annotations

import random

from engine.actions import Action
from engine.ai.following import follow
from engine.ai.leading import lead
from engine.ai.windows import burn_or_decline, choose_head, declare, show_down
from engine.view import Phase, View


def heuristic(view: View, rng: random.Random) -> Action:
    """The action that a sensible player takes; it leaves nothing to chance."""
    match view.phase:
        case Phase.BLIND | Phase.DECLARE:
            return declare(view)
        case Phase.RETURN:
            return view.legal[0]
        case Phase.BURN:
            return burn_or_decline(view)
        case Phase.HEAD:
            return choose_head(view)
        case Phase.RUSH | Phase.DUEL:
            return show_down(view)
        case _:
            return lead(view) if view.table is None else follow(view)

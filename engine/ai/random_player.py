"""Plays anything legal."""

from __future__ import annotations

import random

from engine.actions import Action, give_back
from engine.cards import RANKS, THREE
from engine.view import View


def random_player(view: View, rng: random.Random) -> Action:
    """Any legal action, each as likely; for a return any cards but a last 3."""
    if view.returning is not None:
        return _random_return(view, rng)
    return rng.choice(view.legal)


def _random_return(view: View, rng: random.Random) -> Action:
    assert view.hand is not None
    assert view.returning is not None
    count = view.returning[1]
    cards = [rank for rank in RANKS for _ in range(view.hand[rank])]
    if view.rules.bie_san and view.hand[THREE]:
        cards.remove(THREE)
    if len(cards) < count:
        return view.legal[0]
    chosen = rng.sample(cards, count)
    return give_back(tuple(chosen.count(rank) for rank in RANKS))

"""Counts of action sequences: any change of what is legal shows in them, so they guard against it."""

from __future__ import annotations

from collections import Counter

from engine.deal import Deal
from engine.view import Phase


def perft(deal: Deal, depth: int) -> Counter[Phase]:
    """How many sequences of ``depth`` actions there are, by the phase in which the last one is taken.

    A return counts once, with its default. Sequences that end before are not counted.
    """
    counts: Counter[Phase] = Counter()
    for seat in deal.actors:
        legal = deal.legal_actions(seat)
        if depth == 1:
            counts[deal.phase] += len(legal)
        else:
            for action in legal:
                counts.update(perft(deal.apply(seat, action).deal, depth - 1))
    return counts

"""How many taps a play takes, over random deals: ``python -m benchmarks.taps [deals]``.

Counted on the real screens: in private from the hand message to the play, by the shortest way; in the group
by its rank buttons.
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from bot.callback import Op
from engine import choices
from engine.actions import Action, Kind
from engine.ai import PLAYERS
from engine.deal import Deal
from engine.rules import PRESETS
from engine.view import Phase, View
from tests.bot.screening import game, in_group, operations, taps

DEALS = 100
NAMES = ("following", "leading", "burning", "whole group, in the group")
LOOKED_AT = 0.3
"""The share of decisions that is looked at."""


def main() -> None:
    """Play deals, and count."""
    deals = int(sys.argv[1]) if len(sys.argv) > 1 else DEALS
    counts = {name: Counter[int]() for name in NAMES}
    rng = random.Random(1)
    for seed in range(deals):
        deal = Deal.start(PRESETS[rng.choice(sorted(PRESETS))], f"taps {seed}").deal
        while deal.actors:
            seat = rng.choice(deal.actors)
            if deal.phase in (Phase.PLAY, Phase.BURN) and rng.random() < LOOKED_AT:
                _count(deal, seat, counts)
            player = PLAYERS["random" if rng.random() < 0.2 else "heuristic"]
            deal = deal.apply(seat, player(deal.view(seat), rng)).deal
    for name, found in counts.items():
        total = sum(found.values())
        shares = ", ".join(f"{number} taps {count / total:.1%}" for number, count in sorted(found.items()))
        sys.stdout.write(f"{name}: {total:,} legal plays; {shares}\n")


def _count(deal: Deal, seat: int, counts: dict[str, Counter[int]]) -> None:
    view = deal.view(seat)
    found = taps(game(deal, seat))
    what = "burning" if deal.phase is Phase.BURN else "leading" if view.table is None else "following"
    for action in view.legal:
        if action.play is not None:
            counts[what][found[action]] += 1
    if deal.phase is Phase.PLAY and view.table is None:
        for action in _groups(view):
            offered = (Op.RANK, str(action)[0]) in operations(in_group(deal))
            counts["whole group, in the group"][2 if offered else 99] += 1


def _groups(view: View) -> list[Action]:
    """The leads of whole natural groups."""
    assert view.hand is not None
    leads = choices.leads(view.legal, view.hand)
    return [action for action in leads if action.kind is Kind.PLAY and action.play is not None]


if __name__ == "__main__":
    main()

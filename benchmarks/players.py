"""How well the AI players play: ``python -m benchmarks.players [--deals 200] [--strong NAME] [--weak NAME]``.

Three seats of one player against three of another, each side of the table in turn; single deals, nothing
owed. Points are those of a side in a deal as if it were settled then, places count from 1 (头科) to 6 (大落).
"""

from __future__ import annotations

import argparse
import math
import sys
from dataclasses import dataclass, field
from statistics import mean, stdev

from engine.ai import PLAYERS, Player
from engine.ai.playing import chances, play_deal
from engine.cards import SEATS, side
from engine.deal import Deal
from engine.rules import PRESETS, RuleSet


@dataclass(slots=True)
class Tally:
    """What a side of strong players made against weak ones, a list item for each deal."""

    points: list[int] = field(default_factory=list)
    places: list[float] = field(default_factory=list)
    opened: list[int] = field(default_factory=list)
    weak_opened: list[int] = field(default_factory=list)
    void: int = 0

    def __str__(self) -> str:
        error = stdev(self.points) / math.sqrt(len(self.points)) if len(self.points) > 1 else math.nan
        return (
            f"{mean(self.points):+.2f} ± {error:.2f} points a deal, average place {mean(self.places):.2f} "
            f"against {7 - mean(self.places):.2f}, seats opened {mean(self.opened):.2f} against "
            f"{mean(self.weak_opened):.2f} ({len(self.points)} deals, {self.void} void)"
        )


def compare(rules: RuleSet, strong: Player, weak: Player, deals: int, seed: str = "players") -> Tally:
    """Play deals of three strong against three weak players, the strong side changing."""
    tally = Tally()
    for number in range(deals):
        strong_side = number % 2
        players = [strong if side(seat) == strong_side else weak for seat in SEATS]
        name = f"{seed} {number // 2}"  # both sides play the same cards
        outcome = play_deal(Deal.start(rules, name).deal, players, chances(name)).outcome
        if outcome is None:
            tally.void += 1
            continue
        seats = [seat for seat in SEATS if side(seat) == strong_side]
        tally.points.append(sum(outcome.points[seat] for seat in seats))
        tally.places.append(mean(outcome.places[seat] + 1 for seat in seats))
        tally.opened.append(sum(seat in outcome.opened for seat in seats))
        tally.weak_opened.append(len(outcome.opened) - tally.opened[-1])
    return tally


def main() -> None:
    """Print how a player fares against another under each preset."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.players", description="How well AI players play."
    )
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--strong", choices=tuple(PLAYERS), default="heuristic")
    parser.add_argument("--weak", choices=tuple(PLAYERS), default="random")
    options = parser.parse_args()
    for name, rules in PRESETS.items():
        tally = compare(rules, PLAYERS[options.strong], PLAYERS[options.weak], options.deals)
        sys.stdout.write(f"{name:8} {tally}\n")


if __name__ == "__main__":
    main()

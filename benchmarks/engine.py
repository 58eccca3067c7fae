"""How fast the engine plays: ``python -m benchmarks.engine [--json]``.

Random play of whole deals, every list of legal actions complete; one process, one thread. Times are of the
processor, not of the clock, so that other work on the machine does not count. rlcard's Dou Dizhu is measured
beside it where rlcard is installed.
"""

from __future__ import annotations

import argparse
import gc
import json
import random
import sys
import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from engine.actions import Action
from engine.deal import Deal
from engine.record import Record, Start, read, replay, write
from engine.rules import BIESAN, PRESETS, RuleSet

ROUNDS = 5
DEALS = 100
RLCARD_DEALS = 30
LIVE_DEALS = 300
MIDDLE = 250
"""Deals that are measured while they run have had fewer actions than this."""
STORED_ACTIONS = 300


@dataclass(frozen=True, slots=True)
class Figures:
    """What is measured. ``rlcard_decisions_per_second`` is none where rlcard is not installed."""

    decisions_per_second: dict[str, int]
    deals_per_second: dict[str, int]
    rlcard_decisions_per_second: int | None
    bytes_per_deal: int
    replay_300_ms: float
    copy_ns: int
    rlcard_game_alone: int | None

    def as_json(self) -> str:
        """One object with the figures that are compared; the others are for people."""
        return json.dumps(
            {
                "decisions_per_second": self.decisions_per_second,
                "deals_per_second": self.deals_per_second,
                "rlcard_decisions_per_second": self.rlcard_decisions_per_second,
                "bytes_per_deal": self.bytes_per_deal,
                "replay_300_ms": self.replay_300_ms,
            }
        )

    def as_text(self) -> str:
        """The figures, one a line."""
        lines = [
            f"{name:8} {speed:9,} decisions/s {self.deals_per_second[name]:5,} deals/s"
            for name, speed in self.decisions_per_second.items()
        ]
        lines += [
            f"rlcard   {speed:9,} decisions/s of Dou Dizhu, {what}"
            for speed, what in (
                (self.rlcard_decisions_per_second, "its environment"),
                (self.rlcard_game_alone, "its game alone"),
            )
            if speed is not None
        ]
        lines += [
            f"a copy of a state     {self.copy_ns:,} ns",
            f"a running deal        {self.bytes_per_deal:,} bytes",
            f"replaying {STORED_ACTIONS} actions {self.replay_300_ms:.2f} ms",
        ]
        return "\n".join(lines)


def measure() -> Figures:
    """Measure everything once, after a warm-up."""
    decisions: dict[str, int] = {}
    deals: dict[str, int] = {}
    for name, rules in PRESETS.items():
        actions, seconds = _play_deals(rules)
        decisions[name] = round(actions / seconds)
        deals[name] = round(DEALS / seconds)
    return Figures(
        decisions_per_second=decisions,
        deals_per_second=deals,
        rlcard_decisions_per_second=_rlcard_environment(),
        rlcard_game_alone=_rlcard_game(),
        bytes_per_deal=_bytes_per_deal(),
        replay_300_ms=round(_replay_seconds() * 1e3, 2),
        copy_ns=round(_copy_seconds() * 1e9),
    )


def _best(run: Callable[[], object]) -> float:
    """The least processor time that a run takes, in seconds; the first one only warms up."""
    run()
    times = []
    for _ in range(ROUNDS):
        gc.collect()
        start = time.process_time()
        run()
        times.append(time.process_time() - start)
    return min(times)


def play_some(deal: Deal, rng: random.Random, most: int = sys.maxsize) -> Deal:
    """Play at random until the deal is over, or for so many actions."""
    while deal.number < most and (actors := deal.actors):
        seat = actors[0]
        deal = deal.apply(seat, rng.choice(deal.legal_actions(seat))).deal
    return deal


def _play_deals(rules: RuleSet) -> tuple[int, float]:
    """How many actions a number of deals have, and the seconds that they take."""

    def run() -> int:
        deals = (play_some(Deal.start(rules, str(n)).deal, random.Random(n)) for n in range(DEALS))
        return sum(deal.number for deal in deals)

    return run(), _best(run)


def _bytes_per_deal() -> int:
    """The memory that one of many deals takes in the middle of its play.

    The lists of plays that all deals share, whose number is bounded, are there before.
    """

    def live() -> list[Deal]:
        return [
            play_some(Deal.start(BIESAN, str(n)).deal, random.Random(n), n % MIDDLE)
            for n in range(LIVE_DEALS)
        ]

    live()
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    deals = live()
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken // len(deals)


def stored_deal() -> str:
    """The record of a random deal's first actions, as text."""
    record = Record(rules=BIESAN, seed="stored", start=Start.DEAL)
    deal, rng = Deal.start(BIESAN, "stored").deal, random.Random(1)
    history: list[tuple[int, Action]] = []
    while len(history) < STORED_ACTIONS:
        seat = deal.actors[0]
        action = rng.choice(deal.legal_actions(seat))
        history.append((seat, action))
        deal = deal.apply(seat, action).deal
    return write(record.with_actions(tuple(history)))


def _replay_seconds() -> float:
    """Reading a stored deal and replaying it, the shuffle and every check included."""
    text = stored_deal()
    return _best(lambda: sum(1 for _ in replay(read(text))))


def _copy_seconds() -> float:
    times = 10_000
    state = play_some(Deal.start(BIESAN, "copy").deal, random.Random(1), 100).state

    def run() -> None:
        for _ in range(times):
            state.copy()

    return _best(run) / times


def _rlcard_environment() -> int | None:
    """Decisions per second of rlcard's Dou Dizhu as its users run it, if it is installed."""
    try:
        rlcard: Any = import_module("rlcard")
    except ImportError:
        return None
    environment = rlcard.make("doudizhu", config={"seed": 1})
    rng = random.Random(1)

    def run() -> int:
        actions = 0
        for _ in range(RLCARD_DEALS):
            state, _player = environment.reset()
            while not environment.is_over():
                state, _player = environment.step(rng.choice(list(state["legal_actions"])))
                actions += 1
        return actions

    return _rate(run)


def _rlcard_game() -> int | None:
    """The same of its game alone, without the arrays that its environment makes for learning."""
    try:
        numpy: Any = import_module("numpy")
        games: Any = import_module("rlcard.games.doudizhu")
    except ImportError:
        return None
    game = games.Game()
    game.np_random = numpy.random.RandomState(1)
    rng = random.Random(1)

    def run() -> int:
        actions = 0
        for _ in range(RLCARD_DEALS):
            state, _player = game.init_game()
            while not game.is_over():
                state, _player = game.step(rng.choice(state["actions"]))
                actions += 1
        return actions

    return _rate(run)


def _rate(run: Callable[[], int]) -> int:
    """How many of what a run counts there are in a second, over all rounds: no two runs are alike."""
    run()
    start = time.process_time()
    count = sum(run() for _ in range(ROUNDS))
    return round(count / (time.process_time() - start))


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.engine", description="How fast the engine is."
    )
    parser.add_argument("--json", action="store_true", help="as one JSON object")
    options = parser.parse_args()
    figures = measure()
    sys.stdout.write((figures.as_json() if options.json else figures.as_text()) + "\n")


if __name__ == "__main__":
    main()

"""Counts of action sequences from fixed seeds: whatever changes what is legal shows in them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from engine.perft import perft
from engine.record import Record, Start, begin_deal
from engine.rules import PRESETS
from engine.view import Phase
from tests.engine.tables import table

GOLDEN = Path(__file__).parents[1] / "data" / "goldens" / "perft.json"

FULL = [
    ("shaopai", "7", Start.DEAL, 3),
    ("biesan", "7", Start.DEAL, 4),
    ("kaidian", "7", Start.DEAL, 4),
    ("shaopai", "7", Start.PLAY, 2),
    ("biesan", "8", Start.PLAY, 2),
    ("kaidian", "9", Start.PLAY, 2),
]
"""Whole deals: a preset, a seed, where it starts, how deep."""

SMALL = {
    "burns": ("biesan", "35KK 3AAw9 322 3WW9 322 3AA", {}, 6),
    "bluffs": ("biesan", "35KK 3AAw9 3228 3WW9 39 39", {"Switches": "burn_guard=off"}, 6),
    "kills": ("kaidian", "34KWA 34WW 34WWK 34 34 34", {}, 7),
    "rush": ("shaopai", "3AAKKQQQ5 36 37 3KKKAA22W 39 3T", {"Start": "declare"}, 7),
    "concession": ("biesan", "35K 322 37 3KKAA22 39 3T", {"Start": "declare"}, 7),
    "duel": ("kaidian", "3445KKAA 345 345 344AA922 345 345", {"Start": "declare"}, 7),
    "returns": ("biesan", "35 36 39 39 3Q 3KK", {"Start": "buy", "Owed": "place 6>1 1, place 5>2 1"}, 5),
    "chaos": ("biesan", "359 - 377 38K 39 -", {}, 9),
    "yields": ("biesan", "359 36T 37J 38Q 39K 3TA", {}, 9),
}
"""Small deals to their depth; where one can revolt, from its revolution on."""

REVOLT = "1:revolt 2:ready 3:ready 4:ready 5:ready 6:ready"


def _counts(counts: Counter[Phase]) -> dict[str, int]:
    return {phase.value: count for phase, count in sorted(counts.items())}


def whole(name: str, seed: str, start: Start, depth: int) -> dict[str, int]:
    """The counts of a whole deal."""
    deal = begin_deal(Record(rules=PRESETS[name], seed=seed, start=start)).deal
    return _counts(perft(deal, depth))


def small(key: str) -> dict[str, int]:
    """The counts of a small deal, summed over all depths up to its own."""
    name, hands, headers, depth = SMALL[key]
    deal = table(name, hands, REVOLT if "Start" in headers and key != "returns" else "", **headers).deal
    total: Counter[Phase] = Counter()
    for level in range(1, depth + 1):
        total.update(perft(deal, level))
    return _counts(total)


@pytest.mark.parametrize(("name", "seed", "start", "depth"), FULL)
def test_perft_of_whole_deals(name: str, seed: str, start: Start, depth: int) -> None:
    goldens = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert whole(name, seed, start, depth) == goldens[f"{name} {seed} {start} {depth}"]


@pytest.mark.parametrize("key", SMALL)
def test_perft_of_small_deals(key: str) -> None:
    goldens = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert small(key) == goldens[key]

"""The benchmarks measure what they say; how fast it is, no test asks."""

from __future__ import annotations

import json
import random

from benchmarks.engine import Figures, play_some, stored_deal
from benchmarks.players import compare
from engine.ai import PLAYERS
from engine.deal import Deal
from engine.record import read, replay
from engine.rules import BIESAN


def test_figures_as_json_are_those_that_are_compared() -> None:
    figures = Figures(
        decisions_per_second={"biesan": 2},
        deals_per_second={"biesan": 1},
        rlcard_decisions_per_second=None,
        bytes_per_deal=3,
        replay_300_ms=0.5,
        copy_ns=4,
        rlcard_game_alone=None,
    )
    assert json.loads(figures.as_json()) == {
        "decisions_per_second": {"biesan": 2},
        "deals_per_second": {"biesan": 1},
        "rlcard_decisions_per_second": None,
        "bytes_per_deal": 3,
        "replay_300_ms": 0.5,
    }
    assert "rlcard" not in figures.as_text()


def test_the_stored_deal_has_three_hundred_legal_actions() -> None:
    *_, (_, last) = replay(read(stored_deal()))
    assert last.deal.number == 300


def test_random_play_goes_to_the_end_or_as_far_as_asked() -> None:
    start = Deal.start(BIESAN, "some").deal
    assert play_some(start, random.Random(1)).outcome is not None
    assert play_some(start, random.Random(1), 40).number == 40


def test_players_are_compared_from_both_sides_of_the_table() -> None:
    """Equal players get, over a deal played from both sides, exactly nothing."""
    tally = compare(BIESAN, PLAYERS["heuristic"], PLAYERS["heuristic"], 4)
    assert len(tally.points) == 4
    assert sum(tally.points) == 0

"""Whole random matches, kept as records with the state that they end in."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine.cli import main
from engine.record import events_of, read_all, write
from engine.rules import PRESETS

MATCHES = {
    **PRESETS,
    "custom": PRESETS["biesan"].with_switches("burn_guard=off two_kill_one=on counter_burn_raises=on"),
}
"""The rule set of each match that is kept."""

FOLDER = Path(__file__).parents[1] / "data" / "goldens"


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match_replays_to_its_end(name: str) -> None:
    output = io.StringIO()
    assert main(["replay", str(FOLDER / f"{name}.gouji"), "--json"], output) == 0
    assert json.loads(output.getvalue()) == json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", MATCHES)
def test_golden_match_is_written_as_it_is_kept(name: str) -> None:
    text = (FOLDER / f"{name}.gouji").read_text(encoding="utf-8")
    records = read_all(text)
    assert len(records) >= 3
    assert "\n".join(map(write, records)) == text
    assert records[0].rules == MATCHES[name]


def test_golden_matches_hold_what_is_rare() -> None:
    kinds = set()
    for name in MATCHES:
        for record in read_all((FOLDER / f"{name}.gouji").read_text(encoding="utf-8")):
            kinds |= {type(event).__name__ for event in events_of(record)}
    assert kinds >= {"Burned", "BurnBroken", "BurnFailed", "Held", "Returned", "Bought", "Showed", "Called"}
    assert kinds >= {"Revolted", "RushLaid", "Dueled", "HeadClaimed", "DeadLevel", "OpeningLost", "Yielded"}

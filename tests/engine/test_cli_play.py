"""``python -m engine play``: a whole match between AI players, as records."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from engine.ai.playing import play_match
from engine.cli import main
from engine.events import Returned
from engine.record import events_of, read_all
from engine.rules import PRESETS
from tests.engine.test_ai import six

HALF = "heuristic,random,heuristic,random,heuristic,random"


def _run(*arguments: str) -> tuple[int, str]:
    output = io.StringIO()
    status = main(("play", *arguments), output)
    return status, output.getvalue()


@pytest.mark.parametrize("name", PRESETS)
def test_play_prints_a_match_that_replays_to_its_end(name: str, tmp_path: Path) -> None:
    status, printed = _run("--rules", name, "--seed", "7", "--ai", HALF)
    assert status == 0
    records = read_all(printed)
    assert all(record.rules == PRESETS[name] for record in records)
    assert [record.seed for record in records] == [f"7/{n + 1}" for n in range(len(records))]
    file = tmp_path / "match.gouji"
    file.write_text(printed, encoding="utf-8")
    output = io.StringIO()
    assert main(("replay", str(file), "--json"), output) == 0
    assert json.loads(output.getvalue())["phase"] == "over"


def test_play_is_the_same_from_the_same_seed_only() -> None:
    first = _run("--seed", "7", "--ai", HALF)
    assert _run("--seed", "7", "--ai", HALF) == first
    assert _run("--seed", "8", "--ai", HALF) != first


def test_play_names_who_plays_and_the_points() -> None:
    lines = _run("--seed", "7", "--ai", HALF)[1].splitlines()
    assert lines[0] == "; 1 heuristic, 2 random, 3 heuristic, 4 random, 5 heuristic, 6 random"
    points = play_match(PRESETS["biesan"], "7", six("heuristic", "random")).points
    assert sum(points) == 0
    assert any(points)
    assert lines[-1] == "; points " + ", ".join(f"{seat + 1} {points[seat]}" for seat in range(6))


def test_play_includes_what_is_returned() -> None:
    records = read_all(_run("--rules", "biesan", "--seed", "7", "--ai", "random")[1])
    returned = [event for record in records for event in events_of(record) if isinstance(event, Returned)]
    written = [token for record in records for token in record.tokens if ":<" in token.text]
    assert returned
    assert len(written) == len(returned)


def test_play_takes_one_name_for_all_seats_and_changed_switches() -> None:
    status, printed = _run("--seed", "x", "--ai", "random", "--switches", "deals=1 calls=none")
    assert status == 0
    assert printed.startswith("; 1 random, 2 random, 3 random, 4 random, 5 random, 6 random\n")
    (record,) = read_all(printed)
    assert record.rules == PRESETS["biesan"].with_switches("deals=1 calls=none")


@pytest.mark.parametrize(
    ("names", "complaint"),
    [
        ("clever", "there is no AI player 'clever'; they are random, heuristic"),
        ("random,heuristic", "--ai names one AI player or six, not 2"),
        (",".join(["random"] * 7), "--ai names one AI player or six, not 7"),
        ("", "there is no AI player ''; they are random, heuristic"),
    ],
)
def test_play_refuses_other_names_and_numbers_of_them(
    names: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run("--seed", "7", "--ai", names) == (2, "")
    assert capsys.readouterr().err == complaint + "\n"


def test_play_refuses_a_seed_that_no_record_can_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("--seed", 'a"b') == (2, "")
    assert "seed" in capsys.readouterr().err

"""Known right answers: tables of plays, and small records with what must come out."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

from engine.cli import main
from engine.opening import opens
from engine.play import Play
from engine.rules import BIESAN, KAIDIAN, SHAOPAI, Calls
from engine.tribute import point_tribute

VECTORS = Path(__file__).parents[1] / "data" / "vectors"
RECORDS = sorted((VECTORS / "records").glob("*.gouji"))


def rows(name: str) -> list[list[str]]:
    """The rows of a table, without its heading."""
    lines = (VECTORS / name).read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


@pytest.mark.parametrize(("table", "answer", "beats"), rows("beats.tsv"))
def test_r3_3_beats(table: str, answer: str, beats: str) -> None:
    assert Play.parse(answer).beats(Play.parse(table)) is (beats == "yes")


@pytest.mark.parametrize(("table", "answer", "beats"), rows("beats_two_kill_one.tsv"))
def test_r3_5_kills(table: str, answer: str, beats: str) -> None:
    assert Play.parse(answer).kills(Play.parse(table)) is (beats == "yes")


def test_the_command_line_answers_a_file_of_pairs() -> None:
    output = io.StringIO()
    assert main(["beats", "--file", str(VECTORS / "beats.tsv")], output) == 0
    assert output.getvalue().split() == [row[2] for row in rows("beats.tsv")]


@pytest.mark.parametrize(("text", "level", "biesan", "shaopai", "kaidian"), rows("level_and_opening.tsv"))
def test_r3_4_r8_1_level_plays_and_what_opens(
    text: str, level: str, biesan: str, shaopai: str, kaidian: str
) -> None:
    play = Play.parse(text)
    assert play.is_level is (level == "yes")
    answers = [opens(rules, play) for rules in (BIESAN, SHAOPAI, KAIDIAN)]
    assert answers == [answer == "yes" for answer in (biesan, shaopai, kaidian)]


@pytest.mark.parametrize(("s", "o", "s_called", "o_called", "to_s", "to_o"), rows("point_tribute.tsv"))
def test_r11_3_point_tribute(s: str, o: str, s_called: str, o_called: str, to_s: str, to_o: str) -> None:
    paid = point_tribute(BIESAN, s == "yes", o == "yes", Calls(s_called), Calls(o_called))
    assert paid == (int(to_s), int(to_o))


def test_there_are_records() -> None:
    assert len(RECORDS) >= 35


@pytest.mark.parametrize("file", RECORDS, ids=lambda file: file.stem)
def test_a_record_comes_out_as_its_file_says(file: Path) -> None:
    output = io.StringIO()
    status = main(["replay", str(file), "--json"], output)
    said: dict[str, Any] = json.loads(output.getvalue())
    wanted: dict[str, Any] = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
    assert status == (0 if wanted.get("error") is None else 1)
    for key, value in wanted.items():
        if isinstance(value, dict):
            assert {name: said[key].get(name) for name in value} == value, key
        else:
            assert said[key] == value, key

"""``python -m engine``: what its commands print, and that nothing makes it fall over."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from engine.cli import MAX_PAIRS_SIZE, main
from engine.record import read
from tests.engine.tables import text

GOOD = text("biesan", "35KK 39 39 39 39 39", "1:KK 4:-")


def _run(*arguments: str) -> tuple[int, str]:
    output = io.StringIO()
    status = main(arguments, output)
    return status, output.getvalue()


def _file(folder: Path, content: str | bytes) -> str:
    path = folder / "some.gouji"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return str(path)


def test_cli_replay_prints_the_state_after_the_record(tmp_path: Path) -> None:
    status, printed = _run("replay", _file(tmp_path, GOOD), "--json")
    state = json.loads(printed)
    assert status == 0
    assert list(state) == [
        *("error", "phase", "to_act", "legal", "hands", "table", "leader", "headless", "chaos", "opened"),
        *("places", "debts", "points", "purchases", "tributes", "returns"),
    ]
    assert state["error"] is None
    assert state["legal"] == {"1": ["5"]}
    assert state["opened"] == [1]
    assert state["hands"]["1"] == "35"


def test_cli_replay_all_prints_a_line_after_each_action(tmp_path: Path) -> None:
    status, printed = _run("replay", _file(tmp_path, GOOD), "--json", "--all")
    lines = [json.loads(line) for line in printed.splitlines()]
    assert status == 0
    assert [line["to_act"] for line in lines] == [[4], [1]]
    assert lines[0]["table"] == {"owner": 1, "play": "KK"}


def test_cli_replay_names_what_is_refused_and_shows_the_state_before_it(tmp_path: Path) -> None:
    wrong = GOOD.replace("4:-", "4:99")
    status, printed = _run("replay", _file(tmp_path, wrong), "--json")
    state = json.loads(printed)
    assert status == 1
    assert state["error"]["token"] == 2
    assert state["error"]["text"] == "4:99"
    assert state["error"]["rule"] == "R3.1"
    assert state["to_act"] == [4]
    assert state["legal"] == {"4": ["-"]}
    status, printed = _run("replay", _file(tmp_path, wrong))
    assert status == 1
    assert "4:99" in printed.splitlines()[-1]


def test_cli_replay_for_people(tmp_path: Path) -> None:
    status, printed = _run("replay", _file(tmp_path, GOOD), "--all")
    assert status == 0
    assert "— 1:KK" in printed
    assert "on the table: KK of seat 1" in printed
    assert "seat 1 leads" in printed


def test_cli_replay_of_a_return_says_how_many(tmp_path: Path) -> None:
    start = text("biesan", "35 39 39 39 39 3KQ", Start="buy", Owed="place 6>1 2")
    state = json.loads(_run("replay", _file(tmp_path, start), "--json")[1])
    assert state["legal"] == {"1": ["<2"]}
    assert state["tributes"] == ["place 6>1 KQ"]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 1_000,
        b"\xff\xfe[\0R\0u\0l\0e\0s\0",
        GOOD.encode("utf-16"),
        '[Rules "够级"]'.encode("gb18030"),
        b"x" * 3_000_000,
        GOOD.encode() + b"1:- " * 100_000,
        b"[" * 100_000,
        GOOD.replace("1:KK", "123456:KK").encode(),
        GOOD.replace("Hand1", "Hand9").encode(),
        bytes(range(256)) * 20,
        b"\n" * 150_000,
    ],
)
@pytest.mark.parametrize("flags", [[], ["--json"], ["--all", "--json"]])
def test_cli_replay_refuses_garbage_with_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, flags: list[str]
) -> None:
    status, printed = _run("replay", _file(tmp_path, content), *flags)
    complaint = capsys.readouterr().err
    assert status == 2
    assert printed == ""
    assert len(complaint.splitlines()) == 1
    assert len(complaint) < 400 + len(str(tmp_path))


def test_cli_replay_of_what_is_no_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in (tmp_path, tmp_path / "none"):
        assert _run("replay", str(path))[0] == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_cli_output_that_cannot_show_a_character_shows_its_number(tmp_path: Path) -> None:
    path = _file(tmp_path, GOOD.replace("4:-", "4:é"))
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-m", "engine", "replay", path],
        capture_output=True,
        text=True,
        env={"PYTHONIOENCODING": "ascii", "PATH": ""},
        check=False,
    )
    assert done.returncode == 1
    assert "\\xe9" in done.stdout
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("table", "answer", "rules", "verdict"),
    [
        ("KKK", "AAA", "biesan", "yes"),
        ("KKK", "KKw", "biesan", "no"),
        ("KKKw", "AAAW", "biesan", "yes"),
        ("W", "WW", "biesan", "no"),
        ("W", "WW", "kaidian", "yes"),
        ("KKW", "AAWW", "kaidian", "yes"),
        ("K5", "AA", "biesan", "no"),
        ("", "AA", "biesan", "no"),
    ],
)
def test_cli_beats_says_yes_or_no_and_why(table: str, answer: str, rules: str, verdict: str) -> None:
    status, printed = _run("beats", table, answer, "--rules", rules)
    assert status == 0
    assert printed.startswith(f"{verdict}: ")
    assert "(R3." in printed


def test_cli_beats_answers_a_file_line_by_line(tmp_path: Path) -> None:
    lines = ["# a comment", "KKK\tAAA\tyes", "KKK\tKKw", "K", "K5\tAA", "", "QQ\t王", "77772\t8 8 8 2w\r"]
    status, printed = _run("beats", "--file", _file(tmp_path, "\n".join(lines)))
    assert status == 0
    assert printed.split() == ["yes", "no", "no", "no", "no", "yes"]


def test_cli_beats_answers_large_files_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, printed = _run("beats", "--file", _file(tmp_path, "KKK\tAAA\n" * 120_000))
    assert (status, printed.count("yes")) == (0, 120_000)
    too_large = tmp_path / "large"
    with too_large.open("wb") as file:
        file.truncate(MAX_PAIRS_SIZE + 1)
    assert _run("beats", "--file", str(too_large)) == (2, "")
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_cli_beats_wants_two_plays(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("beats", "KKK")[0] == 2
    assert "--file" in capsys.readouterr().err


@pytest.mark.parametrize(("play", "verdict"), [("KK", "yes"), ("K", "no"), ("5w", "yes"), ("TTTT2", "yes")])
def test_cli_level(play: str, verdict: str) -> None:
    assert _run("level", play)[1].startswith(verdict)


def test_cli_level_of_what_is_no_play() -> None:
    assert _run("level", "K5")[1].startswith("no: ")


@pytest.mark.parametrize("rules", ["shaopai", "biesan", "kaidian"])
def test_cli_deal_prints_headers_that_can_be_read(rules: str) -> None:
    status, printed = _run("deal", "--rules", rules, "--seed", "7", "--switches", " deals=2 ")
    assert status == 0
    hands = read(printed).hands
    assert hands is not None
    assert sorted(map(sum, hands)) == ([34] * 4 + [35] * 2 if rules == "kaidian" else [36] * 6)


@pytest.mark.parametrize("seed", ['a"b', "two\nlines", "\udcff", "\0"])
@pytest.mark.parametrize("command", [["deal"], ["perft", "--depth", "1"]])
def test_cli_refuses_seeds_that_no_record_can_name(
    capsys: pytest.CaptureFixture[str], command: list[str], seed: str
) -> None:
    assert _run(*command, "--seed", seed) == (2, "")
    assert "seed" in capsys.readouterr().err


def test_cli_refuses_switches_that_make_no_sense(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("deal", "--seed", "1", "--switches", "threes=6 bie_san=off") == (2, "")
    assert capsys.readouterr().err == "threes=6 needs bie_san=on\n"


def test_cli_perft_counts_by_phase(capsys: pytest.CaptureFixture[str]) -> None:
    assert _run("perft", "--seed", "7", "--depth", "1") == (0, "blind 12\ntotal 12\n")
    for depth in ("0", "11"):
        assert _run("perft", "--seed", "7", "--depth", depth)[0] == 2
    assert len(capsys.readouterr().err.splitlines()) == 2

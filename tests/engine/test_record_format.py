"""Records: what is read and written, and that whatever else is refused with one sentence."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.actions import Action
from engine.errors import GameError
from engine.events import Beat, Declined, Led, Opened, Passed, Won
from engine.play import Play
from engine.record import (
    MAX_ACTIONS,
    MAX_RECORDS,
    MAX_SIZE,
    RecordError,
    ReplayError,
    begin_deal,
    events_of,
    read,
    read_all,
    replay,
    write,
)
from engine.rules import BIESAN, RuleSetError
from tests.engine.tables import record, text

GOOD = text("biesan", "35KK 39 39 39 39 39", "1:KK 4:-")


def test_record_is_written_as_it_is_read() -> None:
    assert write(read(GOOD)) == write(read(write(read(GOOD))))
    assert str(read(GOOD)) == write(read(GOOD))


def test_record_headers_have_their_defaults() -> None:
    small = read('[Rules "biesan"]\n[Hand1 "3"]\n[Hand2 "3"]\n[Lead "1"]\n')
    assert (small.start.value, small.lead, small.tokens) == ("play", 0, ())
    seeded = read('[Rules "kaidian"]\n[Seed "x"]')
    assert (seeded.start.value, seeded.lead) == ("deal", None)


def test_record_comments_blanks_and_order_of_headers_do_not_matter() -> None:
    lines = [
        "; a comment",
        '  [Lead "1"]   ; another',
        '[Hand2 "9 3"]',
        '[Hand1 "K K 5 3"]',
        '[Switches "burn_guard=off  calls=none"]',
        '[Rules "biesan"]',
        "",
        "1:KK ; 2:- is not an action here",
        "\t",
    ]
    one = read("\r\n".join(lines))
    assert [token.text for token in one.tokens] == ["1:KK"]
    assert one.tokens[0].line == 8
    assert one.rules == BIESAN.with_switches("calls=none burn_guard=off")
    assert read("\ufeff" + "\n".join(lines)) == one


def test_record_of_every_header_round_trips() -> None:
    full = record(
        "shaopai",
        "344s4sKK 39 39 - 39 39",
        "1:44 2:-",
        Start="play",
        Owed="point 1>4 5, held 2>3 1, burn 5>6 1, place 6>1 2, sweep 2>5 1",
        Called="1 ming, 4 yu",
        Opened="2 5",
        Switches="calls=yu",
    )
    again = read(write(full))
    assert (again.owed, again.called, again.opened) == (full.owed, full.called, full.opened)
    assert (again.hands, again.suits, again.rules, again.lead) == (full.hands, full.suits, full.rules, 0)
    assert write(again) == write(full)


def test_record_files_hold_matches() -> None:
    assert len(read_all(GOOD * 3)) == 3
    with pytest.raises(RecordError):
        read(GOOD * 2)


HEAD = '[Rules "biesan"]\n[Hand1 "35KK"]\n[Hand2 "39"]\n[Lead "1"]\n'


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        ("", 1),
        ("   \n\n; nothing\n", 1),
        ("1:KK", 1),
        ('[Rules "nope"]\n[Seed "1"]', 1),
        ('[Seed "1"]', 1),
        ('[Rules "biesan"]', 1),
        ('[Rules "biesan"]\n[Rules "biesan"]\n[Seed "1"]', 2),
        ('[Rules "biesan"]\n[Seed "1"]\n[Hand1 "3"]', 1),
        ('[Rules "biesan"]\n[Seed "1"]\n[Wind "east"]', 3),
        ('[Rules "biesan"]\n[Seed 1]', 2),
        ("[Rules 'biesan']", 1),
        ("[", 1),
        ('[Rules "biesan"\n[Seed "1"]', 1),
        ('[Rules "biesan"]\n[Switches "burn_guard=maybe"]\n[Seed "1"]', 2),
        ('[Rules "biesan"]\n[Switches "revolution=duel"]\n[Seed "1"]', 2),
        ('[Rules "biesan"]\n[Hand1 "35X"]\n[Lead "1"]', 2),
        ('[Rules "biesan"]\n[Hand1 "10"]\n[Lead "1"]', 2),
        ('[Rules "biesan"]\n[Hand1 "5s"]\n[Lead "1"]', 2),
        ('[Rules "biesan"]\n[Hand7 "5"]\n[Lead "1"]', 2),
        ('[Rules "biesan"]\n[Hand1 "35"]', 1),
        ('[Rules "biesan"]\n[Hand1 "35"]\n[Lead "2"]', 3),
        ('[Rules "biesan"]\n[Hand1 ""]\n[Lead "1"]', 2),
        (f'[Rules "biesan"]\n[Hand1 "{"K" * 17}"]\n[Lead "1"]', 2),
        ('[Rules "biesan"]\n[Hand1 "3wwwww"]\n[Lead "1"]', 2),
        (HEAD + '[Start "later"]', 5),
        (HEAD.replace('Lead "1"', 'Lead "7"'), 4),
        (HEAD.replace('Lead "1"', 'Lead "123456"'), 4),
        (HEAD.replace('Lead "1"', 'Lead "１"'), 4),
        (HEAD + '[Opened "1 1"]', 5),
        (HEAD + '[Opened "0"]', 5),
        (HEAD + '[Start "declare"]\n[Opened "1"]', 6),
        (HEAD + '[Owed "point 1>1 2"]', 5),
        (HEAD + '[Owed "point 1>2 0"]', 5),
        (HEAD + '[Owed "point 1>2 101"]', 5),
        (HEAD + '[Owed "point 1>2 99999999999999999999"]', 5),
        (HEAD + '[Owed "debt 1>2 1"]', 5),
        (HEAD + '[Called "1 none"]', 5),
        (HEAD + '[Called "1 ming, 1 yu"]', 5),
        (HEAD + "\n7:KK", 6),
        (HEAD + "\n0:KK", 6),
        (HEAD + "\n123456:KK", 6),
        (HEAD + "\n１:KK", 6),
        (HEAD + "\n1:", 6),
        (HEAD + "\nKK", 6),
        (HEAD + "\n1;KK", 6),
        (HEAD + "\n1:" + "K" * 300, 6),
        (HEAD + "\n" + "1:- " * (MAX_ACTIONS + 1), 6),
        ("\0" * 100, 1),
        ("x" * (MAX_SIZE + 1), 1),
        ("[" * 10_000, 1),
    ],
)
def test_record_that_is_none_is_refused_with_line_and_reason(bad: str, line: int) -> None:
    with pytest.raises(RecordError) as caught:
        read_all(bad)
    assert caught.value.line == line
    message = str(caught.value)
    assert message.startswith(f"line {line}:")
    assert len(message) < 300
    assert "\n" not in message


def test_record_of_a_hundred_thousand_tokens_is_refused() -> None:
    with pytest.raises(RecordError):
        read_all(HEAD + "\n" + "1:-\n" * 100_000)


def test_record_files_have_a_limit_of_records() -> None:
    with pytest.raises(RecordError):
        read_all('[Rules "biesan"]\n[Seed "1"]\n\n1:-\n' * (MAX_RECORDS + 1))


@pytest.mark.parametrize(
    ("tokens", "number", "rule"),
    [
        ("1:KKx", 1, "R3.1"),
        ("1:K5", 1, "R3.1"),
        ("1:KK 4:K", 2, "R3.1"),
        ("1:KK 2:KK", 2, "R6.5"),
        ("1:KK 4:- 1:- ", 3, "R6.2"),
        ("1:KK 4:- 1:hello", 3, "R3.1"),
        ("1:KK 4:- 1:<s", 3, "R3.1"),
    ],
)
def test_record_replay_names_the_token_that_is_refused(tokens: str, number: int, rule: str) -> None:
    with pytest.raises(ReplayError) as caught:
        list(replay(record("biesan", "35KK 39 39 39 39 39", tokens)))
    assert caught.value.number == number
    assert caught.value.cause.rule == rule
    assert caught.value.token.text in str(caught.value)
    assert "\n" not in str(caught.value)


def test_record_events_are_those_of_its_steps() -> None:
    assert events_of(read(GOOD)) == (Led(0, Play.parse("KK"), True), Passed(3), Won(0), Opened(0))
    tokens = "1:5 2:9 3:- 4:W 5:WW 5:6"
    hands = "35K 3T9 38 3W8 36WW 3WW9"
    kill = events_of(record("biesan", hands, tokens, Switches="two_kill_one=on"))
    assert kill == (
        Led(0, Play.parse("5"), False),
        Beat(1, Play.parse("9"), False),
        Passed(2),
        Beat(3, Play.parse("W"), True),
        Beat(4, Play.parse("WW"), True, kill=True),
        Won(4),
        Led(4, Play.parse("6"), False),
    )
    spared = events_of(record("biesan", hands, "1:5 2:9 3:- 4:W 5:- 6:-", Switches="two_kill_one=on"))
    assert spared[-3:] == (Declined(4), Declined(5), Won(3))


# Fuzz


def _check_sentence(error: Exception) -> None:
    """A complaint is one line, and not empty."""
    assert str(error)
    assert len(str(error).splitlines()) == 1


_ALPHABET = st.sampled_from(
    [*'123456789TJQKA2wW:-~!.#<>;[]" \n\t=,shcd', "\0", "é", "\ud800", "王", "\u2028"]
)
_PIECES = st.sampled_from(
    [
        *('[Rules "biesan"]\n', '[Rules "kaidian"]\n', '[Seed "1"]\n', '[Lead "1"]\n', '[Hand1 "35KK4s"]\n'),
        *(
            '[Hand2 "39W"]\n',
            '[Hand4 "3322w"]\n',
            '[Start "buy"]\n',
            '[Start "declare"]\n',
            '[Start "deal"]\n',
        ),
        *('[Owed "place 1>2 2, held 2>4 90"]\n', '[Called "1 yu"]\n', '[Opened "2"]\n', '[Switches ""]\n'),
        *(
            '[Switches "bie_san=off threes=16"]\n',
            "1:ready ",
            "2:ready ",
            "4:ready ",
            "1:KK ",
            "4:- ",
            "2:<3 ",
        ),
        *("1:revolt ", "4:head ", "1:!22 ", "1:35 ", ";x\n", "\n"),
    ]
)


@settings(max_examples=400, suppress_health_check=[HealthCheck.too_slow])
@given(st.one_of(st.text(_ALPHABET, max_size=60), st.lists(_PIECES, max_size=14).map("".join), st.text()))
def test_fuzz_records_are_read_or_refused(source: str) -> None:
    try:
        records = read_all(source)
    except RecordError as error:
        _check_sentence(error)
        return
    for one in records:
        assert write(read(write(one))) == write(one)
        try:
            for _, step in replay(one):
                for seat in step.deal.actors:
                    assert step.deal.check(seat, step.deal.default_action(seat)) is None
                step.deal.view(None)
        except ReplayError as error:
            _check_sentence(error)


@settings(max_examples=300)
@given(st.one_of(st.text(_ALPHABET, max_size=12), st.text(max_size=12)))
def test_fuzz_actions_and_plays_are_read_or_refused(source: str) -> None:
    try:
        play = Play.parse(source)
    except ValueError as error:
        _check_sentence(error)
    else:
        assert Play.parse(str(play)) == play
    try:
        action = Action.parse(source)
    except ValueError:
        return
    assert Action.parse(str(action)) == action
    deal = begin_deal(read(GOOD)).deal
    problem = deal.check(0, action)
    assert problem is None or isinstance(problem, GameError)


@settings(max_examples=200)
@given(st.one_of(st.text(max_size=60), st.text("abcdefgmnoprs_=16 ", max_size=40)))
def test_fuzz_switches_are_read_or_refused(source: str) -> None:
    try:
        rules = BIESAN.with_switches(source)
    except RuleSetError as error:
        _check_sentence(error)
        return
    assert BIESAN.with_switches(rules.switches()) == rules


def test_fuzz_mutated_records_are_read_or_refused() -> None:
    rng = random.Random(9)
    for _ in range(1_500):
        chars = list(GOOD)
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(chars))
            chars[at] = rng.choice(["", chr(rng.randrange(32, 127)), "\n", "\0", chars[at] * 3, '"'])
        try:
            for one in read_all("".join(chars)):
                list(replay(one))
        except (RecordError, ReplayError) as error:
            _check_sentence(error)

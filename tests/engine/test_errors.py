"""Errors name their rule and carry the facts that explain them."""

from __future__ import annotations

import pytest

from engine.cards import ACE, BIG
from engine.errors import (
    DoesNotBeatError,
    FoursTogetherError,
    MissingCardsError,
    NotYourTurnError,
    ThreesLastError,
    WrongPhaseError,
)
from engine.play import Play
from tests.engine.tables import table

PLAIN = "359J 36TQ 37K 38K 34 34"


def test_missing_cards_say_what_was_needed_and_what_is_there() -> None:
    error = table("biesan", "35AA 39 39 39 39 39").refuses("1:AAAW", "R3.1")
    assert isinstance(error, MissingCardsError)
    assert (error.rank, error.needed, error.held) == (ACE, 3, 2)
    error = table("biesan", "35AAA 39 39 39 39 39").refuses("1:AAAW", "R3.1")
    assert isinstance(error, MissingCardsError)
    assert (error.rank, error.needed, error.held) == (BIG, 1, 0)
    assert str(error) == "AAAW needs 1 W, the hand has 0"


def test_an_answer_that_does_not_beat_says_why() -> None:
    error = table("biesan", PLAIN, "1:9").refuses("2:6", "R3.3")
    assert isinstance(error, DoesNotBeatError)
    assert (error.play, error.table) == (Play.parse("6"), Play.parse("9"))
    assert str(error) == "6 does not beat 9: 6 is not above 9"


def test_an_answer_that_does_not_kill_is_of_its_own_rule() -> None:
    asked = table("kaidian", "345KW 34AKWW 349 349 349 349", "1:KW")
    assert isinstance(asked.refuses("2:KWW", "R3.5"), DoesNotBeatError)


def test_3s_and_4s_say_how_many_there_are() -> None:
    threes = table("biesan", "3359 39 39 39 39 39").refuses("1:3", "R6.8")
    assert isinstance(threes, ThreesLastError)
    assert threes.held == 2
    fours = table("kaidian", "344459 349 349 349 349 349").refuses("1:4", "R6.9")
    assert isinstance(fours, FoursTogetherError)
    assert fours.held == 3


@pytest.mark.parametrize(
    ("hands", "tokens", "token", "rule", "seats"),
    [
        (PLAIN, "", "2:6", "R6.7", (0,)),
        (PLAIN, "1:5", "3:7", "R6.3", (1,)),
        ("35KK 39 39AA 39 39 39", "1:KK", "3:AA", "R6.5", (3,)),
        ("35KK 39 39AA 39 - -", "1:KK", "3:AA", "R6.6", (1,)),
    ],
)
def test_who_is_not_asked_learns_who_is(
    hands: str, tokens: str, token: str, rule: str, seats: tuple[int, ...]
) -> None:
    error = table("biesan", hands, tokens).refuses(token, rule)
    assert isinstance(error, NotYourTurnError)
    assert error.seats == seats


@pytest.mark.parametrize("token", ["1:ready", "1:.", "1:<5", "1:head", "1:show"])
def test_what_is_no_move_in_a_trick_is_refused_as_such(token: str) -> None:
    assert isinstance(table("biesan", PLAIN).refuses(token), WrongPhaseError)


@pytest.mark.parametrize(("token", "rule"), [("1:#", "R9.5"), ("1:!5", "R9.1"), ("1:-", "R6.2")])
def test_what_a_leader_cannot_do_is_of_its_rule(token: str, rule: str) -> None:
    table("biesan", PLAIN).refuses(token, rule)


@pytest.mark.parametrize(("start", "rule"), [("deal", "R4.1"), ("declare", "R5.4")])
@pytest.mark.parametrize("token", ["1:5", "1:-", "1:head"])
def test_before_the_first_lead_nobody_plays(start: str, rule: str, token: str) -> None:
    early = table("biesan", "359 39 39 39 39 39", Start=start)
    assert isinstance(early.refuses(token, rule), WrongPhaseError)

"""R4: the blind call before the cards."""

from __future__ import annotations

from engine.events import Called, Dealt
from engine.rules import Calls
from engine.view import Phase
from tests.engine.tables import table

HANDS = "39 39 39 39 39 39"


def test_r4_1_every_seat_is_asked_before_the_cards_are_dealt() -> None:
    asked = table("biesan", HANDS, Start="deal")
    assert asked.phase == "blind"
    assert asked.acting == [1, 2, 3, 4, 5, 6]
    assert asked.deal.view(0).hand is None
    assert all(asked.legal(seat) == {"blindcall", "ready"} for seat in asked.acting)


def test_r4_1_calls_are_told_when_all_have_answered() -> None:
    asked = table("biesan", HANDS, "4:blindcall 1:ready 2:ready 3:blindcall 5:ready", Start="deal")
    assert asked.told(Called) == []
    assert [seat.call for seat in asked.deal.view(3).seats] == [Calls.NONE] * 6
    closed = asked.then("6:ready")
    assert closed.told(Called) == [Called(3, Calls.YU), Called(2, Calls.YU)]
    assert closed.told(Dealt)
    assert closed.deal.phase is Phase.DECLARE


def test_r4_1_silence_is_no_call() -> None:
    asked = table("biesan", HANDS, Start="deal")
    assert all(str(asked.deal.default_action(seat - 1)) == "ready" for seat in asked.acting)
    closed = asked.then("1:ready 2:ready 3:ready 4:ready 5:ready 6:ready")
    assert closed.state.calls == (Calls.NONE,) * 6


def test_r4_1_a_seat_answers_once() -> None:
    table("biesan", HANDS, "1:blindcall", Start="deal").refuses("1:ready", "R4.1")


def test_r4_1_the_call_before_the_cards_is_no_other() -> None:
    table("biesan", HANDS, Start="deal").refuses("1:call", "R4.1")


def test_r4_1_without_the_switch_nobody_is_asked() -> None:
    assert table("shaopai", HANDS, Start="deal").phase == "declare"
    assert table("biesan", HANDS, Start="deal", Switches="calls=none").phase == "declare"

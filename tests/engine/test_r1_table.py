"""R1: the table."""

from __future__ import annotations

import pytest

from engine.cards import SEATS, after, allies, opposite, side
from tests.engine.tables import table

TEN_AND_ELEVEN = "3456789TJQ 3456789TJQK 39 39 39 39"


def test_r1_1_play_goes_from_a_seat_to_the_next_and_from_6_to_1() -> None:
    assert after(0) == (1, 2, 3, 4, 5)
    assert after(5) == (0, 1, 2, 3, 4)
    asked = table("biesan", "359 36 36 36 36 37T", "6:7", Lead="6")
    assert asked.acting == [1]


def test_r1_2_odd_plays_against_even_and_the_opposite_is_three_on() -> None:
    for seat in SEATS:
        assert side(seat) == seat % 2
        assert opposite(opposite(seat)) == seat
        assert side(opposite(seat)) != side(seat)
        assert {seat, *allies(seat)} == {other for other in SEATS if side(other) == side(seat)}


@pytest.mark.parametrize(
    ("told", "counts"),
    [("always", (10, 11)), ("from_ten", (10, None)), ("never", (None, None))],
)
def test_r1_3_how_many_cards_are_told(told: str, counts: tuple[int | None, int | None]) -> None:
    deal = table("biesan", TEN_AND_ELEVEN, Switches=f"card_counts={told}").deal
    seats = deal.view(None).seats
    assert (seats[0].cards, seats[1].cards) == counts


def test_r1_3_a_seat_knows_its_own_count_and_nobody_anothers_hand() -> None:
    deal = table("biesan", TEN_AND_ELEVEN, Switches="card_counts=never").deal
    view = deal.view(1)
    assert view.seats[1].cards == 11
    assert view.hand is not None
    assert sum(view.hand) == 11
    assert deal.view(None).hand is None

"""R5: buying threes and fours, the declaration window, the first lead."""

from __future__ import annotations

import pytest

from engine.events import Bought, Called, FirstLead, Showed
from engine.rules import Calls
from tests.engine.tables import READY, table


@pytest.mark.parametrize(
    ("hands", "bought"),
    [
        ("2w56 39 39 339 39 39", "three 1<4 2"),
        ("wW56 39 39 339 39 39", "three 1<4 w"),
        ("W56 39 39 339 39 39", "three 1<4 W"),
        ("56A 39 39 339 39 39", "three 1<4 A"),
        ("256 39 339 39 339 39", "three 1<3 -"),
        ("256 39 39 39 339 39", "three 1<5 -"),
        ("256 339 39 39 39 339", "three 1<2 2"),
        ("256 39 39 39 39 339", "three 1<6 2"),
    ],
)
def test_r5_1_who_sells_and_what_pays(hands: str, bought: str) -> None:
    assert table("biesan", hands, Start="buy").purchases == [bought]


@pytest.mark.parametrize(
    ("hands", "bought"),
    [
        ("256 339 339 39 39 339", "three 1<2 2"),
        ("256 39 339 39 39 339", "three 1<6 2"),
        ("256 39 339 39 339 39", "three 1<3 -"),
        ("256 39 39 39 339 39", "three 1<5 -"),
    ],
)
def test_r5_1_the_opposites_allies_may_sell_before_an_ally_gives(hands: str, bought: str) -> None:
    assert table("shaopai", hands, Start="buy").purchases == [bought]


def test_r5_1_sellers_keep_a_3_and_nobody_sells_the_last() -> None:
    none = table("biesan", "256 39 39 39 39 39", Start="buy")
    assert none.purchases == []
    assert none.hand(1) == "562"


def test_r5_1_buyers_go_in_seat_order_from_seat_1() -> None:
    both = table("biesan", "25 26 39 3339 39 39", Start="buy")
    assert both.purchases == ["three 1<4 2", "three 2<4 -"]
    assert both.hand(4) == "392"


def test_r5_1_without_payment_a_player_revolts_before_anyone_is_asked_for_a_3() -> None:
    asked = table("shaopai", "56A 39 39 339 39 39", Start="buy")
    assert asked.purchases == []
    assert asked.acting == [2, 3, 4, 5, 6]
    revolted = asked.then("2:ready 3:ready 4:ready 5:ready 6:ready")
    assert revolted.state.revolted == 0


def test_r5_1_who_revolts_for_want_of_a_payment_still_pays_tribute() -> None:
    paid = table("shaopai", "56KA 39 39 339 39 39", Start="buy", Owed="point 1>4 1")
    assert paid.tributes == ["point 1>4 K"]


def test_r5_1_without_bie_san_nobody_buys() -> None:
    assert table("biesan", "256 39 39 339 39 39", Start="buy", Switches="bie_san=off").purchases == []


def test_r5_1_a_4_that_is_sold_is_one_without_a_suit_else_the_first_suit() -> None:
    sold = table("kaidian", "3256 349 349 344s4h9 349 349", Start="buy")
    assert sold.state.suits[3] == (1, 1, 0, 0)
    sold = table("kaidian", "3256 349 349 34h4d4d9 349 349", Start="buy")
    assert sold.state.suits[0] == (0, 1, 0, 0)
    assert sold.state.suits[3] == (0, 0, 0, 2)


def test_r5_2_fours_are_bought_the_same_way_after_tribute() -> None:
    bought = table("kaidian", "32K 349 349 3449 349 349", Start="buy", Owed="point 1>4 1")
    assert bought.tributes == ["point 1>4 2"]
    assert bought.purchases == ["four 1<4 K"]


def test_r5_2_only_with_kaidian_fasi() -> None:
    assert table("biesan", "3256 349 349 3449 349 349", Start="buy").purchases == []


def test_r5_3_every_purchase_is_shown_to_all() -> None:
    bought = table("biesan", "256 39 39 339 39 39", Start="buy")
    for seat in (None, 2, 5):
        assert bought.deal.view(seat).purchases == (Bought(0, 0, 3, 12),)


HANDS = "34s4s9 34h4h4h9 34c9 392 39 39"


def test_r5_4_all_six_are_asked_whoever_can_do_what() -> None:
    asked = table("shaopai", HANDS, Start="declare")
    assert asked.acting == [1, 2, 3, 4, 5, 6]
    for seat in (None, 0, 3):
        assert asked.deal.view(seat).asked == (0, 1, 2, 3, 4, 5)


def test_r5_4_a_seat_may_show_call_and_revolt_until_it_is_ready() -> None:
    asked = table("shaopai", HANDS, Start="declare")
    assert asked.legal(1) == {"ready", "call", "show", "revolt"}
    assert asked.legal(4) == {"ready", "call"}
    assert asked.then("1:show 1:call").legal(1) == {"ready", "revolt"}
    assert 1 not in asked.then("1:show 1:ready").acting
    asked.then("1:ready").refuses("1:call", "R5.4")


def test_r5_4_who_has_called_before_the_cards_calls_no_more() -> None:
    asked = table("biesan", HANDS, Start="declare", Called="1 yu")
    assert "call" not in asked.legal(1)
    asked.refuses("1:call", "R5.4")


def test_r5_4_calls_hold_from_the_end_of_the_window() -> None:
    closed = table("biesan", HANDS, "2:call 1:ready 2:ready 3:ready 4:ready 5:ready 6:ready", Start="declare")
    assert closed.told(Called) == [Called(1, Calls.MING)]


@pytest.mark.parametrize(
    ("tokens", "leader"),
    [
        (f"1:show 2:show {READY}", 2),
        (f"1:show {READY}", 1),
        (READY, 5),
    ],
)
def test_r5_5_the_most_4s_of_a_suit_lead_and_nobody_leaves_it_to_chance(tokens: str, leader: int) -> None:
    assert table("shaopai", HANDS, tokens, Start="declare", Lead="5").acting == [leader]


def test_r5_5_of_equals_who_showed_first_leads() -> None:
    equal = "34s4s9 34h4h9 39 39 39 39"
    first = table("shaopai", equal, f"2:show 1:show {READY}", Start="declare", Lead="5")
    assert first.acting == [2]
    assert first.told(Showed) == [Showed(1, 2), Showed(0, 2)]
    assert first.told(FirstLead) == [FirstLead(1)]


def test_r5_5_two_4s_of_two_suits_are_nothing_to_show() -> None:
    asked = table("shaopai", "34s4h9 39 39 39 39 39", Start="declare")
    assert "show" not in asked.legal(1)
    asked.refuses("1:show", "R5.5")


def test_r5_5_the_last_of_the_deal_before_leads_without_showing() -> None:
    asked = table("biesan", HANDS, Start="declare", Lead="5")
    assert "show" not in asked.legal(1)
    assert asked.then(READY).acting == [5]


def test_r5_6_a_revolution_is_open_to_who_was_dealt_neither_joker_nor_2() -> None:
    asked = table("biesan", "392 39w 39W 39 39 39", Start="declare")
    for seat in (1, 2, 3):
        asked.refuses(f"{seat}:revolt", "R5.6")
    assert "revolt" in asked.legal(4)


def test_r5_6_what_was_bought_or_paid_since_does_not_count() -> None:
    dealt = table("biesan", "38K 39 39 392 39 39", Start="buy", Owed="point 4>1 1")
    assert dealt.hand(1) == "38K2"
    assert "revolt" in dealt.legal(1)
    assert "revolt" not in dealt.legal(4)


def test_r5_6_two_revolutions_void_the_deal() -> None:
    void = table(
        "biesan", "39 39 39 39 39 39", "1:revolt 2:revolt 3:ready 4:ready 5:ready 6:ready", Start="declare"
    )
    assert void.phase == "void"
    assert void.acting == []
    void.refuses("1:ready", "R7.2")


def test_r5_6_to_revolt_is_to_be_ready() -> None:
    asked = table("biesan", "39 39 39 39 39 39", "1:revolt", Start="declare")
    assert asked.acting == [2, 3, 4, 5, 6]


def test_r5_6_without_revolutions_nobody_revolts() -> None:
    asked = table("biesan", "39 39 39 39 39 39", Start="declare", Switches="revolution=none")
    asked.refuses("1:revolt", "R10")

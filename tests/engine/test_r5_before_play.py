"""R5: buying threes and fours, the declaration window, the first lead."""

from __future__ import annotations

import pytest

from engine.actions import READY as READY_ACTION
from engine.deal import Deal
from engine.events import Bought, Called, FirstLead, Showed, Voided
from engine.record import begin_deal, read
from engine.rules import SHAOPAI, Calls
from engine.shuffle import shuffled
from tests.engine.tables import READY, Table, table, text


@pytest.mark.parametrize(
    ("hands", "bought"),
    [
        ("2w56 39 39 339 39 39", "three 1<4 2"),
        ("wW56 39 39 339 39 39", "three 1<4 w"),
        ("W56 39 39 339 39 39", "three 1<4 W"),
        ("56A 39 39 339 39 39", "three 1<4 A"),
        ("4 39 39 339 39 39", "three 1<4 4"),
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


@pytest.mark.parametrize("turn", range(6))
@pytest.mark.parametrize(("seller", "free"), [(3, False), (2, True), (4, True), (1, False), (5, False)])
def test_r5_1_sellers_sit_the_same_way_around_every_buyer(turn: int, seller: int, free: bool) -> None:
    hands = ["39"] * 6
    hands[turn] = "256"
    hands[(turn + seller) % 6] = "339"
    bought = table("biesan", " ".join(hands), Start="buy")
    assert bought.purchases == [f"three {turn + 1}<{(turn + seller) % 6 + 1} {'-' if free else '2'}"]


def test_r5_1_who_is_out_neither_buys_nor_sells() -> None:
    assert table("biesan", "- 39 39 339 39 25", Start="buy").purchases == ["three 6<4 -"]


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


def test_r5_1_who_revolts_for_want_of_a_payment_receives_tribute_and_has_nothing_to_declare() -> None:
    paid = table("shaopai", "56 39 39 33K 39 39", Start="buy", Owed="point 4>1 1")
    assert paid.hand(1) == "56K"
    for token in ("1:ready", "1:call", "1:revolt"):
        paid.refuses(token, "R5.4")


def test_r5_1_revolutions_for_want_of_a_payment_count_for_a_void_deal() -> None:
    one = "2:revolt 3:ready 4:ready 5:ready 6:ready"
    assert table("shaopai", "56 39 39 339 39 39", one, Start="buy").phase == "void"
    assert (
        table("shaopai", "56 57 39 339 39 39", "3:ready 4:ready 5:ready 6:ready", Start="buy").phase == "void"
    )
    assert table("shaopai", "5 6 7 8 9 T", Start="buy").phase == "void"


def test_r5_1_without_payment_the_highest_card_pays_where_nobody_may_revolt() -> None:
    paid = table("shaopai", "56A 39 39 339 39 39", Start="buy", Switches="revolution=none")
    assert paid.purchases == ["three 1<4 A"]


def test_r5_1_what_another_purchase_brought_can_pay() -> None:
    # 4 sells its spare 3 for 1's only 2, and pays with it for a 4.
    paid = table("kaidian", "2445 349 349 335 349 349", Start="buy")
    assert paid.purchases == ["three 1<4 2", "four 4<1 2"]
    assert paid.hand(1) == "3452"


def test_r5_1_who_has_just_bought_sells_nothing() -> None:
    # 4 buys from 1 before 5 looks for a seller: neither 1 nor 4 has two left.
    bought = table("biesan", "339 39 39 25 26 39", Start="buy")
    assert bought.purchases == ["three 4<1 2"]
    assert bought.hand(5) == "62"


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


def test_r5_2_after_what_was_returned_too() -> None:
    asked = table("kaidian", "3249 39K 349 3449 349 349", Start="buy", Owed="place 2>1 1")
    assert asked.phase == "return"
    assert asked.purchases == []
    # 1 gives its only 4 away to 2, who had none; or 2 has still none and nobody across has two.
    assert asked.then("1:<4").purchases == ["four 1<4 2"]
    assert asked.then("1:<9").purchases == ["four 2<4 -"]


def test_r5_2_an_ally_gives_one_free_and_the_opposite_comes_first() -> None:
    bought = table("kaidian", "3256 3449 3449 349 349 349", Start="buy")
    assert bought.purchases == ["four 1<3 -"]
    assert table("kaidian", "3256 3449 3449 3449 349 349", Start="buy").purchases == ["four 1<4 2"]


def test_r5_2_who_revolts_already_buys_no_4() -> None:
    # 1 could pay for a 4 with the 2 that tribute brought.
    rebel = table(
        "kaidian", "56 349 34 3344 3492 3", Start="buy", Owed="point 5>1 1", Switches="no_payment=revolt"
    )
    assert rebel.hand(1) == "562"
    assert rebel.purchases == []
    assert rebel.acting == [2, 3, 4, 5]


def test_r5_2_only_with_kaidian_fasi() -> None:
    assert table("biesan", "3256 349 349 3449 349 349", Start="buy").purchases == []


def test_r5_3_every_purchase_is_shown_to_all() -> None:
    bought = table("biesan", "256 39 39 339 39 39", Start="buy")
    assert bought.told(Bought) == [Bought(0, 0, 3, 12)]
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


def test_r5_4_silence_is_ready() -> None:
    asked = table("shaopai", HANDS, Start="declare")
    assert all(str(asked.deal.default_action(seat - 1)) == "ready" for seat in asked.acting)


def test_r5_4_nothing_is_told_before_the_window_closes() -> None:
    asked = table("shaopai", HANDS, "1:show 1:call 1:revolt", Start="declare")
    assert asked.events == ()
    assert asked.deal.view(1) == table("shaopai", HANDS, "1:ready", Start="declare").deal.view(1)


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
    assert table("shaopai", equal, f"1:show 2:show {READY}", Start="declare", Lead="5").acting == [1]
    first = table("shaopai", equal, f"2:show 1:show {READY}", Start="declare", Lead="5")
    assert first.acting == [2]
    assert first.told(Showed) == [Showed(1, 2), Showed(0, 2)]
    assert first.told(FirstLead) == [FirstLead(1)]


def test_r5_5_the_most_count_in_one_suit_and_4s_of_no_known_suit_do_not() -> None:
    hands = "34s4s4h4h4c4d9 34d4d4d9 344449 39 39 39"
    asked = table("shaopai", hands, f"1:show 2:show {READY}", Start="declare", Lead="5")
    assert asked.told(Showed) == [Showed(0, 2), Showed(1, 3)]
    assert asked.acting == [2]
    table("shaopai", hands, Start="declare").refuses("3:show", "R5.5")
    fewer_later = "34d4d4d9 34s4s4h4h4c4d9 39 39 39 39"
    assert table("shaopai", fewer_later, f"1:show 2:show {READY}", Start="declare").acting == [1]


@pytest.mark.parametrize("number", range(4))
def test_r5_5_if_nobody_shows_the_seed_names_the_leader(number: int) -> None:
    seed = f"r5.5 {number}"
    deal = Deal.start(SHAOPAI, seed).deal
    for seat in range(6):
        deal = deal.apply(seat, READY_ACTION).deal
    assert deal.actors == (shuffled(SHAOPAI, seed).lead,)


def test_r5_5_a_seat_shows_once() -> None:
    table("shaopai", HANDS, "1:show", Start="declare").refuses("1:show", "R5.5")


def test_r5_5_a_4_that_was_bought_may_be_shown() -> None:
    bought = table("kaidian", "32 349 349 34s4s9 349 349", Start="buy")
    assert bought.state.suits[0] == (1, 0, 0, 0)
    more = table("shaopai", "324s 39 39 34s9 39 39", Start="buy", Owed="point 4>1 2", Lead="5")
    assert "show" in more.legal(1)


def test_r5_5_in_a_first_deal_lead_last_is_decided_by_4s_too() -> None:
    headers = text("biesan", HANDS, Start="declare").replace('[Lead "1"]\n', "")
    first = Table(begin_deal(read(headers)).deal, ())
    assert "show" in first.legal(1)
    assert first.then(f"2:show {READY}").acting == [2]


def test_r5_5_a_drawn_lead_is_not_shown_for() -> None:
    drawn = table("shaopai", HANDS, Start="declare", Switches="lead=random", Lead="3")
    drawn.refuses("1:show", "R5.5")
    assert drawn.then(READY).acting == [3]


def test_r5_5_the_lead_of_who_shows_and_revolts_goes_to_the_next_seat() -> None:
    rest = "2:ready 3:ready 4:ready 5:ready 6:ready 4:nohead"
    assert table("shaopai", HANDS, f"1:show 1:revolt {rest}", Start="declare", Lead="5").acting == [2]


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
    assert void.told(Voided) == [Voided((0, 1))]
    assert void.acting == []
    void.refuses("1:ready", "R7.2")


def test_r5_6_who_sold_for_a_2_may_still_revolt() -> None:
    sold = table("biesan", "25 39 39 338 39 39", Start="buy")
    assert sold.hand(4) == "382"
    assert "revolt" in sold.legal(4)


def test_r5_6_to_revolt_is_to_be_ready() -> None:
    asked = table("biesan", "39 39 39 39 39 39", "1:revolt", Start="declare")
    assert asked.acting == [2, 3, 4, 5, 6]


def test_r5_6_without_revolutions_nobody_revolts() -> None:
    asked = table("biesan", "39 39 39 39 39 39", Start="declare", Switches="revolution=none")
    asked.refuses("1:revolt", "R10")

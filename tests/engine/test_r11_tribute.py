"""R11: what is paid, what is given back, and what a deal leaves owing."""

from __future__ import annotations

from itertools import product

import pytest

from engine.events import Debt, Held, Owed, Paid, Returned
from engine.rules import BIESAN, Calls
from engine.tribute import point_tribute
from tests.engine.tables import READY, Table, table

PLAIN = "39 39 39 39 39 39"


def _buy(rules: str, hands: str, owed: str, **headers: str) -> Table:
    return table(rules, hands, Start="buy", Owed=owed, **headers)


# R11.1, giving


def test_r11_1_kinds_are_paid_in_order_sweep_first() -> None:
    # 1 pays its cards from the highest down, kind after kind.
    paid = _buy(
        "shaopai",
        "3WwKQJT9 39 39 39 39 39",
        "place 1>2 1, burn 1>3 1, held 1>4 1, point 1>5 1, sweep 1>6 1",
    )
    assert paid.tributes == ["sweep 1>6 W", "point 1>5 w", "held 1>4 K", "burn 1>3 Q", "place 1>2 J"]


def test_r11_1_the_highest_cards_are_given_a_excepted() -> None:
    paid = _buy("biesan", "3AAAWww22KQ 39 39 39 39 39", "point 1>4 9")
    assert paid.tributes == ["point 1>4 Www22KQ"]
    assert paid.hand(1) == "3AAA"


def test_r11_1_what_one_kind_brought_can_be_given_in_the_next() -> None:
    paid = _buy("biesan", "3W9 38 37 39 39 39", "point 1>2 1, held 2>3 1")
    assert paid.tributes == ["point 1>2 W", "held 2>3 W"]
    assert paid.hand(3) == "37W"


def test_r11_1_within_a_kind_all_is_paid_at_once() -> None:
    # 2 passes on its own 8, not the W that it is getting.
    paid = _buy("biesan", "3W9 38 37 39 39 39", "held 1>2 1, held 2>3 1")
    assert paid.tributes == ["held 1>2 W", "held 2>3 8"]
    assert paid.hand(2) == "3W"


def test_r11_1_opposites_that_owe_each_other_change_cards() -> None:
    paid = _buy("biesan", "3W9 39 39 3K8 39 39", "point 1>4 1, point 4>1 1")
    assert paid.tributes == ["point 1>4 W", "point 4>1 K"]
    assert (paid.hand(1), paid.hand(4)) == ("39K", "38W")


def test_r11_1_the_last_3_is_never_given() -> None:
    paid = _buy("biesan", "33359 39 39 39 39 39", "point 1>4 9")
    assert paid.tributes == ["point 1>4 9533"]
    assert paid.hand(1) == "3"


def test_r11_1_without_bie_san_the_last_3_is_given_too() -> None:
    paid = _buy("biesan", "339A 39 39 39 39 39", "point 1>4 9", Switches="bie_san=off")
    assert paid.tributes == ["point 1>4 933"]
    assert paid.hand(1) == "A"


def test_r11_1_who_has_nothing_left_pays_less_and_the_rest_lapses() -> None:
    paid = _buy("biesan", "3A9 39 39 39 39 39", "point 1>4 3, held 1>2 1")
    assert paid.tributes == ["point 1>4 9"]
    assert paid.phase == "declare"


def test_r11_1_of_two_debts_of_a_kind_the_lower_seat_gets_the_higher_cards() -> None:
    paid = _buy("biesan", "39 39 39 39 39 3WwK", "held 6>4 1, held 6>2 2")
    assert paid.tributes == ["held 6>2 Ww", "held 6>4 K"]


def test_r11_1_receiver_counts_not_payer() -> None:
    paid = _buy("biesan", "3W2 39 39 39 39 3wK", "held 6>1 1, held 1>6 1")
    assert paid.tributes == ["held 1>6 W", "held 6>1 w"]


def test_r11_1_threes_are_bought_before_tribute_and_fours_after() -> None:
    paid = _buy("kaidian", "W59 34 34 33449 34 34", "point 1>4 1")
    assert paid.purchases == ["three 1<4 W", "four 1<4 5"]
    assert paid.tributes == ["point 1>4 9"]


def test_r11_1_all_of_it_is_shown() -> None:
    paid = _buy("biesan", "3W9 39 39 39 39 39", "point 1>4 1")
    assert paid.told(Paid) == [Paid(Debt.POINT, 0, 3, (14,))]
    assert paid.deal.view(None).tributes == tuple(paid.told(Paid))
    assert paid.deal.view(None).owed == (Owed(Debt.POINT, 0, 3, 1),)


# R11.1, returns


def test_r11_1_only_receivers_of_place_tribute_give_back() -> None:
    paid = _buy("biesan", "3W9 39 39 39 39 39", "point 1>4 1, held 1>2 1, burn 1>3 1, place 1>5 1")
    assert paid.tributes == ["point 1>4 W", "held 1>2 9"]
    assert paid.phase == "declare"
    paid = _buy("biesan", "3WWWW9 39 39 39 39 39", "point 1>4 1, held 1>2 1, burn 1>3 1, place 1>5 1")
    assert (paid.phase, paid.acting) == ("return", [5])


def test_r11_1_as_many_cards_as_were_paid_of_its_choice() -> None:
    paid = _buy("biesan", "3579J 39 39 39 39 3WwK", "place 6>1 2")
    assert paid.acting == [1]
    paid.refuses("1:<5", "R11.1")
    paid.refuses("1:<579", "R11.1")
    paid.refuses("1:<55", "R3.1")
    paid.refuses("1:<", "R11.1")
    paid.refuses("1:ready", "R11.1")
    paid.refuses("2:<3", "R11.1")
    back = paid.then("1:<Ww")
    assert back.returns == ["1>6 wW"]
    assert back.hand(6) == "3KwW"
    assert back.phase == "declare"
    assert paid.then("1:<5J").hand(1) == "379wW"


def test_r11_1_a_lapsed_rest_is_not_given_back() -> None:
    paid = _buy("biesan", "3579J 39 39 39 39 3K", "place 6>1 2")
    assert paid.tributes == ["place 6>1 K"]
    paid.refuses("1:<57", "R11.1")
    assert paid.then("1:<5").returns == ["1>6 5"]


def test_r11_1_the_last_3_is_not_given_back_while_another_card_is_held() -> None:
    paid = _buy("biesan", "35 39 39 39 39 3K", "place 6>1 1")
    paid.refuses("1:<3", "R11.1")
    assert paid.then("1:<5").hand(1) == "3K"
    two = _buy("biesan", "335 39 39 39 39 3K", "place 6>1 1")
    assert two.then("1:<3").hand(1) == "35K"
    all_of_it = _buy("biesan", "335 39 39 39 39 3KQ", "place 6>1 2")
    all_of_it.refuses("1:<33", "R11.1")


def test_r11_1_without_bie_san_any_3_may_be_given_back() -> None:
    paid = _buy("biesan", "35 39 39 39 39 3K", "place 6>1 1", Switches="bie_san=off")
    assert paid.then("1:<3").hand(1) == "5K"


def test_r11_1_returns_are_at_once() -> None:
    paid = _buy("biesan", "35 36 39 39 3Q 3KK", "place 6>1 1, place 5>2 1")
    half = paid.then("2:<6")
    assert half.acting == [1]
    assert half.hand(2) == "36Q"
    assert not half.told(Returned)
    assert half.then("1:<5").returns == ["2>5 6", "1>6 5"]


def test_r11_1_one_payer_at_a_time() -> None:
    paid = _buy("biesan", "35678 39 39 39 3J 3KQ", "place 5>1 1, place 6>1 2")
    assert paid.deal.view(0).returning == (4, 1)
    paid.refuses("1:<56", "R11.1")
    second = paid.then("1:<5")
    assert second.deal.view(0).returning == (5, 2)
    second.refuses("1:<57", "R3.1")
    back = second.then("1:<67")
    assert back.returns == ["1>5 5", "1>6 67"]


@pytest.mark.parametrize(
    ("hand", "count", "returned"),
    [
        ("345678", 2, "56"),
        ("34A", 1, "K"),  # the lowest that is neither 3 nor 4 has just come
        ("34A", 2, "QK"),
        ("3344", 2, "QK"),
        ("355", 2, "55"),
        ("3222", 2, "QK"),
        ("3", 1, "K"),
    ],
)
def test_r11_1_the_default_is_the_lowest_that_are_neither_3_nor_4(
    hand: str, count: int, returned: str
) -> None:
    paid = _buy("biesan", f"{hand} 39 39 39 39 3KQ", f"place 6>1 {count}")
    assert str(paid.deal.default_action(0)) == f"<{returned}"
    assert paid.legal(1) == {f"<{returned}"}


def test_r11_1_the_default_takes_4s_then_3s_where_nothing_else_is_left() -> None:
    # 6 pays three of its 4s and a 3: 1 has nothing else.
    paid = _buy("biesan", "344 39 39 39 39 33444", "place 6>1 4")
    assert paid.tributes == ["place 6>1 4443"]
    assert str(paid.deal.default_action(0)) == "<4444"
    paid = _buy("biesan", "3 39 39 39 39 3344", "place 6>1 3")
    assert str(paid.deal.default_action(0)) == "<344"


# R11.2


def test_r11_2_a_call_before_the_cards_is_yu_and_after_tribute_ming() -> None:
    told = table("biesan", PLAIN, f"1:blindcall {READY[8:]} 2:call {READY}", Start="deal")
    assert [call.value for call in told.state.calls] == ["yu", "ming", "none", "none", "none", "none"]


def test_r11_2_who_has_called_before_the_cards_calls_no_more() -> None:
    told = table("biesan", PLAIN, f"1:blindcall {READY[8:]}", Start="deal")
    told.refuses("1:call", "R5.4")
    assert "call" not in told.legal(1)


def test_r11_2_calls_by_the_switch() -> None:
    none = table("biesan", PLAIN, Start="deal", Switches="calls=none")
    assert none.phase == "declare"
    none.refuses("1:call", "R11.2")
    ming = table("biesan", PLAIN, Start="deal", Switches="calls=ming")
    assert ming.phase == "declare"
    assert "call" in ming.legal(1)
    yu = table("biesan", PLAIN, Start="deal")
    assert yu.phase == "blind"
    assert yu.legal(1) == {"blindcall", "ready"}
    yu.refuses("1:call", "R4.1")


def test_r11_2_a_seat_calls_once() -> None:
    told = table("biesan", PLAIN, "1:call", Start="declare")
    told.refuses("1:call", "R11.2")


def test_r11_2_no_call_after_the_first_lead() -> None:
    table("biesan", PLAIN, f"{READY}", Start="declare").refuses("1:call")


# R11.3

WIN = {"none": 1, "ming": 2, "yu": 4}
RISK = {"none": 0, "ming": 4, "yu": 8}


@pytest.mark.parametrize("penalty", [False, True], ids=["off", "on"])
@pytest.mark.parametrize(("s_call", "o_call"), list(product(WIN, WIN)))
def test_r11_3_point_tribute(s_call: str, o_call: str, penalty: bool) -> None:
    rules = BIESAN.with_switches(f"both_opened_penalty={'on' if penalty else 'off'}")
    wanted = {
        (True, False): (WIN[s_call] + RISK[o_call], 0),
        (False, False): (WIN[s_call], WIN[o_call]),
        (False, True): (0, WIN[o_call] + RISK[s_call]),
        (True, True): (RISK[o_call], RISK[s_call]) if penalty else (0, 0),
    }
    for (s_opened, o_opened), owed in wanted.items():
        assert point_tribute(rules, s_opened, o_opened, Calls(s_call), Calls(o_call)) == owed


def test_r11_3_all_three_pairs_by_their_openings_and_calls() -> None:
    over = _over(opened="1 5", called="2 ming, 4 yu")
    assert [debt for debt in over.debts if debt.startswith("point")] == [
        "point 2>5 5",
        "point 3>6 1",
        "point 4>1 9",
        "point 6>3 1",
    ]


# R11.4


def _over(switches: str = "", opened: str = "", called: str = "") -> Table:
    """4, 5, 6, 1, 2 go out in this order; 2 held the threes of 1, 3 those of 2 and 4 those of 3."""
    headers = {"Switches": switches, "Opened": opened, "Called": called}
    at = table("biesan", "35 36 37 3899 3 38", "1:5 2:6 3:7 4:8 5:- 6:- 1:- 2:- 3:-", **headers)
    at = at.then("4:99 5:- 6:- 1:- 2:- 3:- 4:3 5:- 6:- 1:- 2:- 3:- 5:3 6:- 1:- 2:- 3:-")
    at = at.then("6:8 1:- 2:- 3:- 6:3 1:- 2:- 3:- 1:3 2:- 3:- 2:3")
    assert at.phase == "over"
    return at


def test_r11_4_held_threes_cost_a_card_and_places_three() -> None:
    over = _over()
    assert over.order == "456123"
    assert over.told(Held) == [Held(0, 1), Held(1, 2), Held(2, 3)]
    assert [debt for debt in over.debts if not debt.startswith("point")] == [
        "held 1>2 1",
        "held 2>3 1",
        "held 3>4 1",
        "place 2>5 1",
        "place 3>4 2",
    ]


def test_r11_4_held_threes_between_allies_are_a_switch() -> None:
    held = table("biesan", "35 3 36 39 39 39", "1:5 2:- 3:6", Switches="ally_tribute=off")
    assert held.debts == []
    assert table("biesan", "35 3 36 39 39 39", "1:5 2:- 3:6").debts == ["held 1>3 1"]
    assert _over("ally_tribute=off").debts == _over().debts


@pytest.mark.parametrize(("switch", "owed"), [("on", ["place 5>1 2", "place 6>2 1"]), ("off", [])])
def test_r11_4_place_tribute_between_allies_is_a_switch(switch: str, owed: list[str]) -> None:
    ends = "1:3 2:- 3:- 4:- 5:- 6:- 2:3 3:- 4:- 5:- 6:- 3:3 4:- 5:- 6:- 4:3 5:- 6:- 5:9 6:T 5:- 6:3"
    over = table("biesan", "3 3 3 3 399 3T", ends, Switches=f"ally_tribute={switch}")
    assert over.order == "123465"
    assert [debt for debt in over.debts if debt.startswith("place")] == owed
    assert sum(over.points) == 0


def test_r11_4_debts_stand_by_kind_then_payer() -> None:
    over = _over(opened="1 5")
    kinds = [debt.split()[0] for debt in over.debts]
    assert kinds == sorted(kinds, key=["point", "held", "burn", "place"].index)
    assert over.debts[:3] == ["point 2>5 1", "point 3>6 1", "point 4>1 1"]


# Small hands


def test_r11_1_a_hand_that_tribute_emptied_is_out_before_the_first_lead() -> None:
    paid = _buy("biesan", "99 56 56 56 56 56", "point 1>4 3", Switches="bie_san=off")
    assert paid.tributes == ["point 1>4 99"]
    assert paid.places == {1: "first"}
    assert paid.acting == [2, 3, 4, 5, 6]
    assert paid.then(READY[8:]).acting == [2]


def test_r11_1_who_would_have_revolted_and_paid_all_its_cards_does_not_revolt() -> None:
    paid = _buy("shaopai", "59 322 322 322 322 322", "point 1>4 2")
    assert paid.places == {1: "first"}
    played = paid.then(READY[8:])
    assert (played.phase, played.acting) == ("play", [2])


def test_r11_1_the_deal_is_over_if_tribute_leaves_cards_to_one_side_alone() -> None:
    paid = _buy("biesan", "9 - 56 - 56 55", "point 6>1 2", Switches="bie_san=off")
    assert paid.phase == "over"

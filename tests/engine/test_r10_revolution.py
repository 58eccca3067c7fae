"""R10: revolutions in their three forms, and the head of the revolutionary's opposite."""

from __future__ import annotations

import pytest

from engine.actions import HEAD, PASS
from engine.events import DeadLevel, FirstLead, HeadClaimed, Opened, Revolted, RushAnswered, WentOut
from tests.engine.tables import Table, table

REVOLT_1 = "1:revolt 2:ready 3:ready 4:ready 5:ready 6:ready"


def _revolt(rules: str, hands: str, tokens: str = "", **headers: str) -> Table:
    headers.setdefault("Lead", "3")
    return table(rules, hands, f"{REVOLT_1} {tokens}", Start="declare", **headers)


PLAIN = "35 36 37 3822KKAA 39 3T"


# R10.1


def test_r10_1_the_revolutionary_leaves_the_game_with_its_cards() -> None:
    left = _revolt("biesan", PLAIN)
    assert left.told(Revolted) == [Revolted(0)]
    assert left.hand(1) == "35"
    assert left.places == {1: "fourth"}
    assert not left.state.in_game & 1


def test_r10_1_if_it_had_the_lead_the_next_seat_has_it() -> None:
    assert _revolt("biesan", PLAIN, "4:head", Lead="1").acting == [2]
    assert _revolt("biesan", PLAIN, "4:head", Lead="1").told(FirstLead) == [FirstLead(1)]


def test_r10_1_another_lead_stays() -> None:
    assert _revolt("biesan", PLAIN, "4:head", Lead="6").acting == [6]


def test_r10_1_the_next_in_the_game_if_the_next_seat_is_out() -> None:
    left = table(
        "biesan", "35 - 37 38 39 3T", "1:revolt 3:ready 4:ready 5:ready 6:ready 4:head", Start="declare"
    )
    assert left.acting == [3]


def test_r10_1_without_revolutions_nobody_can_revolt() -> None:
    asked = table("biesan", PLAIN, Start="declare", Switches="revolution=none")
    asked.refuses("1:revolt", "R10")


def test_r10_1_the_deal_is_over_if_only_one_side_is_left() -> None:
    over = table("biesan", "35 322 - 322 - -", "1:revolt 2:ready 4:ready", Start="declare")
    assert over.phase == "over"


# R10.2


def test_r10_2_it_counts_as_unopened_and_its_opposite_as_opened() -> None:
    left = _revolt("biesan", PLAIN)
    assert left.opened == [4]
    assert left.told(Opened) == [Opened(3)]
    assert (left.phase, left.acting) == ("head", [4])


def test_r10_2_an_opposite_that_is_out_has_no_head_to_choose() -> None:
    left = table("biesan", "35 36 37 - 39 3T", "1:revolt 2:ready 3:ready 5:ready 6:ready", Start="declare")
    assert left.acting == [2]
    assert left.told(FirstLead) == [FirstLead(1)]


def test_r10_2_the_opposites_opening_needs_no_proof_with_the_4s() -> None:
    left = _revolt(
        "kaidian", "345 345 345 3459 345 345", "4:head 4:9", Lead="4", Switches="revolution=concede"
    )
    assert left.opened == [4]


# R10.3

RUSH = "3AAKKQQQ5 36 37 3KKKAA22W 39 3T"


def test_r10_3_three_level_plays_in_its_order() -> None:
    rush = _revolt("shaopai", RUSH)
    assert (rush.phase, rush.acting) == ("rush", [1])
    assert rush.legal(1) == {"AA", "KK", "QQQ", "-"}
    one = rush.then("1:AA")
    assert one.acting == [1]
    assert one.legal(1) == {"KK", "QQQ"}
    three = one.then("1:QQQ 1:KK")
    assert three.acting == [4]
    assert [str(play) for play in three.state.laid] == ["AA", "QQQ", "KK"]


def test_r10_3_a_play_that_would_leave_too_few_level_plays_is_no_rush() -> None:
    rush = _revolt("shaopai", "3AAAAKK5 36 37 38 39 3T")
    assert rush.legal(1) == {"AA", "KK", "-"}
    rush.refuses("1:AAA", "R10.3")
    rush.refuses("1:5", "R10.3")
    rush.refuses("1:ready", "R10.3")


def test_r10_3_two_big_jokers_kill_one_in_a_rush_too() -> None:
    # Dealt no joker, 1 has a W from 2; 4 answers it with two of its own.
    laid = table(
        "shaopai",
        "35AAKK 36W 37 38WWW9 39 3T",
        f"{REVOLT_1} 1:W 1:AA 1:KK",
        Start="buy",
        Owed="held 2>1 1",
        Switches="two_kill_one=on",
    )
    assert laid.legal(4) == {"WW", "-"}
    assert laid.then("4:WW").legal(4) == {"-"}
    laid.refuses("4:W", "R3.3")
    off = table(
        "shaopai",
        "35AAKK 36W 37 38WWW9 39 3T",
        f"{REVOLT_1} 1:W 1:AA 1:KK",
        Start="buy",
        Owed="held 2>1 1",
    )
    assert off.legal(4) == {"-"}
    off.refuses("4:WW", "R3.3")


def test_r10_3_after_the_first_it_cannot_stop() -> None:
    rush = _revolt("shaopai", RUSH, "1:AA")
    rush.refuses("1:-", "R10.3")


def test_r10_3_what_tribute_brought_may_be_laid_too() -> None:
    rush = table(
        "shaopai",
        "35AAKK 36W 37 38 39 3T",
        "3:ready 2:ready 1:revolt 4:ready 5:ready 6:ready",
        Start="buy",
        Owed="held 2>1 1",
    )
    assert rush.phase == "rush"
    assert rush.legal(1) == {"AA", "KK", "5W", "W", "-"}


def test_r10_3_with_fewer_than_three_it_concedes() -> None:
    left = _revolt("shaopai", "3AAKK5 36 37 38 39 3T")
    assert (left.phase, left.opened) == ("head", [4])


def test_r10_3_not_tried_is_a_concession() -> None:
    left = _revolt("shaopai", RUSH, "1:-")
    assert (left.phase, left.opened) == ("head", [4])
    assert left.hand(1) == "35QQQKKAA"


def test_r10_3_the_opposite_answers_one_after_the_other_with_beating_plays() -> None:
    rush = _revolt("shaopai", RUSH, "1:QQQ 1:KK 1:AA")
    assert "KKK" in rush.legal(4)
    assert "AA" not in rush.legal(4)
    rush.refuses("4:222", "R3.1")
    rush.refuses("4:AA", "R3.3")
    rush.refuses("5:-", "R10.3")
    then = rush.then("4:KKK")
    assert then.told(RushAnswered)[-1].seat == 3
    assert "AA" in then.legal(4)


def test_r10_3_the_first_it_does_not_answer_ends_the_rush() -> None:
    left = _revolt("shaopai", RUSH, "1:QQQ 1:KK 1:AA 4:KKK 4:-")
    assert (left.phase, left.acting) == ("head", [4])
    assert left.opened == [1]
    assert left.hand(1) == "35"
    assert left.hand(4) == "3AA22W"


def test_r10_3_all_three_beaten_the_opposite_is_opened() -> None:
    left = _revolt("shaopai", RUSH, "1:QQQ 1:KK 1:AA 4:KKK 4:AA 4:22")
    assert left.opened == [4]
    assert left.hand(1) == "35"
    assert (left.phase, left.acting) == ("head", [4])


def test_r10_3_unbeaten_the_opposite_may_still_open_later() -> None:
    left = _revolt("shaopai", "3AAKKQQQ 36 37 3899AAAA 39 3T", "1:QQQ 1:KK 1:AA 4:- 4:head", Lead="4")
    assert left.opened == [1]
    assert left.then("4:AA").opened == [1, 4]


def test_r10_3_an_opposite_whose_cards_run_out_answers_no_more() -> None:
    left = _revolt("shaopai", "AAKKQQQ5 36 37 KKKAA 39 3T", "1:QQQ 1:KK 1:AA 4:KKK 4:AA")
    assert left.told(WentOut) == [WentOut(3, 0)]
    assert left.opened == [1]
    assert (left.phase, left.acting) == ("play", [3])
    assert left.places == {1: "fourth", 4: "first"}


def test_r10_3_an_opposite_that_runs_out_with_the_third_is_opened() -> None:
    left = _revolt("shaopai", "AAKKQQQ5 36 37 KKKAA22 39 3T", "1:QQQ 1:KK 1:AA 4:KKK 4:AA 4:22")
    assert left.opened == [4]
    assert left.places == {1: "fourth", 4: "first"}
    assert left.phase == "play"


def test_r10_3_plays_of_a_rush_hold_no_threes() -> None:
    # 4 answers with all but its 3: R7.3 says that is none.
    left = _revolt("shaopai", "3AAKKQQQ 36 37 3KKK 39 3T", "1:QQQ 1:KK 1:AA 4:KKK 4:- 4:head")
    assert left.debts == []


def test_r10_3_default_is_not_to_try() -> None:
    rush = _revolt("shaopai", RUSH)
    assert rush.deal.default_action(0) == PASS
    assert str(rush.then("1:AA").deal.default_action(0)) in {"KK", "QQQ"}
    assert rush.then("1:AA 1:KK 1:QQQ").deal.default_action(3) == PASS


# R10.4

DUEL = "3445KKAA 345 345 344AA922 345 345"


def test_r10_4_it_plays_one_play_that_opens() -> None:
    duel = _revolt("kaidian", "3445KKAAQ 345 345 344AA9 345 345")
    assert (duel.phase, duel.acting) == ("duel", [1])
    assert duel.legal(1) == {"KK", "AA"}
    duel.refuses("1:Q", "R10.4")
    duel.refuses("1:-", "R10.4")
    duel.refuses("1:44", "R10.4")
    duel.refuses("4:AA", "R10.4")


def test_r10_4_the_opposite_may_beat_it_with_another_such_play() -> None:
    duel = _revolt("kaidian", "3445KK 345 345 344AA92w 345 345", "1:KK")
    assert duel.acting == [4]
    assert duel.legal(4) == {"AA", "-"}
    duel.refuses("4:A2", "R10.4")
    duel.refuses("4:2w", "R10.4")
    duel.refuses("4:99", "R3.1")


def test_r10_4_unbeaten_the_revolutionary_is_opened_and_its_4s_lead() -> None:
    won = _revolt("kaidian", DUEL, "1:KK 4:-")
    assert won.opened == [1]
    assert won.table == "1:44"
    assert won.acting == [2]
    assert won.hand(1) == "35AA"
    assert not won.state.level


def test_r10_4_its_4s_are_answered_from_its_next_seat_on() -> None:
    won = _revolt("kaidian", "3445KKAA 34556 34556 344AA9 345 345", "1:KK 4:- 2:55")
    assert won.table == "2:55"
    assert won.acting == [3]
    passed = _revolt("kaidian", DUEL, "1:KK 4:- 2:- 3:-")
    assert "~" in passed.legal(4)


def test_r10_4_if_nobody_beats_them_the_next_leader_is_the_next_in_the_game() -> None:
    won = _revolt("kaidian", DUEL, "1:KK 4:- 2:- 3:- 4:- 5:- 6:-")
    assert won.acting == [2]
    assert won.state.table is None
    assert won.opened == [1]


def test_r10_4_the_4s_that_lead_hold_no_threes_though_only_3s_are_left() -> None:
    won = _revolt("kaidian", "344KK 34556 34556 344AA9 345 345", "1:KK 4:- 2:55 3:- 4:- 5:- 6:-")
    assert won.hand(1) == "3"
    assert won.debts == []


@pytest.mark.parametrize("lead", "123456")
def test_r10_4_whoever_had_the_lead_loses_it(lead: str) -> None:
    assert _revolt("kaidian", DUEL, "1:KK 4:-", Lead=lead).acting == [2]
    assert _revolt("kaidian", DUEL, "1:KK 4:AA", Lead=lead).acting == [4]


def test_r10_4_beaten_the_opposite_is_opened_and_must_lead_its_4s() -> None:
    lost = _revolt("kaidian", DUEL, "1:KK 4:AA")
    assert lost.opened == [4]
    assert lost.legal(4) == {"44"}
    lost.refuses("4:9", "R6.9")
    lost.refuses("4:-", "R6.2")
    led = lost.then("4:44")
    assert led.opened == [4]
    assert led.acting == [5]


def test_r10_4_no_such_play_in_hand_is_as_beaten() -> None:
    lost = _revolt("kaidian", "3445KQQ 345 345 344AA9 345 345")
    assert lost.opened == [4]
    assert lost.acting == [4]
    assert lost.legal(4) == {"44"}


def test_r10_4_without_4s_in_hand_the_next_seat_leads_or_the_opposite_leads_freely() -> None:
    won = _revolt("kaidian", "35KK 345 345 344AA9 345 345", "1:KK 4:-")
    assert won.acting == [2]
    assert won.state.table is None
    lost = _revolt("kaidian", "345KK 345 345 3AA95 345 345", "1:KK 4:AA")
    assert lost.legal(4) == {"5", "9"}


def test_r10_4_an_opposite_that_answers_with_its_last_cards_is_out() -> None:
    lost = _revolt("kaidian", "345KK 345 345 AA 345 345", "1:KK 4:AA")
    assert lost.places == {1: "fourth", 4: "first"}
    assert lost.opened == [4]
    assert lost.acting == [5]


def test_r10_4_a_duel_holds_no_threes() -> None:
    lost = _revolt("kaidian", "345KK 345 345 3AA 345 345", "1:KK 4:AA")
    assert lost.debts == []
    assert lost.legal(4) == {"3"}


def test_r10_4_default_of_the_opposite_is_not_to_answer() -> None:
    assert _revolt("kaidian", DUEL, "1:KK").deal.default_action(3) == PASS


# R10.5

HEADS = "35 35 3789 369KKAA22wQ 3789 3789"


def test_r10_5_the_opposite_chooses() -> None:
    asked = _revolt("biesan", HEADS)
    assert (asked.phase, asked.acting) == ("head", [4])
    assert asked.legal(4) == {"head", "nohead"}
    asked.refuses("4:ready", "R10.5")
    asked.refuses("4:9", "R10.5")
    asked.refuses("2:head", "R10.5")
    assert asked.deal.default_action(3) == HEAD


def test_r10_5_duel_claims_without_a_choice() -> None:
    for answer in ("4:-", "4:AA"):
        duel = _revolt("kaidian", DUEL, f"1:KK {answer}")
        assert duel.told(HeadClaimed) == [HeadClaimed(3, True)]
        assert duel.state.claims == 3


def test_r10_5_without_a_head_it_is_headless_at_once() -> None:
    led = _revolt("biesan", HEADS, "4:nohead", Lead="4")
    assert led.headless == [4]
    asked = led.then("4:KK")
    assert (asked.phase, asked.acting) == ("play", [5])


def test_r10_5_its_next_three_level_plays_cannot_be_answered() -> None:
    led = _revolt("biesan", HEADS, "4:head 4:KK", Lead="4")
    assert led.told(DeadLevel) == [DeadLevel(3, 2)]
    assert led.acting == [4]
    assert led.headless == []
    led = led.then("4:AA 4:22")
    assert [event.left for event in led.told(DeadLevel)] == [2, 1, 0]
    assert led.headless == [4]


def test_r10_5_an_ordinary_play_is_answered_as_ever() -> None:
    led = _revolt("biesan", HEADS, "4:head 4:Q", Lead="4")
    assert led.acting == [5]
    assert led.state.claims == 3


def test_r10_5_they_can_be_burned() -> None:
    led = _revolt("biesan", "35 322 37 369KK 39 39", "4:head 4:KK", Lead="4")
    assert (led.phase, led.acting) == ("burn", [2])
    burnt = led.then("2:!22")
    assert burnt.acting == [5]
    assert burnt.state.claims == 2
    assert burnt.then("5:-").opened == [2, 4]


def test_r10_5_the_owner_is_not_asked_before_the_window_closes() -> None:
    led = _revolt("biesan", "35 322 37 369KK 39 39", "4:head 4:KK", Lead="4")
    led.refuses("4:9", "R9.1")
    assert led.then("2:.").acting == [4]


def test_r10_5_they_cannot_be_killed() -> None:
    led = _revolt("biesan", "35 3WWA 3WWA 369KW 39 39", "4:head 4:KW", Lead="4", Switches="two_kill_one=on")
    assert led.acting == [4]
    assert led.state.table is None
    free = _revolt(
        "biesan", "35 3WWA 3WWA 369KW 39 39", "4:nohead 4:KW", Lead="4", Switches="two_kill_one=on"
    )
    assert free.acting == [2]


def test_r10_5_follows_count() -> None:
    led = _revolt("biesan", "35 39 37 369A2 39 39", "4:head 3:7 4:2", Lead="3")
    assert led.told(DeadLevel) == [DeadLevel(3, 2)]
    assert led.acting == [4]


def test_r10_5_burns_count() -> None:
    led = _revolt("biesan", "35 39 3KK9 3AA 39 39", "4:head 3:KK 4:!AA", Lead="3")
    assert led.told(DeadLevel) == [DeadLevel(3, 2)]
    assert led.acting == [4]
    assert led.legal(4) == {"3", "#"}
    assert led.opened == [4]


def test_r10_5_chaos_does_not_count() -> None:
    led = table(
        "biesan",
        "35 - 37 369KKAA 39 39",
        "1:revolt 3:ready 4:ready 5:ready 6:ready 4:head 4:KK",
        Start="declare",
        Lead="4",
    )
    assert led.state.chaos
    assert led.state.claims == 3
    assert led.acting == [5]


def test_r10_5_until_the_third_it_has_a_head_so_it_may_burn() -> None:
    led = _revolt("biesan", "35 39 3KK9 3AA 39 39", "4:head 3:KK", Lead="3")
    assert led.acting == [4]
    without = _revolt("biesan", "35 39 3KK9 3AA 39 39", "4:nohead 3:KK", Lead="3")
    assert without.phase == "play"
    assert without.acting == [4]


def test_r10_5_in_the_trick_of_the_third_it_still_has_a_head() -> None:
    # Its third is burned, and it may burn back in the same trick, but not beat it.
    led = _revolt("biesan", "35 322 37 3KKAAQQQWW 39 39", "4:head 4:QQQ 4:KK 2:. 4:AA", Lead="4")
    assert (led.phase, led.acting) == ("burn", [2])
    assert led.state.claims == 0
    assert led.headless == []
    burnt = led.then("2:!22")
    assert (burnt.phase, burnt.acting) == ("burn", [4])
    assert burnt.then("4:.").acting == [5]
    assert burnt.then("4:. 5:-").headless == [4]


def test_r10_5_a_dead_level_wins_and_opens() -> None:
    led = _revolt("shaopai", "3AAKKQQQ 36 37 369KK 39 3T", "1:QQQ 1:KK 1:AA 4:- 4:head 4:KK", Lead="4")
    assert led.opened == [1, 4]


def test_r10_5_other_seats_keep_their_heads() -> None:
    led = _revolt("biesan", HEADS, "4:nohead", Lead="3")
    assert led.headless == [4]
    assert led.then("3:9").acting == [4]

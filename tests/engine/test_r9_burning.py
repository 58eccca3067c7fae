"""R9: burning, from who may to what it leaves owing."""

from __future__ import annotations

from itertools import product

import pytest

from engine import burning, hands
from engine.actions import GIVE_UP
from engine.cards import take
from engine.events import BurnBroken, Burned, BurnFailed, BurnSucceeded, Debt, Declined, Inherited, Owed
from engine.play import Play
from engine.rules import BIESAN, KAIDIAN, SHAOPAI, RuleSet
from tests.engine.tables import Table, record, table

FREE = BIESAN.with_switches("bie_san=off")

ALL_CAN = "35KK 322 322 322 322 322"
"""Everybody can beat 1's pair of kings and go out in a run after it."""


# R9.1


def test_r9_1_every_seat_but_the_owner_and_its_opposite_is_asked_at_once() -> None:
    asked = table("biesan", ALL_CAN, "1:KK")
    assert asked.phase == "burn"
    assert asked.acting == [2, 3, 5, 6]
    assert all(asked.legal(seat) == {"!22", "."} for seat in asked.acting)


def test_r9_1_allies_of_the_owner_may_burn_it() -> None:
    burnt = table("biesan", ALL_CAN, "1:KK 3:!22")
    assert burnt.told(Burned) == [Burned(2, Play.parse("22"), 0, 1)]


@pytest.mark.parametrize("play", ["5", "55", "TTTT", "K"])
def test_r9_1_only_a_level_play_is_burned(play: str) -> None:
    asked = table("biesan", "3955TTTTKQ 3AAA22222 3AA222 3AA222 3AA222 3AA2222", f"1:{play}")
    assert asked.phase == "play"
    assert asked.acting == [2]
    asked.refuses(f"3:!{'2' * len(play)}", "R9.1")


def test_r9_1_a_seat_that_cannot_beat_is_not_asked() -> None:
    asked = table("biesan", "35KK 3QQ 322 39 39 3A2", "1:KK")
    assert asked.acting == [3, 6]
    asked.refuses("2:!QQ")
    asked.refuses("5:.")


def test_r9_1_a_headless_seat_may_not_burn() -> None:
    # 6 is out: 3 has no opposite.
    asked = table("biesan", "35KK 322 322 39 322 -", "1:KK")
    assert asked.acting == [2, 5]


def test_r9_1_a_play_of_a_headless_owner_is_not_burned() -> None:
    asked = table("biesan", "35KK 322 322 - 322 322", "1:KK")
    assert (asked.phase, asked.acting) == ("play", [2])


def test_r9_1_in_chaos_nobody_burns() -> None:
    asked = table("biesan", "35KK 322 - 322 - 322", "1:KK")
    assert asked.state.chaos
    assert (asked.phase, asked.acting) == ("play", [2])


def test_r9_1_who_has_passed_in_this_trick_may_not_burn() -> None:
    asked = table("biesan", "359 3w 3527 3w 34 34", "1:5 2:- 3:2")
    assert asked.acting == [4]
    asked.refuses("2:!w", "R9.1")


def test_r9_1_allies_of_the_owner_go_before_its_opponents() -> None:
    asked = table("biesan", ALL_CAN, "1:KK 2:!22")
    assert asked.acting == [3, 5, 6]
    assert asked.then("6:!22 5:!22").acting == [3]
    burnt = asked.then("5:!22 3:.")
    assert [event.seat for event in burnt.told(Burned)] == [4]


def test_r9_1_among_equals_seat_order_decides() -> None:
    two = table("biesan", ALL_CAN, "1:KK 5:!22 3:!22")
    assert [event.seat for event in two.told(Burned)] == [2]
    opponents = table("biesan", ALL_CAN, "1:KK 6:!22 3:. 5:.")
    assert opponents.phase == "burn"
    assert [event.seat for event in opponents.then("2:!22").told(Burned)] == [1]
    assert [event.seat for event in opponents.then("2:.").told(Burned)] == [5]


def test_r9_1_seat_order_goes_on_from_the_owner() -> None:
    # The owner is 4: its allies 6 and 2 go first, 6 being the next of them; then 5 and 3.
    asked = table("biesan", "322 322 322 35KK 322 322", "4:KK 2:!22 3:!22 5:!22", Lead="4")
    assert asked.acting == [6]
    assert [event.seat for event in asked.then("6:.").told(Burned)] == [1]
    asked = table("biesan", "322 322 322 35KK 322 322", "4:KK 3:!22 2:. 6:.", Lead="4")
    assert asked.acting == [5]


def test_r9_1_one_seat_burns_and_the_others_keep_their_cards() -> None:
    burnt = table("biesan", ALL_CAN, "1:KK 2:!22 5:!22 3:!22")
    assert [burnt.hand(seat) for seat in (2, 3, 5)] == ["322", "3", "322"]
    assert burnt.table == "3:22"


def test_r9_1_the_window_closes_when_nobody_who_could_go_before_the_burner_is_left() -> None:
    assert table("biesan", ALL_CAN, "1:KK 3:!22").phase == "play"
    assert table("biesan", ALL_CAN, "1:KK 5:!22").phase == "burn"
    assert table("biesan", ALL_CAN, "1:KK 3:. 5:!22").phase == "play"


def test_r9_1_the_window_closes_when_all_have_declined_and_the_opposite_is_asked() -> None:
    declined = table("biesan", ALL_CAN, "1:KK 6:. 2:. 5:. 3:.")
    assert (declined.phase, declined.acting) == ("play", [4])
    assert len(declined.told(Declined)) == 4


def test_r9_1_who_has_answered_is_not_asked_again() -> None:
    asked = table("biesan", ALL_CAN, "1:KK 3:.")
    asked.refuses("3:!22")
    asked.refuses("3:.")


def test_r9_1_declining_is_not_a_pass() -> None:
    # 3 declines to burn 1's kings; 4 beats them, and 3 is asked again.
    again = table("biesan", "35KK 39 322 3AA9 39 39", "1:KK 3:. 4:AA")
    assert (again.phase, again.acting) == ("burn", [3])
    assert not again.state.passed


def test_r9_1_the_opposite_is_not_asked_before_the_window_is_closed() -> None:
    asked = table("biesan", ALL_CAN, "1:KK")
    asked.refuses("4:22", "R9.1")
    asked.refuses("4:-", "R9.1")
    asked.refuses("4:KK", "R3.1")
    asked.refuses("4:!22", "R9.1")
    assert {str(a) for a in asked.deal.legal_actions(3, if_declined=True)} == {"22", "-"}


def test_r9_1_a_burn_must_beat_and_a_follow_is_no_burn() -> None:
    asked = table("biesan", "35KK 399922w 39 39 39 39", "1:KK")
    asked.refuses("2:22", "R9.1")
    asked.refuses("2:-", "R9.1")
    asked.refuses("2:!99", "R3.3")
    asked.refuses("2:!222", "R3.1")
    asked.refuses("2:!92", "R3.3")
    asked.refuses("2:!2w", "R9.2")


def test_r9_1_a_burn_is_itself_a_level_play_that_may_be_burned() -> None:
    asked = table("biesan", "35KK 3AA 322 39 39 39", "1:KK 3:. 2:!AA")
    assert (asked.phase, asked.acting) == ("burn", [3])
    assert asked.then("3:!22").told(Burned)[-1].victim == 1


def test_r9_1_the_burned_player_may_burn_back() -> None:
    asked = table("biesan", "3KK22 3AA 39 39 39 39", "1:KK 2:!AA")
    assert asked.acting == [1]
    assert asked.then("1:!22").told(Burned)[-1] == Burned(0, Play.parse("22"), 1, 1)


# R9.2


def _can_run_by_search(rules: RuleSet, hand: tuple[int, ...]) -> bool:
    if not any(hand):
        return True
    for action in hands.leads(rules, hand):
        play = action.play
        assert play is not None
        if burning.keeps_duty(hand, play) and _can_run_by_search(rules, take(hand, play.cards)):
            return True
    return False


@pytest.mark.parametrize("rules", [BIESAN, KAIDIAN, FREE], ids=["biesan", "kaidian", "no bie_san"])
def test_r9_2_the_guard_agrees_with_trying_every_run(rules: RuleSet) -> None:
    seen = set()
    for counts in product(range(2), range(3), range(2), range(2), range(2), range(3), range(2), range(2)):
        hand = [0] * 15
        for rank, count in zip((0, 1, 2, 8, 11, 12, 13, 14), counts, strict=True):
            hand[rank] = count
        cards = tuple(hand)
        wanted = _can_run_by_search(rules, cards)
        assert burning.can_run(rules, cards) is wanted, cards
        seen.add(wanted)
    assert seen == {True, False}


@pytest.mark.parametrize(
    ("hand", "may"),
    [
        ("322", True),  # then the 3s alone
        ("22", True),  # the burn is the last play
        ("3922", False),  # no joker for the 9
        ("3922w", True),  # 9w, 3
        ("3922W", True),
        ("399922w", True),
        ("389w22", False),  # one joker for two ranks
        ("389wW22", True),
        ("892w2", True),  # no 3: the last play needs no joker
        ("7892w2", False),
        ("3w22", True),  # w alone hangs one
        ("32222", False),  # two 2s left: nothing hangs on them
        ("2222", True),  # two 2s left are the last play
        ("3w2222", True),
    ],
)
def test_r9_2_a_guarded_burn_is_legal_only_if_what_remains_can_go_out(hand: str, may: bool) -> None:
    asked = table("biesan", f"35KK 39 {hand} 39 39 39", "1:KK")
    assert ("!22" in asked.legal(3)) is may
    if not may and asked.phase == "burn":
        asked.refuses("3:!22", "R9.2")


def test_r9_2_the_guard_looks_at_each_burn() -> None:
    # With the joker gone into the burn the 9 has none.
    asked = table("biesan", "35KK 39 39AAw 39 39 39", "1:KK")
    assert asked.legal(3) == {"!AA", "."}
    asked.refuses("3:!Aw", "R9.2")


def test_r9_2_without_the_guard_any_beating_play_burns() -> None:
    asked = table("biesan", "35KK 39 3978AA22w 39 39 39", "1:KK", Switches="burn_guard=off")
    assert asked.legal(3) == {"!AA", "!A2", "!Aw", "!22", "!2w", "."}


def test_r9_2_the_burn_itself_needs_no_joker() -> None:
    assert table("biesan", "35KK 322 39 39 39 39", "1:KK 2:!22").table == "2:22"


def test_r9_2_in_its_run_the_burner_hangs_a_joker_on_each_play_but_the_last() -> None:
    run = table("biesan", "35KK 39822wW 39 39 39 39", "1:KK 2:!22 5:-")
    assert run.acting == [2]
    assert run.legal(2) == {"9w", "9W", "9wW", "8w", "8W", "8wW", "w", "W", "wW", "#"}
    run.refuses("2:9", "R9.2")
    run.refuses("2:3", "R6.8")
    run.refuses("2:-", "R6.2")
    last = run.then("2:9w 5:- 2:8W 5:-")
    assert last.legal(2) == {"3", "#"}


def test_r9_2_a_play_of_jokers_alone_hangs_one() -> None:
    run = table("biesan", "35KK 322w 39 39 39 39", "1:KK 2:!22 5:-")
    assert run.legal(2) == {"w", "#"}
    assert run.then("2:w 5:-").legal(2) == {"3", "#"}


def test_r9_2_a_last_play_needs_no_joker_whatever_it_is() -> None:
    run = table("biesan", "35KK 2299 39 39 39 39", "1:KK 2:!22 5:-")
    assert run.legal(2) == {"99", "#"}


def test_r9_2_the_duty_holds_in_chaos_too() -> None:
    # 6 is out before and 1 goes out with what is burned: four are left when 2 leads.
    run = table("biesan", "KK 3922w 39 39 39 -", "1:KK 2:!22 3:- 5:-")
    assert run.state.chaos
    assert run.legal(2) == {"9w", "w", "#"}
    broken = run.then("2:9w 3:- 4:- 5:-")
    assert broken.legal(2) == {"3", "#"}


@pytest.mark.parametrize(("hand", "may"), [("3422w", False), ("422w", True), ("322", True), ("4922w", True)])
def test_r9_2_with_kaidian_fasi_nobody_with_4s_and_3s_can_keep_the_duty(hand: str, may: bool) -> None:
    asked = table("kaidian", f"34KK 349 {hand} 349 349 349", "1:KK")
    assert ("!22" in asked.legal(3)) is may


# R9.3


def test_r9_3_the_opposite_breaks_the_run() -> None:
    broken = table("biesan", "35KK 322 39 39 39WW 39", "1:KK 2:!22 5:WW")
    assert broken.told(BurnBroken) == [BurnBroken(1, 4)]
    assert broken.state.burner == -1
    assert broken.acting == [2]
    assert broken.then("2:-").places == {}


def test_r9_3_a_burn_breaks_the_run() -> None:
    broken = table("biesan", "35KK 3AA 322 39 39 39", "1:KK 3:. 2:!AA 3:!22")
    assert broken.told(BurnBroken) == [BurnBroken(1, 2)]
    assert broken.state.burner == 2


def test_r9_3_a_headless_seat_breaks_the_run() -> None:
    # 6 is out, so 3 is headless and asked on 2's burn after 5.
    broken = table("biesan", "35KK 322 3WW9 39 39 -", "1:KK 2:!22 3:WW")
    assert broken.told(BurnBroken) == [BurnBroken(1, 2)]


def test_r9_3_a_kill_breaks_the_run() -> None:
    run = table("kaidian", "34KK 3922W 349WWT 349 349 349", "1:KK 2:!22 5:- 2:9W")
    assert run.acting == [3]
    killed = run.then("3:TWW")
    assert killed.told(BurnBroken) == [BurnBroken(1, 2)]
    assert killed.state.burner == -1
    spared = run.then("3:-")
    assert not spared.told(BurnBroken)
    assert spared.legal(2) == {"3", "#"}


def test_r9_3_a_play_in_the_middle_of_the_run_can_be_beaten() -> None:
    broken = table("biesan", "35KK 389w22W 39 39 39TW 39", "1:KK 2:!22 5:- 2:8w 5:TW")
    assert broken.told(BurnBroken) == [BurnBroken(1, 4)]
    later = broken.then("2:-")
    assert later.acting == [5]
    assert later.debts == []


def test_r9_3_after_it_the_duty_is_over_and_it_may_lead_and_follow_as_it_likes() -> None:
    run = table("biesan", "35KK 377Kww22 369 39 358WW 39", "1:KK 2:!22 5:WW 2:- 5:5 6:- 1:- 2:K 3:- 4:- 5:-")
    assert run.acting == [2]
    assert run.legal(2) == {"7", "77", "7w", "77w", "7ww", "77ww", "w", "ww"}
    run.refuses("2:#", "R9.5")


# R9.4


def test_r9_4_success_when_the_burner_goes_out_in_its_run() -> None:
    won = table("biesan", "35KK 322 39 39 39 39", "1:KK 2:!22 5:- 2:3")
    assert won.told(BurnSucceeded) == [BurnSucceeded(1, 0, 1)]
    assert won.debts == ["burn 1>2 1"]


def test_r9_4_success_with_the_burn_itself() -> None:
    won = table("biesan", "35KK 22 39 39 39 39", "1:KK 2:!22")
    assert won.told(BurnSucceeded) == [BurnSucceeded(1, 0, 1)]
    assert won.places == {2: "first"}
    assert won.acting == [5]


def test_r9_4_allies_owe_nothing() -> None:
    won = table("biesan", "35KK 39 322 39 39 39", "1:KK 3:!22 6:- 3:3")
    assert won.told(BurnSucceeded) == [BurnSucceeded(2, 0, 0)]
    assert won.debts == []


def test_r9_4_who_was_burned_owes_even_if_it_is_out() -> None:
    won = table("biesan", "KK 322 39 39 39 39", "1:KK 2:!22 5:- 2:3")
    assert won.debts == ["burn 1>2 1"]


def test_r9_4_a_broken_burn_earns_nothing_even_if_the_burner_goes_out_later() -> None:
    later = table("biesan", "35KK 322 39 39 3WW 39", "1:KK 5:. 2:!22 5:WW 2:- 5:3 6:- 1:- 2:- 3:- 4:- 6:9")
    later = later.then("1:- 2:- 3:- 4:- 6:3 1:- 2:- 3:- 4:- 1:5 2:- 3:9 4:- 1:- 2:- 3:3")
    later = later.then("4:- 1:- 2:- 4:9 1:- 2:- 4:3 1:- 2:- 1:3")
    assert later.phase == "over"
    assert not later.told(BurnSucceeded)
    assert not any(debt.startswith("burn") for debt in later.debts)
    assert "held 2>5 1" in later.debts


@pytest.mark.parametrize(("switch", "stakes"), [("on", [1, 2, 3]), ("off", [1, 1, 1])])
def test_r9_4_a_burn_of_a_burner_earns_one_more_for_each_it_stands_on(switch: str, stakes: list[int]) -> None:
    hands_ = "35KK 3AA 322 39 3ww 39"
    switches = f"counter_burn_raises={switch}"
    chain = table("biesan", hands_, "1:KK 5:. 3:. 2:!AA", Switches=switches)
    assert chain.acting == [3]
    chain = chain.then("3:!22")
    assert chain.acting == [5]
    chain = chain.then("5:!ww")
    assert [event.stake for event in chain.told(Burned)] == stakes
    assert [event.victim for event in chain.told(Burned)] == [0, 1, 2]


def test_r9_4_the_raised_stake_is_owed_by_the_burner_that_was_broken() -> None:
    won = table(
        "biesan", "35KK 3AA 322 39 39 39", "1:KK 3:. 2:!AA 3:!22 6:- 3:3", Switches="counter_burn_raises=on"
    )
    assert won.debts == ["held 2>3 1", "burn 2>3 2"]
    off = table("biesan", "35KK 3AA 322 39 39 39", "1:KK 3:. 2:!AA 3:!22 6:- 3:3")
    assert off.debts == ["held 2>3 1", "burn 2>3 1"]


def test_r9_4_a_burner_that_breaks_its_ally_earns_nothing_of_it() -> None:
    won = table(
        "biesan",
        "35KK 39 3AA 39 322 39",
        "1:KK 5:. 3:!AA 5:!22 2:- 5:3",
        Switches="counter_burn_raises=on",
    )
    assert won.told(BurnSucceeded) == [BurnSucceeded(4, 2, 0)]
    assert won.debts == ["held 3>5 1"]


def test_r9_4_the_stake_starts_anew_when_the_opposite_broke_the_run_between() -> None:
    # 5 beats 2's burn; 3, burning 5, burns no burner.
    chain = table(
        "biesan",
        "35KK 3AA 3ww 39 3922 39",
        "1:KK 3:. 2:!AA 3:. 5:22 3:!ww",
        Switches="counter_burn_raises=on",
    )
    assert [event.stake for event in chain.told(Burned)] == [1, 1]
    assert chain.told(Burned)[-1].victim == 4


def test_r9_4_a_counter_burn_of_a_later_play_of_the_run_raises_too() -> None:
    chain = table(
        "biesan",
        "35KK 3AATw 3QW 39 39 39",
        "1:KK 2:!AA 5:- 2:Tw 3:!QW",
        Switches="counter_burn_raises=on",
    )
    assert [event.stake for event in chain.told(Burned)] == [1, 2]


# R9.5


def _failed(tokens: str = "", guard: str = "off", hands_: str = "35KK 3522 39 39 39 39") -> Table:
    return table("biesan", hands_, f"1:KK 2:!22 5:- {tokens}", Switches=f"burn_guard={guard}")


def test_r9_5_if_it_cannot_keep_the_duty_giving_up_is_its_only_action() -> None:
    assert _failed().legal(2) == {"#"}
    assert _failed().deal.default_action(1) == GIVE_UP


def test_r9_5_giving_up_is_open_to_who_could_keep_the_duty() -> None:
    assert _failed("2:#", "on", "35KK 322 39 39 39 39").told(BurnFailed) == [BurnFailed(1)]


def test_r9_5_a_failed_burner_plays_no_more_and_keeps_its_cards() -> None:
    failed = _failed("2:#")
    assert failed.places == {2: "last"}
    assert failed.hand(2) == "35"
    assert [seat.burn_failed for seat in failed.deal.view(None).seats].index(True) == 1
    assert failed.then("1:5 3:- 4:- 5:- 6:-").acting == [1]


def test_r9_5_the_burned_player_leads() -> None:
    failed = _failed("2:#")
    assert failed.acting == [1]
    assert not failed.told(Inherited)


def test_r9_5_or_the_next_in_the_game_after_it() -> None:
    failed = _failed("2:#", hands_="KK 3522 39 39 39 39")
    assert failed.acting == [3]
    assert failed.places == {1: "first", 2: "last"}


def test_r9_5_its_opposite_is_headless_from_the_next_trick() -> None:
    failed = _failed("2:#")
    assert failed.headless == [5]


def test_r9_5_after_giving_up_the_table_waits_for_nobody() -> None:
    run = table("biesan", "35KK 39822wW 39 39 39 39", "1:KK 2:!22 5:- 2:9W", Switches="two_kill_one=on")
    assert run.acting == [2]
    assert run.deal.guarded
    assert not run.then("2:#").deal.guarded


def test_r9_5_failing_owes_nothing() -> None:
    assert _failed("2:#").debts == []


def test_r9_5_two_failed_burners_take_last_and_fifth_place() -> None:
    # 2 fails; 5 is headless then, and nobody but 3, 6, 1, 4 has a head: 3's kings are burned by 1.
    failed = _failed("2:# 1:5 3:8 4:- 5:- 6:- 1:-", hands_="35KKAA9 3522 388KK 39 39 39")
    assert failed.acting == [3]
    failed = failed.then("3:KK")
    assert failed.acting == [1]
    failed = failed.then("1:!AA 4:- 5:- 1:#")
    assert failed.places == {2: "last", 1: "fifth"}
    assert failed.acting == [3]
    assert failed.state.chaos


def test_r9_5_with_four_in_the_game_it_is_chaos() -> None:
    failed = table("biesan", "35KK 3522 39 39 39 -", "1:KK 2:!22 3:- 5:- 2:#", Switches="burn_guard=off")
    assert failed.state.chaos


def test_r9_5_a_failure_can_end_the_deal() -> None:
    # 4 and 6 go out in the trick in which 2 burns: with 2 the last of its side is gone.
    burnt = table(
        "biesan", "352 35w 39 7 39 8", "4:7 5:- 6:8 1:2 2:!w 5:-", Lead="4", Switches="burn_guard=off"
    )
    assert burnt.acting == [2]
    over = burnt.then("2:#")
    assert over.phase == "over"
    assert over.places == {4: "first", 6: "second", 1: "third", 3: "fourth", 5: "fifth", 2: "last"}


# R9.6


def test_r9_6_a_burn_that_wins_its_trick_opens() -> None:
    won = table("biesan", "35KK 322 39 39 39 39", "1:KK 2:!22 5:-")
    assert won.opened == [2]


def test_r9_6_by_what_it_holds_like_any_level_play() -> None:
    assert table("shaopai", "35KK 32w9W 39 39 39 39", "1:KK 2:!2w 5:-").opened == []
    assert table("biesan", "35KK 32w9W 39 39 39 39", "1:KK 2:!2w 5:-").opened == [2]
    assert table("biesan", "35KK 32W9w 39 39 39 39", "1:KK 2:!2W 5:-").opened == []


def test_r9_6_a_burn_that_is_beaten_does_not_open() -> None:
    assert table("biesan", "35KK 322 39 39 39WW 39", "1:KK 2:!22 5:WW").opened == []


def test_r9_6_the_burned_play_does_not_open_its_owner() -> None:
    assert 1 not in table("biesan", "35KK 322 39 39 39 39", "1:KK 2:!22 5:- 2:3").opened


# Defaults and the switch


def test_r9_default_keeps_the_duty_to_the_end() -> None:
    run = table("shaopai", "35KK 36899722wwWW 39 39 39 39", "1:KK 2:!22 5:-")
    for _ in range(20):
        seat = run.deal.actors[0]
        if seat == 1:
            assert run.deal.default_action(seat) != GIVE_UP
        run = run.then(f"{seat + 1}:{run.deal.default_action(seat)}")
        if run.told(BurnSucceeded):
            break
    assert run.told(BurnSucceeded) == [BurnSucceeded(1, 0, 1)]


def test_r9_default_of_the_window_is_to_decline() -> None:
    asked = table("biesan", ALL_CAN, "1:KK")
    assert {str(asked.deal.default_action(seat)) for seat in asked.deal.actors} == {"."}


def test_r9_a_burn_debt_is_a_debt_like_any_other() -> None:
    won = table("biesan", "35KK 322 39 39 39 39", "1:KK 2:!22 5:- 2:3")
    assert won.state.burns == (Owed(Debt.BURN, 0, 1, 1),)
    assert record("biesan", "35KK 322 39 39 39 39").rules.point_value == 1
    assert SHAOPAI.burn_guard

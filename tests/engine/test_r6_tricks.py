"""R6: tricks: who is asked, in which order, and who leads next."""

from __future__ import annotations

import pytest

from engine.events import Beat, Inherited, Led, Passed, Won, Yielded
from engine.play import Play
from tests.engine.tables import table

PLAIN = "359J 36TQ 37K 38K 34 34"


def test_r6_1_in_the_game_is_who_has_cards_and_has_neither_revolted_nor_failed_a_burn() -> None:
    out = table("biesan", "5 36 37 38 39 3T", "1:5")
    assert not out.deal.view(None).seats[0].in_game
    failed = table("biesan", "35KK 322 36 36 36 36", "1:KK 2:!22 5:- 2:#")
    assert not failed.deal.view(None).seats[1].in_game


@pytest.mark.parametrize(
    ("hands", "chaos"),
    [("39 39 39 39 39 39", False), ("39 39 39 39 39 -", False), ("39 39 39 39 - -", True)],
)
def test_r6_1_chaos_with_four_or_fewer_in_the_game(hands: str, chaos: bool) -> None:
    assert table("biesan", hands).state.chaos is chaos


def test_r6_1_headless_is_who_has_no_opposite_in_the_game() -> None:
    assert table("biesan", "39 39 39 39 39 -").headless == [3]


def test_r6_1_both_hold_until_the_trick_ends() -> None:
    # 1 and 2 go out in one trick: 4 and 5 keep their heads, and it is no chaos, until the next trick.
    going = table("biesan", "5 6 37 38 39 3T", "1:5 2:6")
    assert going.headless == []
    assert going.acting == [3]
    over = going.then("3:- 4:- 5:- 6:-")
    assert over.headless == [4, 5]
    assert over.state.chaos


def test_r6_1_a_head_that_goes_out_is_a_head_until_the_trick_ends() -> None:
    # 4 goes out on 1's 5. 1's 2 is a level play still: nobody may answer it, and it wins at once.
    won = table("biesan", "3522 36 37 8 39 3T", "1:5 2:- 3:- 4:8 5:- 6:- 1:2")
    assert won.told(Won) == [Won(0)]
    # In the next trick 1 is headless, and its 2 of then is asked of all.
    later = won.then("1:2")
    assert later.headless == [1]
    assert later.acting == [2]


def test_r6_1_no_chaos_in_the_trick_that_leaves_four() -> None:
    # With 5 gone and 6 going out, four are left: 1's 2 is a level play still, and no more after it.
    level = table("biesan", "3529 37 38 39 - T", "1:5 2:- 3:- 4:- 6:T 1:2")
    assert not level.state.chaos
    assert level.acting == [4]
    assert level.then("4:-").state.chaos


def test_r6_1_the_last_play_of_a_player_is_answered_as_if_he_were_still_there() -> None:
    level = table("biesan", "KK 3AA56 39 3AA56 39 39", "1:KK")
    assert level.acting == [4]
    plain = table("biesan", "5 36 37 38 39 3T", "1:5 2:- 3:-")
    assert "~" in plain.legal(4)


def test_r6_2_the_leader_cannot_pass() -> None:
    lead = table("biesan", PLAIN)
    assert "-" not in lead.legal(1)
    lead.refuses("1:-", "R6.2")
    lead.refuses("1:~", "R6.2")


def test_r6_3_asked_in_order_from_the_owners_next_seat() -> None:
    asked = table("biesan", PLAIN, "1:5")
    for seat in (2, 3, 4, 5, 6):
        assert asked.acting == [seat]
        asked.refuses(f"{seat % 6 + 1}:-", "R6.3")
        asked = asked.then(f"{seat}:-")
    assert asked.told(Won) == [Won(0)]


def test_r6_3_who_has_passed_is_not_asked_again_except_on_a_play_of_its_opposite() -> None:
    # 2 passed; it is asked again on a play of 5, its opposite, but not on one of 3 or 4.
    on_opposite = table("biesan", "359J 36TQ 37K 38K 34T 34", "1:5 2:- 3:7 4:8 5:T 6:- 1:-")
    assert on_opposite.acting == [2]
    assert on_opposite.legal(2) == {"Q", "-", "~"}
    on_another = table("biesan", PLAIN, "1:5 2:- 3:7 4:- 5:- 6:- 1:-")
    assert on_another.acting == [3]
    assert on_another.told(Won) == [Won(2)]


def test_r6_3_a_level_play_of_a_headless_owner_is_ordinary() -> None:
    # 4 is out: everybody else is asked on 1's KK, with a joker too.
    for play in ("KK", "2", "5w"):
        assert table("biesan", "3KK25w 39 39 - 39 39", f"1:{play}").acting == [2]


def test_r6_3_a_play_begins_a_new_round_from_its_owners_next_seat() -> None:
    beaten = table("biesan", PLAIN, "1:5 2:6")
    assert beaten.acting == [3]
    assert beaten.then("3:- 4:- 5:- 6:-").acting == [1]


def test_r6_3_leads_answers_and_passes_are_told() -> None:
    told = table("biesan", PLAIN, "1:5 2:- 3:7")
    assert told.events == (
        Led(0, Play.parse("5"), False),
        Passed(1),
        Beat(2, Play.parse("7"), False, False),
    )
    level = table("biesan", "35KK 39 39 35AA 39 39", "1:KK 4:AA")
    assert level.told(Led) == [Led(0, Play.parse("KK"), True)]
    assert level.told(Beat) == [Beat(3, Play.parse("AA"), True, False)]


def test_r6_4_the_opposite_may_let_the_two_seats_after_it_decide_first() -> None:
    yielded = table("biesan", PLAIN, "1:5 2:- 3:- 4:~")
    assert yielded.told(Yielded) == [Yielded(3)]
    assert yielded.acting == [5]
    again = yielded.then("5:- 6:-")
    assert again.acting == [4]
    assert again.legal(4) == {"8", "K", "-"}


def test_r6_4_once_a_round_of_asking() -> None:
    table("biesan", PLAIN, "1:5 2:- 3:- 4:~ 5:- 6:-").refuses("4:~", "R6.4")


def test_r6_4_yield_lapses_when_a_seat_behind_beats() -> None:
    beaten = table("biesan", "359J 36TQ 37K 38K 349 34", "1:5 2:- 3:- 4:~ 5:9 6:- 1:-")
    # 4's yield was a pass: only 2, the opposite of 5, is asked again.
    assert beaten.acting == [2]
    assert beaten.then("2:-").acting == [5]


def test_r6_4_if_neither_beats_it_passes_or_beats_in_the_end() -> None:
    again = table("biesan", PLAIN, "1:5 2:- 3:- 4:~ 5:- 6:-")
    assert again.then("4:-").told(Won) == [Won(0)]
    assert again.then("4:8").table == "4:8"


def test_r6_4_an_ally_behind_that_beats_makes_it_a_pass_too() -> None:
    # 6 is 4's ally. 3 has passed as well, but it is 6's opposite.
    beaten = table("biesan", "359J 36TQ 37K 38K 349 34T", "1:5 2:- 3:- 4:~ 5:- 6:T")
    assert beaten.acting == [1]
    asked_last = beaten.then("1:-")
    assert asked_last.acting == [3]
    assert asked_last.then("3:-").told(Won) == [Won(5)]


def test_r6_4_one_seat_behind_that_can_act_is_enough() -> None:
    # 3 leads: 4 and 5 pass, 2 has passed too when 1 plays; behind 4 only 6 can act.
    asked = table("biesan", "359J 36TQ 347 38K 34 34T", "3:4 4:- 5:- 6:- 1:5 2:- 3:-", Lead="3")
    assert asked.acting == [4]
    assert "~" not in asked.legal(4)  # 5 and 6 have passed
    asked = table("biesan", "359J 36TQ 347 38K 34 34T", "5:4 6:- 1:5 2:- 3:-", Lead="5")
    assert "~" in asked.legal(4)
    assert asked.then("4:~").acting == [5]
    assert asked.then("4:~ 5:-").acting == [4]


def test_r6_4_who_has_passed_before_may_yield_when_its_opposite_plays() -> None:
    asked = table("biesan", "359 36T 37J 38 39 3T", "1:5 2:- 3:- 4:8 5:9 6:- 1:-")
    assert asked.legal(2) == {"T", "-", "~"}
    assert asked.then("2:~").acting == [4]


def test_r6_4_again_in_another_round() -> None:
    # 4 yields on 1's 5 and passes thereby; on 1's J it is asked again, and 6 behind it can still act.
    again = table("biesan", "359J 36TQ 37K 38K 349 349", "1:5 2:- 3:- 4:~ 5:9 6:- 1:J")
    assert again.acting == [4]
    assert again.legal(4) == {"K", "-", "~"}
    assert again.then("4:~ 5:-").acting == [4]


def test_r6_4_not_if_neither_seat_behind_can_act() -> None:
    asked = table("biesan", "359J 36TQ 37K 38KA 349 34T", "4:8 5:- 6:- 1:J 2:- 3:-", Lead="4")
    assert asked.acting == [4]
    assert asked.legal(4) == {"K", "A", "-"}
    asked.refuses("4:~", "R6.4")


def test_r6_4_not_in_a_window_nor_on_a_lead() -> None:
    table("biesan", PLAIN).refuses("1:~", "R6.2")
    table("biesan", "35KK 322 39 322 39 39", "1:KK").refuses("2:~", "R9.1")


def test_r6_4_only_the_owners_opposite_yields() -> None:
    table("biesan", PLAIN, "1:5").refuses("2:~", "R6.4")


def test_r6_4_not_on_a_level_play() -> None:
    level = table("biesan", "35KK 39 39 3AA5 39 39", "1:KK")
    level.refuses("4:~", "R6.4")


def test_r6_5_a_level_play_asks_headless_seats_and_the_opposite_alone() -> None:
    asked = table("biesan", "35KK 322 3AA 3AA 3AA -", "1:KK 2:. 5:.")
    assert asked.acting == [3]
    assert asked.then("3:-").acting == [4]
    assert asked.then("3:- 4:-").told(Won) == [Won(0)]


def test_r6_5_the_opposite_even_if_it_has_passed_a_headless_seat_only_if_it_has_not() -> None:
    # 6 is out: 3 is headless. 5 passed on 4's 8 and is asked on 2's level play all the same.
    not_yet = table("biesan", "359K 362 37A 38 3T -", "4:8 5:- 1:- 2:2", Lead="4")
    assert not_yet.acting == [3]
    assert not_yet.then("3:-").acting == [5]
    # 3 passes on 1's 5, then 2, its next, is reached again by 5's play: 3 stays silent on 2's level play.
    passed = table("biesan", "359K 362 37A 38 3T -", "1:5 2:- 3:- 4:8 5:T 1:- 2:2")
    assert passed.acting == [5]


def test_r6_5_headless_seats_before_and_after_the_opposite_in_seat_order() -> None:
    before = table("biesan", "35KK 3AA 39 3AA - 39", "1:KK")
    assert before.headless == [2]
    assert before.acting == [2]
    assert before.then("2:-").acting == [4]
    behind = table("biesan", "35KK - 39 3AA 3AA 39", "1:KK")
    assert behind.headless == [5]
    assert behind.acting == [4]
    assert behind.then("4:-").acting == [5]
    assert behind.then("4:- 5:-").told(Won) == [Won(0)]


def test_r6_5_what_a_headless_seat_answers_is_an_ordinary_play() -> None:
    # 5 has no head: on its AA everybody may answer, but 4, which has passed.
    answered = table("biesan", "35KK22 - 322 3AA 3AA 322", "1:KK 3:. 6:. 4:- 5:AA")
    assert answered.acting == [6]
    assert answered.then("6:-").acting == [1]
    assert answered.then("6:- 1:-").acting == [3]
    assert answered.then("6:- 1:- 3:-").told(Won) == [Won(4)]


def test_r6_5_the_answer_of_the_opposite_is_a_level_play_that_comes_back() -> None:
    asked = table("biesan", "359KK22 39 39 35AA 39 39", "1:KK 4:AA")
    assert asked.acting == [1]
    assert asked.legal(1) == {"22", "-"}


def test_r6_5_nobody_else_may_answer() -> None:
    level = table("biesan", "35KK 39 39AA5 3AA5 39 39", "1:KK")
    assert level.acting == [4]
    level.refuses("3:AA", "R6.5")


def test_r6_6_in_chaos_everybody_else_is_asked_on_every_play_passed_or_not() -> None:
    asked = table("biesan", "359 36 37 38 - -", "1:5 2:- 3:7")
    assert asked.acting == [4]
    assert asked.then("4:-").acting == [1]
    assert asked.then("4:- 1:-").acting == [2]


def test_r6_6_no_level_plays_yields_or_burns_in_chaos() -> None:
    asked = table("biesan", "35KK 322 322 39 - -", "1:KK")
    assert asked.phase == "play"
    assert asked.acting == [2]
    plain = table("biesan", "359 39 39 3T - -", "1:5 2:- 3:-")
    plain.refuses("4:~", "R6.4")
    assert table("biesan", "35KK 39 39 39 - -", "1:KK 2:- 3:- 4:-").opened == []


def test_r6_6_in_chaos_every_play_begins_with_all() -> None:
    # 2 and 3 have passed on 1's 5; on 4's 8 they are asked again, after 1.
    asked = table("biesan", "359 369 379 38 - -", "1:5 2:- 3:- 4:8")
    assert asked.acting == [1]
    assert asked.then("1:- 2:9").acting == [3]
    assert asked.then("1:- 2:9 3:- 4:- 1:-").told(Won) == [Won(1)]


def test_r6_7_the_owner_wins_when_all_have_declined_and_leads() -> None:
    won = table("biesan", PLAIN, "1:5 2:- 3:- 4:- 5:- 6:-")
    assert won.told(Won) == [Won(0)]
    assert won.acting == [1]
    assert won.table is None


def test_r6_7_a_level_play_that_the_opposite_passes_leaves_the_lead_to_its_owner() -> None:
    assert table("biesan", "35KK 39 39 39 39 39", "1:KK 4:-").acting == [1]


def test_r6_7_if_the_winner_is_out_the_next_in_the_game_leads() -> None:
    inherited = table("biesan", "5 - 37 38 39 3T", "1:5 3:- 4:- 5:- 6:-")
    assert inherited.told(Inherited) == [Inherited(2)]
    assert inherited.acting == [3]


def test_r6_7_the_next_in_the_game_may_be_far_off() -> None:
    # 1 goes out; 2 and 3 are gone before: 4 inherits.
    assert table("biesan", "5 - - 38 39 3T", "1:5 4:- 5:- 6:-").acting == [4]


def test_r6_7_the_lead_is_inherited_after_a_level_play_too() -> None:
    assert table("biesan", "KK 36 37 38 39 3T", "1:KK 4:-").acting == [2]


def test_r6_8_3s_are_only_the_last_play_all_at_once() -> None:
    lead = table("biesan", "3359 39 39 39 39 39")
    assert lead.legal(1) == {"5", "9"}
    for token in ("1:3", "1:33"):
        lead.refuses(token, "R6.8")
    last = table("biesan", "33 39 39 39 39 39")
    assert last.legal(1) == {"33"}
    last.refuses("1:3", "R6.8")


def test_r6_8_with_no_2_and_no_joker() -> None:
    lead = table("biesan", "33w 39 39 39 39 39")
    assert lead.legal(1) == {"w"}
    lead.refuses("1:33w", "R6.8")


def test_r6_8_a_hand_without_3s_goes_out_with_anything() -> None:
    assert table("biesan", "KK 39 39 39 39 39", "1:KK").places == {1: "first"}


def test_r6_8_without_bie_san_3s_are_cards_like_others() -> None:
    lead = table("biesan", "3325 39 39 39 39 39", Switches="bie_san=off")
    assert lead.legal(1) == {"2", "3", "32", "33", "332", "5", "52"}


def test_r6_9_4s_are_played_all_at_once_alone() -> None:
    lead = table("kaidian", "344592w 345 345 345 345 345")
    fours = {text for text in lead.legal(1) if "4" in text}
    assert fours == {"44"}
    lead.refuses("1:4", "R6.9")
    lead.refuses("1:442", "R6.9")


def test_r6_9_they_answer_only_a_play_of_their_number() -> None:
    two = table("kaidian", "33 3445 345 3445 345 345", "1:33")
    assert two.legal(2) == {"44", "-"}
    one = table("kaidian", "3 3445 345 345 345 345", "1:3")
    assert one.legal(2) == {"5", "-"}


def test_r6_9_without_kaidian_fasi_4s_are_cards_like_others() -> None:
    assert table("biesan", "3445 39 39 39 39 39").legal(1) == {"4", "44", "5"}

"""R8: opening, with the 4s, and until when."""

from __future__ import annotations

import pytest

from engine.events import Opened, OpeningLost
from tests.engine.tables import READY, table


def test_r8_1_everyone_starts_unopened() -> None:
    assert table("biesan", "35KK 39 39 39 39 39").opened == []


def test_r8_1_a_level_play_that_wins_its_trick_opens_its_owner() -> None:
    won = table("biesan", "35KK 39 39 39 39 39", "1:KK")
    assert won.opened == []
    assert won.then("4:-").told(Opened) == [Opened(0)]


def test_r8_1_beaten_it_opens_nobody_and_the_answer_may() -> None:
    beaten = table("biesan", "359KK 39 39 35AA 39 39", "1:KK 4:AA 1:-")
    assert beaten.opened == [4]


@pytest.mark.parametrize("rules", ["biesan", "shaopai", "kaidian"])
def test_r8_1_an_ordinary_play_opens_nobody(rules: str) -> None:
    assert table(rules, "3499K 349 349 349 349 349", "1:99 2:- 3:- 4:- 5:- 6:-").opened == []


def test_r8_1_a_play_of_a_headless_owner_opens_nobody() -> None:
    headless = table("biesan", "35KK 39 39 - 39 39", "1:KK 2:- 3:- 5:- 6:-")
    assert headless.opened == []


def test_r8_1_nor_does_one_in_chaos() -> None:
    assert table("biesan", "35KK 39 39 39 - -", "1:KK 2:- 3:- 4:-").opened == []


@pytest.mark.parametrize(
    ("rules", "play", "opens"),
    [
        ("biesan", "w", True),
        ("biesan", "W", False),
        ("biesan", "KKw", True),
        ("biesan", "KKW", False),
        ("biesan", "2", True),
        ("shaopai", "2", False),
        ("shaopai", "22", True),
        ("shaopai", "w", False),
        ("shaopai", "K2", True),
        ("kaidian", "K2", False),
        ("kaidian", "KK", True),
        ("kaidian", "22", True),
        ("kaidian", "2", False),
        ("kaidian", "KKw", False),
        ("kaidian", "TTTTT", True),
    ],
)
def test_r8_1_what_opens_is_a_switch(rules: str, play: str, opens: bool) -> None:
    won = table(rules, f"345{play} 349 349 349 349 349", f"1:{play}")
    if won.table is not None:
        won = won.then("4:-")
    assert won.opened == ([1] if opens else [])


KAIDIAN = "34459KK 349 349 349 349 349"


def test_r8_2_the_opening_stands_if_the_next_lead_is_the_4s() -> None:
    proved = table("kaidian", KAIDIAN, "1:KK 4:- 1:44")
    assert proved.opened == [1]
    assert proved.then("2:- 3:- 4:- 5:- 6:- 1:9").opened == [1]


def test_r8_2_any_other_lead_loses_it_and_it_must_open_again() -> None:
    lost = table("kaidian", "34459KKAA 349 349 349 349 349", "1:KK 4:- 1:9")
    assert lost.told(OpeningLost) == [OpeningLost(0)]
    assert lost.opened == []
    again = lost.then("2:- 3:- 4:- 5:- 6:- 1:AA 4:-")
    assert again.opened == [1]


def test_r8_2_another_opening_lead_keeps_nothing_either() -> None:
    twice = table("kaidian", "34459KKAA 349 349 349 349 349", "1:KK 4:- 1:AA")
    assert twice.opened == []
    assert twice.then("4:-").opened == [1]


def test_r8_2_who_plays_its_4s_unopened_cannot_open_any_more() -> None:
    barred = table("kaidian", KAIDIAN, "1:44 2:- 3:- 4:- 5:- 6:- 1:KK 4:-")
    assert barred.opened == []


def test_r8_2_nor_after_another_player_is_out() -> None:
    hands = "3445JKK 6 349 349 349 349"
    tokens = "1:44 2:- 3:- 4:- 5:- 6:- 1:5 2:6 3:- 4:- 5:- 6:- 1:J 4:- 1:KK 4:-"
    assert table("kaidian", hands, tokens).opened == []


def test_r8_2_an_answer_of_4s_counts_too() -> None:
    answered = table("kaidian", "3 345KK 345 345 345 345", "1:3 2:4 3:- 4:- 5:- 6:- 2:KK 4:- 5:-")
    assert answered.opened == []


def test_r8_2_an_opening_is_proved_at_once_or_lost_so_later_leads_are_free() -> None:
    proved = table("kaidian", "34459KK 349T 349 349 349 349", "1:KK 4:- 1:44 2:- 3:- 4:- 5:- 6:- 1:5")
    assert proved.opened == [1]
    assert proved.told(OpeningLost) == []


def test_r8_2_lost_and_then_the_4s_are_played_it_cannot_open_again() -> None:
    barred = table(
        "kaidian",
        "34459KKAA 349 349 349 349 349",
        "1:KK 4:- 1:9 2:- 3:- 4:- 5:- 6:- 1:44 2:- 3:- 4:- 5:- 6:-",
    )
    assert barred.then("1:AA 4:-").opened == []


def test_r8_2_without_kaidian_fasi_nothing_has_to_follow() -> None:
    assert table("biesan", "34459KK 39 39 39 39 39", "1:KK 4:- 1:9").opened == [1]


def test_r8_3_when_first_is_out_it_and_its_opposite_stay_unopened() -> None:
    out = table("biesan", "5 36 37 KK356 39 3T", "1:5 2:- 3:- 4:6 5:- 6:-")
    assert out.acting == [4]
    assert out.then("4:KK 5:- 6:- 2:- 3:-").opened == []
    claims = table("biesan", "33 35KK 356 356 356 356", "1:33 2:KK 5:-")
    assert claims.opened == [2]


def test_r8_3_the_opposite_cannot_open_in_the_trick_in_which_first_went_out() -> None:
    same = table("biesan", "33 35 35 35KKAA 35 35", "1:33 2:- 3:- 4:KK")
    # 4 keeps its head until the trick ends, and its KK wins it; but its opposite is 头科.
    assert same.acting == [4]
    assert same.table is None
    assert same.opened == []


def test_r8_3_when_two_are_out_nobody_can_open_any_more() -> None:
    # 3's 2 wins the trick in which 1 and 2 go out, not yet in chaos.
    two = table("biesan", "5 6 352 36 36 36", "1:5 2:6 3:2")
    assert not two.state.chaos
    assert two.then("6:-").opened == []
    one = table("biesan", "5 36 352 36 36 36", "1:5 2:6 3:2")
    assert one.then("6:-").opened == [3]


def test_r8_3_a_revolutionary_counts_as_out() -> None:
    tokens = f"1:revolt {READY[8:]} 4:nohead 2:6 3:2"
    revolted = table("biesan", "35 6 352 36 36 36", tokens, Start="declare", Lead="2")
    assert not revolted.state.chaos
    assert revolted.then("4:- 6:-").opened == [4]
    alone = table("biesan", "35 36 352 36 36 36", tokens, Start="declare", Lead="2")
    assert alone.then("4:- 6:-").opened == [3, 4]


def test_r8_3_a_failed_burner_does_not() -> None:
    failed = table("biesan", "35KKAA 322 36 36 36 36", "1:KK 2:!22 5:- 2:# 1:AA 4:- 5:-")
    assert failed.opened == [1, 2]


def test_r8_3_the_opposite_of_a_failed_burner_cannot_open() -> None:
    failed = table("biesan", "35KK 322 36 36 35AAA 36", "1:KK 2:!22 5:- 2:#")
    assert failed.headless == [5]
    led = failed.then("1:5 3:- 4:- 5:A 6:- 1:- 5:AA 6:- 1:- 3:- 4:-")
    assert led.opened == [2]


def test_r8_3_seats_that_were_out_from_the_start_count() -> None:
    assert table("biesan", "35KK 39 39 39 39 -", "1:KK 3:- 4:-").opened == [1]
    assert table("biesan", "35KK 39 39 39 - -", "1:KK 2:- 3:- 4:-").opened == []


def test_r8_2_an_opening_by_a_burn_that_is_given_up_does_not_stand() -> None:
    # 2's burn wins and opens it, but it never leads its 4s.
    opened = table("kaidian", "345KK 3422 349 349 349 349", "1:KK 2:!22 5:-", Switches="burn_guard=off")
    assert opened.opened == [2]
    failed = opened.then("2:#")
    assert failed.opened == []
    assert failed.told(OpeningLost) == [OpeningLost(1)]
    assert table("biesan", "35KK 322 39 39 39 39", "1:KK 2:!22 5:- 2:#").opened == [2]

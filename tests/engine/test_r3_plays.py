"""R3: plays, what beats what, level plays, two kill one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import BIG, SMALL, TWO, Hand
from engine.events import Beat, Burned, Declined
from engine.hands import answers, leads
from engine.play import Play, why_not
from engine.rules import BIESAN, KAIDIAN
from tests.engine.tables import table

FREE = BIESAN.with_switches("bie_san=off")


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """Any play of up to a dozen cards."""
    base = draw(st.integers(0, BIG))
    naturals = draw(st.integers(1, 6)) if base < TWO else 0
    twos = draw(st.integers(1 if base == TWO else 0, 3)) if base <= TWO else 0
    small = draw(st.integers(1 if base == SMALL else 0, 3)) if base <= SMALL else 0
    big = draw(st.integers(1 if base == BIG else 0, 3))
    return Play(base, naturals, twos, small, big)


@st.composite
def hands(draw: st.DrawFn) -> Hand:
    """A hand of a few cards of each rank."""
    return tuple(draw(st.integers(0, 3)) for _ in range(15))


def written(play: Play) -> list[int]:
    """A play from high to low, attached 2s as the base rank (R3.2)."""
    return [BIG] * play.big + [SMALL] * play.small + [play.base] * (play.naturals + play.twos)


@pytest.mark.parametrize("text", ["KQ", "3456", "KKQ2", ""])
def test_r3_1_a_play_has_one_base_rank(text: str) -> None:
    with pytest.raises(ValueError, match=r"in one play|one card or more"):
        Play.parse(text)


@pytest.mark.parametrize(
    ("text", "base"), [("KK2wW", "K"), ("22w", "2"), ("wW", "w"), ("WW", "W"), ("3", "3"), ("2", "2")]
)
def test_r3_1_the_base_rank_is_the_lowest_of_what_there_is(text: str, base: str) -> None:
    assert Play.parse(text).base == "3456789TJQKA2wW".index(base)


@given(plays())
def test_r3_1_plays_and_their_text_round_trip(play: Play) -> None:
    assert Play.parse(str(play)) == play
    assert Play.parse(" ".join(reversed(str(play)))) == play
    assert Play.of(play.cards) == play


def test_r3_2_an_attached_2_counts_as_the_base_rank_a_hung_joker_as_itself() -> None:
    assert Play.parse("88888").beats(Play.parse("77772"))
    assert not Play.parse("7777").beats(Play.parse("6662w"))
    assert Play.parse("AAAW").beats(Play.parse("KKKw"))


@given(plays(), plays())
def test_r3_3_each_card_is_strictly_above_the_one_in_its_place(answer: Play, on_table: Play) -> None:
    mine, theirs = written(answer), written(on_table)
    above = len(mine) == len(theirs) and all(a > b for a, b in zip(mine, theirs, strict=False))
    assert answer.beats(on_table) is above


@given(plays())
def test_r3_3_equal_never_beats_equal(play: Play) -> None:
    assert not play.beats(play)


@given(plays(), plays())
def test_r3_3_what_holds_a_big_joker_cannot_be_beaten(answer: Play, on_table: Play) -> None:
    assert not answer.beats(on_table._replace(big=on_table.big + 1))


@pytest.mark.parametrize(
    ("answer", "on_table", "words"),
    [
        ("AAA", "QQ", "3 cards"),
        ("AAA", "KKW", "big joker"),
        ("AAAA", "KKKw", "each small joker"),
        ("TT", "QQ", "T is not above Q"),
    ],
)
def test_r3_3_why_not_is_said(answer: str, on_table: str, words: str) -> None:
    assert words in why_not(Play.parse(answer), Play.parse(on_table))


@pytest.mark.parametrize(("rank", "size"), [("T", 5), ("J", 4), ("Q", 3), ("K", 2), ("A", 2)])
def test_r3_4_level_plays_count_attached_2s(rank: str, size: int) -> None:
    assert Play.parse(rank * size).is_level
    assert Play.parse(rank * (size - 1) + "2").is_level
    assert Play.parse(rank * (size + 1) + "22").is_level
    assert not Play.parse(rank * (size - 1)).is_level
    assert size == 2 or not Play.parse(rank * (size - 2) + "2").is_level


@pytest.mark.parametrize("text", ["2", "22", "w", "W", "5w", "3W", "2w", "wW"])
def test_r3_4_base_rank_2_and_any_joker_make_a_level_play(text: str) -> None:
    assert Play.parse(text).is_level


@pytest.mark.parametrize("text", ["9", "999999", "99992", "4444444444", "22223"])
def test_r3_4_low_ranks_without_jokers_do_not(text: str) -> None:
    assert not Play.parse(text).is_level


@given(hands(), plays())
def test_legal_leads_and_answers_are_complete(hand: Hand, on_table: Play) -> None:
    """Every play that the hand holds is listed once, and of those what beats, no more (R3.3, R6.2)."""
    held = [
        Play(base, n, t, s, b)
        for base in range(15)
        for n in (range(1, hand[base] + 1) if base < TWO else (0,))
        for t in (range(hand[TWO] + 1) if base < TWO else range(1, hand[TWO] + 1) if base == TWO else (0,))
        for s in (
            range(hand[SMALL] + 1) if base < SMALL else range(1, hand[SMALL] + 1) if base == SMALL else (0,)
        )
        for b in (range(hand[BIG] + 1) if base < BIG else range(1, hand[BIG] + 1))
    ]
    listed = [action.play for action in leads(FREE, hand)]
    assert len(set(listed)) == len(listed)
    assert set(listed) == set(held)
    beating = [action.play for action in answers(FREE, hand, on_table, kill=False)]
    assert len(set(beating)) == len(beating)
    assert set(beating) == {play for play in held if play.beats(on_table)}
    killing = {
        action.play for action in answers(KAIDIAN.with_switches("bie_san=on"), hand, on_table, kill=True)
    }
    alone = {play for play in held if play.base > 1}
    if on_table.big:
        assert {play for play in killing if play is not None and play.base > 1} == {
            play for play in alone if play.kills(on_table)
        }


KILL = "34KKW 34AAWW 345 34AAAWW 34AAWW 34WW"


def test_r3_5_only_who_can_kill_is_asked_in_order_from_the_owners_next_seat() -> None:
    asked = table("kaidian", KILL, "1:KKW")
    assert asked.acting == [2]
    assert asked.then("2:-").acting == [4]
    assert asked.then("2:- 4:-").acting == [5]
    assert asked.then("2:- 4:-").told(Declined) == [Declined(1), Declined(3)]
    asked.refuses("3:-")
    asked.refuses("6:WW")


def test_r3_5_allies_may_kill_and_it_is_no_burn() -> None:
    killed = table("kaidian", KILL, "1:KKW 2:- 4:-")
    assert killed.legal(5) == {"AAWW", "-"}
    killed = killed.then("5:AAWW")
    # Nobody can kill two more, so it wins at once; 5 has no duty to go out.
    assert killed.told(Beat) == [Beat(4, Play.parse("AAWW"), True, True)]
    assert killed.told(Burned) == []
    assert killed.legal(5) == {"4"}


def test_r3_5_who_has_passed_may_kill() -> None:
    killed = table("kaidian", "3459W 34WW 345 34W 345 345", "1:9 2:- 3:- 4:W")
    assert killed.acting == [2]
    assert killed.legal(2) == {"WW", "-"}


def test_r3_5_what_is_left_must_be_of_equal_size_and_beat() -> None:
    # Of AAAWW three aces are left against KK; AWWW leaves AW, against which K and K are one card each.
    asked = table("kaidian", "34KKW 34AAAWW 34AAWWW 34AWWW 345 345", "1:KKW")
    assert asked.legal(2) == {"AAWW", "-"}
    assert asked.then("2:-").legal(3) == {"AAWW", "AWWW", "-"}
    assert asked.then("2:- 3:-").legal(4) == {"AWWW", "-"}


def test_r3_5_an_ordinary_play_of_a_headless_owner_is_killed_too() -> None:
    # 4 is out, so 1 is headless: without its joker everybody would be asked.
    asked = table("kaidian", "345W 345AA 345 - 34WW 345", "1:W")
    assert asked.acting == [5]
    assert asked.legal(5) == {"WW", "-"}


def test_r3_5_4s_are_played_alone_so_they_do_not_kill() -> None:
    asked = table("kaidian", "3W 344WW 345 345 345 345", "1:W")
    assert asked.legal(2) == {"WW", "-"}
    on_3s = table("kaidian", "35W 34WW 345 345 345 345", "1:5W")
    assert on_3s.acting == [1]


def test_r3_5_nobody_can_kill_so_the_play_wins_at_once() -> None:
    won = table("kaidian", "345W 345W 345W 345W 345 345", "1:W")
    assert won.acting == [1]
    assert won.table is None


def test_r3_5_in_chaos_everybody_is_asked() -> None:
    asked = table("kaidian", "345W 345 345 345WW - -", "1:W")
    assert asked.acting == [2]
    assert asked.then("2:- 3:-").legal(4) == {"WW", "-"}


def test_r3_5_without_the_switch_a_big_joker_stands() -> None:
    asked = table("biesan", "39W 3WW 39 3WW 39 39", "1:W")
    assert asked.acting == [4]
    assert asked.legal(4) == {"-"}
    assert asked.refuses("4:WW").rule == "R3.3"


def test_r3_5_a_killed_play_opens_nobody() -> None:
    killed = table("kaidian", KILL, "1:KKW 2:AAWW")
    assert killed.opened == []

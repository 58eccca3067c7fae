"""R2: the cards, and the deal from a seed."""

from __future__ import annotations

import pytest

from engine.cards import BIG, EMPTY, FOUR, SMALL, SYMBOLS, THREE, format_cards, parse_cards
from engine.rules import BIESAN, KAIDIAN
from engine.shuffle import commitment, deck, shuffled


def test_r2_1_four_packs_with_jokers_are_216_cards_36_each() -> None:
    dealt = shuffled(BIESAN, "r2.1")
    assert len(deck(BIESAN)) == 216
    assert [sum(hand) for hand in dealt.hands] == [36] * 6
    total = [sum(hand[rank] for hand in dealt.hands) for rank in range(15)]
    assert total == [16] * 13 + [4, 4]


def test_r2_1_with_six_3s_the_first_two_in_dealing_order_get_35_the_others_34() -> None:
    for number in range(12):
        dealt = shuffled(KAIDIAN, f"r2.1 {number}")
        sizes = [sum(hand) for hand in dealt.hands]
        wanted = [34] * 6
        wanted[dealt.first] = wanted[(dealt.first + 1) % 6] = 35
        assert sizes == wanted
        assert sum(hand[THREE] for hand in dealt.hands) == 6


def test_r2_2_ranks_from_3_to_the_big_joker() -> None:
    assert SYMBOLS == "3456789TJQKA2wW"
    assert (THREE, SMALL, BIG) == (0, 13, 14)


def test_r2_2_suits_are_known_of_4s_alone() -> None:
    hand, suits = parse_cards("34s4s4h4 5")
    assert hand[FOUR] == 4
    assert suits == (2, 1, 0, 0)
    with pytest.raises(ValueError, match="'s' is not a card"):
        parse_cards("3s")


def test_r2_3_the_whole_deal_follows_from_the_seed_alone() -> None:
    assert shuffled(BIESAN, "a") == shuffled(BIESAN, "a")
    assert shuffled(BIESAN, "a") != shuffled(BIESAN, "b")
    firsts = {shuffled(BIESAN, str(n)).first for n in range(60)}
    leads = {shuffled(BIESAN, str(n)).lead for n in range(60)}
    assert firsts == leads == set(range(6))


def test_r2_3_suits_of_the_4s_are_dealt_too() -> None:
    dealt = shuffled(BIESAN, "x")
    assert [sum(counts[suit] for counts in dealt.suits) for suit in range(4)] == [4, 4, 4, 4]
    for hand, suits in zip(dealt.hands, dealt.suits, strict=True):
        assert hand[FOUR] == sum(suits)


def test_r2_3_the_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_cards_as_text_and_back() -> None:
    assert format_cards(EMPTY) == ""
    assert format_cards(*parse_cards("W2K 4h 3 4")) == "344hK2W"

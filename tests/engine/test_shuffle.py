"""R2.1, R2.3: the deal that follows from a seed."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

import pytest

from engine.cards import FOUR, format_cards
from engine.deal import Deal
from engine.rules import BIESAN, KAIDIAN, PRESETS
from engine.shuffle import commitment, copies, deck, shuffled

GOLDEN = Path(__file__).parents[1] / "data" / "goldens" / "shuffle.json"


def _told(threes: int, seed: str) -> dict[str, object]:
    dealt = shuffled(KAIDIAN if threes == 6 else BIESAN, seed)
    hands = [format_cards(hand, suits) for hand, suits in zip(dealt.hands, dealt.suits, strict=True)]
    return {"hands": hands, "first": dealt.first, "lead": dealt.lead}


@pytest.mark.parametrize("threes", [16, 6])
@pytest.mark.parametrize("seed", ["1", "够级", "f" * 64])
def test_r2_3_the_shuffle_never_changes(threes: int, seed: str) -> None:
    goldens = json.loads(GOLDEN.read_text(encoding="utf-8"))
    assert _told(threes, seed) == goldens[f"{threes} {seed}"]


def _by_the_words_of_the_module(threes: int, seed: str) -> tuple[list[Counter[int]], int, int]:
    """The same, written again from the description alone."""
    cards = [0] * threes + [rank for rank in range(1, 13) for _ in range(16)] + [13] * 4 + [14] * 4
    blocks = b"".join(hashlib.sha256(f"{seed}:{n}".encode()).digest() for n in range(100))
    numbers = iter(int.from_bytes(blocks[at : at + 4], "big") for at in range(0, len(blocks), 4))

    def draw(bound: int) -> int:
        while True:
            number = next(numbers)
            if number < 2**32 // bound * bound:
                return number % bound

    for i in reversed(range(1, len(cards))):
        j = draw(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    first, lead = draw(6), draw(6)
    hands = [Counter(cards[(seat - first) % 6 :: 6]) for seat in range(6)]
    return hands, first, lead


@pytest.mark.parametrize("threes", [16, 6])
@pytest.mark.parametrize("seed", ["", "0", "seed", "王"])
def test_r2_3_the_shuffle_is_as_written_down(threes: int, seed: str) -> None:
    dealt = shuffled(KAIDIAN if threes == 6 else BIESAN, seed)
    hands, first, lead = _by_the_words_of_the_module(threes, seed)
    assert [Counter({r: n for r, n in enumerate(hand) if n}) for hand in dealt.hands] == hands
    assert (dealt.first, dealt.lead) == (first, lead)


@pytest.mark.parametrize("name", PRESETS)
def test_r2_1_the_whole_deck_is_dealt(name: str) -> None:
    rules = PRESETS[name]
    dealt = shuffled(rules, "x")
    together = tuple(map(sum, zip(*dealt.hands, strict=True)))
    assert together == (rules.threes, *(copies(rank) for rank in range(1, 15)))
    assert len(deck(rules)) == (206 if rules.threes == 6 else 216)
    assert sum(map(sum, dealt.suits)) == together[FOUR] == 16
    assert tuple(map(sum, zip(*dealt.suits, strict=True))) == (4, 4, 4, 4)
    for hand, suits in zip(dealt.hands, dealt.suits, strict=True):
        assert hand[FOUR] == sum(suits)


def test_r2_1_the_first_two_in_dealing_order_get_one_card_more() -> None:
    firsts = set()
    for number in range(40):
        dealt = shuffled(KAIDIAN, str(number))
        sizes = [sum(dealt.hands[(dealt.first + step) % 6]) for step in range(6)]
        assert sizes == [35, 35, 34, 34, 34, 34]
        firsts.add(dealt.first)
    assert firsts == set(range(6))


def test_r2_3_first_lead_and_cards_follow_from_the_seed_alone() -> None:
    one, two = Deal.start(BIESAN, "s").deal, Deal.start(BIESAN, "s").deal
    assert one.digest == two.digest
    assert one.digest != Deal.start(BIESAN, "t").deal.digest
    assert {shuffled(BIESAN, str(n)).lead for n in range(40)} == set(range(6))


def test_a_commitment_is_the_sha_256_of_the_seed() -> None:
    assert commitment("7") == hashlib.sha256(b"7").hexdigest()

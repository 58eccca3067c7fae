"""Pictures: what is drawn can be read again, it is small, and the same cards give the same file."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot import pictures
from bot.pictures import CARD_HEIGHT, CARD_WIDTH, WIDTH, png
from bot.screens.model import Picture, Screen
from engine.cards import EMPTY, RANKS, SMALL, TWO, Hand, parse_cards
from engine.play import Play

HAND = parse_cards("W 222 AAAA K QQ TTTT 999 8 7 44 3")[0]
BY_RANK = tuple(16 if rank < SMALL else 4 for rank in RANKS)
"""How many cards of each rank four decks have."""
MOST_CARDS = 48
"""More than the 36 of a hand, what was bought and paid included."""

EDGE = 8
"""What lies around may cover so much of a card or a badge."""

Shown = list[tuple[int, int]]


def opened(file: bytes) -> Image.Image:
    """A picture as it comes out of its file."""
    image = Image.open(io.BytesIO(file))
    image.load()
    return image


def read(image: Image.Image) -> Shown:
    """Which ranks a picture shows how often, from the top left on: by the cards and the counts on them."""
    fronts = sorted((*place, rank) for rank in RANKS for place in found(image, pictures._card(rank), 40, 95))
    counts = [(*place, n) for n in range(2, 17) for place in found(image, pictures._badge(n), 12, 38)]
    shown, before = [], (-1, -1)
    for top, left, rank in fronts:
        start = before[1] if before[0] == top else -1
        count = [n for y, x, n in counts if top < y < top + CARD_HEIGHT and start < x < left + CARD_WIDTH]
        assert len(count) <= 1
        shown.append((rank, *(count or [1])))
        before = top, left + CARD_WIDTH
    return [(rank, count) for rank, count in shown]


def found(image: Image.Image, part: Image.Image, first: int, last: int) -> list[tuple[int, int]]:
    """Where the inner part of some lines of a card or a badge lies in a picture: the place of all of it."""
    looked_for = part.crop((EDGE, first, part.width - EDGE, last))
    line, pixels = looked_for.tobytes()[: looked_for.width], image.tobytes()
    places, at = [], pixels.find(line)
    while at >= 0:
        top, left = divmod(at, image.width)
        here = image.crop((left, top, left + looked_for.width, top + looked_for.height))
        if here.tobytes() == looked_for.tobytes():
            places.append((top - first, left - EDGE))
        at = pixels.find(line, at + 1)
    return places


def by_rank(hand: Hand) -> Shown:
    """The cards of a hand as a picture has to show them."""
    return [(rank, hand[rank]) for rank in reversed(RANKS) if hand[rank]]


def test_a_hand_is_drawn_high_to_low_with_its_counts() -> None:
    assert read(opened(png(Picture(HAND)))) == by_rank(HAND)


@pytest.mark.parametrize(
    ("play", "shown"),
    [
        ("KKKKw", [(10, 4), (13, 1)]),
        ("AA22wW", [(11, 2), (12, 2), (13, 1), (14, 1)]),
        ("2222", [(12, 4)]),
        ("w", [(13, 1)]),
        ("333333333333333", [(0, 15)]),
    ],
)
def test_the_play_on_the_table_stands_above_the_hand_as_it_is_said(play: str, shown: Shown) -> None:
    image = opened(png(Picture(HAND, Play.parse(play))))
    assert read(image) == [*shown, *by_rank(HAND)]


@st.composite
def crowded(draw: st.DrawFn) -> Hand:
    """Hands of many cards: drawn one after the other."""
    cards = draw(st.lists(st.sampled_from(RANKS), min_size=1, max_size=MOST_CARDS))
    return tuple(min(cards.count(rank), BY_RANK[rank]) for rank in RANKS)


@st.composite
def plays(draw: st.DrawFn) -> Play:
    """Plays of any size that four decks give."""
    base = draw(st.integers(0, TWO))
    naturals = draw(st.integers(1, 16))
    twos, small, big = draw(st.integers(0, 16)), draw(st.integers(0, 4)), draw(st.integers(0, 4))
    cards = list(EMPTY)
    cards[TWO], cards[13], cards[14] = twos, small, big
    cards[base] = naturals
    return Play.of(tuple(cards))


@settings(max_examples=60, deadline=None)
@given(crowded(), st.none() | plays())
def test_any_hand_can_be_read_and_is_small(hand: Hand, play: Play | None) -> None:
    file = png(Picture(hand, play))
    image = opened(file)
    table = [] if play is None else read_play(play)
    assert read(image) == [*table, *by_rank(hand)]
    assert (image.format, image.mode, image.width) == ("PNG", "P", WIDTH)
    assert len(file) < 60_000
    assert image.height < 1.4 * WIDTH  # so that the keyboard is seen with it


def read_play(play: Play) -> Shown:
    """The cards of a play as a picture has to show them."""
    parts = ((play.base, play.naturals), (TWO, play.twos), (13, play.small), (14, play.big))
    return [(rank, count) for rank, count in parts if count]


def test_the_same_cards_give_the_same_file_and_others_do_not() -> None:
    first = png(Picture(HAND, Play.parse("K")))
    png.cache_clear()
    assert png(Picture(HAND, Play.parse("K"))) == first
    others = {png(Picture(HAND)), png(Picture(HAND, Play.parse("Q"))), png(Picture((*EMPTY[:-1], 1)))}
    assert len({first, *others}) == 4


def test_a_picture_is_drawn_once() -> None:
    assert png(Picture(HAND)) is png(Picture(tuple(HAND)))


def test_a_digest_tells_whether_the_picture_or_the_words_have_changed() -> None:
    picture, other = Picture(HAND), Picture(HAND, Play.parse("K"))
    plain, shown = Screen("a"), Screen("a", picture=picture)
    assert len(shown.digest) == len(plain.digest) == 32
    assert shown.digest.startswith(picture.mark)
    assert Screen("b", picture=picture).digest.startswith(picture.mark)
    assert not Screen("a", picture=other).digest.startswith(picture.mark)
    digests = {
        plain.digest,
        shown.digest,
        Screen("b", picture=picture).digest,
        Screen("a", picture=other).digest,
    }
    assert len(digests) == 4
    assert not plain.digest.startswith("p")

"""Draws a hand and the play on the table as a small PNG picture, to be looked at on a phone.

The picture is 1,080 pixels wide and a phone shows it about 360 wide, so that no line here is thinner than
three pixels. Cards are drawn once, four times as large, and brought down to the colours of one palette; a
picture is then put together of them without any more arithmetic on colours. Letters come from the font inside
Pillow, which has no Chinese: the characters on the jokers are drawn as the strokes that they are.
"""

from __future__ import annotations

import io
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from bot.screens.model import Picture
from engine.cards import BIG, RANKS, SMALL, SYMBOLS, TWO, Hand
from engine.play import Play

Colour = tuple[int, int, int]
Box = tuple[int, int]

WIDTH = 1080
MARGIN = 20
PANEL_PADDING = 18
GAP = 14
"""Between the cards of two ranks, and between two rows."""

CARD = CARD_WIDTH, CARD_HEIGHT = 110, 148
CORNER = 14
STRIP = 24
"""How much is seen of a card that lies under the next one of its rank."""
MOST_STRIPS = 6
"""More cards of a rank lie closer together."""

KEPT = 128
"""How many pictures are remembered, of some 20 kB each."""

_FINE = 4
"""So much larger is a card while it is drawn."""
_BOLD = 28
"""The pen that makes letters bold is that part of their size."""

FELT: Colour = (22, 98, 72)
PANEL: Colour = (15, 74, 54)
RIM: Colour = (72, 148, 116)
IVORY: Colour = (253, 251, 244)
INK: Colour = (24, 28, 40)
GOLD: Colour = (255, 213, 96)
BROWN: Colour = (104, 56, 0)
SLATE: Colour = (52, 66, 94)
RED: Colour = (190, 28, 36)
BADGE: Colour = (12, 52, 38)
WHITE: Colour = (255, 255, 255)


@dataclass(frozen=True, slots=True)
class _Look:
    """The colours of a card: what it is made of, what stands on it, and its edge."""

    face: Colour
    ink: Colour
    edge: Colour


_PLAIN = _Look(IVORY, INK, (160, 156, 144))
_LOOKS = {
    TWO: _Look(GOLD, BROWN, (150, 98, 20)),
    SMALL: _Look(SLATE, WHITE, (168, 178, 200)),
    BIG: _Look(RED, GOLD, (255, 170, 110)),
}

_KING = ((20, 14, 80, 14), (24, 49, 76, 49), (12, 86, 88, 86), (50, 14, 50, 86))
_SMALL = ((50, 8, 50, 90), (50, 90, 38, 82), (26, 36, 12, 70), (74, 36, 88, 70))
_BIG = (
    (10, 34, 90, 34),
    (50, 6, 48, 38),
    (48, 38, 36, 66),
    (36, 66, 12, 92),
    (52, 38, 64, 66),
    (64, 66, 90, 92),
)
_STROKES = {SMALL: (_SMALL, _KING), BIG: (_BIG, _KING)}
"""小王 and 大王 as lines in a square of 100."""
_STAR = (
    (0, -100),
    (24, -32),
    (95, -31),
    (38, 12),
    (59, 81),
    (0, 40),
    (-59, 81),
    (-38, 12),
    (-95, -31),
    (-24, -32),
)
"""Five points around the middle of a circle of 100."""


@dataclass(frozen=True, slots=True)
class _Group:
    """The cards of one rank, side by side, each over the one before it."""

    rank: int
    count: int

    @property
    def step(self) -> int:
        """From one card to the next."""
        return min(STRIP, STRIP * MOST_STRIPS // max(self.count - 1, 1))

    @property
    def width(self) -> int:
        """How wide all of them are."""
        return CARD_WIDTH + (self.count - 1) * self.step


_Row = tuple[_Group, ...]


@lru_cache(maxsize=KEPT)
def png(picture: Picture) -> bytes:
    """The picture as a PNG file: the play on the table above, if there is one, and the hand below it."""
    table = () if picture.table is None else _rows(_groups_of_play(picture.table), WIDTH - 4 * MARGIN)
    hand = _rows(_groups_of_hand(picture.hand), WIDTH - 2 * MARGIN)
    panel = _height(table) + 2 * PANEL_PADDING if table else 0
    top = MARGIN + (panel + MARGIN if table else 0)
    image = _empty((WIDTH, top + _height(hand) + MARGIN), FELT)
    if table:
        _draw_panel(image, panel)
        _draw_rows(image, table, MARGIN + PANEL_PADDING)
    _draw_rows(image, hand, top)
    file = io.BytesIO()
    image.save(file, "PNG", compress_level=6)
    return file.getvalue()


def _groups_of_hand(hand: Hand) -> list[_Group]:
    return [_Group(rank, hand[rank]) for rank in reversed(RANKS) if hand[rank]]


def _groups_of_play(play: Play) -> list[_Group]:
    """A play as it is said: its base rank, then the 2s, then the jokers that hang behind."""
    parts = ((play.base, play.naturals), (TWO, play.twos), (SMALL, play.small), (BIG, play.big))
    return [_Group(rank, count) for rank, count in parts if count]


def _rows(groups: list[_Group], width: int) -> tuple[_Row, ...]:
    """The groups in rows of a width, in as few as it takes, and those about equally full."""
    narrowest = rows = _wrapped(groups, width)
    while len(narrowest) == len(rows) and width > CARD_WIDTH:
        rows = narrowest
        width -= GAP
        narrowest = _wrapped(groups, width)
    return rows


def _wrapped(groups: list[_Group], width: int) -> tuple[_Row, ...]:
    rows: list[list[_Group]] = []
    for group in groups:
        if rows and _width((*rows[-1], group)) <= width:
            rows[-1].append(group)
        else:
            rows.append([group])
    return tuple(map(tuple, rows))


def _width(row: _Row) -> int:
    return sum(group.width for group in row) + GAP * (len(row) - 1)


def _height(rows: tuple[_Row, ...]) -> int:
    return len(rows) * (CARD_HEIGHT + GAP) - GAP


def _draw_rows(image: Image.Image, rows: tuple[_Row, ...], top: int) -> None:
    for row in rows:
        left = (WIDTH - _width(row)) // 2
        for group in row:
            _draw_group(image, group, left, top)
            left += group.width + GAP
        top += CARD_HEIGHT + GAP


def _draw_group(image: Image.Image, group: _Group, left: int, top: int) -> None:
    card, shape = _card(group.rank), _shape(CARD, CORNER)
    for number in range(group.count):
        image.paste(card, (left + number * group.step, top), shape)
    if group.count > 1:
        badge = _badge(group.count)
        place = (left - 8, top + CARD_HEIGHT - badge.height + 7)
        image.paste(badge, place, _shape(badge.size, badge.height // 2))


def _draw_panel(image: Image.Image, height: int) -> None:
    draw = ImageDraw.Draw(image)
    box = (MARGIN, MARGIN, WIDTH - MARGIN - 1, MARGIN + height - 1)
    draw.rounded_rectangle(box, 36, fill=_index(PANEL), outline=_index(RIM), width=4)


# Cards, drawn once


@lru_cache(maxsize=len(RANKS))
def _card(rank: int) -> Image.Image:
    look = _LOOKS.get(rank, _PLAIN)
    canvas = _Canvas.new(CARD, look.face)
    canvas.frame(CORNER, look.edge)
    strokes = _STROKES.get(rank)
    if strokes is None:
        name = "10" if SYMBOLS[rank] == "T" else SYMBOLS[rank]
        canvas.text(name, 24, (15, 20), 18, look.ink)
        canvas.text(name, 94, (64, 66), 74, look.ink)
    else:
        canvas.star((14, 20), 9, look.ink)
        for number, character in enumerate(strokes):
            canvas.strokes(character, (44, 12 + 64 * number), 56, 7, look.ink)
    return canvas.finished()


@lru_cache(maxsize=64)
def _badge(count: int) -> Image.Image:
    """How many there are: a small dark shield with ``×4``."""
    size = (72 if count < 10 else 94), 50
    canvas = _Canvas.new(size, BADGE)
    canvas.frame(25, RIM)
    canvas.strokes(((20, 20, 80, 80), (20, 80, 80, 20)), (11, 14), 22, 5, WHITE)
    canvas.text(str(count), 40, ((33 + size[0] - 10) / 2, 25), size[0] - 46, WHITE)
    return canvas.finished()


@lru_cache(maxsize=8)
def _shape(size: Box, corner: int) -> Image.Image:
    """The outline of a card or a badge."""
    shape = Image.new("1", size, 0)
    ImageDraw.Draw(shape).rounded_rectangle((0, 0, size[0] - 1, size[1] - 1), corner, fill=1)
    return shape


@dataclass(frozen=True, slots=True)
class _Canvas:
    """Something that is drawn large; all measures are those of the finished picture."""

    image: Image.Image
    draw: ImageDraw.ImageDraw

    @classmethod
    def new(cls, size: Box, face: Colour) -> _Canvas:
        image = Image.new("RGB", (size[0] * _FINE, size[1] * _FINE), face)
        return cls(image, ImageDraw.Draw(image))

    def frame(self, corner: int, colour: Colour) -> None:
        """An edge all around; what is outside of it is cut off later."""
        box = (0, 0, self.image.width - 1, self.image.height - 1)
        self.draw.rounded_rectangle(box, corner * _FINE, outline=colour, width=3 * _FINE)

    def text(self, text: str, size: int, centre: tuple[float, float], width: int, colour: Colour) -> None:
        """Bold letters of a size around a point, pressed together if they are wider than they may be."""
        font, pen = _font(size * _FINE), size * _FINE // _BOLD
        left, top, right, bottom = map(round, font.getbbox(text, stroke_width=pen))
        letters = Image.new("L", (right - left, bottom - top))
        ImageDraw.Draw(letters).text((-left, -top), text, 255, font, stroke_width=pen)
        letters = letters.resize((min(letters.width, width * _FINE), letters.height))
        place = (
            round(centre[0] * _FINE - letters.width / 2),
            round(centre[1] * _FINE - letters.height / 2),
        )
        self.image.paste(colour, place, letters)

    def strokes(
        self, lines: tuple[tuple[int, int, int, int], ...], corner: Box, size: int, pen: int, colour: Colour
    ) -> None:
        """Lines with round ends that are given in a square of 100, in one of a size."""
        scale = size / 100
        for line in lines:
            ends = [
                ((corner[0] + x * scale) * _FINE, (corner[1] + y * scale) * _FINE)
                for x, y in (line[:2], line[2:])
            ]
            self.draw.line(ends, colour, pen * _FINE)
            for x, y in ends:
                self.draw.circle((x, y), pen * _FINE / 2, colour)

    def star(self, centre: Box, radius: int, colour: Colour) -> None:
        """A star with five points, the sign of a joker."""
        scale = radius / 100
        points = [((centre[0] + x * scale) * _FINE, (centre[1] + y * scale) * _FINE) for x, y in _STAR]
        self.draw.polygon(points, colour)

    def finished(self) -> Image.Image:
        """In its size, and in the colours of the palette."""
        size = self.image.width // _FINE, self.image.height // _FINE
        small = self.image.resize(size, Image.Resampling.LANCZOS)
        return small.quantize(palette=_empty((1, 1), FELT), dither=Image.Dither.NONE)


@lru_cache(maxsize=8)
def _font(size: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.load_default(size)
    assert isinstance(font, ImageFont.FreeTypeFont), "Pillow was built without FreeType"
    return font


# Colours


def _ramp(one: Colour, other: Colour, steps: int = 10) -> list[Colour]:
    """Colours from one to another, both included."""
    return [
        (
            one[0] + (other[0] - one[0]) * step // steps,
            one[1] + (other[1] - one[1]) * step // steps,
            one[2] + (other[2] - one[2]) * step // steps,
        )
        for step in range(steps + 1)
    ]


def _palette() -> list[Colour]:
    """Every colour that a picture may have: the plain ones, and those between a face and its ink."""
    found = [FELT, PANEL, RIM, *_ramp(BADGE, WHITE), *_ramp(BADGE, RIM, 4)]
    for look in (_PLAIN, *_LOOKS.values()):
        found += [*_ramp(look.face, look.ink), *_ramp(look.face, look.edge, 4)]
    return list(dict.fromkeys(found))


_COLOURS = _palette()


def _index(colour: Colour) -> int:
    return _COLOURS.index(colour)


def _empty(size: Box, colour: Colour) -> Image.Image:
    image = Image.new("P", size, _index(colour))
    image.putpalette([part for known in _COLOURS for part in known])
    return image

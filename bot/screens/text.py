"""Pieces of text that all screens share: names, seats, plays, hands, deadlines. HTML where it says so."""

from __future__ import annotations

import html
import unicodedata

from bot.locales import Locales
from bot.screens.model import SeatInfo
from engine.cards import BIG, RANKS, SMALL, SUITS, SYMBOLS, TWO, Hand, Suits
from engine.play import Play

SEAT_MARKS = "①②③④⑤⑥"
SIDE_MARKS = "🔴🔵"
NAME_SIGNS = 12
AI = "🤖"
ASLEEP = "💤"

_JOKERS = {SMALL: "小王", BIG: "大王"}
_SUIT_MARKS = dict(zip(SUITS, "♠♥♣♦", strict=True))

_JOINER = "\u200d"
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols that show nothing."""
_SKIN = range(0x1F3FB, 0x1F400)
_FLAG = range(0x1F1E6, 0x1F200)
_ISOLATE, _END = "\u2068", "\u2069"
_MOST_MARKS = 3
_MOST_PARTS = 8
_MOST_CODE_POINTS = 4 * NAME_SIGNS


def clean_name(name: str) -> str:
    """A name without what steers or hides text, cut to twelve signs as people count them; not escaped.

    One that is written from right to left is isolated, so that it turns nothing else around.
    """
    signs = _signs(_visible(name))
    kept = signs[:NAME_SIGNS]
    while sum(map(len, kept)) > _MOST_CODE_POINTS:
        kept.pop()
    short = "".join(kept).strip() or "?"
    if len(kept) < len(signs):
        short += "…"
    turned = any(unicodedata.bidirectional(sign) in ("R", "AL", "AN") for sign in short)
    return f"{_ISOLATE}{short}{_END}" if turned else short


def _visible(name: str) -> str:
    kept = []
    for sign in name:
        kind = unicodedata.category(sign)[0]
        if kind == "Z" or sign.isspace():
            kept.append(" ")
        elif sign == _JOINER or (kind != "C" and sign not in _BLANK):
            kept.append(sign)
    return " ".join("".join(kept).split())


def _signs(text: str) -> list[str]:
    """The text in signs as people count them, roughly: marks, skins, flags and joined emoji hang together."""
    found: list[str] = []
    for sign in text:
        if found and _hangs_on(sign, found[-1]):
            if _has_room(sign, found[-1]):
                found[-1] += sign
        elif sign != _JOINER and not _is_mark(sign):
            found.append(sign)
    return [sign.rstrip(_JOINER) for sign in found]


def _is_mark(sign: str) -> bool:
    return unicodedata.category(sign)[0] == "M"


def _hangs_on(sign: str, before: str) -> bool:
    return (
        _is_mark(sign)
        or sign == _JOINER
        or before[-1] == _JOINER
        or ord(sign) in _SKIN
        or (len(before) == 1 and ord(before) in _FLAG and ord(sign) in _FLAG)
    )


def _has_room(sign: str, before: str) -> bool:
    if _is_mark(sign) and sum(map(_is_mark, before)) >= _MOST_MARKS:
        return False
    return len(before) < _MOST_PARTS and not (sign == _JOINER and before[-1] == _JOINER)


def seat_name(seat: SeatInfo) -> str:
    """Who sits there, as HTML; an AI player by its sign."""
    if seat.name is None:
        return AI if seat.ai else "–"
    return html.escape(clean_name(seat.name), quote=False)


def plain_name(seat: SeatInfo) -> str:
    """Who sits there, as plain text for buttons and toasts."""
    return (AI if seat.ai else "–") if seat.name is None else clean_name(seat.name)


def shortened(name: str, room: int) -> str:
    """A cleaned name cut to so many letters of width, where Chinese signs and emoji are two."""
    if letters(name) <= room:
        return name
    isolated = name.startswith(_ISOLATE)
    kept = ""
    for sign in _signs(name.strip(f"{_ISOLATE}{_END}…")):
        if letters(kept + sign) > room - 1:
            break
        kept += sign
    return f"{_ISOLATE}{kept}…{_END}" if isolated else f"{kept}…"


def letters(label: str) -> int:
    """How wide a text is, in letters: Chinese signs and emoji are as wide as two."""
    return sum(2 if unicodedata.east_asian_width(sign) in "WF" else 1 for sign in label)


def marked(number: int, seats: tuple[SeatInfo, ...]) -> str:
    """A seat with its number and name, as HTML: ``③ 老王``."""
    return f"{SEAT_MARKS[number]} {seat_name(seats[number])}"


def rank_name(rank: int) -> str:
    """A rank as people write it."""
    joker = _JOKERS.get(rank)
    if joker is not None:
        return joker
    return "10" if SYMBOLS[rank] == "T" else SYMBOLS[rank]


def play_name(play: Play) -> str:
    """A play as people say it: ``K×4+2+小王``; a joker that is hung stands behind."""
    parts = []
    if play.naturals:
        parts.append(_times(play.base, play.naturals))
    for rank, count in ((TWO, play.twos), (SMALL, play.small), (BIG, play.big)):
        if count:
            parts.append(_times(rank, count))
    return "+".join(parts)


def _times(rank: int, count: int) -> str:
    return rank_name(rank) if count == 1 else f"{rank_name(rank)}×{count}"


def hand_line(hand: Hand) -> str:
    """A hand by ranks, high to low: ``大王1 2×3 A×4``."""
    return " ".join(held(rank, hand[rank]) for rank in reversed(RANKS) if hand[rank])


def held(rank: int, count: int) -> str:
    """So many cards of a rank: ``A×4``, ``大王1``."""
    return f"{rank_name(rank)}{'' if rank >= SMALL else '×'}{count}"


def most_of_a_suit(suits: Suits) -> str:
    """The most 4s of one suit, as they are shown: ``4♠×3``."""
    count = max(suits)
    mark = _SUIT_MARKS[SUITS[suits.index(count)]]
    return f"4{mark}×{count}"


def folded(lines: list[str]) -> str:
    """Lines that open at a tap, as HTML; nothing for none."""
    return f"<blockquote expandable>{chr(10).join(lines)}</blockquote>" if lines else ""


def deadline(locales: Locales, language: str, unix: int | None, seconds: int | None) -> str:
    """A deadline that the phone counts by itself, as HTML; the length is what old phones show."""
    if unix is None or seconds is None:
        return ""
    length = locales.text(language, "seconds", seconds=seconds)
    return f'⏳<tg-time unix="{unix}" format="r">{length}</tg-time>'

"""Pieces of text that all screens share: names, seats, plays, hands, deadlines. HTML where it says so."""

from __future__ import annotations

import html
import unicodedata

from bot.locales import Locales
from bot.screens.model import SeatInfo
from engine.cards import BIG, RANKS, SMALL, SYMBOLS, TWO, Hand
from engine.play import Play

SEAT_MARKS = "①②③④⑤⑥"
SIDE_MARKS = "🔴🔵"
NAME_SIGNS = 12
AI = "🤖"
ASLEEP = "💤"

_JOKERS = {SMALL: "小王", BIG: "大王"}


def clean_name(name: str) -> str:
    """A name without signs that steer or hide text, cut to twelve; not escaped."""
    kept = "".join(sign for sign in name if unicodedata.category(sign)[0] not in "CZ" or sign == " ")
    kept = " ".join(kept.split())
    short = kept[:NAME_SIGNS]
    return f"{short}…" if len(kept) > NAME_SIGNS else short or "?"


def seat_name(seat: SeatInfo) -> str:
    """Who sits there, as HTML; an AI player by its sign."""
    if seat.name is None:
        return AI if seat.ai else "–"
    return html.escape(clean_name(seat.name), quote=False)


def plain_name(seat: SeatInfo) -> str:
    """Who sits there, as plain text for buttons and toasts."""
    return (AI if seat.ai else "–") if seat.name is None else clean_name(seat.name)


def marked(number: int, seats: tuple[SeatInfo, ...]) -> str:
    """A seat with its number and name, as HTML: ``③ 老王``."""
    return f"{SEAT_MARKS[number]} {seat_name(seats[number])}"


def rank_name(rank: int) -> str:
    """A rank as people write it."""
    joker = _JOKERS.get(rank)
    if joker is not None:
        return joker
    return "10" if SYMBOLS[rank] == "T" else SYMBOLS[rank]


def rank_label(symbol: str) -> str:
    """The same for the sign of a rank."""
    return rank_name(SYMBOLS.index(symbol))


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
    parts = []
    for rank in reversed(RANKS):
        if hand[rank]:
            separator = "" if rank >= SMALL else "×"
            parts.append(f"{rank_name(rank)}{separator}{hand[rank]}")
    return " ".join(parts)


def deadline(locales: Locales, language: str, unix: int | None, seconds: int | None) -> str:
    """A deadline that the phone counts by itself, as HTML; the length is what old phones show."""
    if unix is None or seconds is None:
        return ""
    length = locales.text(language, "seconds", seconds=seconds)
    return f'⏳<tg-time unix="{unix}" format="r">{length}</tg-time>'

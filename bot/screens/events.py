"""What has happened, in words: one line for each public event."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bot.locales import Locales
from bot.screens.model import SeatInfo
from bot.screens.text import marked, play_name, rank_name
from engine import events as e
from engine.cards import RANKS

Words = tuple[str, tuple[SeatInfo, ...], Locales]


def event_line(event: e.Event, seats: tuple[SeatInfo, ...], language: str, locales: Locales) -> str | None:
    """An event in words, as HTML; none for what the table shows anyway."""
    teller = _TELLERS.get(type(event))
    if teller is None:
        return None
    key, args = teller(event)
    named: dict[str, str | int] = {}
    for name, value in args.items():
        named[name] = marked(value, seats) if name in ("who", "whom") else value
    return locales.text(language, key, **named)


def _cards(counts: tuple[int, ...]) -> str:
    return " ".join(rank_name(rank) for rank in reversed(RANKS) for _ in range(counts[rank]))


def _bought(event: e.Bought) -> tuple[str, dict[str, Any]]:
    args = {"who": event.buyer, "whom": event.seller, "rank": rank_name(event.rank)}
    if event.payment is None:
        return "event-given", args
    return "event-bought", {**args, "payment": rank_name(event.payment)}


def _answered(event: e.RushAnswered | e.Dueled) -> tuple[str, dict[str, Any]]:
    if event.play is None:
        return "event-no-answer", {"who": event.seat}
    return "event-plays", {"who": event.seat, "play": play_name(event.play)}


_TELLERS: dict[type, Callable[[Any], tuple[str, dict[str, Any]]]] = {
    e.Called: lambda x: (f"event-called-{x.call}", {"who": x.seat}),
    e.Bought: _bought,
    e.Paid: lambda x: (
        "event-paid",
        {"who": x.payer, "whom": x.receiver, "cards": " ".join(map(rank_name, x.cards))},
    ),
    e.Returned: lambda x: ("event-returned", {"who": x.giver, "whom": x.receiver, "cards": _cards(x.cards)}),
    e.Showed: lambda x: ("event-showed", {"who": x.seat, "cards": x.cards}),
    e.FirstLead: lambda x: ("event-first-lead", {"who": x.seat}),
    e.Revolted: lambda x: ("event-revolted", {"who": x.seat}),
    e.RushLaid: lambda x: ("event-plays", {"who": x.seat, "play": play_name(x.play)}),
    e.RushAnswered: _answered,
    e.Dueled: _answered,
    e.HeadClaimed: lambda x: ("event-head" if x.claimed else "event-no-head", {"who": x.seat}),
    e.Led: lambda x: ("event-leads", {"who": x.seat, "play": play_name(x.play)}),
    e.Beat: lambda x: (
        "event-kills" if x.kill else "event-plays",
        {"who": x.seat, "play": play_name(x.play)},
    ),
    e.Burned: lambda x: ("event-burns", {"who": x.seat, "whom": x.victim, "play": play_name(x.play)}),
    e.Passed: lambda x: ("event-passes", {"who": x.seat}),
    e.Yielded: lambda x: ("event-yields", {"who": x.seat}),
    e.DeadLevel: lambda x: ("event-dead-level", {"who": x.seat, "left": x.left}),
    e.Won: lambda x: ("event-wins", {"who": x.seat}),
    e.Inherited: lambda x: ("event-inherits", {"who": x.seat}),
    e.Opened: lambda x: ("event-opens", {"who": x.seat}),
    e.OpeningLost: lambda x: ("event-opening-lost", {"who": x.seat}),
    e.BurnBroken: lambda x: ("event-burn-broken", {"who": x.by, "whom": x.seat}),
    e.BurnSucceeded: lambda x: ("event-burn-succeeded", {"who": x.seat}),
    e.BurnFailed: lambda x: ("event-burn-failed", {"who": x.seat}),
    e.WentOut: lambda x: (f"event-out-{x.place}", {"who": x.seat}),
    e.Held: lambda x: ("event-held", {"who": x.by, "whom": x.seat}),
}


def recent_lines(
    events: tuple[e.Event, ...], seats: tuple[SeatInfo, ...], language: str, locales: Locales, count: int
) -> list[str]:
    """The last events in words, the newest first."""
    lines = (event_line(event, seats, language, locales) for event in reversed(events))
    return [line for line in lines if line is not None][:count]


LATELY = 6
"""A moment stands in its own line until so many things have happened since."""

MOST_MOMENTS = 3

_MOMENTS = (
    e.Called,
    e.Revolted,
    e.HeadClaimed,
    e.Burned,
    e.BurnBroken,
    e.BurnSucceeded,
    e.BurnFailed,
    e.Opened,
    e.OpeningLost,
    e.DeadLevel,
    e.WentOut,
    e.Held,
)


def moment_lines(
    events: tuple[e.Event, ...], seats: tuple[SeatInfo, ...], language: str, locales: Locales
) -> list[str]:
    """What everybody talks about of the last events, in words, oldest first: 开点! 烧牌! 革命! 憋3!"""
    found = [event for event in events[-LATELY:] if _is_moment(event)]
    lines = (event_line(event, seats, language, locales) for event in found[-MOST_MOMENTS:])
    return [line for line in lines if line is not None]


def _is_moment(event: e.Event) -> bool:
    return isinstance(event, _MOMENTS) or (isinstance(event, e.Beat) and event.kill)

"""``/history``: the list of matches, and one match with its deals; ``/verify``."""

from __future__ import annotations

from collections.abc import Iterable

from bot.locales import Locales
from bot.pages import Kind, page
from bot.screens.keys import Row, in_rows, join
from bot.screens.lobby import nearest
from bot.screens.model import Button, Screen
from bot.screens.past import DealLine, MatchData, MatchesData, MatchLine, VerifyData
from bot.screens.result import rule_flags
from bot.screens.standings import moment, name_html
from bot.screens.text import SEAT_MARKS, SIDE_MARKS, marked
from engine.rules import RuleSet
from engine.shuffle import commitment

BACK, ON = "◀", "▶"


def matches(data: MatchesData, language: str, locales: Locales) -> Screen:
    """One page of the matches that a person may read; a number opens one."""
    if not data.matches:
        return Screen(locales.text(language, "history-none"))
    lines = [locales.text(language, "history-title", page=data.page + 1, pages=data.pages)]
    for number, match in enumerate(data.matches, 1):
        lines.append(f"{number}. {_match(match, language, locales)}")
    numbers = in_rows(
        Button(str(number), page(Kind.MATCH, match.match_id, 0))
        for number, match in enumerate(data.matches, 1)
    )
    turning = turns((Kind.MATCHES, ()), data.page, data.pages)
    return Screen("\n".join(lines), join(numbers, turning))


def match(data: MatchData, language: str, locales: Locales) -> Screen:
    """A match: what each seat has brought, and its deals; a button opens one."""
    lines = [f"📜 {_match(data.match, language, locales)}"]
    for seat, points in enumerate(data.points):
        lines.append(f"{SIDE_MARKS[seat % 2]}{marked(seat, data.seats)}  <b>{points:+d}</b>")
    lines.append("")
    lines += [_deal(deal, language, locales) for deal in data.deals]
    lines.append(locales.text(language, "history-open"))
    deals = in_rows(
        Button(locales.text(language, "button-deal", number=deal.number), page(Kind.DEAL, deal.deal_id, 0))
        for deal in data.deals
    )
    turning = turns((Kind.MATCH, (data.match.match_id,)), data.page, data.pages)
    back = Button(locales.text(language, "button-matches"), page(Kind.MATCHES, 0))
    return Screen("\n".join(lines), join(deals, turning, (back,)))


def turns(target: tuple[Kind, tuple[int, ...]], now: int, pages: int) -> Row:
    """The buttons that turn to the pages before and behind, where there are any."""
    kind, numbers = target
    found = []
    if now > 0:
        found.append(Button(BACK, page(kind, *numbers, now - 1)))
    if now + 1 < pages:
        found.append(Button(ON, page(kind, *numbers, now + 1)))
    return tuple(found)


def _match(line: MatchLine, language: str, locales: Locales) -> str:
    parts = [
        moment(line.started_at),
        f"<b>{name_html(line.chat_title or '…')}</b>",
        rules_name(line.rules, language, locales),
        locales.text(language, "history-deals", deals=line.deals),
    ]
    if line.running:
        parts.append(locales.text(language, "history-running"))
    if line.points is not None:
        parts.append(locales.text(language, "history-mine", points=f"{line.points:+d}"))
    return " · ".join(parts)


def rules_name(rules: RuleSet, language: str, locales: Locales) -> str:
    """What was played: the preset that it comes nearest to."""
    return locales.text(language, f"preset-{nearest(rules)}")


def _deal(deal: DealLine, language: str, locales: Locales) -> str:
    parts = [locales.text(language, "button-deal", number=deal.number)]
    if deal.places is None:
        parts.append(locales.text(language, "history-void" if deal.void else "history-stopped"))
        return " · ".join(parts)
    order = (deal.places.index(place) for place in range(len(deal.places)))
    parts.append(locales.text(language, "history-places", seats=_marks(order)))
    if deal.opened:
        parts.append(locales.text(language, "history-opened", seats=_marks(deal.opened)))
    if deal.sweep:
        parts.append("串三户")
    return " · ".join(parts)


def _marks(seats: Iterable[int]) -> str:
    return "".join(SEAT_MARKS[seat] for seat in seats)


def verify(data: VerifyData | None, language: str, locales: Locales) -> Screen:
    """``/verify``: how a fair deal is checked, with the command for the last one that has ended."""
    lines = [locales.text(language, "verify-how")]
    if data is None:
        lines.append(locales.text(language, "verify-none"))
        return Screen("\n".join(lines))
    when = moment(data.started_at)
    lines.append(locales.text(language, "verify-last", number=data.number, moment=when))
    lines.append(
        locales.text(
            language,
            "verify-command",
            seed=data.seed,
            hash=commitment(data.seed),
            command=command(data.rules, data.seed),
        )
    )
    return Screen("\n".join(lines))


def command(rules: RuleSet, seed: str) -> str:
    """The command line that deals the cards of a seed again."""
    return f"python -m engine deal {rule_flags(rules)} --seed {seed}"

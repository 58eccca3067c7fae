"""``/score``: the standings of a chat, and the figures of one person."""

from __future__ import annotations

import html
from datetime import datetime

from bot.locales import Locales
from bot.pages import Kind, page
from bot.screens.keys import Row
from bot.screens.model import Button, Screen
from bot.screens.past import Figures, Period, PersonData, Standing, StandingsData
from bot.screens.text import AI, clean_name

MOST_ROWS = 20
"""How many lines a list has; what is below is one line more, so that all adds up."""

MOST_CHATS = 10
FORGOTTEN = "👤"
INDENT = "　"

_LABELS = {
    Period.ALL: "button-period-all",
    Period.MONTH: "button-period-month",
    Period.EVENING: "button-period-evening",
}
_WORDS = {
    Period.ALL: "period-all",
    Period.MONTH: "period-month",
    Period.EVENING: "period-evening",
}


def standings(data: StandingsData, language: str, locales: Locales) -> Screen:
    """The standings of a chat in a period, with buttons for the others."""
    heading = locales.text(language, "score-title", chat=name_html(data.chat_title or "…"))
    lines = [heading, _period(data.period, data.since, language, locales)]
    if not data.rows:
        lines.append(locales.text(language, "score-none"))
    for number, row in enumerate(data.rows[:MOST_ROWS], 1):
        lines.append(f"{number}. {_standing(row, language, locales)}")
    rest = data.rows[MOST_ROWS:]
    if rest:
        points = sum(row.figures.points for row in rest)
        lines.append(locales.text(language, "score-rest", people=len(rest), points=f"{points:+d}"))
    if data.rows:
        lines.append(locales.text(language, "score-legend"))
    return Screen("\n".join(lines), (_periods(Kind.CHAT, (), data.period, language, locales),))


def person(data: PersonData, language: str, locales: Locales) -> Screen:
    """One person's figures, in a chat or over all chats, with buttons for other periods."""
    name = name_html(data.name)
    lines = [
        _person_title(data, name, language, locales),
        _period(data.period, data.since, language, locales),
    ]
    if not data.figures.deals:
        lines.append(locales.text(language, "score-nothing"))
    else:
        lines += _all_figures(data, language, locales)
    for chat, figures in data.chats[:MOST_CHATS] if len(data.chats) > 1 else ():
        lines.append(_lines(name_html(chat or "…"), figures, language, locales))
    kind, more = (Kind.OWN, ()) if data.chat_title is None else (Kind.PERSON, (data.user_id,))
    return Screen("\n".join(lines), (_periods(kind, more, data.period, language, locales),))


def _person_title(data: PersonData, name: str, language: str, locales: Locales) -> str:
    if data.chat_title is None:
        return locales.text(language, "score-own-title", name=name)
    chat = name_html(data.chat_title or "…")
    return locales.text(language, "score-person-title", name=name, chat=chat)


def _all_figures(data: PersonData, language: str, locales: Locales) -> list[str]:
    figures = data.figures
    points = locales.text(language, "score-points", points=f"{figures.points:+d}")
    if data.rank is not None:
        points = f"{points} · {locales.text(language, 'score-rank', rank=data.rank)}"
    return [
        points,
        locales.text(language, "score-played", matches=figures.matches, deals=figures.deals),
        locales.text(language, "score-firsts", count=figures.firsts),
        locales.text(language, "score-sweeps", count=figures.sweeps),
        locales.text(language, "score-openings", count=figures.openings),
        locales.text(language, "score-burns", made=figures.burns_made, suffered=figures.burns_suffered),
    ]


def _standing(row: Standing, language: str, locales: Locales) -> str:
    who = AI if row.ai else FORGOTTEN if row.name is None else name_html(row.name)
    return _lines(who, row.figures, language, locales)


def _lines(who: str, figures: Figures, language: str, locales: Locales) -> str:
    """Points and name, and below them the rest: two short lines rather than one that breaks anywhere."""
    points, matches = f"{figures.points:+d}", figures.matches
    head = locales.text(language, "score-head", who=who, points=points, matches=matches)
    return f"{head}\n{INDENT}{_facts(figures, language, locales)}"


def _facts(figures: Figures, language: str, locales: Locales) -> str:
    return locales.text(
        language,
        "score-line",
        deals=figures.deals,
        firsts=figures.firsts,
        sweeps=figures.sweeps,
        openings=figures.openings,
        made=figures.burns_made,
        suffered=figures.burns_suffered,
    )


def _period(period: Period, since: datetime | None, language: str, locales: Locales) -> str:
    words = locales.text(language, _WORDS[period])
    if since is None:
        return words
    return f"{words} · {locales.text(language, 'period-since', moment=moment(since))}"


def _periods(kind: Kind, more: tuple[int, ...], now: Period, language: str, locales: Locales) -> Row:
    """A button for each period, all of them always, so that none jumps away from the thumb."""
    return tuple(
        Button(
            ("• " if period is now else "") + locales.text(language, _LABELS[period]),
            page(kind, period.value, *more),
        )
        for period in Period
    )


def moment(when: datetime) -> str:
    """A moment that the phone writes in its own words, as HTML; the fallback is the chat's time."""
    return f'<tg-time unix="{int(when.timestamp())}" format="dt">{when:%m-%d %H:%M}</tg-time>'


def name_html(name: str) -> str:
    """A name of a person or a chat, cut and escaped."""
    return html.escape(clean_name(name), quote=False)

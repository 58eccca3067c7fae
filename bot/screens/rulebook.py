"""The chapters of ``/rules``: which sentences and examples stand on a page, for which rule set.

A rule that a table does not play is not on its pages. How a rule that has variants is played, the texts
choose by the switches, which all of them are given.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.screens.chapter import Chapter
from bot.screens.examples import Base, Beats, Example, Gives, Lays, Level, Opens, Scene
from bot.screens.text import rank_name
from engine.calls import RISK, WIN
from engine.play import LEVEL_SIZE
from engine.rules import SWITCHES, Calls, Lead, NoPayment, Revolution, RuleSet, Sweep

When = Callable[[RuleSet], bool]


def always(rules: RuleSet) -> bool:
    """Every table plays it."""
    return True


def bie_san(rules: RuleSet) -> bool:
    """3s are the last play."""
    return rules.bie_san


def fours(rules: RuleSet) -> bool:
    """4s and opening are tied (开点发四)."""
    return rules.kaidian_fasi


def kills(rules: RuleSet) -> bool:
    """Two big jokers kill one (二杀一)."""
    return rules.two_kill_one


def calls(rules: RuleSet) -> bool:
    """There are calls on the opposite."""
    return rules.calls is not Calls.NONE


def blind_calls(rules: RuleSet) -> bool:
    """There are calls before the cards (预点)."""
    return rules.calls is Calls.YU


def revolts(rules: RuleSet) -> bool:
    """There are revolutions."""
    return rules.revolution is not Revolution.NONE


def rushes(rules: RuleSet) -> bool:
    """A revolution may try a rush (冲点)."""
    return rules.revolution is Revolution.RUSH


def concedes(rules: RuleSet) -> bool:
    """A revolution concedes the opening."""
    return rules.revolution is Revolution.CONCEDE


def duels(rules: RuleSet) -> bool:
    """A revolution is a duel for the opening."""
    return rules.revolution is Revolution.DUEL


def chooses_head(rules: RuleSet) -> bool:
    """The opposite of a revolutionary chooses 要头 or 无头."""
    return rushes(rules) or concedes(rules)


def shows_fours(rules: RuleSet) -> bool:
    """4s may be shown for the first lead (上班)."""
    return rules.lead is not Lead.RANDOM


def revolts_unpaid(rules: RuleSet) -> bool:
    """Who cannot pay for a 3 revolts."""
    return rules.bie_san and revolts(rules) and rules.no_payment is NoPayment.REVOLT


def pays_highest(rules: RuleSet) -> bool:
    """Who has no 2 and no joker pays for a 3 with the highest card."""
    return rules.bie_san and not revolts_unpaid(rules)


def raises(rules: RuleSet) -> bool:
    """Burning a burner raises the stake (反捎)."""
    return rules.counter_burn_raises


def sweeps_cards(rules: RuleSet) -> bool:
    """A sweep leaves 圈贡."""
    return rules.sweep is Sweep.CARDS


def no(condition: When) -> When:
    """The table does not play it."""
    return lambda rules: not condition(rules)


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence or a few, by the name of the message, and the tables to which it is told."""

    key: str
    when: When = always


Paragraph = tuple[Line | Example, ...]
"""Lines below each other; examples stand apart from sentences."""


def _lines(*keys: str, when: When = always) -> Paragraph:
    return tuple(Line(key, when) for key in keys)


YIELD = Scene(
    "557788 668899TT 55668JJ 669977QQ 55JJ88 6699TTKK",
    "1:77 2:- 3:- 4:~ 5:- 6:- 4:99",
)
ASKED_AGAIN = Scene(
    "557788 55JJ88 668899TT 669977QQ 6699TT 6688TTKK",
    "1:77 2:- 3:- 4:- 5:99 6:- 1:- 2:JJ",
)
BURN_RUN = Scene(
    "668KK 22559w 66778 667788 6677JJ 667799",
    "1:KK 2:!22 5:- 2:9w 5:- 2:55",
    "rules-burn-example-run",
)
BURN_BROKEN = Scene(
    "668KK 22559w 66778 667788 66JJJW 667799",
    "1:KK 2:!22 5:- 2:9w 5:JW",
    "rules-burn-example-broken",
)
HELD = Scene("993 5588JJ3 55663 66773 77883 55883", "1:99 2:JJ")
FOURS_LED = Scene("KK44553 66773 88993 66993 77883 55883", "1:KK 4:- 1:44")

CHAPTERS: dict[Chapter, tuple[Paragraph, ...]] = {
    Chapter.START: (
        _lines("rules-start-sides"),
        _lines("rules-start-places"),
        _lines("rules-start-opening"),
        _lines("rules-start-burning"),
        _lines("rules-start-match"),
        _lines("rules-start-reading"),
    ),
    Chapter.TABLE: (),
    Chapter.CARDS: (
        _lines("rules-cards-deck", "rules-cards-ranks"),
        _lines("rules-cards-play"),
        (Line("rules-cards-attach"), Base("8882")),
        (Line("rules-cards-hang"), Base("KKw")),
        (Line("rules-cards-alone"), Base("22"), Base("2W"), Base("wW")),
        (Line("rules-cards-threes", bie_san), Line("rules-cards-fours", fours)),
    ),
    Chapter.BEATS: (
        (Line("rules-beats-rule"), Beats("77772", "88888"), Beats("77772", "8882w"), Beats("QQ", "AAA")),
        (Line("rules-beats-equal"), Beats("KKK", "KKw"), Beats("222", "22w")),
        (Line("rules-beats-small"), Beats("KKKw", "AAAw"), Beats("KKKw", "AAAW"), Beats("ww", "wW")),
        (Line("rules-beats-big-nobody", no(kills)), Line("rules-beats-big-kill", kills)),
        (Line("rules-beats-wild"), Beats("AA", "22"), Beats("AA", "2w"), Beats("222", "www")),
    ),
    Chapter.KILL: (
        (
            Line("rules-kill-rule"),
            Beats("W", "WW"),
            Beats("KKW", "AAWW"),
            Beats("KKW", "AAAWW"),
            Beats("KKwW", "AAWWW"),
        ),
        _lines("rules-kill-who"),
        _lines("rules-kill-asked"),
        (Line("rules-kill-chaos"), Line("rules-kill-dead", revolts)),
    ),
    Chapter.TRICKS: (
        _lines("rules-tricks-lead", "rules-tricks-follow"),
        (Line("rules-tricks-pass"), ASKED_AGAIN),
        (Line("rules-tricks-yield"), YIELD),
        _lines("rules-tricks-win", "rules-tricks-inherit"),
        _lines("rules-tricks-chaos"),
        _lines("rules-tricks-counts", "rules-tricks-late"),
    ),
    Chapter.LEVEL: (
        (
            *_lines("rules-level-what", "rules-level-natural", "rules-level-twos", "rules-level-jokers"),
            Level("TTTTT"),
            Level("TTTT"),
            Level("QQ2"),
            Level("A"),
            Level("2"),
            Level("55w"),
            Level("999999"),
        ),
        _lines("rules-level-who"),
        _lines("rules-level-headless", "rules-level-fixed"),
        _lines("rules-level-order"),
        _lines("rules-level-chaos"),
    ),
    Chapter.OPENING: (
        _lines("rules-opening-how"),
        (
            Line("rules-opening-what"),
            Opens("KK"),
            Opens("K2"),
            Opens("22"),
            Opens("2"),
            Opens("QQQw"),
            Opens("AAW"),
        ),
        (Line("rules-opening-fours", fours),),
        _lines("rules-opening-late", "rules-opening-first", "rules-opening-second", "rules-opening-headless"),
        _lines("rules-opening-worth"),
    ),
    Chapter.FOURS: (
        (Line("rules-fours-together"), Lays("9444", "444"), Lays("9444", "44"), Lays("9444w", "444w")),
        (Line("rules-fours-lead"), FOURS_LED),
        _lines("rules-fours-early"),
        _lines("rules-fours-buy"),
        _lines("rules-fours-burn"),
    ),
    Chapter.BURN: (
        _lines("rules-burn-when"),
        _lines("rules-burn-first"),
        (Line("rules-burn-run"), Line("rules-burn-guard"), Line("rules-burn-held", bie_san)),
        (Line("rules-burn-success"), BURN_RUN),
        (Line("rules-burn-broken"), BURN_BROKEN),
        (Line("rules-burn-counter", raises), Line("rules-burn-counter-plain", no(raises))),
        _lines("rules-burn-failed"),
        _lines("rules-burn-waits"),
    ),
    Chapter.THREES: (
        (Line("rules-threes-last"), Lays("933", "33"), Lays("33", "33"), Lays("33w", "33w")),
        (
            Line("rules-threes-buy"),
            Line("rules-threes-ask"),
            Line("rules-threes-pay", pays_highest),
            Line("rules-threes-revolt", revolts_unpaid),
            Line("rules-threes-told"),
        ),
        (Line("rules-threes-held"), HELD),
        _lines("rules-threes-secret"),
    ),
    Chapter.BEFORE: (
        (
            Line("rules-before-order"),
            Line("rules-before-yu", blind_calls),
            Line("rules-before-deal"),
            Line("rules-before-threes", bie_san),
            Line("rules-before-tribute"),
            Line("rules-before-fours", fours),
            Line("rules-before-declare"),
        ),
        _lines("rules-before-secret"),
        (
            Line("rules-before-calls", calls),
            Line("rules-before-calls-ming", calls),
            Line("rules-before-calls-yu", blind_calls),
            Line("rules-before-calls-both", calls),
        ),
        _lines("rules-before-lead"),
    ),
    Chapter.REVOLUTION: (
        (Line("rules-revolution-when"), Line("rules-revolution-auto", revolts_unpaid)),
        _lines("rules-revolution-out", "rules-revolution-lead", "rules-revolution-void"),
        (
            Line("rules-revolution-concede", concedes),
            Line("rules-revolution-rush", rushes),
            Line("rules-revolution-rush-not", rushes),
            Line("rules-revolution-duel", duels),
            Line("rules-revolution-duel-won", duels),
            Line("rules-revolution-duel-lost", duels),
        ),
        (
            Line("rules-revolution-choice", chooses_head),
            Line("rules-revolution-claimed", duels),
            Line("rules-revolution-dead"),
            Line("rules-revolution-headless", chooses_head),
        ),
    ),
    Chapter.OUT: (
        _lines("rules-out-order"),
        _lines("rules-out-end"),
        (Line("rules-out-failed"), Line("rules-out-revolted", revolts)),
        _lines("rules-out-sweep", "rules-out-sweep-paid"),
    ),
    Chapter.TRIBUTE: (
        _lines("rules-tribute-order"),
        (
            Line("rules-tribute-point"),
            Line("rules-tribute-calls", calls),
            Line("rules-tribute-calls-ming", calls),
            Line("rules-tribute-calls-yu", blind_calls),
            Line("rules-tribute-calls-both", calls),
        ),
        (
            Line("rules-tribute-held", bie_san),
            Line("rules-tribute-burn"),
            Line("rules-tribute-place"),
            Line("rules-tribute-allies"),
            Line("rules-tribute-sweep", sweeps_cards),
        ),
        (Line("rules-tribute-cards"), Gives("2AAAKK9553", 2)),
        _lines("rules-tribute-return", "rules-tribute-seen"),
    ),
    Chapter.MATCH: (
        _lines("rules-match-deals"),
        _lines("rules-match-points"),
        _lines("rules-match-sweep"),
        (Line("rules-match-on"), Line("rules-match-void", revolts)),
    ),
}
"""The pages, in the order in which they are read; what a table plays is listed switch by switch."""

_ONLY: dict[Chapter, When] = {
    Chapter.KILL: kills,
    Chapter.FOURS: fours,
    Chapter.THREES: bie_san,
    Chapter.REVOLUTION: revolts,
}


_SWITCHES: dict[str, When] = {
    "no_payment": bie_san,
    "opposite_allies_sell_first": bie_san,
    "both_opened_penalty": calls,
}


def switches(rules: RuleSet) -> tuple[str, ...]:
    """The switches that decide something at a table, in the order of RULES R0."""
    return tuple(name for name in SWITCHES if _SWITCHES.get(name, always)(rules))


def chapters(rules: RuleSet) -> tuple[Chapter, ...]:
    """The chapters that a table plays."""
    return tuple(chapter for chapter in CHAPTERS if _ONLY.get(chapter, always)(rules))


def facts(rules: RuleSet) -> dict[str, str | int]:
    """What the texts may ask: every switch by its name, and numbers that the engine gives."""
    found: dict[str, str | int] = {}
    for switch in SWITCHES:
        value = getattr(rules, switch)
        found[switch] = value if type(value) is int else rules.switches([switch]).partition("=")[2]
    if not revolts(rules):
        found["no_payment"] = NoPayment.HIGHEST.value  # for nobody can revolt instead (RULES R5.1)
    levels = " ".join(f"{rank_name(rank)}×{size}" for rank, size in LEVEL_SIZE.items())
    return found | {
        "levels": levels,
        "double": 2 * rules.point_value,
        "ming_win": WIN[Calls.MING],
        "ming_risk": RISK[Calls.MING],
        "yu_win": WIN[Calls.YU],
        "yu_risk": RISK[Calls.YU],
    }

"""Every prompt that players see, made from small deals: for tests of how they look and what fits."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

from bot import screens
from bot.locales import Locales
from bot.options import COMPARE, MAIN, RULES
from bot.screens.model import GameData, HandData, LobbyData, ResultData, Screen, SeatInfo, TableInfo
from engine.actions import BLIND_CALL, CALL, REVOLT, SHOW
from engine.ai import PLAYERS
from engine.deal import Deal
from engine.events import SECRET, Event
from engine.rules import BIESAN, KAIDIAN, PRESETS, RuleSet
from engine.view import View
from tests.engine.tables import Table, table

WIDE = (
    SeatInfo("欧阳建国欧阳建国欧阳建国欧阳"),
    SeatInfo("Wilhelmina Wallenstein"),
    SeatInfo("老王", asleep=True),
    SeatInfo(None, ai="heuristic"),
    SeatInfo("小红🀄️👨‍👩‍👧‍👦", unreachable=True),
    SeatInfo("建国"),
)
"""Names as wide as they are shown, and everything that may stand beside one."""

DEADLINE = 1_796_155_230

PLAIN = "35 36 37 3822 39 3T"
REVOLT_1 = "1:revolt 2:ready 3:ready 4:ready 5:ready 6:ready"
FULL = "33445566778899TTJJQQKKAA22wW"


def info(rules: RuleSet) -> TableInfo:
    """A table with a long name in the last deal of three."""
    return TableInfo("zzzzz", rules, 45, "够级之友够级之友够级之友够级之友", "gouji_bot", 46_655, 2, 3)


def seen(deal: Deal, seat: int | None, recent: tuple[Event, ...] = ()) -> GameData:
    """A deal as a seat sees it."""
    view: View = deal.view(seat)
    public = tuple(event for event in recent if not isinstance(event, SECRET))
    return GameData(info(view.rules), WIDE, view, public, DEADLINE, 45, "0123456789abcdef" * 4)


def moments() -> Iterator[tuple[str, Table]]:
    """Deals in every phase and in what is special of it."""
    yield "blind", Table(Deal.start(KAIDIAN, "1").deal, ())
    yield "declare", table("biesan", "35 36 4s4s37 3822 39 3T", "", Start="declare", Switches="lead=fours")
    yield (
        "return",
        table("biesan", f"3W29 {FULL} 37 33K88 39 39", Start="buy", Owed="place 1>4 2, place 3>2 1"),
    )
    yield "rush", table("shaopai", "3KKAAQQQJJJJ 36 37 3822AAAA 39 3T", REVOLT_1, Start="declare", Lead="3")
    rush = table("shaopai", "3KKAAQQQ 36 37 3822AAAA 39 3T", REVOLT_1, Start="declare", Lead="3")
    yield "rush-answer", rush.then("1:KK 1:AA 1:QQQ 4:AA")
    duel = table("kaidian", "344KKKAA 3446 3447 344822AAAA 3449 344T", REVOLT_1, Start="declare", Lead="3")
    yield "duel", duel
    yield "duel-answer", duel.then("1:KKK")
    yield "head", table("biesan", PLAIN, REVOLT_1, Start="declare", Lead="3")
    yield "lead", table("biesan", f"{FULL} 3 3 3 3 3")
    yield "follow", table("biesan", f"355 {FULL} 3AA 3AA 3AA 3AA", "1:55")
    yield "level", table("biesan", f"35KK 3224w 399 {FULL} 399 399", "1:KK")
    yield "kill", table("kaidian", f"35KW 39AAWW 39 {FULL} 39 39", "1:KW")
    yield "chaos", table("biesan", f"35599 {FULL} - - 3AA 3AA", "1:55")
    yield "badges", table("biesan", "35KK9 39 39 39 39 -", "1:KK", Called="1 ming, 4 yu", Opened="2")


def group(language: str, locales: Locales) -> Iterator[tuple[str, Screen]]:
    """Every screen of the group."""
    custom = BIESAN.with_switches("two_kill_one=on calls=none revolution=rush lead=random")
    yield "lobby", screens.lobby(LobbyData(_lobby(custom), WIDE), language, locales)
    for page in (MAIN, RULES, COMPARE, "opens", "revolution"):
        data = LobbyData(_lobby(custom), WIDE, page=page)
        yield f"settings-{page}", screens.settings(data, language, locales)
    for name, moment in moments():
        yield name, screens.table(seen(moment.deal, None, moment.events), language, locales)
    yield "paused", screens.table(replace(seen(_following(), None), paused=True), language, locales)
    for name, result in results():
        yield name, screens.result(result, language, locales)


def private(language: str, locales: Locales) -> Iterator[tuple[str, Screen]]:
    """Every screen of a private chat."""

    def shown(
        deal: Deal, seat: int, draft: str | None = None, intent: str | None = None, **more: bool
    ) -> Screen:
        data = HandData(seen(deal, seat), more.get("asleep", False), draft, intent, preset="t")
        return screens.hand(data, language, locales)

    for name, moment in moments():
        for seat in moment.deal.actors[:1]:
            yield name, shown(moment.deal, seat)
    declaring = dict(moments())["declare"].deal
    for action, seat in ((CALL, 0), (REVOLT, 0), (SHOW, 2)):
        yield f"sure-{action}", shown(declaring, seat, str(action))
    yield "sure-blindcall", shown(dict(moments())["blind"].deal, 0, str(BLIND_CALL))
    unsafe = table("biesan", "35KK 3224 399 399 399 399", "1:KK", Switches="burn_guard=off").deal
    yield "sure-burn", shown(unsafe, 1, "!22")
    yield "sure-fours", shown(table("kaidian", "3444KKw 39 39 39 39 39").deal, 0, "444")
    following = _following()
    yield "ranks", shown(following, 1, "")
    yield "plays", shown(following, 1, ":A")
    leading = table("biesan", "3KKKKKK222222wwwWWW 3 3 3 3 3").deal
    for draft in (":K", ":K3", ":K3.2"):
        yield f"many{draft}", shown(leading, 0, draft)
    yield "waiting", shown(following, 4)
    yield "kept", shown(following, 1, intent="66")
    yield "asleep", shown(following, 1, asleep=True)


def _lobby(rules: RuleSet) -> TableInfo:
    return replace(info(rules), deal=0, number=1, goal=rules.deals, fast=True, pictures=True)


def _following() -> Deal:
    return dict(moments())["follow"].deal


def results() -> Iterator[tuple[str, ResultData]]:
    """Results that rest, that count, that swept."""
    wanted = {"held", "swept"}
    rng = random.Random(4)
    for seed in range(200):
        if not wanted:
            return
        rules = PRESETS["shaopai" if seed % 2 else "biesan"]
        deal = Deal.start(rules, str(seed)).deal
        while deal.actors:
            seat = deal.actors[0]
            deal = deal.apply(seat, PLAYERS["heuristic"](deal.view(seat), rng)).deal
        outcome = deal.outcome
        if outcome is None:
            continue
        has = {"held": bool(outcome.held), "swept": outcome.sweep is not None}
        for name in sorted(name for name in wanted if has[name]):
            wanted.remove(name)
            data = ResultData(info(rules), WIDE, outcome, "0123456789abcdef" * 4, outcome.points)
            yield f"result-{name}", replace(data, ready=3, awake=5, deadline=DEADLINE, seconds=60)
            last = replace(data, table=replace(info(rules), number=3))
            yield f"result-{name}-last", replace(last, ready=0, awake=5, deadline=DEADLINE, seconds=60)
            yield f"result-{name}-settled", last

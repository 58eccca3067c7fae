"""What the "?" of a prompt says, in every phase of deals under every rule."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import product

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.serializer import FluentSerializer

from bot.locales import FOLDER, LANGUAGES
from bot.sandbox.entities import utf16
from bot.screens import help as helping
from bot.screens.chapter import Chapter
from bot.screens.help import MOST_SIGNS, Topic, chapter_of, phase_help
from bot.screens.rulebook import chapters, facts
from engine.actions import YIELD
from engine.deal import Deal
from engine.rules import BIESAN, PRESETS, SWITCHES, choices
from engine.view import Phase, View
from tests.bot.screening import LOCALES
from tests.engine.randomly import playing, random_rules, start
from tests.engine.tables import READY, Table, table

DEALS = 500


@cache
def views() -> tuple[View, ...]:
    """What people and the public see in random deals in which rare things happen often: one of each kind."""
    rng = random.Random(41)
    found: dict[tuple[object, ...], View] = {}
    for _ in range(DEALS):
        rules = random_rules(rng)
        _, step = start(rng, rules)
        for view in seen(step.deal):
            found.setdefault(kind_of(view), view)
        for _, _, _, after in playing(rng, step):
            for view in seen(after.deal):
                found.setdefault(kind_of(view), view)
    return tuple(found.values())


def seen(deal: Deal) -> Iterator[View]:
    for seat in (None, *deal.actors):
        yield deal.view(seat)


def kind_of(view: View) -> tuple[object, ...]:
    """What matters for an explanation: one view of each kind is enough."""
    return (
        helping.topic(view),
        view.returning,
        *(getattr(view.rules, switch) for switch in ("bie_san", "two_kill_one", "burn_guard", "calls")),
        view.rules.revolution,
    )


def keys(view: View) -> tuple[str, ...]:
    return helping.topic(view).keys


@cache
def variables(language: str) -> dict[str, tuple[str, ...]]:
    """The variables of each message of this subject."""
    found = {}
    for entry in FluentParser().parse((FOLDER / language / "phases.ftl").read_text(encoding="utf-8")).body:
        if isinstance(entry, ast.Message):
            written = FluentSerializer().serialize_entry(entry)
            found[entry.id.name] = tuple(dict.fromkeys(re.findall(r"\{ \$(\w+)", written)))
    return found


def longest(found: Topic, language: str) -> int:
    """The length of an explanation in the rule set in which it is longest."""
    total = len(found.keys) - 1
    for key in found.keys:
        used = [name for name in variables(language)[key] if name in SWITCHES]
        total += max(
            utf16(
                LOCALES.text(
                    language, key, **facts(BIESAN) | {"count": 2} | dict(zip(used, values, strict=True))
                )
            )
            for values in product(*map(choices, used))
        )
    return total


# Everything is explained, and fits


def test_every_phase_and_every_message_occurs() -> None:
    assert {view.phase for view in views()} == set(Phase)
    assert {key for view in views() for key in keys(view)} == set(variables("zh"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_explanation_fits_into_an_alert_in_every_rule_set(language: str) -> None:
    for found in {helping.topic(view) for view in views()}:
        assert longest(found, language) <= MOST_SIGNS, found


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_explanation_is_plain_text_that_fits(language: str) -> None:
    for view in views():
        text = phase_help(view, language, LOCALES)
        assert 10 <= utf16(text) <= MOST_SIGNS
        assert "<" not in text
        assert all(line == line.strip() and line for line in text.split("\n"))


def test_the_chapter_to_read_is_one_that_the_table_plays() -> None:
    for view in views():
        assert chapter_of(view) in chapters(view.rules), view.rules


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_that_the_table_does_not_play_is_not_explained(language: str) -> None:
    for view in views():
        text, rules = phase_help(view, language, LOCALES), view.rules
        for words, plays in (
            ("二杀一|kill", rules.two_kill_one),
            ("明点", rules.calls != "none"),
            ("预点", rules.calls == "yu"),
            ("革命|要过头|[Rr]evol|claimed the head", rules.revolution != "none"),
            ("冲点|[Rr]ush", rules.revolution == "rush"),
            ("争开点|[Dd]uel", rules.revolution == "duel"),
            ("3 ?要留|最后一张 3|3s wait|last 3", rules.bie_san),
            ("反捎|or more owed", rules.counter_burn_raises),
        ):
            if not plays:
                assert not re.search(words, text), (words, text)


# What is explained when


def asked(after: Table, seat: int | None) -> tuple[str, ...]:
    return keys(after.deal.view(None if seat is None else seat - 1))


def said(after: Table, seat: int | None, language: str = "zh") -> str:
    return phase_help(after.deal.view(None if seat is None else seat - 1), language, LOCALES)


def test_before_the_cards_the_blind_call_is_explained_with_its_numbers() -> None:
    deal = Deal.start(PRESETS["biesan"], "0" * 64).deal
    for seat in (None, 0, 3):
        text = phase_help(deal.view(seat), "zh", LOCALES)
        assert "预点" in text
        assert re.findall(r"\d+", text) == ["4", "8"]
    assert chapter_of(deal.view(0)) is Chapter.BEFORE


HANDS = "35KK44 322 322 322 322 322"


@pytest.mark.parametrize(
    ("switches", "told"),
    [
        ("", {"help-declare", "help-declare-show", "help-declare-ming", "help-declare-revolt"}),
        ("calls=none", {"help-declare", "help-declare-show", "help-declare-revolt"}),
        ("lead=random revolution=none", {"help-declare", "help-declare-ming"}),
    ],
)
def test_declarations_are_explained_that_are_open_here(switches: str, told: set[str]) -> None:
    window = table("shaopai", HANDS, Start="declare", Switches=switches)
    for seat in (None, *range(1, 7)):
        assert set(asked(window, seat)) == told


def test_fours_are_shown_only_where_they_decide_the_first_lead() -> None:
    later = table("biesan", HANDS, Start="declare", Lead="2")
    assert "help-declare-show" not in asked(later, 1)


def test_returning_is_explained_to_who_returns_with_the_number_of_cards() -> None:
    window = table(
        "biesan", "35KK2 322 3255 322 322 322", Start="buy", Owed="place 2>1 2, place 4>3 1", Lead="1"
    )
    assert "要还 2 张" in said(window, 1)
    assert "要还 1 张" in said(window, 3)
    assert asked(window, 2) == asked(window, None) == ("help-return-others",)
    assert chapter_of(window.deal.view(0)) is Chapter.TRIBUTE


def test_leading_tells_which_cards_wait() -> None:
    led = table("biesan", "3599 37 37 37 37 37")
    assert asked(led, 1) == ("help-lead", "help-lead-level", "help-lead-threes")
    assert asked(led, 2) == asked(led, None) == ("help-lead-others",)
    assert asked(table("biesan", "3599 37 37 37 37 37", Opened="1"), 1) == ("help-lead", "help-lead-threes")
    fours = table("kaidian", "35994 374 374 374 374 374")
    assert "help-lead-early" in asked(fours, 1)
    assert "help-lead-threes" not in asked(table("biesan", "599 7 7 7 7 7", Switches="bie_san=off"), 1)


def test_following_tells_of_yielding_to_who_may_yield() -> None:
    followed = table("biesan", "3599 3788 3788 3788 3788 3788", "1:5")
    assert asked(followed, 2) == asked(followed, None) == ("help-follow",)
    at_opposite = followed.then("2:- 3:-")
    assert asked(at_opposite, 4) == ("help-follow", "help-yield")
    assert YIELD in at_opposite.deal.view(3).legal
    assert chapter_of(followed.deal.view(1)) is Chapter.TRICKS


ALL_CAN = "35KK 322 322 322 322 322"


def test_the_burn_window_is_explained_to_who_may_burn_and_a_level_play_to_all_others() -> None:
    window = table("biesan", ALL_CAN, "1:KK")
    assert window.phase == "burn"
    for seat in (2, 3, 5, 6):
        assert asked(window, seat) == ("help-burn", "help-burn-ends")
        assert chapter_of(window.deal.view(seat - 1)) is Chapter.BURN
    for seat_or_none in (None, 1, 4):
        assert asked(window, seat_or_none) == ("help-level", "help-level-beat")
    assert chapter_of(window.deal.view(3)) is Chapter.LEVEL
    nobody_can = table("biesan", "35KK 377 377 322 377 377", "1:KK")
    assert said(nobody_can, 4) == said(window, 4)
    assert said(nobody_can, None) == said(window, None)
    free = table("biesan", ALL_CAN, "1:KK", Switches="burn_guard=off")
    assert "自己算" in said(free, 2)
    assert "自己算" not in said(window, 2)


def test_who_runs_is_told_of_the_duty() -> None:
    run = table("biesan", "668KK 22559w 66778 667788 6677JJ 667799", "1:KK 2:!22 5:-")
    assert asked(run, 2) == ("help-run",)
    assert asked(run, 3) == asked(run, None) == ("help-run-others",)
    assert chapter_of(run.deal.view(2)) is chapter_of(run.deal.view(1)) is Chapter.BURN


def test_a_play_with_a_big_joker_is_explained_as_one_to_kill_where_two_kill_one() -> None:
    hands = "35KKW44 3AAWW4 3744 3744 3744 3744"
    killed = table("kaidian", hands, "1:KKW")
    assert asked(killed, 2) == ("help-kill", "help-kill-who")
    assert asked(killed, 4) == asked(killed, None) == ("help-guarded", "help-lead-others")
    assert "杀" in said(killed, 4)
    assert chapter_of(killed.deal.view(1)) is Chapter.KILL
    plain = table("biesan", hands, "1:KKW")
    assert asked(plain, 4) == ("help-level", "help-level-beat")
    assert "有大王就管不住" in said(plain, 4)


def test_chaos_is_explained_whoever_plays_what() -> None:
    chaos = table("biesan", "35KK 322 - 322 322 -", "1:KK")
    assert asked(chaos, 2) == asked(chaos, 5) == ("help-chaos",)


def revolt(preset: str, hand: str, *, opposite: str = "3KKAAQQQ22", lead: str = "1") -> Table:
    hands = f"{hand} 3222 3266 {opposite} 322 3255"
    return table(preset, hands, f"1:revolt {READY.replace('1:ready ', '')}", Start="declare", Lead=lead)


def test_a_rush_is_explained_to_who_lays_to_who_answers_and_to_who_watches() -> None:
    rush = revolt("shaopai", "3KKAAQQQ")
    assert rush.phase == "rush"
    assert asked(rush, 1) == ("help-rush-lay",)
    assert asked(rush, 4) == asked(rush, None) == ("help-rush",)
    answered = rush.then("1:KK 1:AA 1:QQQ")
    assert asked(answered, 4) == ("help-rush-answer",)
    assert asked(answered, 1) == asked(answered, 2) == ("help-rush",)
    assert chapter_of(answered.deal.view(3)) is Chapter.REVOLUTION


def test_a_duel_is_explained_to_both_and_the_head_after_a_concession() -> None:
    duel = revolt("kaidian", "3KK44", opposite="3AAQQQ2244")
    assert duel.phase == "duel"
    assert asked(duel, 1) == ("help-duel-lay",)
    answering = duel.then("1:KK")
    assert asked(answering, 4) == ("help-duel-answer",)
    assert asked(answering, 3) == ("help-duel",)
    won = answering.then("4:AA")
    assert asked(won, 4) == ("help-lead-fours",)
    assert chapter_of(won.deal.view(3)) is Chapter.FOURS
    head = revolt("biesan", "3KK44")
    assert head.phase == "head"
    assert asked(head, 4) == asked(head, 2) == ("help-head", "help-no-head")


def test_after_a_play_that_may_be_burned_the_next_lead_is_told_to_wait() -> None:
    dead = revolt("biesan", "3KK44", lead="4").then("4:head 4:KK")
    assert asked(dead, None) == ("help-guarded", "help-lead-others")
    assert asked(dead, 4)[0] == "help-guarded"
    assert "杀" not in said(dead, None)


def test_who_has_opened_is_told_to_lead_the_fours() -> None:
    hands = "35KK44 3748 3748 3748 3748 3748"
    opened = table("kaidian", hands, "1:KK 4:-")
    assert opened.opened == [1]
    assert asked(opened, 1) == ("help-lead-proof",)
    assert chapter_of(opened.deal.view(0)) is Chapter.FOURS
    assert "help-lead-proof" not in asked(opened.then("1:44 2:- 3:- 4:- 5:- 6:-"), 1)
    lost = table("kaidian", hands, "1:KK 4:- 1:5 2:- 3:- 4:- 5:- 6:-")
    assert asked(lost, 1) == ("help-lead", "help-lead-level", "help-lead-threes", "help-lead-early")


def test_what_is_over_is_told_so() -> None:
    over = table("biesan", "5 7 - 7 - 7", "1:5")
    assert asked(over, 1) == asked(over, 2) == asked(over, None) == ("help-over",)
    void = table(
        "biesan",
        "3KK 3AA 322 322 322 322",
        "1:revolt 2:revolt 3:ready 4:ready 5:ready 6:ready",
        Start="declare",
    )
    assert asked(void, 1) == asked(void, None) == ("help-void",)


def test_the_rules_of_the_table_choose_the_words() -> None:
    raised = table("biesan", ALL_CAN, "1:KK", Switches="counter_burn_raises=on")
    assert "反捎" in said(raised, 2)
    assert "反捎" not in said(table("biesan", ALL_CAN, "1:KK"), 2)

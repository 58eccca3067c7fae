"""The table message of the group: the same whatever anyone holds, and enough to play a whole game from."""

from __future__ import annotations

import html
import io
import random
import re
import shlex
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import screens
from bot.callback import Op
from bot.locales import LANGUAGES
from bot.screens.lobby import nearest
from bot.screens.model import LobbyData, ResultData, SeatInfo
from bot.screens.table import JOKERS_IN_DECK, LINE, possible_ranks, seat_lines
from bot.screens.text import letters
from engine import hands
from engine.ai import PLAYERS
from engine.cards import BIG, EMPTY, SMALL, SYMBOLS, Hand, format_cards
from engine.cli import main
from engine.deal import Deal
from engine.play import Play
from engine.rules import BIESAN, KAIDIAN, PRESETS, RuleSet
from engine.shuffle import commitment, shuffled
from engine.view import Outcome, Phase, View
from tests.bot.gallery import WIDE
from tests.bot.screening import (
    LOCALES,
    SEATS,
    acts,
    check,
    in_group,
    in_private,
    info,
    labels,
    operations,
    seen,
)
from tests.engine.tables import table

KILLING = BIESAN.with_switches("two_kill_one=on")
REVOLT_1 = "1:revolt 2:ready 3:ready 4:ready 5:ready 6:ready"


def ranks(deal: Deal) -> str:
    """The rank buttons of the group."""
    return "".join(argument for op, argument in operations(in_group(deal)) if op is Op.RANK)


def ops(deal: Deal) -> set[Op]:
    """What the buttons of the group ask for."""
    return {op for op, _ in operations(in_group(deal))}


# The same whatever anyone holds


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)))
def test_hidden_cards_do_not_show_in_the_group(seed: int, preset: str) -> None:
    """Whatever hidden things a view held, the screen would be the same."""
    rng = random.Random(seed)
    deal = Deal.start(PRESETS[preset], str(seed)).deal
    while deal.actors:
        if rng.random() < 0.2:
            public = deal.view(None)
            hand: Hand = tuple(rng.randint(0, 4) for _ in EMPTY)
            legal = hands.leads(deal.rules, hand)
            other = replace(public, hand=hand, legal=legal, suits=(2, 1, 0, 3), mine="9f", chosen=legal[:1])
            for language in LANGUAGES:
                shown = screens.table(seen(public), language, LOCALES)
                assert shown == screens.table(seen(other), language, LOCALES)
        seat = rng.choice(deal.actors)
        deal = deal.apply(seat, PLAYERS["random"](deal.view(seat), rng)).deal


@pytest.mark.parametrize(
    ("rules", "played", "some", "other"),
    [
        # 3 could burn, or could not
        ("biesan", "1:KK", "35KK 399 322 3AA 377 388", "35KK 399 345 3AA 377 388"),
        # 4, who is asked, could beat, or could not
        ("biesan", "1:KK", "35KK 3999 3456 38AA 3777 3888", "35KK 3999 3456 3899 3777 3888"),
        # somebody could kill, or nobody
        ("kaidian", "1:W", "3456W 3999 39WW 3899 3777 3888", "3456W 3999 3988 3899 3777 3888"),
    ],
)
def test_the_group_sees_the_same_whoever_could_answer(rules: str, played: str, some: str, other: str) -> None:
    headers = {"Switches": "card_counts=never"}
    one, two = (table(rules, cards, played, **headers).deal for cards in (some, other))
    assert (
        one.phase is not two.phase
        or one.actors != two.actors
        or one.legal_actions(3) != (two.legal_actions(3))
    )
    assert in_group(one) == in_group(two)


def test_everybody_has_the_same_buttons_in_a_window_and_sees_only_how_many_are_ready() -> None:
    cards, headers = "35 36 4s4s37 3822 39 3T", {"Start": "declare", "Switches": "lead=fours"}
    asked = table("biesan", cards, **headers).deal
    shown = in_group(asked)
    assert acts(shown) == ["ready", "call", "show", "revolt"]
    assert "0/6" in shown.text
    assert "▶" not in shown.text
    after = table("biesan", cards, "1:call 3:show 2:ready", **headers).deal
    assert in_group(after).text == shown.text.replace("0/6", "1/6")
    assert in_group(after).keyboard == shown.keyboard


def test_a_window_offers_what_the_rule_set_has() -> None:
    plain = table(
        "biesan",
        "35 36 37 38 39 3T",
        Start="declare",
        Switches="calls=none revolution=none lead=random",
    )
    assert acts(in_group(plain.deal)) == ["ready"]
    assert acts(in_group(Deal.start(BIESAN, "1").deal)) == ["ready", "blindcall"]


# What could beat


def deck_without(play: Play) -> Hand:
    """What somebody else could hold at most beside a play."""
    full = [16 if rank < SMALL else JOKERS_IN_DECK for rank in range(BIG + 1)]
    return tuple(most - used for most, used in zip(full, play.cards, strict=True))


@pytest.mark.parametrize("rules", [BIESAN, KILLING, KAIDIAN], ids=["biesan", "killing", "kaidian"])
def test_following_offers_each_rank_with_which_anybody_could_beat(rules: RuleSet) -> None:
    led = [action.play for action in hands.leads(rules, (0, 1, 0, 0, 3, *[0] * 6, 9, 3, 4, 4))]
    for play in filter(None, led):
        answers = hands.answers(rules, deck_without(play), play, kill=rules.two_kill_one)
        could = {action.play.base for action in answers if action.play is not None}
        assert set(possible_ranks(play, rules)) == could, play


def test_nothing_is_offered_against_a_big_joker_but_passing() -> None:
    deal = table("biesan", "35KW 3AA 3AA 3AA 3AA 3AA", "1:KW").deal
    assert ranks(deal) == ""
    assert acts(in_group(deal)) == ["-"]


def test_leading_offers_every_rank_and_joker() -> None:
    assert ranks(table("biesan", "35KW 3AA 3AA 3AA 3AA 3AA").deal) == SYMBOLS
    assert Op.ACT not in ops(table("biesan", "35KW 3AA 3AA 3AA 3AA 3AA").deal)


def test_following_offers_the_ranks_above_and_passing() -> None:
    deal = table("biesan", "355 3AA 3AA 3AA 3AA 3AA", "1:55").deal
    assert (ranks(deal), acts(in_group(deal))) == ("6789TJQKA2wW", ["-"])
    assert Op.HAND in ops(deal)


# Yielding, burning


YIELDING = "3559 3AA 3AA 3AA 3AA 3AA"


def test_the_owners_opposite_may_yield_as_long_as_somebody_is_behind_it() -> None:
    asked = table("biesan", YIELDING, "1:55 2:- 3:-")
    assert acts(in_group(asked.deal)) == ["-", "~"]
    assert "~" in asked.legal(4)


@pytest.mark.parametrize("tokens", ["1:55", "1:55 2:- 3:- 4:~", "1:55 2:- 3:- 4:~ 5:- 6:-", "1:55 2:66"])
def test_nobody_else_may_yield_and_nobody_twice(tokens: str) -> None:
    asked = table("biesan", YIELDING.replace("3AA", "366AA"), tokens)
    assert acts(in_group(asked.deal)) == ["-"]


def test_no_yield_is_offered_when_all_behind_have_passed() -> None:
    asked = table("biesan", "35599TT 3AA 3AA 3AA66 3AA 3AA", "1:55 2:- 3:- 4:66 5:- 6:- 1:99")
    assert asked.acting == [4]
    assert acts(in_group(asked.deal)) == ["-"]


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)))
def test_the_group_offers_a_yield_exactly_when_it_is_legal(seed: int, preset: str) -> None:
    rng = random.Random(seed)
    deal = Deal.start(PRESETS[preset], str(seed)).deal
    while deal.actors:
        public = deal.view(None)
        if public.phase is Phase.PLAY and len(public.asked) == 1:
            legal = {str(action) for action in deal.view(public.asked[0]).legal}
            assert ("~" in acts(in_group(deal))) == ("~" in legal)
            assert ("-" in acts(in_group(deal))) == ("-" in legal)
        seat = rng.choice(deal.actors)
        deal = deal.apply(seat, PLAYERS["heuristic"](deal.view(seat), rng)).deal


@pytest.mark.parametrize(
    ("play", "burn"), [("KK", True), ("2", True), ("w", True), ("K", False), ("55", False)]
)
def test_after_every_level_play_there_is_a_burn_button_whoever_could(play: str, burn: bool) -> None:
    deal = table("biesan", "355KK2w9 39 39 39 39 39", f"1:{play}").deal
    assert (Op.BURN in ops(deal)) is burn


def test_who_may_answer_a_level_play_is_named() -> None:
    assert "够级：④ 能打" in in_group(table("biesan", "35KK 3AA 3AA 3AA 3AA 3AA", "1:KK").deal).text
    # 6 is out, so 3 is headless
    assert "够级：③④ 能打" in in_group(table("biesan", "35KK 3AA 3AA 3AA 3AA -", "1:KK").deal).text
    assert (
        "够级" not in in_group(table("biesan", "355 3AA 3AA 3AA 3AA 3AA", "1:55").deal).text.split("桌上")[1]
    )


# Other phases


def test_the_choice_of_a_head_is_offered_in_the_group() -> None:
    deal = table("biesan", "35 36 37 3822KKAA 39 3T", REVOLT_1, Start="declare", Lead="3").deal
    assert acts(in_group(deal)) == ["head", "nohead"]
    assert "▶ <b>🔵④" in in_group(deal).text


COMMON = [(Op.HELP, ""), (Op.MORE, "")]


def test_a_rush_is_laid_and_answered_in_the_group_too() -> None:
    rush = table("shaopai", "3KKAAQQQ 36 37 3822AAAA 39 3T", REVOLT_1, Start="declare", Lead="3")
    laying = operations(in_group(rush.deal))
    assert laying == [*((Op.RANK, sign) for sign in SYMBOLS), (Op.HAND, ""), (Op.ACT, "-"), *COMMON]
    assert "不冲" in labels(in_group(rush.deal))
    laid = rush.then("1:KK 1:AA 1:QQQ").deal
    answering = in_group(laid)
    assert operations(answering) == [
        *((Op.RANK, sign) for sign in "A2wW"),
        (Op.HAND, ""),
        (Op.ACT, "-"),
        *COMMON,
    ]
    assert "放下：<b>K×2</b> · <b>A×2</b> · <b>Q×3</b>" in answering.text
    assert (
        "放下：<s>K×2</s> · <b>A×2</b> · <b>Q×3</b>" in in_group(rush.then("1:KK 1:AA 1:QQQ 4:AA").deal).text
    )


def test_tribute_is_returned_in_the_group_by_its_default() -> None:
    returning = table("biesan", "3W9 38 37 3K8 39 39", Start="buy", Owed="place 1>4 1").deal
    assert operations(in_group(returning)) == [(Op.RETURN, ""), (Op.HAND, ""), *COMMON]


def test_badges_tell_what_everybody_may_know() -> None:
    deal = table("biesan", "35KK9 39 39 39 39 -", "1:KK", Called="1 ming, 4 yu", Opened="2").deal
    lines = in_group(deal).text.splitlines()
    for seat, badges in {
        1: ("明点", "←", "3 张"),
        2: ("开点",),
        3: ("无头", "▶"),
        4: ("预点",),
        6: ("头科 🏁",),
    }.items():
        line = next(line for line in lines if "①②③④⑤⑥"[seat - 1] in line)
        assert all(badge in line for badge in badges), line


def test_a_person_away_and_one_whom_the_bot_cannot_write_to_are_marked() -> None:
    data = seen(table("biesan", YIELDING).deal.view(None))
    seats = (SeatInfo("a", asleep=True), SeatInfo("b", unreachable=True), *SEATS[2:])
    lines = screens.table(replace(data, seats=seats), "zh", LOCALES).text.splitlines()
    assert "💤" in lines[1]
    assert "⚠️" in lines[2]
    assert lines[7] == "⚠️ ② b 收不到牌：私聊我发 /start 就回来。"


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)), st.sampled_from(LANGUAGES))
def test_a_seat_is_one_line_of_a_narrow_phone_whatever_stands_beside_it(
    seed: int, preset: str, language: str
) -> None:
    rng = random.Random(seed)
    deal = Deal.start(PRESETS[preset], str(seed)).deal
    while deal.actors:
        seat = rng.choice(deal.actors)
        player = PLAYERS[rng.choice(("random", "heuristic"))]
        deal = deal.apply(seat, player(deal.view(seat), rng)).deal
        data = replace(seen(deal.view(None)), seats=WIDE)
        for line in seat_lines(data, language, LOCALES):
            assert letters(re.sub("<[^>]*>", "", html.unescape(line))) <= LINE, line


def test_a_table_that_is_over_has_no_buttons_and_commits_to_its_seed() -> None:
    data = seen(table("biesan", YIELDING).deal.view(None))
    assert data.seed_hash in screens.table(data, "zh", LOCALES).text
    ended = screens.table(replace(data, over=True), "zh", LOCALES)
    assert ended.keyboard == ()
    check(ended)


def test_chaos_is_told() -> None:
    deal = table("biesan", "355 3AA 3AA 3AA - -", "1:55").deal
    assert "四户乱缠" in in_group(deal).text


# Lobby and result


def lobby(*seats: SeatInfo) -> list[str]:
    """The buttons of a lobby."""
    return labels(screens.lobby(LobbyData(info(), seats), "zh", LOCALES))


def test_the_lobby_offers_to_fill_what_is_empty_and_to_take_away_only_ai_players() -> None:
    person, ai, empty = SeatInfo("a"), SeatInfo(None, ai="heuristic"), SeatInfo(None)
    assert "补机器人 🤖" in lobby(person, *[empty] * 5)
    assert "补机器人 🤖" in lobby(person, ai, *[empty] * 4)
    assert "撤机器人" in lobby(person, *[ai] * 5)
    full = lobby(*[person] * 6)
    assert "撤机器人" not in full
    assert "补机器人 🤖" not in full


def test_the_lobby_says_how_many_are_missing_and_no_more_when_it_is_closed() -> None:
    seats = (SeatInfo("a"), SeatInfo(None, ai="x"), *[SeatInfo(None)] * 4)
    assert "还差 4 人" in screens.lobby(LobbyData(info(), seats), "zh", LOCALES).text
    closed = screens.lobby(LobbyData(info(), seats, cancelled=True), "zh", LOCALES)
    assert closed.keyboard == ()


@pytest.mark.parametrize(
    ("switches", "name"), [("", "biesan"), ("deals=1", "biesan"), ("point_value=2 opens=pure", "biesan")]
)
def test_a_changed_rule_set_is_named_after_the_nearest_preset(switches: str, name: str) -> None:
    assert nearest(BIESAN.with_switches(switches)) == name


def first_hand(rules: RuleSet, seed: str) -> str:
    """The first hand that a seed deals, as the command line prints it."""
    dealt = shuffled(rules, seed)
    return f'[Hand1 "{format_cards(dealt.hands[0], dealt.suits[0])}"]'


@pytest.mark.parametrize("switches", ["", "threes=6 lead=fours"])
def test_a_result_tells_how_to_check_its_seed(switches: str) -> None:
    rules = BIESAN.with_switches(switches)
    seed = "ab" * 32
    outcome = Outcome((0, 1, 2, 3, 4, 5), (), (), (), (2, 1, 0, 0, -1, -2), None)
    screen = screens.result(ResultData(info(rules), SEATS, outcome, seed), "zh", LOCALES)
    check(screen)
    assert commitment(seed) in screen.text
    command = screen.text[screen.text.index("python -m engine ") :].split("</code>")[0]
    output = io.StringIO()
    assert main(shlex.split(command)[3:], output) == 0
    assert commitment(seed) in output.getvalue()
    assert first_hand(rules, seed) in output.getvalue()


def test_a_stopped_table_has_no_points_and_keeps_its_seed() -> None:
    screen = screens.result(ResultData(info(), SEATS, None, "ab" * 32, stopped=True), "zh", LOCALES)
    assert "ab" * 32 not in screen.text
    check(screen)


def result_of(view: View) -> list[str]:
    """The lines of the result of a finished deal."""
    assert view.outcome is not None
    return screens.result(
        ResultData(info(), SEATS, view.outcome, "1", view.outcome.points), "zh", LOCALES
    ).text.splitlines()


def test_a_result_names_the_places_with_points_what_was_held_and_what_is_owed() -> None:
    rng = random.Random(4)
    for seed in range(30):
        deal = Deal.start(BIESAN, str(seed)).deal
        while deal.actors:
            seat = deal.actors[0]
            deal = deal.apply(seat, PLAYERS["heuristic"](deal.view(seat), rng)).deal
        outcome = deal.outcome
        if outcome is None or not (outcome.held and outcome.debts):
            continue
        lines = result_of(deal.view(None))
        for place, name in enumerate(("头科", "二科", "三科", "四科", "二落", "大落")):
            line = next(line for line in lines if line.startswith(name))
            seat = outcome.places.index(place)
            assert "①②③④⑤⑥"[seat] in line
            assert f"<b>{outcome.points[seat]:+d}</b>" in line
        victim, by = outcome.held[0]
        assert any(f"{'①②③④⑤⑥'[victim]} 被 {'①②③④⑤⑥'[by]} 憋" in line for line in lines)
        debt = outcome.debts[0]
        assert any(f"{'①②③④⑤⑥'[debt.payer]}→{'①②③④⑤⑥'[debt.receiver]} {debt.cards}" in line for line in lines)
        return
    raise AssertionError("no deal in which somebody was held")


def test_a_revolutionary_and_the_head_that_its_opposite_claims_are_marked() -> None:
    cards = "35 36 37 3822KKAA 39 3T"
    deal = table("biesan", cards, f"{REVOLT_1} 4:head", Start="declare", Lead="4").deal
    lines = in_group(deal).text.splitlines()
    assert "革命" in lines[1]
    assert "四科" in lines[1]
    assert "够死级 3" in lines[4]


def test_a_dead_level_play_is_called_so_to_who_may_burn_it() -> None:
    cards = "35 36 322 3822KKAA 39 3T"
    tokens = f"{REVOLT_1.replace('3:ready ', '')} 3:ready 4:head 4:KK"
    deal = table("biesan", cards, tokens, Start="declare", Lead="4").deal
    assert deal.actors == (2,)
    assert "够死级" in in_private(deal, 2).text.split("桌上")[1].splitlines()[0]
    assert "桌上" not in in_group(deal).text


def test_a_failed_burn_is_marked() -> None:
    burnt = table("biesan", "35KK 3224 399 399 399 399", "1:KK 2:!22", Switches="burn_guard=off")
    while burnt.acting != [2]:
        burnt = burnt.then(f"{burnt.acting[0]}:-")
    assert "🔥烧" in in_group(burnt.deal).text
    assert "烧失败" in in_group(burnt.then("2:#").deal).text

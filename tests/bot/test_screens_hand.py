"""The private message: the hand, what is asked, and everything that its owner may do."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import screens
from bot.callback import PASS_TRICK, TILL_OPPOSITE, Op
from bot.locales import LANGUAGES
from bot.risks import DECLARATIONS, at_stake
from bot.screens.hand import MOST_ANSWERS
from bot.screens.model import HandData, Style
from engine import choices
from engine.actions import BLIND_CALL, CALL, REVOLT, SHOW
from engine.ai import PLAYERS
from engine.cards import SYMBOLS
from engine.deal import Deal
from engine.play import Play
from engine.rules import PRESETS
from engine.view import Phase, View
from tests.bot.screening import LOCALES, acts, check, game, in_private, labels, operations, seen, taps
from tests.engine.tables import Table, table

REVOLT_1 = "1:revolt 2:ready 3:ready 4:ready 5:ready 6:ready"
PLAIN = "35 36 37 3822KKAA 39 3T"


def view(asked: Table, seat: int) -> View:
    """What a seat, named as in records, sees."""
    return asked.deal.view(seat - 1)


# Everything that is legal can be reached


def offered(asked: View) -> set[str]:
    """The actions that the buttons do, and those behind the builder and the questions."""
    screen = screens.hand(HandData(seen(asked), False, None, None), "zh", LOCALES)
    found = set(acts(screen))
    for op, argument in operations(screen):
        if op is Op.BUILD and argument:
            question = screens.hand(HandData(seen(asked), False, argument, None), "zh", LOCALES)
            found |= set(acts(question))
    return found | {str(action) for action in taps(seen(asked))}


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)), st.sampled_from(["heuristic", "random"]))
def test_every_legal_action_can_be_reached_and_no_other_is_offered(
    seed: int, preset: str, player: str
) -> None:
    rng = random.Random(seed)
    deal = Deal.start(PRESETS[preset], str(seed)).deal
    while deal.actors:
        seat = rng.choice(deal.actors)
        if rng.random() < 0.25 or deal.phase is not Phase.PLAY:
            assert offered(deal.view(seat)) == {str(action) for action in deal.view(seat).legal}
        deal = deal.apply(seat, PLAYERS[player](deal.view(seat), rng)).deal


# Following and leading


def test_following_shows_one_answer_for_each_rank_the_cheapest_first_and_green() -> None:
    screen = in_private(table("biesan", "355 3 3 3 3 3", "1:55").deal, 1)
    assert acts(screen) == ["-"]
    rich = table("biesan", "355 366677AA2w 3 3 3 3", "1:55")
    screen = in_private(rich.deal, 1)
    assert acts(screen) == ["66", "77", "AA", "2w", "-"]
    styles = [button.style for row in screen.keyboard for button in row]
    assert styles == [Style.SUCCESS, None, None, None, None, Style.DANGER, None]
    assert labels(screen)[:2] == ["6×2", "7×2"]
    assert labels(screen)[4] == "自选"


def test_leading_shows_one_lead_for_each_rank_and_the_builder() -> None:
    screen = in_private(table("biesan", "3355KKK2w 3 3 3 3 3").deal, 0)
    assert acts(screen) == ["55", "KKK", "2", "w"]
    assert all(button.style is None for row in screen.keyboard for button in row)
    assert (Op.BUILD, "") in operations(screen)


def test_never_more_than_fifteen_answers() -> None:
    hand = "".join(symbol for symbol in SYMBOLS)
    screen = in_private(table("biesan", f"{hand} 3 3 3 3 3").deal, 0)
    assert len(acts(screen)) <= MOST_ANSWERS


def test_the_opposite_is_offered_to_yield() -> None:
    asked = table("biesan", "355 3AA 3AA 3AA 3AA 3AA", "1:55 2:- 3:-")
    assert "~" in acts(in_private(asked.deal, 3))


def test_who_is_not_asked_can_pass_ahead_and_sees_who_is() -> None:
    asked = table("biesan", "355 3AA 3AA 3AA 3AA 3AA", "1:55")
    screen = in_private(asked.deal, 4)
    assert operations(screen) == [(Op.PRESET, PASS_TRICK), (Op.PRESET, TILL_OPPOSITE), (Op.HELP, "")]
    assert "轮到 ② " in screen.text
    assert "3 张" in screen.text


@pytest.mark.parametrize(("seat", "turn"), [(1, True), (2, False)])
def test_the_headline_says_whether_it_is_my_turn_and_until_when(seat: int, turn: bool) -> None:
    asked = table("biesan", "355 3AA 3AA 3AA 3AA 3AA", "1:55")
    text = in_private(asked.deal, seat).text
    assert ("轮到你了" in text) is turn
    assert text.count("<tg-time") == 1


def test_a_window_asks_for_a_choice_until_it_is_made() -> None:
    asked = table("biesan", "35 36 37 38 39 3T", "1:ready", Start="declare").deal
    assert "请表态" in in_private(asked, 1).text
    assert "请表态" not in in_private(asked, 0).text
    assert in_private(asked, 0).keyboard == ()


def test_a_reminder_has_another_headline() -> None:
    data = HandData(game(table("biesan", "355 3AA 3 3 3 3", "1:55").deal, 1), False, None, None, True)
    assert "时间过半" in screens.hand(data, "zh", LOCALES).text


# Burning


def test_a_burn_is_offered_with_one_play_for_each_rank_none_of_them_green() -> None:
    asked = table("biesan", "35KK 3AA22ww 322 39 39 39", "1:KK")
    screen = in_private(asked.deal, 1)
    assert acts(screen)[-1] == "."
    assert {action[:1] for action in acts(screen)[:-1]} == {"!"}
    bases = [Play.parse(action[1:]).base for action in acts(screen)[:-1]]
    assert len(bases) == len(set(bases)) == len(choices.burns(view(asked, 2).legal))
    assert all(button.style is None for row in screen.keyboard for button in row)
    assert "烧不烧" in screen.text


def test_who_cannot_burn_sees_what_the_group_sees() -> None:
    could, nobody = (table("biesan", f"35KK 399 {other} 3AA 377 388", "1:KK") for other in ("322", "345"))
    assert could.phase != nobody.phase
    assert in_private(could.deal, 1) == in_private(nobody.deal, 1)


def test_a_burner_that_cannot_go_on_may_only_give_up() -> None:
    asked = table("biesan", "35KK 3224 399 399 399 399", "1:KK 2:!22", Switches="burn_guard=off")
    asked = asked.then("5:-") if asked.acting == [5] else asked
    while asked.acting != [2]:
        asked = asked.then(f"{asked.acting[0]}:-")
    assert acts(in_private(asked.deal, 1)) == ["#"]


# Windows


def window(cards: str = "35 36 4s4s37 3822 39 3T") -> Deal:
    """A declaration window in which 1 may revolt and 3 may show 4s."""
    return table("biesan", cards, Start="declare", Switches="lead=fours").deal


def test_a_window_offers_what_the_hand_allows() -> None:
    assert labels(in_private(window(), 0)) == ["准备好 ✓", "明点", "革命", "?"]
    assert labels(in_private(window(), 2)) == ["准备好 ✓", "明点", "亮 4♠×2", "革命", "?"]
    assert labels(in_private(window(), 3)) == ["准备好 ✓", "明点", "?"]
    assert labels(in_private(Deal.start(PRESETS["biesan"], "1").deal, 5)) == ["准备好 ✓", "预点", "?"]


@pytest.mark.parametrize(("seat", "action"), [(0, CALL), (0, REVOLT), (2, SHOW)])
def test_declarations_ask_once_more_and_say_what_is_at_stake(seat: int, action: object) -> None:
    first = in_private(window(), seat)
    assert str(action) not in acts(first)
    assert (Op.BUILD, str(action)) in operations(first)
    question = in_private(window(), seat, draft=str(action))
    assert operations(question) == [(Op.ACT, str(action)), (Op.CLOSE, "")]
    assert "？</b>" in question.text
    assert question.text.count("<tg-time") == 1


def test_a_blind_call_asks_before_there_is_a_hand() -> None:
    deal = Deal.start(PRESETS["biesan"], "1").deal
    question = in_private(deal, 5, draft=str(BLIND_CALL))
    assert acts(question) == ["blindcall"]
    assert "③" in question.text


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_what_a_revolution_costs_depends_on_its_form(preset: str) -> None:
    deal = table(preset, PLAIN.replace("35 ", "345 "), Start="declare").deal
    for language in LANGUAGES:
        data = HandData(game(deal, 0), False, str(REVOLT), None)
        check(screens.hand(data, language, LOCALES))
    assert "④" in in_private(deal, 0, draft=str(REVOLT)).text


def test_a_question_about_what_is_not_open_is_not_asked() -> None:
    assert labels(in_private(window(), 3, draft=str(REVOLT))) == ["准备好 ✓", "明点", "?"]
    following = table("biesan", "355 3AA 3 3 3 3", "1:55").deal
    for action in DECLARATIONS:
        assert set(acts(in_private(following, 1, draft=str(action)))) <= {"-"}


def test_own_choices_are_shown() -> None:
    asked = table(
        "biesan", "35 36 4s4s37 3822 39 3T", "3:show 3:call", Start="declare", Switches="lead=fours"
    )
    text = in_private(asked.deal, 2).text
    assert "已选：亮 4♠×2 · 明点" in text
    assert "已选" not in in_private(asked.deal, 0).text


def test_what_is_kept_for_later_is_shown_without_buttons() -> None:
    following = table("biesan", "355 3AA 3 3 3 3", "1:55").deal
    screen = in_private(following, 1, intent="AA")
    assert screen.keyboard == ()
    assert "已选：A×2" in screen.text
    assert "轮到你了" not in screen.text


# Other phases


def test_the_head_is_chosen_with_a_word_of_what_it_means() -> None:
    asked = table("biesan", PLAIN, REVOLT_1, Start="declare", Lead="3")
    screen = in_private(asked.deal, 3)
    assert labels(screen) == ["要头", "无头", "?"]
    assert "只能烧" in screen.text


def test_a_return_has_the_default_chosen_and_offers_the_other_ranks() -> None:
    asked = table("biesan", "3W9 38 37 3K8 39 39", Start="buy", Owed="place 1>4 1")
    screen = in_private(asked.deal, 3)
    assert acts(screen) == [str(action) for action in view(asked, 4).legal]
    assert labels(screen) == ["8×1 ✓", "K×1", "大王1", "还 8×1", "?"]
    assert (Op.BUILD, "K") in operations(screen)
    chosen = in_private(asked.deal, 3, draft="K")
    assert acts(chosen) == ["<K"]
    assert labels(chosen) == ["8×1", "K×1 ✓", "大王1", "还 K×1", "?"]


def test_a_return_of_two_cards_takes_the_place_of_the_one_chosen_first() -> None:
    asked = table("biesan", "3W29 38 37 33K88 39 39", Start="buy", Owed="place 1>4 2")
    assert acts(in_private(asked.deal, 3)) == ["<88"]
    assert (Op.BUILD, "8K") in operations(in_private(asked.deal, 3))
    mixed = in_private(asked.deal, 3, draft="8K")
    assert acts(mixed) == ["<8K"]
    for hostile in ("", "W", "AAAA", "8k", "99", "KK", "88888", "33"):
        assert acts(in_private(asked.deal, 3, draft=hostile)) == ["<88"], hostile
    assert not any(label.startswith("3×") for label in labels(mixed)), "one 3 must stay"


def test_a_rush_is_laid_and_answered_in_private() -> None:
    asked = table("shaopai", "3KKAAQQQ 36 37 3822 39 3T", REVOLT_1, Start="declare", Lead="3")
    screen = in_private(asked.deal, 0)
    assert {"KK", "AA", "QQQ"} <= set(acts(screen))
    check(screen)


def test_who_is_away_is_offered_to_come_back_whatever_is_open() -> None:
    for deal in (window(), table("biesan", "355 3AA 3 3 3 3", "1:55").deal):
        assert operations(in_private(deal, 1, asleep=True)) == [(Op.WAKE, "")]


def test_an_alert_tells_the_whole_hand_or_that_there_is_none_yet() -> None:
    deal = table("biesan", "3355KKK2w 3 3 3 3 3").deal
    assert screens.hand_alert(deal.view(0), "zh", LOCALES) == "9 张：小王1 2×1 K×3 5×2 3×2"
    assert screens.hand_alert(Deal.start(PRESETS["biesan"], "1").deal.view(0), "zh", LOCALES) == "还没发牌。"
    most = replace(deal.view(0), hand=(16,) * 15)
    for language in LANGUAGES:
        told = screens.hand_alert(most, language, LOCALES)
        assert "3×16" in told
        assert len(told) <= 200


# The builder


def test_the_builder_shows_the_hand_by_ranks_and_a_rank_that_cannot_be_played_answers_why() -> None:
    asked = table("biesan", "355 344AA2 3 3 3 3", "1:55")
    screen = in_private(asked.deal, 1, draft="")
    assert labels(screen) == ["2×1", "A×2", "4×2", "3×1", "返回"]
    assert operations(screen) == [
        (Op.RANK, "2"),
        (Op.BUILD, ":A"),
        (Op.RANK, "4"),
        (Op.RANK, "3"),
        (Op.CLOSE, ""),
    ]


def test_a_rank_lists_its_plays_the_most_natural_ones_first() -> None:
    asked = table("biesan", "35555 3AAAKKKKK22w 3 3 3 3", "1:5555")
    screen = in_private(asked.deal, 1, draft=":A")
    assert acts(screen) == ["AAA2", "AAAw", "AA22", "AA2w", "A22w"]
    assert operations(screen)[-1] == (Op.BUILD, "")
    assert acts(in_private(asked.deal, 1, draft=":K"))[0] == "KKKK"


def test_where_plays_are_many_they_are_told_apart_by_their_counts_first() -> None:
    asked = table("biesan", "3KKKKKK222222wwwWWW 3 3 3 3 3")
    first = in_private(asked.deal, 0, draft=":K")
    assert operations(first)[:-1] == [(Op.BUILD, f":K{count}") for count in (6, 5, 4, 3, 2, 1)]
    second = in_private(asked.deal, 0, draft=":K3")
    assert operations(second)[:-1] == [(Op.BUILD, f":K3.{count}") for count in (6, 5, 4, 3, 2, 1, 0)]
    third = in_private(asked.deal, 0, draft=":K3.2")
    assert len(acts(third)) == 16
    assert {"KKK22", "KKK22wwwWWW"} <= set(acts(third))
    assert operations(third)[-1] == (Op.BUILD, ":K3")


def test_a_burn_is_built_as_a_burn() -> None:
    asked = table("biesan", "35KK 322 39 39 39 39", "1:KK")
    screen = in_private(asked.deal, 1, draft=":2")
    assert labels(screen)[0] == "🔥 2×2"
    assert acts(screen) == ["!22"]


@pytest.mark.parametrize("draft", [":", ":x", ":K99", ":K1.", ":K1.9", "KKK", ":9", "::K", ":K-1", " :K"])
def test_a_draft_that_no_button_says_shows_the_ranks(draft: str) -> None:
    asked = table("biesan", "355 3AA2 3 3 3 3", "1:55")
    assert labels(in_private(asked.deal, 1, draft=draft)) == labels(in_private(asked.deal, 1, draft=""))


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_any_legal_play_takes_five_taps_at_most_and_the_suggested_ones_take_one(seed: int) -> None:
    rng = random.Random(seed)
    deal = Deal.start(PRESETS[rng.choice(sorted(PRESETS))], str(seed)).deal
    for _ in range(rng.randint(12, 80)):
        if not deal.actors:
            return
        seat = rng.choice(deal.actors)
        deal = deal.apply(seat, PLAYERS["heuristic"](deal.view(seat), rng)).deal
    for seat in deal.actors:
        mine = deal.view(seat)
        found = taps(game(deal, seat))
        plays = {action for action in mine.legal if action.play is not None}
        assert plays <= set(found)
        assert all(found[action] <= 5 for action in plays)
        suggested = [action for action in plays if found[action] == 1]
        risky = [action for action in plays if at_stake(action, mine) is not None]
        assert suggested or risky or not plays

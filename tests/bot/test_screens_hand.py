"""The private message: the hand, what is asked, and everything that its owner may do."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import screens
from bot.callback import PASS_TRICK, TILL_OPPOSITE, CallbackData, Op
from bot.locales import LANGUAGES
from bot.risks import DECLARATIONS
from bot.screens.builder import composed, counts, problem
from bot.screens.hand import MOST_ANSWERS
from bot.screens.model import HandData, Style
from engine import choices
from engine.actions import BLIND_CALL, CALL, REVOLT, SHOW, Kind
from engine.ai import PLAYERS
from engine.cards import SYMBOLS
from engine.deal import Deal
from engine.play import Play
from engine.rules import PRESETS
from engine.view import Phase, View
from tests.bot.screening import LOCALES, acts, check, game, in_private, labels, operations, seen
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
        elif op is Op.BUILD:
            assert asked.hand is not None
            for action in asked.legal:
                if action.play is not None and composed(asked, counts(str(action.play), asked.hand)):
                    found.add(str(action))
    return found


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
    assert labels(screen) == ["8×1 ✓", "K×1", "大王×1", "还 8×1", "?"]
    assert (Op.BUILD, "K") in operations(screen)
    chosen = in_private(asked.deal, 3, draft="K")
    assert acts(chosen) == ["<K"]
    assert labels(chosen) == ["8×1", "K×1 ✓", "大王×1", "还 K×1", "?"]


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


@pytest.mark.parametrize(
    ("hands", "tokens", "seat", "draft", "why"),
    [
        ("355 3AA2 3 3 3 3", "1:55", 2, "", "点上面的牌"),
        ("355 3AA2 3 3 3 3", "1:55", 2, "A", "还差 1 张"),
        ("355 3AA2 3 3 3 3", "1:55", 2, "AA2", "多了 1 张"),
        ("355 344A 3 3 3 3", "1:55", 2, "44", "4 不比 5 大"),
        ("355 3344A 3 3 3 3", "1:55", 2, "33", "3 不比 5 大"),
        ("35w 3AA2wWWK 39 3AA22K 39 39", "1:5w", 4, "A2", "小王要大王盖：还差 1 张大王"),
        ("35W 3AA2wWWK 39 3AA22K 39 39", "1:5W", 4, "A2", "桌上有大王，管不住"),
        ("3355KK 3 3 3 3 3", "", 1, "33", "3 要留到最后一手"),
        ("35KK 322w5 39 39 39 39", "1:KK", 2, "2w", "这样剩下的走不完"),
    ],
)
def test_the_confirm_button_says_why_not(hands: str, tokens: str, seat: int, draft: str, why: str) -> None:
    asked = table("biesan", hands, tokens)
    mine = view(asked, seat)
    if not any(action.play is not None for action in mine.legal):  # then the builder is not offered
        assert mine.hand is not None
        assert problem(mine, counts(draft, mine.hand), "zh", LOCALES) == why
        return
    screen = in_private(asked.deal, seat - 1, draft=draft)
    assert why in labels(screen)
    assert acts(screen) == []


@pytest.mark.parametrize(
    ("draft", "why"), [("44", "4 要一次全出（3 张），不带别的"), ("444w", "4 要一次全出（3 张），不带别的")]
)
def test_4s_that_go_together_are_explained(draft: str, why: str) -> None:
    asked = table("kaidian", "3444KKw 39 39 39 39 39")
    assert why in labels(in_private(asked.deal, 0, draft=draft))
    assert acts(in_private(asked.deal, 0, draft="444")) == ["444"]


def test_a_kill_takes_two_big_jokers_for_one() -> None:
    asked = table("kaidian", "35KW 39AAWW 39 39 39 39", "1:KW")
    mine = view(asked, 2)
    assert mine.hand is not None
    assert problem(mine, counts("AAW", mine.hand), "zh", LOCALES).startswith("要 2 张大王来杀")
    assert problem(mine, counts("AW", mine.hand), "zh", LOCALES) == "还差 1 张"
    assert acts(in_private(asked.deal, 1, draft="AWW")) == ["AWW"]


def test_after_a_burn_every_play_needs_a_joker() -> None:
    asked = table("biesan", "35KK 3224w 399 399 399 399", "1:KK 2:!22")
    while asked.acting != [2]:
        asked = asked.then(f"{asked.acting[0]}:-")
    assert "烧牌以后每手要挂王" in labels(in_private(asked.deal, 1, draft="4"))
    assert acts(in_private(asked.deal, 1, draft="4w")) == ["4w"]


def test_a_burn_is_confirmed_as_a_burn() -> None:
    asked = table("biesan", "35KK 322 39 39 39 39", "1:KK")
    screen = in_private(asked.deal, 1, draft="22")
    assert "🔥 烧 2×2 ✅" in labels(screen)
    assert acts(screen) == ["!22"]


def chip(deal: Deal, seat: int, draft: str, label: str) -> str:
    """The draft after a tap on a button of the builder."""
    screen = in_private(deal, seat, draft=draft)
    buttons = [button for row in screen.keyboard for button in row if button.text.startswith(label)]
    assert buttons
    assert buttons[0].data is not None
    return CallbackData.parse(buttons[0].data).argument


def test_a_chip_takes_as_many_as_are_needed_and_the_next_tap_puts_them_back() -> None:
    deal = table("biesan", "35555 3AAAKKKKK22w 3 3 3 3", "1:5555").deal
    assert chip(deal, 1, "", "K×") == "KKKK"
    assert chip(deal, 1, "KKKK", "K×") == ""
    assert chip(deal, 1, "KKKK", "A×") == "AAA"
    assert chip(deal, 1, "AAA", "2×") == "AAA2"
    assert chip(deal, 1, "AAA2", "A×") == "2"
    assert chip(deal, 1, "AAA2", "小王×") == "AAA2w"


def test_leading_a_chip_takes_all_of_its_rank() -> None:
    deal = table("biesan", "3AAAKKKKK22w 3 3 3 3 3").deal
    assert chip(deal, 0, "", "K×") == "KKKKK"
    assert chip(deal, 0, "KKKKK", "2×") == "KKKKK22"


def test_steps_stay_between_none_and_what_is_held() -> None:
    deal = table("biesan", "35555 3AAAKKKKK22w 3 3 3 3", "1:5555").deal
    assert chip(deal, 1, "AAA", "−") == "AA"
    assert chip(deal, 1, "AAA", "+") == "AAA"
    screen = in_private(deal, 1, draft="AAA")
    assert [len(row) for row in screen.keyboard if row[0].text == "−"] == [3, 3, 3]
    assert labels(screen)[-1] == "返回"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.data())
def test_taps_in_the_builder_never_lose_their_way(seed: int, data: st.DataObject) -> None:
    """Whatever is tapped, the screen fits, holds no more than the hand, and confirms only what is legal."""
    rng = random.Random(seed)
    deal = Deal.start(PRESETS[rng.choice(sorted(PRESETS))], str(seed)).deal
    for _ in range(rng.randint(12, 80)):
        if not deal.actors:
            return
        seat = rng.choice(deal.actors)
        deal = deal.apply(seat, PLAYERS["heuristic"](deal.view(seat), rng)).deal
    seat = next((s for s in deal.actors if any(a.kind is Kind.PLAY for a in deal.view(s).legal)), -1)
    if seat < 0:
        return
    mine, draft = deal.view(seat), ""
    assert mine.hand is not None
    for _ in range(8):
        screen = in_private(deal, seat, draft=draft)
        check(screen)
        assert set(acts(screen)) <= {str(action) for action in mine.legal}
        held = counts(draft, mine.hand)
        assert all(have <= most for have, most in zip(held, mine.hand, strict=True))
        drafts = [argument for op, argument in operations(screen) if op is Op.BUILD]
        draft = data.draw(st.sampled_from(drafts))

"""Screens: they fit Telegram's limits with the worst names, tell no hand, and offer what is possible."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot import screens
from bot.callback import Op
from bot.locales import LANGUAGES
from bot.sandbox.entities import utf16
from bot.screens.model import HandData, LobbyData, ResultData, SeatInfo
from bot.screens.text import play_name
from engine.ai import PLAYERS
from engine.deal import Deal
from engine.play import Play
from engine.rules import PRESETS
from engine.view import Phase
from tests.bot.screening import LOCALES, SEATS, check, game, info, operations


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from(sorted(PRESETS)), st.sampled_from(["heuristic", "random"]))
def test_every_screen_of_random_deals_fits(seed: int, preset: str, player: str) -> None:
    rng = random.Random(seed)
    step = Deal.start(PRESETS[preset], str(seed))
    deal, recent = step.deal, tuple(step.events)
    while deal.actors:
        if rng.random() < 0.15:
            language = rng.choice(LANGUAGES)
            check(screens.table(game(deal, None, recent), language, LOCALES))
            seat = rng.randrange(6)
            view = deal.view(seat)
            hand = HandData(game(deal, seat, recent), False, None, None)
            check(screens.hand(hand, language, LOCALES))
            assert utf16(screens.hand_alert(view, language, LOCALES)) <= 200
            if view.mine is not None and view.hand is not None and deal.phase is Phase.PLAY:
                draft = rng.choice(view.legal)
                check(screens.hand(replace(hand, draft=str(draft.play or "")), language, LOCALES))
                check(screens.hand(replace(hand, intent=str(draft)), language, LOCALES))
        seat = rng.choice(deal.actors)
        step = deal.apply(seat, PLAYERS[player](deal.view(seat), rng))
        deal, recent = step.deal, recent + tuple(step.events)
    for language in LANGUAGES:
        check(screens.result(ResultData(info(), SEATS, deal.outcome, "f" * 64), language, LOCALES))


@pytest.mark.parametrize("language", LANGUAGES)
def test_lobby_and_help_fit(language: str) -> None:
    for seats in (
        SEATS,
        tuple(SeatInfo(None) for _ in range(6)),
        tuple(SeatInfo(None, ai="x") for _ in range(6)),
    ):
        check(screens.lobby(LobbyData(info(), seats), language, LOCALES))
        check(screens.lobby(LobbyData(info(), seats, cancelled=True), language, LOCALES))
    check(screens.help_text(language, LOCALES))
    check(screens.welcome(language, LOCALES))


def test_the_lobby_keeps_the_words_that_the_sandbox_page_looks_for() -> None:
    empty = tuple(SeatInfo(None) for _ in range(6))
    for language, words in (("zh", ("坐下", "补机器人", "开局")), ("en", ("Sit", "Fill", "Start"))):
        labels = [
            b.text for row in screens.lobby(LobbyData(info(), empty), language, LOCALES).keyboard for b in row
        ]
        for word in words:
            assert any(word in label for label in labels)


def played(preset: str, seed: str, number: int) -> Deal:
    """A deal after so many sensible actions."""
    deal = Deal.start(PRESETS[preset], seed).deal
    rng = random.Random(1)
    for _ in range(number):
        seat = deal.actors[0]
        deal = deal.apply(seat, PLAYERS["heuristic"](deal.view(seat), rng)).deal
    return deal


def in_play(want_table: bool) -> Deal:
    """A deal in which somebody follows, or leads."""
    for number in range(14, 60):
        deal = played("biesan", "7", number)
        if deal.phase is Phase.PLAY and (deal.view(None).table is not None) is want_table:
            return deal
    raise AssertionError("no such moment")


def test_leading_in_the_group_offers_every_rank_whatever_anyone_holds() -> None:
    screen = screens.table(game(in_play(False), None), "zh", LOCALES)
    ranks = [argument for op, argument in operations(screen) if op is Op.RANK]
    assert ranks == list("3456789TJQKA2wW")


def test_following_in_the_group_offers_what_could_beat_by_public_facts() -> None:
    deal = in_play(True)
    table = deal.view(None).table
    assert table is not None
    ranks = [a for op, a in operations(screens.table(game(deal, None), "zh", LOCALES)) if op is Op.RANK]
    assert ranks
    assert all("3456789TJQKA2wW".index(rank) > table.play.base for rank in ranks)


def test_following_in_private_offers_one_button_for_each_rank_that_beats() -> None:
    for number in range(14, 90):
        deal = played("biesan", "9", number)
        if deal.phase is not Phase.PLAY or deal.view(None).table is None:
            continue
        seat = deal.actors[0]
        view = deal.view(seat)
        bases = {action.play.base for action in view.legal if action.play is not None}
        offered = operations(screens.hand(HandData(game(deal, seat), False, None, None), "zh", LOCALES))
        plays = [
            Play.parse(argument)
            for op, argument in offered
            if op is Op.ACT and argument[0] in "3456789TJQKA2wW"
        ]
        assert sorted(play.base for play in plays) == sorted(bases)


def test_a_person_on_trusteeship_is_offered_to_come_back() -> None:
    deal = in_play(True)
    screen = screens.hand(HandData(game(deal, 0), True, None, None), "zh", LOCALES)
    assert operations(screen) == [(Op.WAKE, "")]


def test_no_group_screen_tells_a_hand() -> None:
    """What the group sees is made from the public view alone, which has no hand in it."""
    for number in range(12, 80, 5):
        deal = played("biesan", "5", number)
        data = game(deal, None)
        assert data.view.hand is None
        assert data.view.legal == ()
        screen = screens.table(data, "zh", LOCALES)
        assert not re.search(r"(大王|小王)\d", screen.text)


@pytest.mark.parametrize(
    ("play", "name"),
    [("KKK2w", "K×3+2+小王"), ("T", "10"), ("22W", "2×2+大王"), ("ww", "小王×2"), ("777", "7×3")],
)
def test_plays_are_named_as_people_say_them(play: str, name: str) -> None:
    assert play_name(Play.parse(play)) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_dealt_anew_is_told_why(language: str) -> None:
    data = game(played("biesan", "7", 2), None)
    usual = screens.table(data, language, LOCALES).text
    for anew, key in ((replace(data, void=True), "anew-void"), (replace(data, lost=True), "anew-lost")):
        why = LOCALES.text(language, key)
        assert why in screens.table(anew, language, LOCALES).text
        assert why not in usual

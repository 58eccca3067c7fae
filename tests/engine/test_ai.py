"""AI players: legal whatever happens, the same from the same seed, and a heuristic that beats chance."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from engine.actions import Action, Kind
from engine.ai import PLAYERS, Player
from engine.ai.playing import chances, next_action, play_deal, play_match
from engine.cards import SEATS, side
from engine.deal import Deal
from engine.record import begin_deal
from engine.rules import PRESETS
from engine.view import Phase, View
from tests.engine.randomly import choose, random_rules, skewed_record, start


def six(odd: str, even: str) -> list[Player]:
    """A player for each seat: one name for the seats shown as 1, 3, 5, one for the others."""
    return [PLAYERS[odd if side(seat) == 0 else even] for seat in SEATS]


@pytest.mark.parametrize("name", PLAYERS)
def test_players_do_only_what_is_legal_in_deals_of_every_kind(name: str) -> None:
    """Skewed hands and random rule sets bring every phase; what came before is random, so odd."""
    rng = random.Random(f"legal {name}")
    phases: Counter[Phase] = Counter()
    kinds: Counter[Kind] = Counter()
    for _ in range(400):
        rules = rng.choice((*PRESETS.values(), random_rules(rng)))
        deal = start(rng, rules)[1].deal
        while deal.actors:
            seat = rng.choice(deal.actors)
            action = PLAYERS[name](deal.view(seat), random.Random(1))
            assert deal.check(seat, action) is None, (str(action), seat, deal.view(seat))
            phases[deal.phase] += 1
            kinds[action.kind] += 1
            deal = deal.apply(seat, action if rng.random() < 0.5 else choose(rng, deal, seat)).deal
    assert set(phases) == set(Phase) - {Phase.OVER, Phase.VOID}
    assert {Kind.PLAY, Kind.PASS, Kind.READY, Kind.RETURN, Kind.BURN} <= set(kinds)


@pytest.mark.parametrize("name", PLAYERS)
def test_players_answer_from_their_view_while_others_may_burn(name: str) -> None:
    """A seat that waits for a burn window has a choice to prepare: it comes from its list."""
    rng = random.Random(f"waiting {name}")
    waiting = 0
    for _ in range(200):
        deal = begin_deal(skewed_record(rng, PRESETS["biesan"])).deal
        while deal.actors:
            if deal.phase is Phase.BURN:
                for seat in set(deal.declined().actors) - set(deal.actors):
                    view = deal.view(seat)
                    assert PLAYERS[name](view, random.Random(1)) in view.legal
                    waiting += 1
            seat = rng.choice(deal.actors)
            deal = deal.apply(seat, choose(rng, deal, seat)).deal
    assert waiting > 20


@pytest.mark.parametrize("rules", PRESETS)
def test_players_play_the_same_match_from_the_same_seed(rules: str) -> None:
    players = six("heuristic", "random")
    once, again = (play_match(PRESETS[rules], "s", players) for _ in range(2))
    assert once.records == again.records
    assert once.deal.digest == again.deal.digest


def test_a_match_plays_all_its_deals_with_what_is_owed_and_deals_void_ones_anew() -> None:
    for number in range(6):
        match = play_match(PRESETS["biesan"], f"whole {number}", six("heuristic", "random"))
        assert match.over
        assert match.number == 3
        assert [record.seed for record in match.records] == [
            f"whole {number}/{n + 1}" for n in range(len(match.records))
        ]


def test_nobody_acts_when_a_deal_is_over() -> None:
    players, rngs = six("random", "random"), chances("over")
    deal = play_deal(Deal.start(PRESETS["biesan"], "over").deal, players, rngs)
    assert deal.phase is Phase.OVER
    with pytest.raises(ValueError, match="over"):
        next_action(deal, players, rngs)


def test_players_are_shown_views_only() -> None:
    seen: list[object] = []

    def watching(view: View, rng: random.Random) -> Action:
        seen.append(view)
        assert view.hand is None or view.phase is not Phase.BLIND
        return PLAYERS["random"](view, rng)

    play_deal(Deal.start(PRESETS["kaidian"], "views").deal, [watching] * 6, chances("views"))
    assert seen
    assert all(type(view) is View for view in seen)


@pytest.mark.parametrize("rules", PRESETS)
def test_heuristic_beats_chance(rules: str) -> None:
    """Twelve deals of three against three, each side once the heuristic's."""
    points = 0
    places: list[int] = []
    for number in range(12):
        strong = number % 2
        players = six("heuristic", "random") if strong == 0 else six("random", "heuristic")
        seed = f"beats {number}"
        outcome = play_deal(Deal.start(PRESETS[rules], seed).deal, players, chances(seed)).outcome
        if outcome is None:
            continue
        points += sum(outcome.points[seat] for seat in SEATS if side(seat) == strong)
        places += [outcome.places[seat] for seat in SEATS if side(seat) == strong]
    assert points >= 12
    assert sum(places) / len(places) < 2

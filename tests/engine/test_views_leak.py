"""Views leak nothing: cards that a viewer cannot see are changed, and what it sees stays the same.

The deals are random and skewed. Now and then a deal is rebuilt with other hidden hands, of the same sizes:
the cards shuffled among them, or such that nobody else can burn or kill, or such that everybody can. After a
level play or one with a big joker the play is laid anew on the altered hands, with the viewer's own answers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from engine import burning, tricks
from engine.actions import BLIND_CALL, CALL, PASS, READY, REVOLT, Action, Kind
from engine.cards import BIG, SEATS, TWO, Hand
from engine.deal import Deal
from engine.errors import GameError, NotYourTurnError
from engine.events import SECRET, Event
from engine.rules import PRESETS
from engine.state import Events, State
from engine.view import Phase
from tests.engine.randomly import playing, random_rules, start

FILLS = ("shuffled", "weak", "strong")
"""How hidden hands are filled."""


def _of(cards: list[int]) -> Hand:
    counts = Counter(cards)
    return tuple(counts[rank] for rank in range(15))


def _filled(rng: random.Random, hands: tuple[Hand, ...], hidden: list[int], fill: str) -> tuple[Hand, ...]:
    """The hands with other cards in the hidden ones, as many as before."""
    pool = [rank for seat in hidden for rank, count in enumerate(hands[seat]) for _ in range(count)]
    rng.shuffle(pool)
    found = list(hands)
    for seat in hidden:
        size = sum(hands[seat])
        if fill == "shuffled":
            found[seat], pool = _of(pool[:size]), pool[size:]
        elif fill == "weak":
            found[seat] = _of([rng.choice((2, 3)) for _ in range(size)])
        else:
            found[seat] = _of([rng.choice((TWO, BIG)) for _ in range(size)])
    return tuple(found)


_ask = tricks.ask


class _Seen:
    """The state right after the last play, before anybody was asked, and what was answered since."""

    def __init__(self) -> None:
        self.laid: State | None = None
        self.since: list[tuple[int, Action]] = []
        self.events: Events = []

    def ask(self, state: State, events: Events) -> None:
        """Stands in for the engine's own, and takes note."""
        self.laid, self.since, self.events = state.copy(), [], []
        _ask(state, self.events)
        events += self.events


def _told(deal: Deal, events: Events) -> list[Event]:
    """What everybody may be told of events, and of what follows."""
    return [event for event in (*events, *deal.foreseen) if not isinstance(event, SECRET)]


def _altered(
    rng: random.Random, state: State, seen: _Seen, viewer: int | None, fill: str, events: Events
) -> State | None:
    """A state that the viewer cannot tell from this one; none where its own burn is still undecided."""
    hidden = [seat for seat in SEATS if seat != viewer]
    if state.guarded:
        return _laid_anew(rng, seen, viewer, fill, events)
    other = state.copy()
    if state.stock is not None:
        hands, suits = state.stock
        other.stock = (_filled(rng, hands, list(SEATS), fill), suits)
    else:
        other.hands = _filled(rng, state.hands, hidden, fill)
    other.suits = tuple(
        state.suits[seat] if seat == viewer else (rng.randint(0, 3), rng.randint(0, 3), 0, 0)
        for seat in SEATS
    )
    other.held = tuple(pair for pair in state.held if state.held_told >> pair[0] & 1 or rng.random() < 0.5)
    _alter_choices(rng, other, viewer)
    return other


def _alter_choices(rng: random.Random, state: State, viewer: int | None) -> None:
    """Change what others have chosen in a window that is still open, but not how many are ready."""
    state.choices = tuple(
        (seat, action if seat == viewer else rng.choice((READY, CALL, BLIND_CALL, REVOLT)))
        for seat, action in state.choices
    )
    own = 0 if viewer is None else 1 << viewer
    state.may_revolt = state.may_revolt & own | rng.getrandbits(6) & ~own
    if state.phase is Phase.DECLARE:
        state.revolts = state.revolts & own | rng.getrandbits(6) & state.done & ~own
    state.pending = tuple(
        owed if owed[0] == viewer else (*owed[:3], rng.choice((None, _of([5] * owed[2]))))
        for owed in state.pending
    )


def _laid_anew(
    rng: random.Random, seen: _Seen, viewer: int | None, fill: str, events: Events
) -> State | None:
    """The last play laid on other hands, and the viewer's own answers to what follows."""
    assert seen.laid is not None
    own = [action for seat, action in seen.since if seat == viewer]
    if any(action.kind is Kind.BURN for action in own):
        return None
    state = seen.laid.copy()
    state.hands = _filled(rng, state.hands, [seat for seat in SEATS if seat != viewer], fill)
    _ask(state, events)
    if own and viewer is not None:
        _decline(state, viewer, events)
    for seat in Deal(state).actors:
        secret = state.phase is Phase.BURN or state.killing
        if secret and seat != viewer and seat in Deal(state).actors and rng.random() < 0.5:
            _decline(state, seat, events)
    return state


def _decline(state: State, seat: int, events: Events) -> None:
    """Let a seat decline, and whoever must before it."""
    if state.phase is Phase.BURN:
        burning.act(state, seat, Action.parse("."), events)
        return
    while state.killing:
        first = state.queue[0]
        tricks.act(state, first, PASS, events)
        if first == seat:
            return


def _answer(deal: Deal, seat: int, action: Action) -> tuple[object, ...]:
    """What a seat is told that tries an action; that it is too early counts as legal."""
    problem: GameError | None = deal.check(seat, action)
    if problem is None or str(problem) == "the table waits before this is answered":
        return ("legal",)
    seats = problem.seats if isinstance(problem, NotYourTurnError) else ()
    return type(problem), str(problem), problem.rule, seats


_TRIED = tuple(map(Action.parse, ("-", "~", ".", "#", "5", "!22", "!wW", "WW", "AA", "3", "ready", "<5")))


def _compare(rng: random.Random, deal: Deal, seen: _Seen, counts: Counter[str]) -> None:
    for viewer in (None, *SEATS):
        fill = rng.choice(FILLS)
        events: Events = []
        state = _altered(rng, deal.state, seen, viewer, fill, events)
        if state is None:
            continue
        other = Deal(state)
        if deal.state.guarded:
            assert _told(other, events) == _told(deal, seen.events), (viewer, fill)
        assert other.view(viewer) == deal.view(viewer), (viewer, fill, other.phase, deal.phase)
        if viewer is not None and deal.phase is not Phase.RETURN:
            for action in _TRIED:
                assert _answer(deal, viewer, action) == _answer(other, viewer, action), (viewer, action)
        counts[f"{deal.phase} {'all' if viewer is None else 'seat'}"] += 1
        if deal.state.killing:
            counts["kill"] += 1
        if other.phase is not deal.phase or other.state.killing != deal.state.killing:
            counts["hidden window"] += 1
        if seen.since and deal.state.guarded:
            counts["declined"] += 1


def _watched(rng: random.Random, seen: _Seen) -> Iterator[Deal]:
    rules = random_rules(rng) if rng.random() < 0.7 else rng.choice(tuple(PRESETS.values()))
    if rng.random() < 0.3:
        rules = rules.with_switches("two_kill_one=on")
    _, step = start(rng, rules)
    yield step.deal
    laid = seen.laid
    for _, seat, action, following in playing(rng, step):
        if seen.laid is laid:
            seen.since.append((seat, action))
            seen.events += following.events
        laid = seen.laid
        yield following.deal


def _phases() -> set[str]:
    live = {phase for phase in Phase if phase not in (Phase.OVER, Phase.VOID)}
    return {f"{phase} {who}" for phase in live for who in ("all", "seat")}


def test_view_leaks_no_hidden_card_in_any_phase(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(20_260)
    seen = _Seen()
    monkeypatch.setattr(tricks, "ask", seen.ask)
    counts: Counter[str] = Counter()
    for _ in range(400):
        for deal in _watched(rng, seen):
            if deal.state.guarded or deal.phase is not Phase.PLAY or rng.random() < 0.05:
                _compare(rng, deal, seen, counts)
    missing = {phase for phase in _phases() if counts[phase] < 10}
    assert not missing, counts
    assert min(counts["kill"], counts["hidden window"], counts["declined"]) > 1_000, counts

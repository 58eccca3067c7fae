"""What is done for a seat that does not answer in time: nothing that it would regret for the whole deal."""

from __future__ import annotations

from engine import burning, tribute
from engine.actions import DECLINE, GIVE_UP, HEAD, PASS, READY, Action
from engine.cards import ACE, FOUR, take
from engine.play import Play
from engine.state import State
from engine.view import Phase

_SILENT = {Phase.BLIND: READY, Phase.DECLARE: READY, Phase.BURN: DECLINE, Phase.HEAD: HEAD}


def default_action(state: State, seat: int, legal: tuple[Action, ...]) -> Action:
    """Decline, ready, pass, the smallest natural lead, the lowest cards returned, a play of a burn's duty."""
    silent = _SILENT.get(state.phase)
    if silent is not None:
        return silent
    if state.phase is Phase.RETURN:
        return tribute.default_return(state, seat)
    if PASS in legal:
        return PASS
    if state.phase is Phase.PLAY and state.burner == seat:
        return _keep_duty(state, seat, legal)
    return _smallest(state, seat, legal)


def _keep_duty(state: State, seat: int, legal: tuple[Action, ...]) -> Action:
    """A lead of the run after which the rest can still go out so, if there is one (RULES R9.2)."""
    hand = state.hands[seat]
    for action in sorted(legal, key=lambda a: _cost(a.play)):
        if action.play is not None and burning.can_run(state.rules, take(hand, action.play.cards)):
            return action
    return next((action for action in legal if action.play is not None), GIVE_UP)


def _smallest(state: State, seat: int, legal: tuple[Action, ...]) -> Action:
    """The lowest rank, all its cards and nothing else; 4s only if that proves an opening (RULES R8.2)."""
    hand = state.hands[seat]
    proves = bool(state.unproved >> seat & 1)
    spare_fours = state.rules.kaidian_fasi and not proves

    def key(action: Action) -> tuple[int, int, int]:
        what = action.play
        assert what is not None
        if what.base == FOUR and proves:
            return (-1, 0, 0)
        whole = what.base > ACE or what.naturals == hand[what.base]
        wrong = 2 if what.base == FOUR and spare_fours else 0
        return (what.wild * 4 + (not whole) + wrong, what.base, what.size)

    return min((action for action in legal if action.play is not None), key=key)


def _cost(what: Play | None) -> tuple[int, int]:
    """What a play of a run spends: few jokers and high counts of naturals come first."""
    if what is None:
        return (99, 0)
    return (what.small + what.big, -what.naturals - what.twos)

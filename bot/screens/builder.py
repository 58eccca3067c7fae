"""自选: composing any legal play by ranks, 2s and jokers. The draft travels in the buttons."""

from __future__ import annotations

from bot.callback import Op
from bot.locales import Locales
from bot.screens import stakes
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.model import Button, Style
from bot.screens.text import play_name, rank_name
from engine import actions
from engine.actions import Action
from engine.cards import ACE, BIG, FOUR, RANKS, SMALL, SYMBOLS, THREE, TWO, Hand
from engine.play import Play
from engine.view import Phase, View

WILD = (TWO, SMALL, BIG)


def builder(view: View, draft: str, keys: Keys, language: str, locales: Locales) -> tuple[Row, ...]:
    """The keyboard of the builder for what has been composed so far."""
    hand = view.hand
    assert hand is not None
    chosen = counts(draft, hand)
    back = keys.button(locales.text(language, "button-back"), Op.CLOSE)
    return join(
        in_rows([_chip(rank, chosen, hand, view, keys) for rank in reversed(RANKS) if hand[rank]]),
        *(_stepper(rank, chosen, hand, keys) for rank in _steppable(chosen, hand)),
        (_confirm(view, chosen, keys, language, locales),),
        (back,),
    )


def counts(draft: str, hand: Hand) -> list[int]:
    """The cards of a draft as counts of ranks, as far as the hand holds them."""
    return [min(draft.count(symbol), hand[rank]) for rank, symbol in enumerate(SYMBOLS)]


def notation(chosen: list[int]) -> str:
    """The way back."""
    return "".join(SYMBOLS[rank] * count for rank, count in enumerate(chosen))


def _chip(rank: int, chosen: list[int], hand: Hand, view: View, keys: Keys) -> Button:
    """A rank: a tap takes as many of it as are needed beside the 2s and jokers; the next puts it back."""
    wanted = list(chosen)
    if rank <= ACE:
        wanted[: ACE + 1] = [0] * (ACE + 1)
    wanted[rank] = 0
    if not chosen[rank]:
        needed = hand[rank] if view.to_beat is None else _wanted_size(view, view.to_beat) - sum(wanted)
        wanted[rank] = max(1, min(hand[rank], needed))
    style = Style.PRIMARY if chosen[rank] else None
    return keys.button(f"{rank_name(rank)}×{hand[rank]}", Op.BUILD, notation(wanted), style)


def _wanted_size(view: View, table: Play) -> int:
    """How many cards an answer has: as many as the play on the table; two big jokers kill one (R3.5)."""
    return table.size + (table.big if view.rules.two_kill_one else 0)


def _steppable(chosen: list[int], hand: Hand) -> list[int]:
    base = [rank for rank in range(ACE + 1) if chosen[rank]]
    return base + [rank for rank in WILD if hand[rank] and (base or chosen[rank])]


def _stepper(rank: int, chosen: list[int], hand: Hand, keys: Keys) -> Row:
    """Fewer, how many, more."""

    def button(label: str, count: int) -> Button:
        wanted = list(chosen)
        wanted[rank] = max(0, min(hand[rank], count))
        return keys.button(label, Op.BUILD, notation(wanted))

    have = chosen[rank]
    return (
        button("−", have - 1),
        button(f"{rank_name(rank)}×{have}", have),
        button("+", have + 1),
    )


def _confirm(view: View, chosen: list[int], keys: Keys, language: str, locales: Locales) -> Button:
    """The button that names the play, or says why it is not one."""
    action = composed(view, chosen)
    if action is not None and action.play is not None:
        key = "button-confirm-burn" if view.phase is Phase.BURN else "button-confirm"
        label = locales.text(language, key, play=play_name(action.play))
        return stakes.button(action, label, view, keys, Style.SUCCESS)
    label = problem(view, chosen, language, locales)
    return keys.button(label, Op.BUILD, notation(chosen))


def composed(view: View, chosen: list[int]) -> Action | None:
    """The legal action that some cards make, if they make one."""
    play = _play(chosen)
    if play is None:
        return None
    wanted = actions.burn(play) if view.phase is Phase.BURN else actions.play(play)
    return wanted if wanted in view.legal else None


def _play(chosen: list[int]) -> Play | None:
    try:
        return Play.of(tuple(chosen))
    except ValueError:
        return None


def problem(view: View, chosen: list[int], language: str, locales: Locales) -> str:
    """Why some cards are no legal play, short enough for a button."""
    key, args = _problem(view, chosen)
    return locales.text(language, key, **args)


_Problem = tuple[str, dict[str, str | int]]


def _problem(view: View, chosen: list[int]) -> _Problem:
    if not any(chosen):
        return "build-choose", {}
    play = _play(chosen)
    if play is None or view.hand is None:
        return "build-not-legal", {}
    if view.to_beat is not None:
        found = _does_not_beat(view, play, view.to_beat)
        if found is not None:
            return found
    return _not_playable(view, play, view.hand) or _breaks_duty(view, play)


def _does_not_beat(view: View, play: Play, table: Play) -> _Problem | None:
    """What is missing against the play on the table, in the order in which people notice (RULES R3.3)."""
    if table.big and not view.rules.two_kill_one:
        return "build-big-joker", {}
    missing = _wanted_size(view, table) - play.size
    if missing > 0:
        return "build-missing", {"count": missing}
    if missing < 0:
        return "build-too-many", {"count": -missing}
    if table.big:
        return None if play.kills(table) else ("build-does-not-kill", {"count": 2 * table.big})
    if play.big < table.small:
        return "build-cover", {"count": table.small - play.big}
    if play.base <= table.base:
        return "build-too-low", {"rank": rank_name(play.base), "table": rank_name(table.base)}
    return None


def _not_playable(view: View, play: Play, hand: Hand) -> _Problem | None:
    """3s and 4s are played in a way of their own (RULES R6.8, R6.9)."""
    if play.base == THREE and view.rules.bie_san:
        return "build-threes", {}
    if play.base == FOUR and view.rules.kaidian_fasi and (play.wild or play.naturals < hand[FOUR]):
        return "build-fours", {"count": hand[FOUR]}
    return None


def _breaks_duty(view: View, play: Play) -> _Problem:
    """After a burn the hand has to go out, a joker on every play but the last (RULES R9.2)."""
    if view.phase is Phase.BURN:
        return "build-not-out", {}
    in_duty = view.seat is not None and view.seats[view.seat].burning and view.table is None
    return ("build-no-joker" if in_duty and not (play.small or play.big) else "build-not-legal"), {}

"""自选: composing any legal play by ranks, 2s and jokers. The draft travels in the buttons."""

from __future__ import annotations

from bot.callback import Op
from bot.locales import Locales
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.model import Button, Style
from bot.screens.text import play_name, rank_name
from engine import actions
from engine.actions import Action
from engine.cards import ACE, BIG, SMALL, SYMBOLS, TWO, Hand
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
        in_rows([_chip(rank, chosen, view, keys) for rank in reversed(range(BIG + 1)) if hand[rank]]),
        *(_stepper(rank, chosen, hand, keys) for rank in _steppable(chosen, hand)),
        (_confirm(view, chosen, keys, language, locales), back),
    )


def counts(draft: str, hand: Hand) -> list[int]:
    """The cards of a draft as counts of ranks, as far as the hand holds them."""
    return [min(draft.count(symbol), hand[rank]) for rank, symbol in enumerate(SYMBOLS)]


def notation(chosen: list[int]) -> str:
    """The way back."""
    return "".join(SYMBOLS[rank] * count for rank, count in enumerate(chosen))


def _chip(rank: int, chosen: list[int], view: View, keys: Keys) -> Button:
    """A rank: a tap takes as many of it as are needed, together with the 2s and jokers chosen before."""
    hand = view.hand
    assert hand is not None
    wanted = list(chosen)
    if rank <= ACE:
        wanted[: ACE + 1] = [0] * (ACE + 1)
    wild = sum(wanted) - wanted[rank]
    needed = view.table.play.size - wild if view.table is not None else hand[rank]
    wanted[rank] = max(1, min(hand[rank], needed))
    style = Style.PRIMARY if chosen[rank] else None
    return keys.button(f"{rank_name(rank)}×{hand[rank]}", Op.BUILD, notation(wanted), style)


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
        label = locales.text(language, "button-confirm", play=play_name(action.play))
        return keys.button(label, Op.ACT, str(action), Style.SUCCESS)
    label = problem(view, chosen, language, locales)
    return keys.button(label, Op.BUILD, notation(chosen))


def composed(view: View, chosen: list[int]) -> Action | None:
    """The legal action that some cards make, if they make one."""
    try:
        play = Play.of(tuple(chosen))
    except ValueError:
        return None
    wanted = actions.burn(play) if view.phase is Phase.BURN else actions.play(play)
    return wanted if wanted in view.legal else None


def problem(view: View, chosen: list[int], language: str, locales: Locales) -> str:
    """Why some cards are no legal play, short enough for a button."""
    total = sum(chosen)
    if not total:
        return locales.text(language, "build-choose")
    if view.table is not None:
        missing = view.table.play.size - total
        if missing > 0:
            return locales.text(language, "build-missing", count=missing)
        if missing < 0:
            return locales.text(language, "build-too-many", count=-missing)
        return locales.text(language, "build-does-not-beat")
    return locales.text(language, "build-not-legal")

"""还贡: choosing by rank the cards that go back; the default is chosen already (RULES R11.1)."""

from __future__ import annotations

from bot.callback import Op
from bot.locales import Locales
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.model import Button, Style
from bot.screens.text import hand_line, held
from engine.actions import Action, give_back
from engine.cards import RANKS, SYMBOLS, THREE, Hand
from engine.view import View


def returning(view: View, draft: str | None, keys: Keys, language: str, locales: Locales) -> tuple[Row, ...]:
    """A button for each rank, which takes a card of it in the place of the one chosen first; and the yes."""
    chosen = picked(view, draft)
    hand = view.hand
    assert hand is not None
    chips = [_chip(rank, chosen, hand, keys) for rank in RANKS if hand[rank] and _may_go(rank, view, hand)]
    action = _action(chosen)
    label = locales.text(language, "button-return", cards=hand_line(action.cards or ()))
    return join(in_rows(chips), (keys.button(label, Op.ACT, str(action), Style.SUCCESS),))


def picked(view: View, draft: str | None) -> str:
    """The cards chosen so far, as signs in the order of choosing; at first the default."""
    default = "".join(
        SYMBOLS[rank] * count for rank, count in enumerate(view.legal[0].cards or ()) if view.legal
    )
    hand = view.hand
    if draft is None or hand is None or len(draft) != len(default):
        return default
    allowed = {SYMBOLS[rank] for rank in RANKS if _may_go(rank, view, hand)}
    held = all(draft.count(sign) <= hand[SYMBOLS.index(sign)] for sign in set(draft) & set(SYMBOLS))
    return draft if held and set(draft) <= allowed else default


def _may_go(rank: int, view: View, hand: Hand) -> bool:
    """The last 3 stays, while there is another card (RULES R11.1)."""
    needed = sum(view.legal[0].cards or ())
    others = sum(hand) - hand[THREE]
    return rank != THREE or not view.rules.bie_san or hand[THREE] > needed or others < needed


def _chip(rank: int, chosen: str, hand: Hand, keys: Keys) -> Button:
    sign = SYMBOLS[rank]
    count = chosen.count(sign)
    following = (chosen + sign)[1:]
    if following.count(sign) > hand[rank]:
        following = chosen
    label = held(rank, hand[rank])
    return keys.button(f"{label} ✓{count if count > 1 else ''}" if count else label, Op.BUILD, following)


def _action(chosen: str) -> Action:
    return give_back(tuple(chosen.count(sign) for sign in SYMBOLS))

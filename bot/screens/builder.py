"""自选: any legal play in at most five taps: its rank, how many cards of it, how many 2s, then the play.

What has been chosen so far travels in the buttons: ``:K``, ``:K3``, ``:K3.1``. Only legal plays are offered,
so that nothing is composed in vain; a rank with which none is legal answers why.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from bot.callback import Op
from bot.locales import Locales
from bot.screens import stakes
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.model import Button, Style
from bot.screens.text import held, play_name, rank_name
from engine.actions import Action, Kind
from engine.cards import ACE, RANKS, SYMBOLS, TWO, rank_of
from engine.choices import cost
from engine.play import Play
from engine.view import View

LONGEST = 24
"""So many plays are listed at once; more are told apart by their counts first."""

_DRAFT = re.compile(r":([3-9TJQKA2wW])(?:([0-9]{1,2})(?:\.([0-9]{1,2}))?)?")


class Path(NamedTuple):
    """What has been chosen of a play: its base rank, how many cards of that rank, how many 2s beside them."""

    base: int | None = None
    naturals: int | None = None
    twos: int | None = None

    @classmethod
    def parse(cls, draft: str) -> Path:
        """The path of a draft; the start for anything that no button says."""
        match = _DRAFT.fullmatch(draft)
        if match is None:
            return cls()
        base, naturals, twos = match.groups()
        return cls(
            rank_of(base),
            None if naturals is None else int(naturals),
            None if twos is None else int(twos),
        )

    def __str__(self) -> str:
        if self.base is None:
            return ""
        text = f":{SYMBOLS[self.base]}"
        if self.naturals is not None:
            text += str(self.naturals)
        return text if self.twos is None else f"{text}.{self.twos}"

    @property
    def back(self) -> Path:
        """One step back."""
        if self.twos is not None:
            return self._replace(twos=None)
        return self._replace(naturals=None) if self.naturals is not None else Path()

    def leads_to(self, play: Play) -> bool:
        """Whether a play is on the path."""
        return (
            self.base in (None, play.base)
            and self.naturals in (None, of_base(play))
            and self.twos in (None, _beside(play))
        )


def of_base(play: Play) -> int:
    """How many cards of its base rank a play has."""
    if play.base <= ACE:
        return play.naturals
    return play.twos if play.base == TWO else play.size


def _beside(play: Play) -> int:
    """How many 2s stand beside the base rank."""
    return play.twos if play.base <= ACE else 0


def builder(view: View, draft: str, keys: Keys, language: str, locales: Locales) -> tuple[Row, ...]:
    """The keyboard of the builder for what has been chosen so far."""
    path = Path.parse(draft)
    found = [action for action in view.legal if action.play is not None and path.leads_to(action.play)]
    if path.base is None or not found:
        back = keys.button(locales.text(language, "button-back"), Op.CLOSE)
        return join(in_rows(_ranks(view, keys)), (back,))
    back = keys.button(locales.text(language, "button-back"), Op.BUILD, str(path.back))
    return join(in_rows(_steps(found, path, view, keys), 3), (back,))


def _ranks(view: View, keys: Keys) -> list[Button]:
    """The hand, a button for each rank; one with which nothing is legal says why."""
    hand = view.hand
    assert hand is not None
    legal = {action.play.base for action in view.legal if action.play is not None}
    buttons = []
    for rank in reversed(RANKS):
        if not hand[rank]:
            continue
        label = held(rank, hand[rank])
        if rank in legal:
            buttons.append(keys.button(label, Op.BUILD, str(Path(rank)), Style.PRIMARY))
        else:
            buttons.append(keys.button(label, Op.RANK, SYMBOLS[rank]))
    return buttons


def _steps(found: list[Action], path: Path, view: View, keys: Keys) -> list[Button]:
    """The plays on a path; if they are too many, the next thing to tell them apart by."""
    plays = [action.play for action in found if action.play is not None]
    if len(found) > LONGEST and path.naturals is None and len(_counts(plays, of_base)) > 1:
        return [_step(path._replace(naturals=count), keys) for count in _counts(plays, of_base)]
    if len(found) > LONGEST and path.twos is None and len(_counts(plays, _beside)) > 1:
        naturals = path.naturals if path.naturals is not None else of_base(plays[0])
        narrowed = path._replace(naturals=naturals)
        return [_step(narrowed._replace(twos=count), keys) for count in _counts(plays, _beside)]
    return [
        stakes.button(action, _label(action), view, keys, None) for action in sorted(found, key=_cheapness)
    ]


def _counts(plays: Iterable[Play], count: Callable[[Play], int]) -> list[int]:
    return sorted({count(play) for play in plays}, reverse=True)


def _step(path: Path, keys: Keys) -> Button:
    """A choice that leads on: ``K×3 …``, ``K×3+2×1 …``."""
    assert path.base is not None
    label = f"{rank_name(path.base)}×{path.naturals}"
    if path.twos is not None:
        label += f"+2×{path.twos}"
    return keys.button(f"{label} …", Op.BUILD, str(path))


def _label(action: Action) -> str:
    assert action.play is not None
    name = play_name(action.play)
    return f"🔥 {name}" if action.kind is Kind.BURN else name


def _cheapness(action: Action) -> tuple[int, int]:
    play = action.play
    assert play is not None
    return -of_base(play), cost(play)

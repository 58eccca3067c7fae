"""Explains to a person, in one sentence, why the rules do not allow something."""

from __future__ import annotations

from bot.locales.message import Text
from bot.screens.text import rank_name
from engine import errors
from engine.cards import BIG, FOUR, THREE, TWO, Hand
from engine.errors import GameError
from engine.play import Play
from engine.view import View

_SIMPLE: dict[type[GameError], str] = {
    errors.NotYourTurnError: "error-not-your-turn",
    errors.MustLeadError: "error-must-lead",
    errors.CannotYieldError: "error-cannot-yield",
    errors.CannotBurnError: "error-cannot-burn",
    errors.BurnDutyError: "error-burn-duty",
    errors.CannotCallError: "error-cannot-call",
    errors.CannotShowError: "error-cannot-show",
    errors.CannotRevoltError: "error-cannot-revolt",
    errors.DealOverError: "error-deal-over",
    errors.WrongPhaseError: "error-wrong-phase",
}


def explain(error: GameError) -> Text:
    """The sentence for an error, with its facts."""
    if isinstance(error, errors.MissingCardsError):
        missing = error.needed - error.held
        return Text.of("error-missing-cards", rank=rank_name(error.rank), missing=missing)
    if isinstance(error, errors.DoesNotBeatError):
        return _does_not_beat(error)
    if isinstance(error, errors.ThreesLastError):
        return Text.of("error-threes-last")
    if isinstance(error, errors.FoursTogetherError):
        return Text.of("error-fours-together", held=error.held)
    if isinstance(error, errors.WrongReturnError):
        return Text.of("error-wrong-return", needed=error.needed)
    return Text.of(_SIMPLE.get(type(error), "error-not-allowed"))


def _does_not_beat(error: errors.DoesNotBeatError) -> Text:
    play, table = error.play, error.table
    if play.size < table.size:
        return Text.of("error-too-few", missing=table.size - play.size)
    if play.size > table.size:
        return Text.of("error-too-many", extra=play.size - table.size)
    if table.big:
        return Text.of("error-big-joker")
    if play.big < table.small:
        return Text.of("error-small-joker", needed=table.small)
    return Text.of("error-too-low", rank=rank_name(play.base), table=rank_name(table.base))


def why_not_rank(view: View, rank: int) -> Text:
    """Why there is no legal play with a base rank: what is missing in the hand of who may act."""
    hand, shown = view.hand, view.to_beat
    held = 0 if hand is None else hand[rank]
    if hand is None or not held:
        return Text.of("toast-none-of-rank", rank=rank_name(rank))
    if shown is not None:
        return _cannot_beat_with(hand, rank, shown)
    if rank == THREE and view.rules.bie_san:
        return Text.of("error-threes-last")
    if view.seat is not None and view.seats[view.seat].burning:
        return Text.of("error-burn-duty")
    return Text.of("toast-cannot-lead", rank=rank_name(rank), held=held)


def _cannot_beat_with(hand: Hand, rank: int, table: Play) -> Text:
    if table.big:
        return Text.of("error-big-joker")
    if rank <= table.base:
        return Text.of("error-too-low", rank=rank_name(rank), table=rank_name(table.base))
    if hand[BIG] < table.small:
        return Text.of("error-small-joker", needed=table.small)
    missing = table.size - hand[rank] - sum(hand[max(rank + 1, TWO) :])
    if missing > 0:
        return Text.of("error-missing-cards", rank=rank_name(rank), missing=missing)
    if rank == FOUR:
        return Text.of("error-fours-together", held=hand[FOUR])
    return Text.of("error-not-allowed")

"""Explains to a person, in one sentence, why the rules do not allow something."""

from __future__ import annotations

from bot.locales.message import Text
from engine import errors
from engine.cards import BIG, SMALL, SYMBOLS
from engine.errors import GameError

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


def rank_name(rank: int) -> str:
    """A rank as people write it: 10 for T, the jokers by their Chinese names."""
    if rank == BIG:
        return "大王"
    if rank == SMALL:
        return "小王"
    return "10" if SYMBOLS[rank] == "T" else SYMBOLS[rank]

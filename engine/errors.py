"""What can be wrong with something that a person tries: narrow types, the rule, and the facts.

Every error carries the number of the rule that it applies and what a caller needs to explain it in a
sentence of its own; the message here is plain English for logs, records and the command line.
"""

from __future__ import annotations

from engine.play import Play


class GameError(ValueError):
    """Something that the rules do not allow. ``rule`` names the rule, such as ``R6.5``."""

    rule = "R6"

    def __init__(self, message: str, rule: str | None = None) -> None:
        super().__init__(message)
        if rule is not None:
            self.rule = rule


class NotYourTurnError(GameError):
    """This seat has nothing to decide now. ``seats`` are those that have, as far as anybody may know."""

    rule = "R6.3"

    def __init__(self, message: str, rule: str | None = None, seats: tuple[int, ...] = ()) -> None:
        super().__init__(message, rule)
        self.seats = seats


class WrongPhaseError(GameError):
    """The action does not belong to what the seat has to decide now."""


class MissingCardsError(GameError):
    """The hand does not hold these cards: of ``rank`` it needs ``needed`` and has ``held``."""

    rule = "R3.1"

    def __init__(self, message: str, rank: int, needed: int, held: int) -> None:
        super().__init__(message)
        self.rank = rank
        self.needed = needed
        self.held = held


class DoesNotBeatError(GameError):
    """``play`` does not beat ``table``."""

    rule = "R3.3"

    def __init__(self, message: str, play: Play, table: Play, rule: str | None = None) -> None:
        super().__init__(message, rule)
        self.play = play
        self.table = table


class MustLeadError(GameError):
    """Who leads cannot pass or yield."""

    rule = "R6.2"


class ThreesLastError(GameError):
    """3s are the last play of a hand, all at once, alone; ``held`` of them are in the hand."""

    rule = "R6.8"

    def __init__(self, message: str, held: int) -> None:
        super().__init__(message)
        self.held = held


class FoursTogetherError(GameError):
    """4s are played all at once, alone; ``held`` of them are in the hand."""

    rule = "R6.9"

    def __init__(self, message: str, held: int) -> None:
        super().__init__(message)
        self.held = held


class CannotYieldError(GameError):
    """Only the opposite of the owner may yield, once, with somebody behind it who can act."""

    rule = "R6.4"


class CannotBurnError(GameError):
    """This burn is not possible."""

    rule = "R9.1"


class BurnDutyError(GameError):
    """A burner must hang a joker on each play of its run but the last."""

    rule = "R9.2"


class CannotCallError(GameError):
    """This call is not possible."""

    rule = "R11.2"


class CannotShowError(GameError):
    """There is nothing to show, or showing decides nothing."""

    rule = "R5.5"


class CannotRevoltError(GameError):
    """A revolution is not open to this seat."""

    rule = "R5.6"


class WrongReturnError(GameError):
    """These cards cannot be returned; ``needed`` is how many must be."""

    rule = "R11.1"

    def __init__(self, message: str, needed: int) -> None:
        super().__init__(message)
        self.needed = needed


class DealOverError(GameError):
    """The deal is over or void: nobody has anything to decide."""

    rule = "R7.2"

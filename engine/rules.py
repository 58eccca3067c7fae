"""Rule sets: presets and switches (RULES R0).

A table plays a :class:`RuleSet`, a frozen object of switches. Nothing else in the engine knows a preset by
its name: it asks the switches.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

VERSION = 1
"""The version of the rules that stored deals name; it grows when a record could replay otherwise."""


class Calls(StrEnum):
    """Which calls on the opposite there are (RULES R4, R11.2)."""

    NONE = "none"
    MING = "ming"
    YU = "yu"


class Opens(StrEnum):
    """What a level play may hold to open its owner (RULES R8.1)."""

    NO_JOKER = "no_joker"
    NO_BIG_JOKER = "no_big_joker"
    PURE = "pure"


class Revolution(StrEnum):
    """The form of a revolution (RULES R10)."""

    NONE = "none"
    RUSH = "rush"
    CONCEDE = "concede"
    DUEL = "duel"


class NoPayment(StrEnum):
    """What a buyer without a 2 or a joker does (RULES R5.1)."""

    REVOLT = "revolt"
    HIGHEST = "highest"


class Sweep(StrEnum):
    """How a sweep is settled (RULES R12.3)."""

    CARDS = "cards"
    POINTS = "points"


class Lead(StrEnum):
    """Who leads first in a deal (RULES R5.5)."""

    FOURS = "fours"
    LAST = "last"
    RANDOM = "random"


class CardCounts(StrEnum):
    """When the number of a seat's cards is told (RULES R1.3)."""

    ALWAYS = "always"
    FROM_TEN = "from_ten"
    NEVER = "never"


class RuleSetError(ValueError):
    """A rule set that cannot be played; the message names the switch."""

    def __init__(self, switch: str, message: str) -> None:
        super().__init__(message)
        self.switch = switch


_CHOICES: dict[str, type[StrEnum]] = {
    "calls": Calls,
    "opens": Opens,
    "revolution": Revolution,
    "no_payment": NoPayment,
    "sweep": Sweep,
    "lead": Lead,
    "card_counts": CardCounts,
}
_FLAGS = (
    "bie_san",
    "kaidian_fasi",
    "two_kill_one",
    "burn_guard",
    "counter_burn_raises",
    "opposite_allies_sell_first",
    "ally_tribute",
    "both_opened_penalty",
)
_COUNTS = ("point_value", "deals")
MAX_COUNT = 100
"""The largest ``point_value`` and number of ``deals``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleSet:
    """What a table plays, one field for each switch of RULES R0; the defaults are 憋三够级.

    Raises :class:`RuleSetError` for values that do not exist and for combinations that make no sense.
    """

    threes: int = 16
    bie_san: bool = True
    kaidian_fasi: bool = False
    two_kill_one: bool = False
    calls: Calls = Calls.YU
    opens: Opens = Opens.NO_BIG_JOKER
    burn_guard: bool = True
    counter_burn_raises: bool = False
    revolution: Revolution = Revolution.CONCEDE
    no_payment: NoPayment = NoPayment.HIGHEST
    opposite_allies_sell_first: bool = False
    ally_tribute: bool = True
    both_opened_penalty: bool = False
    sweep: Sweep = Sweep.POINTS
    lead: Lead = Lead.LAST
    card_counts: CardCounts = CardCounts.FROM_TEN
    point_value: int = 1
    deals: int = 3

    def __post_init__(self) -> None:
        _check_values(self)
        if self.revolution is Revolution.DUEL and not self.kaidian_fasi:
            raise RuleSetError("revolution", "revolution=duel needs kaidian_fasi=on")
        if self.threes == 6 and not self.bie_san:
            raise RuleSetError("threes", "threes=6 needs bie_san=on")
        if self.kaidian_fasi and not self.bie_san:
            raise RuleSetError("kaidian_fasi", "kaidian_fasi=on needs bie_san=on")

    @property
    def preset(self) -> str | None:
        """The name of the preset that this is, if it is one."""
        return next((name for name, rules in PRESETS.items() if rules == self), None)

    def with_switches(self, text: str) -> RuleSet:
        """The rule set with changes such as ``"burn_guard=off calls=none"``.

        Raises :class:`RuleSetError` naming the switch that is unknown, repeated or has no such value.
        """
        changes: dict[str, Any] = {}
        for part in text.split():
            switch, separator, value = part.partition("=")
            if not separator or switch not in SWITCHES:
                raise RuleSetError(switch, f"there is no switch {part[:40]!r}")
            if switch in changes:
                raise RuleSetError(switch, f"switch {switch} is given twice")
            changes[switch] = _read(switch, value)
        return replace(self, **changes)

    def differences(self, other: RuleSet) -> tuple[str, ...]:
        """The switches whose values differ, in the order of RULES R0."""
        return tuple(name for name in SWITCHES if getattr(self, name) != getattr(other, name))

    def switches(self, names: Iterable[str] | None = None) -> str:
        """Switches as text, all of them or some: the way back is :meth:`with_switches`.

        >>> BIESAN.switches(["bie_san", "calls"])
        'bie_san=on calls=yu'
        """
        return " ".join(f"{name}={_write(getattr(self, name))}" for name in names or SWITCHES)


SWITCHES = tuple(field.name for field in fields(RuleSet))
"""The names of all switches, in the order of RULES R0."""


def choices(switch: str) -> tuple[str, ...]:
    """The values that a switch can have, as text; for counts, the first few.

    Raises :class:`KeyError` for an unknown switch.
    """
    if switch in _CHOICES:
        return tuple(_CHOICES[switch])
    if switch in _FLAGS:
        return "on", "off"
    return {"threes": ("16", "6"), "point_value": ("1", "2", "3"), "deals": ("1", "2", "3", "5", "7")}[switch]


def _read(switch: str, value: str) -> object:
    if switch in _FLAGS:
        if value not in ("on", "off"):
            raise RuleSetError(switch, f"switch {switch} is on or off, not {value[:20]!r}")
        return value == "on"
    if switch in _CHOICES:
        kind = _CHOICES[switch]
        if value not in tuple(kind):
            raise RuleSetError(switch, f"switch {switch} is one of {', '.join(kind)}, not {value[:20]!r}")
        return kind(value)
    if not (value.isascii() and value.isdigit() and len(value) <= 4):
        raise RuleSetError(switch, f"switch {switch} is a number, not {value[:20]!r}")
    return int(value)


def _write(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _check_values(rules: RuleSet) -> None:
    """Refuse values of the wrong kind, so that a rule set read from outside is as good as one in code."""
    for switch in _FLAGS:
        if not isinstance(getattr(rules, switch), bool):
            raise RuleSetError(switch, f"switch {switch} is on or off")
    for switch, kind in _CHOICES.items():
        if not isinstance(getattr(rules, switch), kind):
            raise RuleSetError(switch, f"switch {switch} is one of {', '.join(kind)}")
    if rules.threes not in (16, 6):
        raise RuleSetError("threes", f"switch threes is 16 or 6, not {rules.threes}")
    for switch in _COUNTS:
        value = getattr(rules, switch)
        if not isinstance(value, int) or isinstance(value, bool) or not 1 <= value <= MAX_COUNT:
            raise RuleSetError(switch, f"switch {switch} is a number from 1 to {MAX_COUNT}")


BIESAN = RuleSet()
SHAOPAI = RuleSet(
    calls=Calls.MING,
    opens=Opens.NO_JOKER,
    revolution=Revolution.RUSH,
    no_payment=NoPayment.REVOLT,
    opposite_allies_sell_first=True,
    sweep=Sweep.CARDS,
    lead=Lead.FOURS,
)
KAIDIAN = RuleSet(
    threes=6,
    kaidian_fasi=True,
    two_kill_one=True,
    opens=Opens.PURE,
    counter_burn_raises=True,
    revolution=Revolution.DUEL,
    point_value=2,
)

PRESETS = {"shaopai": SHAOPAI, "biesan": BIESAN, "kaidian": KAIDIAN}
"""The three rule sets by name: 烧牌够级, 憋三够级, 开点发四."""

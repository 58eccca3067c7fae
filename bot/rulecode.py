"""Rule sets as a word of a few letters, for links and buttons that know no table."""

from __future__ import annotations

from functools import lru_cache

from bot.callback import to_base36
from engine.rules import BIESAN, MAX_COUNT, PRESETS, SWITCHES, RuleSet, RuleSetError, choices

_CUSTOM = "x"
"""What begins the word of a rule set that is no preset; no preset's name begins so."""

_COUNTED = ("point_value", "deals")


def encode(rules: RuleSet) -> str:
    """The word for a rule set: a preset's name, or at most ten letters and digits.

    >>> encode(BIESAN)
    'biesan'
    """
    if rules.preset is not None:
        return rules.preset
    number = 0
    for switch in SWITCHES:
        values = _values(switch)
        written = rules.switches([switch]).partition("=")[2]
        number = number * len(values) + values.index(written)
    return _CUSTOM + to_base36(number)


def decode(word: str) -> RuleSet:
    """The rule set of a word. Raises :class:`ValueError` for anything that :func:`encode` does not write."""
    if word in PRESETS:
        return PRESETS[word]
    if not word.startswith(_CUSTOM) or not (word.isascii() and word.isalnum() and len(word) <= 10):
        raise ValueError("no rule set is written so")
    number = int(word[1:] or "-", 36)
    found = []
    for switch in reversed(SWITCHES):
        values = _values(switch)
        number, index = divmod(number, len(values))
        found.append(f"{switch}={values[index]}")
    try:
        rules = BIESAN.with_switches(" ".join(found))
    except RuleSetError as error:
        raise ValueError(str(error)) from None
    if number or encode(rules) != word:
        raise ValueError("no rule set is written so")
    return rules


@lru_cache(maxsize=len(SWITCHES))
def _values(switch: str) -> tuple[str, ...]:
    if switch in _COUNTED:
        return tuple(str(count) for count in range(1, MAX_COUNT + 1))
    return choices(switch)

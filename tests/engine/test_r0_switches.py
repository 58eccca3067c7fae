"""R0: the presets, the switches, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.rules import (
    BIESAN,
    KAIDIAN,
    MAX_COUNT,
    PRESETS,
    SHAOPAI,
    SWITCHES,
    Calls,
    RuleSet,
    RuleSetError,
    choices,
)

TABLE = """
threes 16 16 6
bie_san on on on
kaidian_fasi off off on
two_kill_one off off on
calls ming yu yu
opens no_joker no_big_joker pure
burn_guard on on on
counter_burn_raises off off on
revolution rush concede duel
no_payment revolt highest highest
opposite_allies_sell_first on off off
ally_tribute on on on
both_opened_penalty off off off
sweep cards points points
lead fours last last
card_counts from_ten from_ten from_ten
point_value 1 1 2
deals 3 3 3
"""


@pytest.mark.parametrize("row", TABLE.split("\n")[1:-1])
def test_r0_presets_have_the_values_of_the_table(row: str) -> None:
    switch, *values = row.split()
    presets = (SHAOPAI, BIESAN, KAIDIAN)
    assert [rules.switches([switch]) for rules in presets] == [f"{switch}={value}" for value in values]


def test_r0_the_table_has_every_switch_once() -> None:
    assert [row.split()[0] for row in TABLE.split("\n")[1:-1]] == list(SWITCHES)


@pytest.mark.parametrize("switch", SWITCHES)
@pytest.mark.parametrize("name", PRESETS)
def test_r0_every_switch_can_be_changed_for_a_custom_table(name: str, switch: str) -> None:
    changed = set()
    for value in choices(switch):
        try:
            rules = PRESETS[name].with_switches(f"{switch}={value}")
        except RuleSetError:
            continue
        changed.add(rules.switches([switch]))
        assert set(rules.differences(PRESETS[name])) <= {switch}
        assert RuleSet().with_switches(rules.switches()) == rules
    assert len(changed) >= (1 if (name, switch) == ("kaidian", "bie_san") else 2) or switch in {
        "kaidian_fasi"
    }


@pytest.mark.parametrize(
    ("change", "switch"),
    [
        ("threes=10", "threes"),
        ("threes=-6", "threes"),
        ("bie_san=yes", "bie_san"),
        ("bie_san", "bie_san"),
        ("bie_san=", "bie_san"),
        ("kaidian_fasi=true", "kaidian_fasi"),
        ("calls=ming,yu", "calls"),
        ("calls=YU", "calls"),
        ("opens=joker", "opens"),
        ("revolution=on", "revolution"),
        ("no_payment=none", "no_payment"),
        ("sweep=off", "sweep"),
        ("lead=1", "lead"),
        ("card_counts=10", "card_counts"),
        ("point_value=0", "point_value"),
        ("point_value=1.5", "point_value"),
        ("point_value=²", "point_value"),
        (f"deals={MAX_COUNT + 1}", "deals"),
        ("deals=99999", "deals"),
        ("burn_guard=on burn_guard=off", "burn_guard"),
        ("no_such=on", "no_such"),
    ],
)
def test_r0_a_value_that_does_not_exist_is_refused_with_the_name_of_the_switch(
    change: str, switch: str
) -> None:
    with pytest.raises(RuleSetError) as caught:
        BIESAN.with_switches(change)
    assert caught.value.switch == switch
    assert switch in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("base", "change", "switch"),
    [
        (BIESAN, "revolution=duel", "revolution"),
        (KAIDIAN, "kaidian_fasi=off", "revolution"),
        (BIESAN, "threes=6 bie_san=off", "threes"),
        (KAIDIAN, "bie_san=off", "threes"),
        (BIESAN, "kaidian_fasi=on bie_san=off", "kaidian_fasi"),
    ],
)
def test_r0_a_rule_set_that_makes_no_sense_is_refused(base: RuleSet, change: str, switch: str) -> None:
    with pytest.raises(RuleSetError) as caught:
        base.with_switches(change)
    assert caught.value.switch == switch
    assert switch in str(caught.value)


@pytest.mark.parametrize(
    "change",
    [
        {"calls": "yu"},
        {"bie_san": 1},
        {"threes": "16"},
        {"deals": True},
        {"deals": "3"},
        {"point_value": 1.0},
        {"lead": None},
    ],
)
def test_r0_values_of_the_wrong_type_are_refused_in_code_too(change: dict[str, Any]) -> None:
    with pytest.raises(RuleSetError) as caught:
        replace(BIESAN, **change)
    assert caught.value.switch in change


def test_r0_a_rule_set_is_frozen() -> None:
    with pytest.raises(AttributeError):
        BIESAN.calls = Calls.NONE  # type: ignore[misc]


def test_r0_a_preset_is_known_by_its_values() -> None:
    assert KAIDIAN.with_switches("").preset == "kaidian"
    assert BIESAN.with_switches("deals=5").preset is None
    assert BIESAN.with_switches("deals=5").with_switches("deals=3").preset == "biesan"


def test_r0_switches_change_together_so_that_their_order_does_not_matter() -> None:
    assert BIESAN.with_switches("revolution=duel kaidian_fasi=on").revolution.value == "duel"
    assert KAIDIAN.with_switches("kaidian_fasi=off revolution=none threes=16 bie_san=off").threes == 16

"""Every rule of docs/rules.md has a test that names it, and nothing names a rule that is not there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TESTS = sorted((ROOT / "tests" / "engine").glob("test_*.py"))
SOURCES = sorted((ROOT / "engine").rglob("*.py"))
RULES = re.findall(
    r"^- \*\*(R\d+(?:\.\d+)?)\*\*", (ROOT / "docs" / "rules.md").read_text(encoding="utf-8"), re.MULTILINE
)

_IN_NAMES = re.compile(r"(?<=_)r(\d+)(?:_(\d+)(?=_|$))?(?=_|$)")
_IN_TEXT = re.compile(r"\bR(\d+(?:\.\d+)?)\b")


def rules_in(name: str) -> set[str]:
    """The rules that a test's name tells: ``test_r6_4_yield…`` is of R6.4."""
    return {
        f"R{chapter}.{number}" if number else f"R{chapter}" for chapter, number in _IN_NAMES.findall(name)
    }


def named_by_tests() -> set[str]:
    """All rules that test functions of the engine are named after."""
    found: set[str] = set()
    for path in TESTS:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                found |= rules_in(node.name)
    return found


def test_rules_are_numbered_without_gaps() -> None:
    assert RULES[0] == "R0"
    chapter, number = 0, 0
    for rule in RULES[1:]:
        ours = tuple(map(int, rule.removeprefix("R").split(".")))
        assert ours in ((chapter, number + 1), (chapter + 1, 1)), rule
        chapter, number = ours
    assert RULES[-1] == "R12.4"


def test_every_rule_has_a_test_that_names_it() -> None:
    named = named_by_tests()
    missing = [rule for rule in RULES if rule not in named]
    assert not missing, f"no test is named after {', '.join(missing)}"


def test_tests_are_named_after_rules_that_there_are() -> None:
    chapters = {rule.partition(".")[0] for rule in RULES}
    assert named_by_tests() <= {*RULES, *chapters}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_engine_refers_to_rules_that_there_are(path: Path) -> None:
    known = {*RULES, *(rule.partition(".")[0] for rule in RULES)}
    named = {f"R{number}" for number in _IN_TEXT.findall(path.read_text(encoding="utf-8"))}
    assert named <= known


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("test_r6_4_yield_lapses", {"R6.4"}),
        ("test_r0_presets", {"R0"}),
        ("test_r3_4_r8_1_level_plays", {"R3.4", "R8.1"}),
        ("test_view_r1_3_counts", {"R1.3"}),
        ("test_r11_1_the_last_3_is_never_given", {"R11.1"}),
        ("test_r12_a_void_deal", {"R12"}),
        ("test_a_queue_of_4_seats", set()),
    ],
)
def test_names_tell_their_rules(name: str, rules: set[str]) -> None:
    assert rules_in(name) == rules

"""Every use-case is done again when another was faster, or while the database is being restarted."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

USECASES = sorted((Path(__file__).parents[2] / "bot" / "usecases").glob("*.py"))
NOT_AGAIN = {"leave_the_rest"}
"""Done while the process stops, which must not take long."""


def _names(path: Path) -> list[tuple[str, bool]]:
    """The functions that open a transaction, and whether each is retried."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.AsyncFunctionDef) and ".transaction()" in ast.unparse(node):
            decorators = [ast.unparse(decorator) for decorator in node.decorator_list]
            found.append((node.name, "retried" in decorators))
    return found


@pytest.mark.parametrize("path", USECASES, ids=lambda path: str(path.stem))
def test_what_opens_a_transaction_is_retried(path: Path) -> None:
    assert [name for name, retried in _names(path) if not retried and name not in NOT_AGAIN] == []


def test_there_are_such_functions() -> None:
    assert sum(len(_names(path)) for path in USECASES) > 40

"""The audit of dependencies: fatal on findings, not for want of data."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

CI = Path(__file__).parents[1] / ".ci"
judge = runpy.run_path(str(CI / "audit.py"))["judge"]

CLEAN = {"name": "aiohttp", "version": "3.14.5", "vulns": []}
BAD = {"name": "jinja2", "version": "2.4.1", "vulns": [{"id": "PYSEC-2019-217"}, {"id": "CVE-2020-28493"}]}
SKIPPED = {"name": "sniffio", "skip_reason": "Dependency not found on PyPI"}


@pytest.mark.parametrize(
    ("found", "status", "words"),
    [
        ([CLEAN, BAD, SKIPPED], 1, "jinja2 2.4.1: PYSEC-2019-217, CVE-2020-28493"),
        ([CLEAN, SKIPPED], 0, "nothing known against 1 of 2"),
        ([SKIPPED], 0, "cannot be reached"),
        (None, 0, "cannot be reached"),
    ],
)
def test_findings_are_fatal_and_silence_is_not(found: list[object] | None, status: int, words: str) -> None:
    given = "" if found is None else json.dumps({"dependencies": found, "fixes": []})
    code, said = judge(given)
    assert code == status
    assert words in said


def test_ci_audits_before_it_tests() -> None:
    lines = (CI / "run").read_text(encoding="utf-8").splitlines()
    assert lines.index("make audit") < lines.index("make test")

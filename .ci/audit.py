"""Asks PyPI whether anything in requirements.lock has a known vulnerability; ``make audit``.

A finding is an error. Where PyPI's data cannot be reached nothing is found out, which is none: what is
installed is pinned by version and hash all the same.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

LOCK = "requirements.lock"
PATIENCE = 180
"""Seconds for all of it."""


def main() -> int:
    """Audit, and say what came of it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        audit(report)
        status, words = judge(report.read_text(encoding="utf-8") if report.exists() else "")
    sys.stdout.write(f"audit: {words}\n")
    return status


def audit(report: Path) -> None:
    """Let pip-audit write its report, if it can."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", LOCK, "--require-hashes", "--disable-pip"]
    options = ["--format", "json", "--output", str(report), "--progress-spinner", "off", "--timeout", "10"]
    try:
        subprocess.run([*command, *options], check=False, timeout=PATIENCE, capture_output=True)  # noqa: S603
    except subprocess.TimeoutExpired:
        report.unlink(missing_ok=True)


def judge(report: str) -> tuple[int, str]:
    """The exit status and a sentence for a report of pip-audit; an empty one means that there is none."""
    found: list[dict[str, Any]] = json.loads(report)["dependencies"] if report else []
    bad = [
        f"{one['name']} {one['version']}: {', '.join(v['id'] for v in one['vulns'])}"
        for one in found
        if one.get("vulns")
    ]
    known = sum("vulns" in one for one in found)
    if bad:
        return 1, "known vulnerabilities\n  " + "\n  ".join(bad)
    if not known:
        return 0, f"PyPI's data cannot be reached; what is installed is pinned by hash in {LOCK}"
    return 0, f"nothing known against {known} of {len(found)} packages"


if __name__ == "__main__":
    sys.exit(main())

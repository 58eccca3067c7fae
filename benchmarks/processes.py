"""Processes that the load benchmark runs and looks at: the bot, and the bare handler."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
STOP_WITHIN = 10.0


@dataclass(slots=True)
class Process:
    """A Python process of ours."""

    process: asyncio.subprocess.Process

    @classmethod
    async def start(cls, folder: Path, *arguments: str, **environment: str) -> Process:
        """Run a module with arguments in a folder, where its log goes."""
        more: Mapping[str, str] = {**os.environ, "PYTHONPATH": str(HOME), **environment}
        with (folder / "log").open("ab") as log:
            process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", *arguments, cwd=folder, env=more, stdout=log, stderr=log
            )
        return cls(process)

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self.process.returncode is None

    async def stop(self) -> None:
        """Let it end, by force if it does not."""
        if not self.runs:
            return
        self.process.terminate()
        try:
            async with asyncio.timeout(STOP_WITHIN):
                await self.process.wait()
        except TimeoutError:
            self.process.kill()
            await self.process.wait()

    @property
    def seconds(self) -> float:
        """The processor time that it has used."""
        fields = self._read("stat").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def bytes(self) -> int:
        """The memory that belongs to it alone."""
        lines = dict(line.split(":") for line in self._read("smaps_rollup").splitlines()[1:])
        return sum(int(lines[name].split()[0]) * 1024 for name in ("Private_Clean", "Private_Dirty"))

    def _read(self, name: str) -> str:
        return Path(f"/proc/{self.process.pid}/{name}").read_text()

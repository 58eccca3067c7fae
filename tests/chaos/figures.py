"""What a proof counts, printed as a table."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Figures:
    """The counts of a run, in the order in which they were first named."""

    title: str
    command: str = ""
    counts: dict[str, float | int | str] = field(default_factory=dict)

    def add(self, name: str, count: int = 1) -> None:
        """Count something."""
        before = self.counts.get(name, 0)
        assert isinstance(before, int)
        self.counts[name] = before + count

    def most(self, name: str, value: int) -> None:
        """Keep the largest of something."""
        before = self.counts.get(name, value)
        assert isinstance(before, int)
        self.counts[name] = max(before, value)

    def set(self, name: str, value: float | str) -> None:
        """Note something."""
        self.counts[name] = value

    def number(self, name: str) -> int:
        """A count."""
        found = self.counts.get(name, 0)
        assert isinstance(found, int)
        return found

    def __str__(self) -> str:
        width = max((len(name) for name in self.counts), default=0)
        lines = [f"{self.title}", *([f"  {self.command}"] if self.command else [])]
        for name, value in self.counts.items():
            shown = (
                f"{value:,}"
                if isinstance(value, int)
                else f"{value:.1f}"
                if isinstance(value, float)
                else value
            )
            lines.append(f"  {name:<{width}}  {shown:>10}")
        return "\n".join(lines)

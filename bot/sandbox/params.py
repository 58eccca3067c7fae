"""What a request says, read with its type; a form has only strings, JSON has more."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Params:
    """The parameters of a request, and the refusal to raise where one is missing or wrong."""

    values: Json
    error: Callable[[str], Exception]

    def has(self, name: str) -> bool:
        """Whether a parameter was given."""
        return self.values.get(name) is not None

    def text(self, name: str, default: str | None = None) -> str:
        """A text; without a default it must be there."""
        value = self.values.get(name)
        if value is None:
            if default is None:
                raise self.error(f"{name} is empty")
            return default
        if not isinstance(value, str):
            raise self.error(f"{name} must be a string")
        try:
            value.encode()
        except UnicodeEncodeError:
            raise self.error("strings must be encoded in UTF-8") from None
        return value

    def integer(self, name: str, default: int | None = None) -> int:
        """A whole number, also one written as a string; without a default it must be there."""
        value = self.values.get(name)
        if value is None:
            if default is None:
                raise self.error(f"{name} is empty")
            return default
        return self._whole(name, value)

    def number(self, name: str, default: float | None = None) -> float:
        """A number; without a default it must be there."""
        value = self.values.get(name)
        if value is None and default is not None:
            return default
        try:
            return float(value)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            raise self.error(f"{name} must be a number") from None

    def truth(self, name: str) -> bool:
        """A yes or no; no is the default."""
        value = self.values.get(name)
        return (
            value is True or value == 1 or (isinstance(value, str) and value.lower() in ("true", "1", "yes"))
        )

    def parsed(self, name: str) -> Any:
        """A structure: JSON as a string, or as it is; ``None`` if it was not given."""
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            raise self.error(f"can't parse {name} JSON object") from None

    def integers(self, name: str) -> list[int]:
        """A list of whole numbers; none if it was not given."""
        value = self.parsed(name)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self.error(f"{name} must be a list")
        return [self._whole(name, item) for item in value]

    def _whole(self, name: str, value: Any) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise self.error(f"{name} must be an integer")
        try:
            return int(value)
        except ValueError:
            raise self.error(f"{name} must be an integer") from None

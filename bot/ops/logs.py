"""Logs: one line for each thing, as text or JSON, with the update and the table that it is about.

What is secret never gets out: the formatter sees everything last, stack traces too, and takes it away.
"""

from __future__ import annotations

import json
import logging
import re
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum

from bot.clock import Clock

QUIET = (
    "aiohttp.access",
    "aiosqlite",
    "alembic",
    "apscheduler",
    "httpcore",
    "httpx",
    "psycopg",
    "sqlalchemy",
    "telegram",
)
"""Libraries that log addresses with the token, texts of messages or what is stored: only what goes wrong."""

MOST_ERRORS = 5

_TOKEN = re.compile(r"\d+:[A-Za-z0-9_-]{30,}|(?<=/bot)\d+:[A-Za-z0-9_-]+")
_HIDDEN = "***"

_about: ContextVar[tuple[tuple[str, str | int], ...]] = ContextVar("about", default=())


class LogFormat(StrEnum):
    """How a line looks."""

    TEXT = "text"
    JSON = "json"


@contextmanager
def about(**facts: str | int | None) -> Iterator[None]:
    """Say in every line that is logged in here what it is about; only numbers and our own words."""
    known = tuple((name, value) for name, value in facts.items() if value is not None)
    token = _about.set((*_about.get(), *known))
    try:
        yield
    finally:
        _about.reset(token)


class Lines(logging.Formatter):
    """A line for each record, without secrets."""

    def __init__(self, form: LogFormat, secrets: tuple[str, ...] = ()) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")
        self._form = form
        self._secrets = tuple(secret for secret in secrets if secret)

    def format(self, record: logging.LogRecord) -> str:
        """The line; a stack trace follows it, or stands in it as ``trace``."""
        facts = dict(_about.get())
        if self._form is LogFormat.JSON:
            return json.dumps(self._fields(record) | facts, ensure_ascii=False)
        marks = "".join(f" {name}={value}" for name, value in facts.items())
        first, newline, rest = super().format(record).partition("\n")
        return self._clean(f"{first}{marks}{newline}{rest}")

    def _fields(self, record: logging.LogRecord) -> dict[str, str | int]:
        fields: dict[str, str | int] = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": self._clean(record.getMessage()),
        }
        if record.exc_info:
            fields["trace"] = self._clean(self.formatException(record.exc_info))
        return fields

    def _clean(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, _HIDDEN)
        return _TOKEN.sub(_HIDDEN, text)


def set_up_logging(level: str, form: LogFormat = LogFormat.TEXT, secrets: tuple[str, ...] = ()) -> None:
    """Log to standard error."""
    handler = logging.StreamHandler()
    handler.setFormatter(Lines(form, secrets))
    logging.basicConfig(level=level, handlers=[handler])
    for name in QUIET:
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLogger().level))


@dataclass(frozen=True, slots=True)
class Fault:
    """When something went wrong, and where; what it was stands in the log."""

    at: datetime
    logger: str


class Faults(logging.Handler):
    """Remembers the last errors that were logged, and tells of each."""

    def __init__(self, clock: Clock, tell: Callable[[str], None]) -> None:
        super().__init__(logging.ERROR)
        self._clock = clock
        self._tell = tell
        self.last: deque[Fault] = deque(maxlen=MOST_ERRORS)

    def emit(self, record: logging.LogRecord) -> None:
        """Note an error."""
        self.last.append(Fault(self._clock.now(), record.name))
        self._tell(record.name)

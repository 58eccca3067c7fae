"""Entities: what parts of a text mean. Offsets and lengths count UTF-16 units, as the Bot API does."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

_TIME_FORMAT = re.compile(r"r|w?[dD]?[tT]?")
_DOMAIN = re.compile(r"[^\s/]+\.[^\s/.]{2,}(/\S*)?")

_ORDER = (
    "blockquote",
    "expandable_blockquote",
    "text_link",
    "text_mention",
    "date_time",
    "bold",
    "italic",
    "underline",
    "strikethrough",
    "spoiler",
)


class MarkupError(ValueError):
    """Markup that Telegram does not parse; the message is Telegram's."""


@dataclass(slots=True)
class Entity:
    """A part of a text with a meaning, as in the Bot API."""

    type: str
    offset: int
    length: int
    extra: dict[str, Any] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The entity as the Bot API sends it."""
        return {"type": self.type, "offset": self.offset, "length": self.length, **self.extra}


def utf16(text: str) -> int:
    """The length of a text in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def trimmed(text: str, entities: list[Entity]) -> tuple[str, list[Entity]]:
    """A text without white space around it; entities move and shrink with it, empty ones go."""
    kept = text.strip()
    skipped = utf16(text[: len(text) - len(text.lstrip())])
    length = utf16(kept)
    found = []
    for entity in entities:
        start = max(0, entity.offset - skipped)
        end = min(length, entity.offset + entity.length - skipped)
        if end > start:
            found.append(Entity(entity.type, start, end - start, entity.extra))
    return kept, sorted(found, key=lambda entity: (entity.offset, -entity.length, _rank(entity)))


def _rank(entity: Entity) -> int:
    """Of entities of the same part the order does not depend on how their marks were nested."""
    return _ORDER.index(entity.type) if entity.type in _ORDER else len(_ORDER)


def link(url: str, shown: str) -> dict[str, Any] | None:
    """What a link of markup adds to a ``text_link``; ``None`` if Telegram shows plain text instead."""
    target = url or shown
    parts = urlsplit(target)
    if parts.scheme in ("http", "https", "tg", "ton") and (parts.netloc or parts.path):
        return {"url": target}
    return {"url": f"http://{target}"} if _DOMAIN.fullmatch(target) else None


def moment(unix: str, pattern: str) -> dict[str, Any]:
    """What a ``date_time`` entity carries. Raises :class:`MarkupError` for what is no moment or format."""
    if not re.fullmatch(r"-?\d{1,15}", unix):
        raise MarkupError("can't parse entities: invalid unix time specified")
    if not _TIME_FORMAT.fullmatch(pattern):
        raise MarkupError("can't parse entities: invalid date-time format specified")
    extra: dict[str, Any] = {"unix_time": int(unix)}
    if pattern:
        extra["date_time_format"] = pattern
    return extra


def moment_of_url(url: str) -> dict[str, Any] | None:
    """What ``tg://time?unix=…&format=…`` says; ``None`` if it is no such link."""
    parts = urlsplit(url)
    if parts.scheme != "tg" or parts.netloc != "time":
        return None
    query = parse_qs(parts.query)
    return moment(query.get("unix", [""])[0], query.get("format", [""])[0])


_RENDER = {
    "bold": ("<b>", "</b>"),
    "italic": ("<i>", "</i>"),
    "underline": ("<u>", "</u>"),
    "strikethrough": ("<s>", "</s>"),
    "code": ("<code>", "</code>"),
    "pre": ("<pre>", "</pre>"),
    "spoiler": ('<span class="spoiler">', "</span>"),
    "blockquote": ("<blockquote>", "</blockquote>"),
    "expandable_blockquote": ("<blockquote expandable>", "</blockquote>"),
}


def render_html(text: str, entities: list[Entity]) -> str:
    """Safe HTML of a text with entities, for the page."""
    units = text.encode("utf-16-le")
    marks: list[tuple[int, int, str]] = []
    for order, entity in enumerate(entities):
        start, end = _tags(entity)
        marks.append((entity.offset, 1000 + order, start))
        marks.append((entity.offset + entity.length, 500 - order, end))
    parts: list[str] = []
    position = 0
    for offset, _, tag in sorted(marks):
        parts.append(html.escape(units[position * 2 : offset * 2].decode("utf-16-le"), quote=False))
        parts.append(tag)
        position = offset
    parts.append(html.escape(units[position * 2 :].decode("utf-16-le"), quote=False))
    return "".join(parts)


def _tags(entity: Entity) -> tuple[str, str]:
    if entity.type == "text_link":
        return f'<a href="{html.escape(entity.extra["url"])}">', "</a>"
    if entity.type == "text_mention":
        return f'<a href="tg://user?id={int(entity.extra["user"]["id"])}">', "</a>"
    if entity.type == "date_time":
        form = html.escape(str(entity.extra.get("date_time_format", "")))
        return f'<time data-unix="{int(entity.extra["unix_time"])}" data-format="{form}">', "</time>"
    return _RENDER.get(entity.type, ("", ""))


_COMMAND = re.compile(r"(?<![\w/])/([a-zA-Z0-9_]{1,32})(@[a-zA-Z0-9_]{3,32})?(?![\w/])")


def command_entities(text: str) -> list[Entity]:
    """The commands in what a person has written."""
    return [
        Entity("bot_command", utf16(text[: match.start()]), utf16(match.group()))
        for match in _COMMAND.finditer(text)
    ]

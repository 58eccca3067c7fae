"""HTML as Telegram reads it: into text and entities, and back for the page.

Offsets and lengths count UTF-16 units, as the Bot API does.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

_SIMPLE = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "code": "code",
    "pre": "pre",
    "tg-spoiler": "spoiler",
}
_TAGS = {*_SIMPLE, "a", "blockquote", "tg-time"}
_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot);)[a-zA-Z]{1,10};")


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


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.text = ""
        self.entities: list[Entity] = []
        self._open: list[tuple[str, Entity]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in _TAGS:
            raise MarkupError(f'can\'t parse entities: Unsupported start tag "{tag}" at byte offset 0')
        self._open.append((tag, _entity(tag, dict(attrs), utf16(self.text))))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        raise MarkupError(f'can\'t parse entities: Unsupported start tag "{tag}/" at byte offset 0')

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            raise MarkupError(f"can't parse entities: Unexpected end tag at byte offset 0: {tag}")
        _, entity = self._open.pop()
        entity.length = utf16(self.text) - entity.offset
        if entity.length:
            self.entities.append(entity)

    def handle_data(self, data: str) -> None:
        self.text += data

    def handle_comment(self, data: str) -> None:
        raise MarkupError('can\'t parse entities: Unsupported start tag "!" at byte offset 0')

    def finish(self) -> None:
        """Everything that was opened is closed."""
        self.close()
        if self._open:
            tag = self._open[-1][0]
            raise MarkupError(
                f"can't parse entities: Can't find end tag corresponding to start tag \"{tag}\""
            )


def _entity(tag: str, attributes: dict[str, str | None], offset: int) -> Entity:
    if tag == "a":
        return Entity("text_link", offset, 0, {"url": attributes.get("href") or ""})
    if tag == "blockquote":
        return Entity("expandable_blockquote" if "expandable" in attributes else "blockquote", offset, 0)
    if tag == "tg-time":
        unix = attributes.get("unix") or ""
        if not unix.lstrip("-").isdigit():
            raise MarkupError("can't parse entities: Invalid date specified in tg-time")
        extra: dict[str, Any] = {"unix_time": int(unix)}
        if attributes.get("format"):
            extra["date_time_format"] = attributes["format"]
        return Entity("date_time", offset, 0, extra)
    return Entity(_SIMPLE[tag], offset, 0)


def parse_html(markup: str) -> tuple[str, list[Entity]]:
    """The text and the entities of HTML. Raises :class:`MarkupError` as Telegram refuses."""
    if _ENTITY.search(markup):
        raise MarkupError("can't parse entities: Unsupported HTML entity")
    if re.search(r"<(?![a-zA-Z/!])", markup):
        raise MarkupError('can\'t parse entities: Unsupported start tag "" at byte offset 0')
    parser = _Parser()
    parser.feed(markup)
    parser.finish()
    leading = len(parser.text) - len(parser.text.lstrip())
    text = parser.text.strip()
    skipped = utf16(parser.text[:leading])
    for entity in parser.entities:
        entity.offset = max(0, entity.offset - skipped)
        entity.length = min(entity.length, utf16(text) - entity.offset)
    kept = [entity for entity in parser.entities if entity.length > 0]
    return text, sorted(kept, key=lambda entity: (entity.offset, -entity.length))


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
    "bot_command": ("", ""),
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
    if entity.type == "date_time":
        form = html.escape(str(entity.extra.get("date_time_format", "")))
        return f'<time data-unix="{entity.extra["unix_time"]}" data-format="{form}">', "</time>"
    return _RENDER.get(entity.type, ("", ""))


_COMMAND = re.compile(r"(?<![\w/])/([a-zA-Z0-9_]{1,32})(@[a-zA-Z0-9_]{3,32})?(?![\w/])")


def command_entities(text: str) -> list[Entity]:
    """The commands in what a person has written."""
    return [
        Entity("bot_command", utf16(text[: match.start()]), utf16(match.group()))
        for match in _COMMAND.finditer(text)
    ]

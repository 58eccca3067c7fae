"""HTML as Telegram reads it: few tags, strictly nested, four named characters."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.sandbox.entities import Entity, MarkupError, link, moment, trimmed, utf16

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
_TAGS = {*_SIMPLE, "a", "blockquote", "span", "tg-time"}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_CHARACTER = re.compile(r"&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(lt|gt|amp|quot)(?![a-zA-Z]));?")
_NAME = re.compile(r"[^\s>]*")
_ATTRIBUTE = re.compile(r"""\s+([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?""")
_END = re.compile(r"\s*>")


@dataclass(slots=True)
class _Open:
    """A tag that is not closed yet."""

    tag: str
    attributes: dict[str, str]
    offset: int
    start: int
    """Where its content begins in the text."""


class _Reader:
    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.position = 0
        self.text = ""
        self.entities: list[Entity] = []
        self.open: list[_Open] = []

    def read(self) -> tuple[str, list[Entity]]:
        while self.position < len(self.markup):
            character = self.markup[self.position]
            if character == "&":
                self._character()
            elif character != "<":
                self.text += character
                self.position += 1
            elif self.markup.startswith("</", self.position):
                self._end_tag()
            else:
                self._start_tag()
        if self.open:
            tag = self.open[-1].tag
            raise MarkupError(
                f"can't parse entities: Can't find end tag corresponding to start tag \"{tag}\""
            )
        return trimmed(self.text, self.entities)

    def _refuse(self, what: str, position: int, more: str = "") -> MarkupError:
        at = len(self.markup[:position].encode())
        return MarkupError(f"can't parse entities: {what} at byte offset {at}{more}")

    def _character(self) -> None:
        match = _CHARACTER.match(self.markup, self.position)
        if match is None:  # what Telegram does not know as a character's name stays as it was written
            self.text += "&"
            self.position += 1
        else:
            self.text += _decoded(match)
            self.position = match.end()

    def _start_tag(self) -> None:
        begin = self.position
        name = _NAME.match(self.markup, begin + 1)
        assert name is not None
        tag = name.group().lower()
        if name.end() == len(self.markup):
            raise self._refuse("Unclosed start tag", begin)
        if tag not in _TAGS:
            raise self._refuse(f'Unsupported start tag "{tag}"', begin)
        attributes: dict[str, str] = {}
        position = name.end()
        while (found := _ATTRIBUTE.match(self.markup, position)) is not None:
            attributes[found[1].lower()] = _plain(found[2] or found[3] or found[4] or "")
            position = found.end()
        end = _END.match(self.markup, position)
        if end is None:
            raise self._refuse("Unclosed start tag", begin)
        if tag == "span" and attributes.get("class") != "tg-spoiler":
            raise self._refuse('Tag "span" must have class "tg-spoiler"', begin)
        self.open.append(_Open(tag, attributes, utf16(self.text), len(self.text)))
        self.position = end.end()

    def _end_tag(self) -> None:
        begin = self.position
        if not self.open:
            raise self._refuse("Unexpected end tag", begin)
        name = _NAME.match(self.markup, begin + 2)
        assert name is not None
        end = _END.match(self.markup, name.end())
        if end is None:
            raise self._refuse("Unclosed end tag", begin)
        opened = self.open[-1]
        tag = name.group().lower()
        if tag and tag != opened.tag:
            more = f', expected "</{opened.tag}>", found "</{tag}>"'
            raise self._refuse("Unmatched end tag", begin, more)
        self.open.pop()
        self._close(opened)
        self.position = end.end()

    def _close(self, opened: _Open) -> None:
        length = utf16(self.text) - opened.offset
        if not length:
            return
        entity = _entity(opened, self.text[opened.start :])
        if entity is None:
            return
        entity.length = length
        if entity.type == "pre" and self.entities:
            inner = self.entities[-1]
            if (inner.type, inner.offset, inner.length) == ("code", entity.offset, length):
                entity.extra = inner.extra
                self.entities.pop()
        if entity.type == "code" and not (self.open and self.open[-1].tag == "pre"):
            entity.extra = {}
        self.entities.append(entity)


def _entity(opened: _Open, shown: str) -> Entity | None:
    attributes, offset = opened.attributes, opened.offset
    if opened.tag == "a":
        extra = link(attributes.get("href", ""), shown)
        return None if extra is None else Entity("text_link", offset, 0, extra)
    if opened.tag == "blockquote":
        kind = "expandable_blockquote" if "expandable" in attributes else "blockquote"
        return Entity(kind, offset, 0)
    if opened.tag == "tg-time":
        extra = moment(attributes.get("unix", ""), attributes.get("format", ""))
        return Entity("date_time", offset, 0, extra)
    if opened.tag == "span":
        return Entity("spoiler", offset, 0)
    language = attributes.get("class", "").removeprefix("language-") if opened.tag == "code" else ""
    return Entity(_SIMPLE[opened.tag], offset, 0, {"language": language} if language else {})


def _decoded(match: re.Match[str]) -> str:
    if match[3]:
        return _NAMED[match[3]]
    code = int(match[1]) if match[1] else int(match[2], 16)
    valid = 0 < code < 0x110000 and not 0xD800 <= code < 0xE000
    return chr(code) if valid else match.group()


def _plain(value: str) -> str:
    return _CHARACTER.sub(_decoded, value)


def parse_html(markup: str) -> tuple[str, list[Entity]]:
    """The text and the entities of HTML. Raises :class:`MarkupError` as Telegram refuses."""
    return _Reader(markup).read()

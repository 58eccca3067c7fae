"""MarkdownV2 as Telegram reads it: every reserved character means something or is escaped."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from bot.sandbox.entities import Entity, MarkupError, link, moment_of_url, trimmed, utf16

_RESERVED = frozenset("_*[]()~`>#+-=|{}.!\n")
_MARKS = (
    ("```", "pre"),
    ("`", "code"),
    ("__", "underline"),
    ("_", "italic"),
    ("*", "bold"),
    ("~", "strikethrough"),
    ("||", "spoiler"),
    ("![", "custom_emoji"),
    ("[", "text_link"),
)
"""What begins an entity; of two that fit the longer comes first."""

_ENDS = {kind: mark for mark, kind in _MARKS} | {"custom_emoji": "]", "text_link": "]"}
_NAMES = {"pre": "PreCode", "text_link": "TextUrl", "custom_emoji": "CustomEmoji"}


@dataclass(slots=True)
class _Open:
    kind: str
    offset: int
    begin: int
    """Where it begins in the markup."""
    start: int
    """Where its content begins in the text."""
    extra: dict[str, Any] = field(default_factory=dict)


class _Reader:
    def __init__(self, markup: str) -> None:
        self.markup = markup
        self.position = 0
        self.text = ""
        self.entities: list[Entity] = []
        self.open: list[_Open] = []

    def read(self) -> tuple[str, list[Entity]]:
        while self.position < len(self.markup):
            self._step(self.markup[self.position])
        if self.open and self.open[-1].kind == "blockquote":
            self._close("blockquote")
        if self.open:
            raise self._unfinished(self.open[-1])
        return trimmed(self.text, self.entities)

    def _step(self, character: str) -> None:
        following = self.markup[self.position + 1 : self.position + 2]
        if character == "\\" and following and ord(following) < 127:
            self.text += following
            self.position += 2
            return
        verbatim = bool(self.open) and self.open[-1].kind in ("pre", "code")
        if character not in ("`" if verbatim else _RESERVED):
            self.text += character
            self.position += 1
        elif not self._ends():
            self._begins(character)

    def _ends(self) -> bool:
        if not self.open:
            return False
        kind = self.open[-1].kind
        if kind == "blockquote":
            return self._ends_quote()
        mark = _ENDS[kind]
        # A double underscore is never the end of a single one: it begins or ends an underline.
        if not self._at(mark) or (mark == "_" and self._at("__")):
            return False
        self.position += len(mark)
        if mark == "]":
            self._close_link(kind)
        else:
            self._close(kind)
        return True

    def _ends_quote(self) -> bool:
        if self._at("||") and self.markup[self.position + 2 : self.position + 3] in ("", "\n"):
            self.position += 2
            self._close("expandable_blockquote")
            return True
        if self._at("\n") and not self._at("\n>"):
            self._close("blockquote")
            return True
        return False

    def _begins(self, character: str) -> None:
        quoted = any(item.kind == "blockquote" for item in self.open)
        if character == "\n":
            if quoted and not self._at("\n>"):
                raise self._unfinished(self.open[-1])
            self.text += "\n"
            self.position += 2 if quoted else 1
            return
        if character == ">" and not quoted and (not self.text or self.text.endswith("\n")):
            self._push("blockquote", 1)
            return
        for mark, kind in _MARKS:
            if self._at(mark) and not (mark == "`" and self.open and self.open[-1].kind == "pre"):
                self._push(kind, len(mark))
                return
        if self.open and self.open[-1].kind == "pre":
            self.text += character
            self.position += 1
            return
        raise MarkupError(
            f"can't parse entities: Character '{character}' is reserved and must be escaped "
            "with the preceding '\\'"
        )

    def _push(self, kind: str, width: int) -> None:
        opened = _Open(kind, utf16(self.text), self.position, len(self.text))
        self.open.append(opened)
        self.position += width
        if kind == "pre":
            line, newline, _ = self.markup[self.position :].partition("\n")
            if newline and not (set(line) & set(" `")):
                opened.extra = {"language": line} if line else {}
                self.position += len(line) + 1

    def _close_link(self, kind: str) -> None:
        shown = self.text[self.open[-1].start :]
        url = self._url()
        if kind == "text_link":
            self._close(kind, link(url, shown))
            return
        extra = moment_of_url(url)
        if extra is None:
            raise MarkupError("can't parse entities: Custom emoji entity must contain a tg://emoji URL")
        self._close("date_time", extra)

    def _url(self) -> str:
        if not self._at("("):
            return ""
        begin = self.position
        self.position += 1
        url = ""
        while self.position < len(self.markup):
            character = self.markup[self.position]
            if character == ")":
                self.position += 1
                return url
            if character == "\\" and self.position + 1 < len(self.markup):
                self.position += 1
                character = self.markup[self.position]
            url += character
            self.position += 1
        at = len(self.markup[:begin].encode())
        raise MarkupError(f"can't parse entities: Can't find end of a URL at byte offset {at}")

    def _close(self, kind: str, extra: dict[str, Any] | None = None) -> None:
        opened = self.open.pop()
        length = utf16(self.text) - opened.offset
        dropped = kind == "text_link" and extra is None
        if length and not dropped:
            self.entities.append(Entity(kind, opened.offset, length, extra or opened.extra))

    def _at(self, mark: str) -> bool:
        return self.markup.startswith(mark, self.position)

    def _unfinished(self, opened: _Open) -> MarkupError:
        name = _NAMES.get(opened.kind, opened.kind.capitalize())
        at = len(self.markup[: opened.begin].encode())
        return MarkupError(f"can't parse entities: Can't find end of {name} entity at byte offset {at}")


def parse_markdown(markup: str) -> tuple[str, list[Entity]]:
    """The text and the entities of MarkdownV2. Raises :class:`MarkupError` as Telegram refuses."""
    return _Reader(markup).read()

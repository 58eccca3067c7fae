"""The files that the bot has uploaded."""

from __future__ import annotations

from dataclasses import dataclass, field

KEPT = 500
"""How many files are kept; the oldest go first."""

_KINDS = ((b"\x89PNG", "image/png"), (b"\xff\xd8", "image/jpeg"), (b"GIF8", "image/gif"))


@dataclass(frozen=True, slots=True)
class File:
    """An uploaded file."""

    id: str
    name: str
    content: bytes

    @property
    def content_type(self) -> str:
        """What its first bytes say it is."""
        is_webp = self.content[:4] == b"RIFF" and self.content[8:12] == b"WEBP"
        known = (kind for start, kind in _KINDS if self.content.startswith(start))
        return "image/webp" if is_webp else next(known, "application/octet-stream")

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of a PNG picture; of others 1 and 1, which the Bot API's types need."""
        if self.content_type != "image/png" or len(self.content) < 24:
            return 1, 1
        width, height = self.content[16:20], self.content[20:24]
        return int.from_bytes(width, "big"), int.from_bytes(height, "big")


@dataclass(slots=True)
class Files:
    """The newest files by their ids."""

    last: int = 0
    _files: dict[str, File] = field(default_factory=dict)

    def add(self, name: str, content: bytes) -> File:
        """Keep a file under a new id."""
        self.last += 1
        return self.put(File(f"file{self.last}", name, content))

    def put(self, file: File) -> File:
        """Keep a file under the id that it has."""
        self._files[file.id] = file
        while len(self._files) > KEPT:
            del self._files[next(iter(self._files))]
        return file

    def get(self, file_id: str) -> File | None:
        """The file of an id, if it is kept."""
        return self._files.get(file_id)

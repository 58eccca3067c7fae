"""Keeps the sandbox's state in a file, so that a restarted sandbox still shows its conversations.

Files that the bot has sent lie beside it, in a folder of the same name with ``.files``.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path

from bot.sandbox.entities import Entity
from bot.sandbox.files import File
from bot.sandbox.model import BOT_ID, Chat, Message, User
from bot.sandbox.params import Json
from bot.sandbox.world import World

PAUSE = 0.5
FORMAT = 1

_COUNTERS = ("next_update", "last_user", "last_group", "last_query")


class StateError(Exception):
    """A file that holds no state of this sandbox."""


def to_json(world: World) -> Json:
    """What is kept."""
    return {
        "format": FORMAT,
        "users": [asdict(user) for user in world.users.values() if user.id != BOT_ID],
        "chats": [asdict(chat) for chat in world.chats.values()],
        "updates": list(world.updates),
        "last_file": world.files.last,
        "file_names": {file_id: file.name for file_id in _shown(world) if (file := world.files.get(file_id))},
        **{name: getattr(world, name) for name in _COUNTERS},
    }


def from_json(world: World, saved: Json) -> None:
    """Bring a saved state back. Raises :class:`StateError` for what is none."""
    if saved.get("format") != FORMAT:
        raise StateError("the file holds no state of this version of the sandbox")
    for user in saved["users"]:
        world.users[user["id"]] = User(**user)
    for chat in saved["chats"]:
        messages = {int(key): _message(message) for key, message in chat.pop("messages").items()}
        members = {int(key): status for key, status in chat.pop("members").items()}
        topics = {int(key): name for key, name in chat.pop("topics").items()}
        world.chats[chat["id"]] = Chat(**chat, messages=messages, members=members, topics=topics)
        world.touch(chat["id"])
    world.updates.extend(saved["updates"])
    world.files.last = saved["last_file"]
    for name in _COUNTERS:
        setattr(world, name, saved[name])


def _message(saved: Json) -> Message:
    entities = [Entity(**entity) for entity in saved.pop("entities")]
    return Message(**saved, entities=entities)


async def keep(world: World, path: Path) -> None:
    """Write the state to a file after each change, at most twice a second, for ever."""
    written = None
    while True:
        mark = (world.version, world.next_update, len(world.updates))
        if mark != written:
            written = mark
            write(world, path)
        await asyncio.sleep(PAUSE)


def write(world: World, path: Path) -> None:
    """Write the state at once; a crash leaves the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    _write_files(world, _folder(path))
    draft = path.with_name(f"{path.name}.new")
    draft.write_text(json.dumps(to_json(world), ensure_ascii=False), encoding="utf-8")
    draft.replace(path)


def load(world: World, path: Path) -> None:
    """Bring the state of a file back, if there is one. Raises :class:`StateError` if it holds none."""
    if not path.exists():
        return
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise StateError(f"{path} holds no JSON") from None
    if not isinstance(saved, dict):
        raise StateError(f"{path} holds no state")
    from_json(world, saved)
    for chat in world.chats.values():
        for message in chat.messages.values():
            _load_files(world, message, _folder(path), saved.get("file_names", {}))


def _folder(path: Path) -> Path:
    return path.with_name(f"{path.name}.files")


def _shown(world: World) -> set[str]:
    """The ids of the files that messages show."""
    return {
        file_id
        for chat in world.chats.values()
        for message in chat.messages.values()
        for file_id in message.media.values()
    }


def _write_files(world: World, folder: Path) -> None:
    """Write what messages show and is not there yet, and remove what none shows any more."""
    shown = _shown(world)
    there = {path.stem: path for path in folder.iterdir()} if folder.exists() else {}
    for file_id in shown - set(there):
        file = world.files.get(file_id)
        if file is not None:
            folder.mkdir(exist_ok=True)
            (folder / f"{file_id}.bin").write_bytes(file.content)
    for file_id in set(there) - shown:
        there[file_id].unlink()


def _load_files(world: World, message: Message, folder: Path, names: dict[str, str]) -> None:
    for file_id in message.media.values():
        path = folder / f"{file_id}.bin"
        if path.exists():
            name = names.get(str(file_id)) or str(file_id)
            world.files.put(File(file_id, name, path.read_bytes()))

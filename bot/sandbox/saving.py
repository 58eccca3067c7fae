"""Keeps the sandbox's state in a file, so that a restarted sandbox still shows its conversations."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict
from pathlib import Path

from bot.sandbox.entities import Entity
from bot.sandbox.world import BOT_ID, Chat, Json, Message, User, World

PAUSE = 0.5


def to_json(world: World) -> Json:
    """What is kept."""
    return {
        "users": [asdict(user) for user in world.users.values() if user.id != BOT_ID],
        "chats": [asdict(chat) for chat in world.chats.values()],
        "updates": list(world.updates),
        "next_update": world.next_update,
        "next_user": max(world.users) + 1 if len(world.users) > 1 else 1001,
        "next_query": max((int(key) for key in world.queries), default=7_000_000) + 1,
    }


def from_json(world: World, saved: Json) -> None:
    """Bring a saved state back."""
    for user in saved["users"]:
        world.users[user["id"]] = User(**user)
    for chat in saved["chats"]:
        messages = {int(key): _message(message) for key, message in chat.pop("messages").items()}
        members = {int(key): status for key, status in chat.pop("members").items()}
        topics = {int(key): name for key, name in chat.pop("topics").items()}
        world.chats[chat["id"]] = Chat(**chat, messages=messages, members=members, topics=topics)
        world.touch(chat["id"])
    world.updates.extend(saved["updates"])
    world.next_update = saved["next_update"]
    world.continue_ids(saved["next_user"], len(saved["chats"]) + 1, saved["next_query"])


def _message(saved: Json) -> Message:
    entities = [Entity(**entity) for entity in saved.pop("entities")]
    return Message(**saved, entities=entities)


async def keep(world: World, file: Path) -> None:
    """Write the state to a file after each change, at most twice a second, for ever."""
    written = -1
    while True:
        if world.version + world.next_update != written:
            written = world.version + world.next_update
            write(world, file)
        await asyncio.sleep(PAUSE)


def write(world: World, file: Path) -> None:
    """Write the state at once; a crash leaves the old file or the new one."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".tmp")
    draft.write_text(json.dumps(to_json(world), ensure_ascii=False))
    draft.replace(file)


def load(world: World, file: Path) -> None:
    """Bring the state of a file back, if there is one."""
    if file.exists():
        from_json(world, json.loads(file.read_text()))

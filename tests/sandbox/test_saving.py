"""A sandbox that is started anew still shows its conversations, and goes on counting."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.sandbox import saving
from bot.sandbox.client import SandboxClient
from bot.sandbox.saving import StateError
from bot.sandbox.server import Sandbox
from bot.sandbox.world import World
from tests.sandbox.conftest import START, Api, Place, button, keyboard, png
from tests.sandbox.test_refusals import send_document, send_photo


@asynccontextmanager
async def running(state: Path) -> AsyncIterator[Place]:
    sandbox = Sandbox(manual_clock=START, state=state, scene=True)
    await sandbox.start()
    api = Api(sandbox.url)
    async with SandboxClient(sandbox.url) as client, api.session:
        scene = await client.friends()
        users = [user["id"] for user in scene["users"]]
        yield Place(sandbox, client, api, scene["group"], users)
    await sandbox.stop()


async def test_conversations_outlive_a_restart(tmp_path: Path) -> None:
    state = tmp_path / "folder" / "state.json"
    async with running(state) as place:
        await place.client.say(place.me, place.me, "/start")
        forum = await place.client.add_chat("f", [place.me], type="supergroup", is_forum=True)
        topic = await place.client.add_topic(forum["id"], "够级")
        markup = keyboard([button(style="danger", callback_data="x")])
        text = {"text": "😀<b>牌</b>", "parse_mode": "HTML"}
        await place.api(
            "sendMessage", chat_id=forum["id"], message_thread_id=topic, reply_markup=markup, **text
        )
        await send_document(place, place.me)
        await send_photo(place, place.me)
        before = await place.client.state()
        updates = (await place.api("getUpdates")).result
    async with running(state) as place:
        after = await place.client.state()
        assert after["users"] == before["users"]
        assert after["chats"] == before["chats"]
        assert (await place.api("getUpdates")).result == updates
        photo = (await place.client.messages(place.me))[-1]["photo"]
        async with place.api.session.get(f"{place.client.url}{photo}") as response:
            assert (await response.read(), response.content_type) == (png(), "image/png")
        # New things get new numbers.
        assert (await place.client.add_user("Ann"))["id"] not in [u["id"] for u in before["users"]]
        assert (await place.client.add_chat("g", []))["id"] not in [c["id"] for c in before["chats"]]
        assert (await place.api("getUpdates")).result[-1]["update_id"] == updates[-1]["update_id"] + 1


async def test_files_of_messages_that_are_gone_are_removed(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    async with running(state) as place:
        await place.client.say(place.me, place.me, "/start")
        message = (await send_photo(place, place.me)).result["message_id"]
        saving.write(place.sandbox.world, state)
        assert len(list((tmp_path / "state.json.files").iterdir())) == 1
        await place.api("deleteMessage", chat_id=place.me, message_id=message)
    assert list((tmp_path / "state.json.files").iterdir()) == []


async def test_the_state_is_written_while_it_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    written: asyncio.Queue[str] = asyncio.Queue()
    write = saving.write

    def told(world: World, path: Path) -> None:
        write(world, path)
        written.put_nowait(path.read_text(encoding="utf-8"))

    monkeypatch.setattr(saving, "PAUSE", 0)
    monkeypatch.setattr(saving, "write", told)
    async with running(tmp_path / "state.json") as place:
        await written.get()
        await place.client.say(place.me, place.me, "hello again")
        while "hello again" not in await written.get():
            pass


@pytest.mark.parametrize("text", ["", "[]", "{}", json.dumps({"format": 0})])
async def test_what_is_no_state(tmp_path: Path, text: str) -> None:
    state = tmp_path / "state.json"
    state.write_text(text)
    with pytest.raises(StateError):
        await Sandbox(state=state).start()

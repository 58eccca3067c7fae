"""The server itself: the loopback interface only, the page, alone in a process of its own."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import aiohttp
import pytest

from bot.sandbox.client import SandboxClient
from bot.sandbox.server import HOST
from tests.sandbox.conftest import START, Api, Place


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Host": "localhost:8088"}, 200),
        ({"Host": "[::1]:8088"}, 200),
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example:80"}, 403),
        ({"Host": "[x"}, 403),
        ({"Origin": "http://localhost:8088"}, 200),
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "null"}, 403),
    ],
)
async def test_only_this_machine_is_answered(place: Place, headers: dict[str, str], status: int) -> None:
    for path in ("/", "/sandbox/state", "/static/app.js"):
        async with place.api.session.get(f"{place.client.url}{path}", headers=headers) as response:
            assert response.status == status, path
    assert place.client.url.startswith(f"http://{HOST}:")


async def test_files_outside_the_page_are_not_served(place: Place) -> None:
    url = f"{place.client.url}/static/%2e%2e/server.py"
    async with place.api.session.get(url) as response:
        assert response.status in (403, 404)


async def test_methods_by_get(place: Place) -> None:
    url = f"{place.api.url}/bot{place.sandbox.world.token}/sendMessage"
    async with place.api.session.get(url, params={"chat_id": place.me, "text": "hi"}) as response:
        assert (await response.json())["result"]["text"] == "hi"


async def test_methods_by_form(place: Place) -> None:
    url = f"{place.api.url}/bot{place.sandbox.world.token}/sendMessage"
    async with place.api.session.post(url, data={"chat_id": place.me, "text": "hi"}) as response:
        assert (await response.json())["result"]["text"] == "hi"


async def test_calls_are_numbered(place: Place) -> None:
    await asyncio.gather(*(place.api("getChat", chat_id=place.group) for _ in range(20)))
    calls = await place.client.calls()
    assert [call["n"] for call in calls] == list(range(1, 21))
    assert calls[0]["params"] == {"chat_id": place.group}
    assert len(await place.client.calls(since=15)) == 5


async def test_alone_in_a_process(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    command = [sys.executable, "-m", "bot.sandbox", "--port", "0", "--token", "5:x"]
    process = await asyncio.create_subprocess_exec(
        *command, "--state", str(state), "--manual-clock", str(START), stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout is not None
    url = (await process.stdout.readline()).decode().split()[1]
    try:
        api = Api(url)
        async with SandboxClient(url) as client, api.session:
            assert await client.now() == START
            assert len((await client.friends())["users"]) == 6
            assert (await api.as_bot("5:x", "getMe", {})).result["is_bot"] is True
    finally:
        process.terminate()
        await process.wait()


async def test_a_state_that_is_none_is_said(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    state.write_text("{")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot.sandbox", "--port", "0", "--state", str(state)),
        stderr=asyncio.subprocess.PIPE,
    )
    _, error = await process.communicate()
    assert process.returncode == 1
    assert error.decode().startswith("The sandbox does not start: ")


async def test_a_stopped_sandbox_answers_no_more(place: Place) -> None:
    poll = asyncio.create_task(place.api("getUpdates", timeout=50))
    await place.client.state()
    await place.sandbox.stop()
    with pytest.raises(aiohttp.ClientError):
        await poll

"""A client of the sandbox's user side, for tests and benchmarks."""

from __future__ import annotations

from typing import Any

import aiohttp

Json = dict[str, Any]


class SandboxError(Exception):
    """The sandbox refused something."""


class SandboxClient:
    """What people do in the sandbox; to be closed with :meth:`close`."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._session = aiohttp.ClientSession()

    async def close(self) -> None:
        """Close the connections."""
        await self._session.close()

    async def _request(self, method: str, path: str, body: Json | None = None) -> Any:
        async with self._session.request(method, f"{self.url}/sandbox{path}", json=body) as response:
            if response.status != 200:
                raise SandboxError(f"{method} {path}: {response.status} {await response.text()}")
            return await response.json()

    async def friends(self) -> Json:
        """The scene: ``group`` and the six ``users``."""
        found: Json = await self._request("GET", "/friends")
        return found

    async def state(self) -> Json:
        """Everything."""
        found: Json = await self._request("GET", "/state")
        return found

    async def chat(self, chat: int) -> Json:
        """One chat with its messages."""
        found: Json = await self._request("GET", f"/chats/{chat}")
        return found

    async def add_user(self, first_name: str, **more: str) -> Json:
        """A new person."""
        found: Json = await self._request("POST", "/users", {"first_name": first_name, **more})
        return found

    async def add_chat(self, title: str, members: list[int], **more: Any) -> Json:
        """A new group."""
        body = {"title": title, "members": members, **more}
        found: Json = await self._request("POST", "/chats", body)
        return found

    async def say(self, chat: int, user: int, text: str, **more: Any) -> Json:
        """A person writes."""
        body = {"from": user, "text": text, **more}
        found: Json = await self._request("POST", f"/chats/{chat}/messages", body)
        return found

    async def tap(self, user: int, chat: int, message_id: int, data: str, **more: Any) -> Json | None:
        """A person presses a button; the answer: text, show_alert, url."""
        body = {"user": user, "chat": chat, "message_id": message_id, "data": data, **more}
        found: Json = await self._request("POST", "/tap", body)
        answer: Json | None = found["answer"]
        return answer

    async def open(self, user: int, url: str) -> None:
        """A person opens a link to the bot."""
        await self._request("POST", "/open", {"user": user, "url": url})

    async def post(self, path: str, **body: Any) -> Any:
        """Anything else."""
        return await self._request("POST", path, body)

    async def settle(self) -> float:
        """Wait until the bot is at rest; what time it is."""
        return float((await self._request("POST", "/settle", {}))["now"])

    async def step(self, most: float = 60) -> float:
        """Let the bot rest, then move its clock to its next moment; what time it is then."""
        return float((await self._request("POST", "/clock/step", {"max": most}))["now"])

    async def calls(self, since: int = 0) -> list[Json]:
        """The bot's calls."""
        found: list[Json] = await self._request("GET", f"/calls?since={since}")
        return found

    async def refusals(self) -> list[Json]:
        """The bot's calls that were refused."""
        found: list[Json] = await self._request("GET", "/refusals")
        return found

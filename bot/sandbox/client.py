"""A client of the sandbox's user side, for tests and benchmarks."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import aiohttp

Json = dict[str, Any]


class SandboxError(Exception):
    """The sandbox refused something."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


class SandboxClient:
    """What people do in the sandbox; to be closed with :meth:`close`, or used in ``async with``.

    All of it raises :class:`SandboxError` for what the sandbox refuses.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._session = aiohttp.ClientSession()

    async def close(self) -> None:
        """Close the connections."""
        await self._session.close()

    async def __aenter__(self) -> SandboxClient:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def _request(self, method: str, path: str, body: Json | None = None) -> Any:
        async with self._session.request(method, f"{self.url}/sandbox{path}", json=body) as response:
            if response.status != 200:
                text = f"{method} {path}: {response.status} {await response.text()}"
                raise SandboxError(response.status, text)
            return await response.json()

    async def _object(self, method: str, path: str, body: Json | None = None) -> Json:
        found: Json = await self._request(method, path, body)
        return found

    async def _list(self, path: str) -> list[Json]:
        found: list[Json] = await self._request("GET", path)
        return found

    # Looking

    async def friends(self) -> Json:
        """The scene: ``group`` and the six ``users``."""
        return await self._object("GET", "/friends")

    async def state(self) -> Json:
        """Everything."""
        return await self._object("GET", "/state")

    async def users(self) -> list[Json]:
        """Everybody but the bot."""
        found: list[Json] = (await self.state())["users"]
        return found

    async def chats(self) -> list[Json]:
        """All chats with their messages."""
        found: list[Json] = (await self.state())["chats"]
        return found

    async def chat(self, chat: int) -> Json:
        """One chat with its messages."""
        return await self._object("GET", f"/chats/{chat}")

    async def messages(self, chat: int) -> list[Json]:
        """The messages of a chat, oldest first."""
        found: list[Json] = (await self.chat(chat))["messages"]
        return found

    async def events(self, since: int, patience: float = 25) -> Json:
        """What has changed since a ``version``: ``version``, ``changed`` chats, ``answers`` to taps."""
        return await self._object("GET", f"/events?since={since}&timeout={patience}")

    async def calls(self, since: int = 0) -> list[Json]:
        """The bot's calls."""
        return await self._list(f"/calls?since={since}")

    async def refusals(self, since: int = 0) -> list[Json]:
        """The bot's calls that were refused or lost."""
        return await self._list(f"/refusals?since={since}")

    # People and chats

    async def add_user(self, first_name: str, **more: Any) -> Json:
        """A new person: ``last_name``, ``username``, ``language_code``; another bot with ``is_bot``."""
        return await self._object("POST", "/users", {"first_name": first_name, **more})

    async def add_chat(self, title: str, members: list[int], **more: Any) -> Json:
        """A new group: ``type``, ``is_forum``, ``admins``, ``bot`` (true, false or ``"admin"``)."""
        return await self._object("POST", "/chats", {"title": title, "members": members, **more})

    async def member(self, chat: int, user: int | str, action: str) -> Json:
        """A member, or ``"bot"``, comes or goes: ``add``, ``remove``, ``promote``, ``demote``."""
        return await self._object("POST", f"/chats/{chat}/members", {"user": user, "action": action})

    async def add_topic(self, chat: int, name: str) -> int:
        """A new topic of a forum; its ``message_thread_id``."""
        found = await self._object("POST", f"/chats/{chat}/topics", {"name": name})
        return int(found["message_thread_id"])

    async def migrate(self, chat: int) -> Json:
        """A group becomes a supergroup: the new chat."""
        return await self._object("POST", f"/chats/{chat}/migrate", {})

    async def block(self, user: int) -> None:
        """A person blocks the bot."""
        await self._request("POST", "/block", {"user": user})

    async def unblock(self, user: int) -> None:
        """A person lets the bot write again."""
        await self._request("POST", "/unblock", {"user": user})

    # What people do

    async def say(self, chat: int, user: int, text: str, **more: Any) -> Json:
        """A person writes: ``message_thread_id``, ``reply_to``, ``sender_chat``, ``edit_of``."""
        body = {"from": user, "text": text, **more}
        return await self._object("POST", f"/chats/{chat}/messages", body)

    async def tap(self, user: int, chat: int, message_id: int, data: str, **more: Any) -> Json | None:
        """A person presses a button: ``force``, ``timeout``. The answer: text, show_alert, url."""
        body = {"user": user, "chat": chat, "message_id": message_id, "data": data, **more}
        answer: Json | None = (await self._object("POST", "/tap", body))["answer"]
        return answer

    async def open(self, user: int, url: str) -> None:
        """A person opens a link to the bot."""
        await self._request("POST", "/open", {"user": user, "url": url})

    async def post(self, path: str, **body: Any) -> Any:
        """Anything else."""
        return await self._request("POST", path, body)

    # Time and faults

    async def now(self) -> float:
        """What time it is."""
        return float((await self._object("GET", "/clock"))["now"])

    async def settle(self, **more: float) -> float:
        """Wait until the bot is at rest (``patience``); what time it is."""
        return float((await self._object("POST", "/settle", dict(more)))["now"])

    async def step(self, most: float = 60, **more: float) -> float:
        """Let the bot rest, then move its clock to its next moment; what time it is then."""
        return float((await self._object("POST", "/clock/step", {"max": most, **more}))["now"])

    async def advance(self, seconds: float) -> float:
        """Move the clock without waiting for anybody; what time it is then."""
        return float((await self._object("POST", "/clock/advance", {"seconds": seconds}))["now"])

    async def set_faults(self, *rules: Json, seed: int = 0) -> None:
        """Faults from now on: ``method``, ``kind``, ``rate``, ``retry_after``."""
        await self._request("POST", "/faults", {"rules": list(rules), "seed": seed})

    async def clear_faults(self) -> None:
        """No faults any more."""
        await self._request("DELETE", "/faults")

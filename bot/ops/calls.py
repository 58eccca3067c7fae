"""Watches the calls of the Bot API, whichever client makes them."""

from __future__ import annotations

import logging
from time import monotonic
from typing import Any

from telegram._utils.types import ODVInput
from telegram.request import BaseRequest, RequestData

from bot.ops.observer import Observer
from bot.request import AiohttpRequest

log = logging.getLogger(__name__)


class WatchedRequest(BaseRequest):
    """A request class around another one: tells an observer of each call, how it ended and how long it took.

    The outcome is the status of HTTP, or the name of the error on the way.
    """

    def __init__(self, inner: BaseRequest, observer: Observer) -> None:
        self._inner = inner
        self._observer = observer

    @property
    def read_timeout(self) -> float | None:
        """How long an answer may take."""
        return self._inner.read_timeout

    async def initialize(self) -> None:
        """Open what the calls need."""
        await self._inner.initialize()

    async def shutdown(self) -> None:
        """Close it."""
        await self._inner.shutdown()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        write_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        connect_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
        pool_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Make a call. The time that it takes is that of the machine, whatever clock the game follows."""
        begun, outcome = monotonic(), "cancelled"
        try:
            code, payload = await self._inner.do_request(
                url, method, request_data, read_timeout, write_timeout, connect_timeout, pool_timeout
            )
            outcome = str(code)
        except Exception as error:
            outcome = type(error).__name__
            raise
        finally:
            name, took = url.rpartition("/")[2], monotonic() - begun
            self._observer.call(name, outcome, took)
            log.debug("%s: %s after %.0f ms", name, outcome, 1000 * took)
        return code, payload

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """What an answer says, as strictly as with our own client: nothing of it gets into the log."""
        return AiohttpRequest.parse_json_payload(payload)

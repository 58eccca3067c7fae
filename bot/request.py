"""Calls of Telegram through aiohttp, which costs less processor time than the library's own client."""

from __future__ import annotations

import asyncio
import io
import json
import os
import ssl
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import certifi
from aiohttp.abc import AbstractStreamWriter
from telegram._utils.defaultvalue import DefaultValue
from telegram._utils.types import ODVInput
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

MOST_BYTES = 64 * 2**20
"""A longer answer is not Telegram's: its files end at 20 MB."""

AT_ONCE = 2**16
"""A body of so many bytes lies in the socket's buffer at once, so that writing it never waits."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")

_DEFAULT = BaseRequest.DEFAULT_NONE
_T = TypeVar("_T")


class AiohttpRequest(BaseRequest):
    """A request class for the library, with the time limits and errors of its ``HTTPXRequest``.

    Every limit is in seconds, none for no end: ``pool_timeout`` for a free connection of at most
    ``connection_pool_size``, ``connect_timeout`` for the name, the connection and its encryption,
    ``write_timeout`` for a write that the other side does not take (``media_write_timeout`` where files are
    sent), ``read_timeout`` for the next bytes of the answer.

    A ``proxy`` is ``http://`` or ``https://``, with a user and a password or not. Without one
    ``HTTPS_PROXY``, ``HTTP_PROXY``, ``ALL_PROXY`` and ``NO_PROXY`` count, as they are at the first call of a
    server; this machine is never reached through them. SOCKS is not spoken: such a proxy is refused.

    No error names an address or keeps the one that it comes from, since addresses contain the token.
    """

    def __init__(
        self,
        connection_pool_size: int = 256,
        read_timeout: float | None = 5.0,
        write_timeout: float | None = 5.0,
        connect_timeout: float | None = 5.0,
        pool_timeout: float | None = 1.0,
        media_write_timeout: float | None = 20.0,
        proxy: str | None = None,
    ) -> None:
        self._size = connection_pool_size
        self._read = read_timeout
        self._write = write_timeout
        self._connect = connect_timeout
        self._pool = pool_timeout
        self._media_write = media_write_timeout
        self._proxy = None if proxy is None else _checked(proxy)
        self._proxies: dict[tuple[str, str], str | None] = {}
        self._places = asyncio.Semaphore(connection_pool_size)
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float | None:
        """The time limit for the next bytes of an answer."""
        return self._read

    async def initialize(self) -> None:
        """Be ready for calls; again, too, after a shutdown."""
        if self._session is not None and not self._session.closed:
            return
        self._session = aiohttp.ClientSession(
            # The places of the pool are counted here, where waiting for one has a time limit of its own.
            connector=aiohttp.TCPConnector(limit=0, ssl=_trusted()),
            cookie_jar=aiohttp.DummyCookieJar(),
            headers={"User-Agent": self.USER_AGENT},
            skip_auto_headers=("Accept-Encoding",),
        )

    async def shutdown(self) -> None:
        """Close all connections; calls under way fail."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: ODVInput[float] = _DEFAULT,
        write_timeout: ODVInput[float] = _DEFAULT,
        connect_timeout: ODVInput[float] = _DEFAULT,
        pool_timeout: ODVInput[float] = _DEFAULT,
    ) -> tuple[int, bytes]:
        """One call: the status and the body of what is answered, whatever they are.

        Raises :class:`TimedOut` beyond one of the limits, and :class:`NetworkError` for all else that went
        wrong on the way.
        """
        files = request_data is not None and request_data.contains_files
        timeout = aiohttp.ClientTimeout(
            connect=_given(connect_timeout, self._connect), sock_read=_given(read_timeout, self._read)
        )
        body = _body(request_data, _given(write_timeout, self._media_write if files else self._write))
        headers = None if body is None or files else {"Content-Type": "application/json"}
        async with self._place(_given(pool_timeout, self._pool)):
            if self._session is None:
                raise RuntimeError("this AiohttpRequest is not initialized")
            try:
                async with self._session.request(
                    method,
                    url,
                    data=body,
                    headers=headers,
                    timeout=timeout,
                    proxy=self._proxy_for(url),
                    allow_redirects=False,
                ) as response:
                    return response.status, await _content(response)
            except TimeoutError:
                problem: NetworkError = TimedOut()
            except (aiohttp.ClientError, OSError, ValueError) as error:
                problem = NetworkError(_words(error))
        raise problem  # here, so that it does not remember what it comes from

    @staticmethod
    def parse_json_payload(payload: bytes) -> dict[str, Any]:
        """What an answer says. Raises :class:`NetworkError` if it is none of Telegram's.

        The library's own method would write it to the log, and it may show a hand.
        """
        try:
            found = json.loads(payload.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or not found.keys() & {"result", "description"}:
            raise NetworkError("Invalid server response")
        return found

    @asynccontextmanager
    async def _place(self, patience: float | None) -> AsyncIterator[None]:
        """A place among the connections. Raises :class:`TimedOut` if none becomes free in time."""
        try:
            if self._places.locked():
                async with asyncio.timeout(patience):
                    await self._places.acquire()
            else:
                await self._places.acquire()
        except TimeoutError:
            raise TimedOut(
                f"Pool timeout: all {self._size} connections are in use; the request was not sent"
            ) from None
        try:
            yield
        finally:
            self._places.release()

    def _proxy_for(self, url: str) -> str | None:
        """The proxy for an address: ours, or the one that the environment names, looked up once a server."""
        if self._proxy is not None:
            return self._proxy
        server = urlsplit(url)[:2]
        if server not in self._proxies:
            self._proxies[server] = _environments_proxy(*server)
        return self._proxies[server]


class _Patient(aiohttp.Payload):
    """A body each write of which has a time limit, which aiohttp has none for."""

    def __init__(self, inner: aiohttp.Payload, patience: float | None) -> None:
        super().__init__(inner, content_type=inner.content_type)
        self._inner = inner
        self._patience = patience

    @property
    def size(self) -> int | None:
        """How many bytes it has, if that is known."""
        return self._inner.size

    def decode(self, encoding: str = "utf-8", errors: str = "strict") -> str:
        """The body as text."""
        return self._inner.decode(encoding, errors)

    async def write(self, writer: AbstractStreamWriter) -> None:
        """Write the body."""
        await self._inner.write(_PatientWriter(writer, self._patience))


class _PatientWriter(AbstractStreamWriter):
    """Writes through another writer, and raises :class:`TimeoutError` when one write takes too long."""

    def __init__(self, inner: AbstractStreamWriter, patience: float | None) -> None:
        self._inner = inner
        self._patience = patience

    async def write(self, chunk: Any) -> None:
        """Write some bytes, and wait until the other side has taken most of them."""
        async with asyncio.timeout(self._patience):
            await self._inner.write(chunk)
            await self._inner.drain()

    async def write_eof(self, chunk: bytes = b"") -> None:
        """The end."""
        await self._inner.write_eof(chunk)

    async def drain(self) -> None:
        """Nothing is left to wait for."""

    def enable_compression(self, encoding: str = "deflate", strategy: int | None = None) -> None:
        """Nothing that we send is compressed."""
        raise NotImplementedError("requests are sent as they are")

    def enable_chunking(self) -> None:
        """Send in pieces, when the length is not known before."""
        self._inner.enable_chunking()

    async def write_headers(self, status_line: str, headers: Any) -> None:
        """The headers."""
        await self._inner.write_headers(status_line, headers)


def _given(value: ODVInput[_T], default: _T | None) -> _T | None:
    """What was given for one call, or what holds for all."""
    return default if isinstance(value, DefaultValue) else value


def _body(data: RequestData | None, patience: float | None) -> bytes | aiohttp.Payload | None:
    """What is sent: JSON, or a form if there are files."""
    if data is None or not (parameters := data.parameters):
        return None
    if data.contains_files:
        return _Patient(_form(data), patience)
    # Half a character, which is no text, is left to Telegram, which refuses it in its own words.
    body = json.dumps(parameters, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return body if len(body) < AT_ONCE else _Patient(aiohttp.BytesIOPayload(io.BytesIO(body)), patience)


def _form(data: RequestData) -> aiohttp.MultipartWriter:
    form = aiohttp.FormData(quote_fields=False, default_to_multipart=True)
    for name, value in data.json_parameters.items():
        form.add_field(name, value, content_type="text/plain; charset=utf-8")
    for name, (filename, content, mimetype) in data.multipart_data.items():
        file = io.BytesIO(content) if isinstance(content, bytes) else content
        form.add_field(name, file, filename=filename, content_type=mimetype)
    parts = form()
    assert isinstance(parts, aiohttp.MultipartWriter)
    return parts


async def _content(response: aiohttp.ClientResponse) -> bytes:
    """The body of an answer. Raises :class:`NetworkError` if there is no end of it."""
    chunks: list[bytes] = []
    size = 0
    async for chunk in response.content.iter_any():
        size += len(chunk)
        if size > MOST_BYTES:
            raise NetworkError(f"The answer is longer than {MOST_BYTES} bytes")
        chunks.append(chunk)
    return b"".join(chunks)


def _words(error: Exception) -> str:
    """What went wrong: the kind of the error, and why nobody was reached. The rest may tell the token."""
    reason = error.strerror if isinstance(error, aiohttp.ClientConnectorError) else None
    return f"aiohttp.{type(error).__name__}" + (f": {reason}" if reason else "")


def _trusted() -> ssl.SSLContext:
    """Whom we believe to be Telegram: as in httpx, the environment says, else certifi."""
    file, folder = os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR")
    if file or folder:
        return ssl.create_default_context(cafile=file or None, capath=None if file else folder)
    return ssl.create_default_context(cafile=certifi.where())


def _environments_proxy(scheme: str, place: str) -> str | None:
    if urlsplit(f"//{place}").hostname in LOOPBACK or proxy_bypass(place):
        return None
    proxies = getproxies()
    proxy = proxies.get(scheme) or proxies.get("all")
    return None if not proxy else _checked(proxy if "://" in proxy else f"http://{proxy}")


def _checked(proxy: str) -> str:
    """A proxy that can be used. Raises :class:`ValueError`, which does not tell its password."""
    scheme = urlsplit(proxy).scheme
    if scheme not in ("http", "https"):
        raise ValueError(f"a proxy is http:// or https://, not {scheme}://")
    return proxy

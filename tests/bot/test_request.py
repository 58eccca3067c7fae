"""The request class: against servers that misbehave, beside the library's own one; uploads; proxies."""

from __future__ import annotations

import asyncio
import io
import json
import logging
import shutil
import socket
import ssl
import subprocess
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import web
from telegram import Bot, InputFile, InputMediaPhoto
from telegram._utils.types import ODVInput
from telegram.error import (
    BadRequest,
    ChatMigrated,
    Conflict,
    Forbidden,
    InvalidToken,
    NetworkError,
    RetryAfter,
    TelegramError,
    TimedOut,
)
from telegram.request import BaseRequest, HTTPXRequest, RequestData
from telegram.request._requestparameter import RequestParameter

from bot import request
from bot.request import AiohttpRequest
from bot.sandbox.client import SandboxClient
from bot.sandbox.server import Sandbox
from tests.sandbox.conftest import START, png

TOKEN = "123456:AAsecret-of-the_bot"
SOON = 0.1
OK = b'{"ok": true, "result": 5}'

Talk = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


# Servers


class Server:
    """A server of raw bytes: what it does with a connection, and what it has read."""

    def __init__(self, talk: Talk) -> None:
        self._talk = talk
        self.url = ""
        self.connections = 0
        self._open: set[asyncio.StreamWriter] = set()
        self._news = asyncio.Condition()

    async def reached(self, connections: int) -> None:
        """Wait until there have been so many connections."""
        async with self._news:
            await self._news.wait_for(lambda: self.connections >= connections)

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """A connection."""
        self.connections += 1
        self._open.add(writer)
        async with self._news:
            self._news.notify_all()
        try:
            await self._talk(reader, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            self._open.discard(writer)
            writer.close()

    def cut(self) -> None:
        """Close all connections."""
        for writer in self._open:
            writer.transport.abort()


@asynccontextmanager
async def serving(talk: Talk, tls: ssl.SSLContext | None = None) -> AsyncIterator[Server]:
    """A server on a free port."""
    server = Server(talk)
    listening = await asyncio.start_server(server.accept, "127.0.0.1", 0, ssl=tls)
    port = listening.sockets[0].getsockname()[1]
    server.url = f"{'http' if tls is None else 'https'}://127.0.0.1:{port}/bot{TOKEN}/sendMessage"
    try:
        yield server
    finally:
        server.cut()
        listening.close()
        await listening.wait_closed()


async def heard(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The head and the body of a request."""
    head = await reader.readuntil(b"\r\n\r\n")
    length = 0
    for line in head.split(b"\r\n"):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return head, await reader.readexactly(length)


def answer(body: bytes, status: str = "200 OK", *more: str) -> bytes:
    """A whole answer."""
    head = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}", *more]
    return "\r\n".join([*head, "", ""]).encode() + body


def says(*pieces: bytes, stay: bool = False) -> Talk:
    """A server that reads a request, writes some bytes, and closes the connection or stays silent."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await heard(reader)
        for piece in pieces:
            writer.write(piece)
            await writer.drain()
        if stay:
            await reader.read()

    return talk


async def keep_alive(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer one request after the other."""
    while True:
        await heard(reader)
        writer.write(answer(OK))


async def silent(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Read what comes, and say nothing."""
    while await reader.read(1 << 16):
        pass


async def deaf(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Read nothing at all."""
    await writer.wait_closed()


# What is compared


CLASSES = (HTTPXRequest, AiohttpRequest)
Request = HTTPXRequest | AiohttpRequest


@pytest.fixture(params=CLASSES, ids=lambda kind: kind.__name__)
def kind(request: pytest.FixtureRequest) -> type[Request]:
    """Both classes: ours must do what the library's does."""
    found: type[Request] = request.param
    return found


def data(**parameters: object) -> RequestData:
    """The data of a call."""
    return RequestData([RequestParameter.from_input(name, value) for name, value in parameters.items()])


async def call(
    made: BaseRequest,
    url: str,
    *,
    read_timeout: ODVInput[float] = 5.0,
    pool_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    write_timeout: ODVInput[float] = BaseRequest.DEFAULT_NONE,
    what: RequestData | None = None,
) -> object:
    """A call as the library's client makes it."""
    return await made.post(
        url,
        what or data(chat_id=1, text="牌"),
        read_timeout=read_timeout,
        write_timeout=write_timeout,
        pool_timeout=pool_timeout,
    )


async def refusal(kind: type[Request], talk: Talk, read_timeout: float = 5.0) -> TelegramError:
    """The error of a call to a server; nothing of it tells the token."""
    async with serving(talk) as server, kind() as made:
        with pytest.raises(TelegramError) as caught:
            await call(made, server.url, read_timeout=read_timeout)
    return caught.value


# Answers


async def test_an_answer(kind: type[Request]) -> None:
    async with serving(says(answer(OK))) as server, kind() as made:
        assert await call(made, server.url) == 5


async def test_an_answer_in_chunks(kind: type[Request]) -> None:
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunks = [b"%x\r\n%s\r\n" % (len(part), part) for part in (OK[:1], OK[1:9], OK[9:])]
    async with serving(says(head, *chunks, b"0\r\n\r\n")) as server, kind() as made:
        assert await call(made, server.url) == 5


async def test_an_answer_that_ends_with_the_connection(kind: type[Request]) -> None:
    async with serving(says(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + OK)) as server, kind() as made:
        assert await call(made, server.url) == 5


@pytest.mark.parametrize(
    ("status", "body", "error"),
    [
        ("400 Bad Request", {"description": "Bad Request: x"}, BadRequest),
        ("401 Unauthorized", {"description": "Unauthorized"}, InvalidToken),
        ("403 Forbidden", {"description": "Forbidden: x"}, Forbidden),
        ("404 Not Found", {"description": "Not Found"}, InvalidToken),
        ("409 Conflict", {"description": "Conflict: x"}, Conflict),
        ("429 Too Many", {"description": "x", "parameters": {"retry_after": 7}}, RetryAfter),
        ("400 Bad Request", {"description": "x", "parameters": {"migrate_to_chat_id": -10}}, ChatMigrated),
        ("500 Internal Server Error", {"description": "Internal Server Error"}, NetworkError),
        ("502 Bad Gateway", {"description": "Bad Gateway"}, NetworkError),
    ],
)
async def test_http_errors(
    kind: type[Request], status: str, body: dict[str, object], error: type[TelegramError]
) -> None:
    raised = await refusal(kind, says(answer(json.dumps({"ok": False, **body}).encode(), status)))
    assert type(raised) is error


async def test_an_error_that_is_no_json(kind: type[Request]) -> None:
    raised = await refusal(kind, says(answer(b"<html>nginx</html>", "502 Bad Gateway")))
    assert type(raised) is NetworkError


async def test_a_redirection_is_not_followed(kind: type[Request]) -> None:
    async with serving(says(answer(OK))) as elsewhere:
        there = f"Location: {elsewhere.url}"
        raised = await refusal(kind, says(answer(b"", "302 Found", there)))
        assert type(raised) is NetworkError
        assert elsewhere.connections == 0


@pytest.mark.parametrize(
    "body",
    [b"{", b"", b"\xff\xfe", b"5", b"[]", b"null", b"{}", b"[" * 100_000],
    ids=["cut", "empty", "no text", "number", "list", "null", "nothing", "deep"],
)
async def test_bad_json_is_an_error_of_the_network_and_is_not_logged(
    body: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    assert type(await refusal(AiohttpRequest, says(answer(body)))) is NetworkError
    assert not [record for record in caplog.records if record.name.startswith("telegram")]


# Connections that fail


@pytest.mark.parametrize(
    "talk",
    [
        says(),
        says(b"HTTP/1.1 200 OK\r\nContent-Le"),
        says(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"),
        says(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab"),
        says(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"),
        says(b"\0\1\2 garbage\r\n\r\n"),
        says(b"HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"),
        says(b"HTTP/1.1 200 OK\r\nX: " + b"x" * 300_000 + b"\r\n\r\n"),
    ],
    ids=["at once", "in the head", "in the body", "in a chunk", "no chunk", "garbage", "length", "huge head"],
)
async def test_cut_and_broken_answers(kind: type[Request], talk: Talk) -> None:
    assert type(await refusal(kind, talk)) is NetworkError


async def test_nobody_listens(kind: type[Request]) -> None:
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/bot{TOKEN}/getMe"
        async with kind() as made:
            with pytest.raises(NetworkError, match=r"Connect") as caught:
                await call(made, url)
    assert type(caught.value) is NetworkError


async def test_a_name_that_nobody_has(kind: type[Request]) -> None:
    async with kind() as made:
        with pytest.raises(NetworkError):
            await call(made, f"http://no-such-host.invalid/bot{TOKEN}/getMe")


async def test_an_answer_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request, "MOST_BYTES", 1000)
    chunk = b"3e8\r\n" + b"x" * 1000 + b"\r\n"
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
    async with serving(says(head, chunk, chunk, stay=True)) as server, AiohttpRequest() as made:
        with pytest.raises(NetworkError, match="longer than 1000 bytes"):
            await call(made, server.url)
        with pytest.raises(NetworkError, match="longer"):
            await call(made, server.url)
        assert server.connections == 2, "the connection is not used again"


# Limits of time


async def test_no_answer(kind: type[Request]) -> None:
    assert type(await refusal(kind, silent, read_timeout=SOON)) is TimedOut


async def test_half_an_answer(kind: type[Request]) -> None:
    half = says(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", stay=True)
    assert type(await refusal(kind, half, read_timeout=SOON)) is TimedOut


async def test_the_limit_for_reading_is_for_each_piece(kind: type[Request]) -> None:
    """A long poll that takes its time is fine as long as there is something in time."""
    stop = asyncio.Event()

    async def slowly(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await heard(reader)
        whole = answer(OK)
        for at in range(0, len(whole), 20):
            await asyncio.wait({asyncio.ensure_future(stop.wait())}, timeout=SOON)
            writer.write(whole[at : at + 20])

    async with serving(slowly) as server, kind() as made:
        assert await call(made, server.url, read_timeout=5 * SOON) == 5
        stop.set()


async def test_no_limit(kind: type[Request]) -> None:
    async with serving(says(answer(OK))) as server, kind(256, None, None, None, None) as made:
        assert made.read_timeout is None
        assert await call(made, server.url, read_timeout=None, pool_timeout=None, write_timeout=None) == 5


async def test_the_limits_of_the_class_hold_for_calls_without_their_own(kind: type[Request]) -> None:
    async with serving(silent) as server, kind(read_timeout=SOON) as made:
        assert made.read_timeout == SOON
        with pytest.raises(TimedOut):
            await made.post(server.url)


async def test_a_server_that_reads_nothing(kind: type[Request]) -> None:
    async with serving(deaf) as server, kind() as made:
        with pytest.raises(TimedOut):
            await call(made, server.url, write_timeout=SOON, what=upload(b"x" * 30_000_000))
        with pytest.raises(TimedOut):
            await call(made, server.url, write_timeout=SOON, what=data(text="x" * 30_000_000))


async def test_files_have_a_limit_for_writing_of_their_own(kind: type[Request]) -> None:
    async with serving(deaf) as server, kind(write_timeout=30, media_write_timeout=SOON) as made:
        with pytest.raises(TimedOut):
            await call(made, server.url, what=upload(b"x" * 30_000_000))


async def test_a_connection_that_does_not_come_about(kind: type[Request]) -> None:
    """A queue of connections that nobody takes, and is full: the system lets the next one wait."""
    with socket.socket() as full:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        place = full.getsockname()
        waiting = [socket.socket() for _ in range(4)]
        for one in waiting:
            one.setblocking(False)
            one.connect_ex(place)
        async with kind(connect_timeout=SOON) as made:
            with pytest.raises(TimedOut):
                await call(made, f"http://127.0.0.1:{place[1]}/bot{TOKEN}/getMe")
        for one in waiting:
            one.close()


async def test_the_pool(kind: type[Request]) -> None:
    async with serving(silent) as server, kind(connection_pool_size=2, pool_timeout=SOON) as made:
        busy = [asyncio.create_task(call(made, server.url)) for _ in range(2)]
        await server.reached(2)
        with pytest.raises(TimedOut, match="Pool timeout"):
            await call(made, server.url)
        server.cut()
        assert all(isinstance(e, NetworkError) for e in await asyncio.gather(*busy, return_exceptions=True))
        assert server.connections == 2


async def test_a_place_becomes_free_in_time(kind: type[Request]) -> None:
    async with serving(keep_alive) as server, kind(connection_pool_size=2, pool_timeout=5) as made:
        assert await asyncio.gather(*(call(made, server.url) for _ in range(20))) == [5] * 20
        assert server.connections <= 2


async def test_a_call_that_is_given_up_leaves_its_place() -> None:
    async with serving(silent) as server, AiohttpRequest(connection_pool_size=1, pool_timeout=SOON) as made:
        for number in range(3):
            task = asyncio.create_task(call(made, server.url))
            await server.reached(number + 1)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task


async def test_connections_are_used_again(kind: type[Request]) -> None:
    async with serving(keep_alive) as server, kind() as made:
        for _ in range(5):
            assert await call(made, server.url) == 5
        assert server.connections == 1


async def test_a_connection_that_was_closed_meanwhile_is_not_used_again(kind: type[Request]) -> None:
    async with serving(keep_alive) as server, kind() as made:
        assert await call(made, server.url) == 5
        server.cut()
        await asyncio.sleep(SOON)
        assert await call(made, server.url) == 5
        assert server.connections == 2


# Beginning and end


async def test_it_begins_and_ends_as_often_as_you_like(kind: type[Request]) -> None:
    made = kind()
    await made.shutdown() if kind is AiohttpRequest else None
    async with serving(keep_alive) as server:
        for _ in range(2):
            await made.initialize()
            await made.initialize()
            assert await call(made, server.url) == 5
            await made.shutdown()
            await made.shutdown()
            with pytest.raises(NetworkError, match="not initialized"):
                await call(made, server.url)


async def test_a_shutdown_ends_calls_under_way() -> None:
    async with serving(silent) as server:
        made = AiohttpRequest()
        await made.initialize()
        under_way = asyncio.create_task(call(made, server.url, read_timeout=None))
        await server.reached(1)
        await made.shutdown()
        with pytest.raises(NetworkError):
            await under_way


# What is sent


def upload(content: bytes | io.BytesIO, name: str = "手牌.png") -> RequestData:
    """A file with some words."""
    return data(chat_id=1, caption='"牌"', photo=InputFile(content, filename=name, read_file_handle=False))


@asynccontextmanager
async def form_server() -> AsyncIterator[tuple[str, list[dict[str, object]]]]:
    """A server that reads requests as Telegram may, and what it has read."""
    found: list[dict[str, object]] = []

    async def handle(heard: web.Request) -> web.Response:
        if heard.content_type == "application/json":
            values: dict[str, object] = await heard.json()
        else:
            values = {
                name: (value.filename, value.content_type, value.file.read())
                if isinstance(value, web.FileField)
                else value
                for name, value in (await heard.post()).items()
            }
        agent, length = heard.headers["User-Agent"], heard.headers.get("Content-Length", "")
        found.append(values | {"_agent": agent, "_length": length, "_path": heard.path})
        return web.json_response({"ok": True, "result": 5})

    app = web.Application(client_max_size=2**26)
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield f"http://127.0.0.1:{runner.addresses[0][1]}/bot{TOKEN}/sendPhoto", found
    finally:
        await runner.cleanup()


@pytest.mark.parametrize(
    "content", [b"", b"\x89PNG\r\n--x\0", b"x" * 5_000_000], ids=["empty", "some", "much"]
)
async def test_uploads(kind: type[Request], content: bytes) -> None:
    async with form_server() as (url, found), kind() as made:
        for given in (content, io.BytesIO(content)):
            assert await call(made, url, what=upload(given)) == 5
            got = found.pop()
            assert got["photo"] == ("手牌.png", "image/png", content)
            assert (got["chat_id"], got["caption"]) == ("1", '"牌"')
            assert got["_agent"] == BaseRequest.USER_AGENT
            assert got["_length"], "a length is told: not every server takes pieces"


async def test_several_files_and_odd_names(kind: type[Request]) -> None:
    media = [
        InputMediaPhoto(b"one", filename='a"b\\c.png'),
        InputMediaPhoto(b"two", filename="牌 2.jpg", caption="x"),
    ]
    async with form_server() as (url, found), kind() as made:
        assert await call(made, url, what=data(chat_id=1, media=media)) == 5
    (got,) = found
    files = [value for name, value in got.items() if isinstance(value, tuple)]
    assert {file[2] for file in files} == {b"one", b"two"}
    told = json.loads(str(got["media"]))
    assert [item["media"].removeprefix("attach://") in got for item in told] == [True, True]


async def test_a_line_break_in_the_name_of_a_file_makes_no_header() -> None:
    async with form_server() as (url, found), AiohttpRequest() as made:
        with pytest.raises(NetworkError):
            await call(made, url, what=upload(b"x", "a\r\nX-Evil: 1.png"))
    assert found == []


async def test_texts() -> None:
    text = "够级 & <b>😀</b> \0 +%20 \u2028"
    async with form_server() as (url, found), AiohttpRequest() as made:
        keyboard = [[{"text": "过牌", "callback_data": "1.a.p"}]]
        assert await call(made, url, what=data(chat_id=-(2**51), text=text, reply_markup=keyboard)) == 5
        assert await call(made, url, what=data(text="牌" * 100_000)) == 5
    assert (found[0]["chat_id"], found[0]["text"]) == (-(2**51), text)
    assert found[0]["reply_markup"] == keyboard
    assert found[1]["text"] == "牌" * 100_000


async def test_half_a_character_is_refused_by_telegram() -> None:
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    mine = Bot(sandbox.world.token, base_url=f"{sandbox.url}/bot", request=AiohttpRequest())
    async with mine:
        with pytest.raises(BadRequest):
            await mine.send_message(1, "\ud83d")
    await sandbox.stop()


async def test_a_call_without_parameters(kind: type[Request]) -> None:
    async with form_server() as (url, found), kind() as made:
        assert await made.post(url) == 5
        assert json.loads(await made.retrieve(url)) == json.loads(OK)
    assert len(found) == 2


# The sandbox


async def test_the_librarys_client_with_it() -> None:
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    made = AiohttpRequest()
    mine = Bot(
        sandbox.world.token,
        base_url=f"{sandbox.url}/bot",
        base_file_url=f"{sandbox.url}/file/bot",
        request=made,
        get_updates_request=AiohttpRequest(connection_pool_size=1),
    )
    async with mine, SandboxClient(sandbox.url) as client:
        me = (await client.friends())["users"][0]["id"]
        await client.say(me, me, "/start")
        update = (await mine.get_updates(timeout=0))[-1]
        assert update.message is not None
        assert update.message.text == "/start"
        message = await mine.send_photo(me, png(5, 4), caption="牌", filename="手牌.png")
        assert message.caption == "牌"
        file = await mine.get_file(message.photo[0].file_id)
        assert bytes(await file.download_as_bytearray()) == png(5, 4)
        await client.set_faults({"method": "sendMessage", "kind": "drop", "rate": 1})
        with pytest.raises(NetworkError):
            await mine.send_message(me, "x")
        await client.set_faults({"method": "sendMessage", "kind": "429", "rate": 1, "retry_after": 9})
        with pytest.raises(RetryAfter):
            await mine.send_message(me, "x")
    await sandbox.stop()


# Proxies


async def proxy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """A proxy that answers itself, with what it was asked for."""
    head, _ = await heard(reader)
    asked = head.decode().splitlines()
    wanted = [line for line in asked if line.startswith(("POST", "CONNECT", "Proxy-Authorization"))]
    writer.write(answer(json.dumps({"ok": True, "result": wanted}).encode()))


def at(server: Server) -> str:
    """Where a server is."""
    return server.url.removeprefix("http://").partition("/")[0]


FAR = f"http://api.example/bot{TOKEN}/getMe"


@pytest.fixture
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that names none."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)


async def test_a_proxy_with_a_password(no_proxies: None) -> None:
    async with serving(proxy) as server, AiohttpRequest(proxy=f"http://me:word@{at(server)}") as made:
        asked = await call(made, FAR)
        assert asked == [f"POST {FAR} HTTP/1.1", "Proxy-Authorization: Basic bWU6d29yZA=="]


@pytest.mark.parametrize("name", ["HTTP_PROXY", "ALL_PROXY", "http_proxy"])
async def test_a_proxy_of_the_environment(
    kind: type[Request], name: str, no_proxies: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(proxy) as server:
        monkeypatch.setenv(name, f"http://{at(server)}")
        async with kind() as made:
            assert await call(made, FAR) == [f"POST {FAR} HTTP/1.1"]


async def test_where_no_proxy_is_asked(no_proxies: None, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(proxy) as server, serving(keep_alive) as near, AiohttpRequest() as made:
        monkeypatch.setenv("HTTP_PROXY", at(server))
        monkeypatch.setenv("NO_PROXY", "elsewhere.invalid")
        assert await call(made, near.url) == 5, "this machine is reached without one"
        with pytest.raises(NetworkError):
            await call(made, f"http://elsewhere.invalid/bot{TOKEN}/getMe")
        assert server.connections == 0
        assert await call(made, FAR) == [f"POST {FAR} HTTP/1.1"], "a name without http:// is a proxy too"


async def test_a_proxy_that_refuses(no_proxies: None) -> None:
    refusing = says(answer(b"no", "407 Proxy Authentication Required"))
    async with serving(refusing) as server, AiohttpRequest(proxy=f"http://me:word@{at(server)}") as made:
        with pytest.raises(NetworkError) as caught:
            await call(made, FAR.replace("http:", "https:"))
    assert "word" not in str(caught.value)


async def test_socks_is_refused(no_proxies: None, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match=r"not socks5://") as caught:
        AiohttpRequest(proxy="socks5://me:word@127.0.0.1:1")
    assert "word" not in str(caught.value)
    monkeypatch.setenv("ALL_PROXY", "socks5://me:word@127.0.0.1:1")
    async with AiohttpRequest() as made:
        with pytest.raises(NetworkError, match="ValueError"):
            await call(made, FAR)


# Encryption


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine, with its key, that nobody has signed."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed")
    folder = tmp_path_factory.mktemp("tls")
    subject = ["-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1", "-days", "2"]
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        "key.pem",
        "-out",
        "cert.pem",
    ]
    subprocess.run([*made, *subject], cwd=folder, check=True, capture_output=True)  # noqa: S603
    return folder


def encrypted(certificate: Path) -> ssl.SSLContext:
    """How a server shows a certificate."""
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate / "cert.pem", certificate / "key.pem")
    return tls


async def test_a_certificate_that_nobody_has_signed(
    kind: type[Request], certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(says(answer(OK)), encrypted(certificate)) as server:
        async with kind() as made:
            with pytest.raises(NetworkError):
                await call(made, server.url)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate / "cert.pem"))
        async with kind() as made:
            assert await call(made, server.url) == 5


# Secrets


async def test_no_error_tells_the_token(caplog: pytest.LogCaptureFixture) -> None:
    """Neither its words nor what it remembers, whatever went wrong."""
    caplog.set_level(logging.DEBUG)
    broken = [
        says(),
        says(b"garbage\r\n\r\n"),
        says(answer(b"{")),
        says(answer(b"", "302 Found", "Location: /")),
        says(answer(b'{"description": "x"}', "404 Not Found")),
    ]
    errors = [await refusal(AiohttpRequest, talk) for talk in broken]
    errors.append(await refusal(AiohttpRequest, silent, read_timeout=SOON))
    async with serving(deaf) as server, AiohttpRequest() as made:
        for url in (server.url, f"nonsense://{TOKEN}", f"http://[bad/bot{TOKEN}/x", f"http:///bot{TOKEN}/x"):
            with pytest.raises(TelegramError) as caught:
                await call(made, url, write_timeout=SOON, what=upload(b"x" * 30_000_000))
            errors.append(caught.value)
    told = "".join("".join(traceback.format_exception(error)) for error in errors)
    assert len(errors) == 10
    assert TOKEN not in told
    assert TOKEN not in caplog.text
    remembered: list[BaseException | None] = [*errors]
    for error in remembered:
        if error is not None:
            assert TOKEN not in repr(error)
            remembered += error.__cause__, error.__context__

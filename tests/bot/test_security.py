"""What docs/security.md promises, where no other test shows it."""

from __future__ import annotations

import ast
import asyncio
import hmac
import io
import os
import re
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import aiohttp
import pytest
from telegram import Bot, Update

from bot.sandbox.guard import RealTokenError, refuse_beside
from bot.sandbox.server import HOST, TOKEN, Sandbox
from bot.settings import Settings
from bot.webhook import HEADER, MAX_BODY, WebhookServer
from tests.bot.test_ops import free_port

ROOT = Path(__file__).parents[2]
SECRET = "only-telegram-knows"
REAL = f"123456789:{'AAF-x_y' * 5}"
"""It looks like one of @BotFather's."""

UPDATE = {"update_id": 1, "message": {"message_id": 1, "date": 1, "chat": {"id": 1, "type": "private"}}}


class Hook:
    """A webhook, and what it has let in."""

    def __init__(self) -> None:
        self.updates: asyncio.Queue[object] = asyncio.Queue()
        self.port = free_port()
        self.server = WebhookServer(Bot(TOKEN), self.updates, "telegram", SECRET)

    async def post(self, secret: str | bytes | None, **more: object) -> int:
        """Post something; the status of the answer."""
        headers = {} if secret is None else {HEADER: secret if isinstance(secret, str) else secret.decode()}
        content = more or {"json": UPDATE}
        url = f"http://127.0.0.1:{self.port}/telegram"
        async with aiohttp.ClientSession() as session, session.post(url, headers=headers, **content) as found:  # type: ignore[arg-type]
            return found.status


@pytest.fixture
async def hook() -> AsyncIterator[Hook]:
    """A webhook that listens."""
    hook = Hook()
    await hook.server.start("127.0.0.1", hook.port)
    yield hook
    await hook.server.stop()


def test_the_threat_model_names_tests_that_there_are() -> None:
    text = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
    files = {path.stem for path in (ROOT / "tests").rglob("test_*.py")}
    named = re.findall(r"`(?:tests/\w+/)?(test_\w+)`", text)
    assert len(named) > 10
    assert set(named) <= files
    folders = re.findall(r"`(tests/\w+)`", text)
    assert all((ROOT / folder).is_dir() for folder in folders)


# The webhook


async def test_the_webhook_lets_in_who_knows_the_secret(hook: Hook) -> None:
    assert await hook.post(SECRET) == 200
    update = hook.updates.get_nowait()
    assert isinstance(update, Update)
    assert update.update_id == 1


@pytest.mark.parametrize("secret", [None, "", SECRET[:-1], f"{SECRET}x", SECRET.upper(), "x" * 5000, "秘密"])
async def test_the_webhook_refuses_everybody_else(hook: Hook, secret: str | None) -> None:
    assert await hook.post(secret) == 403
    assert hook.updates.empty()


async def test_the_secret_is_compared_whole_in_constant_time(
    hook: Hook, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[bytes, bytes]] = []
    real = hmac.compare_digest

    def compare(given: bytes, expected: bytes) -> bool:
        compared.append((given, expected))
        return real(given, expected)

    monkeypatch.setattr("bot.webhook.hmac.compare_digest", compare)
    assert await hook.post("o") == 403
    assert await hook.post(SECRET) == 200
    assert compared == [(b"o", SECRET.encode()), (SECRET.encode(), SECRET.encode())]


async def test_what_is_no_update_does_no_harm(hook: Hook) -> None:
    for body in (
        b"",
        b"{",
        b"[]",
        b"7",
        b"null",
        b'"x"',
        b"\xff",
        b'{"update_id": 1, "message": 5}',
        b"[" * 10**5,
    ):
        assert await hook.post(SECRET, data=body) == 400, body
    assert await hook.post(SECRET, data=io.BytesIO(b"x" * (MAX_BODY + 1))) == 413
    assert hook.updates.empty()
    assert await hook.post(SECRET) == 200


async def test_only_posts_to_its_path_are_answered(hook: Hook) -> None:
    base = f"http://127.0.0.1:{hook.port}"
    async with aiohttp.ClientSession(headers={HEADER: SECRET}) as session:
        async with session.get(f"{base}/telegram") as response:
            assert response.status == 405
        for path in ("/", "/telegram/x", "/../telegram2"):
            async with session.post(base + path, json=UPDATE) as response:
                assert response.status == 404
    assert hook.updates.empty()


# The sandbox


async def test_the_sandbox_is_on_the_loopback_interface_only(monkeypatch: pytest.MonkeyPatch) -> None:
    sandbox = Sandbox()
    await sandbox.start()
    assert HOST == "127.0.0.1"
    assert sandbox.url.startswith("http://127.0.0.1:")
    assert listening(sandbox.port) == {"127.0.0.1"}
    await sandbox.stop()


def listening(port: int) -> set[str]:
    """The addresses of this machine at which somebody listens on a port, as Linux lists them."""
    found = set()
    for line in Path("/proc/net/tcp").read_text(encoding="ascii").splitlines()[1:]:
        local, state = line.split()[1], line.split()[3]
        address, _, number = local.partition(":")
        if state == "0A" and int(number, 16) == port:
            found.add(socket.inet_ntoa(bytes.fromhex(address)[::-1]))
    return found


def test_the_sandbox_takes_no_real_token(tmp_path: Path) -> None:
    with pytest.raises(RealTokenError) as refused:
        Sandbox(token=REAL)
    assert REAL not in str(refused.value)
    with pytest.raises(RealTokenError):
        refuse_beside({"TELEGRAM_BOT_TOKEN": REAL}, tmp_path)
    for harmless in ({}, {"TELEGRAM_BOT_TOKEN": ""}, {"TELEGRAM_BOT_TOKEN": TOKEN}):
        refuse_beside(harmless, tmp_path)
    (tmp_path / ".env").write_text(f'TELEGRAM_BOT_TOKEN="{REAL}"\n', encoding="utf-8")
    with pytest.raises(RealTokenError):
        refuse_beside({}, tmp_path)


async def test_the_sandbox_does_not_start_beside_a_real_token(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text(f"TELEGRAM_BOT_TOKEN={REAL}\n", encoding="utf-8")
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "bot.sandbox", "--port", "0"),
        cwd=tmp_path,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    output, _ = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode == 1
    assert "TELEGRAM_BOT_TOKEN is set to a real token" in output.decode()
    assert REAL not in output.decode()


@pytest.mark.parametrize("token", [REAL, f" {REAL} "])
def test_with_a_token_the_bot_starts_no_sandbox(token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", token)
    assert not Settings(_env_file=None).uses_sandbox  # type: ignore[call-arg]


# What is served is on the loopback interface, unless an operator says otherwise


def test_servers_listen_on_the_loopback_interface_by_default() -> None:
    for name in ("webhook_listen", "ops_listen"):
        assert Settings.model_fields[name].default == "127.0.0.1"
    assert Settings.model_fields["ops_port"].default == 0


# SQL


TAKE_SQL = ("text", "execute", "exec", "exec_driver_sql", "executemany", "executescript")
"""What calls that may be given SQL are named."""


def sources() -> Iterator[tuple[Path, ast.AST]]:
    """Everything that runs in production."""
    for folder in ("bot", "storage"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                yield path, node


def name_of(node: ast.Call) -> str:
    """What a call is named."""
    function = node.func
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def is_put_together(node: ast.expr) -> bool:
    """Whether a text is made of others, but for constants of ours in capitals."""
    if isinstance(node, ast.JoinedStr):
        parts = [part.value for part in node.values if isinstance(part, ast.FormattedValue)]
        return not all(isinstance(part, ast.Name) and part.id.isupper() for part in parts)
    if isinstance(node, ast.BinOp):
        return isinstance(node.op, (ast.Add, ast.Mod))
    return isinstance(node, ast.Call) and name_of(node) in ("format", "join", "replace", "format_map")


def test_sql_has_only_bound_parameters() -> None:
    calls = 0
    for path, node in sources():
        if isinstance(node, ast.Call) and name_of(node) in TAKE_SQL and node.args:
            calls += 1
            assert not is_put_together(node.args[0]), f"{path}:{node.lineno}"
    assert calls > 50


@pytest.mark.parametrize(
    ("code", "bad"),
    [
        ('text(f"SELECT {name}")', True),
        ('text("SELECT " + name)', True),
        ('text("SELECT %s" % name)', True),
        ('text("SELECT {}".format(name))', True),
        ('text(f"SELECT pg_advisory_xact_lock({KEY})")', False),
        ('text("SELECT :name")', False),
        ("session.exec(select(User).where(User.id == key))", False),
    ],
)
def test_the_check_of_sql_finds_what_it_should(code: str, bad: bool) -> None:
    call = ast.parse(code, mode="eval").body
    assert isinstance(call, ast.Call)
    assert is_put_together(call.args[0]) is bad

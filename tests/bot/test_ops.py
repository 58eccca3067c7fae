"""What an operator sees: figures, health, log lines, and the answer to ``/status``."""

from __future__ import annotations

import json
import logging
import socket
import sqlite3
import sys
import tomllib
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp
import pytest
from prometheus_client.parser import text_string_to_metric_families
from telegram.error import TimedOut
from telegram.request import BaseRequest, RequestData

from bot import VERSION
from bot.clock import ManualClock
from bot.locales import LANGUAGES, Locales
from bot.ops.calls import WatchedRequest
from bot.ops.health import STUCK, TIME, Health, State
from bot.ops.logs import Fault, Lines, LogFormat, about
from bot.ops.metrics import Backlog, Metrics
from bot.ops.observer import Observer
from bot.sandbox.html_markup import parse_html
from bot.sandbox.server import TOKEN
from bot.screens.status import status
from storage.database import Database
from tests.bot.running import running
from tests.bot.world import World

NOW = datetime(2026, 12, 1, 20, 0, tzinfo=UTC)
OPERATOR = 1001
"""The first friend in a new sandbox."""

Figures = dict[str, float]


def figures(text: str) -> Figures:
    """What a page of metrics says, by name and labels: ``gouji_actions_total{how=ai}``."""
    found = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            labels = ",".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name}{{{labels}}}"] = sample.value
    return found


async def fetch(port: int, path: str) -> tuple[int, str]:
    """A page of the operator's server."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://127.0.0.1:{port}{path}") as response,
    ):
        return response.status, await response.text()


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# Figures


async def test_a_deal_shows_in_the_figures(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, ops_port=port) as place:
        await place.start_deal()
        await place.rest(60)
        message = await place.with_keyboard(place.group)
        await place.tap_data(place.friends[1], message, message["keyboard"][0][0]["callback_data"])
        calls = [call["method"] for call in await place.client.calls()]
        stored = [row for row in place.deal() if row[0] == "action"]
        names = [user["first_name"] for user in await place.client.users()]
        status, text = await fetch(port, "/metrics")
        found = figures(text)
    assert status == 200
    actions = sum(value for name, value in found.items() if name.startswith("gouji_actions_total"))
    assert actions == len(stored) > 0
    assert found["gouji_updates_total{kind=command}"] == 2  # /gouji, and /start by the link
    assert found["gouji_updates_total{kind=tap}"] == 4
    assert found["gouji_answers_total{kind=toast-not-seated}"] == 1
    sent = found["gouji_call_seconds_count{method=sendMessage,outcome=200}"]
    assert sent == calls.count("sendMessage") > 0
    late = [value for name, value in found.items() if name.startswith("gouji_late_seconds_count")]
    assert sum(late) > 0
    assert found["gouji_database_up{}"] == 1
    assert found["gouji_tables_playing{}"] == 1
    for secret in (*names, TOKEN):
        assert secret not in text


async def test_actions_that_came_late_are_seen(world: World) -> None:
    metrics = Metrics(world.clock)
    world.services.observer = metrics
    await world.sit(6)
    world.clock.set(world.clock.now() + timedelta(hours=1))
    await world.timekeeper.run_due()
    found = figures(metrics.text().decode())
    assert found["gouji_late_seconds_count{what=deadline}"] > 0
    assert found["gouji_late_seconds_sum{what=deadline}"] > 3000
    assert found["gouji_late_seconds_bucket{le=300.0,what=deadline}"] == 0


def test_the_backlog_has_the_age_of_what_waits_longest() -> None:
    clock = ManualClock(NOW)
    metrics = Metrics(clock)
    assert metrics.backlog == Backlog(0, 0.0)
    metrics.waiting([1, 2])
    clock.set(NOW + timedelta(seconds=5))
    metrics.waiting([2, 3])
    clock.set(NOW + timedelta(seconds=7))
    assert metrics.backlog == Backlog(2, 7.0)
    metrics.waiting([3])
    assert metrics.backlog == Backlog(1, 2.0)
    assert figures(metrics.text().decode())["gouji_outbox_age_seconds{}"] == 2


class _Client(BaseRequest):
    """A client that answers as it is told."""

    def __init__(self, answer: int | Exception) -> None:
        self.answer = answer

    @property
    def read_timeout(self) -> float:
        return 7.0

    async def initialize(self) -> None: ...

    async def shutdown(self) -> None: ...

    async def do_request(
        self, url: str, method: str, request_data: RequestData | None = None, *limits: object
    ) -> tuple[int, bytes]:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer, b"{}"


@pytest.mark.parametrize(
    ("answer", "outcome"),
    [(200, "200"), (429, "429"), (TimedOut(), "TimedOut"), (KeyError("x"), "KeyError")],
)
async def test_calls_are_counted_by_their_outcome(answer: int | Exception, outcome: str) -> None:
    calls: list[tuple[str, str]] = []

    class Counting(Observer):
        def call(self, method: str, outcome: str, seconds: float) -> None:
            assert 0 <= seconds < 60
            calls.append((method, outcome))

    request = WatchedRequest(_Client(answer), Counting())
    assert request.read_timeout == 7
    url = f"https://example.org/bot{TOKEN}/sendMessage"
    if isinstance(answer, Exception):
        with pytest.raises(type(answer)):
            await request.do_request(url, "POST")
    else:
        assert await request.do_request(url, "POST") == (answer, b"{}")
    assert calls == [("sendMessage", outcome)]


# Health


async def test_it_is_healthy_while_the_database_answers(tmp_path: Path) -> None:
    port = free_port()
    async with running(tmp_path, ops_port=port):
        status, text = await fetch(port, "/healthz")
        assert status == 200
        assert json.loads(text) | {"uptime": 0} == {
            "healthy": True,
            "version": VERSION,
            "uptime": 0,
            "database": True,
            "stuck": False,
            "outbox": {"depth": 0, "age": 0.0},
        }
        with closing(sqlite3.connect(tmp_path / "gouji.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            status, text = await fetch(port, "/healthz")
            assert (status, json.loads(text)["database"]) == (503, False)
            assert figures((await fetch(port, "/metrics"))[1])["gouji_database_up{}"] == 0
            other.execute("ROLLBACK")
        assert (await fetch(port, "/healthz"))[0] == 200


@pytest.mark.parametrize("url", ["sqlite+aiosqlite:///{}/without-tables.db", "postgresql:///gouji?host={}"])
async def test_a_database_that_is_none_does_not_answer(tmp_path: Path, url: str) -> None:
    clock = ManualClock(NOW)
    database = Database(url.format(tmp_path))
    state = await Health(database, clock, Metrics(clock)).look()
    await database.close()
    assert state.tables is None
    assert not state.healthy


async def test_it_is_not_healthy_when_a_round_never_ends(world: World) -> None:
    metrics = Metrics(world.clock)
    health = Health(world.database, world.clock, metrics)
    metrics.begin(TIME)
    world.clock.set(NOW + timedelta(seconds=STUCK))
    assert (await health.look()).healthy
    world.clock.set(NOW + timedelta(seconds=STUCK + 1))
    assert not (await health.look()).healthy
    metrics.end(TIME)
    assert (await health.look()).healthy


async def test_errors_that_are_logged_are_noted_while_it_runs(world: World) -> None:
    metrics = Metrics(world.clock)
    health = Health(world.database, world.clock, metrics)
    log = logging.getLogger("tests.somewhere")
    log.error("before")
    health.start()
    for _ in range(7):
        log.error("of %s", "somebody")
        log.warning("not counted")
    health.stop()
    log.error("after")
    faults = (await health.look()).faults
    assert [(fault.at, fault.logger) for fault in faults] == [(NOW, "tests.somewhere")] * 5
    assert figures(metrics.text().decode())["gouji_log_errors_total{logger=tests.somewhere}"] == 7


def test_the_version_is_that_of_the_project() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["version"] == VERSION


# The operator's command


async def test_the_operator_is_told_in_private_how_it_is_doing(tmp_path: Path) -> None:
    async with running(tmp_path, operator_id=OPERATOR) as place:
        assert place.friends[0] == OPERATOR
        await place.start_deal()
        (text,) = [said for said in await place.say_in_private("/status") if "运行" in said]
        assert VERSION in text
        assert "数据库：正常" in text
        assert "正在打的牌桌：1" in text
        assert "启动以来没有出错" in text
        logging.getLogger("tests.<b>").error("something with secrets")
        (text,) = [said for said in await place.say_in_private("/status") if "运行" in said]
        assert "tests.<b>" in text
        assert "secrets" not in text
        assert not await place.refused()


async def test_for_others_and_in_groups_there_is_no_such_command(tmp_path: Path) -> None:
    async with running(tmp_path, operator_id=OPERATOR) as place:
        other = place.friends[1]
        await place.say_in_private("/start", other)
        unknown = await place.say_in_private("/nonsense", other)
        assert unknown
        assert await place.say_in_private("/status", other) == unknown
        assert await place.say_in_group("/nonsense") == []
        assert await place.say_in_group("/status") == []
    (tmp_path / "other").mkdir()
    async with running(tmp_path / "other") as place:
        await place.say_in_private("/start")
        assert await place.say_in_private("/status") == unknown


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_worst_is_told_in_every_language(language: str) -> None:
    faults = (Fault(NOW, "bot.first"), Fault(NOW + timedelta(days=1), "bot.<last>"))
    state = State("1.2.3", timedelta(days=2, hours=3, minutes=4.5), None, Backlog(7, 61.9), faults, True)
    text, _ = parse_html(status(state, language, Locales()).text)
    for fact in ("1.2.3", "2d 3h 4m", "7", "61", "2026-12-02 20:00:00 UTC · bot.<last>", "⚠️"):
        assert fact in text
    assert text.index("bot.<last>") < text.index("bot.first")
    better = status(replace(state, tables=3, faults=(), stuck=False), language, Locales()).text
    assert "3" in better
    assert "⚠️" not in better


# Log lines


def record(message: str, *args: object, error: Exception | None = None) -> logging.LogRecord:
    """Something that is logged."""
    trace = None
    if error is not None:
        try:
            raise error
        except Exception:
            trace = sys.exc_info()
    return logging.LogRecord("bot.test", logging.INFO, __file__, 1, message, args, trace)


def test_a_line_tells_what_it_is_about() -> None:
    text, fields = Lines(LogFormat.TEXT), Lines(LogFormat.JSON)
    with about(update=7, table=None), about(table=3):
        assert text.format(record("one %s", "more")).endswith("INFO bot.test: one more update=7 table=3")
        line = fields.format(record("two\nlines", error=ValueError("x")))
    assert "\n" not in line
    found = json.loads(line)
    assert (found["update"], found["table"], found["level"]) == (7, 3, "INFO")
    assert (found["message"], found["logger"]) == ("two\nlines", "bot.test")
    assert "ValueError: x" in found["trace"]
    assert datetime.fromisoformat(found["at"]).tzinfo is not None
    assert text.format(record("outside")).endswith("outside")


@pytest.mark.parametrize("form", LogFormat)
def test_no_line_shows_a_secret(form: LogFormat) -> None:
    lines = Lines(form, ("", "hush-hush", TOKEN))
    other = "987654321:AAF-abcdefghijklmnopqrstuvwxyz_12345"
    address = "https://api.telegram.org/bot1234:short/getMe"
    error = RuntimeError(f"GET {address} hush-hush {other}")
    line = lines.format(record("%s and %s", TOKEN, other, error=error))
    for secret in (TOKEN, "hush-hush", other, "1234:short"):
        assert secret not in line
    assert "RuntimeError" in line
    assert "getMe" in line

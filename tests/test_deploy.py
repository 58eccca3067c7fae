"""docs/deploy.md and deploy/: the commands for copies are run as they stand there, the names are real."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families
from sqlmodel import select

from bot.clock import SystemClock
from bot.ops.metrics import Metrics
from bot.sandbox.client import SandboxClient
from bot.sandbox.server import TOKEN, Sandbox
from bot.settings import Settings
from storage.database import Database
from storage.models import ActionRow
from tests.bot.running import START, Running, people

ROOT = Path(__file__).parents[1]
DEPLOY = ROOT / "deploy"
GUIDE = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")

SYSTEMCTL = """#!/bin/sh
# What systemd would do with the bot of this test.
case $1 in
start)
    cd {opt}
    set -a; . {etc}/env; set +a
    .venv/bin/python -m bot >>{etc}/log 2>&1 &
    echo $! >{etc}/pid
    ;;
stop)
    test -f {etc}/pid || exit 0
    kill -TERM "$(cat {etc}/pid)"
    while grep -q '^State:.[^Z]' "/proc/$(cat {etc}/pid)/status" 2>/dev/null; do sleep 0.05; done
    rm {etc}/pid
    ;;
esac
"""
RUNUSER = """#!/bin/sh
shift 3
exec "$@"
"""


@dataclass
class Machine:
    """A machine on which the bot is deployed as the guide says, but for where."""

    folder: Path
    database_url: str

    def set_up(self, sandbox: Sandbox) -> None:
        """Lay everything in its place."""
        for name in ("opt", "etc", "backups", "bin"):
            (self.folder / name).mkdir()
        for name in ("bot", "storage", "engine", "deploy", ".venv"):
            (self.folder / "opt" / name).symlink_to(ROOT / name)
        settings = {
            "TELEGRAM_BOT_TOKEN": TOKEN,
            "TELEGRAM_API_URL": sandbox.url,
            "SANDBOX_CLOCK_URL": sandbox.url,
            "DATABASE_URL": self.database_url,
        }
        lines = "".join(f"{name}={value}\n" for name, value in settings.items())
        (self.folder / "etc" / "env").write_text(lines, encoding="utf-8")
        stub = SYSTEMCTL.format(opt=self.folder / "opt", etc=self.folder / "etc")
        for name, script in (("systemctl", stub), ("runuser", RUNUSER)):
            (self.folder / "bin" / name).write_text(script, encoding="utf-8")
            (self.folder / "bin" / name).chmod(0o755)

    async def run(self, script: str, **environment: str) -> tuple[int, str]:
        """Run commands of the guide: the exit status, and what they say."""
        for there, here in (("/opt", "opt"), ("/etc", "etc"), ("/var/backups", "backups")):
            script = script.replace(f"{there}/gouji", str(self.folder / here))
        path = f"{self.folder / 'bin'}:{os.environ['PATH']}"
        process = await asyncio.create_subprocess_exec(
            *("sh", "-e", "-c", script),
            env={"PATH": path, **environment},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        output, _ = await asyncio.wait_for(process.communicate(), 60)
        assert process.returncode is not None
        return process.returncode, output.decode()

    async def actions(self) -> list[tuple[int, int, str]]:
        """What is stored of the deal."""
        database = Database(self.database_url)
        async with database.transaction() as session:
            rows = (await session.exec(select(ActionRow))).all()
        await database.close()
        return sorted((row.deal_id, row.number, row.token) for row in rows)

    def copies(self) -> list[Path]:
        """The copies, oldest first."""
        return sorted((self.folder / "backups").iterdir())


@pytest.fixture
async def machine(tmp_path: Path, database_url: str) -> AsyncIterator[tuple[Machine, Running]]:
    """A machine, and the people around its bot, which runs."""
    sandbox = Sandbox(manual_clock=START, scene=True)
    await sandbox.start()
    machine = Machine(tmp_path, database_url)
    machine.set_up(sandbox)
    try:
        await machine.run("systemctl start gouji")
        async with SandboxClient(sandbox.url) as client:
            yield machine, await people(sandbox, client, tmp_path)
    finally:
        await machine.run("systemctl stop gouji")
        await sandbox.stop()


def commands(name: str) -> str:
    """The commands of the guide that are to be tried under a name."""
    found = re.search(rf"<!-- tried: {name} -->\n```sh\n(.*?)```", GUIDE, re.DOTALL)
    assert found is not None
    return found.group(1)


@pytest.mark.both_databases
async def test_copies_are_made_and_put_back_as_the_guide_says(machine: tuple[Machine, Running]) -> None:
    here, place = machine
    await place.start_deal()
    playing = asyncio.create_task(place.rest(30))
    status, said = await here.run(commands("copy"))
    assert status == 0, said
    (copy,) = here.copies()
    assert str(copy) in said
    assert copy.stat().st_mode & 0o077 == 0
    await playing
    await place.rest(70)  # a turn takes less
    before = await here.actions()

    again = "set -a; . /etc/gouji/env; set +a; cd /opt/gouji; deploy/restore $COPY"
    status, said = await here.run(again, COPY=str(copy))
    assert status != 0
    assert "in use: stop" in said
    status, said = await here.run(commands("restore"), COPY=str(copy))
    assert status == 0, said
    await place.client.settle()
    middle = await here.actions()
    assert 0 < len(middle) < len(before)
    assert middle == before[: len(middle)]
    await place.rest(90)
    assert len(await here.actions()) > len(middle), "the deal does not go on"
    assert "Traceback" not in (here.folder / "etc" / "log").read_text(encoding="utf-8")


@pytest.mark.both_databases
async def test_a_copy_that_is_none_changes_nothing(machine: tuple[Machine, Running]) -> None:
    here, place = machine
    await place.start_deal()
    await place.rest(30)
    before = await here.actions()
    rubbish = here.folder / "rubbish"
    rubbish.write_bytes(b"PGDMP" + bytes(range(256)) * 40)
    status, said = await here.run(commands("restore"), COPY=str(rubbish))
    assert status != 0, said
    assert await here.actions() == before


async def test_old_copies_are_removed(tmp_path: Path) -> None:
    database = Database(f"sqlite+aiosqlite:///{tmp_path}/gouji.db")
    await database.migrate()
    await database.close()
    copies = tmp_path / "copies"
    copies.mkdir()
    for name in ("gouji-20261101-043000.db", "gouji-20261102-043000.dump.unfinished", "mine"):
        (copies / name).touch()
        os.utime(copies / name, (0, 0))
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite+aiosqlite:///{tmp_path}/gouji.db"}
    subprocess.run([DEPLOY / "backup", copies], env=environment, check=True)  # noqa: S603, ASYNC221
    kept = sorted(os.listdir(copies))
    assert len(kept) == 2
    assert "mine" in kept


# Names


def test_settings_in_the_guide_are_settings() -> None:
    known = {name.upper() for name in Settings.model_fields}
    shown = set(re.findall(r"^ *([A-Z][A-Z_]{3,})=", GUIDE, re.MULTILINE))
    assert "DATABASE_URL" in shown
    assert shown <= known
    assert set(re.findall(r"`([A-Z]{3,}_[A-Z_]+)", GUIDE)) <= known | {"KEEP_DAYS"}


def test_metrics_in_the_guide_are_those_that_there_are() -> None:
    metrics = Metrics(SystemClock())
    families = text_string_to_metric_families(metrics.text().decode())
    real = {family.name.removesuffix("_total") for family in families}
    shown = set(re.findall(r"gouji_[a-z_]+", GUIDE))
    assert {name.removesuffix("_total").removesuffix("_bucket") for name in shown} == real


def test_files_in_the_guide_are_there() -> None:
    for name in re.findall(r"deploy/([a-z@.-]+)", GUIDE):
        assert name == "" or (DEPLOY / name).exists() or name == "deploy.md", name
    for script in ("backup", "restore"):
        assert os.access(DEPLOY / script, os.X_OK)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd")
@pytest.mark.parametrize(
    "unit", ["gouji.service", "gouji@.service", "gouji-backup.service", "gouji-backup.timer"]
)
def test_systemd_takes_the_units(tmp_path: Path, unit: str) -> None:
    for file in DEPLOY.glob("gouji*"):
        text = file.read_text(encoding="utf-8").replace("/opt/gouji", str(ROOT))
        (tmp_path / file.name.replace("@.", "@1.")).write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(tmp_path / unit.replace("@.", "@1."))]
    checked = subprocess.run(  # noqa: S603 - what is run stands here
        command,
        capture_output=True,
        text=True,
        check=False,
    )
    assert unit.replace("@.", "@1.") not in checked.stderr, checked.stderr
    assert checked.returncode == 0


def test_units_let_the_bot_stop_in_its_own_time() -> None:
    for unit in ("gouji.service", "gouji@.service"):
        text = (DEPLOY / unit).read_text(encoding="utf-8")
        (seconds,) = re.findall(r"^TimeoutStopSec=(\d+)$", text, re.MULTILINE)
        assert int(seconds) > 5
        assert "RestartPreventExitStatus=2\n" in text

"""Settings: all of them in .env.example with their defaults; a wrong one is named in a sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.sandbox.server import TOKEN as SANDBOX_TOKEN
from bot.settings import Settings, SettingsError, load_settings

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings but those of a test."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.chdir(tmp_path)


def example() -> dict[str, str]:
    """The settings of .env.example."""
    lines = (ROOT / ".env.example").read_text(encoding="utf-8").splitlines()
    pairs = [line.partition("=") for line in lines if line and not line.startswith("#")]
    return {name: value for name, _, value in pairs}


def test_every_setting_is_in_the_example_with_its_default() -> None:
    defaults = {}
    for name, field in Settings.model_fields.items():
        value = field.default
        defaults[name.upper()] = value.get_secret_value() if isinstance(value, SecretStr) else str(value)
    assert example() == defaults


def test_every_setting_of_the_example_has_a_comment() -> None:
    text = (ROOT / ".env.example").read_text(encoding="utf-8")
    for paragraph in text.strip().split("\n\n"):
        assert paragraph.startswith("#")


def test_without_a_token_the_sandbox_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    assert load_settings().uses_sandbox
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "1:x")
    assert not load_settings().uses_sandbox


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TURN_SECONDS", "soon"),
        ("TURN_SECONDS", "1"),
        ("WEBHOOK_PORT", "99999"),
        ("LOG_LEVEL", "LOUD"),
        ("PUBLIC_URL", "bot.example.org"),
        ("BURN_WAIT", "-1"),
        ("PASS_DELAY_MAX", "0.5"),
        ("SANDBOX_CLOCK_URL", "http://127.0.0.1:1"),
        ("TELEGRAM_BOT_TOKEN", "from BotFather"),
        ("TELEGRAM_API_URL", ""),
        ("TELEGRAM_API_URL", "https://"),
        ("SANDBOX_STATE", ""),
        ("WEBHOOK_SECRET", "with a blank"),
        ("TIMEZONE", "Beijing time"),
        ("TIMEZONE", "../UTC"),
        ("TIMEZONE", "Asia"),
        ("DATABASE_URL", "data/gouji.db"),
        ("DATABASE_URL", "sqlite:///data/gouji.db"),
        ("DATABASE_URL", "postgres://localhost/gouji"),
        ("DATABASE_URL", "mysql://localhost/gouji"),
    ],
)
def test_a_wrong_setting_is_named(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=name) as caught:
        load_settings()
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("url", ["postgresql://u:p@localhost/gouji", "postgresql+psycopg:///gouji"])
def test_postgresql_is_a_database(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("DATABASE_URL", url)
    assert load_settings().database_url == url


def test_a_public_url_needs_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "https://bot.example.org")
    with pytest.raises(SettingsError, match="WEBHOOK_SECRET"):
        load_settings()


def test_a_public_url_is_safe_but_for_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUBLIC_URL", "http://bot.example.org")
    monkeypatch.setenv("WEBHOOK_SECRET", "secret")
    with pytest.raises(SettingsError, match="PUBLIC_URL"):
        load_settings()
    monkeypatch.setenv("TELEGRAM_API_URL", "http://127.0.0.1:8088")
    assert load_settings().public_url == "http://bot.example.org"


def test_the_clock_of_a_sandbox_is_not_followed_with_a_real_token(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SANDBOX_CLOCK_URL", "TELEGRAM_API_URL"):
        monkeypatch.setenv(name, "http://127.0.0.1:8088")
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", "110201543:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw")
    with pytest.raises(SettingsError, match="SANDBOX_CLOCK_URL"):
        load_settings()
    monkeypatch.setenv("TELEGRAM_BOT_TOKEN", SANDBOX_TOKEN)
    assert load_settings().sandbox_clock_url
    monkeypatch.setenv("SANDBOX_CLOCK_URL", "http://clock.example.org")
    with pytest.raises(SettingsError, match="SANDBOX_CLOCK_URL"):
        load_settings()


def test_no_sentence_tells_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TELEGRAM_BOT_TOKEN", "WEBHOOK_SECRET"):
        monkeypatch.setenv(name, "hush hush")
        with pytest.raises(SettingsError) as caught:
            load_settings()
        assert "hush" not in str(caught.value)
        monkeypatch.delenv(name)


def test_a_wrong_setting_stops_the_start_without_a_traceback(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bot"],
        cwd=tmp_path,
        env={"TURN_SECONDS": "x", "PYTHONPATH": str(ROOT), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith("The setting TURN_SECONDS is wrong")
    assert "Traceback" not in done.stderr

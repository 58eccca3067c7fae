"""The settings, from the environment and ``.env``; every one stands in ``.env.example``."""

from __future__ import annotations

import re
from typing import Annotated
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from bot.ops.logs import LogFormat
from bot.sandbox.server import TOKEN as SANDBOX_TOKEN
from bot.usecases.common import GameSettings

LOOPBACK = ("127.0.0.1", "localhost", "::1")
DRIVERS = ("sqlite+aiosqlite", "postgresql")

_TOKEN = re.compile(r"[0-9]+:[A-Za-z0-9_-]+")
_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")


class SettingsError(Exception):
    """A setting that is wrong; the message is one sentence that names it."""


class Settings(BaseSettings):
    """What an operator can set; the names in the environment are the same in capitals."""

    model_config = SettingsConfigDict(env_file=".env", env_file_encoding="utf-8", extra="ignore")

    telegram_bot_token: SecretStr = SecretStr("")
    database_url: str = "sqlite+aiosqlite:///data/gouji.db"
    public_url: str = ""
    webhook_listen: str = "127.0.0.1"
    webhook_port: Annotated[int, Field(ge=1, le=65535)] = 8443
    webhook_secret: SecretStr = SecretStr("")
    telegram_api_url: str = "https://api.telegram.org"
    sandbox_port: Annotated[int, Field(ge=0, le=65535)] = 8088
    sandbox_state: str = "data/sandbox.json"
    sandbox_clock_url: str = ""
    log_level: str = "INFO"
    log_format: LogFormat = LogFormat.TEXT
    ops_listen: str = "127.0.0.1"
    ops_port: Annotated[int, Field(ge=0, le=65535)] = 0
    operator_id: Annotated[int, Field(ge=0)] = 0
    turn_seconds: Annotated[int, Field(ge=10, le=600)] = 45
    window_seconds: Annotated[int, Field(ge=5, le=300)] = 25
    burn_wait: Annotated[float, Field(ge=0, le=30)] = 5.0
    pass_delay_min: Annotated[float, Field(ge=0, le=30)] = 1.0
    pass_delay_max: Annotated[float, Field(ge=0, le=30)] = 3.0

    timezone: str = "Asia/Shanghai"

    @field_validator("timezone")
    @classmethod
    def _is_timezone(cls, value: str) -> str:
        try:
            return ZoneInfo(value).key
        except (KeyError, ValueError, OSError):  # not there, or no name at all: a folder, a path
            raise ValueError("it is the name of a time zone, such as Asia/Shanghai") from None

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        if value.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
            raise ValueError("it is one of DEBUG, INFO, WARNING, ERROR")
        return value.upper()

    @field_validator("public_url", "telegram_api_url", "sandbox_clock_url")
    @classmethod
    def _is_url(cls, value: str) -> str:
        if value and (urlsplit(value).scheme not in ("http", "https") or not urlsplit(value).hostname):
            raise ValueError("it is an address that starts with http:// or https://")
        return value.rstrip("/")

    @field_validator("telegram_api_url", "sandbox_state")
    @classmethod
    def _is_there(cls, value: str) -> str:
        if not value:
            raise ValueError("it is not empty")
        return value

    @field_validator("telegram_bot_token")
    @classmethod
    def _is_token(cls, value: SecretStr) -> SecretStr:
        token = value.get_secret_value().strip()
        if token and not _TOKEN.fullmatch(token):
            raise ValueError("it looks like 123456:ABC-DEF, as @BotFather says it")
        return SecretStr(token)

    @field_validator("webhook_secret")
    @classmethod
    def _is_secret(cls, value: SecretStr) -> SecretStr:
        if value.get_secret_value() and not _SECRET.fullmatch(value.get_secret_value()):
            raise ValueError("it is at most 256 of A-Z a-z 0-9 _ -")
        return value

    @field_validator("database_url")
    @classmethod
    def _is_database(cls, value: str) -> str:
        try:
            driver = make_url(value).drivername.removesuffix("+psycopg")
        except ArgumentError:
            driver = ""
        if driver not in DRIVERS:
            raise ValueError(f"it starts with {' or '.join(f'{name}://' for name in DRIVERS)}")
        return value

    @model_validator(mode="after")
    def _fit_together(self) -> Settings:
        if self.pass_delay_max < self.pass_delay_min:
            raise ValueError("PASS_DELAY_MAX must not be below PASS_DELAY_MIN")
        self._check_clock()
        if self.public_url and not self.webhook_secret.get_secret_value():
            raise ValueError("WEBHOOK_SECRET is needed with PUBLIC_URL")
        if urlsplit(self.public_url).scheme == "http" and not self._is_local(self.telegram_api_url):
            raise ValueError("PUBLIC_URL must start with https://, which Telegram asks for")
        return self

    def _check_clock(self) -> None:
        """The clock of a sandbox is followed beside the sandbox only, never with a real token."""
        if not self.sandbox_clock_url:
            return
        if not (self._is_local(self.telegram_api_url) and self._is_local(self.sandbox_clock_url)):
            raise ValueError("SANDBOX_CLOCK_URL and TELEGRAM_API_URL must then be on the loopback interface")
        if self.telegram_bot_token.get_secret_value() != SANDBOX_TOKEN:
            raise ValueError("SANDBOX_CLOCK_URL is for the sandbox's own TELEGRAM_BOT_TOKEN only")

    @staticmethod
    def _is_local(url: str) -> bool:
        return urlsplit(url).hostname in LOOPBACK

    @property
    def secrets(self) -> tuple[str, ...]:
        """What must never be shown."""
        password = make_url(self.database_url).password
        return (
            self.telegram_bot_token.get_secret_value(),
            self.webhook_secret.get_secret_value(),
            str(password or ""),
        )

    @property
    def uses_sandbox(self) -> bool:
        """Whether there is no token, so that the sandbox is started."""
        return not self.telegram_bot_token.get_secret_value()

    @property
    def game(self) -> GameSettings:
        """The pace of the game."""
        return GameSettings(
            turn_seconds=self.turn_seconds,
            window_seconds=self.window_seconds,
            burn_wait=self.burn_wait,
            pass_min=self.pass_delay_min,
            pass_max=self.pass_delay_max,
            timezone=self.timezone,
        )


def load_settings() -> Settings:
    """The settings. Raises :class:`SettingsError` with a sentence that names the first wrong one."""
    try:
        return Settings()
    except ValidationError as error:
        first = error.errors()[0]
        name = str(first["loc"][0]).upper() if first["loc"] else ""
        reason = str(first["msg"]).removeprefix("Value error, ")
        sentence = f"The setting {name} is wrong: {reason}." if name else f"The settings are wrong: {reason}."
        raise SettingsError(sentence) from None

"""The settings, from the environment and ``.env``; every one stands in ``.env.example``."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlsplit

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.usecases.common import GameSettings

LOOPBACK = ("127.0.0.1", "localhost", "::1")


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
    turn_seconds: Annotated[int, Field(ge=10, le=600)] = 45
    window_seconds: Annotated[int, Field(ge=5, le=300)] = 25
    burn_wait: Annotated[float, Field(ge=0, le=30)] = 5.0
    pass_delay_min: Annotated[float, Field(ge=0, le=30)] = 1.0
    pass_delay_max: Annotated[float, Field(ge=0, le=30)] = 3.0

    @field_validator("log_level")
    @classmethod
    def _known_level(cls, value: str) -> str:
        if value.upper() not in ("DEBUG", "INFO", "WARNING", "ERROR"):
            raise ValueError("it is one of DEBUG, INFO, WARNING, ERROR")
        return value.upper()

    @field_validator("public_url", "telegram_api_url", "sandbox_clock_url")
    @classmethod
    def _is_url(cls, value: str) -> str:
        if value and urlsplit(value).scheme not in ("http", "https"):
            raise ValueError("it starts with http:// or https://")
        return value.rstrip("/")

    @model_validator(mode="after")
    def _fit_together(self) -> Settings:
        if self.pass_delay_max < self.pass_delay_min:
            raise ValueError("PASS_DELAY_MAX is not below PASS_DELAY_MIN")
        local = urlsplit(self.telegram_api_url).hostname in LOOPBACK
        if self.sandbox_clock_url and not local:
            raise ValueError("SANDBOX_CLOCK_URL is for a TELEGRAM_API_URL on the loopback interface only")
        if self.sandbox_clock_url and urlsplit(self.sandbox_clock_url).hostname not in LOOPBACK:
            raise ValueError("SANDBOX_CLOCK_URL is on the loopback interface")
        if self.public_url and not self.webhook_secret.get_secret_value():
            raise ValueError("WEBHOOK_SECRET is needed with PUBLIC_URL")
        return self

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

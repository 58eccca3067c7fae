"""Texts in Chinese and English, with Fluent: a folder for each language, a ``.ftl`` file for each subject."""

from __future__ import annotations

import html
from functools import lru_cache
from pathlib import Path
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

from bot.locales.message import Text

LANGUAGES = ("zh", "en")
FOLDER = Path(__file__).parent
KEPT = 4096
"""So many sentences are kept as they were put together: Fluent takes its time for each."""


def pick(language_code: str) -> str:
    """The language for a code of Telegram: Chinese for all kinds of it, else English."""
    return "zh" if language_code.lower().startswith("zh") else "en"


class Locales:
    """All texts, loaded once."""

    def __init__(self) -> None:
        self._bundles = {language: _bundle(language) for language in LANGUAGES}
        self._kept = lru_cache(maxsize=KEPT)(self._format)

    def text(self, language: str, key: str, **args: str | int) -> str:
        """A plain text. Raises :class:`KeyError` if there is none."""
        return self.say(language, Text.of(key, **args))

    def html(self, language: str, key: str, **args: str | int) -> str:
        """A text for HTML: what comes from people is escaped, what is ours is not."""
        escaped = {name: _escaped(value) for name, value in args.items()}
        return self.say(language, Text.of(key, **escaped))

    def say(self, language: str, text: Text) -> str:
        """A sentence of a use-case in a language."""
        return self._kept(language, text)

    def _format(self, language: str, text: Text) -> str:
        bundle = self._bundles[language if language in self._bundles else "en"]
        message = bundle.get_message(text.key)
        if message.value is None:
            raise KeyError(text.key)
        args: dict[str, Any] = dict(text.args)
        value, errors = bundle.format_pattern(message.value, args)
        if errors:
            raise ValueError(f"{text.key}: {errors[0]}")
        return str(value)


def _escaped(value: str | int) -> str | int:
    return html.escape(value, quote=False) if isinstance(value, str) else value


def _bundle(language: str) -> FluentBundle:
    bundle = FluentBundle([language], use_isolating=False)
    for path in sorted((FOLDER / language).glob("*.ftl")):
        bundle.add_resource(FluentResource(path.read_text(encoding="utf-8")))
    return bundle

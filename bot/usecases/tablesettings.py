"""The settings of a table before it starts, kept as the defaults of its chat."""

from __future__ import annotations

from dataclasses import dataclass

from sqlmodel.ext.asyncio.session import AsyncSession

from bot.locales import LANGUAGES
from bot.options import AI_LEVELS, PAGES, PRESET_NAMES, TURNS
from bot.usecases import stale
from bot.usecases.common import Person, Reply, Services, remember, say
from engine.rules import PRESETS, SWITCHES, RuleSet, RuleSetError
from storage.database import retried
from storage.models import Chat, GameTable, TableStatus
from storage.repositories import People, Tables

TIED = ("revolution", "threes", "kaidian_fasi")
"""The switches that need another one (RULES R0)."""


@dataclass(slots=True)
class TableSettings:
    """The use-cases of the settings; each is one transaction."""

    services: Services

    @retried
    async def change(self, table_id: int, person: Person, what: str) -> Reply:
        """Turn to a page (``@rules``) or set something (``deals=5``, ``two_kill_one=on``), if it may be."""
        async with self.services.database.transaction() as session:
            user = await remember(session, person)
            table = await Tables(session).get(table_id)
            if table is None or table.status != TableStatus.LOBBY:
                return say("toast-lobby-closed", alert=True)
            seated = any(seat.user_id == user.id for seat in await Tables(session).seats(table_id))
            if not seated and user.id != table.opener_id:
                return say("toast-settings-sit-first", alert=True)
            reply = await self._change(session, table, what)
            table.version += 1
            await stale.lobby(session, table)
        self.services.changed()
        return reply

    async def _change(self, session: AsyncSession, table: GameTable, what: str) -> Reply:
        if what.startswith("@"):
            if what[1:] not in PAGES:
                return say("toast-stale")
            table.page = what[1:]
            return Reply()
        chat = await People(session).chat_by_id(table.chat_id)
        name, _, value = what.partition("=")
        refused = apply(table, chat, name, value)
        if refused is not None:
            return refused
        keep(table, chat)
        return say("toast-set")


def apply(table: GameTable, chat: Chat, name: str, value: str) -> Reply | None:
    """Set one thing at a table; why not, if it cannot be."""
    if name in ("preset", *SWITCHES):
        return _apply_rules(table, name, value)
    if name == "turn" and value in ("off", *map(str, TURNS)):
        table.turn_seconds = None if value == "off" else int(value)
    elif name == "ai" and value in AI_LEVELS:
        table.ai_level = value
    elif name == "fast" and value in ("on", "off"):
        table.fast = value == "on"
    elif name == "pictures" and value in ("on", "off"):
        table.pictures = value == "on"
    elif name == "lang" and value in LANGUAGES:
        chat.language = value
    else:
        return say("toast-stale")
    return None


def _apply_rules(table: GameTable, name: str, value: str) -> Reply | None:
    rules = PRESETS[table.preset].with_switches(table.switches)
    if name == "preset":
        if value not in PRESETS:
            return say("toast-stale")
        set_rules(table, value, PRESETS[value].with_switches(f"deals={rules.deals}"))
        return None
    try:
        set_rules(table, table.preset, rules.with_switches(f"{name}={value}"))
    except RuleSetError as error:
        return say(f"settings-refused-{error.switch}" if error.switch in TIED else "toast-stale", alert=True)
    return None


def set_rules(table: GameTable, preset: str, rules: RuleSet) -> None:
    """What a table plays: a preset, and how it plays otherwise."""
    table.preset = preset
    table.switches = rules.switches(rules.differences(PRESETS[preset])) if rules != PRESETS[preset] else ""


def keep(table: GameTable, chat: Chat) -> None:
    """The next table of the chat starts with the same settings."""
    chat.preset, chat.switches = table.preset, table.switches
    chat.turn_seconds, chat.ai_level = table.turn_seconds, table.ai_level
    chat.fast, chat.pictures = table.fast, table.pictures


def apply_words(table: GameTable, chat: Chat, words: tuple[str, ...]) -> Reply | None:
    """The words of ``/gouji``: a preset, a number of deals, changes of switches; or why not."""
    for word in words:
        name, sign, value = word.partition("=")
        if word.lower() in PRESET_NAMES:
            name, value = "preset", PRESET_NAMES[word.lower()]
        elif word.isascii() and word.isdigit():
            name, value = "deals", word.lstrip("0")
        elif not sign:
            return say("notice-gouji-words")
        refused = _apply_rules(table, name, value) if name in ("preset", *SWITCHES) else say("toast-stale")
        if refused is not None:
            return say("notice-gouji-words")
    if words:
        keep(table, chat)
    return None

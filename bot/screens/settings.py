"""The settings of a table: pages of the lobby message, each change a tap (RULES R0 for the switches)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.callback import NO_DECISION, Op
from bot.locales import Locales
from bot.options import AI_LEVELS, COMPARE, DEALS, MAIN, RULES, SEATS, TURNS
from bot.screens.keys import Keys, Row, in_rows, join
from bot.screens.lobby import differences, nearest, said, sentence, title
from bot.screens.model import Button, LobbyData, Screen, Style, TableInfo
from engine.rules import PRESETS, SWITCHES, choices

TUNABLE = tuple(switch for switch in SWITCHES if switch != "deals")
"""The switches that have a page; the number of deals has its buttons on the first one."""


def settings(data: LobbyData, language: str, locales: Locales) -> Screen:
    """The page of the settings that is open."""
    page = _Page(data.table, Keys(data.table, NO_DECISION), language, locales)
    if data.page == RULES:
        return page.rules()
    if data.page == COMPARE:
        return page.compare()
    return page.switch(data.page) if data.page in TUNABLE else page.main()


@dataclass(frozen=True, slots=True)
class _Page:
    table: TableInfo
    keys: Keys
    language: str
    locales: Locales

    def main(self) -> Screen:
        """What people change most, and the way to the rest."""
        lines = [self._title(), self._say("settings-title"), *self._differences()]
        links = (self._link("settings-rules", RULES), self._link("settings-compare", COMPARE))
        return Screen(
            "\n".join(lines),
            join(
                in_rows(self._presets(), 3),
                in_rows(self._deals()),
                in_rows(self._turns()),
                tuple(self._levels()),
                self._toggles(),
                links,
                (self._link("settings-done", SEATS, Style.SUCCESS),),
            ),
        )

    def rules(self) -> Screen:
        """All switches: a button leads to each."""
        changed = self.table.rules.differences(PRESETS[nearest(self.table.rules)])
        buttons = []
        for switch in TUNABLE:
            mark = "✏️ " if switch in changed else ""
            buttons.append(
                self.keys.button(f"{mark}{self._say(f'switch-{switch}')}", Op.SETTINGS, f"@{switch}")
            )
        lines = [self._title(), self._say("settings-rules-title"), *self._differences()]
        return Screen("\n".join(lines), join(in_rows(buttons, 2), self._back(MAIN)))

    def switch(self, switch: str) -> Screen:
        """One switch: what each of its values says, and a button for each."""
        now = self.table.rules.switches([switch]).partition("=")[2]
        lines = [f"⚙️ <b>{self._say(f'switch-{switch}')}</b>"]
        buttons = []
        for number, value in enumerate(choices(switch), 1):
            text = said(switch, value, self.language, self.locales)
            lines.append(f"{number}. <b>{text}</b> ✓" if value == now else f"{number}. {text}")
            buttons.append(self._choice(str(number), f"{switch}={value}", value == now))
        return Screen("\n".join(lines), join(in_rows(buttons), self._back(RULES)))

    def compare(self) -> Screen:
        """Exactly how the three presets differ."""
        lines = [f"⚖️ <b>{self._say('settings-compare')}</b>"]
        for switch in TUNABLE:
            sentences = {
                self._say(f"settings-preset-{name}"): sentence(rules, switch, self.language, self.locales)
                for name, rules in PRESETS.items()
            }
            if len(set(sentences.values())) == 1:
                continue
            lines.append(f"<b>{self._say(f'switch-{switch}')}</b>")
            for text in dict.fromkeys(sentences.values()):
                who = " · ".join(name for name, what in sentences.items() if what == text)
                lines.append(f"{who} — {text}")
        return Screen("\n".join(lines), join(self._back(MAIN)))

    def _title(self) -> str:
        return title(self.table, self.language, self.locales)

    def _say(self, key: str, **args: str | int) -> str:
        return self.locales.text(self.language, key, **args)

    def _differences(self) -> list[str]:
        return differences(self.table.rules, self.language, self.locales)

    def _choice(self, label: str, argument: str, chosen: bool) -> Button:
        style = Style.PRIMARY if chosen else None
        return self.keys.button(f"{label} ✓" if chosen else label, Op.SETTINGS, argument, style)

    def _link(self, key: str, page: str, style: Style | None = None) -> Button:
        return self.keys.button(self._say(key), Op.SETTINGS, f"@{page}", style)

    def _back(self, page: str) -> Row:
        return (self._link("button-back", page),)

    def _presets(self) -> list[Button]:
        played = nearest(self.table.rules)
        return [
            self._choice(self._say(f"settings-preset-{name}"), f"preset={name}", name == played)
            for name in PRESETS
        ]

    def _deals(self) -> list[Button]:
        now = self.table.rules.deals
        return [
            self._choice(self._say("settings-deals", deals=count), f"deals={count}", count == now)
            for count in DEALS
        ]

    def _turns(self) -> list[Button]:
        found = []
        for seconds in TURNS:
            label = self._say("settings-turn-off")
            if seconds is not None:
                label = self._say("seconds", seconds=seconds)
            found.append(self._choice(label, f"turn={seconds or 'off'}", seconds == self.table.turn_seconds))
        return found

    def _levels(self) -> list[Button]:
        now = self.table.ai_level
        return [
            self._choice(self._say(f"settings-ai-{level}"), f"ai={level}", level == now)
            for level in AI_LEVELS
        ]

    def _toggles(self) -> Row:
        other = "en" if self.language == "zh" else "zh"
        return (
            self._toggle("fast", on=self.table.fast),
            self._toggle("pictures", on=self.table.pictures),
            self.keys.button(self._say("settings-other-language"), Op.SETTINGS, f"lang={other}"),
        )

    def _toggle(self, name: str, *, on: bool) -> Button:
        return self._choice(self._say(f"settings-{name}"), f"{name}={'off' if on else 'on'}", on)

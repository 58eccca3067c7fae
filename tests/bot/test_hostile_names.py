"""Names and titles that are markup: on every screen they are text, whoever chose them."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.handlers.commands import COMMANDS
from bot.locales import Locales
from bot.sandbox.html_markup import parse_html
from bot.screens.model import Screen, SeatInfo, TableInfo
from bot.screens.standings import name_html
from bot.screens.text import clean_name, seat_name
from engine.rules import RuleSet
from tests.bot import gallery
from tests.bot.running import Json, Running, running

LOCALES = Locales()

HOSTILE = ("<u>甲</u>", "<s>", "&lt;b&gt;", "</b></code>", "\"'&<a>", "<tg-spoiler>")
"""Each is short enough to be shown whole; not balanced, balanced, and entities."""

TITLE = "<u>群</u>&<s>"
HARMLESS = "x"

OURS = (
    "bold",
    "italic",
    "code",
    "pre",
    "blockquote",
    "expandable_blockquote",
    "text_link",
    "date_time",
    "url",
)
"""What our own texts are marked with, and what the phone finds by itself."""

LAST = ("forgetme", "leave", "stop")
"""Commands that end what the others need."""

MANY, MOST_BUTTONS = 30, 120

markup = st.lists(st.sampled_from([*"<>&;/\"'= ab甲", "b", "<a href=", "&amp;", "tg://"]), max_size=12).map(
    "".join
)


@given(name=markup | st.text(max_size=40))
@pytest.mark.parametrize("shown", [name_html, lambda name: seat_name(SeatInfo(name))], ids=["name", "seat"])
def test_a_name_is_text(name: str, shown: Callable[[str], str]) -> None:
    text, entities = parse_html(f"a{shown(name)}b")
    assert text == f"a{clean_name(name)}b"
    assert entities == []


@given(value=markup | st.text(alphabet=st.characters(exclude_categories=["C", "Z"]), max_size=40))
def test_what_is_said_with_a_variable_is_text(value: str) -> None:
    said = LOCALES.html("zh", "score-unknown", name=value)
    text, entities = parse_html(said)
    assert value in text
    assert entities == parse_html(LOCALES.html("zh", "score-unknown", name="x"))[1]


# Every screen of a table


def drawn(names: tuple[str, ...], title: str, language: str) -> Iterator[tuple[str, Screen]]:
    """Every screen of the gallery, for people and a group of some names."""
    real = gallery.info

    def info(rules: RuleSet) -> TableInfo:
        return replace(real(rules), chat_title=title)

    seats = tuple(SeatInfo(name, asleep=number == 1) for number, name in enumerate(names))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gallery, "WIDE", seats)
        patch.setattr(gallery, "info", info)
        yield from gallery.group(language, LOCALES)
        yield from gallery.private(language, LOCALES)


def marks(screen: Screen) -> list[str]:
    """The kinds of entities of a screen, in order."""
    return [entity.type for entity in parse_html(screen.text)[1]]


@pytest.mark.parametrize("language", ["zh", "en"])
def test_names_change_no_markup_of_any_screen(language: str) -> None:
    plain = list(drawn((HARMLESS,) * 6, HARMLESS, language))
    hostile = list(drawn(HOSTILE, TITLE, language))
    assert len(plain) == len(hostile) > 50
    shown = 0
    for (name, expected), (_, screen) in zip(plain, hostile, strict=True):
        assert marks(screen) == marks(expected), name
        shown += HOSTILE[0] in parse_html(screen.text)[0]
    assert shown > 20


# Everything that can be asked for, over HTTP


async def test_no_answer_takes_names_or_words_for_markup(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as place:
        world = place.sandbox.world
        for user, name in zip(place.friends, HOSTILE, strict=True):
            world.users[user].first_name, world.users[user].username = name, ""
        world.chats[place.group].title = TITLE
        first = [name for name in COMMANDS if name not in LAST]
        await place.say_in_group("/gouji")
        pressed = await press_everything(place, place.group)
        await ask_for_everything(place, first)
        await place.say_in_group("/stop")
        await place.say_in_group("/gouji")
        for user, seat in zip(place.friends, "①②③④⑤⑥", strict=True):
            await place.sit(user, seat)
        await place.tap(place.friends[0], place.group, "开局")
        await ask_for_everything(place, first)
        for chat in (place.group, place.friends[0]):
            pressed += await press_everything(place, chat)
        await ask_for_everything(place, list(LAST))
        await place.rest(60)
        said = [m for chat in (place.group, *place.friends) for m in await place.messages(chat)]
        refused = await place.refused()
    assert pressed > MANY
    assert [text for text in refused if re.search("parse|entit|invalid|too long", text, re.IGNORECASE)] == []
    assert {entity["type"] for message in said for entity in entities(message)} <= set(OURS)
    everything = "\n".join(message["text"] for message in said)
    for name in (*HOSTILE, TITLE):
        assert clean_name(name) in everything
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []


def entities(message: Json) -> list[Json]:
    """What a message, or the caption of its picture, is marked with."""
    found: list[Json] = [*(message.get("entities") or []), *(message.get("caption_entities") or [])]
    return found


async def ask_for_everything(place: Running, names: list[str]) -> None:
    """Send commands in the group and in private, alone and with words."""
    asking = place.friends[0]
    for name in names:
        for words in ("", f"{TITLE} @{HOSTILE[1]}"):
            for chat in (place.group, asking):
                await place.client.say(chat, asking, f"/{name} {words}".strip())
                await place.rest(4)


async def press_everything(place: Running, chat: int) -> int:
    """Press each kind of button that a chat shows, and those that come up then; how many there were."""
    pressed: set[str] = set()
    asking = place.friends[0] if chat == place.group else chat
    while len(pressed) < MOST_BUTTONS:
        found = [
            (message, button["callback_data"])
            for message in await place.messages(chat)
            for row in message["keyboard"]
            for button in row
            if button.get("callback_data") and kind(button["callback_data"]) not in pressed
        ]
        if not found:
            break
        message, data = found[0]
        pressed.add(kind(data))
        if not data.split(".")[-1].startswith(("c", "s")):  # it would close or start the table
            await place.client.tap(asking, chat, message["message_id"], data)
            await place.rest(3)
    return len(pressed)


def kind(data: str) -> str:
    """What a button asks for, whatever it is about."""
    return re.sub(r"^[0-9a-z]+\.[^.]*\.", "", data)[:12]

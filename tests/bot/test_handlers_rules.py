"""``/rules`` over HTTP: pages that turn, words that are found, links out of the group."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.sandbox.model import BOT_USERNAME as BOT
from bot.screens.rulebook import chapters
from bot.screens.rulepages import Place
from engine.rules import PRESETS
from tests.bot.running import Running, running
from tests.bot.screening import LOCALES


@pytest.fixture
async def place(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Running]:
    """A bot that runs. Nothing may be refused, and no error told."""
    async with running(tmp_path) as found:
        yield found
        assert await found.refused() == []
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


async def test_the_rules_are_read_in_private_page_by_page(place: Running) -> None:
    me = place.friends[0]
    await place.say_in_private("/start rules")
    page = await place.with_keyboard(me)
    label = page["keyboard"][0][0]["text"]
    await place.tap(me, me, label)
    await place.rest(10)
    turned = await place.with_keyboard(me)
    assert turned["message_id"] == page["message_id"]
    assert label in turned["text"]
    for _ in range(5):
        await place.tap_data(me, turned, page["keyboard"][0][0]["callback_data"])
    assert (await place.tap_data(me, turned, "rules.biesan.nothing"))["text"]
    await place.rest(30)
    assert (await place.with_keyboard(me))["text"] == turned["text"]


async def test_a_page_is_turned_on_no_message_but_one_of_pages(place: Running) -> None:
    await place.say_in_group("/gouji")
    lobby = await place.with_keyboard(place.group)
    await place.tap_data(place.friends[1], lobby, "rules.biesan.tribute")
    await place.rest(30)
    assert (await place.with_keyboard(place.group))["text"] == lobby["text"]


async def test_every_chapter_of_every_preset_can_be_turned_to(place: Running) -> None:
    me = place.friends[0]
    await place.say_in_private("/rules")
    page = await place.with_keyboard(me)
    for rules in PRESETS.values():
        for chapter in chapters(rules):
            await place.tap_data(me, page, Place(rules, chapter).data)
            await place.rest(5)
            turned = await place.with_keyboard(me)
            assert turned["message_id"] == page["message_id"]
            assert LOCALES.text("zh", f"rules-{chapter}-title") in turned["text"]


async def test_a_word_is_explained_in_private(place: Running) -> None:
    for written in ("烧牌", "burn", "shao pai", "Shāopái"):
        assert "一口气走完" in (await place.say_in_private(f"/rules {written}"))[0]
    assert "是不是这些" in (await place.say_in_private("/rules kaid"))[0]
    await place.tap(place.friends[0], place.friends[0], "开点")
    await place.rest(10)
    assert "没人管住" in (await place.with_keyboard(place.friends[0]))["text"]
    assert "没有“<麻将>&”" in (await place.say_in_private("/rules <麻将>&"))[0]
    assert "这套规矩里没有" in (await place.say_in_private("/rules 二杀一"))[0]


async def test_a_group_is_led_to_the_rules_that_it_plays(place: Running) -> None:
    await place.say_in_group("/rules")
    await place.say_in_group("/gouji")
    with closing(sqlite3.connect(place.folder / "gouji.db")) as database, database:
        database.execute("UPDATE game_table SET preset = 'kaidian', switches = 'card_counts=never'")
    for words, first in (("", "怎么玩"), (" 二杀一", "二杀一"), (" ershayi", "二杀一")):
        await place.client.say(place.group, place.friends[1], f"/rules{words}")
        await place.rest(30)
        (link,) = [e["url"] for e in (await place.messages(place.group))[-1]["entities"] if "url" in e]
        assert link.startswith(f"https://t.me/{BOT}?start=rules_x")
        await place.client.open(place.friends[1], link)
        await place.rest(10)
        page = (await place.messages(place.friends[1]))[-1]["text"]
        assert first in page.splitlines()[0]
        assert "开点发四" in page
        assert "改了 1 处" in page
    assert "没有“麻将”" in (await place.say_in_group("/rules 麻将"))[0]
    await place.sit(place.friends[1], "①")
    assert "改了 1 处" in (await place.say_in_private("/rules", place.friends[1]))[0]


async def test_the_button_of_a_lobby_leads_to_the_rules_of_its_table(place: Running) -> None:
    await place.say_in_group("/gouji")
    with closing(sqlite3.connect(place.folder / "gouji.db")) as database, database:
        database.execute("UPDATE game_table SET preset = 'shaopai'")
    answer = await place.tap(place.friends[1], place.group, "规则")
    assert answer["url"] == f"https://t.me/{BOT}?start=rules_shaopai_start"


async def test_a_link_that_leads_nowhere_opens_the_first_page(place: Running) -> None:
    for payload in ("rules", "rules_", "rules_x_burn", "rules_biesan_nothing", "rules_biesan_t-nothing"):
        assert "怎么玩" in (await place.say_in_private(f"/start {payload}"))[0]

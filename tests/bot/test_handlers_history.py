"""The pages to read over HTTP: in the group, in private, and for whom they are not."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import aiohttp
import pytest
from telegram import Chat, Message, MessageEntity, User

from bot.handlers.history import _mentioned, _number
from bot.sandbox.model import BOT_USERNAME as BOT
from bot.usecases.common import ChatRef, Person
from engine.record import read
from tests.bot.past import Past
from tests.bot.running import Json, Running, running
from tests.bot.world import World

TITLE = "够级之夜"
NAMES = ("小明", "阿强")


class Archive:
    """A bot that runs, and what was played before."""

    def __init__(self, place: Running, past: Past) -> None:
        self.place = place
        self.past = past

    @property
    def me(self) -> int:
        """Who has played."""
        return self.place.friends[0]

    async def last(self, chat: int) -> Json:
        """The newest message of the bot."""
        return (await self.place.messages(chat))[-1]

    async def turn(self, chat: int, user: int, label: str) -> Json:
        """Tap a button of the newest keyboard; the message as it is then."""
        message = await self.place.with_keyboard(chat)
        answer = await self.place.tap(user, chat, label)
        assert not answer["text"], answer
        await self.place.rest(5)
        (found,) = (m for m in await self.place.messages(chat) if m["message_id"] == message["message_id"])
        return found


@pytest.fixture
async def archive(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Archive]:
    """A match of two deals by two friends. Nothing may be refused, no error told, no name logged."""
    caplog.set_level(logging.DEBUG, logger="bot")
    async with running(tmp_path) as place:
        world = World(tmp_path, url=f"sqlite+aiosqlite:///{tmp_path}/gouji.db")
        past = Past(world)
        people = {n: Person(place.friends[n], NAMES[n], language_code="zh-hans") for n in (0, 1)}
        await past.match(people, group=ChatRef(place.group, TITLE), deals=2)
        await world.database.close()
        yield Archive(place, past)
        assert await place.refused() == []
    logged = [*caplog.get_records("setup"), *caplog.get_records("call")]
    assert [record.levelno for record in logged]
    assert not [record for record in logged if any(name in record.getMessage() for name in (*NAMES, TITLE))]
    assert [record for record in logged if record.levelno >= logging.ERROR] == []


# Standings


async def test_anybody_switches_the_period_in_the_group(archive: Archive) -> None:
    place = archive.place
    (text,) = await place.say_in_group("/score")
    assert "小明" in text
    assert "阿强" in text
    month = await archive.turn(place.group, place.friends[4], "本月")
    assert "本月 · " in month["text"]
    assert "小明" not in month["text"]
    assert [b["text"] for b in month["keyboard"][0]] == ["全部", "• 本月", "今晚"]
    assert "小明" in (await archive.turn(place.group, archive.me, "全部"))["text"]


async def test_one_person_is_shown_and_stays_so_when_the_period_changes(archive: Archive) -> None:
    place = archive.place
    (text,) = await place.say_in_group("/score @阿强")
    assert "阿强" in text
    assert "第" in text
    month = await archive.turn(place.group, archive.me, "本月")
    assert "阿强" in month["text"]
    (unknown,) = await place.say_in_group("/score <b>朋友九</b>")
    assert "<b>朋友九</b>" in unknown


async def test_own_figures_are_in_private(archive: Archive) -> None:
    (text,) = await archive.place.say_in_private("/score")
    assert "所有的群" in text
    assert "2 局" in text
    evening = await archive.turn(archive.me, archive.me, "今晚")
    assert "没有打完的局" in evening["text"]


# Matches and deals


async def test_from_the_group_to_the_list_a_match_a_deal_and_its_steps(archive: Archive) -> None:
    place, me = archive.place, archive.me
    await place.say_in_group("/history")
    link = (await place.with_keyboard(place.group))["keyboard"][0][0]["url"]
    assert link == f"https://t.me/{BOT}?start=history"
    await place.client.open(me, link)
    await place.rest(10)
    listed = await archive.last(me)
    assert TITLE in listed["text"]
    match = await archive.turn(me, me, "1")
    assert "🔴① 小明" in match["text"]
    assert match["message_id"] == listed["message_id"]
    deal = await archive.turn(me, me, "第 2 局")
    assert "第 0/" in deal["text"]
    for label, words in (("▶", "第 1/"), ("▶", "第 2/"), ("◀", "第 1/"), ("⏩", "第 1 轮"), ("⏮", "第 0/")):
        assert words in (await archive.turn(me, me, label))["text"], label
    end = await archive.turn(me, me, "⏭")
    assert "大落" in end["text"]
    assert (await archive.turn(me, me, "⏭"))["text"] == end["text"]
    assert "🔴① 小明" in (await archive.turn(me, me, "⬅"))["text"]
    assert (await archive.turn(me, me, "⬅"))["text"] == listed["text"]


async def content(place: Running, message: Json) -> str:
    """The content of the file of a message."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{place.sandbox.url}{message['document']['url']}") as response,
    ):
        return await response.text()


async def test_replay_sends_the_record_and_the_first_step(archive: Archive) -> None:
    place, me = archive.place, archive.me
    await place.say_in_private("/replay 2")
    messages = (await place.messages(me))[-2:]
    (file,) = (message for message in messages if "document" in message)
    (deal,) = (message for message in messages if "document" not in message)
    assert file["document"]["file_name"].endswith("-1.gouji")
    record = read(await content(place, file))
    assert record.seed == "past/1"
    assert len(record.tokens) > 100
    assert file["document"]["file_name"] in file["text"]
    assert "第 0/" in deal["text"]
    await archive.turn(me, me, "📄")
    assert read(await content(place, await archive.last(me))).seed == "past/1"


async def test_from_the_group_replay_leads_to_the_deal_for_those_who_sat_there(archive: Archive) -> None:
    place = archive.place
    await place.say_in_group("/replay", place.friends[3])
    link = (await place.with_keyboard(place.group))["keyboard"][0][0]["url"]
    assert "start=replay_" in link
    for friend, allowed in ((place.friends[1], True), (place.friends[3], False)):
        await place.client.open(friend, link)
        await place.rest(10)
        shown = await archive.last(friend)
        assert ("第 0/" in shown["text"] or "document" in shown) is allowed
        assert ("没有这一局" in shown["text"]) is not allowed
    for payload in ("replay_", "replay_zzzzzzzz", "replay_1_2", "replay_%"):
        (text,) = await place.say_in_private(f"/start {payload}")
        assert "没有这一局" in text


@pytest.mark.parametrize("data", ["h:d.1.0", "h:m.1.0", "h:f.1", "h:m.zzzzzzz.0", "h:d.zzzzzzz.zzzzzzz"])
async def test_made_up_buttons_open_nothing_for_who_has_not_sat_there(archive: Archive, data: str) -> None:
    place = archive.place
    stranger = place.friends[3]
    await place.say_in_private("/score", stranger)
    page = await place.with_keyboard(stranger)
    answer = await place.tap_data(stranger, page, data)
    assert "没有这一局" in answer["text"]
    await place.rest(10)
    assert (await place.with_keyboard(stranger))["text"] == page["text"]
    assert not any("document" in message for message in await place.messages(stranger))


async def test_made_up_buttons_are_refused_where_they_do_not_belong(archive: Archive) -> None:
    place, me = archive.place, archive.me
    await place.say_in_group("/score")
    board = await place.with_keyboard(place.group)
    await place.say_in_private("/score")
    own = await place.with_keyboard(me)
    await place.say_in_group("/gouji")
    lobby = await place.with_keyboard(place.group)
    wrong = [
        (board, ("h:o.0", "h:l.0", "h:d.1.0", "h:f.1", "h:x", "h:s.9", "h:s", "h:", "h:z.1", "h:s.0.1")),
        (own, ("h:s.0", "h:p.0.1", "h:o.3", "h:l", "h:x.1", "h:d.1")),
        (lobby, ("h:s.0", "h:p.0.1")),
    ]
    for message, taps in wrong:
        for data in taps:
            answer = await place.tap_data(me, message, data)
            assert "按钮坏了" in answer["text"], data
            await place.rest(3)
    for chat, message in ((place.group, board), (me, own), (place.group, lobby)):
        shown = {m["message_id"]: m["text"] for m in await place.messages(chat)}
        assert shown[message["message_id"]] == message["text"]


# Checking, privacy


async def test_verify_gives_the_command_of_the_last_deal(archive: Archive) -> None:
    for text in (
        *await archive.place.say_in_group("/verify", archive.place.friends[3]),
        *await archive.place.say_in_private("/verify"),
    ):
        assert 'python -m engine deal --rules biesan --switches "deals=2" --seed past/2' in text


async def test_who_is_asked_again_may_still_say_no(archive: Archive) -> None:
    place, me = archive.place, archive.me
    await place.say_in_private("/forgetme")
    kept = await archive.turn(me, me, "不")
    assert "没动" in kept["text"]
    assert kept["keyboard"] == []
    assert me in known(place)


async def test_a_person_is_forgotten_at_the_second_word_only(archive: Archive) -> None:
    place, me = archive.place, archive.me
    await place.say_in_group("/forgetme")
    link = (await place.with_keyboard(place.group))["keyboard"][0][0]["url"]
    await place.client.open(me, link)
    await place.rest(10)
    assert me in known(place)
    done = await archive.turn(me, me, "🗑")
    assert "都忘了" in done["text"]
    assert me not in known(place)
    await place.rest(120)
    assert me not in known(place)
    (text,) = await place.say_in_group("/score", place.friends[1])
    assert "小明" not in text
    assert "👤" in text


def known(place: Running) -> list[int]:
    """The Telegram ids of everybody who is stored."""
    with closing(sqlite3.connect(place.folder / "gouji.db")) as database:
        return [found for (found,) in database.execute("SELECT telegram_id FROM user_account")]


# Words


def test_how_far_back_is_a_small_number() -> None:
    assert [_number(words) for words in ([], ["1"], ["#12"], ["007"])] == [1, 1, 12, 7]
    for wrong in ("0", "-1", "x", "1.5", "9999999", "²", "１", ""):
        assert _number([wrong]) is None, wrong


def test_a_mention_without_a_username_names_a_person() -> None:
    chat, user = Chat(-1, Chat.GROUP), User(7, "王", is_bot=False)
    now = datetime.now(UTC)
    mention = MessageEntity(MessageEntity.TEXT_MENTION, 7, 1, user=user)
    assert _mentioned(Message(1, now, chat, text="/score 王", entities=[mention])) == 7
    assert _mentioned(Message(1, now, chat, text="/score 王")) is None

"""Votes and odd people over HTTP: what is tapped and written in the sandbox, and nothing refused."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.handlers.context import COMMANDS, TAPS
from bot.sandbox.client import Json
from bot.sandbox.model import BOT_USERNAME as BOT
from tests.bot.running import Running, running


@pytest.fixture
async def place(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Running]:
    """A bot that runs. Nothing may be refused, and no error told."""
    async with running(tmp_path) as found:
        yield found
        assert await found.refused() == []
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


async def showing(place: Running, words: str, chat: int | None = None) -> Json:
    """The newest message of the bot that says something."""
    return next(m for m in reversed(await place.messages(chat or place.group)) if words in m["text"])


async def press(place: Running, user: int, message: Json, label: str) -> Json:
    """Tap the first button of a message whose label has something in it."""
    buttons = [button for row in message["keyboard"] for button in row]
    data = next(button["callback_data"] for button in buttons if label in button["text"])
    answer = await place.client.tap(user, message["chat_id"], message["message_id"], data)
    assert answer is not None
    await place.rest(10)
    return answer


async def play(place: Running, people: int) -> None:
    """So many friends sit down among AI players, and the deal starts."""
    await place.say_in_group("/gouji")
    for number in range(people):
        await place.sit(place.friends[number], "①②③④⑤⑥"[number])
    for label in ("补机器人", "开局"):
        await place.tap(place.friends[0], place.group, label)
        await place.rest(5)


# Votes, by buttons


async def test_the_menu_leads_to_a_pause_and_one_tap_goes_on(place: Running) -> None:
    await play(place, 2)
    me, other = place.friends[:2]
    await press(place, me, await showing(place, "🀄"), "⋯")
    menu = await showing(place, "更多")
    assert "表决" in (await press(place, me, menu, "⏸"))["text"]
    vote = await showing(place, "想暂停")
    assert "同意" in (await press(place, other, vote, "👍"))["text"]
    table = await showing(place, "暂停中")
    assert table["message_id"] == (await showing(place, "🀄"))["message_id"]
    before = place.deal()
    await place.rest(3600)
    assert place.deal() == before
    assert "接着打" in (await press(place, other, table, "接着打"))["text"]
    await place.rest(60)
    assert place.deal() != before


async def test_a_pause_can_be_asked_for_and_ended_by_commands(place: Running) -> None:
    await play(place, 1)
    await place.say_in_group("/pause")
    assert (await showing(place, "暂停中"))["keyboard"]
    assert "接着打" in (await place.say_in_group("/resume"))[0]


async def test_a_person_of_the_group_takes_an_ai_players_seat(place: Running) -> None:
    await play(place, 1)
    newcomer = place.friends[4]
    await press(place, place.friends[0], await showing(place, "🀄"), "⋯")
    answer = await press(place, newcomer, await showing(place, "更多"), "🔁 ③")
    assert answer["url"].startswith(f"https://t.me/{BOT}?start=sub_")
    await place.client.open(newcomer, answer["url"])
    await place.rest(20)
    assert "③ 小红" in (await showing(place, "🀄"))["text"]
    assert "你的" in (await showing(place, "🀄", newcomer))["text"]
    assert "小红 接替 ③ 🤖" in (await showing(place, "🗳"))["text"]


async def test_by_command_the_way_into_the_private_chat_is_a_link(place: Running) -> None:
    await play(place, 1)
    await place.say_in_group("/sub 3", place.friends[4])
    said = (await place.messages(place.group))[-1]
    (link,) = [entity for entity in said["entities"] if entity["type"] == "text_link"]
    assert link["url"].startswith(f"https://t.me/{BOT}?start=sub_")
    assert "用法" in (await place.say_in_group("/sub 9", place.friends[4]))[0]


async def test_a_link_into_a_group_takes_nobody_from_outside(place: Running) -> None:
    await play(place, 1)
    stranger = (await place.client.add_user("路人", language_code="zh"))["id"]
    for payload in ("sub_1_3", "join_1_3"):
        await place.client.open(stranger, f"https://t.me/{BOT}?start={payload}")
        await place.rest(10)
        assert "不在那个群" in (await place.messages(stranger))[-1]["text"]


async def test_an_administrator_sends_somebody_away_by_button_and_others_by_vote(place: Running) -> None:
    await play(place, 4)
    admin, me, stranger = place.friends[0], place.friends[1], place.friends[5]
    await press(place, me, await showing(place, "🀄"), "⋯")
    menu = await showing(place, "更多")
    assert "已请离" in (await press(place, admin, menu, "🚪 ④"))["text"]
    assert "④ 🤖" in (await showing(place, "🀄"))["text"]
    assert "表决" in (await press(place, me, menu, "🚪 ③"))["text"]
    vote = await showing(place, "提议请")
    assert "才能投票" in (await press(place, stranger, vote, "👍"))["text"]
    await press(place, admin, vote, "👍")
    assert "③ 🤖" in (await showing(place, "🀄"))["text"]
    assert "离座" in (await showing(place, "🗳"))["text"]


async def test_a_kick_by_command_names_a_seat_a_name_or_a_message(place: Running) -> None:
    await play(place, 2)
    admin = place.friends[5]
    await place.client.member(place.group, admin, "promote")
    assert "用法" in (await place.say_in_group("/kick", admin))[0]
    assert "用法" in (await place.say_in_group("/kick @nobody", admin))[0]
    assert "没有人" in (await place.say_in_group("/kick 6", admin))[0]
    said = await place.client.say(place.group, place.friends[1], "哈哈")
    texts = await place.say(place.group, admin, f"/kick@{BOT}", reply_to=said["message_id"])
    assert any("已请离" in text for text in texts)
    assert any("已请离" in text for text in await place.say_in_group("/kick ①", admin))
    assert "① 🤖" in (await showing(place, "🀄"))["text"]


async def test_without_a_table_there_is_nothing_to_vote_on(place: Running) -> None:
    for command in ("/sub", "/kick 1", "/pause", "/resume"):
        assert "没有正在打的桌" in (await place.say_in_group(command))[0]
        assert "在群里用" in (await place.say_in_private(command))[0]


# Who may


async def test_a_group_can_leave_tables_to_its_administrators(place: Running) -> None:
    admin, me = place.friends[:2]
    assert "只有群管理员能设" in (await place.say_in_group("/admins on", me))[0]
    assert "用法" in (await place.say_in_group("/admins", admin))[0]
    assert "设好了" in (await place.say_in_group("/admins on", admin))[0]
    assert "只有管理员" in (await place.say_in_group("/gouji", me))[0]
    assert "🀄" in (await place.say_in_group("/gouji", admin))[0]
    await place.sit(me, "①")
    await place.tap(me, place.group, "补机器人")
    await place.rest(10)
    assert "只有管理员" in (await place.tap(me, place.group, "开局"))["text"]
    await place.sit(admin, "②")
    await place.tap(admin, place.group, "开局")
    await place.rest(10)
    assert "只有管理员" in (await place.say_in_group("/stop", me))[0]
    assert any("停了" in text for text in await place.say_in_group("/stop", admin))
    assert "设好了" in (await place.say_in_group("/admins off", admin))[0]
    assert "🀄" in (await place.say_in_group("/gouji", me))[0]


async def test_an_anonymous_administrator_rules_the_table_but_does_not_play(place: Running) -> None:
    hidden = {"sender_chat": place.group}
    assert "🀄" in (await place.say(place.group, place.friends[0], "/gouji", **hidden))[0]
    await place.sit(place.friends[1], "②")
    texts = await place.say(place.group, place.friends[0], "/kick 2", **hidden)
    assert any("已请离" in text for text in texts)
    for command in ("/hand", "/leave", "/sub", "/pause", "/resume"):
        texts = await place.say(place.group, place.friends[0], command, **hidden)
        assert "自己的账号" in texts[0]
    assert "停了" in (await place.say(place.group, place.friends[0], "/stop", **hidden))[0]


async def test_who_writes_as_a_channel_is_told_to_use_their_own_account(place: Running) -> None:
    channel = await place.client.add_chat("频道", [place.friends[0]], type="channel")
    for command in ("/gouji", "/stop", "/score"):
        texts = await place.say(place.group, place.friends[0], command, sender_chat=channel["id"])
        assert ["自己的账号" in text for text in texts] == [True]
    assert "没有正在打的桌" in (await place.say_in_group("/table"))[0]


async def test_a_button_of_a_group_is_no_good_in_another(place: Running) -> None:
    await play(place, 1)
    stranger = (await place.client.add_user("路人", language_code="zh"))["id"]
    elsewhere = (await place.client.add_chat("别处", [stranger]))["id"]
    await place.client.open(stranger, f"https://t.me/{BOT}?start=x")
    before = place.deal()
    for data in ("1.-.ms3", "1.-.m", "1.-.j3", "1.-.mk1"):
        answer = await place.client.tap(stranger, elsewhere, 1, data, force=True)
        assert answer is not None
        assert "坏" in answer["text"]
    kept = [row for row in place.deal() if row[0] == "seat"]
    assert kept == [row for row in before if row[0] == "seat"]


# Too fast


async def test_a_flood_of_commands_is_answered_once_and_does_not_eat_the_groups_messages(
    place: Running,
) -> None:
    for number in range(4 * COMMANDS):
        await place.client.say(place.group, place.friends[2], f"/score{'' if number % 2 else f'@{BOT}'}")
        await place.client.settle()
    await place.rest(60)
    texts = [message["text"] for message in await place.messages(place.group)]
    assert len([text for text in texts if "慢一点" in text]) == 1
    assert len(texts) <= COMMANDS + 1


async def test_a_flood_of_taps_is_answered_but_does_nothing(place: Running) -> None:
    await place.say_in_group("/gouji")
    lobby = await place.with_keyboard(place.group)
    answers = [await place.tap_data(place.friends[2], lobby, "1.-.l") for _ in range(TAPS + 2)]
    assert ["慢一点" in answer["text"] for answer in answers] == [False] * TAPS + [True] * 2
    await place.rest(15)
    assert "慢一点" not in (await place.tap_data(place.friends[2], lobby, "1.-.l"))["text"]


# Who is away


async def test_who_blocks_the_bot_is_played_for_and_comes_back_by_unblocking(place: Running) -> None:
    await play(place, 2)
    await place.client.block(place.friends[1])
    await place.rest(60)
    table = await showing(place, "🀄")
    assert "② 阿强 · 💤" in table["text"]
    assert "⚠️" in table["text"]
    await place.client.unblock(place.friends[1])
    await place.rest(20)
    table = await showing(place, "🀄")
    assert "💤" not in table["text"]
    assert "⚠️" not in table["text"]


async def test_a_bot_that_is_removed_keeps_silent_and_comes_back_with_the_table(place: Running) -> None:
    await play(place, 1)
    await place.client.member(place.group, "bot", "remove")
    await place.rest(1)
    calls = len(await place.client.calls())
    await place.rest(300)
    there = [call for call in (await place.client.calls())[calls:] if call["chat_id"] == place.group]
    assert there == []
    last = (await place.messages(place.group))[-1]["message_id"]
    await place.client.member(place.group, "bot", "add")
    await place.rest(30)
    assert (await showing(place, "🀄"))["message_id"] > last


async def test_who_leaves_the_group_leaves_the_table(place: Running) -> None:
    await place.say_in_group("/gouji")
    for number in range(3):
        await place.sit(place.friends[number], "①②③"[number])
    await place.client.member(place.group, place.friends[2], "remove")
    await place.rest(10)
    assert "③ 空" in (await showing(place, "🀄"))["text"]
    for label in ("补机器人", "开局"):
        await place.tap(place.friends[0], place.group, label)
        await place.rest(5)
    await place.client.member(place.group, place.friends[1], "remove")
    await place.rest(30)
    assert "② 阿强 · 💤" in (await showing(place, "🀄"))["text"]


async def test_a_group_whose_supergroup_has_written_already_keeps_its_table(place: Running) -> None:
    await play(place, 1)
    world = place.sandbox.world
    old = place.group
    new = (await place.client.migrate(old))["id"]
    await place.client.say(new, place.friends[0], "/timeout 90")
    await place.rest(30)
    assert world.chats[old].migrated_to == new
    assert "🀄" in (await showing(place, "🀄", new))["text"]
    texts = await place.say(new, place.friends[0], "/gouji")
    assert any("已经有一桌" in text for text in texts)


async def test_in_the_general_topic_no_topic_is_named(place: Running) -> None:
    forum = await place.client.add_chat("论坛", place.friends, type="supergroup", is_forum=True)
    await place.client.add_topic(forum["id"], "够级")
    await place.say(forum["id"], place.friends[0], "/gouji")
    sent = [call for call in await place.client.calls() if call["chat_id"] == forum["id"]]
    assert sent
    assert all("message_thread_id" not in call["params"] for call in sent)


async def test_a_vote_is_held_in_the_topic_of_its_table(place: Running) -> None:
    forum = await place.client.add_chat("论坛", place.friends, type="supergroup", is_forum=True)
    place.group = forum["id"]
    topic = await place.client.add_topic(place.group, "够级")
    await place.client.say(place.group, place.friends[0], "/gouji", message_thread_id=topic)
    await place.rest(10)
    for number in range(2):
        await place.sit(place.friends[number], "①②"[number])
    for label in ("补机器人", "开局"):
        await place.tap(place.friends[0], place.group, label)
        await place.rest(5)
    await press(place, place.friends[0], await showing(place, "🀄"), "⋯")
    await press(place, place.friends[0], await showing(place, "更多"), "⏸")
    assert {m.get("message_thread_id") for m in await place.messages(place.group)} == {topic}


async def test_who_plays_in_two_groups_has_two_hands_that_say_which(place: Running) -> None:
    await play(place, 1)
    first, me = place.group, place.friends[0]
    other = await place.client.add_chat("周五之夜", place.friends)
    place.group = other["id"]
    await play(place, 1)
    await place.rest(60)
    hands = [m["text"] for m in await place.messages(me) if "🀄" in m["text"]]
    assert len(hands) == 2
    assert sum("周五之夜" in text for text in hands) == 1
    assert sum("够级之夜" in text for text in hands) == 1
    assert first != place.group

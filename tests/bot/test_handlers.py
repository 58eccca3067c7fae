"""The handlers over HTTP: every command and every tap gets its answer, whatever it holds."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.callback import CallbackData, Op
from bot.handlers.answering import ANSWER_TRIES
from bot.handlers.commands import COMMANDS, IN_GROUPS, IN_PRIVATE
from bot.sandbox.model import BOT_ID
from bot.sandbox.model import BOT_USERNAME as BOT
from bot.sandbox.server import TOKEN
from bot.usecases.lobby import Lobby
from bot.usecases.play import Play
from tests.bot.running import Running, running


@pytest.fixture
async def place(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[Running]:
    """A bot that runs. Nothing may be refused, and no error told, unless a test expects it."""
    async with running(tmp_path) as found:
        yield found
        assert await found.refused() == []
    assert [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR] == []


async def everywhere(place: Running, command: str) -> tuple[list[str], list[str]]:
    """What a command answers in the group and in private."""
    return await place.say_in_group(command), await place.say_in_private(command)


# Commands


async def test_the_lists_of_commands_are_set_for_groups_and_private_chats_in_both_languages(
    place: Running,
) -> None:
    lists = place.sandbox.world.commands
    assert len(lists) == 4
    for scope, commands in lists.items():
        names = IN_GROUPS if "group" in scope else IN_PRIVATE
        assert tuple(command["command"] for command in commands) == names
        words = "".join(command["description"] for command in commands)
        assert ("帮助" in words) == scope.endswith(" zh")
    assert {*IN_GROUPS, *IN_PRIVATE} == set(COMMANDS) - {"start"}


ANSWERS = (
    ("/start", "/gouji", "/gouji"),
    ("/hand", "没有在打", "没有在打"),
    ("/table", "没有正在打的桌", "在群里用"),
    ("/rules", "📖", "📖"),
    ("/score", "够级之夜", "所有的群"),
    ("/score 建国", "建国", "所有的群"),
    ("/history", "私聊里看", "还没有打完的局"),
    ("/replay", "还没有打完的局", "还没有打完的局"),
    ("/replay 0", "/replay 2", "/replay 2"),
    ("/verify", "SHA-256", "SHA-256"),
    ("/privacy", "私聊里看", "/forgetme"),
    ("/forgetme", "私聊里说", "忘掉"),
    ("/timeout", "/timeout 30", "在群里用"),
    ("/timeout 60", "60 秒", "在群里用"),
    ("/timeout soon", "/timeout 30", "在群里用"),
    ("/leave", "坐", "坐"),
    ("/stop", "没有正在打的桌", "在群里用"),
    ("/sub", "没有正在打的桌", "在群里用"),
    ("/kick 1", "没有正在打的桌", "在群里用"),
    ("/pause", "没有正在打的桌", "在群里用"),
    ("/resume", "没有正在打的桌", "在群里用"),
    ("/admins", "/admins on", "在群里用"),
    ("/help", "/gouji", "/gouji"),
    ("/lang", "/lang zh", "/lang zh"),
    ("/lang klingon", "/lang zh", "/lang zh"),
    ("/lang en", "English it is", "English it is"),
    ("/score", "no finished deals", "all chats"),
)


async def test_every_command_is_answered_in_one_message(place: Running) -> None:
    assert {command.split()[0][1:] for command, _, _ in ANSWERS} == set(COMMANDS) - {"gouji"}
    for command, in_group, in_private in ANSWERS:
        group, private = await everywhere(place, command)
        assert [in_group.lower() in text.lower() for text in group] == [True], (command, group)
        assert [in_private in text for text in private] == [True], (command, private)


async def test_gouji_opens_a_table_in_groups_only(place: Running) -> None:
    assert "在群里用" in (await place.say_in_private("/gouji"))[0]
    assert len(await place.say_in_group(f"/gouji@{BOT}")) == 1
    assert (await place.with_keyboard(place.group))["text"]


async def test_another_bots_command_is_not_ours(place: Running) -> None:
    assert await place.say_in_group("/gouji@other_bot") == []


async def test_a_table_lives_in_the_topic_in_which_it_was_opened(place: Running) -> None:
    forum = await place.client.add_chat("论坛", place.friends, type="supergroup", is_forum=True)
    topic = await place.client.add_topic(forum["id"], "够级")
    await place.client.say(forum["id"], place.friends[0], "/gouji", message_thread_id=topic)
    await place.client.say(forum["id"], place.friends[0], "/score")
    await place.rest(30)
    shown = await place.messages(forum["id"])
    assert sorted(str(message.get("message_thread_id")) for message in shown) == sorted([str(topic), "None"])


async def test_too_many_commands_are_answered_once(place: Running) -> None:
    for _ in range(30):
        await place.client.say(place.friends[0], place.friends[0], "/help")
    await place.rest(60)
    texts = [message["text"] for message in await place.messages(place.friends[0])]
    assert len([text for text in texts if "慢一点" in text]) == 1
    assert len(texts) < 10
    assert len(await place.say_in_private("/help")) == 1


async def test_what_is_no_command_is_answered_with_help_in_private_and_left_alone_in_groups(
    place: Running,
) -> None:
    assert "/gouji" in (await place.say_in_private("你好 <b>&"))[0]
    assert "/gouji" in (await place.say_in_private("/nonsense"))[0]
    assert await place.say_in_group("/nonsense") == []


# Links


async def test_a_bad_link_is_told(place: Running) -> None:
    for payload in ("join_", "join_zzzzzzzzz_9", "join_1_7", "nonsense", "join_1_1_1"):
        assert "链接" in (await place.say_in_private(f"/start {payload}"))[0]


async def test_a_link_to_no_table_is_told(place: Running) -> None:
    assert len(await place.say_in_private("/start join_1_1")) == 1


async def test_a_link_takes_the_seat(place: Running) -> None:
    await place.say_in_group("/gouji")
    answer = await place.tap(place.friends[1], place.group, "②")
    assert answer["url"].startswith(f"https://t.me/{BOT}?start=join_")
    await place.client.open(place.friends[1], answer["url"])
    await place.rest(10)
    assert "2 号位" in (await place.messages(place.friends[1]))[-1]["text"]
    assert "② 阿强" in (await place.with_keyboard(place.group))["text"]


# Taps


BAD_DATA = (
    "x",
    "1.-.",
    "1.-.?",
    "1.-.Z",
    "-1.-.j3",
    "1..j",
    "rules",
    "一.-.j",
    ".",
    "a.b.c.d",
    "1.-.j" + "x" * 59,
)


async def test_a_malformed_tap_is_answered_with_a_sentence(place: Running) -> None:
    await place.say_in_group("/gouji")
    message = await place.with_keyboard(place.group)
    for data in BAD_DATA:
        assert (await place.tap_data(place.friends[1], message, data))["text"], data


async def test_a_tap_about_no_table_is_answered(place: Running) -> None:
    await place.say_in_group("/gouji")
    message = await place.with_keyboard(place.group)
    for table in ("zzzzzzzzzzzz", "zik0zj", "2", "0"):
        for op in Op:
            answer = await place.tap_data(place.friends[1], message, f"{table}.-.{op}")
            assert answer["text"] or answer["url"], (table, op)


async def test_who_does_not_sit_is_told_so_and_changes_nothing(place: Running) -> None:
    await place.start_deal()
    before = place.deal()
    message = await place.with_keyboard(place.group)
    for op in Op:
        for argument in ("", "1", "A", "PASS", "!READY", "  ", "~" * 44):
            answer = await place.tap_data(place.friends[3], message, f"1.-.{op}{argument}")
            assert answer["text"] or answer["url"], (op, argument)
    assert place.deal() == before


async def test_whoever_sits_may_tap_anything(place: Running) -> None:
    await place.start_deal()
    message = await place.with_keyboard(place.group)
    for op in set(Op) - {Op.ACT}:
        for argument in ("", "1", "A", "PASS", "!READY", "  ", "~" * 44):
            assert await place.tap_data(place.friends[0], message, f"1.-.{op}{argument}")


async def test_my_hand_is_an_alert_to_its_owner_alone(place: Running) -> None:
    await place.start_deal()
    await place.rest(60)
    message = await place.with_keyboard(place.group)
    data = str(CallbackData(1, "-", Op.HAND))
    mine = await place.tap_data(place.friends[0], message, data)
    assert mine["show_alert"]
    assert "×" in mine["text"]
    other = await place.tap_data(place.friends[1], message, data)
    assert "×" not in other["text"]


async def test_a_keyboard_that_is_not_the_current_one_is_taken_away_when_it_is_tapped(
    place: Running,
) -> None:
    await place.say_in_group("/gouji")
    current = await place.with_keyboard(place.group)
    data = current["keyboard"][0][0]["callback_data"]
    stray = await place.call(
        "sendMessage",
        chat_id=place.group,
        text="sent by a process that died before it could note so",
        reply_markup={"inline_keyboard": [[{"text": "①", "callback_data": data}]]},
    )
    await place.tap_data(place.friends[0], {**current, "message_id": stray["message_id"]}, data)
    await place.rest(30)
    keyboards = {m["message_id"]: m["keyboard"] for m in await place.messages(place.group)}
    assert not keyboards[stray["message_id"]]
    assert keyboards[current["message_id"]]


async def test_a_tap_on_a_message_without_a_keyboard_costs_no_call(place: Running) -> None:
    await place.say_in_group("/gouji")
    current = await place.with_keyboard(place.group)
    bare = await place.call("sendMessage", chat_id=place.group, text="whose keyboard is gone")
    for message_id in (bare["message_id"], 4711):
        await place.tap_data(place.friends[0], {**current, "message_id": message_id}, "1.-.r")
    await place.rest(30)
    assert [call for call in await place.client.calls() if call["method"].startswith("edit")] == []


async def test_a_tap_in_another_group_takes_no_keyboard_away(place: Running) -> None:
    await place.say_in_group("/gouji")
    other = await place.client.add_chat("另一群", place.friends)
    await place.say(other["id"], place.friends[0], "/gouji")
    message = await place.with_keyboard(other["id"])
    edits = [c for c in await place.client.calls() if c["method"].startswith("edit")]
    await place.tap_data(place.friends[0], {**message, "message_id": message["message_id"]}, "1.-.h")
    await place.rest(30)
    assert [c for c in await place.client.calls() if c["method"].startswith("edit")] == edits


async def test_a_tap_that_is_answered_too_late_is_no_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with running(tmp_path) as place:
        await place.say_in_group("/gouji")
        number = (await place.with_keyboard(place.group))["message_id"]
        world = place.sandbox.world
        message = world.views.message(world.chats[place.group].messages[number])
        query = world.new_query(world.users[place.friends[0]], message, "1.-.j1")
        del world.queries[query.id]  # the time to answer is over before the bot hears of it
        await place.rest(10)
        assert ["query is too old" in text for text in await place.refused()] == [True]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


@pytest.mark.parametrize(("kind", "tries"), [("500", ANSWER_TRIES), ("drop", ANSWER_TRIES), ("429", 1)])
async def test_what_a_tap_did_is_done_also_if_its_answer_does_not_get_through(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str, tries: int
) -> None:
    async with running(tmp_path) as place:
        await place.say_in_private("/start")
        await place.say_in_group("/gouji")
        await place.client.set_faults({"method": "answerCallbackQuery", "kind": kind, "rate": 1.0})
        message = await place.with_keyboard(place.group)
        data = message["keyboard"][0][0]["callback_data"]
        await place.client.tap(place.friends[0], place.group, message["message_id"], data, timeout=0)
        await place.rest(30)
        assert "① 小明" in (await place.with_keyboard(place.group))["text"]
        assert len(await place.refused()) == tries
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


# Who may what


async def test_only_who_opened_a_table_or_an_administrator_stops_it(place: Running) -> None:
    await place.say_in_group("/gouji")
    assert "只有" in (await place.say_in_group("/stop", place.friends[1]))[0]
    await place.client.member(place.group, place.friends[1], "promote")
    assert "停了" in (await place.say_in_group("/stop", place.friends[1]))[0]


async def test_an_anonymous_administrator_stops_a_table(place: Running) -> None:
    await place.say_in_group("/gouji")
    texts = await place.say(place.group, place.friends[1], "/stop", sender_chat=place.group)
    assert "停了" in texts[0]


async def test_an_administrator_closes_a_lobby(place: Running) -> None:
    await place.say_in_group("/gouji")
    assert "只有" in (await place.tap(place.friends[1], place.group, "散桌"))["text"]
    await place.client.member(place.group, place.friends[1], "promote")
    assert "只有" not in (await place.tap(place.friends[1], place.group, "散桌"))["text"]


async def test_an_administrator_of_another_group_closes_no_lobby(place: Running) -> None:
    stranger, elsewhere = (
        place.friends[1],
        await place.client.add_chat("另一群", place.friends[1:2], admins=place.friends[1:2]),
    )
    await place.say_in_group("/gouji")
    lobby = await place.with_keyboard(place.group)
    for chat in (elsewhere["id"], stranger):
        answer = await place.tap_data(stranger, {**lobby, "chat_id": chat, "message_id": 1}, "1.-.c")
        assert "只有" in answer["text"]
    assert (await place.with_keyboard(place.group))["text"] == lobby["text"]


async def test_of_a_group_that_the_bot_cannot_look_into_nobody_is_an_administrator(place: Running) -> None:
    await place.say_in_group("/gouji")
    lobby = await place.with_keyboard(place.group)
    place.sandbox.world.chats[place.group].members.pop(BOT_ID)
    assert "只有" in (await place.tap_data(place.friends[1], lobby, "1.-.c"))["text"]
    place.sandbox.world.chats[place.group].members[BOT_ID] = "member"
    assert len(await place.refused()) == 1
    place.sandbox.world.calls.clear()


@pytest.mark.parametrize("kind", ["500", "drop", "429"])
async def test_that_telegram_is_out_of_reach_is_told_and_is_no_error_of_the_bot(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, kind: str
) -> None:
    async with running(tmp_path) as place:
        await place.say_in_group("/gouji")
        await place.client.set_faults({"method": "getChatMember", "kind": kind, "rate": 1.0})
        assert "再试" in (await place.tap(place.friends[1], place.group, "散桌"))["text"]
        assert await place.say_in_group("/stop", place.friends[1]) == ["出了点问题，请再试一次。"]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


# What happens to chats


async def test_who_blocks_the_bot_is_shown_as_out_of_reach_until_they_are_back(place: Running) -> None:
    await place.start_deal()
    table = await place.with_keyboard(place.group)
    await place.client.block(place.friends[0])
    await place.rest(30)
    blocked = next(m for m in await place.messages(place.group) if m["message_id"] == table["message_id"])
    await place.client.say(place.friends[0], place.friends[0], "/start")
    await place.rest(30)
    back = next(m for m in await place.messages(place.group) if m["message_id"] == table["message_id"])
    mark = "⚠️"
    assert mark in blocked["text"]
    assert mark not in back["text"]


async def test_a_group_that_becomes_a_supergroup_keeps_its_table(place: Running) -> None:
    await place.say_in_group("/gouji")
    await place.sit(place.friends[0], "①")
    new = (await place.client.migrate(place.group))["id"]
    await place.rest(30)
    assert "① 小明" in (await place.with_keyboard(new))["text"]
    place.group = new
    await place.sit(place.friends[1], "②")
    shown = [m for m in await place.messages(new) if m["keyboard"]]
    assert len(shown) == 1
    assert "② 阿强" in shown[0]["text"]


async def test_a_table_under_many_messages_is_shown_below_them_when_something_happens(place: Running) -> None:
    await place.client.member(place.group, "bot", "promote")
    await place.say_in_group("/gouji")
    first = await place.with_keyboard(place.group)
    for number in range(20):
        await place.client.say(place.group, place.friends[2], f"聊天 {number}")
    await place.rest(1)
    await place.sit(place.friends[0], "①")
    shown = [m for m in await place.messages(place.group) if m["keyboard"]]
    assert len(shown) == 1
    assert shown[0]["message_id"] > first["message_id"] + 19


# When something goes wrong


async def test_an_update_that_cannot_be_handled_is_answered_and_told_without_its_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def break_down(*_: object) -> None:
        raise RuntimeError("the disk is full")

    monkeypatch.setattr(Lobby, "set_timeout", break_down)
    monkeypatch.setattr(Play, "tap", break_down)
    async with running(tmp_path) as place:
        texts = await place.say_in_group("/timeout 30 with secret words")
        assert texts == ["出了点问题，请再试一次。"]
        await place.say_in_group("/gouji")
        message = await place.with_keyboard(place.group)
        answer = await place.tap_data(place.friends[0], message, "1.1-17.gA")
        assert answer["text"] == "出了点问题，请再试一次。"
    errors = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(errors) == 2
    assert all("update" in record.getMessage() and record.exc_info for record in errors)
    assert "secret words" not in caplog.text
    assert "gA" not in caplog.text
    assert TOKEN not in caplog.text

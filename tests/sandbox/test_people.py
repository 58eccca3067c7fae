"""The user side: people, groups, topics, taps, links, and what it refuses."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.sandbox.client import SandboxError
from tests.sandbox.conftest import BOT, Place, button, keyboard

LINK = "https://t.me/gouji_sandbox_bot?start=join_1"


async def refused(call: Any, message: str, status: int = 400) -> None:
    """The user side refuses a call with a reason."""
    with pytest.raises(SandboxError) as refusal:
        await call
    assert refusal.value.status == status
    assert message in str(refusal.value)


async def test_the_scene(place: Place) -> None:
    scene = await place.client.friends()
    assert [user["first_name"] for user in scene["users"]] == ["小明", "阿强", "老王", "Lily", "小红", "建国"]
    assert await place.client.friends() == scene
    state = await place.client.state()
    assert (state["mode"], state["bot"]["username"]) == ("manual", "gouji_sandbox_bot")
    group = next(chat for chat in state["chats"] if chat["id"] == scene["group"])
    assert (group["title"], len(group["members"])) == ("够级之夜", 7)
    started = {user["id"]: user["started"] for user in state["users"]}
    assert [started[user] for user in place.friends] == [True, *[False] * 5]


async def test_users(place: Place) -> None:
    user = await place.client.add_user("Ann", last_name="Lee", username="ann", language_code="en")
    await place.client.say(user["id"], user["id"], "/start")
    [update] = await place.updates()
    sender = {"id": user["id"], "is_bot": False, "first_name": "Ann", "last_name": "Lee"}
    assert update["message"]["from"] == {**sender, "username": "ann", "language_code": "en"}
    assert update["message"]["chat"] == {
        "id": user["id"],
        "type": "private",
        "first_name": "Ann",
        "last_name": "Lee",
        "username": "ann",
    }
    await refused(place.client.post("/users", last_name="Lee"), "first_name is empty")


async def test_chats(place: Place) -> None:
    chat = await place.client.add_chat("x", [place.me], admins=[place.me], bot="admin")
    assert chat["id"] < 0
    [update] = await place.updates()
    change = update["my_chat_member"]
    assert change["old_chat_member"]["status"] == "left"
    assert change["new_chat_member"]["status"] == "administrator"
    assert change["new_chat_member"]["user"]["id"] == BOT
    without = await place.client.add_chat("y", [place.me], type="supergroup", bot=False)
    assert without["id"] < -1_000_000_000_000
    assert await place.updates() == []
    await refused(place.client.add_chat("x", [], type="guild"), "there is no type 'guild'")
    await refused(place.client.add_chat("x", [], is_forum=True), "only a supergroup is a forum")
    await refused(place.client.add_chat("x", [5]), "no such user: 5", 404)
    await refused(place.client.add_chat("x", ["me"]), "members must be an integer")  # type: ignore[list-item]
    await refused(place.client.add_chat("x", [], admins=[place.me]), "an administrator must be a member")


async def test_members_come_and_go(place: Place) -> None:
    user = (await place.client.add_user("Ann"))["id"]
    await place.client.member(place.group, user, "add")
    await place.client.member(place.group, user, "add")
    await place.client.member(place.group, user, "remove")
    joined, left = await place.updates()
    assert [member["id"] for member in joined["message"]["new_chat_members"]] == [user]
    assert left["message"]["left_chat_member"]["id"] == user
    assert [m["service"] for m in await place.client.messages(place.group)] == ["＋ Ann", "－ Ann"]
    for action in ("remove", "promote", "demote"):
        await refused(place.client.member(place.group, user, action), "that user is no member")
    await refused(place.client.member(place.group, place.me, "dance"), "there is no action 'dance'")
    await refused(place.client.member(place.group, 5, "add"), "no such user", 404)
    await refused(place.client.member(place.me, place.me, "remove"), "in a private chat")


async def test_the_bot_comes_and_goes(place: Place) -> None:
    await place.client.member(place.group, "bot", "remove")
    changed, left = await place.updates()
    assert changed["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert left["message"]["left_chat_member"]["id"] == BOT
    await place.client.member(place.group, "bot", "add")
    changed, joined = await place.updates()
    assert changed["my_chat_member"]["new_chat_member"]["status"] == "member"
    assert joined["message"]["new_chat_members"][0]["id"] == BOT
    assert (await place.api("leaveChat", chat_id=place.group)).result is True
    changed, left = await place.updates()
    assert changed["my_chat_member"]["old_chat_member"]["status"] == "member"
    assert left["message"]["from"]["id"] == BOT


async def test_topics(place: Place) -> None:
    forum = (await place.client.add_chat("f", [place.me], type="supergroup", is_forum=True))["id"]
    topic = await place.client.add_topic(forum, "够级")
    await place.client.say(forum, place.me, "/gouji", message_thread_id=topic)
    _, created, said = await place.updates()
    assert created["message"]["forum_topic_created"]["name"] == "够级"
    assert said["message"]["message_thread_id"] == topic
    assert said["message"]["chat"]["is_forum"] is True
    assert (await place.client.chat(forum))["topics"] == [{"message_thread_id": topic, "name": "够级"}]
    await refused(place.client.add_topic(place.group, "x"), "that chat is no forum")
    await refused(place.client.say(forum, place.me, "x", message_thread_id=99), "no such topic", 404)


async def test_migration(place: Place) -> None:
    new = await place.client.migrate(place.group)
    old, arrived = await place.updates()
    assert (old["message"]["chat"]["id"], old["message"]["migrate_to_chat_id"]) == (place.group, new["id"])
    assert arrived["message"]["chat"] == {"id": new["id"], "type": "supergroup", "title": "够级之夜"}
    assert arrived["message"]["migrate_from_chat_id"] == place.group
    assert len(new["members"]) == 7
    assert place.group not in [chat["id"] for chat in await place.client.chats()]
    assert (await place.client.friends())["group"] == new["id"]
    await refused(place.client.say(place.group, place.me, "x"), f"that group has become {new['id']}")
    await refused(place.client.migrate(new["id"]), "only a group becomes a supergroup")


async def test_blocking(place: Place) -> None:
    await place.client.block(place.me)
    await place.client.block(place.me)
    await place.client.unblock(place.me)
    await place.client.unblock(place.friends[1])
    blocked, unblocked = await place.updates()
    assert blocked["my_chat_member"]["new_chat_member"]["status"] == "kicked"
    assert unblocked["my_chat_member"]["new_chat_member"]["status"] == "member"
    # Who has never pressed start cannot be written to by being let in again.
    assert (await place.api("sendMessage", chat_id=place.friends[1], text="x")).status == 403
    await place.client.block(place.me)
    await place.client.say(place.me, place.me, "sorry")
    assert [set(update) - {"update_id"} for update in await place.updates()][1:] == [
        {"my_chat_member"},
        {"message"},
    ]


async def test_writing(place: Place) -> None:
    said = await place.client.say(place.group, place.me, "a <b> /c")
    assert (said["text"], said["html"], said["from"]["id"]) == ("a <b> /c", "a &lt;b&gt; /c", place.me)
    stranger = (await place.client.add_user("Ann"))["id"]
    await refused(place.client.say(place.group, stranger, "x"), "that user is no member")
    await refused(place.client.say(place.me, place.friends[1], "x"), "that user is no member")
    await refused(place.client.say(5, place.me, "x"), "no such chat", 404)
    await refused(place.client.say(place.group, place.me, "x", reply_to=99), "no such message", 404)
    await refused(place.client.say(place.group, place.me, "x", edit_of=99), "no such message", 404)
    edit = place.client.say(place.group, place.friends[1], "x", edit_of=said["message_id"])
    await refused(edit, "somebody else's")
    await refused(place.client.post(f"/chats/{place.group}/messages", text="x"), "from is empty")


async def test_writing_as_the_group_or_as_a_channel(place: Place) -> None:
    await place.client.member(place.group, "bot", "promote")
    channel = (await place.client.add_chat("news", [place.me], type="channel", bot=False))["id"]
    await place.updates()
    await place.client.say(place.group, place.me, "/stop", sender_chat=place.group)
    await place.client.say(place.group, place.me, "/stop", sender_chat=channel)
    group, news = (update["message"] for update in await place.updates())
    assert (group["from"]["username"], group["sender_chat"]["id"]) == ("GroupAnonymousBot", place.group)
    assert (news["from"]["username"], news["sender_chat"]["title"]) == ("Channel_Bot", "news")
    await refused(place.client.say(place.group, place.me, "x", sender_chat=5), "no such chat", 404)


async def test_channels(place: Place) -> None:
    channel = (await place.client.add_chat("news", [place.me], type="channel"))["id"]
    await place.client.say(channel, place.me, "hello")
    _, update = await place.updates()
    assert "from" not in update["channel_post"]
    assert update["channel_post"]["sender_chat"]["id"] == channel


async def test_an_administrator_deletes_a_message(place: Place) -> None:
    message = await place.send(place.group)
    await place.client.post(f"/chats/{place.group}/delete", message_id=message)
    reply = await place.api("editMessageText", chat_id=place.group, message_id=message, text="x")
    assert reply.refusal == (400, "Bad Request: message to edit not found")


# Taps and links


async def test_a_tap_and_its_answer(place: Place) -> None:
    message = await place.send(place.group, reply_markup=keyboard([button()]))
    tap = asyncio.create_task(place.client.tap(place.friends[2], place.group, message, "data"))
    update = (await place.api("getUpdates", timeout=20)).result[0]
    query = update["callback_query"]
    assert (query["data"], query["from"]["id"]) == ("data", place.friends[2])
    assert query["message"]["message_id"] == message
    await place.api("answerCallbackQuery", callback_query_id=query["id"], text="ok", show_alert=True)
    assert await tap == {"text": "ok", "show_alert": True, "url": ""}
    events = await place.client.events(0)
    assert events["answers"] == [
        {"user": place.friends[2], "query_id": query["id"], "text": "ok", "show_alert": True, "url": ""}
    ]
    assert (await place.client.events(events["version"], patience=0))["answers"] == []


async def test_taps_that_no_client_offers(place: Place) -> None:
    message = await place.send(place.group, reply_markup=keyboard([button()]))
    stranger = (await place.client.add_user("Ann"))["id"]
    tap = place.client.tap
    await refused(tap(place.me, place.group, message, "other"), "no such button")
    await refused(tap(place.me, place.group, 99, "data"), "no such message", 404)
    await refused(tap(place.me, 5, message, "data"), "no such chat", 404)
    await refused(tap(stranger, place.group, message, "data"), "that user is no member")
    assert await place.updates() == []


async def test_stale_and_hostile_taps(place: Place) -> None:
    message = await place.send(place.group, reply_markup=keyboard([button()]))
    stranger = (await place.client.add_user("Ann"))["id"]
    await place.client.tap(stranger, place.group, message, "forged", force=True, timeout=0)
    await place.api("deleteMessage", chat_id=place.group, message_id=message)
    await place.client.tap(place.me, place.group, message, "data", force=True, timeout=0)
    forged, stale = (update["callback_query"] for update in await place.updates())
    assert (forged["data"], forged["from"]["id"]) == ("forged", stranger)
    assert stale["message"] == {
        "chat": {"id": place.group, "type": "group", "title": "够级之夜"},
        "message_id": message,
        "date": 0,
    }


async def test_links(place: Place) -> None:
    await place.client.open(place.friends[1], LINK)
    [update] = await place.updates()
    assert update["message"]["text"] == "/start join_1"
    assert update["message"]["entities"] == [{"type": "bot_command", "offset": 0, "length": 6}]
    assert await place.send(place.friends[1])
    await place.client.open(place.friends[1], "https://t.me/gouji_sandbox_bot")
    assert (await place.updates())[0]["message"]["text"] == "/start"
    await refused(place.client.open(place.me, "https://t.me/other_bot?start=x"), "no link to the bot")
    await refused(place.client.open(place.me, f"{LINK}.x"), "no link to the bot")


async def test_looking_as_somebody(place: Place) -> None:
    url = f"{place.client.url}/sandbox/chats"
    wanted = [(place.group, place.me, 200), (place.me, place.me, 200), (place.me, place.friends[1], 404)]
    for chat, user, status in wanted:
        async with place.api.session.get(f"{url}/{chat}?user={user}") as response:
            assert response.status == status


async def test_events_tell_what_has_changed(place: Place) -> None:
    version = (await place.client.state())["version"]
    poll = asyncio.create_task(place.client.events(version))
    message = await place.send(place.group)
    found = await poll
    assert found["changed"] == [place.group]
    assert (await place.client.events(found["version"], patience=0))["changed"] == []
    await place.api("deleteMessage", chat_id=place.group, message_id=message)
    assert (await place.client.events(found["version"]))["changed"] == [place.group]
    # A page that was open before the sandbox was started anew has a later version.
    assert (await place.client.events(10**6))["version"] < 10**6


async def test_what_is_no_json(place: Place) -> None:
    for body, message in (("{", "the body is not JSON"), ("[]", "the body is no object")):
        async with place.api.session.post(f"{place.client.url}/sandbox/tap", data=body) as response:
            assert (response.status, await response.json()) == (400, {"error": message})


async def test_mentions(place: Place) -> None:
    text = f'<a href="tg://user?id={place.me}">you</a> <a href="tg://user?id=5">nobody</a>'
    reply = await place.api("sendMessage", chat_id=place.group, text=text, parse_mode="HTML")
    [entity] = reply.result["entities"]
    assert (entity["type"], entity["user"]["first_name"]) == ("text_mention", "小明")
    shown = (await place.client.messages(place.group))[-1]["html"]
    assert shown == f'<a href="tg://user?id={place.me}">you</a> nobody'

"""Each refusal of the Bot API, with Telegram's status and words; and next to it what is still allowed."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.sandbox.errors import SAME, STALE_QUERY
from bot.sandbox.server import TOKEN
from tests.sandbox.conftest import START, Json, Place, Reply, button, keyboard, png


async def test_unknown_token(place: Place) -> None:
    assert (await place.api.as_bot("1:other", "getMe", {})).refusal == (401, "Unauthorized")
    async with place.api.session.get(f"{place.api.url}/file/bot1:other/files/file1") as response:
        assert response.status == 401


async def test_unknown_method(place: Place) -> None:
    assert (await place.api("sendGift")).refusal == (404, "Not Found")


async def test_unknown_parameter(place: Place) -> None:
    reply = await place.api("sendMessage", chat_id=place.group, text="x", reply_markups="{}")
    assert reply.refusal == (400, "Bad Request: unknown parameter reply_markups")


async def test_what_is_refused_is_recorded(place: Place) -> None:
    await place.api("sendMessage", chat_id=place.group, txt="x")
    [call] = await place.client.refusals()
    assert (call["method"], call["status"], call["chat_id"]) == ("sendMessage", 400, place.group)
    assert not call["injected"]
    assert (await place.client.refusals(since=call["n"])) == []


async def test_what_is_no_json(place: Place) -> None:
    url = f"{place.api.url}/bot{TOKEN}/sendMessage"
    headers = {"Content-Type": "application/json"}
    for body in ("{", "[]"):
        async with place.api.session.post(url, data=body, headers=headers) as response:
            assert response.status == 400
            assert (await response.json())["description"].startswith("Bad Request: can't parse JSON object")
    assert len(await place.client.refusals()) == 2


# Texts


@pytest.mark.parametrize(
    ("params", "description"),
    [
        ({}, "message text is empty"),
        ({"text": ""}, "message text is empty"),
        ({"text": " \n "}, "message text is empty"),
        ({"text": "<b> </b>", "parse_mode": "HTML"}, "message text is empty"),
        ({"text": "x" * 4097}, "message is too long"),
        ({"text": "😀" * 2049}, "message is too long"),
        ({"text": f"<b>{'x' * 4097}</b>", "parse_mode": "HTML"}, "message is too long"),
        ({"text": "x", "parse_mode": "HTMl5"}, "unsupported parse_mode"),
        ({"text": "x", "parse_mode": "Markdown"}, "unsupported parse_mode"),
        ({"text": 5}, "text must be a string"),
        ({"text": "\ud83d"}, "strings must be encoded in UTF-8"),
        ({"text": "x", "entities": ["b"]}, "can't parse MessageEntity: expected an Object"),
        ({"text": "x", "entities": "["}, "can't parse entities JSON object"),
    ],
)
async def test_texts(place: Place, params: Json, description: str) -> None:
    reply = await place.api("sendMessage", chat_id=place.group, **params)
    assert reply.refusal == (400, f"Bad Request: {description}")
    assert (await place.client.messages(place.group)) == []


@pytest.mark.parametrize(
    ("params", "length"),
    [
        ({"text": "x" * 4096}, 4096),
        ({"text": "😀" * 2048}, 2048),
        ({"text": f"<b>{'x' * 4096}</b>", "parse_mode": "html"}, 4096),
    ],
)
async def test_texts_at_the_limit(place: Place, params: Json, length: int) -> None:
    reply = await place.api("sendMessage", chat_id=place.group, **params)
    assert len(reply.result["text"]) == length


# Keyboards

ROW = [button()]


@pytest.mark.parametrize(
    ("markup", "description"),
    [
        ({"keyboard": []}, "object expected as reply markup"),
        ([], "object expected as reply markup"),
        ({"inline_keyboard": [], "resize_keyboard": True}, "object expected as reply markup"),
        ("{", "can't parse reply_markup JSON object"),
        ({"inline_keyboard": ["row"]}, "can't parse reply keyboard markup JSON object"),
        ({"inline_keyboard": [["b"]]}, "can't parse inline keyboard button: expected an Object"),
        (keyboard([button()] * 9), "reply markup is too long"),
        (keyboard(*[[button()]] * 101), "reply markup is too long"),
        (keyboard(*[[button("x" * 200)]] * 50), "reply markup is too long"),
        (keyboard([button(callback_data="")]), "BUTTON_DATA_INVALID"),
        (keyboard([button(callback_data="x" * 65)]), "BUTTON_DATA_INVALID"),
        (keyboard([button(callback_data="牌" * 22)]), "BUTTON_DATA_INVALID"),
        (keyboard([button(url="t.me/somebody")]), "BUTTON_URL_INVALID"),
        (keyboard([button(url="javascript:alert(1)")]), "BUTTON_URL_INVALID"),
        (keyboard([button(url="https://no")]), "BUTTON_URL_INVALID"),
        (keyboard([button(url="https://a b.example")]), "BUTTON_URL_INVALID"),
        (keyboard([button(web_app={"url": "https://a.example"})]), "BUTTON_TYPE_INVALID"),
        (
            keyboard([button(callback_data="x", style="red")]),
            "can't parse inline keyboard button: invalid button style specified",
        ),
        *[
            (
                keyboard([wrong]),
                "can't parse inline keyboard button: Text buttons are unallowed in the inline keyboard",
            )
            for wrong in (
                {"text": "x"},
                {"text": " ", "callback_data": "x"},
                {"callback_data": "x"},
                {"text": "x", "callback_data": "x", "url": "https://a.example"},
                {"text": "x", "callback_data": "x", "colour": "red"},
            )
        ],
    ],
)
async def test_keyboards(place: Place, markup: Any, description: str) -> None:
    reply = await place.api("sendMessage", chat_id=place.group, text="x", reply_markup=markup)
    assert reply.refusal == (400, f"Bad Request: {description}")


@pytest.mark.parametrize(
    "markup",
    [
        keyboard([button()] * 8),
        keyboard(*[[button()]] * 100),
        keyboard([button(callback_data="x" * 64)]),
        keyboard([button(callback_data="牌" * 21)]),
        keyboard([button(url="https://t.me/somebody")]),
        keyboard([button(url="tg://user?id=1")]),
        *[keyboard([button(callback_data="x", style=style)]) for style in ("danger", "success", "primary")],
    ],
)
async def test_keyboards_at_the_limit(place: Place, markup: Json) -> None:
    reply = await place.api("sendMessage", chat_id=place.group, text="x", reply_markup=markup)
    assert reply.result["reply_markup"] == markup


async def test_web_app_buttons_in_private_chats(place: Place) -> None:
    markup = keyboard([button(web_app={"url": "https://a.example"})])
    assert (await place.api("sendMessage", chat_id=place.me, text="x", reply_markup=markup)).result
    markup = keyboard([button(web_app={"url": "http://a.example"})])
    reply = await place.api("sendMessage", chat_id=place.me, text="x", reply_markup=markup)
    assert reply.refusal == (400, "Bad Request: Web App URL is invalid: only HTTPS links are allowed")


async def test_an_empty_keyboard_is_none(place: Place) -> None:
    reply = await place.api("sendMessage", chat_id=place.me, text="x", reply_markup=keyboard([]))
    assert "reply_markup" not in reply.result


# Whom the bot may write to


async def test_chats_that_there_are_not(place: Place) -> None:
    for chat in (12345, -12345, "nobody", "@nobody"):
        reply = await place.api("sendMessage", chat_id=chat, text="x")
        assert reply.refusal == (400, "Bad Request: chat not found")
    assert (await place.api("sendMessage", text="x")).refusal == (400, "Bad Request: chat_id is empty")


async def test_people_who_have_not_started(place: Place) -> None:
    reply = await place.api("sendMessage", chat_id=place.friends[1], text="x")
    assert reply.refusal == (403, "Forbidden: bot can't initiate conversation with a user")
    await place.client.say(place.friends[1], place.friends[1], "/start")
    assert await place.send(place.friends[1])


async def test_people_who_have_blocked(place: Place) -> None:
    message = await place.send(place.me)
    await place.client.block(place.me)
    wanted = (403, "Forbidden: bot was blocked by the user")
    assert (await place.api("sendMessage", chat_id=place.me, text="x")).refusal == wanted
    reply = await place.api("editMessageText", chat_id=place.me, message_id=message, text="y")
    assert reply.refusal == wanted
    await place.client.unblock(place.me)
    assert await place.send(place.me)


async def test_groups_that_the_bot_is_not_in(place: Place) -> None:
    await place.client.member(place.group, "bot", "remove")
    for method in ("getChat", "getChatMemberCount", "getChatAdministrators"):
        reply = await place.api(method, chat_id=place.group)
        assert reply.refusal == (403, "Forbidden: bot was kicked from the group chat")
    other = await place.client.add_chat("other", [place.me], type="supergroup", bot=False)
    reply = await place.api("sendMessage", chat_id=other["id"], text="x")
    assert reply.refusal == (403, "Forbidden: bot was kicked from the supergroup chat")


async def test_groups_that_have_become_supergroups(place: Place) -> None:
    new = await place.client.migrate(place.group)
    reply = await place.api("sendMessage", chat_id=place.group, text="x")
    assert reply.refusal == (400, "Bad Request: group chat was upgraded to a supergroup chat")
    assert reply.body["parameters"] == {"migrate_to_chat_id": new["id"]}
    assert await place.send(new["id"])


async def test_topics(place: Place) -> None:
    forum = await place.client.add_chat("forum", [place.me], type="supergroup", is_forum=True)
    topic = await place.client.add_topic(forum["id"], "够级")
    assert topic > 1
    reply = await place.api("sendMessage", chat_id=forum["id"], text="x", message_thread_id=topic)
    assert (reply.result["message_thread_id"], reply.result["is_topic_message"]) == (topic, True)
    assert "message_thread_id" not in (await place.api("sendMessage", chat_id=forum["id"], text="x")).result
    for chat, thread in ((forum["id"], topic + 1), (forum["id"], 1), (place.group, 1)):
        reply = await place.api("sendMessage", chat_id=chat, text="x", message_thread_id=thread)
        assert reply.refusal == (400, "Bad Request: message thread not found")
    reply = await place.api("sendMessage", chat_id=forum["id"], text="x", message_thread_id="one")
    assert reply.refusal == (400, "Bad Request: message_thread_id must be an integer")


async def test_replies(place: Place) -> None:
    first = await place.send(place.me)
    reply = await place.api("sendMessage", chat_id=place.me, text="x", reply_parameters={"message_id": first})
    assert reply.result["reply_to_message"]["message_id"] == first
    gone = {"message_id": 999}
    reply = await place.api("sendMessage", chat_id=place.me, text="x", reply_parameters=gone)
    assert reply.refusal == (400, "Bad Request: message to be replied not found")
    gone["allow_sending_without_reply"] = True
    reply = await place.api("sendMessage", chat_id=place.me, text="x", reply_parameters=gone)
    assert "reply_to_message" not in reply.result
    reply = await place.api("sendMessage", chat_id=place.me, text="x", reply_parameters=[])
    assert reply.refusal == (400, "Bad Request: can't parse reply_parameters JSON object")


# Edits


async def test_unchanged_edits(place: Place) -> None:
    markup = keyboard([button()])
    message = await place.send(place.me, "a <b>b</b>", parse_mode="HTML", reply_markup=markup)
    where = {"chat_id": place.me, "message_id": message}
    same = (400, f"Bad Request: {SAME}")
    text = {"text": "a <strong>b</strong> ", "parse_mode": "HTML"}
    assert (await place.api("editMessageText", **where, **text, reply_markup=markup)).refusal == same
    assert (await place.api("editMessageReplyMarkup", **where, reply_markup=markup)).refusal == same
    # Without its bold, or without its keyboard, it is another message.
    reply = await place.api("editMessageText", **where, text="a b", reply_markup=markup)
    assert reply.result["edit_date"] == START
    assert "reply_markup" not in (await place.api("editMessageReplyMarkup", **where)).result
    assert (await place.api("editMessageReplyMarkup", **where)).refusal == same


async def test_edits_of_what_is_not_there(place: Place) -> None:
    for method, more in (("editMessageText", {"text": "x"}), ("editMessageReplyMarkup", {})):
        reply = await place.api(method, chat_id=place.me, message_id=999, **more)
        assert reply.refusal == (400, "Bad Request: message to edit not found")
        reply = await place.api(method, chat_id=place.me, **more)
        assert reply.refusal == (400, "Bad Request: message identifier is not specified")


async def test_edits_of_what_others_wrote(place: Place) -> None:
    theirs = await place.client.say(place.me, place.me, "hello")
    where = {"chat_id": place.me, "message_id": theirs["message_id"]}
    reply = await place.api("editMessageText", **where, text="x")
    assert reply.refusal == (400, "Bad Request: message can't be edited")


async def test_edits_of_the_wrong_part(place: Place) -> None:
    text = await place.send(place.me)
    reply = await place.api("editMessageCaption", chat_id=place.me, message_id=text, caption="x")
    assert reply.refusal == (400, "Bad Request: there is no caption in the message to edit")
    photo = await send_photo(place, place.me)
    where = {"chat_id": place.me, "message_id": photo.result["message_id"]}
    reply = await place.api("editMessageText", **where, text="x")
    assert reply.refusal == (400, "Bad Request: there is no text in the message to edit")
    assert (await place.api("editMessageCaption", **where, caption="y")).result["caption"] == "y"
    reply = await place.api("editMessageCaption", **where, caption="y")
    assert reply.refusal == (400, f"Bad Request: {SAME}")


# Deletions


async def test_deletions(place: Place) -> None:
    message = await place.send(place.group)
    assert (await place.api("deleteMessage", chat_id=place.group, message_id=message)).result is True
    reply = await place.api("deleteMessage", chat_id=place.group, message_id=message)
    assert reply.refusal == (400, "Bad Request: message to delete not found")


async def test_deletions_after_two_days(place: Place) -> None:
    first, second = await place.send(place.group), await place.send(place.group)
    await place.later(48 * 3600)
    assert (await place.api("deleteMessage", chat_id=place.group, message_id=first)).result is True
    await place.later(1)
    where = {"chat_id": place.group, "message_id": second}
    reply = await place.api("deleteMessage", **where)
    assert reply.refusal == (400, "Bad Request: message can't be deleted for everyone")
    assert (await place.api("editMessageText", **where, text="still edited")).result


async def test_deletions_of_what_others_wrote(place: Place) -> None:
    theirs = (await place.client.say(place.group, place.me, "hello"))["message_id"]
    where = {"chat_id": place.group, "message_id": theirs}
    reply = await place.api("deleteMessage", **where)
    assert reply.refusal == (400, "Bad Request: message can't be deleted for everyone")
    await place.client.member(place.group, "bot", "promote")
    assert (await place.api("deleteMessage", **where)).result is True
    private = (await place.client.say(place.me, place.me, "hello"))["message_id"]
    assert (await place.api("deleteMessage", chat_id=place.me, message_id=private)).result is True


# Answers to taps


async def tapped(place: Place) -> str:
    """The id of a fresh callback query."""
    message = await place.send(place.me, reply_markup=keyboard([button()]))
    await place.client.tap(place.me, place.me, message, "data", timeout=0)
    [update] = await place.updates()
    query: str = update["callback_query"]["id"]
    return query


async def test_answers(place: Place) -> None:
    query = await tapped(place)
    stale = (400, f"Bad Request: {STALE_QUERY}")
    assert (await place.api("answerCallbackQuery", callback_query_id="1")).refusal == stale
    assert (await place.api("answerCallbackQuery")).refusal == stale
    long = await place.api("answerCallbackQuery", callback_query_id=query, text="x" * 201)
    assert long.refusal == (400, "Bad Request: MESSAGE_TOO_LONG")
    assert (await place.api("answerCallbackQuery", callback_query_id=query, text="x" * 200)).result is True
    assert (await place.api("answerCallbackQuery", callback_query_id=query)).refusal == stale


async def test_answers_that_come_late(place: Place) -> None:
    query = await tapped(place)
    await place.later(15)
    assert (await place.api("answerCallbackQuery", callback_query_id=query)).result is True
    query = await tapped(place)
    await place.later(15.5)
    reply = await place.api("answerCallbackQuery", callback_query_id=query)
    assert reply.refusal == (400, f"Bad Request: {STALE_QUERY}")


@pytest.mark.parametrize(
    "url",
    [
        "https://example.com",
        "http://t.me/gouji_sandbox_bot?start=a",
        "https://t.me/gouji_sandbox_bot",
        "https://t.me/gouji_sandbox_bot?start=",
        "https://t.me/other_bot?start=a",
        "https://t.me/gouji_sandbox_bot?start=a.b",
        f"https://t.me/gouji_sandbox_bot?start={'a' * 65}",
        "https://t.me/gouji_sandbox_bot?start=a&x=y",
    ],
)
async def test_answers_with_links(place: Place, url: str) -> None:
    query = await tapped(place)
    reply = await place.api("answerCallbackQuery", callback_query_id=query, url=url)
    assert reply.refusal == (400, "Bad Request: URL_INVALID")


async def test_answers_with_links_to_the_bot(place: Place) -> None:
    query = await tapped(place)
    url = f"https://t.me/gouji_sandbox_bot?start={'a-_0' * 16}"
    assert (await place.api("answerCallbackQuery", callback_query_id=query, url=url)).result is True


# Files


async def send_photo(place: Place, chat: int, content: bytes | None = None, **fields: str) -> Reply:
    """Upload a picture as a multipart form."""
    form = aiohttp.FormData({"chat_id": str(chat), **fields})
    form.add_field("photo", png() if content is None else content, filename="hand.png")
    async with place.api.session.post(f"{place.api.url}/bot{TOKEN}/sendPhoto", data=form) as response:
        return Reply(response.status, await response.json())


async def send_document(place: Place, chat: int, content: bytes = b"[Rules]", **fields: str) -> Reply:
    """Upload a file as a multipart form."""
    form = aiohttp.FormData({"chat_id": str(chat), **fields})
    form.add_field("document", content, filename="deal.gouji")
    async with place.api.session.post(f"{place.api.url}/bot{TOKEN}/sendDocument", data=form) as response:
        return Reply(response.status, await response.json())


async def test_documents(place: Place) -> None:
    reply = await send_document(place, place.me, caption="<b>deal</b>", parse_mode="HTML")
    assert (reply.result["document"]["file_name"], reply.result["caption"]) == ("deal.gouji", "deal")
    assert reply.result["document"]["file_size"] == len(b"[Rules]")
    empty = await send_document(place, place.me, b"")
    assert empty.refusal == (400, "Bad Request: file must be non-empty")
    long = await send_document(place, place.me, caption="牌" * 1025)
    assert long.refusal == (400, "Bad Request: message caption is too long")
    stranger = await send_document(place, place.friends[1])
    assert stranger.refusal[0] == 403
    none = await place.api("sendDocument", chat_id=place.me)
    assert none.refusal == (400, "Bad Request: there is no document in the request")


async def test_photos(place: Place) -> None:
    reply = await send_photo(place, place.me, caption="<b>hand</b>", parse_mode="HTML")
    [size] = reply.result["photo"]
    assert (size["width"], size["height"], reply.result["caption"]) == (3, 2, "hand")
    file = (await place.api("getFile", file_id=size["file_id"])).result
    url = f"{place.api.url}/file/bot{TOKEN}/{file['file_path']}"
    async with place.api.session.get(url) as response:
        assert (response.status, await response.read()) == (200, png())
    again = await place.api("sendPhoto", chat_id=place.me, photo=size["file_id"])
    assert again.result["photo"] == [size]


@pytest.mark.parametrize(
    ("photo", "description"),
    [
        (None, "there is no photo in the request"),
        ("file99", "wrong file identifier/HTTP URL specified"),
        ("https://example.com/a.png", "failed to get HTTP URL content"),
    ],
)
async def test_photos_that_there_are_not(place: Place, photo: str | None, description: str) -> None:
    reply = await place.api("sendPhoto", chat_id=place.me, photo=photo)
    assert reply.refusal == (400, f"Bad Request: {description}")


async def test_photos_that_are_none(place: Place) -> None:
    reply = await send_photo(place, place.me, b"")
    assert reply.refusal == (400, "Bad Request: file must be non-empty")
    reply = await send_photo(place, place.me, b"text")
    assert reply.refusal == (400, "Bad Request: IMAGE_PROCESS_FAILED")
    reply = await send_photo(place, place.me, caption="x" * 1025)
    assert reply.refusal == (400, "Bad Request: message caption is too long")
    assert len((await send_photo(place, place.me, caption="x" * 1024)).result["caption"]) == 1024


async def test_files_that_there_are_not(place: Place) -> None:
    reply = await place.api("getFile", file_id="file99")
    assert reply.refusal == (400, "Bad Request: wrong file_id or the file is temporarily unavailable")
    async with place.api.session.get(f"{place.api.url}/file/bot{TOKEN}/files/file99") as response:
        assert response.status == 404


async def test_media_that_is_edited(place: Place) -> None:
    photo = (await send_photo(place, place.me)).result
    where = {"chat_id": place.me, "message_id": photo["message_id"]}
    old = {"type": "photo", "media": photo["photo"][0]["file_id"]}
    reply = await place.api("editMessageMedia", **where, media=old)
    assert reply.refusal == (400, f"Bad Request: {SAME}")
    for media in (None, {"type": "video", "media": "file1"}):
        reply = await place.api("editMessageMedia", **where, media=media)
        assert reply.refusal == (400, "Bad Request: can't parse InputMedia: unsupported media type")
    reply = await place.api("editMessageMedia", **where, media={"type": "photo", "media": "attach://none"})
    assert reply.refusal == (400, "Bad Request: there is no photo in the request")
    reply = await place.api("editMessageMedia", **where, media={**old, "caption": "new"})
    assert reply.result["caption"] == "new"


# What the bot says of itself, and asks


@pytest.mark.parametrize(
    ("commands", "description"),
    [
        ("none", "can't parse commands JSON object"),
        (None, "can't parse BotCommand list"),
        ([{"command": "a", "description": "b"}] * 101, "can't parse BotCommand list"),
        (["a"], "can't parse BotCommand: expected an Object"),
        ([{"command": "Gouji", "description": "b"}], "BOT_COMMAND_INVALID"),
        ([{"command": "够级", "description": "b"}], "BOT_COMMAND_INVALID"),
        ([{"command": "a-b", "description": "b"}], "BOT_COMMAND_INVALID"),
        ([{"command": "a" * 33, "description": "b"}], "BOT_COMMAND_INVALID"),
        ([{"description": "b"}], "BOT_COMMAND_INVALID"),
        ([{"command": "a", "description": ""}], "BOT_COMMAND_DESCRIPTION_INVALID"),
        ([{"command": "a", "description": "b" * 257}], "BOT_COMMAND_DESCRIPTION_INVALID"),
    ],
)
async def test_commands(place: Place, commands: Any, description: str) -> None:
    reply = await place.api("setMyCommands", commands=commands)
    assert reply.refusal == (400, f"Bad Request: {description}")


async def test_commands_of_scopes(place: Place) -> None:
    commands = [{"command": "gouji_1", "description": "a table"}]
    scope = {"type": "all_group_chats"}
    assert (await place.api("setMyCommands", commands=commands, scope=scope, language_code="zh")).result
    found = await place.api("getMyCommands", scope=scope, language_code="zh")
    assert found.result == commands
    assert (await place.api("getMyCommands", scope=scope)).result == []
    assert (await place.api("deleteMyCommands", scope=scope, language_code="zh")).result
    assert (await place.api("getMyCommands", scope=scope, language_code="zh")).result == []
    reply = await place.api("getMyCommands", scope={"type": "everybody"})
    assert reply.refusal == (400, "Bad Request: can't parse BotCommandScope: unsupported type specified")


@pytest.mark.parametrize(
    ("method", "name", "most"),
    [
        ("setMyName", "name", 64),
        ("setMyDescription", "description", 512),
        ("setMyShortDescription", "short_description", 120),
    ],
)
async def test_the_profile(place: Place, method: str, name: str, most: int) -> None:
    assert (await place.api(method, **{name: "x" * most})).result is True
    status, description = (await place.api(method, **{name: "x" * (most + 1)})).refusal
    assert status == 400
    assert description.endswith("is too long")


async def test_members(place: Place) -> None:
    async def status(user: Any) -> str:
        reply = await place.api("getChatMember", chat_id=place.group, user_id=user)
        return str(reply.result["status"])

    assert [await status(place.friends[0]), await status(place.friends[1])] == ["administrator", "member"]
    await place.client.member(place.group, place.friends[1], "remove")
    assert await status(place.friends[1]) == "left"
    assert (await place.api("getChatMemberCount", chat_id=place.group)).result == 6
    [admin] = (await place.api("getChatAdministrators", chat_id=place.group)).result
    assert admin["user"]["id"] == place.friends[0]
    reply = await place.api("getChatMember", chat_id=place.group, user_id=5)
    assert reply.refusal == (400, "Bad Request: user not found")
    reply = await place.api("getChatMember", chat_id=place.group)
    assert reply.refusal == (400, "Bad Request: user_id is empty")
    reply = await place.api("getChatAdministrators", chat_id=place.me)
    assert reply.refusal == (400, "Bad Request: there are no administrators in the private chat")


async def test_pins(place: Place) -> None:
    message = await place.send(place.group)
    where = {"chat_id": place.group, "message_id": message}
    for method in ("pinChatMessage", "unpinChatMessage"):
        reply = await place.api(method, **where)
        assert reply.refusal == (
            400,
            "Bad Request: not enough rights to manage pinned messages in the chat",
        )
    await place.client.member(place.group, "bot", "promote")
    assert (await place.api("pinChatMessage", **where)).result is True
    pinned = (await place.api("getChat", chat_id=place.group)).result["pinned_message"]
    assert pinned["message_id"] == message
    reply = await place.api("pinChatMessage", chat_id=place.group, message_id=999)
    assert reply.refusal == (400, "Bad Request: message to pin not found")
    assert (await place.api("unpinChatMessage", chat_id=place.group)).result is True
    reply = await place.api("unpinChatMessage", chat_id=place.group)
    assert reply.refusal == (400, "Bad Request: message to unpin not found")


async def test_a_pinned_message_that_is_deleted(place: Place) -> None:
    message = await place.send(place.me)
    await place.api("pinChatMessage", chat_id=place.me, message_id=message)
    await place.api("deleteMessage", chat_id=place.me, message_id=message)
    assert "pinned_message" not in (await place.api("getChat", chat_id=place.me)).result


async def test_small_things(place: Place) -> None:
    assert (await place.api("sendChatAction", chat_id=place.me, action="typing")).result is True
    reply = await place.api("sendChatAction", chat_id=place.me, action="dancing")
    assert reply.refusal == (400, "Bad Request: wrong parameter action in request")
    assert (await place.api("setChatMenuButton", menu_button={"type": "commands"})).result is True
    reply = await place.api("setChatMenuButton", menu_button={"type": "cards"})
    assert reply.refusal == (400, "Bad Request: can't parse menu button: unsupported type")
    for method in ("close", "logOut"):
        assert (await place.api(method)).result is True
    reply = await place.api("leaveChat", chat_id=place.me)
    assert reply.refusal == (400, "Bad Request: chat member status can't be changed in private chats")


# Webhooks


@pytest.mark.parametrize(
    ("params", "description"),
    [
        (
            {"url": "http://example.com"},
            "bad webhook: An HTTPS URL must be provided for webhook",
        ),
        ({"url": "ftp://127.0.0.1"}, "bad webhook: An HTTPS URL must be provided for webhook"),
        (
            {"url": "https://example.com"},
            "bad webhook: IP address is reserved: only the loopback interface is reached",
        ),
        ({"url": "http://127.0.0.1:1", "secret_token": "a b"}, "secret token contains unallowed characters"),
        (
            {"url": "http://127.0.0.1:1", "max_connections": 101},
            "max_connections must be between 1 and 100",
        ),
        (
            {"url": "http://127.0.0.1:1", "allowed_updates": {}},
            "can't parse allowed_updates: expected an Array of String",
        ),
    ],
)
async def test_webhooks(place: Place, params: Json, description: str) -> None:
    reply = await place.api("setWebhook", **params)
    assert reply.refusal == (400, f"Bad Request: {description}")
    assert (await place.api("getWebhookInfo")).result["url"] == ""


@pytest.mark.parametrize("limit", [0, 101])
async def test_limits_of_polls(place: Place, limit: int) -> None:
    reply = await place.api("getUpdates", limit=limit)
    assert reply.refusal == (400, "Bad Request: limit must be between 1 and 100")

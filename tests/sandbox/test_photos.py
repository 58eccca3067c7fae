"""Photos as the bot sends its pictures: uploaded, replaced, captioned, shown; or refused as by Telegram."""

from __future__ import annotations

import json

import aiohttp
import pytest

from bot.pictures import png as drawn
from bot.sandbox import content as content_checks
from bot.sandbox.errors import SAME
from bot.sandbox.server import TOKEN
from bot.screens.model import Picture
from engine.cards import parse_cards
from engine.play import Play
from tests.sandbox.conftest import Json, Place, Reply, button, keyboard, png
from tests.sandbox.test_refusals import send_photo

FIRST = drawn(Picture(parse_cards("W22AAK")[0]))
SECOND = drawn(Picture(parse_cards("W22AAK")[0], Play.parse("QQ")))


async def replace(place: Place, message: Json, content: bytes, **item: object) -> Reply:
    """Upload another photo in the place of one, in the way of ``attach://``."""
    media = {"type": "photo", "media": "attach://picture", **item}
    form = aiohttp.FormData(
        {"chat_id": str(message["chat"]["id"]), "message_id": str(message["message_id"])}
        | {"media": json.dumps(media)}
    )
    form.add_field("picture", content, filename="hand.png")
    async with place.api.session.post(f"{place.api.url}/bot{TOKEN}/editMessageMedia", data=form) as response:
        return Reply(response.status, await response.json())


async def content_of(place: Place, message: Json) -> bytes:
    """What ``getFile`` and a download give for the photo of a message."""
    largest = message["photo"][-1]
    file = (await place.api("getFile", file_id=largest["file_id"])).result
    assert file["file_size"] == largest["file_size"]
    url = f"{place.api.url}/file/bot{TOKEN}/{file['file_path']}"
    async with place.api.session.get(url) as response:
        assert response.content_type == "image/png"
        return await response.read()


async def on_the_page(place: Place) -> tuple[Json, bytes]:
    """The newest message as the page shows it, and the content of its picture."""
    shown = (await place.client.messages(place.me))[-1]
    async with place.api.session.get(f"{place.client.url}{shown['photo']}") as response:
        return shown, await response.read()


async def test_a_picture_is_sent_with_its_caption_and_keyboard_and_can_be_fetched(place: Place) -> None:
    markup = json.dumps(keyboard([button("过牌")]))
    sent = await send_photo(
        place, place.me, FIRST, caption="轮到<b>你</b>", parse_mode="HTML", reply_markup=markup
    )
    message = sent.result
    assert (message["caption"], message["caption_entities"][0]["type"]) == ("轮到你", "bold")
    assert "text" not in message
    assert (message["photo"][0]["width"], message["photo"][0]["height"]) == (1080, 188)
    assert await content_of(place, message) == FIRST
    shown, content = await on_the_page(place)
    assert (shown["html"], shown["keyboard"][0][0]["text"]) == ("轮到<b>你</b>", "过牌")
    assert content == FIRST


async def test_a_picture_is_replaced_in_place(place: Place) -> None:
    message = (await send_photo(place, place.me, FIRST, caption="a")).result
    edited = (await replace(place, message, SECOND, caption="<i>b</i>", parse_mode="HTML")).result
    assert (edited["message_id"], edited["caption"]) == (message["message_id"], "b")
    assert await content_of(place, edited) == SECOND
    shown, content = await on_the_page(place)
    assert (content, shown["text"], shown["keyboard"]) == (SECOND, "b", [])


async def test_a_text_may_become_a_photo_but_a_photo_no_text(place: Place) -> None:
    number = await place.send(place.me, "text")
    message = {"chat": {"id": place.me}, "message_id": number}
    edited = (await replace(place, message, FIRST, caption="photo")).result
    assert (edited["message_id"], edited["caption"]) == (number, "photo")
    back = await place.api("editMessageText", chat_id=place.me, message_id=number, text="text")
    assert back.refusal == (400, "Bad Request: there is no text in the message to edit")


async def test_a_caption_is_edited_alone(place: Place) -> None:
    message = (await send_photo(place, place.me, FIRST, caption="a")).result
    where = {"chat_id": place.me, "message_id": message["message_id"]}
    edited = await place.api("editMessageCaption", **where, caption="b", reply_markup=keyboard([button()]))
    assert (edited.result["caption"], edited.result["photo"]) == ("b", message["photo"])
    same = await place.api("editMessageCaption", **where, caption="b", reply_markup=keyboard([button()]))
    assert same.refusal == (400, f"Bad Request: {SAME}")
    long = await place.api("editMessageCaption", **where, caption="🀄" * 513)
    assert long.refusal == (400, "Bad Request: message caption is too long")
    fits = await place.api("editMessageCaption", **where, caption=f"<b>{'🀄' * 512}</b>", parse_mode="HTML")
    assert fits.result["caption"] == "🀄" * 512
    await place.later()
    number = await place.send(place.me, "text")
    none = await place.api("editMessageCaption", chat_id=place.me, message_id=number, caption="b")
    assert none.refusal == (400, "Bad Request: there is no caption in the message to edit")


@pytest.mark.parametrize(
    ("content", "description"),
    [
        (png(5000, 5000), None),
        (png(5001, 5000), "PHOTO_INVALID_DIMENSIONS"),
        (png(2000, 100), None),
        (png(2001, 100), "PHOTO_INVALID_DIMENSIONS"),
        (png(100, 2001), "PHOTO_INVALID_DIMENSIONS"),
        (png(0, 0), "PHOTO_INVALID_DIMENSIONS"),
    ],
    ids=["sides", "sides+1", "ratio", "ratio+1", "tall", "nothing"],
)
async def test_photos_of_a_size_that_telegram_refuses(
    place: Place, content: bytes, description: str | None
) -> None:
    reply = await send_photo(place, place.me, content)
    if description is None:
        assert reply.result["photo"]
    else:
        assert reply.refusal == (400, f"Bad Request: {description}")


async def test_photos_have_a_most_of_bytes(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(content_checks, "MAX_PHOTO_BYTES", 100)
    assert (await send_photo(place, place.me, png().ljust(100, b"-"))).result["photo"][0]["file_size"] == 100
    reply = await send_photo(place, place.me, png().ljust(101, b"-"))
    assert reply.refusal == (400, "Bad Request: file of size 101 bytes is too big for a photo")


@pytest.mark.parametrize(
    ("content", "item", "description"),
    [
        (SECOND, {"caption": "x" * 1025}, "message caption is too long"),
        (SECOND, {"caption": "<b>x", "parse_mode": "HTML"}, "can't parse entities"),
        (SECOND, {"thumbnail": "attach://picture"}, "unknown field thumbnail of InputMedia"),
        (SECOND, {"media": "attach://other"}, "there is no photo in the request"),
        (b"text", {}, "IMAGE_PROCESS_FAILED"),
        (b"", {}, "file must be non-empty"),
    ],
)
async def test_a_photo_that_is_refused_leaves_the_old_one(
    place: Place, content: bytes, item: dict[str, object], description: str
) -> None:
    message = (await send_photo(place, place.me, FIRST, caption="a")).result
    status, said = (await replace(place, message, content, **item)).refusal
    assert (status, said.startswith(f"Bad Request: {description}")) == (400, True)
    shown, there = await on_the_page(place)
    assert (shown["text"], there) == ("a", FIRST)


async def test_photos_count_against_the_limits_like_texts(place: Place) -> None:
    for _ in range(3):
        message = (await send_photo(place, place.me, FIRST)).result
    for reply in (await send_photo(place, place.me, FIRST), await replace(place, message, SECOND)):
        assert reply.refusal == (429, "Too Many Requests: retry after 1")
        assert reply.body["parameters"] == {"retry_after": 1}
    await place.later()
    assert (await replace(place, message, SECOND)).result["photo"]


async def test_nobody_gets_a_photo_who_has_not_started_the_bot(place: Place) -> None:
    reply = await send_photo(place, place.friends[1], FIRST)
    assert reply.refusal == (403, "Forbidden: bot can't initiate conversation with a user")
    await place.client.block(place.me)
    assert (await send_photo(place, place.me, FIRST)).refusal == (
        403,
        "Forbidden: bot was blocked by the user",
    )

"""How updates reach the bot: long polling by one poller, the webhook, allowed kinds, privacy mode."""

from __future__ import annotations

import asyncio

import pytest

from tests.sandbox.conftest import Json, Place, Reply, button, keyboard
from tests.sandbox.webhook_bot import SECRET, webhook_bot


def texts(updates: list[Json]) -> list[str]:
    return [update["message"]["text"] for update in updates]


async def until_polling(place: Place, poll: asyncio.Task[Reply]) -> None:
    """Go on once a long poll waits at the sandbox: a call sent after it has been answered."""
    await asyncio.sleep(0)
    await place.api("getMe")
    await place.api("getMe")
    assert not poll.done()


async def test_updates_come_until_they_are_confirmed(place: Place) -> None:
    for text in "abc":
        await place.client.say(place.me, place.me, text)
    first = (await place.api("getUpdates", limit=2)).result
    assert texts(first) == ["a", "b"]
    assert (await place.api("getUpdates", limit=2)).result == first
    rest = (await place.api("getUpdates", offset=first[-1]["update_id"] + 1)).result
    assert texts(rest) == ["c"]
    assert rest[0]["update_id"] == first[-1]["update_id"] + 1
    assert (await place.api("getUpdates", offset=rest[0]["update_id"] + 1)).result == []


async def test_a_negative_offset_forgets_what_lies_before(place: Place) -> None:
    for text in "abc":
        await place.client.say(place.me, place.me, text)
    assert texts((await place.api("getUpdates", offset=-1)).result) == ["c"]
    assert texts((await place.api("getUpdates")).result) == ["c"]


async def test_a_long_poll_waits_for_an_update(place: Place) -> None:
    poll = asyncio.create_task(place.api("getUpdates", timeout=50))
    await until_polling(place, poll)
    await place.client.say(place.me, place.me, "now")
    assert texts((await poll).result) == ["now"]


async def test_a_second_poller_ends_the_first(place: Place) -> None:
    first = asyncio.create_task(place.api("getUpdates", timeout=50))
    await until_polling(place, first)
    second = asyncio.create_task(place.api("getUpdates", timeout=50))
    assert (await first).refusal == (
        409,
        "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
    )
    await place.client.say(place.me, place.me, "now")
    assert texts((await second).result) == ["now"]
    [call] = await place.client.refusals()
    assert (call["method"], call["status"], call["injected"]) == ("getUpdates", 409, True)


async def test_polls_while_a_webhook_is_set(place: Place) -> None:
    poll = asyncio.create_task(place.api("getUpdates", timeout=50))
    await until_polling(place, poll)
    async with webhook_bot() as bot:
        assert (await place.api("setWebhook", url=bot.url)).result is True
        assert (await poll).refusal == (409, "Conflict: terminated by setWebhook request")
        assert (await place.api("getUpdates")).refusal == (
            409,
            "Conflict: can't use getUpdates method while webhook is active; "
            "use deleteWebhook to delete the webhook first",
        )
        assert (await place.api("deleteWebhook")).result is True
        assert (await place.api("getUpdates")).result == []


async def test_allowed_updates_are_remembered(place: Place) -> None:
    await place.api("getUpdates", allowed_updates=["callback_query"])
    await place.client.say(place.me, place.me, "unseen")
    message = await place.send(place.me, reply_markup=keyboard([button()]))
    await place.client.tap(place.me, place.me, message, "data", timeout=0)
    [update] = await place.updates()
    assert update["callback_query"]["data"] == "data"
    await place.api("getUpdates", allowed_updates=[])
    await place.client.say(place.me, place.me, "seen")
    assert texts(await place.updates()) == ["seen"]


async def test_members_are_told_of_only_when_asked_for(place: Place) -> None:
    await place.client.member(place.group, "bot", "promote")
    await place.updates(allowed_updates=["chat_member"])
    await place.client.member(place.group, place.friends[1], "promote")
    [update] = await place.updates(allowed_updates=[])
    assert update["chat_member"]["new_chat_member"]["status"] == "administrator"
    await place.client.member(place.group, place.friends[1], "demote")
    assert await place.updates() == []


# The webhook


async def test_the_webhook_is_given_updates_in_order(place: Place) -> None:
    await place.client.say(place.me, place.me, "before")
    async with webhook_bot() as bot:
        await place.api("setWebhook", url=bot.url, secret_token=SECRET)
        await place.client.say(place.me, place.me, "after")
        ids = await bot.until(2)
        assert ids == sorted(ids)
        assert texts(bot.taken) == ["before", "after"]
        for headers in bot.headers:
            assert headers["Content-Type"] == "application/json"
            assert headers["X-Telegram-Bot-Api-Secret-Token"] == SECRET


async def test_the_webhook_is_asked_again_until_it_takes_an_update(place: Place) -> None:
    async with webhook_bot() as bot:
        bot.refusals = 2
        await place.api("setWebhook", url=bot.url)
        await place.client.say(place.me, place.me, "a")
        await place.client.say(place.me, place.me, "b")
        await bot.until(2)
        assert texts(bot.taken) == ["a", "b"]
        assert len(bot.headers) == 4
        info = (await place.api("getWebhookInfo")).result
        assert info["url"] == bot.url
        assert info["last_error_message"] == "Wrong response from the webhook: 503 Service Unavailable"


async def test_a_webhook_that_is_not_there(place: Place) -> None:
    async with webhook_bot() as bot:
        url = bot.url
    await place.api("setWebhook", url=url)
    await place.client.say(place.me, place.me, "a")
    info = (await place.api("getWebhookInfo")).result
    assert (info["url"], info["pending_update_count"]) == (url, 1)


async def test_pending_updates_may_be_dropped(place: Place) -> None:
    for method in ("setWebhook", "deleteWebhook"):
        await place.client.say(place.me, place.me, "a")
        assert (await place.api(method, drop_pending_updates=True)).result is True
        assert (await place.api("getWebhookInfo")).result["pending_update_count"] == 0


# Privacy mode


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("hello", False),
        ("/gouji", True),
        ("/gouji@gouji_sandbox_bot now", True),
        ("/gouji@Gouji_Sandbox_Bot", True),
        ("/gouji@other_bot", False),
        ("say /gouji", False),
    ],
)
async def test_what_the_bot_sees_in_a_group(place: Place, text: str, seen: bool) -> None:
    await place.client.say(place.group, place.me, text)
    assert bool(await place.updates()) is seen


async def test_replies_to_the_bot_are_seen(place: Place) -> None:
    mine = await place.send(place.group)
    theirs = (await place.client.say(place.group, place.me, "hello"))["message_id"]
    await place.client.say(place.group, place.me, "to them", reply_to=theirs)
    await place.client.say(place.group, place.me, "to you", reply_to=mine)
    [update] = await place.updates()
    assert update["message"]["text"] == "to you"
    assert update["message"]["reply_to_message"]["message_id"] == mine


async def test_an_administrator_sees_everything(place: Place) -> None:
    await place.client.member(place.group, "bot", "promote")
    await place.updates()
    await place.client.say(place.group, place.me, "hello")
    assert texts(await place.updates()) == ["hello"]


async def test_bare_commands_go_to_the_bot_that_wrote_last(place: Place) -> None:
    other = (await place.client.add_user("Other", username="other_bot", is_bot=True))["id"]
    await place.client.member(place.group, other, "add")
    await place.client.say(place.group, other, "I am a bot too")
    await place.updates()
    await place.client.say(place.group, place.me, "/help")
    assert await place.updates() == []
    await place.client.say(place.group, place.me, "/help@gouji_sandbox_bot")
    await place.send(place.group)
    await place.client.say(place.group, place.me, "/help")
    assert texts(await place.updates()) == ["/help@gouji_sandbox_bot", "/help"]


async def test_a_bot_that_is_out_sees_nothing(place: Place) -> None:
    await place.client.member(place.group, "bot", "remove")
    await place.updates()
    await place.client.say(place.group, place.me, "/gouji@gouji_sandbox_bot")
    assert await place.updates() == []


async def test_edits_by_people_are_seen_where_the_message_is(place: Place) -> None:
    private = await place.client.say(place.me, place.me, "hello")
    await place.client.say(place.me, place.me, "hi", edit_of=private["message_id"])
    unseen = await place.client.say(place.group, place.me, "hello")
    await place.client.say(place.group, place.me, "hi", edit_of=unseen["message_id"])
    first, second = await place.updates()
    assert first["message"]["text"] == "hello"
    assert second["edited_message"]["text"] == "hi"

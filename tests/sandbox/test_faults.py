"""Faults on demand: what each does to a call or to the delivery of updates."""

from __future__ import annotations

import asyncio
from typing import Any

import aiohttp
import pytest

from bot.sandbox import bot_api
from bot.sandbox.client import SandboxError
from bot.sandbox.faults import Faults, Rule
from tests.sandbox.conftest import Json, Place
from tests.sandbox.webhook_bot import webhook_bot


def rule(kind: str, method: str = "*", rate: float = 1, **more: Any) -> Json:
    return {"method": method, "kind": kind, "rate": rate, **more}


async def test_calls_that_are_refused(place: Place) -> None:
    await place.client.set_faults(rule("429", retry_after=7))
    reply = await place.api("sendMessage", chat_id=place.me, text="x")
    assert reply.refusal == (429, "Too Many Requests: retry after 7")
    assert reply.body["parameters"] == {"retry_after": 7}
    await place.client.set_faults(rule("500", "sendMessage"))
    assert (await place.api("sendMessage", chat_id=place.me, text="x")).refusal == (
        500,
        "Internal Server Error",
    )
    assert (await place.api("getMe")).result
    await place.client.clear_faults()
    assert await place.send(place.me)
    assert [(call["status"], call["injected"]) for call in await place.client.refusals()] == [
        (429, True),
        (500, True),
    ]


async def test_calls_that_do_not_arrive(place: Place) -> None:
    await place.client.set_faults(rule("drop"))
    with pytest.raises(aiohttp.ClientError):
        await place.send(place.me)
    assert len(await place.client.messages(place.me)) == 1
    [call] = await place.client.refusals()
    assert (call["description"], call["injected"]) == ("connection closed", True)


async def test_answers_that_are_lost(place: Place) -> None:
    await place.client.set_faults(rule("lost"))
    with pytest.raises(aiohttp.ClientError):
        await place.send(place.me)
    assert [message["text"] for message in await place.client.messages(place.me)] == ["/start", "hello"]
    assert await place.client.refusals() == []
    [call] = await place.client.calls()
    assert (call["ok"], call["injected"]) == (True, True)


async def test_calls_without_an_answer(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    await place.client.set_faults(rule("timeout"))
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.1):
            await place.send(place.me)
    [call] = await place.client.refusals()
    assert call["description"] == "no answer"
    monkeypatch.setattr(bot_api, "SILENCE", 0)
    with pytest.raises(aiohttp.ClientError):
        await place.send(place.me)
    assert len(await place.client.messages(place.me)) == 1


async def test_calls_that_take_long(place: Place) -> None:
    await place.client.set_faults(rule("delay"))
    assert await place.send(place.me)
    [call] = await place.client.calls()
    assert (call["ok"], call["injected"]) == (True, True)


async def test_messages_that_are_gone_and_people_who_have_blocked_the_bot(place: Place) -> None:
    number = await place.send(place.me)
    await place.client.set_faults(rule("gone"))
    assert await place.send(place.me)
    edited = await place.api("editMessageText", chat_id=place.me, message_id=number, text="y")
    assert edited.refusal == (400, "Bad Request: message to edit not found")
    assert number not in [message["message_id"] for message in await place.client.messages(place.me)]
    await place.client.set_faults(rule("blocked"))
    group = (await place.client.add_chat("group", [place.me]))["id"]
    assert await place.send(group)
    reply = await place.api("sendMessage", chat_id=place.me, text="x")
    assert reply.refusal == (403, "Forbidden: bot was blocked by the user")
    assert "my_chat_member" in (await place.api("getUpdates")).result[-1]
    assert all(call["injected"] for call in await place.client.refusals())


async def test_polls_are_met_when_they_are_named(place: Place) -> None:
    await place.client.set_faults(rule("500"))
    assert (await place.api("getUpdates")).result == []
    await place.client.set_faults(rule("500", "getUpdates"))
    assert (await place.api("getUpdates")).status == 500


async def test_updates_that_come_twice_late_or_in_another_order(place: Place) -> None:
    for text in "abcd":
        await place.client.say(place.me, place.me, text)
    ids = [update["update_id"] for update in (await place.api("getUpdates")).result]
    await place.client.set_faults(rule("duplicate_update"))
    found = [update["update_id"] for update in (await place.api("getUpdates")).result]
    assert found == [key for key in ids for _ in range(2)]
    await place.client.set_faults(rule("late_update"))
    found = [update["update_id"] for update in (await place.api("getUpdates")).result]
    assert found == ids[:-1]
    await place.client.set_faults(rule("reorder"), seed=1)
    found = [update["update_id"] for update in (await place.api("getUpdates")).result]
    assert found != ids
    assert sorted(found) == ids


async def test_updates_to_a_webhook(place: Place) -> None:
    for text in "ab":
        await place.client.say(place.me, place.me, text)
    await place.client.set_faults(rule("reorder"), rule("duplicate_update"), rule("late_update"))
    async with webhook_bot() as bot:
        await place.api("setWebhook", url=bot.url)
        first, again, *rest = await bot.until(4)
        assert (first, rest) == (again, [first - 1] * 2)


@pytest.mark.parametrize(
    ("rules", "message"),
    [
        ([rule("flood")], "there is no fault 'flood'"),
        ([rule("500", rate=2)], "a rate lies between 0 and 1"),
        ([rule("500", rate="x")], "rate must be a number"),  # type: ignore[arg-type]
        ([{"method": "*"}], "kind is empty"),
        (["500"], "a rule must be an object"),
        ({}, "rules must be a list"),
    ],
)
async def test_faults_that_there_are_not(place: Place, rules: Any, message: str) -> None:
    with pytest.raises(SandboxError, match="400") as refusal:
        await place.client.post("/faults", rules=rules)
    assert message in str(refusal.value)


def test_the_same_seed_draws_the_same_faults() -> None:
    def drawn(seed: int) -> list[bool]:
        faults = Faults()
        faults.set([Rule("*", "500", 0.5)], seed)
        return [faults.draw("sendMessage") is not None for _ in range(50)]

    assert drawn(1) == drawn(1) != drawn(2)
    assert 10 < sum(drawn(1)) < 40

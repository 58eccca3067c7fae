"""Flood limits by the sandbox's clock: one a second in a chat, 20 a minute in a group, 30 a second in all."""

from __future__ import annotations

from bot.sandbox.limits import BURST, PER_GROUP_MINUTE, PER_SECOND, Limits
from tests.sandbox.conftest import Place, button, keyboard

NOW = 1000.0


def test_a_chat_takes_a_burst_and_then_one_a_second() -> None:
    limits = Limits()
    assert [limits.check(1, False, NOW) for _ in range(BURST)] == [0] * BURST
    assert limits.check(2, False, NOW) == 0
    assert limits.check(1, False, NOW + 0.5) > 0
    assert [limits.check(1, False, NOW + 10 + second) for second in range(100)] == [0] * 100


def test_who_was_refused_waits_as_long_as_it_was_told() -> None:
    limits = Limits()
    for _ in range(BURST):
        limits.check(1, False, NOW)
    assert limits.check(1, False, NOW + 0.75) == 1
    # A quarter of a second later there would be room again, but a whole one had been said.
    assert limits.check(1, False, NOW + 1.25) == 1
    assert limits.check(1, False, NOW + 1.75) == 0


def test_a_group_takes_twenty_in_any_minute() -> None:
    limits = Limits()
    for number in range(PER_GROUP_MINUTE):
        assert limits.check(-1, True, NOW + 2 * number) == 0
    end = NOW + 2 * PER_GROUP_MINUTE
    assert limits.check(-1, True, end) == 20
    assert limits.check(-1, True, NOW + 59.5) == 1
    assert limits.check(-1, True, NOW + 60) == 0
    assert limits.check(-1, True, NOW + 61) == 1


def test_a_private_chat_knows_no_minute() -> None:
    limits = Limits()
    assert [limits.check(1, False, NOW + 2 * number) for number in range(30)] == [0] * 30


def test_all_chats_together_take_thirty_a_second() -> None:
    limits = Limits()
    assert [limits.check(chat, False, NOW) for chat in range(PER_SECOND)] == [0] * PER_SECOND
    assert limits.check(PER_SECOND, False, NOW + 0.5) == 1
    assert limits.count_overall(NOW + 0.9) == 1
    assert limits.count_overall(NOW + 1) == 0


def test_limits_may_be_off() -> None:
    limits = Limits(enabled=False)
    assert {limits.check(1, True, NOW) for _ in range(100)} == {0}
    assert {limits.count_overall(NOW) for _ in range(100)} == {0}


async def test_what_is_refused(place: Place) -> None:
    for _ in range(BURST):
        message = await place.send(place.me)
    reply = await place.api("sendMessage", chat_id=place.me, text="x")
    assert reply.refusal == (429, "Too Many Requests: retry after 1")
    assert reply.body["parameters"] == {"retry_after": 1}
    # Edits count as sends do; answers, deletions and other chats go on.
    reply = await place.api("editMessageText", chat_id=place.me, message_id=message, text="y")
    assert reply.refusal == (429, "Too Many Requests: retry after 1")
    assert (await place.api("deleteMessage", chat_id=place.me, message_id=message)).result is True
    assert await place.send(place.group)
    await place.later(1)
    assert await place.send(place.me)


async def test_sends_and_edits_of_a_group_count_together(place: Place) -> None:
    message = await place.send(place.group)
    where = {"chat_id": place.group, "message_id": message}
    for number in range(PER_GROUP_MINUTE - 1):
        await place.later(2)
        markup = keyboard([button(str(number))])
        if number % 2:
            reply = await place.api("editMessageText", **where, text=str(number))
        else:
            reply = await place.api("editMessageReplyMarkup", **where, reply_markup=markup)
        assert reply.result["message_id"] == message
    await place.later(2)
    status, _ = (await place.api("sendMessage", chat_id=place.group, text="x")).refusal
    assert status == 429
    # What the limit refuses has not happened.
    assert len(await place.client.messages(place.group)) == 1


async def test_answers_are_not_limited(place: Place) -> None:
    message = await place.send(place.me, reply_markup=keyboard([button()]))
    for _ in range(PER_SECOND + 10):
        await place.client.tap(place.me, place.me, message, "data", timeout=0)
    for update in await place.updates():
        query = update["callback_query"]["id"]
        assert (await place.api("answerCallbackQuery", callback_query_id=query)).result is True

"""The outbox against the real Bot API of the sandbox: what Telegram refuses is answered as it must be."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.budgets import OVERALL
from bot.outbox import Outbox
from bot.outbox.outbox import MOST_SAID, Said
from bot.sandbox.model import BOT_USERNAME
from bot.screens.model import Button, Document, Screen
from bot.usecases.common import ChatRef, Person
from bot.usecases.play import hands_anew
from bot.usecases.prompts import Job
from tests.bot.outboxing import World, outboxing


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[World]:
    """A group in which a table has just been opened."""
    async with outboxing(tmp_path) as found:
        yield found


async def test_a_stale_screen_is_sent_and_then_edited_in_place(world: World) -> None:
    await world.run()
    assert len(await world.texts(world.group)) == 1
    await world.client.say(world.me.telegram_id, world.me.telegram_id, "/start")
    await world.persons.seen_in_private(world.me)
    await world.lobby.join(1, 2, world.me)
    await world.run()
    texts = await world.texts(world.group)
    assert len(texts) == 1
    assert "③ 小明" in texts[0]


async def test_what_shows_already_costs_no_call(world: World) -> None:
    await world.run()
    before = len(await world.client.calls())
    await world.persons.set_language(world.me, ChatRef(world.group), "zh")
    await world.run()
    assert len(await world.client.calls()) == before


async def test_a_deleted_message_is_sent_anew(world: World) -> None:
    await world.run()
    message = (await world.client.chat(world.group))["messages"][-1]
    await world.client.post(f"/chats/{world.group}/delete", message_id=message["message_id"])
    await world.persons.set_language(world.me, ChatRef(world.group), "en")
    await world.run()
    assert "more to go" in (await world.texts(world.group))[0]


async def test_a_flood_wait_is_obeyed_to_the_second(world: World) -> None:
    rule = {"method": "sendMessage", "kind": "429", "rate": 1.0, "retry_after": 7}
    await world.client.post("/faults", rules=[rule], seed=1)
    await world.outbox.run_once()
    refused_at = (await world.client.calls())[-1]["at"]
    await world.client.post("/faults", rules=[], seed=1)
    await world.run()
    sent = [call for call in await world.client.calls() if call["method"] == "sendMessage" and call["ok"]]
    assert sent[0]["at"] - refused_at == pytest.approx(7, abs=0.01)


@pytest.mark.parametrize("kind", ["500", "drop"])
async def test_errors_of_the_network_are_tried_again(world: World, kind: str) -> None:
    await world.client.post("/faults", rules=[{"method": "sendMessage", "kind": kind, "rate": 1.0}], seed=1)
    await world.run(5)
    assert await world.texts(world.group) == []
    await world.client.post("/faults", rules=[], seed=1)
    await world.run()
    assert len(await world.texts(world.group)) == 1


async def test_a_group_that_has_migrated_is_followed(world: World) -> None:
    await world.run()
    new = await world.client.post(f"/chats/{world.group}/migrate")
    await world.persons.set_language(world.me, ChatRef(world.group), "en")
    await world.run()
    assert len(await world.texts(new["id"])) == 1


async def test_a_group_without_the_bot_is_left_alone(world: World) -> None:
    await world.client.post(f"/chats/{world.group}/members", user="bot", action="remove")
    await world.run()
    calls = [call for call in await world.client.calls() if not call["ok"]]
    assert len(calls) == 1


async def test_something_said_once_waits_for_the_budget_and_comes(world: World) -> None:
    for number in range(6):
        world.outbox.say(Said(world.group, True, None, Screen(f"nr {number}")))
    await world.run(60)
    said = [text for text in await world.texts(world.group) if text.startswith("nr")]
    assert sorted(said) == [f"nr {number}" for number in range(6)]
    assert await world.client.refusals() == []


# Errors of the network


async def test_the_pause_after_errors_doubles(world: World) -> None:
    await world.client.set_faults({"method": "sendMessage", "kind": "500", "rate": 1.0})
    await world.run(40)
    times = [call["at"] for call in await world.client.calls() if call["method"] == "sendMessage"]
    assert [b - a for a, b in pairwise(times)] == pytest.approx([2, 4, 8, 16], abs=0.01)


async def test_an_answer_survives_errors_of_the_network(world: World) -> None:
    await world.run()
    await world.client.set_faults({"method": "sendMessage", "kind": "drop", "rate": 1.0})
    world.outbox.say(Said(world.group, True, None, Screen("answer")))
    await world.run(3)
    await world.client.clear_faults()
    await world.run()
    assert (await world.texts(world.group))[1:] == ["answer"]


async def test_an_answer_obeys_a_flood_wait(world: World) -> None:
    await world.run()
    rule = {"method": "sendMessage", "kind": "429", "rate": 1.0, "retry_after": 9}
    await world.client.set_faults(rule)
    world.outbox.say(Said(world.group, True, None, Screen("answer")))
    await world.outbox.run_once()
    await world.client.clear_faults()
    await world.run()
    first, second = [call["at"] for call in (await world.client.calls())[-2:]]
    assert second - first == pytest.approx(9, abs=0.01)


async def test_an_answer_that_is_refused_is_dropped(world: World) -> None:
    await world.run()
    world.outbox.say(Said(world.group, True, None, Screen("<b>broken")))
    world.outbox.say(Said(world.friends[5], False, None, Screen("never started the bot")))
    await world.run(600)
    assert len(await world.client.refusals()) == 2


# Answers beside screens


async def test_an_answer_is_not_starved_by_a_table_that_changes_all_the_time(world: World) -> None:
    await world.run()
    for number in range(40):
        await world.lobby.show_again(ChatRef(world.group))
        if number == 20:
            world.outbox.say(Said(world.group, True, None, Screen("answer")))
            asked = world.clock.now()
        await world.run(2)
    answered = [c["at"] for c in await world.client.calls() if c["params"].get("text") == "answer"]
    assert answered[0] - asked.timestamp() < 12


async def test_what_waits_to_be_said_is_not_said_twice(world: World) -> None:
    for _ in range(5):
        world.outbox.say(Said(world.group, True, None, Screen("slow down")))
    await world.run(120)
    assert (await world.texts(world.group)).count("slow down") == 1


async def test_a_flood_of_answers_ends(world: World) -> None:
    for number in range(500):
        world.outbox.say(Said(world.group, True, None, Screen(f"nr {number}")))
    world.outbox.say(Said(world.friends[1], False, None, Screen("to somebody else")))
    await world.client.open(world.friends[1], f"https://t.me/{BOT_USERNAME}?start=x")
    await world.run(600)
    assert len(await world.texts(world.group)) <= MOST_SAID + 1
    assert await world.texts(world.friends[1]) == ["to somebody else"]


async def test_a_page_is_turned_in_place(world: World) -> None:
    await world.run()
    world.outbox.say(Said(world.group, True, None, Screen("page 1")))
    await world.run()
    number = (await world.client.messages(world.group))[-1]["message_id"]
    world.outbox.say(Said(world.group, True, None, Screen("page 2"), page=number))
    await world.run()
    assert (await world.texts(world.group))[1:] == ["page 2"]


async def test_a_file_is_sent_with_its_caption_and_its_buttons(world: World) -> None:
    caption = Screen("<b>a &amp; b</b>", ((Button("back", "h:l.0"),),))
    document = Document("deal.gouji", b"[Rules]")
    world.outbox.say(Said(world.group, True, None, caption, document=document))
    await world.run()
    message = (await world.client.messages(world.group))[-1]
    assert (message["text"], message["keyboard"][0][0]["text"]) == ("a & b", "back")
    file = world.sandbox.world.files.get(message["document"]["url"].rpartition("/")[2])
    assert file is not None
    assert (file.name, file.content) == (document.name, document.content)
    assert await world.client.refusals() == []


# Screens


async def test_a_screen_that_breaks_breaks_no_other_and_is_tried_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    render = Outbox._render

    def broken(self: Outbox, job: Job) -> Screen:
        if job.telegram_id == world.group:
            raise RuntimeError("a screen that cannot be drawn")
        return render(self, job)

    other = await world.client.add_chat("另一群", world.friends)
    await world.lobby.open(ChatRef(other["id"], "另一群"), None, world.me)
    with monkeypatch.context() as patch:
        patch.setattr(Outbox, "_render", broken)
        with pytest.raises(ExceptionGroup):
            await world.outbox.run_once()
        assert len(await world.texts(other["id"])) == 1
        assert await world.texts(world.group) == []
        await world.run(1)
    await world.run()
    assert len(await world.texts(world.group)) == 1


async def test_a_table_that_is_posted_anew_loses_its_old_keyboard(world: World) -> None:
    await world.run()
    await world.lobby.show_again(ChatRef(world.group))
    await world.run()
    messages = await world.client.messages(world.group)
    assert [bool(message["keyboard"]) for message in messages[-2:]] == [False, True]


async def test_a_person_who_cannot_be_written_to_is_known_as_such(world: World) -> None:
    await world.seat_all()
    await world.client.block(world.friends[2])
    await world.lobby.start(1, world.me)
    await world.run()
    assert "⚠️" in (await world.texts(world.group))[-1]
    refused = await world.client.refusals()
    assert [call["chat_id"] for call in refused] == [world.friends[2]]


async def test_a_prompt_is_a_new_message_and_the_old_one_goes(world: World) -> None:
    await world.seat_all()
    await world.lobby.start(1, world.me)
    await world.run()
    before = await world.client.messages(world.me.telegram_id)
    await hands_anew(world.outbox.prompts.services, world.me)
    await world.run()
    after = await world.client.messages(world.me.telegram_id)
    assert len(after) == len(before)
    assert after[-1]["message_id"] > before[-1]["message_id"]


async def test_a_group_that_became_one_that_is_known_already_has_one_table_that_goes_on(world: World) -> None:
    new = await world.client.migrate(world.group)
    await world.lobby.open(ChatRef(new["id"], "够级之夜"), None, world.me)
    await world.run(600)
    assert len([call for call in await world.client.calls() if not call["ok"]]) == 1
    messages = (await world.client.chat(new["id"]))["messages"]
    assert len([message for message in messages if message.get("keyboard")]) == 1


# Budgets


async def test_budgets_outlive_the_process(world: World) -> None:
    for number in range(40):
        await world.persons.set_language(world.me, ChatRef(world.group), ("zh", "en")[number % 2])
        if number % 4 == 0:
            world.outbox = replace(world.outbox)
        await world.run(1)
    assert await world.client.refusals() == []
    calls = [call["at"] for call in await world.client.calls()]
    assert max(sum(at <= other < at + 60 for other in calls) for at in calls) <= 18


@pytest.mark.parametrize("answers", [0, 30])
@pytest.mark.parametrize("tables", [0, 30])
async def test_many_chats_at_once_stay_below_thirty_calls_a_second(
    world: World, answers: int, tables: int
) -> None:
    for number in range(answers):
        user = await world.client.add_user(f"人{number}")
        await world.client.open(user["id"], f"https://t.me/{BOT_USERNAME}?start=x")
        world.outbox.say(Said(user["id"], False, None, Screen("hello")))
    for number in range(tables):
        group = await world.client.add_chat(f"群{number}", world.friends)
        await world.lobby.open(ChatRef(group["id"]), None, Person(5000 + number))
    await world.run()
    assert await world.client.refusals() == []
    times = [call["at"] for call in await world.client.calls() if call["method"] == "sendMessage"]
    assert len(times) == answers + tables + 1
    assert max(sum(at <= other < at + 1 for other in times) for at in times) <= OVERALL

"""Screens with pictures: photos that are uploaded, edited, replaced, and answered like texts when refused."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.outbox import Outbox
from bot.pictures import png
from bot.screens.model import Button, Picture, Screen
from bot.usecases.prompts import Job
from engine.cards import parse_cards
from engine.play import Play
from storage.models import SlotKind
from storage.repositories import People, Slots
from tests.bot.outboxing import World, outboxing

HAND = parse_cards("W22AAK")[0]
BEFORE, AFTER = Picture(HAND), Picture(HAND, Play.parse("QQ"))
KEYS = ((Button("过牌", "x"),),)
Json = dict[str, Any]


@dataclass
class Shown:
    """The world, and what the private message of the first friend has to show."""

    world: World
    screens: list[Screen] = field(default_factory=list)
    seen: int = 0
    """How many calls in the chat the test has looked at."""

    @property
    def chat(self) -> int:
        """The private chat."""
        return self.world.me.telegram_id

    async def show(
        self, text: str, picture: Picture | None = None, *, anew: bool = False, seconds: float = 30
    ) -> None:
        """Something is to be shown, and the outbox has some time."""
        self.screens.append(Screen(text, KEYS, picture))
        await self.stale(anew=anew)
        await self.world.run(seconds)

    async def stale(self, *, anew: bool = False, digest: str | None = None) -> None:
        """The private message is not up to date; perhaps it is remembered as it is not."""
        async with self.world.outbox.prompts.services.database.transaction() as session:
            user = await People(session).user(self.chat)
            assert user is not None
            assert user.id is not None
            slot = await Slots(session).find(1, SlotKind.HAND, user.id)
            slot.stale, slot.anew = True, anew
            slot.digest = slot.digest if digest is None else digest

    async def messages(self) -> list[Json]:
        """What the chat shows of the bot."""
        return [m for m in await self.world.client.messages(self.chat) if m["from"]["is_bot"]]

    async def only(self) -> Json:
        """The only message of the bot."""
        [message] = await self.messages()
        return message

    async def file(self) -> bytes:
        """The picture in the only message."""
        file = self.world.sandbox.world.files.get((await self.only())["photo"].rpartition("/")[2])
        assert file is not None
        return file.content

    async def methods(self) -> list[str]:
        """What was called in the chat since the last time."""
        calls = [call["method"] for call in await self.world.client.calls() if call["chat_id"] == self.chat]
        found, self.seen = calls[self.seen :], len(calls)
        return found


@pytest.fixture
async def shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Shown]:
    """A deal has begun, and the first friend sees what the test says."""
    async with outboxing(tmp_path) as world:
        found, render = Shown(world), Outbox._render

        def rendered(self: Outbox, job: Job) -> Screen:
            if job.telegram_id == found.chat and found.screens:
                return found.screens[-1]
            return render(self, job)

        monkeypatch.setattr(Outbox, "_render", rendered)
        await world.seat_all()
        await world.lobby.start(1, world.me)
        await world.run()
        await found.methods()
        yield found
        assert await unexpected(world) == []


async def unexpected(world: World) -> list[str]:
    """What was refused but for what a test has broken."""
    refused = await world.client.refusals()
    expected = ("message to edit not found", "bot was blocked", "in the message to edit", "Too Many Requests")
    return [
        call["description"]
        for call in refused
        if not call["injected"] and not any(words in call["description"] for words in expected)
    ]


async def test_a_screen_with_a_picture_is_a_photo_with_its_caption_and_keyboard(shown: Shown) -> None:
    await shown.show("<b>轮到你</b>", BEFORE, anew=True)
    message = await shown.only()
    assert (message["text"], message["html"]) == ("轮到你", "<b>轮到你</b>")
    assert message["keyboard"] == [[{"text": "过牌", "callback_data": "x"}]]
    assert await shown.file() == png(BEFORE)
    assert await shown.methods() == ["sendPhoto", "deleteMessage"]


async def test_a_caption_that_changes_alone_uploads_nothing(shown: Shown) -> None:
    await shown.show("a", BEFORE)
    number = (await shown.only())["message_id"]
    await shown.methods()
    await shown.show("b", BEFORE)
    assert await shown.methods() == ["editMessageCaption"]
    message = await shown.only()
    assert (message["message_id"], message["text"], len(message["keyboard"])) == (number, "b", 1)
    assert await shown.file() == png(BEFORE)


async def test_a_picture_that_changes_is_replaced_in_place(shown: Shown) -> None:
    await shown.show("a", BEFORE)
    number = (await shown.only())["message_id"]
    await shown.methods()
    await shown.show("a", AFTER)
    assert await shown.methods() == ["editMessageMedia"]
    message = await shown.only()
    assert (message["message_id"], message["text"], len(message["keyboard"])) == (number, "a", 1)
    assert await shown.file() == png(AFTER)


async def test_what_is_so_already_costs_no_call(shown: Shown) -> None:
    await shown.show("a", BEFORE)
    await shown.methods()
    await shown.show("a", BEFORE)
    assert await shown.methods() == []


async def test_text_and_photo_take_the_place_of_each_other_in_a_new_message(shown: Shown) -> None:
    await shown.show("text")
    first = (await shown.only())["message_id"]
    await shown.methods()
    await shown.show("photo", BEFORE)
    second = await shown.only()
    assert await shown.methods() == ["sendPhoto", "deleteMessage"]
    assert second["message_id"] > first
    await shown.show("text again")
    third = await shown.only()
    assert await shown.methods() == ["sendMessage", "deleteMessage"]
    assert third["message_id"] > second["message_id"]
    assert (third["text"], third.get("photo")) == ("text again", None)


async def test_a_photo_that_was_deleted_is_sent_anew(shown: Shown) -> None:
    await shown.show("a", BEFORE)
    del shown.world.sandbox.world.chats[shown.chat].messages[(await shown.only())["message_id"]]
    await shown.show("b", BEFORE)
    assert ((await shown.only())["text"], await shown.file()) == ("b", png(BEFORE))


@pytest.mark.parametrize("picture", [None, BEFORE])
async def test_a_message_that_is_not_what_was_remembered_is_sent_anew(
    shown: Shown, picture: Picture | None
) -> None:
    await shown.show("a", picture)
    await shown.stale(digest="0" * 32 if picture else BEFORE.mark + "0" * 16)
    await shown.show("b", None if picture else BEFORE)
    newest = (await shown.messages())[-1]
    assert (newest["text"], "photo" in newest) == ("b", picture is None)


async def test_after_an_edit_whose_end_is_unknown_the_picture_is_sent_again(shown: Shown) -> None:
    await shown.show("a", BEFORE)
    await shown.world.client.set_faults({"method": "editMessageMedia", "kind": "lost", "rate": 1.0})
    shown.screens.append(Screen("b", KEYS, AFTER))
    await shown.stale()
    await shown.world.outbox.run_once()
    assert await shown.file() == png(AFTER)
    await shown.world.client.clear_faults()
    await shown.show("c", BEFORE)
    assert ((await shown.only())["text"], await shown.file()) == ("c", png(BEFORE))


@pytest.mark.parametrize("kind", ["429", "500", "drop"])
@pytest.mark.parametrize(
    ("method", "picture", "anew"),
    [("sendPhoto", BEFORE, True), ("editMessageMedia", AFTER, False), ("editMessageCaption", BEFORE, False)],
)
async def test_a_photo_survives_errors_of_the_network(
    shown: Shown, kind: str, method: str, picture: Picture, anew: bool
) -> None:
    await shown.show("a", BEFORE)
    await shown.methods()
    await shown.world.client.set_faults({"method": "*", "kind": kind, "rate": 1.0, "retry_after": 5})
    await shown.show("b", picture, anew=anew, seconds=4)
    assert (await shown.methods())[0] == method
    assert (await shown.only())["text"] == "a"
    await shown.world.client.clear_faults()
    await shown.world.run(60)
    assert ((await shown.only())["text"], await shown.file()) == ("b", png(picture))


async def test_who_blocks_the_bot_gets_no_photo_and_the_table_says_so(shown: Shown) -> None:
    await shown.world.client.block(shown.chat)
    await shown.show("a", BEFORE)
    assert any("⚠️" in text for text in await shown.world.texts(shown.world.group))


async def test_photos_keep_to_the_limits_of_a_chat(shown: Shown) -> None:
    for number in range(30):
        shown.screens.append(Screen(str(number), KEYS, (BEFORE, AFTER)[number % 2]))
        await shown.stale(anew=number % 3 == 0)
        await shown.world.run(0.5)
    await shown.world.run()
    assert ((await shown.only())["text"], await shown.file()) == ("29", png(AFTER))
    assert await shown.world.client.refusals() == []

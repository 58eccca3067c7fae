"""A person switches pictures on in the settings and plays some turns: each hand is a photo of what is so."""

from __future__ import annotations

from pathlib import Path

from bot.pictures import png
from bot.screens.model import Picture
from bot.screens.text import hand_line
from engine.deal import Deal
from tests.e2e.people import InPrivate
from tests.e2e.scene import Json, Scene, scene
from tests.e2e.test_whole_deal import replayed

TURNS = 4
MOST_STEPS = 400
MY_TURN = "轮到你了"


async def test_a_person_plays_some_turns_with_pictures(tmp_path: Path) -> None:
    async with scene(tmp_path) as played:
        me = played.friends[0]
        await open_with_pictures(played)
        people, looked_at, shapes = InPrivate(played, 1), set(), set()
        for _ in range(MOST_STEPS):
            await played.rest(3)  # in which everything is shown
            message = await newest(played, me)
            if MY_TURN in message["text"]:
                deal = replayed(tmp_path)
                assert await photo(played, message) == png(pictured(deal))
                assert hand_line(pictured(deal).hand) in message["text"]
                looked_at.add(deal.number)
                shapes.add(pictured(deal).table is None)
            if len(looked_at) >= TURNS and len(shapes) == 2:
                break
            await people.turn()
            await played.client.step(30)
        assert len(looked_at) >= TURNS
        assert shapes == {True, False}  # leading and following
        await check_chats(played, me)


async def open_with_pictures(played: Scene) -> None:
    """One person sits down, switches the pictures on, and starts with AI players on the other seats."""
    await played.client.say(played.group, played.friends[0], "/gouji")
    await played.rest(1)
    await played.sit(played.friends[0], 0)
    for label in ("⚙️ 设置", "🖼 牌图", "好了", "补机器人", "开局"):
        await played.press(played.friends[0], played.group, label)
        await played.rest()


def pictured(deal: Deal) -> Picture:
    """What the picture of the first seat has to show."""
    view = deal.view(0)
    assert view.hand is not None
    return Picture(view.hand, None if view.table is None else view.table.play)


async def newest(played: Scene, chat: int) -> Json:
    """The newest message of a chat."""
    return (await played.messages(chat))[-1]


async def photo(played: Scene, message: Json) -> bytes:
    """The photo of a message, as the bot has uploaded it."""
    file = played.sandbox.world.files.get(message["photo"].rpartition("/")[2])
    assert file is not None
    return file.content


async def check_chats(played: Scene, me: int) -> None:
    """Only who holds the cards gets photos, one at a time, and Telegram had nothing to refuse."""
    calls = await played.client.calls()
    media = {call["chat_id"] for call in calls if call["method"] in ("sendPhoto", "editMessageMedia")}
    assert media == {me}
    assert [bool(m.get("photo")) for m in await played.messages(me) if "photo" in m] == [True]
    assert [call["description"] for call in await played.client.refusals()] == []

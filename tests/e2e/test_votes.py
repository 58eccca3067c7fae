"""A vote and a pause outlive a process that is killed, end to end."""

from __future__ import annotations

from pathlib import Path

from tests.e2e.scene import Json, Scene, scene

NIGHT = 8 * 3600


async def _showing(place: Scene, words: str) -> Json:
    """The newest message of the group that says something."""
    return next(m for m in reversed(await place.messages(place.group)) if words in m["text"])


async def _press(place: Scene, user: int, message: Json, label: str) -> Json:
    """Press a button of a message."""
    buttons = [button for row in message["keyboard"] for button in row]
    data = next(button["callback_data"] for button in buttons if label in button["text"])
    answer = await place.client.tap(user, place.group, message["message_id"], data)
    assert answer is not None
    await place.rest(10)
    return answer


async def test_a_pause_that_is_voted_across_two_kills_lasts_all_night(tmp_path: Path) -> None:
    async with scene(tmp_path) as place:
        await place.open_table(3)
        me, second, third = place.friends[:3]
        await place.client.say(place.group, me, "/pause")
        await place.rest(10)
        await place.kill_bot()
        await place.start_bot()
        await place.rest(20)
        assert "同意" in (await _press(place, second, await _showing(place, "想暂停"), "👍"))["text"]
        assert "暂停中" in (await _showing(place, "🀄"))["text"]
        await place.kill_bot()
        await place.client.advance(NIGHT)
        await place.start_bot()
        await place.rest(120)
        paused = await _showing(place, "🀄")
        assert "暂停中" in paused["text"]
        assert "💤" not in paused["text"]
        assert "接着打" in (await _press(place, third, paused, "接着打"))["text"]
        await place.rest(120)
        assert "暂停中" not in (await _showing(place, "🀄"))["text"]
        assert await place.client.refusals() == []

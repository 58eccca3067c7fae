"""Scripted people: how they play from the group alone, or from their private chats alone."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.e2e.scene import Json, Scene

SEATS = "①②③④⑤⑥"


@dataclass
class InPrivate:
    """People who look only at their private chats, and take the first thing that is offered."""

    scene: Scene
    people: int
    tapped: dict[int, tuple[int, str]] = field(default_factory=dict)
    answers: list[Json] = field(default_factory=list)

    async def turn(self) -> None:
        """Everybody who is offered something takes it, once for each keyboard."""
        for user in self.scene.friends[: self.people]:
            found = await self.scene.keyboard(user)
            if found is None:
                continue
            message, buttons = found
            if any(button["text"].startswith(("结算", "这一轮过")) for button in buttons):
                continue  # the deal is over, or somebody else is asked
            choice = _first_choice(buttons)
            mark = (message["message_id"], choice["callback_data"])
            if self.tapped.get(user) == mark:
                continue
            self.tapped[user] = mark
            answer = await self.scene.client.tap(user, user, *mark)
            if answer is not None:
                self.answers.append(answer)


def _first_choice(buttons: list[Json]) -> Json:
    """The likely thing: ready, or the first play; not the builder, not giving up."""
    ready = [button for button in buttons if button["text"].startswith("准备好")]
    plays = [button for button in buttons if button["text"] not in ("自选", "认输（烧失败）", "?")]
    return (ready or plays or buttons)[0]


@dataclass
class InTheGroup:
    """People who look only at the group: they try the ranks low to high, then pass."""

    scene: Scene
    people: int
    answers: list[Json] = field(default_factory=list)
    ready: set[tuple[int, str]] = field(default_factory=set)

    async def turn(self) -> None:
        """In a window everybody is ready; else who is asked plays."""
        found = await self.scene.keyboard(self.scene.group)
        if found is None:
            return
        message, buttons = found
        ready = [button for button in buttons if button["text"].startswith("准备好")]
        if ready:
            await self._all_ready(message, ready[0])
            return
        asked = [line for line in message["text"].splitlines() if line.startswith("▶")]
        if not asked:
            return
        seat = next(number for number, mark in enumerate(SEATS) if mark in asked[0])
        if seat < self.people:
            await self._play(self.scene.friends[seat], message, buttons)

    async def _all_ready(self, message: Json, button: Json) -> None:
        for user in self.scene.friends[: self.people]:
            mark = (user, button["callback_data"])
            if mark not in self.ready:
                self.ready.add(mark)
                await self._tap(user, message, button)

    async def _play(self, user: int, message: Json, buttons: list[Json]) -> None:
        ranks = [button for button in buttons if ".g" in button["callback_data"]]
        heads = [button for button in buttons if button["text"] == "要头"]
        passing = [button for button in buttons if button["text"].startswith("过牌")]
        for button in (*heads, *ranks, *passing):
            answer = await self._tap(user, message, button)
            if "再点一次" in answer.get("text", ""):
                answer = await self._tap(user, message, button)
            if not answer.get("show_alert"):
                return

    async def _tap(self, user: int, message: Json, button: Json) -> Json:
        answer = await self.scene.client.tap(
            user, self.scene.group, message["message_id"], button["callback_data"], force=True
        )
        self.answers.append(answer or {})
        return answer or {}

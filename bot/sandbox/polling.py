"""``getUpdates``: long polling, by one poller at a time."""

from __future__ import annotations

import asyncio

from bot.sandbox.errors import conflict
from bot.sandbox.faults import Faults
from bot.sandbox.methods import Methods
from bot.sandbox.params import Json, Params
from bot.sandbox.world import World

MAX_WAIT = 50.0

_WEBHOOK = (
    "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first"
)
_OTHER = "terminated by other getUpdates request; make sure that only one bot instance is running"
_SET_WEBHOOK = "terminated by setWebhook request"


class Polling:
    """Gives pending updates to whoever asked last."""

    def __init__(self, world: World, faults: Faults, methods: Methods) -> None:
        self.world = world
        self.faults = faults
        self.methods = methods
        self._newest: object | None = None

    async def updates(self, values: Json, params: Params) -> list[Json]:
        """Confirm what lies before the offset, and wait for updates. Raises :class:`ApiError`."""
        world = self.world
        if world.webhook:
            raise conflict(_WEBHOOK)
        mine = object()
        limit: int = self.methods.call("getUpdates", values)
        left = min(max(0, params.integer("timeout", 0)), MAX_WAIT)
        self._newest = mine
        world.wake()  # an older poll sees now that it is not the newest any more
        loop = asyncio.get_running_loop()
        end = loop.time() + left
        while not world.updates and loop.time() < end:
            await world.wait(end - loop.time())
            if world.webhook:
                raise conflict(_SET_WEBHOOK)
            if self._newest is not mine:
                raise conflict(_OTHER)
        return self._given(list(world.updates)[:limit])

    def _given(self, batch: list[Json]) -> list[Json]:
        """The updates as the faults deliver them: without the newest, doubled, or in another order."""
        found = list(batch)
        if found and self.faults.draw_update("late_update"):
            found.pop()
        if found:
            self.world.delivered = max(self.world.delivered, found[-1]["update_id"])
        if self.faults.draw_update("duplicate_update"):
            found = [update for update in found for _ in range(2)]
        if self.faults.draw_update("reorder"):
            self.faults.rng.shuffle(found)
        return found

"""Delivers updates to the bot's webhook: one after the other, until each is taken."""

from __future__ import annotations

import asyncio
import json
import logging

import aiohttp

from bot.sandbox.faults import Faults
from bot.sandbox.params import Json
from bot.sandbox.world import World

log = logging.getLogger(__name__)

RETRY_FIRST = 0.1
RETRY_LAST = 5.0
TIMEOUT = aiohttp.ClientTimeout(total=10)


class Webhook:
    """Posts updates while a webhook is set."""

    def __init__(self, world: World, faults: Faults) -> None:
        self.world = world
        self.faults = faults

    async def run(self) -> None:
        """Deliver for ever, with growing pauses while the bot does not take an update."""
        world, pause = self.world, RETRY_FIRST
        async with aiohttp.ClientSession() as session:
            while True:
                if not world.webhook or not world.updates:
                    pause = RETRY_FIRST
                    await world.wait(60)
                elif await self._deliver_next(session):
                    pause = RETRY_FIRST
                else:
                    await world.wait(pause)
                    pause = min(2 * pause, RETRY_LAST)

    async def _deliver_next(self, session: aiohttp.ClientSession) -> bool:
        """Post the oldest update, or what the faults make of that; whether it was taken."""
        world = self.world
        reordered = len(world.updates) > 1 and self.faults.draw_update("reorder")
        update = world.updates[1 if reordered else 0]
        if self.faults.draw_update("late_update"):
            await asyncio.sleep(RETRY_FIRST)
        world.delivered = max(world.delivered, update["update_id"])
        times = 2 if self.faults.draw_update("duplicate_update") else 1
        for _ in range(times):
            error = await self._post(session, update)
            if error:
                log.info("the webhook does not take update %s: %s", update["update_id"], error)
                world.webhook |= {"last_error_date": int(world.clock.now()), "last_error_message": error}
                return False
        if update in world.updates:
            world.updates.remove(update)
            world.wake()
        return True

    async def _post(self, session: aiohttp.ClientSession, update: Json) -> str:
        """What is wrong, if the webhook does not take an update."""
        headers = {"Content-Type": "application/json"}
        if self.world.webhook["secret_token"]:
            headers["X-Telegram-Bot-Api-Secret-Token"] = self.world.webhook["secret_token"]
        body, url = json.dumps(update).encode(), self.world.webhook["url"]
        try:
            async with session.post(url, data=body, headers=headers, timeout=TIMEOUT, ssl=False) as response:
                taken = 200 <= response.status < 300
                return (
                    "" if taken else f"Wrong response from the webhook: {response.status} {response.reason}"
                )
        except (aiohttp.ClientError, TimeoutError) as error:
            return f"Connection failed: {type(error).__name__}"

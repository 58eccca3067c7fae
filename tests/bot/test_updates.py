"""Updates are processed in order at a table and in a chat, side by side between them."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest
from telegram import CallbackQuery, Chat, Message, Update, User

from bot.updates import AT_ONCE, InOrder, key_of

USER = User(7, "小明", is_bot=False)
NOW = datetime(2026, 12, 1, 20, tzinfo=UTC)


def tap(number: int, data: str) -> Update:
    """A tap on a button."""
    return Update(number, callback_query=CallbackQuery(str(number), USER, "chat", data=data))


def message(number: int, chat: int) -> Update:
    """A message in a group."""
    return Update(number, message=Message(number, NOW, Chat(chat, Chat.GROUP), from_user=USER))


class Watch:
    """Notes which updates begin and end."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []

    def begin_update(self, update_id: int) -> None:
        """An update begins."""
        self.seen.append(("begin", update_id))

    def end_update(self, update_id: int) -> None:
        """An update ends."""
        self.seen.append(("end", update_id))


class Work:
    """Handlers that end when they are told to, and note when they begin."""

    def __init__(self) -> None:
        self.begun: list[int] = []
        self._gates: dict[int, asyncio.Event] = {}

    async def handle(self, number: int) -> None:
        """Begin, and wait to be let go."""
        self.begun.append(number)
        await self._gate(number).wait()

    def let_go(self, number: int) -> None:
        """Let a handler end."""
        self._gate(number).set()

    def _gate(self, number: int) -> asyncio.Event:
        return self._gates.setdefault(number, asyncio.Event())


async def settle() -> None:
    """Let every task run until it waits."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_taps_belong_to_their_table_and_messages_to_their_chat() -> None:
    assert key_of(tap(1, "a1.-.j3")) == key_of(tap(2, "a1.17.gA")) == "table a1"
    assert key_of(tap(1, "b.-.j3")) == "table b"
    assert key_of(message(3, -100)) == "chat -100"
    assert key_of(tap(4, "garbage")) == key_of("no update") == ""


async def test_at_one_table_the_next_begins_when_the_one_before_has_ended() -> None:
    order, work = InOrder(), Work()
    updates = [tap(1, "a.-.j"), tap(2, "a.-.j"), tap(3, "b.-.j"), message(4, -100)]
    tasks = [asyncio.create_task(order.process_update(u, work.handle(u.update_id))) for u in updates]
    await settle()
    assert work.begun == [1, 3, 4]
    work.let_go(1)
    await settle()
    assert work.begun == [1, 3, 4, 2]
    for number in (2, 3, 4):
        work.let_go(number)
    await asyncio.gather(*tasks)


async def test_many_updates_of_one_table_leave_room_for_another() -> None:
    order, work = InOrder(), Work()
    updates = [tap(number, "a.-.j") for number in range(3 * AT_ONCE)] + [tap(999, "b.-.j")]
    tasks = [asyncio.create_task(order.process_update(u, work.handle(u.update_id))) for u in updates]
    await settle()
    assert work.begun == [0, 999]
    for update in updates:
        work.let_go(update.update_id)
    await asyncio.gather(*tasks)
    assert work.begun == [0, 999, *range(1, 3 * AT_ONCE)]


async def test_no_more_than_some_run_at_the_same_time() -> None:
    order, work = InOrder(), Work()
    updates = [tap(number, f"{number}.-.j") for number in range(AT_ONCE + 5)]
    tasks = [asyncio.create_task(order.process_update(u, work.handle(u.update_id))) for u in updates]
    await settle()
    assert len(work.begun) == AT_ONCE
    for update in updates:
        work.let_go(update.update_id)
    await asyncio.gather(*tasks)


async def test_one_that_fails_does_not_hold_up_the_next() -> None:
    order = InOrder()

    async def fail() -> None:
        raise RuntimeError

    async def succeed() -> None:
        done.append(2)

    done: list[int] = []
    first = asyncio.create_task(order.process_update(tap(1, "a.-.j"), fail()))
    await order.process_update(tap(2, "a.-.j"), succeed())
    with pytest.raises(RuntimeError):
        await first
    assert done == [2]


async def test_the_watch_sees_each_update_from_its_arrival_to_its_end() -> None:
    watch, work = Watch(), Work()
    order = InOrder(watch)
    updates = [tap(1, "a.-.j"), tap(2, "a.-.j")]
    tasks = [asyncio.create_task(order.process_update(u, work.handle(u.update_id))) for u in updates]
    await settle()
    assert watch.seen == [("begin", 1), ("begin", 2)]
    work.let_go(1)
    work.let_go(2)
    await asyncio.gather(*tasks)
    assert watch.seen[2:] == [("end", 1), ("end", 2)]

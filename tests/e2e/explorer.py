"""Six scripted people who press every kind of button that they are offered, and so play whole matches."""

from __future__ import annotations

import random
import sqlite3
from collections import Counter
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import NamedTuple

from bot.callback import CallbackData, Op
from bot.sandbox.model import BOT_ID, Message
from bot.screens.votes import RESUME
from bot.usecases.states import begin
from engine import choices
from engine.actions import Action, Kind
from engine.ai import PLAYERS
from engine.cards import rank_of
from engine.deal import Deal
from engine.view import View
from storage.models import DealRow
from tests.bot.running import Json, Running

PATIENCE = 4000
WAIT = 60.0
GLANCE = 1.5
"""Seconds between two glances at the phone while a window is open."""

RARELY = 0.1
"""How often somebody presses what was pressed least, to no end."""

RETURN = Op.RETURN.name
RETURNING = "r"
WINDOWS = ("b", "d", RETURNING)
"""What the names of decisions end with in the windows that ask all who are concerned at once."""

SECRETS = ("f", "k")
"""What the names of decisions about a burn or a kill end with."""


class Key(NamedTuple):
    """A button where it is: on which message, with what it carries."""

    message: Message
    data: CallbackData
    raw: str
    text: str

    @property
    def kind(self) -> str:
        """What kind of button it is, whatever cards, seats or votes it names."""
        return kind_of(self.data)


def kind_of(data: CallbackData) -> str:
    """The kind of a button, for counting."""
    op, argument = data.op, data.argument
    if op is Op.ACT:
        return f"{op.name} {Action.parse(argument).kind.name}"
    if op is Op.BUILD:
        return f"{op.name} {_draft(argument)}"
    if op is Op.SETTINGS:
        return f"{op.name} {argument}"
    if op is Op.MORE:
        return f"{op.name} {argument[:1]}"
    if op in (Op.NEXT, Op.PRESET, Op.FILL):
        return f"{op.name} {argument}"
    return op.name


def _draft(argument: str) -> str:
    if not argument:
        return "open"
    try:
        action = Action.parse(argument)
    except ValueError:
        return "cards"
    return "cards" if action.kind in (Kind.PLAY, Kind.RETURN) else action.kind.name


@dataclass
class Explorer:
    """The six, what they have seen on their phones, and what they have pressed."""

    running: Running
    seed: int
    seen: Counter[str] = field(default_factory=Counter)
    pressed: Counter[str] = field(default_factory=Counter)
    answers: list[Json] = field(default_factory=list)
    wanted: tuple[str, ...] = ()
    """Kinds that are pressed in private whenever they are there."""
    _row: int | None = None
    _deal: Deal | None = None

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)

    # What is there

    def keys(self, chat: int) -> Iterator[Key]:
        """All buttons of the table in a chat, those of the newest message first."""
        known = self.running.sandbox.world.chats.get(chat)
        for message in reversed(list(known.messages.values()) if known is not None else []):
            if message.sender != BOT_ID:
                continue
            for button in (button for row in message.keyboard or [] for button in row):
                raw = button.get("callback_data", "")
                try:
                    data = CallbackData.parse(raw)
                except ValueError:
                    continue  # a link, or a page of the rules
                self.seen[kind_of(data)] += 1
                yield Key(message, data, raw, button["text"])

    def asked(self) -> list[tuple[int, str]]:
        """Which seats have something to decide, by the stored timers; the decision of each."""
        return [(row["seat"], row["decision"]) for row in self.rows("SELECT seat, decision FROM timer")]

    def rows(self, query: str, *values: int) -> list[sqlite3.Row]:
        """What is stored."""
        with closing(sqlite3.connect(self.running.folder / "gouji.db")) as database:
            database.row_factory = sqlite3.Row
            return database.execute(query, values).fetchall()

    def status(self) -> str:
        """Whether the table plays, rests, or is over."""
        return str(self.rows("SELECT status FROM game_table ORDER BY id DESC LIMIT 1")[0]["status"])

    # What they do

    async def press(self, seat: int, chat: int, key: Key) -> Json:
        """One of the six presses a button; the answer."""
        self.pressed[key.kind] += 1
        user = self.running.friends[seat]
        answer = await self.running.client.tap(user, chat, key.message.message_id, key.raw, force=True)
        self.answers.append(answer or {})
        return answer or {}

    async def play(self) -> None:
        """Until the table rests or is over."""
        for _ in range(PATIENCE):
            await self.running.client.settle()
            if self.status() != "playing":
                return
            await self._round()
            await self.running.client.step(GLANCE if self._in_a_window() else WAIT)
        raise AssertionError("the deal does not end")

    def _in_a_window(self) -> bool:
        return any(decision.rstrip("123456789")[-1:] in WINDOWS for _, decision in self.asked())

    async def _round(self) -> None:
        """Who is asked presses something in their chat or in the group; now and then somebody else does."""
        asked = self.asked()
        named = [(seat, decision.rstrip("123456789")[-1:]) for seat, decision in asked]
        windows = [(seat, window) for seat, window in named if window in WINDOWS]
        for seat, window in windows:
            if window == RETURNING and RETURN in self.wanted and not self.pressed[RETURN]:
                await self._return_in_the_group(seat)
                continue
            mine = self.running.friends[seat]
            hopes = any(key.kind in self.wanted for key in self.keys(mine))
            group = self.running.group
            news = any(not self.pressed[key.kind] for key in self.keys(group))
            await self._choose(seat, mine if hopes else group if news else self.rng.choice((mine, group)))
        if not asked:
            await self._resume()
        if windows or not asked:
            return
        seat, decision = self.rng.choice(asked)
        private = decision.endswith(SECRETS) or self.rng.random() < 0.5
        chat = self.running.friends[seat] if private else self.running.group
        await self._choose(seat, chat)
        if self.rng.random() < 0.1:
            other = self.rng.randrange(6)
            await self._try(other, self.running.friends[other])

    async def _return_in_the_group(self, seat: int) -> None:
        """Return the lowest cards, once the group offers it."""
        for key in self.keys(self.running.group):
            if key.kind == RETURN:
                await self.press(seat, self.running.group, key)
                return

    async def _resume(self) -> None:
        """Nobody is asked: the table may have been paused."""
        for key in self.keys(self.running.group):
            if key.kind == f"{Op.MORE.name} {RESUME}":
                await self.press(self.rng.randrange(6), self.running.group, key)
                return

    async def _choose(self, seat: int, chat: int) -> None:
        keys = list(self.keys(chat))
        new = [key for key in keys if not self.pressed[key.kind]]
        wanted = [key for key in keys if key.kind in self.wanted and chat != self.running.group]
        leaving = [key for key in new if key.data.op is Op.CLOSE]
        if new or wanted:
            await self.press(seat, chat, self.rng.choice(wanted or leaving or new))
            return
        if keys and self.rng.random() < RARELY:
            await self.press(seat, chat, min(keys, key=lambda key: self.pressed[key.kind]))
            return
        await self._go_on(seat, chat, keys)

    async def _go_on(self, seat: int, chat: int, keys: list[Key]) -> None:
        """Something that brings the game further: what an AI player would do, if a button says so."""
        if await self._sensibly(seat, chat, keys):
            return
        acts = [key for key in keys if key.data.op is Op.ACT and _goes_on(key)]
        ranks = [key for key in keys if key.data.op is Op.RANK]
        plays = [key for key in acts if Action.parse(key.data.argument).play is not None]
        for key in ranks if chat == self.running.group else []:
            answer = await self.press(seat, chat, key)
            if "再点一次" in answer.get("text", ""):
                answer = await self.press(seat, chat, key)
            if not answer.get("show_alert"):
                return
        likely = plays[:1] if plays and self.rng.random() < 0.9 else acts[-1:]
        close = [key for key in keys if key.data.op in (Op.CLOSE, Op.RETURN, Op.WAKE)]
        for key in (likely or close)[:1]:
            await self.press(seat, chat, key)

    async def _sensibly(self, seat: int, chat: int, keys: list[Key]) -> bool:
        view = self.deal().view(seat)
        if view.mine is None or view.hand is None:
            return False
        action = PLAYERS["heuristic"](view, self.rng)
        for key in keys:
            if key.data.op is Op.ACT and key.data.argument == str(action):
                await self.press(seat, chat, key)
                return True
            named = key.data.op is Op.RANK and action.play is not None and self._means(key, view) == action
            if named:
                answer = await self.press(seat, chat, key)
                if "再点一次" in answer.get("text", ""):
                    await self.press(seat, chat, key)
                return True
        return False

    def _means(self, key: Key, view: View) -> Action | None:
        """What a rank button of the group does for a seat."""
        rank = rank_of(key.data.argument)
        if view.to_beat is not None or view.hand is None:
            return choices.cheapest(view.legal, rank)
        return choices.lead_group(view.legal, view.hand, rank)

    def deal(self) -> Deal:
        """The running deal, as the stored actions leave it."""
        row = DealRow(**dict(self.rows("SELECT * FROM deal ORDER BY id DESC LIMIT 1")[0]))
        if self._row != row.id:
            self._row, self._deal = row.id, begin(row).deal
        assert self._deal is not None
        for action in self.actions(row.id, self._deal.number):
            self._deal = self._deal.apply(action["seat"], Action.parse(action["token"])).deal
        return self._deal

    def actions(self, deal: int | None, after: int = 0) -> list[sqlite3.Row]:
        """The stored actions of a deal, in order."""
        return self.rows(
            "SELECT * FROM action WHERE deal_id = ? AND number > ? ORDER BY number", deal or 0, after
        )

    async def _try(self, seat: int, chat: int) -> None:
        """Somebody who is perhaps not asked presses what has never been pressed."""
        new = [key for key in self.keys(chat) if not self.pressed[key.kind] or key.data.op is Op.PRESET]
        if new:
            await self.press(seat, chat, self.rng.choice(new))


def _goes_on(key: Key) -> bool:
    kind = Action.parse(key.data.argument).kind
    return kind not in (Kind.GIVE_UP, Kind.CALL, Kind.BLIND_CALL, Kind.SHOW, Kind.REVOLT)

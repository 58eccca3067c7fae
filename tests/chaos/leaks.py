"""Leaks: everything that is sent and written in whole deals, read for cards that are nobody's business.

A hand may stand in its owner's private chat and in the answers to its owner's taps, nowhere else: not in the
group, in another chat, an answer to somebody else, nor in the log. A seed may stand nowhere before its deal
has ended, and in no log at all.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from sqlmodel import col, select

from bot.callback import CallbackData, Op
from bot.sandbox.model import Message
from bot.sandbox.world import World
from bot.screens.text import hand_line
from bot.usecases.states import begin
from engine.actions import Action
from engine.cards import SEATS, Hand, format_cards
from engine.play import Play
from storage.models import ActionRow, DealRow, SeatHolder, User
from tests.chaos.evening import Evening, Opened
from tests.chaos.figures import Figures
from tests.chaos.place import Place, known_chance, place

TELLING = 6
"""Fewer cards than so many could be a play that everybody has seen."""

DEALS_AT_A_TABLE = 5

LOOKING = 0.15
"""How often somebody looks at their hand in the group."""


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was said: when, to whom (none: to a whole group), in which words."""

    at: float
    user: int | None
    words: str


@dataclass
class Ears(logging.Handler):
    """Hears everything that is logged."""

    lines: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__(logging.DEBUG)

    def __hash__(self) -> int:
        return id(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line, with the text of its exception."""
        self.lines.append(f"{record.getMessage()} {record.exc_info or ''}")


@dataclass
class Curious(Evening):
    """People who also look at their hands in the group; who tapped is known by the query."""

    askers: dict[str, int] = field(default_factory=dict)

    def tap(self, user: int, message: Message, data: str) -> None:
        """Somebody taps; what they would do once they are asked they choose but now and then."""
        if CallbackData.parse(data).op is Op.PRESET and self.rng.random() > LOOKING:
            return
        super().tap(user, message, data)
        self.askers[self.taps[-1].query.id] = user

    async def turn(self) -> None:
        """A turn, and now and then a look at one's cards."""
        await super().turn()
        found = self.newest(self.group)
        if found is None or self.rng.random() > LOOKING:
            return
        message, carried = found
        for data in carried:
            if data.op is Op.HAND:
                self.tap(self.rng.choice(self.people), message, str(data))


async def leaks(folder: Path, seed: int, deals: int) -> Figures:
    """So many deals, six people at each, a few at a table; then all that was said is read."""
    figures = Figures("Leaks: everything sent and written")
    ears = Ears()
    loggers = [logging.getLogger(name) for name in ("bot", "storage", "telegram")]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(ears)
        logger.setLevel(logging.DEBUG)
    try:
        with known_chance(seed) as rng:
            async with place(folder, seed) as bot:
                for done in range(0, deals, DEALS_AT_A_TABLE):
                    await _play(bot, figures, rng, min(DEALS_AT_A_TABLE, deals - done))
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(ears)
            logger.setLevel(level)
    for line in ears.lines:
        figures.add("lines logged")
        assert "Seed" not in line
    return figures


async def _play(bot: Place, figures: Figures, rng: random.Random, deals: int) -> None:
    world, running = bot.sandbox.world, bot.running
    url = f"sqlite+aiosqlite:///{running.folder}/gouji.db"
    evening = Curious(
        world, bot.client, url, bot.bot._services.settings, figures, rng, running.friends, running.group
    )
    heard: list[Told] = []
    world.calls.clear()
    began = _moment(world)
    await evening.open(deals)

    async def turn() -> None:
        await evening.turn()
        heard.extend(_said(bot, evening))

    await evening.play(turn)
    await evening.rest(60)
    heard.extend(_said(bot, evening))
    async with Opened(url) as database, database.transaction() as session:
        rows = (
            await session.exec(select(DealRow).where(DealRow.started_at >= began).order_by(col(DealRow.id)))
        ).all()
        actions = (await session.exec(select(ActionRow).order_by(col(ActionRow.number)))).all()
        held = (
            await session.exec(select(SeatHolder, User).join(User, col(User.id) == col(SeatHolder.user_id)))
        ).all()
    figures.add("texts read", len(heard))
    for row in rows:
        owners: dict[int, set[int | None]] = {seat: set() for seat in SEATS}
        for holder, user in held:
            if holder.table_id == row.table_id:
                owners[holder.seat].add(user.telegram_id)
        _read(row, [action for action in actions if action.deal_id == row.id], owners, heard, figures)


def _moment(world: World) -> datetime:
    """The moment of the sandbox's clock."""
    return datetime.fromtimestamp(world.clock.now(), UTC)


def _said(bot: Place, evening: Curious) -> Iterator[Told]:
    """What the bot has said since the last look."""
    while bot.sandbox.world.calls:
        call = bot.sandbox.world.calls.popleft()
        words = str(call.params.get("text", "")) + str(call.params.get("caption", ""))
        if call.method == "answerCallbackQuery":
            user: int | None = evening.askers.get(str(call.params.get("callback_query_id")), 0)
        else:
            user = call.chat_id if (call.chat_id or 0) > 0 else None
            words += str(call.params.get("reply_markup", ""))
        if words:
            yield Told(call.at, user, words)


def _read(
    row: DealRow,
    actions: list[ActionRow],
    owners: dict[int, set[int | None]],
    heard: list[Told],
    figures: Figures,
) -> None:
    """No hand of a deal, as it was at any moment, was told to anybody else, nor the seed before its end."""
    start = row.started_at.timestamp()
    end = row.ended_at.timestamp() if row.ended_at is not None else float("inf")
    meanwhile = [told for told in heard if start <= told.at < end]
    secrets = _hands(row, actions)
    figures.add("deals read")
    figures.add("hands looked for", len(secrets))
    for told in meanwhile:
        assert row.seed not in told.words
        for words, seat in secrets.items():
            if _stands_in(words, told.words):
                figures.add("hands seen by their owners")
                assert told.user in owners[seat], f"seat {seat}'s {words} was told to {told.user}"


def _stands_in(hand: str, words: str) -> bool:
    """Whether a whole hand stands in a text, and not as the end or the middle of a longer one."""
    at = words.find(hand)
    while at >= 0:
        before, after = words[max(0, at - 2) : at], words[at + len(hand) : at + len(hand) + 1]
        if (before[-1:] != " " or before == ": ") and after != " " and not (before[-1:] + after).isalnum():
            return True
        at = words.find(hand, at + 1)
    return False


def _is_a_play(hand: Hand) -> bool:
    """Whether a whole hand could be laid at once: others may be offered, or have laid, the same."""
    try:
        Play.of(hand)
    except ValueError:
        return False
    return True


def _hands(row: DealRow, actions: list[ActionRow]) -> dict[str, int]:
    """Every hand that there was, as people and as records write it, and whose it was."""
    deal = begin(row).deal
    found: dict[str, int] = {}
    states = [deal]
    for action in actions:
        deal = deal.apply(action.seat, Action.parse(action.token)).deal
        states.append(deal)
    for state in states:
        for seat in SEATS:
            hand = state.state.hands[seat]
            if sum(hand) >= TELLING and not _is_a_play(hand):
                found[hand_line(hand)] = seat
                found[format_cards(hand)] = seat
    return found

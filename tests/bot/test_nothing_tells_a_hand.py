"""Neither the time nor the words of the group tell what a hand could do, before it does it (DESIGN).

The same game is played twice, with cards with which somebody could burn, kill or beat, and with as many cards
with which nobody could; what everybody sees, and when, has to be the same.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from bot import screens
from bot.callback import Op
from bot.screens.model import GameData
from bot.usecases.common import GameSettings
from engine.actions import PASS
from engine.deal import Step
from engine.record import begin_deal
from storage.models import SlotKind
from tests.bot.screening import LOCALES
from tests.bot.world import PRIVATE, START, World
from tests.engine.tables import record

EVEN = GameSettings(pass_min=2.0, pass_max=2.0)
"""Every delay is drawn alike, so that only the cards can make a difference."""

Seen = list[tuple[timedelta, str, str]]
"""When what stood in the group, and with which buttons."""

GAMES = {
    "burn": ("biesan", "35KK9 3224w 399 3AA9 399 399", "35KK9 37788 399 3AA9 399 399", "1:KK"),
    "burn by two": ("biesan", "35KK9 3224w 322 3AA9 399 399", "35KK9 37788 399 3AA9 399 399", "1:KK"),
    "burn, and nobody answers": (
        "biesan",
        "35KK9 3224w 399 3559 399 399",
        "35KK9 37788 399 3559 399 399",
        "1:KK",
    ),
    "kill": ("kaidian", "34KW9 34AAWW 349 3456 349 349", "34KW9 345566 349 3456 349 349", "1:KW"),
    "kill by an ally": ("kaidian", "34KW9 345 34AAWW 3456 349 349", "34KW9 345 345566 3456 349 349", "1:KW"),
    "beat": ("biesan", "355 3AA9 378 399 399 399", "355 3449 378 399 399 399", "1:55"),
    "beat in chaos": ("biesan", "355 3AA9 - - 399 399", "355 3449 - - 399 399", "1:55"),
    "answer a level play": ("biesan", "35KK9 377 399 3AA9 399 399", "35KK9 377 399 3559 399 399", "1:KK"),
}


async def _watch(world: World, seconds: float) -> Seen:
    """Let time pass, and note whenever the group sees something new."""
    seen: Seen = []
    end = world.clock.now() + timedelta(seconds=seconds)
    while True:
        await _look(world, seen)
        following = await world.timekeeper.run_due()
        await _look(world, seen)
        if following is None or following > end:
            world.clock.set(end)
            return seen
        world.clock.set(following)


async def _look(world: World, seen: Seen) -> None:
    for job in await world.jobs():
        if isinstance(job.data, GameData) and job.group:
            screen = screens.table(job.data, "zh", LOCALES)
            now = world.clock.now() - START
            if not seen or (screen.text, str(screen.keyboard)) != seen[-1][1:]:
                seen.append((now, screen.text, str(screen.keyboard)))
        await world.prompts.shown(job, job.message_id or 1000 + job.slot_id, "shown")


async def _play(folder: Path, patch: pytest.MonkeyPatch, preset: str, hands: str, lead: str) -> Seen:
    """The game: seat 1 leads, who is asked and could act passes at once, all others are silent."""

    def begin(_row: object) -> Step:
        step = begin_deal(record(preset, hands))
        return Step(step.deal, step.events)

    numbers = iter(range(1, 99))
    patch.setattr("bot.usecases.states.begin", begin)
    patch.setattr("bot.usecases.game.begin", begin)
    patch.setattr("bot.usecases.game.secrets.token_hex", lambda _size: f"{next(numbers):064x}")
    world = World(folder, settings=EVEN)
    await world.database.migrate()
    try:
        await world.sit()
        await world.show_all()
        seat, _, token = lead.partition(":")
        await world.tap(int(seat) - 1, Op.ACT, token, private=PRIVATE)
        seen = await _watch(world, 0)
        deal = await world.deal()
        for asked in deal.view(None).asked:
            view = deal.view(asked)
            if PASS in view.legal and len(view.legal) > 1:
                await world.tap(asked, Op.ACT, str(PASS))
        seen += await _watch(world, EVEN.burn_wait + 4)
        assert (await world.slot(SlotKind.TABLE)).message_id is not None
        return seen
    finally:
        await world.database.close()


@pytest.mark.parametrize("game", GAMES)
async def test_what_the_group_sees_and_when_is_the_same_whatever_somebody_could_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    preset, able, unable, lead = GAMES[game]
    assert [len(hand) for hand in able.split()] == [len(hand) for hand in unable.split()]
    for name in ("could", "could_not"):
        (tmp_path / name).mkdir()
    could = await _play(tmp_path / "could", monkeypatch, preset, able, lead)
    could_not = await _play(tmp_path / "could_not", monkeypatch, preset, unable, lead)
    assert could
    assert could == could_not


def test_the_pairs_differ_in_what_somebody_can_do() -> None:
    for preset, able, unable, lead in GAMES.values():
        views = []
        for hands in (able, unable):
            deal = begin_deal(record(preset, hands)).deal
            seat, _, token = lead.partition(":")
            lead_action = next(a for a in deal.legal_actions(int(seat) - 1) if str(a) == token)
            after = deal.apply(int(seat) - 1, lead_action).deal
            views.append(sum(len(after.view(other).legal) for other in range(1, 6)))
        assert views[0] > views[1]

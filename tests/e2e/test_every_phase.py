"""Whole matches of each preset over HTTP: every phase, every button, and the engine's own result."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.callback import PLAY_ON, READY, SETTLE, Op
from bot.screens.settings import TUNABLE
from bot.usecases.states import rule_set
from engine.actions import Action
from engine.match import Match
from engine.view import Phase
from storage.models import DealRow
from tests.bot.running import Running, running
from tests.e2e.explorer import Explorer

REVOLUTIONS = {"shaopai": 11, "biesan": 36, "kaidian": 31}
"""Seeds whose first deal has one hand that may revolt, in the form of the preset."""

PHASES = {
    "shaopai": {Phase.RETURN, Phase.DECLARE, Phase.RUSH, Phase.HEAD, Phase.PLAY, Phase.BURN},
    "biesan": {Phase.BLIND, Phase.RETURN, Phase.DECLARE, Phase.HEAD, Phase.PLAY, Phase.BURN},
    "kaidian": {Phase.BLIND, Phase.RETURN, Phase.DECLARE, Phase.DUEL, Phase.PLAY, Phase.BURN},
}
CHOSEN = {
    "shaopai": {"ACT HEAD", "ACT RETURN", "NEXT "},
    "biesan": {"ACT NO_HEAD", "RETURN", "NEXT +"},
    "kaidian": {"NEXT "},
}
"""Of two buttons of which the game lets one be pressed, each is in one of the matches at least."""

BURNS = {"ACT BURN", "ACT DECLINE"}
EITHER = BURNS.union(*CHOSEN.values())

SECOND_TIME = "message to delete not found"
"""Somebody tapped a message that was just being taken away."""

DEALS = {"shaopai": 2, "biesan": 1, "kaidian": 2}
"""Of 憋三够级 one deal is played, and then one more is agreed upon."""

MOST_PRESSES = 160
ENDS = (Op.START, Op.CANCEL)
"""What ends a lobby."""

MOST_DEALS = 10
OFTEN = 10
"""A button that stood there for less was gone before anybody came to it."""

MOST_GLANCES = 20


@pytest.mark.parametrize("preset", PHASES)
async def test_a_whole_match_with_every_phase_and_every_button(
    tmp_path: Path, preset: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with running(tmp_path) as group:
        seeds = iter(range(REVOLUTIONS[preset], 10_000))
        monkeypatch.setattr("bot.usecases.game.secrets.token_hex", lambda _size: f"{next(seeds):064x}")
        chosen = (kind for kind in sorted(CHOSEN[preset]) if not kind.startswith("NEXT"))
        wishes = ("ACT REVOLT", "BUILD REVOLT", *chosen)
        six = Explorer(group, seed=REVOLUTIONS[preset], wanted=wishes)
        await _open(group, six, preset)
        match, phases = await _play_match(group, six, preset)
        await group.rest(60)
        _check_the_result(six, match)
        assert phases >= PHASES[preset]
        left = {kind for kind, glances in six.seen.items() if glances >= OFTEN} - set(six.pressed)
        assert left <= EITHER - CHOSEN[preset], left
        assert set(six.pressed) >= CHOSEN[preset]
        refused = [text for text in await group.refused() if SECOND_TIME not in text]
    assert refused == []


async def _open(group: Running, six: Explorer, preset: str) -> None:
    """Six friends sit down at a table and start."""
    await group.say_in_group(f"/gouji {preset} {DEALS[preset]}")
    for seat in range(6):
        await group.sit(group.friends[seat], "①②③④⑤⑥"[seat])
    await group.tap(group.friends[0], group.group, "开局")
    await group.client.settle()


async def _play_match(group: Running, six: Explorer, preset: str) -> tuple[Match, set[Phase]]:
    """Deals until every phase has been; the match as the engine replays it."""
    for number in range(1, MOST_DEALS + 1):
        await six.play()
        await group.rest(10)
        match, phases = _replayed(six)
        missing = PHASES[preset] - phases
        last = number >= DEALS[preset]
        if number >= 2 and (not missing or number == MOST_DEALS):
            await _all_say(group, six, SETTLE)
            return match, phases
        await _all_say(group, six, PLAY_ON if last else READY)
    raise AssertionError("unreachable")


async def _all_say(group: Running, six: Explorer, what: str) -> None:
    """Between two deals all six press the same button of the result card."""
    for _ in range(MOST_GLANCES):
        keys = [key for key in six.keys(group.group) if key.data.op is Op.NEXT and key.data.argument == what]
        if keys:
            break
        await group.rest(2)
    for seat in range(6):
        await six.press(seat, group.group, keys[0])
    await group.client.settle()


def _replayed(six: Explorer) -> tuple[Match, set[Phase]]:
    """The match as the engine plays it from what is stored, and the phases in which somebody acted."""
    rows = [DealRow(**dict(row)) for row in six.rows("SELECT * FROM deal ORDER BY id")]
    match = Match.begin(rule_set(rows[0]), rows[0].seed).match
    phases = set()
    for number, row in enumerate(rows):
        if number:
            match = (match.play_on if match.over else match.next_deal)(row.seed).match
        for action in six.actions(row.id):
            phases.add(match.deal.phase)
            match = match.apply(action["seat"], Action.parse(action["token"])).match
            assert match.deal.digest == action["digest"]
    return match, phases


def _check_the_result(six: Explorer, match: Match) -> None:
    stored = six.rows("SELECT seat, SUM(points) AS points FROM result GROUP BY seat ORDER BY seat")
    assert [row["points"] for row in stored] == list(match.points)
    card = next(
        message.text
        for message in reversed(six.running.sandbox.world.chats[six.running.group].messages.values())
        if "这一局结束" in message.text
    )
    for seat, mark in enumerate("①②③④⑤⑥"):
        assert any(mark in line and f"{match.points[seat]:+d}" in line for line in card.splitlines())


async def test_every_button_of_a_lobby_and_of_its_settings(tmp_path: Path) -> None:
    async with running(tmp_path) as group:
        six = Explorer(group, seed=1)
        await group.say_in_group("/gouji")
        await group.sit(group.friends[0], "①")
        for _ in range(MOST_PRESSES):
            keys = [key for key in six.keys(group.group) if key.data.op not in ENDS]
            new = [key for key in keys if not six.pressed[key.kind]]
            pages = [key for key in keys if key.kind.startswith("SETTINGS @")]
            await six.press(0, group.group, (new or sorted(pages, key=lambda key: six.pressed[key.kind]))[0])
            await group.rest(4)
        assert set(six.seen) - set(six.pressed) == {op.name for op in ENDS}
        assert {f"SETTINGS @{switch}" for switch in TUNABLE} <= set(six.pressed)
        for kind in ("SETTINGS @main", "SETTINGS @", "CANCEL"):
            keys = [key for key in six.keys(group.group) if key.kind == kind]
            for key in keys[:1]:
                await six.press(0, group.group, key)
                await group.rest(10)
        assert six.status() == "cancelled"
        assert await group.refused() == []

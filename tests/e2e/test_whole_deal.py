"""Whole deals over HTTP: by taps in the group alone, in the private chats alone, by polling and webhook."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.actions import Action
from engine.deal import Deal
from engine.rules import PRESETS
from tests.e2e.people import InPrivate, InTheGroup
from tests.e2e.scene import Scene, scene, wins_of

MOST_GROUP_CALLS = 18

MOST_CALLS_AN_ACTION = {"group": 1.0, "private": 2.5}
"""What decides how many tables a bot can serve: sends, edits and deletions for each action of a deal."""


@pytest.mark.parametrize("webhook", [False, True], ids=["polling", "webhook"])
@pytest.mark.parametrize("where", ["group", "private"])
async def test_six_people_play_a_deal(tmp_path: Path, where: str, webhook: bool) -> None:
    async with scene(tmp_path, webhook=webhook) as played:
        await played.open_table(6)
        people = InTheGroup(played, 6) if where == "group" else InPrivate(played, 6)
        await played.play(people.turn)
        assert people.answers
        assert all(answer.get("text") or answer.get("url") for answer in people.answers)
        await check_everything(played, tmp_path)
        taps = [row for row in actions(tmp_path) if row["how"] in ("tap", "preset")]
        assert len(taps) > 60
        assert await played.limited_calls() <= MOST_CALLS_AN_ACTION[where] * len(actions(tmp_path))


async def test_one_person_plays_with_five_ai_players(tmp_path: Path) -> None:
    async with scene(tmp_path) as played:
        await played.open_table(1)
        await played.play(InPrivate(played, 1).turn)
        await check_everything(played, tmp_path)


async def check_everything(played: Scene, folder: Path, allowed: tuple[str, ...] = ()) -> None:
    """What is shown is what the engine says of the stored actions, and Telegram had nothing to refuse."""
    deal = replayed(folder)
    outcome = deal.outcome
    assert outcome is not None
    shown = wins_of((await played.result())["text"])
    assert shown == {mark: outcome.points[seat] for seat, mark in enumerate("①②③④⑤⑥")}
    score = await played.say_score()
    for seat, name in enumerate(("小明", "阿强", "老王", "Lily", "小红", "建国")):
        if f"{name} ·" in score:
            assert f"{outcome.points[seat]:+d} {name}" in score
    assert "小明 ·" in score
    refused = [call["description"] for call in await played.client.refusals()]
    assert [text for text in refused if not text.startswith(allowed or ("nothing",))] == []
    assert await played.most_group_calls_in_a_minute() <= MOST_GROUP_CALLS


def actions(folder: Path) -> list[sqlite3.Row]:
    """The stored actions, in order."""
    with closing(sqlite3.connect(folder / "gouji.db")) as database:
        database.row_factory = sqlite3.Row
        found = database.execute("SELECT * FROM action ORDER BY deal_id, number").fetchall()
    assert len({(row["deal_id"], row["number"]) for row in found}) == len(found)
    return found


def replayed(folder: Path) -> Deal:
    """The last deal as an uninterrupted run with the stored actions leaves it, checked at every step."""
    with closing(sqlite3.connect(folder / "gouji.db")) as database:
        database.row_factory = sqlite3.Row
        row = database.execute("SELECT * FROM deal ORDER BY id DESC LIMIT 1").fetchone()
    rules = PRESETS[row["preset"]].with_switches(row["switches"])
    deal = Deal.start(rules, row["seed"]).deal
    for action in actions(folder):
        if action["deal_id"] == row["id"]:
            assert action["number"] == deal.number + 1
            deal = deal.apply(action["seat"], Action.parse(action["token"])).deal
            assert deal.digest == action["digest"]
    return deal

"""A whole deal at the most talkative level: what is secret stands in no line of the log."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.sandbox.server import TOKEN
from engine.rules import BIESAN
from engine.shuffle import shuffled
from tests.e2e.people import InPrivate
from tests.e2e.scene import Scene, scene

WORDS = "what-is-said-among-friends"
IN_A_ROW = 3
"""So many ranks of a hand, as it is shown, tell it; one alone may be a play that all have seen."""


async def test_a_deal_leaves_nothing_secret_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOG_LEVEL", "DEBUG")
    monkeypatch.setenv("LOG_FORMAT", "json")
    hands: set[str] = set()
    async with scene(tmp_path, webhook=True) as played:
        await played.open_table(1)
        people = InPrivate(played, 1)

        while not over(tmp_path):
            await people.turn()
            await played.client.step(60)
            if len(people.answers) % 4 == 1:
                hands.update(await shown_hands(played))
        for chat, user in ((played.group, played.friends[0]), (played.friends[0], played.friends[0])):
            for command in ("/hand", "/table", "/score", "/history", "/rules", "/privacy", ""):
                await played.client.say(chat, user, f"{command} {WORDS}".strip())
        await played.rest(60)
        names = [user["first_name"] for user in await played.client.users()]
    log = played.log.read_text(encoding="utf-8")
    assert len(hands) > 20
    secrets = {
        TOKEN,
        TOKEN.partition(":")[2],
        WORDS,
        "an-evening-in-december",
        *names,
        *hands,
        *dealt(tmp_path),
    }
    assert [secret for secret in secrets if secret in log] == []
    lines = [json.loads(line) for line in log.splitlines()]
    assert any(line.get("update") and line.get("table") and line.get("deal") for line in lines)
    assert [line["message"] for line in lines if line["level"] in ("WARNING", "ERROR")] == []


async def shown_hands(played: Scene) -> set[str]:
    """What the private chat shows of the hand now."""
    found = set()
    for message in (await played.messages(played.friends[0]))[-2:]:
        ranks = re.findall(r"\S+×\d+", message["text"])
        found |= {" ".join(ranks[i : i + IN_A_ROW]) for i in range(len(ranks) - IN_A_ROW + 1)}
    return found


def over(folder: Path) -> bool:
    """Whether the deal is over."""
    with closing(sqlite3.connect(folder / "gouji.db")) as database:
        return bool(database.execute("SELECT count(*) FROM deal WHERE status = 'over'").fetchone()[0])


def dealt(folder: Path) -> set[str]:
    """The seeds, and what was dealt from them, in every form that a line might take."""
    with closing(sqlite3.connect(folder / "gouji.db")) as database:
        found = {seed for (seed,) in database.execute("SELECT seed FROM deal")}
    for seed in list(found):
        for hand in shuffled(BIESAN, seed).hands:
            found |= {str(hand), str(list(hand)), ", ".join(map(str, hand))}
    return found

"""Whole deals through the use-cases."""

from __future__ import annotations

import pytest

from storage.models import TableStatus
from tests.bot.world import GROUP, World


@pytest.mark.parametrize("private", [False, True], ids=["group", "private"])
async def test_six_friends_play_a_deal_to_its_end(world: World, private: bool) -> None:
    await world.sit()
    await world.play_out(private)
    table = await world.table()
    assert (table.status, table.running) == (TableStatus.OVER, None)
    scores = await world.persons.scores(GROUP)
    assert len(scores) == 6
    assert sum(row.points for row in scores) == 0
    assert [row.firsts for row in scores].count(1) == 1
    assert {row.deals for row in scores} == {1}

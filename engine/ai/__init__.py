"""AI players. They see a :class:`engine.view.View`, never a deal."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.ai.heuristic import heuristic
from engine.ai.player import Player
from engine.ai.random_player import random_player

__all__ = ["PLAYERS", "Player"]

PLAYERS: Mapping[str, Player] = MappingProxyType({"random": random_player, "heuristic": heuristic})
"""The AI players by name."""

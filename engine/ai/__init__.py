"""AI players. They see a :class:`engine.view.View`, never a deal."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.actions import Action
from engine.ai.heuristic import heuristic
from engine.ai.random_player import random_player
from engine.view import View

Player = Callable[[View, random.Random], Action]
"""Chooses from ``view.legal``, which is not empty."""

PLAYERS: Mapping[str, Player] = MappingProxyType({"random": random_player, "heuristic": heuristic})
"""The AI players by name."""

"""What an AI player is."""

from __future__ import annotations

import random
from collections.abc import Callable

from engine.actions import Action
from engine.view import View

Player = Callable[[View, random.Random], Action]
"""Chooses from ``view.legal``, which is not empty; for a return any cards of its hand that may be given."""

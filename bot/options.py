"""What a table can be set to, beside the switches of its rule set, and the pages that set it."""

from __future__ import annotations

from engine.ai import PLAYERS
from engine.rules import SWITCHES

SEATS = ""
"""The page of a lobby that shows its seats; the pages of its settings:"""
MAIN = "main"
RULES = "rules"
COMPARE = "compare"
PAGES = (SEATS, MAIN, RULES, COMPARE, *SWITCHES)
"""All pages; each switch has one."""

DEALS = (1, 2, 3, 5, 7)
TURNS = (30, 45, 60, 90, None)
"""Seconds for a turn; none: without an end."""

AI_LEVELS = tuple(PLAYERS)

PRESET_NAMES = {
    "biesan": "biesan",
    "憋三": "biesan",
    "憋三够级": "biesan",
    "shaopai": "shaopai",
    "烧牌": "shaopai",
    "烧牌够级": "shaopai",
    "kaidian": "kaidian",
    "开点": "kaidian",
    "开点发四": "kaidian",
}
"""What people call the presets."""

"""Lets AI players play among themselves: deals and whole matches, the same again from the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from engine.actions import Action
from engine.ai.player import Player
from engine.cards import SEATS
from engine.deal import Deal
from engine.match import Match
from engine.rules import RuleSet


def chances(seed: str) -> tuple[random.Random, ...]:
    """A source of chance for each seat, from a seed and apart from the cards."""
    return tuple(random.Random(f"{seed}/player {seat + 1}") for seat in SEATS)


def next_action(deal: Deal, players: Sequence[Player], rngs: Sequence[random.Random]) -> tuple[int, Action]:
    """Who acts first of those who may, and what it does. Raises :class:`ValueError` if nobody may."""
    if not deal.actors:
        raise ValueError("the deal is over")
    seat = deal.actors[0]
    return seat, players[seat](deal.view(seat), rngs[seat])


def play_deal(deal: Deal, players: Sequence[Player], rngs: Sequence[random.Random]) -> Deal:
    """Play a deal to its end, or until it is void; a player for each seat."""
    while deal.actors:
        seat, action = next_action(deal, players, rngs)
        deal = deal.apply(seat, action).deal
    return deal


def play_match(rules: RuleSet, seed: str, players: Sequence[Player]) -> Match:
    """Play a match to its end; its deals, void ones too, come from the seeds ``seed/1``, ``seed/2`` …"""
    seeds = _deal_seeds(seed)
    rngs = chances(seed)
    match = Match.begin(rules, next(seeds)).match
    while True:
        while not match.deal_over:
            match = match.apply(*next_action(match.deal, players, rngs)).match
        if match.over:
            return match
        match = match.next_deal(next(seeds)).match


def _deal_seeds(seed: str) -> Iterator[str]:
    number = 0
    while True:
        number += 1
        yield f"{seed}/{number}"

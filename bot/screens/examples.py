"""Examples of the rules, shown as cards. The engine says how each ends: none can be wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.screens.text import SEAT_MARKS, hand_line, play_name, rank_name
from engine import hands, opening
from engine.actions import Action, Kind
from engine.cards import FOUR, parse_cards, take
from engine.play import Play
from engine.rules import RuleSet
from engine.tribute import GIVEN

Say = Callable[..., str]
"""Says a message in the reader's language: its name, and its variables by name."""


class Example(Protocol):
    """Something that a page shows with cards."""

    def shown(self, rules: RuleSet, say: Say) -> str:
        """The example as one line of HTML, for a rule set."""


@dataclass(frozen=True, slots=True)
class Base:
    """A play, with its base rank and size (RULES R3.1, R3.2)."""

    play: str

    def shown(self, rules: RuleSet, say: Say) -> str:
        """``8×3+2：牌点 8，算 4 张``."""
        play = Play.parse(self.play)
        rank = rank_name(play.base)
        return say("rules-cards-base", play=play_name(play), rank=rank, count=play.size)


@dataclass(frozen=True, slots=True)
class Beats:
    """A play on the table and an answer to it (RULES R3.3, R3.5)."""

    table: str
    answer: str

    def shown(self, rules: RuleSet, say: Say) -> str:
        """``Q×3 → A×3 ✅``, or why not."""
        table, answer = Play.parse(self.table), Play.parse(self.answer)
        line = f"{play_name(table)} → {play_name(answer)}"
        if answer.beats(table) or (rules.two_kill_one and answer.kills(table)):
            return f"{line} {say('rules-yes')}"
        return f"{line} {say('rules-no')} {_why_not(rules, answer, table, say)}"


def _why_not(rules: RuleSet, answer: Play, table: Play, say: Say) -> str:
    if answer.size != table.size and not (rules.two_kill_one and table.big):
        return say("rules-why-count")
    if table.big:
        return say("rules-why-kill" if rules.two_kill_one else "rules-why-big")
    if answer.big < table.small:
        return say("rules-why-small")
    return say("rules-why-rank", rank=rank_name(answer.base), table=rank_name(table.base))


@dataclass(frozen=True, slots=True)
class Level:
    """A play that is a level play, or not (RULES R3.4)."""

    play: str

    def shown(self, rules: RuleSet, say: Say) -> str:
        """``K×2 ✅ 够级``."""
        return _verdict(self.play, Play.parse(self.play).is_level, "rules-level", say)


@dataclass(frozen=True, slots=True)
class Opens:
    """A level play that opens, or not (RULES R8.1)."""

    play: str

    def shown(self, rules: RuleSet, say: Say) -> str:
        """``K×2 ✅ 能开点``."""
        return _verdict(self.play, opening.opens(rules, Play.parse(self.play)), "rules-opens", say)


def _verdict(cards: str, yes: bool, key: str, say: Say) -> str:
    mark, word = ("rules-yes", f"{key}-yes") if yes else ("rules-no", f"{key}-no")
    return f"{play_name(Play.parse(cards))} {say(mark)} {say(word)}"


@dataclass(frozen=True, slots=True)
class Lays:
    """What a hand may lead with its 3s or 4s (RULES R6.8, R6.9)."""

    hand: str
    play: str

    def shown(self, rules: RuleSet, say: Say) -> str:
        """``手里 9×1 3×2，出 3×2 ❌`` and why."""
        hand, play = parse_cards(self.hand)[0], Play.parse(self.play)
        line = say("rules-hand", hand=hand_line(hand), play=play_name(play))
        if hands.why_not_playable(rules, hand, play) is None:
            return f"{line} {say('rules-yes')}"
        why = say("rules-why-fours" if play.base == FOUR else "rules-why-threes")
        return f"{line} {say('rules-no')} {why}"


@dataclass(frozen=True, slots=True)
class Gives:
    """What a hand gives as tribute (RULES R11.1); it holds enough that may be given."""

    hand: str
    count: int

    def shown(self, rules: RuleSet, say: Say) -> str:
        """``手里 2×1 A×3 K×1 …，进 2 张：给 2、K``."""
        left = hand = parse_cards(self.hand)[0]
        given = []
        for _ in range(self.count):
            rank = next(rank for rank in GIVEN if left[rank])
            left = take(left, tuple(int(rank == other) for other in range(len(left))))
            given.append(rank_name(rank))
        line = hand_line(hand)
        return say("rules-owes", hand=line, count=self.count, given=say("rules-before-together").join(given))


@dataclass(frozen=True, slots=True)
class Scene:
    """A few actions of a small deal, told in one line; ``hands`` and ``tokens`` as records have them."""

    hands: str
    tokens: str
    title: str = ""
    """The message that says what it shows, with the story in it."""

    def shown(self, rules: RuleSet, say: Say) -> str:
        """``① K×2 → ② 🔥烧 2×2 → …``."""
        left = [sum(parse_cards(hand)[0]) for hand in self.hands.split()]
        told = []
        for token in self.tokens.split():
            number, _, text = token.partition(":")
            seat, action = int(number) - 1, Action.parse(text)
            left[seat] -= action.play.size if action.play is not None else 0
            told.append(f"{SEAT_MARKS[seat]} {_told(action, not left[seat], say)}")
        story = " → ".join(told)
        return say(self.title, story=story) if self.title else story


def _told(action: Action, goes_out: bool, say: Say) -> str:
    if action.play is None:
        return say("rules-say-yield" if action.kind is Kind.YIELD else "rules-say-pass")
    name = play_name(action.play)
    if action.kind is Kind.BURN:
        name = say("rules-say-burn", play=name)
    return say("rules-say-out", play=name) if goes_out else name

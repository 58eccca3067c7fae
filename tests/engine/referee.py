"""A second, slow reading of R3, R6, R7, R8 and R9, to hold the engine against.

It shares nothing with the engine but the notation: cards are characters, plays are strings, and all that is
legal is found by trying every play that a hand holds. It knows no revolution and no ``burn_guard``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product

ORDER = "3456789TJQKA2wW"
LEVEL = {"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2}
SEATS = range(1, 7)


def base(play: str) -> str:
    """The base rank: the lowest card, but a 2 beside lower cards is attached to them (R3.1)."""
    return min(play, key=ORDER.index)


def worths(play: str) -> list[int]:
    """What each card counts, from high to low (R3.2)."""
    cards = [base(play) if card == "2" else card for card in play]
    return sorted((ORDER.index(card) for card in cards), reverse=True)


def beats(answer: str, table: str) -> bool:
    """R3.3."""
    return len(answer) == len(table) and all(
        a > b for a, b in zip(worths(answer), worths(table), strict=True)
    )


def kills(answer: str, table: str) -> bool:
    """R3.5."""
    k = table.count("W")
    if not k or answer.count("W") < 2 * k:
        return False
    left, right = answer.replace("W", "", 2 * k), table.replace("W", "", k)
    return beats(left, right) if left and right else left == right


def is_level(play: str) -> bool:
    """R3.4."""
    rank = base(play)
    return rank in "2wW" or "w" in play or "W" in play or len(play) >= LEVEL.get(rank, 99)


def all_plays(hand: str) -> Iterator[str]:
    """Every play that can be made of a hand (R3.1)."""
    held = Counter(hand)
    for rank in (rank for rank in ORDER[:12] if held[rank]):
        counts = (range(1, held[rank] + 1), *(range(held[wild] + 1) for wild in "2wW"))
        for n, twos, small, big in product(*counts):
            yield rank * n + "2" * twos + "w" * small + "W" * big
    for twos, small, big in product(*(range(held[wild] + 1) for wild in "2wW")):
        if twos or small or big:
            yield "2" * twos + "w" * small + "W" * big


class Referee:
    """A deal of six hands from its first lead on; seats are 1–6."""

    def __init__(self, switches: dict[str, str], hands: list[str], leader: int) -> None:
        self.on = {name for name, value in switches.items() if value == "on"}
        self.opens = switches["opens"]
        self.raises = "counter_burn_raises" in self.on
        self.hands = dict(zip(SEATS, hands, strict=True))
        self.gone = [seat for seat in SEATS if not self.hands[seat]]
        self.failed: list[int] = []
        self.opened: set[int] = set()
        self.unproved: set[int] = set()
        self.barred: set[int] = set()
        self.held: list[tuple[int, int]] = []
        self.burns: list[tuple[int, int, int]] = []
        self.burning: tuple[int, int, int] | None = None
        """Burner, burned, stake."""
        self.seen: Counter[str] = Counter()
        self.table = ""
        self.line: list[int] = []
        self._close_openings()
        self._start(leader)

    # What is asked of whom

    @property
    def playing(self) -> list[int]:
        return [seat for seat in SEATS if self.hands[seat] and seat not in self.failed]

    @property
    def over(self) -> bool:
        return len({seat % 2 for seat in self.playing}) < 2

    def around(self, seat: int) -> list[int]:
        """The seats after a seat, in the order of play (R1.1)."""
        return [(seat + step - 1) % 6 + 1 for step in range(1, 6)]

    def across(self, seat: int) -> int:
        return (seat + 2) % 6 + 1

    def asked(self) -> list[int]:
        """Who has to act."""
        if self.over:
            return []
        if not self.table:
            return [self.leader]
        return [s for s in sorted(self.window) if s not in self.answered] or self.line[:1]

    def legal(self, seat: int) -> set[str]:
        """All that a seat that is asked may do."""
        plays = [play for play in all_plays(self.hands[seat]) if self._playable(self.hands[seat], play)]
        if self.window:
            return {f"!{play}" for play in plays if beats(play, self.table)} | {"."}
        if self.table:
            kill = "two_kill_one" in self.on
            found = {p for p in plays if beats(p, self.table) or (kill and kills(p, self.table))} | {"-"}
            return found | {"~"} if self._may_yield(seat) else found
        if self.burning and self.burning[0] == seat:
            whole = len(self.hands[seat])
            return {play for play in plays if "w" in play or "W" in play or len(play) == whole} | {"#"}
        return set(plays)

    def _playable(self, hand: str, play: str) -> bool:
        if "bie_san" in self.on and "3" in play and play != hand:
            return False  # R6.8
        if "bie_san" in self.on and "3" in play and set(play) != {"3"}:
            return False
        return not ("kaidian_fasi" in self.on and "4" in play and play != "4" * hand.count("4"))  # R6.9

    def _may_yield(self, seat: int) -> bool:
        behind = self.line[1:]
        ordinary = not self.level and not self.chaos and not self.kill
        return ordinary and seat == self.across(self.owner) and bool(behind) and not self.yielded

    # What an action does

    def act(self, seat: int, action: str) -> None:
        """Take a legal action."""
        if action == "#":
            self._give_up(seat)
        elif action == "~":
            self.line = [*self.line[1:], seat]
            self.yielded = True
            self.seen["yield"] += 1
        elif action == "-":
            self.passed.add(seat)
            self.line.pop(0)
            self._win_if_all_declined()
        elif action == "." or action[0] == "!":
            self.answered[seat] = action[1:]
            self._settle_window()
        else:
            self._play(seat, action)

    def _play(self, seat: int, play: str, burn: bool = False) -> None:
        led = not self.table
        if not led:
            self._beaten(seat, burn)
        elif seat in self.unproved:  # R8.2
            self.unproved.discard(seat)
            if base(play) != "4":
                self.opened.discard(seat)
                self.seen["opening lost"] += 1
        if "kaidian_fasi" in self.on and base(play) == "4" and seat not in self.opened:
            self.barred.add(seat)
        for card in play:
            self.hands[seat] = self.hands[seat].replace(card, "", 1)
        self.owner, self.table, self.yielded = seat, play, False
        self.level = is_level(play) and not self.chaos and seat not in self.headless
        self.only_3s = "bie_san" in self.on and set(self.hands[seat]) == {"3"}
        if not self.hands[seat]:
            self.gone.append(seat)
            self._close_openings()
            if self.burning and self.burning[0] == seat:  # R9.4
                _, burned, stake = self.burning
                self.burning = None
                if burned % 2 != seat % 2:
                    self.burns.append((burned, seat, stake))
        if not self.over:
            self._ask()

    def _beaten(self, by: int, burn: bool) -> None:
        if self.only_3s:
            self.held.append((self.owner, by))  # R7.3
        if self.yielded and by != self.line[-1]:
            self.passed.add(self.line[-1])  # R6.4
            self.seen["yield lapsed"] += 1
        stands_on = self.burning[2] if self.burning and self.burning[0] == self.owner and self.raises else 0
        if self.burning and self.burning[0] == self.owner:
            self.burning = None  # R9.3
        if burn:
            self.burning = (by, self.owner, stands_on + 1)
            self.seen["burn"] += 1
            self.seen["counter-burn"] += bool(stands_on)

    def _ask(self) -> None:
        others = [seat for seat in self.around(self.owner) if seat in self.playing]
        across = self.across(self.owner)
        self.answered: dict[int, str] = {}
        self.window: list[int] = []
        self.kill = False
        if self.chaos:
            self.line = others  # R6.6
        elif "two_kill_one" in self.on and "W" in self.table:
            self.kill = True
            self.line = [seat for seat in others if self.legal(seat) - {"-"}]  # R3.5
            self.seen["kill asked"] += bool(self.line)
        elif self.level:
            fresh = [s for s in others if s in self.headless and s not in self.passed]
            self.line = [s for s in others if s == across or s in fresh]  # R6.5
            self.seen["headless answers"] += bool(fresh)
            may = [s for s in others if s != across and s not in self.headless and s not in self.passed]
            may = [s for s in may if any(self._burns(s, play) for play in all_plays(self.hands[s]))]
            self.window = sorted(may, key=lambda s: (s % 2 != self.owner % 2, others.index(s)))  # R9.1
        else:
            self.line = [s for s in others if s not in self.passed or s == across]  # R6.3
            self.seen["asked after a pass"] += across in self.passed and across in self.line
        if not self.window:
            self._win_if_all_declined()

    def _burns(self, seat: int, play: str) -> bool:
        return self._playable(self.hands[seat], play) and beats(play, self.table)

    def _settle_window(self) -> None:
        for seat in self.window:
            if seat not in self.answered:
                return
            if self.answered[seat]:
                self._play(seat, self.answered[seat], burn=True)
                return
        self.window = []
        self._win_if_all_declined()

    def _win_if_all_declined(self) -> None:
        if self.line:
            return
        good = self.level and self._opens(self.table)
        if good and self.owner not in self.opened | self.barred:
            self.opened.add(self.owner)  # R8.1
            self.seen["opened"] += 1
            if "kaidian_fasi" in self.on:
                self.unproved.add(self.owner)
        self._start(self.owner)

    def _opens(self, play: str) -> bool:
        if "W" in play:
            return False
        if self.opens == "no_big_joker":
            return True
        if "w" in play or play == "2":
            return False
        return self.opens == "no_joker" or len(set(play)) == 1

    def _start(self, leader: int) -> None:
        while leader not in self.playing:
            leader = leader % 6 + 1  # R6.7
            self.seen["inherited"] += 1
        self.leader = leader
        self.chaos = len(self.playing) <= 4  # R6.1
        self.seen["chaos"] += self.chaos
        self.headless = {seat for seat in self.playing if self.across(seat) not in self.playing}
        self.passed: set[int] = set()
        self.line = []
        self.window = []
        self.table = ""
        self.level = self.yielded = self.kill = self.only_3s = False

    def _give_up(self, seat: int) -> None:
        assert self.burning is not None
        burned = self.burning[1]
        self.burning = None
        self.failed.append(seat)  # R9.5
        self.opened -= self.unproved & {seat}
        self.seen["burn failed"] += 1
        if not self.over:
            self._start(burned)

    def _close_openings(self) -> None:
        """R8.3."""
        if self.gone:
            self.barred |= {self.gone[0], self.across(self.gone[0])}
        if len(self.gone) >= 2:
            self.barred |= set(SEATS)

    # How it ends

    def places(self) -> list[int]:
        """The seats from 头科 to 大落 once it is over (R7.1, R7.2)."""
        start = self.gone[-1] if self.gone else 6
        turns = [*self.around(start), start]
        left = sorted(self.playing, key=lambda seat: (len(self.hands[seat]), turns.index(seat)))
        return [*self.gone, *left, *reversed(self.failed)]

"""Records: deals as text, read and written (RULES, "Notation"). The format is to us what PGN is to chess.

A file holds one record, or several one after the other (a match). Reading checks the form and raises
:class:`RecordError` with line and token; whether the actions are legal, :func:`replay` says.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.actions import Action
from engine.cards import EMPTY, NO_SUITS, SEATS, SYMBOLS, Hand, Suits, format_cards, parse_cards
from engine.deal import Deal, Step, deal_cards, note_revolutions, open_declarations, take_stock
from engine.errors import GameError
from engine.events import Debt, Event, Owed
from engine.out import end_if_one_side_is_left, gone_before
from engine.rules import PRESETS, Calls, RuleSet, RuleSetError
from engine.shuffle import copies, shuffled
from engine.state import Events, State
from engine.tricks import begin
from engine.view import Phase

MAX_SIZE = 200_000
"""The largest text that is read, in characters."""

MAX_ACTIONS = 5_000
"""The most actions of one record; a deal has a few hundred."""

MAX_RECORDS = 500
MAX_OWED = 100


class Start(StrEnum):
    """Where a record starts."""

    DEAL = "deal"
    BUY = "buy"
    DECLARE = "declare"
    PLAY = "play"


class RecordError(ValueError):
    """A text that is no record: where, and why. ``line`` counts from 1, ``token`` is what is wrong."""

    def __init__(self, message: str, line: int, token: str = "") -> None:
        shown = f" {_shown(token)}" if token else ""
        super().__init__(f"line {line}:{shown} {message}")
        self.line = line
        self.token = token


def _shown(token: str) -> str:
    """What is shown of a token: short, and printable."""
    return ascii(token[:40])


@dataclass(frozen=True, slots=True)
class Token:
    """One action of a record as it was written: ``seat`` 0–5, the ``text`` of the whole token."""

    seat: int
    text: str
    line: int

    @property
    def action(self) -> Action:
        """The action. Raises :class:`GameError` if its cards are no play (RULES R3.1)."""
        try:
            return Action.parse(self.text.partition(":")[2])
        except ValueError as error:
            raise GameError(str(error), "R3.1") from None


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """A deal as it is written down: how it starts, and its actions."""

    rules: RuleSet
    seed: str | None = None
    hands: tuple[Hand, ...] | None = None
    suits: tuple[Suits, ...] = (NO_SUITS,) * 6
    start: Start = Start.DEAL
    lead: int | None = None
    owed: tuple[Owed, ...] = ()
    called: tuple[tuple[int, Calls], ...] = ()
    opened: tuple[int, ...] = ()
    tokens: tuple[Token, ...] = ()

    def with_actions(self, actions: tuple[tuple[int, Action], ...]) -> Record:
        """The same start with other actions, each with its seat."""
        tokens = tuple(Token(seat, f"{seat + 1}:{action}", 0) for seat, action in actions)
        return Record(
            rules=self.rules,
            seed=self.seed,
            hands=self.hands,
            suits=self.suits,
            start=self.start,
            lead=self.lead,
            owed=self.owed,
            called=self.called,
            opened=self.opened,
            tokens=tokens,
        )

    def __str__(self) -> str:
        """The text of the record; :func:`read` is the way back."""
        return write(self)


# Reading

_HEADER = re.compile(r'\[(\w{1,20})\s+"([^"]*)"\]')
_TOKEN = re.compile(r"([1-6]):(\S{1,220})")
_OWED = re.compile(r"(sweep|point|held|burn|place) ([1-6])>([1-6]) (\d{1,3})")
_CALLED = re.compile(r"([1-6]) (ming|yu)")
_HANDS = tuple(f"Hand{seat + 1}" for seat in SEATS)
_KEYS = ("Rules", "Switches", "Seed", *_HANDS, "Start", "Lead", "Owed", "Called", "Opened")


@dataclass(slots=True)
class _Draft:
    """A record while its lines are read."""

    line: int
    headers: dict[str, tuple[str, int]]
    tokens: list[Token]


def read(text: str) -> Record:
    """The one record in a text. Raises :class:`RecordError` if there are more, none, or it is no record."""
    records = read_all(text)
    if len(records) > 1:
        raise RecordError(f"there are {len(records)} records where one is wanted", 1)
    return records[0]


def read_all(text: str) -> tuple[Record, ...]:
    """All records of a text, at least one. Raises :class:`RecordError`."""
    if len(text) > MAX_SIZE:
        raise RecordError(f"a record file has {MAX_SIZE} characters at most, this one {len(text)}", 1)
    drafts: list[_Draft] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        _read_line(drafts, line, number)
        if len(drafts) > MAX_RECORDS:
            raise RecordError(f"a file has {MAX_RECORDS} records at most", number)
    if not drafts:
        raise RecordError('there is no record here: it starts with headers such as [Rules "biesan"]', 1)
    return tuple(_finish(draft) for draft in drafts)


def _read_line(drafts: list[_Draft], line: str, number: int) -> None:
    stripped = line.strip()
    if stripped.startswith("["):
        header = _HEADER.fullmatch(_without_comment(stripped))
        if header is None:
            raise RecordError('a header is written [Key "value"]', number, stripped)
        if not drafts or drafts[-1].tokens:
            drafts.append(_Draft(number, {}, []))
        key, value = header.groups()
        headers = drafts[-1].headers
        if key not in _KEYS:
            raise RecordError(f"there is no such header; headers are {', '.join(_KEYS)}", number, key)
        if key in headers:
            raise RecordError("the header is given twice", number, key)
        headers[key] = (value, number)
        return
    for token in stripped.partition(";")[0].split():
        match = _TOKEN.fullmatch(token)
        if match is None:
            raise RecordError("an action is written seat:action, the seat from 1 to 6", number, token)
        if not drafts:
            raise RecordError("headers come before the actions", number, token)
        if len(drafts[-1].tokens) >= MAX_ACTIONS:
            raise RecordError(f"a record has {MAX_ACTIONS} actions at most", number)
        drafts[-1].tokens.append(Token(int(match[1]) - 1, token, number))


def _without_comment(header: str) -> str:
    end = header.rfind("]")
    rest = header[end + 1 :].strip()
    return header[: end + 1] if not rest or rest.startswith(";") else header


def _finish(draft: _Draft) -> Record:
    headers = draft.headers
    rules = _read_rules(draft)
    seed = headers["Seed"][0] if "Seed" in headers else None
    hands, suits = _read_hands(headers)
    if (seed is None) == (hands is None):
        raise RecordError("a record has either a Seed or hands", draft.line)
    start = _read_start(headers, hands is not None)
    lead = _read_seat(headers, "Lead")
    if lead is None and start is Start.PLAY and hands is not None:
        raise RecordError('a record that starts in play says who leads: [Lead "1"]', draft.line)
    opened = _read_opened(headers)
    if opened and start is not Start.PLAY:
        raise RecordError(
            "only a record that starts in play has seats that have opened", headers["Opened"][1]
        )
    record = Record(
        rules=rules,
        seed=seed,
        hands=hands,
        suits=suits,
        start=start,
        lead=lead,
        owed=_read_owed(headers),
        called=_read_called(headers),
        opened=opened,
        tokens=tuple(draft.tokens),
    )
    if hands is not None and start is Start.PLAY and lead is not None and not any(hands[lead]):
        raise RecordError("the seat that leads has no cards", headers["Lead"][1], headers["Lead"][0])
    return record


def _read_rules(draft: _Draft) -> RuleSet:
    name, line = draft.headers.get("Rules", ("", draft.line))
    if name not in PRESETS:
        raise RecordError(f"the header Rules names one of {', '.join(PRESETS)}", line, name)
    switches, line = draft.headers.get("Switches", ("", line))
    try:
        return PRESETS[name].with_switches(switches)
    except RuleSetError as error:
        raise RecordError(str(error), line) from None


def _read_hands(headers: dict[str, tuple[str, int]]) -> tuple[tuple[Hand, ...] | None, tuple[Suits, ...]]:
    if not any(key in headers for key in _HANDS):
        return None, (NO_SUITS,) * 6
    hands: list[Hand] = []
    suits: list[Suits] = []
    for key in _HANDS:
        text, line = headers.get(key, ("", 0))
        try:
            hand, fours = parse_cards(text)
        except ValueError as error:
            raise RecordError(str(error), line, key) from None
        for rank, count in enumerate(hand):
            if count > copies(rank):
                message = f"a hand has {copies(rank)} {SYMBOLS[rank]} at most, this one {count}"
                raise RecordError(message, line, key)
        hands.append(hand)
        suits.append(fours)
    if not any(map(any, hands)):
        raise RecordError(
            "nobody has a card", min(line for key, (_, line) in headers.items() if key in _HANDS)
        )
    return tuple(hands), tuple(suits)


def _read_start(headers: dict[str, tuple[str, int]], with_hands: bool) -> Start:
    default = Start.PLAY if with_hands else Start.DEAL
    value, line = headers.get("Start", (default.value, 0))
    if value not in tuple(Start):
        raise RecordError(f"a record starts with one of {', '.join(Start)}", line, value)
    return Start(value)


def _read_seat(headers: dict[str, tuple[str, int]], key: str) -> int | None:
    if key not in headers:
        return None
    value, line = headers[key]
    if value not in tuple("123456"):
        raise RecordError(f"{key} is a seat from 1 to 6", line, value)
    return int(value) - 1


def _read_opened(headers: dict[str, tuple[str, int]]) -> tuple[int, ...]:
    value, line = headers.get("Opened", ("", 0))
    seats = value.split()
    if any(seat not in tuple("123456") for seat in seats) or len(set(seats)) < len(seats):
        raise RecordError("Opened lists seats from 1 to 6, each once", line, value)
    return tuple(int(seat) - 1 for seat in seats)


def _parts(
    headers: dict[str, tuple[str, int]], key: str, form: re.Pattern[str], example: str
) -> Iterator[re.Match[str]]:
    value, line = headers.get(key, ("", 0))
    for part in filter(None, (part.strip() for part in value.split(","))):
        match = form.fullmatch(" ".join(part.split()))
        if match is None:
            raise RecordError(f"{key} is written {example}", line, part)
        yield match


def parse_owed(text: str) -> tuple[Owed, ...]:
    """Debts as records write them: ``point 1>4 5, held 2>3 1``. Raises :class:`RecordError`."""
    return _read_owed({"Owed": (text, 1)})


def format_owed(owed: tuple[Owed, ...]) -> str:
    """The way back from :func:`parse_owed`."""
    return ", ".join(map(str, owed))


def _read_owed(headers: dict[str, tuple[str, int]]) -> tuple[Owed, ...]:
    owed = []
    for match in _parts(headers, "Owed", _OWED, "point 1>4 5, held 2>3 1"):
        debt = Owed(Debt(match[1]), int(match[2]) - 1, int(match[3]) - 1, int(match[4]))
        if debt.payer == debt.receiver or not 1 <= debt.cards <= MAX_OWED:
            message = f"a debt is of 1 to {MAX_OWED} cards between two seats"
            raise RecordError(message, headers["Owed"][1], match[0])
        owed.append(debt)
    return tuple(owed)


def _read_called(headers: dict[str, tuple[str, int]]) -> tuple[tuple[int, Calls], ...]:
    called = tuple(
        (int(match[1]) - 1, Calls(match[2])) for match in _parts(headers, "Called", _CALLED, "1 ming, 4 yu")
    )
    if len({seat for seat, _ in called}) < len(called):
        raise RecordError("a seat has one call", headers["Called"][1])
    return called


# Writing


def write(record: Record, width: int = 100) -> str:
    """The text of a record, its actions in lines of at most ``width`` characters."""
    lines = [f'[{key} "{value}"]' for key, value in _headers(record)]
    lines.append("")
    line = ""
    for token in record.tokens:
        if line and len(line) + 1 + len(token.text) > width:
            lines.append(line)
            line = ""
        line = f"{line} {token.text}" if line else token.text
    if line:
        lines.append(line)
    return "\n".join(lines) + "\n"


def _headers(record: Record) -> Iterator[tuple[str, str]]:
    name = min(PRESETS, key=lambda preset: len(record.rules.differences(PRESETS[preset])))
    yield "Rules", name
    differences = record.rules.differences(PRESETS[name])
    if differences:
        yield "Switches", record.rules.switches(differences)
    if record.seed is not None:
        yield "Seed", record.seed
    if record.hands is not None:
        for seat in SEATS:
            yield _HANDS[seat], format_cards(record.hands[seat], record.suits[seat])
    yield "Start", record.start.value
    if record.lead is not None:
        yield "Lead", str(record.lead + 1)
    if record.owed:
        yield "Owed", format_owed(record.owed)
    if record.called:
        yield "Called", ", ".join(f"{seat + 1} {call}" for seat, call in record.called)
    if record.opened:
        yield "Opened", " ".join(str(seat + 1) for seat in record.opened)


# Replaying


class ReplayError(ValueError):
    """A token of a record that the rules refuse; ``number`` counts tokens from 1."""

    def __init__(self, number: int, token: Token, cause: GameError) -> None:
        super().__init__(f"line {token.line}, token {number} {_shown(token.text)}: {cause}")
        self.number = number
        self.token = token
        self.cause = cause


def begin_deal(record: Record) -> Step:
    """The deal as a record starts it, and what happened before its first action."""
    state = _prepared(record)
    events: Events = []
    if record.start is Start.DEAL:
        return Deal.begin(state)
    if record.start is Start.BUY:
        deal_cards(state, events)
    else:
        take_stock(state)
        note_revolutions(state)
        if record.start is Start.DECLARE:
            open_declarations(state, events)
        else:
            _begin_play(state, record, events)
    return Step(Deal(state), tuple(events))


def _prepared(record: Record) -> State:
    """A state with everything that the headers say, the cards not dealt yet."""
    state = State(record.rules)
    state.owed = record.owed
    calls = dict(record.called)
    state.calls = tuple(calls.get(seat, Calls.NONE) for seat in SEATS)
    if record.lead is not None:
        state.fixed_lead = record.lead
    if record.seed is not None:
        dealt = shuffled(record.rules, record.seed)
        state.stock = (dealt.hands, dealt.suits)
        state.random_lead = dealt.lead
    else:
        state.stock = (record.hands or (EMPTY,) * 6, record.suits)
    for seat in record.opened:
        state.opened |= 1 << seat
    for seat in SEATS:
        if any(state.stock[0][seat]):
            state.in_game |= 1 << seat
    for seat in SEATS:
        if not state.in_game >> seat & 1:
            gone_before(state, seat)
    return state


def _begin_play(state: State, record: Record, events: Events) -> None:
    state.leader = state.random_lead if record.lead is None else record.lead
    end_if_one_side_is_left(state, events)
    if state.phase is not Phase.OVER:
        begin(state, state.leader)


def replay(record: Record) -> Iterator[tuple[Token | None, Step]]:
    """The deal at the start of a record (with no token), then after each of its actions.

    Raises :class:`ReplayError` at the first token that the rules refuse.
    """
    step = begin_deal(record)
    yield None, step
    for number, token in enumerate(record.tokens, start=1):
        try:
            step = step.deal.apply(token.seat, token.action)
        except GameError as error:
            raise ReplayError(number, token, error) from error
        yield token, step


def events_of(record: Record) -> tuple[Event, ...]:
    """Everything that happened in a record. Raises :class:`ReplayError`."""
    return tuple(event for _, step in replay(record) for event in step.events)

"""The command line of the engine: ``python -m engine``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

from engine.ai import PLAYERS
from engine.ai.playing import play_match
from engine.cards import SEATS, format_cards
from engine.deal import Deal
from engine.perft import perft
from engine.play import Play, why_not
from engine.record import (
    MAX_SIZE,
    Record,
    RecordError,
    ReplayError,
    Start,
    begin_deal,
    read_all,
    replay,
    write,
)
from engine.report import as_json, as_text
from engine.rules import PRESETS, Lead, RuleSet, RuleSetError
from engine.shuffle import commitment, shuffled

OK, REFUSED, UNREADABLE = 0, 1, 2
"""Exit statuses: all well; the rules say no; what was given cannot be read."""


MAX_PAIRS_SIZE = 50_000_000
"""The largest file of pairs that is read, in bytes."""


class UsageError(ValueError):
    """Arguments that make no sense, in one sentence."""


def main(arguments: Sequence[str] | None = None, output: TextIO | None = None) -> int:
    """Run a command; what it prints goes to ``output``, complaints to standard error."""
    output = output or sys.stdout
    if isinstance(output, TextIOWrapper):
        output.reconfigure(errors="backslashreplace")  # whatever a terminal cannot show
    options = _parser().parse_args(arguments)
    try:
        status: int = options.run(options, output)
    except (RecordError, RuleSetError, UsageError) as error:
        sys.stderr.write(f"{error}\n")
        return UNREADABLE
    except BrokenPipeError:
        sys.stderr.close()
        return OK
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m engine", description="Gouji (够级) by the rules.")
    commands = parser.add_subparsers(required=True, metavar="command")
    command = commands.add_parser("replay", help="the state after a record")
    command.add_argument("file", type=Path)
    command.add_argument("--json", action="store_true", help="as one JSON object")
    command.add_argument("--all", action="store_true", help="after each action")
    command.set_defaults(run=_replay)
    command = commands.add_parser("beats", help="whether a play beats another, and why not")
    command.add_argument("plays", nargs="*", metavar="TABLE ANSWER")
    command.add_argument("--file", type=Path, help="tab-separated pairs, one a line; answered yes or no")
    _add_rules(command)
    command.set_defaults(run=_beats)
    command = commands.add_parser("level", help="whether a play is a level play")
    command.add_argument("play")
    command.set_defaults(run=_level)
    command = commands.add_parser("deal", help="the hands that a seed deals, as record headers")
    _add_rules(command)
    command.add_argument("--seed", required=True)
    command.set_defaults(run=_deal)
    command = commands.add_parser("play", help="a whole match between AI players, as records")
    _add_rules(command)
    command.add_argument(
        "--seed", required=True, help="of the match; its deals have the seeds SEED/1, SEED/2 …"
    )
    command.add_argument(
        "--ai", default="heuristic", metavar="NAMES", help=f"one for all seats or six of {', '.join(PLAYERS)}"
    )
    command.set_defaults(run=_play)
    command = commands.add_parser("perft", help="how many action sequences there are, by phase")
    _add_rules(command)
    command.add_argument("--seed", required=True)
    command.add_argument("--depth", type=int, required=True)
    command.add_argument("--start", choices=tuple(Start), default=Start.DEAL.value)
    command.set_defaults(run=_perft)
    return parser


def _add_rules(command: argparse.ArgumentParser) -> None:
    command.add_argument("--rules", choices=tuple(PRESETS), default="biesan")
    command.add_argument("--switches", default="", help='changes, such as "burn_guard=off deals=1"')


def _rules(options: argparse.Namespace) -> RuleSet:
    return PRESETS[options.rules].with_switches(options.switches)


def _seed(options: argparse.Namespace) -> str:
    """The seed, if a record can name it."""
    seed: str = options.seed
    if not seed.isprintable() or '"' in seed:
        raise UsageError("a seed is printable text without quotation marks")
    return seed


def _read_text(path: Path, limit: int = 4 * MAX_SIZE) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    if len(data) > limit:
        raise UsageError(f"{path}: a file has {limit} bytes at most")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError(f"{path}: the file is not UTF-8 text") from None


def _replay(options: argparse.Namespace, output: TextIO) -> int:
    deal: Deal | None = None
    for record in read_all(_read_text(options.file)):
        try:
            for token, step in replay(record):
                deal = step.deal
                if options.all and token is not None:
                    _print_state(deal, options, output, token.text)
        except ReplayError as error:
            if deal is None:
                raise
            _print_error(deal, error, options, output)
            return REFUSED
    if deal is not None and not options.all:
        _print_state(deal, options, output)
    return OK


def _print_state(deal: Deal, options: argparse.Namespace, output: TextIO, token: str = "") -> None:
    if options.json:
        output.write(json.dumps(as_json(deal)) + "\n")
    else:
        output.write((f"— {token}\n" if token else "") + as_text(deal) + "\n")


def _print_error(deal: Deal, error: ReplayError, options: argparse.Namespace, output: TextIO) -> None:
    if options.json:
        output.write(json.dumps(as_json(deal, error)) + "\n")
    else:
        output.write(f"{as_text(deal)}\n{error} ({error.cause.rule})\n")


def _beats(options: argparse.Namespace, output: TextIO) -> int:
    rules = _rules(options)
    if options.file is not None:
        for line in _read_text(options.file, MAX_PAIRS_SIZE).split("\n"):
            if line.strip() and not line.startswith("#"):
                fields = line.rstrip("\r").split("\t")
                verdict = len(fields) >= 2 and _verdict(rules, fields[0], fields[1])[0]
                output.write("yes\n" if verdict else "no\n")
        return OK
    if len(options.plays) != 2:
        raise UsageError("beats wants the play on the table and the answer, or --file")
    verdict, reason = _verdict(rules, *options.plays)
    output.write(f"{'yes' if verdict else 'no'}: {reason}\n")
    return OK


def _verdict(rules: RuleSet, table_text: str, answer_text: str) -> tuple[bool, str]:
    """Whether an answer beats a play, and why; an impossible play is a no."""
    try:
        table, answer = Play.parse(table_text), Play.parse(answer_text)
    except ValueError as error:
        return False, f"{error} (R3.1)"
    if answer.beats(table):
        return True, f"each card of {answer} is above the one of {table} in its place (R3.3)"
    if rules.two_kill_one and table.big:
        if answer.kills(table):
            return True, f"{2 * table.big} big jokers kill {table.big}, and the rest beats the rest (R3.5)"
        return False, f"{answer} does not kill {table}, two big jokers for one (R3.5)"
    return False, f"{why_not(answer, table)} (R3.3)"


def _level(options: argparse.Namespace, output: TextIO) -> int:
    try:
        what = Play.parse(options.play)
    except ValueError as error:
        output.write(f"no: {error} (R3.1)\n")
        return OK
    reason = "10×5, J×4, Q×3, K×2, A×2 or more, a 2 alone or with jokers, or any joker"
    output.write(f"{'yes' if what.is_level else 'no'}: level plays are {reason} (R3.4)\n")
    return OK


def _deal(options: argparse.Namespace, output: TextIO) -> int:
    rules = _rules(options)
    seed = _seed(options)
    dealt = shuffled(rules, seed)
    output.write(f'; SHA-256 of the seed: {commitment(seed)}\n[Rules "{options.rules}"]\n')
    if options.switches.strip():
        output.write(f'[Switches "{" ".join(options.switches.split())}"]\n')
    for seat in SEATS:
        output.write(f'[Hand{seat + 1} "{format_cards(dealt.hands[seat], dealt.suits[seat])}"]\n')
    output.write('[Start "buy"]\n')
    if rules.lead is not Lead.LAST:
        output.write(f'[Lead "{dealt.lead + 1}"]\n')
    return OK


def _play(options: argparse.Namespace, output: TextIO) -> int:
    names = _player_names(options.ai)
    match = play_match(_rules(options), _seed(options), [PLAYERS[name] for name in names])
    output.write("; " + ", ".join(f"{seat + 1} {names[seat]}" for seat in SEATS) + "\n")
    output.write("\n".join(map(write, match.records)))
    output.write("; points " + ", ".join(f"{seat + 1} {match.points[seat]}" for seat in SEATS) + "\n")
    return OK


def _player_names(text: str) -> list[str]:
    """A name for each seat: one for all, or six."""
    names = text.split(",")
    unknown = [name for name in names if name not in PLAYERS]
    if unknown:
        raise UsageError(f"there is no AI player {unknown[0]!r}; they are {', '.join(PLAYERS)}")
    if len(names) not in (1, len(SEATS)):
        raise UsageError(f"--ai names one AI player or six, not {len(names)}")
    return names * len(SEATS) if len(names) == 1 else names


def _perft(options: argparse.Namespace, output: TextIO) -> int:
    if not 1 <= options.depth <= 10:
        raise UsageError("the depth is from 1 to 10")
    record = Record(rules=_rules(options), seed=_seed(options), start=Start(options.start))
    counts = perft(begin_deal(record).deal, options.depth)
    for phase, count in sorted(counts.items()):
        output.write(f"{phase.value} {count}\n")
    output.write(f"total {counts.total()}\n")
    return OK

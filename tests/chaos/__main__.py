"""All of the proofs: ``python -m tests.chaos``, or some of them by name; each prints its figures."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests import postgres
from tests.chaos.faults import faults
from tests.chaos.figures import Figures
from tests.chaos.hostile import hostile
from tests.chaos.kills import kills, worker_kills
from tests.chaos.leaks import leaks
from tests.chaos.races import races
from tests.chaos.replays import replays

SAFE = ("listen_addresses=", "max_connections=200")
"""A PostgreSQL that keeps what it says it keeps: it will be restarted."""

Proof = Callable[[Path, int, int], Figures]


def _plain(work: Callable[..., Coroutine[Any, Any, Figures]], **more: Any) -> Proof:
    def run(folder: Path, seed: int, count: int) -> Figures:
        return asyncio.run(work(folder, seed, count, **more))

    return run


@contextmanager
def _database(settings: tuple[str, ...]) -> Iterator[tuple[str, postgres.Server]]:
    with postgres.server(settings) as server:
        server.make_template()
        yield server.new_database(), server


def _races_on_postgres(folder: Path, seed: int, count: int) -> Figures:
    with _database(postgres.FAST) as (url, _):
        return asyncio.run(races(folder, seed, count, 3, url))


def _workers(folder: Path, seed: int, count: int) -> Figures:
    with _database(SAFE) as (url, server):
        return asyncio.run(worker_kills(folder, seed, count, url, server.restart))


PROOFS: dict[str, tuple[int, Proof]] = {
    "hostile": (100_000, _plain(hostile, step_every=100)),
    "replays": (1_000, _plain(replays)),
    "leaks": (100, _plain(leaks)),
    "races-1": (500, _plain(races)),
    "races-3": (500, _plain(races, workers=3)),
    "races-postgres": (500, _races_on_postgres),
    "faults": (1, _plain(faults)),
    "faults-http": (1, _plain(faults, direct=False)),
    "kills": (200, _plain(kills)),
    "workers": (30, _workers),
}
"""The proofs by name, how much each does, and how."""


def main() -> None:
    """Run what is named, or everything."""
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PROOFS)}; all if none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, help="updates, races, tables or kills")
    told = parser.parse_args()
    if unknown := set(told.names) - set(PROOFS):
        parser.error(f"there is no {min(unknown)}")
    for name in told.names or PROOFS:
        usual, proof = PROOFS[name]
        count = told.count or usual
        with tempfile.TemporaryDirectory(prefix="gouji-chaos-") as folder:
            figures = proof(Path(folder), told.seed, count)
        figures.command = f"python -m tests.chaos {name} --seed {told.seed} --count {count}"
        sys.stdout.write(f"{figures}\n\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

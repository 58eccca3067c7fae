"""What all tests share: the databases that they run on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests import postgres

BOTH = "both_databases"
SQLITE, POSTGRES = "sqlite", "postgres"


def pytest_configure(config: pytest.Config) -> None:
    """Make the markers known."""
    config.addinivalue_line("markers", f"{BOTH}: what uses a database runs on SQLite and on PostgreSQL")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A marked test that asks for a database, itself or by its fixtures, runs once on each."""
    if "backend" in metafunc.fixturenames and metafunc.definition.get_closest_marker(BOTH):
        metafunc.parametrize("backend", [SQLITE, POSTGRES], scope="session")


@pytest.fixture(scope="session")
def backend() -> str:
    """The kind of database of a test."""
    return SQLITE


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """A server for the tests of this process; without PostgreSQL they are skipped, where they may be."""
    with ExitStack() as stack:
        try:
            server = stack.enter_context(postgres.server())
            server.make_template()
        except postgres.NoPostgresError as error:
            if os.environ.get(postgres.REQUIRE):
                raise
            pytest.skip(str(error))
        yield server
        server.drop(server.address(postgres.TEMPLATE))


@pytest.fixture
def postgres_url(postgres_server: postgres.Server) -> Iterator[str]:
    """The address of a new PostgreSQL database with all tables."""
    address = postgres_server.new_database()
    yield address
    postgres_server.drop(address)


@pytest.fixture
def database_url(backend: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    """The address of a new database for a test; a PostgreSQL one has its tables already."""
    if backend == SQLITE:
        return f"sqlite+aiosqlite:///{tmp_path}/sub/gouji.db"
    address: str = request.getfixturevalue("postgres_url")
    return address

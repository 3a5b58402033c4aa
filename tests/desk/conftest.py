from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.databases import OVER_POSTGRESQL
from tests.desk.table import Table

OVER_BOTH = {
    "test_advance",
    "test_archiving",
    "test_commands",
    "test_deadlines",
    "test_intake",
    "test_proof",
    "test_returned",
    "test_state_ruled",
    "test_submit",
    "test_undo",
    "test_upgrade",
}
"""The modules whose tests run over SQLite and over PostgreSQL: a whole game and every use case.

``make test`` runs those of `QUICK` over both; CI and ``make test-all`` run all of these over both.

The others run over SQLite; with ``PBEM_TEST_DATABASE=postgresql`` all run over PostgreSQL alone (`tests.databases`).
"""
QUICK = {"test_advance"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    folder, _, module = metafunc.module.__name__.rpartition(".")
    if "table" in metafunc.fixturenames and folder == __package__ and module in OVER_BOTH and not OVER_POSTGRESQL:
        both = "postgresql" if module in QUICK else pytest.param("postgresql", marks=pytest.mark.slow)
        metafunc.parametrize("url", ["sqlite", both], indirect=True)


@pytest.fixture
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A database of one's own: "" for that of the test's folder."""
    if getattr(request, "param", "sqlite") == "sqlite":
        yield ""
        return
    cluster = request.getfixturevalue("cluster")
    made = cluster.with_tables()
    yield made
    cluster.take_back(made)


@pytest.fixture
def table(tmp_path: Path, url: str) -> Iterator[Table]:
    laid = Table.lay(tmp_path, url=url)
    yield laid
    laid.desk.store.close()

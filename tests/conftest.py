"""What tests of several rooms share: the folder of real letters, and one pair of real mail servers and one
PostgreSQL cluster a session."""

import gc
import importlib
import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from pbem import logs
from pbem.store import database, engines
from tests import cluster as postgres
from tests import databases
from tests.cluster import Cluster
from tests.mail.realmail import RealMail, why_not
from tests.opened import KEEPS_OPENED
from tests.statements import close_engines, recycling

# No test asserts the clock: on a busy machine an example, and the making of examples, may take long.
UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("unhurried", UNHURRIED)
settings.load_profile("unhurried")
settings.register_profile("quick", UNHURRIED, max_examples=25)
"""A quarter of the examples where a test does not say how many; ``make soak`` tries all of them."""
ROOT = Path(__file__).resolve().parent.parent
PART = int(os.environ.get("PBEM_PART", "1"))
"""Over PostgreSQL, CI takes one in so many of the tests of the desk and its commands, which all go through the same store:
tests/store and tests/workers are about the database itself, and are whole.  ``make test-postgresql`` takes all."""
IN_PARTS = ("tests/desk/", "tests/gm/", "tests/commands/")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not of the part."""

    def is_of_it(item: pytest.Item) -> bool:
        return not item.nodeid.startswith(IN_PARTS) or crc32(item.nodeid.encode()) % PART == 0

    if PART > 1:
        config.hook.pytest_deselected(items=[one for one in items if not is_of_it(one)])
        items[:] = [one for one in items if is_of_it(one)]


def pytest_collection(session: pytest.Session) -> None:
    """Each worker imports the tests from a place of its own onward, so that no two compile the same modules at once."""
    worker = getattr(session.config, "workerinput", None)
    if worker is None:
        return
    gc.disable()
    files = sorted({one for name in session.config.args for one in Path(name).resolve().rglob("test_*.py")})
    first = len(files) * int(worker["workerid"].removeprefix("gw")) // worker["workercount"]
    for file in (*files[first:], *files[:first]):
        with suppress(Exception, pytest.skip.Exception):  # collecting it again tells what is wrong
            importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Garbage is looked for less often, and not among what was imported and collected: that took a tenth of the time."""
    gc.enable()
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session", autouse=True)
def _databases(request: pytest.FixtureRequest) -> Iterator[None]:
    """Engines of later tests take over what was compiled for those of earlier ones, and nobody waits for the disk.

    What survives a power cut is proved by daemons that are killed in processes of their own (tests/plant).
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "make_engine", recycling(database.make_engine))
        patch.setattr(engines, "SYNCED", "OFF")
        patch.setattr(engines, "UNSYNCED", "OFF")
        if not databases.OVER_POSTGRESQL:
            yield
            return
        if reason := postgres.why_not():
            pytest.exit(f"PBEM_TEST_DATABASE=postgresql: {reason}", 4)
        with databases.over(request.getfixturevalue("cluster")):
            yield


@pytest.fixture(autouse=True)
def _closed(request: pytest.FixtureRequest) -> Iterator[None]:
    """No test leaves a connection open."""
    yield
    databases.close_all(request.node.funcargs.get("tmp_path"))
    close_engines()


@pytest.fixture(autouse=True)
def _logs_nowhere() -> Iterator[None]:
    """A command that sets its log up (`pbem serve`) leaves no handler behind: its stream is closed with the test."""
    yield
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one.formatter, logs.TextLines | logs.JsonLines)]:
        root.removeHandler(handler)
        root.setLevel(logging.WARNING)


@pytest.fixture(autouse=True)
def _opened_games(request: pytest.FixtureRequest) -> Iterator[None]:
    """Desks of tests share what opening a game makes, except where a test changes the program or watches it work."""
    KEEPS_OPENED[:] = [] if {"monkeypatch", "caplog"} & set(request.fixturenames) else [True]
    yield
    KEEPS_OPENED.clear()


@pytest.fixture(scope="session")
def letters() -> Path:
    """The collected real letters, read in place."""
    beside = Path(__file__).resolve().parents[1].parent / "shared"
    for shared in (
        Path(os.environ["PBEM_SHARED"]) if "PBEM_SHARED" in os.environ else beside,
        beside.parent.parent / "shared",
    ):
        if (shared / "mails" / "index.tsv").is_file():
            return shared / "mails"
    pytest.skip("the collected letters are not here (../shared/mails, or PBEM_SHARED)")


@pytest.fixture(scope="session")
def realmail() -> Iterator[RealMail]:
    """Own Dovecot and Postfix on loopback, for the whole session."""
    if reason := why_not():
        pytest.skip(reason)
    with RealMail({"gm": "s3cret", "red": "r", "blue": "b", "odd": 'p"a\\ss'}) as mail:
        yield mail


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """An own PostgreSQL on loopback."""
    if reason := postgres.why_not():
        pytest.skip(reason)
    with Cluster() as found:
        yield found

"""The database: one file, WAL, and transactions that are either whole or nothing."""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, event
from sqlalchemy.pool import NullPool
from sqlmodel import Session, create_engine

from pbem.store.addresses import Addresses
from pbem.store.confirmations import Confirmations
from pbem.store.games import Games, Players
from pbem.store.keys import OrderKeys
from pbem.store.letters_in import LettersIn
from pbem.store.letters_out import LettersOut
from pbem.store.orders import Submissions
from pbem.store.phases import Checkpoints, Events, Phases
from pbem.store.press import Press
from pbem.store.proposals import Proposals
from pbem.store.questions import Questions
from pbem.store.records import Records
from pbem.store.schema import WrongVersion, prepare
from pbem.store.secrets import Secrets, Vault
from pbem.store.standing import StandingOrders
from pbem.store.watch import Watch

log = logging.getLogger(__name__)

__all__ = ["Books", "Store", "WrongVersion"]


@dataclass(frozen=True)
class Books:
    """All repositories of one transaction."""

    games: Games
    players: Players
    phases: Phases
    checkpoints: Checkpoints
    events: Events
    records: Records
    submissions: Submissions
    standing: StandingOrders
    questions: Questions
    keys: OrderKeys
    letters_in: LettersIn
    letters_out: LettersOut
    press: Press
    secrets: Secrets
    addresses: Addresses
    confirmations: Confirmations
    proposals: Proposals
    watch: Watch

    @classmethod
    def over(cls, session: Session, vault: Vault) -> "Books":
        """The repositories over one session."""
        return cls(
            Games(session),
            Players(session),
            Phases(session),
            Checkpoints(session),
            Events(session),
            Records(session),
            Submissions(session),
            StandingOrders(session),
            Questions(session),
            OrderKeys(session),
            LettersIn(session),
            LettersOut(session),
            Press(session),
            Secrets(session, vault),
            Addresses(session),
            Confirmations(session),
            Proposals(session),
            Watch(session),
        )


class Store:
    """The database of the desk.

    `url` is ``sqlite:///games.db``; `vault` opens the secrets.  Older tables are brought up to date, the file as it was
    stays beside it.  Raises WrongVersion where that cannot be done.
    """

    def __init__(self, url: str, vault: Vault) -> None:
        self._vault = vault
        self._db = create_engine(url, connect_args={"timeout": 30})
        event.listen(self._db, "connect", _settings)
        event.listen(self._db, "begin", _begin)
        prepare(self._db, self._migrating, self._keep_old)

    @classmethod
    def at(cls, path: Path, vault: Vault) -> "Store":
        """The store in a file."""
        return cls(f"sqlite:///{path}", vault)

    @contextmanager
    def begin(self) -> Iterator[Books]:
        """One transaction that may write: all of it is committed at the end, or, if anything is raised, none of it."""
        with self._db.begin() as connection, Session(connection, expire_on_commit=False, autoflush=True) as session:
            yield Books.over(session, self._vault)
            session.flush()

    @contextmanager
    def read(self) -> Iterator[Books]:
        """One look: it sees one moment of the database and keeps nobody from writing."""
        with self._db.connect().execution_options(pbem_reads=True) as connection, Session(connection) as session:
            yield Books.over(session, self._vault)

    def close(self) -> None:
        """Let the file go."""
        self._db.dispose()

    def _migrating(self) -> Engine:
        # A step that copies a table drops the old one, which foreign keys in force would forbid.
        db = create_engine(self._db.url, connect_args={"timeout": 30}, poolclass=NullPool)
        event.listen(db, "connect", _by_hand)
        event.listen(db, "begin", _begin)
        return db

    def _keep_old(self, standing: str) -> None:
        """Keep the file as it is, ``games.db.m01_baseline``, unless an interrupted start has kept it already."""
        file = Path(str(self._db.url.database))
        kept = file.with_name(f"{file.name}.{standing}")
        if not kept.exists():
            copy_to(file, kept)
        log.warning("the database as it was is kept in %s", kept)


def copy_to(file: Path, to: Path) -> None:
    """A whole copy of a SQLite file as of one moment, whoever is writing to it.  What is half copied has another name."""
    half = to.with_name(f"{to.name}.part")
    half.unlink(missing_ok=True)
    with closing(sqlite3.connect(file, timeout=30)) as connection:
        connection.execute("VACUUM INTO ?", (str(half),))
    with half.open("rb") as written:
        os.fsync(written.fileno())
    half.replace(to)


def _by_hand(connection: Any, _record: object) -> None:
    connection.isolation_level = None


def _settings(connection: Any, _record: object) -> None:
    # The driver would begin transactions late, on the first write, and then meet other writers in the middle.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    reads = connection.get_execution_options().get("pbem_reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

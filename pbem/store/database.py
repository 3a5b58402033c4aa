"""The database: one file, WAL, and transactions that are either whole or nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event
from sqlmodel import Session, SQLModel, create_engine

from pbem.store import tables
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
from pbem.store.secrets import Secrets, Vault
from pbem.store.standing import StandingOrders
from pbem.store.watch import Watch

VERSION = 5


class WrongVersion(Exception):
    """The database was written by another version of the tables."""


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

    `url` is ``sqlite:///games.db``; `vault` opens the secrets.  Raises WrongVersion for the file of another version.
    """

    def __init__(self, url: str, vault: Vault) -> None:
        self._vault = vault
        self._db = create_engine(url, connect_args={"timeout": 30})
        event.listen(self._db, "connect", _settings)
        event.listen(self._db, "begin", _begin)
        with self._db.begin() as connection:
            SQLModel.metadata.create_all(connection, tables=[one.__table__ for one in _tables()])
            _check_version(connection)

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


def _tables() -> list[Any]:
    return [one for one in vars(tables).values() if isinstance(one, type) and hasattr(one, "__table__")]


def _settings(connection: Any, _record: object) -> None:
    # The driver would begin transactions late, on the first write, and then meet other writers in the middle.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: Connection) -> None:
    reads = connection.get_execution_options().get("pbem_reads")
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def _check_version(connection: Connection) -> None:
    found = connection.exec_driver_sql("PRAGMA user_version").scalar_one()
    if found == 0:
        connection.exec_driver_sql(f"PRAGMA user_version={VERSION}")
    elif found != VERSION:
        raise WrongVersion(f"the database has tables of version {found}; this program reads version {VERSION}")

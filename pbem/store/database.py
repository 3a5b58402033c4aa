"""The database: one file, or a PostgreSQL; transactions that are either whole or nothing."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, get_type_hints

from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError

from pbem.store.addresses import Addresses, OrderKeys, take_out
from pbem.store.archive import Archive, Undone
from pbem.store.columns import seal_columns
from pbem.store.copies import copy_in, copy_out, empty, is_empty
from pbem.store.database_errors import hint_for, is_the_databases
from pbem.store.engines import NoDatabase, is_sqlite, line_to, make_engine, reading, writing
from pbem.store.games import Games, Players, Seats
from pbem.store.gm import FaultBook, GmActions, Gms, Watch
from pbem.store.leases import Claim, Leases, Workers
from pbem.store.letters_in import LettersIn
from pbem.store.letters_out import LettersOut
from pbem.store.messages import Confirmations, Dispatches, PressStore, Proposals
from pbem.store.orders import LockStore, StandingOrders, Submissions
from pbem.store.overview import Overview
from pbem.store.phases import Checkpoints, Events, Phases, QuestionStore
from pbem.store.records import Records
from pbem.store.schema import WrongVersion, encoding, prepare, see_that_tables_could_be_made
from pbem.store.secrets import BadVault, Secrets, Vault
from pbem.store.session import Session

log = logging.getLogger(__name__)

__all__ = ["Books", "NoDatabase", "Store", "WrongVersion"]


class Books:
    """All repositories of one transaction.  Each is made when it is first asked for: few transactions need more than ten."""

    games: Games
    players: Players
    phases: Phases
    checkpoints: Checkpoints
    events: Events
    records: Records
    submissions: Submissions
    standing: StandingOrders
    questions: QuestionStore
    keys: OrderKeys
    letters_in: LettersIn
    letters_out: LettersOut
    press: PressStore
    dispatches: Dispatches
    undone: Undone
    addresses: Addresses
    confirmations: Confirmations
    proposals: Proposals
    watch: Watch
    archive: Archive
    leases: Leases
    workers: Workers
    gm_actions: GmActions
    faults: FaultBook
    seats: Seats
    gms: Gms
    locks: LockStore

    def __init__(self, session: Session, vault: Vault) -> None:
        self._session, self._vault = session, vault

    def __getattr__(self, name: str) -> Any:
        kind = _KINDS.get(name)
        if kind is None:
            raise AttributeError(name)
        found = self.__dict__[name] = kind(self._session)
        return found

    @cached_property
    def secrets(self) -> Secrets:
        """The secrets, which the vault opens."""
        return Secrets(self._session, self._vault)

    @cached_property
    def overview(self) -> Overview:
        """The data of the GM's queue."""
        return Overview(self._session)

    def take_out(self, address: str) -> None:
        """Remove an address from every text in which somebody has written it."""
        take_out(self._session, address)

    def write(self) -> None:
        """Write what is to be stored, which otherwise waits for the end of the transaction."""
        self._session.flush()


_KINDS = get_type_hints(Books)


class Store:
    """The database of the desk.

    `url` is ``sqlite:///games.db`` or ``postgresql://pbem@db.example/games``; `vault` opens the secrets.  Older tables are
    brought up to date; a copy of the database as it was stays beside the file, or in `folder`.  Raises WrongVersion if
    that cannot be done, NoDatabase where there is none, BadVault where `vault` has another key than the database.
    """

    def __init__(self, url: str, vault: Vault, *, folder: Path | None = None) -> None:
        self._url, self._vault, self._folder = url, vault, folder
        self._claim: Claim | None = None
        self._db = make_engine(url)
        seal_columns(self._db, vault)
        try:
            prepare(self._db, self._keep_old, vault)
        except DatabaseError as fault:
            self._db.dispose()
            if is_the_databases(fault):
                raise _unreachable(self._db, fault) from None
            if type(fault) is not DatabaseError:
                raise  # a fault of ours in a statement
            raise NoDatabase(
                f"{self._db.url.database}: expected a database of pbem; found a damaged file, or one of something else "
                f"({fault.orig}).\nIf it is yours, move it away and start from your last copy:   pbem restore FILE"
            ) from None
        except (OSError, NoDatabase, WrongVersion, BadVault):
            self._db.dispose()
            raise

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """To be handed on to a process of ours: the same database, and the same claim, over connections of its own."""
        return _handed_on, (self._url, self._vault, self._folder, self._claim)

    @classmethod
    def at(cls, path: Path, vault: Vault) -> "Store":
        """The store in a file."""
        return cls(f"sqlite:///{path}", vault)

    @contextmanager
    def begin(self, *, synced: bool = True) -> Iterator[Books]:
        """One transaction that may write: all of it is committed at the end, or, if anything is raised, none of it.

        Without `synced` a file may forget it when the machine loses its power, until the next one that is (see
        `engines.UNSYNCED`).  In PostgreSQL the row of every game that it names is locked until its end.  Raises
        LeaseLost (see `under`).
        """
        with writing(self._db, synced=synced) as connection, Session(connection, writes=True) as session:
            books = Books(session, self._vault)
            if self._claim is not None:
                books.leases.fence(self._claim.name, self._claim.epoch)
            yield books
            session.flush()

    @contextmanager
    def under(self, claim: Claim) -> Iterator[None]:
        """Work under a claim: until the end of this, whatever is written is refused (LeaseLost) once another has claimed it."""
        self._claim = claim
        try:
            yield
        finally:
            self._claim = None

    @contextmanager
    def read(self) -> Iterator[Books]:
        """A read-only transaction: it sees one moment of the database and blocks nobody."""
        with reading(self._db) as connection, Session(connection) as session:
            yield Books(session, self._vault)

    @property
    def listen_url(self) -> str:
        """The address at which to listen for news of the database, as libpq wants it; "" for a file, which tells none."""
        if is_sqlite(self._db):
            return ""
        kept = {name: str(value) for name, value in line_to(self._db.url).items()}
        url = self._db.url.set(drivername="postgresql").update_query_dict(kept)
        return url.render_as_string(hide_password=False)

    @property
    def encoding(self) -> str:
        """The encoding in which the database stores words: ``UTF8``, or what a PostgreSQL was made with in which not every word
        has room."""
        with reading(self._db) as connection:
            return encoding(connection)

    def close(self) -> None:
        """Close the database."""
        self._db.dispose()

    def copy_to(self, file: Path) -> None:
        """A copy of everything as of this moment, as a SQLite file; secrets stay encrypted in it."""
        copy_out(self._db, file)

    def fill_from(self, file: Path) -> None:
        """Fill this database, which must be empty, from a copy whose tables are those of this program."""
        copy_in(file, self._db)

    def empty(self) -> None:
        """Delete everything that `moved` has put into this database."""
        empty(self._db)

    def is_empty(self) -> bool:
        """True if it holds no game, letter or secret."""
        return is_empty(self._db)

    def _keep_old(self, standing: str) -> None:
        """Keep the database as it is, as ``games.db.m01_baseline``, unless an interrupted start has kept it already."""
        is_file = is_sqlite(self._db)
        file = Path(str(self._db.url.database))
        kept = (
            file.with_name(f"{file.name}.{standing}")
            if is_file
            else (self._folder or Path()) / f"{file.name}.{standing}"
        )
        if not kept.exists():
            copy_out(self._db, kept)
        log.warning("the database as it was is kept in %s", kept)


def is_unused(url: str) -> bool:
    """True if no desk is in a database yet, and one could be made there; nothing is.  Raises NoDatabase."""
    db = make_engine(url)
    try:
        if not is_empty(db):
            return False
        see_that_tables_could_be_made(db)
        return True
    except DatabaseError as fault:
        if not is_the_databases(fault):
            raise
        raise _unreachable(db, fault) from None
    finally:
        db.dispose()


def _unreachable(db: Engine, fault: DatabaseError) -> NoDatabase:
    if is_sqlite(db):
        return NoDatabase(
            f"{db.url.database}: the database cannot be opened ({fault.orig}).\nIs its disk full?  May this user write the "
            "file and its folder?"
        )
    what = "used" if getattr(fault.orig, "sqlstate", None) else "reached"
    url = db.url.set(drivername="postgresql").render_as_string()
    reasons = "\n".join(line for line in str(fault.orig).splitlines() if line.strip() and not line.startswith("\t"))
    return NoDatabase(f"the database {url} cannot be {what}: {reasons}", hint_for(fault))


def _handed_on(url: str, vault: Vault, folder: Path | None, claim: Claim | None) -> Store:
    store = Store(url, vault, folder=folder)
    store._claim = claim
    return store

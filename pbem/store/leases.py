"""Sharing the work out among workers on one PostgreSQL: who may work at a game, and who is there.

A worker claims games in batches with SKIP LOCKED, each under a lease and an epoch.  Whatever it then writes of a game is
refused if another has claimed the game since: it slept, was cut off, or was thought dead.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from pbem.store.schema import WrongVersion
from pbem.store.session import Session

CHANNEL = "pbem"
"""The channels to listen on: ``work`` is told of letters in, ``out`` of letters out."""

DESK = ""
"""The name of the lease of what belongs to no game."""


class LeaseLost(SQLAlchemyError):
    """Another worker has claimed the game: this transaction is rolled back."""

    def __init__(self, name: str, mine: int, found: int) -> None:
        super().__init__(f"the lease of {name or 'the desk'} is lost: it was epoch {mine}, now it is {found}")


class Claim(NamedTuple):
    """A game that is ours for now.  `is_taken_over`: who had it before did not come to the end."""

    name: str
    epoch: int
    is_taken_over: bool


_CLAIM = text("""
    WITH due AS (
        SELECT id, until IS NOT NULL AS taken_over FROM lease
        WHERE wake <= now() ORDER BY wake LIMIT :most FOR UPDATE SKIP LOCKED)
    UPDATE lease SET owner = :owner, epoch = epoch + 1,
        until = now() + :seconds * interval '1 second', wake = now() + :seconds * interval '1 second'
    FROM due WHERE lease.id = due.id RETURNING lease.name, lease.epoch, due.taken_over""")
_RENEW = text("""
    UPDATE lease SET until = now() + :seconds * interval '1 second', wake = now() + :seconds * interval '1 second'
    WHERE name = :name AND epoch = :epoch""")
_WAKE = text("""
    WITH woken AS (
        INSERT INTO lease (name, owner, epoch, wake) SELECT unnest(CAST(:names AS varchar[])), '', 0, now()
        ON CONFLICT (name) DO UPDATE SET wake = now()
        WHERE lease.until IS NULL AND (lease.wake IS NULL OR lease.wake > now()))
    SELECT pg_notify(:channel, :word)""")
_WAKE_OVERDUE = text("""
    INSERT INTO lease (name, owner, epoch, wake)
    SELECT game.name, '', 0, now() FROM game JOIN phase ON phase.game_id = game.id
    WHERE game.state = 'open' AND phase.state = 'open' AND NOT phase.passed AND phase.lapsed IS NULL AND phase.due <= :due
    UNION SELECT name, '', 0, now() FROM game WHERE unplayed AND state = 'open'
    ON CONFLICT (name) DO UPDATE SET wake = now()
    WHERE lease.until IS NULL AND (lease.wake IS NULL OR lease.wake > now())""")
_DONE = text("""
    WITH done AS (
        UPDATE lease SET owner = '', until = NULL, wake = CASE
            WHEN EXISTS (
                SELECT 1 FROM letter_in WHERE addressed = :name AND state = 'new' AND id <> ALL(CAST(:seen AS bigint[])))
                THEN now()
            WHEN CAST(:after AS double precision) IS NULL THEN NULL
            ELSE now() + :after * interval '1 second' END
        WHERE name = :name AND epoch = :epoch RETURNING id)
    SELECT pg_notify(:channel, :word) FROM done""")
_EPOCH = text("SELECT epoch FROM lease WHERE name = :name FOR UPDATE")
_NOTIFY = text("SELECT pg_notify(:channel, :word)")


class Leases:
    """The leases.  PostgreSQL alone."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def claim(self, owner: str, seconds: float, most: int) -> tuple[Claim, ...]:
        """Claim up to `most` games that have something to do, or whose worker has not been heard of for its lease."""
        found = self._session.connection().execute(_CLAIM, {"owner": owner, "seconds": seconds, "most": most})
        return tuple(Claim(*row) for row in found)

    def renew(self, claim: Claim, seconds: float) -> bool:
        """Hold a claim for so long from now; False if it is lost."""
        given = {"name": claim.name, "epoch": claim.epoch, "seconds": seconds}
        done = self._session.connection().execute(_RENEW, given)
        return bool(done.rowcount == 1)

    def done(self, claim: Claim, seen: Sequence[int], after: float | None) -> None:
        """Give a claim back; there is something to do again after so many seconds (None: when a letter comes), or at once
        where a letter has come meanwhile whose number is not in `seen`.  Raises LeaseLost."""
        given = {"name": claim.name, "epoch": claim.epoch, "seen": list(seen), "after": after}
        if not self._session.connection().execute(_DONE, {**given, "channel": CHANNEL, "word": "out"}).all():
            self.fence(claim.name, claim.epoch)

    def wake(self, names: Sequence[str]) -> None:
        """There is something to do for these games, now.  One that is being worked at is left alone: whoever has it looks for
        new letters before they give it back."""
        if names:
            self._session.connection().execute(_WAKE, {"names": sorted(set(names)), "channel": CHANNEL, "word": "work"})

    def wake_overdue(self, due: str) -> None:
        """There is something to do for every game with a deadline up to this moment, or whose play has not gone on yet."""
        self._session.connection().execute(_WAKE_OVERDUE, {"due": due})

    def fence(self, name: str, epoch: int) -> None:
        """See that a lease is still ours, and keep it so to the end of the transaction.  Raises LeaseLost."""
        found = self._session.connection().execute(_EPOCH, {"name": name}).scalar() or 0
        if found != epoch:
            raise LeaseLost(name, epoch, found)

    def tell(self, word: str) -> None:
        """Notify all listeners when this transaction is committed."""
        self._session.connection().execute(_NOTIFY, {"channel": CHANNEL, "word": word})


_IS_THERE = text("""
    INSERT INTO worker (name, role, version, seen) VALUES (:name, :role, :version, now())
    ON CONFLICT (name) DO UPDATE SET role = :role, version = :version, seen = now()""")
_OTHERS = text("""
    SELECT name, version FROM worker WHERE version <> :version AND seen > now() - :seconds * interval '1 second'
    ORDER BY name LIMIT 1""")
_GONE = text("DELETE FROM worker WHERE seen < now() - :seconds * interval '1 second'")

_AT_WORK = text("""
    SELECT name, role, seen FROM worker WHERE seen >= now() - :seconds * interval '1 second' ORDER BY name""")


class AtWork(NamedTuple):
    """A process that shares the work: ``sender 8397 on host-a``, its role, and when it was last seen."""

    name: str
    role: str
    seen: datetime


class Workers:
    """The processes that share the work.  PostgreSQL alone."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def join(self, name: str, role: str, version: str, seconds: float) -> None:
        """Register this process as a worker. Raises WrongVersion if others of another version are at work."""
        connection = self._session.connection()
        connection.execute(text("SELECT pg_advisory_xact_lock(hashtext('pbem workers'))"))
        connection.execute(_GONE, {"seconds": seconds})
        other = connection.execute(_OTHERS, {"version": version, "seconds": seconds}).first()
        if other is not None:
            raise WrongVersion(
                f"{other.name} works at this database with pbem {other.version}, this is pbem {version}: all workers of one "
                "database must be of one version.\nInstall that version here; or, if this one is the newer, stop the others "
                "first and start them again with this one."
            )
        # In a container that is started again after a kill the same process has the same name.
        self.beat(name, role, version)

    def beat(self, name: str, role: str, version: str) -> None:
        """It is at work; perhaps it was forgotten meanwhile, when the database was out of its reach."""
        self._session.connection().execute(_IS_THERE, {"name": name, "role": role, "version": version})

    def leave(self, name: str) -> None:
        """Unregister this process."""
        self._session.connection().execute(text("DELETE FROM worker WHERE name = :name"), {"name": name})

    def at_work(self, seconds: float) -> Sequence[AtWork]:
        """The workers that were seen within so many seconds."""
        return [AtWork(*row) for row in self._session.connection().execute(_AT_WORK, {"seconds": seconds})]

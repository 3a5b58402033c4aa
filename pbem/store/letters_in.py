"""Letters in: stored whole before they are marked; identity is UIDVALIDITY, UID and digest, never the Message-ID."""

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple, cast

from sqlalchemy import Insert, and_, bindparam, case, func, literal_column, or_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import defer
from sqlmodel import SQLModel, col, select

from pbem.crash_points import crash_point
from pbem.store.columns import fold
from pbem.store.leases import DESK, Leases
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import CursorRow, LetterInRow

_UNREAD = defer(LetterInRow.raw, raiseload=True)  # type: ignore[arg-type]
_NUMBERED = select(LetterInRow).where(col(LetterInRow.id) == bindparam("number"))
_WHOLE, UNOPENED = CachedQuery(_NUMBERED, fixed=True), CachedQuery(_NUMBERED.options(_UNREAD), fixed=True)
"""A letter without its bytes."""

_UNREAD_BY = CachedQuery(
    select(col(LetterInRow.id))
    .where(col(LetterInRow.state) == "new", col(LetterInRow.arrived) <= bindparam("until"))
    .limit(1)
)

_SENDER = col(LetterInRow.folded) == bindparam("sender")
_IN_SEQUENCE = (col(LetterInRow.arrived), col(LetterInRow.id))
_IN_STATE = CachedQuery(
    select(col(LetterInRow.id)).where(col(LetterInRow.state) == bindparam("state")).order_by(*_IN_SEQUENCE)
)
UIDS = CachedQuery(
    select(LetterInRow.uid).where(
        col(LetterInRow.source) == bindparam("source"),
        col(LetterInRow.uidvalidity) == bindparam("uidvalidity"),
        col(LetterInRow.uid) >= bindparam("first"),
        col(LetterInRow.uid) <= bindparam("last"),
    )
)
TOGETHER = 10
"""So many digests are looked for by one statement, which is compiled once."""
DIGESTS = CachedQuery(
    select(LetterInRow.digest).where(col(LetterInRow.digest).in_([bindparam(f"d{n}") for n in range(TOGETHER)])),
    fixed=True,
)
CURSOR = CachedQuery(select(CursorRow).where(col(CursorRow.source) == bindparam("source")), fixed=True)
_IS_SAME = (
    col(LetterInRow.message_id) == bindparam("message_id"),
    col(LetterInRow.message_id) != "",
    col(LetterInRow.words_digest) == bindparam("words"),
    col(LetterInRow.state) == "done",
)
# The letter that is being dealt with is no answered one, and its transaction changes no other: these stay as they were found.
_SAME = CachedQuery(select(LetterInRow).where(*_IS_SAME).order_by(col(LetterInRow.id)).options(_UNREAD), fixed=True)
_WITH_SAME = CachedQuery(
    select(LetterInRow)
    .where(or_(col(LetterInRow.id) == bindparam("number"), and_(*_IS_SAME)))
    .order_by(col(LetterInRow.id))
    .options(_UNREAD),
    fixed=True,
)
"""A letter, and those that were answered with the same Message-ID and the same words."""
_SINCE = (_SENDER, col(LetterInRow.seen) >= bindparam("since"))
_IS_ANSWERED = col(LetterInRow.answer_key) != ""
_COUNT = func.count(col(LetterInRow.id))
_ANSWERED_SINCE = CachedQuery(select(_COUNT).where(*_SINCE, _IS_ANSWERED), fixed=True)
NO_EFFECT = ("refused", "error", "nothing", "stale")
"""Kinds of answers to letters that changed nothing."""


class SendersDay(NamedTuple):
    """Letters of a sender since a moment: those with a wrong key for a game, those that were answered, and those of the same
    words whose answer says that nothing was changed."""

    wrong_keys: int
    answered: int
    same_without_effect: int


_DAY = CachedQuery[tuple[int, int, int]](
    select(
        _COUNT.filter(col(LetterInRow.game) == bindparam("game"), col(LetterInRow.reason).startswith("wrong key:")),
        _COUNT.filter(_IS_ANSWERED),
        _COUNT.filter(
            col(LetterInRow.words_digest) == bindparam("words"),
            or_(*(col(LetterInRow.answer_key).like(f"%/{kind}/%") for kind in NO_EFFECT)),
        ),
    ).where(*_SINCE),
    fixed=True,
)
_SUBJECTS_FROM = CachedQuery(
    select(LetterInRow.subject)
    .where(
        col(LetterInRow.game) == bindparam("game"),
        col(LetterInRow.side) == bindparam("side"),
        col(LetterInRow.state) != "new",
    )
    .order_by(col(LetterInRow.id).desc())
    .limit(bindparam("limit"))
)
# What the way of a letter adds to it: a second delivery of the same letter differs in these only.
TRACE = re.compile(rb"(?im)^(?:received|return-path|delivered-to|x-original-to|envelope-to):[^\n]*(?:\n[ \t][^\n]*)*\n")


def letter_digest(raw: bytes) -> str:
    """SHA-256 of a letter without the headers that its way adds, in hex."""
    head, blank, body = raw.replace(b"\r\n", b"\n").partition(b"\n\n")
    return hashlib.sha256(TRACE.sub(b"", head + b"\n") + blank + body).hexdigest()


BACK = "back"
BROUGHT_BACK = "brought back after a restore"
"""The state of a letter that waits for the records of its game, and its reason until it is read."""


@dataclass(frozen=True)
class StoredArrival:
    """A letter as the mailbox gave it: which mailbox, its UIDVALIDITY and UID, when it arrived there, its bytes.

    `addressed` is the game that its address names, where the work is shared out by games.
    """

    source: str
    uidvalidity: int
    uid: int
    arrived: datetime
    raw: bytes
    addressed: str = ""


class LettersIn:
    """The letters that came in, and how far each mailbox has been read."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def take_in(self, arrivals: Sequence[StoredArrival]) -> int:
        """Store what is new and move the cursor; what was fetched before has no second effect.  Returns how many were new."""
        self._move_cursors(arrivals)
        new = self._put(_taking_in, [_taken_in(one) for one in arrivals])
        crash_point("C2")
        return new

    def take_in_behind(self, arrivals: Sequence[StoredArrival]) -> int:
        """As `take_in`, of letters that were found where the cursor is past them: it stays.

        Another letter may have come under the same UID, so a number of their bytes, below zero, stands for the UIDVALIDITY.
        """
        rows = [_taken_in(one) for one in arrivals]
        for row in rows:
            row["uidvalidity"] = -int(str(row["digest"])[:15], 16)
        return self._put(_taking_in, rows)

    def known(self, raws: Sequence[bytes]) -> Sequence[bool]:
        """Of each of these letters, whether it is stored, by its bytes."""
        digests = [letter_digest(raw) for raw in raws]
        seen = self._digests(digests)
        return [one in seen for one in digests]

    def bring_back(self, arrivals: Sequence[StoredArrival]) -> int:
        """Store letters that were read after a copy of the database was made; how many it does not have.

        They wait (`BROUGHT_BACK`) until `wake` lets them be read: their game's records must be back first.
        """
        digests = [letter_digest(one.raw) for one in arrivals]
        known, seen = self._known(arrivals), self._digests(digests)
        rows: list[dict[str, object]] = []
        for one, digest in zip(arrivals, digests, strict=True):
            if digest in seen or (one.source, one.uidvalidity, one.uid) in known:
                continue
            seen.add(digest)
            rows.append({**_columns_of(one, digest), "state": BACK, "reason": BROUGHT_BACK})
        self._session.append_rows(LetterInRow, rows)
        return len(rows)

    def wait(self, row: LetterInRow) -> None:
        """Let a letter wait until the records of its game are back."""
        row.state, row.reason = BACK, BROUGHT_BACK
        self._session.add(row)

    def waiting_for(self, game: str) -> int:
        """The number of letters that wait for its records, those that name no game among them: they may be of any."""
        query = select(func.count()).select_from(LetterInRow)
        query = query.where(col(LetterInRow.state) == BACK, col(LetterInRow.addressed).in_((game, DESK)))
        return self._session.exec(query).one()

    def wake(self) -> int:
        """Let letters be read that waited for the records of a game; how many."""
        found = self._session.exec(select(LetterInRow).where(col(LetterInRow.state) == BACK)).all()
        for row in found:
            row.state = "new"
            self._session.add(row)
        self._session.flush()
        if found and self._session.connection().dialect.name == "postgresql":
            Leases(self._session).wake([row.addressed or DESK for row in found])
        return len(found)

    def looked(self, source: str, at: datetime) -> None:
        """At this moment the mailbox held nothing that is not stored."""
        row = self._cursor(source) or CursorRow(source=source, uidvalidity=0, last_uid=0)
        row.looked = at
        self._session.add(row)

    def last_looked(self) -> datetime | None:
        """The moment up to which the mailbox is known to be stored, or None.

        A desk has one; those that it read before, or as a desk on a file, are not looked through any more.
        """
        found = self._session.exec(select(col(CursorRow.looked))).all()
        return max((one for one in found if one is not None), default=None)

    def new_for(self, addressed: str) -> Sequence[int]:
        """The numbers of letters that wait to be read and whose address names this game ("": none)."""
        query = select(col(LetterInRow.id)).where(
            col(LetterInRow.state) == "new", col(LetterInRow.addressed) == addressed
        )
        found = self._session.exec(query.order_by(col(LetterInRow.arrived), col(LetterInRow.id))).all()
        return [number for number in found if number is not None]

    def of_game(self, game: str) -> Sequence[LetterInRow]:
        """The letters for a game that were read, in the sequence in which that was done."""
        query = select(LetterInRow).where(col(LetterInRow.game) == game, col(LetterInRow.seen).is_not(None))
        return self._session.exec(query.order_by(col(LetterInRow.seen), col(LetterInRow.id))).all()

    def put(self, number: int, one: StoredArrival) -> None:
        """Store a letter under a number that it had: answers to it, and the keys in them, go by the number."""
        self._session.add(
            LetterInRow(
                id=number,
                source=one.source,
                uidvalidity=one.uidvalidity,
                uid=one.uid,
                digest=letter_digest(one.raw),
                arrived=one.arrived,
                raw=one.raw,
            )
        )
        self._session.flush()

    def last_uid(self, source: str, uidvalidity: int) -> int:
        """The last UID that was read under this UIDVALIDITY; 0 under a new one, where all must be looked at again."""
        row = self._cursor(source)
        return row.last_uid if row is not None and row.uidvalidity == uidvalidity else 0

    def cursor(self, source: str) -> tuple[int, int] | None:
        """UIDVALIDITY and last UID of a mailbox, or None if it was never read."""
        row = self._cursor(source)
        return (row.uidvalidity, row.last_uid) if row is not None else None

    def new(self) -> Sequence[int]:
        """The numbers of letters that wait to be read, in the sequence of their arrival."""
        return [number for number in self._session.all(_IN_STATE, state="new") if number is not None]

    def of_gms(self) -> Sequence[int]:
        """The numbers of letters of GMs that wait for their answer, in the sequence of their arrival."""
        return [number for number in self._session.all(_IN_STATE, state="gm") if number is not None]

    def has_unread(self, until: datetime) -> bool:
        """True if a letter that arrived up to this moment has not been read."""
        return self._session.first(_UNREAD_BY, until=until) is not None

    def unread_by(self, until: datetime) -> Sequence[int]:
        """The numbers of the letters that arrived up to this moment and have not been read."""
        query = select(col(LetterInRow.id)).where(col(LetterInRow.state) == "new", col(LetterInRow.arrived) <= until)
        return [number for number in self._session.exec(query).all() if number is not None]

    def get(self, number: int, *, unread: bool = False) -> LetterInRow:
        """A letter; `unread` where nobody will look at its bytes in this transaction.  Raises KeyError."""
        row = self._session.first(UNOPENED if unread else _WHOLE, number=number)
        if row is None:
            raise KeyError(f"no letter has the number {number}")
        return row

    def close(self, row: LetterInRow, state: str, reason: str, at: datetime) -> None:
        """Say what became of a letter."""
        row.state, row.reason, row.seen = state, reason, at
        self._session.add(row)

    def to_take(self, number: int, message_id: str, words_digest: str) -> LetterInRow:
        """A letter that is to be dealt with, at whose bytes nobody will look; it has this Message-ID and these words.  Raises
        KeyError."""
        same = {"message_id": message_id, "words": words_digest}
        found = self._session.all(_WITH_SAME, number=number, **same)
        self._session.remember(_SAME, [one for one in found if one.id != number], **same)
        self._session.remember(UNOPENED, [one for one in found if one.id == number], number=number)
        return self.get(number, unread=True)

    def same_again(self, row: LetterInRow) -> LetterInRow | None:
        """An answered letter with the same Message-ID and the same words (either alone proves nothing), or None."""
        found = self._session.all(_SAME, message_id=row.message_id, words=row.words_digest)
        others = (one for one in found if one.id != row.id)
        return next((one for one in others if (one.game, one.side) == (row.game, row.side)), None)

    def has_arrived(self, message_id: str) -> bool:
        """True if a letter with this Message-ID has been stored."""
        query = select(LetterInRow.id).where(col(LetterInRow.message_id) == message_id).limit(1)
        return self._session.exec(query).first() is not None

    def held(self) -> Sequence[LetterInRow]:
        """The letters that the GM must look at, oldest first."""
        query = select(LetterInRow).where(col(LetterInRow.state) == "held").order_by(col(LetterInRow.arrived))
        return self._session.exec(query).all()

    def count(self, state: str) -> int:
        """The number of letters in this state."""
        query = select(func.count()).select_from(LetterInRow).where(col(LetterInRow.state) == state)
        return self._session.exec(query).one()

    def answered_since(self, sender: str, moment: datetime) -> int:
        """The number of letters from this address that were answered since `moment`."""
        return self._session.first(_ANSWERED_SINCE, sender=fold(sender), since=_second(moment)) or 0

    def senders_day(self, sender: str, game: str, words_digest: str, moment: datetime) -> SendersDay:
        """The letters from this address since `moment`: by one look, for the gate asks for all of it."""
        of_sender = {"sender": fold(sender), "since": _second(moment)}
        (found,) = self._session.all(_DAY, game=game, words=words_digest, **of_sender)
        day = SendersDay(*found)
        self._session.remember(_ANSWERED_SINCE, [day.answered], **of_sender)
        return day

    def count_from(self, address: str) -> int:
        """The number of letters from this address, case ignored."""
        query = select(func.count()).select_from(LetterInRow)
        return self._session.exec(query.where(col(LetterInRow.folded) == fold(address))).one()

    def forget(self, address: str) -> None:
        """Empty the letters from an address; that they came, and what became of them, stays."""
        query = select(LetterInRow).where(col(LetterInRow.folded) == fold(address))
        for row in self._session.exec(query).all():
            row.raw, row.sender, row.subject, row.trace, row.unread = b"", "", "", "", ""
            self._session.add(row)

    def with_unread_lines(self) -> Iterator[LetterInRow]:
        """The letters with lines that were not read as orders, newest first, without their bytes."""
        has_some = col(LetterInRow.lines_unread) + col(LetterInRow.lines_chat) > 0
        query = select(LetterInRow).where(has_some).order_by(col(LetterInRow.seen).desc(), col(LetterInRow.id).desc())
        yield from self._session.exec(query.options(_UNREAD))

    def last_from(self, game: str, side: str) -> LetterInRow | None:
        """The last letter of a side."""
        query = select(LetterInRow).where(col(LetterInRow.game) == game, col(LetterInRow.side) == side)
        return self._session.exec(query.order_by(col(LetterInRow.id).desc()).limit(1)).first()

    def last_taken(self, game: str, side: str, limit: int) -> Sequence[LetterInRow]:
        """The last letters of a side that were dealt with, the newest first."""
        query = select(LetterInRow).where(col(LetterInRow.game) == game, col(LetterInRow.side) == side)
        query = query.where(col(LetterInRow.state) != "new")
        return self._session.exec(query.order_by(col(LetterInRow.id).desc()).limit(limit)).all()

    def subjects_from(self, game: str, side: str, limit: int = 50) -> Sequence[str]:
        """The subjects of the last letters of a side that were dealt with."""
        return self._session.all(_SUBJECTS_FROM, game=game, side=side, limit=limit)

    def _known(self, arrivals: Sequence[StoredArrival]) -> set[tuple[str, int, int]]:
        """Source, UIDVALIDITY and UID of those that are stored."""
        found: set[tuple[str, int, int]] = set()
        for source, uidvalidity in dict.fromkeys((one.source, one.uidvalidity) for one in arrivals):
            some = [one for one in arrivals if (one.source, one.uidvalidity) == (source, uidvalidity)]
            stored = self._session.all(UIDS, **_uids(some))
            found |= {(source, uidvalidity, uid) for uid in stored}
        return found

    def _digests(self, digests: Sequence[str]) -> set[str]:
        """Those of these digests that are stored."""
        found: set[str] = set()
        for start in range(0, len(digests), TOGETHER):
            found.update(self._session.all(DIGESTS, **_padded(digests[start : start + TOGETHER])))
        return found

    def _cursor(self, source: str) -> CursorRow | None:
        return self._session.first(CURSOR, source=source)

    def _move_cursors(self, arrivals: Sequence[StoredArrival]) -> None:
        """Say how far each mailbox is read.  Two readers of one mailbox store its letters one after the other, for the second
        waits here for the first."""
        by_source = sorted(arrivals, key=lambda one: one.source)
        runs = [(*to, list(some)) for to, some in groupby(by_source, lambda one: (one.source, one.uidvalidity))]
        moved = [
            {"source": source, "uidvalidity": uidvalidity, "last_uid": max(one.uid for one in some)}
            for source, uidvalidity, some in runs
        ]
        self._put(_moving, moved)

    def _put(self, statement: Callable[[str], Insert], rows: Sequence[Mapping[str, object]]) -> int:
        """Store rows by a statement that says what happens if one is there; how many were stored or changed."""
        self._session.flush()
        connection = self._session.connection()
        counted = {"preserve_rowcount": True}
        done = connection.execute(statement(connection.dialect.name), rows, execution_options=counted) if rows else None
        self._session.expire_all()
        return 0 if done is None else done.rowcount


def _insertion(table: type[SQLModel], dialect: str) -> Any:
    """A new row, in the words of a database that can say what happens if there is one."""
    return (sqlite.insert if dialect == "sqlite" else postgresql.insert)(table).inline()


@cache
def _taking_in(dialect: str) -> Insert:
    """A letter that came in, if it was not fetched before; a second copy of one that is there is not read."""
    is_copy = select(col(LetterInRow.id)).where(col(LetterInRow.digest) == bindparam("of_digest")).exists()
    state = case((is_copy, literal_column("'ignored'")), else_=literal_column("'new'"))
    reason = case((is_copy, literal_column("'a second copy of a letter that was read'")), else_=literal_column("''"))
    new = _insertion(LetterInRow, dialect).values(state=state, reason=reason)
    return cast(Insert, new.on_conflict_do_nothing(index_elements=["source", "uidvalidity", "uid"]))


@cache
def _moving(dialect: str) -> Insert:
    """Advance the position in a mailbox, which never goes back under the same UIDVALIDITY."""
    moved = _insertion(CursorRow, dialect)
    was, now = CursorRow, moved.excluded
    is_further = and_(col(was.uidvalidity) == now.uidvalidity, col(was.last_uid) > now.last_uid)
    last = case((is_further, col(was.last_uid)), else_=now.last_uid)
    changed = {"uidvalidity": now.uidvalidity, "last_uid": last}
    return cast(Insert, moved.on_conflict_do_update(index_elements=["source"], set_=changed))


def _second(moment: datetime) -> datetime:
    """A moment as columns have it: whoever asks twice within a second asks the same."""
    return moment.replace(microsecond=0)


def _uids(arrivals: Sequence[StoredArrival]) -> dict[str, Any]:
    """The positions of letters in one mailbox."""
    first, uids = arrivals[0], [one.uid for one in arrivals]
    return {"source": first.source, "uidvalidity": first.uidvalidity, "first": min(uids), "last": max(uids)}


def _padded(digests: Sequence[str]) -> dict[str, str]:
    """A few digests as one statement takes them."""
    return {f"d{n}": one for n, one in enumerate([*digests, *[""] * TOGETHER][:TOGETHER])}


def _columns_of(one: StoredArrival, digest: str) -> dict[str, object]:
    """The row of a letter that came in."""
    return {
        "source": one.source,
        "uidvalidity": one.uidvalidity,
        "uid": one.uid,
        "digest": digest,
        "arrived": one.arrived,
        "raw": one.raw,
        "addressed": one.addressed,
    }


def _taken_in(one: StoredArrival) -> dict[str, object]:
    """The parameters of `_taking_in`."""
    digest = letter_digest(one.raw)
    return {**_columns_of(one, digest), "of_digest": digest}

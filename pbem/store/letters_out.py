"""Letters out: written in the transaction that causes them, sent afterwards."""

import re
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import bindparam, case, func, or_, update
from sqlalchemy import select as pick
from sqlalchemy.orm import aliased, defer
from sqlmodel import col, select

from pbem.store.columns import fold
from pbem.store.session import CachedQuery, Session
from pbem.store.tables import AddressRow, LetterOutRow

HELD = "held"
QUOTED = 12
"""So many letters back a player's quotations are known."""
LOOKED_AT = 6
"""So many reports back: what a player has to look up lies no farther, and comes again after that."""
HEADER_TO = re.compile(rb"(?m)^To:[^\n\r]*(?:\r?\n[ \t][^\n\r]*)*")
UNSENT = ("new", "later", "sending", "maybe")
REFUSED = "refused at "
"""The beginning of the last reply of a letter that was refused for good, as long as it is open whether that is about its
recipient or about us.  The moment follows, a colon, and what the server said."""
NOT_MAILED = "not mailed: "
IN_WELCOME = f"{NOT_MAILED}it stands in the welcome"
"""The last reply of a letter that went out as a part of the welcome."""
WELCOME_FAILED = f"{NOT_MAILED}it stands in the welcome, which failed"
MAYBE_BEFORE = "maybe, then "
"""The prefix of a reply if the letter may have been sent once before."""

# Whole letters are long, and who asks for the Message-ID of the last one does not read it.
_NO_BYTES = defer(col(LetterOutRow.raw), raiseload=True)  # type: ignore[arg-type]
_NO_TEXT = defer(col(LetterOutRow.text), raiseload=True)  # type: ignore[arg-type]
_NOT_SHOWN = defer(col(LetterOutRow.shown), raiseload=True)  # type: ignore[arg-type]
_NUMBERED = select(LetterOutRow).where(col(LetterOutRow.id) == bindparam("number"))
_WHOLE = CachedQuery(_NUMBERED, fixed=True)
_UNOPENED = CachedQuery(_NUMBERED.options(_NO_BYTES, _NO_TEXT), fixed=True)
_TO_SIDE = (col(LetterOutRow.game) == bindparam("game"), col(LetterOutRow.side) == bindparam("side"))
FOUND = CachedQuery(
    select(LetterOutRow).where(col(LetterOutRow.key) == bindparam("key")),
    fixed=True,
    finds=lambda row, given: (row.key,) == given,
)
_NEW_UNDER = CachedQuery(
    select(LetterOutRow).where(
        col(LetterOutRow.key).in_(bindparam("keys", expanding=True)), col(LetterOutRow.state) == "new"
    ),
    finds=lambda row, given: row.key in given[0],
)
_SUBJECTS = CachedQuery(
    select(LetterOutRow.subject).where(*_TO_SIDE).order_by(col(LetterOutRow.id).desc()).limit(bindparam("limit")),
    fixed=True,
    finds=lambda row, given: (row.game, row.side) == given[:2],
)
LAST = CachedQuery(
    select(LetterOutRow)
    .where(*_TO_SIDE)
    .order_by(col(LetterOutRow.id).desc())
    .limit(bindparam("limit"))
    .options(_NO_BYTES),
    fixed=True,
    finds=lambda row, given: (row.game, row.side) == given[:2],
)
_NAMED = CachedQuery(
    select(LetterOutRow).where(col(LetterOutRow.message_id) == bindparam("message_id")).options(_NO_BYTES),
    fixed=True,
    finds=lambda row, given: (row.message_id,) == given,
)
REPORTS = ("report", "welcome")
_other = aliased(LetterOutRow)
_NEWEST_REPORTS = (
    select(func.max(col(_other.id)))
    .where(col(_other.game) == bindparam("game"), or_(*(col(_other.kind) == one for one in REPORTS)))
    .group_by(col(_other.side))
)
_THREADS = CachedQuery(
    select(LetterOutRow)
    .where(
        col(LetterOutRow.game) == bindparam("game"),
        or_(col(LetterOutRow.kind) == "welcome", col(LetterOutRow.id).in_(_NEWEST_REPORTS)),
    )
    .order_by(col(LetterOutRow.id))
    .options(_NO_BYTES, _NO_TEXT),
    finds=lambda row, given: (row.game,) == given and row.kind in REPORTS,
    grows=True,
)
REPORTS_TO = CachedQuery(
    select(LetterOutRow)
    .where(*_TO_SIDE, col(LetterOutRow.to) == bindparam("to"), col(LetterOutRow.kind) == "report")
    .where(col(LetterOutRow.state) != "failed", col(LetterOutRow.state) != HELD)
    .order_by(col(LetterOutRow.id).desc())
    .limit(bindparam("limit"))
    .options(_NO_BYTES),
    finds=lambda row, given: (row.game, row.side, row.to) == given[:3] and row.kind == "report",
)
_IS_DUE = (
    or_(*(col(LetterOutRow.state) == one for one in UNSENT)),
    or_(col(LetterOutRow.not_before).is_(None), col(LetterOutRow.not_before) <= bindparam("now")),
)
_UNSENT = CachedQuery(
    select(col(LetterOutRow.id)).where(*_IS_DUE).order_by(col(LetterOutRow.id)).limit(bindparam("limit"))
)
_IS_REFUSED = or_(*(col(LetterOutRow.last_reply).startswith(one) for one in (REFUSED, MAYBE_BEFORE + REFUSED)))
_IN_TURN = (case((_IS_REFUSED, 1), else_=0), col(LetterOutRow.id))
"""The sending order: letters that were never refused go first, to find out what the refusals were about."""
_STOPPED = select(AddressRow.address).where(col(AddressRow.stopped).is_not(None))
TO_SEND = CachedQuery(
    select(LetterOutRow)
    .where(*_IS_DUE, col(LetterOutRow.folded).not_in(_STOPPED))
    .order_by(*_IN_TURN)
    .limit(bindparam("limit"))
    .options(_NO_TEXT, _NOT_SHOWN),
)

_SENT = (
    update(LetterOutRow)
    .where(col(LetterOutRow.id) == bindparam("number"))
    .values(
        state="sent",
        tries=LetterOutRow.tries + 1,
        last_reply=bindparam("reply"),
        not_before=None,
        sent=bindparam("at"),
    )
)


def report_number(row: LetterOutRow | None) -> int:
    """The number of a report or welcome: that of the record it was written at.  0 for None."""
    return _number_in(row.key) if row is not None else 0


def _number_in(key: str) -> int:
    return int(key.split("/")[2].split("@")[0].split("-")[0])


def report_phase(row: LetterOutRow) -> int:
    """The number of the phase that was open when a report was written; 0 where none was."""
    return int(row.key.split("/")[2].split("@")[0].partition("-")[2] or 0)


def question_report(phase: int, segment: int) -> str:
    """The end of the report name of a letter with questions: by the number of its phase, and of the segment before."""
    return f".q{phase}.{segment}"


def welcome_of(game: str, side: str) -> str:
    """The key of the first letter to a side."""
    return f"{game}/welcome/0/{side}"


class SentReport(NamedTuple):
    """A report that went out: its number and its text."""

    number: int
    text: str


class InShort(NamedTuple):
    """A letter of ours without its text."""

    id: int
    key: str
    side: str
    kind: str
    state: str
    subject: str
    made: datetime
    sent: datetime | None
    last_reply: str


_IN_SHORT: Any = pick(*(col(getattr(LetterOutRow, name)) for name in InShort._fields))


class LettersOut:
    """The outbox."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def add(self, row: LetterOutRow) -> LetterOutRow:
        """Put a letter in the outbox; under a key that is there already nothing happens and the first one stands."""
        known = self.find(row.key)
        if known is not None:
            return known
        self._session.add(row)
        return row

    def find(self, key: str) -> LetterOutRow | None:
        """The letter under a key."""
        return self._session.first(FOUND, key=key)

    def get(self, number: int, *, unread: bool = False) -> LetterOutRow:
        """A letter; `unread` where nobody will look at its bytes and text in this transaction.  Raises KeyError."""
        row = self._session.first(_UNOPENED if unread else _WHOLE, number=number)
        if row is None:
            raise KeyError(f"no letter out has the number {number}")
        return row

    def due(self, now: datetime, limit: int = 50) -> Sequence[int]:
        """The numbers of letters whose time has come, oldest first; to stopped addresses too."""
        return [number for number in self._session.all(_UNSENT, now=now, limit=limit) if number is not None]

    def to_send(self, now: datetime, limit: int) -> Sequence[LetterOutRow]:
        """Letters to be sent now, oldest first and without their text; none to addresses that are stopped."""
        return self._session.all(TO_SEND, now=now, limit=limit)

    def claim(self, now: datetime, until: datetime, stopped: Sequence[str] = (), limit: int = 20) -> Sequence[int]:
        """Mark what is due as being sent, and nobody else's until `until`; the numbers, in the turn in which they go.
        PostgreSQL alone.

        Whoever marks them dies with them: at that moment they are due again, and go out once more under their Message-IDs.
        """
        due = (
            select(LetterOutRow.id)
            .where(col(LetterOutRow.state).in_(UNSENT), col(LetterOutRow.folded).not_in(stopped))
            .where(or_(col(LetterOutRow.not_before).is_(None), col(LetterOutRow.not_before) <= now))
            .order_by(*_IN_TURN)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        marked = (
            update(LetterOutRow)
            .where(col(LetterOutRow.id).in_(due.scalar_subquery()))
            .values(state="sending", tries=LetterOutRow.tries + 1, not_before=until)
            .returning(col(LetterOutRow.id))
        )
        numbers = {number for number in self._session.connection().execute(marked).scalars() if number is not None}
        refused = {number for number, _ in self.refused(numbers)}
        return [*sorted(numbers - refused), *sorted(refused)]

    def refused(self, numbers: Collection[int] | None = None) -> Sequence[tuple[int, str]]:
        """The letters whose refusal is open (`REFUSED`), of these `numbers` or all that are to be sent: number and reply."""
        among = col(LetterOutRow.state).in_(UNSENT) if numbers is None else col(LetterOutRow.id).in_(numbers)
        query = select(LetterOutRow.id, LetterOutRow.last_reply).where(among, _IS_REFUSED)
        found = self._session.exec(query.order_by(col(LetterOutRow.id))).all()
        return [(number, reply) for number, reply in found if number is not None]

    def was_taken_after(self, moment: datetime) -> bool:
        """True if a mail server has taken a letter after this moment."""
        taken = (col(LetterOutRow.state) == "sent", col(LetterOutRow.sent) > moment)
        query = select(col(LetterOutRow.id)).where(*taken, col(LetterOutRow.last_reply).startswith("2")).limit(1)
        return self._session.exec(query).first() is not None

    def next_due(self, stopped: Sequence[str] = ()) -> datetime | None:
        """The earliest moment at which a letter that failed once may be tried again, or None."""
        query = select(func.min(LetterOutRow.not_before)).where(
            col(LetterOutRow.state).in_(UNSENT), col(LetterOutRow.folded).not_in(stopped)
        )
        found: datetime | None = self._session.exec(query).one()
        return found

    def mark(self, row: LetterOutRow, state: str, reply: str, at: datetime, not_before: datetime | None = None) -> None:
        """Record the result of an attempt to send."""
        row.state, row.last_reply, row.not_before = state, reply, not_before
        if state == "sending":
            row.tries += 1
        if state == "sent":
            row.sent = at
        self._session.add(row)
        if state == "failed" and row.kind == "welcome":
            self._fail_within(row, at)

    def _fail_within(self, welcome: LetterOutRow, at: datetime) -> None:
        """Fail what is in a welcome that nobody got: it came to nobody either, unless it was mailed by itself since."""
        whose = welcome.key.removeprefix(welcome_of(welcome.game, ""))
        for row in self.to_side(welcome.game, welcome.side):
            if row.last_reply == IN_WELCOME and row.state == "sent" and row.key.endswith(f"/{whose}"):
                self.mark(row, "failed", WELCOME_FAILED, at)

    def sent(self, number: int, reply: str, at: datetime) -> None:
        """Say that a letter was handed over, which needs no look at it."""
        self._session.change(_SENT, number=number, reply=reply, at=at)

    def hold(self, row: LetterOutRow, pages: str, why: str) -> None:
        """Hold a letter back until its `pages` can be rendered."""
        row.state, row.pages, row.last_reply = HELD, pages, why
        self._session.add(row)

    def held(self) -> Sequence[int]:
        """The numbers of the letters that are held back."""
        query = select(col(LetterOutRow.id)).where(col(LetterOutRow.state) == HELD).order_by(col(LetterOutRow.id))
        return [number for number in self._session.exec(query).all() if number is not None]

    def let_go(self, row: LetterOutRow, raw: bytes, text: str) -> None:
        """Release a letter that was held back, now that it is complete."""
        row.raw, row.text, row.state, row.pages, row.last_reply = raw, text, "new", "", ""
        self._session.add(row)

    def to_side(self, game: str, side: str) -> Sequence[LetterOutRow]:
        """All letters to a side, oldest first."""
        query = select(LetterOutRow).where(col(LetterOutRow.game) == game, col(LetterOutRow.side) == side)
        return self._session.exec(query.order_by(col(LetterOutRow.id))).all()

    def in_short(self, game: str) -> Sequence[InShort]:
        """All letters of a game, oldest first, without their text."""
        query = _IN_SHORT.where(col(LetterOutRow.game) == game).order_by(col(LetterOutRow.id))
        return [InShort(*row) for row in self._session.exec(query)]

    def last_to_sides(self, game: str) -> Mapping[str, InShort]:
        """The newest letter to each side of a game; what is written to the GM is there under ``gm``."""
        newest = select(func.max(col(LetterOutRow.id))).where(col(LetterOutRow.game) == game)
        query = _IN_SHORT.where(col(LetterOutRow.id).in_(newest.group_by(col(LetterOutRow.side))))
        return {row.side: row for row in (InShort(*one) for one in self._session.exec(query))}

    def last_to(self, game: str, side: str, limit: int = QUOTED) -> Sequence[LetterOutRow]:
        """The last letters to a side, newest first, without their bytes."""
        return self._session.all(LAST, game=game, side=side, limit=limit)

    def subjects_to(self, game: str, side: str, limit: int = 50) -> Sequence[str]:
        """The subjects of the last letters to a side."""
        return self._session.all(_SUBJECTS, game=game, side=side, limit=limit)

    def last_report(self, game: str, side: str, *, unread: bool = True) -> LetterOutRow | None:
        """The last report to a side, without its bytes and text unless they are to be read."""
        thread = self._thread(game, side)
        # Both a welcome and the newest report are found; the newest comes last.
        row = thread[-1] if thread else None
        return row if row is None or row.id is None or unread else self.get(row.id)

    def thread(self, game: str, side: str) -> Sequence[str]:
        """The Message-IDs of the first letter to a side and of its last report: what a new one belongs to."""
        found = self._thread(game, side)
        return [row.message_id for row in found if row is found[-1] or row.key == welcome_of(game, side)]

    def _thread(self, game: str, side: str) -> Sequence[LetterOutRow]:
        return [row for row in self._session.all(_THREADS, game=game) if row.side == side]

    def reports_to(self, game: str, side: str, to: str, limit: int) -> Sequence[SentReport]:
        """The last reports that went to a side at this address, newest first; none that came to nothing."""
        found = self._session.all(REPORTS_TO, game=game, side=side, to=to, limit=limit)
        return [SentReport(report_number(row), row.text) for row in found]

    def by_message_id(self, message_id: str) -> LetterOutRow | None:
        """The letter that a bounce or a reply names, without its bytes."""
        return self._session.first(_NAMED, message_id=message_id)

    def count_to(self, address: str) -> int:
        """The number of letters written to this address, case ignored."""
        query = select(func.count()).select_from(LetterOutRow)
        return self._session.exec(query.where(col(LetterOutRow.folded) == fold(address))).one()

    def forget(self, address: str) -> None:
        """Empty the letters to an address; what has not gone out does not go."""
        query = select(LetterOutRow).where(col(LetterOutRow.folded) == fold(address))
        for row in self._session.exec(query).all():
            row.raw, row.to = b"", ""
            row.state = "failed" if row.state in UNSENT else row.state
            self._session.add(row)

    def waiting_for(self, address: str) -> int:
        """The number of letters to an address that have not gone out."""
        query = select(func.count()).select_from(LetterOutRow)
        query = query.where(col(LetterOutRow.state).in_(UNSENT), col(LetterOutRow.folded) == fold(address))
        return self._session.exec(query).one()

    def new_under(self, keys: Sequence[str]) -> Mapping[str, LetterOutRow]:
        """The letters under these keys, found together, that nobody has tried to send, and of which nothing is noted."""
        found = self._session.all(_NEW_UNDER, keys=tuple(keys))
        return {row.key: row for row in found if row.state == "new" and not row.last_reply}

    def unsent_to(self, game: str, side: str, address: str) -> Sequence[LetterOutRow]:
        """A side's letters to an address that have not gone out."""
        query = select(LetterOutRow).where(
            col(LetterOutRow.game) == game,
            col(LetterOutRow.side) == side,
            col(LetterOutRow.state).in_(UNSENT),
            col(LetterOutRow.folded) == fold(address),
        )
        return self._session.exec(query).all()

    def again(self, row: LetterOutRow, address: str) -> None:
        """Let a letter be sent (again), to this address and under its old Message-ID."""
        if row.to != address:
            row.raw = HEADER_TO.sub(b"To: " + address.encode("ascii"), row.raw, count=1)
            row.to = address
        row.state, row.not_before, row.tries = "new", None, 0
        self._session.add(row)
        self._session.flush()

    def count(self, *states: str) -> int:
        """The number of letters in these states."""
        query = select(func.count()).select_from(LetterOutRow).where(col(LetterOutRow.state).in_(states))
        return self._session.exec(query).one()

    def made_since(self, to: str, kind: str, moment: datetime) -> int:
        """The number of letters of a kind that were written to an address since `moment`."""
        query = select(func.count()).select_from(LetterOutRow)
        query = query.where(col(LetterOutRow.folded) == fold(to), col(LetterOutRow.kind) == kind)
        return self._session.exec(query.where(col(LetterOutRow.made) >= moment)).one()

    def failed(self) -> Sequence[LetterOutRow]:
        """The letters that could not be sent."""
        query = select(LetterOutRow).where(col(LetterOutRow.state) == "failed").order_by(col(LetterOutRow.id))
        return self._session.exec(query).all()

"""The tables: one class a noun.  Times are UTC to the second; JSON columns hold canonical JSON text.

Letters, orders that are still sealed, what players say to each other, and positions and events of play, in which hidden facts
stand, are encrypted (`SealedBytes`, `SealedText`); what a player must say to be known is kept as a digest (`Marked`).
"""

from datetime import datetime

from sqlalchemy import Column, ForeignKey, Index, Integer, Text, UniqueConstraint
from sqlmodel import Field, SQLModel

from pbem.store.columns import PROGRAM, UNREAD, BigId, Marked, SealedBytes, SealedText, UtcTime, keep_folded


def _id() -> int | None:
    found: int | None = Field(default=None, primary_key=True, sa_type=BigId)
    return found


def _of(table: str) -> int:
    found: int = Field(sa_column=Column(BigId, ForeignKey(f"{table}.id"), index=True, nullable=False))
    return found


def _text(default: str = "") -> str:
    found: str = Field(default=default, sa_type=Text)
    return found


def _sealed(default: str = "") -> str:
    found: str = Field(default=default, sa_type=SealedText)
    return found


def _named(column: str, default: int) -> int:
    """A whole number whose column has an older name than the attribute: what is stored keeps its name."""
    found: int = Field(default=default, sa_column=Column(column, Integer, nullable=False))
    return found


def _moment() -> datetime:
    found: datetime = Field(sa_type=UtcTime)
    return found


def _moment_or_none() -> datetime | None:
    found: datetime | None = Field(default=None, sa_type=UtcTime)
    return found


class GameRow(SQLModel, table=True):
    """A campaign.  `state` is ``invited`` (its players have not all answered), ``open``, ``paused`` (the GM stopped its
    clocks, until `paused_until` where that is set), ``held`` (a fault, or the GM's hand; `hold` says why), ``over``, or
    ``branch`` (a line of play that was undone, kept under its game's name and its own).

    `unplayed` says that something was written into its chain, or a deadline passed, which play has not gone on with yet.
    `hours` maps kinds of phase to hours, `calendar` holds the other terms of its clocks; `steps` is how many ladder steps
    have been taken, `rulings` how often the GM has ruled, `undone` and `voided` how often they took play or dice back.
    `folded` is the GM's address as it is found by (`fold`).  `pair` is the game that the same two people play with their sides
    exchanged, "" for none.
    """

    __tablename__ = "game"
    id: int | None = _id()
    name: str = Field(unique=True)
    title: str
    scenario: str
    options: str = _text("[]")
    branch: str = "main"
    state: str = "open"
    hold: str = _text()
    held_since: datetime | None = _moment_or_none()
    gm_name: str = ""
    gm_address: str
    folded: str = Field(default="", index=True)
    pace: str = "ask"
    when_in: str = "ready"
    hours: str = _text("{}")
    ladder_length: int = 0
    steps: int = 0
    rulings: int = 0
    undone: int = 0
    voided: int = 0
    dice: str = "sealed"
    source: str = _text("{}")
    silent: int = 0
    calendar: str = _text("{}")
    paused_since: datetime | None = _moment_or_none()
    paused_until: datetime | None = Field(default=None, sa_type=UtcTime, index=True)
    unplayed: bool = Field(default=True, index=True)
    opened: datetime = _moment()
    pair: str = ""


class PlayerRow(SQLModel, table=True):
    """A side's player.  `answered` is the last report that a letter of theirs answered; `last_record_sent`,
    `last_phase_reported` and `last_press_sent` are the numbers of the last record, phase and press that a letter brought them;
    `contribution` is their share of the last dice, in hex.  They are away from `away_from` until `away_to`; `away_hours` counts
    the hours of all their absences so far.  Their letters come as `report` (``text``, ``html``, ``png``), in `language`
    (``en``), with times in `zone` (``Europe/Berlin``) besides UTC, "" for UTC only.  With `whole` their reports repeat what
    has not changed, with `dates` their letters have deadlines as calendar entries, and with `copies` they get a copy of each
    receipt to a commander beside them.

    `nudged` is when they were last written to about a deadline, `late` how many deadlines they have missed, `missed` how many
    of these in a row without a letter since, `bank` the seconds left on their chess clock (None: the game has none); `plays`
    names the practice opponent that plays the side, "" for a person, and `plays_one` says that it plays for its chief alone,
    beside commanders who go on; `accepted` is when they accepted their invitation;
    `folded` is their address in the form used for lookups (`fold`); `leader` is the counter whose role they play, "" if they
    play none, and `lost` those of theirs who fell, the newest first."""

    __tablename__ = "player"
    __table_args__ = (UniqueConstraint("game_id", "side"),)
    id: int | None = _id()
    game_id: int = _of("game")
    side: str
    code: str
    name: str
    address: str
    folded: str = Field(default="", index=True)
    answered: int | None = None
    last_record_sent: int = _named("told", -1)
    contribution: str = "0" * 64
    away_from: datetime | None = _moment_or_none()
    away_to: datetime | None = _moment_or_none()
    away_hours: int = 0
    report: str = "text"
    whole: bool = False
    dates: bool = False
    copies: bool = False
    last_phase_reported: int = _named("phases_told", 0)
    last_press_sent: int = _named("heard", 0)
    zone: str = ""
    language: str = "en"
    nudged: datetime | None = _moment_or_none()
    late: int = 0
    missed: int = 0
    bank: int | None = None
    plays: str = ""
    plays_one: bool = False
    accepted: datetime | None = _moment_or_none()
    leader: str = ""
    lost: str = ""


class SecretRow(SQLModel, table=True):
    """A secret, encrypted under the key that is given at start.  `scope` is a game's name, or "" for the house's own."""

    __tablename__ = "secret"
    __table_args__ = (UniqueConstraint("scope", "name"),)
    id: int | None = _id()
    scope: str
    name: str
    token: str = _text()


class CursorRow(SQLModel, table=True):
    """The position up to which a mailbox has been read: the last UID under a UIDVALIDITY; `looked` is when it last held nothing
    more."""

    __tablename__ = "cursor"
    __table_args__ = (UniqueConstraint("source"),)
    id: int | None = _id()
    source: str
    uidvalidity: int = Field(sa_type=BigId)
    last_uid: int = Field(sa_type=BigId)
    looked: datetime | None = _moment_or_none()


class LetterInRow(SQLModel, table=True):
    """A letter that came in, whole.

    `state`: ``new`` (stored, not yet read), ``gm`` (of a GM, let in and not yet answered), ``done`` (answered),
    ``ignored`` (automatic mail, a second copy), ``held`` (the GM must look; `reason` says why, `trace` where a fault of
    ours happened), ``dropped`` (the GM put it aside), ``back`` (it waits until the
    records of its restored game are back).
    `addressed` is the game that its address names, for whoever shares the work out; `folded` is the sender as they are found
    by (`fold`).  `unread` are its lines that were not understood or read as chat, as JSON (`desk.orders.unread`), "" for
    none; `lines_unread` and `lines_chat` count them.
    """

    __tablename__ = "letter_in"
    __table_args__ = (
        UniqueConstraint("source", "uidvalidity", "uid"),
        Index("ix_letter_in_game_seen", "game", "seen"),
        Index("ix_letter_in_folded_seen", "folded", "seen"),
        Index("ix_letter_in_unread", "seen", "game", "lines_unread", "lines_chat", **UNREAD),
    )
    id: int | None = _id()
    source: str
    uidvalidity: int = Field(sa_type=BigId)
    uid: int = Field(sa_type=BigId)
    digest: str = Field(index=True)
    message_id: str = Field(default="", index=True)
    words_digest: str = Field(default="", index=True, sa_type=Marked)
    arrived: datetime = _moment()
    raw: bytes = Field(sa_type=SealedBytes)
    state: str = Field(default="new", index=True)
    reason: str = _text()
    trace: str = _sealed()
    attempts: int = 0
    sender: str = ""
    folded: str = ""
    subject: str = _text()
    game: str = Field(default="", index=True)
    side: str = ""
    answer_key: str = ""
    seen: datetime | None = _moment_or_none()
    addressed: str = Field(default="", index=True)
    unread: str = _sealed()
    lines_unread: int = 0
    lines_chat: int = 0


class PhaseRow(SQLModel, table=True):
    """A phase that was begun.  `state`: ``open`` or ``done``.

    `locked` is "" until the first segment is stored; then it holds, by side, the number of the submission and the standing
    orders that count for the whole phase.  `stopped` is when it came to what is open now, `due` the deadline of that, `passed`
    whether it has passed; `closed` is the last deadline that was enforced: what arrived after it came too late.  `remind` is
    when its players are to be reminded of the deadline, None if nobody is.  `lapsed` is when a deadline came that the
    campaign's terms do not enforce; `is_question` says that only answers are owed.
    """

    __tablename__ = "phase"
    __table_args__ = (UniqueConstraint("game_id", "n"),)
    id: int | None = _id()
    game_id: int = _of("game")
    n: int
    phase: str
    letter: str
    name: str
    side: str
    turn: int
    checkpoint_n: int
    state: str = "open"
    locked: str = _text()
    waiting_for: str = ""
    begun: datetime = _moment()
    stopped: datetime = _moment()
    due: datetime | None = Field(default=None, sa_type=UtcTime, index=True)
    passed: bool = False
    closed: datetime | None = _moment_or_none()
    remind: datetime | None = Field(default=None, sa_type=UtcTime, index=True)
    reminded: bool = False
    lapsed: datetime | None = _moment_or_none()
    is_question: bool = False
    told: bool = False


class SegmentRow(SQLModel, table=True):
    """A segment of a phase: the record of its answers and events, its ladder step (None: no roll) and contributions."""

    __tablename__ = "segment"
    __table_args__ = (UniqueConstraint("phase_id", "n"),)
    id: int | None = _id()
    phase_id: int = _of("phase")
    n: int
    body: str = _sealed()
    adj: int | None = None
    contributions: str = _text("{}")
    record_seq: int


class LockRow(SQLModel, table=True):
    """Orders that were locked before the dice of an adjudication: the record that says so, with its head, and what counts.

    `state` is ``waiting`` (for the witness or the beacon), ``known``, ``silent`` (the witness's time is over) or ``used``;
    `step` the witness's step, or the beacon's round; `source` their or its key, `word` what came, as a record holds it.  `due`
    is when it is to be looked at next, `tries` how often that failed; `begun` says that the lock began its phase.
    """

    __tablename__ = "locked"
    __table_args__ = (UniqueConstraint("game_id", "branch", "seq"),)
    id: int | None = _id()
    game_id: int = _of("game")
    branch: str
    seq: int
    head: str
    at: datetime = _moment()
    phase: str
    adj: int
    digests: str = _text("{}")
    mode: str
    source: str
    step: int = 0
    state: str = "waiting"
    word: str = _text("{}")
    begun: bool = False
    tries: int = 0
    due: datetime | None = Field(default=None, sa_type=UtcTime, index=True)


class CheckpointRow(SQLModel, table=True):
    """The state of a game between two phases.  Number 0 is the opening."""

    __tablename__ = "checkpoint"
    __table_args__ = (UniqueConstraint("game_id", "n"),)
    id: int | None = _id()
    game_id: int = _of("game")
    n: int
    state: str = _sealed()
    state_hash: str


class EventRow(SQLModel, table=True):
    """An event of play, numbered through its phase."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("phase_id", "n"),)
    id: int | None = _id()
    phase_id: int = _of("phase")
    n: int
    type: str = _sealed()
    body: str = _sealed()


class RecordRow(SQLModel, table=True):
    """A record of the chain, as canonical bytes, with its head."""

    __tablename__ = "record"
    __table_args__ = (UniqueConstraint("game_id", "branch", "seq"), Index("ix_record_program", "game_id", **PROGRAM))
    id: int | None = _id()
    game_id: int = _of("game")
    branch: str
    seq: int
    type: str
    at: datetime = _moment()
    body: str = _text()
    head: str


class SubmissionRow(SQLModel, table=True):
    """Orders on file of one side for one phase, one version: the whole set as it stood after a letter.

    `ready`: ``""``, ``ready``, ``wait`` or ``pass``.  `state`: ``filed`` or ``withdrawn``.  The highest `n` counts.
    `said` are the lines that its digest stands for.  `salt` is sealed with them: whoever has the salt can guess lines until
    the digest, which is public, fits.
    """

    __tablename__ = "submission"
    __table_args__ = (
        UniqueConstraint("game_id", "side", "phase", "n"),
        Index("ix_submission_game_phase", "game_id", "phase"),
    )
    id: int | None = _id()
    game_id: int = _of("game")
    side: str
    phase: str
    n: int
    letter_id: int | None = Field(default=None, sa_type=BigId)
    state: str = "filed"
    ready: str = ""
    nonce: str = _sealed()
    salt: str = _sealed()
    said: str = _sealed("[]")
    digest: str
    record_seq: int
    at: datetime = _moment()


class LineRow(SQLModel, table=True):
    """A line of a submission, in its place.  A refused line keeps its place so that a corrected one can take it.

    `costs` are the notes of its orders (``2 of 6 MP``) as a JSON list, one for each, or empty.  All answers are the last row.
    `seat` is the number of the seat that wrote it on a shared side, 0 for the side's player.
    """

    __tablename__ = "line"
    __table_args__ = (UniqueConstraint("submission_id", "place"),)
    id: int | None = _id()
    submission_id: int = _of("submission")
    place: int
    written: str = _sealed()
    canonical: str = _sealed()
    orders: str = _sealed("[]")
    costs: str = _sealed("[]")
    verdict: str = "accepted"
    seat: int = 0


class StandingRow(SQLModel, table=True):
    """A standing order: in force from `since` until `ended`.

    `place` is its place in the owner's own sequence; `why` says why it switched itself off, "" if it did not, and `told`
    whether a report has said so.  `seat` is the number of the seat that gave it on a shared side, 0 for the side's player.
    """

    __tablename__ = "standing"
    __table_args__ = (UniqueConstraint("game_id", "side", "number"),)
    id: int | None = _id()
    game_id: int = _of("game")
    side: str
    number: int
    text: str = _sealed()
    body: str = _sealed()
    place: int = 0
    since: datetime = _moment()
    ended: datetime | None = _moment_or_none()
    why: str = _text()
    told: bool = False
    seat: int = 0


class QuestionRow(SQLModel, table=True):
    """A break: an ask put to a player, numbered within its letter; `choice` is "" until it is answered."""

    __tablename__ = "question"
    __table_args__ = (UniqueConstraint("phase_id", "segment", "place"),)
    id: int | None = _id()
    phase_id: int = _of("phase")
    segment: int
    place: int
    side: str
    number: int
    ask_key: str = _sealed()
    ask: str = _sealed()
    choice: str = _sealed()
    answered: datetime | None = _moment_or_none()
    submission_n: int = 0


class OrderKeyRow(SQLModel, table=True):
    """An order key that was mailed: which game, side, phase and report a reply under it answers.

    `stacks` are the letters that the mail gave to the side's stacks, as JSON, or "".  `void` since the GM took the key back.
    `seat` is the number of the seat whose letter it was on a shared side, 0 for the side's player.
    """

    __tablename__ = "order_key"
    __table_args__ = (UniqueConstraint("game_id", "key"),)
    id: int | None = _id()
    game_id: int = _of("game")
    key: str = Field(index=True, sa_type=Marked)
    side: str
    phase: str
    report: str
    seq: int
    stacks: str = _text()
    made: datetime = _moment()
    void: datetime | None = _moment_or_none()
    seat: int = 0


class LetterOutRow(SQLModel, table=True):
    """A letter to be sent, under a key of its own, so that what is done twice is written once.

    `state`: ``new``, ``sending``, ``sent``, ``later``, ``maybe`` (sent, perhaps), ``failed``, or ``held`` where a template of
    the GM's could not make it; then `pages` are the pages that it was to make, as JSON, else "".
    `shown` are the words of its HTML part, line by line, "" without one: a reply may quote either part.
    `bounced` is what its return has added to its address's score; `folded` is whom it goes to, as they are found by (`fold`).
    """

    __tablename__ = "letter_out"
    __table_args__ = (Index("ix_letter_out_folded_made", "folded", "made"),)
    id: int | None = _id()
    key: str = Field(unique=True)
    game: str = Field(index=True)
    side: str = ""
    kind: str = ""
    to: str
    folded: str = ""
    message_id: str = Field(index=True)
    subject: str = _text()
    text: str = _sealed()
    shown: str = _sealed()
    raw: bytes = Field(sa_type=SealedBytes)
    state: str = Field(default="new", index=True)
    tries: int = 0
    not_before: datetime | None = _moment_or_none()
    last_reply: str = _text()
    made: datetime = _moment()
    sent: datetime | None = _moment_or_none()
    bounced: int = 0
    pages: str = _sealed()


class PressRow(SQLModel, table=True):
    """Press: words from one side to the other, told in the next report."""

    __tablename__ = "press"
    id: int | None = _id()
    game_id: int = _of("game")
    side: str
    to: str
    words: str = _sealed()
    at: datetime = _moment()
    told: bool = False


class DispatchRow(SQLModel, table=True):
    """Words that do not go by mail at once: of one commander to another of their side, whom a rider looks for, or between
    somebody and the umpire.

    `number` counts those of a game.  `kind`: ``dispatch``, ``taken`` (one that came to somebody else), ``question`` to the
    umpire, ``answer`` or ``report`` of theirs, ``seen`` (what they let somebody see), ``tray`` (their whole answer).  `sender`
    and `receiver` are seats, 0 for the side's player, -1 for the umpire.  A rider left in game turn `turn` from `place`, "" if
    the writer was not on the map; the umpire may have made `turn` later.  `seq` is the newest record when it was written,
    `sealed` the record that seals it, `arrived` the one at whose end it arrived or was dealt with, `told` the report that
    brought the words; None until then.  `fate` says what else the umpire did with it: ``withheld``, ``taken``, ``changed``.
    """

    __tablename__ = "dispatch"
    __table_args__ = (UniqueConstraint("game_id", "number"),)
    id: int | None = _id()
    game_id: int = _of("game")
    number: int
    kind: str = "dispatch"
    side: str
    sender: int
    receiver: int
    words: str = _sealed()
    at: datetime = _moment()
    phase: str
    turn: int
    place: str = _sealed()
    seq: int
    sealed: int | None = None
    arrived: int | None = None
    told: int | None = None
    fate: str = ""


class AddressRow(SQLModel, table=True):
    """An address that letters came back from, in lower case: its score, and since when nothing is sent to it."""

    __tablename__ = "address"
    id: int | None = _id()
    address: str = Field(unique=True)
    score: int = 0
    stopped: datetime | None = _moment_or_none()


class ConfirmationRow(SQLModel, table=True):
    """A heavy command that waits for ``confirm CODE``: `what` is the command (``resign``, ``address``), `value` what stood
    with it."""

    __tablename__ = "confirmation"
    __table_args__ = (UniqueConstraint("game_id", "side", "code"),)
    id: int | None = _id()
    game_id: int = _of("game")
    side: str
    code: str = Field(sa_type=Marked)
    what: str
    value: str = Field(default="", sa_type=SealedText)
    made: datetime = _moment()


class ProposalRow(SQLModel, table=True):
    """A proposal of `side` to the other: `what` (``pace``) and its value; `closed` when it has been answered."""

    __tablename__ = "proposal"
    __table_args__ = (UniqueConstraint("game_id", "number"),)
    id: int | None = _id()
    game_id: int = _of("game")
    number: int = 0
    side: str
    what: str
    value: str
    made: datetime = _moment()
    closed: bool = False


class WatchRow(SQLModel, table=True):
    """The daemon's last sign of life, and since when no letter goes out (None: they do): one row."""

    __tablename__ = "watch"
    id: int | None = _id()
    at: datetime = _moment()
    unsent: datetime | None = _moment_or_none()


class SeatRow(SQLModel, table=True):
    """One more person at a game's table: an observer (`side` is ""), a second GM, or a commander beside a side's player.

    A commander's has a `number` in its game, from 1, and a `place` among the side's (the player's is 0).  `formations` are the
    words for their units, as a JSON list (empty: all).  `ready` is the phase for which they are, and the word; `phases` those
    with orders until they left.  From `ended` on it is empty; `follows` is the one before it, `given` the ruling's record.
    `last_record_sent` is the last record that a letter has brought an observer, -1 before their first.
    `leader` is the counter whose role they play, "" for none, and `lost` those of theirs who fell, the newest first.
    `missed` are the deadlines that a commander has missed in a row, `plays` names the practice opponent that plays for them.

    With a side, without a number and not ended it is a chair beside the table: a substitute's, in their `place`, who is `asked`
    for an answer `until` then; or that of somebody who has left their side to one (`place` 0).  `answer` is what came of it.
    """

    __tablename__ = "seat"
    id: int | None = _id()
    game_id: int = _of("game")
    side: str = ""
    name: str
    address: str
    folded: str = Field(default="", index=True)
    formations: str = _text("[]")
    last_record_sent: int = _named("told", -1)
    report: str = "text"
    number: int = 0
    place: int = 0
    language: str = "en"
    zone: str = ""
    whole: bool = False
    dates: bool = False
    away_from: datetime | None = _moment_or_none()
    away_to: datetime | None = _moment_or_none()
    ready: str = ""
    late: int = 0
    phases: int = 0
    ended: datetime | None = _moment_or_none()
    follows: int = 0
    given: int = 0
    leader: str = ""
    lost: str = ""
    asked: datetime | None = _moment_or_none()
    until: datetime | None = _moment_or_none()
    answer: str = ""
    missed: int = 0
    plays: str = ""


class GmActionRow(SQLModel, table=True):
    """Something that a GM did, or has asked for and not yet confirmed.

    `game` is "" if it is about no game; `line` is what they wrote, in its one canonical form; `seen` the mark of the game
    when they saw its effect.  `state`: ``waits`` (for ``confirm`` with `code`), ``done``, or ``lapsed``.  `record_seq` is the
    record that it made, `inverse` the line that takes it back, `sig` the GM's signature over all of it.
    """

    __tablename__ = "deed"
    id: int | None = _id()
    game: str = Field(default="", index=True)
    name: str
    line: str = _sealed()
    reason: str = _text()
    by: str = ""
    at: datetime = _moment()
    state: str = "done"
    seen: str = ""
    code: str | None = Field(default=None, index=True, sa_type=Marked)
    record_seq: int | None = None
    said: str = _sealed()
    inverse: str = _sealed()
    sig: str = _text()


class FaultRow(SQLModel, table=True):
    """Something that went wrong and waits for the GM.

    `kind`: ``rules``, ``hash``, ``letter`` (one that came in), ``mail`` (one that cannot be sent) or ``player`` (one who
    cannot be reached); `subject` is what it is about: a game's name, a letter's number, an address.  `record_seq` is the
    record that stands.  `state`: ``open``, ``snoozed`` (until `until`) or ``closed``.
    """

    __tablename__ = "fault"
    id: int | None = _id()
    game: str = Field(default="", index=True)
    kind: str
    subject: str
    place: str = ""
    text: str = _text()
    trace: str = _sealed()
    record_seq: int | None = None
    state: str = Field(default="open", index=True)
    opened: datetime = _moment()
    until: datetime | None = _moment_or_none()
    closed: datetime | None = _moment_or_none()


class GmRow(SQLModel, table=True):
    """A GM's habits, by their address in lower case: at which hour of which zone they want a daily digest ("" for none), and
    when the last one was written."""

    __tablename__ = "gm"
    id: int | None = _id()
    address: str = Field(unique=True)
    digest: str = ""
    zone: str = "UTC"
    digested: datetime | None = _moment_or_none()


for _table, _address in (
    (GameRow, "gm_address"),
    (PlayerRow, "address"),
    (SeatRow, "address"),
    (LetterInRow, "sender"),
    (LetterOutRow, "to"),
):
    keep_folded(_table, _address)

"""The outbox: when each letter is sent, and what an outcome means."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeGuard

from pbem.crash_points import crash_point
from pbem.desk.desk import Desk
from pbem.desk.incoming.returned import FOR_GOOD, bounce_address, count_against, tell_undelivered
from pbem.mail.ports import Later, MailSink, Maybe, Never, Outcome, Sent
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.tables import LetterOutRow

RETRY_MINUTES = (1, 5, 15, 60, 240)
RETRY_LATER = timedelta(hours=6)
GIVE_UP = timedelta(days=5)
JITTER = 0.2
"""By how much of itself a wait is drawn out at most."""
CLAIMED = timedelta(minutes=15)
"""How long a sender has for the letters that it has claimed."""
IN_TIME = timedelta(minutes=5)
"""So much of that must be left for a letter to go: a server may take as long over it (RFC 5321 4.5.3.2)."""
MAYBE_AGAIN = timedelta(minutes=15)
LONGEST_REPLY = 500
SERVICE_CLOSING = 421
READY_AT_ONCE = 4
"""So many letters are read at once: until they go, nobody can send one to another address."""
MOST_AT_ONCE = 200
"""So many letters go out before the mailbox is looked at again."""
NEVER_ANSWERED = ("error", "refused", "held", "fault", "undelivered")
"""Kinds that go out under the empty envelope sender, so that a bounce of theirs comes to nobody."""


@dataclass(frozen=True)
class Delivered:
    """What one go at the outbox did: letters sent, and why the server is to be left alone for now (None: it is not).

    `more`: there is more to be sent, and it was time to look at other things.
    """

    sent: int = 0
    trouble: Later | None = None
    more: bool = False


@dataclass(frozen=True)
class _Ready:
    """A letter that is about to go: its number, its bytes, and the sender and recipient of its envelope."""

    number: int
    raw: bytes
    sender: str
    recipient: str


async def send_due(desk: Desk, sink: MailSink) -> Delivered:
    """Send what is due, oldest first.

    What became of a letter is filed before the next one goes, so that a crash repeats one letter at most.  Only with the
    last of the few letters that were read is the disk waited for: where the machine loses its power, those few are what may
    go out again.  It ends where the server is not available, or closes (421): who calls it waits, longer each time.
    """
    with desk.store.read() as books:
        ready = _ready(desk, books)
    sent = tried = 0
    while ready:
        # Fewer than were asked for are all there are, unless a failure brings about a letter of its own.
        may_be_more = len(ready) == READY_AT_ONCE
        for place, one in enumerate(ready, 1):
            crash_point("C11")
            outcome = _readable(await sink.send(one.raw, one.sender, one.recipient))
            crash_point("C13")
            tried += 1
            sent += isinstance(outcome, Sent)
            may_be_more = may_be_more or not isinstance(outcome, Sent)
            trouble = outcome if _is_trouble(outcome) else None
            is_last = place == len(ready)
            with desk.store.begin(synced=is_last or not isinstance(outcome, Sent)) as books:
                if isinstance(outcome, Sent):
                    books.letters_out.sent(one.number, outcome.reply, desk.clock.now())
                else:
                    row = books.letters_out.get(one.number, unread=True)
                    row.tries += 1
                    file_outcome(desk, books, row, outcome)
                crash_point("C17")
                if is_last and trouble is None and tried < MOST_AT_ONCE:
                    ready = _ready(desk, books) if may_be_more else []
            if trouble is not None:
                return Delivered(sent, trouble)
        if tried >= MOST_AT_ONCE:
            return Delivered(sent, more=True)
    return Delivered(sent)


def _ready(desk: Desk, books: Books) -> list[_Ready]:
    """The next few letters that are due, oldest first."""
    rows = books.letters_out.to_send(desk.clock.now(), READY_AT_ONCE)
    return [_Ready(key_of(row.id), row.raw, _envelope(desk, row), row.to) for row in rows]


async def send_claimed(desk: Desk, sink: MailSink) -> Delivered:
    """As `send_due`, where several senders share one outbox on a PostgreSQL: a batch is claimed, and nobody else's for
    `CLAIMED`."""
    now = desk.clock.now()
    until = now + CLAIMED
    with desk.store.begin() as books:
        numbers = books.letters_out.claim(now, until, books.addresses.stopped())
    sent = 0
    for place, number in enumerate(numbers):
        with desk.store.read() as books:
            row = books.letters_out.get(number)
            is_ours = _is_claimed(row, until) and desk.clock.now() + IN_TIME <= until
            raw, recipient, sender = row.raw, row.to, _envelope(desk, row)
        if not is_ours:
            continue  # nobody is to be sent it any more, or the letters before it took so long that another sender has it
        crash_point("C11")
        outcome = _readable(await sink.send(raw, sender, recipient))
        crash_point("C13")
        sent += isinstance(outcome, Sent)
        trouble = outcome if _is_trouble(outcome) else None
        with desk.store.begin() as books:
            row = books.letters_out.get(number, unread=True)
            if _is_claimed(row, until):
                file_outcome(desk, books, row, outcome)
            for left in numbers[place + 1 :] if trouble is not None else ():
                rest = books.letters_out.get(left, unread=True)
                if _is_claimed(rest, until):
                    rest.tries -= 1
                    books.letters_out.mark(rest, "later", rest.last_reply, now)
        if trouble is not None:
            return Delivered(sent, trouble)
    return Delivered(sent, more=bool(numbers))


def _is_claimed(row: LetterOutRow, until: datetime) -> bool:
    """Whether a letter is still that of the sender who claimed it up to this moment."""
    return row.state == "sending" and row.not_before == until


def _readable(outcome: Outcome) -> Outcome:
    """An outcome whose words can be stored and written to the GM: what a server says may be any bytes, and long."""
    words = outcome.reply.encode("ascii", "backslashreplace").decode("ascii")
    return replace(outcome, reply=words[:LONGEST_REPLY])


def _is_trouble(outcome: Outcome) -> TypeGuard[Later]:
    """Whether it is the server that is not available, or closes (421), and not this letter that it will not take."""
    return isinstance(outcome, Later) and (outcome.is_line or outcome.code == SERVICE_CLOSING)


def file_outcome(desk: Desk, books: Books, row: LetterOutRow, outcome: Outcome) -> None:
    """Record the outcome of an attempt, and when the next one is due."""
    now = desk.clock.now()
    match outcome:
        case Sent(reply):
            books.letters_out.mark(row, "sent", reply, now)
        case Never(code, reply, is_ours):
            _fail(desk, books, row, reply_text(code, reply))
            if not is_ours:
                row.bounced = FOR_GOOD
                count_against(desk, books, row.game, row.to, FOR_GOOD)
        case Later(code, reply, is_line=True):
            # It says nothing of this letter: it goes as soon as there is a line again, and that was no try.
            row.tries -= 1
            books.letters_out.mark(row, "later", f"{_so_far(row)}{reply_text(code, reply)}", now, None)
        case Later(code, reply):
            wait = timedelta(minutes=RETRY_MINUTES[row.tries - 1]) if row.tries <= len(RETRY_MINUTES) else RETRY_LATER
            # Drawn out by a little, so that what failed together is not tried again together.
            wait *= 1 + JITTER * desk.chance()
            # One that had to wait for a line is tried as often as any other, however old it is.
            if now + wait > row.made + GIVE_UP and row.tries > len(RETRY_MINUTES):
                _fail(desk, books, row, f"given up after {row.tries} tries: {reply_text(code, reply)}")
            else:
                books.letters_out.mark(row, "later", f"{_so_far(row)}{reply_text(code, reply)}", now, now + wait)
        case Maybe(reply):
            # Sent once more with the same Message-ID; if the line breaks there again it counts as sent.
            if row.last_reply.startswith("maybe"):
                books.letters_out.mark(row, "sent", f"maybe, twice: {reply}", now)
            else:
                books.letters_out.mark(row, "maybe", f"maybe: {reply}", now, now + MAYBE_AGAIN)


def reply_text(code: int, reply: str) -> str:
    """What a mail server answered: its code once, though many answers begin with it."""
    return reply if reply.startswith(str(code)) else f"{code} {reply}"


def _so_far(row: LetterOutRow) -> str:
    """That it may have been sent once is not forgotten over a later refusal."""
    return "maybe, then " if row.last_reply.startswith("maybe") else ""


def _fail(desk: Desk, books: Books, row: LetterOutRow, reply: str) -> None:
    books.letters_out.mark(row, "failed", reply, desk.clock.now())
    if row.side != "gm":
        tell_undelivered(desk, books, row.game, key_of(row.id), f"{row.to}: {row.subject}: {reply}")


def _envelope(desk: Desk, row: LetterOutRow) -> str:
    """The envelope's sender: it names the letter, so that a bounce does (VERP), even one that quotes nothing of it."""
    return "" if row.kind in NEVER_ANSWERED else bounce_address(desk, row.message_id)

"""The outbox: when each letter is sent, and what an outcome means.

A 5xx says that a letter is refused for good, and not whose fault it is: providers answer so when they have had enough of our
letters for a day, too.  So it is open until the next letter to somebody else: where that is taken, the refusal was about its
recipient; where it is refused in the same words, it is about us, and all letters wait.
"""

import json
import re
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import TypeGuard

from pbem.crash_points import crash_point
from pbem.desk.desk import Desk
from pbem.desk.incoming.returned import (
    FOR_GOOD,
    GIVE_UP,
    LONGEST_REPLY,
    bounce_address,
    count_against,
    tell_undelivered,
)
from pbem.mail.compose import reply_to, reworded
from pbem.mail.ports import LOGIN_REFUSED, REFUSED_FOR_GOOD, HandedOver, MailSink, Maybe, Never, Outcome, TryLater
from pbem.reports import letter_style, pages
from pbem.reports.answer_html import addressed
from pbem.reports.letter_style import WORDS, BrokenPage
from pbem.store.columns import fold, read_time, time_text
from pbem.store.database import Books
from pbem.store.games import key_of
from pbem.store.letters_out import MAYBE_BEFORE, REFUSED
from pbem.store.tables import LetterOutRow

# Letters that a template of the GM's could not make: they are made again as soon as it is fixed.


def let_go(desk: Desk) -> int:
    """Make the letters that are held again, and let those go that can be made now; how many."""
    with desk.store.read() as books:
        held = books.letters_out.held()
    if not held:
        return 0
    with desk.store.begin() as books:
        return sum(_make_again(desk, books, books.letters_out.get(number)) for number in held)


def _make_again(desk: Desk, books: Books, row: LetterOutRow) -> bool:
    changes, still = [], []
    for one in (BrokenPage(**kept) for kept in json.loads(row.pages)):
        made = _again(desk, one)
        if isinstance(made, BrokenPage):
            still.append(replace(one, file=made.file, line=made.line, why=made.why))
        else:
            changes.append((one.said, made))
    if still:
        books.letters_out.hold(row, json.dumps([asdict(one) for one in still]), str(still[0])[:200])
        return False
    raw, text = row.raw, row.text
    for before, after in changes:
        text = text.replace(before, after, 1)
        raw = reworded(raw, *(addressed(one, reply_to(row.raw)) for one in (before, after)))
    books.letters_out.let_go(row, raw, text)
    return True


def _again(desk: Desk, one: BrokenPage) -> str | BrokenPage:
    if one.template == WORDS:
        return one.said if letter_style.is_sound(one.language, desk.house.templates) else one
    return pages.again(one, desk.house.templates)


RETRY_MINUTES = (1, 5, 15, 60, 240)
RETRY_LATER = timedelta(hours=6)
JITTER = 0.2
"""By how much of itself a wait is drawn out at most."""
CLAIMED = timedelta(minutes=15)
"""Seconds that a sender has for the letters that it has claimed."""
IN_TIME = timedelta(minutes=5)
"""So much of that must be left for a letter to go: a server may take as long over it (RFC 5321 4.5.3.2)."""
MAYBE_AGAIN = tuple(timedelta(minutes=one) for one in (15, 60, 240, 720, 1440))
"""Waits after a line was lost behind a letter's last dot.  It is sent again, since it may not have arrived (RFC 5321, 4.5.4.1);
few times, since it may (RFC 1047); and each time under its Message-ID, by which mailboxes drop the copies."""
SERVICE_CLOSING = 421
REFUSALS = 3
"""A letter that was refused so often fails, where its recipient is wrong by the server's code, or others are taken."""
WRONG_ADDRESS = re.compile(r"5\d\d[ -]5\.(?:1\.(?:1|2|3|6|10)|2\.[12])\b")
"""Replies that name a wrong address, or a closed or full mailbox (RFC 3463)."""
READY_AT_ONCE = 4
"""So many letters are read at once: until they go, nobody can send one to another address."""
MOST_AT_ONCE = 200
"""So many letters go out before the mailbox is looked at again."""
NEVER_ANSWERED = ("error", "refused", "held", "fault", "undelivered")
"""Kinds that go out under the empty envelope sender, so that a bounce of theirs comes to nobody."""


@dataclass(frozen=True)
class Delivered:
    """The results of one go at the outbox: letters sent, and why the server is to be left alone for now (None: it is not).

    `more`: there is more to be sent, and it was time to look at other things.
    """

    sent: int = 0
    trouble: TryLater | None = None
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
    tried, go = 0, _Go(desk)
    while ready:
        # Fewer than were asked for are all there are, unless a failure brings about a letter of its own.
        may_be_more = len(ready) == READY_AT_ONCE
        for place, one in enumerate(ready, 1):
            crash_point("C11")
            outcome = _readable(await sink.send(one.raw, one.sender, one.recipient))
            crash_point("C13")
            tried += 1
            is_plain = isinstance(outcome, HandedOver) and not go.doubted
            may_be_more = may_be_more or not is_plain
            is_last = place == len(ready)
            with desk.store.begin(synced=is_last or not is_plain) as books:
                if is_plain:
                    books.letters_out.sent(one.number, outcome.reply, desk.clock.now())
                    go.taken()
                    trouble = None
                else:
                    row = books.letters_out.get(one.number, unread=True)
                    row.tries += 1
                    trouble = go.file(books, row, outcome)
                crash_point("C17")
                if is_last and trouble is None and tried < MOST_AT_ONCE:
                    ready = _ready(desk, books) if may_be_more else []
            if trouble is not None:
                return Delivered(go.sent, trouble)
        if tried >= MOST_AT_ONCE:
            return Delivered(go.sent, more=True)
    return Delivered(go.sent)


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
    go = _Go(desk)
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
        with desk.store.begin() as books:
            row = books.letters_out.get(number, unread=True)
            trouble = go.file(books, row, outcome) if _is_claimed(row, until) else None
            trouble = trouble or (outcome if _is_trouble(outcome) else None)
            for left in numbers[place + 1 :] if trouble is not None else ():
                rest = books.letters_out.get(left, unread=True)
                if _is_claimed(rest, until):
                    rest.tries -= 1
                    books.letters_out.mark(rest, "later", rest.last_reply, now)
        if trouble is not None:
            return Delivered(go.sent, trouble)
    return Delivered(go.sent, more=bool(numbers))


def _is_claimed(row: LetterOutRow, until: datetime) -> bool:
    """True if a letter is still that of the sender who claimed it up to this moment."""
    return row.state == "sending" and row.not_before == until


def _readable(outcome: Outcome) -> Outcome:
    """An outcome whose words can be stored and written to the GM: what a server says may be any bytes, and long."""
    words = outcome.reply.encode("ascii", "backslashreplace").decode("ascii")
    return replace(outcome, reply=words[:LONGEST_REPLY])


def _is_trouble(outcome: Outcome) -> TypeGuard[TryLater]:
    """True if it is the server that is not available, or closes (421), and not this letter that it will not take."""
    return isinstance(outcome, TryLater) and (outcome.is_line or outcome.code == SERVICE_CLOSING)


class _Go:
    """One go at the outbox: what was taken, and the letters whose refusal is open until it is known how others fare."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.sent = 0
        self.doubted: dict[int, tuple[str, Never]] = {}
        """By the number of the letter: to whom it goes, as they are found by, and what the server said of it."""
        self._is_taking = False
        """True if the last letter was taken."""
        self._is_lost = False
        """True if the line was lost behind the last letter."""

    def taken(self) -> None:
        """A letter was taken."""
        self.sent += 1
        self._is_taking, self._is_lost = True, False

    def file(self, books: Books, row: LetterOutRow, outcome: Outcome) -> TryLater | None:
        """Record the outcome of a try; the trouble if the server is to be left alone now."""
        was_taking, self._is_taking = self._is_taking, False
        was_lost, self._is_lost = self._is_lost, isinstance(outcome, Maybe)
        if isinstance(outcome, Never) and not outcome.is_certain:
            return self._refused(books, row, outcome, was_taking=was_taking)
        if _is_limit(outcome):
            return self._limited(books, row, outcome, was_taking=was_taking)
        file_outcome(self._desk, books, row, outcome)
        if isinstance(outcome, HandedOver):
            self.taken()
            self._others_are_taken(books, fold(row.to))
        if isinstance(outcome, Maybe) and was_lost:  # the server takes no letter to its end, whichever it is
            return TryLater(0, outcome.reply, is_line=True)
        return outcome if _is_trouble(outcome) else None

    def _refused(self, books: Books, row: LetterOutRow, refusal: Never, *, was_taking: bool) -> TryLater | None:
        reply = reply_text(refusal.code, refusal.reply)
        if _is_about_us(books, row, reply):
            return self._limited(books, row, TryLater(refusal.code, refusal.reply, is_line=True), was_taking=False)
        if row.tries >= REFUSALS and (was_taking or WRONG_ADDRESS.match(reply)):
            file_outcome(self._desk, books, row, refusal)
            return None
        self._put_off(books, row, TryLater(refusal.code, refusal.reply))
        self.doubted[key_of(row.id)] = (fold(row.to), refusal)
        return None

    def _limited(self, books: Books, row: LetterOutRow, limit: TryLater, *, was_taking: bool) -> TryLater | None:
        """The server has had enough of our letters; or of this one, if it said so before and has just taken another."""
        if was_taking and _was_refused(row):
            self._put_off(books, row, TryLater(limit.code, limit.reply))
            return None
        self._put_off(books, row, limit)
        self.doubted.clear()
        return limit

    def _put_off(self, books: Books, row: LetterOutRow, refusal: TryLater) -> None:
        """Let a refused letter wait, and say that it is open why it was refused."""
        maybe = _so_far(row)
        file_outcome(self._desk, books, row, refusal)
        if row.state == "later":
            at = time_text(self._desk.clock.now())
            row.last_reply = f"{maybe}{REFUSED}{at}: {reply_text(refusal.code, refusal.reply)}"

    def _others_are_taken(self, books: Books, to: str) -> None:
        """A letter went out, so that what was refused before it, in this go, was refused for its own sake."""
        for number, (other, refusal) in list(self.doubted.items()):
            if other != to:
                del self.doubted[number]
                file_outcome(self._desk, books, books.letters_out.get(number, unread=True), refusal)


def _is_about_us(books: Books, row: LetterOutRow, reply: str) -> bool:
    """True if a letter to somebody else was refused in the same words, and none was taken since."""
    for number, outcome in books.letters_out.refused():
        at, _, words = outcome.removeprefix(MAYBE_BEFORE).removeprefix(REFUSED).partition(": ")
        if _kind_of(words) != _kind_of(reply) or books.letters_out.get(number, unread=True).folded == row.folded:
            continue
        if not books.letters_out.was_taken_after(read_time(at)):
            return True
    return False


def _kind_of(reply: str) -> str:
    """The key by which refusals are alike: their codes, or where there is one code the words without addresses and numbers."""
    codes = re.match(r"(\d{3})[ -]+(\d\.\d{1,3}\.\d{1,3})\b", reply)
    if codes:
        return f"{codes[1]} {codes[2]}"
    return " ".join([reply[:3], *re.sub(r"\S+@\S+|\S*\d\S*", " ", reply.lower()).split()])


def _is_limit(outcome: Outcome) -> TypeGuard[TryLater]:
    """True if the server is there, and takes none of our letters."""
    return (
        isinstance(outcome, TryLater)
        and outcome.is_line
        and outcome.code >= REFUSED_FOR_GOOD
        and outcome.code not in LOGIN_REFUSED
    )


def _was_refused(row: LetterOutRow) -> bool:
    """True if it is open why a letter was refused last time."""
    return row.last_reply.removeprefix(MAYBE_BEFORE).startswith(REFUSED)


def file_outcome(desk: Desk, books: Books, row: LetterOutRow, outcome: Outcome) -> None:
    """Record the result of an attempt to send, and when to try again."""
    now = desk.clock.now()
    match outcome:
        case HandedOver(reply):
            books.letters_out.mark(row, "sent", reply, now)
        case Never(code, reply, is_ours):
            _fail(desk, books, row, reply_text(code, reply))
            if not is_ours:
                row.bounced = FOR_GOOD
                count_against(desk, books, row.game, row.to, FOR_GOOD)
        case TryLater(code, reply, is_line=True):
            # It says nothing of this letter: it goes as soon as there is a line again, and that was no try.
            row.tries -= 1
            books.letters_out.mark(row, "later", f"{_so_far(row)}{reply_text(code, reply)}", now, None)
        case TryLater(code, reply):
            wait = timedelta(minutes=RETRY_MINUTES[row.tries - 1]) if row.tries <= len(RETRY_MINUTES) else RETRY_LATER
            # Drawn out by a little, so that what failed together is not tried again together.
            wait *= 1 + JITTER * desk.chance()
            # One that had to wait for a line is tried as often as any other, however old it is.
            if now + wait > row.made + GIVE_UP and row.tries > len(RETRY_MINUTES):
                _fail(desk, books, row, f"given up after {row.tries} tries: {reply_text(code, reply)}")
            else:
                books.letters_out.mark(row, "later", f"{_so_far(row)}{reply_text(code, reply)}", now, now + wait)
        case Maybe(reply):
            lost = _times_lost(row) + 1
            if lost > len(MAYBE_AGAIN) or now > row.made + GIVE_UP:
                _fail(desk, books, row, f"it may have arrived, but the line was lost behind it {lost} times: {reply}")
            else:
                times = f", {lost} times" if lost > 1 else ""
                books.letters_out.mark(row, "maybe", f"maybe{times}: {reply}", now, now + MAYBE_AGAIN[lost - 1])


def reply_text(code: int, reply: str) -> str:
    """The reply of a mail server, with its code once, although many replies begin with it."""
    return reply if reply.startswith(str(code)) else f"{code} {reply}"


def _times_lost(row: LetterOutRow) -> int:
    """The times that the line was lost behind a letter; 1 where it was refused since."""
    found = re.match(r"maybe(?:, (\d+) times)?", row.last_reply)
    return int(found[1] or 1) if found else 0


def _so_far(row: LetterOutRow) -> str:
    """The remark that a letter may have been sent once, which is not forgotten over a later refusal."""
    return MAYBE_BEFORE if row.last_reply.startswith("maybe") else ""


def _fail(desk: Desk, books: Books, row: LetterOutRow, reply: str) -> None:
    books.letters_out.mark(row, "failed", reply, desk.clock.now())
    tell_undelivered(desk, books, row.game, key_of(row.id), f"{row.to}: {row.subject}: {reply}")


def _envelope(desk: Desk, row: LetterOutRow) -> str:
    """The envelope's sender: it names the letter, so that a bounce does (VERP), even one that quotes nothing of it."""
    return "" if row.kind in NEVER_ANSWERED else bounce_address(desk, row.message_id)

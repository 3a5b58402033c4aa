"""Letters from an IMAP mailbox: what is new by UID under UIDVALIDITY, and MOVE to a folder when it is stored (RFC 9051).

A server that says NO gives nothing now: nothing is passed over for that.  A letter with which it fails alone must not keep the
others away: after a while a note takes its place (`pbem.mail.refusals`).
"""

import asyncio
import logging
import re
import ssl
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from aioimaplib.aioimaplib import quoted

from pbem.mail.imap_connection import ImapAnswer, ImapConnection, Untagged
from pbem.mail.mime import LIMITS
from pbem.mail.ports import (
    LETTERS_A_FETCH,
    ONCE_MORE,
    Cursor,
    Fetched,
    LoginRefused,
    MailTrouble,
    NoFolder,
    NotNow,
    first_batch,
    validity_of,
)
from pbem.mail.refusals import ALONE, NOT_NOW, WHILE_OTHERS_COME, Withheld, note, trouble_of

LONGEST_IDLE = 540.0
"""Seconds: RFC 2177's 29 minutes are too long for many routers."""
POLL = 60.0
"""Seconds between looks where there is no IDLE, or where IDLE was found to keep still."""
LOGIN_TRIES = 3
LOGIN_HOUR = 3600.0
"""Seconds over which logins must be refused without a reason until they are given up."""
UIDS_AT_ONCE = 500
"""Letters that one command names at most, so that its line stays short."""
ANOTHER_MOVED = "[EXPUNGEISSUED]"
"""A server's answer when another reader of the mailbox has moved some of the letters meanwhile (RFC 5530)."""
WRONG_LOGIN = re.compile(r"\[(?:AUTHENTICATIONFAILED|EXPIRED|AUTHORIZATIONFAILED)\b", re.IGNORECASE)
"""Codes that say that name or password are wrong, or may not be used any more."""
CROWDED = re.compile(
    r"too many|simultaneous|connection|\blater\b|try again|temporar|throttl|\blimit|exceed|quota|unavailable|\bbusy\b"
    r"|overload|maintenance|internal|server error|backend|timed? ?out",
    re.IGNORECASE,
)
"""Words of a refused login that is not about name or password."""
NO_SUCH_FOLDER = re.compile(r"\[(?:NONEXISTENT|TRYCREATE)\b", re.IGNORECASE)
AHEAD = timedelta(days=1)
"""No letter has arrived so long after now."""
EARLIEST = datetime(2000, 1, 1, tzinfo=UTC)
"""No letter has arrived before this: some servers say 1970 where they don't know."""
MOST_REFUSALS = 5
"""After so many letters that are not given those behind the cursor are left for another time."""
PROCESSED_NAMES = ("{}", "INBOX.{}", "INBOX/{}")
"""Possible places of the processed folder: some servers want all folders under INBOX."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImapAccount:
    """A mailbox and how to log in. `tls` None is for servers on loopback alone; folder names are ASCII.

    With `starttls` the line begins in the clear and is upgraded before anything is said.  With a `token` the login is by
    XOAUTH2, with what it returns each time, and there is no password.
    """

    host: str
    port: int
    user: str
    password: str
    tls: ssl.SSLContext | None
    folder: str = "INBOX"
    processed: str = "Processed"
    timeout: float = 30.0
    starttls: bool = False
    token: Callable[[], Awaitable[str]] | None = None

    def __repr__(self) -> str:
        return f"ImapAccount({self.user!r} at {self.host}:{self.port}, {self.folder!r})"


class ImapSource:
    """One mailbox on an IMAP server.

    It connects when it is first asked, and again when it is asked after trouble.  `sleep` and `seconds` are there for tests.
    """

    def __init__(
        self,
        account: ImapAccount,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        seconds: Callable[[], float] = time.monotonic,
    ) -> None:
        self.account = account
        self.name = f"imap:{account.user}@{account.host}/{account.folder}"
        self._sleep = sleep
        self._connection: ImapConnection | None = None
        self._seconds = seconds
        self._uidvalidity = self._uidnext = self._validity = 0
        self._refusals = self._wrong_logins = 0
        self._refused_since = 0.0
        self._withheld = Withheld(seconds)
        self._unmoved = Withheld(seconds)
        """Letters that are stored and lie in the folder all the same: the server would not move them."""
        self._most = LETTERS_A_FETCH
        self._is_moving = True
        self._processed: str | None = None
        self._was_still = False
        self._unannounced = 0
        self._lock = asyncio.Lock()

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        """As `MailSource.fetch`.  A letter over the limit comes cut short just above it, so that it is told as too big."""
        async with self._lock:
            connection = await self._connected()
            self._expect(await connection.command("NOOP"), "NOOP")  # servers answer from the view before it
            uids = await self._new(connection, cursor)
            while uids:
                fetched, gone = await self._next(connection, uids)
                if fetched:
                    self._unannounced += self._was_still
                    self._was_still = False
                    return fetched
                uids = [uid for uid in uids if uid not in gone]
            return ()

    async def done(self, uids: Sequence[int]) -> None:
        """MOVE to the processed folder; where the server has no MOVE: copy, mark deleted, expunge these alone.

        A letter that a note stands for was not read, and stays.
        """
        read = [uid for uid in uids if not self._withheld.was_passed_over(uid)]
        if not read:
            return
        async with self._lock:
            connection = await self._connected()
            folder = await self._processed_folder(connection)
            await self._move_all(connection, read, folder)
            if self._is_moving:
                self._unmoved.clear()
            else:
                for uid in read:
                    self._unmoved.rest(uid)

    async def behind(self, cursor: Cursor, after: int = 0) -> Sequence[Fetched]:
        """As `MailSource.behind`."""
        async with self._lock:
            connection = await self._connected()
            if cursor.uidvalidity % ONCE_MORE != self._uidvalidity or after >= cursor.last_uid:
                return ()
            self._expect(await connection.command("NOOP"), "NOOP")
            self._validity = cursor.uidvalidity
            found = await self._search(connection, after, cursor.last_uid)
            left = [uid for uid in found if not (self._unmoved.is_resting(uid) or self._withheld.is_resting(uid))]
            refusals = 0
            while left and refusals < MOST_REFUSALS:
                fetched, asked, _ = await self._ask(connection, left[: self._most], self._withheld.rest)
                given = {one.uid for one in fetched}
                # What was asked for alone, or beside others that came, and was not given: it is left alone for a while.
                for uid in asked if given or len(asked) == 1 else ():
                    if uid not in given:
                        self._withheld.rest(uid)
                if fetched:
                    return fetched
                refusals += 1
                self._most, left = 1, left[1:] if len(asked) == 1 else left
            return ()

    async def wait(self, seconds: float) -> bool:
        """IDLE for at most nine minutes; a plain wait of at most one where there is no IDLE or it kept still twice."""
        async with self._lock:
            connection = await self._connected()
            if "IDLE" not in connection.capabilities:
                await self._sleep(min(seconds, POLL))
                return False
            longest = POLL if self._unannounced >= 2 else LONGEST_IDLE
            try:
                is_news = await connection.idle(min(seconds, longest))
            except MailTrouble:
                self._drop()
                raise
            if is_news is None:
                await self._sleep(min(seconds, POLL))
                return False
            self._was_still = not is_news
            return is_news

    async def space(self) -> float:
        """As `MailSource.space`, by what the server says of quotas (RFC 9208)."""
        async with self._lock:
            connection = await self._connected()
            found = await storage(connection, self.account.folder)
            return found[0] / found[1] if found is not None else 0.0

    async def close(self) -> None:
        if self._connection is not None:
            connection, self._connection = self._connection, None
            await connection.logout()

    # -- connection

    async def _connected(self) -> ImapConnection:
        if self._connection is not None and self._connection.is_alive:
            return self._connection
        if self._is_locked_out:
            raise LoginRefused(self._refused("It is not tried again."), is_final=True)
        self._connection = None
        account = self.account
        connection = await ImapConnection.connect(
            account.host, account.port, account.tls, account.timeout, starttls=account.starttls
        )
        try:
            await self._open(connection)
        except BaseException:
            connection.abort()
            raise
        self._connection = connection
        return connection

    async def _open(self, connection: ImapConnection) -> None:
        if self.account.token is not None:
            login = await connection.login_by_token(self.account.user, await self.account.token())
        else:
            login = await connection.login(self.account.user, self.account.password)
        if not login.is_ok:
            await connection.logout()
            raise self._login_refused(login)
        self._refusals = self._wrong_logins = 0
        await self._select(connection)
        self._processed = None

    async def _select(self, connection: ImapConnection) -> None:
        """Open the folder: its UIDVALIDITY, and its next UID where the server names it."""
        folder = self.account.folder
        selected = await connection.select(folder)
        if not selected.is_ok:
            if selected.result == "NO" and await self._is_missing(connection, folder, selected.words):
                raise NoFolder(f"IMAP: there is no folder {folder!r}: {selected.words}")
            raise NotNow(f"IMAP: SELECT {folder!r} was answered {selected.result} {selected.words}")
        validity = _code(selected, rb"UIDVALIDITY")
        if validity is None:
            raise MailTrouble(f"IMAP: the server gives no UIDVALIDITY for {folder!r}")
        if validity != self._uidvalidity:
            self._withheld.clear()
            self._unmoved.clear()
        self._uidvalidity, self._uidnext = validity, _code(selected, rb"UIDNEXT") or 0

    async def _is_missing(self, connection: ImapConnection, folder: str, words: str) -> bool:
        """True if a folder that could not be opened is not there; servers have many words for that, and for other things."""
        if NOT_NOW.search(words) or NO_SUCH_FOLDER.search(words):
            return not NOT_NOW.search(words)
        listed = await connection.command("LIST", '""', quoted(folder))
        return listed.is_ok and not any(one.text.upper().startswith(b"LIST ") for one in listed.untagged)

    def _login_refused(self, login: ImapAnswer) -> MailTrouble:
        """The trouble that a refused login is: for now, or for good once it was refused often enough."""
        host, words = self.account.host, login.words
        is_wrong = WRONG_LOGIN.search(words) is not None
        if login.result != "NO" or NOT_NOW.search(words) or (not is_wrong and CROWDED.search(words)):
            return NotNow(f"IMAP: {host} lets nobody in for now: {words}")
        if not self._refusals:
            self._refused_since = self._seconds()
        self._refusals += 1
        self._wrong_logins += is_wrong
        return LoginRefused(self._refused(words), is_final=self._is_locked_out)

    @property
    def _is_locked_out(self) -> bool:
        """True if logins were refused often enough, and for long enough, that none is tried any more."""
        is_long = self._refusals >= LOGIN_TRIES and self._seconds() - self._refused_since >= LOGIN_HOUR
        return self._wrong_logins >= LOGIN_TRIES or is_long

    def _refused(self, words: str) -> str:
        times = f"{self._refusals} of {LOGIN_TRIES} times" if self._wrong_logins else f"{self._refusals} times so far"
        return f"IMAP: {self.account.host} refuses the login of {self.account.user} ({times}). {words}"

    def _drop(self) -> None:
        if self._connection is not None:
            self._connection.abort()
            self._connection = None

    def _expect(self, answer: ImapAnswer, what: str) -> ImapAnswer:
        if not answer.is_ok:
            self._drop()
            words = f"IMAP: {what} was answered {answer.result} {answer.words}"
            raise NotNow(words) if answer.result == "NO" else trouble_of(words)
        return answer

    # -- letters

    async def _new(self, connection: ImapConnection, cursor: Cursor) -> list[int]:
        """The UIDs behind the cursor; all of them where UIDs have begun again, under another UIDVALIDITY or the same."""
        if validity_of(cursor, self._uidvalidity, self._uidnext) > max(cursor.uidvalidity, ONCE_MORE - 1):
            await self._select(connection)  # what it said before is old: another reader may have read on
        self._validity = validity_of(cursor, self._uidvalidity, self._uidnext)
        last = cursor.last_uid if cursor.uidvalidity == self._validity else 0
        found = await self._search(connection, last)
        top = max(found, default=0)
        # `n:*` always names the last letter.  If that lies before the cursor and is not known, UIDs have begun again.
        is_known = self._unmoved.was_passed_over(top) or self._withheld.was_passed_over(top)
        if not self._uidnext and 0 < top < last and not is_known:
            self._validity, last = cursor.uidvalidity + ONCE_MORE, 0
            found = await self._search(connection, 0)
        if self._uidnext:
            self._uidnext = max(self._uidnext, top + 1)
        return [uid for uid in found if uid > last]

    async def _search(self, connection: ImapConnection, last: int, to: int = 0) -> list[int]:
        """The UIDs after `last`, up to `to` (0: to the end; then always the last letter, too)."""
        wanted = f"UID {last + 1}:{to or '*'}"
        answer = self._expect(await connection.command("SEARCH", wanted, by_uid=True), "UID SEARCH")
        uids = {
            int(word)
            for one in answer.untagged
            if one.text.upper().startswith(b"SEARCH")
            for word in one.text.split()[1:]
            if word.isdigit()
        }
        return sorted(uid for uid in uids if not to or last < uid <= to)

    async def _next(self, connection: ImapConnection, uids: Sequence[int]) -> tuple[tuple[Fetched, ...], set[int]]:
        """The first of these letters, or a note in the place of the very first; and UIDs that are there no more.

        Nothing is missing from the middle: the cursor would pass over it.  Raises `MailTrouble` where the first is not given.
        """
        first, failed = uids[0], list[int]()
        try:
            fetched, asked, words = await self._ask(connection, uids[: self._most], failed.append)
        except MailTrouble as trouble:
            if failed and await self._passes_over(uids, trouble):
                return (self._note(first, str(trouble)),), set()
            raise
        given = {one.uid for one in fetched}
        missing = [uid for uid in asked if uid not in given]
        if not missing:
            return fetched, set()
        before = tuple(one for one in fetched if one.uid < missing[0])
        if before:
            return before, set()
        there = {*await self._search(connection, missing[0] - 1, missing[-1])}
        gone = {uid for uid in missing if uid not in there}
        if first in gone:
            return (), gone
        if len(asked) > 1 and not given:
            self._most = 1  # one broken letter may make the server say NO to all
            return (), gone
        not_given = NotNow(f"IMAP: the server lists letter {first} and does not give it: {words}")
        if await self._passes_over(uids, not_given, others_come=bool(given)):
            return (self._note(first, words),), gone
        raise not_given

    async def _passes_over(self, uids: Sequence[int], trouble: MailTrouble, *, others_come: bool = False) -> bool:
        """True if a note takes the place of the first of these letters, which was asked for and not given.

        Where the server gives no other letter either it is the server's trouble, which is over some time: raises `NotNow`.
        """
        first, others = uids[0], uids[1:]
        if not self._withheld.is_tried(first):
            return False
        others_come = others_come or await self._gives_one(others)
        if not isinstance(trouble, NotNow) and not others:
            return self._withheld.pass_over(first)
        if not others_come:
            if self._withheld.pass_over(first, after=ALONE):
                return True
            raise NotNow(str(trouble)) from trouble
        return self._withheld.pass_over(first, after=WHILE_OTHERS_COME if isinstance(trouble, NotNow) else 0.0)

    async def _gives_one(self, uids: Sequence[int]) -> bool:
        """True if the server gives the next of these letters or the last: then it is one alone that it does not give."""
        for uid in dict.fromkeys((*uids[:1], *uids[-1:])):
            try:
                fetched, _, _ = await self._ask(await self._connected(), [uid], lambda _: None)
            except MailTrouble:
                continue
            if fetched:
                return True
        return False

    def _note(self, uid: int, why: str) -> Fetched:
        log.error("letter %d of the mailbox is passed over, and a note held in its place: %s", uid, why)
        text = note(self.name, self._uidvalidity, uid, why)
        return Fetched(self.name, self._validity, uid, datetime.now(UTC), text)

    async def _ask(
        self, connection: ImapConnection, uids: Sequence[int], fault: Callable[[int], None]
    ) -> tuple[tuple[Fetched, ...], tuple[int, ...], str]:
        """As many of these letters as one fetch takes: those that were given, those that were asked for, the server's words.

        A fault of a letter that was asked for alone goes to `fault`; one of several is asked for alone next
        time.  Raises `MailTrouble`.
        """
        batch = tuple(uids)
        try:
            sizes = await self._sizes(connection, batch)
            batch = first_batch(list(sizes.items()))
            fetched, words = await self._bodies(connection, {uid: sizes[uid] for uid in batch})
        except MailTrouble:
            self._drop()
            if len(batch) == 1:
                fault(batch[0])
            self._most = 1
            raise
        if len(fetched) == len(batch):
            self._most = min(self._most * 2, LETTERS_A_FETCH)
        self._withheld.given([one.uid for one in fetched])
        return fetched, batch, words

    async def _sizes(self, connection: ImapConnection, uids: Sequence[int]) -> dict[int, int]:
        """The size of each letter, at most just over the limit; that too where the server does not say."""
        answer = await connection.command("FETCH", _uid_set(uids), "(UID RFC822.SIZE)", by_uid=True)
        if answer.result != "NO":
            self._expect(answer, "UID FETCH")
        sizes = {
            uid: size
            for one in answer.untagged
            if (uid := _number(one, rb"UID")) >= 0 and (size := _number(one, rb"RFC822.SIZE")) >= 0
        }
        most = LIMITS.with_files + 1
        return {uid: min(sizes.get(uid, most), most) for uid in sorted(uids)}

    async def _bodies(self, connection: ImapConnection, sizes: dict[int, int]) -> tuple[tuple[Fetched, ...], str]:
        """The letters that were given, and what the server said of those that were not."""
        whole = [uid for uid, size in sizes.items() if size <= LIMITS.with_files]
        answers = [await self._body(connection, whole, "BODY.PEEK[]")] if whole else []
        for uid in sorted(sizes.keys() - set(whole)):
            answers.append(await self._body(connection, [uid], f"BODY.PEEK[]<0.{LIMITS.with_files + 1}>"))
        raws: dict[int, bytes] = {}
        dates: dict[int, datetime] = {}
        for response in (one for answer in answers for one in answer.untagged):
            uid, raw, date = _number(response, rb"UID"), _raw(response), _arrived(response)
            # A throttled server gives nothing, or no bytes at all, for a letter that has some.
            if uid in sizes and raw is not None and (raw or not sizes[uid]):
                raws[uid] = raw
            if date is not None:
                dates[uid] = date
        now = datetime.now(UTC)
        letters = [Fetched(self.name, self._validity, uid, dates.get(uid, now), raws[uid]) for uid in sorted(raws)]
        words = " / ".join(f"UID FETCH was answered {one.result} {one.words}" for one in answers)
        return tuple(letters), words

    async def _body(self, connection: ImapConnection, uids: Sequence[int], item: str) -> ImapAnswer:
        """Bodies as the server gives them.  One broken letter makes it say NO to all: what came before that is good."""
        answer = await connection.command("FETCH", _uid_set(uids), f"(UID INTERNALDATE {item})", by_uid=True)
        return answer if answer.result == "NO" else self._expect(answer, "UID FETCH")

    # -- done

    async def _processed_folder(self, connection: ImapConnection) -> str:
        """Its name on this server: made if it is missing, under INBOX where the server wants all folders there; or ""."""
        if self._processed is None:
            name = self.account.processed
            for candidate in (one.format(name) for one in PROCESSED_NAMES):
                made = await connection.command("CREATE", quoted(candidate))
                if made.is_ok or "exist" in made.words.lower():
                    self._processed = candidate
                    break
                if NOT_NOW.search(made.words):
                    self._stays(f"CREATE was answered {made.result} {made.words}")
                    return ""
            else:
                self._stays(f"the folder {name!r} cannot be made: {made.words}")
                return ""
        return self._processed

    def _stays(self, why: str) -> None:
        """Log once that stored letters cannot be moved, and stay."""
        if self._is_moving:
            log.warning("letters stay in the mailbox after they are stored: %s", why)
        self._is_moving = False

    async def _move_all(self, connection: ImapConnection, uids: Sequence[int], folder: str) -> None:
        """Move these letters, if there is a folder to move them to."""
        if folder:
            for start in range(0, len(uids), UIDS_AT_ONCE):
                await self._move(connection, _uid_set(uids[start : start + UIDS_AT_ONCE]), folder)

    async def _move(self, connection: ImapConnection, uids: str, folder: str) -> None:
        """Move, or leave where it is what the server will not move (a quota, a folder without rights): it is stored."""
        moves = "MOVE" if "MOVE" in connection.capabilities else "COPY"
        answer = await connection.command(moves, uids, quoted(folder), by_uid=True)
        if answer.result == "NO" and ANOTHER_MOVED in answer.words.upper():
            return  # what is left of them is moved when the folder is tidied
        if answer.is_ok and moves == "COPY":
            answer = await connection.command("STORE", uids, "+FLAGS.SILENT", r"(\Seen \Deleted)", by_uid=True)
            if answer.is_ok and "UIDPLUS" in connection.capabilities:  # a plain EXPUNGE takes away what others marked
                answer = await connection.command("EXPUNGE", uids, by_uid=True)
        if answer.is_ok:
            self._is_moving = True
        else:
            self._stays(f"the server will not move them to {folder!r}: {answer.words}")


async def storage(connection: ImapConnection, folder: str) -> tuple[int, int] | None:
    """The kilobytes used in the quota root of a folder, and how many may be; None where no limit is stated."""
    if "QUOTA" not in connection.capabilities:
        return None
    answer = await connection.command("GETQUOTAROOT", quoted(folder))
    for one in answer.untagged:
        found = re.search(rb"STORAGE (\d{1,15}) (\d{1,15})", one.text, re.IGNORECASE)
        if found and int(found[2]):
            return int(found[1]), int(found[2])
    return None


def _number(response: Untagged, item: bytes) -> int:
    match = re.search(rb"[( ]" + re.escape(item) + rb" (\d{1,12})\b", response.text, re.IGNORECASE)
    return int(match[1]) if match and re.match(rb"\d{1,10} FETCH ", response.text, re.IGNORECASE) else -1


_QUOTED_BODY = re.compile(rb'BODY\[\](?:<0>)? "((?:[^"\\]|\\.)*)"', re.IGNORECASE)


def _raw(response: Untagged) -> bytes | None:
    """The letter's bytes: the literal after `BODY[]`, or a quoted string, as servers may send what is short; None for NIL."""
    for line, literal in zip(response.lines, response.literals, strict=False):
        if re.search(rb"BODY\[\](?:<0>)? \{\d+\+?\}\Z", line, re.IGNORECASE):
            return literal
    match = _QUOTED_BODY.search(response.text)
    if match is None:
        return None
    return re.sub(rb"\\(.)", rb"\1", match[1])


def _arrived(response: Untagged) -> datetime | None:
    """The letter's time of arrival, as far as that can be read and believed."""
    match = re.search(rb'INTERNALDATE "([^"]*)"', response.text, re.IGNORECASE)
    arrived = internal_date(match[1].decode("ascii", "replace")) if match else None
    return arrived if arrived is not None and EARLIEST < arrived < datetime.now(UTC) + AHEAD else None


def _code(answer: ImapAnswer, name: bytes) -> int | None:
    """The number in a response code of an answer, as in `[UIDNEXT 44]`."""
    wanted = rb"\[" + name + rb" (\d{1,10})\]"
    found = (re.search(wanted, one.text, re.IGNORECASE) for one in answer.untagged)
    return next((int(match[1]) for match in found if match), None)


def _uid_set(uids: Sequence[int]) -> str:
    """`[1, 2, 3, 7]` -> `1:3,7`."""
    runs: list[list[int]] = []
    for uid in sorted(set(uids)):
        if runs and uid == runs[-1][1] + 1:
            runs[-1][1] = uid
        else:
            runs.append([uid, uid])
    return ",".join(f"{first}:{last}" if first != last else str(first) for first, last in runs)


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_INTERNAL = re.compile(r"\s?(\d{1,2})-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)([0-5]\d)\Z")


def internal_date(text: str) -> datetime | None:
    """`17-Jul-1996 02:44:25 -0700` in UTC; None for what is no date."""
    match = _INTERNAL.match(text)
    if match is None or match[2].lower() not in _MONTHS:
        return None
    day, year, hour, minute, second, east_hours, east_minutes = (int(match[i]) for i in (1, 3, 4, 5, 6, 8, 9))
    east = timedelta(hours=east_hours, minutes=east_minutes) * (1 if match[7] == "+" else -1)
    try:
        return datetime(
            year, _MONTHS.index(match[2].lower()) + 1, day, hour, minute, second, tzinfo=timezone(east)
        ).astimezone(UTC)
    except (ValueError, OverflowError):
        return None

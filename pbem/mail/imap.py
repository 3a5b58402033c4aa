"""Letters from an IMAP mailbox: what is new by UID under UIDVALIDITY, and MOVE to a folder when it is stored (RFC 9051)."""

import asyncio
import logging
import re
import ssl
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone

from aioimaplib.aioimaplib import quoted

from pbem.mail.imap_line import Answer, ImapLine, Untagged
from pbem.mail.limits import LIMITS
from pbem.mail.ports import LETTERS_A_FETCH, Cursor, Fetched, LoginRefused, MailTrouble, NoFolder, first_batch

LONGEST_IDLE = 540.0
"""Seconds: RFC 2177's 29 minutes are too long for many routers."""
POLL = 60.0
"""Seconds between looks where there is no IDLE, or where IDLE was found to keep still."""
LOGIN_TRIES = 3
TRIES_A_LETTER = 3
"""How often a letter that the server lists and does not give is asked for, before a note takes its place."""
UIDS_AT_ONCE = 500
"""Letters that one command names at most, so that its line stays short."""
ANOTHER_MOVED = "[EXPUNGEISSUED]"
"""What a server says where another reader of the mailbox has moved some of the letters meanwhile (RFC 5530)."""
NOT_NOW = re.compile(r"\[(?:UNAVAILABLE|INUSE|LIMIT|SERVERBUG)\b", re.IGNORECASE)
"""Codes that say that a login was refused for a while, whatever its name and password are (RFC 5530, RFC 9051)."""
PROCESSED_NAMES = ("{}", "INBOX.{}", "INBOX/{}")
"""Where the processed folder may lie: some servers want all folders under INBOX."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class ImapAccount:
    """Where a mailbox is.  `tls` None is for servers on loopback alone; folder names are ASCII.

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

    It connects when it is first asked, and again when it is asked after trouble.  `sleep` is there for tests.
    """

    def __init__(self, account: ImapAccount, *, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self.account = account
        self.name = f"imap:{account.user}@{account.host}/{account.folder}"
        self._sleep = sleep
        self._line: ImapLine | None = None
        self._uidvalidity = 0
        self._refusals = 0
        self._withheld: dict[int, int] = {}
        self._most = LETTERS_A_FETCH
        self._is_moving = True
        self._processed: str | None = None
        self._was_still = False
        self._unannounced = 0
        self._lock = asyncio.Lock()

    async def fetch(self, cursor: Cursor) -> Sequence[Fetched]:
        """As `MailSource.fetch`.  A letter over the limit comes cut short just above it, so that it is told as too big."""
        async with self._lock:
            line = await self._connected()
            self._expect(await line.command("NOOP"), "NOOP")  # servers answer from the view before it
            last = cursor.last_uid if cursor.uidvalidity == self._uidvalidity else 0
            uids = await self._search(line, last)
            while uids:
                sizes = await self._sizes(line, uids[:UIDS_AT_ONCE])
                batch = first_batch(sizes)[: self._most]
                # Half of it next time, if it is too much for this line; all again when it was not.
                self._most = max(1, len(batch) // 2)
                fetched = await self._bodies(line, {uid: size for uid, size in sizes if uid in batch}) if batch else ()
                fetched = await self._whole(line, fetched, batch)
                self._most = LETTERS_A_FETCH
                if fetched:
                    self._unannounced += self._was_still
                    self._was_still = False
                    return fetched
                gone = set(batch) or set(uids[:UIDS_AT_ONCE])  # expunged between search and fetch
                uids = [uid for uid in uids if uid not in gone]
            return ()

    async def done(self, uids: Sequence[int]) -> None:
        """MOVE to the processed folder; where the server has no MOVE: copy, mark deleted, expunge these alone."""
        if not uids:
            return
        async with self._lock:
            line = await self._connected()
            folder = await self._processed_folder(line)
            await self._move_all(line, uids, folder)

    async def tidy(self, cursor: Cursor) -> int:
        """MOVE what lies in the folder up to the cursor: it was stored, and a crash came before it was moved."""
        async with self._lock:
            line = await self._connected()
            if cursor.uidvalidity != self._uidvalidity or not cursor.last_uid or not self._is_moving:
                return 0
            self._expect(await line.command("NOOP"), "NOOP")
            behind = await self._search(line, 0, cursor.last_uid)
            if behind:
                folder = await self._processed_folder(line)
                await self._move_all(line, behind, folder)
            return len(behind)

    async def wait(self, seconds: float) -> bool:
        """IDLE for at most nine minutes; a plain wait of at most one where there is no IDLE or it kept still twice."""
        async with self._lock:
            line = await self._connected()
            if "IDLE" not in line.capabilities:
                await self._sleep(min(seconds, POLL))
                return False
            longest = POLL if self._unannounced >= 2 else LONGEST_IDLE
            try:
                is_news = await line.idle(min(seconds, longest))
            except MailTrouble:
                self._drop()
                raise
            self._was_still = not is_news
            return is_news

    async def space(self) -> float:
        """As `MailSource.space`, by what the server says of quotas (RFC 9208)."""
        async with self._lock:
            line = await self._connected()
            found = await storage(line, self.account.folder)
            return found[0] / found[1] if found is not None else 0.0

    async def close(self) -> None:
        if self._line is not None:
            line, self._line = self._line, None
            await line.logout()

    # -- connection

    async def _connected(self) -> ImapLine:
        if self._line is not None and self._line.is_alive:
            return self._line
        if self._refusals >= LOGIN_TRIES:
            raise LoginRefused(self._refused("It is not tried again."), is_final=True)
        self._line = None
        account = self.account
        line = await ImapLine.connect(
            account.host, account.port, account.tls, account.timeout, starttls=account.starttls
        )
        try:
            await self._open(line)
        except BaseException:
            line.abort()
            raise
        self._line = line
        return line

    async def _open(self, line: ImapLine) -> None:
        if self.account.token is not None:
            login = await line.login_by_token(self.account.user, await self.account.token())
        else:
            login = await line.login(self.account.user, self.account.password)
        if not login.is_ok:
            if NOT_NOW.search(login.words):
                await line.logout()
                raise MailTrouble(f"IMAP: {self.account.host} lets nobody in for now: {login.words}")
            self._refusals += 1
            await line.logout()
            raise LoginRefused(self._refused(login.words), is_final=self._refusals >= LOGIN_TRIES)
        self._refusals = 0
        selected = await line.select(self.account.folder)
        if not selected.is_ok:
            raise NoFolder(f"IMAP: there is no folder {self.account.folder!r}: {selected.words}")
        validity = next(
            (m[1] for one in selected.untagged if (m := re.search(rb"\[UIDVALIDITY (\d{1,10})\]", one.text, re.I))),
            None,
        )
        if validity is None:
            raise MailTrouble(f"IMAP: the server gives no UIDVALIDITY for {self.account.folder!r}")
        self._uidvalidity = int(validity)
        self._processed = None

    def _refused(self, words: str) -> str:
        times = f"{self._refusals} of {LOGIN_TRIES} times"
        return f"IMAP: {self.account.host} refuses the login of {self.account.user} ({times}). {words}"

    def _drop(self) -> None:
        if self._line is not None:
            self._line.abort()
            self._line = None

    def _expect(self, answer: Answer, what: str) -> Answer:
        if not answer.is_ok:
            self._drop()
            raise MailTrouble(f"IMAP: {what} was answered {answer.result} {answer.words}")
        return answer

    # -- letters

    async def _search(self, line: ImapLine, last: int, to: int = 0) -> list[int]:
        """The UIDs after `last`, up to `to` (0: to the end)."""
        wanted = f"UID {last + 1}:{to or '*'}"
        answer = self._expect(await line.command("SEARCH", wanted, by_uid=True), "UID SEARCH")
        uids = {
            int(word)
            for one in answer.untagged
            if one.text.upper().startswith(b"SEARCH")
            for word in one.text.split()[1:]
            if word.isdigit()
        }
        return sorted(uid for uid in uids if uid > last and (not to or uid <= to))  # `n:*` always names the last letter

    async def _sizes(self, line: ImapLine, uids: Sequence[int]) -> list[tuple[int, int]]:
        wanted = set(uids)
        answer = self._expect(
            await line.command("FETCH", _uid_set(uids), "(UID RFC822.SIZE)", by_uid=True), "UID FETCH"
        )
        sizes = {
            uid: size
            for one in answer.untagged
            if (uid := _number(one, rb"UID")) in wanted and (size := _number(one, rb"RFC822.SIZE")) >= 0
        }
        return sorted((uid, min(size, LIMITS.letter + 1)) for uid, size in sizes.items())

    async def _bodies(self, line: ImapLine, sizes: dict[int, int]) -> tuple[Fetched, ...]:
        whole = [uid for uid, size in sizes.items() if size <= LIMITS.letter]
        responses: list[Untagged] = list(await self._body(line, whole, "BODY.PEEK[]")) if whole else []
        for uid in sorted(sizes.keys() - set(whole)):
            responses += await self._body(line, [uid], f"BODY.PEEK[]<0.{LIMITS.letter + 1}>")
        letters = {
            letter.uid: letter for one in responses if (letter := self._letter(one)) is not None and letter.uid in sizes
        }
        return tuple(letters[uid] for uid in sorted(letters))

    async def _whole(self, line: ImapLine, fetched: tuple[Fetched, ...], wanted: Sequence[int]) -> tuple[Fetched, ...]:
        """What was fetched, if nothing is missing from its middle: the cursor would pass over it forever.

        A letter that the server lists and does not give is asked for three times; then a note comes in its place.
        """
        missing = sorted({*wanted} - {one.uid for one in fetched})
        if not missing:
            return fetched
        still = {*await self._search(line, missing[0] - 1, missing[-1])} & {*missing}
        notes = []
        for uid in sorted(still):
            self._withheld[uid] = self._withheld.get(uid, 0) + 1
            if self._withheld[uid] < TRIES_A_LETTER:
                self._drop()
                raise MailTrouble(f"IMAP: the server lists letter {uid} and does not give it")
            log.error("the mail server lists letter %s and does not give it: it is passed over, and held", uid)
            notes.append(Fetched(self.name, self._uidvalidity, uid, datetime.now(UTC), WITHHELD))
        return tuple(sorted((*fetched, *notes), key=lambda one: one.uid))

    async def _body(self, line: ImapLine, uids: Sequence[int], item: str) -> tuple[Untagged, ...]:
        """Bodies as the server gives them.  One broken letter makes it say NO to all: what came before that is good."""
        answer = await line.command("FETCH", _uid_set(uids), f"(UID INTERNALDATE {item})", by_uid=True)
        return answer.untagged if answer.result == "NO" else self._expect(answer, "UID FETCH").untagged

    def _letter(self, response: Untagged) -> Fetched | None:
        """A letter, if the response is one: found by its UID and its body, never by its place among the others."""
        uid, raw = _number(response, rb"UID"), _raw(response)
        arrived = re.search(rb'INTERNALDATE "([^"]{20,40})"', response.text, re.IGNORECASE)
        if uid < 0 or raw is None or arrived is None:
            return None
        return Fetched(self.name, self._uidvalidity, uid, internal_date(arrived[1].decode("ascii", "replace")), raw)

    # -- done

    async def _processed_folder(self, line: ImapLine) -> str:
        """Its name on this server: made if it is missing, under INBOX where the server wants all folders there; or ""."""
        if self._processed is None:
            name = self.account.processed
            for candidate in (one.format(name) for one in PROCESSED_NAMES):
                made = await line.command("CREATE", quoted(candidate))
                if made.is_ok or "exist" in made.words.lower():
                    self._processed = candidate
                    break
            else:
                self._stays(f"the folder {name!r} cannot be made: {made.words}")
                return ""
        return self._processed

    def _stays(self, why: str) -> None:
        """What was stored cannot be moved, and stays: told once."""
        if self._is_moving:
            log.warning("letters stay in the mailbox after they are stored: %s", why)
        self._is_moving = False

    async def _move_all(self, line: ImapLine, uids: Sequence[int], folder: str) -> None:
        """Move these letters, if there is a folder to move them to."""
        if folder:
            for start in range(0, len(uids), UIDS_AT_ONCE):
                await self._move(line, _uid_set(uids[start : start + UIDS_AT_ONCE]), folder)

    async def _move(self, line: ImapLine, uids: str, folder: str) -> None:
        """Move, or leave where it is what the server will not move (a quota, a folder without rights): it is stored."""
        moves = "MOVE" if "MOVE" in line.capabilities else "COPY"
        answer = await line.command(moves, uids, quoted(folder), by_uid=True)
        if answer.result == "NO" and ANOTHER_MOVED in answer.words.upper():
            return  # what is left of them is moved when the folder is tidied
        if answer.result == "NO":
            self._stays(f"the server will not move them to {folder!r}: {answer.words}")
            return
        self._expect(answer, f"UID {moves}")
        self._is_moving = True
        if moves == "MOVE":
            return
        self._expect(await line.command("STORE", uids, "+FLAGS.SILENT", r"(\Seen \Deleted)", by_uid=True), "UID STORE")
        if "UIDPLUS" in line.capabilities:  # a plain EXPUNGE would take away what others marked
            self._expect(await line.command("EXPUNGE", uids, by_uid=True), "UID EXPUNGE")


async def storage(line: ImapLine, folder: str) -> tuple[int, int] | None:
    """How many kilobytes are used in the quota root of a folder, and how many may be; None where no limit is stated."""
    if "QUOTA" not in line.capabilities:
        return None
    answer = await line.command("GETQUOTAROOT", quoted(folder))
    for one in answer.untagged:
        found = re.search(rb"STORAGE (\d{1,15}) (\d{1,15})", one.text, re.IGNORECASE)
        if found and int(found[2]):
            return int(found[1]), int(found[2])
    return None


def _number(response: Untagged, item: bytes) -> int:
    match = re.search(rb"[( ]" + re.escape(item) + rb" (\d{1,12})\b", response.text, re.IGNORECASE)
    return int(match[1]) if match and re.match(rb"\d{1,10} FETCH ", response.text, re.IGNORECASE) else -1


_QUOTED_BODY = re.compile(rb'BODY\[\](?:<0>)? (?:"((?:[^"\\]|\\.)*)"|(NIL))', re.IGNORECASE)


def _raw(response: Untagged) -> bytes | None:
    """The letter's bytes: the literal after `BODY[]`, or a quoted string, as servers may send what is short."""
    for line, literal in zip(response.lines, response.literals, strict=False):
        if re.search(rb"BODY\[\](?:<0>)? \{\d+\+?\}\Z", line, re.IGNORECASE):
            return literal
    match = _QUOTED_BODY.search(response.text)
    if match is None:
        return None
    return re.sub(rb"\\(.)", rb"\1", match[1] or b"")


def _uid_set(uids: Sequence[int]) -> str:
    """`[1, 2, 3, 7]` -> `1:3,7`."""
    runs: list[list[int]] = []
    for uid in sorted(set(uids)):
        if runs and uid == runs[-1][1] + 1:
            runs[-1][1] = uid
        else:
            runs.append([uid, uid])
    return ",".join(f"{first}:{last}" if first != last else str(first) for first, last in runs)


WITHHELD = (
    b"From: (the mail server)\r\nSubject: a letter that the mail server lists and does not give\r\n\r\n"
    b"It still lies in the desk's mailbox, or in its folder for what was read: look there.\r\n"
)
"""What stands in the place of such a letter; without a sender it is held, and the GM is told."""

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_INTERNAL = re.compile(r"\s?(\d{1,2})-([A-Za-z]{3})-(\d{4}) (\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)\Z")


def internal_date(text: str) -> datetime:
    """`17-Jul-1996 02:44:25 -0700` in UTC.  Raises `MailTrouble`: a server that cannot say when is not to be trusted."""
    match = _INTERNAL.match(text)
    if match is None or match[2].lower() not in _MONTHS:
        raise MailTrouble(f"IMAP: this is no date of arrival: {text!r}")
    day, year, hour, minute, second, east_hours, east_minutes = (int(match[i]) for i in (1, 3, 4, 5, 6, 8, 9))
    east = timedelta(hours=east_hours, minutes=east_minutes) * (1 if match[7] == "+" else -1)
    try:
        return datetime(
            year, _MONTHS.index(match[2].lower()) + 1, day, hour, minute, second, tzinfo=timezone(east)
        ).astimezone(UTC)
    except (ValueError, OverflowError) as fault:
        raise MailTrouble(f"IMAP: this is no date of arrival: {text!r}") from fault

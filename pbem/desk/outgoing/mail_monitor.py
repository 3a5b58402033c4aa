"""Watches the mailbox and the SMTP server for the desk: when to try again after trouble, what to log, whom to alarm."""

import logging
import re
import time
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Final

from pbem.desk.desk import Desk
from pbem.desk.gm.alarm import LASTS, MailboxAlarm, Pulse, ring, tell_full
from pbem.desk.outgoing.outbox import Delivered, reply_text
from pbem.desk.play.downtime import letters_go_out, nothing_goes_out
from pbem.mail.ports import (
    LOGIN_REFUSED,
    NEARLY_FULL,
    REFUSED_FOR_GOOD,
    Cursor,
    Fetched,
    LoginRefused,
    MailSource,
    MailTrouble,
    TryLater,
)
from pbem.mail.refusals import Backoff

log = logging.getLogger(__name__)

LONGEST_BACKOFF: Final = 30.0
"""Seconds: one try each half minute harms no server, and its return is noticed within that time."""
LONGEST_LIMIT: Final = 900.0
"""Seconds between tries where the server answers and takes none of our letters: a limit lasts for hours."""
LOGIN_TRIES = 3
CROWDED = re.compile(r"too many|try again|later|temporar|limit|throttl|busy", re.IGNORECASE)
"""Words of a refused login that is not about name or password."""
SPACE_EVERY = 3600.0
"""Seconds between two looks at how full the mailbox is."""
TIDY_EVERY = 900.0
"""Seconds between two looks at what lies in the mailbox though it was passed."""
ASKED_EVERY = 60.0
"""Seconds after which it is looked up whether another sender, which has died since, could send nothing."""

FIX_IT = "%s: %s  Fix it, then restart the daemon: pbem doctor tells what to do."


class _Monitor:
    """The common part of both monitors. With `once` nobody waits for a second try: the next run makes it."""

    def __init__(self, desk: Desk, *, once: bool) -> None:
        self._desk, self._once = desk, once
        self._backoff = Backoff(LONGEST_BACKOFF, desk.chance)
        self.wait = 0.0
        """Seconds for which the server is left alone since the last trouble; 0 where there is none."""

    def _warn(self, what: str, why: str) -> None:
        again = "this run does not try again" if self._once else f"tried again in {self.wait:.0f} s"
        log.warning("%s: %s; %s", what, why.rstrip("."), again)


class InboxMonitor(_Monitor):
    """Trouble with the mailbox, letters left behind in it, and how full it is. `seconds` is a clock that nobody sets."""

    def __init__(self, desk: Desk, *, once: bool = False, seconds: Callable[[], float] = time.monotonic) -> None:
        super().__init__(desk, once=once)
        self._seconds = seconds
        self._alarm = MailboxAlarm(desk)
        self._looks_at_space = self._tidies = 0.0
        self.full = ""
        """The warning that the mailbox is nearly full; "" if it is not."""

    def trouble(self, trouble: MailTrouble, pulse: Pulse) -> None:
        """Note that the mailbox could not be read."""
        self.untidy()  # a line that was lost may have left letters that are stored and not moved
        self.wait = self._backoff.longer(trouble.longest)
        pulse.mailbox = str(trouble)
        is_final = isinstance(trouble, LoginRefused) and trouble.is_final
        if self._alarm.trouble(str(trouble), is_final=is_final) and is_final:
            log.critical(FIX_IT, "mailbox", trouble)
        if not is_final:
            self._warn("mailbox", str(trouble))

    def untidy(self) -> None:
        """Note that letters which are stored may still lie in the mailbox."""
        self._tidies = 0.0

    async def tidy(self, source: MailSource, cursor: Cursor, take: Callable[[Sequence[Fetched]], object]) -> int:
        """From time to time, and after trouble: move what lies in the mailbox and is stored, and `take` what is not.

        Whether it is stored is told by its bytes: a UID behind the cursor may be another letter's that nobody has read.
        How many letters were taken.  Raises MailTrouble.
        """
        now = self._seconds()
        if now < self._tidies:
            return 0
        after = unread = 0
        while found := await source.behind(cursor, after):
            after = found[-1].uid
            with self._desk.store.read() as books:
                known = books.letters_in.known([one.raw for one in found])
            new = [one for one, is_known in zip(found, known, strict=True) if not is_known]
            if new:
                uids = ", ".join(str(one.uid) for one in new)
                log.warning("mailbox: letters lay behind the cursor that were not read (UID %s): read now", uids)
                take(new)
                unread += len(new)
            await source.done([one.uid for one in found])
        self._tidies = now + TIDY_EVERY
        return unread

    async def look_at_space(self, source: MailSource) -> None:
        """Find out from time to time whether the mailbox is nearly full.  Raises MailTrouble."""
        now = self._seconds()
        if now < self._looks_at_space:
            return
        self._looks_at_space = now + SPACE_EVERY
        used = await source.space()
        share = f"{used:.0%}"
        full = (
            f"{share} of its room is used; when it is full, the server refuses letters" if used >= NEARLY_FULL else ""
        )
        if full and not self.full:
            log.warning("mailbox: %s", full)
            tell_full(self._desk, share)
        self.full = full

    def over(self) -> None:
        """Note that the mailbox was read to its end."""
        self._backoff.over()
        self._alarm.over()
        self.wait = 0.0


class OutboxMonitor(_Monitor):
    """Trouble with the server that takes our letters. `seconds` is a clock that nobody sets."""

    def __init__(self, desk: Desk, *, once: bool = False, seconds: Callable[[], float] = time.monotonic) -> None:
        super().__init__(desk, once=once)
        self._seconds = seconds
        self._refusals = 0
        self._since: datetime | None = None
        self._is_told = False
        self._asked: float | None = None
        self.opens = 0.0
        """The time of the next try, by that clock."""

    @property
    def is_given_up(self) -> bool:
        """True if the login was refused too often: servers lock accounts."""
        return self._refusals >= LOGIN_TRIES

    @property
    def is_open(self) -> bool:
        """True if the server may be tried now."""
        return not self.is_given_up and self._seconds() >= self.opens

    @property
    def is_shut(self) -> bool:
        """True if the server is left alone for a while, and tried again then."""
        return self.wait > 0 and not self.is_given_up

    def left(self) -> float:
        """The seconds until it may be tried; 0.0 if it may be now."""
        return max(self.opens - self._seconds(), 0.0)

    def went(self, done: Delivered, pulse: Pulse) -> None:
        """Note the results of sending."""
        if done.trouble is not None:
            self._trouble(done.trouble, pulse)
            return
        self._backoff.over()
        self.wait = self._refusals = 0
        self._since, self._is_told = None, False
        pulse.way_out = ""
        now = self._seconds()
        if self._asked is None or now - self._asked >= ASKED_EVERY:
            self._asked = now
            self._over(done)

    def _over(self, done: Delivered) -> None:
        """Letters go out.  Where none was sent, another sender may still be finding out that they do not."""
        with self._desk.store.read() as books:
            is_known = done.sent > 0 or not books.letters_out.count("sending")
        if is_known:
            letters_go_out(self._desk)

    def _trouble(self, trouble: TryLater, pulse: Pulse) -> None:
        self._asked = None
        is_refused = trouble.is_line and trouble.code in LOGIN_REFUSED and not CROWDED.search(trouble.reply)
        # Where the server takes nothing from us, many tries make it worse.
        is_limit = trouble.code >= REFUSED_FOR_GOOD and not is_refused
        self.wait = self._backoff.longer(LONGEST_LIMIT if is_limit else None)
        self.opens = self._seconds() + self.wait
        pulse.way_out = reply_text(trouble.code, trouble.reply)
        nothing_goes_out(self._desk)
        self._refusals = self._refusals + 1 if is_refused else 0
        if not self.is_given_up:
            self._warn("mail out", pulse.way_out)
            self._tell(pulse.way_out, is_limit=is_limit)
            return
        why = f"SMTP: the login was refused {LOGIN_TRIES} times, and is not tried again. {trouble.reply}"
        log.critical(FIX_IT, "way out", why)
        ring(self._desk, "way out", why)

    def _tell(self, why: str, *, is_limit: bool) -> None:
        """The GM is told once of each time in which no letter is taken: of a limit at once, of other trouble after an hour."""
        now = self._desk.clock.now()
        self._since = self._since or now
        if not self._is_told and (is_limit or now - self._since >= LASTS):
            self._is_told = True
            ring(self._desk, "way out", why, self._since)

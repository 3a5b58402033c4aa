"""Alert the GM to what only a person can fix: a refused login, a mailbox that cannot be read for an hour."""

from datetime import datetime, timedelta
from typing import Final

from pbem.desk.desk import Desk
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.moments import time_text

MEANING = {
    "mailbox": "No letter is read until this is fixed.  No deadline is enforced meanwhile.",
    "way out": "No letter goes out until this is over; this one went out after it, or by another hand.  No letter is lost "
    "by it, and no address is stopped.  No deadline is enforced meanwhile.",
}
LASTS: Final = timedelta(hours=1)
"""Trouble that the desk tries to get over by itself is told after so long: an expired certificate stays expired."""


def ring(desk: Desk, what: str, why: str, since: datetime | None = None) -> None:
    """Put a letter to whoever runs the desk in the outbox; `what` is ``mailbox`` or ``way out``.

    With `since` it is about trouble that has lasted since then, in spite of all tries.
    """
    now = desk.clock.now()
    first, last = (
        f"At {times.stamp(now)} the desk gave something up that it cannot fix by itself.",
        "then start the daemon again.",
    )
    if since is not None:
        first, last = (
            f"Since {times.stamp(since)} the desk has tried in vain.",
            "the daemon goes on by itself when that is put right.",
        )
    paragraphs = [
        first,
        ascii_text(why),
        MEANING[what],
        f"What to do: `pbem doctor` tries every step and says what is wrong; {last}",
    ]
    text = "\n\n".join("\n".join(wrap(one, WIDTH)) for one in paragraphs) + "\n"
    with desk.store.begin() as books:
        draft = Draft("alarm", f"{what}.{time_text(now)}", f"THE DESK NEEDS YOU: {what}", text)
        post.to_whoever_runs_it(desk, books, draft)


def tell_full(desk: Desk, share: str) -> None:
    """Put a letter to whoever runs the desk in the outbox, one a month: the mailbox is nearly full."""
    now = desk.clock.now()
    paragraphs = [
        f"At {times.stamp(now)} the desk's mailbox was {share} full.  When it is full, the mail server refuses letters to the "
        "desk, and the players get their orders back.",
        "The desk never deletes anything there.  What to do: make a backup (pbem backup FILE), then delete old letters from "
        "the processed folder in a mail program.  The desk has copies of its own; it wants that folder only after a loss of "
        "its database, for what has come since the last backup.",
    ]
    text = "\n\n".join("\n".join(wrap(one, WIDTH)) for one in paragraphs) + "\n"
    with desk.store.begin() as books:
        draft = Draft("alarm", f"space.{now:%Y-%m}", "THE DESK NEEDS YOU: its mailbox is nearly full", text)
        post.to_whoever_runs_it(desk, books, draft)


class MailboxAlarm:
    """Rings once for each time in which the mailbox can't be read: after `LASTS`, or at once when it is given up."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._since: datetime | None = None
        self._told: set[str] = set()

    def trouble(self, why: str, *, is_final: bool) -> bool:
        """There is trouble, of this kind; whether the GM was told of it now."""
        now = self._desk.clock.now()
        self._since = self._since or now
        what = "given up" if is_final else "lasts"
        if what in self._told or not (is_final or now - self._since >= LASTS):
            return False
        self._told.add(what)
        ring(self._desk, "mailbox", why, None if is_final else self._since)
        return True

    def over(self) -> None:
        """The mailbox was read."""
        self._since = None
        self._told.clear()

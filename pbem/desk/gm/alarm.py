"""The daemon's pulse in a small file, and alerts to the GM about what only a person can fix."""

import json
import os
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final

from pbem.desk.desk import Desk
from pbem.desk.outgoing import post
from pbem.desk.outgoing.post import Draft
from pbem.reports import times
from pbem.reports.report import WIDTH
from pbem.reports.wrap import ascii_text, wrap
from pbem.store.columns import time_text
from pbem.store.database_errors import named

# The daemon's pulse: how it stands after each round, in a small file that `pbem health` and the metrics read.


@dataclass
class Pulse:
    """The state of the daemon: "" is good, else what is wrong.

    `looked` is when the mailbox was last read to its end, `at` when the last round ended.  Without a `path` nothing is kept.
    """

    path: Path | None = None
    mailbox: str = ""
    way_out: str = ""
    database: str = ""
    clock: str = ""
    looked: datetime | None = None
    at: datetime | None = None
    pid: int = field(default_factory=os.getpid)
    rounds: int = 0

    @property
    def is_troubled(self) -> bool:
        """True if anything is wrong."""
        return bool(self.mailbox or self.way_out or self.database or self.clock)

    def beat(self, now: datetime) -> None:
        """A round has ended.  A file that cannot be written is no trouble of the games': the next round tries again."""
        self.at = now
        self.rounds += 1
        if self.path is None:
            return
        try:
            if self.rounds == 1:
                _sweep(self.path)
            _overwrite(self.path, f"{json.dumps(self.as_json())}\n".encode("ascii"))
        except OSError as fault:
            self.database = self.database or f"{named(fault)}: the pulse file"

    def as_json(self) -> dict[str, Any]:
        """Its fields for other programs; what servers said of addresses is without these."""
        from pbem.logs import masked  # whoever only reads the pulse logs nothing

        found: dict[str, Any] = {}
        for name, value in asdict(self).items():
            found[name] = masked(value) if isinstance(value, str) else value
        del found["path"]
        times = {"looked": self.looked, "at": self.at}
        return found | {name: time_text(at) if at else None for name, at in times.items()}


BLOCK = 4096


def _overwrite(path: Path, text: bytes) -> None:
    """Write the file in one piece of whole blocks, where it stands.

    There is no second file that a killed process could leave behind, and a file that is there can be overwritten on a disk
    that is full: that is when it is looked at.
    """
    whole = text.rstrip(b"\n").ljust(-(-len(text) // BLOCK) * BLOCK - 1) + b"\n"
    file = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        os.pwrite(file, whole, 0)
        os.ftruncate(file, len(whole))
    finally:
        os.close(file)


def _sweep(path: Path) -> None:
    """Take away what earlier versions left beside the file when they were killed."""
    for one in path.parent.glob(f"{path.name}.*"):
        if one.suffix[1:].isdigit():
            one.unlink(missing_ok=True)


def troubles(path: Path | None) -> tuple[str, ...]:
    """The troubles that keep the daemon from its work, a line each, as it wrote last: the mail servers, the database, the
    clock.

    () if all is well, or where nothing was written yet.
    """
    pulse = (last_pulse(path) if path is not None else None) or {}
    return tuple(f"{about}: {pulse[name]}" for name, about in ABOUT.items() if pulse.get(name))


ABOUT = {"mailbox": "mailbox", "way_out": "mail out", "database": "database", "clock": "clock"}
"""The daemon's dependencies, by their names on screens."""


def last_pulse(path: Path) -> dict[str, Any] | None:
    """The daemon's last pulse; None if it cannot be read."""
    try:
        found = json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


MEANING = {
    "mailbox": "No letter is read until this is fixed.  No deadline is enforced meanwhile.",
    "way out": "No letter goes out until this is over; this one went out afterwards, or in another way.  No letter is lost, "
    "and no address is stopped.  No deadline is enforced meanwhile.",
}
LASTS: Final = timedelta(hours=1)
"""Trouble that the desk tries to get over by itself is told after so long: an expired certificate stays expired."""


def ring(desk: Desk, what: str, why: str, since: datetime | None = None) -> None:
    """Put a letter to whoever runs the desk in the outbox; `what` is ``mailbox`` or ``way out``.

    With `since` it is about trouble that has lasted since then, in spite of all tries.
    """
    now = desk.clock.now()
    first, last = (
        f"At {times.stamp(now)} the desk gave up on something that it cannot fix by itself.",
        "then start the daemon again.",
    )
    if since is not None:
        first, last = (
            f"The desk has been trying without success since {times.stamp(since)}.",
            "the daemon goes on by itself once that is fixed.",
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
        "the processed folder in a mail program.  The desk has its own copies; it needs that folder only if it loses "
        "its database, for letters since the last backup.",
    ]
    text = "\n\n".join("\n".join(wrap(one, WIDTH)) for one in paragraphs) + "\n"
    with desk.store.begin() as books:
        draft = Draft("alarm", f"space.{now:%Y-%m}", "THE DESK NEEDS YOU: its mailbox is nearly full", text)
        post.to_whoever_runs_it(desk, books, draft)


class MailboxAlarm:
    """Alerts once for each outage of the mailbox: after `LASTS`, or at once if the desk gives up."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._since: datetime | None = None
        self._told: set[str] = set()

    def trouble(self, why: str, *, is_final: bool) -> bool:
        """Note an error of the mailbox; True if the GM was alerted to it now."""
        now = self._desk.clock.now()
        self._since = self._since or now
        what = "given up" if is_final else "lasts"
        if what in self._told or not (is_final or now - self._since >= LASTS):
            return False
        self._told.add(what)
        ring(self._desk, "mailbox", why, None if is_final else self._since)
        return True

    def over(self) -> None:
        """Note that the mailbox was read."""
        self._since = None
        self._told.clear()

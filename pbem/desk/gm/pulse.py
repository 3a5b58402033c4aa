"""The daemon's pulse: how it stands after each round, in a small file that `pbem health` and the metrics read."""

import json
import os
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.store.moments import time_text
from pbem.store.trouble import named


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
    """The daemon's last pulse, or None if there is nothing to be read."""
    try:
        found = json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None

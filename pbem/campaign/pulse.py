"""The daemon's pulse: how it stands after each round, in a small file that `pbem health` and the metrics read."""

import json
import os
from dataclasses import asdict, dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from pbem.logs import masked
from pbem.store.columns import time_text


@dataclass
class Pulse:
    """How the daemon stands: "" is good, else what is wrong.

    `looked` is when the mailbox was last read to its end, `at` when the last round ended.  Without a `path` nothing is kept.
    """

    path: Path | None = None
    mailbox: str = ""
    way_out: str = ""
    database: str = ""
    looked: datetime | None = None
    at: datetime | None = None
    pid: int = field(default_factory=os.getpid)
    rounds: int = 0

    def beat(self, now: datetime) -> None:
        """A round has ended.  A file that cannot be written is no trouble of the games': the next round tries again."""
        self.at = now
        self.rounds += 1
        if self.path is None:
            return
        beside = self.path.with_name(f"{self.path.name}.{self.pid}")
        try:
            beside.write_text(json.dumps(self.as_json()) + "\n", encoding="ascii")
            beside.replace(self.path)
        except OSError:
            self.database = self.database or f"{self.path} cannot be written"

    def as_json(self) -> dict[str, Any]:
        """Its fields for other programs; what servers said of addresses is without these."""
        found: dict[str, Any] = {}
        for name, value in asdict(self).items():
            found[name] = masked(value) if isinstance(value, str) else value
        del found["path"]
        times = {"looked": self.looked, "at": self.at}
        return found | {name: time_text(at) if at else None for name, at in times.items()}


def last_pulse(path: Path) -> dict[str, Any] | None:
    """What the daemon wrote last, or None where there is nothing to be read."""
    try:
        found = json.loads(path.read_text(encoding="ascii"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None

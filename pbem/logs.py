"""The daemon's log: a line an entry, as text or as JSON, and never an address.

Secrets, orders and letters' words are not logged in the first place. Addresses come in by way of servers' replies, so
every line is gone through before it is written. Exceptions may quote whatever the program had in hands: of a trace the
log tells where it happened and what kind of exception it was; what it said is in the database, sealed (`pbem gm trace`).
"""

import json
import logging
import re
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

from pbem.core.sanitize import visible, visible_line

ADDRESS = re.compile(r"[^\s<>()\[\],;:\"'=]{1,254}@[^\s<>()\[\],;:\"'/]+")
MASK = "<address>"
CHATTY = ("aioimaplib", "aiosmtplib", "asyncio", "alembic", "sqlalchemy")
"""Libraries that would write whole letters, logins or statements with their values at DEBUG."""


def masked(text: str) -> str:
    """The text without addresses.

    >>> masked("550 <ann@club.example>: no such user")
    '550 <<address>>: no such user'
    """
    return ADDRESS.sub(MASK, text)


def places(fault: BaseException | None) -> str:
    """A trace without a word that the exceptions say: the calls, and the kind of each, the first cause on top."""
    lines: list[str] = []
    while fault is not None:
        kind = f"{type(fault).__module__}.{type(fault).__qualname__}"
        lines = [*traceback.format_tb(fault.__traceback__), f"{kind}\n", *(["then\n"] if lines else []), *lines]
        fault = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    return "".join(lines).rstrip()


class TextLines(logging.Formatter):
    """Time, level, logger, message; a trace below it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The entry, without addresses; nothing in it writes to the terminal, or looks like an entry of its own."""
        return visible(masked(super().format(record)))

    def formatMessage(self, record: logging.LogRecord) -> str:  # logging calls it so
        """The line of the entry: one, whatever was quoted in it."""
        return visible_line(super().formatMessage(record))

    def formatException(self, ei: Any) -> str:  # logging calls it so
        """The trace below an entry."""
        return places(ei[1])


class JsonLines(logging.Formatter):
    """One JSON object an entry: `at`, `level`, `logger`, `message`, and `trace` where there is one."""

    def format(self, record: logging.LogRecord) -> str:
        """The entry, without addresses."""
        entry = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": masked(record.getMessage()),
        }
        if record.exc_info:
            entry["trace"] = masked(places(record.exc_info[1]))
        return json.dumps(entry)


def set_up(level: str, form: str) -> None:
    """Log to standard error from `level` on, as ``text`` or ``json``; libraries tell their warnings alone."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(level=level, handlers=[handler], force=True)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)

"""What the daemon logs: a line an entry, as text or as JSON, and never an address.

Secrets, orders and letters' words are not logged in the first place; addresses come in by way of servers' replies and
exceptions, so every line is gone through before it is written.
"""

import json
import logging
import re
import sys
from datetime import UTC, datetime

ADDRESS = re.compile(r"[^\s<>()\[\],;:\"'=]+@[^\s<>()\[\],;:\"'/]+")
MASK = "<address>"
CHATTY = ("aioimaplib", "aiosmtplib", "asyncio", "alembic", "sqlalchemy")
"""Libraries that would write whole letters, logins or statements with their values at DEBUG."""


def masked(text: str) -> str:
    """The text without addresses.

    >>> masked("550 <ann@club.example>: no such user")
    '550 <<address>>: no such user'
    """
    return ADDRESS.sub(MASK, text)


class TextLines(logging.Formatter):
    """Time, level, logger, message; a trace below it."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """The entry, without addresses."""
        return masked(super().format(record))


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
            entry["trace"] = masked(self.formatException(record.exc_info))
        return json.dumps(entry)


def set_up(level: str, form: str) -> None:
    """Log to standard error from `level` on, as ``text`` or ``json``; libraries tell their warnings alone."""
    told = logging.StreamHandler(sys.stderr)
    told.setFormatter(JsonLines() if form == "json" else TextLines())
    logging.basicConfig(level=level, handlers=[told], force=True)
    for name in CHATTY:
        logging.getLogger(name).setLevel(logging.WARNING)

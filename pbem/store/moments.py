"""Moments as the database and the chain keep them: in UTC, to the second, as text.  It imports no database."""

from datetime import UTC, datetime


def time_text(moment: datetime) -> str:
    """``2026-03-12T18:02:11Z``.  Raises ValueError for a moment without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"expected a moment with its zone, found {moment!r}")
    return moment.astimezone(UTC).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def read_time(text: str) -> datetime:
    """The moment that `time_text` wrote.  Raises ValueError."""
    if len(text) != len("2026-03-12T18:02:11Z") or text[-1] != "Z":
        raise ValueError(f"expected a moment such as 2026-03-12T18:02:11Z, found {text!r}")
    return datetime.fromisoformat(text)  # a row has several, and `strptime` takes 40 times as long

"""Column types that the tables share."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import BigInteger, Integer, String
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

TIME_FORM = "%Y-%m-%dT%H:%M:%SZ"


class BigId(TypeDecorator[int]):
    """A number of a row: BIGINT, and INTEGER in SQLite, where only that counts up by itself (and has 64 bits too)."""

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The type in the database at hand."""
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else BigInteger())


class UtcTime(TypeDecorator[datetime]):
    """A moment in UTC to the second, kept as ``2026-03-12T18:02:11Z``: the form of the chain, and it sorts as text."""

    impl = String(20)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write a moment.  Raises ValueError for one without a zone."""
        return None if value is None else time_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read it back."""
        return None if value is None else read_time(value)


def time_text(moment: datetime) -> str:
    """``2026-03-12T18:02:11Z``.  Raises ValueError for a moment without a zone."""
    if moment.tzinfo is None:
        raise ValueError(f"expected a moment with its zone, found {moment!r}")
    return moment.astimezone(UTC).strftime(TIME_FORM)


def read_time(text: str) -> datetime:
    """The moment that `time_text` wrote.  Raises ValueError."""
    return datetime.strptime(text, TIME_FORM).replace(tzinfo=UTC)

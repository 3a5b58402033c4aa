"""Column types that the tables share."""

from binascii import a2b_base64, b2a_base64
from datetime import UTC, datetime
from typing import Any, Protocol

from sqlalchemy import BigInteger, DateTime, Engine, Integer, LargeBinary, String, Text, event, text
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine
from sqlmodel import SQLModel

# Moments as the database and the chain keep them: in UTC, to the second, as text.  It imports no database.


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


_NAMED = text("type IN ('genesis', 'engine.change')")
PROGRAM: dict[str, Any] = {"sqlite_where": _NAMED, "postgresql_where": _NAMED}
"""For an index of the records that say with which rules program their game is played: the GM's queue reads no others."""
_WITH_UNREAD = text("lines_unread + lines_chat > 0")
UNREAD: dict[str, Any] = {"sqlite_where": _WITH_UNREAD, "postgresql_where": _WITH_UNREAD}
"""For an index of the letters with lines that were not read as orders."""


class BigId(TypeDecorator[int]):
    """A row number: BIGINT, or INTEGER in SQLite, where only that type counts up automatically (and has 64 bits too)."""

    impl = BigInteger
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        """The type in the database at hand."""
        return dialect.type_descriptor(Integer() if dialect.name == "sqlite" else BigInteger())


class Sealer(Protocol):
    """The object that seals columns: `store.secrets.Vault`."""

    def seal(self, value: bytes) -> bytes:
        """Encrypt."""
        ...

    def unseal(self, value: bytes) -> bytes:
        """Decrypt."""
        ...

    def mark(self, value: str) -> str:
        """A keyed digest, by which a value that is never to be read back is found again."""
        ...

    def show(self, token: str) -> bytes:
        """Decrypt a secret.  Raises BadVault if the key is another one."""
        ...


def seal_columns(db: Engine, vault: Sealer) -> None:
    """Seal what goes through this engine with a vault.  Over an engine without one, sealed columns pass as they are."""
    db.dialect.pbem_vault = vault  # type: ignore[attr-defined]


def _vault(dialect: Dialect) -> Sealer | None:
    found: Sealer | None = getattr(dialect, "pbem_vault", None)
    return found


class SealedBytes(TypeDecorator[bytes]):
    """Bytes that are encrypted in the database: letters."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Encrypt."""
        vault = _vault(dialect)
        return value if value is None or vault is None else vault.seal(value)

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> bytes | None:
        """Decrypt."""
        vault = _vault(dialect)
        return value if value is None or vault is None else vault.unseal(bytes(value))


class SealedText(TypeDecorator[str]):
    """Text that is encrypted in the database, in base64; empty text stays empty."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Encrypt."""
        vault = _vault(dialect)
        return value if not value or vault is None else sealed_text(vault, value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Decrypt."""
        vault = _vault(dialect)
        return value if not value or vault is None else vault.unseal(a2b_base64(value)).decode("utf-8", "surrogatepass")


class Marked(TypeDecorator[str]):
    """A word that is looked up and never read back, such as an order key: the database holds only its keyed digest."""

    impl = String
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Its digest."""
        vault = _vault(dialect)
        return value if value is None or vault is None else vault.mark(value)


def sealed_text(vault: Sealer, words: str) -> str:
    """Text in the form in which `SealedText` stores it."""
    return b2a_base64(vault.seal(words.encode("utf-8", "surrogatepass")), newline=False).decode("ascii")


class UtcTime(TypeDecorator[datetime]):
    """A UTC time to the second, stored as ``2026-03-12T18:02:11Z``: the form of the chain, which sorts as text."""

    impl = String(20)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write a moment.  Raises ValueError for one without a zone."""
        return None if value is None else time_text(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read it back."""
        return None if value is None else read_time(value)


class SharedTime(TypeDecorator[datetime]):
    """A moment by the database's own clock, to the microsecond: what workers on several machines agree on."""

    impl = DateTime(timezone=True)
    cache_ok = True


# States of rows that queries of several modules ask for.  It imports no database.

HIDDEN = "shelved"
"""The state of what is no game: what was undone of one (`store.archive`), or an archived one (`store.archive`)."""

OPEN_LOCKS = ("waiting", "known", "silent")
"""States of a lock whose dice have not fallen."""


# Addresses are found by an index, case ignored.
#
# They are kept as their owners write them, and folded in a column beside that. An index on the expression would do
# for one release: a step of the migrations that copies a table of SQLite loses it, since no such index can be
# reflected.


def fold(address: str) -> str:
    """An address in the form used for lookups: no mail system in use distinguishes capitals."""
    return address.lower()


def keep_folded(table: type[SQLModel], address: str) -> None:
    """Update each row's `folded` whenever the address in the column of that name is written."""

    def follow(_mapper: object, _connection: object, row: Any) -> None:
        row.folded = fold(getattr(row, address))

    event.listen(table, "before_insert", follow)
    event.listen(table, "before_update", follow)

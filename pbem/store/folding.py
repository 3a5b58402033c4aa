"""Addresses are found by an index, case ignored.

They are kept as their owners write them, and folded in a column beside that.  An index on the expression would do for one
release: a step of the migrations that copies a table of SQLite loses it, since no such index can be reflected.
"""

from typing import Any

from sqlalchemy import event
from sqlmodel import SQLModel


def fold(address: str) -> str:
    """An address in the form used for lookups: no mail system in use distinguishes capitals."""
    return address.lower()


def keep_folded(table: type[SQLModel], address: str) -> None:
    """Update each row's `folded` whenever the address in the column of that name is written."""

    def follow(_mapper: object, _connection: object, row: Any) -> None:
        row.folded = fold(getattr(row, address))

    event.listen(table, "before_insert", follow)
    event.listen(table, "before_update", follow)

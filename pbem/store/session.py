"""The session of a transaction, and the looks that are taken in it.

Most of what a letter costs the database is asking the same thing again: ten places want the players of a game, or the last
record.  A `Look` is a query that is written once, so that its SQL is worked out once; and what a session has seen it does not
look up again before the table is written to, in the same transaction.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, TypeVar

from sqlalchemy import event, insert
from sqlmodel import Session as SqlModelSession
from sqlmodel import SQLModel
from sqlmodel.sql.expression import SelectOfScalar

T = TypeVar("T")


class Look(Generic[T]):
    """A query of one table, of its rows or one column of them, with `bindparam`s for what changes.

    `fixed` says that rows are found and put in sequence by columns that no row ever changes: then an update of the table leaves
    what was seen as it is (the rows are the same objects), and only a new or deleted row makes it old.
    """

    def __init__(self, statement: SelectOfScalar[T], *, fixed: bool = False) -> None:
        self.statement = statement
        self.fixed = fixed
        first = statement.column_descriptions[0]
        self.table: type[SQLModel] = first["entity"]
        self.is_of_rows = first["expr"] is self.table


class Session(SqlModelSession):
    """The session of one transaction, which remembers what it has seen."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._seen: dict[type[SQLModel], dict[tuple[object, ...], Sequence[Any]]] = {}

    def all(self, look: Look[T], **given: object) -> Sequence[T]:
        """All that a look finds."""
        if any(type(row) is look.table for row in (*self.new, *self.dirty, *self.deleted)):
            self.flush()  # what is not written yet may be what is looked for
        seen = self._seen.setdefault(look.table, {})
        key = (look, *given.values())
        if key not in seen:
            with self.no_autoflush:  # changes of other tables go out together, later
                # Values need nothing of what the ORM does for rows, which takes four times as long as the query.
                carry_out = self.execute if look.is_of_rows else self.connection().execute
                seen[key] = tuple(carry_out(look.statement, given).scalars())
        return seen[key]

    def first(self, look: Look[T], **given: object) -> T | None:
        """The first that a look finds, or None."""
        found = self.all(look, **given)
        return found[0] if found else None

    def add_rows(self, table: type[SQLModel], rows: Sequence[Mapping[str, object]]) -> None:
        """Store many rows of a table with one statement."""
        if rows:
            self.flush()
            self.connection().execute(insert(table), list(rows))
            self._seen.pop(table, None)

    def expire_all(self) -> None:
        """Whatever was read or seen is old."""
        super().expire_all()
        self._seen.clear()

    def forget(self, table: type[SQLModel], *, changed_only: bool) -> None:
        """What was seen of a table is old; with `changed_only`, except the looks that no change of a row touches."""
        if changed_only and table in self._seen:
            self._seen[table] = {key: rows for key, rows in self._seen[table].items() if _is_fixed(key)}
        else:
            self._seen.pop(table, None)


def _is_fixed(key: tuple[object, ...]) -> bool:
    look = key[0]
    return isinstance(look, Look) and look.fixed


@event.listens_for(Session, "after_flush")
def _forget_written(session: Session, _context: object) -> None:
    for table in {type(row) for row in session.dirty}:
        session.forget(table, changed_only=True)
    for table in {type(row) for row in (*session.new, *session.deleted)}:
        session.forget(table, changed_only=False)


@event.listens_for(Session, "after_bulk_update")
@event.listens_for(Session, "after_bulk_delete")
def _forget_all_of_it(change: Any) -> None:
    change.session._seen.clear()


@event.listens_for(Session, "after_soft_rollback")
def _forget_all(session: Session, _transaction: object) -> None:
    session._seen.clear()

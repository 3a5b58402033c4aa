"""The session of a transaction: SQLModel's, with a memo of what the transaction has asked.

Ten places want the players of a game, or the last record, while a letter is dealt with.  A `CachedQuery` is asked once in a
transaction, until rows of its table come, change or go.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from sqlalchemy import Connection, Delete, Insert, Update, event, insert
from sqlmodel import Session as SqlModelSession
from sqlmodel import SQLModel
from sqlmodel.sql.expression import Select, SelectOfScalar

T = TypeVar("T")
Row = TypeVar("Row", bound=SQLModel)


class CachedQuery(Generic[T]):
    """A query of a table, with `bindparam`s for what changes.

    `fixed`: rows are found and put in sequence by columns that no row ever changes.  `finds` says of a new row whether the
    query would find it, with what was given for it; without it every new row of the table makes its result old.  With
    `grows` the new rows that it would find come last in its result; with `newest` each is its result.
    """

    def __init__(
        self,
        statement: SelectOfScalar[T] | Select[*tuple[Any, ...]],
        *,
        fixed: bool = False,
        finds: Callable[[Any, tuple[Any, ...]], bool] | None = None,
        grows: bool = False,
        newest: bool = False,
    ) -> None:
        self.statement: Any = statement
        self.table: type[SQLModel] = statement.column_descriptions[0]["entity"]
        self.is_of_columns = len(statement.column_descriptions) > 1
        self.finds = finds
        self.fixed = fixed or grows or newest
        self.grows, self.follows = grows, grows or newest

    def would_find(self, row: object, given: tuple[object, ...]) -> bool:
        """True if the query might find a new row of its table."""
        return self.finds is None or self.finds(row, given)

    def with_new(self, found: Sequence[T], row: Any) -> Sequence[T]:
        """The results of a query with a new row added, where it follows them."""
        return [*found, row] if self.grows else [row]


Key = tuple[CachedQuery[Any], tuple[object, ...]]
"""A query, and what is given for it."""


class Session(SqlModelSession):
    """SQLModel's session in a transaction that `connection` has begun; `writes` says that it may write.

    Rows that are added are stored at the latest by `flush`, in as few statements as they need.
    """

    def __init__(self, connection: Connection, *, writes: bool = False) -> None:
        super().__init__(bind=connection)
        self.writes = writes
        self._memo: defaultdict[type[SQLModel], dict[Key, Sequence[Any]]] = defaultdict(dict)
        self._many: defaultdict[Insert, list[Mapping[str, object]]] = defaultdict(list)
        self._unwritten: defaultdict[type[SQLModel], list[object]] = defaultdict(list)

    def all(self, query: CachedQuery[T], **given: object) -> Sequence[T]:
        """All results of a query."""
        key = query, tuple(given.values())
        found = self._known(key)
        if found is None:
            if not query.follows and any(query.would_find(one, key[1]) for one in self._unwritten[query.table]):
                self.flush()
            with self.no_autoflush:
                rows: Sequence[Any] = self.exec(query.statement, params=given).all()
            found = [tuple(row) for row in rows] if query.is_of_columns else rows
            for row in self._unwritten[query.table] if query.follows else ():
                if query.would_find(row, key[1]):
                    found = query.with_new(found, row)
            self._memo[query.table][key] = found
        return found

    def first(self, query: CachedQuery[T], **given: object) -> T | None:
        """The first result of a query, or None."""
        return next(iter(self.all(query, **given)), None)

    def known(self, query: CachedQuery[T], **given: object) -> Sequence[T] | None:
        """The cached results of a query if they are still valid; None if it must be asked."""
        return self._known((query, tuple(given.values())))

    def remember(self, query: CachedQuery[T], found: Sequence[T], **given: object) -> None:
        """Say what a query would find now: whoever has added a row may know that without asking."""
        self._memo[query.table][query, tuple(given.values())] = found

    def stored(self, row: Row) -> Row:
        """Store a new row now, because others are to name its number; the row as it is stored."""
        with self.no_autoflush:
            made: Row = self.exec(_insertion(type(row)).returning(type(row)), params=[_values(row)]).scalar_one()
        self._follow(type(row), made)
        return made

    def append(self, row: SQLModel, statement: Insert | None = None) -> None:
        """Let a row be stored that nobody changes any more: with others of its table by one statement, which is the same each
        time (None: a plain insert)."""
        self._many[statement if statement is not None else _insertion(type(row))].append(_values(row))
        self.comes(type(row), row)

    def append_rows(self, table: type[SQLModel], rows: Sequence[Mapping[str, object]]) -> None:
        """The same for many rows with the same columns, at which nobody looks as objects."""
        for row in rows:
            self._many[_insertion(table)].append(row)
            self.comes(table, SimpleNamespace(**row))

    def change(self, statement: Update | Delete, **given: object) -> None:
        """Change or delete rows by one statement; what was read is old after it."""
        self.flush()
        self.exec(statement, params=given, execution_options={"synchronize_session": False})
        self.expire_all()

    def flush(self, objects: Sequence[Any] | None = None) -> None:
        """Write what was added, changed or deleted."""
        super().flush(objects)
        while self._many:
            statement, rows = self._many.popitem()
            self.connection().execute(statement, rows)
        self._unwritten.clear()

    def expire_all(self) -> None:
        """Expire everything that was read: it is read again on the next access."""
        super().expire_all()
        self._memo.clear()

    def comes(self, table: type[SQLModel], row: object) -> None:
        """Add a new row to the cached results for its table, or drop them."""
        self._unwritten[table].append(row)
        self._follow(table, row)

    def changes(self) -> None:
        """Drop cached results that changed or deleted rows may have made wrong."""
        for table in {type(one) for one in self.deleted}:
            self._memo.pop(table, None)
        for table in {type(one) for one in self.dirty}:
            self._memo[table] = {key: found for key, found in self._memo[table].items() if key[0].fixed}

    def _follow(self, table: type[SQLModel], row: object) -> None:
        known = self._memo[table]
        for (query, given), found in list(known.items()):
            if query.would_find(row, given):
                del known[query, given]
                if query.follows:
                    known[query, given] = query.with_new(found, row)

    def _known(self, key: Key) -> Sequence[Any] | None:
        query = key[0]
        if not query.fixed and any(type(one) is query.table for one in self.dirty):
            self.flush()
        return self._memo[query.table].get(key)


def _values(row: SQLModel) -> dict[str, Any]:
    """The columns of a new row; the database gives its number."""
    return {name: getattr(row, name) for name in type(row).model_fields if name != "id"}


@cache
def _insertion(table: type[SQLModel]) -> Insert:
    return insert(table)


@event.listens_for(Session, "transient_to_pending")
def _follow_new(session: Session, row: SQLModel) -> None:
    session.comes(type(row), row)


@event.listens_for(Session, "before_flush")
def _forget_changed(session: Session, *_: object) -> None:
    session.changes()

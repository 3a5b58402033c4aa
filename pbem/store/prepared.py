"""Statements that are compiled once and carried out by SQLite's driver.

SQLAlchemy's Core takes 20 us for a statement of which the driver takes 2, and a letter has some 130 (docs/performance.md, S1).
What Core does besides is done here once, when a statement is first used: its SQL, the order of its values, and the conversions
between values and columns.  PostgreSQL goes through Core, which knows when a connection is lost.
"""

import sqlite3
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Delete, Insert, Select, Update
from sqlalchemy.engine import Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from pbem.store.engines import is_sqlite

Statement = Select[Any] | Insert | Update | Delete
Row = tuple[Any, ...]
Convert = Callable[[Any], Any] | None
Columns = frozenset[str] | None

_KNOWN: "WeakKeyDictionary[Dialect, dict[tuple[Statement, Columns], Prepared | None]]" = WeakKeyDictionary()


class Prepared:
    """A statement in the words of a database: its SQL, the names and conversions of its `values` and of what it finds."""

    def __init__(self, compiled: SQLCompiler, statement: Statement, dialect: Dialect) -> None:
        self.sql = str(compiled)
        self.values = tuple(compiled.positiontup or compiled.binds)
        binds = [compiled.binds[name] for name in self.values]
        self._pick = picker(self.values)
        self._fixed = {name: one.value for name, one in zip(self.values, binds, strict=True) if not one.required}
        to_columns = [_to_column(one.type, dialect) for one in binds]
        self._to_columns = [(n, convert) for n, convert in enumerate(to_columns) if convert is not None]
        found = tuple(statement.selected_columns) if isinstance(statement, Select) else ()
        self.names = tuple(str(one.key) for one in found)
        self.types = tuple(one.type for one in found)
        self.converts = tuple(_from_column(one, dialect) for one in self.types)
        self._converted = [(n, convert) for n, convert in enumerate(self.converts) if convert is not None]

    def given(self, named: Mapping[str, object]) -> list[Any]:
        """The values in the sequence of the SQL, as columns have them."""
        if self._fixed:
            named = {**self._fixed, **named}
        values = list(self._pick(named))
        for n, convert in self._to_columns:
            values[n] = convert(values[n])
        return values

    def read(self, rows: sqlite3.Cursor) -> list[Row]:
        """What was found, as the program has it."""
        return [self.converted(row) for row in rows] if self._converted else list(rows)

    def converted(self, row: Row) -> Row:
        """A row that was found, as the program has it.  Nothing (NULL) stays nothing in every column of ours."""
        if not self._converted:
            return row
        values = list(row)
        for n, convert in self._converted:
            if values[n] is not None:
                values[n] = convert(values[n])
        return tuple(values)


def picker(places: tuple[str, ...] | tuple[int, ...]) -> Callable[[Any], tuple[Any, ...]]:
    """Takes the values in these places, or with these names, by one call for all of them."""
    if len(places) > 1:
        return itemgetter(*places)
    return lambda found: tuple(found[one] for one in places)


def _to_column(kind: TypeEngine[Any], dialect: Dialect) -> Convert:
    return kind.dialect_impl(dialect).bind_processor(dialect)


def _from_column(kind: TypeEngine[Any], dialect: Dialect) -> Convert:
    return kind.dialect_impl(dialect).result_processor(dialect, None)


def prepared(connection: Connection, statement: Statement, columns: Columns = None) -> Prepared | None:
    """The statement for the driver, an insert with its columns; None if Core must carry it out.

    That is so on PostgreSQL, and for a statement whose SQL depends on its values (a list) or that has values of its own.
    """
    if not is_sqlite(connection):
        return None
    known = _KNOWN.setdefault(connection.dialect, {})
    key = statement, columns
    if key not in known:
        names = None if columns is None else sorted(columns)
        compiled: Any = statement.compile(dialect=connection.dialect, column_keys=names)
        is_open = compiled.post_compile_params or compiled.literal_execute_params or compiled.effective_returning
        has_own = compiled.insert_prefetch or compiled.update_prefetch
        known[key] = None if is_open or has_own else Prepared(compiled, statement, connection.dialect)
    return known[key]


def compiled(connection: Connection, statement: Select[Any]) -> Prepared:
    """A query in the words of its database."""
    known = prepared(connection, statement)
    return known or Prepared(statement.compile(dialect=connection.dialect), statement, connection.dialect)


def carry_out(connection: Connection, one: Prepared, named: Mapping[str, object]) -> sqlite3.Cursor:
    """Carry out a statement with its values.  Raises DBAPIError, as Core would."""
    return _on_the_driver(connection, one.sql, one.given(named), is_many=False)


def carry_out_text(connection: Connection, sql: str, given: list[Any]) -> sqlite3.Cursor:
    """Carry out a query that was put together of others, with all their values as columns have them."""
    return _on_the_driver(connection, sql, given, is_many=False)


def carry_out_many(connection: Connection, one: Prepared, rows: Sequence[Mapping[str, object]]) -> sqlite3.Cursor:
    """Carry out a statement once for each of some rows."""
    return _on_the_driver(connection, one.sql, [one.given(row) for row in rows], is_many=True)


def _on_the_driver(connection: Connection, sql: str, given: list[Any], *, is_many: bool) -> sqlite3.Cursor:
    if not connection.in_transaction():
        connection.begin()  # as Core does: all looks of a transaction see one moment of the database
    cursor: sqlite3.Cursor = connection.connection.cursor()  # type: ignore[assignment]
    for listener in connection.engine.dispatch.before_cursor_execute:
        listener(connection, cursor, sql, given if is_many else tuple(given), None, is_many)
    try:
        return cursor.executemany(sql, given) if is_many else cursor.execute(sql, given)
    except sqlite3.Error as fault:
        # The values are not told: they are players' letters.
        raise DBAPIError.instance(sql, None, fault, sqlite3.Error, hide_parameters=True) from fault

"""Statements that are compiled once and carried out by the database's driver.

SQLAlchemy's Core takes 20 us for a statement of which SQLite's driver takes 2, and a letter has some 130 (docs/performance.md,
S1).  What Core does besides is done here once, when a statement is first used: its SQL, the order of its values, and the
conversions between values and columns.  A lost connection to PostgreSQL is noticed as Core notices it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from types import MappingProxyType
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Delete, Insert, Select, TextClause, Update
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.types import TypeEngine

from pbem.store.engines import Cursor, by_driver

Statement = Select[Any] | Insert | Update | Delete | TextClause
Row = tuple[Any, ...]
Convert = Callable[[Any], Any] | None
Columns = frozenset[str] | None
NAMED = re.compile(r"%(?:\((\w+)\)s|%)")
"""A named value in the SQL that Core writes for psycopg, or a percent sign."""

_KNOWN: "WeakKeyDictionary[Dialect, dict[tuple[Statement, Columns], Prepared | None]]" = WeakKeyDictionary()


class Prepared:
    """A statement in the words of a database: its SQL, the names and conversions of its `values` and of what it finds."""

    def __init__(self, compiled: SQLCompiler, statement: Statement, dialect: Dialect) -> None:
        self.sql, self.values = _by_position(compiled)
        binds = [compiled.binds[name] for name in self.values]
        self._pick = picker(self.values)
        self._fixed = {name: one.value for name, one in zip(self.values, binds, strict=True) if not one.required}
        to_columns = [_to_column(one.type, dialect) for one in binds]
        self._to_columns = [(n, convert) for n, convert in enumerate(to_columns) if convert is not None]
        found = statement.selected_columns if isinstance(statement, Select) else compiled.effective_returning or ()
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

    def given_many(self, rows: Sequence[Mapping[str, object]], same: Mapping[str, object]) -> list[list[Any]]:
        """The values of several rows that name the same columns, and of columns in which all have the same."""
        first = self.given({**same, **rows[0]})
        converts = dict(self._to_columns)
        own = [(n, name, converts.get(n)) for n, name in enumerate(self.values) if name in rows[0]]
        made = [first]
        for row in rows[1:]:
            values = first.copy()
            for n, name, convert in own:
                values[n] = row[name] if convert is None else convert(row[name])
            made.append(values)
        return made

    def read(self, rows: Cursor) -> list[Row]:
        """What was found, as the program has it."""
        found: list[Row] = rows.fetchall()
        return [self.converted(row) for row in found] if self._converted else found

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


def _by_position(compiled: SQLCompiler) -> tuple[str, tuple[str, ...]]:
    """The SQL of a statement with its values by position (SQLite's ``?``, PostgreSQL's ``$1``), and their names."""
    if compiled.positiontup is not None:
        return str(compiled), tuple(compiled.positiontup)
    places: dict[str, int] = {}
    sql = NAMED.sub(lambda one: f"${places.setdefault(one[1], len(places) + 1)}" if one[1] else "%", str(compiled))
    return sql, tuple(places)


def prepared(connection: Connection, statement: Statement, columns: Columns = None) -> Prepared | None:
    """The statement for the driver, an insert with its columns; None if Core must carry it out.

    That is so for a statement whose SQL depends on its values (a list) or that has values of its own.
    """
    known = _KNOWN.setdefault(connection.dialect, {})
    key = statement, columns
    if key not in known:
        names = None if columns is None else sorted(columns)
        compiled: Any = statement.compile(dialect=connection.dialect, column_keys=names)
        is_open = compiled.post_compile_params or compiled.literal_execute_params
        has_own = compiled.insert_prefetch or compiled.update_prefetch
        known[key] = None if is_open or has_own else Prepared(compiled, statement, connection.dialect)
    return known[key]


def compiled(connection: Connection, statement: Select[Any]) -> Prepared:
    """A query in the words of its database."""
    known = prepared(connection, statement)
    return known or Prepared(statement.compile(dialect=connection.dialect), statement, connection.dialect)


def carry_out(connection: Connection, one: Prepared, named: Mapping[str, object]) -> Cursor:
    """Carry out a statement with its values.  Raises DBAPIError, as Core would."""
    return _on_the_driver(connection, one.sql, one.given(named), is_many=False)


def carry_out_text(connection: Connection, sql: str, given: list[Any]) -> Cursor:
    """Carry out a query that was put together of others, with all their values as columns have them."""
    return _on_the_driver(connection, sql, given, is_many=False)


def carry_out_many(
    connection: Connection,
    one: Prepared,
    rows: Sequence[Mapping[str, object]],
    same: Mapping[str, object] = MappingProxyType({}),
) -> Cursor:
    """Carry out a statement once for each of some rows; `same` is what all of them have besides."""
    given = one.given_many(rows, same)
    if len(given) == 1:
        return _on_the_driver(connection, one.sql, given[0], is_many=False)
    return _on_the_driver(connection, one.sql, given, is_many=True)


def _on_the_driver(connection: Connection, sql: str, given: list[Any], *, is_many: bool) -> Cursor:
    if not connection.in_transaction():
        connection.begin()  # as Core does: all looks of a transaction see one moment of the database
    return by_driver(connection, sql, given, is_many=is_many)

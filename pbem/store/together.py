"""Several queries asked by one statement, which is one way to the database and back.

Each query is an arm of a UNION ALL.  Its columns go into those of the arm that have their kind (numbers, words, bytes), and the
rest of the arm is NULL, so that PostgreSQL takes it too.  Conversions are done afterwards, as each query has them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Select
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from pbem.store.engines import is_sqlite
from pbem.store.prepared import Prepared, carry_out_text, compiled, picker

KINDS = {"bool": "BOOLEAN", "bytes": "BYTEA", "datetime": "TIMESTAMPTZ", "int": "BIGINT", "str": "TEXT"}
"""The kinds of columns that our tables have, and what PostgreSQL calls them."""
GIVEN = re.compile(r"%\((\w+)\)s")
Row = tuple[Any, ...]

_KNOWN: "WeakKeyDictionary[Dialect, dict[tuple[Select[Any], ...], Together]]" = WeakKeyDictionary()


class _Part:
    """One of the queries: its columns by the places where they stand in a row of all, and how each is converted."""

    def __init__(self, query: Prepared, first: Mapping[str, int]) -> None:
        used = dict(first)
        self.query = query
        self.at: dict[int, str] = {}
        for name, kind in zip(query.names, map(_kind, query.types), strict=True):
            self.at[used[kind]] = name
            used[kind] += 1
        self._pick = picker(tuple(self.at))

    def read(self, row: Row) -> Row:
        """What was found of it in a row of all."""
        return self.query.converted(self._pick(row))


class Together:
    """Queries that are asked together."""

    def __init__(self, queries: Sequence[Prepared], dialect: Dialect) -> None:
        counts = [Counter(map(_kind, one.types)) for one in queries]
        cells = [kind for kind in KINDS for _ in range(max(one[kind] for one in counts))]
        first = {kind: cells.index(kind) + 1 for kind in set(cells)}
        self._parts = [_Part(one, first) for one in queries]
        self._sql = " UNION ALL ".join(_arm(n, part, cells, dialect) for n, part in enumerate(self._parts))

    def ask(self, connection: Connection, given: Sequence[Mapping[str, object]]) -> list[list[Row]]:
        """What each of the queries finds with what is given for it."""
        parts = list(zip(self._parts, given, strict=True))
        rows: Iterable[Any]
        if is_sqlite(connection):
            rows = carry_out_text(
                connection, self._sql, [one for part, some in parts for one in part.query.given(some)]
            )
        else:
            named = [
                (_name(n, name), value)
                for n, (part, some) in enumerate(parts)
                for name, value in zip(part.query.values, part.query.given(some), strict=True)
            ]
            rows = connection.exec_driver_sql(self._sql, dict(named))
        found: list[list[Row]] = [[] for _ in parts]
        for row in rows:
            found[row[0]].append(self._parts[row[0]].read(row))
        return found


def _kind(column: TypeEngine[Any]) -> str:
    kind = column.impl_instance if isinstance(column, TypeDecorator) else column
    return kind.python_type.__name__


def _name(n: int, name: str) -> str:
    return f"p{n}_{name}"


def _arm(n: int, part: _Part, cells: Sequence[str], dialect: Dialect) -> str:
    """A query as one of several: its number, then its columns in their places."""
    quoted = dialect.identifier_preparer.quote
    nothing = (
        dict.fromkeys(KINDS, "NULL") if dialect.name == "sqlite" else {kind: f"NULL::{KINDS[kind]}" for kind in KINDS}
    )
    columns = [
        f"q{n}.{quoted(part.at[place])}" if place in part.at else nothing[kind] for place, kind in enumerate(cells, 1)
    ]
    sql = GIVEN.sub(lambda found: f"%({_name(n, found[1])})s", part.query.sql)
    return f"SELECT {', '.join([str(n), *columns])} FROM ({sql}) AS q{n}"


def together(connection: Connection, statements: tuple[Select[Any], ...]) -> Together:
    """These queries as one statement, which is put together once."""
    known = _KNOWN.setdefault(connection.dialect, {})
    if statements not in known:
        known[statements] = Together([compiled(connection, one) for one in statements], connection.dialect)
    return known[statements]

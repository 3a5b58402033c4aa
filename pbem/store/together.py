"""Several queries asked by one statement, which is one way to the database and back.

Each query is an arm of a UNION ALL.  Its columns go into those of the arm that have their kind (numbers, words, bytes), and the
rest of the arm is NULL, so that PostgreSQL takes it too.  Conversions are done afterwards, as each query has them.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from sqlalchemy import Connection, Select
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator, TypeEngine

from pbem.store.prepared import Prepared, carry_out_text, compiled, picker

KINDS = {"bool": "BOOLEAN", "bytes": "BYTEA", "datetime": "TIMESTAMPTZ", "int": "BIGINT", "str": "TEXT"}
"""The kinds of columns that our tables have, and what PostgreSQL calls them."""
GIVEN = re.compile(r"\$(\d+)")
"""A value in PostgreSQL's SQL."""
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
        arms: list[str] = []
        before = 0
        for n, part in enumerate(self._parts):
            arms.append(_arm(n, part, cells, before, dialect))
            before += len(part.query.values)
        self._sql = " UNION ALL ".join(arms)

    def ask(self, connection: Connection, given: Sequence[Mapping[str, object]]) -> list[list[Row]]:
        """What each of the queries finds with what is given for it."""
        values = [one for part, some in zip(self._parts, given, strict=True) for one in part.query.given(some)]
        rows = carry_out_text(connection, self._sql, values).fetchall()
        found: list[list[Row]] = [[] for _ in self._parts]
        for row in rows:
            found[row[0]].append(self._parts[row[0]].read(row))
        return found


def _kind(column: TypeEngine[Any]) -> str:
    kind = column.impl_instance if isinstance(column, TypeDecorator) else column
    return kind.python_type.__name__


def _arm(n: int, part: _Part, cells: Sequence[str], before: int, dialect: Dialect) -> str:
    """A query as one of several: its number, then its columns in their places; its values follow so many others."""
    quoted = dialect.identifier_preparer.quote
    nothing = (
        dict.fromkeys(KINDS, "NULL") if dialect.name == "sqlite" else {kind: f"NULL::{KINDS[kind]}" for kind in KINDS}
    )
    columns = [
        f"q{n}.{quoted(part.at[place])}" if place in part.at else nothing[kind] for place, kind in enumerate(cells, 1)
    ]
    sql = GIVEN.sub(lambda found: f"${int(found[1]) + before}", part.query.sql)
    return f"SELECT {', '.join([str(n), *columns])} FROM ({sql}) AS q{n}"


def together(connection: Connection, statements: tuple[Select[Any], ...]) -> Together:
    """These queries as one statement, which is put together once."""
    known = _KNOWN.setdefault(connection.dialect, {})
    if statements not in known:
        known[statements] = Together([compiled(connection, one) for one in statements], connection.dialect)
    return known[statements]

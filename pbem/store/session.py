"""The session of a transaction: its cached queries, the rows it has read, and what it writes.

Most of what a letter costs the database is asking the same thing again: ten places want the players of a game, or the last
record.  A `CachedQuery` is written once, so that its SQL is worked out once.  What a session has seen it does not read again
before the table is written to, in the same transaction.

Tables and queries are SQLModel's.  Its session is not used: the same statements cost a third without it, and less where they
are compiled once and carried out by the driver (`store.prepared`).  Nor are its objects, which are dear (`store.row`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import SimpleNamespace
from typing import Any, Generic, NamedTuple, TypeVar

from sqlalchemy import (
    Connection,
    Delete,
    Executable,
    Insert,
    Result,
    Select,
    Table,
    TextClause,
    Update,
    bindparam,
    delete,
    insert,
    text,
    update,
)
from sqlalchemy import select as pick
from sqlalchemy.exc import MultipleResultsFound, NoResultFound
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.schema import ScalarElementColumnDefault
from sqlmodel import SQLModel
from sqlmodel.sql.expression import SelectOfScalar

from pbem.store.engines import is_sqlite
from pbem.store.folding import follow_address
from pbem.store.prepared import carry_out, carry_out_many, prepared
from pbem.store.row import PlainRow, columns_of, plain, table_of
from pbem.store.together import together

T = TypeVar("T")
Row = TypeVar("Row", bound=SQLModel)


class CachedQuery(Generic[T]):
    """A query of one table, of its rows or one column of them, with `bindparam`s for what changes; without the columns
    `unread`.

    `fixed` says that rows are found and put in sequence by columns that no row ever changes: then an update of the table leaves
    what was seen as it is (the rows are the same objects), and only a new or deleted row makes it old.  `whole` says that no
    new row belongs to what was once found, be it nothing: the lines of a version of orders.  `finds` says of a new row
    whether the query would find it, with what was given for it; without it every new row of the table makes it old.  With
    `grows` the new rows that it would find come last, and are added to what was seen; with `newest` each takes the place of
    what was seen.  (Then what was seen `follows` them.)
    """

    def __init__(
        self,
        statement: SelectOfScalar[T],
        *,
        unread: tuple[str, ...] = (),
        fixed: bool = False,
        whole: bool = False,
        finds: Callable[[Any, tuple[Any, ...]], bool] | None = None,
        grows: bool = False,
        newest: bool = False,
    ) -> None:
        self.finds = finds
        self.fixed = fixed or whole or grows or newest
        self.whole = whole
        self.grows = grows
        self.follows = grows or newest
        self.table, self.is_of_rows = _what(statement)
        columns = statement.selected_columns
        self.names = tuple(name for name in columns.keys() if name not in unread)  # noqa: SIM118
        self.statement: Select[Any] = statement
        if unread:
            self.statement = statement.with_only_columns(*(columns[name] for name in self.names))

    def __call__(self, **given: object) -> "Wanted":
        """The query with what is given for it."""
        return Wanted(self, given)

    def would_find(self, row: object, given: tuple[object, ...]) -> bool:
        """Whether it may find a new row of its table."""
        return self.finds is None or self.finds(row, given)


class Wanted(NamedTuple):
    """A query and what is given for it."""

    query: CachedQuery[Any]
    given: Mapping[str, object]

    @property
    def key(self) -> tuple[object, ...]:
        """By this its finds are remembered."""
        return (self.query, *self.given.values())


class Found(Generic[T]):
    """What a query has found, read to the end."""

    def __init__(self, values: Sequence[T]) -> None:
        self._values = values

    def all(self) -> Sequence[T]:
        """All of it."""
        return self._values

    def first(self) -> T | None:
        """The first, or None."""
        return self._values[0] if self._values else None

    def one_or_none(self) -> T | None:
        """The only one, or None.  Raises MultipleResultsFound."""
        if len(self._values) > 1:
            raise MultipleResultsFound(f"one row was expected, {len(self._values)} were found")
        return self.first()

    def one(self) -> T:
        """The only one.  Raises NoResultFound and MultipleResultsFound."""
        if not self._values:
            raise NoResultFound("one row was expected, none was found")
        self.one_or_none()
        return self._values[0]

    def __iter__(self) -> Iterator[T]:
        return iter(self._values)


AT_ONCE = 500
"""How many rows of a plain query are fetched at once: of thousands only what is made of them is to stay in memory."""


class PlainLook:
    """Asks plain SQL in a session's transaction (`store.overview.Asks`), without what the ORM does for rows."""

    def __init__(self, session: "Session") -> None:
        self._session = session
        self.is_sqlite = session.connection().dialect.name == "sqlite"

    def ask(self, query: str, **given: object) -> Iterator[Sequence[Any]]:
        """The rows that a query finds."""
        self._session.flush()
        for some in self._session.connection().execute(text(query), given).partitions(AT_ONCE):
            yield from some


class Session:
    """The session of one transaction: a row is one object in it however often it is read, and what has changed of the rows it
    has read, or was added, is written by `flush`: at the latest before the same table is read again.

    A row that was read without some of its columns (`unread`) raises NotRead where they are asked for, and has them from the
    next read of the whole row on.  `writes` says that the transaction may write.
    """

    def __init__(self, connection: Connection, *, writes: bool = False) -> None:
        self.writes = writes
        self._connection = connection
        self._rows: dict[type[SQLModel], dict[int, PlainRow]] = {}
        self._new: list[SQLModel] = []
        self._waiting: set[type[SQLModel]] = (
            set()
        )  # the tables of new rows; a table may be there for rows that were written
        self._many: dict[tuple[type[SQLModel], frozenset[str]], list[Mapping[str, object]]] = {}
        self._gone: list[SQLModel] = []
        self._seen: dict[type[SQLModel], dict[tuple[object, ...], Sequence[Any]]] = {}

    def connection(self) -> Connection:
        """The connection below, for statements that concern no row that was read here."""
        return self._connection

    def all(self, query: CachedQuery[T], **given: object) -> Sequence[T]:
        """All that a query finds."""
        key = (query, *given.values())
        if not self._knows(query, key):
            self._learn(query, key, *self._found(query.statement, given))
        return self._seen[query.table][key]

    def ahead(self, *wanted: Wanted) -> None:
        """Ask by one statement what the transaction is going to ask, as far as it does not know it yet."""
        fresh = [one for one in wanted if not self._knows(one.query, one.key)]
        if len(fresh) < 2:
            return
        asked = together(self._connection, tuple(one.query.statement for one in fresh))
        for one, values in zip(fresh, asked.ask(self._connection, [one.given for one in fresh]), strict=True):
            self._learn(one.query, one.key, one.query.names, values)

    def first(self, query: CachedQuery[T], **given: object) -> T | None:
        """The first that a query finds, or None."""
        found = self.all(query, **given)
        return found[0] if found else None

    def seen(self, query: CachedQuery[T], **given: object) -> Sequence[T] | None:
        """What a query has found in this transaction, as far as it is still true; None if it is to be asked again."""
        key = (query, *given.values())
        known = self._seen.get(query.table, {}).get(key)
        return None if known is None or self._waits_for(query, key, is_known=True) else known

    def remember(self, query: CachedQuery[T], found: Sequence[T], **given: object) -> None:
        """Say what a query would find now: whoever has added a row may know that without asking."""
        self._seen.setdefault(query.table, {})[query, *given.values()] = tuple(found)

    def exec(self, query: SelectOfScalar[T], **given: object) -> Found[T]:
        """What a query finds that is carried out too seldom to be cached."""
        self.flush()
        table, is_of_rows = _what(query)
        found = self._connection.execute(query, given)
        if is_of_rows:
            return Found(self._read(table, tuple(found.keys()), found))  # type: ignore[arg-type]
        return Found(found.scalars().all())

    def execute(self, statement: Executable) -> Result[*tuple[Any, ...]]:
        """Carry out a query of several columns, or a change of many rows: what was read is old after it."""
        self.flush()
        done = self._connection.execute(statement)
        if isinstance(statement, UpdateBase):
            self.expire_all()
        return done

    def carry_out(self, statement: TextClause, **given: object) -> Any:
        """Carry out plain SQL, which concerns no row that was read here; the driver's cursor.  The statement is a constant: it
        is compiled once and kept."""
        one = prepared(self._connection, statement)
        assert one is not None
        return carry_out(self._connection, one, given)

    def change(self, statement: Update, **given: object) -> None:
        """Change rows that were not read here."""
        self.flush(statement.entity_description["entity"])
        self._change(statement, given)
        self._seen.pop(statement.entity_description["entity"], None)

    def get(self, table: type[Row], number: int, *, unread: tuple[str, ...] = (), locks: bool = False) -> Row | None:
        """The row with this number, or None; without the columns `unread`.  With `locks` nobody else may change it before the
        end of the transaction."""
        known = self._rows.get(table, {}).get(number)
        if known is not None and not locks and known.has(_columns(table) - set(unread)):
            return known  # type: ignore[return-value]
        self.flush(table)
        names, values = self._found(_numbered(table, unread, locks), {"of_id": number})
        return next(iter(self._read(table, names, values)), None)

    def add(self, row: SQLModel) -> None:
        """Let a row be stored.  One that was read here is stored anyway where it was changed."""
        table = table_of(row)
        known = self._rows.get(table, {}).get(_number(row))
        is_waiting = table in self._waiting and any(one is row for one in self._new)
        if known is None and not is_waiting:
            self._new.append(row)
            self._waiting.add(table)
            seen = self._seen.get(table, {})
            for key, found in seen.items():
                seen[key] = _followed(key, found, row)

    def number(self, row: SQLModel) -> None:
        """Store a new row now, because others are to name its number; what else has changed of its table waits."""
        self.add(row)
        self._new = [one for one in self._new if one is not row]
        self._insert(row)

    def add_all(self, rows: Sequence[SQLModel]) -> None:
        """Let rows be stored."""
        for row in rows:
            self.add(row)

    def add_rows(self, table: type[SQLModel], rows: Sequence[Mapping[str, object]]) -> None:
        """Let many rows of a table, all with the same columns, be stored by one statement; nobody looks at them as objects."""
        if rows:
            self._many.setdefault((table, frozenset(rows[0])), []).extend(rows)

    def put(
        self, table: type[SQLModel], statement: Callable[[str], Insert], rows: Sequence[Mapping[str, object]]
    ) -> int:
        """Store rows of a table now, by a statement that says what happens if one is there; how many were stored or changed.

        It is given the name of the database's dialect, and is the same each time.
        """
        self.flush(table)
        done = self._insert_many(table, rows, statement(self._connection.dialect.name)) if rows else 0
        for known in self._rows.get(table, {}).values():
            known.gets_old()
        return done

    def delete(self, row: SQLModel) -> None:
        """Let a row that was read here be deleted."""
        self._gone.append(row)

    def flush(self, table: type[SQLModel] | None = None) -> None:
        """Write what was added, changed or deleted, of one table or of all.

        A row that changes several times is best written once: looks at other tables leave it for the end.  Raises
        StaleDataError for a row that is not there any more.
        """
        new, self._new = _parted(self._new, table)
        for row in new:
            self._insert(row)
        for which in [one for one in self._many if table in (None, one[0])]:
            self._insert_many(which[0], self._many.pop(which))
        for rows in list(self._rows.values()) if table is None else [self._rows.get(table, {})]:
            self._update([one for one in rows.values() if one.is_changed])
        gone, self._gone = _parted(self._gone, table)
        for row in gone:
            self._delete(row)

    def finish(self) -> None:
        """Write what is left, at the end of the transaction: new rows of a table that have the same columns by one statement.

        Such rows have no number afterwards, for nobody has asked for it so far.
        """
        new, self._new = self._new, []
        for row in new:
            stored = _stored_of(row)
            self._many.setdefault((table_of(row), frozenset(stored)), []).append(stored)
        self.flush()

    def expire_all(self) -> None:
        """Whatever was read or seen is old: a row has what is stored from its next read on."""
        self._seen.clear()
        for rows in self._rows.values():
            for known in rows.values():
                known.gets_old()

    def _knows(self, query: CachedQuery[Any], key: tuple[object, ...]) -> bool:
        """Whether a query need not be asked; what it may find, and is not written yet, is written before it is."""
        is_known = key in self._seen.setdefault(query.table, {})
        if self._waits_for(query, key, is_known=is_known):
            self.flush(query.table)
            is_known = key in self._seen.setdefault(query.table, {})
        return is_known

    def _learn(
        self, query: CachedQuery[Any], key: tuple[object, ...], names: tuple[str, ...], values: Sequence[Any]
    ) -> None:
        """What a query has found."""
        found: Sequence[Any] = (
            tuple(self._read(query.table, names, values)) if query.is_of_rows else tuple(row[0] for row in values)
        )
        for row in self._new if query.table in self._waiting else ():
            if table_of(row) is query.table:
                found = _followed(key, found, row)
        self._seen[query.table][key] = found

    def _waits_for(self, query: CachedQuery[Any], key: tuple[object, ...], *, is_known: bool) -> bool:
        """Whether something that a query may find is not written yet, and not known to be found or to change nothing."""
        table = query.table
        if self._gone and any(table_of(row) is table for row in self._gone):
            return True
        if not (is_known and query.whole):
            if self._many:
                many = (SimpleNamespace(**row) for one, rows in self._many.items() if one[0] is table for row in rows)
                if any(query.would_find(row, key[1:]) for row in many):
                    return True
            may_be_new = table in self._waiting and not query.follows
            if may_be_new and any(table_of(row) is table and query.would_find(row, key[1:]) for row in self._new):
                return True
        return not query.fixed and any(one.is_changed for one in self._rows.get(table, {}).values())

    def _found(self, statement: Select[Any], given: Mapping[str, object]) -> tuple[tuple[str, ...], Sequence[Any]]:
        """The names and the values of what a statement finds."""
        one = prepared(self._connection, statement)
        if one is not None:
            values = one.read(carry_out(self._connection, one, given))
            return one.names, values
        found = self._connection.execute(statement, given)
        return tuple(found.keys()), found.all()

    def _change(self, statement: Update | Delete, given: Mapping[str, object]) -> int:
        """Carry out a change of rows; how many it has changed."""
        one = prepared(self._connection, statement)
        if one is not None:
            return int(carry_out(self._connection, one, given).rowcount)
        return self._connection.execute(statement, given).rowcount

    def _change_many(self, statement: Update, given: Sequence[Mapping[str, object]]) -> int:
        """Carry out a change for each of some rows; how many were changed."""
        one = prepared(self._connection, statement) if len(given) > 1 else None
        if one is not None:
            return int(carry_out_many(self._connection, one, given).rowcount)
        return sum(self._change(statement, some) for some in given)

    def _read(self, table: type[T], names: tuple[str, ...], found: Iterable[Sequence[Any]]) -> list[T]:
        """The rows that were found: those that were read before as the objects they are."""
        made = plain(table)  # type: ignore[arg-type]
        place = names.index("id")
        rows = self._rows.setdefault(table, {})  # type: ignore[arg-type]
        read: list[Any] = []
        for values in found:
            row = rows.get(values[place])
            if row is None:
                rows[values[place]] = row = made.of(zip(names, values, strict=True))
            else:
                row.learn(names, values)
            read.append(row)
        return read

    def _insert(self, row: SQLModel) -> None:
        table, stored = table_of(row), _stored_of(row)
        number = self._inserted(table, stored)
        self._rows.setdefault(table, {})[number] = _known(row)
        columns_of(row)["id"] = number
        _known(row).stands()
        self._forget_added(table, row)

    def _inserted(self, table: type[SQLModel], stored: Mapping[str, object]) -> int:
        """The number of a new row, of which all columns are given."""
        is_file = is_sqlite(self._connection)
        one = prepared(self._connection, _insertion(table, returns=not is_file), frozenset(stored))
        assert one is not None
        done = carry_out(self._connection, one, stored)
        number: int = done.lastrowid if is_file else done.fetchone()[0]
        return number

    def _update(self, rows: Sequence[PlainRow]) -> None:
        """Write what has changed of rows of one table: those in which the same columns have changed by one statement."""
        alike: dict[tuple[str, ...], list[PlainRow]] = {}
        for row in rows:
            follow_address(row)
            alike.setdefault(tuple(row.changed()), []).append(row)
        for names, some in alike.items():
            if names:
                table = some[0].table
                done = self._change_many(
                    _change(table, names), [{**one.changed(), "of_id": _number(one)} for one in some]
                )
                if done != len(some):
                    numbers = ", ".join(str(_number(one)) for one in some)
                    raise StaleDataError(f"{table.__name__} {numbers} is not there any more")
                self._forget_changed(table)
            for row in some:
                row.stands()

    def _delete(self, row: SQLModel) -> None:
        table = table_of(row)
        number = _number(row)
        del self._rows[table][number]
        self._change(_deletion(table), {"of_id": number})
        self._seen.pop(table, None)

    def _insert_many(
        self, table: type[SQLModel], rows: Sequence[Mapping[str, object]], statement: Insert | None = None
    ) -> int:
        """Store rows with the same columns by one statement, or by one of their own; how many it has stored or changed."""
        same = {name: value for name, value in _defaults(table).items() if name not in rows[0]}
        here = _insertion(table) if statement is None else statement
        one = prepared(self._connection, here, frozenset(rows[0]) & _columns(table) | frozenset(same))
        assert one is not None
        done = carry_out_many(self._connection, one, rows, same)
        self._forget_added(table)
        return int(done.rowcount)

    def _forget_added(self, table: type[SQLModel], row: SQLModel | None = None) -> None:
        """What was seen of a table is old after a new row (None: several), unless it does not find it or has it already."""
        kept = {}
        for key, found in self._seen.get(table, {}).items():
            query = _query_of(key)
            if query.whole or (row is not None and (query.follows or not query.would_find(row, key[1:]))):
                kept[key] = found
        self._seen[table] = kept

    def _forget_changed(self, table: type[SQLModel]) -> None:
        """What was seen of a table is old, except the queries that no change of a row touches."""
        seen = self._seen.get(table, {})
        self._seen[table] = {key: rows for key, rows in seen.items() if _query_of(key).fixed}


def _what(query: SelectOfScalar[Any]) -> tuple[type[SQLModel], bool]:
    """The table that a query is of, and whether it finds whole rows."""
    first = query.column_descriptions[0]
    return first["entity"], first["expr"] is first["entity"]


def _followed(key: tuple[object, ...], found: Sequence[Any], row: SQLModel) -> Sequence[Any]:
    """What was seen, with a new row."""
    query = _query_of(key)
    if not query.follows or not query.would_find(row, key[1:]):
        return found
    return (*found, row) if query.grows else (row,)


def _parted(rows: list[SQLModel], table: type[SQLModel] | None) -> tuple[list[SQLModel], list[SQLModel]]:
    """The rows of a table, or all without one; and the rest."""
    if table is None:
        return rows, []
    return [row for row in rows if table_of(row) is table], [row for row in rows if table_of(row) is not table]


def _query_of(key: tuple[object, ...]) -> CachedQuery[Any]:
    """The query of what was seen."""
    query = key[0]
    assert isinstance(query, CachedQuery)
    return query


def _stored_of(row: SQLModel) -> dict[str, Any]:
    """The columns of a new row; the database gives its number, unless it has one."""
    follow_address(row)
    stored = dict(columns_of(row))
    if stored["id"] is None:
        del stored["id"]
    return stored


def _known(row: SQLModel) -> PlainRow:
    """A row as what it is in memory."""
    assert isinstance(row, PlainRow)
    return row


def _number(row: SQLModel | PlainRow) -> Any:
    """The number of a row, None before it is stored."""
    return columns_of(row)["id"]


def _table(table: type[SQLModel]) -> Table:
    found: Table = table.__table__  # type: ignore[attr-defined]
    return found


@cache
def _columns(table: type[SQLModel]) -> frozenset[str]:
    return frozenset(_table(table).c.keys())


@cache
def _numbered(table: type[SQLModel], unread: tuple[str, ...], locks: bool) -> Select[Any]:
    columns = _table(table).c
    found = pick(*(one for one in columns if one.key not in unread)).where(columns.id == bindparam("of_id"))
    return found.with_for_update() if locks else found


@cache
def _insertion(table: type[SQLModel], *, returns: bool = False) -> Insert:
    """A new row of a table; what `returns` gives its number, for which SQLite's driver need not be asked."""
    here = _table(table)
    return insert(here).returning(here.c.id) if returns else insert(here).inline()


@cache
def _defaults(table: type[SQLModel]) -> Mapping[str, object]:
    """What columns hold that a new row does not name."""
    return {one.key: one.default.arg for one in _table(table).c if isinstance(one.default, ScalarElementColumnDefault)}


@cache
def _change(table: type[SQLModel], names: tuple[str, ...]) -> Update:
    here = _table(table)
    return update(here).where(here.c.id == bindparam("of_id")).values({name: bindparam(name) for name in names})


@cache
def _deletion(table: type[SQLModel]) -> Delete:
    here = _table(table)
    return delete(here).where(here.c.id == bindparam("of_id"))

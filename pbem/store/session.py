"""The session of a transaction: its cached queries, the rows it has read, and what it writes.

Most of what a letter costs the database is asking the same thing again: ten places want the players of a game, or the last
record.  A `CachedQuery` is written once, so that its SQL is worked out once.  What a session has seen it does not read again
before the table is written to, in the same transaction.

Tables, rows and queries are SQLModel's.  Its session is not used: the same statements cost a third without it, and less where
they are compiled once and carried out by the driver (`store.prepared`).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cache
from typing import Any, Generic, TypeVar

from sqlalchemy import (
    Connection,
    Delete,
    Executable,
    Insert,
    Result,
    Select,
    Table,
    Update,
    bindparam,
    delete,
    insert,
    inspect,
    update,
)
from sqlalchemy import select as pick
from sqlalchemy.exc import MultipleResultsFound, NoResultFound
from sqlalchemy.orm import InstanceState, make_transient, make_transient_to_detached
from sqlalchemy.orm.attributes import instance_dict, instance_state, set_committed_value
from sqlalchemy.orm.exc import StaleDataError
from sqlalchemy.sql.dml import UpdateBase
from sqlalchemy.sql.schema import ScalarElementColumnDefault
from sqlmodel import SQLModel
from sqlmodel.sql.expression import SelectOfScalar

from pbem.store.folding import follow_address
from pbem.store.prepared import carry_out, carry_out_many, prepared

T = TypeVar("T")
Row = TypeVar("Row", bound=SQLModel)


class CachedQuery(Generic[T]):
    """A query of one table, of its rows or one column of them, with `bindparam`s for what changes.

    `fixed` says that rows are found and put in sequence by columns that no row ever changes: then an update of the table leaves
    what was seen as it is (the rows are the same objects), and only a new or deleted row makes it old.  `whole` says that no
    new row belongs to what was once found: the one row of a unique key, the lines of a letter.  `finds` says of a new row
    whether the query would find it, with what was given for it; without it every new row of the table makes it old.
    """

    def __init__(
        self,
        statement: SelectOfScalar[T],
        *,
        fixed: bool = False,
        whole: bool = False,
        finds: Callable[[Any, tuple[Any, ...]], bool] | None = None,
    ) -> None:
        self.statement = statement
        self.finds = finds
        self.fixed = fixed or whole
        self.whole = whole
        self.table, self.is_of_rows = _what(statement)


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


class Session:
    """The session of one transaction: a row is one object in it however often it is read, and what has changed of the rows it
    has read, or was added, is written by `flush`: at the latest before the same table is read again.

    A row that was read without some of its columns (`unread`) raises DetachedInstanceError where they are asked for, and has
    them from the next read of the whole row on.  `writes` says that the transaction may write.
    """

    def __init__(self, connection: Connection, *, writes: bool = False) -> None:
        self.writes = writes
        self._connection = connection
        self._rows: dict[type[SQLModel], dict[int, _Stored]] = {}
        self._new: list[SQLModel] = []
        self._gone: list[SQLModel] = []
        self._seen: dict[type[SQLModel], dict[tuple[object, ...], Sequence[Any]]] = {}

    def connection(self) -> Connection:
        """The connection below, for statements that concern no row that was read here."""
        return self._connection

    def all(self, query: CachedQuery[T], **given: object) -> Sequence[T]:
        """All that a query finds."""
        key = (query, *given.values())
        known = self._seen.get(query.table, {}).get(key)
        if self._waits_for(query, key) and not (known is not None and self._still_finds(query, known)):
            self.flush(query.table)  # what is not written yet may be what is looked for
        seen = self._seen.setdefault(query.table, {})
        if key not in seen:
            names, values = self._found(query.statement, given)
            seen[key] = (
                tuple(self._read(query.table, names, values)) if query.is_of_rows else tuple(row[0] for row in values)
            )
        return seen[key]

    def first(self, query: CachedQuery[T], **given: object) -> T | None:
        """The first that a query finds, or None."""
        found = self.all(query, **given)
        return found[0] if found else None

    def seen(self, query: CachedQuery[T], **given: object) -> Sequence[T] | None:
        """What a query has found in this transaction, as far as it is still true; None if it is to be asked again."""
        if any(type(row) is query.table for row in self._gone):
            return None
        return self._seen.get(query.table, {}).get((query, *given.values()))

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
            return known.row  # type: ignore[return-value]
        self.flush(table)
        names, values = self._found(_numbered(table, unread, locks), {"of_id": number})
        return next(iter(self._read(table, names, values)), None)

    def add(self, row: SQLModel) -> None:
        """Let a row be stored.  One that was read here is stored anyway where it was changed."""
        known = self._rows.get(type(row), {}).get(_number(row))
        if known is None and not any(one is row for one in self._new):
            self._new.append(row)

    def add_all(self, rows: Sequence[SQLModel]) -> None:
        """Let rows be stored."""
        for row in rows:
            self.add(row)

    def add_rows(self, table: type[SQLModel], rows: Sequence[Mapping[str, object]]) -> None:
        """Store many rows of a table with one statement."""
        if rows:
            self.flush(table)
            statement, defaults = _insertion(table), _defaults(table)
            rows = [{**defaults, **row} for row in rows]
            one = prepared(self._connection, statement, frozenset(rows[0]))
            if one is not None:
                carry_out_many(self._connection, one, rows)
            else:
                self._connection.execute(statement, list(rows))
            self._forget_added(table)

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
        for rows in list(self._rows.values()) if table is None else [self._rows.get(table, {})]:
            for known in [one for one in rows.values() if one.state.modified]:
                self._update(known)
        gone, self._gone = _parted(self._gone, table)
        for row in gone:
            self._delete(row)

    def finish(self) -> None:
        """Write what is left, at the end of the transaction: new rows of a table that have the same columns by one statement.

        Such rows have no number afterwards, for nobody has asked for it so far.
        """
        new: dict[tuple[type[SQLModel], frozenset[str]], list[SQLModel]] = {}
        for row in self._new:
            new.setdefault((type(row), frozenset(_stored_of(row))), []).append(row)
        for (table, _), rows in new.items():
            if len(rows) > 1:
                self._new = [one for one in self._new if not any(one is other for other in rows)]
                self.add_rows(table, [_stored_of(one) for one in rows])
        self.flush()

    def expire_all(self) -> None:
        """Whatever was read or seen is old: a row has what is stored from its next read on."""
        self._seen.clear()
        for rows in self._rows.values():
            for known in rows.values():
                known.is_old = True

    def _waits_for(self, query: CachedQuery[T], key: tuple[object, ...]) -> bool:
        """Whether something that a query may find is not written yet."""
        table = query.table
        return (
            any(type(row) is table and not _does_not_find(key, row) for row in self._new)
            or any(type(row) is table for row in self._gone)
            or any(known.state.modified for known in self._rows.get(table, {}).values())
        )

    def _still_finds(self, query: CachedQuery[T], found: Sequence[T]) -> bool:
        """Whether what a query has found stays true with all that is not written of its table yet: that waits for the end."""
        if any(type(row) is query.table for row in self._gone):
            return False
        if any(type(row) is query.table for row in self._new):
            return query.whole and bool(found)
        return query.fixed

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
            return carry_out(self._connection, one, given).rowcount
        return self._connection.execute(statement, given).rowcount

    def _read(self, table: type[T], names: tuple[str, ...], found: Iterable[Sequence[Any]]) -> list[T]:
        """The rows that were found: those that were read before as the objects they are."""
        manager = inspect(table).class_manager
        place = names.index("id")
        is_part = len(names) < len(_columns(table))  # type: ignore[arg-type]
        rows = self._rows.setdefault(table, {})  # type: ignore[arg-type]
        read: list[T] = []
        for values in found:
            known = rows.get(values[place])
            if known is None:
                row: Any = manager.new_instance()
                stored = dict(zip(names, values, strict=True))
                instance_dict(row).update(stored)
                if is_part:
                    make_transient_to_detached(row)  # it says so where a column is asked for that was not read
                rows[values[place]] = _Stored(row, stored)
            else:
                row = known.row
                known.learn(names, values)
            read.append(row)
        return read

    def _insert(self, row: SQLModel) -> None:
        table, stored = type(row), _stored_of(row)
        number = self._inserted(_insertion(table), stored)
        set_committed_value(row, "id", number)
        make_transient_to_detached(row)
        self._rows.setdefault(table, {})[number] = _Stored(row, {**stored, "id": number})
        self._forget_added(table, row)

    def _inserted(self, statement: Insert, stored: Mapping[str, object]) -> int:
        """The number of a new row."""
        one = prepared(self._connection, statement, frozenset(stored))
        if one is not None:
            number = carry_out(self._connection, one, stored).lastrowid
        else:
            number = self._connection.execute(statement, stored).inserted_primary_key[0]  # type: ignore[index]
        assert number is not None
        return number

    def _update(self, known: "_Stored") -> None:
        table = type(known.row)
        follow_address(known.row)
        changed = known.changed()
        if changed:
            done = self._change(_change(table, tuple(changed)), {**changed, "of_id": known.stored["id"]})
            if done != 1:
                raise StaleDataError(f"{table.__name__} {known.stored['id']} is not there any more")
            self._forget_changed(table)
        known.stored.update(changed)
        make_transient(known.row)
        make_transient_to_detached(known.row)

    def _delete(self, row: SQLModel) -> None:
        table = type(row)
        number = _number(row)
        del self._rows[table][number]
        self._change(_deletion(table), {"of_id": number})
        self._seen.pop(table, None)

    def _forget_added(self, table: type[SQLModel], row: SQLModel | None = None) -> None:
        """What was seen of a table is old after a new row (None: after several), except what is whole or does not find it."""
        seen = self._seen.get(table, {})
        self._seen[table] = {
            key: rows for key, rows in seen.items() if (rows and _is_whole(key)) or _does_not_find(key, row)
        }

    def _forget_changed(self, table: type[SQLModel]) -> None:
        """What was seen of a table is old, except the queries that no change of a row touches."""
        seen = self._seen.get(table, {})
        self._seen[table] = {key: rows for key, rows in seen.items() if _is_fixed(key)}


class _Stored:
    """A row that was read or written, and its columns as they are stored."""

    __slots__ = ("is_old", "row", "state", "stored")

    def __init__(self, row: SQLModel, stored: dict[str, Any]) -> None:
        self.row, self.stored, self.is_old = row, stored, False
        self.state: InstanceState[Any] = instance_state(row)

    def has(self, names: Set[str]) -> bool:
        """Whether these columns are known as they are stored now."""
        return not self.is_old and self.stored.keys() >= names

    def learn(self, names: Sequence[str], values: Sequence[Any]) -> None:
        """What is stored, read once more: columns that are known stay as the transaction has left them, unless they are old."""
        if not self.is_old and len(self.stored) >= len(names):
            return
        for name, value in zip(names, values, strict=True):
            if self.is_old or name not in self.stored:
                self.stored[name] = value
                set_committed_value(self.row, name, value)
        self.is_old = False

    def changed(self) -> dict[str, Any]:
        """The columns that differ from what is stored, in the sequence of the table."""
        now = self.state.dict
        columns = _table(type(self.row)).c.keys()
        return {
            name: now[name]
            for name in columns
            if name in now and (name not in self.stored or now[name] != self.stored[name])
        }


def _what(query: SelectOfScalar[Any]) -> tuple[type[SQLModel], bool]:
    """The table that a query is of, and whether it finds whole rows."""
    first = query.column_descriptions[0]
    return first["entity"], first["expr"] is first["entity"]


def _parted(rows: list[SQLModel], table: type[SQLModel] | None) -> tuple[list[SQLModel], list[SQLModel]]:
    """The rows of a table, or all without one; and the rest."""
    if table is None:
        return rows, []
    return [row for row in rows if type(row) is table], [row for row in rows if type(row) is not table]


def _is_fixed(key: tuple[object, ...]) -> bool:
    query = key[0]
    return isinstance(query, CachedQuery) and query.fixed


def _is_whole(key: tuple[object, ...]) -> bool:
    query = key[0]
    return isinstance(query, CachedQuery) and query.whole


def _stored_of(row: SQLModel) -> dict[str, Any]:
    """The columns of a new row; the database gives its number, unless it has one."""
    follow_address(row)
    stored = {name: getattr(row, name) for name in _columns(type(row))}
    if stored["id"] is None:
        del stored["id"]
    return stored


def _does_not_find(key: tuple[object, ...], row: SQLModel | None) -> bool:
    """Whether it is known of a query that it does not find a new row."""
    query = key[0]
    finds = query.finds if isinstance(query, CachedQuery) else None
    return finds is not None and row is not None and not finds(row, key[1:])


def _number(row: SQLModel) -> Any:
    """The number of a row, None before it is stored."""
    return getattr(row, "id")  # noqa: B009 (every table of ours has one, which SQLModel does not know)


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
def _insertion(table: type[SQLModel]) -> Insert:
    return insert(_table(table))


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

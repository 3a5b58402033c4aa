"""What all rows have in common: a table of SQLModel's, and a plain object for each row in memory."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar

from sqlmodel import SQLModel


class NotRead(Exception):
    """A column was asked for that was not read with its row."""


class Row(SQLModel):
    """What is stored of a noun: its table.  A call of it makes a `PlainRow` with its columns.

    An object of the ORM costs several times as much to make, and each look at a column of it a call of Python.
    """

    def __new__(cls, **values: Any) -> Any:
        """A new row.  It is made from values of ours, not checked as SQLModel does it.

        Raises TypeError for a value that no column takes, and for a column without a value.
        """
        wanted, defaults = _columns(cls)
        made = {**defaults, **values}
        if made.keys() != wanted:
            raise TypeError(f"{cls.__name__}: expected {sorted(wanted)}, found {sorted(values)}")
        return plain(cls).of(made)


class PlainRow:
    """A row in memory: the columns that were read, by name, and what those held that were changed since.

    `is_old` says that the database may hold something else by now.
    """

    __slots__ = ("__dict__", "_was", "is_old")
    table: ClassVar[type[SQLModel]]
    names: ClassVar[frozenset[str]]
    _was: dict[str, Any]
    is_old: bool

    @classmethod
    def of(cls, values: Mapping[str, Any] | Iterable[tuple[str, Any]]) -> "PlainRow":
        """A row that holds these values."""
        made = cls.__new__(cls)
        made.__dict__.update(values)
        _set(made, "_was", {})
        _set(made, "is_old", False)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        if name not in self.names:
            raise AttributeError(f"{self.table.__name__} has no column {name!r}")
        here = self.__dict__
        self._was.setdefault(name, here.get(name, NotRead))
        here[name] = value

    def __getattr__(self, name: str) -> Any:  # for columns that are not there
        if name in self.names:
            raise NotRead(f"{self.table.__name__}.{name}")
        raise AttributeError(f"{self.table.__name__} has no column {name!r}")

    def __repr__(self) -> str:
        return f"<{self.table.__name__} {self.__dict__.get('id')}>"

    def has(self, names: frozenset[str]) -> bool:
        """Whether these columns are known as they are stored now."""
        return not self.is_old and self.__dict__.keys() >= names

    def learn(self, names: Sequence[str], values: Sequence[Any]) -> None:
        """What is stored, read once more: columns that are known stay as the transaction has left them, unless they are old."""
        here = self.__dict__
        read = dict(zip(names, values, strict=True))
        if self.is_old:
            self.stands()
            _set(self, "is_old", False)
        else:
            read |= here
        here.update(read)

    def gets_old(self) -> None:
        """Say that the database may hold something else by now."""
        _set(self, "is_old", True)

    @property
    def is_changed(self) -> bool:
        """Whether a column was set since the row was read or written, be it to what it held."""
        return bool(self._was)

    def changed(self) -> dict[str, Any]:
        """The columns that differ from what is stored, in the sequence of the table."""
        here, was = self.__dict__, self._was
        return {name: here[name] for name in _in_sequence(self.table) if name in was and here[name] != was[name]}

    def stands(self) -> None:
        """Say that the row is stored as it is."""
        self._was.clear()


_set = object.__setattr__


@cache
def plain(table: type[SQLModel]) -> type[PlainRow]:
    """What rows of a table are in memory."""
    return type(table.__name__, (PlainRow,), {"__slots__": (), "table": table, "names": _columns(table)[0]})


def table_of(row: Any) -> type[SQLModel]:
    """The table of a row."""
    found: type[SQLModel] = row.table
    return found


def columns_of(row: Any) -> dict[str, Any]:
    """The columns of a row that are known, by name."""
    found: dict[str, Any] = row.__dict__
    return found


@cache
def _columns(table: type[SQLModel]) -> tuple[frozenset[str], dict[str, Any]]:
    """The names of all columns, and the values of those that have one where none is given."""
    fields = table.model_fields
    return frozenset(fields), {name: one.default for name, one in fields.items() if not one.is_required()}


@cache
def _in_sequence(table: type[SQLModel]) -> tuple[str, ...]:
    return tuple(table.model_fields)

"""What all rows have in common."""

from functools import cache
from typing import Any

from sqlalchemy.orm.attributes import instance_dict
from sqlmodel import SQLModel


class Row(SQLModel):
    """What is stored of a noun."""

    def __init__(self, **values: Any) -> None:
        """A new row.  It is made from values of ours, not checked as SQLModel does it, which takes ten times as long.

        Raises TypeError for a value that no column takes, and for a column without a value.
        """
        wanted, defaults = _columns(type(self))
        made = {**defaults, **values}
        if made.keys() != wanted:
            raise TypeError(f"{type(self).__name__}: expected {sorted(wanted)}, found {sorted(values)}")
        instance_dict(self).update(made)


@cache
def _columns(table: type[SQLModel]) -> tuple[frozenset[str], dict[str, Any]]:
    """The names of all columns, and the values of those that have one where none is given."""
    fields = table.model_fields
    return frozenset(fields), {name: one.default for name, one in fields.items() if not one.is_required()}

"""The canonical bytes of records, written straight from their fields: every event is hashed as it falls (`core.play`).

They are those of ``canon(to_json(record))``, without a JSON value in between.  What is not quite plain is left to that.
"""

from collections.abc import Callable
from fractions import Fraction
from json.encoder import encode_basestring
from operator import attrgetter
from typing import Any

from pbem.core.canonical import LARGEST, canon, fraction_text
from pbem.core.record import Record, field_names, to_json


class _NotPlain(Exception):
    """A value on which `canon` has to have a look: text beyond ASCII, a large number, or what no record may hold."""


def written(record: Record) -> bytes:
    """The canonical bytes of a record.  Raises TypeError, NotCanonical as `to_json` and `canon` do."""
    try:
        return _record(record).encode()
    except _NotPlain:
        return canon(to_json(record))


def values_of(record: Record) -> tuple[Any, ...]:
    """What stands in the JSON of a record, without its type: the values of its fields, by the names of these."""
    return _known(record)[1](record)


def _value(value: Any) -> str:
    kind = type(value)
    if kind is str and value.isascii():
        return encode_basestring(value)
    if kind is int and -LARGEST <= value <= LARGEST:
        return str(value)
    if kind is tuple:
        return f"[{','.join([_value(one) for one in value])}]"
    if kind is bool:
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, Record):
        return _record(value)
    if kind is Fraction:
        return f'"{fraction_text(value)}"'
    raise _NotPlain


def _record(record: Record) -> str:
    form, values = _known(record)
    return form % tuple([_value(one) for one in values(record)])


def _known(record: Record) -> tuple[str, Callable[[Record], tuple[Any, ...]]]:
    kind = type(record)
    known = _forms.get(kind)
    if known is None:
        known = _forms[kind] = _form_of(record)
    return known


_forms: dict[type[Record], tuple[str, Callable[[Record], tuple[Any, ...]]]] = {}
"""By the type of a record: its JSON with a gap for each value, and what gives the values for them."""


def _form_of(record: Record) -> tuple[str, Callable[[Record], tuple[Any, ...]]]:
    paths = sorted((path.rpartition(".")[2], path) for path in _paths(record))
    gaps = {name: f'"{name}":%s' for name, _ in paths} | {"type": f'"type":"{type(record).type_name}"'}
    if len(gaps) != len(paths) + 1:
        raise TypeError(f"{type(record).__name__} has two fields of one name, or one called type")
    form = "{" + ",".join(gaps[name] for name in sorted(gaps)) + "}"
    wanted = [path for _, path in paths]
    if len(wanted) > 1:
        return form, attrgetter(*wanted)
    return form, lambda one: tuple(attrgetter(path)(one) for path in wanted)


def _paths(record: Record) -> list[str]:
    """Where the values of a record's JSON are, as `attrgetter` takes it: those of an inlined record behind a point."""
    found = []
    for name in field_names(type(record)):
        if name in record.inlined:
            found += [f"{name}.{inner}" for inner in _paths(getattr(record, name))]
        elif name not in record.unstored:
            found.append(name)
    return found

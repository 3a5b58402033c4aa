"""Frozen records that can be written as canonical JSON and read back.

Events of play, asks, answers and orders are all records: names, numbers, fractions, tuples and other records; nothing
mutable, no sets, no floats.  The JSON of a record carries its name under ``type``: the name of its class, behind that of
its game where a game declares it (``indian_wars/FireResolved``), so that two games may have a ``MeleeResolved`` each.
"""

import types
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from typing import Any, ClassVar, TypeVar, Union

from pbem.core.cache import Later
from pbem.core.canonical import Json, canon, fraction_text

R = TypeVar("R", bound="Record")


class Record:
    """Base of every record.  Subclasses are ``@dataclass(frozen=True, slots=True)``.

    `type_name` is what their JSON carries under ``type``.  `inlined` names the fields that hold a record whose own fields
    stand beside those of this one in the JSON, without a type; `unstored` those that are not in the JSON at all and must
    have a default.
    """

    __slots__ = ()
    inlined: ClassVar[tuple[str, ...]] = ()
    unstored: ClassVar[tuple[str, ...]] = ()
    record_classes: ClassVar[dict[str, type["Record"]]] = {}
    type_name: ClassVar[str] = ""

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        system = _system_of(cls.__module__)
        name = f"{system}/{cls.__name__}" if system else cls.__name__
        known = Record.record_classes.get(name)
        if known is not None and known.__module__ != cls.__module__:
            raise TypeError(f"two record classes are called {name}: in {known.__module__} and {cls.__module__}")
        Record.record_classes[name] = cls
        cls.type_name = name


BARE_IN = ("indian_wars", "custer")
"""The games whose records were written under their bare class names once, as chains from then still have them."""


def _system_of(module: str) -> str:
    """The game that a module belongs to: a package in `pbem.systems`, or a package of its own; "" for shared rooms."""
    first, *rest = module.split(".")
    if first != "pbem":
        return first
    return rest[1] if rest[0] == "systems" and len(rest) > 1 else ""


def class_named(name: str) -> type[Record] | None:
    """The record class with this type name, or None.

    A bare name is looked for in the games that once wrote those, then in the one game that has it.
    """
    known = Record.record_classes.get(name)
    if known is None and "/" not in name:
        known = next((found for one in BARE_IN if (found := Record.record_classes.get(f"{one}/{name}"))), None)
        if known is None:
            alike = [found for full, found in Record.record_classes.items() if bare_name(full) == name]
            known = alike[0] if len(alike) == 1 else None
    return known


def bare_name(name: str) -> str:
    """A type name without its game: ``FireResolved``."""
    return name.rpartition("/")[2]


def with_bare_names(data: Json) -> Json:
    """The JSON of a record as it was written when type names had no game before them."""
    if isinstance(data, dict):
        return {
            key: bare_name(value) if key == "type" and isinstance(value, str) else with_bare_names(value)
            for key, value in data.items()
        }
    return [with_bare_names(one) for one in data] if isinstance(data, list) else data


# Every event is written for its phase's digest as it falls: most of what it holds needs no call.
_AS_THEY_ARE = (str, int, bool)


def event_bytes(event: "Record") -> bytes:
    """The canonical bytes of an event (or any other record), which are hashed and stored.  Raises TypeError, NotCanonical."""
    return canon(to_json(event))


def to_json(value: object) -> Json:
    """The JSON form of a record, or of a value that a record may hold.

    Raises TypeError for a value that no record may hold (a set, a float).
    """
    if value is None or isinstance(value, _AS_THEY_ARE):
        return value
    if isinstance(value, Record):
        kind = type(value)
        out: dict[str, Json] = {"type": kind.type_name}
        for name, one in stored(value):
            out[name] = one if type(one) in _AS_THEY_ARE else to_json(one)  # type: ignore[assignment]
        return out
    if isinstance(value, tuple):
        return [one if type(one) in _AS_THEY_ARE else to_json(one) for one in value]
    if isinstance(value, Fraction):
        return fraction_text(value)
    if isinstance(value, Later):
        return to_json(value.all())
    raise TypeError(f"{type(value).__name__} {value!r} has no place in a record")


def from_json(data: Json, expected: type[R]) -> R:
    """Read back what `to_json` wrote.

    Raises ValueError for an unknown type, a type that is not `expected`, or a field that does not fit.
    """
    if not isinstance(data, dict) or not isinstance(data.get("type"), str):
        raise ValueError(f"expected the JSON of a {expected.__name__}, found {data!r}")
    cls = class_named(str(data["type"]))
    if cls is None or not issubclass(cls, expected):
        raise ValueError(f"expected a {expected.__name__}, found type {data['type']!r}")
    unknown = set(data) - set(stored_types(cls)) - {"type"}
    if unknown:
        raise ValueError(f"{cls.__name__} has no field {sorted(unknown)[0]!r}")
    return _made(cls, data)


def _made(cls: type[R], data: Mapping[str, Json]) -> R:
    values = {name: read(data[name]) for name, read in _readers(cls).items() if name in data}
    if cls.inlined:
        hints = typing.get_type_hints(cls)
        values |= {name: _made(hints[name], data) for name in cls.inlined}
    return cls(**values)


def stored(record: Record) -> Iterator[tuple[str, object]]:
    """The fields of a record as its JSON has them: those of inlined records beside its own."""
    kind = type(record)
    for name in field_names(kind):
        if name in kind.inlined:
            yield from stored(getattr(record, name))
        elif name not in kind.unstored:
            yield name, getattr(record, name)


def stored_types(cls: type[Record]) -> dict[str, Any]:
    """The names of the fields that a record's JSON has, with their types."""
    known = _known_types.get(cls)
    if known is None:
        hints = typing.get_type_hints(cls)
        known = {}
        for name in field_names(cls):
            if name in cls.inlined:
                known |= stored_types(hints[name])
            elif name not in cls.unstored:
                known[name] = hints[name]
        _known_types[cls] = known
    return known


_known_types: dict[type[Record], dict[str, Any]] = {}


_known_names: dict[type[Record], tuple[str, ...]] = {}


def field_names(cls: type[Record]) -> tuple[str, ...]:
    """The names of a record's fields, in the sequence in which they are declared."""
    known = _known_names.get(cls)
    if known is None:
        known = _known_names[cls] = tuple(field.name for field in fields(typing.cast(Any, cls)))
    return known


_known_readers: dict[type[Record], dict[str, Callable[[Json], Any]]] = {}


def _readers(cls: type[Record]) -> dict[str, Callable[[Json], Any]]:
    known = _known_readers.get(cls)
    if known is None:
        hints = typing.get_type_hints(cls)
        own = [name for name in field_names(cls) if name not in cls.inlined and name not in cls.unstored]
        known = _known_readers[cls] = {name: _reader(hints[name]) for name in own}
    return known


def _reader(hint: Any) -> Callable[[Json], Any]:
    origin = typing.get_origin(hint)
    if hint is Fraction:
        return lambda data: Fraction(typing.cast(str, data))
    if hint in (str, int, bool) or hint is Any or isinstance(hint, TypeVar):
        return lambda data: data
    if origin in (tuple, Sequence):
        args = typing.get_args(hint)
        if origin is Sequence or args[1:] == (Ellipsis,):
            item = _reader(args[0])
            return lambda data: tuple(item(one) for one in typing.cast(list[Json], data))
        items = [_reader(arg) for arg in args]
        return lambda data: tuple(read(one) for read, one in zip(items, typing.cast(list[Json], data), strict=True))
    if origin in (Union, types.UnionType):
        return _union_reader([arg for arg in typing.get_args(hint) if arg is not type(None)])
    if origin is typing.Literal:
        return lambda data: data
    if isinstance(hint, type) and issubclass(hint, Record):
        return lambda data: from_json(data, hint)
    raise TypeError(f"a record may not hold {hint!r}")


def _union_reader(arms: list[Any]) -> Callable[[Json], Any]:
    records = tuple(arm for arm in arms if isinstance(arm, type) and issubclass(arm, Record))
    plain = [arm for arm in arms if arm not in records]
    other = _reader(plain[0]) if plain else None

    def read(data: Json) -> Any:
        if data is None:
            return None
        if isinstance(data, dict):
            return from_json(data, Record)
        return other(data) if other else data

    return read

"""Frozen dataclasses that cost a start next to nothing.

``@dataclass(frozen=True)`` of the standard library compiles six methods a class, a third of a millisecond; the rules have
two hundred such classes, of which one command uses a few.  This `dataclass` makes the same classes, with the same fields,
and writes a method when it is first called.
"""

import dataclasses
from collections.abc import Callable, Sequence
from types import MemberDescriptorType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False, eq=True, **more):
        """As `dataclasses.dataclass`.  A class that is frozen and no more than that gets its methods when they are used.

        Whoever derives from such a class uses this decorator as well.
        """
        if not frozen or more:
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, kw_only=kw_only, eq=eq, **more)

        def made(cls):
            # Without words of its own a class gets its signature, for which the standard library compiles a tokenizer.
            cls.__doc__ = cls.__doc__ or cls.__name__
            # The standard library finds the fields; frozen, it would compile two methods at once.
            found = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)(cls)
            given = vars(cls)
            for name, write in {**_MADE_LATER, **(_COMPARED if eq else {}), **(_PICKLED if slots else {})}.items():
                if given.get(name) is None:
                    setattr(found, name, _later(found, name, write))
            for name, method in _SHARED.items():
                if name not in given:
                    setattr(found, name, method)
            return found

        return made


def _later(cls: type[Any], name: str, write: Callable[[type[Any]], Any]) -> Any:
    """A method that writes the one that takes its place, and calls it."""

    def method(*given: Any, **named: Any) -> Any:
        written = write(cls)
        written.__qualname__ = f"{cls.__qualname__}.{name}"
        setattr(cls, name, written)
        return written(*given, **named)

    return method


def _init(cls: type[Any]) -> Any:
    known: dict[str, Any] = {"_set": object.__setattr__, "_made": _MADE}
    taken: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for field in dataclasses.fields(cls):
        name = value = field.name
        if field.default_factory is not dataclasses.MISSING:
            known[f"_new_{name}"] = field.default_factory
            value = f"_new_{name}() if {name} is _made else {name}" if field.init else f"_new_{name}()"
            default = "=_made"
        elif field.default is not dataclasses.MISSING:
            known[f"_default_{name}"] = field.default
            default = f"=_default_{name}"
            value = name if field.init else f"_default_{name}"
        else:
            default = ""
        if field.init:
            (named if field.kw_only else taken).append(f"{name}{default}")
        elif not default:
            continue
        slot = getattr(cls, name, None)
        if isinstance(slot, MemberDescriptorType):
            known[f"_set_{name}"] = slot.__set__
            lines.append(f"_set_{name}(self, {value})")
        else:
            lines.append(f"_set(self, {name!r}, {value})")
    arguments = ["self", *taken, *(["*", *named] if named else [])]
    return _written("__init__", arguments, lines or ["pass"], known)


_MADE = object()
"""Stands for a value that is made again for each object."""


def _eq(cls: type[Any]) -> Any:
    mine, other = (_values(cls, who, lambda field: field.compare) for who in ("self", "other"))
    lines = ["if other.__class__ is self.__class__:", f"    return {mine} == {other}", "return NotImplemented"]
    return _written("__eq__", ["self", "other"], lines, {})


def _hash(cls: type[Any]) -> Any:
    values = _values(cls, "self", lambda field: field.compare if field.hash is None else field.hash)
    return _written("__hash__", ["self"], [f"return hash({values})"], {})


def _values(cls: type[Any], who: str, counts: Callable[[Any], bool]) -> str:
    return "(" + "".join(f"{who}.{field.name}, " for field in dataclasses.fields(cls) if counts(field)) + ")"


def _written(name: str, taken: Sequence[str], lines: Sequence[str], known: dict[str, Any]) -> Any:
    exec("\n    ".join([f"def {name}({', '.join(taken)}):", *lines]), known)
    return known[name]


def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _set(self: Any, name: str, value: object) -> None:
    _see_that_it_is_free(self, name, "assign to")
    object.__setattr__(self, name, value)


def _delete(self: Any, name: str) -> None:
    _see_that_it_is_free(self, name, "delete")
    object.__delattr__(self, name)


def _see_that_it_is_free(self: Any, name: str, what: str) -> None:
    if "__dataclass_fields__" in vars(type(self)) or name in type(self).__dataclass_fields__:
        raise dataclasses.FrozenInstanceError(f"cannot {what} field {name!r}")


def _getstate(cls: type[Any]) -> Any:
    return _written("__getstate__", ["self"], [f"return {_values(cls, 'self', lambda field: True)}"], {})


def _setstate(cls: type[Any]) -> Any:
    names = [field.name for field in dataclasses.fields(cls)]
    known = {f"_set_{name}": getattr(cls, name).__set__ for name in names}
    lines = [f"{', '.join(names)}, = state", *(f"_set_{name}(self, {name})" for name in names)]
    return _written("__setstate__", ["self", "state"], lines if names else ["pass"], known)


_MADE_LATER = {"__init__": _init}
_COMPARED = {"__eq__": _eq, "__hash__": _hash}
_SHARED = {"__repr__": _repr, "__setattr__": _set, "__delattr__": _delete}
_PICKLED = {"__getstate__": _getstate, "__setstate__": _setstate}

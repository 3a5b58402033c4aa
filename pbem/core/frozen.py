"""Dataclasses that cost a start next to nothing.

``@dataclass(frozen=True)`` of the standard library compiles six methods a class and describes each field, a third of a
millisecond; the rules have three hundred such classes, of which one command uses a few.  This `dataclass` makes the same
classes.  It writes a method when it is first called, ``__init__`` once there are a few objects, and describes fields when
somebody asks for them.  It does without the standard library's module, which brings along what reads Python's source; so
do `field`, `fields` and `replace`, which take classes of both kinds.
"""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import GenericAlias, MemberDescriptorType, UnionType
from typing import TYPE_CHECKING, Any, ClassVar

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
    from dataclasses import field as field
    from dataclasses import fields as fields
    from dataclasses import replace as replace
else:

    def dataclass(cls=None, /, *, frozen=False, slots=False, kw_only=False, eq=True, order=False):
        """As `dataclasses.dataclass`, which knows more options.  Whoever derives from such a class uses this decorator too."""

        def made(cls):
            known = []
            methods = _methods(frozen, slots, eq, order, known)
            # Without words of its own a class gets its signature, for which the standard library compiles a tokenizer.
            methods["__doc__"] = cls.__name__
            found = _with_slots(cls, kw_only, methods) if slots else _as_it_is(cls, kw_only, methods)
            known.append(found)
            return found

        return made if cls is None else made(cls)

    def field(*, kw_only=None, **given):
        """As `dataclasses.field`."""
        return DataField("", None, kw_only=kw_only, **given)

    def fields(of):
        """As `dataclasses.fields`."""
        cls = of if isinstance(of, type) else type(of)
        if hasattr(cls, _OWN):
            return tuple(_fields(cls).values())
        import dataclasses

        return dataclasses.fields(of)

    def replace(of, /, **changes):
        """As `dataclasses.replace`."""
        cls = type(of)
        if not hasattr(cls, _OWN):
            import dataclasses

            return dataclasses.replace(of, **changes)
        for one in _fields(cls).values():
            if one.init:
                if one.name not in changes:
                    changes[one.name] = getattr(of, one.name)
            elif one.name in changes:
                raise ValueError(f"field {one.name} is declared with init=False, it cannot be specified with replace()")
        return cls(**changes)


MISSING = object()
"""What stands for a default where there is none."""


class DataField:
    """What is known of a field; its attributes are those of `dataclasses.Field`.  Raises ValueError for a default that may
    change."""

    __slots__ = ("compare", "default", "default_factory", "hash", "init", "kw_only", "name", "repr", "type")

    def __init__(
        self,
        name: str,
        kind: Any,
        *,
        default: Any = MISSING,
        default_factory: Any = MISSING,
        init: bool = True,
        repr: bool = True,
        hash: bool | None = None,
        compare: bool = True,
        kw_only: bool | None = False,
    ) -> None:
        if type(default).__hash__ is None:
            raise ValueError(f"mutable default {type(default)} is not allowed: use default_factory")
        self.name, self.type = name, kind
        self.default, self.default_factory = default, default_factory
        self.init, self.repr, self.hash, self.compare, self.kw_only = init, repr, hash, compare, kw_only

    def named(self, name: str, kind: Any, kw_only: bool) -> "DataField":
        """The same field, as a class declares it."""
        given = {one: getattr(self, one) for one in _OPTIONS}
        return DataField(name, kind, **given, kw_only=kw_only if self.kw_only is None else self.kw_only)


_OPTIONS = ("default", "default_factory", "init", "repr", "hash", "compare")
_OWN = "__own_fields__"
"""Under this name a class keeps its own fields: name, type and what stood behind the name (`_Own`)."""
_LIBRARYS = "__dataclass_fields__"
_Own = tuple[Mapping[str, tuple[Any, Any]], bool]


def _own_fields(own: Mapping[str, Any]) -> dict[str, tuple[Any, Any]]:
    """The fields that a class with these attributes declares."""
    return {
        name: (kind, own.get(name, MISSING))
        for name, kind in own.get("__annotations__", {}).items()
        if type(kind) in _OF_OBJECTS or not _is_of_the_class(kind)
    }


_OF_OBJECTS = (type, GenericAlias, UnionType)
"""The types of most annotations."""


def _is_of_the_class(kind: Any) -> bool:
    if isinstance(kind, str):
        return kind.startswith(("ClassVar", "typing.ClassVar"))
    return kind is ClassVar or getattr(kind, "__origin__", None) is ClassVar


def _with_slots(cls: type[Any], kw_only: bool, methods: Mapping[str, Any]) -> type[Any]:
    """The class made once more, as Python has it: slots cannot be added to one."""
    given = dict(vars(cls))
    if "__slots__" in given:
        raise TypeError(f"{cls.__name__} already specifies __slots__")
    own = _own_fields(given)
    has = {name for base in cls.__mro__[1:-1] for name in _slots(base)}
    for name in (*own, "__dict__", "__weakref__"):
        given.pop(name, None)
    for name in _NONE_OF_ITS_OWN:
        if name in given and given[name] is None:
            del given[name]
    given["__slots__"] = tuple(name for name in own if name not in has) if has else tuple(own)
    given["__qualname__"] = cls.__qualname__
    given[_OWN] = own, kw_only
    metaclass: Any = type(cls)
    made: type[Any] = metaclass(cls.__name__, cls.__bases__, {**methods, **given})
    return made


_NONE_OF_ITS_OWN = ("__doc__", "__hash__")
"""What Python sets to None in a class that does not say it (`__hash__` where it says `__eq__`)."""


def _slots(cls: type[Any]) -> tuple[str, ...]:
    found = vars(cls).get("__slots__", ())
    return (found,) if isinstance(found, str) else tuple(found)


def _as_it_is(cls: type[Any], kw_only: bool, methods: Mapping[str, Any]) -> type[Any]:
    """The class itself, with a few attributes more; it keeps defaults as the standard library does."""
    given = vars(cls)
    own = _own_fields(given)
    for name, (_, default) in own.items():
        if _is_described(default):
            if _or_missing(default.default) is MISSING:
                delattr(cls, name)
            else:
                setattr(cls, name, default.default)
    for name, method in methods.items():
        if name not in given or (given[name] is None and name in _NONE_OF_ITS_OWN):
            setattr(cls, name, method)
    setattr(cls, _OWN, (own, kw_only))
    return cls


def _fields(cls: type[Any]) -> dict[str, DataField]:
    """The fields of a class and those of its bases, by name, in the sequence in which they were declared."""
    known: dict[str, DataField] | None = vars(cls).get("__all_fields__")
    if known is None:
        known = {}
        for one in reversed(cls.__mro__[:-1]):
            if _OWN in vars(one):
                own, kw_only = vars(one)[_OWN]
                known |= {name: _taken(given, name, kind, kw_only) for name, (kind, given) in own.items()}
            elif _LIBRARYS in vars(one):
                known |= {name: _taken(given, name, given.type, False) for name, given in vars(one)[_LIBRARYS].items()}
        cls.__all_fields__ = known
    return known


def _taken(given: Any, name: str, kind: Any, kw_only: bool) -> DataField:
    if isinstance(given, DataField):
        return given.named(name, kind, kw_only)
    if _is_described(given):  # by the standard library
        options = {one: _or_missing(getattr(given, one)) for one in _OPTIONS}
        own = _or_missing(given.kw_only)
        return DataField(name, kind, **options, kw_only=kw_only if own is MISSING else own)
    return DataField(name, kind, default=given, kw_only=kw_only)


def _is_described(given: object) -> bool:
    """Whether what stands behind a name says more of the field than its default."""
    if isinstance(given, DataField):
        return True
    library = sys.modules.get("dataclasses")
    return library is not None and isinstance(given, library.Field)


def _or_missing(value: object) -> Any:
    library = sys.modules.get("dataclasses")
    return MISSING if library is not None and value is library.MISSING else value


class _ForTheLibrary:
    """An attribute for which others ask a dataclass; it is made when they do."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, of: object, cls: type[Any]) -> Any:
        owner = next(one for one in cls.__mro__ if vars(one).get(self._name) is self)
        known = _fields(owner).values()
        made: Any
        if self._name == "__match_args__":
            made = tuple(one.name for one in known if one.init and not one.kw_only)
        else:
            made = getattr(_of_the_library(owner.__name__, known), self._name)
        setattr(owner, self._name, made)
        return made


def _of_the_library(name: str, known: Iterable[DataField]) -> Any:
    """The standard library's own class with these fields and without methods."""
    import dataclasses

    def described(one: DataField) -> Any:
        given = {option: value for option in _OPTIONS if (value := getattr(one, option)) is not MISSING}
        return dataclasses.field(**given, kw_only=bool(one.kw_only))

    body = {one.name: described(one) for one in known}
    kinds = {one.name: one.type for one in known}
    made = type(name, (), {**body, "__annotations__": kinds, "__doc__": name})
    return dataclasses.dataclass(init=False, repr=False, eq=False)(made)


def _methods(frozen: bool, slots: bool, eq: bool, order: bool, known: list[type[Any]]) -> dict[str, Any]:
    """What a class gets, unless it says otherwise itself; `known` will hold the class."""
    made, later = _shared_and_own(frozen, slots, eq, order)
    init = _init_of_few(frozen, known)
    return {**made, "__init__": init, **{name: _later(name, write, known) for name, write in later.items()}}


@cache
def _shared_and_own(frozen: bool, slots: bool, eq: bool, order: bool) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    """The methods that all such classes share, and what writes those that each has to itself."""
    shared: dict[str, Any] = {**_FOR_THE_LIBRARY, "__repr__": _repr}
    own: dict[str, Any] = {}
    if eq:
        own["__eq__"] = _eq
        (own if frozen else shared)["__hash__"] = _hash if frozen else None
    if order:
        own |= _IN_ORDER
    if frozen:
        shared |= {"__setattr__": _set, "__delattr__": _delete}
    if frozen and slots:
        own |= _PICKLED
    return shared, own


def _later(name: str, write: Callable[[type[Any]], Any], known: list[type[Any]]) -> Any:
    """A method that writes the one that takes its place, and calls it."""

    def method(*given: Any, **named: Any) -> Any:
        (cls,) = known
        return _put_in_place(cls, name, write)(*given, **named)

    return method


def _put_in_place(cls: type[Any], name: str, write: Callable[[type[Any]], Any]) -> Any:
    written = write(cls)
    written.__qualname__ = f"{cls.__qualname__}.{name}"
    setattr(cls, name, written)
    return written


FEW = 40
"""Writing ``__init__`` takes as long as making twice as many objects without."""


def _init_of_few(frozen: bool, known: list[type[Any]]) -> Any:
    """``__init__`` for the first few objects; one that is not plain, or must refuse what it is given, is written at once."""
    write, put = (_frozen_init, object.__setattr__) if frozen else (_open_init, setattr)
    made = 0
    plain: Mapping[str, Any] | None = None

    def init(self: Any, *given: Any, **named: Any) -> None:
        nonlocal made, plain
        (cls,) = known
        if not made:
            plain = _plain_fields(cls)
        made += 1
        values = _given(plain, given, named) if plain is not None and made <= FEW else None
        if values is None:
            _put_in_place(cls, "__init__", write)(self, *given, **named)
            return
        for name, value in values.items():
            put(self, name, value)

    return init


def _plain_fields(cls: type[Any]) -> Mapping[str, Any] | None:
    """The fields of a class with their defaults, or MISSING; None if there is more to say of one."""
    found: dict[str, Any] = {}
    for one in reversed(cls.__mro__[:-1]):
        own, kw_only = vars(one).get(_OWN, ({}, _LIBRARYS in vars(one)))
        if kw_only or any(_is_described(default) for _, default in own.values()):
            return None
        found |= {name: default for name, (_, default) in own.items()}
    return None if hasattr(cls, "__post_init__") else found


def _given(plain: Mapping[str, Any], given: Sequence[Any], named: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What the fields get; None if that is not right."""
    by_place = dict(zip(plain, given, strict=False))
    values = {**plain, **by_place, **named}
    if len(given) > len(plain) or len(values) > len(plain) or any(name in by_place for name in named):
        return None
    return None if any(value is MISSING for value in values.values()) else values


def _open_init(cls: type[Any]) -> Any:
    return _init_by(cls, lambda name, value: f"self.{name} = {value}", {})


def _frozen_init(cls: type[Any]) -> Any:
    known: dict[str, Any] = {"_set": object.__setattr__}

    def put(name: str, value: str) -> str:
        slot = getattr(cls, name, None)
        if not isinstance(slot, MemberDescriptorType):
            return f"_set(self, {name!r}, {value})"
        known[f"_set_{name}"] = slot.__set__
        return f"_set_{name}(self, {value})"

    return _init_by(cls, put, known)


def _init_by(cls: type[Any], put: Callable[[str, str], str], known: Mapping[str, Any]) -> Any:
    """The method that takes the fields; `put` writes how one gets its value."""
    values: dict[str, Any] = {}
    taken: list[str] = []
    named: list[str] = []
    lines: list[str] = []
    for field in _fields(cls).values():
        name = value = field.name
        if field.default_factory is not MISSING:
            values[f"_new_{name}"] = field.default_factory
            value = f"_new_{name}() if {name} is _made else {name}" if field.init else f"_new_{name}()"
            default = "=_made"
        elif field.default is not MISSING:
            values[f"_default_{name}"] = field.default
            default = f"=_default_{name}"
            value = name if field.init else f"_default_{name}"
        else:
            default = ""
        if field.init:
            (named if field.kw_only else taken).append(f"{name}{default}")
        elif not default:
            continue
        lines.append(put(name, value))
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ["self", *taken, *(["*", *named] if named else [])]
    return _written("__init__", arguments, lines or ["pass"], {**known, **values, "_made": _MADE})


_MADE = object()
"""Stands for a value that is made again for each object."""


def _eq(cls: type[Any]) -> Any:
    mine, other = (_values(cls, who, lambda field: field.compare) for who in ("self", "other"))
    return _compared("__eq__", f"{mine} == {other}")


def _ordered(name: str, sign: str) -> Callable[[type[Any]], Any]:
    def write(cls: type[Any]) -> Any:
        mine, other = (_values(cls, who, lambda field: field.compare) for who in ("self", "other"))
        return _compared(name, f"{mine} {sign} {other}")

    return write


def _compared(name: str, how: str) -> Any:
    lines = ["if other.__class__ is self.__class__:", f"    return {how}", "return NotImplemented"]
    return _written(name, ["self", "other"], lines, {})


def _hash(cls: type[Any]) -> Any:
    values = _values(cls, "self", lambda field: field.compare if field.hash is None else field.hash)
    return _written("__hash__", ["self"], [f"return hash({values})"], {})


def _values(cls: type[Any], who: str, counts: Callable[[Any], bool]) -> str:
    return "(" + "".join(f"{who}.{field.name}, " for field in _fields(cls).values() if counts(field)) + ")"


def _written(name: str, taken: Sequence[str], lines: Sequence[str], known: dict[str, Any]) -> Any:
    exec("\n    ".join([f"def {name}({', '.join(taken)}):", *lines]), known)
    return known[name]


def _repr(self: Any) -> str:
    shown = (f"{one.name}={getattr(self, one.name)!r}" for one in _fields(type(self)).values() if one.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _set(self: Any, name: str, value: object) -> None:
    _see_that_it_is_free(self, name, "assign to")
    object.__setattr__(self, name, value)


def _delete(self: Any, name: str) -> None:
    _see_that_it_is_free(self, name, "delete")
    object.__delattr__(self, name)


def _see_that_it_is_free(self: Any, name: str, what: str) -> None:
    if _OWN in vars(type(self)) or name in _fields(type(self)):
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"cannot {what} field {name!r}")


def _getstate(cls: type[Any]) -> Any:
    return _written("__getstate__", ["self"], [f"return {_values(cls, 'self', lambda field: True)}"], {})


def _setstate(cls: type[Any]) -> Any:
    names = list(_fields(cls))
    known = {f"_set_{name}": getattr(cls, name).__set__ for name in names}
    lines = [f"{', '.join(names)}, = state", *(f"_set_{name}(self, {name})" for name in names)]
    return _written("__setstate__", ["self", "state"], lines if names else ["pass"], known)


_FOR_THE_LIBRARY = {name: _ForTheLibrary(name) for name in (_LIBRARYS, "__dataclass_params__", "__match_args__")}
_IN_ORDER = {
    name: _ordered(name, sign) for name, sign in (("__lt__", "<"), ("__le__", "<="), ("__gt__", ">"), ("__ge__", ">="))
}
_PICKLED = {"__getstate__": _getstate, "__setstate__": _setstate}

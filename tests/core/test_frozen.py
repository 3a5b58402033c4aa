"""Frozen dataclasses whose methods are written when they are used: in all else they are those of the standard library."""

import copy
import dataclasses
import pickle
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import pytest

from pbem.core import frozen

T = TypeVar("T")


def family(dataclass: Callable[..., Any], slots: bool) -> dict[str, Any]:
    """The same classes by either decorator."""

    @dataclass(frozen=True, slots=slots)
    class Unit:
        name: str
        at: int = 0

    @dataclass(frozen=True, slots=slots)
    class Leader(Unit):
        notes: dict[str, int] = dataclasses.field(default_factory=dict, compare=False)
        seen: bool = dataclasses.field(default=True, init=False, repr=False)

    @dataclass(frozen=True, slots=slots)
    class Marker:
        """No field at all."""

    @dataclass(frozen=True, slots=slots)
    class Pair(Generic[T]):
        left: T
        right: T

    class Plain(Unit):
        """Derived without the decorator."""

    @dataclass(frozen=True, slots=slots, kw_only=True)
    class Scout(Unit):
        side: str
        seen: bool = False

    return {one.__name__: one for one in (Unit, Leader, Marker, Pair, Plain, Scout)}


MADE: dict[str, Callable[[dict[str, Any]], Any]] = {
    "by place": lambda known: known["Unit"]("A", 3),
    "by name": lambda known: known["Unit"](at=3, name="A"),
    "default": lambda known: known["Unit"]("A"),
    "derived": lambda known: known["Leader"]("A", 1, {"x": 1}),
    "derived, made again": lambda known: known["Leader"]("A"),
    "nothing": lambda known: known["Marker"](),
    "generic": lambda known: known["Pair"]((1,), "b"),
    "plain below it": lambda known: known["Plain"]("A", 2),
    "by name alone": lambda known: known["Scout"]("A", 1, side="us"),
    "by name alone, by place": lambda known: known["Scout"]("A", 1, "us"),
    "by name alone, too few": lambda known: known["Scout"]("A"),
    "too few": lambda known: known["Unit"](),
    "too many": lambda known: known["Unit"]("A", 1, 2),
    "unknown": lambda known: known["Unit"]("A", on=3),
    "not to be given": lambda known: known["Leader"]("A", seen=False),
}


def told(known: dict[str, Any], make: Callable[[dict[str, Any]], Any]) -> list[object]:
    """All that can be seen of a value, or of the refusal to make it."""
    try:
        one = make(known)
    except TypeError as refused:
        return [str(refused)]
    others = [make(known), *(unit for name in ("Unit", "Plain") for unit in (known[name]("A", 3), known[name]("A", 2)))]
    seen: list[object] = [repr(one), hash(one), one.__match_args__, [one == other for other in others], one == "A"]
    seen += [dataclasses.asdict(one), [field.name for field in dataclasses.fields(one)], hasattr(one, "__dict__")]
    seen += [copy.copy(one) == one, copy.deepcopy(one) == one, dataclasses.is_dataclass(one)]
    if hasattr(one, "name"):
        seen.append(repr(dataclasses.replace(one, name="B")))
        for change in (lambda: setattr(one, "name", "C"), lambda: delattr(one, "name")):
            with pytest.raises(dataclasses.FrozenInstanceError) as frozen_one:
                change()
            seen.append(str(frozen_one.value))
    return seen


@pytest.mark.parametrize("slots", [True, False])
@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
def test_a_class_is_as_the_standard_library_makes_it(make: Callable[[dict[str, Any]], Any], slots: bool) -> None:
    assert told(family(frozen.dataclass, slots), make) == told(family(dataclasses.dataclass, slots), make)


@frozen.dataclass(frozen=True, slots=True)
class Sent:
    """A value that goes to another process."""

    name: str
    at: int = 0


def test_a_value_goes_to_another_process_and_back() -> None:
    assert pickle.loads(pickle.dumps(Sent("A", 3))) == Sent("A", 3)


def test_what_a_default_factory_makes_is_not_shared() -> None:
    leader = family(frozen.dataclass, True)["Leader"]
    assert leader("A").notes is not leader("A").notes


def test_methods_of_its_own_are_kept() -> None:
    @frozen.dataclass(frozen=True, slots=True)
    class Near:
        at: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Near) and abs(other.at - self.at) < 2

        def __hash__(self) -> int:
            return 1

        def __repr__(self) -> str:
            return "near"

    assert (Near(1) == Near(2), hash(Near(1)), repr(Near(1))) == (True, 1, "near")


def test_one_that_is_not_compared_is_itself_alone() -> None:
    @frozen.dataclass(frozen=True, eq=False)
    class Verb:
        word: str

    assert (Verb("fire") == Verb("fire"), len({Verb("fire"), Verb("fire")})) == (False, 2)
    assert repr(Verb("fire")).endswith("Verb(word='fire')")


def test_other_dataclasses_are_the_standard_library_s() -> None:
    @frozen.dataclass
    class Open:
        at: int

    @frozen.dataclass(frozen=True, order=True)
    class Sorted:
        at: int

    assert Sorted(1) < Sorted(2)
    found = Open(1)
    found.at = 2
    assert found == Open(2)


def test_a_method_is_written_when_it_is_first_called() -> None:
    unit = family(frozen.dataclass, True)["Unit"]
    before = unit.__init__
    unit("A")
    written = unit.__init__
    assert written is not before
    unit("B")
    assert unit.__init__ is written

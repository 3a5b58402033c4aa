"""Dataclasses whose methods are written when they are used: in all else they are those of the standard library."""

import copy
import dataclasses
import pickle
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar

import pytest

from pbem.core import frozen

T = TypeVar("T")


def family(made_by: Any, slots: bool, described_by: Any = dataclasses, frozen: bool = True) -> dict[str, Any]:
    """The same classes by either module."""
    dataclass = partial(made_by.dataclass, frozen=frozen)
    field: Callable[..., Any] = described_by.field

    @dataclass(slots=slots)
    class Unit:
        kinds: ClassVar[tuple[str, ...]] = ("foot",)
        name: str
        at: int = 0

    @dataclass(slots=slots)
    class Leader(Unit):
        notes: dict[str, int] = field(default_factory=dict, compare=False)
        seen: bool = field(default=True, init=False, repr=False)

    @dataclass(slots=slots)
    class Marker:
        """No field at all."""

    @dataclass(slots=slots)
    class Pair(Generic[T]):
        left: T
        right: T

    class Plain(Unit):
        """Derived without the decorator."""

    @dataclass(slots=slots, kw_only=True)
    class Scout(Unit):
        side: str
        seen: bool = False

    @dataclass(slots=slots)
    class Checked(Unit):
        on: bool = field(default=True, kw_only=True)

        def __post_init__(self) -> None:
            if self.at > 4:
                raise TypeError(f"{self.name} stands too far away")

    @dataclass(slots=slots, order=True)
    class Place:
        column: int
        row: int
        note: str = field(default="", compare=False)

    return {one.__name__: one for one in (Unit, Leader, Marker, Pair, Plain, Scout, Checked, Place)}


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
    "looked at": lambda known: known["Checked"]("A", 4, on=False),
    "looked at and refused": lambda known: known["Checked"]("A", 5),
    "in order": lambda known: known["Place"](2, 1, "far"),
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
    seen: list[object] = [repr(one), one.__match_args__, [one == other for other in others], one == "A"]
    seen += [hash(one) if one.__hash__ else None, known["Unit"].kinds, hasattr(known["Unit"], "at")]
    seen += [[(f.name, f.type, f.init, f.repr, f.hash, f.compare, f.kw_only) for f in dataclasses.fields(one)]]
    seen += [dataclasses.asdict(one), [field.name for field in dataclasses.fields(one)], hasattr(one, "__dict__")]
    seen += [copy.copy(one) == one, copy.deepcopy(one) == one, dataclasses.is_dataclass(one)]
    if hasattr(one, "name"):
        seen += [repr(replace(one, name="B")) for replace in (dataclasses.replace, frozen.replace)]
        seen.append([field.name for field in frozen.fields(one)])
        try:
            one.name = "C"
        except dataclasses.FrozenInstanceError:
            pass
        else:
            return [*seen, repr(one)]
        for change in (lambda: setattr(one, "name", "C"), lambda: delattr(one, "name")):
            with pytest.raises(dataclasses.FrozenInstanceError) as frozen_one:
                change()
            seen.append(str(frozen_one.value))
    return seen


@pytest.mark.parametrize("is_frozen", [True, False])
@pytest.mark.parametrize("slots", [True, False])
@pytest.mark.parametrize("make", MADE.values(), ids=MADE)
@pytest.mark.parametrize("fields", [dataclasses, frozen], ids=["its fields", "our fields"])
def test_a_class_is_as_the_standard_library_makes_it(
    make: Callable[[dict[str, Any]], Any], slots: bool, fields: Any, is_frozen: bool
) -> None:
    theirs = told(family(dataclasses, slots, dataclasses, is_frozen), make)
    assert told(family(frozen, slots, fields, is_frozen), make) == theirs


IN_ORDER: tuple[Callable[[Any, Any], bool], ...] = (
    lambda one, other: one < other,
    lambda one, other: one <= other,
    lambda one, other: one > other,
    lambda one, other: one >= other,
)


@pytest.mark.parametrize("how", IN_ORDER)
def test_values_stand_in_order(how: Callable[[Any, Any], bool]) -> None:
    told_of = []
    for made_by in (dataclasses, frozen):
        place = family(made_by, True)["Place"]
        some = [place(1, 2), place(2, 1), place(1, 2, "noted")]
        told_of.append([how(one, other) for one in some for other in some])
        with pytest.raises(TypeError, match="not supported between instances"):
            how(some[0], 1)
    assert told_of[0] == told_of[1]


@pytest.mark.parametrize("first", [dataclasses, frozen])
@pytest.mark.parametrize("then", [dataclasses, frozen])
def test_a_class_of_either_kind_has_the_fields_of_its_base(first: Any, then: Any) -> None:
    @first.dataclass
    class Base:
        name: str
        notes: list[str] = dataclasses.field(default_factory=list)

    @then.dataclass
    class Sub(Base):
        at: int = 3

    sub: Any = Sub
    assert repr(sub("A")).endswith("Sub(name='A', notes=[], at=3)")
    assert [one.name for one in frozen.fields(sub)] == [one.name for one in dataclasses.fields(sub)]
    assert repr(frozen.replace(sub("A"), at=4)) == repr(dataclasses.replace(sub("A"), at=4))


@pytest.mark.parametrize("replace", [frozen.replace, dataclasses.replace])
def test_what_is_not_given_is_not_replaced(replace: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match="seen is declared with init=False"):
        replace(family(frozen, True)["Leader"]("A"), seen=False)


def test_a_default_that_could_change_is_refused() -> None:
    with pytest.raises(ValueError, match="mutable default"):
        frozen.field(default=[])


def test_slots_are_not_named_twice() -> None:
    with pytest.raises(TypeError, match="already specifies __slots__"):

        @frozen.dataclass(slots=True)
        class Wrong:
            __slots__ = ("at",)
            at: int


ALONE = """
import sys
from pbem.core.frozen import dataclass, field, fields, replace
@dataclass(frozen=True, slots=True)
class Unit:
    name: str
    at: int = field(default=0, compare=False)
print(replace(Unit("A"), name="B"), [one.name for one in fields(Unit)], Unit("A") == Unit("A", 1))
print([name for name in ("dataclasses", "inspect") if name in sys.modules])
"""


def test_a_class_is_made_without_the_standard_library_s_module() -> None:
    run = subprocess.run([sys.executable, "-c", ALONE], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines() == ["Unit(name='B', at=0) ['name', 'at'] True", "[]"]


@frozen.dataclass(frozen=True, slots=True)
class Sent:
    """A value that goes to another process."""

    name: str
    at: int = 0


def test_a_value_goes_to_another_process_and_back() -> None:
    assert pickle.loads(pickle.dumps(Sent("A", 3))) == Sent("A", 3)


def test_what_a_default_factory_makes_is_not_shared() -> None:
    leader = family(frozen, True)["Leader"]
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


def test_a_method_is_written_when_it_is_first_called() -> None:
    unit = family(frozen, True)["Unit"]
    before = unit.__eq__
    assert unit("A") == unit("A")
    written = unit.__eq__
    assert written is not before
    assert unit("B") != unit("A")
    assert unit.__eq__ is written


@pytest.mark.parametrize("is_frozen", [True, False])
def test_init_is_written_once_there_are_a_few_objects(is_frozen: bool) -> None:
    known = family(frozen, True, frozen, is_frozen)
    unit, place, before = known["Unit"], known["Scout"], known["Unit"].__init__
    some = [repr(unit("A", at=1)) for _ in range(frozen.FEW)]
    assert unit.__init__ is before
    some.append(repr(unit("A", at=1)))
    assert unit.__init__ is not before
    assert set(some) == {some[0]}
    assert [repr(place("A", side="us")) for _ in range(2)] == [repr(place("A", side="us"))] * 2


def test_fields_stand_in_their_sequence_however_they_are_given() -> None:
    unit = family(frozen, False)["Unit"]
    assert list(vars(unit(at=1, name="A"))) == ["name", "at"]

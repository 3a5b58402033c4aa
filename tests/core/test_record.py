"""Records: JSON and back, and what has no place in them."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core import record
from pbem.core.event import Event, OrderMoot, PhaseBegan
from pbem.core.order import Moot, Order, Problem
from pbem.core.record import Record, field_names, from_json, to_json
from pbem.core.umpire import Factor, Modifier, Roll
from pbem.systems.indian_wars.state.combat_events import FireResolved

words = st.text(alphabet="abc /-'", max_size=8)
modifiers = st.builds(Modifier, value=st.integers(-9, 9), name=words, detail=words, clause=words)
rolls = st.builds(
    Roll, label=words, dice=st.just("2d6"), faces=st.tuples(st.integers(1, 6), st.integers(1, 6)),
    modifiers=st.lists(modifiers, max_size=3).map(tuple), clause=words,
)  # fmt: skip
factors = st.builds(Factor, value=st.fractions(), name=words)


@dataclass(frozen=True, slots=True)
class Nested(Record):
    """A record of every kind of field."""

    roll: Roll
    factors: tuple[Factor, ...]
    pairs: tuple[tuple[str, int], ...] = ()
    maybe: str | None = None
    either: Modifier | None = None
    share: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Inner(Record):
    """A record that stands in another."""

    unstored: ClassVar[tuple[str, ...]] = ("plan",)

    unit: str
    share: Fraction
    plan: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Outer(Record):
    """A record whose JSON has the fields of another beside its own."""

    inlined: ClassVar[tuple[str, ...]] = ("inner",)

    inner: Inner
    result: str


@dataclass(frozen=True, slots=True)
class Wait(Order):
    """An order of these tests.  What belongs to the class is no field."""

    unit: str
    is_idle: ClassVar[bool] = True


@pytest.mark.slow
@given(
    st.builds(
        Nested,
        roll=rolls,
        factors=st.lists(factors, max_size=3).map(tuple),
        pairs=st.lists(st.tuples(words, st.integers()), max_size=3).map(tuple),
        maybe=st.none() | words,
        either=st.none() | modifiers,
        share=st.fractions(),
    )
)
def test_a_record_comes_back_from_its_json(record: Nested) -> None:
    assert from_json(to_json(record), Nested) == record


def test_an_inlined_record_stands_flat_in_the_json() -> None:
    outer = Outer(Inner("C/3 Cav", Fraction(5, 2), "not kept"), "MC")
    flat = {"type": "tests/Outer", "unit": "C/3 Cav", "share": "5/2", "result": "MC"}
    assert to_json(outer) == flat
    assert from_json(flat, Outer) == outer
    assert list(record.stored_types(Outer)) == ["unit", "share", "result"]
    with pytest.raises(ValueError, match="Outer has no field 'plan'"):
        from_json({**flat, "plan": "not kept"}, Outer)


SHOT_OF_BEFORE = {
    "type": "FireResolved", "firer": "C/3 Cav", "target": "Crow King", "firer_at": "3413", "target_at": "3412",
    "occasion": "offensive", "how": "half", "long_range": False, "base": 5, "strength": "5/2",
    "factors": [{"type": "Factor", "value": "1/2", "name": "half by order", "clause": "4.B"}], "line": "US",
    "row": "dismounted", "column": "2", "shifted": 0, "letter": "C",
    "roll": {"type": "Roll", "label": "a shot #1", "dice": "2d6", "faces": [1, 4], "clause": "9.A", "modifiers": [
        {"type": "Modifier", "value": 1, "name": "hex density", "detail": "12 points", "clause": "9.B.2"}]},
    "found": "MC", "least": 7, "result": "MC",
}  # fmt: skip


def test_a_shot_of_a_chain_from_before_is_read_and_written_as_it_was() -> None:
    """As version 1.0 wrote it: the shot's fields stand beside the roll."""
    event = from_json(SHOT_OF_BEFORE, FireResolved)  # type: ignore[arg-type]  # JSON as it is read
    assert (event.shot.firer, event.shot.strength, event.shot.letter) == ("C/3 Cav", Fraction(5, 2), "C")
    assert record.with_bare_names(to_json(event)) == SHOT_OF_BEFORE


def test_an_order_within_an_event_comes_back_as_the_order_that_it_was() -> None:
    event = OrderMoot("us", Wait("C/3 Cav"), Moot("M1", "C/3 Cav is gone", rests_on=("C/3 Cav",)))
    assert from_json(to_json(event), Event) == event


def test_fractions_are_written_in_lowest_terms() -> None:
    assert to_json(Fraction(10, 4)) == "5/2"
    assert to_json(Fraction(4, 2)) == "2"


@pytest.mark.parametrize("value", [1.5, {1}, frozenset({1}), [1], {"a": 1}])
def test_floats_sets_and_mutable_things_have_no_place_in_a_record(value: object) -> None:
    with pytest.raises(TypeError, match="has no place in a record"):
        to_json(value)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        ({"type": "Nothing"}, "found type 'Nothing'"),
        ({"type": "tests/Wait", "unit": "C/3 Cav"}, "expected a Modifier, found type 'tests/Wait'"),
        ({"type": "Modifier", "value": 1, "name": "x", "colour": "red"}, "Modifier has no field 'colour'"),
        ([], "expected the JSON of a Modifier"),
    ],
)
def test_json_that_does_not_fit_is_refused_by_name(data: object, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        from_json(data, Modifier)  # type: ignore[arg-type]  # wrong on purpose


def test_two_record_classes_of_one_name_are_refused() -> None:
    with pytest.raises(TypeError, match="two record classes are called tests/Wait"):
        type("Wait", (Record,), {"__slots__": (), "__module__": "tests.elsewhere"})


def test_what_belongs_to_the_class_is_no_field() -> None:
    assert field_names(Wait) == ("unit",)
    assert to_json(Wait("C/3 Cav")) == {"type": "tests/Wait", "unit": "C/3 Cav"}


def test_field_names_come_as_declared() -> None:
    assert field_names(Problem) == ("code", "text", "clause", "suggest", "words", "rests_on")


def test_two_games_may_have_an_event_of_the_same_name() -> None:
    made = {}
    for game in ("chess", "draughts"):
        made[game] = type("PieceTaken", (Event,), {"__module__": f"{game}.events", "__slots__": ()})
    assert made["chess"].type_name == "chess/PieceTaken"
    assert record.class_named("draughts/PieceTaken") is made["draughts"]
    assert record.class_named("PieceTaken") is None


def test_a_game_of_the_project_names_its_records_and_shared_ones_have_no_game() -> None:
    assert record.to_json(PhaseBegan("T01.US.A")) == {"type": "PhaseBegan", "phase": "T01.US.A"}
    assert FireResolved.type_name == "indian_wars/FireResolved"


def test_records_of_chains_from_before_games_had_names_are_read() -> None:
    assert record.class_named("FireResolved") is FireResolved
    told = {"type": "a/B", "inside": [{"type": "a/C", "n": 1}]}
    assert record.with_bare_names(told) == {"type": "B", "inside": [{"type": "C", "n": 1}]}

"""Records: JSON and back, and what has no place in them."""

from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core import record
from pbem.core.event import Event, OrderMoot, PhaseBegan
from pbem.core.frozen import dataclass
from pbem.core.modifier import Factor, Modifier, Roll
from pbem.core.order import Order
from pbem.core.problem import Moot, Problem
from pbem.core.record import Record, field_names, from_json, to_json
from pbem.systems.indian_wars.state.fire_events import FireResolved

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
class Wait(Order):
    """An order of these tests.  What belongs to the class is no field."""

    unit: str
    is_idle: ClassVar[bool] = True


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

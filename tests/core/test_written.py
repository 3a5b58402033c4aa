"""The canonical bytes that are written straight from a record's fields are those of its JSON (core.written)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.canonical import LARGEST, NotCanonical, canon
from pbem.core.event import ActEnded, Event, PhaseBegan
from pbem.core.modifier import Modifier
from pbem.core.record import Record, to_json
from pbem.core.written import written


@dataclass(frozen=True, slots=True)
class Held(Record):
    """A record inside another, whose fields stand beside those of that one."""

    unstored: ClassVar[tuple[str, ...]] = ("plan",)

    unit: str
    plan: str = ""


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """An event of every kind of field, in no sequence of names."""

    inlined: ClassVar[tuple[str, ...]] = ("held",)

    zeal: int
    held: Held
    mods: tuple[Modifier, ...]
    share: Fraction
    at: str | None
    ends: bool
    pairs: tuple[tuple[str, int], ...] = ()
    other: Record | None = None


words = st.text(max_size=6)
modifiers = st.builds(Modifier, value=st.integers(-9, 9), name=words, detail=words, clause=words)
pairs = st.lists(st.tuples(words, st.integers(0, 9))).map(tuple)
falls = st.builds(
    Fell,
    zeal=st.integers(-LARGEST, LARGEST),
    held=st.builds(Held, words, words),
    mods=st.lists(modifiers, max_size=2).map(tuple),
    share=st.fractions(),
    at=st.none() | words,
    ends=st.booleans(),
    pairs=pairs,
    other=st.none() | modifiers | st.builds(PhaseBegan, words),
)


@given(falls)
def test_the_bytes_are_those_of_the_json(event: Fell) -> None:
    try:
        expected = canon(to_json(event))
    except NotCanonical:  # text that is not in NFC
        with pytest.raises(NotCanonical):
            written(event)
    else:
        assert written(event) == expected


@pytest.mark.parametrize("event", [ActEnded(), PhaseBegan("T01.US.A"), PhaseBegan('100 % "so"\n')])
def test_few_fields_and_signs_of_formats(event: Event) -> None:
    assert written(event) == canon(to_json(event))


def test_what_is_not_admitted_is_refused_as_ever() -> None:
    with pytest.raises(NotCanonical, match=r"outside \+-"):
        written(Fell(LARGEST + 1, Held("A"), (), Fraction(1), None, True))
    with pytest.raises(TypeError, match="no place in a record"):
        written(PhaseBegan(1.5))  # type: ignore[arg-type]

"""Canonical bytes (docs/trust.md, section 2)."""

from fractions import Fraction

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.canonical import LARGEST, NotCanonical, canon, fraction_text, parse

import unicodedata  # isort: skip

texts = st.text(st.characters(exclude_categories=["Cs"])).map(lambda text: unicodedata.normalize("NFC", text))
keys = st.text(st.characters(max_codepoint=127))
values = st.recursive(
    st.none() | st.booleans() | st.integers(-LARGEST, LARGEST) | texts,
    lambda below: st.lists(below, max_size=4) | st.dictionaries(keys, below, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@given(values)
def test_the_bytes_are_those_of_rfc_8785(value: object) -> None:
    assert canon(value) == rfc8785.dumps(value)  # type: ignore[arg-type]  # any JSON value


@given(values)
def test_canonical_bytes_are_read_back(value: object) -> None:
    assert canon(parse(canon(value))) == canon(value)


@pytest.mark.parametrize(
    ("value", "says"),
    [
        (1.0, r"\$: float 1.0 is not admitted"),
        ({"a": [1, {2}]}, r"\$.a\[1\]: set"),
        (Fraction(1, 2), r"\$: Fraction"),
        (2**53, r"\$: 9007199254740992 is outside"),
        ("\ud800", "lone surrogate"),
        ("e\u0301", "not in NFC"),
        ({"\u00e9": 1}, "is not an ASCII string"),
    ],
)
def test_what_is_not_admitted_is_named_with_its_place(value: object, says: str) -> None:
    with pytest.raises(NotCanonical, match=says):
        canon(value)


@pytest.mark.parametrize(
    "data", [b'{"a":1,"a":1}', b'{"b":1,"a":1}', b"[1, 2]", b"1.0", b"NaN", b"[", b"\xff", b"[" * 100_000]
)
def test_bytes_that_would_be_written_otherwise_are_refused(data: bytes) -> None:
    with pytest.raises(NotCanonical):
        parse(data)


def test_a_fraction_is_a_text_in_lowest_terms() -> None:
    assert [fraction_text(one) for one in (Fraction(10, 4), Fraction(-1, 2), 3)] == ["5/2", "-1/2", "3"]

"""Canonical bytes by orjson are those of the core, or are refused as the core refuses them."""

import math
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.canonical import NotCanonical, canon
from pbem.seal.quick import canon_quickly

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner) | st.tuples(inner, inner),
    max_leaves=12,
)


def told(write: Any, value: Any) -> bytes | None:
    try:
        found: bytes = write(value)
    except NotCanonical:
        return None
    return found


@given(values)
def test_whatever_it_is_given_it_says_what_the_core_says(value: Any) -> None:
    assert told(canon_quickly, value) == told(canon, value)


@pytest.mark.parametrize(
    "value", [{"a": 1.5}, {"a": math.nan}, [1e300], {"a": datetime(2026, 1, 1)}, {1: 2}, [2**60], {"a": {1}}]
)
def test_what_has_no_place_in_a_record_is_refused(value: Any) -> None:
    with pytest.raises(NotCanonical):
        canon_quickly(value)


@pytest.mark.parametrize("value", [1e16, -1e16, 1e-7, -5e-324, 1e300, 12.5e200, 0.0, -0.0, 1e15, math.inf, math.nan])
def test_every_way_to_write_a_float_is_refused_wherever_it_stands(value: float) -> None:
    for one in ([value], [1, value], {"a": value}, {"a": [{"b": value}], "c": 1}, ("x", value)):
        with pytest.raises(NotCanonical):
            canon_quickly(one)


@pytest.mark.parametrize("text", ["x:1.5", ",1e5", "-2e-7", ",null", "T03.US.B", "[3e", "1.", ".5"])
def test_a_text_that_looks_like_a_float_is_no_float(text: str) -> None:
    assert canon_quickly({"b": text, "a": [1]}) == b'{"a":[1],"b":"' + text.encode() + b'"}'


@pytest.mark.parametrize("value", [{"a": "Größe"}, ["e\u0301"], {"a": "\ud800"}, "text", "Größe", 1, None, True, 2**60])
def test_texts_beyond_ascii_and_bare_values_are_left_to_the_core(value: Any) -> None:
    assert told(canon_quickly, value) == told(canon, value)

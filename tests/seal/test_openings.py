"""Openings of what a phase sealed: they fit the record, and the events that it told at the time are among them."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.seal.bundle import segment_leaf
from pbem.seal.chain import Link
from pbem.seal.chain_check import BranchCheck
from pbem.seal.evidence import Evidence
from pbem.seal.keys import Keys

SHOT, MOVED, FOUND = ({"type": one} for one in ("Shot", "Moved", "Found"))
NOT_SEALED = "record 4: the events that it tells are not among those that it sealed"


def said(told: Sequence[Any], value: Any, *, sealed: str = "") -> list[str]:
    """What is found where a record told these events, and the opening of what it sealed holds this."""
    opening = {"open": "segment", "game": "rb", "branch": "main", "seq": 4, "salt": "ab" * 32, "value": value}
    body = {"phase": "T01.US.A", "events": list(told), "sealed": sealed or segment_leaf(opening)}
    record: Link = {"game": "rb", "branch": "main", "seq": 4, "type": "phase.resolved", "body": body}
    walk = BranchCheck(Evidence("rb"), Keys())
    walk.check_opening(opening, "record 20", {4: record})
    return [one.text for one in walk.findings]


@pytest.mark.parametrize("told", [[], [SHOT], [SHOT, FOUND], [SHOT, MOVED, FOUND]])
def test_events_that_a_record_told_are_among_those_that_it_sealed(told: list[Any]) -> None:
    assert said(told, {"events": [SHOT, MOVED, FOUND]}) == []


@pytest.mark.parametrize("told", [[FOUND], [SHOT, SHOT], [MOVED, SHOT]])
def test_a_record_that_told_other_events_than_it_sealed_or_in_another_sequence_is_false(told: list[Any]) -> None:
    assert said(told, {"events": [SHOT, MOVED]}) == [NOT_SEALED]


@pytest.mark.parametrize("value", [{}, {"events": "none"}, "nothing"])
def test_an_opening_without_events_fits_a_record_that_told_none_and_no_other(value: Any) -> None:
    assert said([], value) == []
    assert said([SHOT], value) == [NOT_SEALED]


def test_an_opening_that_does_not_fit_its_record_says_nothing_of_the_events() -> None:
    (found,) = said([FOUND], {"events": [SHOT]}, sealed="11" * 32)
    assert "the opening of sealed answers and events in record 20 does not fit the record" in found

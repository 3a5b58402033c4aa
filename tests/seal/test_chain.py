"""A record taken alone, and records in a row: each fault is named with what was expected and found."""

from typing import Any

import pytest

from pbem.seal.chain import ZEROS, check_chain, fault_of, head
from tests.seal.campaign import Campaign

RECORDS = Campaign().records
RECORD = RECORDS[1]


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({}, None),
        ({"v": 2}, "it is of version 2 and this program reads version 1; a newer pbem may read it"),
        ({"v": True}, "it is of version True and this program reads version 1; a newer pbem may read it"),
        ({"zz": 1, "yy": 1}, "it has a field 'yy' that no record has"),
        ({"at": None, "prev": None, "zz": 1}, "it has no 'at'"),
        ({"at": None, "aa": 1}, "it has a field 'aa' that no record has"),
        ({"game": "two words"}, "its 'game' should be a name without blanks"),
        ({"branch": ""}, "its 'branch' should be a name without blanks"),
        ({"seq": -1}, "its 'seq' should be a whole number"),
        ({"seq": True}, "its 'seq' should be a whole number"),
        ({"prev": "0" * 63}, "its 'prev' should be 64 hex digits"),
        ({"at": "2026-03-12 18:02:11"}, "its 'at' should be a time such as 2026-03-12T18:02:11Z"),
        ({"type": 1}, "its 'type' should be a name"),
    ],
)
def test_a_record_is_told_what_it_should_be(change: dict[str, Any], fault: str | None) -> None:
    """None takes a field away."""
    record = {name: value for name, value in {**RECORD, **change}.items() if value is not None}
    assert fault_of(record) == fault


def test_what_is_no_object_is_no_record() -> None:
    assert fault_of([RECORD]) == "it is not an object"


def breaches(*records: dict[str, Any]) -> list[tuple[int, str]]:
    return [(one.seq, one.text) for one in check_chain(records)]


def after(record: dict[str, Any], **change: Any) -> dict[str, Any]:
    return {**RECORDS[2], "seq": record["seq"] + 1, "prev": head(record), **change}


def test_a_whole_branch_has_no_breach() -> None:
    assert check_chain(RECORDS) == ()
    assert check_chain(RECORDS[1:]) == ()
    assert check_chain([]) == ()


def test_genesis_has_nothing_before_it() -> None:
    first = {**RECORDS[0], "prev": "1" * 64}
    assert breaches(first) == [(0, "genesis has a record before it")]
    assert [(one.expected, one.found) for one in check_chain([first])] == [(ZEROS, "1" * 64)]


def test_each_record_follows_the_one_before_it() -> None:
    number = RECORD["seq"] + 1
    assert breaches(RECORD, after(RECORD)) == []
    assert breaches(RECORD, after(RECORD, branch="other")) == [
        (number, f"record {number}: another branch than expected")
    ]
    assert breaches(RECORD, after(RECORD, game="other")) == [(number, f"record {number}: another game than expected")]
    (skipped,) = check_chain([RECORD, after(RECORD, seq=number + 1)])
    assert (skipped.seq, skipped.expected, skipped.found) == (number + 1, str(number), str(number + 1))
    (other,) = check_chain([RECORD, after(RECORD, prev=head(RECORDS[0]))])
    assert (other.text, other.expected, other.found) == (
        f"record {number} does not follow the record before it",
        head(RECORD),
        head(RECORDS[0]),
    )


def test_a_record_that_cannot_be_read_is_named_by_its_number_or_its_place_and_breaks_the_row() -> None:
    assert breaches(RECORD, {**after(RECORD), "type": 1}, after(RECORD, prev="2" * 64)) == [
        (RECORD["seq"] + 1, f"record {RECORD['seq'] + 1}: its 'type' should be a name")
    ]
    assert breaches(RECORD, {"v": 1, "seq": "x"})[0][0] == 1

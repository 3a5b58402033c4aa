"""Locks by themselves: what each dice mode asks of them, record by record."""

from typing import Any

import pytest

from pbem.seal import lock
from pbem.seal.chain import Link
from pbem.seal.lock import Locks

WITNESS = {"name": "ada", "key": "00" * 32, "anchor": "11" * 32}


class Read:
    """Locks, and the words of what they find."""

    def __init__(self, **body: Any) -> None:
        self.found: list[tuple[str, ...]] = []
        self.locks = Locks(self._say, self._unsure)
        self.locks.begin(record("genesis", **body))

    def _say(self, kind: str, record: Link, text: str, expected: str = "", found: str = "") -> None:
        self.found.append((kind, text, expected, found))

    def _unsure(self, record: Link, text: str, expected: str = "", found: str = "") -> None:
        self.found.append(("unsure", text, expected, found))

    def lock(self, *, after: int, gap: bool = False, **body: Any) -> list[tuple[str, ...]]:
        """What is found on a lock after so many adjudications."""
        self.locks.lock(record("orders.locked", phase="T01.US.C", digests={}, **body), [], (), after, gap=gap)
        return self.found


def record(kind: str, **body: Any) -> Link:
    return {"game": "rb", "branch": "main", "seq": 0, "type": kind, "body": body}


@pytest.mark.parametrize(
    "body",
    [
        pytest.param({"dice": "sealed"}, id="no beacon at all"),
        pytest.param({"dice": "witness", "witness": WITNESS}, id="a witness"),
        pytest.param({"dice": "beacon", "beacon": dict(lock.QUICKNET)}, id="quicknet"),
    ],
)
def test_a_game_with_nothing_strange_about_its_dice_gives_no_remark(body: dict[str, Any]) -> None:
    assert Read(**body).found == []


def test_a_beacon_that_is_not_known_is_remarked_upon() -> None:
    (found,) = Read(dice="beacon", beacon={**lock.QUICKNET, "period": 30}).found
    assert found[0] == "note"
    assert "its beacon is none that this program knows" in found[1]


def test_a_beacon_that_is_not_named_is_false_and_not_called_unknown_too() -> None:
    assert Read(dice="beacon").found == [("false", "it names no beacon, though the dice depend on one", "", "")]


def test_a_lock_is_for_the_next_adjudication() -> None:
    assert Read(dice="sealed").lock(after=4, adj=5) == []
    other = ("unsure", "it locks another adjudication than the next", "5", "4")
    assert Read(dice="sealed").lock(after=4, adj=4) == [other]


def test_where_records_are_missing_nobody_can_say_which_adjudication_is_next() -> None:
    assert Read(dice="sealed").lock(after=4, adj=9, gap=True) == []


def test_the_first_lock_asks_for_the_first_step_of_the_witness() -> None:
    assert Read(dice="witness", witness=WITNESS).lock(after=0, adj=1, step=1) == []


@pytest.mark.parametrize(("body", "found"), [({}, "0"), ({"step": 0}, "0"), ({"step": 2}, "2")])
def test_a_lock_that_names_no_step_or_another_asks_for_a_wrong_one(body: dict[str, Any], found: str) -> None:
    wrong = ("unsure", "it asks for another step of the witness than the next", "1", found)
    assert Read(dice="witness", witness=WITNESS).lock(after=0, adj=1, **body) == [wrong]

"""What was filed against what was carried out, record by record: what is told and what is not."""

from collections.abc import Sequence
from typing import Any

import pytest

from pbem.seal.carried_out import compare
from pbem.seal.chain import Link

PHASE = "T01.US.B"
FIRST, SECOND, THIRD = "rally L/3 Cav", "face C/3 Cav NE", "move G/3 Cav 3512"
POLICY = "policy retreat from fire"
BY_ORDER, BY_STANDING = "order", "standing order 1"


class Branch:
    """The records of a branch, and the submissions that are opened."""

    def __init__(self, sides: dict[str, str] | None = None) -> None:
        self.records: list[Link] = []
        self.opened: dict[tuple[str, int], Sequence[str]] = {}
        self.add("genesis", **({"sides": sides} if sides else {}))

    def add(self, kind: str, **body: Any) -> int:
        """A record more; its number."""
        seq = len(self.records)
        self.records.append({"game": "rb", "branch": "main", "seq": seq, "type": kind, "body": body})
        return seq

    def file(self, *lines: str, player: str = "US", phase: str = PHASE, is_open: bool = True) -> None:
        """Orders that a player files."""
        seq = self.add("orders.accepted", player=player, phase=phase)
        if is_open:
            self.opened["main", seq] = lines

    def resolve(
        self, *lines: str, player: str = "US", phase: str = PHASE, answers: Sequence[dict[str, Any]] | None = None
    ) -> None:
        """A phase in which a player's order lines were carried out."""
        self.add("phase.resolved", phase=phase, orders={player: list(lines)}, answers=answers)

    def found(self, *owners: str) -> list[str]:
        """What is false or missing, in words."""
        findings = compare(self.records, "main", self.opened, {}, set(owners))
        return [f"{one.kind}: {one.text}" for one in findings if one.kind != "note"]

    def notes(self) -> list[str]:
        """What is told and not judged."""
        findings = compare(self.records, "main", self.opened, {}, set())
        return [one.text for one in findings if one.kind == "note"]


def answer(*lines: str, side: str = "us", source: str = BY_ORDER) -> dict[str, Any]:
    """The orders with which a side answered a call for orders."""
    return {"key": f"{side} orders", "answer": {"orders": list(lines), "source": source}}


def played(filed: Sequence[str], carried_out: Sequence[str], source: str = BY_ORDER) -> Branch:
    """One phase: what US filed, and what was carried out, by its letter or with what its standing orders added."""
    made = Branch({"US": "us", "IN": "in"})
    made.file(*filed)
    made.resolve(*carried_out, answers=[answer(*carried_out, source=source)])
    return made


NOT_ORDERED = f"false: record 2: {THIRD!r} was carried out for US, who did not order it"
NOT_CARRIED_OUT = f"false: record 2: US ordered {SECOND!r} (the submission in record 1), and it was not carried out"
OTHER_SEQUENCE = "false: record 2: the orders of US were carried out in another sequence than on file"


@pytest.mark.parametrize(
    ("filed", "carried_out", "found"),
    [
        pytest.param((FIRST, SECOND), (FIRST, SECOND), [], id="as filed"),
        pytest.param((FIRST, SECOND), (SECOND, FIRST), [OTHER_SEQUENCE], id="the other way round"),
        pytest.param((FIRST, SECOND), (FIRST,), [NOT_CARRIED_OUT], id="the last left out"),
        pytest.param((SECOND, FIRST), (FIRST,), [NOT_CARRIED_OUT], id="the first left out"),
        pytest.param((FIRST, SECOND), (FIRST, SECOND, THIRD), [NOT_ORDERED], id="one more at the end"),
        pytest.param((FIRST, SECOND), (THIRD, FIRST, SECOND), [NOT_ORDERED], id="one more at the start"),
        pytest.param((FIRST, SECOND), (FIRST, THIRD), [NOT_CARRIED_OUT, NOT_ORDERED], id="one for another"),
        pytest.param((FIRST,), (FIRST, THIRD, THIRD), [NOT_ORDERED] * 2, id="two more"),
    ],
)  # fmt: skip
def test_what_was_filed_is_carried_out_line_by_line(
    filed: Sequence[str], carried_out: Sequence[str], found: list[str]
) -> None:
    assert played(filed, carried_out).found() == found


@pytest.mark.parametrize(
    ("carried_out", "found"),
    [
        pytest.param((FIRST, SECOND, THIRD), [], id="behind what was filed"),
        pytest.param((THIRD, FIRST, SECOND), [OTHER_SEQUENCE], id="before what was filed"),
        pytest.param((FIRST, THIRD), [NOT_CARRIED_OUT], id="in the place of what was filed"),
    ],
)
def test_standing_orders_add_lines_behind_those_that_were_filed(carried_out: Sequence[str], found: list[str]) -> None:
    made = played((FIRST, SECOND, POLICY), carried_out, BY_STANDING)
    assert made.found() == found
    (note,) = made.notes()
    assert "standing orders of US gave 1 of the order lines" in note
    assert "first in record 2" in note


def test_who_has_no_standing_orders_gets_no_lines_from_them() -> None:
    assert played((FIRST,), (FIRST, THIRD), BY_STANDING).found() == [NOT_ORDERED]


def test_a_letter_carries_out_nothing_that_standing_orders_would_add() -> None:
    assert played((FIRST, POLICY), (FIRST, THIRD), BY_ORDER).found() == [NOT_ORDERED]


def test_ones_own_orders_that_are_not_opened_are_missing_and_the_opponents_are_not() -> None:
    made = Branch({"US": "us", "IN": "in"})
    made.file(FIRST, is_open=False)
    made.resolve(FIRST, answers=[answer(FIRST)])
    assert made.found("IN") == []
    (missing,) = made.found("US")
    assert missing.startswith("missing: record 2: your orders in record 1 are not opened in this mailbox")


# ------------------------------------------------------------------------------------- whose answers they are, without
# the sides in genesis, as older games have none there


WRONG_NUMBER = "its answers hold another number of orders of US than it says were carried out"


def learned(*answers: dict[str, Any]) -> Branch:
    """A first phase with US's orders and these answers, then one whose answers of `us` hold no order of the one it tells."""
    made = Branch()
    made.file(FIRST)
    made.resolve(FIRST, answers=list(answers))
    made.file(SECOND, phase="T02.US.B")
    made.resolve(SECOND, phase="T02.US.B", answers=[answer(side="us")])
    return made


def test_a_record_in_which_one_side_alone_had_orders_tells_which_side_a_player_is() -> None:
    (found,) = learned(answer(FIRST, side="us")).found()
    assert WRONG_NUMBER in found
    assert "record 4" in found


def test_a_record_in_which_both_sides_had_orders_tells_nothing_of_who_is_who() -> None:
    made = learned(answer(FIRST, side="us"), answer(THIRD, side="in"))
    assert [one for one in made.found() if WRONG_NUMBER in one] == []


def test_a_record_that_tells_two_players_orders_says_nothing_of_who_is_who() -> None:
    made = learned(answer(FIRST, side="us"))
    made.records[2]["body"]["orders"]["IN"] = []
    assert [one for one in made.found() if WRONG_NUMBER in one] == []


def test_an_answer_that_holds_no_order_is_no_sign_of_a_side() -> None:
    (found,) = learned(answer(FIRST, side="us"), answer(side="in")).found()
    assert WRONG_NUMBER in found
    assert "record 4" in found


def test_the_side_that_more_records_speak_for_is_the_players() -> None:
    made = Branch()
    for n, side in enumerate(("in", "us", "us"), start=1):
        phase = f"T0{n}.US.B"
        made.file(FIRST, phase=phase)
        made.resolve(FIRST, phase=phase, answers=[answer(FIRST, side=side)])
    (found,) = made.found()
    assert WRONG_NUMBER in found
    assert "record 2" in found

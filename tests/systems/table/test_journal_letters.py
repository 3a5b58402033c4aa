"""A hundred letters of players (journal_letters.txt): lines are carried out as typed, refused with a line to copy, or words.

Nothing that is meant for the desk is taken for words.
"""

from pathlib import Path

import pytest

from pbem.core.order import Problem
from pbem.orders.rehearsal import ACCEPTED
from pbem.systems.table.state import Sealed
from pbem.systems.table.table_line import TableLine
from tests.systems.table.laid import read
from tests.systems.table.test_journal import SHEET

TEXT = (Path(__file__).parent / "journal_letters.txt").read_text(encoding="utf-8")
OWN = SHEET.replace(
    'cards = "AO 1-20" }', 'cards = "AO 1-20" }\ndeck."soviet orders" = { owner = "soviet", cards = "SO 1-20" }'
)
HAND = {"axis": ("E7", "E12", "AO3")}
PLANS = {1: Sealed("axis", "plan", "", "hold the river")}


def letters() -> list[tuple[str, list[tuple[str, str]]]]:
    """The letters by number, each line with what it must be."""
    found: list[tuple[str, list[tuple[str, str]]]] = []
    for line in TEXT.splitlines():
        if line.startswith("== "):
            found.append((line[3:], []))
        elif line and not line.startswith("#"):
            wanted, _, words = line.partition(" | ")
            found[-1][1].append((wanted, words))
    return found


def test_there_are_a_hundred() -> None:
    assert [number for number, _ in letters()] == [str(n) for n in range(1, 101)]


@pytest.mark.parametrize(("number", "lines"), letters(), ids=[number for number, _ in letters()])
def test_a_letter_is_taken_as_typed_or_refused(number: str, lines: list[tuple[str, str]]) -> None:
    found = read(OWN, "\n".join(words for _, words in lines), hands=HAND, sealed=PLANS).lines
    told: list[str] = []
    for (wanted, words), one in zip(lines, found, strict=True):
        verbs = {order.verb for order in one.orders if isinstance(order, TableLine)}
        got = "!" if one.verdict != ACCEPTED else "/".join(sorted(verbs))
        if got == "!" and wanted == "say" and one.problem is not None and f"say: {words}" in one.problem.suggest:
            continue  # it begins like a line of the desk: refused, with the line to copy as words
        if got != wanted:
            told.append(f"{words!r}: expected {wanted}, found {got} {one.problem.text if one.problem else ''}")
        elif got == "!":
            assert isinstance(one.problem, Problem)
            if not one.problem.suggest:
                told.append(f"{words!r}: refused without a line to copy: {one.problem.text}")
    assert told == []

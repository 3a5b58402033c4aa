"""Receipts and error replies as they are read: paragraphs that flow, notes that line up, sentences for one and for many."""

from datetime import UTC, datetime

import pytest

from pbem.reports.receipts import ErrorReply, FiledLine, error_reply, filed_lines

DEADLINE = datetime(2026, 3, 15, 18, 0, tzinfo=UTC)
WRITTEN = datetime(2026, 3, 12, 21, 14, tzinfo=UTC)
FIRE = "strength 5, Indian line, column 2, letter C"


def reply(refused: int, total: int, *accepted: FiledLine, what: str = "order") -> str:
    lines = tuple(range(1, refused + 1)) if what == "order" else ()
    blocks = (("line 1  x", "E110  No."),) * refused
    told = ErrorReply("T3 IN Movement", blocks, accepted, DEADLINE, WRITTEN, lines_refused=lines, what=what)
    return error_reply(told, total)


@pytest.mark.parametrize("refused", range(1, 13))
def test_the_way_to_mend_it_flows(refused: int) -> None:
    text = reply(refused, 20, FiledLine(1, "Big Road recover"))
    paragraph = text.partition("HOW TO FIX IT")[2].partition("\n")[2].partition("  If you do nothing")[0].splitlines()
    assert all(len(line) > 60 for line in paragraph[:-1])
    assert all(line.startswith("  ") and line[2] != " " for line in paragraph)
    assert "\n  Words and forms: | help orders        try without risk: | preview\n" in text


def test_one_order_alone_and_nothing_on_file() -> None:
    text = reply(1, 1)
    assert text.startswith(
        "Your order for T3 IN Movement could not be accepted; nothing is on file.\nTime left: 2 days 20 hours.\n"
    )
    assert "If you do nothing, you have no orders at the deadline." in text


def test_what_stood_before_is_said_to_stand() -> None:
    assert "your earlier\norders are still on file." in reply(2, 2, FiledLine(1, "Big Road recover"))


def test_a_wrong_answer_is_no_order() -> None:
    text = reply(1, 1, what="answer")
    assert text.startswith("Your answer for T3 IN Movement could not be accepted;")
    assert "Answer THIS mail with the corrected answer." in text


def test_long_notes_stand_all_behind_or_all_below() -> None:
    short, long = FiledLine(1, "C/3 Cav fire full at 3412 weakest", FIRE), FiledLine(2, "He Dog fire at Old Crow", FIRE)
    cost = FiledLine(3, "Lone Bull recover", "2 of 8 MP")
    assert filed_lines([long, cost]) == [
        f"  2  He Dog fire at Old Crow{'':5}{FIRE}",
        f"  3  Lone Bull recover{'':44}2 of 8 MP",
    ]
    assert filed_lines([short, long, cost]) == [
        "  1  C/3 Cav fire full at 3412 weakest",
        f"       {FIRE}",
        "  2  He Dog fire at Old Crow",
        f"       {FIRE}",
        f"  3  Lone Bull recover{'':44}2 of 8 MP",
    ]

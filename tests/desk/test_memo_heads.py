"""A letter of orders that begins with the head of a memorandum, as officers wrote them, and lines of nothing but a remark."""

from pathlib import Path

import pytest

from tests.desk.test_sheets_rewrapped import opened

HEADS = {
    "To: Umpire": "",
    "TO: The Umpire": "",
    "From: General Howard\nTo: Umpire\nDate: 14 June 1877\nPlace: Camp on White Bird Creek\nSubject: the day's orders": "",
    "Re: orders for today\n": "",
    "To: Joseph stay": "Joseph stay",
}
"""Each head, and what in it may be an order."""
ORDERS = {"nezperce": "Joseph stay", "miniatures": "Wells' Spies stay"}


@pytest.mark.parametrize(
    ("title", "head"),
    [
        pytest.param(title, head, marks=pytest.mark.slow if n and title == "miniatures" else ())
        for title in ORDERS
        for n, head in enumerate(HEADS)
    ],
)
def test_the_head_is_no_order_and_refuses_none(title: str, head: str, tmp_path: Path) -> None:
    table, game = opened(tmp_path, title)
    side, phase = table.asked(game), table.phase(game)
    answer = table.say(game, side, f"{head}\n{ORDERS[title]}\nready")
    assert answer.kind == "receipt", answer.text
    assert "the head of your letter" in answer.text
    is_order = bool(HEADS[head]) and title == "nezperce"
    assert (table.phase(game) == phase) is is_order, "what may be an order is named, and holds ready"
    assert (f'"{HEADS[head]}" is in the head of your letter and was not read' in answer.text) is is_order


REMARKS = {
    "(Joseph stay)": "Joseph stay",
    "( Joseph stay. )": "Joseph stay",
    "# Joseph stay": "Joseph stay",
    "// Joseph stay": "Joseph stay",
    "(sorry that it is late)": "",
    "# the second day": "",
}


@pytest.mark.parametrize("remark", REMARKS)
def test_an_order_on_a_line_of_its_own_in_brackets_is_named_and_holds_ready(remark: str, tmp_path: Path) -> None:
    table, game = opened(tmp_path, "nezperce")
    phase = table.phase(game)
    answer = table.say(game, table.asked(game), f"{remark}\nLooking Glass stay\nready")
    is_named = f'"{REMARKS[remark]}" is in brackets or a comment and was not read' in " ".join(answer.text.split())
    assert is_named is bool(REMARKS[remark])
    assert (table.phase(game) == phase) is bool(REMARKS[remark]), answer.text

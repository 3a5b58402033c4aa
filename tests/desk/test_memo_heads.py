"""A letter of orders that begins with the head of a memorandum, as officers wrote them."""

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


@pytest.mark.parametrize("title", ORDERS)
@pytest.mark.parametrize("head", HEADS)
def test_the_head_is_no_order_and_refuses_none(title: str, head: str, tmp_path: Path) -> None:
    table, game = opened(tmp_path, title)
    side, phase = table.asked(game), table.phase(game)
    answer = table.say(game, side, f"{head}\n{ORDERS[title]}\nready")
    assert answer.kind == "receipt", answer.text
    assert "the head of your letter" in answer.text
    is_order = bool(HEADS[head]) and title == "nezperce"
    assert (table.phase(game) == phase) is is_order, "what may be an order is named, and holds ready"
    assert (f'"{HEADS[head]}" is in the head of your letter and was not read' in answer.text) is is_order

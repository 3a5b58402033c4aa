"""What counts as standing in an earlier report, so that it need not be sent again."""

from types import SimpleNamespace
from typing import Any

import pytest

from pbem.desk.outgoing import unreported
from pbem.desk.outgoing.unreported import _has
from pbem.reports.report import Panel, ToDo
from pbem.reports.text import STANDING
from pbem.store.letters_out import SentReport

SHORT = "  Crow King   0304\n  Lone Bull   0305"
LONG = f"{SHORT}\n  Old Crow    0306"


@pytest.mark.parametrize(("block", "same"), [(SHORT, False), (LONG, True)])
def test_a_table_that_has_lost_its_last_line_is_not_unchanged(block: str, same: bool) -> None:
    assert _has("enemy", block, f"ENEMY UNITS YOU CAN SEE\n{LONG}\n\nYOUR ORDERS\n") is same


def test_a_table_at_the_end_of_a_report_is_found() -> None:
    assert _has("enemy", SHORT, f"ENEMY UNITS YOU CAN SEE\n{SHORT}\n")


@pytest.mark.parametrize(
    "after", ["  By default this phase:\n", "  By default since your last report: nothing\n", "\n"]
)
def test_standing_orders_end_where_the_defaults_begin(after: str) -> None:
    orders = "  1  if meleed: stand"
    assert _has(STANDING, orders, f"YOUR STANDING ORDERS\n{orders}\n{after}")
    assert not _has(STANDING, orders, f"YOUR STANDING ORDERS\n{orders}\n  2  if fired on: rout\n{after}")


@pytest.mark.parametrize(("branch", "found"), [("main", {"enemy": 12}), ("main.2", {"enemy": 15}), ("main.3", {})])
def test_after_an_undo_no_report_of_another_branch_is_referred_to(
    branch: str, found: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their numbers come again: report 15 of one branch is not that of the next."""
    sent = [SentReport(n, f"{LONG}\n\n  game g   branch {b}   seq {n}\n") for n, b in ((15, "main.2"), (12, "main"))]
    books: Any = SimpleNamespace(letters_out=SimpleNamespace(reports_to=lambda *given: sent))
    player: Any = SimpleNamespace(whole=False, side="red", address="red@mail.example")
    game: Any = SimpleNamespace(name="g", branch=branch)
    report: Any = SimpleNamespace(final=False, to_do=None)
    monkeypatch.setattr(unreported, "blocks", lambda report: {"enemy": LONG})
    monkeypatch.setattr(unreported, "_has", lambda name, block, text: block in text)
    assert unreported.parts(books, game, player, report) == found


@pytest.mark.parametrize(
    ("is_move", "left_out"), [(True, {"key", "village"}), (False, {"map", "enemy", "key", "village"})]
)
def test_where_a_move_is_wanted_the_map_and_the_units_are_always_there(
    is_move: bool, left_out: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("map", "enemy", "key", "village")
    monkeypatch.setattr(unreported, "blocks", lambda report: dict.fromkeys(names, "as before"))
    monkeypatch.setattr(unreported, "_has", lambda name, block, text: True)
    books: Any = SimpleNamespace(
        letters_out=SimpleNamespace(reports_to=lambda *given: [SentReport(3, "   branch main   seq ")])
    )
    player: Any = SimpleNamespace(whole=False, side="red", address="red@mail.example")
    panels = (Panel("enemy", "ENEMY", "", ("a",), rows=(("a",),)), Panel("village", "THE VILLAGE", "", ("b",)))
    to_do = ToDo("phase C", "MOVEMENT", "7", is_move=is_move)
    report: Any = SimpleNamespace(final=False, to_do=to_do, panels=panels)
    assert unreported.parts(books, SimpleNamespace(name="g", branch="main"), player, report).keys() == left_out

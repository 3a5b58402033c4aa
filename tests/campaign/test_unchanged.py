"""What counts as standing in an earlier report, so that it need not be sent again."""

import pytest

from pbem.campaign.unchanged import _has
from pbem.reports.text import STANDING

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

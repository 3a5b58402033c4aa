"""The log of the table: what one unit could not do stands in one line."""

from pbem.systems.miniatures.state.events import PointSpent
from pbem.systems.miniatures.telling.log import table_log


def test_operations_of_a_unit_that_came_to_nothing_share_a_line() -> None:
    log = table_log(
        [
            PointSpent("Rifles 1", "fire", 1, "no enemy is in its arc"),
            PointSpent("Rifles 1", "load", 1, "it is loaded"),
            PointSpent("Rifles 1", "load", 1, "it is loaded"),
            PointSpent("Rifles 2", "fire", 1, "no enemy is in its arc"),
        ]
    )
    assert log.entries == [
        "Rifles 1: not carried out: fire (no enemy is in its arc), load twice (it is loaded)",
        "Rifles 2: not carried out: fire (no enemy is in its arc)",
    ]
    assert log.in_short(("Rifles 1", "Rifles 2")) == (
        "Not carried out: fire (Rifles 1 and Rifles 2): no enemy is in its arc.",
    )

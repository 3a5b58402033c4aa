"""Units that begin with a part of their MPs: a letter of the Rally Phase counts them as the Movement Phase will."""

import re
from pathlib import Path

import pytest

from pbem.systems import registry
from tests.desk.table import Table

GAME = "littlebighorn-1"


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table.lay(tmp_path, games=registry.game)
    table.title, table.addresses = "littlebighorn", {"us": "rita@mail.example", "indian": "bob@post.example"}
    table.open(GAME, scenario="scenario-1", pace="ask")
    for side in ("indian", "us"):
        table.say(GAME, side, "ready")
    assert table.phase(GAME) == "T01.US.A"
    return table


@pytest.mark.parametrize(
    "orders",
    [
        "Arikara Scouts dismount; mount",
        "M/7 dismount; mount",
        "M/7 move 8912-8812; move 8812-8712; move 8712-8612-8512-8412",
        "Army Scouts move 8912-8812; dismount",
    ],
)
def test_orders_cost_in_the_rally_phase_what_they_cost_in_the_movement_phase(table: Table, orders: str) -> None:
    def told() -> list[str]:
        text = table.say(GAME, "us", f"preview\nin C: {orders}").text
        return re.findall(r"\d of \d MP|E1\d\d", text)

    before = told()
    table.say(GAME, "us", "ready")
    assert table.phase(GAME) == "T01.US.C"
    assert before == told() != []


def test_who_enters_this_turn_stands_in_the_first_letter_of_the_turn(table: Table) -> None:
    letter = table.last(GAME, "us", "report").text
    told = " ".join(letter.split())
    assert "enter the map in phase C: Capt Keogh, C/7 Cav, I/7 Cav, L/7 Cav" in told

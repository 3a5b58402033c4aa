"""Own text below the mark of a signature: read where it is orders, whatever the signature above it says."""

from pathlib import Path

import pytest

from tests.desk.in_contact import GAME, lay, say, to_fire
from tests.desk.table import Table
from tests.desk.test_submit import filed

MOVE = "Black Moon move 2608-2708"


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    desk = lay(tmp_path, b"below a signature")
    to_fire(desk)
    say(desk, "pass")
    return desk


def on_file(desk: Table, words: str) -> list[str]:
    say(desk, words)
    return filed(desk, GAME, "indian", "T03.IN.C")


@pytest.mark.parametrize(
    "words",
    [
        f"Big Road recover\n\n-- \nMo\nClub of Sheridan\n\n{MOVE}\n",
        f"Big Road recover\n\n-- \nMo\n\nSorry, forgot one:\n{MOVE}\n",
        f"Big Road recover\n\n-- \n\n{MOVE}\n",
        f"Big Road recover\n--\n{MOVE}\n",
        f"Big Road recover\n-- \nMo\n\nCrook was here.\n\n{MOVE}\n-- \nMo\n",
    ],
)
def test_orders_below_a_signature_are_read(desk: Table, words: str) -> None:
    assert on_file(desk, words) == ["Big Road recover", MOVE]


@pytest.mark.parametrize(
    "words",
    [
        f"Big Road recover\n\n-- \n{MOVE}\n",
        f"Big Road recover\n\n-- \nMo\n{MOVE}\n",
        "Big Road recover\n\n-- \nMo\n\n2608 Move Street, Sheridan\nBlack Moon Inn\n",
        "Big Road recover\n\n--\nMo\nThe Black Moon Inn\n",
    ],
)
def test_a_signature_is_no_order(desk: Table, words: str) -> None:
    assert on_file(desk, words) == ["Big Road recover"]


def test_what_stood_below_the_last_signature_too_is_no_order(desk: Table) -> None:
    signature = "-- \nMo\n\nBlack Moon: stay!"
    on_file(desk, f"status\n{signature}")
    say(desk, "withdraw")
    assert on_file(desk, f"Big Road recover\n{signature}") == ["Big Road recover"]
    again = f"Lone Bull recover\n{signature}\n\n{MOVE}"
    assert on_file(desk, again) == ["Big Road recover", "Lone Bull recover", MOVE]
    say(desk, "withdraw")
    assert on_file(desk, again) == ["Lone Bull recover", MOVE]


def test_an_order_in_the_signature_itself_is_named_and_holds_ready(desk: Table) -> None:
    told = say(desk, f"Big Road recover\nready\n-- \nMo\n{MOVE}").text
    assert MOVE in told
    assert "not read" in told
    assert desk.phase(GAME) == "T03.IN.C"


def test_ready_below_a_signature_counts(desk: Table) -> None:
    say(desk, "Big Road recover\n-- \nMo\n\nready")
    assert desk.phase(GAME) != "T03.IN.C"

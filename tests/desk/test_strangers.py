"""Who writes is found by an index, case ignored: a stranger's letter costs no more with ten thousand games than with one."""

from collections.abc import Iterator
from email.message import EmailMessage
from pathlib import Path

import pytest

from tests.desk.plans import asked, scans
from tests.desk.table import ADDRESSES, GM, Table

STRANGER = "who@elsewhere.example"


@pytest.fixture(params=["file", "PostgreSQL"])
def table(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Table]:
    url = request.getfixturevalue("cluster").with_tables() if request.param == "PostgreSQL" else ""
    found = Table.lay(tmp_path, url=url)
    yield found
    found.desk.store.close()


def letter(sender: str, to: str) -> bytes:
    found = EmailMessage()
    found["From"], found["To"], found["Subject"] = sender, to, "a question"
    found["Message-ID"] = f"<{len(sender)}.{len(to)}@elsewhere.example>"
    found.set_content("How do I join?\n")
    return found.as_bytes()


@pytest.mark.parametrize(
    ("sender", "to"),
    [
        (STRANGER, "desk@pbem.example"),
        (STRANGER, "meadow-1+red.abcdefgh@pbem.example"),
        (STRANGER, "nothing-9+red.abcdefgh@pbem.example"),
        (ADDRESSES["red"].upper(), "meadow-1+red.abcdefgh@pbem.example"),
        (ADDRESSES["blue"].title(), "desk@pbem.example"),
        (GM.upper(), "desk@pbem.example"),
    ],
)
def test_a_letter_that_is_not_taken_looks_through_no_table(table: Table, sender: str, to: str) -> None:
    table.open("meadow-1")
    with asked(table.desk.store._db) as looks:
        table.deliver(letter(sender, to))
    assert len(looks) > 5
    assert scans(table.desk.store._db, looks) == []


def test_a_letter_that_is_taken_looks_through_no_table(table: Table) -> None:
    game = table.open("meadow-1")
    with asked(table.desk.store._db) as looks:
        assert table.say(game, "red", "pass", sender=ADDRESSES["red"].upper()).kind == "receipt"
    assert scans(table.desk.store._db, looks) == []

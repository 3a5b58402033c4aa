"""The GM's log and the game's screen say whether the GM's key has signed what was done, and which of it was changed since."""

from pathlib import Path

import pytest

from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.players import Forget
from pbem.desk.gm.incidents.undo_and_end import Close
from pbem.desk.record.signing import CHECKS, NO_KEY, REMOVED, WRONG
from pbem.gm import digest, game
from pbem.store.tables import GmActionRow
from tests.desk.table import ADDRESSES, Table


@pytest.fixture
def table(tmp_path: Path) -> Table:
    table = Table.lay(tmp_path)
    perform(table.desk, Extend(table.open(), 48), "petra", "a power cut")
    return table


def text_of_log(table: Table) -> str:
    return "\n".join(one.text for one in digest.log_lines(digest.gm_actions(table.desk), 80))


def test_actions_and_rulings_are_signed_by_the_key_that_genesis_names(table: Table) -> None:
    assert [one.signature for one in digest.gm_actions(table.desk)] == [CHECKS]
    assert "signed, checks   record 1" in text_of_log(table)
    screen = game.game_screen(table.desk, "meadow-1")
    assert screen.unsigned == ()
    assert any("rulings 1 (signed, all check)" in one.text for one in game.lines(screen, 80))


def test_action_that_was_changed_in_the_database_is_found(table: Table) -> None:
    with table.desk.store.begin() as books:
        row: GmActionRow = books.gm_actions.since("meadow-1", 0)[0]
        row.reason = "because I like Blue better"
    assert [one.signature for one in digest.gm_actions(table.desk)] == [WRONG]
    assert "1 WITH A WRONG SIGNATURE" in text_of_log(table)


def test_ruling_that_was_changed_in_the_database_is_found(table: Table) -> None:
    with table.desk.store.begin() as books:
        record = books.records.at(books.games.get("meadow-1"), 1)
        record.body = record.body.replace("a power cut", "a mere whim")
    screen = game.game_screen(table.desk, "meadow-1")
    assert screen.unsigned == (1,)
    assert any("NOT SIGNED BY THE GM'S KEY: record 1" in one.text for one in game.lines(screen, 80))


def test_line_from_which_an_address_was_taken_says_so(table: Table) -> None:
    perform(table.desk, Close("meadow-1"), "petra", "enough")
    perform(table.desk, Forget(ADDRESSES["red"]), ADDRESSES["red"], "asked for")
    with table.desk.store.begin() as books:
        books.take_out("petra")
    assert {one.signature for one in digest.gm_actions(table.desk)} == {REMOVED, NO_KEY}

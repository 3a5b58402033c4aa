"""The record of a game for others to look at: its opening, and each phase with its orders, events and records."""

from pathlib import Path

import pytest

from pbem.desk.games.game_record import CannotExport, Chronicle, RecordView, chronicle, view_of
from tests.desk.table import Table


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Table, str]:
    """A game with a shot at which the enemy was asked a question, and two phases of nothing."""
    folder: Path = tmp_path_factory.mktemp("played")
    table = Table.lay(folder)
    game = table.open()
    table.say(game, "red", "Red One fire at Blue One\nready")
    for _ in range(3):
        side = table.asked(game)
        last = table.last(game, side)
        table.say(game, side, "1" if last.kind == "question" else "pass", to=last)
    return table, game


def told(played: tuple[Table, str], view: RecordView) -> Chronicle:
    table, game = played
    with table.desk.store.read() as books:
        return chronicle(table.desk, books, books.games.get(game), view)


def test_a_chapter_is_the_opening_or_a_phase_with_its_records(played: tuple[Table, str]) -> None:
    chapters = told(played, RecordView()).chapters
    assert [(one.phase, one.title, one.records) for one in chapters] == [
        ("", "The opening", (0,)),
        ("T01.RED.A", "phase A of T01", (2, 4)),
        ("T01.RED.B", "phase B of T01", (6,)),
        ("T01.BLU.A", "phase A of T01", (8,)),
    ]
    assert [one.clock for one in chapters[:2]] == ["Turn 1 of 2", "Turn 1 of 2, red player turn"]
    table, game = played
    with table.desk.store.read() as books:
        heads = {row.seq: row.head for row in books.records.since(books.games.get(game), -1)}
        states = [books.checkpoints.get(books.games.get(game), n).state_hash for n in range(4)]
    assert [one.head for one in chapters] == [heads[one.records[-1]] for one in chapters]
    assert [one.state for one in chapters] == states


def test_a_chapter_has_the_orders_and_what_came_of_them(played: tuple[Table, str]) -> None:
    opening, fire, march, _ = told(played, RecordView()).chapters
    assert fire.orders == (("RED Red", ("Red One fire at Blue One",)),)
    assert (opening.orders, march.orders) == ((), ())
    assert (opening.log, fire.log is not None) == (None, True)
    assert opening.points == "Victory points: Blue One 3, Blue Two 3, Red One 3, Red Two 3"


def test_the_record_says_whose_it_is(played: tuple[Table, str]) -> None:
    assert told(played, RecordView()).whose == "both sides"
    assert told(played, RecordView("red")).whose == "Red"
    assert told(played, RecordView()).players == ("Red: Red", "Blue: Blue")
    assert told(played, RecordView()).result == ""


def test_all_of_a_game_is_shown_after_its_end_alone(played: tuple[Table, str]) -> None:
    table, game = played
    with table.desk.store.read() as books:
        row = books.games.get(game)
        assert view_of(table.desk, row, "red") == RecordView("red")
        with pytest.raises(CannotExport, match=r"\(--side red or --side blue\)"):
            view_of(table.desk, row, "")
        with pytest.raises(CannotExport, match="expected one of red, blue; found 'green'"):
            view_of(table.desk, row, "green")

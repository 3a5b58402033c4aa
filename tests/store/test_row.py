"""A row in memory: its columns, what has changed of them, and what was not read."""

from datetime import UTC, datetime

import pytest

from pbem.store.row import NotRead, PlainRow, columns_of, plain, table_of
from pbem.store.tables import PressRow

AT = datetime(2026, 3, 12, 18, tzinfo=UTC)


def press() -> PressRow:
    return PressRow(game_id=7, side="red", to="all", words="well met", at=AT)


def read(**columns: object) -> PlainRow:
    return plain(PressRow).of({"id": 3, **columns})


def test_a_new_row_has_all_columns_of_its_table() -> None:
    row = press()
    assert columns_of(row) == {
        "id": None, "game_id": 7, "side": "red", "to": "all", "words": "well met", "at": AT, "told": False,
    }  # fmt: skip
    assert table_of(row) is PressRow
    assert repr(row) == "<PressRow None>", "its words stay out of logs"


def test_a_new_row_needs_each_column_that_has_no_value_of_its_own_and_takes_no_other() -> None:
    with pytest.raises(TypeError, match="PressRow: expected"):
        PressRow(game_id=7, side="red", to="all", words="well met")
    with pytest.raises(TypeError, match="PressRow: expected"):
        PressRow(game_id=7, side="red", to="all", words="well met", at=AT, colour="red")  # type: ignore[call-arg]


def test_only_columns_that_differ_from_what_is_stored_have_changed() -> None:
    row = read(words="well met", told=False, side="red")
    assert row.changed() == {}
    row.told, row.words = True, "fare well"
    row.words = "well met"
    assert row.is_changed
    assert row.changed() == {"told": True}
    row.side = "blue"
    assert list(row.changed()) == ["side", "told"], "in the sequence of the table"
    row.stands()
    assert row.changed() == {}
    row.told = False
    assert row.changed() == {"told": False}


def test_a_column_that_was_not_read_is_not_there_but_can_be_set() -> None:
    row = read(side="red")
    with pytest.raises(NotRead, match=r"PressRow\.words"):
        _ = row.words
    with pytest.raises(AttributeError, match="PressRow has no column 'colour'"):
        _ = row.colour
    with pytest.raises(AttributeError, match="PressRow has no column 'colour'"):
        row.colour = "red"
    row.words = ""
    assert row.changed() == {"words": ""}


def test_what_is_read_again_fills_in_what_was_missing_and_leaves_what_was_changed() -> None:
    row = read(side="red", told=False)
    row.told = True
    row.learn(("id", "side", "told", "words"), (3, "red", False, "well met"))
    assert (row.told, row.words) == (True, "well met")
    assert row.changed() == {"told": True}


def test_an_old_row_has_what_is_stored_from_its_next_read_on() -> None:
    row = read(side="red", told=False)
    assert row.has(frozenset(("id", "side")))
    row.gets_old()
    assert not row.has(frozenset(("id", "side")))
    assert row.side == "red"
    row.learn(("id", "side", "told"), (3, "blue", True))
    assert (row.side, row.told, row.changed()) == ("blue", True, {})
    assert row.has(frozenset(("id", "side")))

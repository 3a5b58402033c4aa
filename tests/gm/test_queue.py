"""The GM's queue."""

import json
from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from rich.console import Console
from sqlalchemy import Engine, event

from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.letters import Hold
from pbem.gm.queue import queue, show
from tests.desk.table import Table


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def club(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """Four games: one waits, one is late, one is held, one has a held letter."""
    url = "" if request.param == "sqlite" else request.getfixturevalue("cluster").with_tables()
    table = Table.lay(tmp_path_factory.mktemp("club"), url=url)
    waits, late = table.open("waits"), table.open("late", hours={"orders": 1})
    broken, forged = table.open("broken", scenario="bog"), table.open("forged")
    table.say(broken, "blue", "policy cover: duck")
    table.say(broken, "red", "Red One fire at Blue One\nready")
    table.deliver(table.reply(forged, "red", "pass", sender="mallory@evil.example"))
    table.say(waits, "red", "Red One fire at Blue One\nRedd Two fire at Blue Two")
    table.clock.forward(hours=2)
    assert late
    yield table
    table.desk.store.close()


def test_games_that_need_the_gm_stand_first(club: Table) -> None:
    found = queue(club.desk)
    assert [(row.mark, row.game) for row in found.rows] == [
        ("!!", "broken"),
        ("!", "late"),
        ("!", "forged"),
        ("", "waits"),
    ]
    assert found.wanting == 3
    assert found.faults == 2


def test_a_game_that_the_gm_holds_himself_waits_for_him_and_is_no_fault(club: Table) -> None:
    before = queue(club.desk)
    perform(club.desk, Hold("waits"), "petra", "until I have read the rule")
    found = queue(club.desk)
    assert found.wanting == before.wanting + 1
    assert found.faults == before.faults


def test_row_tells_for_whom_since_when_until_when_and_what_was_refused(club: Table) -> None:
    row = next(one for one in queue(club.desk).rows if one.game == "waits")
    told = row.as_json()
    assert told["for"] == "RED"
    assert told["phase"] == "T01.RED.A fire"
    assert (told["since"], told["due"]) == ("2026-03-12T18:00:00Z", "2026-03-15T18:00:00Z")
    assert (told["left"], told["orders"], told["refused"]) == ("2 d 22 h", "RED 1 line, 1 error", 1)
    json.dumps(told)


def test_late_game_shows_how_late(club: Table) -> None:
    row = next(one for one in queue(club.desk).rows if one.game == "late")
    assert row.left == "-1 h 00"


@pytest.mark.parametrize("width", [80, 100, 140])
def test_screen_keeps_its_columns_at_any_width(club: Table, width: int) -> None:
    out = StringIO()
    show(queue(club.desk), Console(file=out, width=width, color_system=None))
    lines = out.getvalue().splitlines()
    assert "3 of 4 games need you" in lines[0]
    assert max(map(len, lines)) <= width
    text = out.getvalue()
    for row in queue(club.desk).rows:
        line = next(one for one in lines if f" {row.game} " in one and "held letter" not in one)
        due = "held" if row.due is None else f"{row.due:%a %-d %H:%M}"
        for cell in (row.mark, row.for_, row.short, due, row.left):
            assert f" {cell} " in f" {line} "
        assert row.orders in text
    assert "since Thu 12 18:00" in text or "since UTC" in lines[1]
    assert "held letter" in text
    assert "mallory@evil.example" in text


def test_narrow_screen_of_long_names_cuts_no_name(club: Table) -> None:
    name = club.open("the-longest-name-of-them-all-7")
    out = StringIO()
    show(queue(club.desk), Console(file=out, width=80, color_system=None))
    line = next(one for one in out.getvalue().splitlines() if name in one)
    assert line.split()[1:4] == ["RED", "T1", "RED.A"]
    assert line.endswith("3 d 0 h")


def test_absent_player_and_stopped_address_are_seen(club: Table) -> None:
    club.say("waits", "blue", "vacation 12 Mar - 14 Mar")
    with club.desk.store.begin() as books:
        books.addresses.score("rita@mail.example", 6, club.clock.now())
    found = queue(club.desk)
    assert next(one for one in found.rows if one.game == "waits").note == "BLU away to Sat 14 Mar"
    out = StringIO()
    show(found, Console(file=out, width=100, color_system=None))
    assert "pbem gm resume rita@mail.example" in out.getvalue()


def statements(table: Table) -> int:
    """How many statements a look at the queue takes."""
    asked: list[str] = []

    def note(*given: Any) -> None:
        asked.append(given[2])

    event.listen(Engine, "before_cursor_execute", note)
    try:
        queue(table.desk)
    finally:
        event.remove(Engine, "before_cursor_execute", note)
    return len(asked)


@pytest.mark.slow
def test_more_games_take_no_more_statements(club: Table) -> None:
    before = statements(club)
    for n in range(5):
        club.say(club.open(f"more-{n}"), "red", "Red One fire at Blue One")
    assert statements(club) == before
    assert before <= 14


def test_row_says_what_the_gm_would_type_next(club: Table) -> None:
    found = {row.game: row.do for row in queue(club.desk).rows}
    with club.desk.store.read() as books:
        fault = books.faults.about("rules", "broken")
        number = books.letters_in.held()[0].id
    assert fault is not None
    assert found == {
        "broken": f"faults show F-{fault.id}",
        "late": "remind late",
        "forged": f"trace {number}",
        "waits": "",
    }
    perform(club.desk, Hold("waits"), "petra", "a dispute")
    assert next(row.do for row in queue(club.desk).rows if row.game == "waits") == "release waits"
    out = StringIO()
    show(queue(club.desk), Console(file=out, width=80, color_system=None))
    assert "-> pbem gm release waits" in out.getvalue()

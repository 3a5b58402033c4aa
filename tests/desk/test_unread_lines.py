"""`pbem orders unread`: what the desk could not read or took for chat, and what became of it."""

import json
from pathlib import Path

import pytest

from pbem.commands.gm_desk import orders_unread
from pbem.desk.gm.alarm import Pulse
from pbem.gm.letters import unread
from pbem.gm.queue import queue, queue_screen
from pbem.metrics import page
from tests.desk import in_contact
from tests.desk.in_contact import GAME, say, to_fire
from tests.desk.table import START, Table

UNCLEAR = "Crwo King shoots at C/3"
CHAT = "Gall would have loved this spot at 3708."


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    found = in_contact.lay(tmp_path, b"as people write")
    to_fire(found)
    return found


def listed(desk: Table) -> list[tuple[str, str, str]]:
    return [(one.how, one.text, one.became) for one in unread(desk.desk).lines]


def test_what_was_not_read_is_listed_newest_first_with_what_became_of_it(desk: Table) -> None:
    say(desk, f"Crow King fire full at X/9\n{CHAT}")
    say(desk, UNCLEAR)
    assert listed(desk) == [
        ("unclear", UNCLEAR, "it waits for an answer"),
        ("refused", "Crow King fire full at X/9", "nothing came in its place"),
        ("chat", CHAT, "it was read as chat"),
    ]


def test_a_digit_or_a_correction_is_what_became_of_a_line(desk: Table) -> None:
    asked = say(desk, f"{UNCLEAR}\nFour Horns fire full at X/9")
    say(desk, "1", to=asked)
    assert ("unclear", UNCLEAR, "it became   Crow King fire full at C/3 Cav") in listed(desk)
    wrong = say(desk, "Rain in the Face fire full at X/9")
    assert listed(desk)[0][2] == "it waits for a correction"
    say(desk, "Rain in the Face fire full at E/3", to=wrong)
    assert listed(desk)[0][2] == "it became   Rain in the Face fire full at E/3 Cav"


def test_nought_and_a_phase_that_ran_are_told(desk: Table) -> None:
    say(desk, UNCLEAR)
    say(desk, "0")
    say(desk, "Crow King fire full at X/9")
    say(desk, "ready")
    assert desk.phase(GAME) != "T03.IN.B"
    assert [one[2] for one in listed(desk)] == ["the phase ran without it", "it was just talk"]


def test_what_a_rule_forbids_and_what_was_accepted_is_not_listed(desk: Table) -> None:
    say(desk, "Crow King fire full at C/3\nGall fire full at M/3\nmap\nready")
    assert not [one for one in listed(desk) if one[0] != "chat"]


def test_a_gm_who_plays_is_shown_no_lines_of_another_side_of_a_running_game(desk: Table) -> None:
    say(desk, UNCLEAR)
    with desk.desk.store.begin() as books:
        game = books.games.get(GAME)
        books.players.get(game, "us").address = game.gm_address
    found = unread(desk.desk)
    assert not found.lines
    assert found.hidden == {GAME: 1}


def test_the_queue_and_the_metrics_count_them(desk: Table) -> None:
    say(desk, f"{UNCLEAR}\n{CHAT}")
    found = queue(desk.desk)
    (row,) = found.rows
    assert (row.unread, row.chat) == (1, 1)
    screen = "\n".join(line.text for line in queue_screen(found, 100)[0])
    assert "1 line was not understood, 1 read as chat in 7 days:   pbem orders unread" in screen
    text = page(desk.desk, Pulse(START))
    assert 'pbem_lines_unread{as="chat"} 1' in text
    assert 'pbem_lines_unread{as="not_understood"} 1' in text


def test_the_command_lists_them_for_people_and_for_programs(
    desk: Table, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    say(desk, UNCLEAR)
    monkeypatch.setattr(orders_unread, "desk_at", lambda _: desk.desk)
    assert orders_unread.run(orders_unread_args(["--json"])) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["game"], row["title"], row["side"], row["how"], row["text"]) == (
        GAME,
        "rosebud",
        "IN",
        "unclear",
        UNCLEAR,
    )
    assert orders_unread.run(orders_unread_args([])) == 0
    told = capsys.readouterr().out
    assert UNCLEAR in told
    assert all(len(line) <= 78 for line in told.splitlines())
    assert orders_unread.run(orders_unread_args(["--title", "custer"])) == 0
    assert "no line" in capsys.readouterr().out.lower()


def orders_unread_args(words: list[str]):  # type: ignore[no-untyped-def]
    from pbem.command_line import Parser, read

    parser = Parser(prog="pbem orders unread")
    orders_unread.add_arguments(parser)
    return read(parser, words)

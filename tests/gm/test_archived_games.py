"""What is asked about a game that was archived: every command and letter says where it is and what still works."""

import argparse
import asyncio
from pathlib import Path
from typing import Any

import pytest

from pbem.commands import archive as archive_command
from pbem.commands import export, replay
from pbem.commands import map as map_command
from pbem.commands.gm_desk import gm
from pbem.commands.offline import verify
from pbem.desk.games.game_record import archive
from pbem.desk.gm.incidents.deadlines import Extend
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.letters import Drop
from pbem.desk.gm.incidents.undo_and_end import Close
from pbem.desk.outgoing.outbox import send_due
from pbem.mail.ports import MemorySink
from tests.commands.desk import laid, opened
from tests.desk.table import Table
from tests.gm.test_by_mail import gm_letters, write

GAME = "rosebud-1"


async def _send(table: Table) -> None:
    while (await send_due(table.desk, MemorySink())).sent:
        pass


def all_sent(table: Table) -> None:
    asyncio.run(_send(table))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def table(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    table, _ = laid(folder, monkeypatch)
    opened(table, GAME, "rosebud", "in-contact")
    opened(table, "rosebud-2", "rosebud", "in-contact")
    perform(table.desk, Extend(GAME, 48), "petra", "a power cut")
    perform(table.desk, Close(GAME), "petra", "enough")
    all_sent(table)
    archive(table.desk, GAME, folder / "archive" / GAME)
    return table


def run(module: Any, *words: str) -> int:
    parser = argparse.ArgumentParser()
    module.add_arguments(parser)
    status: int = module.run(parser.parse_args(words))
    return status


def test_the_log_of_an_archived_game_offers_no_way_back(table: Table, capsys: pytest.CaptureFixture[str]) -> None:
    perform(table.desk, Extend("rosebud-2", 48), "petra", "another power cut")
    assert run(gm, "log", GAME) == 0
    archived = capsys.readouterr().out
    assert "extend" in archived
    assert "undone by" not in archived
    assert run(gm, "log", "rosebud-2") == 0
    assert "undone by: extend" in capsys.readouterr().out


@pytest.mark.parametrize(
    "words",
    [
        (gm, "show", GAME),
        (gm, "extend", GAME, "48", "--reason", "x", "--yes"),
        (gm, "undo", GAME, "--reason", "x", "--yes"),
        (gm, "redo", GAME, "main.1", "--reason", "x", "--yes"),
        (replay, GAME),
        (map_command, GAME),
        (export, GAME, "--json", "-"),
        (archive_command, GAME),
    ],
)
def test_a_command_says_where_the_archive_is(
    table: Table, folder: Path, words: tuple[Any, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*words) == 1
    told = capsys.readouterr().err
    assert f"{GAME} is archived, in the folder {folder / 'archive' / GAME} It holds" in " ".join(told.split())
    assert f"pbem verify {folder / 'archive' / GAME}" in told


def test_what_still_works_works(table: Table, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(verify, str(folder / "archive" / GAME), "--replay") == 0
    assert run(gm, "log", GAME) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"extend {GAME} 48" in told
    assert "the game is archived: `pbem verify` checks" in told
    assert run(gm, "queue") == 0
    assert run(gm, "log") == 0


def test_a_gms_letter_about_it_is_answered(table: Table) -> None:
    welcome = gm_letters(table, "rosebud-2")[0]
    assert write(table, f"show {GAME}\nextend {GAME} 48: x", welcome).state == "gm"
    answer = gm_letters(table, "rosebud-2")[-1].text
    assert answer.count(f"{GAME} is archived") == 2
    with table.desk.store.read() as books:
        assert books.letters_in.held() == []


def test_a_gms_letter_to_its_address_is_answered(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, _ = laid(folder, monkeypatch)
    opened(table, GAME, "rosebud", "in-contact")
    welcome = gm_letters(table, GAME)[0]
    perform(table.desk, Close(GAME), "petra", "enough")
    all_sent(table)
    archive(table.desk, GAME, folder / "archive" / GAME)
    assert write(table, "show", welcome).state == "gm"
    assert f"{GAME} is archived" in gm_letters(table, GAME)[-1].text


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (GAME, f"It is about {GAME}, which is over and archived, in the folder"),
        (
            "hill-9",
            "It answers a letter about hill-9, a game that is not at this desk: another desk may read this mailbox.",
        ),
        ("rosebud-2", "Its sender is not a registered address."),
    ],
)
def test_letter_of_a_stranger_to_a_game_says_where_the_game_is(table: Table, game: str, says: str) -> None:
    letter = f"From: eve@mail.example\r\nTo: {game}+us.m2xd9q4k@pbem.example\r\nSubject: hello\r\n\r\npass\r\n"
    assert table.deliver(letter.encode()).state == "held"
    with table.desk.store.read() as books:
        (why,) = (row.reason for row in books.letters_in.held())
    assert says in why
    assert ("another desk" in why) == (game == "hill-9")


def test_letter_to_an_archived_game_can_be_set_aside(table: Table) -> None:
    """It would stay in the queue for ever otherwise."""
    letter = f"From: eve@mail.example\r\nTo: {GAME}+us.m2xd9q4k@pbem.example\r\nSubject: hello\r\n\r\npass\r\n"
    assert table.deliver(letter.encode()).state == "held"
    with table.desk.store.read() as books:
        (number,) = (row.id for row in books.letters_in.held())
    assert number is not None
    perform(table.desk, Drop(number), "petra")
    with table.desk.store.read() as books:
        assert not books.letters_in.held()
        assert books.letters_in.get(number).state == "dropped"

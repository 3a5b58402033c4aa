"""Several games at once: announcements, more time, pauses, at the command line and by letter."""

import re
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.desk.games.campaign_file import Seat
from pbem.desk.gm.incidents.catalogue import CATALOGUE, each
from pbem.desk.gm.incidents.incident import CannotDo, perform
from pbem.desk.gm.incidents.mailings import Announce
from pbem.desk.gm.incidents.undo_and_end import Close
from pbem.gm.by_mail import answer_letters
from tests.commands.desk import laid, opened
from tests.desk.table import GM, Table


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Path]:
    """Three games; the last of them is over."""
    table, config = laid(tmp_path, monkeypatch)
    for number in (1, 2, 3):
        opened(table, f"rosebud-{number}", "rosebud", "in-contact")
    perform(table.desk, Close("rosebud-3"), "petra", "enough")
    return table, config


def run(config: Path, *words: str) -> int:
    return main(["gm", *words, "--config", str(config)])


def dues(table: Table) -> list[str]:
    with table.desk.store.read() as books:
        rows = [books.phases.open(books.games.get(f"rosebud-{n}")) for n in (1, 2)]
        return [str(row.due)[:13] if row is not None else "-" for row in rows]


@pytest.mark.parametrize("names", [("--all",), ("rosebud-1,rosebud-2",), ("rosebud-1", "rosebud-2")])
def test_many_games_get_more_time_by_one_line(
    club: tuple[Table, Path], names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, config = club
    monkeypatch.setattr("pbem.commands.desk_arguments.SystemClock", lambda: table.clock)
    before = dues(table)
    assert run(config, "extend", *names, "48", "--reason", "a power cut", "--yes") == 0
    assert dues(table) != before
    assert len(set(dues(table))) == 1
    assert run(config, "extend", *names, "-24", "--reason", "it was short", "--yes") == 0


def test_games_in_which_it_cannot_be_done_are_named_and_the_others_are_done(
    club: tuple[Table, Path], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    table, config = club
    monkeypatch.setattr("pbem.commands.desk_arguments.SystemClock", lambda: table.clock)
    assert run(config, "pause", "rosebud-1,rosebud-3", "7", "--reason", "holidays", "--yes") == 1
    assert "left out: rosebud-3: expected a running game; this one has ended" in capsys.readouterr().err
    assert (table.state("rosebud-1"), table.state("rosebud-2")) == ("paused", "open")
    assert run(config, "resume", "--all", "--yes") == 1
    assert table.state("rosebud-1") == "open"


def test_without_a_terminal_nothing_is_done_without_yes(
    club: tuple[Table, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(club[1], "pause", "--all", "--reason", "holidays") == 1
    out, err = capsys.readouterr()
    assert "pause rosebud-1" in out
    assert "pause rosebud-2" in out
    assert "the same line with --yes" in err
    assert club[0].state("rosebud-1") == "open"


def test_announcement_reaches_everybody_at_every_table(club: tuple[Table, Path]) -> None:
    table, config = club
    assert run(config, "announce", "--all", "The desk moves on Sunday.", "--yes") == 0
    for name in ("rosebud-1", "rosebud-2"):
        for side in ("us", "indian"):
            letter = table.last(name, side)
            assert letter.kind == "announcement"
            assert "The desk moves on Sunday." in letter.text
    assert table.last("rosebud-3", "us").kind != "announcement"


def test_announcement_reaches_those_who_look_on_and_says_that_nothing_changes(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    name = table.open(seats=[Seat("", "olga@mail.example", "Olga")])
    perform(table.desk, Announce(name, "Happy new year \x1b[2Jto all"), "petra")
    with table.desk.store.read() as books:
        rows = [books.letters_out.get(n) for n in range(1, 20) if _there(books, n)]
    told = [row for row in rows if row.kind == "announcement"]
    assert {row.to for row in told} == {"rita@mail.example", "bob@post.example", "olga@mail.example"}
    assert all("This changes nothing in the game." in row.text for row in told)
    assert not any("\x1b" in row.text for row in told)


def _there(books: object, number: int) -> bool:
    try:
        books.letters_out.get(number)  # type: ignore[attr-defined]
    except KeyError:
        return False
    return True


def test_many_games_by_letter_with_a_code_each(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    table.open("meadow-1")
    table.open("meadow-2")
    first = f"From: {GM}\nTo: pbem@pbem.example\nSubject: x\nMessage-ID: <1@club.example>\n\nhelp\n"
    table.deliver(first.encode())
    with table.desk.store.read() as books:
        key = books.letters_out.find("/gm-answer/1/gm")
    table.deliver(table.reply("meadow-1", "red", "pause --all 7: holidays", to=key, sender=GM))
    answer_letters(table.desk)
    with table.desk.store.read() as books:
        asked = books.letters_out.find("/gm-answer/2/gm")
    assert asked is not None
    codes = re.findall(r"\| confirm (\w+)", asked.text)
    assert len(codes) == 2
    table.deliver(table.reply("meadow-1", "red", "\n".join(f"confirm {one}" for one in codes), to=asked, sender=GM))
    answer_letters(table.desk)
    assert [table.state("meadow-1"), table.state("meadow-2")] == ["paused", "paused"]


def test_several_names_are_refused_where_one_game_is_meant(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    table.open("meadow-1")
    table.open("meadow-2")
    with table.desk.store.read() as books:
        with pytest.raises(CannotDo, match="expected one game"):
            each(books, CATALOGUE["void"], ["meadow-1,meadow-2"])
        with pytest.raises(CannotDo, match="no game is called meadow-9"):
            each(books, CATALOGUE["extend"], ["meadow-1,meadow-9", "48"])
        assert len(each(books, CATALOGUE["extend"], ["meadow-1", "48"])) == 1

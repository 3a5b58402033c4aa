"""The second battle of June 1876: opened after the first, with what the book carries over, and both checked as one campaign."""

import mailbox
import os
import random
import shutil
import subprocess
import sys
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.core.options import Options
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.undo_and_end import Resign
from pbem.seal import verify
from pbem.systems import registry
from pbem.systems.indian_wars.files import data
from tests.commands.desk import laid, opened
from tests.desk.table import GM, Table

CHECKERS = Path(verify.__file__).parent
LOST = "A/2 Cav, A/3 Cav, C/3 Cav, D/3 Cav, E/3 Cav, M/3 Cav"
FIRST, SECOND = "june-1", "june-2"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Path]:
    monkeypatch.setenv("PBEM_SCENARIOS", os.devnull)
    monkeypatch.setenv("PBEM_SHEETS", os.devnull)
    data.load.cache_clear()  # another test's file of this name may be kept
    table, config = laid(tmp_path, monkeypatch)
    opened(table, FIRST, "rosebud", "first-fight")
    return table, config


def over(table: Table) -> None:
    table.clock.forward(minutes=1)
    perform(table.desk, Resign(FIRST, "us"), GM, "both agreed")


def new(config: Path, *more: str, scenario: str = "rosebud-3a") -> int:
    words = ["new", SECOND, "--after", FIRST, "--scenario", scenario, *more]
    return main([*words, "--yes", "--config", str(config)])


def state(scenario: str) -> object:
    return registry.game("littlebighorn").system.open(scenario, Options())


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["rosebud-3a", "rosebud-3b"])
def test_the_same_people_play_on_with_the_choices_of_the_book(
    desk: tuple[Table, Path], scenario: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = desk
    over(table)
    assert new(config, "--stay", "C/9 Inf, D/4 Inf", "--lost", LOST, scenario=scenario) == 0, capsys.readouterr().err
    with table.desk.store.read() as books:
        game = books.games.get(SECOND)
        assert (game.title, game.scenario) == ("littlebighorn", SECOND)
        people = [(one.side, one.name, one.address) for one in books.players.of(game)]
        before = [(one.side, one.name, one.address) for one in books.players.of(books.games.get(FIRST))]
        assert sorted(people) == sorted(before)
        position = table.desk.position(books, game)
    there = set(position.units)
    assert {"G/9 Inf", "H/9 Inf", "F/4 Inf"} <= there
    assert not {"C/9 Inf", "D/4 Inf"} & there
    assert {name for name in there if position.units[name].casualties} == set(LOST.split(", "))
    (letter,) = table.letters(SECOND, "us", "welcome")
    names = [str(one.get_filename()) for one in message_from_bytes(letter.raw).walk()]
    assert any(SECOND in name and "toml" in name for name in names), names


@pytest.mark.slow
def test_without_choices_it_is_as_the_program_has_it(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = desk
    over(table)
    assert new(config) == 0, capsys.readouterr().err
    with table.desk.store.read() as books:
        position = table.desk.position(books, books.games.get(SECOND))
    plain = state("rosebud-3a")
    assert position.units == plain.units  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        (("--stay", "C/9 Inf"), "--stay: expected 2 of C/9 Inf"),
        (("--stay", "C/9 Inf, A/3 Cav"), "--stay: expected 2 of C/9 Inf"),
        (("--lost", "A/2 Cav"), "--lost: expected 6 of A/2 Cav"),
        (("--lost", LOST.replace("A/2 Cav", "C/9 Inf")), "--lost: expected 6 of A/2 Cav"),
        (("--lost", LOST.replace("A/2 Cav", "M/3 Cav")), "--lost: expected 6 of A/2 Cav"),
        (("--scenario", "scenario-1"), "--scenario: expected rosebud-3a or rosebud-3b behind --after"),
        (("--after", "june-9"), "june-9"),
    ],
)
def test_what_the_book_does_not_allow_opens_nothing(
    desk: tuple[Table, Path], more: tuple[str, ...], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = desk
    over(table)
    assert new(config, *more) == 1
    assert told in " ".join(capsys.readouterr().err.split())
    with table.desk.store.read() as books:
        assert books.games.find(SECOND) is None
    assert not list(config.parent.rglob(f"{SECOND}.toml"))


def test_the_first_battle_must_be_over_and_a_try_that_failed_leaves_no_file_in_the_way(
    desk: tuple[Table, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = desk
    assert new(config) == 1
    assert "expected a game of rosebud that is over" in " ".join(capsys.readouterr().err.split())
    over(table)
    assert new(config, "--pace", "ask", "--bank", "99999") == 1
    assert new(config, "--lost", LOST) == 0, capsys.readouterr().err


def boxes(table: Table, folder: Path) -> Path:
    """The mailbox of the US player, with both games in it."""
    path = folder / "us.mbox"
    box = mailbox.mbox(path)
    for game in (FIRST, SECOND):
        for one in table.letters(game, "us"):
            box.add(one.raw)
    box.close()
    return path


def checked(folder: Path, file: Path, *paths: Path) -> tuple[int, str]:
    for name in ("pbem_verify.py", "pbem_verify_more.py", "pbem_verify_campaign.py"):
        shutil.copy(CHECKERS / name, folder / name)
    words = [sys.executable, "-I", "-S", folder / "pbem_verify_campaign.py", file, *paths]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.mark.slow
def test_the_join_is_checked_from_the_mailboxes_alone(desk: tuple[Table, Path], tmp_path: Path) -> None:
    table, config = desk
    over(table)
    assert new(config, "--stay", "C/9 Inf, D/4 Inf", "--lost", LOST) == 0
    box = boxes(table, tmp_path)
    file = next(config.parent.rglob(f"{SECOND}.toml"))
    status, text = checked(tmp_path, file, box)
    assert status in (0, 2), text
    assert "!!" not in text, text
    # Another file than that of the game.
    other = tmp_path / "other.toml"
    other.write_text(file.read_text().replace('"A/2 Cav" = 1', '"B/2 Cav" = 1'))
    status, text = checked(tmp_path, other, box)
    assert (status, f"{SECOND} was opened with another file" in text) == (1, True), text
    # The first battle alone, and a wrong use.
    alone = tmp_path / "alone.mbox"
    first = mailbox.mbox(alone)
    for one in table.letters(SECOND, "us"):
        first.add(one.raw)
    first.close()
    assert f"{FIRST}, the first battle, is not in the mailboxes" in checked(tmp_path, file, alone)[1]
    assert checked(tmp_path, file)[0] == 3


def test_a_hundred_changed_tables_are_all_found(desk: tuple[Table, Path]) -> None:
    from pbem.core.tomlfile import TomlFile
    from pbem.seal import pbem_verify_campaign as checker
    from pbem.systems.indian_wars.files.data import carried

    link = {"game": FIRST, "record": 9, "head": "0" * 64, "carry": "book"}
    for scenario in ("rosebud-3a", "rosebud-3b"):
        choices = {"stay": ["C/9 Inf", "D/4 Inf"], "lost": LOST.split(", ")}
        text, wrong = carried("littlebighorn", scenario, SECOND, link, choices)
        assert wrong == ()
        assert list(checker.by_the_book(TomlFile("x", text).data)) == []
    chance = random.Random(1876)
    for _ in range(100):
        file = TomlFile("x", text).data
        units, losses = file["join"][0]["units"], file["losses"]
        match chance.randrange(6):
            case 0:
                losses[chance.choice(LOST.split(", "))] = chance.choice([0, 2, 3, True])
            case 1:
                del losses[chance.choice(LOST.split(", "))]
            case 2:
                losses[chance.choice(["B/2 Cav", "B/3 Cav", "G/9 Inf", "A/7 Cav"])] = 1
            case 3:
                units.append(chance.choice(["C/9 Inf", "D/4 Inf", "Maj Chambers", "Crow Scouts 1", "A/2 Cav"]))
            case 4:
                units.remove(chance.choice([one for one in units if one in checker.CAVALRY | checker.INFANTRY]))
            case _:
                del losses[gone := chance.choice(LOST.split(", "))]
                losses["C/7 Cav" if gone else ""] = 1
        assert list(checker.by_the_book(file)), (units, losses)


def test_the_checker_is_plain() -> None:
    """The standard library alone, and short."""
    text = (CHECKERS / "pbem_verify_campaign.py").read_text(encoding="utf-8")
    names = [line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))]
    assert all(name in sys.stdlib_module_names for name in names)
    assert len(text.splitlines()) < 170

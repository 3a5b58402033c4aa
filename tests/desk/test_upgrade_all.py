"""After an upgrade queue, faults and the game's screen agree; one command takes all games over."""

from pathlib import Path

import pytest

from pbem import cli
from pbem.core.system import Card
from pbem.desk.faults import ADOPTED
from pbem.desk.gm.incidents.incident import perform
from pbem.desk.gm.incidents.undo_and_end import Close
from pbem.desk.record import rules_program
from pbem.desk.record import upgrade as upgrades
from pbem.desk.record.adoption import hold_restored
from pbem.desk.record.rules_program import installed_engine
from pbem.gm.faults import fault_screen
from pbem.gm.game import game_screen, lines
from pbem.gm.queue import queue, queue_screen
from tests.commands.desk import laid, opened
from tests.desk.table import Table


def another_engine_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    def newer(card: Card) -> tuple[str, str]:
        return "9.9.9", installed_engine(card)[1]

    for module in (upgrades, rules_program):
        monkeypatch.setattr(module, "installed_engine", newer)


@pytest.mark.slow
def test_all_games_are_taken_over_and_every_screen_agrees(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    for name in ("custer-1", "custer-2", "custer-3"):
        opened(table, name, "custer", "little-big-horn")
    perform(table.desk, Close("custer-3"), "petra", "enough")
    another_engine_installed(monkeypatch)
    table.say("custer-1", table.asked("custer-1"), "pass")
    assert table.state("custer-1") == "held"
    assert len(fault_screen(table.desk).faults) == 1
    shown = " ".join(one.text.strip() for one in lines(game_screen(table.desk, "custer-2"), 80))
    assert "installed is pbem 9.9.9" in shown
    assert "pbem upgrade custer-2" in shown
    words = ["upgrade", "--all", "--reason", "a new release", "--boundary", "now", "--config", str(config)]
    assert cli.main(words) == 0
    told = capsys.readouterr().out
    assert "2 of 2 games taken over" in told
    assert fault_screen(table.desk).faults == ()
    assert queue(table.desk).faults == 0
    for name in ("custer-1", "custer-2"):
        assert table.state(name) == "open"
        assert game_screen(table.desk, name).engine == "9.9.9"
        assert game_screen(table.desk, name).installed == ""
    assert cli.main(words) == 0
    assert "every game is played with what is installed" in capsys.readouterr().out


def test_an_upgrade_that_is_due_is_told_before_a_letter_arrives(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    for name in ("custer-1", "custer-2"):
        opened(table, name, "custer", "little-big-horn")
    assert queue(table.desk).troubles == ()
    perform(table.desk, Close("custer-2"), "petra", "enough")
    another_engine_installed(monkeypatch)
    said = (
        "custer-1 is played with another version of the rules than the one installed: look at   pbem replay --all   and "
        "take it over by   pbem upgrade custer-1 --reason ... --agreed SIDE --agreed SIDE"
    )
    assert queue(table.desk).troubles == (said,)
    assert fault_screen(table.desk).due == (said,)
    cli.main(["doctor", "--config", str(config)])
    assert "custer-1 is played with another version of the rules" in " ".join(capsys.readouterr().out.split())


def test_a_game_or_all_of_them_must_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, config = laid(tmp_path, monkeypatch)
    for words in ([], ["custer-1", "--all"]):
        assert cli.main(["upgrade", *words, "--reason", "x", "--config", str(config)]) == 2


def test_after_a_restore_the_queue_names_what_works(tmp_path: Path) -> None:
    table = Table.lay(tmp_path)
    game = table.open()
    hold_restored(table.desk, table.clock.now())
    shown = "\n".join(one.text for one in queue_screen(queue(table.desk), 80)[0])
    assert "-> pbem adopt MAILBOX ..." in shown
    with table.desk.store.begin() as books:
        books.games.hold(books.games.get(game), f"{ADOPTED} the chain is whole", table.clock.now())
    shown = "\n".join(one.text for one in queue_screen(queue(table.desk), 80)[0])
    assert f"-> pbem gm retry {game}" in shown

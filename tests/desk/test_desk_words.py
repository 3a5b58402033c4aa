"""A desk's own words: read again when the file has changed, told by the doctor, and no replay hangs on them."""

import logging
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.desk.record.replay import replay
from pbem.desk.record.upgrade import adjudicate_again
from tests.desk import in_contact
from tests.desk.in_contact import GAME, say, to_fire
from tests.desk.table import Table

WORDS = """[rosebud.act.fire]
sure = ["zwock at"]
loose = ["flomble at"]
[rosebud.names]
"Four Horns" = ["old baldy"]
"""


@pytest.fixture
def desk(tmp_path: Path) -> Table:
    file = tmp_path / "words.toml"
    file.write_text("", encoding="utf-8")
    found = in_contact.lay(tmp_path, b"as people write", words=file)
    to_fire(found)
    return found


def write(desk: Table, text: str) -> None:
    assert desk.desk.house.words is not None
    desk.desk.house.words.write_text(text, encoding="utf-8")


def test_a_word_counts_from_the_next_letter_and_a_bad_entry_is_left_out(
    desk: Table, caplog: pytest.LogCaptureFixture
) -> None:
    assert say(desk, "Crow King zwocks at C/3").kind == "error"
    with caplog.at_level(logging.WARNING):
        write(desk, WORDS + "[rosebud.act.levitate]\nsure = ['float']\n")
        answer = say(desk, "old baldy zwocks at C/3")
    assert answer.kind == "receipt"
    assert "Four Horns fire full at C/3 Cav" in answer.text
    assert "words.toml:6: rosebud.act.levitate: expected an act of the game" in caplog.text


@pytest.mark.slow
def test_no_replay_hangs_on_the_words(desk: Table) -> None:
    say(desk, "Rain in the Face zwocks at E/3\nready")
    write(desk, WORDS)
    say(desk, "Crow King zwocks at C/3")
    asked = say(desk, "Four Horns flombles at C/3")
    assert "1  Four Horns fire full at C/3 Cav" in asked.text
    say(desk, "0 1", to=asked)
    say(desk, "ready")
    assert desk.phase(GAME) != "T03.IN.B"
    for text in (WORDS, "", WORDS.replace("zwock", "zwick")):
        write(desk, text)
        done = replay(desk.desk, GAME)
        assert done.is_same, (done.expected, done.found)
        assert adjudicate_again(desk.desk, GAME).is_same


def test_the_doctor_tells_of_each_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.commands.desk import CONFIG

    monkeypatch.chdir(tmp_path)
    config = tmp_path / "config.toml"
    config.write_text(
        CONFIG.format(database="desk.db").replace("[store]", 'words = "w.toml"\n[store]'), encoding="utf-8"
    )
    config.chmod(0o600)
    file = tmp_path / "w.toml"
    file.write_text(WORDS, encoding="utf-8")
    main(["doctor"])
    assert "ok words: w.toml: 3 turns of phrase and nicknames" in " ".join(capsys.readouterr().out.split())
    file.write_text(WORDS + "[rosebud.act.levitate]\nsure = ['float']\n", encoding="utf-8")
    assert main(["doctor"]) == 1
    shown = " ".join(capsys.readouterr().out.split())
    assert "BAD words: w.toml:6: rosebud.act.levitate: expected an act of the game (" in shown
    file.unlink()
    assert main(["doctor"]) == 1
    assert "desk.words: expected a file of words" in " ".join(capsys.readouterr().out.split())

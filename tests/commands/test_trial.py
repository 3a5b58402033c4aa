"""`pbem trial`: a desk with Maildirs and a clock of its own."""

import io
from pathlib import Path

import pytest

from pbem.cli import main

PEOPLE = ("--player", "us=Kate <kate@trial.example>", "--player", "indian=Mo <mo@trial.example>")
REAL = """
[desk]
host = "pbem.example"
[mail_in]
host = "mail.example"
user = "desk"
password_file = "p"
[mail_out]
kind = "{out}"
path = "out"
host = "mail.example"
[daemon]
{clock}
"""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def desk(home: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """A desk on trial at which a game was opened, and its first letters sent."""
    assert main(["trial"]) == 0
    (home / "trial.clock").write_text("2026-03-12T18:00:00Z\n", encoding="utf-8")
    assert main(["new", "try-1", "--game", "rosebud", "--scenario", "in-contact", "--yes", *PEOPLE]) == 0
    assert "the welcome letters wait to be sent:   pbem trial\n" in capsys.readouterr().out
    assert main(["trial"]) == 0
    assert "YOU: Rally by Sun 15 Mar" in capsys.readouterr().out
    return home


@pytest.mark.slow
def test_reminder_and_deadline_come_as_the_clock_is_moved(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trial", "+1d"]) == 0
    assert capsys.readouterr().out == "The desk's clock stands at Friday 13 March 2026 18:00 UTC.\n"
    assert main(["trial", "+3d"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[0].startswith("14 Mar 18:00 UTC  to mo@trial.example: [try-1] REMINDER 24 h left")
    assert shown[1].startswith("15 Mar 18:01 UTC  to mo@trial.example: [try-1] YOU: Offensive Fire by Wed 18 Mar ")
    assert shown[1].endswith(" (T3 IN Rally done)")
    assert shown[-1] == "The desk's clock stands at Monday 16 March 2026 18:00 UTC."
    assert (desk / "trial.clock").read_text() == "2026-03-16T18:00:00Z\n"
    assert (
        len(list((desk / "out" / "mo" / "new").iterdir())) == 3
    )  # the welcome with the first report, a reminder, a report


@pytest.mark.slow
def test_a_player_answers_and_is_away(
    desk: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("vacation 13 Mar - 20 Mar\n"))
    assert main(["trial", "mo", "-"]) == 0
    assert "to mo@trial.example: " in capsys.readouterr().out
    assert main(["trial", "+5d"]) == 0
    assert "Rally done" not in capsys.readouterr().out  # it would have been by default
    (letter,) = (desk / "in" / ".Processed" / "cur").iterdir()
    assert b"From: mo@trial.example" in letter.read_bytes()


def test_the_queue_tells_the_desks_own_time(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gm", "queue"]) == 0
    assert "Sun 15 18:00" in capsys.readouterr().out


@pytest.mark.parametrize("clock", ["", 'clock = "trial.clock"'])
def test_never_on_a_desk_with_real_mail(home: Path, capsys: pytest.CaptureFixture[str], clock: str) -> None:
    path = home / "config.toml"
    path.write_text(REAL.format(clock=clock, out="smtp"), encoding="utf-8")
    path.chmod(0o600)
    assert main(["trial", "+2d"]) == 1
    told = capsys.readouterr().err
    assert ("daemon.clock: expected no clock of its own" if clock else "this one goes by the machine's clock") in told
    assert [one.name for one in home.iterdir()] == ["config.toml"]


def test_nor_where_letters_only_come_from_outside(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = home / "config.toml"
    path.write_text(REAL.format(clock='clock = "trial.clock"', out="maildir"), encoding="utf-8")
    path.chmod(0o600)
    assert main(["serve", "--once"]) == 1
    assert "real mail under [mail_in]" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["+2x"], ["+400d"], ["+2d", "file"], ["kate"], ["-2d"]])
def test_what_is_no_time_is_told(desk: Path, capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert main(["trial", *words]) == 2
    assert "pbem trial: " in capsys.readouterr().err
    assert (desk / "trial.clock").read_text() == "2026-03-12T18:00:00Z\n"


def test_who_got_no_letter_cannot_answer(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (desk / "words").write_text("pass\n", encoding="utf-8")
    assert main(["trial", "bob", "words"]) == 1
    assert capsys.readouterr().err == "bob: expected somebody who got a letter (gm, kate, mo)\n"


def test_a_clock_file_that_holds_no_moment(desk: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (desk / "trial.clock").write_text("noon\n", encoding="utf-8")
    assert main(["trial", "+2d"]) == 1
    assert "expected a moment such as 2026-03-12T18:02:11Z, found 'noon'" in capsys.readouterr().err


def test_a_desk_on_trial_is_made_once(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["trial", "+2d"]) == 1
    assert "Make one:   pbem trial" in capsys.readouterr().err
    assert main(["trial", "--config", "here/config.toml"]) == 0
    assert (home / "here" / "config.toml").stat().st_mode & 0o777 == 0o600
    assert "--config here/config.toml" in capsys.readouterr().out

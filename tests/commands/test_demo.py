"""The demo plays any game over real mail, with letters written for it or by practice players.

That of Rosebud Creek is played from a wheel (tests/test_new_game.py).
"""

import re
from pathlib import Path

import pytest

from pbem.cli import main

pytest.importorskip("aiosmtpd")


@pytest.mark.slow
def test_the_table_top_is_played_over_mail(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--game", "miniatures", "--seed", "ford", "--export", str(tmp_path / "out")]) == 0
    told = capsys.readouterr().out
    print(told)
    assert "'creek-ford' of miniatures" in told
    assert told.count("RESULT       OK") == 2
    assert "Gun cannot fire: it is limbered." in told
    assert "T1 Indian Operations done" in told
    assert {one.name for one in (tmp_path / "out").iterdir()} >= {"american.mbox", "indian.mbox", "server-key.txt"}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--game", "nothing"], "pbem demo: no game is called 'nothing'; there are: "),
        (["--game", "miniatures", "--scenario", "in-contact"], "it has first-game, fallen-timbers, creek-ford"),
    ],
)
def test_a_game_or_scenario_there_is_not(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", *words]) == 2
    assert says in capsys.readouterr().err


@pytest.mark.slow
def test_a_demo_in_which_nobody_writes_says_what_it_waits_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It had waited for ever."""
    monkeypatch.setattr("pbem.demo.table.PATIENCE", 1.0)

    async def says_nothing(*_: object) -> None:
        return None

    monkeypatch.setattr("pbem.demo.table.DemoDesk._look", says_nothing)
    assert main(["demo", "--game", "miniatures", "--export", str(tmp_path / "out")]) == 1
    told = " ".join("".join(capsys.readouterr()).split())
    assert re.search(r"no letter in 1 seconds\. \S+ waits for \S.*: orders\. Last letters: none\.", told), told[-400:]

"""`pbem new` with the registered games: what is left out is the title's own, and what is wrong is said once."""

from pathlib import Path

import pytest

from pbem.cli import main
from pbem.systems import registry
from tests.commands.desk import laid


def new(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str, side: str = "us") -> int:
    _, config = laid(folder, monkeypatch)
    players = ("--player", f"{side}=plain", "--player", "indian=Kim <kim@mail.example>", "--gm", "gm@club.example")
    return main(["new", "game-1", *words, *players, "--yes", "--config", str(config)])


@pytest.mark.parametrize("title", registry.titles())
def test_a_scenario_that_is_left_out_is_the_main_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], title: str
) -> None:
    side = registry.game(title).system.card.sides[0].id
    assert new(tmp_path, monkeypatch, "--game", title, "--unfinished", side=side) == 0, capsys.readouterr().err
    assert main(["gm", "show", "game-1", "--config", str(tmp_path / "config.toml")]) == 0
    assert registry.game(title).system.card.main_scenario in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--game", "custer", "--scenario", "historical"), "'little-big-horn', 'rosebud'; found 'historical'"),
        (("--game", "rosebud", "--scenario", "foo"), "'historical', 'in-contact', 'pack-train'; found 'foo'"),
        (("--game", "littlebighorn"), "game: expected a game that is finished; this one is in development"),
        (("--game", "chess"), "game: expected one of 'custer', 'miniatures', 'rosebud'; found 'chess'"),
        (("--game", "custer", "--option", "fog"), "option: expected no option: this game has none; found 'fog'"),
    ],
)
def test_what_there_is_is_listed_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    words: tuple[str, ...],
    says: str,
) -> None:
    assert new(tmp_path, monkeypatch, *words) == 1
    told = " ".join(capsys.readouterr().err.split())
    assert says in told
    assert told.count("expected") == 1
    assert "has no scenario" not in told

"""A sheet of one's own: checked, kept beside the desk's configuration, sent to the players, and played."""

import os
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem import resources
from pbem.cli import main
from pbem.systems import registry
from tests.commands.desk import laid
from tests.systems.table.test_sheet import GOOD

PLAYERS = ("--player", "one=Ann <ann@mail.example>", "--player", "two=plain", "--gm", "gm@club.example", "--yes")


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("PBEM_SHEETS", os.devnull)
    _, config = laid(tmp_path, monkeypatch)
    (tmp_path / "my-game.toml").write_text(GOOD)
    return Path(config)


def new(config: Path, name: str, title: str) -> int:
    return main(["new", name, "--game", title, *PLAYERS, "--config", str(config)])


def test_a_game_with_a_sheet_of_one_s_own(config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert new(config, "verdun", f"table:{tmp_path / 'my-game.toml'}") == 0, capsys.readouterr().err
    assert (tmp_path / "sheets" / "my-game.toml").read_text() == GOOD
    assert registry.game("table:my-game").card.title == "Short"
    assert main(["gm", "show", "verdun", "--config", str(config)]) == 0
    assert "Short" in capsys.readouterr().out
    assert new(config, "verdun-2", "table:my-game") == 0


def test_the_players_get_the_sheet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_SHEETS", os.devnull)
    table, config = laid(tmp_path, monkeypatch)
    (tmp_path / "other-game.toml").write_text(GOOD.replace("Short", "Other"))
    assert new(Path(config), "verdun", f"table:{tmp_path / 'other-game.toml'}") == 0
    (letter,) = table.letters("verdun", "one", "welcome")
    files = {str(one.get_filename()): one.get_payload(decode=True) for one in message_from_bytes(letter.raw).walk()}
    assert files["other-game.toml"] == GOOD.replace("Short", "Other").encode()
    assert "your own key" in " ".join(letter.text.split())


def test_what_is_wrong_with_a_sheet_is_told_and_nothing_is_made(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "bad.toml").write_text(GOOD.replace("turns = 3", "turns = 0"))
    assert new(config, "verdun", f"table:{tmp_path / 'bad.toml'}") == 1
    assert "bad.toml:2: turns: expected a whole number from 1 to 99, found 0" in capsys.readouterr().err
    assert new(config, "verdun", f"table:{tmp_path / 'none.toml'}") == 1
    assert "none.toml" in capsys.readouterr().err
    (tmp_path / "cards.toml").write_text(GOOD)
    assert new(config, "verdun", f"table:{tmp_path / 'cards.toml'}") == 1
    assert "a name that no sheet of pbem has" in capsys.readouterr().err
    assert not (tmp_path / "sheets").exists() or not list((tmp_path / "sheets").iterdir())


def test_another_sheet_of_the_same_name_changes_no_game(
    config: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert new(config, "verdun", f"table:{tmp_path / 'my-game.toml'}") == 0
    (tmp_path / "my-game.toml").write_text(GOOD.replace("turns = 3", "turns = 4"))
    assert new(config, "verdun-2", f"table:{tmp_path / 'my-game.toml'}") == 1
    assert "a name that no other sheet has" in capsys.readouterr().err


def test_check_tells_what_is_in_a_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_text(GOOD)
    bad.write_text(GOOD.replace("Card 1-9", "Card 1-300"))
    assert main(["table", "check", str(good)]) == 0
    assert "decks   small 9" in capsys.readouterr().out
    assert main(["table", "check", str(good), str(bad)]) == 1
    assert "bad.toml:8: deck.small.cards: expected 1 to 256 cards, found 300 cards" in capsys.readouterr().err
    assert resources.stems("scenarios/table")

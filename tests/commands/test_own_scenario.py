"""Scenarios of one's own without a checkout: checked, kept with the desk's, sent to the players, played, and bound."""

import os
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem import resources
from pbem.cli import main
from pbem.desk.play.advance import advance
from pbem.store.database import Store
from pbem.systems import registry
from tests.commands.desk import laid
from tests.desk.table import Table

PLAYERS = (
    "--player",
    "us=Kate <kate@mail.example>",
    "--player",
    "indian=Mo <mo@post.example>",
    "--gm",
    "gm@club.example",
    "--yes",
)
OURS = resources.root() / "scenarios" / "indian_wars"


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Table, Path]:
    monkeypatch.setenv("PBEM_SCENARIOS", os.devnull)
    monkeypatch.setenv("PBEM_SHEETS", os.devnull)
    return laid(tmp_path, monkeypatch)


def written(folder: Path, name: str, **changes: str) -> Path:
    """The scenario in-contact under another name, with a map of its own beside it."""
    text = (OURS / "rosebud" / "in-contact.toml").read_text(encoding="utf-8")
    text = text.replace('id = "in-contact"', f'id = "{name}"').replace('map = "rosebud"', f'map = "{name}-map.toml"')
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    sheet = (OURS / "maps" / "rosebud.toml").read_text(encoding="utf-8").replace('id = "rosebud"', f'id = "{name}"', 1)
    (folder / f"{name}-map.toml").write_text(sheet, encoding="utf-8")
    (folder / f"{name}.toml").write_text(text, encoding="utf-8")
    return folder / f"{name}.toml"


def new(config: Path, name: str, scenario: str) -> int:
    return main(["new", name, "--game", "rosebud", "--scenario", scenario, *PLAYERS, "--config", str(config)])


@pytest.mark.slow
def test_a_game_with_a_scenario_of_one_s_own(
    desk: tuple[Table, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = desk
    (tmp_path / "mine").mkdir()
    file = written(tmp_path / "mine", "my-ridge")
    assert new(config, "ridge-1", str(file)) == 0, capsys.readouterr().err
    kept = tmp_path / "scenarios" / "indian_wars"
    assert (kept / "rosebud" / "my-ridge.toml").read_bytes() == file.read_bytes()
    assert (kept / "maps" / "my-ridge-map.toml").is_file()
    assert new(config, "ridge-2", "my-ridge") == 0, capsys.readouterr().err
    (letter,) = table.letters("ridge-1", "us", "welcome")
    files = {str(one.get_filename()): one.get_payload(decode=True) for one in message_from_bytes(letter.raw).walk()}
    assert file.read_bytes() in files.values()
    assert registry.game("rosebud").system.open("my-ridge", None or _options()) is not None
    # Changed files hold the game, and tell which.
    (kept / "maps" / "my-ridge-map.toml").write_text("", encoding="utf-8")
    assert advance(table.desk, "ridge-1").held
    with table.desk.store.read() as books:
        assert "expected maps/my-ridge-map.toml as it was when the game began" in books.games.get("ridge-1").hold


def _options() -> object:
    from pbem.core.options import Options

    return Options()


@pytest.mark.parametrize(
    ("old", "changed", "says"),
    [
        ("turns = 19", "tunrs = 19", "'tunrs'"),
        ('mode = "mounted"', 'mdoe = "mounted"', "'mdoe'"),
        ('id = "bad-one"', 'id = "other"', "as its file is called"),
        ('system = "indian_wars"', 'system = "chess"', "expected one of"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_nothing_is_made(
    desk: tuple[Table, Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    old: str,
    changed: str,
    says: str,
) -> None:
    closed: list[Store] = []
    close = Store.close
    monkeypatch.setattr(Store, "close", lambda store: (closed.append(store), close(store)))
    file = written(tmp_path, "bad-one")
    file.write_text(file.read_text(encoding="utf-8").replace(old, changed), encoding="utf-8")
    assert new(desk[1], "ridge-1", str(file)) == 1
    assert len(closed) == 1, "no connection is left open"
    told = capsys.readouterr().err
    assert says in told
    assert "bad-one.toml" in told
    assert not (tmp_path / "scenarios").exists()


def test_names_that_are_taken(desk: tuple[Table, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, config = desk
    (tmp_path / "mine").mkdir()
    file = written(tmp_path / "mine", "historical")
    assert new(config, "ridge-1", str(file)) == 1
    assert "a name that no file of pbem has" in capsys.readouterr().err
    file = written(tmp_path / "mine", "twice")
    assert new(config, "ridge-1", str(file)) == 0
    file.write_text(file.read_text(encoding="utf-8") + "\n# other\n", encoding="utf-8")
    assert new(config, "ridge-2", str(file)) == 1
    assert "a name that no other file has" in capsys.readouterr().err
    assert new(config, "ridge-3", str(tmp_path / "none.toml")) == 1


def test_the_folder_may_be_named(desk: tuple[Table, Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, config = desk
    (tmp_path / "club").mkdir()
    (tmp_path / "mine").mkdir()
    config.write_text(config.read_text().replace("[desk]\n", '[desk]\nscenarios = "club"\n'))
    config.chmod(0o600)
    assert new(config, "ridge-1", str(written(tmp_path / "mine", "club-ridge"))) == 0, capsys.readouterr().err
    assert (tmp_path / "club" / "indian_wars" / "rosebud" / "club-ridge.toml").is_file()
    config.write_text(config.read_text().replace('"club"', '"none"'))
    assert new(config, "ridge-2", "club-ridge") == 1
    assert "desk.scenarios" in capsys.readouterr().err

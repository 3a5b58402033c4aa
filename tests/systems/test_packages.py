"""A game that another package brings: a change of its code or files is a change of the rules program, and nobody is accused."""

import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.core.record import Record
from pbem.desk.record import rules_program
from pbem.desk.record.rules_program import rules_hash
from pbem.systems import game as games
from pbem.systems import registry
from pbem.systems.game import Game
from tests.desk.table import Table
from tests.desk.test_undo import proof
from tests.systems import sealed_bids
from tests.systems.guests import at_table, forget

PLAYERS = {"north": "nell@mail.example", "south": "sid@post.example"}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The sealed bids as a package of its own, which may be changed."""
    folder = tmp_path / "wheel" / "bids_abroad"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    code = Path(sealed_bids.__file__).read_text(encoding="utf-8")
    code = code.replace("tests.systems.sealed_bids", "bids_abroad.game").replace("package=_HERE", 'package=""')
    (folder / "game.py").write_text(code, encoding="utf-8")
    (folder / "towns.toml").write_text("towns = 3\n")
    monkeypatch.syspath_prepend(str(folder.parent))
    yield folder
    forget_the_code()


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: Path) -> Iterator[tuple[Table, str]]:
    with at_table(tmp_path, monkeypatch, "bids", "bids_abroad.game:GAME", "towns", PLAYERS) as found:
        yield found


def as_after_a_restart() -> None:
    forget()
    rules_program._hash_of.cache_clear()


def forget_the_code() -> None:
    """Let Python import the package again, as another process would."""
    for name in [one for one in sys.modules if one.startswith("bids_abroad")]:
        del sys.modules[name]
    for name in [one for one in Record.record_classes if one.startswith("bids_abroad/")]:
        del Record.record_classes[name]
    games._named.cache_clear()
    games._telling.cache_clear()
    as_after_a_restart()


def test_only_games_of_other_packages_name_one() -> None:
    assert all(registry.game(title).packages == () for title in registry.titles())
    abroad = Game("x", "x", "three_crowns.rules:R", "three_crowns.words:W", "other.telling:T", "", "", "", "")
    assert abroad.packages == ("other", "three_crowns")
    assert sealed_bids.GAME.packages == ("tests.systems.sealed_bids",)


def test_the_hash_of_a_game_of_pbem_is_what_it_was() -> None:
    """Chains from before name it."""
    import hashlib

    from pbem import resources
    from pbem.core.canonical import canon
    from pbem.core.record import to_json

    game = registry.game("rosebud")
    digest = hashlib.sha256(canon(to_json(game.card)))
    folder = resources.root() / "scenarios" / game.card.system
    for file in sorted(one for one in folder.rglob("*") if one.is_file()):
        name, data = file.relative_to(folder).as_posix().encode(), file.read_bytes()
        digest.update(len(name).to_bytes(4, "big") + name + len(data).to_bytes(8, "big") + data)
    assert rules_hash(game) == digest.hexdigest()


def genesis_of(table: Table, game: str) -> dict[str, object]:
    with table.desk.store.read() as books:
        found: dict[str, object] = json.loads(books.records.at(books.games.get(game), 0).body)["body"]
        return found


def test_genesis_names_the_package(table: tuple[Table, str]) -> None:
    at, game = table
    assert genesis_of(at, game)["package"] == "bids_abroad"


@pytest.mark.parametrize("changed", ["game.py", "towns.toml", "new.toml"])
def test_a_change_of_code_or_files_needs_an_upgrade(table: tuple[Table, str], package: Path, changed: str) -> None:
    at, game = table
    before = rules_hash(registry.game("bids"))
    file = package / changed
    file.write_text((file.read_text() if file.exists() else "") + "\n# another\n")
    as_after_a_restart()
    assert rules_hash(registry.game("bids")) != before
    at.say(game, "north", "bid 5\nready")
    at.clock.forward(minutes=1)
    at.say(game, "south", "bid 4\nready", to=at.last(game, "south", "report"))
    assert at.state(game) == "held"
    with at.desk.store.read() as books:
        why = books.games.get(game).hold
    assert "engine: the game is played with" in why
    assert "bids_abroad" in why


def test_what_python_makes_itself_is_no_change(table: tuple[Table, str], package: Path) -> None:
    before = rules_hash(registry.game("bids"))
    (package / "__pycache__").mkdir(exist_ok=True)
    (package / "__pycache__" / "more.pyc").write_bytes(b"x")
    as_after_a_restart()
    assert rules_hash(registry.game("bids")) == before


@pytest.mark.slow
def test_verify_accuses_nobody_where_a_package_was_changed(
    table: tuple[Table, str], package: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    at, game = table
    for _ in range(3):
        for side in PLAYERS:
            at.clock.forward(minutes=1)
            at.say(game, side, f"bid {3 if side == 'north' else 2}\nready", to=at.last(game, side, "report"))
    assert at.state(game) == "over"
    letters = tmp_path / "north"
    assert proof(at, game, "north", letters).status == 0
    assert main(["verify", "--replay", str(letters)]) == 0
    code = (package / "game.py").read_text()
    (package / "game.py").write_text(code.replace("north == south else SIDES[south > north]", "False else SIDES[0]"))
    shutil.rmtree(package / "__pycache__", ignore_errors=True)
    forget_the_code()
    capsys.readouterr()
    assert main(["verify", "--replay", str(letters)]) != 1, "an honest desk is accused of nothing"
    assert "this game was played with" in capsys.readouterr().out


def test_an_upgrade_names_the_package(table: tuple[Table, str], package: Path, tmp_path: Path) -> None:
    at, game = table
    (package / "towns.toml").write_text("towns = 4\n")
    as_after_a_restart()
    words = ("upgrade", game, "--reason", "four towns", "--agreed", "NO", "--agreed", "SO")
    assert main([*words, "--config", str(tmp_path / "config.toml")]) == 0
    with at.desk.store.read() as books:
        row = books.records.last_of_types(books.games.get(game), ("engine.change",))
        assert row is not None
        assert json.loads(row.body)["body"]["package"] == "bids_abroad"
    at.say(game, "north", "bid 5\nready")
    assert at.state(game) == "open"


def test_a_game_for_another_door_is_named(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="written for version 2 of pbem's API"):
        Game("x", "x", "a:A", "b:B", "c:C", "", "", "", "", api=2)

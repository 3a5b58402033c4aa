"""`pbem game new`: both kinds of game play at once; in an environment of their own, as wheels, by mail."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.api.conformance import CHECKS, at_a_desk, examine
from pbem.cli import main
from pbem.core.record import Record
from pbem.systems import game as games

GAMES = {"meadow": (), "ridge": ("--hex",)}


def laid_out(folder: Path, name: str) -> Path:
    assert (
        main(["game", "new", name, *GAMES[name], "--title", f"The {name.title()}", "--into", str(folder / name)]) == 0
    )
    return folder / name


def forget(name: str) -> None:
    for one in [one for one in sys.modules if one == name or one.startswith(f"{name}.")]:
        del sys.modules[one]
    for one in [one for one in Record.record_classes if one.startswith(f"{name}/")]:
        del Record.record_classes[one]
    games._named.cache_clear()
    games._telling.cache_clear()


@pytest.fixture(params=sorted(GAMES), scope="module")
def game(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = laid_out(tmp_path_factory.mktemp("games"), request.param)
    sys.path.insert(0, str(folder))
    yield request.param
    sys.path.remove(str(folder))
    forget(request.param)


@pytest.mark.parametrize("check", CHECKS)
def test_a_new_game_is_clean(game: str, check: str) -> None:
    assert [one for one in examine(f"{game}.game:GAME", check) if one.state != "good"] == []


def test_a_new_game_answers_letters(game: str) -> None:
    with at_a_desk(f"{game}.game:GAME") as desk:
        place = "Ford" if game == "meadow" else "0303"
        answer = desk.say("red", f"Guards to {place}\nRifles to {place}\nready")
        assert "2 of 2 MP" in answer or "1 of 2 MP" in answer
        assert f"Guards goes {'Farm' if game == 'meadow' else '0202'} - " in desk.report("blue")
        assert f"THE {game.upper()}" in desk.report("blue")
        assert "No unit is called Gards" in desk.say("red", "Gards fire at Lancers")


def test_orders_of_a_hex_game_are_clicked(game: str) -> None:
    """The page that comes with a report has the orders of each unit, and the desk takes what is clicked."""
    with at_a_desk(f"{game}.game:GAME") as desk:
        desk.say("red", "report page")
        parts = [one for one in message_from_bytes(desk.sent("red")[-1].raw).walk() if one.get_filename()]
        names = [str(one.get_filename()) for one in parts]
        assert any(name.endswith("-orders.html") for name in names) == (game == "ridge")
        if game == "meadow":
            return
        page = next(one for one in parts if str(one.get_filename()).endswith("-orders.html"))
        text = page.get_payload(decode=True)
        assert isinstance(text, bytes)
        found = re.search(r'<script type="application/json" id="page">(.*?)</script>', text.decode(), re.DOTALL)
        assert found is not None
        block = json.loads(found[1])["block"]
        lines = [
            one["line"].replace("~", unit).replace("{}", at)
            for unit, offers in block["offers"].items()
            for one in offers
            for at in block["places"][one["on"]]
        ]
        assert block["units"] == {"Guards": "0202", "Rifles": "0203"}
        assert len(lines) > 10
        for line in lines:
            assert "could not be accepted" not in desk.say("red", f"replace\n{line}"), line


def test_names_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, status in (("Meadow", 2), ("my-game", 2), ("9lives", 2), ("rosebud", 1), ("json", 1)):
        assert main(["game", "new", name, "--into", str(tmp_path / "x")]) == status
        assert f"'{name}'" in capsys.readouterr().err
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a").write_text("")
    assert main(["game", "new", "meadow", "--into", str(tmp_path / "full")]) == 1
    assert "found one with something in it" in capsys.readouterr().err


def test_it_is_small_enough_to_be_read() -> None:
    files = sorted((Path(__file__).parent.parent / "scaffold").rglob("*.py"))
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in files) < 1100


@pytest.mark.slow
def test_as_wheels_in_an_environment_of_their_own(tmp_path: Path) -> None:
    """pbem and both games are built, installed in an empty environment, found, checked, played by mail, and their tests run."""
    root, wheels = Path(__file__).parent.parent, tmp_path / "wheels"
    sources = [root, *(laid_out(tmp_path, name) for name in GAMES)]
    for source in sources:
        _run(tmp_path, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels), at=source)
    _run(tmp_path, sys.executable, "-m", "venv", "env")
    python = tmp_path / "env" / "bin" / "python"
    # The libraries of this environment, which cannot be fetched here; pbem itself is the wheel's.
    site = _run(tmp_path, str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    _run(
        tmp_path, str(python), "-m", "pip", "install", "-q", "--no-index", "--no-deps", *map(str, wheels.glob("*.whl"))
    )
    libraries = [one for one in sys.path if "site-packages" in one]
    (Path(site) / "libraries.pth").write_text("\n".join(libraries) + "\n")
    where = _run(tmp_path, str(python), "-c", "import pbem; print(pbem.__file__)")
    assert str(tmp_path / "env") in where
    for name in GAMES:
        assert "0 to note, 0 bad." in _run(tmp_path, str(python), "-m", "pbem", "game", "check", name)
        told = _run(tmp_path, str(python), "-m", "pbem", "selfplay", name, "--games", "3")
        assert "3 of 3 games came to their end" in told
        _run(tmp_path, str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", f"{name}/tests/test_{name}.py")
    _hexes_are_clicked(tmp_path, python)
    # The table, whose wheel is that of pbem: by mail, verified, replayed, undone; a sheet of one's own too.
    (tmp_path / "short.toml").write_text(
        'title = "Short"\nsides.one = {}\nsides.two = {}\ndeck.d = { cards = "C 1-9" }\n'
    )
    assert "digest" in _run(tmp_path, str(python), "-m", "pbem", "table", "check", "short.toml")
    told = _run(tmp_path, str(python), "-m", "pbem", "game", "check", "table:cards")
    assert "verified, replayed and rebuilt; another game" in told
    assert "0 bad." in told
    assert "3 of 3 games" in _run(tmp_path, str(python), "-m", "pbem", "selfplay", "table:bids", "--games", "3")


def _hexes_are_clicked(folder: Path, python: Path) -> None:
    """The page on which the hex game's orders are clicked is made by the wheel, and it knows the game."""
    out = folder / "ridge.html"
    _run(folder, str(python), "-m", "pbem", "page", "ridge", "--out", str(out))
    assert "The Ridge" in out.read_text(encoding="utf-8")


def _run(folder: Path, *words: str, at: Path | None = None) -> str:
    done = subprocess.run(words, cwd=at or folder, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout

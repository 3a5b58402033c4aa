"""`pbem game new`: both kinds of game play at once; in an environment of their own, as wheels, by mail."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path

import pytest

from pbem.api.conformance import CHECKS, at_a_desk, by_mail, examine
from pbem.cli import main
from pbem.core.record import Record
from pbem.systems import game as games
from tests import clicked_sets

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


@pytest.mark.parametrize(
    "check",
    [pytest.param(one, marks=pytest.mark.slow if one == "determinism" else ()) for one in CHECKS if one != "mail"],
)
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


@pytest.mark.slow
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
@pytest.mark.skipif(clicked_sets.BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
def test_orders_of_a_hex_game_are_clicked_in_a_browser(game: str) -> None:
    """Chance clicks an order for each unit on the page of a report; the desk takes the letter whole, phase after phase."""
    if game == "meadow":
        pytest.skip("its map is words: there is nothing to click")
    pytest.importorskip("playwright.sync_api", reason="no Playwright here: pip install playwright")
    clicks = 0
    with at_a_desk(f"{game}.game:GAME") as desk, clicked_sets.browsing() as page:
        for seed in range(10):
            with desk.desk.store.read() as books:
                row = books.phases.open(books.games.get(by_mail.NAME))
            assert row is not None
            side = row.waiting_for
            if row.is_question:
                desk.say(side, "1")
                continue
            desk.say(side, "report page")
            parts = [one for one in message_from_bytes(desk.sent(side)[-1].raw).walk() if one.get_filename()]
            text = next(one for one in parts if str(one.get_filename()).endswith("-orders.html"))
            code = text.get_payload(decode=True)
            assert isinstance(code, bytes)
            letter, _ = clicked_sets.clicked(page, code.decode(), seed)
            answer = desk.say(side, f"{letter}\nready")
            assert letter.strip()
            assert "could not be accepted" not in answer, (letter, answer)
            clicks += 1
    assert clicks >= 6


ONCE = ("--only", "parts", "--only", "letters", "--only", "mail", "--only", "cases")
"""The checks for which it matters where a game's files come from; the tests above make all of them but ``mail``."""
PEOPLE = ("--player", "us=Kate <kate@trial.example>", "--player", "indian=Mo <mo@trial.example>")


@pytest.mark.slow
@pytest.mark.integration
def test_as_wheels_in_an_environment_of_their_own(tmp_path: Path) -> None:
    """pbem is built, installed in an empty environment, and serves there; two games that it lays out are built and installed
    beside it, found, checked, played by mail, and their tests run.

    No package index is asked: the environment has the libraries of this one, and nothing else of it.
    """
    pytest.importorskip("hatchling", reason="no hatchling here, which builds the wheels: make .venv")
    pytest.importorskip("pip", reason="no pip here, which installs the wheels: python -m ensurepip")
    _run(tmp_path, sys.executable, "-m", "venv", "--without-pip", "env")
    python = tmp_path / "env" / "bin" / "python"
    site = Path(_run(tmp_path, str(python), "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    # Their paths alone: an editable pbem among them is found by a file of its own, which is not read here.
    libraries = "\n".join(dict.fromkeys(one for one in sys.path if one.endswith(("site-packages", "dist-packages"))))
    (site / "libraries.pth").write_text(f"{libraries}\n")

    def install(source: Path) -> None:
        wheels = tmp_path / "wheels" / source.name
        _run(tmp_path, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(wheels), at=source)
        own = ("--no-index", "--no-deps", "--no-compile", "--no-cache-dir", *map(str, wheels.glob("*.whl")))
        _run(tmp_path, sys.executable, "-m", "pip", "--python", str(python), "install", "-q", *own)

    def pbem(*words: str) -> str:
        return _run(tmp_path, str(python), "-m", "pbem", *words)

    install(Path(__file__).parent.parent)
    assert str(tmp_path / "env") in _run(tmp_path, str(python), "-c", "import pbem; print(pbem.__file__)")
    for words, says in (
        (["--version"], "pbem "),
        (["clauses", "custer"], "custer: 108 clauses"),
        (["case", "run", str(site / "pbem/_data/cases/custer")], " passed, 0 failed"),
        (["trial"], "made config.toml"),
        (["new", "try-1", "--game", "rosebud", "--yes", *PEOPLE], "try-1 is open"),
        (["serve", "--once"], ""),
        (["verify", "out/kate"], "try-1"),
        (["doctor"], "0 bad"),
        # The table, whose wheel is that of pbem: a sheet of one's own too.
        (["game", "check", "table:cards", "--only", "parts", "--only", "letters", "--only", "cases"], "0 bad."),
        *((["game", "new", name, *GAMES[name], "--title", f"The {name.title()}"], name) for name in GAMES),
    ):
        assert says in pbem(*words), words
    told = pbem("demo", "--seed", "rosebud")
    assert "public key" in told
    shown = told.partition("=== A letter with a mistake")[2].partition("=== Its answer")[0]
    assert "Old Crow fire at Low Dog" in shown  # it was sent as HTML alone
    assert "wrote:" not in shown
    for name in GAMES:
        install(tmp_path / name)
        assert "4 good, 0 to note, 0 bad." in pbem("game", "check", name, *ONCE)
        assert "1 of 1 games came to their end" in pbem("selfplay", name, "--games", "1")
        # Its own tests, but for the checks that were made a moment ago.
        tests = f"{name}/tests/test_{name}.py"
        _run(tmp_path, str(python), "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not sound or cost", tests)
    pbem("page", "ridge", "--out", "ridge.html")
    assert "The Ridge" in (tmp_path / "ridge.html").read_text(encoding="utf-8")
    (tmp_path / "short.toml").write_text(
        'title = "Short"\nsides.one = {}\nsides.two = {}\ndeck.d = { cards = "C 1-9" }\n'
    )
    assert "digest" in pbem("table", "check", "short.toml")


def _run(folder: Path, *words: str, at: Path | None = None) -> str:
    done = subprocess.run(words, cwd=at or folder, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, f"{words}\n{done.stdout}\n{done.stderr}"
    return done.stdout

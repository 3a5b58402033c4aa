"""pbem export: the record of a game as a page and as events; looked at by a real browser where there is one."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.core.event import Event
from pbem.core.record import from_json
from tests.commands.desk import laid, opened
from tests.desk.table import Table

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine: apt-get install chromium")
SECRET = "policy all opfire: none"
PRESS = "The pass is unguarded, tell nobody."


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Table, Path]]:
    """A game with some phases played, one that is over, and one of the chit-pull game."""
    folder = tmp_path_factory.mktemp("desk")
    with pytest.MonkeyPatch.context() as patch:
        table, config = laid(folder, patch)
        game = opened(table, "rosebud-7", "rosebud", "in-contact")
        table.say(game, "indian", SECRET)
        table.say(game, "indian", f"press gm: {PRESS}")
        table.say(game, "indian", "pass", to=table.last(game, "indian", "report"))
        table.say(game, "indian", "Crow King fire full at C/3 Cav\nready", to=table.last(game, "indian", "report"))
        table.say(game, "indian", "Lone Bull recover\nready", to=table.last(game, "indian", "report"))
        over = opened(table, "rosebud-8", "rosebud", "in-contact")
        table.say(over, "indian", "pass", to=table.last(over, "indian", "report"))
        code = re.search(r"\| confirm (\S+)", table.say(over, "us", "resign", to=table.last(over, "us", "report")).text)
        assert code is not None
        table.say(over, "us", f"confirm {code[1]}", to=table.last(over, "us", "report"))
        opened(table, "custer-1", "custer", "little-big-horn")
        yield table, config
        table.desk.store.close()


def export(played: tuple[Table, Path], *line: str) -> int:
    return main(["export", *line, "--config", str(played[1])])


def page_of(played: tuple[Table, Path], game: str, *line: str) -> Path:
    path = played[1].parent / f"{game}{''.join(line)}.html"
    assert export(played, game, "--html", str(path), *line) == 0
    return path


def steps_of(page: str) -> list[dict[str, object]]:
    found = re.search(r'<script id="played" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    steps: list[dict[str, object]] = json.loads(found[1])["steps"]
    return steps


@pytest.mark.slow
def test_the_page_has_every_phase_with_map_log_and_hashes(played: tuple[Table, Path]) -> None:
    steps = steps_of(page_of(played, "rosebud-7", "--side", "us").read_text())
    assert [step["phase"] for step in steps][:4] == ["", "T03.IN.A", "T03.IN.B", "T03.IN.C"]
    fire = steps[2]
    assert "Crow King fire full at C/3 Cav" in str(fire["log"])
    assert "DICE" in str(fire["log"])
    assert len(str(fire["state"])) == 64
    assert len(str(fire["head"])) == 64
    assert fire["place"]
    assert "Turn 3 of 19" in str(fire["clock"])
    with played[0].desk.store.read() as books:
        game = books.games.get("rosebud-7")
        assert books.checkpoints.get(game, 2).state_hash == fire["state"]


def test_the_page_needs_nothing_from_outside(played: tuple[Table, Path]) -> None:
    page = page_of(played, "rosebud-7", "--side", "us").read_text()
    assert page.isascii()
    assert re.findall(r'(?:src|href)=(?!"data:,")', page) == []
    assert set(re.findall(r"https?://[^\s\"']+", page)) == {"http://www.w3.org/2000/svg"}
    assert "default-src 'none'" in page


def test_names_and_words_are_escaped(played: tuple[Table, Path]) -> None:
    page = page_of(played, "rosebud-7", "--side", "us").read_text()
    assert "M. Ortiz &lt;&amp;&gt;" in page
    assert "M. Ortiz <&>" not in page


@pytest.mark.parametrize("form", ["--html", "--json"])
def test_a_sides_view_holds_nothing_of_the_others_secrets(
    played: tuple[Table, Path], form: str, tmp_path: Path
) -> None:
    path = tmp_path / "us"
    assert export(played, "rosebud-7", form, str(path), "--side", "us") == 0
    text = path.read_text()
    assert SECRET not in text
    assert PRESS not in text
    with played[0].desk.store.read() as books:
        game = books.games.get("rosebud-7")
        secrets = [books.secrets.get("rosebud-7", name).hex() for name in ("ladder top", "salt key", "order secret")]
        filed = [books.submissions.latest(game, "indian", phase) for phase in ("T03.IN.B", "T03.IN.C")]
        salts = [one.salt for one in filed if one is not None]
    assert len(salts) == 2
    assert [one for one in [*secrets, *salts] if one and one in text] == []


def test_all_of_an_open_game_is_not_shown(played: tuple[Table, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert export(played, "rosebud-7", "--html", "never.html") == 1
    assert "(--side us or --side indian); all of it after its end" in capsys.readouterr().err
    assert not Path("never.html").exists()


def test_all_of_a_game_that_is_over_is_shown(played: tuple[Table, Path]) -> None:
    page = page_of(played, "rosebud-8").read_text()
    assert "Seen by both sides" in page
    assert len(steps_of(page)) == 2


def test_a_chit_pull_game_has_its_page_too(played: tuple[Table, Path]) -> None:
    steps = steps_of(page_of(played, "custer-1", "--side", "indian").read_text())
    assert steps[0]["title"] == "The opening"


def test_the_event_stream_reads_back(played: tuple[Table, Path], tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    assert export(played, "rosebud-7", "--json", str(path), "--side", "us") == 0
    head, *rest = [json.loads(line) for line in path.read_text().splitlines()]
    assert head["format"] == "pbem-events-1"
    assert head["view"] == "us"
    events = [from_json(one["event"], Event) for one in rest if "event" in one]
    assert "FireResolved" in {type(one).__name__ for one in events}
    ends = [one for one in rest if "event" not in one]
    assert [one["phase"] for one in ends][:3] == ["T03.IN.A", "T03.IN.B", "T03.IN.C"]
    assert all(len(one["state"]) == 64 and one["records"] for one in ends)


def test_the_same_game_is_the_same_page(played: tuple[Table, Path]) -> None:
    first = page_of(played, "rosebud-7", "--side", "us").read_bytes()
    assert page_of(played, "rosebud-7", "--side", "us").read_bytes() == first


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        (["rosebud-7"], 2, "expected --html FILE or --json FILE"),
        (["rosebud-9", "--html", "x.html"], 1, "no game is called 'rosebud-9'"),
        (
            ["rosebud-7", "--html", "x.html", "--side", "french"],
            1,
            "--side: expected one of us, indian; found 'french'",
        ),
        (["rosebud-7", "--html", "no/such/x.html", "--side", "us"], 1, "no/such/x.html: cannot be written"),
    ],
)
def test_what_cannot_be_exported_is_told(
    played: tuple[Table, Path], line: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert export(played, *line) == status
    assert said in capsys.readouterr().err


# In Chromium


def dom(page: Path, fragment: str = "", script: str = "", width: int = 800) -> str:
    """What the browser has made of a page, after `script` ran in it."""
    assert BROWSER is not None
    if script:
        changed = page.with_suffix(".driven.html")
        changed.write_text(page.read_text().replace("</body>", f"<script>{script}</script></body>"), encoding="ascii")
        page = changed
    line = [BROWSER, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=2000", "--dump-dom"]
    line.append(f"--window-size={width},800")
    home = {**os.environ, "HOME": str(page.parent)}  # Chromium keeps a profile there, and users of services have none
    return subprocess.run(
        [*line, f"file://{page}{fragment}"], check=True, capture_output=True, text=True, timeout=120, env=home
    ).stdout


def shown(made: str, name: str) -> str:
    found = re.search(rf'id="{name}"[^>]*>(.*?)</', made, re.DOTALL)
    assert found is not None
    return unescape(found[1])


def press(*keys: str) -> str:
    """A script that presses keys."""
    return "".join(f'document.dispatchEvent(new KeyboardEvent("keydown",{{key:"{key}"}}));' for key in keys)


@pytest.mark.slow
@browser
def test_the_page_opens_at_its_last_phase_or_at_the_one_that_is_named(played: tuple[Table, Path]) -> None:
    page = page_of(played, "rosebud-7", "--side", "us")
    steps = steps_of(page.read_text())
    assert shown(dom(page), "phase") == steps[-1]["phase"]
    made = dom(page, "#T03.IN.B")
    assert shown(made, "phase") == "T03.IN.B"
    assert shown(made, "state") == steps[2]["state"]
    assert "Crow King fire full" in shown(made, "log")
    assert shown(made, "count") == f"(3 of {len(steps)})"


@pytest.mark.slow
@browser
def test_the_page_steps_by_keys_and_buttons_and_finger(played: tuple[Table, Path]) -> None:
    page = page_of(played, "rosebud-7", "--side", "us")
    assert shown(dom(page, script=press("Home", "ArrowRight", "ArrowRight")), "phase") == "T03.IN.B"
    assert shown(dom(page, script=press("Home")), "title") == "Turn 3 of 19 (08:40): The opening"
    clicks = 'document.getElementById("first").click();document.getElementById("on").click();'
    assert shown(dom(page, script=clicks), "phase") == "T03.IN.A"
    swipe = """
    var log = document.getElementById("log");
    function finger(kind, x) {
      var one = new Touch({identifier: 1, target: log, clientX: x, clientY: 400});
      var list = kind === "touchend" ? [] : [one];
      log.dispatchEvent(new TouchEvent(kind, {bubbles: true, touches: list, changedTouches: [one]}));
    }
    finger("touchstart", 300); finger("touchend", 120);
    """
    assert shown(dom(page, script=press("Home") + swipe), "phase") == "T03.IN.A"


@pytest.mark.slow
@browser
def test_the_log_is_not_cut_on_a_telephone(played: tuple[Table, Path]) -> None:
    page = page_of(played, "rosebud-7", "--side", "us")
    wide = 'var log = document.getElementById("log"); log.dataset.cut = log.scrollWidth > log.clientWidth;'
    made = dom(page, "#T03.IN.B", script=wide, width=500)
    assert 'data-cut="false"' in made
    assert re.search(r"\S {3,}\S", shown(made, "log")) is None, "what is set apart to the right stands near its line"
    assert re.search(r"\S {3,}\S", shown(dom(page, "#T03.IN.B"), "log")) is not None


@pytest.mark.slow
@browser
def test_counters_move_on_the_map_from_step_to_step(played: tuple[Table, Path]) -> None:
    page = page_of(played, "rosebud-7", "--side", "us")
    steps = steps_of(page.read_text())
    made = dom(page, script=press("Home"))
    play = re.search(r'<g id="play">(.*?)</svg>', made, re.DOTALL)
    assert play is not None
    places = steps[0]["place"]
    assert isinstance(places, list)
    assert play[1].count('<g transform="translate(') == len(places)
    assert ">C/3<" in play[1]

"""`pbem new` with the registered games: what is left out is the title's own, and what is wrong is said once."""

from pathlib import Path

import pytest

from pbem.cli import main
from pbem.systems import registry
from tests.commands.desk import laid


def new(folder: Path, monkeypatch: pytest.MonkeyPatch, *words: str, sides: tuple[str, str] = ("us", "indian")) -> int:
    _, config = laid(folder, monkeypatch)
    players = (
        *("--player", f"{sides[0]}=plain", "--player", f"{sides[1]}=Kim <kim@mail.example>"),
        *("--gm", "gm@club.example"),
    )
    return main(["new", "game-1", *words, *players, "--yes", "--config", str(config)])


@pytest.mark.slow
@pytest.mark.parametrize("title", registry.titles())
def test_a_scenario_that_is_left_out_is_the_main_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], title: str
) -> None:
    first, second = (side.id for side in registry.game(title).system.card.sides)
    found = new(tmp_path, monkeypatch, "--game", title, "--unfinished", sides=(first, second))
    assert found == 0, capsys.readouterr().err
    assert main(["gm", "show", "game-1", "--config", str(tmp_path / "config.toml")]) == 0
    assert registry.game(title).system.card.main_scenario in capsys.readouterr().out


def test_the_gm_is_the_desk_s_unless_another_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    text = config.read_text()
    words = ["new", "game-1", "--game", "rosebud", "--player", "us=plain", "--player", "indian=Kim <kim@mail.example>"]
    words += ["--yes", "--config", str(config)]
    config.write_text("\n".join(line for line in text.splitlines() if not line.startswith("gm =")))
    assert main(words) == 1
    assert capsys.readouterr().err == "gm: expected an address such as kate@mail.example; found none\n"
    config.write_text(config.read_text().replace("[desk]", '[desk]\ngm = "pat@club.example"'))
    assert main(words) == 0
    with table.desk.store.read() as books:
        assert books.games.get("game-1").gm_address == "pat@club.example"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("--game", "custer", "--scenario", "historical"),
            "'first-game', 'little-big-horn', 'rosebud'; found 'historical'",
        ),
        (
            ("--game", "rosebud", "--scenario", "foo"),
            "'first-fight', 'first-game', 'historical', 'in-contact', 'pack-train'; found 'foo'",
        ),
        (
            ("--game", "chess"),
            "game: expected one of 'custer', 'littlebighorn', 'miniatures', 'nezperce', 'rosebud', 'table'; found 'chess'",
        ),
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


@pytest.mark.parametrize("title", [one for one in registry.titles() if registry.game(one).lessons is not None])
def test_tutorial_needs_a_pupil_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], title: str
) -> None:
    _, config = laid(tmp_path, monkeypatch)
    pupils = {"nezperce": ("indian", "army"), "miniatures": ("american", "indian")}
    pupil, other = pupils.get(title, ("us", "indian"))
    words = ["--game", title, "--tutorial", "--gm", "gm@club.example", "--yes", "--config", str(config)]
    assert main(["new", "first-1", *words, "--player", f"{pupil}=Nora <nora@mail.example>"]) == 0, (
        capsys.readouterr().err
    )
    assert main(["gm", "show", "first-1", "--config", str(config)]) == 0
    lessons = registry.game(title).lessons
    assert lessons is not None
    assert lessons.scenario in capsys.readouterr().out
    assert main(["new", "first-2", *words, "--player", f"{other}=Nora <nora@mail.example>"]) == 1
    assert f"expected one pupil, {pupil}: --player {pupil}=kate@mail.example; found {other}" in " ".join(
        capsys.readouterr().err.split()
    )
    assert main(["new", "first-3", *words, "--player", f"{pupil}=nora@mail.example", "--pace", "policy"]) == 1
    assert "--pace: expected ask in a first game, or leave it out; found 'policy'" in " ".join(
        capsys.readouterr().err.split()
    )


@pytest.mark.parametrize(
    ("observer", "form"),
    [
        ("Tom <tom@x.example>:PNG", "png"),
        ("Tom <tom@x.example> : html", "html"),
        ("Tom <tom@x.example> text", "text"),
        ("tom@x.example:report png", "png"),
        ("tom@x.example, Html", "html"),
        ("Tom <tom@x.example> (text)", "text"),
        ("Tom <tom@x.example>", "spoken"),
    ],
)
def test_a_form_of_reports_stands_behind_a_person_in_odd_ways(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], observer: str, form: str
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    people = ["--player", "us=plain", "--player", "indian=Kim <kim@mail.example>", "--observer", observer]
    words = ["new", "game-1", "--game", "rosebud", "--report", "Spoken", *people, "--gm", "gm@club.example", "--yes"]
    assert main([*words, "--config", str(config)]) == 0, capsys.readouterr().err
    with table.desk.store.read() as books:
        game = books.games.get("game-1")
        assert [(one.name, one.address, one.report) for one in books.seats.of(game)] == [
            ("Tom" if "Tom" in observer else "tom", "tom@x.example", form)
        ]
        assert {one.report for one in books.players.of(game)} == {"spoken"}


def test_one_side_has_a_form_of_reports_of_its_own_also_in_a_pair_and_in_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table, config = laid(tmp_path, monkeypatch)
    (tmp_path / "campaign.toml").write_text(
        'name = "game-1"\ngame = "rosebud"\npair = true\nreport = "PNG"\n'
        '[players]\nus = "Ann <ann@mail.example>:Text"\nindian = "Kim <kim@mail.example>"\n'
    )
    words = [
        "new",
        "--file",
        str(tmp_path / "campaign.toml"),
        "--gm",
        "gm@club.example",
        "--yes",
        "--config",
        str(config),
    ]
    assert main(words) == 0, capsys.readouterr().err
    with table.desk.store.read() as books:
        for name, ann in (("game-1-1", "us"), ("game-1-2", "indian")):
            players = {one.side: (one.name, one.report) for one in books.players.of(books.games.get(name))}
            assert players[ann] == ("Ann", "text")
            assert set(players.values()) == {("Ann", "text"), ("Kim", "png")}


def test_a_form_of_no_reports_behind_a_player_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _, config = laid(tmp_path, monkeypatch)
    people = ["--player", "us=Ann <ann@mail.example>:jpg", "--player", "indian=plain", "--gm", "gm@club.example"]
    assert main(["new", "game-1", "--game", "rosebud", *people, "--yes", "--config", str(config)]) == 1
    assert "report: expected one of 'text', 'html', 'png'" in capsys.readouterr().err

"""Several held letters, and all held games, at once: `pbem gm drop 11 12 14-22`, `pbem gm retry --all`."""

from pathlib import Path

import pytest

from pbem.cli import main

PEOPLE = ("--player", "us=Kate <kate@trial.example>", "--player", "indian=Mo <mo@trial.example>")
STRANGE = (
    "From: s{n}@nowhere.example\nTo: desk@trial.example\nSubject: hello {n}\nMessage-ID: <{n}@nowhere.example>\n\nHi\n"
)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A desk with two games and six letters of strangers, which are held."""
    monkeypatch.chdir(tmp_path)
    assert main(["trial"]) == 0
    for name in ("try-1", "try-2"):
        assert main(["new", name, "--game", "rosebud", "--scenario", "in-contact", "--yes", *PEOPLE]) == 0
    (tmp_path / "in" / "new").mkdir(parents=True)
    for n in range(1, 7):
        (tmp_path / "in" / "new" / str(n)).write_text(STRANGE.format(n=n), encoding="ascii")
    assert main(["trial"]) == 0
    assert held(capsys) == [1, 2, 3, 4, 5, 6]
    return tmp_path


def held(capsys: pytest.CaptureFixture[str]) -> list[int]:
    import json

    capsys.readouterr()
    assert main(["gm", "queue", "--json"]) == 0
    rows = map(json.loads, capsys.readouterr().out.splitlines())
    return sorted(row["letter"] for row in rows if "letter" in row)


@pytest.mark.slow
def test_letters_are_dropped_by_numbers_and_ranges(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gm", "drop", "2", "4-9", "--yes"]) == 0
    assert held(capsys) == [1, 3]
    assert main(["gm", "drop", "1,3", "--yes"]) == 0
    assert held(capsys) == []


@pytest.mark.slow
def test_one_that_is_not_held_is_named_and_the_others_are_dropped(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["gm", "drop", "2", "--yes"]) == 0
    assert main(["gm", "drop", "1", "2", "99", "3", "--yes"]) == 1
    told = capsys.readouterr().err
    assert "left out: letter 2 is not held: it is dropped" in told
    assert "99" in told
    assert held(capsys) == [4, 5, 6]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "told"),
    [(["20-30"], "expected a letter that is held"), (["1", "x"], "found 'x'")],
)
def test_what_names_no_letter_is_told(
    home: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    capsys.readouterr()
    assert main(["gm", "drop", *words, "--yes"]) in (1, 2)
    assert told in " ".join(capsys.readouterr().err.split())
    assert held(capsys) == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_without_a_terminal_nothing_is_done_before_yes(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gm", "drop", "1-3"]) == 1
    assert "To do it to 1,2,3: the same line with --yes" in capsys.readouterr().err
    assert held(capsys) == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_all_held_games_are_tried_again(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("try-1", "try-2"):
        assert main(["gm", "hold", name, "--yes", "--reason", "a fault"]) == 0
    assert main(["gm", "retry", "--all", "--yes"]) == 0
    capsys.readouterr()
    assert main(["gm", "queue"]) == 0
    assert "a fault" not in capsys.readouterr().out
    assert main(["gm", "retry", "--all", "--yes"]) == 1
    assert "expected a game that is held" in capsys.readouterr().err

"""A policy whose words answer nothing is refused: filed, it would never be heard of again."""

from pathlib import Path

import pytest

from pbem.cli import main

POSITIONS = {
    "littlebighorn": ("in-the-village", "us", "B"),
    "rosebud": ("in-contact", "indian", "C"),
    "nezperce": ("big-hole", "army", "E"),
    "custer": ("little-big-horn", "us", ""),
    "miniatures": ("creek-ford", "american", ""),
}


def checked(folder: Path, capsys: pytest.CaptureFixture[str], game: str, line: str, side: str = "") -> tuple[int, str]:
    """The exit status and the answer of ``pbem orders check``."""
    scenario, own, phase = POSITIONS[game]
    (folder / "orders.txt").write_text(line + "\n")
    words = ["--game", game, "--scenario", scenario, "--side", side or own, *(["--phase", phase] if phase else [])]
    status = main(["orders", "check", *words, str(folder / "orders.txt")])
    return status, " ".join(capsys.readouterr().out.split())


@pytest.mark.parametrize(
    ("game", "line", "says"),
    [
        (
            "littlebighorn",
            "policy retreat all: weakest",
            "'weakest' means nothing in policy retreat. Its wishes: stand",
        ),
        (
            "littlebighorn",
            "policy retreat all: stand, mounted targets",
            "'mounted targets' means nothing in policy retreat",
        ),
        ("littlebighorn", "policy pursue all: strongest", "'strongest' means nothing in policy pursue"),
        ("littlebighorn", "policy route all: yes", "'yes' means nothing in policy route"),
        ("littlebighorn", "policy rally all: holders", "'holders' means nothing in policy rally"),
        ("littlebighorn", "policy deffire all: odds 3:1 or worse", "means nothing in policy deffire"),
        ("littlebighorn", "policy opfire all: north edge", "'north edge' means nothing in policy opfire"),
        ("littlebighorn", "policy shelter all: HQ", "'HQ' means nothing in policy shelter"),
        ("littlebighorn", "policy village all: stand", "'stand' means nothing in policy village"),
        ("littlebighorn", "policy losses all: yes", "'yes' means nothing in policy losses"),
        ("littlebighorn", "policy retreat all: north", "no wish called 'north'. Wishes of policy retreat: stand"),
        ("littlebighorn", "policy opfire all: G/7 Cav", "G/7 Cav is on your own side"),
        ("littlebighorn", "policy losses all: Crow King", "Crow King is not on your side"),
        ("littlebighorn", "policy deffire Maj Reno: any", "leaders don't fire"),
        ("littlebighorn", "policy scatter all: no", "policy scatter answers nothing that your side is asked here"),
        ("littlebighorn", "in F: policy retreat all: stand", "Leave out in F: policy retreat all: stand"),
        (
            "nezperce",
            "policy retreat all: stand",
            "policy retreat all answers no question of this game. Policies: losses",
        ),
        ("nezperce", "policy supply: yes", "policy supply answers no question of this game"),
        ("nezperce", "policy losses: empty", "'empty' means nothing in policy losses"),
        ("nezperce", "policy losses: 1512", "'1512' means nothing in policy losses"),
        ("nezperce", "policy fallback: pinned", "'pinned' means nothing in policy fallback"),
        ("nezperce", "policy set up: 1512", "'1512' means nothing in policy set up"),
        ("nezperce", "policy fallback Joseph 1: cover", "for your whole side: leave out whom it is for"),
        ("nezperce", "in E: policy losses: weakest", "Leave out in E: policy losses: weakest"),
        ("custer", "policy losses: 1918", "'1918' means nothing in policy losses"),
        ("custer", "policy route: Scouts", "in policy route. Its wishes: hexes, north"),
        ("miniatures", "policy contact: fire", "'when contact' takes press or halt"),
        ("miniatures", "policy double: hold", "'double' takes centre or flank"),
        ("miniatures", "policy first: weakest", "policy first answers no question of this game"),
        ("miniatures", "in C: policy contact: halt", "Leave out in C: policy contact: halt"),
    ],
)
def test_words_that_answer_nothing_are_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, line: str, says: str
) -> None:
    status, text = checked(tmp_path, capsys, game, line)
    assert status == 1, text
    assert says in text


@pytest.mark.parametrize(
    ("game", "line", "canonical"),
    [
        ("littlebighorn", "policy retreat all: odds 2:1 or worse, 7316, stand", ""),
        ("littlebighorn", "policy pursue all: odds 3:1 or better", ""),
        ("littlebighorn", "policy deffire all: Crow King, mounted, strongest", "Crow King, mounted targets, strongest"),
        ("littlebighorn", "policy losses all: holders, spare G/7 Cav, weakest", ""),
        ("littlebighorn", "policy route all: HQ, south edge", ""),
        ("rosebud", "policy scatter all: north edge", ""),
        ("rosebud", "policy pickup all: strongest", ""),
        ("nezperce", "policy losses all: pinned, Gibbon Infantry 1", "policy losses: pinned, Gibbon Infantry 1"),
        ("nezperce", "policy fallback: 1412, away", ""),
        ("miniatures", "policy contact: halt if outnumbered", "all when contact: halt if outnumbered"),
        ("miniatures", "policy double all: flank", "policy double: flank"),
    ],
)
def test_words_that_answer_are_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], game: str, line: str, canonical: str
) -> None:
    status, text = checked(tmp_path, capsys, game, line)
    assert status == 0, text
    assert canonical in text

"""A change of mind within one letter, in every game: of a line to move and one to stay for the same unit the later stands."""

import json
from pathlib import Path

import pytest

from pbem.cli import main

CASE = """
[[case]]
id = "mind/changed"
clauses = []
game = "{game}"
side = "{side}"
phase = "{phase}"
{position}
"""
ROSEBUD = """
unit = [{ unit = "A/3 Cav", at = "2911", mode = "dismounted" }, { unit = "E/3 Cav", at = "3011", mode = "dismounted" }]
"""
CUSTER = """
map = { blank = "8x8" }
unit = [{ unit = "Custer", at = "0301" }, { unit = "Co. C", at = "0301" }, { unit = "Deeds", at = "0604" }]
"""
NEZ_PERCE = """
turn = 12
unit = [{ unit = "Lean Elk", at = "1411" }, { unit = "White Bird", at = "0910" }, { unit = "Joseph", at = "0910" }]
"""
TABLE = """
scenario = "creek-ford"
map = { size = [60, 60] }
unit = [
  { unit = "First Company", at = [20, 24], facing = 0, formation = "open_order", figures = 6 },
  { unit = "Wolf", at = [20, 58], facing = 180, formation = "mass", figures = 2 },
]
"""
GAMES = {
    "rosebud": ("us", "C", ROSEBUD),
    "custer": ("us", "Custer", CUSTER),
    "nezperce": ("indian", "B", NEZ_PERCE),
    "miniatures": ("american", "A", TABLE),
}


def stands(game: str, letter: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The orders that stand after a letter."""
    side, phase, position = GAMES[game]
    path = folder / "case.toml"
    path.write_text(CASE.format(game=game, side=side, phase=phase, position=position))
    (folder / "letter.txt").write_text(letter)
    main(
        [
            "orders",
            "check",
            "--json",
            "--game",
            game,
            "--side",
            side,
            "--position",
            str(path),
            str(folder / "letter.txt"),
        ]
    )
    lines = [json.loads(one) for one in capsys.readouterr().out.splitlines()]
    return [text for line in lines for text in line["canonical"]]


@pytest.mark.parametrize(
    ("game", "letter", "expected"),
    [
        ("rosebud", "A/3 move 2911-2912\nA/3 stay", ["A/3 Cav stay"]),
        ("rosebud", "A/3 stay\nA/3 move 2911-2912", ["A/3 Cav move 2911-2912"]),
        ("rosebud", "A/3 move 2911-2912\nA/3 stay there", ["A/3 Cav move 2911-2912", "A/3 Cav stay"]),
        ("rosebud", "A/3 move 2911-2912\nA/3 move 2911-2910", ["A/3 Cav move 2911-2910"]),
        ("custer", "Co. C move 0301-0302\nCo. C stay", ["Co. C stay"]),
        ("custer", "Co. C move 0301-0302\nCo. C move 0301-0401", ["Co. C move 0301-0401"]),
        ("custer", "Co. C hold\nCo. C move 0301-0302", ["Co. C move 0301-0302"]),
        ("nezperce", "Lean Elk move to 1210\nLean Elk stay", ["Lean Elk stay"]),
        ("nezperce", "Lean Elk move to 1210\nall stay", ["Joseph + White Bird stay", "Lean Elk stay"]),
        ("nezperce", "all stay\nLean Elk to 1311", ["Joseph + White Bird stay", "Lean Elk move 1411 to 1311"]),
        ("nezperce", "White Bird + Joseph to 0911\nJoseph hold", ["White Bird move 0910 to 0911", "Joseph stay"]),
        ("nezperce", "Lean Elk to 1311\nLean Elk stay in 1311", ["Lean Elk move 1411 to 1311", "Lean Elk stay"]),
        ("nezperce", "Lean Elk move 1411-1311\nLean Elk move 1411-1410", ["Lean Elk move 1411 to 1410"]),
        (
            "nezperce",
            "Lean Elk to 1311\nLean Elk to 1210",
            ["Lean Elk move 1411 to 1311", "Lean Elk move 1311 to 1210"],
        ),
        ("miniatures", "First Company: ahead 4\nFirst Company: stay", ["First Company: stay"]),
        ("miniatures", "First Company: stay\nFirst Company: ahead 4", ["First Company: ahead 4.00"]),
    ],
)
def test_the_later_of_two_lines_stands(
    game: str,
    letter: str,
    expected: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert stands(game, letter, tmp_path, capsys) == expected

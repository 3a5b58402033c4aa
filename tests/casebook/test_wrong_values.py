"""A slip in a case is a fault with file, line and key, whatever stands there: never a traceback."""

import copy
import random
import tomllib
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from pbem.casebook import case as games
from pbem.casebook.case import run
from pbem.casebook.case_files import _Reader
from pbem.casebook.judge import problems, tell
from pbem.cli import main
from pbem.core.tomlfile import TomlFile

CASES = Path(__file__).resolve().parent.parent / "cases"
WRONG: tuple[Any, ...] = (
    *(7, -1, 0, 99, 10**12, 1.5, True, "nonsense", "", "0101", "x" * 200, date(1876, 6, 17)),
    *([], {}, [1], ["x"], {"a": 1}, [[1, 2]], [{"unit": 5}]),
)
TRIES = 150

NEZ_PERCE = """
[[case]]
id = "mine/wrong"
clauses = ["NP-B5.1b"]
game = "nezperce"
side = "indian"
phase = "C"
{more}
"""
CUSTER = """
[[case]]
id = "mine/wrong"
clauses = ["CL-5.1"]
game = "custer"
side = "us"
phase = "Custer"
{more}
expect.unit."Co. C" = {{ at = "0302" }}
"""


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The paths of all values in a case; of a list the first three."""
    rows = value.items() if isinstance(value, dict) else enumerate(value[:3]) if isinstance(value, list) else ()
    for key, one in rows:
        yield (*path, key)
        yield from places(one, (*path, key))


@pytest.mark.slow
@pytest.mark.parametrize("game", ["custer", "littlebighorn", "miniatures", "nezperce", "rosebud"])
def test_a_wrong_value_anywhere_in_a_case_raises_nothing(game: str) -> None:
    chance = random.Random(f"slips in cases of {game}")
    files = sorted((CASES / game).glob("*.toml"))
    cases = [case for file in files for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]]
    for _ in range(TRIES):
        table = copy.deepcopy(chance.choice(cases))
        *way, last = chance.choice(list(places(table)))
        at: Any = table
        for key in way:
            at = at[key]
        at[last] = chance.choice(WRONG)
        file = TomlFile("case.toml", "")
        case = _Reader(file, "case[0]", table).case(games.casework)
        if file.faults or case is None:
            assert file.faults, table
            continue
        casework = games.casework(case.game)
        course = run(case, casework)
        list(tell(case, course, problems(case, course, casework), casework))


@pytest.mark.parametrize(
    ("template", "more", "line", "says"),
    [
        (NEZ_PERCE, "marks = 5", 8, "mine/wrong: marks: expected a table with some of searched, outside"),
        (NEZ_PERCE, 'marks = { searched = "x" }', 8, "marks.searched: expected a whole number, 0 or more, found 'x'"),
        (NEZ_PERCE, "marks = { found = 3 }", 8, "marks.found: expected one of searched, outside, rendezvous"),
        (
            NEZ_PERCE,
            'unit = [\n  { unit = "Perry", at = "0709" },\n  { unit = "Joseph", at = [] },\n]',
            10,
            "unit[1].at",
        ),
        (NEZ_PERCE, "scenario = []", 8, "scenario: expected text, found []"),
        (CUSTER, 'map = { blank = "8x8", terrain = { "0303" = "wood" } }', 8, "expected one of clear, woods, coulee"),
        (
            CUSTER,
            'map = { blank = "8x8", hexsides = { "0302/0303" = "cliff" } }',
            8,
            "expected one of river, ford, ridge",
        ),
    ],
)
def test_the_fault_has_file_line_and_key(
    template: str, more: str, line: int, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "case.toml"
    path.write_text(template.format(more=more), encoding="utf-8")
    assert main(["case", "run", str(path)]) == 1
    told = capsys.readouterr().err
    assert f"{path}:{line}: " in told
    assert says in told


def test_a_die_that_cannot_fall_so_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = (CASES / "nezperce" / "contacts.toml").read_text(encoding="utf-8").replace("[4]", "[9]", 1)
    path = tmp_path / "case.toml"
    path.write_text(text, encoding="utf-8")
    assert main(["case", "run", str(path)]) == 1
    assert "rolls a die of 6 sides and the case gives 9" in capsys.readouterr().out

"""Two people set up real tables from a letter: each figure's place, worked out from the words alone, is where ours is."""

import math
import re
from pathlib import Path

import pytest

from pbem.cli import main
from pbem.systems.miniatures import scenario_file
from pbem.systems.miniatures.geometry import INCH
from pbem.systems.miniatures.rules.layout import figures, ground_of
from pbem.systems.miniatures.scenario_file import scenario_ids
from pbem.systems.miniatures.state.tabletop import Tabletop, opening
from pbem.systems.miniatures.telling.sketch import stands
from pbem.systems.miniatures.telling.teller import TELLER
from tests.systems.miniatures.tabletops import unit

PLACE = re.compile(r"\((-?[\d.]+), (-?[\d.]+)\)")
UNIT = re.compile(
    r"^. (?P<name>[A-Z].*?)\s+front centre (?P<x>[\d.]+) inches east, (?P<y>[\d.]+) north; facing (?P<facing>\d+) \S+, "
    r"\d+ of \d+ figures, (?P<form>[a-z ]+?) (?P<files>\d+) by (?P<ranks>\d+), front (?P<front>[\d.]+), "
    r"depth (?P<depth>[\d.]+)"
)
NEAR = 0.1
"""Inches."""


def words_of(table: Tabletop) -> dict[str, str]:
    """The panels of the first letter by name, each as one text."""
    return {one.name: "\n".join(one.lines) for one in TELLER.panels(table, "american")}


def units_in(text: str) -> dict[str, dict[str, str]]:
    """What the list of units says of each."""
    entries = re.split(r"\n(?=\S )", text)
    found = [UNIT.match(" ".join(entry.split())) for entry in entries]
    assert all(found), entries
    return {one["name"]: one.groupdict() for one in found if one}


@pytest.mark.parametrize("scenario", scenario_ids())
def test_units_stand_where_the_letter_lets_them_be_laid(scenario: str) -> None:
    table = opening(scenario_file.scenario(scenario))
    said = words_of(table)
    laid = units_in(said["units american"]) | units_in(said["units indian"])
    assert set(laid) == {each.name for each in table.units.values()}
    for each in table.units.values():
        one = laid[each.name]
        facing = math.radians(float(one["facing"]))
        ahead, right = (math.sin(facing), math.cos(facing)), (math.cos(facing), -math.sin(facing))
        half, depth = float(one["front"]) / 2, float(one["depth"])
        corners = [
            tuple(float(one[axis]) + side * half * right[n] - back * ahead[n] for n, axis in enumerate("xy"))
            for side in (-1, 1)
            for back in (0, depth)
        ]  # fmt: skip
        ours = [(x / INCH, y / INCH) for part in ground_of(each).parts for x, y in part]
        for corner in corners:
            assert min(math.dist(corner, other) for other in ours) <= NEAR, (each.name, corner, ours)
        assert int(one["files"]) * int(one["ranks"]) >= len(figures(each))


@pytest.mark.parametrize("scenario", scenario_ids())
def test_every_piece_of_ground_has_its_corners_or_its_line_and_width(scenario: str) -> None:
    table = opening(scenario_file.scenario(scenario))
    text = " ".join(words_of(table)["ground"].split())
    for piece in table.scenario.terrain:
        begin = text.index(f"{piece.id.replace('-', ' ')} {piece.type.replace('_', ' ')}")
        places = [(float(x), float(y)) for x, y in PLACE.findall(text[begin:])]
        wanted = piece.line or piece.strips[0]
        for said, (x, y) in zip(places, wanted, strict=False):
            assert math.dist(said, (x / INCH, y / INCH)) <= NEAR
        if piece.line:
            width = re.search(r"([\d.]+) wide", text[begin:])
            assert width is not None
            first, *_, last = piece.strips[0]
            assert abs(float(width[1]) - math.dist(first, last) / INCH) <= NEAR


def test_a_bent_line_says_how_it_is_bent() -> None:
    bent = unit(bend=((64, 30), (64, 0)))
    assert "bent from its right end: 4.00, " in stands(bent)
    assert "turned 30 left" in stands(bent)
    assert "bent" not in stands(unit())


def test_the_page_of_formations_has_every_front() -> None:
    table = opening(scenario_file.scenario("creek-ford"))
    page = "\n".join(TELLER.chart(table, "american", "formations table"))
    assert re.search(r"First Company 12 +line +6 x 2 +4\.50 +1\.50", page)
    assert re.search(r"skirmish double +6 x 2 +8\.25 +2\.25", page)
    assert "0.75 by 0.75" in page
    assert "1.00 by 1.50" in page
    assert "2.00 by 2.00" in page
    assert max(map(len, page.splitlines())) <= 78
    assert "wood" in "\n".join(TELLER.chart(table, "american", "ground table"))


def test_the_set_up_sheet_is_true_to_scale(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "table.html"
    assert main(["map", "miniatures/creek-ford", "--tiles", str(file), "--paper", "letter"]) == 0
    text = file.read_text(encoding="utf-8")
    box, wide = re.search(r'viewBox="([\d. ]+)" width="(\d+)mm"', text).groups()  # type: ignore[union-attr]
    pixels = float(box.split()[2])
    assert abs(pixels / 14 * 25.4 - float(wide)) < 0.1, "14 pixels are an inch"
    assert "216mm 279mm" in text
    assert main(["map", "miniatures/creek-ford", "--tiles", str(file), "--scale", "5"]) == 1
    assert "expected 10 to 400" in capsys.readouterr().err

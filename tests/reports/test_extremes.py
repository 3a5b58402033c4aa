"""Maps and letters at their limits: a sheet of one hex, one of 120 x 60, contact everywhere and nowhere, long names."""

import re
from dataclasses import replace
from datetime import timedelta
from functools import cache
from html import unescape

import pytest

from pbem.reports.html import html
from pbem.reports.letters import map_letter
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.hex_position import Cell, Ground, GroundStyle, Mark, Stack
from pbem.reports.maps.panels import enemy_panel, letters, own_panel
from pbem.reports.picture.area import area_of
from pbem.reports.picture.png import png
from pbem.reports.picture.scene import position, whole
from pbem.reports.picture.shapes import Caption, svg
from pbem.reports.report import EnemyStack, OwnStack, OwnUnit, PlayerLine, Report
from pbem.reports.text import letter
from tests.reports.test_text import model_report

CAPTION = Caption("The Battle of Nowhere", "Turn 1 of 1", "nowhere-1")


@cache
def ground(columns: int, rows: int) -> Ground:
    """A sheet with some of everything."""
    cells = {
        f"{c:02}{r:02}": Cell("w" if (c * 7 + r * 3) % 11 == 0 else "", 1 + (c + r) % 6)
        for c in range(columns)
        for r in range(rows)
    }
    sides = {(f"{c:02}{r:02}", f"{c:02}{r + 1:02}"): "~" for c in range(0, columns, 3) for r in range(rows - 1)}
    looks = {"w": GroundStyle("woods", "woods"), "~": GroundStyle("water", "creek")}
    return Ground(
        (0, columns - 1),
        (0, rows - 1),
        cells,
        sides,
        {},
        looks=looks,
        owners={"[]": "US", "<>": "Indian"},
        key=("KEY",),
    )


@cache
def model(columns: int, rows: int, every: int) -> MapModel:
    """Every so many hexes a stack, of the sides in turn: with 1 there is contact everywhere."""
    sheet = ground(columns, rows)
    hexes = list(sheet.cells)[::every] if every else []
    found = []
    for n, at in enumerate(hexes):
        side, brackets = (("us", "[]"), ("indian", "<>"))[n % 2]
        found.append(Stack(side, brackets, "&", at, "x5", 25, "M", "d", leader=n % 3 == 0))
    named = letters((one.at for one in found), capitals=True)
    stacks = tuple(replace(one, letter=named[one.at]) for one in found)
    return MapModel(sheet, stacks, frozenset(hexes[:200]), frozenset())


def report(told: MapModel) -> Report:
    """The model report, on another map."""
    return replace(model_report(), map=told, panels=())


CASES = (
    (1, 1, 0),
    (1, 1, 1),
    (2, 1, 1),
    (12, 10, 1),
    (37, 22, 1),
    (37, 22, 0),
    (120, 60, 0),
    pytest.param(120, 60, 7, marks=pytest.mark.slow),
    (120, 60, 900),
)


@pytest.mark.parametrize(("columns", "rows", "every"), CASES)
def test_text_and_html_keep_their_limits(columns: int, rows: int, every: int) -> None:
    told = report(model(columns, rows, every))
    text = letter(told)
    assert text.isascii()
    assert len(text) < 30_000
    assert all(len(line) <= 78 and line == line.rstrip() for line in text.split("\n"))
    page = html(told, picture="map@pbem", alt="x")
    assert page.isascii()
    assert len(page) < 90_000


@pytest.mark.parametrize(
    ("columns", "rows", "every"),
    [(1, 1, 0), (1, 1, 1), (2, 1, 1), (37, 22, 1), pytest.param(120, 60, 7, marks=pytest.mark.slow)],
)
def test_the_picture_keeps_its_limits(columns: int, rows: int, every: int) -> None:
    scene = position(model(columns, rows, every), CAPTION)
    assert scene.width <= 1560
    assert scene.height <= 2100
    assert svg(scene).startswith("<svg")
    content = png(scene)
    assert content.startswith(b"\x89PNG")
    assert len(content) < 250_000


@pytest.mark.slow
def test_an_overview_that_would_be_too_long_says_how_to_have_a_part_of_it() -> None:
    text = letter(report(model(120, 60, 7)))
    said = " ".join(text.split())
    found = re.search(r"A part of it, round any hex: \| map (\d{4,5}) 4", said)
    assert found is not None
    part = map_letter(model(120, 60, 7), found[1], 4)
    assert found[1] in part
    assert len(part) < 30_000


def test_a_sheet_of_the_usual_size_keeps_its_overview_whatever_stands_on_it() -> None:
    assert "The overview of the whole sheet" not in letter(report(model(37, 22, 1)))


@pytest.mark.slow
def test_a_picture_that_cannot_show_all_says_who_is_missing() -> None:
    told = model(120, 60, 7)
    area = area_of(told)
    assert not area.is_whole
    missing = sum(not area.has(stack.at) for stack in told.stacks)
    assert f"{missing} stacks lie elsewhere" in svg(position(told, CAPTION))


def test_marks_that_leave_the_picture_are_left_out() -> None:
    told = replace(
        model(120, 60, 7), marks=(Mark("move", "us", ("0000", "11959")), Mark("fire", "us", ("0000", "11959")))
    )
    assert png(position(told, CAPTION)).startswith(b"\x89PNG")


def test_the_whole_sheet_can_be_drawn_however_large() -> None:
    scene = whole(model(120, 60, 0), CAPTION)
    assert scene.width > 4000
    assert "11959" in svg(scene)


NAME = "Árvíztűrő Tükörfúrógép Łódź Ægir Ñandú 1"


def test_a_stack_of_twelve_with_names_of_forty_letters_and_accents() -> None:
    assert len(NAME) == 40
    theirs = EnemyStack("a", "3412", False, 99, tuple(f"{NAME} 5M" for _ in range(12)))
    units = tuple(OwnUnit(NAME, "99", "M", "12", "disrupted, low ammo, fired half") for _ in range(12))
    told = replace(
        model_report(),
        panels=(own_panel([OwnStack("A", "3413", True, units)]), enemy_panel([theirs])),
        players=(PlayerLine("US", NAME, "you"), PlayerLine("Indian", NAME, "answered report 38")),
        press=(),
    )
    text = letter(told)
    assert text.isascii()
    assert all(len(line) <= 78 for line in text.split("\n"))
    plain = "Arvizturo Tukorfurogep Lodz Aegir Nandu 1"
    assert text.count(plain) == 12 + 2 + sum(
        plain in " ".join(line.split()) for line in text.split("\n") if "5M" in line
    )
    page = html(told)
    assert page.isascii()
    assert NAME in unescape(page)  # by character references: HTML can hold every letter
    assert len(page) < 90_000


def test_nothing_to_do_and_nothing_awaited_is_a_whole_letter_too() -> None:
    told = replace(model_report(), to_do=None, deadline=None, map=None, logs=(), panels=(), order_sheet=(), in_short=())
    assert "Nothing to do" in letter(told)
    assert "Nothing to do." in html(told)


def test_the_same_position_is_the_same_picture() -> None:
    scenes = [position(model(37, 22, 9), CAPTION) for _ in range(2)]
    assert svg(scenes[0]) == svg(scenes[1])
    assert png(scenes[0]) == png(scenes[1])


def test_a_deadline_that_has_passed_leaves_no_time() -> None:
    told = model_report()
    assert told.deadline is not None
    assert "(no time left)" in letter(replace(told, written=told.deadline + timedelta(hours=1)))

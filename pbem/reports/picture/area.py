"""The hexes in a picture, and their places on it."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.reports.maps.hex_position import Ground, HexPosition, Stack, distance, place
from pbem.reports.maps.panels import Box, boxes

WIDEST = 1480
TALLEST = 1700
LARGEST, SMALLEST = 38.0, 24.0
"""Pixels from the middle of a hex to its corner."""

PHONE_WIDE, PHONE_TALL = 640, 740
"""Pixels of a piece that can be read on a telephone, which shows it at half its size."""

HALF_HEIGHT = 0.8660254
MARGIN = 1
STEP = 3
AT_LEAST = 6
"""Columns and rows that a picture has, where the sheet has them."""

CORNERS = ((1.0, 0.0), (0.5, HALF_HEIGHT), (-0.5, HALF_HEIGHT), (-1.0, 0.0), (-0.5, -HALF_HEIGHT), (0.5, -HALF_HEIGHT))
"""The corners of a flat-topped hex of radius 1, clockwise from the right one."""

SIDES = {"SE": (0, 1), "S": (1, 2), "SW": (2, 3), "NW": (3, 4), "N": (4, 5), "NE": (5, 0)}
"""The corners at the two ends of each side."""


@dataclass(frozen=True)
class Area:
    """A box of hexes at a size: `radius` from middle to corner; (`left`, `top`) is where the drawing of it begins."""

    ground: Ground
    box: Box
    radius: float
    left: float = 0.0
    top: float = 0.0
    is_whole: bool = True

    @property
    def width(self) -> float:
        """Pixels from its leftmost corner to its rightmost."""
        return self.radius * (1.5 * (self.box.columns[1] - self.box.columns[0]) + 2)

    @property
    def height(self) -> float:
        """Pixels from its highest side to its lowest, half a hex for the stagger columns included."""
        return self.radius * HALF_HEIGHT * (2 * (self.box.rows[1] - self.box.rows[0] + 1) + 1)

    def middle(self, at: str) -> tuple[float, float]:
        """The middle of a hex."""
        column, row = place(at)
        lower = column % 2 == self.ground.stagger
        x = self.left + self.radius * (1.5 * (column - self.box.columns[0]) + 1)
        y = self.top + self.radius * HALF_HEIGHT * (2 * (row - self.box.rows[0]) + 1 + lower)
        return x, y

    def outline(self, at: str, scale: float = 1.0) -> tuple[tuple[float, float], ...]:
        """The corners of a hex, clockwise from the right one."""
        x, y = self.middle(at)
        r = self.radius * scale
        return tuple((x + r * dx, y + r * dy) for dx, dy in CORNERS)

    def hexes(self) -> list[str]:
        """The hexes of the sheet in the box, by column."""
        (c1, c2), (r1, r2) = self.box.columns, self.box.rows
        every = (f"{c:02}{r:02}" for c in range(c1, c2 + 1) for r in range(r1, r2 + 1))
        return [at for at in every if at in self.ground.cells]

    def has(self, at: str) -> bool:
        """True if a hex is drawn."""
        column, row = place(at)
        inside = self.box.columns[0] <= column <= self.box.columns[1] and self.box.rows[0] <= row <= self.box.rows[1]
        return inside and at in self.ground.cells


def area_of(model: HexPosition) -> Area:
    """The piece of the sheet with all stacks and all that happened; where that is too large for a telephone, the fight.

    Where nobody fights and all is too large to be read at all, or the fight is, its busiest corner: `is_whole` says whether
    anybody is left out.
    """
    ground = model.ground
    used = {stack.at for stack in model.stacks} | model.involved | {at for mark in model.marks for at in mark.path}
    everything = _box(used & set(ground.cells), ground)
    if _is_for_a_phone(everything):
        return Area(ground, everything, LARGEST, is_whole=True)
    fight = _fight(model)
    if fight is not None:
        return Area(ground, fight, LARGEST, is_whole=False)
    if _fits(everything):
        return _at(ground, everything, is_whole=True)
    battles = sorted(boxes(model), key=lambda box: (-_stacks_in(model, box), box.columns, box.rows))
    chosen = battles[0] if battles else Box(ground.columns, ground.rows)
    for other in battles[1:]:
        joined = Box(
            (min(chosen.columns[0], other.columns[0]), max(chosen.columns[1], other.columns[1])),
            (min(chosen.rows[0], other.rows[0]), max(chosen.rows[1], other.rows[1])),
        )
        chosen = joined if _fits(joined) else chosen
    return _at(ground, _cut(chosen), is_whole=False)


def _is_for_a_phone(box: Box) -> bool:
    area = Area(_NO_GROUND, box, LARGEST)
    return area.width <= PHONE_WIDE and area.height <= PHONE_TALL


def _fight(model: HexPosition) -> Box | None:
    """The piece that a telephone shows round the fights of the phases told, or enemies who stand next to each other, or else
    those who are nearest; None where one side is not seen."""
    ground = model.ground
    hexes = [at for mark in model.marks if mark.kind in ("fire", "melee") for at in mark.path if at in ground.cells]
    if not hexes:
        hexes = _nearest([one for one in model.stacks if one.tag != one.sign and one.at in ground.cells], ground)
    if not hexes:
        return None
    spots = [*map(place, hexes)]
    wide, tall = _most(PHONE_WIDE, 1.5 * LARGEST, 2 * LARGEST), _most(PHONE_TALL, 2 * HALF_HEIGHT * LARGEST, 0)
    stacks = [(one.side, place(one.at)) for one in model.stacks if one.tag != one.sign]
    others = [spot for _, spot in stacks]
    corners = {
        (_within(column - right, wide, ground.columns), _within(row - down, tall, ground.rows))
        for column, row in spots
        for right in range(1, wide - 1)
        for down in range(1, tall - 1)
    }

    def shown(corner: tuple[int, int]) -> tuple[int, int, int, int]:
        """The count of sides, then of fights and stacks in a piece; among equals those that lie about its middle are first."""
        sides = {side for side, spot in stacks if _is_in(spot, corner, wide, tall)}
        inside = [one for one in (*spots, *spots, *others) if _is_in(one, corner, wide, tall)]
        middle = (2 * corner[0] + wide, 2 * corner[1] + tall)
        away = sum(abs(2 * one[0] - middle[0]) + abs(2 * one[1] - middle[1]) for one in inside)
        return len(sides), len(inside), -away, -corner[0]

    left, top = max(sorted(corners), key=shown)
    return Box((left, min(left + wide - 1, ground.columns[1])), (top, min(top + tall - 1, ground.rows[1])))


def _nearest(stacks: Sequence[Stack], ground: Ground) -> list[str]:
    """The hexes of those enemies who are nearest to each other; [] where there is but one side."""
    far = {
        (one.at, other.at): distance(one.at, other.at, ground.stagger)
        for one, other in itertools.combinations(stacks, 2)
        if one.side != other.side
    }
    least = max(min(far.values(), default=0), 1)
    return list(dict.fromkeys(at for ends, between in far.items() if between <= least for at in ends))


def _most(pixels: int, step: float, first: float) -> int:
    """The number of columns or rows that go into so many pixels."""
    return int((pixels - first) / step)


def _within(first: int, most: int, limits: tuple[int, int]) -> int:
    """The first of so many columns or rows, as far as the sheet goes."""
    return max(min(first, limits[1] - most + 1), limits[0])


def _is_in(spot: tuple[int, int], corner: tuple[int, int], wide: int, tall: int) -> bool:
    return corner[0] <= spot[0] < corner[0] + wide and corner[1] <= spot[1] < corner[1] + tall


def whole_sheet(ground: Ground) -> Area:
    """The whole sheet, however large."""
    box = Box(ground.columns, ground.rows)
    return Area(ground, box, min(LARGEST, max(SMALLEST, WIDEST / _radii(box))))


def _radii(box: Box) -> float:
    return 1.5 * (box.columns[1] - box.columns[0]) + 2


def _at(ground: Ground, box: Box, *, is_whole: bool) -> Area:
    tall = TALLEST / (HALF_HEIGHT * (2 * (box.rows[1] - box.rows[0] + 1) + 1))
    return Area(ground, box, min(LARGEST, WIDEST / _radii(box), tall), is_whole=is_whole)


def _fits(box: Box) -> bool:
    return _at(_NO_GROUND, box, is_whole=True).radius >= SMALLEST


def _cut(box: Box) -> Box:
    """A box cut from the right and from below until it fits."""
    columns, rows = box.columns, box.rows
    while not _fits(Box(columns, (0, 0))):
        columns = (columns[0], columns[1] - 1)
    while not _fits(Box((0, 0), rows)):
        rows = (rows[0], rows[1] - 1)
    return Box(columns, rows)


def _stacks_in(model: HexPosition, box: Box) -> int:
    places = [place(stack.at) for stack in model.stacks]
    return sum(
        box.columns[0] <= column <= box.columns[1] and box.rows[0] <= row <= box.rows[1] for column, row in places
    )


def _box(hexes: set[str], ground: Ground) -> Box:
    if not hexes:
        return Box(ground.columns, ground.rows)
    spots = [place(at) for at in hexes]
    columns = _span([column for column, _ in spots], ground.columns)
    return Box(columns, _span([row for _, row in spots], ground.rows))


def _span(values: list[int], limits: tuple[int, int]) -> tuple[int, int]:
    """From first to last with a margin, and at least some, as far as the sheet goes."""
    first, last = min(values) - MARGIN, max(values) + MARGIN
    missing = max(0, AT_LEAST - (last - first + 1))
    first, last = first - missing // 2, last + missing - missing // 2
    # In whole steps from the edge of the sheet: from phase to phase the same piece is shown, and need not be drawn again.
    first -= (first - limits[0]) % STEP
    last += -(last + 1 - limits[0]) % STEP
    return max(first, limits[0]), min(last, limits[1])


_NO_GROUND = Ground((0, 0), (0, 0), {}, {}, {})

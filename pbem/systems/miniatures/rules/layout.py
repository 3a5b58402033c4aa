"""The layout of a unit: files, ranks, width and depth by its formation, its footprint, and the places of its figures."""

from dataclasses import dataclass
from math import isqrt

from pbem.core.cache import trial_cached
from pbem.core.clause import rule
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH, Footprint, Point, corner, footprint
from pbem.systems.miniatures.state.tabletop import (
    COLUMN,
    DISORDER,
    LIMBERED,
    LINE,
    MASS,
    MAY_BEND,
    OPEN_ORDER,
    SKIRMISH,
    UNLIMBERED,
    Unit,
)


@dataclass(frozen=True, slots=True)
class Layout:
    """Files and ranks, the figures of a base's width and depth from file to file and rank to rank, and what they cover."""

    files: int
    ranks: int
    file_step: int
    rank_step: int
    width: int
    depth: int


def up(figures: int, by: int) -> int:
    """A quotient, rounded up."""
    return -(-figures // by)


def square(figures: int) -> int:
    """The square root, rounded up."""
    return isqrt(max(figures, 1) - 1) + 1 if figures > 1 else 1


def column_files(figures: int) -> int:
    """The number of figures abreast in a column of so many figures; 0 where they are too few for one."""
    table = tables.tables()["column"]
    return next((n for least, n in zip(table["figures_from"], table["abreast"], strict=True) if figures >= least), 0)


@trial_cached
@rule("MR-3.2", "MR-3.4", "MR-3.9")
def layout(unit: Unit) -> Layout:
    """The layout of a unit."""
    if unit.has_guns:
        wide = tables.tables()["bases"]["gun"][0]
        return Layout(unit.face.guns, 1, wide + INCH, 0, unit.face.guns * (wide + INCH) - INCH, wide)
    wide, deep = tables.base(unit)
    files, step, rank_step = _files(unit), wide, deep
    if unit.formation == SKIRMISH:
        step, rank_step = 2 * wide, 2 * deep
    ranks = up(unit.figures, files)
    # A line keeps the ground of both its ranks, a double skirmish line that of three.
    if unit.formation == LINE:
        depth = 2 * deep
    elif unit.formation == SKIRMISH:
        depth = 3 * deep if unit.ranks == 2 else deep
    else:
        depth = ranks * deep
    return Layout(files, ranks, step, rank_step, (files - 1) * step + wide, depth)


@rule("MR-3.2", "MR-3.3", "MR-3.4", "MR-3.5", "MR-3.6", "MR-3.9")
def _files(unit: Unit) -> int:
    match unit.formation:
        case formation if formation == LINE or (formation == SKIRMISH and unit.ranks == 2):
            return up(unit.figures, 2)
        case formation if formation in (OPEN_ORDER, SKIRMISH):
            return max(unit.figures, 1)
        case formation if formation == COLUMN:
            return min(unit.abreast or column_files(unit.figures) or 1, max(unit.figures, 1))
        case formation if formation in (MASS, DISORDER):
            return square(unit.figures)
    assert unit.formation in (LIMBERED, UNLIMBERED)
    return max(unit.figures, 1)


@trial_cached
def ground_of(unit: Unit) -> Footprint:
    """The footprint of a unit."""
    found = layout(unit)
    return footprint(unit.at, unit.facing, found.width, found.depth, segments(unit, found.width))


@rule("MR-3.2", "MR-3.4")
def segments(unit: Unit, width: int) -> tuple[tuple[int, int], ...]:
    """The segments of a bent line as long as its front is now: its left end is cut back, or the last segment goes on."""
    if not unit.bend or unit.formation not in MAY_BEND:
        return ()
    found, left = [], width
    for length, angle in unit.bend:
        if left <= 0:
            break
        found.append((min(length, left), angle))
        left -= length
    if left > 0:
        found[-1] = (found[-1][0] + left, found[-1][1])
    return tuple(found)


def on_front(unit: Unit, right: int, behind: int) -> tuple[Point, int]:
    """A place that lies `right` of the middle of the front and `behind` it, and where the front faces there; a bent front is
    measured along its segments.
    """
    wide = layout(unit).width
    bend = segments(unit, wide)
    if not bend:
        return corner(unit.at, unit.facing, right, behind), unit.facing
    reach, start, facing = wide - wide // 2 - right, corner(unit.at, unit.facing, wide - wide // 2, 0), unit.facing
    for length, angle in bend[:-1]:
        if reach <= length:
            break
        reach, start, facing = reach - length, corner(start, facing, -length, 0), (facing - angle) % 360
    return corner(start, facing, -reach, behind), facing


def guns_ground(x: int, y: int, facing: int, guns: int) -> Footprint:
    """The footprint of guns that their crew left."""
    wide = tables.tables()["bases"]["gun"][0]
    return footprint((x, y), facing, guns * (wide + INCH) - INCH, wide)


def figures(unit: Unit) -> tuple[tuple[int, int, Point], ...]:
    """Each figure's file (from the right) and rank (from the front), and its centre; of a battery the guns'."""
    found = layout(unit)
    wide, deep = tables.tables()["bases"]["gun"] if unit.has_guns else tables.base(unit)
    count = unit.face.guns if unit.has_guns else unit.figures
    places = []
    for k in range(count):
        rank, file = divmod(k, found.files)
        right = found.width // 2 - file * found.file_step - wide // 2
        places.append((file, rank, on_front(unit, right, rank * found.rank_step + deep // 2)[0]))
    return tuple(places)


def full_ranks(unit: Unit) -> int:
    """The number of ranks that have all their files."""
    return unit.figures // layout(unit).files


@rule("MR-5.2", "MR-5.3", "MR-5.4", "MR-5.5")
def firing(unit: Unit) -> tuple[tuple[Point, int], ...]:
    """The middle of the front edge of each figure that may fire and where it faces, one for each: MR-5.2 to MR-5.5, B-232.

    The second rank of a line fires as the first does, that of a double skirmish line through its gaps.
    """
    found = layout(unit)
    wide = tables.base(unit)[0]
    count = unit.figures if unit.formation in (LINE, OPEN_ORDER, SKIRMISH) else min(unit.figures, found.files)
    rights = (found.width // 2 - (k % found.files) * found.file_step - wide // 2 for k in range(count))
    return tuple(on_front(unit, right, 0) for right in rights)

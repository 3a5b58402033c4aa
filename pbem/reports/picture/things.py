"""Things on the map that are no counters: tipis, people, ponies, fires with their smoke; and a gun's field of fire."""

from collections.abc import Iterator

from pbem.reports.picture.area import CORNERS
from pbem.reports.picture.shapes import Disc, Line, Point, Polygon, Shape

HIDE, HIDE_RIM, DOOR = "#f3e3bd", "#5b3a17", "#7a4a1e"
PONY, PONY_RIM = "#8a5a2b", "#3e2410"
FLAME, CORE, FLAME_RIM = "#e8701a", "#ffd447", "#8e2d05"
SMOKE, SMOKE_RIM = "#b9b4ad", "#8b867f"
ARC = "#d2691e"
LIGHT = "#ffffff"

BODY = (
    (-0.52, 0.02), (-0.60, 0.30), (-0.55, 0.02), (-0.48, -0.14), (0.18, -0.14), (0.34, -0.46), (0.44, -0.52), (0.66, -0.30),
    (0.60, -0.20), (0.46, -0.26), (0.38, 0.08), (0.38, 0.56), (0.28, 0.56), (0.24, 0.16), (-0.24, 0.16), (-0.30, 0.56),
    (-0.40, 0.56), (-0.46, 0.16),
)  # fmt: skip
"""A pony from the side, in a field of radius 1."""


def thing(kind: str, at: Point, r: float, face: str, rim: str) -> Iterator[Shape]:
    """A thing of this kind, in the colours of its side where it has any; nothing for a kind that is not known."""
    match kind:
        case "tipi":
            yield from _tipi(at, r, face)
        case "folk":
            for dx, size in ((-0.34, 0.8), (0.34, 0.8), (0.0, 1.0)):
                yield from _person((at[0] + dx * r, at[1] + 0.04 * r), size * r, face, rim)
        case "herd":
            yield Polygon(_placed(BODY, (at[0] + 0.08 * r, at[1] - 0.10 * r), 0.86 * r), PONY, PONY_RIM, 0.05 * r)
            yield Polygon(_placed(BODY, (at[0] - 0.06 * r, at[1] + 0.08 * r), 0.86 * r), face, rim, 0.05 * r)
        case "fire":
            yield from fire(at, r)
        case _:
            pass


def _tipi(at: Point, r: float, face: str) -> Iterator[Shape]:
    x, y = at
    for lean in (-1, 1):
        yield Line(((x, y - 0.42 * r), (x + lean * 0.14 * r, y - 0.66 * r)), HIDE_RIM, 0.06 * r)
    yield Polygon(_placed(((0.0, -0.52), (0.56, 0.52), (-0.56, 0.52)), at, r), HIDE, HIDE_RIM, 0.06 * r)
    yield Polygon(_placed(((-0.25, -0.04), (0.25, -0.04), (0.36, 0.16), (-0.36, 0.16)), at, r), face)
    yield Polygon(_placed(((0.0, 0.14), (0.15, 0.52), (-0.15, 0.52)), at, r), DOOR)


def _person(at: Point, r: float, face: str, rim: str) -> Iterator[Shape]:
    yield Polygon(_placed(((0.0, -0.24), (0.26, 0.52), (-0.26, 0.52)), at, r), face, rim, 0.04 * r)
    yield Disc((at[0], at[1] - 0.32 * r), 0.15 * r, LIGHT, rim, 0.05 * r)


def fire(at: Point, r: float) -> Iterator[Shape]:
    """Flames, and smoke that drifts off over the next hex."""
    x, y = at
    for dx, dy, size in ((0.60, -0.74, 0.26), (0.40, -0.60, 0.24), (0.22, -0.46, 0.21), (0.06, -0.32, 0.17)):
        yield Disc((x + dx * r, y + dy * r), size * r, SMOKE, SMOKE_RIM, 0.02 * r)
    outer = (
        (0.0, -0.42),
        (0.22, -0.04),
        (0.36, -0.16),
        (0.46, 0.26),
        (0.26, 0.54),
        (-0.26, 0.54),
        (-0.46, 0.26),
        (-0.30, -0.10),
    )
    inner = ((0.0, -0.06), (0.20, 0.28), (0.10, 0.50), (-0.10, 0.50), (-0.20, 0.28))
    yield Polygon(_placed(outer, at, r), FLAME, FLAME_RIM, 0.05 * r)
    yield Polygon(_placed(inner, at, r), CORE)


def arc(at: Point, r: float) -> Iterator[Shape]:
    """A hex in the field of fire of a gun: a dashed rim inside its own."""
    corners = _placed(CORNERS, at, 0.88 * r)
    yield Line((*corners, corners[0]), ARC, 0.07 * r, (0.22 * r, 0.14 * r))


def _placed(points: tuple[Point, ...], at: Point, size: float) -> tuple[Point, ...]:
    return tuple((at[0] + dx * size, at[1] + dy * size) for dx, dy in points)

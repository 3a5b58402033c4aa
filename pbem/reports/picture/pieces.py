"""Counters and marks: who stands where, and what the phase did."""

from collections.abc import Iterator

from pbem.reports.maps.hex_position import Mark, Stack
from pbem.reports.picture.area import CORNERS, Area
from pbem.reports.picture.ground import INK, PAPER
from pbem.reports.picture.shapes import Disc, Line, Point, Polygon, Shape, Text

# Things on the map that are no counters: tipis, people, ponies, fires with their smoke; and a gun's field of fire.

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


FACES = {"[]": ("#1f4e9c", "#0e2a58"), "<>": ("#a03020", "#521409")}
"""Face and rim of a counter by its side's brackets; its shape differs too: square corners in ``[ ]``, cut ones in ``< >``."""

NOBODYS = ("#5c5c5c", "#2a2a2a")
STAR, BURST, BURST_RIM = "#ffd447", "#ffd447", "#b3261e"
ZOC = "#c01818"
STAR_POINTS = (
    (0.0, -1.0), (0.24, -0.32), (0.95, -0.31), (0.38, 0.12), (0.59, 0.81),
    (0.0, 0.4), (-0.59, 0.81), (-0.38, 0.12), (-0.95, -0.31), (-0.24, -0.32),
)  # fmt: skip
RAYS = (
    (1.0, 0.0), (0.42, 0.17), (0.71, 0.71), (0.17, 0.42), (0.0, 1.0), (-0.17, 0.42), (-0.71, 0.71), (-0.42, 0.17),
    (-1.0, 0.0), (-0.42, -0.17), (-0.71, -0.71), (-0.17, -0.42), (0.0, -1.0), (0.17, -0.42), (0.71, -0.71), (0.42, -0.17),
)  # fmt: skip


TAILS = frozenset("gjpqy")


def counter(at: Point, stack: Stack, radius: float) -> Iterator[Shape]:
    """A stack: the tag of its strongest unit with how many more there are, over strength and mode; its letter, a star for a
    leader, its worst condition."""
    x, y = at[0], at[1] + 0.06 * radius
    r = radius
    face, rim = FACES.get(stack.brackets, NOBODYS)
    if stack.sign and stack.tag == stack.sign:
        yield from thing(stack.sign, (x, y), r, face, rim)
        if stack.letter.isalnum():
            yield from _letter((x, y), stack.letter, r, rim)
        return
    if stack.count > 1:
        for step in (2, 1):
            yield _plate((x + 0.07 * step * r, y + 0.07 * step * r), r, stack.brackets, LIGHT, rim)
    yield _plate((x, y), r, stack.brackets, face, rim)
    words = who(stack)
    # Long words go below the star and the letter in the corners.
    high, size = (0.20, 0.40) if len(words) < 5 else (0.08, 0.29 if len(words) < 6 else 0.26)
    yield Text((x, y - high * r), words, size * r, LIGHT, bold=True)
    if stack.mode or stack.strength:
        yield Text((x, y + 0.23 * r), f"{min(stack.strength, 99)}{stack.mode}", 0.44 * r, LIGHT, bold=True)
    yield from _letter((x, y), stack.letter, r, rim)
    if stack.sign:
        yield from thing(stack.sign, (x - 0.56 * r, y + 0.44 * r), 0.5 * r, face, rim)
    if stack.leader:
        yield Polygon(_scaled(STAR_POINTS, (x + 0.60 * r, y - 0.38 * r), 0.26 * r), STAR, rim, 0.05 * r)
    if stack.condition:
        yield Disc((x + 0.60 * r, y + 0.40 * r), 0.21 * r, "#fff3b0", rim, 0.05 * r)
        yield Text((x + 0.60 * r, y + 0.40 * r), stack.condition, 0.34 * r, INK, bold=True)


def beside(at: Point, stack: Stack, radius: float) -> Iterator[Shape]:
    """A thing in a hex in which a counter of the other side stands: small, in the corner that the counter leaves free."""
    face, rim = FACES.get(stack.brackets, NOBODYS)
    return thing(stack.sign, (at[0] + 0.52 * radius, at[1] + 0.50 * radius), 0.5 * radius, face, rim)


def _letter(at: Point, letter: str, r: float, rim: str) -> Iterator[Shape]:
    x, y = at
    yield Disc((x - 0.60 * r, y - 0.40 * r), 0.22 * r, LIGHT, rim, 0.05 * r)
    # A letter with a tail goes higher: cut off at the rim, y reads as v and q as o.
    high = 0.47 if TAILS.intersection(letter) else 0.41
    yield Text((x - 0.60 * r, y - high * r), letter, (0.32 if len(letter) < 2 else 0.24) * r, INK, bold=True)


def who(stack: Stack) -> str:
    """``C/3``; of several the strongest and how many more: ``A/3+4``."""
    return f"{stack.lead[:4]}+{stack.count - 1}" if stack.count > 1 and stack.lead else stack.tag[:4]


def _plate(at: Point, r: float, brackets: str, fill: str, rim: str) -> Polygon:
    x, y = at
    w, h, cut = 0.58 * r, 0.50 * r, (0.2 * r if brackets == "<>" else 0.0)
    points = (
        ((x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h))
        if not cut
        else (
            (x - w + cut, y - h), (x + w - cut, y - h), (x + w, y - h + cut), (x + w, y + h - cut),
            (x + w - cut, y + h), (x - w + cut, y + h), (x - w, y + h - cut), (x - w, y - h + cut),
        )
    )  # fmt: skip
    return Polygon(points, fill, rim, 0.06 * r)


def _scaled(points: tuple[Point, ...], at: Point, size: float) -> tuple[Point, ...]:
    return tuple((at[0] + dx * size, at[1] + dy * size) for dx, dy in points)


def way(area: Area, mark: Mark, colour: str) -> Iterator[Shape]:
    """An arrow along a path; that of a retreat is dashed.  Nothing where an end lies outside the picture."""
    if not all(area.has(at) for at in mark.path):
        return
    yield from arrow([area.middle(at) for at in mark.path], colour, area.radius, is_dashed=mark.kind == "retreat")


def arrow(points: list[Point], colour: str, r: float, *, is_dashed: bool = False) -> Iterator[Shape]:
    """An arrow through points, from a ring at the first to a head short of the last, whose middle a counter takes."""
    (x1, y1), (x2, y2) = points[-2], points[-1]
    far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5 or 1.0
    ux, uy = (x2 - x1) / far, (y2 - y1) / far
    tip = (x2 - ux * 0.60 * r, y2 - uy * 0.60 * r)
    neck = (tip[0] - ux * 0.34 * r, tip[1] - uy * 0.34 * r)
    body = (*points[:-1], neck)
    yield Line(body, PAPER, 0.24 * r)
    yield Line(body, colour, 0.14 * r, (0.26 * r, 0.20 * r) if is_dashed else ())
    head = (
        tip,
        (neck[0] - uy * 0.24 * r, neck[1] + ux * 0.24 * r),
        (neck[0] + uy * 0.24 * r, neck[1] - ux * 0.24 * r),
    )
    yield Polygon(head, colour, PAPER, 0.04 * r)
    yield Disc(points[0], 0.13 * r, PAPER, colour, 0.07 * r)


def fight(area: Area, mark: Mark, colour: str) -> Iterator[Shape]:
    """A shot, or an attack: over the counters, between the two hexes."""
    if not all(area.has(at) for at in mark.path):
        return
    start, to = area.middle(mark.path[0]), area.middle(mark.path[-1])
    yield from (shot if mark.kind == "fire" else clash)(start, to, colour, area.radius)


def shot(start: Point, to: Point, colour: str, r: float) -> Iterator[Shape]:
    """A dotted line of fire, with the flash where it strikes."""
    far = ((to[0] - start[0]) ** 2 + (to[1] - start[1]) ** 2) ** 0.5 or 1.0
    ux, uy = (to[0] - start[0]) / far, (to[1] - start[1]) / far
    begin = (start[0] + ux * 0.52 * r, start[1] + uy * 0.52 * r)
    end = (to[0] - ux * 0.72 * r, to[1] - uy * 0.72 * r)
    yield Line((begin, end), PAPER, 0.15 * r)
    yield Line((begin, end), colour, 0.08 * r, (0.09 * r, 0.10 * r))
    yield Polygon(_scaled(RAYS, end, 0.20 * r), LIGHT, colour, 0.06 * r)


def clash(start: Point, to: Point, colour: str, r: float) -> Iterator[Shape]:
    """Two crossed blades on the hexside, over a burst, the stub of an arrow from the attacker."""
    middle = ((start[0] + to[0]) / 2, (start[1] + to[1]) / 2)
    yield Line((((start[0] + middle[0]) / 2, (start[1] + middle[1]) / 2), middle), colour, 0.16 * r)
    yield Polygon(_scaled(RAYS, middle, 0.32 * r), BURST, BURST_RIM, 0.06 * r)
    x, y = middle
    for lean in (-1, 1):
        yield Line(((x - lean * 0.13 * r, y - 0.13 * r), (x + lean * 0.13 * r, y + 0.13 * r)), INK, 0.07 * r)


def colour_of(brackets: str) -> str:
    """The colour of a side, by its brackets."""
    return FACES.get(brackets, NOBODYS)[0]

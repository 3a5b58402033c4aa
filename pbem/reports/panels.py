"""Layer 2 of the map: battle panels, four lines and seven columns a hex.

With ``x = 7 * (column - first)`` and ``y = 4 * (row - first)``, two lower in stagger columns::

    x+2.._____           y      N side
    x+1 /3413!\\          y+1    hex number, ! in an enemy ZOC
    x  /[C/3* ]\\         y+2    who
    x  \\[K 4Df]/         y+3    letter, strength, mode, worst condition
    x+1 \\_w2__/          y+4    ground in the middle of the S side
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

from pbem.core.frozen import dataclass
from pbem.reports.grid import beside, hex_id, pair, place, within
from pbem.reports.report import Ground, MapModel, Stack

CONTACT = 2
LINK = 4
MARGIN = 1
LARGEST = 10
ACROSS, DOWN = 7, 4
INSIDE = 7


@dataclass(frozen=True, slots=True)
class Box:
    """The hexes of a panel: first and last column, first and last row."""

    columns: tuple[int, int]
    rows: tuple[int, int]

    @property
    def title(self) -> str:
        """``columns 26-32, rows 08-14``."""
        return f"columns {self.columns[0]:02}-{self.columns[1]:02}, rows {self.rows[0]:02}-{self.rows[1]:02}"


def boxes(model: MapModel) -> tuple[Box, ...]:
    """The boxes of the battle panels, left to right; none where there is no contact and nothing happened.

    Stacks with an enemy within 2 hexes, and hexes that the phase was about, are grouped as far as they lie within 4 of
    each other; a group's box has a margin of 1, and is split into equal parts where it is wider or higher than 10.
    """
    return model.once(("boxes", model.involved), lambda: _boxes(model))


def _boxes(model: MapModel) -> tuple[Box, ...]:
    stagger = model.ground.stagger
    found = [part for group in _groups(_fought_over(model), stagger) for part in _parts(group, model.ground)]
    return tuple(sorted(found, key=lambda box: (box.columns, box.rows)))


def _fought_over(model: MapModel) -> list[str]:
    """The hexes with an enemy within 2, and those that the phase was about."""
    standing: dict[str, set[str]] = {}
    for stack in model.stacks:
        standing.setdefault(stack.side, set()).add(stack.at)
    found = set(model.involved)
    # Whoever is near an enemy has that enemy near: of two sides one is looked round.
    for one, other in combinations(standing.values(), 2):
        for at in one:
            if near := other & within(at, CONTACT, model.ground.stagger):
                found |= near
                found.add(at)
    return sorted(found, key=place)


def boxes_round(ground: Ground, at: str, radius: int) -> tuple[Box, ...]:
    """The panels that ``map 3413 6`` asks for: all hexes within the radius, in several parts where one would be too wide."""
    column, row = place(at)
    rows = _clip(row - radius, row + radius, ground.rows)
    return tuple(Box(part, rows) for part in _split(_clip(column - radius, column + radius, ground.columns)))


def _groups(hexes: Sequence[str], stagger: int) -> list[list[str]]:
    """The hexes in groups: each lies near another of its group, and near none of a different one."""
    left = set(hexes)
    groups: list[list[str]] = []
    for first in hexes:
        if first in left:
            group = [first]
            left.remove(first)
            for at in group:
                if not left:
                    break
                near = sorted(left & within(at, LINK, stagger))
                left.difference_update(near)
                group += near
            groups.append(group)
    return groups


def _parts(group: Sequence[str], ground: Ground) -> list[Box]:
    places = sorted(map(place, group))
    columns = _clip(places[0][0] - MARGIN, places[-1][0] + MARGIN, ground.columns)
    found: list[Box] = []
    for part in _split(columns):
        inside = [row for column, row in places if part[0] <= column <= part[1]]
        if not inside:
            continue
        rows = _clip(min(inside) - MARGIN, max(inside) + MARGIN, ground.rows)
        found += [Box(part, some) for some in _split(rows)]
    return found


def _clip(first: int, last: int, limits: tuple[int, int]) -> tuple[int, int]:
    return max(first, limits[0]), min(last, limits[1])


def _split(span: tuple[int, int]) -> list[tuple[int, int]]:
    """Equal parts of at most 10; where they cannot be equal the first ones are the larger."""
    length = span[1] - span[0] + 1
    parts = -(-length // LARGEST)
    found, start = [], span[0]
    for n in range(parts):
        size = length // parts + (1 if n < length % parts else 0)
        found.append((start, start + size - 1))
        start += size
    return found


def panel(model: MapModel, box: Box) -> list[str]:
    """The lines of one panel: the bare ground, with stacks, ZOC and guns' fields of fire written over it.

    A letter asks for them twice: whether they read as before, and as they are put into it.
    """
    return list(model.once(("lines", box, model.zoc, model.arcs), lambda: tuple(_panel(model, box))))


def _panel(model: MapModel, box: Box) -> list[str]:
    corners = model.ground.once(("corners", box), lambda: _corners(model.ground, box))
    peopled, taken = model.once(("panel", box), lambda: _peopled(model, box, corners))
    lines = list(peopled)
    for at in model.zoc.intersection(corners):
        if at in model.ground.cells:
            x, y = corners[at]
            if len(at) < 5:
                _write(lines, x + 6, y + 1, "!")
            if at not in taken:
                _write(lines, x + 2, y + 3, "! ! !")
    for at in model.arcs.intersection(corners):
        if at in model.ground.cells:
            x, y = corners[at]
            if at not in model.zoc and len(at) < 5:
                _write(lines, x + 6, y + 1, ")")
            if at not in taken:
                _write(lines, x + 2, y + 3, "! ) !" if at in model.zoc else ") ) )")
    return _trimmed([line.rstrip() for line in lines])


def _peopled(
    model: MapModel, box: Box, corners: Mapping[str, tuple[int, int]]
) -> tuple[tuple[str, ...], frozenset[str]]:
    """A panel's lines in their full width with the stacks in it, and the hexes that these stand in."""
    lines = list(model.ground.once(("panel", box), lambda: tuple(Drawing(model.ground, box).lines())))
    inside = [stack for stack in model.bottom_up if stack.at in corners]
    for stack in inside:
        x, y = corners[stack.at]
        upper, lower = stack_lines(stack)
        _write(lines, x + 1, y + 2, upper)
        _write(lines, x + 1, y + 3, lower)
    return tuple(lines), frozenset(stack.at for stack in inside)


def _corners(ground: Ground, box: Box) -> dict[str, tuple[int, int]]:
    """The hexes of a box, each with its upper left corner on the canvas."""
    columns, rows = (range(first, last + 1) for first, last in (box.columns, box.rows))
    return {at: _corner(ground, box, at) for column in columns for row in rows for at in (hex_id(column, row),)}


def is_inside(box: Box, at: str) -> bool:
    """Whether a hex lies in a box."""
    column, row = place(at)
    return box.columns[0] <= column <= box.columns[1] and box.rows[0] <= row <= box.rows[1]


def _corner(ground: Ground, box: Box, at: str) -> tuple[int, int]:
    """The upper left corner of a hex on the canvas."""
    column, row = place(at)
    return ACROSS * (column - box.columns[0]), DOWN * (row - box.rows[0]) + (2 if column % 2 == ground.stagger else 0)


def _write(lines: list[str], x: int, y: int, text: str) -> None:
    line = lines[y]
    lines[y] = f"{line[:x]}{text}{line[x + len(text) :]}"


def _trimmed(lines: list[str]) -> list[str]:
    """Without the empty lines above and below."""
    first, last = 0, len(lines)
    while first < last and not lines[first]:
        first += 1
    while first < last and not lines[last - 1]:
        last -= 1
    return lines[first:last]


@dataclass(frozen=True, slots=True)
class HexLines:
    """The bare ground of a hex: its northern and southern side, and the four lines below the northern one with the column at
    which each begins."""

    north: str
    south: str
    below: tuple[tuple[int, str], ...]


class Drawing:
    """The bare ground of a box: outlines, hex numbers, ground, names of places.

    A hex is written line by line, and what it shares with its neighbours is written with each of them alike.
    """

    def __init__(self, ground: Ground, box: Box) -> None:
        self.ground = ground
        self.box = box
        width = ACROSS * (box.columns[1] - box.columns[0] + 1) + 2
        height = DOWN * (box.rows[1] - box.rows[0] + 1) + 3
        self.canvas = [[" "] * width for _ in range(height)]

    def lines(self) -> list[str]:
        """All lines in their full width, empty ones included."""
        known: dict[str, HexLines] = self.ground.once("hexes", dict)
        for column in range(self.box.columns[0], self.box.columns[1] + 1):
            above = ""
            for row in range(self.box.rows[0], self.box.rows[1] + 1):
                at = hex_id(column, row)
                if at in self.ground.cells:
                    found = known.get(at) or known.setdefault(at, self._hex(at))
                    self._write(at, found, above)
                    above = found.south
                else:
                    above = ""
        return ["".join(line) for line in self.canvas]

    def _write(self, at: str, found: HexLines, above: str) -> None:
        """Write a hex below the southern side of the one above it, "" where none is drawn."""
        x, y = _corner(self.ground, self.box, at)
        # The ground of the hex above stands in the same five characters as this hex's north side.
        for n, (left, text) in enumerate(((2, above or found.north), *found.below), y):
            self.canvas[n][x + left : x + left + len(text)] = text

    def _hex(self, at: str) -> HexLines:
        tag = place_tag(self.ground.places[at]) if at in self.ground.places else ""
        left, right, south = self._side(at, "NW", "/"), self._side(at, "NE", "\\"), self._south_side(at)
        upper = (1, f"{left}{at:<5}{right}"), (0, f"{left}{tag:<{INSIDE}}{right}")
        left, right = self._side(at, "SW", "\\"), self._side(at, "SE", "/")
        lower = (0, f"{left}{'':{INSIDE}}{right}"), (1, f"{left}{south}{right}"[:INSIDE])
        return HexLines(self._side(at, "N", "_") * 5, south, (*upper, *lower))

    def _south_side(self, at: str) -> str:
        drawn = self._side(at, "S", "_")
        cell = self.ground.cells[at]
        is_plain = not self.ground.has_levels or (cell.level == 1 and not cell.letter)
        level = "" if is_plain else str(cell.level)
        return drawn + (cell.letter or drawn) + (level or drawn) + drawn * 2

    def _side(self, at: str, side: str, plain: str) -> str:
        return self.ground.sides.get(pair(at, beside(at, side, self.ground.stagger)), plain)


def stack_lines(stack: Stack) -> tuple[str, str]:
    """The two lines of a counter: ``[C/3* ]`` and ``[K 4Df]``."""
    left, right = stack.brackets[0], stack.brackets[1]
    who = stack.tag[:4] + ("*" if stack.leader else "")
    if stack.sign and stack.tag == stack.sign:
        return f"{left}{who:<5}{right}", f"{left}{stack.letter:<5}{right}"
    # A double letter takes the place of the blank before a small strength, or of the condition behind a large one.
    strength = f"{min(stack.strength, 99):{3 - len(stack.letter)}}"
    what = f"{stack.letter}{strength}{stack.mode or ' '}{stack.condition or ' '}"
    return f"{left}{who:<5}{right}", f"{left}{what[:5]:<5}{right}"


def place_tag(name: str) -> str:
    """As many whole words of a place's name as go into a hex; apostrophes are left out."""
    words = name.replace("'", "").split()
    text = words[0] if words else ""
    for word in words[1:]:
        if len(text) + 1 + len(word) > INSIDE:
            break
        text += " " + word
    return text[:INSIDE]

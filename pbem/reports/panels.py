"""Layer 2 of the map: battle panels, four lines and seven columns a hex (`panel_ground` has how one is drawn)."""

from collections.abc import Sequence
from itertools import combinations

from pbem.core.frozen import dataclass
from pbem.core.memo import Memo
from pbem.reports.grid import place, within
from pbem.reports.panel_ground import NUMBER, STATE, WHO, PanelGround, marked, panel_ground
from pbem.reports.report import Ground, MapModel, Stack

CONTACT = 2
LINK = 4
MARGIN = 1
LARGEST = 10
MOST_KNOWN = 1 << 9
"""Stacks of which the lines are kept: those of some ten games."""

IN_ZOC, IN_ARC, IN_BOTH = " ! ! ! ", " ) ) ) ", " ! ) ! "
"""What stands in an empty hex of an enemy ZOC, in one of a gun's field of fire."""


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
    """The lines of one panel: the bare ground, with stacks, ZOC and guns' fields of fire in their blocks.

    A letter asks for them twice: whether they read as before, and as they are put into it.
    """
    return list(model.once(("lines", box, model.zoc, model.arcs), lambda: tuple(_panel(model, box))))


def _panel(model: MapModel, box: Box) -> list[str]:
    bare = model.ground.once(("panel", box), lambda: panel_ground(model.ground, box.columns, box.rows))
    peopled, taken = model.once(("panel", box), lambda: _peopled(model, bare))
    blocks, places, width = list(peopled), bare.places, bare.width
    for at in model.zoc.intersection(places):
        if at in model.ground.cells:
            number = places[at] + NUMBER * width
            blocks[number] = marked(blocks[number], "!")
            if at not in taken:
                blocks[places[at] + STATE * width] = IN_ZOC
    for at in model.arcs.intersection(places):
        if at in model.ground.cells:
            number = places[at] + NUMBER * width
            blocks[number] = marked(blocks[number], ")")
            if at not in taken:
                blocks[places[at] + STATE * width] = IN_BOTH if at in model.zoc else IN_ARC
    return _trimmed([line.rstrip() for line in "".join(blocks).split("\n")])


def _peopled(model: MapModel, bare: PanelGround) -> tuple[tuple[str, ...], frozenset[str]]:
    """A panel's blocks with the stacks in it, and the hexes that these stand in."""
    blocks, taken = list(bare.blocks), []
    for stack in model.bottom_up:
        found = bare.places.get(stack.at)
        if found is not None:
            upper, lower = _lines_of.of(stack)
            blocks[found + WHO * bare.width], blocks[found + STATE * bare.width] = upper, lower
            taken.append(stack.at)
    return tuple(blocks), frozenset(taken)


def is_inside(box: Box, at: str) -> bool:
    """Whether a hex lies in a box."""
    column, row = place(at)
    return box.columns[0] <= column <= box.columns[1] and box.rows[0] <= row <= box.rows[1]


def _trimmed(lines: list[str]) -> list[str]:
    """Without the empty lines above and below."""
    first, last = 0, len(lines)
    while first < last and not lines[first]:
        first += 1
    while first < last and not lines[last - 1]:
        last -= 1
    return lines[first:last]


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


_lines_of: Memo[Stack, tuple[str, str]] = Memo(stack_lines, MOST_KNOWN)
"""A game gives the very same stack for as long as nothing in it changes."""

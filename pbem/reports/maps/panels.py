"""Layers 2 and 3 of the map: battle panels, four lines and seven columns a hex; letters for stacks, and tables of units.

With ``x = 7 * (column - first)`` and ``y = 4 * (row - first)``, two lower in stagger columns::

    x+2.._____           y      N side
    x+1 /3413!\\          y+1    hex number, ! in an enemy ZOC
    x  /[C/3* ]\\         y+2    who
    x  \\[K 4Df]/         y+3    letter, strength, mode, worst condition
    x+1 \\_w2__/          y+4    ground in the middle of the S side
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, repeat
from typing import NamedTuple

from pbem.core.cache import Memo
from pbem.reports.letter_style import language, translate, translated
from pbem.reports.maps.hex_position import Canvas, Ground, HexPosition, Stack, beside, hex_id, pair, place, within
from pbem.reports.report import WIDTH, EnemyStack, OwnStack, Panel
from pbem.reports.wrap import glued, wrap

CONTACT = 2
LINK = 4
MARGIN = 1
LARGEST = 10
MOST_KNOWN = 1 << 9
"""Stacks of which the lines are kept: those of some ten games."""

IN_ZOC, IN_ARC, IN_BOTH = b"! ! !", b") ) )", b"! ) !"
"""Signs in an empty hex of an enemy ZOC, in one of a gun's field of fire; the first character also behind its number."""

ACROSS, DOWN = 7, 4
INSIDE = 7
DIGITS = 4
"""Of a hex number with room for a character behind it."""


class Box(NamedTuple):
    """The hexes of a panel: first and last column, first and last row."""

    columns: tuple[int, int]
    rows: tuple[int, int]

    @property
    def title(self) -> str:
        """``columns 26-32, rows 08-14``."""
        return f"columns {self.columns[0]:02}-{self.columns[1]:02}, rows {self.rows[0]:02}-{self.rows[1]:02}"


def boxes(model: HexPosition) -> tuple[Box, ...]:
    """The boxes of the battle panels, left to right; none where there is no contact and nothing happened.

    Stacks with an enemy within 2 hexes, and hexes that the phase was about, are grouped as far as they lie within 4 of
    each other; a group's box has a margin of 1, and is split into equal parts where it is wider or higher than 10.
    """
    return model.once(("boxes", model.involved), lambda: _boxes(model))


def _boxes(model: HexPosition) -> tuple[Box, ...]:
    stagger = model.ground.stagger
    found = [part for group in _groups(_fought_over(model), stagger) for part in _parts(group, model.ground)]
    return tuple(sorted(found))


def _fought_over(model: HexPosition) -> set[str]:
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
    return found


def boxes_round(ground: Ground, at: str, radius: int) -> tuple[Box, ...]:
    """The panels that ``map 3413 6`` asks for: all hexes within the radius, in several parts where one would be too wide."""
    column, row = place(at)
    rows = _clip(row - radius, row + radius, ground.rows)
    return tuple(Box(part, rows) for part in _split(_clip(column - radius, column + radius, ground.columns)))


def _groups(hexes: Iterable[str], stagger: int) -> list[list[str]]:
    """The hexes in groups: each lies near another of its group, and near none of a different one.

    Groups and their hexes have no sequence: whoever draws them sorts them.
    """
    left = set(hexes)
    groups: list[list[str]] = []
    while left:
        group = [left.pop()]
        for at in group:
            if not left:
                break
            near = left & within(at, LINK, stagger)
            left -= near
            group += near
        groups.append(group)
    return groups


def _parts(group: Iterable[str], ground: Ground) -> list[Box]:
    places = list(map(place, group))
    across = [column for column, _ in places]
    columns = _clip(min(across) - MARGIN, max(across) + MARGIN, ground.columns)
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


def panel(model: HexPosition, box: Box) -> list[str]:
    """The lines of one panel: the bare ground, with stacks, ZOC and guns' fields of fire in their blocks.

    A letter asks for them twice: whether they read as before, and as they are put into it.
    """
    return list(model.once(("lines", box, model.zoc, model.arcs), lambda: tuple(_panel(model, box))))


def _panel(model: HexPosition, box: Box) -> list[str]:
    bare = model.ground.once(("panel", box), lambda: _bare(model.ground, box))
    peopled, taken = model.once(("panel", box), lambda: _peopled(model, bare))
    canvas = peopled.copy()
    data, width = canvas.data, canvas.width
    for at in model.zoc.intersection(bare.drawn):
        corner = bare.corners[at]
        if len(at) == DIGITS:
            data[corner + width + 6] = IN_ZOC[0]
        if at not in taken:
            data[corner + 3 * width + 2 : corner + 3 * width + 7] = IN_ZOC
    for at in model.arcs.intersection(bare.drawn):
        corner, is_in_zoc = bare.corners[at], at in model.zoc
        if not is_in_zoc and len(at) == DIGITS:
            data[corner + width + 6] = IN_ARC[0]
        if at not in taken:
            data[corner + 3 * width + 2 : corner + 3 * width + 7] = IN_BOTH if is_in_zoc else IN_ARC
    return _trimmed(canvas.lines())


def _peopled(model: HexPosition, bare: "Bare") -> tuple[Canvas, frozenset[str]]:
    """A panel with the stacks in it, and the hexes that these stand in."""
    canvas, corners = bare.canvas.copy(), bare.corners
    inside = [stack for stack in model.bottom_up if stack.at in corners]
    shown: list[tuple[int, str]] = []
    for stack, (upper, lower) in zip(inside, _lines_of.of_all(inside), strict=True):
        place = corners[stack.at] + 2 * canvas.width + 1
        shown += (place, upper), (place + canvas.width, lower)
    canvas.write_all(shown)
    return canvas, frozenset([stack.at for stack in inside])


@dataclass(frozen=True, slots=True)
class Bare:
    """The bare ground of a box, which nobody changes: outlines, hex numbers, ground, names of places.

    `corners` are the upper left ones of all its hexes, `drawn` those that the sheet has.
    """

    canvas: Canvas
    corners: Mapping[str, int]
    drawn: frozenset[str]


def _bare(ground: Ground, box: Box) -> Bare:
    """A hex is written line by line, and what it shares with its neighbours is written with each of them alike."""
    known: dict[str, HexLines] = ground.once("hexes", dict)
    across = range(box.columns[0], box.columns[1] + 1)
    down = range(box.rows[0], box.rows[1] + 1)
    canvas = Canvas([""] * (DOWN * len(down) + 3), ACROSS * len(across) + 2)
    data, corners = canvas.data, dict[str, int]()
    for n, column in enumerate(across):
        above, y = b"", 2 if column % 2 == ground.stagger else 0
        for row in down:
            at = hex_id(column, row)
            corner = corners[at] = y * canvas.width + ACROSS * n
            if at in ground.cells:
                found = known.get(at) or known.setdefault(at, _hex(ground, at))
                start = corner
                # The ground of the hex above stands in the same five characters as this hex's north side.
                for left, text in ((2, above or found.north), *found.below):
                    data[start + left : start + left + len(text)] = text
                    start += canvas.width
                if found.tag:
                    canvas.write(corner + 2 * canvas.width + 1, found.tag)
                above = found.south
            else:
                above = b""
            y += DOWN
    return Bare(canvas, corners, frozenset([at for at in corners if at in ground.cells]))


def is_inside(box: Box, at: str) -> bool:
    """True if a hex lies in a box."""
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


@dataclass(frozen=True, slots=True)
class HexLines:
    """The bare ground of a hex: its northern and southern side, and what is written below the northern one, line by line: the
    column at which it begins, and its characters.  `tag` is the name of the place."""

    north: bytes
    south: bytes
    below: tuple[tuple[int, bytes], ...]
    tag: str


def _hex(ground: Ground, at: str) -> HexLines:
    tag = place_tag(ground.places[at]) if at in ground.places else ""
    left, right, south = _side(ground, at, "NW", "/"), _side(ground, at, "NE", "\\"), _south_side(ground, at)
    upper = (1, f"{left}{at:<5}{right}"), (0, f"{left}{'':{INSIDE}}{right}")
    left, right = _side(ground, at, "SW", "\\"), _side(ground, at, "SE", "/")
    lower = (0, f"{left}{'':{INSIDE}}{right}"), (1, f"{left}{south}{right}")
    below = tuple([(start, text.encode()) for start, text in (*upper, *lower)])
    return HexLines((_side(ground, at, "N", "_") * 5).encode(), south.encode(), below, tag)


def _south_side(ground: Ground, at: str) -> str:
    drawn = _side(ground, at, "S", "_")
    cell = ground.cells[at]
    is_plain = not ground.has_levels or (cell.level == 1 and not cell.letter)
    level = "" if is_plain else str(cell.level)
    return drawn + (cell.letter or drawn) + (level or drawn) + drawn * 2


def _side(ground: Ground, at: str, side: str, plain: str) -> str:
    return ground.sides.get(pair(at, beside(at, side, ground.stagger)), plain)


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


def place_tag(name: str) -> str:
    """As many whole words of a place's name as go into a hex; apostrophes are left out."""
    words = name.replace("'", "").split()
    text = words[0] if words else ""
    for word in words[1:]:
        if len(text) + 1 + len(word) > INSIDE:
            break
        text += " " + word
    return text[:INSIDE]


# Layer 3 of the map: letters for the stacks, and the tables of units.

CAPITALS = "ABCDEFGHJKLMNPQRSTUVWXYZ"
SMALL = "abcdefghjkmnpqrstuvwxyz"
MANY = "&"


def in_turn(*, capitals: bool) -> tuple[str, ...]:
    """The letters of a side's stacks in their sequence: ``A-Z`` without I and O, or ``a-z`` without i, l and o.

    Then four figures, which the other side does not use; then double letters; and ``&`` for all that are left over.
    """
    return _IN_TURN[capitals]


def _in_turn(*, capitals: bool) -> tuple[str, ...]:
    row = CAPITALS if capitals else SMALL
    return (*row, *("2345" if capitals else "6789"), *(2 * one for one in row), MANY)


_IN_TURN = {capitals: _in_turn(capitals=capitals) for capitals in (False, True)}


OWN_HEAD = "  at      unit               SP mode MP condition"
NAME_AT, NAME_WIDE = 10, 18
"""The column of names, and its least width."""


def letters(hexes: Iterable[str], *, capitals: bool) -> dict[str, str]:
    """A letter for each hex of a side, in hex order (`in_turn`)."""
    return dict(zip(sorted(set(hexes)), chain(in_turn(capitals=capitals), repeat(MANY)), strict=False))


def own_table(stacks: Sequence[OwnStack]) -> list[str]:
    """YOUR UNITS, with its heads of columns; that of the names is as wide as the longest."""
    wide = max([NAME_WIDE, *[len(unit.name) for stack in stacks for unit in stack.units]])
    head, behind = translate(OWN_HEAD), NAME_AT + NAME_WIDE
    lines = [f"{head[:behind]}{' ' * (wide - NAME_WIDE)}{head[behind:]}"]
    is_english = language() is None
    for stack in stacks:
        lines += (is_english and stack.lines.get(wide)) or _own_lines(stack, wide, is_english=is_english)
    return lines


def _own_lines(stack: OwnStack, wide: int, *, is_english: bool) -> tuple[str, ...]:
    """The lines of a stack, with names so wide."""
    lines: list[str] = []
    where = f"{stack.letter:>3} {stack.at}{'!' if stack.in_zoc else ' '} "
    for unit in stack.units:
        line = f"{where}{unit.name:<{wide}} {unit.strength:>2}  {unit.mode:<1}   {unit.mp:>3}"
        if unit.condition:
            lines += wrap(translated(unit.condition), WIDTH, first=f"{line} ", rest=" " * (len(line) + 1))
        else:
            lines.append(line.rstrip())
        where = " " * len(where)
    found = tuple(lines)
    if is_english:
        stack.lines[wide] = found
    return found


def enemy_table(stacks: Sequence[EnemyStack]) -> list[str]:
    """ENEMY UNITS YOU CAN SEE."""
    is_english = language() is None
    return [
        line for stack in stacks for line in (is_english and stack.lines) or _enemy_lines(stack, is_english=is_english)
    ]


def _enemy_lines(stack: EnemyStack, *, is_english: bool) -> list[str]:
    head = f"{stack.letter:>3} {stack.at}{'!' if stack.in_zoc else ' '} {stack.strength:>2}  "
    units = stack.units if is_english else tuple(map(translated, stack.units))
    line = head + ", ".join(units)
    if len(line) <= WIDTH:
        lines = [line.rstrip()]
    else:
        lines = wrap(", ".join(map(glued, units)), WIDTH, first=head, rest=" " * len(head))
    if is_english:
        stack.lines[:] = lines
    return lines


def own_panel(stacks: Sequence[OwnStack]) -> Panel:
    """YOUR UNITS as a panel."""
    lines = tuple(own_table(stacks)) if stacks else ()
    return Panel("your units", "YOUR UNITS", "! = in an enemy ZOC", lines, stacks=tuple(stacks))


def enemy_panel(stacks: Sequence[EnemyStack]) -> Panel:
    """ENEMY UNITS YOU CAN SEE as a panel."""
    return Panel(
        "enemy units", "ENEMY UNITS YOU CAN SEE", "! = in your ZOC", tuple(enemy_table(stacks)), stacks=tuple(stacks)
    )

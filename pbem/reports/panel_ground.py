"""The bare ground of a battle panel, in blocks of seven characters: a letter puts others in the place of some.

With ``x = 7 * (column - first)`` and ``y = 4 * (row - first)``, two lower in stagger columns, a hex is drawn so::

    x+2.._____           y      N side
    x+1 /3413!\\          y+1    hex number, ! in an enemy ZOC
    x  /[C/3* ]\\         y+2    who
    x  \\[K 4Df]/         y+3    letter, strength, mode, worst condition
    x+1 \\_w2__/          y+4    ground in the middle of the S side

Its blocks are what stands at ``x+1`` to ``x+7`` of the first four lines.  Its corners at either side stand in blocks of the
columns beside it, and what is below them in the blocks of the hex that follows.
"""

from collections.abc import Mapping

from pbem.core.frozen import dataclass
from pbem.reports.grid import beside, hex_id, pair
from pbem.reports.report import Ground

NUMBER, WHO, STATE, DOWN = 1, 2, 3, 4
"""The lines of a hex behind its first one, each of one block, and those to the hex below it."""

INSIDE = 7
BLANK = " " * INSIDE


@dataclass(frozen=True, slots=True)
class HexGround:
    """A hex by itself: the characters of its slanting sides, those of its northern and of its southern side, its number with
    the sides beside it, and the name of the place."""

    nw: str
    ne: str
    sw: str
    se: str
    north: str
    south: str
    number: str
    name: str


@dataclass(frozen=True, slots=True)
class PanelGround:
    """Outlines, hex numbers, ground and names of places in a box.

    `blocks` are all blocks line by line, each line with a character before the first, one behind the last, and its end: so
    a line takes `width` of them.  `places` says where the first block of each hex is.
    """

    blocks: tuple[str, ...]
    width: int
    places: Mapping[str, int]


def panel_ground(ground: Ground, columns: tuple[int, int], rows: tuple[int, int]) -> PanelGround:
    """The bare ground of a box."""
    known: dict[str, HexGround] = ground.once("hexes", dict)
    across, down = (range(first, last + 1) for first, last in (columns, rows))
    width = len(across) + 3
    places: dict[str, int] = {}
    drawn: dict[str, HexGround] = {}
    for n, column in enumerate(across, 1):
        lower = 2 if column % 2 == ground.stagger else 0
        for row in down:
            at = hex_id(column, row)
            places[at] = (DOWN * (row - rows[0]) + lower) * width + n
            if at in ground.cells:
                drawn[at] = known.get(at) or known.setdefault(at, _hex(ground, at))
    blocks = [" ", *[BLANK] * len(across), " ", "\n"] * (DOWN * len(down) + 3)
    # The hexes below the box are not drawn, but share what is drawn of those above them.
    below = {beside(at, "S"): places[at] + DOWN * width for at in [hex_id(column, rows[1]) for column in across]}
    for at, place in [*places.items(), *below.items()]:
        _write(blocks, width, place, drawn.get(at), *[drawn.get(beside(at, side, ground.stagger)) for side in AROUND])
    for first, last in [(hex_id(columns[0], row), hex_id(columns[1], row)) for row in down]:
        if (one := drawn.get(first)) is not None:
            place = places[first] - 1
            blocks[place + WHO * width], blocks[place + STATE * width] = one.nw, one.sw
        if (one := drawn.get(last)) is not None:
            place = places[last] + 1
            blocks[place + WHO * width], blocks[place + STATE * width] = one.ne, one.se
    return PanelGround(tuple(blocks), width, places)


AROUND = ("N", "NW", "NE")


def _write(
    blocks: list[str],
    width: int,
    place: int,
    here: HexGround | None,
    above: HexGround | None,
    left: HexGround | None,
    right: HexGround | None,
) -> None:
    """Write the blocks of a hex: what is drawn of itself, of the one above it, and of those beside it half a hex higher."""
    if above is not None:
        blocks[place] = f"{above.sw}{above.south}{above.se}"
    elif here is not None or left is not None or right is not None:
        north = here.north if here is not None else " " * (INSIDE - 2)
        blocks[place] = f"{left.ne if left is not None else ' '}{north}{right.nw if right is not None else ' '}"
    if here is not None:
        blocks[place + NUMBER * width], blocks[place + WHO * width] = here.number, here.name
    elif left is not None or right is not None:
        number = f"{left.se if left is not None else ' ':{INSIDE - 1}}{right.sw if right is not None else ' '}"
        blocks[place + NUMBER * width] = number


def _hex(ground: Ground, at: str) -> HexGround:
    nw, ne = _side(ground, at, "NW", "/"), _side(ground, at, "NE", "\\")
    tag = place_tag(ground.places[at]) if at in ground.places else ""
    return HexGround(
        nw,
        ne,
        _side(ground, at, "SW", "\\"),
        _side(ground, at, "SE", "/"),
        _side(ground, at, "N", "_") * (INSIDE - 2),
        _south_side(ground, at),
        f"{nw}{at:<5}{ne}",
        f"{tag:<{INSIDE}}",
    )


def _south_side(ground: Ground, at: str) -> str:
    drawn = _side(ground, at, "S", "_")
    cell = ground.cells[at]
    is_plain = not ground.has_levels or (cell.level == 1 and not cell.letter)
    level = "" if is_plain else str(cell.level)
    return drawn + (cell.letter or drawn) + (level or drawn) + drawn * 2


def _side(ground: Ground, at: str, side: str, plain: str) -> str:
    return ground.sides.get(pair(at, beside(at, side, ground.stagger)), plain)


def marked(number: str, sign: str) -> str:
    """The block of a hex number with a character behind it, if there is room for one."""
    return f"{number[:5]}{sign}{number[6]}" if number[5] == " " else number


def place_tag(name: str) -> str:
    """As many whole words of a place's name as go into a hex; apostrophes are left out."""
    words = name.replace("'", "").split()
    text = words[0] if words else ""
    for word in words[1:]:
        if len(text) + 1 + len(word) > INSIDE:
            break
        text += " " + word
    return text[:INSIDE]

"""The map panel of hexes: the whole sheet, battle panels as details, and panels round a hex that is asked about."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.core.ask import Ask
from pbem.reports.letter_style import language, translate, translated
from pbem.reports.maps.hex_position import Canvas, Ground, HexPosition, Mark, beside, hex_id, pair, place
from pbem.reports.maps.map_panel import Detail, MapPanel
from pbem.reports.maps.panels import Box, boxes, boxes_round, is_inside, panel
from pbem.reports.picture.shapes import Caption, Scene
from pbem.reports.report import WIDTH

MOST_PANELS = 3
RADIUS = 2
FARTHEST = 10
"""Hexes to each side that `map 3413 10` shows."""
HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")


@dataclass(frozen=True)
class HexDetail:
    """A battle panel (see `map_panel.Detail`)."""

    model: HexPosition
    box: Box

    @property
    def title(self) -> str:
        """``columns 26-32, rows 08-14``."""
        return self.box.title

    @property
    def weight(self) -> int:
        """The hexes that the phase was about."""
        return sum(is_inside(self.box, at) for at in self.model.involved)

    def lines(self) -> list[str]:
        """Its lines."""
        return panel(self.model, self.box)


def details(model: HexPosition) -> tuple[HexDetail, ...]:
    """The battle panels."""
    return tuple(HexDetail(model, box) for box in boxes(model))


def around(model: HexPosition, at: str, radius: int) -> list[str]:
    """Panels of all hexes within the radius."""
    lines = [translate("A panel reaches {n} hexes at most.", n=FARTHEST), ""] if radius > FARTHEST else []
    for n, box in enumerate(boxes_round(model.ground, at, min(max(radius, 1), FARTHEST))):
        lines += [*([""] if n else []), f"Round {at}: {box.title}", *panel(model, box)]
    return lines


def asked_about(model: HexPosition, asks: Sequence[Ask]) -> tuple[HexDetail, ...]:
    """Panels of the hexes that questions are about, at most three; none where they name none."""
    found: list[Box] = []
    for at in dict.fromkeys(_hex_of(model, one) for one in asks):
        if at and len(found) < MOST_PANELS and not any(_shows(box, at) for box in found):
            found.extend(boxes_round(model.ground, at, RADIUS))
    return tuple(HexDetail(model, box) for box in found)


def _hex_of(model: HexPosition, one: Ask) -> str:
    """The hex that a question is about: what it says of itself, else the first that its words name."""
    choices = (f"{each.key} {each.text}" for each in one.choices)
    values = (dict(one.facts).get("at", ""), one.subject, one.prompt, *choices)
    return next((at for words in values for at in HEX.findall(words) if at in model.ground.cells), "")


def _shows(box: Box, at: str) -> bool:
    """True if a hex and those next to it lie in a panel."""
    column, row = place(at)
    return box.columns[0] < column < box.columns[1] and box.rows[0] < row < box.rows[1]


@dataclass(frozen=True)
class MapModel(HexPosition, MapPanel):
    """The position on hexes as one side sees it, which draws itself."""

    def overview(self) -> list[str]:
        """See `MapPanel`."""
        return overview(self)

    def whole(self) -> list[str]:
        """See `MapPanel`."""
        return whole_sheet(self)

    @property
    def extent(self) -> str:
        """See `MapPanel`."""
        return extent(self)

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """See `MapPanel`."""
        return self.ground.key if language() is None else tuple([translated(line) for line in self.ground.key])

    @property
    def coloured_as(self) -> Ground:
        """See `MapPanel`."""
        return self.ground

    def has(self, at: str) -> bool:
        """See `MapPanel`."""
        return at in self.ground.cells

    def a_place(self, side: str = "") -> str:
        """See `MapPanel`."""
        stacks = [stack.at for stack in self.stacks if side in ("", stack.side)]
        return next(iter(stacks or sorted(self.involved) or self.ground.cells))

    def details(self) -> tuple[Detail, ...]:
        """See `MapPanel`."""
        return details(self)

    def around(self, at: str, radius: int) -> list[str]:
        """See `MapPanel`."""
        return around(self, at, radius)

    def unknown(self, at: str) -> str:
        """See `MapPanel`."""
        return translate("There is no hex {at} on the map.  Write, say,   map 3413 4", at=at)

    def asked_about(self, asks: Sequence[Ask]) -> tuple[Detail, ...]:
        """See `MapPanel`."""
        return asked_about(self, asks)

    def marked(self, marks: Sequence[Mark]) -> "MapModel":
        """See `MapPanel`."""
        return replace(self, marks=tuple(marks))

    def to_lay_over(self, title: str, names: Mapping[str, Sequence[str]]) -> "Scene | None":
        """See `MapPanel`."""
        if not self.ground.cells:
            return None
        from pbem.reports.picture.ground import Named, over
        from pbem.reports.picture.pieces import colour_of

        units: dict[str, dict[str, Named]] = {}
        for stack in self.stacks:
            for one in names.get(f"{stack.letter} {stack.at}", (stack.lead or stack.tag,)):
                units.setdefault(stack.at, {}).setdefault(one, Named(one, colour_of(stack.brackets)))
        cells = ((at, place(at)[0] % 2 == self.ground.stagger) for at in self.ground.cells)
        return over(cells, {at: tuple(here.values()) for at, here in units.items()}, title)

    def picture(self, caption: "Caption", *, whole: bool = False) -> "Scene | None":
        """See `MapPanel`."""
        if not self.ground.cells:
            return None
        from pbem.reports.picture import scene

        return scene.whole(self, caption) if whole else scene.position(self, caption)


# Layer 1 of the map: the whole sheet at three characters a hex, as far as it is in use.
#
# The cell of a hex is three characters round its middle; columns stand two characters apart, so that odd columns go
# one line lower. A creek or cliff on a western side stands before the hex, on the north side above it.

NORTH = {"up": "north is up", "right": "north is right", "down": "north is down", "left": "north is left"}
MARGIN = 1
ROUND = 2
"""Rows and columns around the stacks of a strip that are printed with them."""
LABEL = 3
"""Characters before the middle of the first column: the row's number, and one of the cell's three."""

COLUMNS_A_STRIP = (WIDTH - LABEL - 1) // 2 + 1


def rows_in_use(model: HexPosition) -> tuple[int, int]:
    """First and last row to be printed: those of stacks and named places, and one more on either side."""
    ground = model.ground
    used = [place(stack.at)[1] for stack in model.stacks]
    used += ground.once("rows of places", lambda: [place(at)[1] for at in ground.places])
    if not used:
        return ground.rows
    return max(min(used) - MARGIN, ground.rows[0]), min(max(used) + MARGIN, ground.rows[1])


def strips_in_use(model: HexPosition) -> tuple[tuple[int, int], ...]:
    """The strips of columns to be printed, each at most as wide as a line: a wide sheet as far as anybody stands on it, or is
    to be placed there."""
    first, last = model.ground.columns
    if last - first < COLUMNS_A_STRIP or not model.stacks:
        return ((first, min(first + COLUMNS_A_STRIP - 1, last)),)
    left = sorted({column for column, _ in _in_use(model)})
    found: list[tuple[int, int]] = []
    while left:
        start = max(left[0] - ROUND, found[-1][1] + 1 if found else first)
        end = min(start + COLUMNS_A_STRIP - 1, last)
        end = min(max(column for column in left if column <= end) + ROUND, end)
        found.append((start, end))
        left = [column for column in left if column > end]
    return tuple(found)


def _in_use(model: HexPosition) -> list[tuple[int, int]]:
    """The columns and rows in which anybody stands, or which the phase is about."""
    return [
        place(at) for at in (*(stack.at for stack in model.stacks), *sorted(model.involved)) if at in model.ground.cells
    ]


def extent(model: HexPosition) -> str:
    """``rows 02-16; north is up``, with the columns before it where not all of the sheet's are printed."""
    (strips, rows), (first, last) = _shown(model), model.ground.columns
    text = f"{translate('rows')} {min(one[0] for one in rows):02}-{max(one[1] for one in rows):02}"
    text += f"; {translate(NORTH[model.ground.north])}"
    if sum(strip[1] - strip[0] + 1 for strip in strips) == last - first + 1:
        return text
    columns = ", ".join(f"{one[0]:02}-{one[1]:02}" for one in strips)
    return f"{translate('columns')} {columns}, {text}"


def overview(model: HexPosition) -> list[str]:
    """The lines of the overview, strips one below the other."""
    return list(model.once(("overview", model.involved), lambda: tuple(_overview(model, *_shown(model)))))


def whole_sheet(model: HexPosition) -> list[str]:
    """The overview of the whole sheet, empty rows and strips too: what ``map`` asks for."""
    first, last = model.ground.columns
    strips = [(start, min(start + COLUMNS_A_STRIP - 1, last)) for start in range(first, last + 1, COLUMNS_A_STRIP)]
    return _overview(model, strips, [model.ground.rows] * len(strips))


def _overview(model: HexPosition, strips: Sequence[tuple[int, int]], rows: Sequence[tuple[int, int]]) -> list[str]:
    lines: list[str] = []
    for strip, part in zip(strips, rows, strict=True):
        if lines:
            lines.append("")
        lines += _strip(model, strip, part)
    return lines


def _shown(model: HexPosition) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    """The strips of columns that an overview prints, and the rows of each."""
    return model.once(("shown", model.involved), lambda: _strips_and_rows(model))


def _strips_and_rows(model: HexPosition) -> tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]:
    strips = strips_in_use(model)
    return strips, tuple([_rows_of(model, strip, len(strips)) for strip in strips])


def _rows_of(model: HexPosition, strip: tuple[int, int], strips: int) -> tuple[int, int]:
    """The rows of a strip: on a sheet of one strip those in use, with its named places; of several those around its stacks."""
    if strips == 1:
        return rows_in_use(model)
    used = [row for column, row in _in_use(model) if strip[0] <= column <= strip[1]]
    if not used:
        return rows_in_use(model)
    first, last = model.ground.rows
    return max(min(used) - ROUND, first), min(max(used) + ROUND, last)


def _strip(model: HexPosition, columns: tuple[int, int], rows: tuple[int, int]) -> list[str]:
    """A strip: the bare sheet, with the stacks written over their cells."""
    bare, cells = model.ground.once(("overview", columns, rows), lambda: _bare(model.ground, columns, rows))
    canvas = bare.copy()
    shown: list[tuple[int, str]] = []
    for stack in model.bottom_up:
        if (cell := cells.get(stack.at)) is not None:
            text = f"{stack.brackets[0]}{stack.letter}{stack.brackets[1]}"
            # At the right edge it goes without its second bracket.
            shown.append((cell, text[: WIDTH - cell % canvas.width]))
    canvas.write_all(shown)
    return canvas.lines()


def _bare(ground: Ground, columns: tuple[int, int], rows: tuple[int, int]) -> tuple[Canvas, Mapping[str, int]]:
    """A strip without stacks, and where the cell of each hex begins."""
    known: dict[tuple[object, ...], str] = ground.once("lines of the overview", dict)
    rulers = [_ruler(ground, columns, parity) for parity in (0, 1)]
    lines = rulers.copy()
    places: list[tuple[str, int, int]] = []
    for row in range(rows[0], rows[1] + 1):
        for parity in (0, 1):
            key = columns, row, parity, min(rows[1], row + 1)
            of_parity = _of_parity(ground, columns, parity)
            places += [(hex_id(column, row), len(lines), _middle(columns, column) - 1) for column in of_parity]
            lines.append(known.get(key) or known.setdefault(key, _line(ground, *key)))
    canvas = Canvas([*lines, *rulers], WIDTH)
    return canvas, {at: line * canvas.width + left for at, line, left in places}


def _is_lower(ground: Ground, column: int) -> int:
    """1 for a column that stands half a hex lower, else 0."""
    return int(column % 2 == ground.stagger)


def _of_parity(ground: Ground, columns: tuple[int, int], parity: int) -> range:
    """The columns of a strip that stand lower (`parity` 1), or the others."""
    first = columns[0] + (_is_lower(ground, columns[0]) != parity)
    return range(first, columns[1] + 1, 2)


def _middle(columns: tuple[int, int], column: int) -> int:
    return LABEL + 2 * (column - columns[0])


def _ruler(ground: Ground, columns: tuple[int, int], parity: int) -> str:
    line = [" "] * WIDTH
    for column in _of_parity(ground, columns, parity):
        middle = _middle(columns, column)
        line[middle - 1 : middle + 1] = f"{column:02}"
    return "".join(line).rstrip()


def _line(ground: Ground, columns: tuple[int, int], row: int, parity: int, last_row: int) -> str:
    line = [" "] * WIDTH
    line[0:2] = f"{row:02}"
    for column in _of_parity(ground, columns, 1 - parity):
        # The gap between two cells of this line lies above a hex of the other parity: its north side.
        row_below = row + parity
        if row_below <= last_row:
            line[_middle(columns, column)] = _side(ground, hex_id(column, row_below), ("N",))
    for column in _of_parity(ground, columns, parity):
        at, middle = hex_id(column, row), _middle(columns, column)
        if at in ground.cells:
            line[middle - 1] = _side(ground, at, ("NW", "SW"))
            line[middle] = ground_character(ground, at)
    return "".join(line).rstrip()


def _side(ground: Ground, at: str, sides: Sequence[str]) -> str:
    for side in sides:
        drawn = ground.sides.get(pair(at, beside(at, side, ground.stagger)), "")
        if drawn and drawn in ground.overview_sides:
            return drawn
    return " "


def ground_character(ground: Ground, at: str) -> str:
    """One character for a hex: its terrain, else ``@`` for a named place, else its level, ``.`` for level 1."""
    cell = ground.cells[at]
    if cell.letter:
        return cell.letter
    if at in ground.places:
        return "@"
    return str(cell.level) if cell.level != 1 and ground.has_levels else "."

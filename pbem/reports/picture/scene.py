"""A scene of the position: title, sheet, what the phase did, counters, legend."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import cast

from pbem.reports.maps.hex_position import Ground, HexPosition, Stack
from pbem.reports.maps.panels import Box
from pbem.reports.picture.area import CORNERS, HALF_HEIGHT, Area, area_of, whole_sheet
from pbem.reports.picture.ground import (
    FAINT,
    GRID,
    INK,
    PAPER,
    TINTS,
    WATER,
    growth,
    hatch,
    levels_of,
    place_names,
    sheet,
    side_line,
    tint,
)
from pbem.reports.picture.pieces import ZOC, arc, arrow, beside, clash, colour_of, counter, fight, shot, way
from pbem.reports.picture.shapes import Caption, Disc, Line, MapSheet, Point, Polygon, Scene, Shape, Text
from pbem.reports.wrap import ascii_text

# The legend: every sign that may stand in the pictures of a game, with what it means.

SIZE = 12.0
ROW = 38.0
SIGN = 52.0
LEGEND_GAP = 18.0
LEGEND_CHARACTER = 0.56
"""About how wide a character is, by its height."""

R = 21.0
PATCH = 0.85
"""The radius of a counter's hex in the legend, and by what a hex of bare ground is smaller."""

GROUNDS = ("woods", "rocks", "marsh", "coulee")


@dataclass(frozen=True)
class Item:
    """A sign, drawn in a field of 52 x 38 round a point, and its words."""

    sign: Callable[[Point], Iterable[Shape]]
    words: str

    @property
    def width(self) -> float:
        """About how many pixels it takes."""
        return SIGN + len(self.words) * SIZE * LEGEND_CHARACTER + LEGEND_GAP


def legend(ground: Ground, left: float, top: float, width: float) -> tuple[tuple[Shape, ...], float]:
    """The legend's shapes, in as many rows as `width` needs, and how high it is."""
    shapes: list[Shape] = []
    x, y = left, top + ROW / 2
    for item in items(ground):
        if x > left and x + item.width > left + width:
            x, y = left, y + ROW
        shapes += item.sign((x + SIGN / 2 - 4, y))
        shapes.append(Text((x + SIGN, y), item.words, SIZE, INK, anchor="start"))
        x += item.width
    y += ROW / 2
    for words in ground.legend:
        for line in _lines(words, width):
            shapes.append(Text((left, y + SIZE), line, SIZE, INK, anchor="start"))
            y += SIZE * 1.6
    return tuple(shapes), y - top + SIZE / 2


def _lines(words: str, width: float) -> Iterator[str]:
    room = max(int(width / (SIZE * LEGEND_CHARACTER)), 20)
    line = ""
    for word in words.split():
        if line and len(line) + 1 + len(word) > room:
            yield line
            line = ""
        line = f"{line} {word}".strip()
    if line:
        yield line


def items(ground: Ground) -> Iterator[Item]:
    """Counters first, then what the phase did, then the ground."""
    for brackets, owner in ground.owners.items():
        yield Item(partial(_counter, brackets, "C/3", ""), owner)
    for brackets in tuple(ground.owners)[:1]:
        yield Item(partial(_counter, brackets, "x5", ""), "the strongest of five units; stack letter on the left")
        yield Item(partial(_counter, brackets, "C/3", "d"), "a leader is there; worst condition below")
    yield Item(_zoc, "in an enemy ZOC")
    colour = colour_of(next(iter(ground.owners), ""))
    deeds = {
        "move": Item(partial(_arrow, colour, is_dashed=False), "moved"),
        "retreat": Item(partial(_arrow, colour, is_dashed=True), "fell back"),
        "fire": Item(partial(_fight, shot, colour), "fired"),
        "melee": Item(partial(_fight, clash, colour), "attacked"),
    }
    yield from (deeds[deed] for deed in ground.deeds)
    for sign, words in ground.signs:
        yield Item(partial(_arc if sign == "arc" else _thing, sign, tuple(ground.owners)[-1]), words)
    for look in ground.looks.values():
        yield Item(partial(_growth if look.kind in GROUNDS else _side, ground, look.kind), look.name)
    if ground.has_levels:
        yield from _levels(ground)


def _counter(brackets: str, tag: str, condition: str, at: Point) -> Iterator[Shape]:
    return counter(at, Stack("", brackets, "K", "0000", tag, 4, "D", condition, bool(condition), "C/3"), R)


def _thing(sign: str, brackets: str, at: Point) -> Iterator[Shape]:
    return counter(at, Stack("", brackets, "", "0000", sign, 0, "", sign=sign), R)


def _arc(sign: str, brackets: str, at: Point) -> Iterator[Shape]:
    yield _hex(at, TINTS[0])
    yield from arc(at, R * PATCH)


def _zoc(at: Point) -> Iterator[Shape]:
    yield _hex(at, TINTS[0])
    yield from hatch(at, R * PATCH, ZOC)


def _arrow(colour: str, at: Point, *, is_dashed: bool) -> Iterator[Shape]:
    return arrow([(at[0] - 18, at[1]), (at[0] + 26, at[1])], colour, R, is_dashed=is_dashed)


def _fight(draw: Callable[[Point, Point, str, float], Iterator[Shape]], colour: str, at: Point) -> Iterator[Shape]:
    return draw((at[0] - 26, at[1]), (at[0] + 26, at[1]), colour, R)


def _growth(ground: Ground, kind: str, at: Point) -> Iterator[Shape]:
    yield _hex(at, TINTS[0])
    yield from growth(kind, at, R * PATCH)


def _side(ground: Ground, kind: str, at: Point) -> Iterator[Shape]:
    return side_line(kind, (at[0] - 16, at[1] - 2), (at[0] + 16, at[1] - 2), (at[0], at[1] + 20), R)


def _levels(ground: Ground) -> Iterator[Item]:
    """One sign for each tint, with the levels that have it."""
    low, high = levels_of(ground)
    by_tint: dict[str, list[int]] = {}
    for level in range(low, high + 1):
        by_tint.setdefault(tint(ground, level, low, high), []).append(level)
    for n, (colour, levels) in enumerate(by_tint.items()):
        words = str(levels[0]) if len(levels) == 1 else f"{levels[0]}-{levels[-1]}"
        yield Item(partial(_tint, colour), f"level {words}" if not n else words)


def _tint(colour: str, at: Point) -> Iterator[Shape]:
    yield _hex(at, colour)


def _hex(at: Point, fill: str) -> Polygon:
    return Polygon(tuple((at[0] + dx * R * PATCH, at[1] + dy * R * PATCH) for dx, dy in CORNERS), fill, GRID, 1.0)


EDGE = 18.0
TITLE, SUBTITLE = 21.0, 13.0
CHARACTER, GAP = 0.52, 4
"""The width of a character of prose, in parts of its height, and characters between what is shown and its source."""
INSET = 190.0
"""Pixels of the whole map in small, the longer side."""
NARROWEST = 640.0
"""Pixels across that title and legend are given at least."""

MOST_PAINTED = 6
"""Bare sheets that are kept of a map: a battle moves over the sheet slowly, so that most pictures find theirs."""


def position(model: HexPosition, caption: Caption) -> Scene:
    """The position as a picture: the piece of the sheet with all stacks, or as much of it as can be read."""
    area = area_of(model)
    return _scene(model, area, caption)


def whole(model: HexPosition, caption: Caption) -> Scene:
    """The whole sheet with the position on it, however large it gets."""
    return _scene(model, whole_sheet(model.ground), caption)


def bare(ground: Ground, caption: Caption) -> Scene:
    """A sheet with nobody on it."""
    return whole(HexPosition(ground, ()), caption)


def _scene(model: HexPosition, found: Area, caption: Caption) -> Scene:
    bare_sheet, area = sheet_of(found)
    above = head(caption, bare_sheet.width, _part(model, area))
    small = () if area.is_whole else inset(model, area)
    return Scene(bare_sheet, (*above, *play(model, area), *small), alt_text(model, caption))


def inset(model: HexPosition, area: Area) -> tuple[Shape, ...]:
    """The whole map in small over the freest corner of the picture: who stands where, and which piece is drawn large."""
    ground, (c1, c2) = model.ground, model.ground.columns
    radius = min(INSET / (1.5 * (c2 - c1) + 2), INSET / (2 * HALF_HEIGHT * (ground.rows[1] - ground.rows[0] + 2)))
    small = Area(ground, Box(ground.columns, ground.rows), radius)
    left, top = _freest(model, area, small.width, small.height)
    small = replace(small, left=left, top=top)
    edge = _corners(small.left, small.top, small.left + small.width, small.top + small.height)
    shapes: list[Shape] = [Polygon(edge, PAPER, INK, 1.5)]
    for (a, b), sign in ground.sides.items():
        look = ground.looks.get(sign)
        if look is not None and look.kind in ("water", "creek") and a in ground.cells and b in ground.cells:
            (x1, y1), (x2, y2) = small.middle(a), small.middle(b)
            shapes.append(Disc(((x1 + x2) / 2, (y1 + y2) / 2), max(0.5 * radius, 0.8), WATER))
    for stack in model.bottom_up:
        if stack.at in ground.cells and stack.tag != stack.sign:
            shapes.append(Disc(small.middle(stack.at), max(0.9 * radius, 2.2), colour_of(stack.brackets)))
    (first, top), (last, foot) = (
        small.middle(f"{column:02}{row:02}") for column, row in zip(area.box.columns, area.box.rows, strict=True)
    )
    piece = _corners(first - radius, top - radius, last + radius, foot + radius)
    shapes.append(Line((*piece, piece[0]), INK, 1.5))
    return tuple(shapes)


def _freest(model: HexPosition, area: Area, wide: float, tall: float) -> tuple[float, float]:
    """The corner of a picture in which the least stacks are covered, a lower one first, as the left and top of what covers
    them."""
    lefts, tops = (
        (last - 4, first + 4)
        for first, last in ((area.left, area.left + area.width - wide), (area.top, area.top + area.height - tall))
    )
    spots = [area.middle(one.at) for one in model.stacks if area.has(one.at)]
    r = 0.7 * area.radius

    def covered(corner: tuple[float, float]) -> int:
        left, top = corner
        return sum(left - r < x < left + wide + r and top - r < y < top + tall + r for x, y in spots)

    return min(((max(left, area.left + 4), top) for top in tops for left in lefts), key=covered)


def _corners(left: float, top: float, right: float, foot: float) -> tuple[tuple[float, float], ...]:
    return (left, top), (right, top), (right, foot), (left, foot)


def sheet_of(area: Area) -> tuple[MapSheet, Area]:
    """The bare sheet of an area with its legend, and the area as it stands on it; drawn once for each."""
    painted = area.ground.painted
    key = (area.box, area.radius, area.is_whole)
    found = painted.get(key)
    if found is None:
        if len(painted) >= MOST_PAINTED:
            painted.clear()
        found = painted[key] = _drawn(area)
    return cast("tuple[MapSheet, Area]", found)


def _drawn(area: Area) -> tuple[MapSheet, Area]:
    width = max(area.width, NARROWEST) + 2 * EDGE
    placed = replace(area, left=(width - area.width) / 2, top=EDGE + 52)
    foot, high = legend(area.ground, EDGE, placed.top + area.height + 14, width - 2 * EDGE)
    height = placed.top + area.height + 14 + high + EDGE / 2
    return MapSheet(round(width), round(height), PAPER, (*sheet(placed), *foot)), placed


def play(model: HexPosition, area: Area) -> tuple[Shape, ...]:
    """The shapes that change from picture to picture: ZOC, fields of fire, ways, counters, names, fights."""
    shapes: list[Shape] = []
    brackets = {stack.side: stack.brackets for stack in model.stacks}
    for at in sorted(model.zoc):
        if area.has(at):
            shapes += hatch(area.middle(at), area.radius, ZOC)
    for at in sorted(model.arcs):
        if area.has(at):
            shapes += arc(area.middle(at), area.radius)
    for mark in model.marks:
        if mark.kind in ("move", "retreat"):
            shapes += way(area, mark, colour_of(brackets.get(mark.side, "")))
    fighting = {stack.at for stack in model.stacks if stack.tag != stack.sign}
    # Things first, for whoever stands among them hides them; they are drawn small beside them.
    for stack in model.bottom_up:
        if area.has(stack.at):
            is_beside = stack.tag == stack.sign and stack.at in fighting
            shapes += (beside if is_beside else counter)(area.middle(stack.at), stack, area.radius)
    shapes += place_names(area, {stack.at for stack in model.stacks})
    for mark in model.marks:
        if mark.kind in ("fire", "melee"):
            shapes += fight(area, mark, colour_of(brackets.get(mark.side, "")))
    return tuple(shapes)


def _part(model: HexPosition, area: Area) -> str:
    if area.is_whole:
        return ""
    hidden = sum(not area.has(stack.at) for stack in model.stacks)
    return f"{area.box.title}; {hidden} stacks lie elsewhere: see the text map" if hidden else area.box.title


def head(caption: Caption, width: float, part: str = "") -> tuple[Shape, ...]:
    """The title over a picture of this width, with a rule below; `part` says which part of the map it shows."""
    room = int((width - 2 * EDGE) / (SUBTITLE * CHARACTER)) - len(caption.source) - GAP
    shows = "; ".join(words for words in (caption.shows, part) if words)
    title = ascii_text(caption.title)[: int((width - 2 * EDGE) / (TITLE * 0.68))]
    rule = EDGE + 44
    shapes: list[Shape] = [
        Text((EDGE, EDGE + 8), title, TITLE, INK, bold=True, anchor="start"),
        Text((EDGE, EDGE + 32), shortened(ascii_text(shows), room), SUBTITLE, FAINT, anchor="start"),
        Polygon(((EDGE, rule), (width - EDGE, rule), (width - EDGE, rule + 1.5), (EDGE, rule + 1.5)), INK),
    ]
    if caption.source:
        shapes.append(Text((width - EDGE, EDGE + 32), ascii_text(caption.source), SUBTITLE, FAINT, anchor="end"))
    return tuple(shapes)


def shortened(words: str, room: int) -> str:
    """Words that have no more room than so many characters: as many whole ones as fit, and dots."""
    if len(words) <= room:
        return words
    return f"{words[: max(room - 3, 0)].rpartition(' ')[0].rstrip('(;, ')} ..."


def alt_text(model: HexPosition, caption: Caption) -> str:
    """The picture in words: what it shows, who is where, what happened.  Pure ASCII."""
    lines = [". ".join(words for words in (caption.title, caption.shows) if words)]
    for brackets, owner in model.ground.owners.items():
        stacks = [stack for stack in model.stacks if stack.brackets == brackets]
        if stacks:
            lines.append(f"{owner}: {_listed(stacks)}")
    moves = sum(mark.kind in ("move", "retreat") for mark in model.marks)
    fights = sum(mark.kind in ("fire", "melee") for mark in model.marks)
    if moves or fights:
        lines.append(f"Marked: {_counted(moves, 'move')} and {_counted(fights, 'fight')} of the phases told")
    lines.append("All of it is in the text below too")
    return ascii_text(". ".join(lines) + ".")


MOST_LISTED = 12


def _named(stack: Stack) -> str:
    """``C/3``, ``A/3 and 4 more``."""
    more = stack.count - 1
    return f"{stack.lead} and {more} more" if more and stack.lead else stack.tag


def _counted(n: int, noun: str) -> str:
    """``1 fight``, ``3 fights``, ``no fights``."""
    return f"{n or 'no'} {noun}{'' if n == 1 else 's'}"


def _listed(stacks: Sequence[Stack]) -> str:
    listed = [f"{stack.letter} {_named(stack)} in {stack.at}" for stack in stacks[:MOST_LISTED]]
    more = len(stacks) - len(listed)
    return ", ".join(listed) + (f" and {_counted(more, 'more stack')}" if more else "")

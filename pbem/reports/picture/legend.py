"""The legend: every sign that may stand in the pictures of a game, with what it means."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial

from pbem.reports.picture.area import CORNERS
from pbem.reports.picture.ground import GRID, INK, TINTS, growth, hatch, levels_of, side_line, tint
from pbem.reports.picture.pieces import ZOC, arrow, clash, colour_of, counter, shot
from pbem.reports.picture.shapes import Point, Polygon, Shape, Text
from pbem.reports.picture.things import arc
from pbem.reports.report import Ground, Stack

SIZE = 12.0
ROW = 38.0
SIGN = 52.0
GAP = 18.0
CHARACTER = 0.56
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
        return SIGN + len(self.words) * SIZE * CHARACTER + GAP


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
    room = max(int(width / (SIZE * CHARACTER)), 20)
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

"""A position on a map of hexes, as data: the sheet, the stacks on it, what a phase did."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any, TypeVar

# The geometry of hexes on paper: every second column stands half a hex lower.
#
# `stagger` is 1 where those are the odd columns, 0 where they are the even ones.

MOST_ROUND = 1 << 10
"""Hexes of which it is kept what lies round them."""
UPPER = {"N": (0, -1), "NE": (1, -1), "SE": (1, 0), "S": (0, 1), "SW": (-1, 0), "NW": (-1, -1)}
LOWER = {"N": (0, -1), "NE": (1, 0), "SE": (1, 1), "S": (0, 1), "SW": (-1, 1), "NW": (-1, 0)}


@cache
def hex_id(column: int, row: int) -> str:
    """``CCRR``."""
    return f"{column:02}{row:02}"


@cache
def place(hex_id: str) -> tuple[int, int]:
    """Column and row of ``CCRR``; of a sheet with more than a hundred columns ``CCCRR``."""
    return int(hex_id[:-2]), int(hex_id[-2:])


@cache
def beside(hex_id_: str, side: str, stagger: int = 1) -> str:
    """The hex across a side (``N NE SE S SW NW``); it may lie off the map, and then it is no hex that anything stands in."""
    column, row = place(hex_id_)
    dc, dr = (LOWER if column % 2 == stagger else UPPER)[side]
    return hex_id(column + dc, row + dr)


def pair(a: str, b: str) -> tuple[str, str]:
    """A hexside by its two hexes, in ascending sequence."""
    return (a, b) if a < b else (b, a)


def distance(a: str, b: str, stagger: int = 1) -> int:
    """Hexes from one to the other (docs/map-format.md, 1)."""
    (ca, ra), (cb, rb) = place(a), place(b)
    dc = cb - ca
    dz = (rb - (cb + 1 - stagger) // 2) - (ra - (ca + 1 - stagger) // 2)
    return max(abs(dc), abs(dz), abs(dc + dz))


@lru_cache(maxsize=MOST_ROUND)
def within(at: str, radius: int, stagger: int = 1) -> frozenset[str]:
    """The hexes within a distance of one, itself included; some may lie off the map."""
    column, row = place(at)
    level = row - (column + 1 - stagger) // 2
    found = []
    for across in range(max(-radius, -column), radius + 1):
        # Of a column those whose `distance` is no more: what runs down and what runs askew are both bounded.
        here = level + (column + across + 1 - stagger) // 2
        rows = range(here + max(-radius, -radius - across), here + min(radius, radius - across) + 1)
        found += [hex_id(column + across, r) for r in rows if r >= 0]
    return frozenset(found)


LINE_END = b"\n"


class Canvas:
    """Lines of one width, each with its end, one behind the other: a place is `width` times its line, and its column.

    A character is a byte of `data`.  What is not plain ASCII (in a place's name) is kept aside until the lines are read.
    """

    __slots__ = ("_odd", "data", "width")

    def __init__(self, lines: Sequence[str], width: int) -> None:
        self.width = width + len(LINE_END)
        self.data = bytearray(LINE_END.join([b" " * width] * len(lines)) + LINE_END)
        self._odd: dict[int, str] = {}
        for n, line in enumerate(lines):
            self.write(n * self.width, line)

    def copy(self) -> "Canvas":
        """Another one that reads the same."""
        made = Canvas((), 0)
        made.width, made.data, made._odd = self.width, self.data.copy(), self._odd.copy()
        return made

    def write(self, place: int, text: str) -> None:
        """Write from a place on; it must fit into the line."""
        for n in range(place, place + len(text)) if self._odd else ():
            self._odd.pop(n, None)
        if text.isascii():
            self.data[place : place + len(text)] = text.encode()
        else:
            self.data[place : place + len(text)] = text.encode("ascii", "replace")
            self._odd.update((n, character) for n, character in enumerate(text, place) if not character.isascii())

    def write_all(self, texts: Iterable[tuple[int, str]]) -> None:
        """Write several texts, each from its own column."""
        data = self.data
        for place, text in texts:
            if self._odd or not text.isascii():
                self.write(place, text)
            else:
                data[place : place + len(text)] = text.encode()

    def lines(self) -> list[str]:
        """The lines without blanks at their ends."""
        text = self.data.decode()
        for place, character in self._odd.items():
            text = f"{text[:place]}{character}{text[place + 1 :]}"
        return [line.rstrip() for line in text[:-1].split("\n")]


T = TypeVar("T")

MOST_DRAWN = 500
"""Bare drawings that a sheet keeps: panels of a few kilobytes each."""


@dataclass(frozen=True, slots=True)
class Cell:
    """The ground of one hex: `letter` is ``w``, ``k``, ``m`` ... or "" for clear; `level` the highest elevation in it."""

    letter: str
    level: int


@dataclass(frozen=True, slots=True)
class GroundStyle:
    """The meaning of a ground letter or a hexside's character: `kind` is one of `KINDS`, `name` what the legend calls it.

    In a map in which a letter stands for units `kind` is ``us`` or ``them``.
    """

    kind: str
    name: str


KINDS = ("woods", "rocks", "marsh", "coulee", "water", "creek", "ford", "dry", "cliff", "ridge")
"""The looks of ground and hexsides in a picture and in colour; `cliff` is any edge that is too steep to pass."""


@dataclass(frozen=True)
class Ground:
    """A map sheet as it is drawn; it never changes in play and is shared by all reports of a game.

    `columns` and `rows` are first and last; every second column stands half a hex lower, the odd ones if `stagger` is 1 (as on
    most sheets), the even ones if it is 0.  `has_levels` is False for a board that knows none.
    `sides` gives, for two hexes in ascending sequence, the character that their hexside is drawn with in a panel; only those
    in `overview_sides` are drawn in the overview.  `key` is the MAP KEY, line by line; `north` the way in which north lies
    on it (``up``, ``left``).

    For the picture: `looks` says what the letters of `cells` and the characters of `sides` look like, `legend` what the
    figures on a counter mean, `owners` whose counters stand in which brackets, `deeds` which kinds of `Mark` there are, `signs`
    what else is drawn (``tipi``, ``arc``) with its words.
    `drawn` and `painted` keep what was drawn before: the bare sheet, to which a report adds its counters.
    """

    columns: tuple[int, int]
    rows: tuple[int, int]
    cells: Mapping[str, Cell]
    sides: Mapping[tuple[str, str], str]
    places: Mapping[str, str]
    overview_sides: str = "~#"
    key: tuple[str, ...] = ()
    stagger: int = 1
    north: str = "up"
    has_levels: bool = True
    looks: Mapping[str, GroundStyle] = field(default_factory=dict)
    legend: tuple[str, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    deeds: tuple[str, ...] = ("move", "retreat", "fire", "melee")
    signs: tuple[tuple[str, str], ...] = ()
    drawn: dict[object, Any] = field(default_factory=dict, repr=False, compare=False)
    painted: dict[object, object] = field(default_factory=dict, repr=False, compare=False)

    def once(self, key: object, draw: Callable[[], T]) -> T:
        """The result of `draw`, made once for each key; nobody changes it."""
        return _once(self.drawn, key, draw)


def signs_alone(**kinds: str) -> Ground:
    """The ground of a map of which only the colours of its signs are known: for each kind its signs."""
    looks = {sign: GroundStyle(kind, "") for kind, signs in kinds.items() for sign in signs}
    return Ground((0, 0), (0, 0), {}, {}, {}, looks=looks)


def _once(drawn: dict[object, Any], key: object, draw: Callable[[], T]) -> T:
    found: T | None = drawn.get(key)
    if found is None:
        if len(drawn) >= MOST_DRAWN:
            drawn.clear()
        found = drawn[key] = draw()
    return found


@dataclass(frozen=True, slots=True)
class Stack:
    """All counters of one side in a hex, as the map shows them.

    `brackets` are the side's two; `tag` the unit's letters or ``x5``, and then `lead` those of the strongest of them; `mode`
    ``M D P`` or ``x``; `condition` the worst, or "".  `sign` is what else is there and is drawn as a thing rather than a
    counter: ``tipi``, ``folk``, ``herd`` or ``fire``.
    """

    side: str
    brackets: str
    letter: str
    at: str
    tag: str
    strength: int
    mode: str
    condition: str = ""
    leader: bool = False
    lead: str = ""
    sign: str = ""

    @property
    def count(self) -> int:
        """The number of units there: 5 of ``x5``, 1 of a tag that is a unit's own."""
        return int(self.tag[1:]) if self.tag[:1] == "x" and self.tag[1:].isdigit() else 1


@dataclass(frozen=True, slots=True)
class Mark:
    """Something that a phase did, as the picture marks it: `path` is hex by hex.

    `kind` is ``move``, ``retreat`` (rout and scattering too), ``fire`` or ``melee``; those two go from hex to hex.
    """

    kind: str
    side: str
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StackDrawings:
    """Drawings of some stacks, for all who are shown them."""

    ground: Ground
    stacks: tuple[Stack, ...]
    found: dict[object, Any]


@dataclass(frozen=True)
class HexPosition:
    """The position on hexes as one side sees it.

    `zoc` are the hexes in an enemy ZOC; `involved` hexes that the phase was about, which are drawn in a panel even with
    no enemy near; `marks` what happened, for the picture.  `drawn` is of the models that have the same stacks, such as both
    sides' of one position.  `arcs` are the hexes in the field of fire of a gun.
    """

    ground: Ground
    stacks: tuple[Stack, ...]
    zoc: frozenset[str] = frozenset()
    involved: frozenset[str] = frozenset()
    marks: tuple[Mark, ...] = ()
    drawn: "StackDrawings | None" = field(default=None, repr=False, compare=False)
    arcs: frozenset[str] = frozenset()

    @property
    def bottom_up(self) -> list[Stack]:
        """The stacks as they are drawn: things such as tipis first, so that whoever stands among them is seen."""
        return self.once("bottom up", lambda: sorted(self.stacks, key=lambda one: one.tag != one.sign))

    def once(self, key: object, draw: Callable[[], T]) -> T:
        """The drawing of the stacks by `draw`, made once for each key where they are shared; nobody changes it."""
        if self.drawn is None or self.drawn.stacks is not self.stacks or self.drawn.ground is not self.ground:
            return draw()
        return _once(self.drawn.found, key, draw)

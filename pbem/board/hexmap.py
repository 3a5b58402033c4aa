"""The map sheet: terrain, levels, hexsides, named places and entry zones of every hex, and who is next to whom.

`pbem.board.mapfile` reads one from a ``pbem-hexmap-1`` file.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from pbem.board import hexes

# North on a map sheet: the names of its edges and of the six directions between hexes.
#
# A sheet is numbered by column and row, whichever way it lies.  The map file says along which edge the lowest row
# and the lowest column run (docs/map-format.md); everything a rule or a player says of north and south is answered
# from there.

EDGES = ("north", "east", "south", "west")
"""The edges of a sheet, clockwise."""
OPPOSITE = {"north": "south", "east": "west", "south": "north", "west": "east"}


@dataclass(frozen=True)
class Compass:
    """The map edges along which the lowest row and the lowest column run; one north or south, the other east or west.

    Raises ValueError for two edges that don't meet in a corner.
    """

    lowest_row: str = "north"
    lowest_column: str = "west"

    def __post_init__(self) -> None:
        if self.lowest_column not in perpendicular(self.lowest_row):
            raise ValueError(
                f"the edge of the lowest column must be one of {' and '.join(perpendicular(self.lowest_row))}, "
                f"since the lowest row runs along the {self.lowest_row} edge; found {self.lowest_column!r}"
            )

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The six directions by name, clockwise from the neighbour toward the lowest row: ``N NE SE S SW NW``."""
        up, left = self.lowest_row, self.lowest_column
        down, right = OPPOSITE[up], OPPOSITE[left]
        return (
            _letter(up),
            _corner(up, right),
            _corner(down, right),
            _letter(down),
            _corner(down, left),
            _corner(up, left),
        )

    @property
    def north(self) -> str:
        """The way in which north lies on a map with the lowest row on top and the lowest column left: ``up``, ``left``."""
        return {"north": "up", "south": "down"}.get(self.lowest_row) or (
            "left" if self.lowest_column == "north" else "right"
        )

    @cached_property
    def edges(self) -> tuple[str, str, str, str]:
        """The edges along the lowest row, the highest column, the highest row and the lowest column."""
        return self.lowest_row, OPPOSITE[self.lowest_column], OPPOSITE[self.lowest_row], self.lowest_column


def perpendicular(edge: str) -> tuple[str, str]:
    """The two edges that meet `edge` in a corner.  Raises ValueError for what is no edge."""
    if edge not in OPPOSITE:
        raise ValueError(f"expected one of {', '.join(EDGES)}, found {edge!r}")
    return ("east", "west") if edge in ("north", "south") else ("north", "south")


def _letter(edge: str) -> str:
    return edge[0].upper()


def _corner(a: str, b: str) -> str:
    north_or_south = a if a in ("north", "south") else b
    return _letter(north_or_south) + _letter(b if north_or_south == a else a)


NORTH_UP = Compass()


class Distances:
    """The distances of a sheet: a byte for each hex, in a row that is made when one first asks from a hex."""

    def __init__(self, sheet: Iterable[str], stagger: int) -> None:
        self._stagger = stagger
        self._place: dict[str, int] = {}
        self._runs: list[tuple[int, int, int]] = []
        """Stretches of the sheet along a column: its number, the slant of the first hex (`hexes.cube`), how many."""
        for one in sheet:
            self._place[one] = len(self._place)
            column, slant = hexes.cube(one, stagger)
            last, first, many = self._runs[-1] if self._runs else (column, slant, 0)
            if (column, slant) == (last, first + many):
                self._runs[-1:] = [(column, first, many + 1)]
            else:
                self._runs.append((column, slant, 1))
        self._rows: dict[str, bytes] = {}
        self._along: dict[int, bytes] = {}
        slants = [first + at for _, first, many in self._runs for at in (0, many)]
        self._span = max(slants, default=0) - min(slants, default=0)

    def between(self, a: str, b: str) -> int:
        """The distance between two hexes, on the sheet or off it."""
        try:
            return self._rows[a][self._place[b]]
        except KeyError:
            on_sheet = a in self._place and b in self._place
            return self._from(a)[self._place[b]] if on_sheet else hexes.distance(a, b, self._stagger)

    def to_nearest(self, others: Iterable[str]) -> Callable[[str], int]:
        """Return a function that gives the distance from a hex of the sheet to the nearest of others. ValueError if there are
        none."""
        rows = [self._rows.get(one) or self._from(one) for one in others]
        place = self._place
        return lambda hex_id: min([row[place[hex_id]] for row in rows])

    def _from(self, hex_id: str) -> bytes:
        column, slant = hexes.cube(hex_id, self._stagger)
        starts = ((self._column_away(to - column), first - slant + self._span, many) for to, first, many in self._runs)
        made = self._rows[hex_id] = b"".join(row[start : start + many] for row, start, many in starts)
        return made

    def _column_away(self, columns: int) -> bytes:
        """The distances to the hexes of a column so many columns away, by how far their slant differs."""
        if columns not in self._along:
            slants = range(-self._span, self._span + 1)
            self._along[columns] = bytes(max(abs(columns), abs(one), abs(columns + one)) for one in slants)
        return self._along[columns]


CLEAR, LIGHT_WOODS, ROCKS, MARSH = "clear", "light_woods", "rocks", "marsh"
"""Kinds of ground that several games have."""
CLIFF, DRY_CREEK, ROSEBUD_CREEK = "cliff", "dry_creek", "rosebud_creek"
FORD = "ford"
BARRED = (CLIFF,)
"""Kinds of hexside that nothing may cross and that no ZOC reaches over."""

Edges = Mapping[tuple[str, str], tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Place:
    """A named place: its hexes and its tags (``hill``; ``victory`` marks a victory hex)."""

    name: str
    hexes: tuple[str, ...]
    tags: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A named run of hexes for entry; `edge` is the map edge on which it lies, or ""."""

    name: str
    hexes: tuple[str, ...]
    edge: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """A road, path, canal or railway: the hexes that it runs through, each next to the one before."""

    name: str
    kind: str
    hexes: tuple[str, ...]


class _WhenAsked(dict[str, tuple[str, ...]]):
    """Hexes by a hex, worked out when somebody first asks: a letter's orders concern few hexes of a sheet."""

    def __init__(self, work_out: Callable[[str], tuple[str, ...]]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, hex_id: str) -> tuple[str, ...]:
        found = self[hex_id] = self._work_out(hex_id)
        return found


@dataclass(frozen=True)
class HexMap:
    """A map sheet.

    `terrains` and `levels` hold every hex of the sheet, by column, then row; `sides` the kinds on each hexside that has
    any, under both sequences of its two hexes; `columns` and `rows` the first and the last.  `status` is
    ``reconstructed`` or ``transcribed``; `stagger` says which columns lie half a hex toward the higher rows,
    `compass` where north is; `fords` by name the two hexes that each connects.
    """

    id: str
    title: str
    columns: tuple[int, int]
    rows: tuple[int, int]
    terrains: Mapping[str, str]
    levels: Mapping[str, int]
    sides: Edges = field(default_factory=dict)
    steep: frozenset[str] = frozenset()
    places: Mapping[str, Place] = field(default_factory=dict)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    coulees: tuple[tuple[str, ...], ...] = ()
    status: str = "reconstructed"
    provenance: str = ""
    stagger: int = hexes.ODD
    compass: Compass = NORTH_UP
    coulee_exits: frozenset[str] = frozenset()
    fords: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    ways: tuple[Way, ...] = ()

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self.terrains

    def __iter__(self) -> Iterator[str]:
        return iter(self.terrains)

    def terrain(self, hex_id: str) -> str:
        """The terrain of a hex, such as ``light_woods``."""
        return self.terrains[hex_id]

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The terrains that the sheet has anywhere."""
        return frozenset(self.terrains.values())

    def level(self, hex_id: str) -> int:
        """The highest elevation in a hex (7.B)."""
        return self.levels[hex_id]

    def neighbours(self, hex_id: str) -> tuple[str, ...]:
        """The hexes of the sheet next to a hex, clockwise from the one toward row 00."""
        return self._neighbours[hex_id]

    def open_neighbours(self, hex_id: str) -> tuple[str, ...]:
        """Those of the neighbours that no cliff parts from it: where a unit may step and a ZOC may reach."""
        return self._open_neighbours[hex_id]

    def edges(self, a: str, b: str) -> tuple[str, ...]:
        """The kinds of the hexside between two hexes, such as ``("dry_creek",)``; empty where it is plain."""
        return self.sides.get((a, b), ())

    def crossed(self, a: str, b: str) -> tuple[str, ...]:
        """The kinds of hexside that a step between two hexes crosses: at a ford the ford, not the water."""
        kinds = self.edges(a, b)
        return (FORD,) if FORD in kinds else kinds

    def ways_between(self, a: str, b: str) -> tuple[str, ...]:
        """The kinds of way that run from a hex into its neighbour, such as ``("road",)``."""
        return self._ways.get((a, b), ())

    @cached_property
    def _ways(self) -> Edges:
        found: dict[tuple[str, str], tuple[str, ...]] = {}
        for way in self.ways:
            for pair in pairwise(way.hexes):
                for one in (pair, pair[::-1]):
                    found[one] = tuple(dict.fromkeys((*found.get(one, ()), way.kind)))
        return found

    def is_blocked(self, a: str, b: str) -> bool:
        """True if a prohibited hexside (a cliff) runs between two neighbours."""
        return any(kind in BARRED for kind in self.edges(a, b))

    def distance(self, a: str, b: str) -> int:
        """The distance in hexes."""
        return self.distances.between(a, b)

    def distance_to_nearest(self, hex_id: str, others: Iterable[str]) -> int:
        """The distance to the nearest of other hexes.  Raises ValueError if there are none."""
        return hexes.distance_to_nearest(hex_id, others, self.stagger)

    @cached_property
    def distances(self) -> Distances:
        """The distance of each hex of the sheet from each other."""
        return Distances(self.terrains, self.stagger)

    def within(self, hex_id: str, most: int) -> tuple[str, ...]:
        """The hexes of the sheet that are no more than so many hexes from one of them, itself included, in ascending order."""
        found = self._within.get((hex_id, most))
        if found is None:
            around = {hex_id}
            for _ in range(most):
                around |= {near for one in around for near in hexes.neighbours(one, self.stagger)}
            found = self._within[hex_id, most] = tuple(sorted(around & self.terrains.keys()))
        return found

    @cached_property
    def _within(self) -> dict[tuple[str, int], tuple[str, ...]]:
        return {}

    def beside(self, hex_id: str, direction: int) -> str | None:
        """The neighbour in a direction (0 to 5), None if it is not on the sheet."""
        found = hexes.beside(hex_id, direction, self.stagger)
        return found if found in self.terrains else None

    def next_to(self, hex_id: str, way: str) -> str:
        """The neighbour in a direction by its letters (``NW``), "" for none."""
        ways = self.compass.directions
        return (self.beside(hex_id, ways.index(way)) or "") if way in ways and hex_id in self else ""

    def map_edges(self, hex_id: str) -> tuple[str, ...]:
        """The map edges on which a hex lies, of ``north``, ``east``, ``south``, ``west``."""
        return tuple(edge for edge in EDGES if self.steps_to_edge(hex_id, edge) == 0)

    def steps_to_edge(self, hex_id: str, edge: str) -> int:
        """The number of columns or rows between a hex and a map edge; 0 on it.  Raises ValueError for what is no edge."""
        column, row = hexes.column_and_row(hex_id)
        away = (row - self.rows[0], self.columns[1] - column, self.rows[1] - row, column - self.columns[0])
        return away[self.compass.edges.index(edge)]

    def edge_hexes(self, edge: str) -> tuple[str, ...]:
        """The hexes of the sheet along a map edge, in ascending order."""
        return tuple(one for one in self.terrains if self.steps_to_edge(one, edge) == 0)

    def opposite_on_edge(self, hex_id: str, edge: str) -> str:
        """The hex of a map edge in the same column or row as a hex."""
        column, row = hexes.column_and_row(hex_id)
        ends = ((column, self.rows[0]), (self.columns[1], row), (column, self.rows[1]), (self.columns[0], row))
        return hexes.hex_id(*ends[self.compass.edges.index(edge)])

    def place_of(self, hex_id: str) -> Place | None:
        """The named place in a hex, if there is one."""
        return self._places_by_hex.get(hex_id)

    @cached_property
    def _coulee_hexes(self) -> frozenset[str]:
        return frozenset(at for coulee in self.coulees for at in coulee)

    def is_coulee(self, hex_id: str) -> bool:
        """True if a coulee runs through a hex."""
        return hex_id in self._coulee_hexes

    def is_coulee_exit(self, hex_id: str) -> bool:
        """True if a hex is an entry/exit hex of a coulee."""
        return hex_id in self.coulee_exits

    def is_coulee_only(self, hex_id: str) -> bool:
        """True if a coulee runs through a hex between steep walls: no entry/exit hex."""
        return hex_id in self._coulee_hexes and hex_id not in self.coulee_exits

    @cached_property
    def _coulee_ways(self) -> dict[str, tuple[str, ...]]:
        ways: dict[str, tuple[str, ...]] = {}
        for coulee in self.coulees:
            for a, b in pairwise(coulee):
                ways[a], ways[b] = (*ways.get(a, ()), b), (*ways.get(b, ()), a)
        return ways

    def along_coulee(self, hex_id: str) -> tuple[str, ...]:
        """The hexes in which a coulee goes on from a hex."""
        return self._coulee_ways.get(hex_id, ())

    @cached_property
    def _neighbours(self) -> Mapping[str, tuple[str, ...]]:
        return _WhenAsked(self._next_to)

    def _next_to(self, hex_id: str) -> tuple[str, ...]:
        if hex_id not in self.terrains:
            raise KeyError(hex_id)
        return tuple([one for one in hexes.neighbours(hex_id, self.stagger) if one in self.terrains])

    @cached_property
    def _open_neighbours(self) -> Mapping[str, tuple[str, ...]]:
        return _WhenAsked(self._open_next_to)

    def _open_next_to(self, hex_id: str) -> tuple[str, ...]:
        return tuple([one for one in self._neighbours[hex_id] if not self.is_blocked(hex_id, one)])

    @cached_property
    def _places_by_hex(self) -> dict[str, Place]:
        return {one: place for place in self.places.values() for one in place.hexes}


def blank(
    columns: int,
    rows: int,
    *,
    id: str = "blank",
    terrain: Mapping[str, str] | None = None,
    levels: Mapping[str, int] | None = None,
    sides: Mapping[str, str] | None = None,
) -> HexMap:
    """A clear sheet at level 0 for adjudication cases: hexes 0000 to the given size, ``0000`` to ``0705`` for 8 by 6.

    `terrain`, `levels` and `sides` (``0304/0305`` to its kind) say where it differs.
    """
    ids = [hexes.hex_id(c, r) for c in range(columns) for r in range(rows)]
    edges: dict[tuple[str, str], tuple[str, ...]] = {}
    for side, kind in (sides or {}).items():
        a, _, b = side.partition("/")
        edges[a, b] = (*edges.get((a, b), ()), kind)
        edges[b, a] = edges[a, b]
    return HexMap(
        id,
        "Blank sheet",
        (0, columns - 1),
        (0, rows - 1),
        {one: (terrain or {}).get(one, CLEAR) for one in ids},
        {one: (levels or {}).get(one, 0) for one in ids},
        edges,
    )

"""Reads a map file (``pbem-hexmap-1``, see docs/map-format.md): all its faults at once, each with its line."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from typing import Any

from pbem.board import hexes
from pbem.board.hexmap import DRY_CREEK, EDGES, NORTH_UP, Compass, HexMap, Place, Way, Zone, perpendicular
from pbem.core.tomlfile import TomlFile

FORMAT = "pbem-hexmap-1"
WATER = ("river", "rosebud_creek", "creek", "stream", "canal", DRY_CREEK)
WAYS = ("road", "path", "canal", "railway")
STAGGERS = {"odd": hexes.ODD, "even": hexes.EVEN}
KEYS = {
    "map": ("id", "title", "game", "status", "hex_miles", "provenance", "stream_sides"),
    "grid": ("columns", "rows", "stagger", "shoved", "row_00_side", "first_column_side", "digits"),
    "terrain": ("key", "grid"),
    "elevation": ("steep", "grid"),
    "line": ("name", "kind", "from", "to", "sides", "note"),
    "sides": ("kind", "sides", "note"),
    "ford": ("side", "name", "note", "alternative_to"),
    "coulee": ("name", "hexes", "joins", "note"),
    "place": ("name", "hex", "tags", "note", "provenance"),
    "zone": ("name", "hexes", "edge", "note", "provenance"),
    "way": ("name", "kind", "hexes", "note", "provenance"),
}
"""The keys of each table of a map file."""
TABLES = ("format", "map", "grid", "terrain", "elevation", "line", "sides", "ford", "coulee", "place", "zone", "way")


def read_map(text: str, name: str = "map") -> HexMap:
    """The sheet that a map file describes.  Raises Faults with everything that is wrong in it."""
    return map_of(TomlFile(name, text))


def map_of(file: TomlFile) -> HexMap:
    """The same of a file that was opened."""
    file.ended()
    made = _Reader(file).read()
    file.ended()
    return made


class _Reader:
    def __init__(self, file: TomlFile) -> None:
        self.file = file
        self.columns = (0, 0)
        self.rows = (0, 0)
        self.sides: dict[tuple[str, str], tuple[str, ...]] = {}
        self.on: frozenset[str] = frozenset()
        self.stagger = hexes.ODD
        self._short_ids = False

    def read(self) -> HexMap:
        file = self.file
        file.unknown("", file.data, TABLES)
        self._known_keys()
        if file.get("format", str) != FORMAT:
            file.fault("format", repr(FORMAT), file.data.get("format"))
        self.columns, self.rows = self._span("grid.columns"), self._span("grid.rows")
        self.stagger = self._stagger()
        self._short_ids = self._has_two_digits()
        off, terrains = self._terrains()
        levels = self._grid("elevation.grid", self._level, off)
        # A grid with faults has no say on which hexes there are: every hexside in it would be one more fault.
        whole = any(fault.key.startswith("terrain") for fault in file.faults)
        self.on = self._all_hexes(off) if whole else frozenset(terrains)
        for kind, where, listed in self._hexsides():
            self._edge(kind, where, listed)
        return HexMap(
            file.get("map.id", str),
            file.get("map.title", str),
            self.columns,
            self.rows,
            terrains,
            {one: levels.get(one, 0) for one in terrains},
            self.sides,
            frozenset(self._hexes("elevation.steep", file.get("elevation.steep", str, ""))),
            {place.name: place for place in self._places()},
            {zone.name: zone for zone in self._zones()},
            tuple(self._coulees()),
            file.get("map.status", str),
            file.get("map.provenance", str, "").strip(),
            self.stagger,
            self._compass(),
            frozenset(self._coulee_exits()),
            dict(self._fords()),
            tuple(self._ways()),
        )

    def _known_keys(self) -> None:
        """A misspelt key is a fault: read past, it would leave a hex without its tag and say nothing."""
        for name, known in KEYS.items():
            if isinstance(self.file.data.get(name), dict):
                self.file.unknown(name, self.file.get(name, dict), known)
            elif name in self.file.data:
                for path, table in self.file.tables(name):
                    self.file.unknown(path, table, known)

    def _has_two_digits(self) -> bool:
        """True if the sheet's numbers have two digits, one for the column and one for the row: ``34`` is hex 0304."""
        found = self.file.get("grid.digits", int, 4)
        if found not in (2, 4):
            self.file.fault("grid.digits", "4, or 2 for numbers such as 34 (column 3, row 4)", found)
        if found == 2 and max(*self.columns, *self.rows) > 9:
            self.file.fault("grid.digits", "4, as the sheet has numbers beyond 9", found)
        return found == 2

    def _four(self, text: str) -> str:
        """A list of hexes or hexsides, with numbers of four digits."""
        return re.sub(r"(?<!\d)(\d)(\d)(?!\d)", r"0\g<1>0\2", text) if self._short_ids else text

    def _stagger(self) -> int:
        """Files of an earlier form write ``shoved``."""
        key = "grid.shoved" if "shoved" in self.file.get("grid", dict) else "grid.stagger"
        found = self.file.get(key, str, "odd")
        if found not in STAGGERS:
            self.file.fault(key, "'odd' or 'even': the columns that lie half a hex toward the higher rows", found)
        return STAGGERS.get(found, hexes.ODD)

    def _compass(self) -> Compass:
        row = self.file.get("grid.row_00_side", str, NORTH_UP.lowest_row)
        if row not in EDGES:
            self.file.fault("grid.row_00_side", f"one of {', '.join(EDGES)}", row)
            return NORTH_UP
        across = perpendicular(row)
        column = self.file.get("grid.first_column_side", str, across[1] if row in ("north", "south") else across[0])
        if column not in across:
            expected = f"{' or '.join(across)}, as row 00 runs along the {row} edge"
            self.file.fault("grid.first_column_side", expected, column)
            return NORTH_UP
        return Compass(row, column)

    def _all_hexes(self, off: frozenset[str]) -> frozenset[str]:
        columns, rows = self.columns, self.rows
        ids = (hexes.hex_id(c, r) for c in range(columns[0], columns[1] + 1) for r in range(rows[0], rows[1] + 1))
        return frozenset(one for one in ids if one not in off)

    def _span(self, key: str) -> tuple[int, int]:
        found = self.file.get(key, list)
        if len(found) == 2 and all(isinstance(n, int) and 0 <= n <= 99 for n in found) and found[0] <= found[1]:
            return found[0], found[1]
        self.file.fault(key, "the first and the last number, 0 to 99, such as [11, 47]", found)
        return 0, 0

    def _terrains(self) -> tuple[frozenset[str], dict[str, str]]:
        key = self.file.get("terrain.key", dict)
        known = ", ".join(f"{mark} {name}" for mark, name in key.items()) + ", _ off the sheet"

        def terrain(mark: str) -> str | None:
            return "" if mark == "_" else key.get(mark)

        terrain.__doc__ = f"one of {known}"
        found = self._grid("terrain.grid", terrain, frozenset())
        off = frozenset(one for one, name in found.items() if not name)
        return off, {one: name for one, name in found.items() if name}

    @staticmethod
    def _level(mark: str) -> int | None:
        """a level, one digit"""
        return int(mark) if mark.isascii() and mark.isdigit() else None

    def _grid(self, key: str, read: Callable[[str], Any], off: frozenset[str]) -> dict[str, Any]:
        """One value for each hex of a character grid, by column, then row."""

        def fault(place: str, expected: str, found: str, below: int) -> None:
            """A fault so many lines below the first one; where that stands takes a search through the whole file."""
            self.file.fault(place, expected, found, self.file.first_line_of_text(key) + below)

        columns = range(self.columns[0], self.columns[1] + 1)
        rows: dict[int, list[str]] = {}
        meanings: dict[str, Any] = {}
        for below, line in enumerate(self.file.get(key, str).splitlines()):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            row = int(words[0]) if words[0].isascii() and words[0].isdigit() else -1
            marks = list("".join(words[1:]))
            if not self.rows[0] <= row <= self.rows[1]:
                fault(key, f"a row number, {self.rows[0]:02} to {self.rows[1]:02}", words[0], below)
            elif row in rows:
                fault(key, f"row {row:02} once", "it a second time", below)
            elif len(marks) != len(columns):
                expected = f"{len(columns)} characters in row {row:02}, columns {columns[0]} to {columns[-1]}"
                fault(key, expected, f"{len(marks)} characters", below)
                rows[row] = []
            else:
                rows[row] = marks
                meanings |= {mark: read(mark) for mark in set(marks) - meanings.keys()}
                for column, mark in zip(columns, marks, strict=True) if None in meanings.values() else ():
                    if meanings[mark] is None and hexes.hex_id(column, row) not in off:
                        fault(f"{key} {hexes.hex_id(column, row)}", f"{read.__doc__}", mark, below)
        for row in range(self.rows[0], self.rows[1] + 1):
            if row not in rows:
                self.file.fault(key, f"row {row:02}", "no such row")
        from_above = [(row, marks) for row, marks in sorted(rows.items()) if marks]
        found: dict[str, Any] = {}
        for n, column in enumerate(columns):
            ids = hexes.ids_in_column(column, (row for row, _ in from_above))
            found |= zip(ids, [meanings[marks[n]] for _, marks in from_above], strict=True)
        return {one: value for one, value in found.items() if value is not None and one not in off}

    def _hexsides(self) -> Iterator[tuple[str, str, list[str]]]:
        names = [table.get("name") for _, table in self.file.tables("line")]
        for path, table in self.file.tables("line"):
            kind = self.file.value(f"{path}.kind", table.get("kind"), str)
            if kind and kind not in WATER:
                self.file.fault(f"{path}.kind", f"one of {', '.join(WATER)}", kind)
            for end, free in (("from", ("edge", "spring")), ("to", ("edge", "sink"))):
                found = self.file.value(f"{path}.{end}", table.get(end), str)
                if found and found not in free and found not in names:
                    self.file.fault(f"{path}.{end}", f"{', '.join(free)} or the name of another line", found)
            listed = self._four(self.file.value(f"{path}.sides", table.get("sides"), str)).split()
            yield kind, f"{path}.sides", listed
            self._chain(f"{path}.sides", listed)
        for path, table in self.file.tables("sides"):
            kind = self.file.value(f"{path}.kind", table.get("kind"), str)
            yield kind, f"{path}.sides", self._four(self.file.value(f"{path}.sides", table.get("sides"), str)).split()
        for path, table in self.file.tables("ford"):
            side = self._four(self.file.value(f"{path}.side", table.get("side"), str))
            yield "ford", f"{path}.side", [side]
            pair = tuple(side.split("/"))
            if len(pair) == 2 and "river" not in self.sides.get((pair[0], pair[1]), ()):
                self.file.fault(f"{path}.side", "a river hexside", side)

    def _chain(self, key: str, listed: list[str]) -> None:
        """Hexsides of a stream stand in order downstream: each meets the next in one corner, so they share or touch a hex."""
        for first, second in pairwise(listed):
            a, b = set(first.split("/")), set(second.split("/"))
            if not all(hexes.is_id(one) for one in a | b):
                continue
            others = (a | b) - (a & b)
            if len(a & b) != 1 or len(others) != 2 or not self._touch(*sorted(others)):
                self.file.fault(key, f"a hexside that meets {first} in a corner", second)

    def _touch(self, a: str, b: str) -> bool:
        return hexes.are_adjacent(a, b, self.stagger)

    def _edge(self, kind: str, key: str, listed: list[str]) -> None:
        for side in listed:
            a, _, b = side.partition("/")
            if not (hexes.is_id(a) and hexes.is_id(b) and self._touch(a, b)):
                self.file.fault(key, "two adjacent hexes such as 4213/4312", side)
            elif a not in self.on and b not in self.on:
                self.file.fault(key, "a hexside of the sheet", side)
            else:
                for pair in ((a, b), (b, a)):
                    self.sides[pair] = (*self.sides.get(pair, ()), kind)

    def _hexes(self, key: str, text: str) -> Iterator[str]:
        """The hexes of a list of ids and ranges."""
        for word in self._four(text).replace("*", "").split():
            first, dots, last = word.partition("..")
            ends = (first, last) if dots else (first, first)
            if not all(hexes.is_id(end) for end in ends):
                self.file.fault(key, "hex ids such as 3413 and ranges such as 1100..1106", word)
                continue
            try:
                run = hexes.between(*ends)
            except ValueError as fault:
                self.file.fault(key, "a range along one column or one row", str(fault))
                continue
            if not run or any(one not in self.on for one in run):
                self.file.fault(key, "hexes of the sheet", word)
            yield from (one for one in run if one in self.on)

    def _places(self) -> Iterator[Place]:
        for path, table in self.file.tables("place"):
            name = self.file.value(f"{path}.name", table.get("name"), str)
            found = tuple(self._hexes(f"{path}.hex", self.file.value(f"{path}.hex", table.get("hex"), str)))
            tags = self.file.value(f"{path}.tags", table.get("tags"), list, [])
            yield Place(name, found, tuple(str(tag) for tag in tags))

    def _zones(self) -> Iterator[Zone]:
        for path, table in self.file.tables("zone"):
            name = self.file.value(f"{path}.name", table.get("name"), str)
            edge = self.file.value(f"{path}.edge", table.get("edge"), str, "")
            if edge and edge not in EDGES:
                self.file.fault(f"{path}.edge", f"one of {', '.join(EDGES)}", edge)
            yield Zone(
                name,
                tuple(self._hexes(f"{path}.hexes", self.file.value(f"{path}.hexes", table.get("hexes"), str))),
                edge,
            )

    def _fords(self) -> Iterator[tuple[str, tuple[str, str]]]:
        for _, table in self.file.tables("ford"):
            first, _, second = self._four(str(table.get("side", ""))).partition("/")
            if table.get("name"):
                yield str(table["name"]), (first, second)

    def _coulee_exits(self) -> Iterator[str]:
        """The hexes that a star marks: a coulee is entered and left there."""
        for path, table in self.file.tables("coulee"):
            text = self._four(self.file.value(f"{path}.hexes", table.get("hexes"), str))
            yield from (word.rstrip("*") for word in text.split() if word.endswith("*"))

    def _ways(self) -> Iterator[Way]:
        for path, table in self.file.tables("way"):
            name = self.file.value(f"{path}.name", table.get("name"), str)
            kind = self.file.value(f"{path}.kind", table.get("kind"), str)
            if kind and kind not in WAYS:
                self.file.fault(f"{path}.kind", f"one of {', '.join(WAYS)}", kind)
            found = tuple(self._hexes(f"{path}.hexes", self.file.value(f"{path}.hexes", table.get("hexes"), str)))
            for a, b in pairwise(found):
                if not self._touch(a, b):
                    self.file.fault(f"{path}.hexes", f"a hex next to {a}", b)
            yield Way(name, kind, found)

    def _coulees(self) -> Iterator[tuple[str, ...]]:
        for path, table in self.file.tables("coulee"):
            found = tuple(self._hexes(f"{path}.hexes", self.file.value(f"{path}.hexes", table.get("hexes"), str)))
            for a, b in pairwise(found):
                if not self._touch(a, b):
                    self.file.fault(f"{path}.hexes", f"a hex next to {a}", b)
            yield found


class SheetsDoNotFit(ValueError):
    """Two sheets cannot be laid side by side: what was expected, and what was found."""

    def __init__(self, expected: str, found: object) -> None:
        super().__init__(f"expected {expected}; found {found}")
        self.expected, self.found = expected, found


def joined(first: HexMap, second: HexMap) -> HexMap:
    """One map of two sheets that share a column or lie next to each other.  Raises SheetsDoNotFit.

    A named place or zone of both counts once.  A zone on an edge that the other sheet covers is no edge of the whole map
    and is left out.
    """
    north, south = sorted((first, second), key=lambda sheet: sheet.columns)
    _check(north, south)
    sides = dict(north.sides)
    for pair, kinds in south.sides.items():
        sides.setdefault(pair, kinds)
    places = {**north.places, **south.places}
    whole = HexMap(
        id=f"{north.id}+{south.id}",
        title=_common(north.title, south.title),
        columns=(north.columns[0], south.columns[1]),
        rows=north.rows,
        terrains=_in_order({**north.terrains, **south.terrains}),
        levels=_in_order({**north.levels, **south.levels}),
        sides=sides,
        steep=north.steep | south.steep,
        places=places,
        coulees=_connected(north.coulees, south.coulees),
        coulee_exits=north.coulee_exits | south.coulee_exits,
        fords={**north.fords, **south.fords},
        ways=tuple(dict.fromkeys((*north.ways, *south.ways))),
        status=north.status if north.status == south.status else "reconstructed",
        provenance="\n".join(dict.fromkeys((north.provenance, south.provenance))),
        stagger=north.stagger,
        compass=north.compass,
    )
    zones = {zone.name: zone for sheet in (north, south) for zone in sheet.zones.values() if _is_zone_of(whole, zone)}
    return replace(whole, zones=zones)


def _check(north: HexMap, south: HexMap) -> None:
    if north.rows != south.rows or north.stagger != south.stagger or north.compass != south.compass:
        raise SheetsDoNotFit(f"a sheet with the rows, the stagger and the compass of {north.id}", south.id)
    gap = south.columns[0] - north.columns[1]
    if gap > 1:
        raise SheetsDoNotFit(f"a sheet whose columns go on from {north.columns[1]}", south.columns[0])
    for one in north.terrains:
        if one in south.terrains and (north.terrains[one], north.levels[one]) != (
            south.terrains[one],
            south.levels[one],
        ):
            raise SheetsDoNotFit(f"the ground of {one} as on {north.id}", f"{south.terrains[one]} on {south.id}")


def _in_order(hexes: Mapping[str, Any]) -> dict[str, Any]:
    return {one: hexes[one] for one in sorted(hexes)}


def _common(north: str, south: str) -> str:
    """The common part of two titles: ``The Battle of the Little Bighorn, north sheet`` without the sheet."""
    head = north.rpartition(",")[0]
    return head if head and head == south.rpartition(",")[0] else f"{north} and {south}"


def _connected(north: tuple[tuple[str, ...], ...], south: tuple[tuple[str, ...], ...]) -> tuple[tuple[str, ...], ...]:
    """The coulees of both sheets; one that goes on over the seam is one coulee."""
    found: list[tuple[str, ...]] = list(north)
    for coulee in south:
        shared = next((one for one in found if set(one) & set(coulee)), None)
        if shared is None:
            found.append(coulee)
        else:
            found[found.index(shared)] = tuple(dict.fromkeys((*shared, *coulee)))
    return tuple(found)


def _is_zone_of(whole: HexMap, zone: Zone) -> bool:
    return not zone.edge or all(whole.steps_to_edge(one, zone.edge) == 0 for one in zone.hexes)

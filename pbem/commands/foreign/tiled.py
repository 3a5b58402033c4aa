"""Maps as Tiled has them (TMX, hexagonal), and back: https://doc.mapeditor.org/en/stable/reference/tmx-map-format/

Ground and levels are layers of tiles; streams, cliffs and fords are lines along hexsides, corner by corner; roads, paths and
coulees lines from hex to hex; places and zones points.  Where an object has a property `hexes`, that counts and not its
shape.  In Tiled a hex is 32 by 28 pixels, so all corners fall on whole pixels; maps of another size are read all the same.

A map whose rows are staggered is laid on its side: its rows are columns here, and row 00 runs along the west edge.
"""

import base64
import gzip
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from pbem.board import hexes
from pbem.board.mapfile import FORMAT, KEYS
from pbem.core.tomlfile import Fault, Faults, TomlFile

WIDE, HIGH, SIDE = 32, 28, 16
"""The pixels of a hex: its width, its height, and how long its upper side is."""
ALONG, THROUGH, SPOTS = ("line", "sides", "ford"), ("way", "coulee"), ("place", "zone")
"""Tables whose objects are lines along hexsides, lines through hexes, and points."""
LISTS = {
    "line": "sides",
    "sides": "sides",
    "ford": "side",
    "way": "hexes",
    "coulee": "hexes",
    "place": "hex",
    "zone": "hexes",
}
"""The key of each table that says where it lies."""
LEVELS = 10
MOST_BYTES = 20_000_000
EMPTY = "_"
Point = tuple[float, float]


@dataclass(frozen=True)
class TiledGrid:
    """The pixels of a hexagonal map: the first column and row, which columns are staggered, the size of a hex."""

    column: int
    row: int
    stagger: int
    wide: float = WIDE
    high: float = HIGH
    side: float = SIDE

    def centre(self, of: str) -> Point:
        """The middle of a hex."""
        column, row = hexes.column_and_row(of)
        down = self.high / 2 if column % 2 == self.stagger else 0
        x = self.wide / 2 + (column - self.column) * (self.wide + self.side) / 2
        return x, self.high / 2 + (row - self.row) * self.high + down

    def corners(self, of: str) -> tuple[Point, ...]:
        """The six corners of a hex."""
        x, y = self.centre(of)
        half, out, up = self.side / 2, self.wide / 2, self.high / 2
        return tuple(
            (x + dx, y + dy) for dx, dy in ((-half, -up), (half, -up), (out, 0), (half, up), (-half, up), (-out, 0))
        )

    def side_of(self, a: str, b: str) -> tuple[Point, Point]:
        """The two corners of a hexside."""
        others = self.corners(b)
        found = [one for one in self.corners(a) if any(_near(one, other, self.high / 8) for other in others)]
        return found[0], found[1]

    def hex_at(self, at: Point) -> str:
        """The hex of a point, "" where it could have no number."""
        guess = round((at[0] - self.wide / 2) / ((self.wide + self.side) / 2)) + self.column
        row = round((at[1] - self.high / 2) / self.high) + self.row
        near = (
            hexes.hex_id(c, r)
            for c in range(max(guess - 1, 0), min(guess + 2, 100))
            for r in range(max(row - 1, 0), min(row + 2, 100))
        )
        return min(near, key=lambda one: (_distance(self.centre(one), at), one), default="")

    def side_at(self, first: Point, last: Point) -> str:
        """The hexside between two corners, "" where they are of none."""
        middle = ((first[0] + last[0]) / 2, (first[1] + last[1]) / 2)
        inside = self.hex_at(middle)
        for other in hexes.neighbours(inside, self.stagger) if inside else ():
            corners = self.side_of(inside, other)
            ways = (corners, corners[::-1])
            if any(_near(a, first, self.high / 4) and _near(b, last, self.high / 4) for a, b in ways):
                return "/".join(sorted((inside, other)))
        return ""


def _distance(a: Point, b: Point) -> float:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def _near(a: Point, b: Point, most: float) -> bool:
    return _distance(a, b) <= most**2


# ---------------------------------------------------------------------------------------------------------------- writing


def to_tmx(file: TomlFile, picture: str) -> str:
    """The TMX of a map file; `picture` is the name of the picture with its tiles (`marks_of`, then the levels).

    Raises Faults for what is no map.
    """
    data = file.data
    grid = data["grid"]
    (first, last), (top, bottom) = grid["columns"], grid["rows"]
    stagger = {"odd": hexes.ODD, "even": hexes.EVEN}[grid.get("stagger", grid.get("shoved", "odd"))]
    layout = TiledGrid(first, top, stagger)
    columns, rows = last - first + 1, bottom - top + 1
    marks = marks_of(data)
    root = ElementTree.Element(
        "map",
        version="1.10",
        orientation="hexagonal",
        renderorder="right-down",
        width=str(columns),
        height=str(rows),
        tilewidth=str(WIDE),
        tileheight=str(HIGH),
        infinite="0",
        hexsidelength=str(SIDE),
        staggeraxis="x",
        staggerindex="odd" if (first + 1) % 2 == stagger else "even",
    )
    kept = {f"{table}.{key}": value for table in ("map", "grid") for key, value in data[table].items()}
    steep = data.get("elevation", {}).get("steep")
    _properties(root, kept | ({"elevation.steep": steep} if steep is not None else {}))
    count = len(marks) + LEVELS
    tiles = ElementTree.SubElement(
        root,
        "tileset",
        firstgid="1",
        name="pbem",
        tilewidth=str(WIDE),
        tileheight=str(HIGH),
        tilecount=str(count),
        columns=str(count),
    )
    ElementTree.SubElement(tiles, "image", source=picture, width=str(WIDE * count), height=str(HIGH))
    for n, (mark, name) in enumerate(marks.items()):
        _properties(ElementTree.SubElement(tiles, "tile", id=str(n), type=name), {"mark": mark})
    for level in range(LEVELS):
        _properties(ElementTree.SubElement(tiles, "tile", id=str(len(marks) + level), type="level"), {"level": level})
    ground, levels = (_grid(data.get(name, {}).get("grid", ""), columns) for name in ("terrain", "elevation"))
    numbers = {mark: n for n, mark in enumerate(marks, 1)}
    above = {str(level): len(marks) + 1 + level for level in range(LEVELS)}
    layers = [("terrain", ground, numbers), *([("elevation", levels, above)] if levels else [])]
    for n, (name, found, number) in enumerate(layers, 1):
        layer = ElementTree.SubElement(root, "layer", id=str(n), name=name, width=str(columns), height=str(rows))
        lines = [",".join(str(number.get(mark, 0)) for mark in found[row]) for row in range(top, bottom + 1)]
        ElementTree.SubElement(layer, "data", encoding="csv").text = "\n" + ",\n".join(lines) + "\n"
    _objects(root, data, layout)
    ElementTree.indent(root, " ")
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def marks_of(data: Mapping[str, Any]) -> dict[str, str]:
    """The kinds of ground of a map file by their marks, in the sequence of the tiles."""
    return dict(data["terrain"]["key"])


def _properties(parent: ElementTree.Element, values: Mapping[str, Any]) -> None:
    group = ElementTree.SubElement(parent, "properties")
    kinds = {bool: "bool", int: "int", float: "float"}
    for name, value in values.items():
        one = ElementTree.SubElement(group, "property", name=name)
        kind = kinds.get(type(value), "")
        if kind:
            one.set("type", kind)
        text = (
            str(value).lower()
            if kind == "bool"
            else " ".join(map(str, value))
            if isinstance(value, list)
            else str(value)
        )
        if "\n" in text:
            one.text = text
        else:
            one.set("value", text)


def _grid(text: str, columns: int) -> dict[int, str]:
    """The marks of each row of a character grid."""
    words = (line.split() for line in text.splitlines())
    return {int(one[0]): "".join(one[1:]) for one in words if one and not one[0].startswith("#")}


def _objects(root: ElementTree.Element, data: Mapping[str, Any], layout: TiledGrid) -> None:
    number = 0
    for n, table in enumerate((*ALONG, *THROUGH, *SPOTS), 10):
        rows = data.get(table, ())
        if not rows:
            continue
        group = ElementTree.SubElement(root, "objectgroup", id=str(n), name=table)
        for place, row in enumerate(rows, 1):
            for points in _shapes(table, row, layout, data):
                number += 1
                x, y = points[0]
                one = ElementTree.SubElement(
                    group,
                    "object",
                    id=str(number),
                    name=str(row.get("name", "")),
                    type=str(row.get("kind", table)),
                    x=_text(x),
                    y=_text(y),
                )
                keys = {
                    key: value
                    for key, value in row.items()
                    if key not in ("name", "kind", *(("sides", "side") if table in ALONG else ()))
                }
                _properties(one, {"row": place, **keys})
                if len(points) > 1:
                    shape = " ".join(f"{_text(px - x)},{_text(py - y)}" for px, py in points)
                    ElementTree.SubElement(one, "polyline", points=shape)
                else:
                    ElementTree.SubElement(one, "point")


def _text(number: float) -> str:
    return str(int(number)) if number == int(number) else str(round(number, 3))


def _shapes(table: str, row: Mapping[str, Any], layout: TiledGrid, data: Mapping[str, Any]) -> Iterator[list[Point]]:
    """The lines or the point of a row of a table."""
    short = data["grid"].get("digits") == 2
    listed = str(row[LISTS[table]])
    if short:
        listed = re.sub(r"(?<!\d)(\d)(\d)(?!\d)", r"0\g<1>0\2", listed)
    words = listed.replace("*", "").split()
    if table in ALONG:
        yield from _runs([layout.side_of(*one.split("/")) for one in words])
    elif table in THROUGH:
        yield [layout.centre(one) for one in words]
    else:
        yield [layout.centre(words[0].partition("..")[0])]


def _runs(sides: Sequence[tuple[Point, Point]]) -> Iterator[list[Point]]:
    """Hexsides as lines from corner to corner: one goes on as long as each begins where the last one ended."""
    run: list[Point] = []
    for n, (first, last) in enumerate(sides):
        if run and any(_near(run[-1], one, 1) for one in (first, last)):
            run.append(last if _near(run[-1], first, 1) else first)
            continue
        if len(run) == 2 and any(_near(run[0], one, 1) for one in (first, last)):
            run.reverse()
            run.append(last if _near(run[-1], first, 1) else first)
            continue
        if run:
            yield run
        following = sides[n + 1] if n + 1 < len(sides) else ()
        turned = any(_near(first, one, 1) for one in following)
        run = [last, first] if turned else [first, last]
    if run:
        yield run


# ---------------------------------------------------------------------------------------------------------------- reading


class _Tmx:
    """A TMX map that is read."""

    def __init__(self, name: str, text: str, beside: Callable[[str], str]) -> None:
        self.name, self.beside = name, beside
        self.faults: list[Fault] = []
        try:
            if re.search(r"<!(?:DOCTYPE|ENTITY)", text):
                raise ElementTree.ParseError("entities")
            self.root = ElementTree.fromstring(text)
        except (ElementTree.ParseError, ValueError) as fault:
            raise Faults(
                [Fault(name, 0, "the file", "a map of Tiled, which is XML without entities", str(fault))]
            ) from None
        self.rows_staggered = self.root.get("staggeraxis") == "y"
        self.kept = self._values(self.root)
        self.ways = (self.root.get("width", ""), self.root.get("height", ""))

    def fault(self, key: str, expected: str, found: object) -> None:
        self.faults.append(Fault(self.name, 0, key, expected, str(found)))

    def ended(self) -> None:
        """Raise Faults if anything was wrong."""
        if self.faults:
            raise Faults(self.faults)

    def size(self, key: str, least: int = 1) -> int:
        text = self.root.get(key, "")
        if re.fullmatch(r"\d{1,4}", text) and int(text) >= least:
            return int(text)
        self.fault(f"map {key}", f"a whole number from {least}", text or "nothing")
        return least

    def _values(self, one: ElementTree.Element) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for part in one.findall("properties/property"):
            text = part.get("value", part.text or "")
            kind = part.get("type", "string")
            try:
                value: Any = int(text) if kind == "int" else float(text) if kind == "float" else text
            except ValueError:
                value = text
            found[str(part.get("name"))] = value == "true" if kind == "bool" else value
        return found

    # The tiles.

    def tiles(self) -> dict[int, tuple[str, str]]:
        """The meaning of each tile: its kind of ground and its mark, or ``level`` and its number."""
        found: dict[int, tuple[str, str]] = {}
        for tileset in self.root.findall("tileset"):
            first = int(tileset.get("firstgid", "1"))
            whole = tileset
            if tileset.get("source"):
                try:
                    whole = ElementTree.fromstring(self.beside(str(tileset.get("source"))))
                except (OSError, ElementTree.ParseError) as fault:
                    self.fault("tileset", "its file beside the map", fault)
                    continue
            for tile in whole.findall("tile"):
                values = self._values(tile)
                name = str(values.get("terrain") or tile.get("type") or tile.get("class") or "")
                mark = str(values["level"]) if "level" in values else str(values.get("mark", ""))
                found[first + int(tile.get("id", "0"))] = ("level", mark) if "level" in values else (name, mark)
        return found

    def layer(self, name: str, wide: int, high: int) -> list[list[int]]:
        """The numbers of a layer's tiles, row by row; [] where there is no such layer."""
        one = next((part for part in self.root.findall("layer") if (part.get("name") or "").lower() == name), None)
        data = one.find("data") if one is not None else None
        if data is None:
            return []
        if data.find("chunk") is not None:
            self.fault(f"layer {name}", "a map that is not infinite (Map > Map Properties)", "chunks")
            return []
        try:
            numbers = _numbers(data)
        except (ValueError, zlib.error, OSError, EOFError) as fault:
            self.fault(f"layer {name}", "tiles as CSV, or base64 with zlib or gzip (Map > Map Properties)", fault)
            return []
        if len(numbers) != wide * high:
            self.fault(f"layer {name}", f"{wide * high} tiles", len(numbers))
            return []
        return [numbers[n * wide : (n + 1) * wide] for n in range(high)]

    # The objects.

    def objects(self) -> Iterator[tuple[str, ElementTree.Element, dict[str, Any], list[Point]]]:
        """Each object: its table, itself, its properties, its points."""
        for group in self.root.findall("objectgroup"):
            for one in group.findall("object"):
                values = self._values(one)
                kind = one.get("type") or one.get("class") or ""
                table = str(group.get("name", "")).lower().rstrip()
                table = table if table in LISTS else TABLES_OF.get(kind, "")
                if not table:
                    about = f"object {one.get('id')} {one.get('name', '')!r}".rstrip()
                    self.fault(
                        about,
                        f"a layer called {', '.join(LISTS)}, or a class such as road",
                        f"{group.get('name')!r}, {kind!r}",
                    )
                    continue
                x, y = (float(one.get(key, "0")) for key in ("x", "y"))
                line = one.find("polyline")
                shape = line.get("points", "") if line is not None else "0,0"
                points = [(x + float(a), y + float(b)) for a, b in (word.split(",") for word in shape.split())]
                yield table, one, values, [(b, a) for a, b in points] if self.rows_staggered else points


TABLES_OF = {
    "road": "way",
    "path": "way",
    "canal": "way",
    "railway": "way",
    "cliff": "sides",
    "river": "line",
    "creek": "line",
    "stream": "line",
    "place": "place",
    "zone": "zone",
    "ford": "ford",
    "coulee": "coulee",
}
"""The table of an object by its class, where its layer has no table's name."""


def _numbers(data: ElementTree.Element) -> list[int]:
    text, encoding = (data.text or "").strip(), data.get("encoding", "")
    if encoding == "csv":
        found = [int(one) for one in text.replace("\n", "").split(",") if one.strip()]
    elif encoding == "base64":
        raw = base64.b64decode(text)
        packed = data.get("compression", "")
        if packed == "zlib":
            raw = zlib.decompressobj().decompress(raw, MOST_BYTES)
        elif packed == "gzip":
            raw = gzip.decompress(raw)[:MOST_BYTES]
        elif packed:
            raise ValueError(f"compression {packed}")
        found = [int.from_bytes(raw[n : n + 4], "little") for n in range(0, len(raw) - 3, 4)]
    else:
        found = [int(one.get("gid", "0")) for one in data.findall("tile")]
    return [one & 0x0FFFFFFF for one in found]  # the highest bits say how a tile is turned


def from_tmx(name: str, text: str, beside: Callable[[str], str] = lambda _: "") -> str:
    """The text of a map file; `beside` gives the text of a file that the map names.

    Raises Faults: all that is wrong, with what was expected and what was found.
    """
    tmx = _Tmx(name, text, beside)
    if tmx.root.tag != "map" or tmx.root.get("orientation") != "hexagonal":
        tmx.fault("map orientation", "hexagonal", tmx.root.get("orientation") or tmx.root.tag)
        tmx.ended()
    wide, high = tmx.size("width"), tmx.size("height")
    size = tmx.size("tilewidth"), tmx.size("tileheight")
    side = tmx.size("hexsidelength", 0)
    ground, levels = tmx.layer("terrain", wide, high), tmx.layer("elevation", wide, high)
    if not ground and not tmx.faults:
        tmx.fault(
            "layer terrain",
            "a layer of tiles called terrain",
            ", ".join(str(one.get("name")) for one in tmx.root.findall("layer")) or "none",
        )
    tmx.ended()
    if tmx.rows_staggered:
        wide, high, size = high, wide, size[::-1]
        ground, levels = ([list(one) for one in zip(*found, strict=True)] for found in (ground, levels))
    first, top = (
        _first(tmx.kept, key, plain) for key, plain in (("grid.columns", "first_column"), ("grid.rows", "first_row"))
    )
    if first + wide > 100 or top + high > 100:
        tmx.fault(
            "map width and height", "columns and rows with numbers up to 99", f"{first + wide - 1} and {top + high - 1}"
        )
        tmx.ended()
    odd = tmx.root.get("staggerindex", "odd") == "odd"
    stagger = (first + 1) % 2 if odd else first % 2
    layout = TiledGrid(first, top, stagger, *size, side)
    tiles = tmx.tiles()
    lines = [
        f'format = "{FORMAT}"',
        "",
        *_head(tmx, first, top, wide, high, stagger),
        *_ground(tmx, tiles, ground, levels, first, top),
    ]
    lines += _tables(tmx, layout)
    tmx.ended()
    return "\n".join(lines) + "\n"


def _first(kept: Mapping[str, Any], key: str, plain: str) -> int:
    words = str(kept.get(key, kept.get(plain, 1))).split()
    return int(words[0]) if words and re.fullmatch(r"\d{1,2}", words[0]) else 1


def _head(tmx: _Tmx, first: int, top: int, wide: int, high: int, stagger: int) -> Iterator[str]:
    given = {
        "id": re.sub(r"[^a-z0-9]+", "-", tmx.name.rpartition("/")[2].rpartition(".")[0].lower()).strip("-") or "map"
    }
    given |= {"title": "A map", "status": "reconstructed", "provenance": "Drawn in Tiled."}
    found = {key: tmx.kept[f"map.{key}"] for key in KEYS["map"] if f"map.{key}" in tmx.kept}
    for key in ("stream_sides",):
        if isinstance(found.get(key), str):
            found[key] = found[key].split()
    yield "[map]"
    whole = {**given, **found} if "id" not in found else found
    yield from (f"{key} = {_toml(value)}" for key, value in whole.items())
    grid = {key: tmx.kept[f"grid.{key}"] for key in KEYS["grid"] if f"grid.{key}" in tmx.kept}
    if tmx.rows_staggered:
        grid = {"row_00_side": "west", "first_column_side": "north", **grid}
    stagger_key = "shoved" if "shoved" in grid else "stagger"
    grid |= {
        "columns": [first, first + wide - 1],
        "rows": [top, top + high - 1],
        stagger_key: "odd" if stagger == hexes.ODD else "even",
    }
    yield from ("", "[grid]")
    yield from (f"{key} = {_toml(grid[key])}" for key in KEYS["grid"] if key in grid)


def _ground(
    tmx: _Tmx,
    tiles: Mapping[int, tuple[str, str]],
    ground: list[list[int]],
    levels: list[list[int]],
    first: int,
    top: int,
) -> Iterator[str]:
    used = sorted({one for row in ground for one in row if one})
    names = {one: tiles.get(one, ("", ""))[0] for one in used}
    for one in (number for number, name in names.items() if not name or name == "level"):
        tmx.fault(f"tile {one}", "a class that names its ground, such as clear", names[one] or "none")
    known = {mark: name for name, mark in tiles.values() if name not in ("", "level") and mark}
    for name in names.values():
        if name and name not in known.values():
            mark = next(
                (
                    one
                    for one in (*name.lower(), *name.upper(), *"abcdefghijklmnopqrstuvwxyz")
                    if one.isalnum() and one not in known
                ),
                "?",
            )
            known[mark] = name
    marks = {name: mark for mark, name in known.items()}
    yield from (
        "",
        "[terrain]",
        f"key = {{ {', '.join(f'{_toml(mark)} = {_toml(name)}' for mark, name in known.items())} }}",
    )
    yield from _rows(ground, first, top, lambda one: marks.get(names[one], EMPTY) if one else EMPTY)
    steep = tmx.kept.get("elevation.steep")
    if levels or steep is not None:
        yield from ("", "[elevation]", *((f"steep = {_toml(steep)}",) if steep is not None else ()))
    if levels:
        yield from _rows(levels, first, top, lambda one: tiles.get(one, ("", "0"))[1] if one else EMPTY)
    else:
        if steep is None:
            yield from ("", "[elevation]")
        yield from _rows(ground, first, top, lambda one: "0" if one else EMPTY)


def _rows(found: Iterable[Sequence[int]], first: int, top: int, mark: Callable[[int], str]) -> Iterator[str]:
    rows = list(found)
    columns = [f"{first + n:02}" for n in range(len(rows[0]))]
    yield 'grid = """'
    yield from (f"#   {' '.join(one[n] for one in columns)}" for n in (0, 1))
    yield from (f"{top + n:02}  {' '.join(mark(one) for one in row)}" for n, row in enumerate(rows))
    yield '"""'


def _tables(tmx: _Tmx, layout: TiledGrid) -> Iterator[str]:
    rows: dict[tuple[str, int], tuple[dict[str, Any], list[str]]] = {}
    for n, (table, one, values, points) in enumerate(tmx.objects(), 1000):
        about = f"object {one.get('id')} {one.get('name', '')!r}"
        place = values.pop("row", n)
        row, where = rows.setdefault((table, place), ({}, []))
        kind = one.get("type") or one.get("class") or ""
        row |= {"name": one.get("name", "")} if one.get("name") else {}
        row |= {"kind": kind} if "kind" in KEYS[table] and kind else {}
        row |= {
            key: value.split() if key == "tags" and isinstance(value, str) else value
            for key, value in values.items()
            if key in KEYS[table]
        }
        for key in (key for key in values if key not in KEYS[table]):
            tmx.fault(f"{about} {key}", f"one of {', '.join(KEYS[table])}", f"the property {key!r}")
        if LISTS[table] not in row:
            where += _where(tmx, about, table, points, layout)
    for table in LISTS:
        for (_, _), (row, where) in sorted(
            (one for one in rows.items() if one[0][0] == table), key=lambda one: one[0][1]
        ):
            if where:
                row[LISTS[table]] = " ".join(where)
            if table == "line":
                row = {"from": "spring", "to": "sink", **row}
            yield from ("", f"[[{table}]]")
            yield from (f"{key} = {_toml(row[key])}" for key in KEYS[table] if key in row)


def _where(tmx: _Tmx, about: str, table: str, points: Sequence[Point], layout: TiledGrid) -> Iterator[str]:
    """The hexsides or hexes of an object."""
    if table in ALONG:
        for first, last in pairwise(points):
            found = layout.side_at(first, last)
            if not found:
                tmx.fault(about, "a line along hexsides, with a point at each corner", f"{first} to {last}")
            yield from (found,) if found else ()
    elif table in THROUGH:
        before = ""
        for one in _through(points, layout):
            if one and one != before:
                yield one
            before = one
    else:
        yield layout.hex_at(points[0])


def _through(points: Sequence[Point], layout: TiledGrid) -> Iterator[str]:
    """The hexes that a line runs through, from point to point."""
    yield layout.hex_at(points[0])
    for (x, y), (to_x, to_y) in pairwise(points):
        steps = max(int((abs(to_x - x) + abs(to_y - y)) / (layout.high / 4)), 1)
        yield from (
            layout.hex_at((x + (to_x - x) * n / steps, y + (to_y - y) * n / steps)) for n in range(1, steps + 1)
        )


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(_toml(one) for one in value)}]"
    text = str(value).replace("\\", "\\\\")
    if "\n" in text:
        return '"""\n' + text.replace('"""', '\\"\\"\\"') + '"""'
    return '"' + text.replace('"', '\\"') + '"'

"""VASSAL's modules and saved games, as far as the table looks into them: names and places, no pictures and no rules.

A module is a zip with a build file in XML.  A saved game is a zip whose entry ``savedGame`` holds commands, plain, as XZ (from
VASSAL 3.8 on), or as hex digits under a key (``!VCSK``, up to 3.7).  A command adds a piece: its id, type and state are a
sequence with ``/`` between, and each trait of it holds the next, with tabs between.
"""

import lzma
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

MOST_BYTES = 64_000_000
BUILD_FILES = ("buildFile.xml", "buildFile")
HEX_HEADER, XZ_HEADER = b"!VCSK", b"\xfd7zXZ\0"
BETWEEN_COMMANDS = "\x1b"
DECK_NAME = 13
"""The place of a deck's name among the words of its type."""
MOST_DEEP = 200


class NoModule(Exception):
    """The file is no module or saved game that can be read: what was expected, what was found."""


# ------------------------------------------------------------------------------------------------------------- the files


def entry(file: Path, names: Sequence[str], what: str) -> bytes:
    """The first of these entries that a zip has, `what` is the kind of file that is expected.  Raises NoModule."""
    try:
        with zipfile.ZipFile(file) as entries:
            name = next((one for one in names if one in entries.namelist()), "")
            if not name:
                raise NoModule(f"expected {what}, found a zip without {' or '.join(names)}")
            if entries.getinfo(name).file_size > MOST_BYTES:
                raise NoModule(f"expected {what} with at most {MOST_BYTES:,} bytes in {name}, found more")
            with entries.open(name) as one:
                return one.read(MOST_BYTES + 1)[:MOST_BYTES]
    except (OSError, zipfile.BadZipFile, NotImplementedError, RuntimeError) as fault:
        raise NoModule(f"expected {what}, which is a zip; found: {fault}") from None


def build_file(module: Path) -> ElementTree.Element:
    """The root of a module's build file.  Raises NoModule."""
    text = entry(module, BUILD_FILES, "a VASSAL module")
    # Entities are how XML grows in memory; no module has any.
    if re.search(rb"<!(?:DOCTYPE|ENTITY)", text):
        raise NoModule("expected a build file without entities, found some")
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as fault:
        raise NoModule(f"expected a build file in XML, found: {fault}") from None


def kind(one: ElementTree.Element) -> str:
    """The class of a component, without its package: ``DrawPile``."""
    return one.tag.rpartition(".")[2]


def saved_text(file: Path) -> str:
    """The commands of a saved game or of a logfile, in whichever form they are written.  Raises NoModule."""
    raw = entry(file, ("savedGame",), "a saved game of VASSAL")
    if raw.startswith(XZ_HEADER):
        raw = _unpacked(raw)
    elif raw.startswith(HEX_HEADER):
        try:
            key, *found = bytes.fromhex(raw[len(HEX_HEADER) :].decode("ascii"))
        except ValueError:
            raise NoModule("expected a saved game of VASSAL, found one whose hex digits are damaged") from None
        raw = bytes(one ^ key for one in found)
    return raw.decode("utf-8", "replace")


def _unpacked(raw: bytes) -> bytes:
    found = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=256_000_000)
    try:
        text = found.decompress(raw, MOST_BYTES)
    except lzma.LZMAError as fault:
        raise NoModule(f"expected a saved game of VASSAL, found damaged XZ: {fault}") from None
    if not found.eof:
        raise NoModule(f"expected a saved game of at most {MOST_BYTES:,} bytes, found more, or one that is cut short")
    return text


def sequence(text: str, between: str) -> list[str]:
    """The parts of a text with a character between: a backslash in front of it makes it part of a part.

    A part may stand in quotation marks, as one does that ends with a backslash.
    """
    parts = [""]
    for n, one in enumerate(text.split(between)):
        if n and parts[-1].endswith("\\"):
            parts[-1] = f"{parts[-1][:-1]}{between}{one}"
        elif n:
            parts.append(one)
        else:
            parts = [one]
    return [one[1:-1] if len(one) > 1 and one[0] == one[-1] == "'" else one for one in parts]


def commands(text: str) -> Iterator[str]:
    """All commands of a text; a command may hold others."""
    waiting = [(text, 0)]
    while waiting:
        one, depth = waiting.pop()
        parts = sequence(one, BETWEEN_COMMANDS) if BETWEEN_COMMANDS in one and depth < MOST_DEEP else [one]
        if len(parts) == 1:
            yield parts[0]
        else:
            waiting += [(part, depth + 1) for part in reversed(parts)]


def _traits(text: str) -> list[str]:
    """The traits of a piece, the outermost first; the last is the piece itself."""
    found = []
    while True:
        outer, *inner = sequence(text, "\t")
        found.append(outer)
        if not inner or len(found) > MOST_DEEP:
            return found
        text = inner[0]


# ------------------------------------------------------------------------------------------------------------ the pieces


@dataclass(frozen=True)
class PlacedPiece:
    """A piece: its name, the map it is on ("" for none), and the pixel; `is_hidden` if somebody hides or masks it."""

    name: str
    map: str
    x: int
    y: int
    is_hidden: bool = False


@dataclass
class Saved:
    """The contents of a saved game: pieces on maps, and how many cards each deck has.  Their sequence is nobody's business."""

    pieces: list[PlacedPiece] = field(default_factory=list)
    decks: dict[str, int] = field(default_factory=dict)


def saved(text: str) -> Saved:
    """The pieces of a saved game."""
    found = Saved()
    pieces: dict[str, PlacedPiece] = {}
    in_decks: set[str] = set()
    for one in commands(text):
        if not one.startswith("+/"):
            continue
        number, types, states = [*sequence(one[2:], "/"), "", "", ""][:3]
        traits, held = _traits(types), _traits(states)
        words, state = sequence(traits[-1], ";"), sequence(held[-1], ";")
        if words[0] == "deck":
            cards = state[3:]
            name = words[DECK_NAME] if len(words) > DECK_NAME else ""
            found.decks[name or "a deck"] = found.decks.get(name or "a deck", 0) + sum(
                card in pieces or card.isdigit() for card in cards
            )
            in_decks.update(cards)
        elif words[0] == "piece" and len(words) > 4:
            pieces[number] = _piece(words[4], state, traits, held)
    found.pieces = [one for number, one in pieces.items() if number not in in_decks]
    return found


def _piece(name: str, state: Sequence[str], traits: Sequence[str], held: Sequence[str]) -> PlacedPiece:
    hiding = (
        state.partition(";")[0]
        for trait, state in zip(traits, held, strict=False)
        if trait.partition(";")[0] in ("obs", "hide")
    )
    where, x, y = [*state, "null", "0", "0"][:3] if len(state) > 2 else ("null", "0", "0")
    is_hidden = any(one not in ("", "null") for one in hiding)
    return PlacedPiece(name, "" if where == "null" else where, _whole(x), _whole(y), is_hidden)


# ------------------------------------------------------------------------------------------------------------ the places


@dataclass(frozen=True)
class HexGrid:
    """A grid of hexes with numbers: the width of a column, the height of a hex, the centre of the first, the numbering.

    `sideways` grids have rows that are staggered.  Descending numbers hang on the size of the board, which the module has in
    its pictures alone: they are not worked out.
    """

    width: float
    height: float
    x0: int
    y0: int
    sideways: bool
    numbering: dict[str, str]

    def name(self, x: int, y: int) -> str:
        """The number of the hex of a pixel, "" where it is not to be had."""
        given = self.numbering
        if not given or "true" in (given.get("hDescend"), given.get("vDescend")):
            return ""
        if self.sideways:
            x, y = y, x
        column = int((x - self.x0) / self.width + 0.5) if x >= self.x0 else -1
        shift = self.height / 2 if column % 2 else 0
        row = int((y - self.y0 - shift) / self.height + 0.5) if y - self.y0 - shift > -self.height / 2 else -1
        if column < 0 or row < 0:
            return ""
        if given.get("stagger", "true") != "false" and column % 2:
            row += 1
        if self.sideways:
            row, column = column, row
        across = _numbered(
            column + _whole(given.get("hOff")), given.get("hType", "N"), _whole(given.get("hDepth", "1"))
        )
        down = _numbered(row + _whole(given.get("vOff")), given.get("vType", "N"), _whole(given.get("vDepth", "1")))
        parts = (across, down) if given.get("first", "H") == "H" else (down, across)
        return given.get("sep", "").join(parts)


def _whole(text: str | None) -> int:
    return int(text) if text and re.fullmatch(r"-?\d{1,6}", text) else 0


def _numbered(number: int, way: str, zeros: int) -> str:
    """``07``, or as letters ``G``, ``GG``."""
    if way == "A":
        return chr(65 + abs(number) % 26) * (abs(number) // 26 + 1)
    return f"{number:0{zeros + 1}d}"


@dataclass(frozen=True)
class Region:
    """A named place and its pixel."""

    name: str
    x: int
    y: int


@dataclass(frozen=True)
class Chartered:
    """The places of a map: its name, named regions, grids of hexes."""

    name: str
    boards: tuple[str, ...]
    regions: tuple[Region, ...]
    grids: tuple[HexGrid, ...]

    def place(self, x: int, y: int) -> str:
        """The region that is nearest, or the number of the hex; "" where the module has neither."""
        if self.regions:
            return min(self.regions, key=lambda one: ((one.x - x) ** 2 + (one.y - y) ** 2, one.name)).name
        return next((name for grid in self.grids if (name := grid.name(x, y))), "")


def maps(root: ElementTree.Element) -> tuple[Chartered, ...]:
    """The maps of a module with their places."""
    found = []
    for one in root.iter():
        if kind(one) not in ("Map", "PrivateMap", "PlayerHand") or one.get("mapName") is None:
            continue
        edge = _whole(one.get("edgeWidth")), _whole(one.get("edgeHeight"))
        inside = list(one.iter())
        regions = tuple(
            Region(str(part.get("name")), _whole(part.get("originx")) + edge[0], _whole(part.get("originy")) + edge[1])
            for part in inside
            if kind(part) == "Region" and part.get("name")
        )
        grids = tuple(_grid(part, edge) for part in inside if kind(part) == "HexGrid")
        boards = tuple(str(part.get("name")) for part in inside if kind(part) == "Board" and part.get("name"))
        found.append(Chartered(str(one.get("mapName")), boards, regions, grids))
    return tuple(found)


def _grid(one: ElementTree.Element, edge: tuple[int, int]) -> HexGrid:
    sideways = one.get("sideways") == "true"
    first, second = (edge[1], edge[0]) if sideways else edge
    numbering = next((dict(part.attrib) for part in one.iter() if kind(part) == "HexGridNumbering"), {})
    width, height = (
        float(found) if re.fullmatch(r"\d{1,5}(\.\d*)?", found := one.get(key, "")) else 1.0 for key in ("dx", "dy")
    )
    x0, y0 = _whole(one.get("x0")) + first, _whole(one.get("y0")) + second
    return HexGrid(width or 1.0, height or 1.0, x0, y0, sideways, numbering)

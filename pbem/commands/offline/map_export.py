"""Write one of our maps for the editor Tiled, with the picture of its tiles beside it.

Exit statuses: 0 written; 1 the map is wrong, or the file cannot be written; 2 the command line is wrong.
"""

import argparse
import sys
from pathlib import Path

from pbem.board.mapfile import map_of
from pbem.commands.foreign.tiled import HIGH, LEVELS, SIDE, WIDE, marks_of, to_tmx
from pbem.core.tomlfile import Faults, TomlFile, unreadable

COLOURS = ("#d8d4a0", "#8fb070", "#b0a090", "#90b8b0", "#c0b070", "#a0a0c8", "#c89898", "#98c8a0")
"""Of the kinds of ground, in the sequence of the map's key; again from the first where there are more."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of the command."""
    parser.add_argument("file", metavar="FILE.toml", type=Path, help="a map (docs/map-format.md)")
    parser.add_argument(
        "out", metavar="OUT.tmx", type=Path, help="where to write it; its tiles go beside it, as OUT.png"
    )


def run(args: argparse.Namespace) -> int:
    """Write both files: 0; 1 if the map has faults, or a file is there already."""
    picture = args.out.with_suffix(".png")
    taken = next((one for one in (args.out, picture) if one.exists()), None)
    if taken is not None:
        print(f"pbem map export: expected a new file, found {taken}", file=sys.stderr)
        return 1
    try:
        file = read(args.file)
        map_of(file)
    except Faults as faults:
        print(faults, file=sys.stderr)
        return 1
    args.out.write_text(to_tmx(file, picture.name), encoding="utf-8")
    draw(picture, len(marks_of(file.data)))
    print(f"{args.out} and {picture}: open the first in Tiled")
    return 0


def read(path: Path) -> TomlFile:
    """A TOML file.  Raises Faults."""
    try:
        return TomlFile(str(path), path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as fault:
        raise Faults([unreadable(str(path), "a map, which is a TOML file", fault)]) from None


def draw(picture: Path, kinds: int) -> None:
    """The tiles: a hex of each kind of ground, and one with the number of each level."""
    from PIL import Image, ImageDraw

    sheet = Image.new("RGBA", (WIDE * (kinds + LEVELS), HIGH), (0, 0, 0, 0))
    pen = ImageDraw.Draw(sheet)
    flat = (WIDE - SIDE) // 2
    for n in range(kinds + LEVELS):
        x = n * WIDE
        shape = [
            (x + flat, 0),
            (x + flat + SIDE, 0),
            (x + WIDE - 1, HIGH // 2),
            (x + flat + SIDE, HIGH - 1),
            (x + flat, HIGH - 1),
            (x, HIGH // 2),
        ]
        if n < kinds:
            pen.polygon(shape, fill=COLOURS[n % len(COLOURS)], outline="#404040")
        else:
            pen.text((x + WIDE // 2 - 3, HIGH // 2 - 6), str(n - kinds), fill="#000000")
    sheet.save(picture)

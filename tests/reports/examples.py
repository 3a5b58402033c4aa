"""The position and the log of the model report, built by hand, and a ground read from a map file of our own format."""

import re
import tomllib
from pathlib import Path

from pbem.reports.report import Cell, EnemyStack, Ground, MapModel, OwnStack, OwnUnit, Stack

LETTERS = {"clear": "", "light_woods": "w", "rocks": "k", "marsh": "m"}
SIDES = {"cliff": "#", "rosebud_creek": "~", "dry_creek": ":"}


def ground(path: Path) -> Ground:
    """The ground of a ``pbem-hexmap-1`` file, read plainly."""
    data = tomllib.loads(path.read_text())
    columns, rows = tuple(data["grid"]["columns"]), tuple(data["grid"]["rows"])
    names = {sign: LETTERS[word] for sign, word in data["terrain"]["key"].items()}
    terrain, levels = _grid(data["terrain"]["grid"]), _grid(data["elevation"]["grid"])
    cells = {
        f"{columns[0] + n:02}{row}": Cell(names[sign], int(levels[row][n]))
        for row, line in terrain.items()
        for n, sign in enumerate(line)
    }
    sides: dict[tuple[str, str], str] = {}
    for block in [*data["line"], *data["sides"]]:
        for a, b in re.findall(r"(\d{4})/(\d{4})", block["sides"]):
            pair = (min(a, b), max(a, b))
            if sides.get(pair) != "#":
                sides[pair] = SIDES[block["kind"]]
    places = {at: one["name"] for one in data["place"] for at in one["hex"].split()}
    return Ground(columns, rows, cells, sides, places)


def _grid(text: str) -> dict[str, list[str]]:
    lines = [line.split() for line in text.splitlines() if line and not line.startswith("#")]
    return {line[0]: list("".join(line[1:])) for line in lines}

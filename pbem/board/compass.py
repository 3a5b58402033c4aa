"""North on a map sheet: the names of its edges and of the six directions between hexes.

A sheet is numbered by column and row, whichever way it lies.  The map file says along which edge the lowest row and the
lowest column run (docs/map-format.md); everything a rule or a player says of north and south is answered from there.
"""

from dataclasses import dataclass
from functools import cached_property

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

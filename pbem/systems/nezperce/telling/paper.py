"""Hexes on paper: where those of a map of even columns half a hex lower lie in a picture, in pixels."""

from dataclasses import dataclass

from pbem.board import hexes
from pbem.reports.picture.shapes import Point

UNIT = 12
"""Pixels of half a hex's flat side, unless a paper says otherwise."""


@dataclass(frozen=True, slots=True)
class Paper:
    """A piece of paper: the pixels left of and above its hexes, and the first and last column and row that are on it.

    `unit` is half a hex's flat side.
    """

    left: int
    top: int
    columns: tuple[int, int]
    rows: tuple[int, int]
    unit: int = UNIT

    @property
    def across(self) -> int:
        """The pixels from the middle of a hex to a corner at its side."""
        return 2 * self.unit

    @property
    def tall(self) -> int:
        """The pixels from the middle of a hex to its upper side."""
        return self.unit * 7 // 4

    @property
    def width(self) -> int:
        """The pixels from the left edge of the paper to the right of its hexes."""
        return self.left + 2 * self.across + (self.columns[1] - self.columns[0]) * 3 * self.unit

    @property
    def height(self) -> int:
        """The pixels from the upper edge of the paper to below its hexes."""
        return self.top + (2 * (self.rows[1] - self.rows[0] + 1) + 1) * self.tall

    def has(self, at: str) -> bool:
        """True if a hex is on it."""
        column, row = hexes.column_and_row(at)
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]

    def spot(self, at: str) -> tuple[int, int]:
        """The middle of a hex."""
        column, row = hexes.column_and_row(at)
        lower = self.tall if column % 2 == 0 else 0
        x = self.left + self.across + (column - self.columns[0]) * 3 * self.unit
        return x, self.top + self.tall + (row - self.rows[0]) * 2 * self.tall + lower

    def corners(self, at: str) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise from the upper right."""
        x, y = self.spot(at)
        half, across, tall = self.unit, self.across, self.tall
        return (
            (x + half, y - tall),
            (x + across, y),
            (x + half, y + tall),
            (x - half, y + tall),
            (x - across, y),
            (x - half, y - tall),
        )

    def hexside(self, at: str, other: str) -> tuple[Point, ...]:
        """The two corners that neighbours share."""
        mine, theirs = self.corners(at), self.corners(other)
        return tuple(one for one in mine if one in theirs)

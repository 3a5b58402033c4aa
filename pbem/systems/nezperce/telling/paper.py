"""Hexes on paper: where those of a map of even columns half a hex lower lie in a picture, in pixels."""

from pbem.board import hexes
from pbem.core.frozen import dataclass
from pbem.reports.picture.shapes import Point

HALF, ACROSS, TALL = 12, 24, 21
"""Pixels: half a hex's flat side, from its middle to a corner at the side, from its middle to its upper side."""
STEP = HALF + ACROSS


@dataclass(frozen=True, slots=True)
class Paper:
    """A piece of paper: the pixels left of and above its hexes, and the first and last column and row that are on it."""

    left: int
    top: int
    columns: tuple[int, int]
    rows: tuple[int, int]

    @property
    def width(self) -> int:
        """The pixels from the left edge of the paper to the right of its hexes."""
        return self.left + 2 * ACROSS + (self.columns[1] - self.columns[0]) * STEP

    @property
    def height(self) -> int:
        """The pixels from the upper edge of the paper to below its hexes."""
        return self.top + (2 * (self.rows[1] - self.rows[0] + 1) + 1) * TALL

    def has(self, at: str) -> bool:
        """Whether a hex is on it."""
        column, row = hexes.column_and_row(at)
        return self.columns[0] <= column <= self.columns[1] and self.rows[0] <= row <= self.rows[1]

    def spot(self, at: str) -> tuple[int, int]:
        """The middle of a hex."""
        column, row = hexes.column_and_row(at)
        lower = TALL if column % 2 == 0 else 0
        x = self.left + ACROSS + (column - self.columns[0]) * STEP
        return x, self.top + TALL + (row - self.rows[0]) * 2 * TALL + lower

    def corners(self, at: str) -> tuple[Point, ...]:
        """The six corners of a hex, clockwise from the upper right."""
        x, y = self.spot(at)
        return (
            (x + HALF, y - TALL),
            (x + ACROSS, y),
            (x + HALF, y + TALL),
            (x - HALF, y + TALL),
            (x - ACROSS, y),
            (x - HALF, y - TALL),
        )

    def hexside(self, at: str, other: str) -> tuple[Point, ...]:
        """The two corners that neighbours share."""
        mine, theirs = self.corners(at), self.corners(other)
        return tuple(one for one in mine if one in theirs)

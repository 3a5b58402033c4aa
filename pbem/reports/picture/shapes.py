"""The shapes of a picture, in pixels from the upper left corner, painted in their sequence.

Colours are ``#rrggbb``.  A scene knows nothing of PNG or SVG, so that both show the same.
"""

from dataclasses import dataclass

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled area with an outline of `width` (0: none)."""

    points: tuple[Point, ...]
    fill: str
    line: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Line:
    """A line through points, its ends and corners round; `dash` are the lengths of stroke and gap, empty for a whole one."""

    points: tuple[Point, ...]
    colour: str
    width: float
    dash: tuple[float, float] | tuple[()] = ()


@dataclass(frozen=True, slots=True)
class Disc:
    """A filled circle round `at`."""

    at: Point
    radius: float
    fill: str
    line: str = ""
    width: float = 0


@dataclass(frozen=True, slots=True)
class Text:
    """Words of `size` pixels; `at` is their middle, or with `anchor` ``start`` or ``end`` that of their left or right edge.

    `halo` is the colour of a rim that parts them from what they stand on, "" for none.
    """

    at: Point
    words: str
    size: float
    colour: str
    bold: bool = False
    anchor: str = "middle"
    halo: str = ""


Shape = Polygon | Line | Disc | Text
"""A part of a scene."""


@dataclass(frozen=True, eq=False)
class MapSheet:
    """The bare ground of a picture: the same object in every picture of this piece of the map, so that it is painted once."""

    width: int
    height: int
    paper: str
    shapes: tuple[Shape, ...]


@dataclass(frozen=True)
class Scene:
    """A picture: its sheet, the shapes on it, and what it says in words for those who do not see it."""

    sheet: MapSheet
    shapes: tuple[Shape, ...]
    alt: str

    @property
    def width(self) -> int:
        """Pixels across."""
        return self.sheet.width

    @property
    def height(self) -> int:
        """Pixels down."""
        return self.sheet.height


@dataclass(frozen=True, slots=True)
class Caption:
    """The caption above a picture: title, what it shows, and where it belongs (``rosebud-7, report 41``)."""

    title: str
    shows: str = ""
    source: str = ""

"""The shapes of a picture, in pixels from the upper left corner, painted in their sequence.

Colours are ``#rrggbb``.  A scene knows nothing of PNG or SVG, so that both show the same.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from pbem.core.sanitize import visible

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


# A scene as SVG: text with three decimals at most, so that the same scene is the same bytes.

FONT = "Helvetica,Arial,'Liberation Sans',sans-serif"


def svg(scene: Scene) -> str:
    """The whole picture, to be opened by itself or put into a page."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {scene.width} {scene.height}" width="{scene.width}" '
        f'height="{scene.height}" role="img" aria-label={quoteattr(visible(scene.alt))} font-family="{FONT}">'
    )
    sheet = scene.sheet
    paper = f'<rect width="{scene.width}" height="{scene.height}" fill="{sheet.paper}"/>'
    return "\n".join(
        [
            head,
            f"<title>{escape(visible(scene.alt))}</title>",
            paper,
            drawn(sheet.shapes),
            drawn(scene.shapes),
            "</svg>",
            "",
        ]
    )


def drawn(shapes: Iterable[Shape]) -> str:
    """The elements of some shapes, one a line."""
    return "\n".join(map(_element, shapes))


def _element(shape: Shape) -> str:
    match shape:
        case Polygon(points, fill, line, width):
            return f'<path d="M{_points(points)}z" fill="{fill}"{_stroke(line, width)}/>'
        case Line(points, colour, width, dash):
            dashes = f' stroke-dasharray="{" ".join(map(_number, dash))}"' if dash else ""
            cap = "butt" if dash else "round"
            return (
                f'<path d="M{_points(points)}" fill="none" stroke="{colour}" stroke-width="{_number(width)}" '
                f'stroke-linecap="{cap}" stroke-linejoin="round"{dashes}/>'
            )
        case Disc((x, y), radius, fill, line, width):
            return f'<circle cx="{_number(x)}" cy="{_number(y)}" r="{_number(radius)}" fill="{fill}"{_stroke(line, width)}/>'
        case Text((x, y), words, size, colour, bold, anchor, halo):
            weight = ' font-weight="bold"' if bold else ""
            rim = f' stroke="{halo}" stroke-width="{_number(size / 4)}" paint-order="stroke"' if halo else ""
            return (
                f'<text x="{_number(x)}" y="{_number(y)}" dy=".35em" font-size="{_number(size)}" fill="{colour}"{weight}{rim} '
                f'text-anchor="{anchor}">{escape(visible(words))}</text>'
            )


def _stroke(line: str, width: float) -> str:
    return f' stroke="{line}" stroke-width="{_number(width)}"' if line and width else ""


def _points(points: tuple[Point, ...]) -> str:
    return "L".join(f"{_number(x)},{_number(y)}" for x, y in points)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")

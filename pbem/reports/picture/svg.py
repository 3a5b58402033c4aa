"""A scene as SVG: text with three decimals at most, so that the same scene is the same bytes."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from pbem.core.sanitize import visible
from pbem.reports.picture.shapes import Disc, Line, Point, Polygon, Scene, Shape, Text

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

"""A scene as PNG, drawn by Pillow at twice the size and reduced; and cut into sheets of paper, true to scale."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from html import escape
from io import BytesIO
from itertools import pairwise
from weakref import WeakKeyDictionary

from PIL import Image, ImageDraw, ImageFont

from pbem.reports.letter_style import translate
from pbem.reports.picture.shapes import FONT, Disc, Line, MapSheet, Point, Polygon, Scene, Shape, Text, drawn

LARGEST = 250_000
"""Bytes of a picture: what a telephone fetches without being asked."""

SCALE = 2
COLOURS = (240, 128, 64, 32, 16)
SHRINK = 0.8
COMPRESSION = 6
"""More takes three times as long for a twentieth less."""


def png(scene: Scene) -> bytes:
    """The picture, under 250 kB: with fewer colours, at last smaller, where it would be more.  The same scene is the
    same bytes under the same Pillow."""
    picture = _reduced(scene)
    while True:
        for colours in COLOURS:
            content = _encoded(picture, colours)
            if len(content) < LARGEST:
                return content
        size = (max(int(picture.width * SHRINK), 1), max(int(picture.height * SHRINK), 1))
        picture = picture.resize(size, Image.Resampling.LANCZOS)


def _reduced(scene: Scene) -> Image.Image:
    large = _bare(scene.sheet).convert("RGB")
    _paint(large, scene.shapes)
    return large.reduce(SCALE)


def _bare(sheet: MapSheet) -> Image.Image:
    """The bare sheet at double size, kept in few colours: in all of them it would take three times the memory."""
    known = _bare_sheets.get(sheet)
    if known is None:
        large = Image.new("RGB", (sheet.width * SCALE, sheet.height * SCALE), sheet.paper)
        _paint(large, sheet.shapes)
        known = _bare_sheets[sheet] = _in_few_colours(large, 256)
    return known


_bare_sheets: "WeakKeyDictionary[MapSheet, Image.Image]" = WeakKeyDictionary()


def _paint(picture: Image.Image, shapes: Iterable[Shape]) -> None:
    painter = _Painter(ImageDraw.Draw(picture))
    for shape in shapes:
        painter.paint(shape)


def _in_few_colours(picture: Image.Image, colours: int) -> Image.Image:
    return picture.quantize(colours, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _encoded(picture: Image.Image, colours: int) -> bytes:
    out = BytesIO()
    _in_few_colours(picture, colours).save(out, "PNG", compress_level=COMPRESSION)
    return out.getvalue()


class _Painter:
    """Draws shapes at double size."""

    def __init__(self, draw: ImageDraw.ImageDraw) -> None:
        self._draw = draw

    def paint(self, shape: Shape) -> None:
        match shape:
            case Polygon(points, fill, line, width):
                places = [_large(point) for point in points]
                self._draw.polygon(places, fill=fill)
                if line and width:
                    self._draw.line([*places, places[0], places[1]], fill=line, width=_pen(width), joint="curve")
            case Line(points, colour, width, dash):
                for piece in _dashed(points, dash) if dash else (points,):
                    self._line([_large(point) for point in piece], colour, _pen(width), is_round=not dash)
            case Disc(at, radius, fill, line, width):
                x, y = _large(at)
                r = radius * SCALE
                box = (x - r, y - r, x + r, y + r)
                self._draw.ellipse(box, fill=fill, outline=line or None, width=_pen(width) if line else 0)
            case Text(at, words, size, colour, bold, anchor, halo):
                self._text(at, words, size, colour, bold, anchor, halo)

    def _line(self, points: list[Point], colour: str, width: int, *, is_round: bool) -> None:
        self._draw.line(points, fill=colour, width=width, joint="curve")
        if is_round and width > 2:
            r = width / 2
            for x, y in (points[0], points[-1]):
                self._draw.ellipse((x - r, y - r, x + r, y + r), fill=colour)

    def _text(self, at: Point, words: str, size: float, colour: str, bold: bool, anchor: str, halo: str) -> None:
        font = _font(round(size * SCALE))
        place = {"start": "lm", "end": "rm"}.get(anchor, "mm")
        x, y = _large(at)
        if halo:
            self._draw.text((x, y), words, fill=halo, font=font, anchor=place, stroke_width=4, stroke_fill=halo)
        # The font that Pillow ships has one weight: a rim of its own colour makes it bold.
        self._draw.text((x, y), words, fill=colour, font=font, anchor=place, stroke_width=int(bold), stroke_fill=colour)


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)


def _large(point: Point) -> Point:
    return point[0] * SCALE, point[1] * SCALE


def _pen(width: float) -> int:
    return max(round(width * SCALE), 1)


def _dashed(points: tuple[Point, ...], dash: tuple[float, float]) -> list[tuple[Point, ...]]:
    """The strokes of a dashed line; what is left of a stroke goes on round a corner."""
    strokes: list[tuple[Point, ...]] = []
    on, left = True, dash[0]
    for (x1, y1), (x2, y2) in pairwise(points):
        far = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
        done = 0.0
        while far - done > 1e-6:
            step = min(left, far - done)
            if on:
                a, b = done / far, (done + step) / far
                strokes.append(((x1 + a * (x2 - x1), y1 + a * (y2 - y1)), (x1 + b * (x2 - x1), y1 + b * (y2 - y1))))
            done, left = done + step, left - step
            if left <= 1e-6:
                on = not on
                left = dash[0] if on else dash[1]
    return strokes


# A picture cut into sheets of paper, true to scale: laid edge to edge they make the whole table.

PAPERS = {"a4": (210, 297), "letter": (216, 279)}
"""Millimetres, upright."""
MARGIN = 12
"""Millimetres on each side that no printer reaches, with the name of the sheet on them."""
PER_INCH = 254
"""Tenths of a millimetre."""


@dataclass(frozen=True)
class Scale:
    """The scale of a printed picture: so many `pixels` are so many `tenths` of a millimetre on paper, which the `measure` lets
    a player find out with a ruler."""

    pixels: int
    tenths: int
    measure: str


def inches(pixels: int, percent: int) -> Scale:
    """The scale of a table of which an inch is so many `pixels`, and so many per cent of an inch on paper."""
    tenths = PER_INCH * percent // 100
    return Scale(pixels, tenths, translate("an inch of the table is {size} mm", size=_thousandths(tenths, 10)))


def hexes(hundredths: int, across: Decimal) -> Scale:
    """The scale of a map of which a hex is so many `hundredths` of a pixel and so many millimetres across."""
    measure = translate("ten hexes, one below the other, are {size} mm", size=f"{10 * across:f}")
    return Scale(hundredths, int(1000 * across), measure)


def tiles(scene: Scene, scale: Scale, paper: str) -> str:
    """A page of HTML that prints as one sheet of paper after the other; `paper` is one of `PAPERS`.

    Each sheet has its row and column and, on the first, how long ten inches must be: a printer that scales is found out.
    """
    wide, high = (10 * (size - 2 * MARGIN) for size in PAPERS[paper])
    across, down = (-(-size * scale.tenths // (scale.pixels * room)) for size, room in
                    ((scene.width, wide), (scene.height, high)))  # fmt: skip
    body = [f'<svg width="0" height="0"><defs><g id="all" font-family="{FONT}">{drawn(scene.sheet.shapes)}',
            f"{drawn(scene.shapes)}</g></defs></svg>"]  # fmt: skip
    for n in range(across * down):
        row, column = divmod(n, across)
        box = " ".join(
            _thousandths(part * scale.pixels, scale.tenths) for part in (column * wide, row * high, wide, high)
        )
        name = translate("row {row} of {rows}, column {column} of {columns}", row=row + 1, rows=down, column=column + 1,
                         columns=across)  # fmt: skip
        body.append(
            f'<section><svg viewBox="{box}" width="{wide // 10}mm" height="{high // 10}mm"><use href="#all"/></svg>'
            f"<p>{escape(scene.alt.partition('.')[0])}: {name}. {escape(_measure(scale)) if not n else ''}</p></section>"
        )
    style = (
        f"@page{{size:{PAPERS[paper][0]}mm {PAPERS[paper][1]}mm;margin:{MARGIN}mm}}body{{margin:0}}"
        f"section{{break-after:page;position:relative;width:{wide // 10}mm;height:{high // 10}mm;overflow:hidden}}"
        "section>svg{display:block}"
        "p{position:absolute;left:2mm;bottom:1mm;margin:0;font:9px sans-serif;color:#555;background:#fff}"
        "@media screen{section{border:1px dashed #999;margin:8px}}"
    )
    return (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><title>{escape(scene.alt.partition(".")[0])}</title>'
        f"<style>{style}</style></head><body>\n" + "\n".join(body) + "\n</body></html>\n"
    )


def _measure(scale: Scale) -> str:
    return translate("Print at 100 %, not fitted to the page: {measure}.", measure=scale.measure)


def _thousandths(numerator: int, denominator: int) -> str:
    """A quotient with three decimals at most."""
    whole = (2000 * numerator + denominator) // (2 * denominator)
    return f"{whole // 1000}.{whole % 1000:03}".rstrip("0").rstrip(".")

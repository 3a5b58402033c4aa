"""A picture cut into sheets of paper, true to scale: laid edge to edge they make the whole table."""

from dataclasses import dataclass
from decimal import Decimal
from html import escape

from pbem.reports.letter_style import translate
from pbem.reports.picture.shapes import FONT, Scene, drawn

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

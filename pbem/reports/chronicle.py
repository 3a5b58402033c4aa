"""The record of a whole game as one page: step through it phase by phase, with map, log and hashes, from a file alone."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, cast

from markupsafe import Markup

from pbem.reports.log import dice_list, section
from pbem.reports.maps.hex_panel import MapModel
from pbem.reports.maps.map_panel import MapPanel
from pbem.reports.pages import html_page
from pbem.reports.picture.area import whole_sheet
from pbem.reports.picture.ground import PAPER, hatch, place_names
from pbem.reports.picture.pieces import ZOC, colour_of, counter, fight, way
from pbem.reports.picture.scene import EDGE, alt_text, sheet_of
from pbem.reports.picture.shapes import FONT, Caption, MapSheet, Point, Polygon, Shape, drawn
from pbem.reports.report import LogSection


@dataclass(frozen=True)
class Chapter:
    """A phase as it is told after it, or the opening: its id (``T03.US.B``), title, clock, score, position, log and proof.

    `state` is the state hash after it, `records` the numbers of its records in the chain, `head` the last of those; `orders`
    pair a side's name with the orders that it had carried out.
    """

    phase: str
    title: str
    clock: str
    points: str
    map: MapPanel
    in_short: tuple[str, ...] = ()
    log: LogSection | None = None
    orders: tuple[tuple[str, tuple[str, ...]], ...] = ()
    state: str = ""
    records: tuple[int, ...] = ()
    head: str = ""


@dataclass(frozen=True)
class Chronicle:
    """A game from its opening on, as `whose` view: a side's name, or ``both sides``; `result` is "" while it goes on."""

    game: str
    title: str
    scenario: str
    whose: str
    players: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    result: str = ""
    server_key: str = ""


NO_SHEET = MapSheet(720, 1, PAPER, ())
"""The stand-in for a map that has no picture."""


def page(record: Chronicle) -> str:
    """The page: one file, nothing from the network, for keyboard and touch.  Pure ASCII."""
    first = record.chapters[0].map
    maps = [chapter.map for chapter in record.chapters]
    pieces: _Pieces | _Pictures = _Pieces(first) if isinstance(first, MapModel) else _Pictures(maps)
    sheet = pieces.sheet
    steps = [_step(chapter, record, pieces) for chapter in record.chapters]
    return html_page(
        "game-record",
        told=record,
        width=sheet.width,
        top=pieces.top,
        height=sheet.height - pieces.top,
        paper=sheet.paper,
        font=FONT,
        ground=Markup(drawn(sheet.shapes)),
        opening=Markup(pieces.whole(steps[-1]["place"])),
        last=steps[-1],
        turns=_turns(record.chapters),
        played=Markup(_script({"steps": steps, "pieces": pieces.drawn, "radius": pieces.radius})),
    )


def _script(value: Any) -> str:
    """JSON that may stand in a script element: nothing in it can end that."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _turns(chapters: Sequence[Chapter]) -> list[tuple[str, list[tuple[int, str]]]]:
    """The chapters by their clock, for the list to choose from."""
    numbered = enumerate(chapters)
    by_clock = groupby(numbered, key=lambda one: one[1].clock)
    return [(clock, [(n, one.title) for n, one in some]) for clock, some in by_clock]


def _step(chapter: Chapter, record: Chronicle, pieces: "_Pieces | _Pictures") -> dict[str, Any]:
    log = "\n".join(_log_lines(chapter))
    return {
        "phase": chapter.phase,
        "title": chapter.title,
        "clock": chapter.clock,
        "points": chapter.points,
        "short": chapter.in_short,
        "log": log,
        "state": chapter.state,
        "records": ", ".join(map(str, chapter.records)),
        "head": chapter.head,
        "alt": pieces.alt(chapter.map, Caption(record.title, f"{chapter.clock}, {chapter.title}")),
        "place": pieces.placed(chapter.map),
        "focus": pieces.focus(chapter.map),
    }


def _log_lines(chapter: Chapter) -> Iterable[str]:
    for side, orders in chapter.orders:
        yield f"ORDERS of {side}"
        yield from (f"  {order}" for order in orders)
        yield ""
    if chapter.log is not None:
        yield from section(chapter.log)
        if chapter.log.dice:
            yield ""
            yield from dice_list(chapter.log.dice, "")


class _Drawn:
    """Pieces laid on the sheet, each different piece drawn once: most counters look alike from phase to phase.

    `radius` is that of a hex, 0 for a map of another kind.
    """

    radius = 0.0

    def __init__(self) -> None:
        self.drawn: list[str] = []
        self._numbers: dict[str, int] = {}

    def _at(self, at: Point, shapes: Iterable[Shape]) -> tuple[int, float, float]:
        text = drawn(shapes)
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self.drawn)
            self.drawn.append(text)
        return number, round(at[0], 1), round(at[1], 1)

    def whole(self, placed: Iterable[tuple[int, float, float]]) -> str:
        """A position as SVG."""
        return "".join(f'<g transform="translate({x},{y})">{self.drawn[n]}</g>' for n, x, y in placed)


class _Pictures(_Drawn):
    """Maps of a game's own kind: each position is its picture as a whole, on the ground of the first.

    A game within a game has more than one ground: the picture of a battle covers the first with its own.
    """

    def __init__(self, maps: Sequence[MapPanel]) -> None:
        super().__init__()
        self.top = 0
        scenes = [scene for one in maps if (scene := one.picture(Caption(""), whole=True)) is not None]
        self.first = scenes[0].sheet if scenes else NO_SHEET
        wide, high = (max((getattr(one.sheet, key) for one in scenes), default=1) for key in ("width", "height"))
        self.sheet = MapSheet(wide, high, self.first.paper, self.first.shapes) if scenes else NO_SHEET

    def placed(self, shown: MapPanel) -> list[tuple[int, float, float]]:
        """The picture of a position; nothing where the map has none."""
        scene = shown.picture(Caption(""), whole=True)
        if scene is None:
            return []
        ground = (
            [] if scene.sheet is self.first else [self._at((0, 0), (self._cover(scene.sheet), *scene.sheet.shapes))]
        )
        return [*ground, self._at((0, 0), scene.shapes)]

    def _cover(self, ground: MapSheet) -> Polygon:
        """The shape that hides the first ground."""
        wide, high = self.sheet.width, self.sheet.height
        return Polygon(((0, 0), (wide, 0), (wide, high), (0, high)), ground.paper)

    def alt(self, shown: MapPanel, caption: Caption) -> str:
        """It in words."""
        scene = shown.picture(caption, whole=True)
        return scene.alt if scene is not None else caption.shows

    def focus(self, shown: MapPanel) -> tuple[float, float] | None:
        """Nothing: the whole picture is looked at."""
        return None


class _Pieces(_Drawn):
    """Counters and marks on hexes."""

    def __init__(self, first: MapModel) -> None:
        super().__init__()
        self.sheet, self.area = sheet_of(whole_sheet(first.ground))
        self.radius = round(self.area.radius, 2)
        # The title stands in the page: the room that a picture keeps for it is cut off.
        self.top = round(self.area.top - EDGE)

    def placed(self, shown: MapPanel) -> list[tuple[int, float, float]]:
        """The pieces of a position, each with its number and where it lies, in the sequence of drawing."""
        model = cast(MapModel, shown)
        area, r = self.area, self.area.radius
        brackets = {stack.side: stack.brackets for stack in model.stacks}
        found = [self._at(area.middle(at), hatch((0, 0), r, ZOC)) for at in sorted(model.zoc) if area.has(at)]
        found.append(self._at((0, 0), place_names(area, {stack.at for stack in model.stacks})))
        for mark in model.marks:
            if mark.kind in ("move", "retreat"):
                found.append(self._at((0, 0), way(area, mark, colour_of(brackets.get(mark.side, "")))))
        for stack in model.stacks:
            if area.has(stack.at):
                found.append(self._at(area.middle(stack.at), counter((0, 0), stack, r)))
        for mark in model.marks:
            if mark.kind in ("fire", "melee"):
                found.append(self._at((0, 0), fight(area, mark, colour_of(brackets.get(mark.side, "")))))
        return [one for one in found if self.drawn[one[0]]]

    def alt(self, shown: MapPanel, caption: Caption) -> str:
        """The position in words."""
        return alt_text(cast(MapModel, shown), caption)

    def focus(self, shown: MapPanel) -> tuple[float, float] | None:
        """The middle of the fighting; without any, of the two enemies nearest to each other; None if nobody is there."""
        model = cast(MapModel, shown)
        hexes = [at for mark in model.marks if mark.kind in ("fire", "melee") for at in mark.path]
        hexes = hexes or self._nearest_enemies(model) or [stack.at for stack in model.stacks]
        places = [self.area.middle(at) for at in hexes if self.area.has(at)]
        if not places:
            return None
        return round(sum(x for x, _ in places) / len(places), 1), round(sum(y for _, y in places) / len(places), 1)

    def _nearest_enemies(self, model: MapModel) -> list[str]:
        """The hexes of two stacks of different sides with no other such two nearer to each other; [] with one side alone."""
        stacks = [(one.side, one.at, self.area.middle(one.at)) for one in model.stacks if self.area.has(one.at)]
        pairs = [
            ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2, at, to)
            for n, (side, at, a) in enumerate(stacks)
            for other, to, b in stacks[:n]
            if side != other
        ]
        return list(min(pairs)[1:]) if pairs else []

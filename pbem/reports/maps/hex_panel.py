"""The map panel of hexes: battle panels as details, and panels round a hex that is asked about."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.core.ask import Ask
from pbem.reports.letter_style import language, translate, translated
from pbem.reports.maps import overview
from pbem.reports.maps.hex_position import Ground, HexPosition, Mark, place
from pbem.reports.maps.map_panel import Detail, MapPanel
from pbem.reports.maps.panels import Box, boxes, boxes_round, is_inside, panel
from pbem.reports.picture.shapes import Caption, Scene

MOST_PANELS = 3
RADIUS = 2
FARTHEST = 10
"""Hexes to each side that `map 3413 10` shows."""
HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")


@dataclass(frozen=True)
class HexDetail:
    """A battle panel (see `map_panel.Detail`)."""

    model: HexPosition
    box: Box

    @property
    def title(self) -> str:
        """``columns 26-32, rows 08-14``."""
        return self.box.title

    @property
    def weight(self) -> int:
        """The hexes that the phase was about."""
        return sum(is_inside(self.box, at) for at in self.model.involved)

    def lines(self) -> list[str]:
        """Its lines."""
        return panel(self.model, self.box)


def details(model: HexPosition) -> tuple[HexDetail, ...]:
    """The battle panels."""
    return tuple(HexDetail(model, box) for box in boxes(model))


def around(model: HexPosition, at: str, radius: int) -> list[str]:
    """Panels of all hexes within the radius."""
    lines = [translate("A panel reaches {n} hexes at most.", n=FARTHEST), ""] if radius > FARTHEST else []
    for n, box in enumerate(boxes_round(model.ground, at, min(max(radius, 1), FARTHEST))):
        lines += [*([""] if n else []), f"Round {at}: {box.title}", *panel(model, box)]
    return lines


def asked_about(model: HexPosition, asks: Sequence[Ask]) -> tuple[HexDetail, ...]:
    """Panels of the hexes that questions are about, at most three; none where they name none."""
    found: list[Box] = []
    for at in dict.fromkeys(_hex_of(model, one) for one in asks):
        if at and len(found) < MOST_PANELS and not any(_shows(box, at) for box in found):
            found.extend(boxes_round(model.ground, at, RADIUS))
    return tuple(HexDetail(model, box) for box in found)


def _hex_of(model: HexPosition, one: Ask) -> str:
    """The hex that a question is about: what it says of itself, else the first that its words name."""
    choices = (f"{each.key} {each.text}" for each in one.choices)
    values = (dict(one.facts).get("at", ""), one.subject, one.prompt, *choices)
    return next((at for words in values for at in HEX.findall(words) if at in model.ground.cells), "")


def _shows(box: Box, at: str) -> bool:
    """True if a hex and those next to it lie in a panel."""
    column, row = place(at)
    return box.columns[0] < column < box.columns[1] and box.rows[0] < row < box.rows[1]


@dataclass(frozen=True)
class MapModel(HexPosition, MapPanel):
    """The position on hexes as one side sees it, which draws itself."""

    def overview(self) -> list[str]:
        """See `MapPanel`."""
        return overview.overview(self)

    def whole(self) -> list[str]:
        """See `MapPanel`."""
        return overview.whole_sheet(self)

    @property
    def extent(self) -> str:
        """See `MapPanel`."""
        return overview.extent(self)

    @property
    def lines_of_key(self) -> tuple[str, ...]:
        """See `MapPanel`."""
        return self.ground.key if language() is None else tuple([translated(line) for line in self.ground.key])

    @property
    def coloured_as(self) -> Ground:
        """See `MapPanel`."""
        return self.ground

    def has(self, at: str) -> bool:
        """See `MapPanel`."""
        return at in self.ground.cells

    def a_place(self, side: str = "") -> str:
        """See `MapPanel`."""
        stacks = [stack.at for stack in self.stacks if side in ("", stack.side)]
        return next(iter(stacks or sorted(self.involved) or self.ground.cells))

    def details(self) -> tuple[Detail, ...]:
        """See `MapPanel`."""
        return details(self)

    def around(self, at: str, radius: int) -> list[str]:
        """See `MapPanel`."""
        return around(self, at, radius)

    def unknown(self, at: str) -> str:
        """See `MapPanel`."""
        return translate("There is no hex {at} on the map.  Write, say,   map 3413 4", at=at)

    def asked_about(self, asks: Sequence[Ask]) -> tuple[Detail, ...]:
        """See `MapPanel`."""
        return asked_about(self, asks)

    def marked(self, marks: Sequence[Mark]) -> "MapModel":
        """See `MapPanel`."""
        return replace(self, marks=tuple(marks))

    def to_lay_over(self, title: str, names: Mapping[str, Sequence[str]]) -> "Scene | None":
        """See `MapPanel`."""
        if not self.ground.cells:
            return None
        from pbem.reports.picture.over import Named, over
        from pbem.reports.picture.pieces import colour_of

        units: dict[str, dict[str, Named]] = {}
        for stack in self.stacks:
            for one in names.get(f"{stack.letter} {stack.at}", (stack.lead or stack.tag,)):
                units.setdefault(stack.at, {}).setdefault(one, Named(one, colour_of(stack.brackets)))
        cells = ((at, place(at)[0] % 2 == self.ground.stagger) for at in self.ground.cells)
        return over(cells, {at: tuple(here.values()) for at, here in units.items()}, title)

    def picture(self, caption: "Caption", *, whole: bool = False) -> "Scene | None":
        """See `MapPanel`."""
        if not self.ground.cells:
            return None
        from pbem.reports.picture import scene

        return scene.whole(self, caption) if whole else scene.position(self, caption)

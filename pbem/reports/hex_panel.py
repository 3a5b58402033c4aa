"""The map panel of hexes: battle panels as details, and panels round a hex that is asked about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pbem.core.ask import Ask
from pbem.reports.grid import place
from pbem.reports.letter_style import translate
from pbem.reports.panels import Box, boxes, boxes_round, is_inside, panel
from pbem.reports.report import MapModel

MOST_PANELS = 3
RADIUS = 2
FARTHEST = 10
"""Hexes to each side that `map 3413 10` shows."""
HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")


@dataclass(frozen=True)
class HexDetail:
    """A battle panel (see `map_panel.Detail`)."""

    model: MapModel
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


def details(model: MapModel) -> tuple[HexDetail, ...]:
    """The battle panels."""
    return tuple(HexDetail(model, box) for box in boxes(model))


def around(model: MapModel, at: str, radius: int) -> list[str]:
    """Panels of all hexes within the radius."""
    lines = [translate("A panel reaches {n} hexes at most.", n=FARTHEST), ""] if radius > FARTHEST else []
    for n, box in enumerate(boxes_round(model.ground, at, min(max(radius, 1), FARTHEST))):
        lines += [*([""] if n else []), f"Round {at}: {box.title}", *panel(model, box)]
    return lines


def asked_about(model: MapModel, asks: Sequence[Ask]) -> tuple[HexDetail, ...]:
    """Panels of the hexes that questions are about, at most three; none where they name none."""
    found: list[Box] = []
    for at in dict.fromkeys(_hex_of(model, one) for one in asks):
        if at and len(found) < MOST_PANELS and not any(_shows(box, at) for box in found):
            found.extend(boxes_round(model.ground, at, RADIUS))
    return tuple(HexDetail(model, box) for box in found)


def _hex_of(model: MapModel, one: Ask) -> str:
    """The hex that a question is about: what it says of itself, else the first that its words name."""
    choices = (f"{each.key} {each.text}" for each in one.choices)
    values = (dict(one.facts).get("at", ""), one.subject, one.prompt, *choices)
    return next((at for words in values for at in HEX.findall(words) if at in model.ground.cells), "")


def _shows(box: Box, at: str) -> bool:
    """Whether a hex and those next to it lie in a panel."""
    column, row = place(at)
    return box.columns[0] < column < box.columns[1] and box.rows[0] < row < box.rows[1]

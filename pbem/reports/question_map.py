"""The ground that questions are about, as panels below them."""

import re
from collections.abc import Sequence

from pbem.core.ask import Ask
from pbem.reports.grid import place
from pbem.reports.manner import say
from pbem.reports.panels import Box, boxes_round, panel
from pbem.reports.report import MapModel
from pbem.reports.wrap import guarded, heading

MOST_PANELS = 3
RADIUS = 2
HEX = re.compile(r"(?<!\d)\d{4}(?!\d)")


def question_map(model: MapModel, asks: Sequence[Ask]) -> list[str]:
    """Panels of the hexes that questions are about, at most three; no lines where they name none."""
    boxes: list[Box] = []
    for at in dict.fromkeys(_asked_about(model, one) for one in asks):
        if at and len(boxes) < MOST_PANELS and not any(_shows(box, at) for box in boxes):
            boxes.extend(boxes_round(model.ground, at, RADIUS))
    if not boxes:
        return []
    lines = [heading(say("MAP"), say("as it stands now"))]
    for n, box in enumerate(boxes):
        lines += [""] * (n > 0) + [box.title, *panel(model, box)]
    return guarded(lines)


def _asked_about(model: MapModel, one: Ask) -> str:
    """The hex that a question is about: what it says of itself, else the first that its words name."""
    choices = (f"{each.key} {each.text}" for each in one.choices)
    said = (dict(one.facts).get("at", ""), one.subject, one.prompt, *choices)
    return next((at for words in said for at in HEX.findall(words) if at in model.ground.cells), "")


def _shows(box: Box, at: str) -> bool:
    """Whether a hex and those next to it lie in a panel."""
    column, row = place(at)
    return box.columns[0] < column < box.columns[1] and box.rows[0] < row < box.rows[1]

"""The ground that questions are about, as panels below them."""

from collections.abc import Sequence

from pbem.core.ask import Ask
from pbem.reports.letter_style import translate
from pbem.reports.map_panel import MapPanel
from pbem.reports.wrap import carried, heading


def question_map(shown: MapPanel, asks: Sequence[Ask]) -> list[str]:
    """What the map shows large of what questions are about; no lines where that is nothing."""
    details = shown.asked_about(asks)
    if not details:
        return []
    lines = [heading(translate("MAP"), translate("as it stands now"))]
    for n, one in enumerate(details):
        lines += [""] * (n > 0) + [one.title, *one.lines()]
    return carried(lines)

"""The card of a table, which needs no rules: so a subject line can be written without them."""

from functools import lru_cache

from pbem.core.system import ALL, PHASING, Card, PhaseCard, Side
from pbem.systems.table.sheet import GameSheet

PEN, TOGETHER, ANYBODY = "W", "S", "A"
"""The letters of an exchange of the one who has the pen, of a step in which all write at once, of one in which anybody may."""


@lru_cache(maxsize=256)
def card_of(sheet: GameSheet) -> Card:
    """The card of a game with this sheet; its data are found under the digest of the sheet, which genesis commits to."""
    title = f"table:{sheet.name}" if sheet.name else "table"
    phases = (
        PhaseCard(PEN, "Exchange", "", PHASING),
        PhaseCard(TOGETHER, "Sealed plans", "", ALL),
        PhaseCard(ANYBODY, "Exchange of anybody", "", ALL),
    )
    sides = tuple(Side(one.id, one.code, one.name) for one in sheet.sides)
    return Card(title, sheet.title, f"table-{sheet.digest[:32]}", "TB", sides, phases, (), sheet.name or "plain")

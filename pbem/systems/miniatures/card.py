"""The game's card.  It imports no rules."""

from pbem.core.sequence import parse
from pbem.core.system import PHASING, Card, PhaseCard, Side

AMERICAN, INDIAN = "american", "indian"

CARD = Card(
    id="miniatures",
    title="Our Moccasins Trickled Blood",
    system="miniatures",
    clauses="MR",
    sides=(Side(AMERICAN, "AM", "American"), Side(INDIAN, "IN", "Indian")),
    phases=(PhaseCard("A", "Operations", "MR-1.1", PHASING),),
    options=(),
    main_scenario="fallen-timbers",
)


def short_name(phase: str) -> str:
    """``T3 American Operations`` for ``T03.AM.A``."""
    found = parse(phase)
    return f"T{found.turn} {CARD.side(found.side).name} {CARD.phases[0].name}"

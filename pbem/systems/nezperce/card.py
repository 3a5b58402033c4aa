"""The game's card.  It imports no rules."""

from pbem.core.phase_id import parse
from pbem.core.system import ALL, NOBODYS, PHASING, Card, PhaseCard, Side

ARMY, INDIAN = "army", "indian"

STRATEGIC = (
    PhaseCard("R", "Reinforcement", "NP-B2.2b", NOBODYS),
    PhaseCard("A", "Indian supply", "NP-B3.0a", NOBODYS),
    PhaseCard("B", "Indian movement", "NP-B4.1a", PHASING),
    PhaseCard("C", "Indian combat declaration", "NP-B5.1b", PHASING),
    PhaseCard("D", "Army supply", "NP-B3.0a", PHASING),
    PhaseCard("E", "Army movement", "NP-B4.1a", PHASING),
    PhaseCard("F", "Army search", "NP-B5.1d", PHASING),
)
"""The phases of a strategic turn.  R is the seventh of the book's list, and comes first in its turn (B-001)."""

BETWEEN = PhaseCard("S", "Next contact", "NP-B2.2d", NOBODYS)
"""Between two battles of a phase: the next declared combat, or the searches that are left."""

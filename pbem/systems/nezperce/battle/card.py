"""The phases of a battle, for the game's card.  The letters R, A to F and S belong to the strategic turn."""

from pbem.core.system import NOBODYS, PHASING, PhaseCard

PHASES = (
    PhaseCard("G", "State of contact", "C2.2", NOBODYS),
    PhaseCard("I", "Set-up: entry side", "C2.4", PHASING),
    PhaseCard("J", "Set-up", "C2.3", PHASING),
    PhaseCard("H", "Battle turn", "C3.1", PHASING),
)

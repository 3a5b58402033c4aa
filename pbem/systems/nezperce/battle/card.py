"""The phases of a battle, for the game's card.  The letters R, A to F and S belong to the strategic turn."""

from pbem.core.system import NOBODYS, PHASING, PhaseCard

PHASES = (
    PhaseCard("G", "Set-up", "C2.2", NOBODYS),
    PhaseCard("H", "Battle turn", "C3.1", PHASING),
)

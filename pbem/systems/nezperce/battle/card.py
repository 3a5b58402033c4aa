"""The phases of a battle, for the game's card.  The letters R, A to F and S belong to the strategic turn."""

from pbem.core.system import ALL, PHASING, PhaseCard

PHASES = (
    PhaseCard("G", "Set-up", "NP-C2.2f", ALL),
    PhaseCard("H", "Battle turn", "NP-C3.1a", PHASING),
)

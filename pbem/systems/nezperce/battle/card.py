"""The phases of a battle, for the game's card.  The letters R, A to F and S belong to the strategic turn."""

from pbem.core.system import ALL, NOBODYS, PHASING, PhaseCard

LOOKS = ("P", "Q")
"""Stops between half-turns: before the First player's, before the Second player's."""

PHASES = (
    PhaseCard("G", "State of contact", "C2.2", NOBODYS),
    PhaseCard("I", "Set-up: entry side", "C2.4", PHASING),
    PhaseCard("J", "Set-up", "C2.3", PHASING),
    PhaseCard("P", "Battle plans", "C3.1", ALL),
    PhaseCard("H", "Battle turn", "C3.1", PHASING),
    PhaseCard("Q", "Battle plans", "C3.1", ALL),
)

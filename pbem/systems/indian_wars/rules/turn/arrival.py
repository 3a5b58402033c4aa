"""Forces whose game turn of entry a die decides (LB-21.5.B.2)."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.turn.sequence import THE_BATTLE
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import ArrivalRolled

LATE_START = "late_start"
"""The key of a scenario's file by which the battle begins 1d6 game turns late (RC-18.3B)."""


@rule("single map")
def roll(umpire: Umpire[Battlefield], side: str) -> None:
    """Once the first side has set up, a die is rolled openly for each zone by which such a force enters (ruling A-161)."""
    scenario = umpire.state.sheet.scenario
    if side != scenario.setup_sequence[0]:
        return
    if scenario.data.get("scenario", {}).get(LATE_START) and THE_BATTLE not in umpire.state.notes.arrivals:
        die = umpire.roll("1d6", "late start", umpire.state.rule("scenario"))
        umpire.emit(ArrivalRolled(THE_BATTLE, die, 1 + die.total))
    for entry in scenario.entries:
        zone = entry.edges[0].zone
        if entry.dice and zone not in umpire.state.notes.arrivals:
            die = umpire.roll("1d6", f"arrival by the {zone}", umpire.state.rule("single map"))
            umpire.emit(ArrivalRolled(zone, die, entry.dice[die.total - 1]))

"""What is settled as the game ends (12.E.1, 14.B, 16.E, 17): the dying, the village, units low on ammunition."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars import ammunition, charts, leaders, village
from pbem.systems.indian_wars.combat_events import MORTAL
from pbem.systems.indian_wars.field import Field
from pbem.systems.indian_wars.special_events import LowAmmunitionCounted


@rule("RC-12.E.1-8", "RC-4.6", "RC-17.1")
def settle(umpire: Umpire[Field]) -> None:
    """The last things, in this sequence: who of the dying lives, what the search found, who is low on ammunition."""
    for side in umpire.state.sheet.scenario.player_sequence:
        for leader in tuple(umpire.state.of(side)):
            if leader.wound == MORTAL:
                with umpire.act(side, f"{leader.name} lies mortally wounded as the game ends (12.E)"):
                    leaders.roll_for_life(umpire, leader.name)
        leaders.tend_the_evacuated(umpire, side)
    village.settle(umpire)
    _count_low_ammunition(umpire)


@rule("RC-14.B.3", "RC-14.G.2")
def _count_low_ammunition(umpire: Umpire[Field]) -> None:
    """A VP for each US unit that is low on ammunition (14.B)."""
    field = umpire.state
    low = tuple(
        unit.name
        for unit in field.of("us")
        if not unit.is_leader and not unit.is_holder and ammunition.is_low_at_end(field, unit)
    )
    if low:
        umpire.emit(LowAmmunitionCounted(low, "us", len(low) * charts.victory_points(field, "low_ammo")))

"""What is rolled for as the game ends (12.E.1, 16.E): the dying, and those who looked for the village."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.special import village
from pbem.systems.indian_wars.state.field import Field
from pbem.systems.indian_wars.state.leader_events import MORTAL


@rule("RC-12.E.1-8", "RC-4.6")
def settle(umpire: Umpire[Field]) -> None:
    """The last things: who of the dying lives, then what became of the search."""
    for side in umpire.state.sheet.scenario.player_sequence:
        for leader in tuple(umpire.state.of(side)):
            if leader.wound == MORTAL:
                with umpire.act(side, f"{leader.name} lies mortally wounded as the game ends (12.E)"):
                    leaders.roll_for_life(umpire, leader.name)
        leaders.tend_the_evacuated(umpire, side)
    village.settle(umpire)

"""What is rolled for as the game ends (12.E.1): the dying."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import MORTAL


@rule("clock past the end", "end of game turn")
def settle(umpire: Umpire[Battlefield]) -> None:
    """The last things: who of the dying lives."""
    for side in umpire.state.sheet.scenario.player_sequence:
        for leader in tuple(umpire.state.of(side)):
            if leader.wound == MORTAL:
                with umpire.act(
                    side,
                    f"{leader.name} lies mortally wounded as the game ends ({umpire.state.rule('leader casualties')})",
                ):
                    leaders.roll_for_life(umpire, leader.name)
        leaders.tend_the_evacuated(umpire, side)

"""Victory points, and how a battle ends (CL-14.3)."""

from pbem.core.clause import rule
from pbem.core.system import Outcome
from pbem.core.umpire import Umpire
from pbem.systems.custer.card import INDIAN, US
from pbem.systems.custer.state.battle import Battle
from pbem.systems.custer.state.counter import Unit
from pbem.systems.custer.state.events import PointsScored


@rule("CL-14.3", "CL-1.9", "CL-9.2", "CL-9.4")
def score(umpire: Umpire[Battle], unit: Unit, when: str) -> None:
    """Score what a counter brings that was ``eliminated`` or ``hit``, or that ``exited``, as the battle's awards say."""
    battle = umpire.state
    for award in battle.sheet.scenario.awards:
        if award.when == when and unit.kind in award.kinds:
            points = award.points
            if award.most:
                points = min(points, award.most - battle.scored.get(award.per, 0))
            if points > 0:
                umpire.emit(PointsScored(award.side, points, award.per, unit.name))


@rule("CL-14.3", "CL-1.1", "CL-14.1")
def outcome(battle: Battle) -> Outcome:
    """The level of victory at the end, from the US points less the Indian ones."""
    difference = battle.points[US] - battle.points[INDIAN]
    levels = battle.sheet.scenario.levels
    level = next((one for one in levels if difference >= one.least), levels[-1])
    why = f"US {battle.points[US]} less Indian {battle.points[INDIAN]} points is {difference} after turn {battle.turn}"
    return Outcome(level.winner, level.level, tuple(battle.points.items()), why)

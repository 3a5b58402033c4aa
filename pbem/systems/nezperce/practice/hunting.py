"""How the Army marches at the level ``plain``: all make for the village, and join it together."""

from collections.abc import Callable

from pbem.mechanisms.trial import Trial
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.practice.goals import far
from pbem.systems.nezperce.practice.ways import go, modes
from pbem.systems.nezperce.rules import reach, routes
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import Campaign, Unit

SHUNNED = 900
"""How much a hex is to be shunned for a fight that would be lost."""
BRAVES = 6
"""The Army joins an Indian camp with one unit for so many of braves."""
LATE = 26
"""From this turn on the Army takes every chance."""


Aim = Callable[[Campaign, Unit, list[Unit]], str]
"""Which hex an Army unit makes for, of those in which there is prey."""


def village_first(view: Campaign, unit: Unit, prey: list[Unit]) -> str:
    """The hex of the village, or of the nearest band if there is none."""
    village = [one for one in prey if one.name == VILLAGE]
    return min(village or prey, key=lambda one: data.strategic_map().distance(unit.at, one.at)).at


def braves_first(view: Campaign, unit: Unit, prey: list[Unit]) -> str:
    """The hex with many braves that is near: each of them counts for a hex of the way, and a village alone for nothing."""
    hexes = sorted({one.at for one in prey})
    return min(hexes, key=lambda at: data.strategic_map().distance(unit.at, at) - braves_at(view, at))


def hunt(trial: Trial[Campaign], aim: Aim = village_first, braves: int = BRAVES) -> None:
    """Every unit makes for its prey; it joins it only with enough others: one for so many units of braves."""
    view = trial.view
    prey = [one for one in view.of(INDIAN) if one.name != SITTING_BULL and one.at not in data.zone("Canada")]
    units = [one for one in view.of(ARMY) if not reach.why_still(view, one)[0]]
    ways = {one.name: {at for mode in modes(view, one) for at in routes.within_reach(view, one, mode)} for one in units}
    weak = {
        at
        for at in {one.at for one in prey}
        if not _are_enough(view, [one for one in units if at in ways[one.name]], at, braves)
    }
    for unit in units if prey else ():
        go(trial, unit, _scent(trial.view, unit, aim(trial.view, unit, prey), weak))


def braves_at(view: Campaign, at: str) -> int:
    """How many units of braves are in a hex."""
    return sum(len(one.left) for one in view.at(at, INDIAN) if one.card.arm == "warrior")


def _are_enough(view: Campaign, units: list[Unit], at: str, braves: int) -> bool:
    """Whether some units are enough for the braves in a hex."""
    return view.turn >= LATE or braves * sum(len(one.left) for one in units) >= braves_at(view, at)


def _scent(view: Campaign, unit: Unit, goal: str, weak: set[str]) -> Callable[[str], int]:
    """How far a hex is from the prey; company in the hex counts for it."""
    distance = far((goal,), False)

    def badness(at: str) -> int:
        friends = sum(one.card.search for one in view.at(at, ARMY) if one.name != unit.name)
        lonely = SHUNNED if at in weak and at != unit.at else 0
        return 10 * distance.get(at, 999) - min(friends, 9) - (2 if data.town(at) else 0) + lonely

    return badness

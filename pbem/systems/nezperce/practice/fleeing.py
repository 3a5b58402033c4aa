"""How the Indian side marches at the level ``plain``: all go with the village, which gets on without being caught."""

from collections.abc import Callable

from pbem.mechanisms.trial import Trial
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.practice.goals import far, indian_goals
from pbem.systems.nezperce.practice.ways import go, modes, over_rivers
from pbem.systems.nezperce.rules import reach, routes, supply
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign, Unit

MARGIN = 4
"""How many points more than the Army can go an Indian camp wants between itself and it."""
FACES = range(1, 7)
FACE = 100
"""How much a hex is to be shunned for each face of the die with which the Army would find a unit there."""
SHUNNED = 900
"""How much a hex with a town is to be shunned: a fight is sure there."""
HASTE = 4
"""How much more getting on counts for the Indian side once Canada is open."""
CANADA = tuple(sorted(data.zone("Canada")))


def flee(trial: Trial[Campaign]) -> None:
    """The village goes where it gets on without being caught, the bands go with it; others come to it."""
    view = trial.view
    village = view.units[VILLAGE]
    units = [one for one in view.of(INDIAN) if one.name != SITTING_BULL]
    first = village if village.active else next(iter(units), None)
    if first is None:
        return
    goals = indian_goals(view)
    to = _refuge(trial, first, goals)
    for unit in units:
        go(trial, unit, _together(to) if unit.at == first.at else _to_join(view, unit, to))


def _together(to: str) -> Callable[[str], int]:
    return lambda at: 10 * data.strategic_map().distance(at, to)


def _to_join(view: Campaign, unit: Unit, to: str) -> Callable[[str], int]:
    distance = far((to,), True)
    return lambda at: 10 * distance.get(at, 999) + _danger(view, unit, at)


def _refuge(trial: Trial[Campaign], unit: Unit, goals: tuple[str, ...]) -> str:
    """The hex in a unit's reach that is nearest to its goals, safe and with water if there is one."""
    view, distance, canada = trial.view, far(goals, True), far(CANADA, True)
    haste = HASTE if reach.canada_is_open(view) else 1

    def badness(at: str) -> int:
        dry = 0 if supply.has_water(at) else 3
        return 10 * haste * distance.get(at, 999) + canada.get(at, 999) + _danger(view, unit, at) + dry

    ways = {at: way for mode in modes(view, unit) for at, way in routes.within_reach(view, unit, mode).items()}
    best = min(sorted(ways), key=badness)
    mode = NORMAL if best in routes.within_reach(view, unit, NORMAL) else FAST
    return over_rivers(view, unit, ways[best], mode, badness)[-1]


def _danger(view: Campaign, unit: Unit, at: str) -> int:
    """How much a hex is to be shunned: for a town, and for the faces of the die with which the Army would find a unit there."""
    if unit.at in CANADA and at in CANADA:
        return 0  # no Army unit enters it: who is there stays
    strength = 0
    for enemy in view.of(ARMY):
        steps = data.strategic_map().distance(enemy.at, at)
        if steps * data.cost(at) <= enemy.card.normal + MARGIN:
            strength += enemy.card.search
    superiority = strength - unit.card.evasion
    faces = (
        sum(data.is_contact(die + data.search_modifier(at), superiority) for die in FACES) if superiority >= 0 else 0
    )
    return FACE * faces + 10 * max(0, superiority) + (SHUNNED if data.town(at) else 0)

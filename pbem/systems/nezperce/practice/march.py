"""Marches of practice players: fleeing, hunting, and what both share."""

from collections.abc import Callable, Iterator
from functools import partial

from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import Effort, Judge, Orders, Pick, Trial
from pbem.systems.nezperce import data
from pbem.systems.nezperce.data import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.practice import risk
from pbem.systems.nezperce.practice.risk import WAY, far, gain, go, indian_goals, modes, over_rivers, scattered
from pbem.systems.nezperce.rules import contacts, marching, supply
from pbem.systems.nezperce.rules.phases import army_points, indian_points
from pbem.systems.nezperce.state.contact import ARMY, INDIAN, Contact
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign, Unit

"""The danger of a hex with a fight that would be lost."""
BRAVES = 6
"""The Army joins an Indian camp with one unit for so many of braves."""
LATE = 26
"""From this turn on the Army takes every chance."""


Aim = Callable[[Campaign, Unit, list[Unit]], str]
"""The goal of an Army unit, of those in which there is prey."""


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
    units = [one for one in view.of(ARMY) if not marching.why_still(view, one)[0]]
    ways = {
        one.name: {at for mode in modes(view, one) for at in marching.within_reach(view, one, mode)} for one in units
    }
    weak = {
        at
        for at in {one.at for one in prey}
        if not _are_enough(view, [one for one in units if at in ways[one.name]], at, braves)
    }
    for unit in units if prey else ():
        go(trial, unit, _scent(trial.view, unit, aim(trial.view, unit, prey), weak))


def braves_at(view: Campaign, at: str) -> int:
    """The number of units of braves in a hex."""
    return sum(len(one.left) for one in view.at(at, INDIAN) if one.card.arm == "warrior")


def _are_enough(view: Campaign, units: list[Unit], at: str, braves: int) -> bool:
    """True if some units are enough for the braves in a hex."""
    return view.turn >= LATE or braves * sum(len(one.left) for one in units) >= braves_at(view, at)


def _scent(view: Campaign, unit: Unit, goal: str, weak: set[str]) -> Callable[[str], int]:
    """The distance of a hex from the prey; company in the hex counts for it."""
    distance = far((goal,), False)

    def badness(at: str) -> int:
        friends = sum(one.card.search for one in view.at(at, ARMY) if one.name != unit.name)
        lonely = SHUNNED if at in weak and at != unit.at else 0
        return 10 * distance.get(at, 999) - min(friends, 9) - (2 if data.town(at) else 0) + lonely

    return badness


MARGIN = 4
"""The margin of points over the Army's reach that an Indian camp wants."""
FACES = range(1, 7)
FACE = 100
"""The danger of a hex for each face of the die with which the Army would find a unit there."""
SHUNNED = 900
"""The danger of a hex with a town: a fight is sure there."""
HASTE = 4
"""The further weight of getting on for the Indian side once Canada is open."""
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
    haste = HASTE if marching.canada_is_open(view) else 1

    def badness(at: str) -> int:
        dry = 0 if supply.has_water(at) else 3
        return 10 * haste * distance.get(at, 999) + canada.get(at, 999) + _danger(view, unit, at) + dry

    ways = {at: way for mode in modes(view, unit) for at, way in marching.within_reach(view, unit, mode).items()}
    best = min(sorted(ways), key=badness)
    mode = NORMAL if best in marching.within_reach(view, unit, NORMAL) else FAST
    return over_rivers(view, unit, ways[best], mode, badness)[-1]


def _danger(view: Campaign, unit: Unit, at: str) -> int:
    """The danger of a hex: for a town, and for the faces of the die with which the Army would find a unit there."""
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


POINT = 10
"""Values are in tenths of a victory point."""
PULLS = (1, 3, 0)
"""The weight of a movement point on the way in the drafts of the Indian side: some go on, some bolder, some only hide."""
ODDS = (6, 3)
"""With one unit for so many of braves the Army joins a camp, in its drafts."""
NEXT = 2
"""The divisor for what the Army could do by its next move."""
INDIAN_PHASES, ARMY_PHASES = 4, 6
"""So many phases a try looks ahead: from an Indian march to the Army's next search; from an Army march to its next move."""


class MarchJudge(Judge[Campaign]):
    """`mechanisms.practice.Judge` of the march."""

    def drafts(
        self, system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, pick: Pick
    ) -> Iterator[Orders]:
        """For the Indian side camps apart, or all with the village; for the Army the hunt for village or bands."""

        def drafted(march: Callable[[Trial[Campaign]], None]) -> Orders:
            trial = Trial(system, view, side, letter)
            march(trial)
            return tuple(trial.orders)

        if side == INDIAN:
            yield from (drafted(partial(scattered, pull=pull)) for pull in PULLS)
            yield drafted(flee)
        else:
            for aim in (village_first, braves_first):
                yield from (drafted(partial(hunt, aim=aim, braves=odds)) for odds in ODDS)

    def worth(self, view: Campaign, side: str) -> int:
        """The points as they stand, less what the Indian side is about to lose, and the way that it has still to go."""
        camps = _camps(view)
        lost = _in_battle(view)
        if view.letter == "F" and view.battle is None:
            lost += sum(risk.of_search(view, at, units) for at, units in camps.items())
        if view.turn < view.last_turn:
            columns = risk.Columns(view)
            lost += risk.together(columns.risk(at, units) for at, units in camps.items()) // NEXT
        found = POINT * (indian_points(view) - army_points(view)) - lost - _way(view)
        return found if side == INDIAN else -found

    def effort(self, view: Campaign, letter: str) -> Effort:
        """One try of each draft, another of the best two: the dice decide little."""
        return Effort(first=1, kept=2, more=1, phases=INDIAN_PHASES if letter == "B" else ARMY_PHASES)

    def is_settled(self, view: Campaign) -> bool:
        """The Army has found somebody: how the battle would go is estimated."""
        return view.battle is not None


def _camps(view: Campaign) -> dict[str, list[Unit]]:
    """The Indian units by their hexes."""
    found: dict[str, list[Unit]] = {}
    for at in dict.fromkeys(one.at for one in view.of(INDIAN)):
        if units := contacts.fighters(view, at):
            found[at] = units
    return found


def _in_battle(view: Campaign) -> int:
    """The expected loss of the Indian side in the battle that has just opened."""
    if view.battle is None:
        return 0
    contact: Contact = view.battle.contact  # type: ignore[attr-defined]
    units = [one for one in view.of(INDIAN) if one.card.id in {force.id for force in contact.indian}]
    return risk.loss(units, sum(len(force.pieces) for force in contact.army))


def _way(view: Campaign) -> int:
    """The remaining way of the Indian side to its goals: a tenth of a point for each movement point, more for Canada."""
    distance = far(indian_goals(view), True)
    units = [one for camp in _camps(view).values() for one in camp]
    return sum((1 + gain(view, one) // WAY) * distance.get(one.at, 0) for one in units)


MARCH = MarchJudge()
_MARCH: Judge[Campaign] = MARCH

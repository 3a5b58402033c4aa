"""Practice players: ``random`` gives orders without sense, ``plain`` flees or hunts as a sensible beginner would."""

from collections.abc import Callable
from itertools import pairwise

from pbem.core.ask import Ask
from pbem.core.order import Order
from pbem.core.system import RuleSystem
from pbem.mechanisms import captain
from pbem.mechanisms.practice import ALL_LEVELS, CAPTAIN, RANDOM, Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.nezperce.battle.card import LOOKS
from pbem.systems.nezperce.battles import battle_practice
from pbem.systems.nezperce.card import LETTERS_IN_BATTLE
from pbem.systems.nezperce.files import data
from pbem.systems.nezperce.files.units import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.orders.records import Declare, March, Search, Supply
from pbem.systems.nezperce.practice.goals import far, indian_goals
from pbem.systems.nezperce.practice.ledger import CampaignLedger
from pbem.systems.nezperce.rules import contacts, reach, routes, supply
from pbem.systems.nezperce.state.contact import ARMY, INDIAN
from pbem.systems.nezperce.state.position import FAST, NORMAL, Campaign, Unit

MARGIN = 4
"""How many points more than the Army can go an Indian camp wants between itself and it."""
FACES = range(1, 7)
FACE = 100
"""How much a hex is to be shunned for each face of the die with which the Army would find a unit there."""
SHUNNED = 900
"""How much a hex is to be shunned for a fight that is sure, or that would be lost."""
SOLDIERS, BRAVES = 1, 6
"""The Army joins an Indian camp with so many units to so many of braves."""
HASTE = 4
"""How much more getting on counts for the Indian side once Canada is open."""
LATE = 26
"""From this turn on the Army takes every chance."""
CANADA = tuple(sorted(data.zone("Canada")))


class NezPercePractice:
    """`mechanisms.practice.Practice` for this game."""

    levels = ALL_LEVELS

    def scenarios(self) -> tuple[str, ...]:
        """See `mechanisms.practice.Practice`."""
        return data.scenario_ids()

    def orders(
        self, system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, level: str, pick: Pick
    ) -> tuple[Order, ...]:
        """See `mechanisms.practice.Practice`."""
        if level == CAPTAIN and letter in LOOKS:
            from pbem.systems.nezperce.practice.captain import JUDGE

            return captain.orders_for(JUDGE, self, system, view, side, letter, pick)
        if letter in LETTERS_IN_BATTLE:
            found: tuple[Order, ...] = battle_practice().orders(system, view, side, letter, level, pick)
            return found
        trial = Trial(system, view, side, letter)
        wishes = _WISHES.get(letter)
        if wishes is not None:
            wishes(trial, side, level, pick)
        return tuple(trial.orders)

    def choice(self, view: Campaign, ask: Ask, level: str, pick: Pick) -> str:
        """See `mechanisms.practice.Practice`: the strategic level asks nothing."""
        found: str = battle_practice().choice(view, ask, level, pick)
        return found

    def ledger(self, state: Campaign) -> CampaignLedger:
        """See `mechanisms.practice.Practice`."""
        return CampaignLedger(state)


def _move(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    if level == RANDOM:
        for unit in trial.view.of(side):
            _wander(trial, unit, pick)
    elif side == INDIAN:
        _flee(trial, pick)
    else:
        _hunt(trial, pick)


def _wander(trial: Trial[Campaign], unit: Unit, pick: Pick) -> None:
    mode = (NORMAL, NORMAL, FAST)[pick(f"mode {unit.name}", 3)]
    sheet, path = data.strategic_map(), [unit.at]
    for n in range(1 + pick(f"steps {unit.name}", 4)):
        near = sheet.neighbours(path[-1])
        path.append(near[pick(f"step {unit.name} {n}", len(near))])
        if not trial.take(March((unit.name,), tuple(path[-2:]), mode)):
            return


def _flee(trial: Trial[Campaign], pick: Pick) -> None:
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
        _go(trial, unit, _together(to) if unit.at == first.at else _to_join(view, unit, to))


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

    ways = {at: way for mode in _modes(view, unit) for at, way in routes.within_reach(view, unit, mode).items()}
    best = min(sorted(ways), key=badness)
    mode = NORMAL if best in routes.within_reach(view, unit, NORMAL) else FAST
    return _over_rivers(view, unit, ways[best], mode, badness)[-1]


def _danger(view: Campaign, unit: Unit, at: str) -> int:
    """How much a hex is to be shunned: for a town, and for the faces of the die with which the Army would find a unit there."""
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


def _modes(view: Campaign, unit: Unit) -> tuple[str, ...]:
    return (NORMAL,) if reach.why_not_fast(view, unit)[0] else (NORMAL, FAST)


def _go(trial: Trial[Campaign], unit: Unit, badness: Callable[[str], int]) -> None:
    """Move a unit to the best hex in its reach, by its normal rate if that does, and on over a river if that is better."""
    ways = {mode: routes.within_reach(trial.view, unit, mode) for mode in _modes(trial.view, unit)}
    best = {mode: min(sorted(found), key=badness) for mode, found in ways.items()}
    mode = min(best, key=lambda one: (badness(best[one]), one == FAST))
    path = _over_rivers(trial.view, unit, ways[mode][best[mode]], mode, badness)
    if path[-1] != unit.at:
        trial.take(March((unit.name,), path, mode))


def _over_rivers(
    view: Campaign, unit: Unit, path: tuple[str, ...], mode: str, badness: Callable[[str], int]
) -> tuple[str, ...]:
    """A path that goes on over a river, and beyond, as far as every step is better and the points last."""
    left = reach.allowance(view, unit, mode) - unit.spent
    left -= sum(reach.step_cost(view, unit.side, a, b) for a, b in pairwise(path))
    while len(path) == 1 or not reach.stops(unit, path[-1]):
        ahead = {
            there: points
            for there in data.strategic_map().neighbours(path[-1])
            if (points := reach.step_cost(view, unit.side, path[-1], there)) <= left
            and badness(there) < badness(path[-1])
            and not reach.barred(view, unit, path[-1], there)[0]
        }
        if not ahead:
            break
        there = min(sorted(ahead), key=badness)
        path, left = (*path, there), left - ahead[there]
    return path


def _hunt(trial: Trial[Campaign], pick: Pick) -> None:
    """Every unit makes for the nearest prey; it joins it only together with enough others."""
    view = trial.view
    prey = [one for one in view.of(INDIAN) if one.name != SITTING_BULL and one.at not in data.zone("Canada")]
    units = [one for one in view.of(ARMY) if not reach.why_still(view, one)[0]]
    ways = {
        one.name: {at for mode in _modes(view, one) for at in routes.within_reach(view, one, mode)} for one in units
    }
    weak = {
        at
        for at in {one.at for one in prey}
        if not _are_enough(view, [one for one in units if at in ways[one.name]], at)
    }
    for unit in units if prey else ():
        _go(trial, unit, _scent(trial.view, unit, prey, weak))


def _are_enough(view: Campaign, units: list[Unit], at: str) -> bool:
    """Whether some units are enough for the braves in a hex."""
    braves = sum(len(one.left) for one in view.at(at, INDIAN) if one.card.arm == "warrior")
    return view.turn >= LATE or BRAVES * sum(len(one.left) for one in units) >= SOLDIERS * braves


def _scent(view: Campaign, unit: Unit, prey: list[Unit], weak: set[str]) -> Callable[[str], int]:
    """How far a hex is from the prey that is nearest, the village before bands; company in the hex counts for it."""
    village = [one for one in prey if one.name == VILLAGE]
    goal = (min(village or prey, key=lambda one: data.strategic_map().distance(unit.at, one.at))).at
    distance = far((goal,), False)

    def badness(at: str) -> int:
        friends = sum(one.card.search for one in view.at(at, ARMY) if one.name != unit.name)
        lonely = SHUNNED if at in weak and at != unit.at else 0
        return 10 * distance.get(at, 999) - min(friends, 9) - (2 if data.town(at) else 0) + lonely

    return badness


def _declare(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    for at in contacts.may_declare(trial.view):
        bands = tuple(one.name for one in contacts.fighters(trial.view, at) if one.card.arm == "warrior")
        braves = sum(len(trial.view.units[name].left) for name in bands)
        soldiers = sum(len(one.left) for one in trial.view.at(at, ARMY))
        wishes = pick(f"declare {at}", 2) == 0 if level == RANDOM else braves >= 3 * soldiers
        if bands and wishes:
            trial.take(Declare(bands, at))


def _supply(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    for at in supply.crowded(trial.view):
        names = supply.counted_at(trial.view, at)
        if level != RANDOM:  # the horse first, who have most use for it
            names = sorted(names, key=lambda name: -trial.view.units[name].card.search)
        trial.take(Supply(tuple(names[: supply.most()]), at))


def _search(trial: Trial[Campaign], side: str, level: str, pick: Pick) -> None:
    for at in sorted(trial.view.shared(), key=lambda at: -contacts.superiority_in(trial.view, at)):
        trial.take(Search(at))


_WISHES = {"B": _move, "E": _move, "C": _declare, "D": _supply, "F": _search}
PLAYERS = NezPercePractice()


def orders_for(system: RuleSystem[Campaign], view: Campaign, side: str, letter: str, pick: Pick) -> tuple[Order, ...]:
    """Orders without sense, each legal on the position that those before leave."""
    return PLAYERS.orders(system, view, side, letter, RANDOM, pick)

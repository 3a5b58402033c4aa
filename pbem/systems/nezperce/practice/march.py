"""Marches of practice players: fleeing, hunting, and what both share."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache, partial
from heapq import heappop, heappush
from itertools import pairwise

from pbem.core.system import RuleSystem
from pbem.mechanisms.practice import Effort, Judge, Orders, Pick, Trial
from pbem.systems.nezperce import data
from pbem.systems.nezperce.data import SITTING_BULL, VILLAGE
from pbem.systems.nezperce.orders.records import March
from pbem.systems.nezperce.rules import contacts, marching, supply
from pbem.systems.nezperce.rules.phases import army_points, indian_points
from pbem.systems.nezperce.state.contact import ARMY, INDIAN, Contact
from pbem.systems.nezperce.state.position import FAST, NORMAL, WAITING, Campaign, Unit

# Risks of a march, and scattering from them.

BRAVE = 70
"""A unit of braves: five points for the Army, and two that the Indian side no longer has."""

SHARE = 4
"""The camps besides the worst count for so many times less."""


@lru_cache(maxsize=4096)
def costs(start: str, points: int) -> Mapping[str, int]:
    """The points that an Army unit spends on the way to each hex that so many points reach without a river, enemies left
    out."""
    best = {start: 0}
    open_ = [(0, start)]
    while open_:
        so_far, here = heappop(open_)
        if so_far > best[here]:
            continue
        for there in data.strategic_map().neighbours(here):
            total = so_far + data.cost(there)
            if total > points or there in data.zone("Canada") or marching.is_river(here, there):
                continue
            if total < best.get(there, total + 1):
                best[there] = total
                heappush(open_, (total, there))
    return best


def faces(at: str, searching: int, units: Iterable[Unit]) -> int:
    """With how many faces of the die a search of this strength finds some Indian units in a hex."""
    superiority = searching - min((one.card.evasion for one in units), default=searching + 1)
    if superiority < 0:
        return 0
    return sum(data.is_contact(die + data.search_modifier(at), superiority) for die in FACES)


def loss(units: Sequence[Unit], soldiers: int) -> int:
    """The average loss of some Indian units in a fight with so many soldiers.

    Battles of captains against beginners came to this: one brave and a quarter of the soldiers, at most half of the braves.
    """
    braves = sum(len(one.left) for one in units if one.card.arm == "warrior")
    return min(BRAVE + BRAVE * soldiers // 4, BRAVE * braves // 2)


def together(risks: Iterable[int]) -> int:
    """The risk of a side in all its camps: the Army can't go against all of them with all that it has."""
    found = list(risks)
    return max(found, default=0) + sum(found) // SHARE


def of_search(view: Campaign, at: str, units: Sequence[Unit]) -> int:
    """The average loss of the Indian units in a hex by a search of those soldiers who are in it."""
    soldiers = view.at(at, ARMY)
    found = faces(at, sum(one.card.search for one in soldiers), units)
    return found * loss(units, sum(len(one.left) for one in soldiers)) // len(FACES)


class Columns:
    """The Army as it stands: what it can bring to a hex by its next move, and by the one after that."""

    def __init__(self, view: Campaign) -> None:
        self.view = view
        self._there: dict[tuple[str, int], tuple[int, int]] = {}

    @cached_property
    def _moves(self) -> list[tuple[Unit, tuple[int, int]]]:
        """The Army units with the points that they have for the next move, and for both."""
        view, found = self.view, []
        supplied = {*supply.army_supply(view)[0]}
        for one in view.units.values():
            if one.side != ARMY or not (one.active or _comes(view, one)):
                continue
            rate = one.card.fast if one.name in supplied and not one.is_slow(view.turn) else one.card.normal
            points = 0 if one.is_still(view.turn) else rate
            found.append((one, (points, points + one.card.normal)))
        return found

    def at(self, hex_id: str, moves: int = 1) -> tuple[int, int]:
        """The search values, and the soldiers, of all Army units that can be in a hex after so many moves."""
        key = (hex_id, moves)
        if key not in self._there:
            able = [one for one, points in self._moves if _reaches(one, hex_id, points[moves - 1])]
            self._there[key] = sum(one.card.search for one in able), sum(len(one.left) for one in able)
        return self._there[key]

    def risk(self, hex_id: str, units: Sequence[Unit], moves: int = 1) -> int:
        """The risk of Indian units in a hex if everybody comes who can."""
        if not units:
            return 0
        searching, soldiers = self.at(hex_id, moves)
        return faces(hex_id, searching, units) * loss(units, soldiers) // len(FACES)


def _reaches(unit: Unit, at: str, points: int) -> bool:
    return unit.at == at or costs(unit.at, points).get(at, points) + data.enemy_cost() <= points


def _comes(view: Campaign, unit: Unit) -> bool:
    """True if a reinforcement arrives this turn or the next."""
    return unit.status == WAITING and unit.card.arrival_turn <= view.turn + 1


LATER = 4
"""The divisor for what may happen after the next move."""
TOWN = 900
"""The danger of a town, and of a hex in which soldiers wait: entering it wakes them."""
HASTE_TOGETHER = 15
"""The cost of a fast move: no other can be made in the next three turns."""
WAY = 20
"""So many movement points of the way to Canada share what a unit gains there."""


def scattered(trial: Trial[Campaign], pull: int) -> None:
    """Each unit goes where it adds least to what the side stands to lose; `pull` is what a point on the way counts for."""
    columns = Columns(trial.view)
    camps: dict[str, list[Unit]] = {}
    for unit in _by_worth(trial.view):
        badness = _badness(columns, camps, unit, pull)
        ways = reached(trial.view, unit)
        best = min(sorted(ways), key=lambda at: badness(at) + (HASTE_TOGETHER if ways[at][0] == FAST else 0))
        mode, path = ways[best]
        path = over_rivers(trial.view, unit, path, mode, badness)
        if len(path) > 1:
            trial.take(March((unit.name,), path, mode))
        camps.setdefault(trial.view.units[unit.name].at, []).append(unit)


def _badness(columns: Columns, camps: dict[str, list[Unit]], unit: Unit, pull: int) -> Callable[[str], int]:
    """The badness of a hex for a unit beside those that have found their camps already."""
    distance, weight = far(indian_goals(columns.view), True), pull + gain(columns.view, unit) // WAY

    dangers = {at: _danger_together(columns, at, units) for at, units in camps.items()}

    def badness(at: str) -> int:
        joined = {**dangers, at: _danger_together(columns, at, [*camps.get(at, []), unit])}
        return together(joined.values()) + weight * distance.get(at, 999)

    return badness


def _danger_together(columns: Columns, at: str, units: Sequence[Unit]) -> int:
    """The badness of a hex for some Indian units when the Army moves."""
    shunned = TOWN if units and _is_shunned(columns.view, at) else 0
    return columns.risk(at, units) + columns.risk(at, units, 2) // LATER + shunned


def _is_shunned(view: Campaign, at: str) -> bool:
    return bool(data.town(at)) or any(one.at == at and one.status == WAITING for one in view.units.values())


def _by_worth(view: Campaign) -> list[Unit]:
    """The Indian units, those first that bring most points: a hiding-place matters most for them."""
    units = [one for one in view.of(INDIAN) if one.name != SITTING_BULL]
    return sorted(units, key=lambda one: -points(one, "us"))


def points(unit: Unit, where: str) -> int:
    """The gain from the rest of an Indian unit in a country (``us``, ``canada``), in tenths of a victory point."""
    kind = "lodge" if unit.card.arm == "village" else "brave"
    each: int = data.tables()["victory"]["points"][f"indian_{kind}_surviving_in_{where}"]
    return 10 * each * len(unit.left)


def gain(view: Campaign, unit: Unit) -> int:
    """The further gain from a unit in Canada, once it is open."""
    return points(unit, "canada") - points(unit, "us") if marching.canada_is_open(view) else 0


# Ways and goals of practice players.


def modes(view: Campaign, unit: Unit) -> tuple[str, ...]:
    return (NORMAL,) if marching.why_not_fast(view, unit)[0] else (NORMAL, FAST)


def go(trial: Trial[Campaign], unit: Unit, badness: Callable[[str], int]) -> None:
    """Move a unit to the best hex in its reach, by its normal rate if that does, and on over a river if that is better."""
    ways = {mode: marching.within_reach(trial.view, unit, mode) for mode in modes(trial.view, unit)}
    best = {mode: min(sorted(found), key=badness) for mode, found in ways.items()}
    mode = min(best, key=lambda one: (badness(best[one]), one == FAST))
    path = over_rivers(trial.view, unit, ways[mode][best[mode]], mode, badness)
    if path[-1] != unit.at:
        trial.take(March((unit.name,), path, mode))


def over_rivers(
    view: Campaign, unit: Unit, path: tuple[str, ...], mode: str, badness: Callable[[str], int]
) -> tuple[str, ...]:
    """A path that goes on over a river, and beyond, as far as every step is better and the points last."""
    left = marching.allowance(view, unit, mode) - unit.spent
    left -= sum(marching.step_cost(view, unit.side, a, b) for a, b in pairwise(path))
    while len(path) == 1 or not marching.stops(unit, path[-1]):
        ahead = {
            there: points
            for there in data.strategic_map().neighbours(path[-1])
            if (points := marching.step_cost(view, unit.side, path[-1], there)) <= left
            and badness(there) < badness(path[-1])
            and not marching.barred(view, unit, path[-1], there)[0]
        }
        if not ahead:
            break
        there = min(sorted(ahead), key=badness)
        path, left = (*path, there), left - ahead[there]
    return path


def reached(view: Campaign, unit: Unit) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The hexes in a unit's reach without a river die, each with the rate and the way: the normal rate where it does."""
    found: dict[str, tuple[str, tuple[str, ...]]] = {}
    for mode in modes(view, unit):
        for at, way in marching.within_reach(view, unit, mode).items():
            found.setdefault(at, (mode, way))
    return found


EAST = ("1208", "1309", "1411")
"""The eastern border of Idaho, from which the way leads on."""
RIVER = 9
"""The weight of a river that needs a die: it takes some turns."""
TOWN_ON_THE_WAY = 20
"""The weight of passing through a town: a fight."""


@lru_cache(maxsize=256)
def far(goals: tuple[str, ...], shuns_towns: bool) -> dict[str, int]:
    """The movement points from every hex to the nearest of some goals."""
    sheet = data.strategic_map()
    found = dict.fromkeys(goals, 0)
    open_ = [(0, one) for one in goals]
    while open_:
        so_far, here = heappop(open_)
        if so_far > found[here]:
            continue
        step = data.cost(here) + (TOWN_ON_THE_WAY if shuns_towns and data.town(here) else 0)
        for there in sheet.neighbours(here):
            total = so_far + step + (RIVER if marching.is_river(there, here) else 0)
            if total < found.get(there, total + 1):
                found[there] = total
                heappush(open_, (total, there))
    return found


def indian_goals(view: Campaign) -> tuple[str, ...]:
    """The goals of the Indian side: at the border of Idaho, then at the rendezvous, then in Canada."""
    limits = data.scenario()["restrictions"]
    if view.turn < limits["idaho_confinement_turns"][1]:
        return EAST
    if marching.canada_is_open(view) or (view.met_on and view.turn >= view.met_on):
        return tuple(sorted(data.zone("Canada")))
    return tuple(sorted(data.zone(limits["rendezvous"]["area"])))


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
            lost += sum(of_search(view, at, units) for at, units in camps.items())
        if view.turn < view.last_turn:
            columns = Columns(view)
            lost += together(columns.risk(at, units) for at, units in camps.items()) // NEXT
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
    return loss(units, sum(len(force.pieces) for force in contact.army))


def _way(view: Campaign) -> int:
    """The remaining way of the Indian side to its goals: a tenth of a point for each movement point, more for Canada."""
    distance = far(indian_goals(view), True)
    units = [one for camp in _camps(view).values() for one in camp]
    return sum((1 + gain(view, one) // WAY) * distance.get(one.at, 0) for one in units)


MARCH = MarchJudge()
_MARCH: Judge[Campaign] = MARCH

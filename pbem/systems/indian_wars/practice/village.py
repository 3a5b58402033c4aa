"""Practice players at a village and at night (LB-17 to LB-19).

Where no village stands, as at the Rosebud, nothing of this happens.
"""

from collections.abc import Iterator, Sequence

from pbem.core.order import Order
from pbem.mechanisms.practice import Pick, Trial
from pbem.systems.indian_wars.orders import littlebighorn_records as v
from pbem.systems.indian_wars.orders.littlebighorn_records import Dummies, Hunt, RealFords, RestoreStrength
from pbem.systems.indian_wars.orders.records import BuildBreastworks, Enter, Exit, Move, SetUp
from pbem.systems.indian_wars.practice import columns, danger
from pbem.systems.indian_wars.rules.country import lodgings, night
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.rules.village import alert, camps, circles
from pbem.systems.indian_wars.state.counter import (
    CAVALRY,
    HQ,
    INFANTRY,
    MOUNTED,
    PACK_TRAIN,
    PONY_HOLDER,
    SCOUT,
    VILLAGERS,
    WARRIOR,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield

# Night moves, and what is written down in secret before play.

US = "us"
TRIED = 4
"""The number of hexes beside water that a company tries."""


def wishes(view: Battlefield, side: str) -> Iterator[Order]:
    """The wishes of a side in the night, the best first; what is not legal is left out by the caller."""
    return _of_us(view) if side == US else _of_indians(view)


def walks(trial: Trial[Battlefield]) -> None:
    """Cavalry far from water walks to where there is some, to the nearest such hex in reach of its neighbours."""
    view = trial.view
    sheet = view.sheet.map
    wet = [at for at in sheet if any(night.has_water(view, near) for near in (at, *sheet.neighbours(at)))]
    for name in [one.name for one in view.of(US) if one.kind == CAVALRY]:
        unit = trial.view[name]
        if unit.at in wet or unit.guards:
            continue
        found = reach(trial.view, (unit,))
        near = sorted((at for at in wet if at in found.cost), key=lambda at: (found.cost[at], at))
        names = (name, *leaders.attached_to(trial.view, name))
        _ = any(trial.take(Move(names, found.path(at))) for at in near[:TRIED])


def _of_us(view: Battlefield) -> Iterator[Order]:
    weak = sorted((one for one in view.of(US) if one.casualties and not one.is_leader), key=lambda one: -one.casualties)
    for unit in weak:
        yield RestoreStrength(unit.name)
    for unit in view.of(US):
        if unit.kind in (CAVALRY, INFANTRY):
            yield BuildBreastworks(unit.name)


def _of_indians(view: Battlefield) -> Iterator[Order]:
    """The strongest lie where they can be, as near together as the hexes allow, in the saddle while there are ponies."""
    near = sorted(lodgings.raid_hexes(view))
    warriors = [one for one in setup.waiting(view, "indian") if one.kind == WARRIOR]
    strongest = sorted(warriors, key=lambda one: -one.strength)[: view.notes.country.raiders]
    for number, unit in enumerate(strongest):
        for at in near[number // 2 :][:3]:
            yield SetUp((unit.name,), at, MOUNTED)


def writings(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    """One ford of each group, and each force side by side from some hex of its zone."""
    groups = setup.open_groups(view, side)
    if groups:
        yield RealFords(tuple(one.places[pick(f"ford {one.places[0]}", len(one.places))] for one in groups))
    for force in setup.forces(view, side):
        hexes = setup.hexes_of(force)
        first = pick(f"written {force.turn}", len(hexes))
        for n, name in enumerate(name for name in force.units if name in view and not view[name].is_leader):
            yield Enter((name,), hexes[(first + n) % len(hexes)])


SPOTS = 6
"""Hexes that are tried for each party."""


def hunters(view: Battlefield, pick: Pick) -> Iterator[Order]:
    """Two parties and a dummy, anywhere that is far enough from the US side."""
    places = tuple(view.sheet.map)
    for n in range(SPOTS):
        for name in view.sheet.charts["special"]["hunting_parties"]["first"]:
            if name in view:
                yield Hunt(name, places[pick(f"hunt {name} {n}", len(places))])
        yield Dummies((places[pick(f"dummy {n}", len(places))],))


PACK_WITHIN = 12
"""The distance of US companies, in hexes, at which a circle packs its camps."""
FLEE_WITHIN = 4
"""The distance of US companies at which a camp's people leave."""
SAFE = 8
"""From how far off people no longer mind the enemy."""
FAR = 11
"""From how far off trains and headquarters do not: warriors on ponies come eight hexes in a turn."""
APPROACH = 4
"""From how far off they do not as they come to men who hold a hill."""
COMPANIES = (CAVALRY, INFANTRY)
FOLLOWERS = (HQ, PACK_TRAIN)
"""Units that keep up with the companies of a column, out of the enemy's reach."""


def packs(view: Battlefield, side: str) -> Iterator[Order]:
    """The circles that break camp: those to which the enemy comes near once the village is alerted."""
    if side != alert.INDIAN or view.notes.village.alert is None:
        return
    companies = [one.at for one in view.of(alert.US) if one.kind in COMPANIES]
    for circle in view.sheet.scenario.circles:
        standing = camps.ready(view, circle)
        if any(view.sheet.map.distance(one.at, at) <= PACK_WITHIN for one in standing for at in companies):
            yield v.BreakDown(circle.name)


def goal(view: Battlefield, unit: Counter) -> str:
    """The goal of a unit on account of the village; "" where it has no business there.

    Companies and guns go for the nearest camp, else for people without one, and take captives back; scouts go for
    the ponies.  An Indian unit that knows of the enemy first brings the news to the nearest camp.
    """
    if unit.side != alert.US:
        return _nearest(view, unit, circles.camps(view)) if _has_news(view, unit) else ""
    if unit.guards and unit.kind == SCOUT:
        sheet = view.sheet.map
        return min((at for at in sheet if sheet.map_edges(at)), key=lambda at: (sheet.distance(at, unit.at), at))
    if unit.guards:
        return ""
    if unit.kind == SCOUT:
        return _nearest(view, unit, circles.herds(view))
    if unit.kind in COMPANIES or unit.is_gun:
        return _nearest(view, unit, circles.camps(view)) or _nearest(view, unit, circles.villagers(view))
    return ""


def nearest_camp(view: Battlefield, unit: Counter) -> str:
    """The hex of the camp that is nearest to a unit, "" where none is left."""
    return _nearest(view, unit, circles.camps(view))


def _has_news(view: Battlefield, unit: Counter) -> bool:
    alarm = view.sheet.scenario.alarm
    if alarm is None or not alert.is_quiet(view):
        return False
    return unit.name == alarm.messenger or unit.name in view.notes.village.warned


def _nearest(view: Battlefield, unit: Counter, goals: Sequence[Counter]) -> str:
    distance = view.sheet.map.distance
    return min((one.at for one in goals), key=lambda at: (distance(at, unit.at), at), default="")


def takes_ponies_off(trial: Trial[Battlefield], unit: Counter) -> bool:
    """Scouts with a captured herd leave the map with it, once that gives the enemy no points; whether they do."""
    may_go = unit.kind == SCOUT and bool(unit.guards) and trial.view.turn >= camps.FREE_FROM
    return may_go and trial.take(Exit((unit.name,), ""))


def deed(trial: Trial[Battlefield], name: str) -> bool:
    """Act for a US company in the hex of a camp: it takes the people, else it burns the camp; whether it did."""
    view = trial.view
    unit = view.units.get(name)
    if unit is None or unit.side != alert.US or unit.kind not in COMPANIES or not unit.at:
        return False
    if any(one.kind == VILLAGERS for one in view.at(unit.at)) and not unit.guards and trial.take(v.Capture(name)):
        return True
    return circles.camp_at(view, unit.at) is not None and trial.take(v.Burn(name))


def people_leave(trial: Trial[Battlefield], unit: Counter) -> bool:
    """Villagers do nothing but run from companies that come near; whether the counter is one of villagers."""
    if unit.kind != VILLAGERS:
        return False
    view = trial.view
    companies = [one.at for one in view.of(alert.US) if not one.is_leader and one.strength]
    if view.notes.village.alert is None or not companies or not unit.at or not left(unit):
        return True
    distance = view.sheet.map.distance

    def gap(at: str) -> int:
        return min(distance(at, one) for one in companies)

    if gap(unit.at) <= FLEE_WITHIN:
        found = reach(view, (unit,))
        best = max(found.cost, key=lambda at: (min(gap(at), SAFE), -found.cost[at], at))
        if gap(best) > gap(unit.at):
            trial.take(Move((unit.name,), found.path(best)))
    return True


def keep_up(trial: Trial[Battlefield], unit: Counter) -> bool:
    """The headquarters and the pack train follow the companies to a village, as far as no enemy is near; whether they do.

    When the companies give up, they make for the edge of the map and leave.
    """
    view = trial.view
    if unit.kind not in FOLLOWERS or not view.sheet.scenario.circles:
        return False
    beaten = columns.is_beaten(view)
    if beaten and trial.take(Exit((unit.name,), "")):
        return True
    sheet = view.sheet.map
    companies = [one.at for one in view.of(unit.side) if one.kind in COMPANIES]
    goals = [at for at in sheet if sheet.map_edges(at)] if beaten else companies
    if not goals or not left(unit):
        return False
    gaps = danger.gaps(view, unit.side)
    hold = "" if beaten else columns.stronghold(view)
    if hold:
        goals = [hold]
    held = {one.at for one in view.of(unit.side) if one.kind in COMPANIES and not one.is_mounted} if hold else set()

    def value(at: str) -> tuple[int, int, str]:
        far = APPROACH if hold else FAR
        gap = far if at in held else min(gaps.get(at, far), far)
        return gap, -min(sheet.distance(at, one) for one in goals), at

    found = reach(view, (unit,))
    best = max(found.cost, key=value)
    return value(best)[:2] > value(unit.at)[:2] and trial.take(Move((unit.name,), found.path(best)))


def bring_ponies(trial: Trial[Battlefield], unit: Counter) -> bool:
    """Ponies go to the nearest warriors on foot who have none with them, while no enemy is near; whether they do."""
    view = trial.view
    if unit.kind != PONY_HOLDER or not view.sheet.scenario.circles or not left(unit) or _are_wanted_here(view, unit):
        return False
    gaps = danger.gaps(view, unit.side)
    if gaps.get(unit.at, SAFE) <= FLEE_WITHIN:
        return False
    distance = view.sheet.map.distance
    without = {
        one.at
        for one in view.of(unit.side)
        if one.kind == WARRIOR and not one.is_mounted and not any(near.kind == PONY_HOLDER for near in view.at(one.at))
    }
    if not without:
        return False
    goal = min(without, key=lambda at: (distance(at, unit.at), at))
    found = reach(view, (unit,))
    safe = [at for at in found.cost if gaps.get(at, SAFE) >= FLEE_WITHIN]
    best = min(safe, key=lambda at: (distance(at, goal), found.cost[at], at), default=unit.at)
    return best != unit.at and trial.take(Move((unit.name,), found.path(best)))


def _are_wanted_here(view: Battlefield, unit: Counter) -> bool:
    """True if as many warriors on foot are with the ponies of a hex as there are herds of these."""
    here = view.at(unit.at)
    afoot = sum(one.kind == WARRIOR and not one.is_mounted for one in here)
    return afoot >= sum(one.kind == PONY_HOLDER for one in here)

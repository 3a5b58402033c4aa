"""Moves that rules compel (12.E, 12.F, 15.B, 16.D): who must go where; and places to rally on."""

from collections.abc import Sequence

from pbem.core.clause import rule
from pbem.core.order import Illegal, Problem
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.rules.movement.mobility import LAMING_WOUNDS
from pbem.systems.indian_wars.rules.retreat import rally_places as places
from pbem.systems.indian_wars.rules.situations import Duty
from pbem.systems.indian_wars.state.counter import HQ, HQ_HOLDER, PACK_PERSONNEL, PACK_TRAIN, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.leader_events import MORTAL

OFFERED = 2
"""The number of units to rally on that are offered besides the HQ; a reply shows three lines at most."""
FREE_PATH_ONLY = (HQ, PACK_PERSONNEL)
"""Kinds whose duty rests where no path is free of enemy ZOC (12.F, 15.B)."""


def duty_of(field: Battlefield, name: str) -> Duty | None:
    """The duty of a counter, fulfilled or not: the first of those that the title knows."""
    unit = field[name]
    for one in field.title.rules.duties:
        duty: Duty | None = one(field, unit)
        if duty is not None:
            return duty
    return None


@rule("personnel limits", "duty to rejoin")
def of_personnel(field: Battlefield, people: Counter) -> Duty | None:
    """Back to the train that they left, as long as it stands there (15.B)."""
    if people.kind != PACK_PERSONNEL:
        return None
    for train in field.of(people.side):
        if train.abandoned and train.kind == PACK_TRAIN and _left(train.name, people.name):
            return Duty(
                people.name,
                train.at,
                0,
                field.rule("pack train personnel"),
                f"must rejoin {train.name} in {train.at} ({field.rule('pack train personnel')})",
            )
    return None


def _left(train: str, people: str) -> bool:
    """True if these are a train's people: ``Pack Train Personnel A`` of ``Pack Train A``, or named after it."""
    return people == f"{train} personnel" or people.rpartition(" ")[2] == train.rpartition(" ")[2]


@rule("evacuation places", "no abandoning")
def of_wounded(field: Battlefield, leader: Counter) -> Duty | None:
    """A gravely wounded US leader who is with no unit has to be tended (12.E.1)."""
    duty = to_be_tended(field, leader)
    in_company = duty is not None and any(one.is_unit and one.side == leader.side for one in field.at(leader.at))
    return None if in_company else duty


def to_be_tended(field: Battlefield, leader: Counter) -> Duty | None:
    """A gravely wounded US leader makes for the nearest HQ or Pack Train (12.E.1)."""
    if leader.side != "us" or not leader.is_leader or leader.wound not in LAMING_WOUNDS:
        return None
    distance = field.sheet.map.distance
    places = (one for one in field.of(leader.side) if one.kind in (HQ, PACK_TRAIN) and not one.abandoned)
    nearest = min(places, key=lambda one: distance(one.at, leader.at), default=None)
    if nearest is None:
        return None
    return Duty(
        leader.name,
        nearest.at,
        0,
        field.rule("wounds"),
        f"is gravely wounded and must make for {nearest.name} ({field.rule('wounds')})",
    )


@rule("HQ stays near Crook", "HQ without Crook")
def of_hq(field: Battlefield, hq: Counter) -> Duty | None:
    """An HQ keeps within its leader's radius; if the leader is dead or dying it joins the nearest US unit or leader (12.F)."""
    if hq.kind != HQ:
        return None
    leaders = field.title.leaders_of_hq.get(hq.name, ())
    name = next((one for one in leaders if not _is_dead_or_dying(field, one)), "")
    if not name:
        nearest = _nearest_friend(field, hq)
        who = say.several(leaders, "and")
        about = f"must join the nearest US unit, {who} being dead or dying ({field.rule('column HQ')})"
        return Duty(hq.name, nearest.at, 0, field.rule("column HQ"), about) if nearest else None
    if name not in field or not field[name].at:
        return None
    leader = field[name]
    radius = leader.printed.wounded_radius if leader.wound else leader.printed.radius
    about = f"must be within the {radius} hexes of {name}'s command radius ({field.rule('column HQ')})"
    return Duty(hq.name, leader.at, radius, field.rule("column HQ"), about)


def _is_dead_or_dying(field: Battlefield, name: str) -> bool:
    return name in field.gone or (name in field and field[name].wound == MORTAL)


def _nearest_friend(field: Battlefield, hq: Counter) -> Counter | None:
    friends = (one for one in field.of(hq.side) if one.name != hq.name and one.kind != HQ_HOLDER and not one.abandoned)
    return min(friends, key=lambda one: field.sheet.map.distance(one.at, hq.at), default=None)


def is_done(field: Battlefield, duty: Duty, at: str) -> bool:
    """True if a hex fulfils a duty."""
    return field.sheet.map.distance(at, duty.goal) <= duty.radius


def open_duty(field: Battlefield, name: str) -> Duty | None:
    """The duty that a counter has not fulfilled where it stands, None if it has none or it rests (ruling A-132)."""
    duty, unit = duty_of(field, name), field[name]
    if duty is None or is_done(field, duty, unit.at):
        return None
    return duty if unit.kind not in FREE_PATH_ONLY or has_free_way(field, unit, duty) else None


def open_duties(field: Battlefield, side: str) -> tuple[Duty, ...]:
    """The duties of a side that are not fulfilled where the counters stand (ruling A-132)."""
    found = (open_duty(field, unit.name) for unit in field.of(side))
    return tuple(duty for duty in found if duty)


@rule("forced out", "HQ stays near Crook")
def comes_first(field: Battlefield, unit: Counter) -> Problem | None:
    """Why a counter may spend its MPs on nothing but the way to where it must go (rulings A-090, A-132)."""
    duty = open_duty(field, unit.name)
    if duty is None:
        return None
    far = field.sheet.map.distance(unit.at, duty.goal)
    hexes = "hex" if far == 1 else "hexes"
    text = (
        f"{unit.name} {duty.about}; it is {far} {hexes} from {duty.goal} and must go there first, using all its MP.\n"
        "Order its path, or give it no order and it goes by itself."
    )
    return Illegal("E139", text, duty.clause, rests_on=(unit.name, duty.goal))


@rule("Eagles Nest rule", "HQ stays near Crook")
def forbids_leaving_map(field: Battlefield, unit: Counter) -> Problem | None:
    """Why a counter that must keep near a place may not leave the map by choice."""
    duty = duty_of(field, unit.name)
    if duty is None or (unit.kind in FREE_PATH_ONLY and not has_free_way(field, unit, duty)):
        return None
    text = f"{unit.name} {duty.about}: it may not leave the map."
    return Illegal("E139", text, duty.clause, words=unit.name, rests_on=(unit.name, duty.goal))


def forbids(field: Battlefield, units: Sequence[Counter], path: Sequence[str]) -> Problem | None:
    """Why a move would break a duty: it must end within the limit, or nearer to it than it began."""
    names = tuple(unit.name for unit in units)
    for unit in units:
        # A leader who lies wounded with a unit may stay with it, and leaves it for a place to be tended only.
        duty = duty_of(field, unit.name) or (to_be_tended(field, unit) if len(units) == 1 else None)
        if duty is None or (unit.kind == HQ and _keeps_company(field, duty, names, path)):
            continue
        if unit.kind in FREE_PATH_ONLY and not has_free_way(field, unit, duty):
            continue
        distance = field.sheet.map.distance
        if is_done(field, duty, path[-1]) or distance(path[-1], duty.goal) < distance(path[0], duty.goal):
            continue
        text = f"{unit.name} {duty.about}; {path[-1]} is {distance(path[-1], duty.goal)} hexes from {duty.goal}."
        return Illegal("E139", text, duty.clause, words=path[-1], rests_on=(unit.name, duty.goal))
    return None


def _keeps_company(field: Battlefield, duty: Duty, names: Sequence[str], path: Sequence[str]) -> bool:
    """True if the HQ moves along with Crook or, once Crook is gone, from friends to friends or among them."""
    if duty.radius:
        return any(one in names for one in field.title.leaders_of_hq.get(duty.unit, ()))
    return path[0] == duty.goal and (len(names) > 1 or any(one.side == "us" for one in field.at(path[-1])))


@rule("US destinations", "HQ rally point")
def rally_places(field: Battlefield, unit: Counter) -> tuple[tuple[str, str], ...]:
    """Counters that a routed US unit may run to, with their hexes: the closest units, and the HQ last and as ``HQ`` (10.J.2.a).

    None for Indians, who run from the enemy.
    """
    if places.runs_like_indians(field, unit):
        return ()
    rank = field.sheet.names
    found: dict[str, str] = {}
    for name in sorted(places.closest_friends(field, unit), key=lambda name: rank.get(name, len(rank))):
        if len(found) < OFFERED:
            found.setdefault(field[name].at, name)
    staff = [one for one in field.of(unit.side) if one.kind == HQ and places.is_refuge(field, unit, one)]
    return (*((name, at) for at, name in found.items()), *(("HQ", one.at) for one in staff))


@rule("HQ duty suspended", "duty to rejoin")
def has_free_way(field: Battlefield, unit: Counter, duty: Duty) -> bool:
    """True if any way free of enemy ZOC leads to where a duty is fulfilled; it rests where there is none (12.F, 15.B)."""
    found = {unit.at}
    edge = [unit.at]
    while edge:
        here = edge.pop()
        if is_done(field, duty, here):
            return True
        for there in field.sheet.map.open_neighbours(here):
            if there not in found and is_free_of_zoc(field, there, unit.side):
                found.add(there)
                edge.append(there)
    return False


def is_free_of_zoc(field: Battlefield, at: str, side: str) -> bool:
    """True if no enemy ZOC covers a hex: the duty of the HQ rests where no such path exists (12.F)."""
    return not stacking.is_in_enemy_zoc(field, at, side)

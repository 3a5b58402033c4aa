"""Camps: packing them, moving with them, burning them (LB-18.B, LB-18.C)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Modifier, Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import BreakDown, Burn
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale import leaders, losses
from pbem.systems.indian_wars.rules.morale.leaders import rating
from pbem.systems.indian_wars.rules.movement import activities, stacking
from pbem.systems.indian_wars.rules.movement.mobility import left, spent_of
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.rules.village import alert, circles
from pbem.systems.indian_wars.rules.village.people import OPEN_EDGES
from pbem.systems.indian_wars.state.camp_events import (
    BreakdownRested,
    BreakdownResumed,
    BreakdownRolled,
    BreakdownWentOn,
    CampBurned,
    CampBurnedOut,
    CampLeft,
    CampPacked,
    PackingBegan,
    PeopleDisplaced,
    PeopleHurt,
)
from pbem.systems.indian_wars.state.counter import BURNING_CAMP, CAMP, LEADER, PONY_HERD, VILLAGERS, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import UnitSetUp
from pbem.systems.indian_wars.state.village import Circle

US, INDIAN = "us", "indian"
CHART = "camp_breakdown"


# Breakdown


@rule("break down together", "breakdown condition")
def plan_break_down(field: Battlefield, side: str, letter: str, order: BreakDown) -> Plan | Problem:
    """Check that a circle may begin to pack (18.B.1)."""
    clause = field.rule("breakdown condition")
    if side != INDIAN:
        return Illegal("E190", f"Only the Indian player breaks camp ({clause}).", clause)
    circle = circles.called(field, order.circle)
    if circle is None:
        known = say.several([one.name for one in field.sheet.scenario.circles], "or")
        return Malformed(
            "E104", f"There is no {order.circle} circle: {known or 'no village here'}.", words=order.circle
        )
    if field.notes.village.alert is None:
        return Illegal("E151", f"The village is not alerted: nobody breaks camp ({clause}).", clause)
    if not ready(field, circle):
        if any(one.name in field.notes.village.timers for one in circles.camps_of(field, circle)):
            return Illegal("E151", f"The {circle.name} circle is breaking camp already ({clause}).", clause)
        text = f"No villagers of the {circle.name} circle are in the hex of a camp of their tribe ({clause})."
        return Illegal("E151", text, clause)
    return Plan(order, (_odds(field, circle),))


def _odds(field: Battlefield, circle: Circle) -> str:
    leader = leader_in_camp(field, circle)
    with_him = f" + {rating(leader)} for {leader.name}" if leader else ""
    return f"1d6{with_him}: the higher the sooner"


def ready(field: Battlefield, circle: Circle) -> tuple[Counter, ...]:
    """The camps of a circle if it may begin to break down: some of its people are at a camp of theirs, none is begun."""
    standing = circles.camps_of(field, circle)
    if any(one.name in field.notes.village.timers for one in standing):
        return ()
    return standing if any(circles.people_of(field, one) for one in standing) else ()


def could_begin(field: Battlefield, side: str) -> bool:
    """True if the Rally Phase after the alert asks which circles break down; later the player writes at any time."""
    alert = field.notes.village.alert
    if side != INDIAN or alert is None or alert.turn != field.turn:
        return False
    return any(ready(field, circle) for circle in field.sheet.scenario.circles)


def leader_in_camp(field: Battlefield, circle: Circle) -> Counter | None:
    """The best of the side's leaders in the hexes of a circle's camps whose ratings are in force (18.B.2)."""
    there = [
        one
        for camp in circles.camps_of(field, circle)
        for one in field.at(camp.at)
        if one.is_leader and one.side == camp.side and leaders.is_fit(one)
    ]
    return max(there, key=rating, default=None)


@rule("one breakdown roll", "breakdown time")
def resolve_break_down(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Roll for the time that a circle needs, one roll for all its camps (18.B.2, 18.B.3)."""
    if isinstance(plan.order, BreakDown):
        field = umpire.state
        circle = circles.called(field, plan.order.circle)
        if circle is not None:
            leader = leader_in_camp(field, circle)
            clause = field.rule("one breakdown roll")
            helps = (Modifier(rating(leader), "leader", leader.name, clause),) if leader else ()
            roll = umpire.roll("1d6", f"breakdown {circle.name}", clause, helps)
            rows = field.sheet.charts["special"][CHART]["rows"]
            turns = next(int(row["turns"]) for row in rows if roll.total <= row["max"])
            names = tuple(one.name for one in ready(field, circle))
            umpire.emit(BreakdownRolled(circle.name, roll, leader.name if leader else "", turns, names))
            _stay_at_work(umpire, names)
    yield from ()


@rule("breakdown condition")
def _stay_at_work(umpire: Umpire[Battlefield], camps: tuple[str, ...]) -> None:
    """Keep people at work: who begins to pack a camp, or goes on with one that was left, does not move in this turn
    (18.B.1)."""
    found = (circles.people_of(umpire.state, umpire.state[name]) for name in camps)
    names = tuple(dict.fromkeys(one.name for one in found if one is not None))
    if names:
        umpire.emit(PackingBegan(names))


def begin(umpire: Umpire[Battlefield], side: str, orders: tuple[Order, ...]) -> Play[None]:
    """The orders of a Rally Phase to break camp."""
    wanted = tuple(order for order in orders if isinstance(order, BreakDown))
    yield from acts.carry_out(umpire, side, "A", wanted, acts.plan, acts.resolve)


@rule("breakdown time", "villagers gone", "packed camps")
def go_on(umpire: Umpire[Battlefield], side: str) -> None:
    """As the Indian Rally Phase begins: a turn is taken off where people have worked, and what is done is packed."""
    if side != INDIAN:
        return
    field = umpire.state
    worked: list[tuple[str, int]] = []
    rested: list[tuple[str, int]] = []
    resumed: list[str] = []
    # By name, as a checkpoint gives them back: a phase that is played from its checkpoint must tell the same.
    for name, timer in sorted(field.notes.village.timers.items()):
        if circles.people_of(field, field[name]) is None:
            rested += [(name, timer.turns)] if timer.is_on else []
        elif timer.is_on:
            worked.append((name, timer.turns - 1))
        else:
            resumed.append(name)
    if worked:
        umpire.emit(BreakdownWentOn(*(tuple(column) for column in zip(*worked, strict=True))))
    if rested:
        umpire.emit(BreakdownRested(*(tuple(column) for column in zip(*rested, strict=True))))
    if resumed:
        umpire.emit(BreakdownResumed(tuple(resumed)))
        _stay_at_work(umpire, tuple(resumed))
    for name, turns in worked:
        people = circles.people_of(field, field[name])
        if turns < 1 and people is not None:
            umpire.emit(CampPacked(name, field[name].at, people.name))


@rule("villagers gone")
def leave(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Villagers have gone elsewhere: packing rests at camps where none of the tribe is left (18.B.4)."""
    field = umpire.state
    if not any(name in field and field[name].kind == VILLAGERS for name in names):
        return
    left_alone = tuple(
        (name, timer.turns)
        for name, timer in field.notes.village.timers.items()
        if timer.is_on and circles.people_of(field, field[name]) is None
    )
    if left_alone:
        umpire.emit(BreakdownRested(*(tuple(column) for column in zip(*left_alone, strict=True))))


@rule("camps supply")
def supply(field: Battlefield, unit: Counter) -> tuple[str, ...] | None:
    """The camp of its tribe in whose hex a unit stands, if it has not supplied anybody yet (15.C.2; ruling A-168)."""
    camp = circles.camp_at(field, unit.at)
    if camp is None or camp.printed.tribe != unit.printed.tribe or camp.name in field.notes.village.empty_camps:
        return None
    promised = any(one.resupplying == camp.name and one.name != unit.name for one in field.of(INDIAN))
    return None if promised else (camp.name,)


# Burning


@dataclass(frozen=True, slots=True)
class Burning(Plan):
    """A camp that may be burned, and where its people go; "" where no hex is free."""

    camp: str = ""
    people_to: str = ""


@rule("camp burning", "people displaced")
def plan_burn(field: Battlefield, side: str, letter: str, order: Burn) -> Burning | Problem:
    """Check that a unit may burn the camp of its hex (18.C.1)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit, clause = field[order.unit], field.rule("camp burning")
    problem = kinds.forbids(field, unit, kinds.BURN) or held(field, unit)
    if problem:
        return problem
    if unit.disrupted:
        text = f"{unit.name} is disrupted: only a unit in good order burns a camp ({clause})."
        return Illegal("E138", text, clause, (f"{unit.name} recover; burn camp",), rests_on=(unit.name,))
    camp = circles.camp_at(field, unit.at)
    if camp is None:
        return Illegal(
            "E138", f"No camp stands in {unit.at}, the hex of {unit.name} ({clause}).", clause, rests_on=(unit.name,)
        )
    others = [one for one in field.at(unit.at) if one.name != unit.name and not one.is_leader and not one.is_bystander]
    if others:
        text = f"{say.names_of(others)} share the hex: a camp is burned by one unit alone ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name, *(one.name for one in others)))
    cost = burn_cost(field)
    if left(unit) < cost:
        text = f"{unit.name} has {left(unit)} MP left; burning a camp costs {cost} ({clause})."
        return Illegal("E130", text, clause, rests_on=(unit.name,))
    ways = ways_out(field, unit)
    if order.people_to and people_in(field, unit.at) and order.people_to not in ways:
        clause = field.rule("people displaced")
        free = say.several(ways, "or") or "no hex is free"
        text = f"The people of {unit.at} cannot go to {order.people_to}: {free} ({clause})."
        return Illegal("E138", text, clause, words=order.people_to, rests_on=(unit.name,))
    to = order.people_to or (ways[0] if ways else "")
    return Burning(order, (spent_of(field, unit.but(spent=unit.spent + cost)),), (), camp.name, to)


def burn_cost(field: Battlefield) -> int:
    """The MPs for burning a camp."""
    return field.sheet.ground.activity("burn_camp", "camp burning")


def people_in(field: Battlefield, at: str) -> tuple[str, ...]:
    """The Indian counters of a hex that do not fight and can be driven out of it: villagers and herds."""
    return tuple(one.name for one in field.at(at) if one.kind in (VILLAGERS, PONY_HERD))


@rule("people displaced")
def ways_out(field: Battlefield, burner: Counter) -> tuple[str, ...]:
    """The ways out for people in the hex of a burning camp: hexes next to no other US unit, failing these any (18.C.4)."""
    free = [at for at in field.sheet.map.open_neighbours(burner.at) if _is_open(field, at)]
    safe = [at for at in free if not _is_near_us(field, at, burner)]
    return tuple(safe or free)


def _is_open(field: Battlefield, at: str) -> bool:
    return not any(one.is_ablaze or (one.side == US and one.is_unit) for one in field.at(at))


def _is_near_us(field: Battlefield, at: str, burner: Counter) -> bool:
    return any(
        one.side == US and one.name != burner.name and one.is_unit
        for near in field.sheet.map.neighbours(at)
        for one in field.at(near)
    )


@rule("camp burning", "burning VP", "people displaced", "villager casualties")
def resolve_burn(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """The people are driven out first, then the camp burns (ruling A-119)."""
    if not isinstance(plan, Burning) or not isinstance(plan.order, Burn):
        raise TypeError(f"expected the plan of a camp to be burned, found {plan!r}")
    unit = umpire.state[plan.order.unit]
    people = people_in(umpire.state, unit.at)
    if people and plan.people_to:
        umpire.emit(PeopleDisplaced(people, unit.at, plan.people_to))
    elif people:
        _no_way_out(umpire, people, unit)
    points = charts.victory_points(umpire.state, "camp_burned")
    umpire.emit(CampBurned(plan.camp, unit.at, unit.name, burn_cost(umpire.state), US, points))
    yield from ()


def _no_way_out(umpire: Umpire[Battlefield], people: tuple[str, ...], burner: Counter) -> None:
    """1d6 casualties, and they go to the nearest hex that has room."""
    field = umpire.state
    clause = field.rule("people displaced")
    if any(field[name].kind == VILLAGERS for name in people):
        roll = umpire.roll("1d6", f"people of {burner.at}", clause)
        umpire.emit(PeopleHurt(people, burner.at, roll, roll.total))
    distance = field.sheet.map.distance
    open_hexes = [at for at in field.sheet.map if at != burner.at and _is_open(field, at)]
    nearest = min(open_hexes, key=lambda at: (distance(at, burner.at), at), default="")
    if nearest:
        umpire.emit(PeopleDisplaced(people, burner.at, nearest))


@rule("burning camp")
def burn_out(umpire: Umpire[Battlefield]) -> None:
    """As a US Movement Phase begins burned camps are gone (18.C.3)."""
    field = umpire.state
    if field.phase == "C" and field.phasing == US:
        for unit in tuple(field.units.values()):
            if unit.kind == BURNING_CAMP:
                umpire.emit(CampBurnedOut(unit.name, unit.at))


@rule("burning camp")
def clear_fires(umpire: Umpire[Battlefield]) -> None:
    """As the phase ends the burner leaves the hex, by one free step if it has not gone by itself; else it is lost (A-165)."""
    field = umpire.state
    if field.phase != "C" or field.phasing != US:
        return
    for camp in tuple(one for one in field.units.values() if one.kind == BURNING_CAMP):
        going = tuple(one.name for one in field.at(camp.at) if one.side == US)
        if not going or _leave(umpire, camp.at, going):
            continue
        for name in going:
            stays = name in umpire.state and umpire.state[name].at == camp.at
            if stays and not _leave(umpire, camp.at, (name,)):
                losses.eliminate(umpire, name, "no way out of a burning camp")


def _leave(umpire: Umpire[Battlefield], at: str, going: tuple[str, ...]) -> bool:
    to = _step_out(umpire.state, at, going)
    if to:
        umpire.emit(CampLeft(going, at, to))
    return bool(to)


def _step_out(field: Battlefield, at: str, going: tuple[str, ...]) -> str:
    units = tuple(field[name] for name in going)
    free = [
        to
        for to in field.sheet.map.open_neighbours(at)
        if not any(one.is_ablaze or (one.side != US and not one.is_bystander) for one in field.at(to))
        and not stacking.is_over(field, to, US, units)
    ]
    return min(free, key=lambda to: (stacking.is_in_enemy_zoc(field, to, US), to), default="")


# Points for counters that leave the map by choice, and by which edge people may leave it (LB-7.I, LB-21.1.B).

FREE_FROM = 23
"""The game turn from which US units leave without giving points."""


@rule("US exit points", "exit points by day", "US free exit")
def score(field: Battlefield, unit: Counter) -> tuple[str, int]:
    """The side that scores for a counter that leaves by choice, and the points (21.1.B; rulings A-100, A-159).

    For US factors the Indian side does until turn 22; for people the US does before the last day, then the Indian side.
    """
    if unit.kind == VILLAGERS:
        last_day = max((turn for turn, _ in field.sheet.scenario.days), default=1)
        return (US if field.turn < last_day else INDIAN), charts.victory_points(field, "village_exit")
    points = activities.exit_points(field, unit)
    if unit.side == US and field.turn >= FREE_FROM:
        points = 0
    return field.enemy_of(unit.side), points


@rule("villager exits", "villagers leaving")
def bars(field: Battlefield, unit: Counter, edge: str) -> Problem | None:
    """Villagers leave by the north or the south edge alone (7.I.3)."""
    edges = [edge] if edge else list(field.sheet.map.map_edges(unit.at))
    if unit.kind != VILLAGERS or any(one in OPEN_EDGES for one in edges):
        return None
    clause = field.rule("villager exits")
    text = (
        f"{unit.name} cannot leave by the {edges[0]} edge: villagers leave by the north or the south edge ({clause})."
    )
    return Illegal("E138", text, clause, words=edges[0], rests_on=(unit.name,))


# The village as a scenario opens: camps in their circles, the people under them, herds beside them (LB-18,
# LB-21.1.C).

HERDS_TOGETHER = 2


@rule("set-up of the village", "herds of the village", "second village", "herd stacking", "circle of the Hunkpapa")
def pitch(field: Battlefield) -> None:
    """Put down camps, people and herds as a scenario opens.  Only for a field not yet in play.

    Each circle has a camp in its centre and the others next to it, one to a hex; its owner may change them about.
    """
    for circle in field.sheet.scenario.circles:
        names = _camps_listed(field, circle)
        free = _ring(field, circle)
        for name, at in zip(names, free, strict=False):
            field.put(Counter(field.sheet.roster[name], at=at))
            field.put(Counter(field.sheet.roster[people(name)], at=at))
    herds = [name for name, one in field.sheet.roster.items() if one.kind == PONY_HERD]
    for name, at in zip(herds, _meadows(field), strict=False):
        field.put(Counter(field.sheet.roster[name], at=at))


def people(camp: str) -> str:
    """The villagers of a camp: ``Oglala villagers 2`` of ``Oglala camp 2``."""
    return camp.replace(" camp", " villagers")


def _camps_listed(field: Battlefield, circle: Circle) -> list[str]:
    """The camps of a circle, those of its largest tribe first."""
    tribes = sorted(circle.camps, key=lambda tribe: -circle.camps[tribe])
    roster = field.sheet.roster
    return [
        name
        for tribe in tribes
        for name in [one for one, printed in roster.items() if printed.kind == CAMP and printed.tribe == tribe][
            : circle.camps[tribe]
        ]
    ]


def _ring(field: Battlefield, circle: Circle) -> list[str]:
    """The free hexes for the camps of a circle: its centre, then the hexes around it."""
    centres = [one.centre for one in field.sheet.scenario.circles]
    around = (one for one in sorted(field.sheet.map.neighbours(circle.centre)) if one not in centres)
    return [at for at in (circle.centre, *around) if circles.camp_at(field, at) is None]


def _meadows(field: Battlefield) -> list[str]:
    """The hexes of the herds, once for each."""
    listed = field.sheet.scenario.data.get("village", {}).get("herds", {})
    two, one = listed.get("two_each", ()), listed.get("one_each", ())
    return [at for at in two for _ in range(HERDS_TOGETHER)] + list(one)


@rule("set-up of the village", "second village", "camp counters", "camp hex limit", "Cheyenne exception")
def hexes_for(field: Battlefield, unit: Counter) -> tuple[str, ...] | None:
    """The hexes where a camp may be pitched, or a unit of a circle set up; None for others.

    Warriors go under camps of their own tribe, as many as may share a hex with a camp; leaders under any of their circle.
    """
    circle = circles.circle_of(field, unit)
    if circle is None or not circles.camps_of(field, circle):
        return None
    if unit.kind == CAMP:
        others = [one.at for one in circles.camps(field) if one.printed.tribe not in circle.camps]
        centres = [one.centre for one in field.sheet.scenario.circles if one is not circle]
        ring = (circle.centre, *sorted(field.sheet.map.neighbours(circle.centre)))
        keeps_centre = unit.at == circle.centre
        free = [at for at in ring if at not in others and at not in centres]
        return tuple(at for at in free if not keeps_centre or circles.camp_at(field, at) is not None)
    if unit.kind == VILLAGERS:
        return (unit.at,)
    standing = circles.camps_of(field, circle)
    own = tuple(one for one in standing if one.printed.tribe == unit.printed.tribe)
    found = sorted(one.at for one in (own if unit.kind == WARRIOR and own else standing))
    if unit.kind == LEADER:
        return tuple(found)
    posts = alert.hexes(field) if alert.has_room(field, unit) else ()
    return (*(at for at in found if has_room(field, circle, at, unit)), *posts)


def has_room(field: Battlefield, circle: Circle, at: str, unit: Counter) -> bool:
    """True if a combat unit may share the hex of a camp with those who are there."""
    there = sum(one.kind == WARRIOR and one.name != unit.name for one in field.at(at))
    return there < circle.most_in_a_camp


def follow(umpire: Umpire[Battlefield], name: str, at: str) -> None:
    """As a camp is pitched elsewhere its people go along, and a camp that stood there takes its place."""
    field = umpire.state
    unit = field[name]
    if unit.kind != CAMP:
        return
    other = circles.camp_at(field, at)
    if other is not None and other.name != name:
        umpire.emit(UnitSetUp(other.name, unit.at, other.mode))
        umpire.emit(UnitSetUp(people(other.name), unit.at, other.mode))
    umpire.emit(UnitSetUp(people(name), at, unit.mode))

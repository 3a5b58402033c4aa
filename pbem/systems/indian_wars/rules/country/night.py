"""The night turn between two days, and water for those who spend it beside some (LB-17.E)."""

from dataclasses import dataclass

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import RestoreStrength, SetFire
from pbem.systems.indian_wars.orders.records import ChangeMode, Move, SetUp
from pbem.systems.indian_wars.phases import NIGHT
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.country import lodgings
from pbem.systems.indian_wars.rules.morale import losses
from pbem.systems.indian_wars.rules.movement import modes, movement, stacking
from pbem.systems.indian_wars.rules.movement.mobility import chooses_mode, left, spent_of
from pbem.systems.indian_wars.rules.special import breastworks, horses
from pbem.systems.indian_wars.rules.turn import acts, sequence, setup
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import (
    CAVALRY,
    DISMOUNTED,
    GRASS_FIRE,
    LEADER,
    PONY_HERD,
    PONY_HOLDER,
    PRONE,
    WARRIOR,
    Counter,
)
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.night_events import (
    GrassFireBurnedOut,
    GrassFireLeft,
    GrassFireSet,
    NightFell,
    NightPassed,
    RaidersCounted,
    StrengthRestored,
    WaterDrawn,
)

# Water: who spends the night beside it, and what the US may make of that (LB-17.E.7, LB-17.E.8).

WET = frozenset(("river", "creek", "ford"))
"""Hexsides with water; a dry creek bed has none (ruling A-166)."""
NEAR = 2


def _chart(field: Battlefield, name: str) -> int:
    return int(field.sheet.charts["special"]["night"][name])


def has_water(field: Battlefield, at: str) -> bool:
    """True if a river or a creek that is not dry runs along a hexside of a hex."""
    sheet = field.sheet.map
    return any(not WET.isdisjoint(sheet.edges(at, near)) for near in sheet.neighbours(at))


@rule("night water")
def beside_water(field: Battlefield) -> tuple[Counter, ...]:
    """The cavalry units in or next to a hex with water."""
    return tuple(
        one
        for one in field.of(US)
        if one.kind == CAVALRY and any(has_water(field, at) for at in (one.at, *field.sheet.map.neighbours(one.at)))
    )


@rule("night water")
def draw(umpire: Umpire[Battlefield]) -> None:
    """The US scores for each cavalry unit beside water."""
    units = tuple(one.name for one in beside_water(umpire.state))
    points = len(units) * _chart(umpire.state, "water_vp_per_cavalry_unit")
    umpire.emit(WaterDrawn(units, US, points))


@rule("night replacements")
def plan_restore(field: Battlefield, side: str, letter: str, order: RestoreStrength) -> Plan | Problem:
    """Check that a unit may get a strength point back for VPs of this night (17.E.8)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit, clause = field[order.unit], field.rule("night replacements")
    if side != US:
        return Illegal("E190", f"Only the US player gets replacements in the night ({clause}).", clause)
    if unit.is_leader or not unit.casualties:
        return Illegal(
            "E138", f"{unit.name} has no strength point to get back ({clause}).", clause, rests_on=(unit.name,)
        )
    most, restored = _chart(field, "replacement_maximum"), field.notes.country.restored
    if unit.name in restored:
        text = f"{unit.name} has had its point; a unit gets one a night ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    if len(restored) >= most:
        return Illegal("E138", f"{most} strength points a night may come back, and they have ({clause}).", clause)
    if not _is_near_water(field, unit):
        text = f"{unit.name} ({unit.at}) is not within two hexes of water, nor next to a unit that is ({clause})."
        return Illegal("E138", text, clause, rests_on=(unit.name,))
    cost = _chart(field, "replacement_cost_vp")
    has = _has(field)
    if has < cost:
        text = f"A strength point takes {cost} VPs won by water in this night; you have {has} ({clause})."
        return Illegal("E138", text, clause)
    return Plan(order, (f"{cost} VPs",))


def _has(field: Battlefield) -> int:
    """The VPs of this night not yet traded; before they are scored, those that the units beside water will score."""
    won, restored = field.notes.country.water, field.notes.country.restored
    is_drawn = won > 0 or (won == 0 and bool(restored))
    return won if is_drawn else won + len(beside_water(field)) * _chart(field, "water_vp_per_cavalry_unit")


def _is_near_water(field: Battlefield, unit: Counter) -> bool:
    sheet = field.sheet.map
    reach = [unit.at, *(one.at for near in sheet.neighbours(unit.at) for one in field.at(near) if one.side == US)]
    near = {at for start in reach for at in sheet if sheet.distance(start, at) <= NEAR}
    return any(has_water(field, at) for at in near)


@rule("night replacements")
def resolve_restore(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Trade VPs for the point."""
    if isinstance(plan.order, RestoreStrength):
        umpire.emit(StrengthRestored(plan.order.unit, US, _chart(umpire.state, "replacement_cost_vp")))
    yield from ()


US, INDIAN = "us", "indian"
RAIDERS = "2d6"


@rule("night turn")
def night_phase(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """A side's share of the night: first the US, while the Indians are off the map, then they."""
    if side == US:
        yield from _of_the_us(umpire, side, letter)
    else:
        yield from _of_the_indians(umpire, side, letter)


# As it falls


@rule("night turn", "Indians aside", "US at night")
def fall(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """Behind the last turn of a day: the Indians go off the map, the US dismounts."""
    field = umpire.state
    is_last = side == field.sheet.scenario.player_sequence[-1]
    if is_last and sequence.night_falls(field) and not sequence.is_over(field):
        put_aside(umpire)
        for unit in tuple(umpire.state.of(US)):
            if unit.is_mounted and not unit.is_gun and not unit.is_leader:
                _dismount(umpire, unit.name)
    yield from ()


# The US


@rule("US at night")
def _of_the_us(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """The US moves on foot, builds, and counts who is at the water; then a roll says how many raiders may come."""
    orders: tuple[Order, ...] = yield from acts.ask_orders(umpire.state, side, letter)
    restoring = tuple(one for one in orders if isinstance(one, RestoreStrength))
    others = tuple(one for one in orders if not isinstance(one, RestoreStrength))
    yield from acts.carry_out(umpire, side, letter, others, acts.plan, acts.resolve)
    yield from breastworks.settle(umpire, side)
    draw(umpire)
    yield from acts.carry_out(umpire, side, letter, restoring, acts.plan, acts.resolve)
    roll = umpire.roll(RAIDERS, "raiders", umpire.state.rule("night raiders"))
    umpire.emit(RaidersCounted(roll, roll.total))


def _dismount(umpire: Umpire[Battlefield], name: str) -> None:
    """On foot, with holders placed for nothing (ruling A-098); who has nobody to hold its horses loses them."""
    before = umpire.state[name].casualties
    modes.dismount_by_force(umpire, name)
    if umpire.state[name].casualties < before:
        horses.give_up(umpire, name, "nobody is left to hold them")


@rule("Indians aside")
def put_aside(umpire: Umpire[Battlefield]) -> None:
    """Warriors, leaders and ponies leave the map; what a warrior rode becomes a herd like the others."""
    field = umpire.state
    units = tuple(one for one in field.of(INDIAN) if one.kind in (WARRIOR, LEADER))
    herds = tuple(one.name for one in field.of(INDIAN) if one.kind in (PONY_HERD, PONY_HOLDER))
    captured = {one.guards for one in field.of(US) if one.guards}
    spare = [
        name
        for name, one in field.sheet.roster.items()
        if one.kind in (PONY_HERD, PONY_HOLDER) and name not in field and name not in captured
    ]
    led: list[str] = []
    for unit in units:
        if unit.kind == WARRIOR and unit.is_mounted:
            free = [name for name in spare if name not in led]
            own = [name for name in free if name == unit.printed.holders]
            led += (own or free)[:1]
    umpire.emit(NightFell(tuple(one.name for one in units), herds, tuple(led)))


def plan_move(field: Battlefield, side: str, letter: str, order: Move) -> Plan | Problem:
    """As in a Movement Phase; in the night the US alone, on foot (17.E.3)."""
    if letter == NIGHT:
        problem = _stays_at_night(field, side, order.units)
        if problem:
            return problem
    return movement.plan_move(field, side, letter, order)


@rule("US at night")
def _stays_at_night(field: Battlefield, side: str, names: tuple[str, ...]) -> Problem | None:
    clause = field.rule("US at night")
    if side != US:
        return Illegal("E190", f"In the night turn only the US moves ({clause}).", clause)
    known = [field[name] for name in names if name in field]
    gun = next((one for one in known if one.is_gun), None)
    if gun is not None:
        text = f"{gun.name} is a gun: in the night turn units move on foot ({clause})."
        return Illegal("E138", text, clause, rests_on=(gun.name,))
    if known and all(chooses_mode(one) for one in known):
        text = f"{known[0].name} moves in the night only together with a unit that walks ({clause})."
        return Illegal("E138", text, clause, rests_on=(known[0].name,))
    return None


def plan_change(field: Battlefield, side: str, letter: str, order: ChangeMode) -> Plan | Problem:
    """As in a Movement Phase; in the night who is prone may get up, and nobody mounts (17.E.3)."""
    if letter == NIGHT:
        clause = field.rule("US at night")
        gets_up = order.mode == DISMOUNTED and order.unit in field and field[order.unit].mode == PRONE
        if side != US or not gets_up:
            return Illegal(
                "E138", f"In the night turn US units are on foot: a prone one may get up ({clause}).", clause
            )
    return modes.plan_change(field, side, letter, order)


# The Indians


@rule("night raiders", "night rest")
def _of_the_indians(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """Some lie near the cavalry; all others, and the herds, go to the camps, which are set up again."""
    orders: tuple[Order, ...] = yield from acts.ask_orders(umpire.state, side, letter)
    wanted = tuple(one for one in orders if isinstance(one, SetUp))
    yield from acts.carry_out(umpire, side, letter, wanted, acts.plan, acts.resolve)
    lodgings.place_the_rest(umpire)
    again = lodgings.set_up_again(umpire.state)
    umpire.emit(NightPassed(tuple(camp for camp, _ in again), tuple(at for _, at in again)))


def plan_set_up(field: Battlefield, side: str, letter: str, order: SetUp) -> Plan | Problem:
    """Set-up before the battle, or a place for the night."""
    if letter == NIGHT:
        return lodgings.plan_place(field, side, letter, order)
    return setup.plan_set_up(field, side, letter, order)


def resolve_set_up(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Put the counters down."""
    settle = lodgings.resolve_place if umpire.state.phase == NIGHT else setup.resolve_set_up
    yield from settle(umpire, plan)


# Grass fires: who may set one, who must leave its hex, and when it is out (LB-17.D).

LONGEST = 8
DURATION = "2d6"


@dataclass(frozen=True, slots=True)
class Arson(Plan):
    """A fire that may be set: its counter, the MPs."""

    fire: str = ""
    cost: int = 0


@rule("grass fire supply")
def spare(field: Battlefield) -> str:
    """The next grass fire counter of the mix, "" when all are used; those that have burned out never come back."""
    mix = (name for name, one in field.sheet.roster.items() if one.kind == GRASS_FIRE)
    return next((name for name in mix if name not in field and name not in field.gone), "")


@rule("grass fire", "grass fire supply")
def plan_set_fire(field: Battlefield, side: str, letter: str, order: SetFire) -> Arson | Problem:
    """Check that a unit may set the grass of its hex on fire (17.D.1)."""
    clause = field.rule("grass fire")
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit = field[order.unit]
    problem = kinds.forbids(field, unit, kinds.SET_FIRE) or held(field, unit)
    if problem:
        return problem
    if unit.mode != DISMOUNTED:
        text = f"{unit.name} is {unit.mode}: only a dismounted unit sets fire to the grass ({clause})."
        return Illegal("E138", text, clause, (f"{unit.name} dismount; set fire",), rests_on=(unit.name,))
    if circles.camp_at(field, unit.at) is not None:
        return Illegal(
            "E138", f"A camp stands in {unit.at}: no fire is set there ({clause}).", clause, rests_on=(unit.name,)
        )
    cost = int(field.sheet.charts["special"]["grass_fire"]["mp_cost"])
    if left(unit) < cost:
        text = f"{unit.name} has {left(unit)} MP left; setting a fire costs {cost} ({clause})."
        return Illegal("E130", text, clause, rests_on=(unit.name,))
    fire = spare(field)
    if not fire:
        clause = field.rule("grass fire supply")
        return Illegal("E138", f"All grass fire counters are used ({clause}).", clause)
    if order.leave_to and order.leave_to not in ways_out(field, unit.at, INDIAN, (unit,)):
        if order.leave_to not in field.sheet.map:
            return Malformed("E121", f"{order.leave_to} is not on the map.", words=order.leave_to)
        free = say.several(ways_out(field, unit.at, INDIAN, (unit,)), "or") or "no hex is free"
        text = f"{unit.name} cannot leave the fire to {order.leave_to}: {free} ({clause})."
        return Illegal("E138", text, clause, words=order.leave_to, rests_on=(unit.name,))
    return Arson(
        order, (spent_of(field, unit.but(spent=unit.spent + cost)), "leaves the hex in this phase"), (), fire, cost
    )


@rule("grass fire")
def resolve_set_fire(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Light it, roll for how long it burns, and let the unit go where it was told if it lacks the MPs for a step."""
    if not isinstance(plan, Arson) or not isinstance(plan.order, SetFire):
        raise TypeError(f"expected the plan of a grass fire, found {plan!r}")
    name, to = plan.order.unit, plan.order.leave_to
    field = umpire.state
    roll = umpire.roll(DURATION, plan.fire, field.rule("grass fire"))
    until = field.turn + min(roll.total, LONGEST)
    at = field[name].at
    umpire.emit(GrassFireSet(plan.fire, at, name, plan.cost, roll, until))
    if to:
        with_it = tuple(one.name for one in umpire.state.at(at) if one.is_leader and one.attached_to == name)
        umpire.emit(GrassFireLeft((name, *with_it), at, to))
    yield from ()


# Who is in the hex


@rule("grass fire")
def ways_out(field: Battlefield, at: str, side: str, going: tuple[Counter, ...]) -> tuple[str, ...]:
    """The hexes where counters may step out of a fire: hexes with room and without an enemy; those in no enemy ZOC first."""
    free = [
        to
        for to in field.sheet.map.open_neighbours(at)
        if not any(one.is_ablaze or (one.side != side and not one.is_bystander) for one in field.at(to))
        and not stacking.is_over(field, to, side, going)
    ]
    return tuple(sorted(free, key=lambda to: (stacking.is_in_enemy_zoc(field, to, side), to)))


@rule("grass fire", "grass fire effects")
def clear(umpire: Umpire[Battlefield]) -> None:
    """As the Indian Movement Phase ends nobody stays in a fire: a free step out, or elimination (ruling A-126)."""
    if umpire.state.phase != "C" or umpire.state.phasing != INDIAN:
        return
    for fire in tuple(umpire.state.notes.country.fires):
        if fire in umpire.state:
            _clear_hex(umpire, umpire.state[fire].at)


def _clear_hex(umpire: Umpire[Battlefield], at: str) -> None:
    here = tuple(one for one in umpire.state.at(at) if one.kind != GRASS_FIRE)
    together = ways_out(umpire.state, at, INDIAN, here) if here else ()
    if together:
        umpire.emit(GrassFireLeft(tuple(one.name for one in here), at, together[0]))
        return
    for unit in here:
        if unit.name not in umpire.state or umpire.state[unit.name].at != at:
            continue
        ways = ways_out(umpire.state, at, unit.side, (unit,))
        if ways:
            umpire.emit(GrassFireLeft((unit.name,), at, ways[0]))
        else:
            losses.eliminate(umpire, unit.name, "no way out of a grass fire")


@rule("grass fire")
def burn_down(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """As a game turn ends: fires whose time is up go out for good.  The night is no game turn (ruling A-168)."""
    field = umpire.state
    if side == field.sheet.scenario.player_sequence[-1]:
        for fire, until in tuple(field.notes.country.fires.items()):
            if until <= field.turn:
                umpire.emit(GrassFireBurnedOut(fire, field[fire].at))
    yield from ()

"""Pony herds: gathered by the Indian player, captured by Scouts, scattered by whoever comes upon them (LB-19)."""

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.littlebighorn_records import GatherHerds, ScatterHerds
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.movement.mobility import left
from pbem.systems.indian_wars.rules.turn.acts import held, not_here
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import PONY_HERD, PONY_HOLDER, SCOUT, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.herd_events import (
    HerdCaptureRolled,
    HerdLost,
    HerdScattered,
    HerdsDriven,
    HerdSettled,
    HerdsGathered,
    HerdTakenOff,
)

US, INDIAN = "us", "indian"
KEEP_RUNNING = ("pinned", "routed")
"""The reasons that make holders lose their ponies to the plain; in a melee these are gone for good (ruling A-153)."""


def here(field: Battlefield, at: str) -> tuple[Counter, ...]:
    """The herds of a hex."""
    return tuple(one for one in field.at(at) if one.kind == PONY_HERD)


# Gathering


@rule("gathering by roll")
def plan_gather(field: Battlefield, side: str, letter: str, order: GatherHerds) -> Plan | Problem:
    """Check that herds of these hexes may be gathered first."""
    clause = field.rule("gathering by roll")
    if side != INDIAN:
        return Illegal("E190", f"Only the Indian player gathers herds ({clause}).", clause)
    for at in order.hexes:
        if at not in field.sheet.map:
            return Malformed("E121", f"{at} is not on the map.", words=at)
        if not any(one in gatherable(field) for one in here(field, at)):
            return Illegal(
                "E151", f"No herd in {at} can be gathered by a roll ({clause}).", clause, words=at, rests_on=(at,)
            )
    return Plan(order)


def resolve_gather(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """The roll itself looks at the order; nothing else comes of it."""
    yield from ()


@rule("after the scatter")
def gatherable(field: Battlefield) -> tuple[Counter, ...]:
    """The herds that a roll may gather: all but those that run loose (19.C.4) and those among which US units stand.

    Holders bar a hex to the enemy, so none can appear in that hex.
    """
    return tuple(
        one
        for one in circles.herds(field)
        if one.name not in field.notes.village.loose and not _is_among_troops(field, one.at)
    )


def _is_among_troops(field: Battlefield, at: str) -> bool:
    """True if US units stand in a hex, where no holders can be."""
    return any(other.side == US and other.is_unit for other in field.at(at))


@rule("gathering by roll", "ponies at the alert")
def gather_by_roll(umpire: Umpire[Battlefield], side: str, orders: tuple[Order, ...]) -> Play[None]:
    """In each Indian Rally Phase from the alert on 1d6 herds turn to holders, those named first (19.B.2, 18.A.4)."""
    yield from ()
    field = umpire.state
    ready = gatherable(field)
    if side != INDIAN or field.notes.village.alert is None or not ready:
        return
    wanted = tuple(at for order in orders if isinstance(order, GatherHerds) for at in order.hexes)
    roll = umpire.roll("1d6", "gather herds", field.rule("gathering by roll"))
    umpire.emit(HerdsGathered(_chosen(field, ready, wanted)[: roll.total], roll=roll))


def _chosen(field: Battlefield, ready: tuple[Counter, ...], wanted: tuple[str, ...]) -> tuple[str, ...]:
    """All herds: first those of the hexes named, in their sequence, then those nearest to warriors on foot."""
    named = [one.name for at in wanted for one in ready if one.at == at]
    warriors = [one for one in field.of(INDIAN) if one.kind == WARRIOR and not one.is_mounted]
    distance = field.sheet.map.distance

    def far(herd: Counter) -> int:
        return min((distance(herd.at, one.at) for one in warriors), default=0)

    others = sorted((one for one in ready if one.name not in named), key=lambda one: (far(one), one.at))
    return tuple(dict.fromkeys((*named, *(one.name for one in others))))


@rule("gathering by entry", "after the scatter")
def gather_by_entry(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Each combat unit that comes upon herds gathers one; a loose one is gathered by holders, too (19.B.1, 19.C.4)."""
    field = umpire.state
    for name in names:
        if name not in field or field[name].side != INDIAN:
            continue
        herds = here(field, at)
        if field[name].kind == PONY_HOLDER:
            herds = tuple(one for one in herds if one.name in field.notes.village.loose)
        elif field[name].kind != WARRIOR:
            continue
        if herds:
            umpire.emit(HerdsGathered((herds[0].name,), by=name))


# Capture


@rule("capturing ponies", "capturing ponies table", "when herds scatter")
def capture(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Scouts without a herd who come upon one roll for it at once; what they don't get scatters (19.C.1, 19.C.2)."""
    field = umpire.state
    has_tried = False
    for name in names:
        herds = here(umpire.state, at)
        if name not in field or field[name].kind != SCOUT or field[name].guards or not herds:
            continue
        has_tried = True
        clause = field.rule("capturing ponies")
        roll = umpire.roll("1d6", f"capture {herds[0].name}", clause)
        rows = field.sheet.charts["special"]["capturing_ponies"]["rows"]
        captured = next(row["result"] for row in rows if roll.total <= row["max"]) == "yes"
        umpire.emit(HerdCaptureRolled(name, herds[0].name, at, roll, captured))
        if not captured:
            break
    if has_tried:
        scatter_all(umpire, at)


@rule("losing captured ponies", "when herds scatter")
def look_after(umpire: Umpire[Battlefield], fought: tuple[str, ...] = ()) -> None:
    """Scouts that are pinned, routed or in a melee lose their herd, which scatters; so does that of Scouts who are gone."""
    for unit in tuple(umpire.state.of(US)):
        if unit.guards and unit.kind == SCOUT:
            why = "pinned" if unit.pinned else "routed" if unit.routed else "in a melee" if unit.name in fought else ""
            if why:
                _lose(umpire, unit.guards, unit.at, unit.name, why)
    roster = umpire.state.sheet.roster
    for name, at in umpire.state.notes.village.strays.items():
        if roster[name].kind == PONY_HERD:
            _lose(umpire, name, at, "", "their captors are gone")


@rule("capturing ponies")
def look_after_all(umpire: Umpire[Battlefield]) -> None:
    """The same as a phase ends; and points for herds that Scouts have taken off the map."""
    look_after(umpire)
    for name in umpire.state.notes.village.taken:
        if umpire.state.sheet.roster[name].kind == PONY_HERD:
            umpire.emit(HerdTakenOff(name, US, charts.victory_points(umpire.state, "ponies_exited")))


@rule("losing captured ponies")
def after_own_fire(umpire: Umpire[Battlefield], attacker: str, at: str) -> Play[None]:
    """Scouts that fire themselves lose their herd; being fired on costs them nothing (ruling A-154)."""
    yield from ()
    field = umpire.state
    if attacker in field and field[attacker].kind == SCOUT and field[attacker].guards:
        _lose(umpire, field[attacker].guards, field[attacker].at, attacker, "in a fight")


@rule("when herds scatter", "ponies of pony holders")
def stampede(umpire: Umpire[Battlefield], name: str, why: str) -> bool:
    """Pony Holders that are pinned or routed: the counter turns to its herd side and scatters (ruling A-153)."""
    if why not in KEEP_RUNNING:
        return False
    _lose(umpire, name, umpire.state[name].at, name, why)
    return True


def _lose(umpire: Umpire[Battlefield], herd: str, at: str, by: str, why: str) -> None:
    umpire.emit(HerdLost(herd, at, by, why))
    scatter(umpire, herd)


# Scattering


@rule("when herds scatter")
def plan_scatter(field: Battlefield, side: str, letter: str, order: ScatterHerds) -> Plan | Problem:
    """Check that a unit may scatter the herds of its hex on purpose (19.C.2)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    unit, clause = field[order.unit], field.rule("when herds scatter")
    problem = kinds.forbids(field, unit, kinds.DRIVE_HERDS) or held(field, unit)
    if problem:
        return problem
    herds = here(field, unit.at)
    if not herds:
        return Illegal(
            "E138", f"No herd is in {unit.at}, the hex of {unit.name} ({clause}).", clause, rests_on=(unit.name,)
        )
    if left(unit) < 1:
        return Illegal(
            "E130", f"{unit.name} has no MP left to scatter herds ({clause}).", clause, rests_on=(unit.name,)
        )
    return Plan(order, (f"all MP; {say.names_of(herds)}",))


def resolve_scatter(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Drive them off; the unit stays for the rest of the phase."""
    if isinstance(plan.order, ScatterHerds):
        unit = umpire.state[plan.order.unit]
        umpire.emit(HerdsDriven(unit.name, tuple(one.name for one in here(umpire.state, unit.at)), unit.at))
        scatter_all(umpire, unit.at)
    yield from ()


def scatter_all(umpire: Umpire[Battlefield], at: str) -> None:
    """Every herd of a hex scatters, each by its own rolls."""
    for one in here(umpire.state, at):
        scatter(umpire, one.name)


@rule("scatter roll", "after the scatter")
def scatter(umpire: Umpire[Battlefield], name: str) -> None:
    """1d6 for the direction, 2d6 for the hexes, straight on over anything; then whether holders have them (19.C.3, 19.C.4).

    A herd that ends among US units stays loose there without a roll (ruling A-154).
    """
    field = umpire.state
    clause = field.rule("scatter roll")
    way = umpire.roll("1d6", f"direction {name}", clause)
    hexes = umpire.roll("2d6", f"distance {name}", clause)
    start = field[name].at
    direction = way.total - 1
    to = _run(field, start, direction, hexes.total)
    umpire.emit(HerdScattered(name, start, to, field.sheet.map.compass.directions[direction], way, hexes))
    if to and not _is_among_troops(umpire.state, to):
        clause = field.rule("after the scatter")
        roll = umpire.roll(charts.dice_of(field, "special", "lost_horses"), f"lost horses {name}", clause)
        umpire.emit(HerdSettled(name, to, roll, charts.are_captured(field, roll.natural)))


def _run(field: Battlefield, start: str, direction: int, hexes: int) -> str:
    """The hex that a herd reaches, "" off the map; one hex further than where it cannot stay (ruling A-154)."""
    at = start
    ran = 0
    while ran < hexes or any(one.is_ablaze for one in field.at(at)):
        beyond = field.sheet.map.beside(at, direction)
        if beyond is None:
            return ""
        at = beyond
        ran += 1
    return at

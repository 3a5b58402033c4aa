"""Morale Checks (13.A) and what comes of them: disruption, pins, retreats, routs (9.D)."""

from collections.abc import Mapping
from typing import Any

from pbem.core.clause import rule
from pbem.core.umpire import Modifier, Play, Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import crews
from pbem.systems.indian_wars.rules.guns import modes as gun_modes
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.morale.leaders import radius
from pbem.systems.indian_wars.rules.morale.losses import disrupt
from pbem.systems.indian_wars.rules.movement.modes import dismount_by_force
from pbem.systems.indian_wars.rules.movement.steps import is_fired_on_leaving
from pbem.systems.indian_wars.rules.retreat import retreat, rout
from pbem.systems.indian_wars.rules.situations import Nerve
from pbem.systems.indian_wars.rules.special import horses
from pbem.systems.indian_wars.state.counter import CAVALRY, GRASS_FIRE, PONY_HOLDER, SCOUT, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import MoraleChecked, PanicBroke, PanicPassed, PanicRolled, UnitPinned


@rule("result codes")
def mc_minus_1(nerve: Nerve) -> Modifier | None:
    """The check was ordered at -1 (9.D, 9.B.3)."""
    return Modifier(nerve.ordered, "MC-1", "MC-1", nerve.field.rule("fire results")) if nerve.ordered else None


@rule("leader rating", "command radius")
def leader(nerve: Nerve) -> Modifier | None:
    """One leader whose command radius covers the unit (3.G; rulings A-076, A-079)."""
    if not nerve.helper:
        return None
    found = nerve.field[nerve.helper]
    far = nerve.field.sheet.map.distance(found.at, nerve.unit.at)
    where = f" ({far} hex)" if far == 1 else f" ({far} hexes)" if far else ""
    return Modifier(leaders.rating(found), "leader", f"{found.name}{where}", nerve.field.rule("command radii"))


@rule("disrupted meaning")
def disrupted(nerve: Nerve) -> Modifier | None:
    """The unit is disrupted already (3.B)."""
    return _if(nerve.unit.disrupted, nerve, "disrupted")


@rule("pinned meaning")
def pinned(nerve: Nerve) -> Modifier | None:
    """The unit is pinned already (3.B)."""
    return _if(nerve.unit.pinned, nerve, "pinned")


@rule("routed meaning")
def routed(nerve: Nerve) -> Modifier | None:
    """The unit is routed already (3.B)."""
    return _if(nerve.unit.routed, nerve, "routed")


def _if(holds: bool, nerve: Nerve, name: str) -> Modifier | None:
    return (
        Modifier(charts.morale_drm(nerve.field, name), name, name, nerve.field.rule("morale check")) if holds else None
    )


@rule(
    "morale section",
    "morale check procedure",
    "morale check results",
    "morale states add up",
    "morale of mixed stacks",
    "disrupted result",
    "R1/R2 result",
    "rout result of fire",
)
def check(
    umpire: Umpire[Battlefield],
    name: str,
    foes: tuple[str, ...],
    ordered: int,
    *,
    may_rout: bool = True,
    flees: bool = False,
) -> Play[None]:
    """A unit checks morale under fire of `foes`, and the result is carried out at once (13.A).

    `ordered` is a modifier that the fire result carries.  Without `may_rout` a rout has no effect: a routed unit under
    retreat fire does not rout again (9.G).  With `flees` any failure is a rout (16.G).
    """
    field = umpire.state
    if field[name].abandoned:
        return
    helper = yield from leaders.choose_helper(umpire, name)
    nerve = Nerve(field, field[name], ordered, helper)
    mods = tuple(found for one in field.title.rules.morale_modifiers if (found := one(nerve)) is not None)
    roll = umpire.roll(
        charts.dice_of(field, "morale", "morale_check"), f"morale {name}", umpire.state.rule("morale check"), mods
    )
    result = charts.morale_result(field, roll.total)
    umpire.emit(MoraleChecked(name, roll, result))
    if flees and result != "ok":
        yield from rout.rout(umpire, (name,), foes, "hit and run")
        return
    match result:
        case "rout":
            if may_rout:
                yield from rout.rout(umpire, (name,), foes, "morale")
        case "pin":
            yield from pin(umpire, name, foes)
        case "disrupt":
            disrupt(umpire, name, "morale")
        case "r1/disrupt" | "r2/disrupt":
            yield from _give_ground(umpire, name, foes, charts.retreat_hexes(field, result.partition("/")[0]))


@rule("pin: no move")
def _give_ground(umpire: Umpire[Battlefield], name: str, foes: tuple[str, ...], hexes: int) -> Play[None]:
    """Retreat and be disrupted; a pinned unit is disrupted where it lies (ruling A-145)."""
    if not umpire.state[name].pinned:
        name = crews.leave(umpire, name)
        yield from retreat.fall_back(umpire, (name,), hexes, foes, "retreat", "its morale check")
    disrupt(umpire, name, "morale")


@rule(
    "pinned holders",
    "mounted US pinned",
    "mounted scouts and Indians pinned",
    "routed and pinned",
    "mounted units never carry a pin",
    "US mounted pin",
    "Indian mounted pin",
    "pinned while routed",
    "pinned in a fire",
)
def pin(umpire: Umpire[Battlefield], name: str, foes: tuple[str, ...]) -> Play[None]:
    """Pin a unit; mounted ones dismount or fall back two hexes instead, as the title says (9.D.2; A-033, A-145)."""
    unit = umpire.state[name]
    if any(one.kind == GRASS_FIRE for one in umpire.state.at(unit.at)):
        yield from rout.rout(umpire, (name,), foes, "pinned in a fire")
    elif unit.kind == PONY_HOLDER:
        horses.lose(umpire, name, "pinned")
    elif unit.is_mounted and umpire.state.title.rules.thrown_off(unit):
        throw_off(umpire, name)
    elif unit.is_mounted:
        back = charts.retreat_hexes(umpire.state, "r2")
        yield from retreat.fall_back(umpire, (name,), back, foes, "retreat", "pinned on horseback")
        disrupt(umpire, name, "pinned while mounted")
    elif not unit.pinned:
        yield from leaders.choose_sides(umpire, (name,), "is pinned")
        umpire.emit(UnitPinned(name, leaders.attached_to(umpire.state, name)))
        horses.lose(umpire, name, "pinned")


def is_us(unit: Counter) -> bool:
    """True if a mounted unit dismounts instead of being pinned: all US units, scouts not excepted (LB 9.D.2)."""
    return unit.side == "us"


def is_us_but_no_scout(unit: Counter) -> bool:
    """True if a mounted unit dismounts instead of being pinned: US units do, scouts fall back like Indians (9.D.2)."""
    return unit.side == "us" and unit.kind != SCOUT


@rule("US mounted pin", "one-point cavalry", "one-point unit")
def throw_off(umpire: Umpire[Battlefield], name: str) -> None:
    """A mounted US unit dismounts where it is; horses that nobody is left to hold are rolled for (8.A; A-131, A-142)."""
    if umpire.state[name].is_gun:
        gun_modes.unlimber_by_force(umpire, name)
        return
    leaves_nobody = umpire.state[name].strength
    dismount_by_force(umpire, name)
    unit = umpire.state[name]
    if unit.strength == leaves_nobody and unit.printed.cf_dismounted < unit.printed.cf_mounted:
        horses.give_up(umpire, name, "nobody is left to hold them")


# Reno Panic: what sets it off, the result of the roll, and the rating from then on (LB-13.F).

US, INDIAN = "us", "indian"
RENO = "Maj Reno"
NEAR = 3
CHART = "reno_panic"
ROUT, DISRUPT, NONE = "rout", "disrupt", "none"
WHY = "Reno's panic"


# What sets it off


@rule("panic trigger", "Reno rating")
def look(umpire: Umpire[Battlefield]) -> None:
    """Start the panic when more warriors than cavalry are first near Reno, within the Command Radius (ruling A-122)."""
    field = umpire.state
    if RENO not in field or not field[RENO].at or field.notes.country.panic is not None:
        return
    reno, distance = field[RENO], field.sheet.map.distance
    indians = _warriors_near(field, reno.at)
    if not indians:
        return
    reach = radius(reno)
    units = tuple(one.name for one in field.of(US) if one.kind == CAVALRY and distance(one.at, reno.at) <= reach)
    if len(indians) > len(units):
        umpire.emit(PanicBroke(RENO, reno.at, len(indians), units))


def after_a_step(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Counters have come to a hex."""
    look(umpire)


def after_combat(umpire: Umpire[Battlefield], fought: tuple[str, ...]) -> None:
    """A shot or a melee is over, with its retreats and losses."""
    look(umpire)


def _warriors_near(field: Battlefield, at: str) -> tuple[str, ...]:
    distance = field.sheet.map.distance
    return tuple(one.name for one in field.of(INDIAN) if one.kind == WARRIOR and distance(one.at, at) <= NEAR)


# What it comes to


@rule("panic roll", "new rating of Reno", "Reno alone")
def settle(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """As the next US Rally Phase ends: one roll, with its effects at once and a rating for good."""
    field = umpire.state
    panic = field.notes.country.panic
    if side != US or panic is None or panic.is_over:
        return
    if RENO not in field or not field[RENO].at:
        umpire.emit(PanicPassed(RENO))
        return
    clause = field.rule("panic roll")
    helps = (Modifier(1, "twice as many Indians", "", clause),) if panic.twice else ()
    roll = umpire.roll("1d6", RENO, clause, helps)
    row = _row(field, roll.total)
    alone = not any(one.side == US and one.is_unit for one in field.at(field[RENO].at))
    result = ROUT if alone else str(row["result"])
    umpire.emit(PanicRolled(RENO, roll, result, int(row["rating"]), alone))
    if result != NONE:
        yield from _strike(umpire, panic.units, result)
    if alone:
        yield from _run_alone(umpire)


def _row(field: Battlefield, total: int) -> Mapping[str, Any]:
    rows = field.sheet.charts["special"][CHART]["rows"]
    found: Mapping[str, Any] = next(row for row in rows if total <= row["max"])
    return found


@rule("panic effects")
def _strike(umpire: Umpire[Battlefield], units: tuple[str, ...], result: str) -> Play[None]:
    """The cavalry that was in the radius, hex by hex and each unit once; who is with a unit goes with it."""
    starts = {name: umpire.state[name].at for name in units if name in umpire.state}
    for at in dict.fromkeys(starts.values()):
        # Whoever has been driven into this hex by now has suffered already.
        stayed = (name for name, start in starts.items() if start == at and name in umpire.state)
        here = tuple(name for name in stayed if umpire.state[name].at == at)
        foes = _warriors_near(umpire.state, at)
        if result == ROUT:
            fresh = tuple(name for name in here if not umpire.state[name].routed)
            yield from _fired_on(umpire, fresh, at)
            going = tuple(name for name in fresh if name in umpire.state)
            if going:
                yield from rout.rout(umpire, going, foes, WHY)
            continue
        how = result.partition("/")[0]
        if how != DISRUPT:
            yield from _retreat(umpire, here, at, foes, charts.retreat_hexes(umpire.state, how))
        for name in here:
            disrupt(umpire, name, WHY)


def _retreat(
    umpire: Umpire[Battlefield], here: tuple[str, ...], at: str, foes: tuple[str, ...], back: int
) -> Play[None]:
    """Those who can fall back together; pinned ones stay where they lie, as after a Morale Check (ruling A-145)."""
    free = tuple(name for name in here if not umpire.state[name].pinned)
    yield from _fired_on(umpire, free, at)
    going = tuple(name for name in free if name in umpire.state and not umpire.state[name].pinned)
    if going:
        yield from retreat.fall_back(umpire, going, back, foes, "retreat", WHY)


@rule("panic effects")
def _fired_on(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> Play[None]:
    """Opportunity Fire at those who leave an enemy ZOC."""
    if names and is_fired_on_leaving(umpire.state, names, at):
        yield from umpire.state.title.rules.opportunity_fire(umpire, names, at)


@rule("Reno alone")
def _run_alone(umpire: Umpire[Battlefield]) -> Play[None]:
    """A leader alone makes the rout move and is not routed."""
    if RENO in umpire.state and umpire.state[RENO].at:
        back = charts.rout_hexes(umpire.state, "mandatory", mounted=True)
        foes = _warriors_near(umpire.state, umpire.state[RENO].at)
        yield from retreat.fall_back(umpire, (RENO,), back, foes, "rout", WHY)

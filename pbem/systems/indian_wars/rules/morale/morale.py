"""Morale Checks (13.A) and what comes of them: disruption, pins, retreats, routs (9.D)."""

from pbem.core.clause import rule
from pbem.core.modifier import Modifier
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.guns import crews
from pbem.systems.indian_wars.rules.guns import modes as gun_modes
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.morale.losses import disrupt
from pbem.systems.indian_wars.rules.movement.modes import dismount_by_force
from pbem.systems.indian_wars.rules.retreat import retreat, rout
from pbem.systems.indian_wars.rules.situations import Nerve
from pbem.systems.indian_wars.rules.special import horses
from pbem.systems.indian_wars.state.counter import GRASS_FIRE, PONY_HOLDER, SCOUT, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import MoraleChecked, UnitPinned


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

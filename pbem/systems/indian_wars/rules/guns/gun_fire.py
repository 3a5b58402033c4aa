"""The fire of guns (11.C): orders to fire, the shot, and those who run from it."""

from dataclasses import dataclass

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.problem import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Fire
from pbem.systems.indian_wars.rules.fire import charts, fire
from pbem.systems.indian_wars.rules.guns import gunnery
from pbem.systems.indian_wars.rules.morale import leaders, losses
from pbem.systems.indian_wars.rules.retreat import retreat, voluntary_rout
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.rules.turn.refusals import not_here
from pbem.systems.indian_wars.state.counter import PONY_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import GunFired, GunFireResolved, GunShot

ONE, RUN = "1", "R"


@dataclass(frozen=True, slots=True)
class GunFirePlan(fire.FirePlan):
    """A legal order to a gun to fire: the shot that it would be now."""

    gun_shot: GunShot | None = None


def could_fire(field: Battlefield, side: str, occasion: str) -> bool:
    """True if any gun of a side could fire at anything."""
    return any(one.is_gun and gunnery.targets(field, one, occasion) for one in field.of(side))


# The order


def plan_fire(field: Battlefield, side: str, letter: str, order: Fire) -> fire.FirePlan | Problem:
    """The shot that an order means now: of a gun at a hex, of any other unit as always."""
    problem = not_here(field, side, (order.unit,))
    if problem or not field[order.unit].is_gun:
        return problem or fire.plan_fire(field, side, letter, order)
    gun, occasion = field[order.unit], field.title.phase(letter).occasion
    how = "half" if order.how == "half" else "full"
    problem = gunnery.unable(field, gun, occasion, how)
    if problem:
        return problem
    if not order.target:
        return _at_what(field, gun, occasion, how)
    found: fire.FirePlan | Problem = _at(field, gun, order.target, occasion, how, order)
    if isinstance(found, Problem) and order.otherwise:
        second = _at(field, gun, order.otherwise, occasion, how, order)
        return found if isinstance(second, Problem) else second
    return found


@rule("gun chart", "guns separate")
def _at(field: Battlefield, gun: Counter, target: str, occasion: str, how: str, order: Fire) -> GunFirePlan | Problem:
    """A gun fires at a hex, whoever is named in it (11.C.2)."""
    at = target.partition(" ")[0]
    if at not in field.sheet.map:
        if target not in field or not field[target].at:
            return Malformed("E104", f"{target} is not on the map.", words=target)
        if field[target].side == gun.side:
            return Illegal("E142", f"{target} is on your own side.", field.rule("gunnery"), words=target)
        at = field[target].at
    aimed = gunnery.plan_shot(field, gun, at, occasion, how)
    if isinstance(aimed, Problem):
        return aimed
    drm = sum(one.value for one in aimed.modifiers)
    note = f"at {at}, {aimed.line}-crew line, range {aimed.column}"
    note += f", DRM {drm:+d}" if drm else ""
    return GunFirePlan(order, (f"{note}: {gunnery.odds(field, aimed)}",), gun_shot=aimed)


def _at_what(field: Battlefield, gun: Counter, occasion: str, how: str) -> Problem:
    found = gunnery.targets(field, gun, occasion, how)
    if not found:
        text = f"Fire at which hex?  {gun.name} ({gun.at}) can reach no enemy."
        return Malformed("E111", text, field.rule("gunnery"), rests_on=(gun.name,))
    lines = tuple(f"{gun.name} fire {how} at {at}" for at in found[:3])
    text = f"Fire at which hex?  {gun.name} ({gun.at}) can reach {say.several(found)}.   Write   {lines[0]}"
    return Malformed("E111", text, field.rule("gunnery"), lines)


def resolve_fire(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Fire the shot of a plan."""
    if not isinstance(plan, GunFirePlan):
        yield from fire.resolve_fire(umpire, plan)
    elif plan.gun_shot is not None:
        yield from resolve_shot(umpire, plan.gun_shot)


# The shot


@rule("gun chart", "gun results", "gun ammunition", "gun roster")
def resolve_shot(umpire: Umpire[Battlefield], aimed: GunShot) -> Play[None]:
    """Fire: the mark first, then the die, then ammunition and what comes of the result (11.C.2, 11.C.3)."""
    field, gun, at = umpire.state, aimed.firer, aimed.target_at
    umpire.emit(GunFired(gun, aimed.firer_at, at, aimed.only, aimed.occasion, aimed.how, aimed.facing))
    dice = str(gunnery.chart(field, "gun_fire")["dice"])
    roll = umpire.roll(dice, f"gun {gun} at {at}", field.rule("gun chart"), aimed.modifiers)
    result = gunnery.result_of(field, aimed, roll.total)
    umpire.emit(GunFireResolved(aimed, roll, result))
    ammunition.after_gun(umpire, gun, roll.natural, aimed.how)
    struck = _but_people(umpire, gun, tuple(one.name for one in _struck(umpire.state, aimed)))
    if result not in (ONE, RUN):
        return
    before = {name: umpire.state[name].strength for name in struck}
    if result == ONE:
        yield from _cost_one(umpire, aimed, struck)
    yield from run(umpire, tuple(name for name in struck if name in umpire.state), gun)
    yield from voluntary_rout.offer(umpire, before, "was fired on")


def _struck(field: Battlefield, aimed: GunShot) -> list[Counter]:
    """The units that suffer the result: all units of the hex, or the one that drew the fire (11.C.2; ruling A-162)."""
    found = gunnery.foes_at(field, aimed.target_at, field[aimed.firer].side)
    return [one for one in found if aimed.only in ("", one.name)]


@rule("gun results")
def _but_people(umpire: Umpire[Battlefield], gun: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The units of a hex that is fired at; villagers there suffer whatever the roll, and stay (18.D.1; ruling A-163)."""
    strikes = umpire.state.title.rules.fire_strikes
    return tuple(name for name in names if not any(one(umpire, gun, name) for one in strikes))


@rule("gun results", "gun fire and leaders")
def _cost_one(umpire: Umpire[Battlefield], aimed: GunShot, struck: tuple[str, ...]) -> Play[None]:
    """One combat unit loses a point, by the gunner's choice, and a leader of the hex is checked (11.C.3; A-163)."""
    field, gun = umpire.state, umpire.state[aimed.firer]
    units = [field[name] for name in struck if field[name].kind != PONY_HOLDER and field[name].strength]
    if not units:
        return
    question = Ask(
        gun.side,
        "gun casualty",
        gun.name,
        f"{gun.name} hits {say.names_of(units)} in {aimed.target_at}: who loses the strength point?",
        field.rule("gun results"),
        tuple(Choice(one.name, f"{one.name} ({one.strength})") for one in units),
        min(units, key=lambda one: one.strength).name,
    )
    chosen = yield from leaders.ask_one(question)
    with_it = leaders.attached_to(field, chosen)
    losses.take(umpire, chosen, 1, "fire")
    if chosen in umpire.state or any(one.is_leader for one in umpire.state.at(aimed.target_at)) or not with_it:
        leaders.check_after_fire(umpire, aimed.target_at, field.enemy_of(gun.side))


@rule("gun results")
def run(umpire: Umpire[Battlefield], names: tuple[str, ...], gun: str) -> Play[None]:
    """Every unit makes a mandatory rout move and keeps its state; those of one mode go together (11.C.3; ruling A-112)."""
    for mounted in (True, False):
        field = umpire.state
        group = tuple(name for name in names if name in field and field[name].is_mounted is mounted)
        back = charts.rout_hexes(field, "mandatory", mounted)
        yield from retreat.fall_back(umpire, group, back, (gun,), "rout", "the gun fire")

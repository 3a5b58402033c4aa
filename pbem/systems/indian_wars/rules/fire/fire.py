"""Fire (9): the offensive, defensive and advance fire phases, and how a shot is resolved."""

from dataclasses import dataclass
from fractions import Fraction

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Fire
from pbem.systems.indian_wars.rules.fire import charts, shot
from pbem.systems.indian_wars.rules.fire.shot import Shot
from pbem.systems.indian_wars.rules.morale import leaders, losses, morale
from pbem.systems.indian_wars.rules.retreat import rout
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.rules.turn import acts
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.state.combat_events import FireResolved, FireTooWeak, UnitFired
from pbem.systems.indian_wars.state.counter import RETURN, Counter
from pbem.systems.indian_wars.state.field import Battlefield

# The needs of a shot or a melee: the rolls on which it does something, as previews, receipts and order sheets say
# it.

POINTS = {"1": "1 loss", "2": "2 losses"}
"""Result codes of the fire table in words; the others are said as they are."""
LEAST, MOST = 2, 12
"""The lowest and the highest roll of two dice."""


@dataclass(frozen=True, slots=True)
class Need:
    """A result, and the least natural roll of two dice that gives it."""

    result: str
    least: int


def is_known(field: Battlefield, aimed: Shot) -> bool:
    """True if the chart has the column of a shot; where it lacks it, play stops there and no odds can be told."""
    return aimed.letter in field.sheet.charts["fire"]["fire_results"]


def needs(field: Battlefield, aimed: Shot) -> tuple[Need, ...]:
    """The results that a shot can have, mildest first, each with the natural roll that it needs.

    A loss at long range is a Morale Check at -1 (9.B.3); what no roll reaches is left out.
    """
    if aimed.is_too_weak or not is_known(field, aimed):
        return ()
    drm = sum(one.value for one in aimed.modifiers)
    column = field.sheet.charts["fire"]["fire_results"][aimed.letter]
    found: dict[str, int] = {}
    for code, least in sorted(column.items(), key=lambda pair: int(pair[1])):
        result = "MC-1" if aimed.long_range and code.isdigit() else code
        natural = max(int(least) - drm, LEAST)
        if natural <= MOST and natural < found.get(result, MOST + 1):
            found[result] = natural
    reached = list(found.items())
    # A result whose roll the next one has too never comes.
    return tuple(
        Need(code, least)
        for n, (code, least) in enumerate(reached)
        if n + 1 == len(reached) or reached[n + 1][1] != least
    )


def in_words(found: tuple[Need, ...]) -> str:
    """``MC on 8+, MC-1 on 10+, 1 loss on 11+``; ``no roll has an effect`` where none is left."""
    if not found:
        return "no roll has an effect"
    parts = [f"{POINTS.get(one.result, one.result)} on {one.least}{'+' * (one.least < MOST)}" for one in found]
    return ", ".join(parts)


def in_short(found: tuple[Need, ...]) -> str:
    """``8/11``: the roll for a Morale Check and that for a loss, ``-`` where there is none."""
    check = next((one.least for one in found if not one.result.isdigit()), None)
    loss = next((one.least for one in found if one.result.isdigit()), None)
    return f"{check or loss or '-'}/{loss or '-'}"


def melee_in_words(field: Battlefield, column: charts.Odds, drm: int) -> str:
    """``1d6 +1: 1-2 c1 r1/-, 3 c1/c1, 4-6 -/c1 r1``: what each roll of a melee gives, attacker before defender."""
    found: list[tuple[int, int, str]] = []
    for die in range(1, 7):
        _, attacker, defender = charts.melee_result(field, die + drm, column)
        result = f"{attacker}/{defender}"
        if found and found[-1][2] == result:
            found[-1] = (found[-1][0], die, result)
        else:
            found.append((die, die, result))
    spans = [f"{first}{f'-{last}' if last != first else ''} {result}" for first, last, result in found]
    return f"1d6{f' {drm:+d}' if drm else ''}: {', '.join(spans)}"


def chance(parts: int, whole: int) -> str:
    """``64 %``: rounded to a whole per cent, exactly."""
    return f"{int(Fraction(100 * parts, whole) + Fraction(1, 2))} %"


@dataclass(frozen=True, slots=True)
class FirePlan(Plan):
    """A legal order to fire: the shot that it would be now."""

    aimed: shot.Shot | None = None


# The phase


@rule("offensive fire", "defensive fire", "no movement", "advance fire eligibility", "adjacent fire")
def fire_phase(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """One side's fire, shot by shot, in the sequence that its owner wrote (4.B, 4.D, 4.E).

    Each result is applied before the next shot is looked at, so a shot whose target is gone by then is moot.
    """
    if not could_fire(umpire.state, side, letter):
        return
    orders = yield from acts.ask_orders(umpire.state, side, letter)
    declare(umpire, _declared(umpire.state, side, letter, orders))
    yield from acts.carry_out(umpire, side, letter, orders, acts.plan_own, _resolve_any)


def declare(umpire: Umpire[Battlefield], shots: tuple[tuple[str, str], ...]) -> None:
    """Carry out the effects of declaring several shots, each its firer and the hex fired at."""
    for look in umpire.state.title.rules.fire_declared:
        look(umpire, shots)


def _declared(field: Battlefield, side: str, letter: str, orders: tuple[Order, ...]) -> tuple[tuple[str, str], ...]:
    if not field.title.rules.fire_declared:
        return ()
    plans = (plan_fire(field, side, letter, order) for order in orders if isinstance(order, Fire))
    aimed = (one.aimed for one in plans if isinstance(one, FirePlan))
    return tuple((one.firer, one.target_at) for one in aimed if one is not None)


def could_fire(field: Battlefield, side: str, letter: str) -> bool:
    """True if any unit of a side could fire at anybody in the phase."""
    occasion = field.title.phase(letter).occasion
    return any(shot.targets(field, unit.name, occasion) for unit in field.of(side)) or any(
        others(field, side, occasion) for others in field.title.rules.other_fire
    )


def _resolve_any(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    if isinstance(plan, FirePlan):
        yield from acts.resolve(umpire, plan)


# The order


@rule("one firer one target", "leaders as targets", "results apply to the unit")
def plan_fire(field: Battlefield, side: str, letter: str, order: Fire) -> FirePlan | Problem:
    """The shot that an order means now, its second choice if the first may not be fired at (9.A)."""
    problem = not_here(field, side, (order.unit,))
    if problem:
        return problem
    occasion = field.title.phase(letter).occasion
    how = "half" if order.how == "half" and occasion != "advance" else "full"
    unit = field[order.unit]
    problem = shot.unable(field, unit, occasion, how)
    if problem:
        return problem
    if not order.target:
        return shot.missing_target(field, unit, occasion, order.how)
    first = _at(field, unit, order.target, occasion, how, order)
    if not isinstance(first, Problem) or not order.otherwise:
        return first
    second = _at(field, unit, order.otherwise, occasion, how, order)
    return first if isinstance(second, Problem) else second


def _at(field: Battlefield, unit: Counter, target: str, occasion: str, how: str, order: Fire) -> FirePlan | Problem:
    name = picked(field, unit, target)
    if isinstance(name, Problem):
        return name
    found = shot.plan_shot(field, unit.name, name, occasion, how)
    if isinstance(found, Problem):
        return _with_way_out(field, unit, found, occasion, order)
    return FirePlan(order, _notes(field, found), aimed=found)


def _notes(field: Battlefield, aimed: shot.Shot) -> tuple[str, ...]:
    """The notes on a shot: its strength, and the rolls that it needs."""
    if aimed.is_too_weak:
        return (f"strength {aimed.strength}: no effect",)
    where = f"strength {aimed.strength}, {aimed.line} line, column {aimed.column}, letter {aimed.letter}"
    if not is_known(field, aimed):
        return (where,)
    return (f"{where}: {in_words(needs(field, aimed))}",)


def picked(field: Battlefield, unit: Counter, target: str) -> str | Problem:
    """The counter that a target means: a name, or a hex with ``weakest``, ``strongest``, ``mounted`` or ``leader``."""
    at, _, pick = target.partition(" ")
    if at not in field.sheet.map:
        if target not in field or not field[target].at:
            why = field.gone.get(target)
            return Malformed("E104", f"{target} is not on the map{f': {why}' if why else ''}.", words=target)
        return target
    there = [one for one in field.at(at) if one.side != unit.side and not one.is_unmanned]
    units = [one for one in there if not one.is_leader] or there
    if not units:
        return Illegal(
            "E141",
            f"There is no enemy in {at} ({field.rule('fire')}).",
            field.rule("fire"),
            words=target,
            rests_on=(at,),
        )
    match pick:
        case "weakest":
            return min(units, key=lambda one: one.strength).name
        case "strongest":
            return max(units, key=lambda one: one.strength).name
        case "mounted":
            mounted = [one for one in units if one.is_mounted]
            if mounted:
                return max(mounted, key=lambda one: one.strength).name
            return Illegal("E141", f"Nobody in {at} is mounted.", field.rule("fire"), words=target, rests_on=(at,))
        case "leader":
            with_him = next((one.attached_to or one.name for one in there if one.is_leader), None)
            return with_him or Illegal(
                "E141", f"There is no leader in {at}.", field.rule("fire"), words=target, rests_on=(at,)
            )
        case _ if len(units) == 1:
            return units[0].name
        case _:
            text = f"{at} holds {say.names_of(units)}: at which of them? ({field.rule('fire')})"
            lines = tuple(f"{unit.name} fire at {one.name}" for one in units)
            return Malformed("E111", text, field.rule("fire"), lines, target, rests_on=(at,))


def _with_way_out(field: Battlefield, unit: Counter, problem: Problem, occasion: str, order: Fire) -> Problem:
    """The problem of a target that is out of range, or that mounted units cannot fire at (E140)."""
    near = field.sheet.map.neighbours(unit.at)
    others = [name for name in shot.targets(field, unit.name, occasion) if field[name].at in near]
    if problem.code != "E140" or not others:
        return problem
    how = f"fire {order.how}"
    at = field[others[0]].at
    here = [name for name in others if field[name].at == at][:3]
    lines = tuple(f"{unit.name} {how} at {name}" for name in here)
    wording = "   or   ".join([lines[0], *(f"at {name}" for name in here[1:])])
    text = f"{problem.text} Next to it:\n   {wording}   ({at})"
    return Illegal(problem.code, text, problem.clause, lines, problem.words, problem.rests_on)


def resolve_fire(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Fire the shot of a plan."""
    if not isinstance(plan, FirePlan) or plan.aimed is None:
        raise TypeError(f"expected the plan of a shot, found {plan!r}")
    before = {plan.aimed.target: umpire.state[plan.aimed.target].strength}
    yield from resolve_shot(umpire, plan.aimed)
    yield from rout.offer(umpire, before, "was fired on")


# The shot


def resolve_shot(umpire: Umpire[Battlefield], aimed: shot.Shot) -> Play[None]:
    """Fire, and what else an attack brings about."""
    yield from _shoot(umpire, aimed)
    rules = umpire.state.title.rules
    for settle in rules.combat_settles:
        settle(umpire, ())
    for offer in rules.attack_offers:
        yield from offer(umpire, aimed.firer, aimed.target_at)


@rule("fire roll", "fire results", "leader check triggers", "no casualty at long range", "dice")
def _shoot(umpire: Umpire[Battlefield], aimed: shot.Shot) -> Play[None]:
    """Fire: the mark first, then the die, then what comes of it, in the sequence of ruling A-047.

    The target may have gone since the shot was declared; then only ammunition and a natural 2 count (ruling A-050).
    """
    firer, target = aimed.firer, aimed.target
    umpire.emit(UnitFired(firer, target, aimed.firer_at, aimed.target_at, aimed.occasion, aimed.how))
    if aimed.is_too_weak:
        umpire.emit(_too_weak(aimed))
        return
    field = umpire.state
    roll = umpire.roll(charts.fire_dice(field), f"fire {firer} at {target}", umpire.state.rule("fire"), aimed.modifiers)
    found, least = charts.fire_result(field, aimed.letter, roll.total)
    result = at_long_range(found) if aimed.long_range else found
    umpire.emit(FireResolved(aimed, roll, found, least, result))
    was_low = umpire.state[firer].low_ammo
    ammunition.after_shot(umpire, firer, roll.natural, aimed.occasion, aimed.how)
    if umpire.state[firer].low_ammo and not was_low:
        for offer in umpire.state.title.rules.low_ammo_offers:
            yield from offer(umpire, firer)
    points = int(result) if result.isdigit() and target in field else 0
    if points or roll.natural == charts.natural(field, "leader"):
        at = field[target].at if target in field else aimed.target_at
        leaders.check_after_fire(umpire, at, field.enemy_of(field[firer].side))
    if target not in field or field[target].is_leader:
        return
    if any(strikes(umpire, firer, target) for strikes in field.title.rules.fire_strikes):
        return
    if aimed.occasion == RETURN:
        yield from _hurt_in_the_ride(umpire, target, firer, result, points)
    else:
        yield from _suffer(umpire, target, firer, result, points, aimed.occasion)


def at_long_range(found: str) -> str:
    """A casualty at long range is a Morale Check at -1 instead (9.B.3; ruling A-038)."""
    return "MC-1" if found.isdigit() else found


def _too_weak(aimed: shot.Shot) -> FireTooWeak:
    return FireTooWeak(
        aimed.firer,
        aimed.target,
        aimed.firer_at,
        aimed.target_at,
        aimed.occasion,
        aimed.base,
        aimed.strength,
        aimed.factors,
    )


@rule("striker hurt")
def _hurt_in_the_ride(umpire: Umpire[Battlefield], target: str, firer: str, result: str, points: int) -> Play[None]:
    """A unit that hits and runs routs at once if it loses a point or fails any check (16.G)."""
    if points:
        losses.take(umpire, target, points, "fire")
        if target in umpire.state:
            yield from rout.rout(umpire, (target,), (firer,), "hit while it hit and ran")
    elif result.startswith("MC"):
        ordered = charts.morale_drm(umpire.state, "mc_minus_1") if result == "MC-1" else 0
        yield from morale.check(umpire, target, (firer,), ordered, flees=True)


@rule("results apply to the unit", "check after loss", "loss while routed", "no second rout roll")
def _suffer(
    umpire: Umpire[Battlefield], target: str, firer: str, result: str, points: int, occasion: str
) -> Play[None]:
    """Loss, then Morale Check (9.D).  A routed unit that loses more routs again, but not by retreat fire (A-052)."""
    routed = umpire.state[target].routed
    driven = routed and occasion == "retreat"
    if points:
        losses.take(umpire, target, points, "fire")
        if target not in umpire.state or umpire.state[target].abandoned or driven:
            return
        if routed:
            # Whatever a check said, it would run again: no check is rolled.
            yield from rout.rout(umpire, (target,), (firer,), "loss while routed")
            return
    if points or result.startswith("MC"):
        ordered = charts.morale_drm(umpire.state, "mc_minus_1") if result == "MC-1" else 0
        yield from morale.check(umpire, target, (firer,), ordered, may_rout=not driven)

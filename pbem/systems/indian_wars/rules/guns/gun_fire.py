"""The fire of guns (11.C): orders to fire, the shot, and those who run from it."""

from dataclasses import dataclass
from itertools import combinations

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Modifier, Play, Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Fire
from pbem.systems.indian_wars.rules.fire import charts, fire
from pbem.systems.indian_wars.rules.guns import gunnery, modes
from pbem.systems.indian_wars.rules.morale import leaders, losses, morale
from pbem.systems.indian_wars.rules.retreat import retreat, rout
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.rules.turn.acts import not_here
from pbem.systems.indian_wars.state.counter import GATLING, PONY_HOLDER, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import (
    CanisterResolved,
    GunAnsweredMelee,
    GunFired,
    GunFireResolved,
    GunShot,
)

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
    yield from rout.offer(umpire, before, "was fired on")


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


# Guns that answer a melee (11.C.4): canister at one attacker, a Gatling at two.

HOLD = "hold"
CANISTER, SHELL, BULLETS = "canister", "shell", "Gatling"
AND = " + "


@rule("guns answer melee", "guns in melee")
def answer(umpire: Umpire[Battlefield], target: str, attackers: tuple[str, ...]) -> Play[tuple[str, ...]]:
    """The guns of a hex fire at its attackers before any retreat; gives back those who still attack (11.C.4, 4.F)."""
    left = attackers
    for gun in tuple(umpire.state.at(target)):
        if not (gun.is_gun and gun.name in umpire.state and _may_answer(umpire.state, umpire.state[gun.name])):
            continue
        left = _still(umpire.state, target, left)
        if left:
            yield from _answer(umpire, gun.name, left)
    return _still(umpire.state, target, left)


def _may_answer(field: Battlefield, gun: Counter) -> bool:
    if gun.abandoned or gun.mired or not gun.is_unlimbered or gunnery.not_ready(gun):
        return False
    return bool(_load(field, gun))


def _still(field: Battlefield, target: str, attackers: tuple[str, ...]) -> tuple[str, ...]:
    """Those who still stand next to the hex, able to attack."""
    beside = field.sheet.map.neighbours(target)
    able = (name for name in attackers if name in field and not (field[name].pinned or field[name].routed))
    return tuple(name for name in able if field[name].at in beside)


@rule("HE in melee", "gun ammunition", "gun roster")
def _load(field: Battlefield, gun: Counter) -> str:
    """The load of a gun: canister while there is any, then shell; a Gatling its own; "" with nothing left (11.C.4)."""
    if gun.kind == GATLING:
        return "" if ammunition.is_empty(field, gun) else BULLETS
    if ammunition.canister_left(field, gun):
        return CANISTER
    return "" if ammunition.is_empty(field, gun) else SHELL


def _answer(umpire: Umpire[Battlefield], name: str, attackers: tuple[str, ...]) -> Play[None]:
    field = umpire.state
    gun, load = field[name], _load(field, field[name])
    chosen = yield from leaders.ask_one(_question(field, gun, attackers))
    if chosen == HOLD:
        return
    targets = tuple(chosen.split(AND))
    outside = [one for one in targets if not gunnery.is_covered(field, gun.at, gun.facing, field[one].at)]
    facing = modes.direction_to(field, gun.at, field[outside[0]].at) if outside else gun.facing
    umpire.emit(GunAnsweredMelee(name, gun.at, targets, load, facing))
    mods = gunnery.pivot(field, bool(outside))
    if load == SHELL:
        yield from _shell(umpire, gun, targets[0], facing, mods)
        return
    line, more = gunnery.line_of(field, gun.but(low_ammo=False), False)
    roll = umpire.roll("1d6", f"gun {name} in melee", field.rule("guns in melee"), (*mods, *more))
    points = gunnery.points_of(field, gun.kind, line, roll.total)
    umpire.emit(CanisterResolved(name, gun.at, gun.kind, line, roll, points))
    ammunition.after_answer(umpire, name, load == CANISTER)
    if points:
        yield from _hurt(umpire, name, targets, points)


def _question(field: Battlefield, gun: Counter, attackers: tuple[str, ...]) -> Ask:
    most = 2 if gun.kind == GATLING else 1
    groups = [one for size in range(most, 0, -1) for one in combinations(attackers, min(size, len(attackers)))]
    groups = list(dict.fromkeys(groups))
    best = max(groups, key=lambda group: (len(group), _needs_no_pivot(field, gun, group), _strength(field, group)))
    wordings = {AND.join(group): " and ".join(f"{one} ({field[one].strength})" for one in group) for group in groups}
    return Ask(
        gun.side,
        "gun in melee",
        gun.name,
        f"{gun.name} ({gun.at}) is attacked by {', '.join(attackers)}.  At whom does it fire?",
        field.rule("guns in melee"),
        (*(Choice(key, f"fire at {words}") for key, words in wordings.items()), Choice(HOLD, "hold fire")),
        AND.join(best),
        HOLD,
        (("at", gun.at), ("attackers", ", ".join(attackers))),
    )


@rule("pivot in melee")
def _needs_no_pivot(field: Battlefield, gun: Counter, group: tuple[str, ...]) -> bool:
    """True if all of some attackers stand in the field of fire: a pivot costs -1 (11.C.4-2)."""
    return all(gunnery.is_covered(field, gun.at, gun.facing, field[one].at) for one in group)


def _strength(field: Battlefield, group: tuple[str, ...]) -> int:
    return sum(field[one].strength for one in group)


@rule("HE in melee")
def _shell(
    umpire: Umpire[Battlefield], gun: Counter, target: str, facing: str, mods: tuple[Modifier, ...]
) -> Play[None]:
    """Without canister the range-1 column, at the one attacker (11.C.4)."""
    field = umpire.state
    line, more = gunnery.line_of(field, gun, False)
    at = field[target].at
    aimed = GunShot(
        gun.name, gun.at, at, target, "melee", "full", gun.kind, line, "1", facing, bool(mods), (*mods, *more)
    )
    roll = umpire.roll("1d6", f"gun {gun.name} in melee", field.rule("HE in melee"), aimed.modifiers)
    result = gunnery.result_of(field, aimed, roll.total)
    umpire.emit(GunFireResolved(aimed, roll, result))
    ammunition.after_answer(umpire, gun.name, False)
    if result == ONE:
        yield from _hurt(umpire, gun.name, (target,), 1)
    if result in (ONE, RUN):
        yield from run(umpire, (target,), gun.name)


@rule("guns in melee", "gun fire and leaders")
def _hurt(umpire: Umpire[Battlefield], gun: str, targets: tuple[str, ...], points: int) -> Play[None]:
    """The points fall, over two targets as the gunner likes; who loses one checks morale at once (11.C.4; A-163)."""
    share = yield from _spread(umpire.state, gun, targets, points)
    is_checked = False
    for name, number in share.items():
        at = umpire.state[name].at
        with_it = leaders.attached_to(umpire.state, name)
        losses.take(umpire, name, number, "gun fire")
        if with_it and not is_checked:
            leaders.check_after_fire(umpire, at, umpire.state.enemy_of(umpire.state[gun].side))
            is_checked = True
        if name in umpire.state and not umpire.state[name].abandoned:
            yield from morale.check(umpire, name, (gun,), 0)


def _spread(field: Battlefield, gun: str, targets: tuple[str, ...], points: int) -> Play[dict[str, int]]:
    strengths = {name: field[name].strength for name in targets}
    points = min(points, sum(strengths.values()))
    if len(targets) == 1:
        return {targets[0]: points}
    first, second = targets
    splits = [
        (a, points - a) for a in range(points, -1, -1) if a <= strengths[first] and points - a <= strengths[second]
    ]
    keys = {f"{a}/{b}": f"{a} from {first}, {b} from {second}" for a, b in splits}
    even = min(splits, key=lambda one: (abs(one[0] - one[1]), -one[0]))
    question = Ask(
        field[gun].side,
        "gun casualties",
        gun,
        f"{gun} costs its targets {points}: how are the points spread?",
        field.rule("guns in melee"),
        tuple(Choice(key, words) for key, words in keys.items()),
        f"{even[0]}/{even[1]}",
    )
    chosen = yield from leaders.ask_one(question)
    a, _, b = chosen.partition("/")
    return {name: int(number) for name, number in ((first, a), (second, b)) if int(number)}

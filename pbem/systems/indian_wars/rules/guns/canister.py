"""Guns that answer a melee (11.C.4): canister at one attacker, a Gatling at two."""

from itertools import combinations

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.modifier import Modifier
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.rules.guns import gun_fire, gunnery, limits
from pbem.systems.indian_wars.rules.morale import leaders, losses, morale
from pbem.systems.indian_wars.rules.supply import ammunition
from pbem.systems.indian_wars.state.counter import GATLING, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.gun_events import CanisterResolved, GunAnsweredMelee, GunFireResolved, GunShot

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
    facing = limits.direction_to(field, gun.at, field[outside[0]].at) if outside else gun.facing
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
    if result == gun_fire.ONE:
        yield from _hurt(umpire, gun.name, (target,), 1)
    if result in (gun_fire.ONE, gun_fire.RUN):
        yield from gun_fire.run(umpire, (target,), gun.name)


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

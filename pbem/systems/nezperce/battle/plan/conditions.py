"""The conditions of plans: what a side sees on its own view of a battle."""

from collections.abc import Sequence

from pbem.systems.nezperce.battle import ground
from pbem.systems.nezperce.battle.places import HOMES
from pbem.systems.nezperce.battle.plan import people
from pbem.systems.nezperce.battle.plan.records import ONCE, BattlePlan, Mind, PlanCondition
from pbem.systems.nezperce.battle.state import BROKEN, KILLED, LEFT, SURRENDERED, Battle, Fighter, other

OUT = (KILLED, BROKEN, SURRENDERED)


def fighting(battle: Battle, side: str) -> list[Fighter]:
    """The fighting units of a side, those that are out among them: neither lodges nor camps."""
    return [one for one in battle.units if one.side == side and one.kind not in HOMES]


def lost(battle: Battle, side: str) -> int:
    """The number of fighting units of a side that are killed, broken or have surrendered."""
    return sum(one.gone in OUT for one in fighting(battle, side))


def all_hold(conditions: Sequence[PlanCondition], battle: Battle, side: str, plan: BattlePlan) -> bool:
    """True if all conditions are true now."""
    return all(holds(one, battle, side, plan) for one in conditions)


def holds(one: PlanCondition, battle: Battle, side: str, plan: BattlePlan) -> bool:
    """True if a condition is true now."""
    return _is_true(one, battle, side, plan) != one.negated


def _is_true(one: PlanCondition, battle: Battle, side: str, plan: BattlePlan) -> bool:
    match one.kind:
        case "lost":
            return lost(battle, side) >= one.number
        case "lost third":
            return lost(battle, side) * 3 >= len(fighting(battle, side)) > 0
        case "lost half":
            return lost(battle, side) * 2 >= len(fighting(battle, side)) > 0
        case "enemy lost":
            return lost(battle, other(side)) >= one.number
        case "enemy left":
            return sum(who.gone == LEFT for who in battle.units if who.side != side) >= one.number
        case "turn":
            return battle.turn >= one.number
        case "enemy within":
            return _is_near(one, battle, side, plan)
        case "lodges gone":
            return not any(who.kind == "lodge" and not who.gone for who in battle.units)
        case "waiting none":
            return not battle.waiting(side)
        case "attacked":
            return battle.attacked == side
        case "in":
            return any(who.at == one.hex for who in people.named(one.who, battle, side, plan))
    return False


def _is_near(one: PlanCondition, battle: Battle, side: str, plan: BattlePlan) -> bool:
    land = ground.sheet(battle.contact.map)
    places = {who.at for who in people.named(one.who, battle, side, plan) if who.at}
    places |= {word for word in one.who if word.isdigit() and word in land}
    enemies = {who.at for who in battle.on_map(other(side))}
    return any(land.distance(at, enemy) <= one.number for at in places for enemy in enemies)


def begun(battle: Battle, mind: Mind) -> tuple[int, ...]:
    """The lines whose ``once`` is true now or has been."""
    plan = mind.in_force
    now = [
        one.number
        for one in plan.lines
        if one.line.when == ONCE
        and one.number not in mind.begun
        and all_hold(one.line.conditions, battle, mind.side, plan)
    ]
    return tuple(sorted((*mind.begun, *now)))

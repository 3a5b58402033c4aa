"""What a side's standing orders order where a phase asks for orders: defensive and advance fire, who is to rally, marches."""

from collections.abc import Sequence

from pbem.core.order import Order
from pbem.core.problem import Problem
from pbem.orders.standing import NOTHING_DRAFTED, Drafted, StandingOrder
from pbem.systems.indian_wars.orders import groups, march_orders
from pbem.systems.indian_wars.orders.records import Fire, Move, NoRally, Rally
from pbem.systems.indian_wars.rules.fire import fire, shot
from pbem.systems.indian_wars.rules.morale import rally
from pbem.systems.indian_wars.rules.supply import resupply
from pbem.systems.indian_wars.rules.turn import silence
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

NOBODY = ("none", "no")
EVERYBODY = ("any", "yes")


def drafted(
    field: Battlefield, side: str, letter: str, standing: Sequence[StandingOrder], given: Sequence[Order]
) -> Drafted:
    """The orders that standing orders give in the phase with this letter to units that no order `given` names."""
    if letter in field.title.verbs[Move].letters:
        return march_orders.drafted(field, side, letter, standing, given)
    found = _by_policy(field, side, letter, standing, given)
    if found.orders or found.is_complete or given or not _waits_for_the_march(field, side, letter):
        return found
    moves = march_orders.drafted(field, side, next(iter(field.title.verbs[Move].letters)), standing, ())
    return Drafted((), moves.numbers, True) if moves.is_complete else found


def _waits_for_the_march(field: Battlefield, side: str, letter: str) -> bool:
    """Whether it is the phase that begins a player turn, and nobody in it needs a decision."""
    return (
        letter == field.title.turn_letters[0]
        and field.phasing == side
        and not rally.in_need(field, side)
        and not any(resupply.suppliers(field, unit) is not None for unit in field.of(side))
    )


def _by_policy(
    field: Battlefield, side: str, letter: str, standing: Sequence[StandingOrder], given: Sequence[Order]
) -> Drafted:
    phase = field.title.phase(letter)
    if not phase.policy:  # offensive fire, for one, costs movement: it is ordered, or there is none
        return NOTHING_DRAFTED
    policies = _of_policy(standing, phase.policy)
    if phase.occasion:
        return _shots(field, side, letter, policies, silence.named_in(given))
    return _attempts(field, side, policies, given)


def _of_policy(standing: Sequence[StandingOrder], policy: str) -> tuple[StandingOrder, ...]:
    return tuple(one for one in standing if one.policy == policy)


def rank(field: Battlefield, order: StandingOrder, unit: Counter) -> int | None:
    """How closely a policy's scope names a unit: 0 unit, 1 stack, 2 company's regiment or tribe, 3 side; None: not at all."""
    if order.units:
        return 0 if unit.name in order.units else None
    if order.at:
        return 1 if unit.at == order.at else None
    if order.group:
        return 2 if groups.group_of(field, unit) == order.group else None
    return 3


def _covering(field: Battlefield, policies: Sequence[StandingOrder], unit: Counter) -> list[StandingOrder]:
    """The policies that cover a unit, the most specific first, among equals in the owner's sequence."""
    found = [(ranked, n) for n, one in enumerate(policies) if (ranked := rank(field, one, unit)) is not None]
    return [policies[n] for _, n in sorted(found)]


# Fire


def _shots(field: Battlefield, side: str, letter: str, policies: Sequence[StandingOrder], named: set[str]) -> Drafted:
    orders: list[Order] = []
    numbers: dict[int, None] = {}
    is_complete = True
    for unit in field.of(side):
        targets = shot.targets(field, unit.name, field.title.phase(letter).occasion) if unit.name not in named else ()
        if not targets:
            continue
        covering = _covering(field, policies, unit)
        is_complete = is_complete and bool(covering)
        for one in covering:
            found = _shot(field, side, letter, unit, one, targets)
            if found is not None:
                numbers[one.number] = None
                orders += [found] if isinstance(found, Fire) else []
                break
    return Drafted(tuple(orders), tuple(numbers), is_complete and bool(numbers))


def _shot(
    field: Battlefield, side: str, letter: str, unit: Counter, policy: StandingOrder, targets: Sequence[str]
) -> Fire | str | None:
    """The shot that a policy has a unit fire; ``hold`` where it is to fire at nobody, None if the policy has no wish."""
    for wish in policy.wishes:
        if wish in NOBODY:
            return "hold"
        for name in _wished(field, unit, wish, targets):
            near = field.sheet.map.distance(unit.at, field[name].at) == 1
            order = Fire(unit.name, shot.usual_strength(field, unit, letter) if near else "long", name)
            plan = fire.plan_fire(field, side, letter, order)
            if not isinstance(plan, Problem) and plan.aimed is not None and not plan.aimed.is_too_weak:
                return order
    return None


def _wished(field: Battlefield, unit: Counter, wish: str, targets: Sequence[str]) -> list[str]:
    """The targets that a wish means, those next to the unit first."""

    def far(name: str) -> int:
        return field.sheet.map.distance(unit.at, field[name].at)

    enemies = [field[name] for name in targets]
    match wish:
        case "any":
            found = enemies
        case "mounted targets":
            found = [one for one in enemies if one.is_mounted]
        case "holders":
            found = [one for one in enemies if one.is_holder]
        case "leaders":
            found = [one for one in enemies if one.is_leader]
        case "strongest":
            found = sorted(enemies, key=lambda one: -one.strength)
        case "weakest":
            found = sorted(enemies, key=lambda one: one.strength)
        case _ if wish.startswith("spare "):
            found = [one for one in enemies if one.name != wish.removeprefix("spare ")]
        case _:
            found = [one for one in enemies if wish in (one.name, one.at)]
    return [one.name for one in sorted(found, key=lambda one: far(one.name))]


# Rally


def _attempts(field: Battlefield, side: str, policies: Sequence[StandingOrder], given: Sequence[Order]) -> Drafted:
    """Who should try, those named first, and who is not; only where the letter says nothing of rally itself."""
    if not policies or any(isinstance(one, Rally | NoRally) for one in given):
        return NOTHING_DRAFTED
    needy = rally.in_need(field, side)
    numbers: dict[int, None] = {}
    stay, first = [], []
    is_complete = True
    for unit in needy:
        covering = _covering(field, policies, unit)
        one = next((policy for policy in covering if _says(policy, unit)), None)
        if one is None:
            is_complete = False
            continue
        numbers[one.number] = None
        if unit.name in one.wishes:
            first.append((one.wishes.index(unit.name), unit.name))
        elif set(one.wishes).intersection(NOBODY):
            stay.append(unit.name)
    orders: list[Order] = [Rally((name,)) for _, name in sorted(first)]
    if stay:
        orders.append(NoRally(tuple(stay)))
    has_more = any(resupply.suppliers(field, unit) is not None for unit in field.of(side)) or any(
        unit.is_leader and rally.has_choice(field, unit) for unit in field.of(side)
    )
    return Drafted(tuple(orders), tuple(numbers), is_complete and bool(numbers) and not has_more)


def _says(policy: StandingOrder, unit: Counter) -> bool:
    return unit.name in policy.wishes or bool(set(policy.wishes).intersection((*NOBODY, *EVERYBODY)))


# Their end


def gone(order: StandingOrder, side: str, field: Battlefield) -> str:
    """Why an order can never serve again: all of those whom it is about, or whom it waits for, are gone; "" if it may."""
    if march_orders.is_march(order) and (why := march_orders.halted(field, side, order)):
        return why
    about = order.units if order.policy else order.action.units if order.action is not None else ()
    wanted = [name for wish in order.wishes if (name := wish.removeprefix("spare ")) in field.sheet.roster]
    waits = [one.units for one in order.guards] + [one.near for one in order.guards]
    for names in (about, wanted if len(wanted) == len(order.wishes) else (), *waits):
        known = [name for name in names if name in field.sheet.roster]
        if known and len(known) == len(names) and not any(name in field for name in known):
            return f"{' and '.join(known)} {'is' if len(known) == 1 else 'are'} gone"
    if order.group and not any(groups.group_of(field, unit) == order.group for unit in field.of(side)):
        return f"no unit of {order.group} is left"
    return ""

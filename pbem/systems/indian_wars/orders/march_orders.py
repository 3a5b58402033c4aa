"""Marches of several turns: what they order in each Movement Phase, what halts them, how far they have come.

A march keeps to the way that was told when it was given.  It halts as soon as its owner has something to decide: an enemy is
near, one of its units is pinned, routed or disrupted or was driven off the way, or all have arrived.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from pbem.core.order import Order, Problem
from pbem.language.spelling import in_words
from pbem.orders.standing import NOTHING_DRAFTED, Drafted, StandingOrder
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Move, together
from pbem.systems.indian_wars.rules.movement import movement
from pbem.systems.indian_wars.rules.movement.mobility import left_among, limit
from pbem.systems.indian_wars.rules.movement.steps import step_cost
from pbem.systems.indian_wars.rules.turn import acts, silence
from pbem.systems.indian_wars.state.counter import CAMP, Counter
from pbem.systems.indian_wars.state.field import Battlefield

MARCH, HOLD, HALT = "march", "hold", "halt"
ENEMY_WITHIN = "enemy_within"
"""The event that halts a march: an enemy within so many hexes."""
MOST_TURNS = 60
"""Turns ahead for which a way is reckoned."""
MOST_HEXES_SHOWN = 6
"""Turns of a way that are shown each by its hex."""


def is_march(order: StandingOrder) -> bool:
    """True if it is an order of several turns: a march, or to hold a place."""
    return order.action is not None and order.action.verb in (MARCH, HOLD) and not order.policy


def units_of(order: StandingOrder) -> tuple[str, ...]:
    """Those whom it is given to."""
    return order.action.units if order.action is not None else ()


def ways_of(order: StandingOrder) -> tuple[tuple[str, ...], ...]:
    """The ways of a march, one from each hex in which its units stood."""
    found: list[list[str]] = [[]]
    for one in order.action.hexes if order.action is not None else ():
        if one:
            found[-1].append(one)
        else:
            found.append([])
    return tuple(tuple(way) for way in found if way)


def ahead_of(order: StandingOrder, at: str) -> tuple[str, ...]:
    """The rest of the way from a hex on it, that hex first; () if it lies on none."""
    return next((way[way.index(at) :] for way in ways_of(order) if at in way), ())


# What halts it


def unfit(unit: Counter) -> str:
    """Why a unit cannot go on as it is (``is pinned``), "" if it can."""
    bad = next((one for one in unit.conditions if one != "low ammo"), "")
    return f"is {bad}" if bad else ""


def nearest_enemy(field: Battlefield, side: str, at: str) -> Counter | None:
    """The enemy nearest to a hex: units, leaders and camps, not pony herds, fires or what was left behind."""
    distance = field.sheet.map.distance
    foes = [one for one in field.of(field.enemy_of(side)) if one.at and (not one.is_unmanned or one.kind == CAMP)]
    return min(foes, key=lambda one: (distance(one.at, at), one.name), default=None)


def hexes_off(number: int) -> str:
    """``4 hexes``."""
    return f"{in_words(number)} hex{'es' * (number != 1)}"


def halted(field: Battlefield, side: str, order: StandingOrder) -> str:
    """Why a march does not go on, "" while it does."""
    units = [field[name] for name in units_of(order) if name in field and field[name].at]
    ways = ways_of(order)
    for unit in units:
        if why := unfit(unit):
            return f"halted in {unit.at}: {unit.name} {why}"
        if ways and not ahead_of(order, unit.at):
            return f"halted: {unit.name} is off its way, in {unit.at}"
    within = order.guards[0].number
    for unit in units:
        near = nearest_enemy(field, side, unit.at)
        far = field.sheet.map.distance(unit.at, near.at) if near is not None else 0
        if near is not None and far <= within:
            return f"halted: {near.name} ({near.at}) is {hexes_off(far)} from {unit.name} ({unit.at})"
    if ways and order.action is not None and order.action.verb == MARCH and all(u.at == ways[0][-1] for u in units):
        return f"arrived in {ways[0][-1]}" if units else ""
    return ""


# What it orders


def drafted(
    field: Battlefield, side: str, letter: str, standing: Sequence[StandingOrder], given: Sequence[Order]
) -> Drafted:
    """The moves that marches order to units which no order `given` names.

    They leave nobody out where every other unit that could move has an order, or holds its place.
    """
    marches = [one for one in standing if is_march(one) and not halted(field, side, one)]
    if not marches:
        return NOTHING_DRAFTED
    after = field.thaw()
    named, orders, numbers, served = silence.named_in(given), list[Order](), dict[int, None](), set[str]()
    for one in marches:
        for units in _stacks(after, one, named):
            way = ahead_of(one, units[0].at)
            names = tuple(unit.name for unit in units)
            if len(way) > 1:
                move = _farthest(after, side, letter, names, way, one.guards[0].number)
                if move is None:
                    continue
                orders.append(move)
                _carry(after, move)
            served.update(names)
            numbers[one.number] = None
    given_all = (*given, *orders)
    left_out = [one for one in silence.silent(field, side, letter, given_all).units if one not in served]
    is_complete = not left_out and not silence.owed(field, side, letter, given_all)
    return Drafted(tuple(orders), tuple(numbers), is_complete and bool(numbers))


def _stacks(field: Battlefield, order: StandingOrder, named: Collection[str]) -> Iterator[tuple[Counter, ...]]:
    """The units of a march that stand together, hex by hex."""
    units = [field[name] for name in units_of(order) if name in field and field[name].at and name not in named]
    for at in dict.fromkeys(unit.at for unit in units):
        yield tuple(unit for unit in units if unit.at == at)


def _farthest(
    field: Battlefield, side: str, letter: str, names: tuple[str, ...], way: tuple[str, ...], within: int
) -> Move | None:
    """The move that takes them as far along their way as they may go, and not past where an enemy is near."""
    stack = movement.movers(field, names)
    have = min(left_among(unit, stack) for unit in stack)
    end, spent = 0, 0
    for n, (a, b) in enumerate(pairwise(way), 1):
        step = step_cost(field, stack, a, b)
        if step is None or (spent + step.cost > have and n > 1):
            break
        end, spent = n, spent + step.cost
        near = nearest_enemy(field, side, b)
        if near is not None and field.sheet.map.distance(near.at, b) <= within:
            break
    for last in range(end, 0, -1):
        order = Move(names, way[: last + 1])
        if not isinstance(acts.plan(field, side, letter, order), Problem):
            return order
    return None


def _carry(field: Battlefield, move: Move) -> None:
    for unit in movement.movers(field, move.units):
        field.put(unit.but(at=move.path[-1]))


# How far it has come


def progress(order: StandingOrder, side: str, field: Battlefield, *, whole: bool = False) -> str:
    """``on the march: 7909 on turn 4, 7512 on turn 5``, with the `whole` way in front; "" for any other order."""
    if not is_march(order) or halted(field, side, order):
        return ""
    stacks = list(_stacks(field, order, ()))
    on_the_way = [units for units in stacks if len(ahead_of(order, units[0].at)) > 1]
    if not on_the_way:
        return f"hold{'s' * (len(units_of(order)) == 1)} {stacks[0][0].at}" if stacks else ""
    lines = []
    for units in on_the_way:
        way = ahead_of(order, units[0].at)
        stops = list(_stops(field, units, way))
        who = f"{say.folded([unit.name for unit in units])}: " if len(on_the_way) > 1 else ""
        path = f"{' '.join(way)}; " if whole else ""
        lines.append(f"{who}{path}{_turns(stops)}")
    return f"on the march: {'; '.join(lines)}"


def _turns(stops: Sequence[tuple[int, str]]) -> str:
    """``7909 on turn 4, 7512 on turn 5``; of a long way the first turns and the last."""
    shown = [*stops[: MOST_HEXES_SHOWN - 1], *stops[-1:]] if len(stops) > MOST_HEXES_SHOWN else list(stops)
    return ", ".join(f"{at} on turn {turn}" for turn, at in shown)


def _stops(field: Battlefield, units: tuple[Counter, ...], way: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The places of a stack at the end of each game turn, as far as that can be known."""
    stack = movement.movers(field, tuple(unit.name for unit in units))
    turn = _next_move(field, units[0].side)
    have = min(left_among(unit, stack) for unit in stack) if turn == field.turn else 0
    if turn == field.turn and have <= 0:
        turn += 1
    fresh = min(limit(unit.but(fired="")) for unit in stack)
    have = have if have > 0 else fresh
    at = 0
    for number in range(turn, turn + MOST_TURNS):
        begun = at
        while at + 1 < len(way):
            step = step_cost(field, stack, way[at], way[at + 1])
            if step is None or (step.cost > have and at > begun):
                break
            at, have = at + 1, have - step.cost
            if have <= 0:
                break
        yield number, way[at]
        if at + 1 == len(way):
            return
        have = fresh


def _next_move(field: Battlefield, side: str) -> int:
    """The game turn of a side's next Movement Phase: this one's until it is over."""
    order = field.sheet.scenario.player_sequence
    if side not in order or field.phasing not in order:
        return field.turn
    if field.phasing == side:
        is_over = field.phase in field.title.turn_letters and field.phase > "C"
    else:
        is_over = order.index(side) < order.index(field.phasing)
    return field.turn + is_over


# Its end


def left_of(order: StandingOrder, units: Collection[str]) -> StandingOrder | None:
    """The rest of a march once these units have been ordered otherwise; None if nothing is."""
    if not is_march(order) or order.action is None or not set(order.action.units).intersection(units):
        return order
    rest = tuple(name for name in order.action.units if name not in units)
    if not rest:
        return None
    text = order.text.replace(together(order.action.units), together(rest), 1)
    return replace(order, text=text, action=replace(order.action, units=rest))


def beside(order: StandingOrder, given: Sequence[Order]) -> str:
    """The effect on a march of a phase in which its units have these orders too, "" where they have none."""
    named = silence.named_in(given)
    own = [name for name in units_of(order) if name in named]
    if not is_march(order) or not own:
        return ""
    ends = [one.path[-1] for one in given if isinstance(one, Move) and set(one.units).intersection(own)]
    off = next((at for at in ends if ways_of(order) and not ahead_of(order, at)), "")
    who, is_one = say.folded(own), len(own) == 1
    if off and is_one:
        return f"in this phase {who} obeys its other order instead.  The march stops, because {off} is off its route."
    if off:
        return f"in this phase {who} obey their other orders instead.  The march stops, because {off} is off its route."
    if is_one:
        return f"in this phase {who} obeys its other order instead; the march goes on next turn."
    return f"in this phase {who} obey their other orders instead; the march goes on next turn."

"""The Movement Phase (4.C): routed units first, then compelled moves, then the player's orders from top to bottom."""

from collections.abc import Iterator
from itertools import pairwise

from pbem.core.ask import Ask, Choice
from pbem.core.clause import rule
from pbem.core.order import Order
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.records import ChangeMode, LookForVillage, Recover, Rout
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement import duties, movement, stacking
from pbem.systems.indian_wars.rules.movement.activities import plan_recover, resolve_recover
from pbem.systems.indian_wars.rules.movement.mobility import left, spent_of
from pbem.systems.indian_wars.rules.movement.modes import (
    ModeChange,
    could_act,
    mounts_here,
    plan_change,
    resolve_change,
)
from pbem.systems.indian_wars.rules.movement.steps import enemies_closing, reach
from pbem.systems.indian_wars.rules.retreat import rout
from pbem.systems.indian_wars.rules.retreat.retreat import ways
from pbem.systems.indian_wars.rules.situations import Duty
from pbem.systems.indian_wars.rules.special import village
from pbem.systems.indian_wars.rules.supply import resupply
from pbem.systems.indian_wars.rules.turn import acts, entry
from pbem.systems.indian_wars.state.counter import DISMOUNTED, HQ, MOUNTED, PONY_HOLDER, PRONE, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.moving_events import MovementStopped, UnitsMoved

# As a Movement Phase ends nobody stays where there is no room: who was halted in a full hex goes on, or back (6,
# 7.A).


@rule("when stacking counts", "combat factor limit", "pony holder limit", "one counter or stack")
def clear(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """A move may lead through a full hex; a unit halted there goes on with its unspent MPs, where its owner likes.

    One with no way on is taken back along its path to the last hex with room (ruling A-014).  Where pony holders
    are too many, since warriors of their hex have gone, those who can go on do.
    """
    asked: set[str] = set()
    stuck: set[str] = set()
    while unit := next((one for one in _too_many(umpire.state, side) if one.name not in stuck), None):
        on = {} if unit.name in asked else movement.ways_on(umpire.state, unit.name)
        back = _way_back(umpire, unit)
        if not on and not back:
            stuck.add(unit.name)
            continue
        with umpire.act(
            side, f"{unit.name} may not stay in {unit.at}, which is full ({umpire.state.rule('stacking')})"
        ):
            if on:
                asked.add(unit.name)
                chosen = yield from leaders.ask_one(_question(umpire.state, unit, tuple(on), back))
                going = tuple(one.name for one in movement.movers(umpire.state, (unit.name,)))
                yield from movement.march(umpire, going, on[chosen])
            else:
                going = (unit.name, *leaders.attached_to(umpire.state, unit.name))
                umpire.emit(MovementStopped(going, back[-1], f"{unit.at} has no room"))
                for start, to in pairwise((unit.at, *back)):
                    umpire.emit(UnitsMoved(going, start, to, 0))


def _too_many(field: Battlefield, side: str) -> Iterator[Counter]:
    """The counters that must leave the full hexes: of those who came in this phase, and of pony holders, the last first."""
    taken = {unit.at for unit in field.of(side)}
    for at in sorted([at for at in taken if stacking.is_over(field, at, side)]):
        here = [one for one in reversed(field.at(at)) if one.side == side]
        if stacking.points_with(field, at, side) > stacking.LIMIT:
            yield from (one for one in here if one.moved and stacking.points_of(one))
        else:
            yield from (one for one in here if one.kind == PONY_HOLDER and (one.moved or may_go(field, one)))


def may_go(field: Battlefield, unit: Counter) -> bool:
    """True if a counter has a way out of its hex with the MPs that it has left."""
    return bool(movement.ways_on(field, unit.name))


def _way_back(umpire: Umpire[Battlefield], unit: Counter) -> tuple[str, ...]:
    """The hexes back along its way to the last with room for it; where that is closed by now, the nearest way out."""
    field = umpire.state
    units = (unit,)
    back: list[str] = []
    at = unit.at
    for event in reversed(umpire.events):
        if isinstance(event, UnitsMoved) and unit.name in event.units and event.to == at:
            at = event.start
            if enemies_closing(field, at, units):
                break
            back.append(at)
            if not stacking.is_over(field, at, unit.side, units):
                return tuple(back)
    for way in ways(field, units, 1) if unit.moved else ():
        is_barred = any(enemies_closing(field, one, units) for one in way.path)
        if not is_barred and not stacking.is_over(field, way.end, unit.side, units):
            return way.path
    return ()


def _question(field: Battlefield, unit: Counter, on: tuple[str, ...], back: tuple[str, ...]) -> Ask:
    """The question of where to go; by default back to where it would be taken, or to the nearest hex."""
    at, far = unit.at, field.sheet.map.distance
    home = f"go on {back[-1]}" if back else ""
    return Ask(
        unit.side,
        "going on",
        unit.name,
        f"{unit.name} was halted in {at}, which is full, with {spent_of(field, unit)} spent.  Where does it go?",
        field.rule("stacking"),
        tuple(Choice(key, key.replace("go on", "go on to")) for key in on),
        home if home in on else min(on, key=lambda key: (far(at, key.split()[-1]), key)),
        None,
        (("at", at),),
    )


def could_order(field: Battlefield, side: str) -> bool:
    """True if any order of this phase would be legal."""
    return any((could_act(unit) and kinds.may(unit, kinds.MOVE)) or unit.routed for unit in field.of(side)) or bool(
        entry.waiting(field, side)
    )


@rule("routing units first", "normal movement", "movement phase activities", "movement voluntary", "end of phase")
def movement_phase(umpire: Umpire[Battlefield], side: str, letter: str) -> Play[None]:
    """The phase as a whole."""
    resupply.complete(umpire, side)
    orders: tuple[Order, ...] = ()
    if could_order(umpire.state, side):
        orders = yield from acts.ask_orders(umpire.state, side, letter)
    searches = tuple(order for order in orders if isinstance(order, LookForVillage))
    yield from acts.carry_out(umpire, side, letter, searches, village.plan_search, village.resolve_search)
    yield from _routed_first(umpire, side, letter, orders)
    first = umpire.state.title.rules.freed_first
    freeing = tuple(order for order in orders if isinstance(order, first))
    yield from acts.carry_out(umpire, side, letter, freeing, acts.plan, acts.resolve)
    named = _named(orders)
    for duty in duties.open_duties(umpire.state, side):
        if duty.unit not in named:
            yield from _do_duty(umpire, side, duty)
    rest = tuple(order for order in orders if not isinstance(order, (Rout, LookForVillage, *first)))
    yield from acts.carry_out(umpire, side, letter, rest, acts.plan, acts.resolve)
    yield from entry.enter_the_rest(umpire, side)
    # Who was not ordered may have been left behind since: Crook rides on and the HQ has to follow (12.F).
    for duty in duties.open_duties(umpire.state, side):
        yield from _do_duty(umpire, side, duty)
    yield from clear(umpire, side)


def _routed_first(umpire: Umpire[Battlefield], side: str, letter: str, orders: tuple[Order, ...]) -> Play[None]:
    """Rout moves: those ordered, in their sequence, then the others to the nearest legal place (4.C, 10.J.2)."""
    ordered = tuple(order for order in orders if isinstance(order, Rout))
    yield from acts.carry_out(umpire, side, letter, ordered, acts.plan, acts.resolve)
    names = {order.unit for order in ordered}
    for unit in tuple(umpire.state.of(side)):
        if unit.routed and kinds.may(unit, kinds.ROUT) and unit.name not in names and unit.name in umpire.state:
            yield from rout.subsequent_rout(umpire, unit.name)


def _named(orders: tuple[Order, ...]) -> set[str]:
    """The counters that orders name as those who act."""
    found: set[str] = set()
    for order in orders:
        found.update(getattr(order, "units", ()))
        found.update([one] if (one := getattr(order, "unit", "")) else [])
    return found


@rule("forced out", "HQ stays near Crook", "HQ without Crook", "HQ duty suspended", "no abandoning", "duty to rejoin")
def _do_duty(umpire: Umpire[Battlefield], side: str, duty: Duty) -> Play[None]:
    """Toward the goal with all MPs, by the cheapest way, getting up and mounting if it can (rulings A-090, A-132)."""
    field = umpire.state
    if duty.unit not in field or not could_act(field[duty.unit]):
        return
    unit = field[duty.unit]
    if unit.is_leader and unit.attached_to and duties.duty_of(field, unit.attached_to):
        return
    if unit.mode == MOUNTED and not _way(field, duty):
        return
    with umpire.act(side, f"{duty.unit} is compelled to move toward {duty.goal} ({duty.clause})"):
        yield from _get_ready(umpire, side, duty.unit)
        unit = umpire.state[duty.unit]
        if unit.mode == PRONE:
            return
        going = tuple(one.name for one in movement.movers(umpire.state, (unit.name,)))
        for a, b in _way(umpire.state, duty):
            if unit.name not in going:
                return
            going = yield from movement.take_step(umpire, going, a, b)


@rule("forced out", "HQ stays near Crook", "prone abilities")
def _get_ready(umpire: Umpire[Battlefield], side: str, name: str) -> Play[None]:
    """Mount where the animals are at hand, or get up; disruption that keeps it on the ground is recovered from first."""
    unit = umpire.state[name]
    if unit.mode == PRONE and unit.disrupted:
        recovery = plan_recover(umpire.state, side, "C", Recover(name))
        if isinstance(recovery, Plan):
            yield from resolve_recover(umpire, recovery)
    modes = (MOUNTED,) if unit.kind != HQ and mounts_here(umpire.state, unit) is not None else ()
    for mode in (*modes, DISMOUNTED):
        before = umpire.state[name].mode
        if before == MOUNTED or (before == DISMOUNTED and mode == DISMOUNTED):
            return
        planned = plan_change(umpire.state, side, "C", ChangeMode(name, mode))
        if isinstance(planned, ModeChange):
            yield from resolve_change(umpire, planned)


def _way(field: Battlefield, duty: Duty) -> tuple[tuple[str, str], ...]:
    """The steps toward the goal for the MPs left: to the hex nearest to it, the cheapest among those first within the limit."""
    unit = field[duty.unit]
    found = reach(field, (unit,), left(unit))
    distance = field.sheet.map.distance

    def worth(at: str) -> tuple[int, int, str]:
        return 0 if duties.is_done(field, duty, at) else distance(at, duty.goal), found.cost[at], at

    side = unit.side
    ends = [at for at in found.cost if not stacking.is_over(field, at, side, movement.movers(field, (unit.name,)))]
    if unit.kind in duties.FREE_PATH_ONLY:
        ends = [at for at in ends if all(duties.is_free_of_zoc(field, one, side) for one in found.path(at)[1:])]
    best = min(ends, key=worth, default=unit.at)
    path = found.path(best)
    return tuple(pairwise(path))

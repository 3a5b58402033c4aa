"""The gaps in a side's orders: counters that may act and have no order, and what must be decided and is not."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from pbem.core.clause import rule
from pbem.core.order import Order, Problem
from pbem.core.system import NOBODY, Silent
from pbem.systems.indian_wars.orders import records as o
from pbem.systems.indian_wars.orders.naming import in_sequence
from pbem.systems.indian_wars.rules import kinds
from pbem.systems.indian_wars.rules.fire import shot
from pbem.systems.indian_wars.rules.morale import leaders, rally
from pbem.systems.indian_wars.rules.movement import duties
from pbem.systems.indian_wars.rules.movement.modes import could_act
from pbem.systems.indian_wars.rules.turn import acts, entry, setup
from pbem.systems.indian_wars.say import folded, zone_with_hexes
from pbem.systems.indian_wars.state.counter import HQ, Counter
from pbem.systems.indian_wars.state.field import Battlefield


def silent(field: Battlefield, side: str, letter: str, orders: Sequence[Order]) -> Silent:
    """The combat units that may act in the phase and that no order names, in the sequence of the order of battle (W309).

    Leaders, holders and the Column HQ go with others or stand by right: nobody is reminded of them.  Nor of what must be
    decided, which is `owed`.
    """
    then = field.title.phase(letter).idle
    if not then:
        return NOBODY
    named = named_in(orders)
    if o.Rally in map(type, orders) and "all" in named:
        return NOBODY
    compelled = {duty.unit for duty in duties.open_duties(field, side)} if letter == "C" else set()
    idle = [one.name for one in _able(field, side, letter, named | compelled)]
    return Silent(in_sequence(field, idle), then) if idle else NOBODY


def owed(field: Battlefield, side: str, letter: str, orders: Sequence[Order]) -> tuple[str, ...]:
    """The decisions of the rules if the owner does not, a sentence each: routed units without a place to run to, duties, and
    counters that are to enter or to be set up."""
    named = named_in(orders)
    match letter:
        case "S":
            return (
                *_not_set_up(field, side, named),
                *setup.owed(field, side, orders),
                *setup.owed_in_writing(field, side, named),
            )
        case "C":
            return (
                *_routed(field, side, orders),
                *_duties(field, side, orders, named),
                *_not_entered(field, side, named),
            )
        case _:
            return ()


def named_in(orders: Iterable[Order]) -> set[str]:
    """The counters that orders name as those who act."""
    found: set[str] = set()
    for order in orders:
        found.update(getattr(order, "units", ()))
        found.update(one for one in (getattr(order, "unit", ""), getattr(order, "leader", "")) if one)
    return found


def _able(field: Battlefield, side: str, letter: str, but: Collection[str]) -> Iterator[Counter]:
    """The units that may act, but for those with these names: whether one may is a plan for each enemy around it."""
    for unit in field.of(side):
        if unit.name in but or unit.is_leader or unit.is_holder or unit.kind == HQ:
            continue
        match letter:
            case "A":
                able = unit in rally.in_need(field, side)
            case "C":
                able = could_act(unit) and kinds.may(unit, kinds.MOVE)
            case "F":
                able = any(
                    not isinstance(acts.plan(field, side, letter, o.Melee((unit.name,), at)), Problem)
                    for at in _enemies_next_to(field, unit)
                )
            case _:
                how = shot.usual_strength(field, unit, letter)
                able = any(
                    not isinstance(acts.plan(field, side, letter, o.Fire(unit.name, how, enemy.name)), Problem)
                    for at in (unit.at, *_enemies_next_to(field, unit))
                    for enemy in field.at(at)
                    if enemy.side != side
                )
        if able:
            yield unit


def _enemies_next_to(field: Battlefield, unit: Counter) -> list[str]:
    near = field.sheet.map.open_neighbours(unit.at)
    return [at for at in near if any(one.side != unit.side for one in field.at(at))]


def _routed(field: Battlefield, side: str, orders: Sequence[Order]) -> Iterator[str]:
    names = {order.unit for order in orders if isinstance(order, o.Rout)}
    for unit in field.of(side):
        if unit.routed and kinds.may(unit, kinds.ROUT) and unit.name not in names:
            places = duties.rally_places(field, unit)
            where = f"to {places[0][0]} ({places[0][1]})" if places else "to the nearest legal place"
            yield (
                f"{unit.name} ({unit.at}) is routed and you have named no place: it runs {where} "
                f"({field.rule('rout movement')})"
            )


@rule("forced out", "HQ stays near Crook")
def _duties(field: Battlefield, side: str, orders: Sequence[Order], named: set[str]) -> Iterator[str]:
    """The units that will be made to march, looked at where the orders leave everybody: Crook may ride away from the HQ
    (12.F)."""
    after = _moved(field, orders)
    for duty in duties.open_duties(after, side):
        unit = field[duty.unit]
        if could_act(unit):
            goes = "after its orders it goes on" if unit.name in named else "it moves"
            yield f"{unit.name} ({unit.at}) {duty.about}: {goes} toward {duty.goal} by itself"


def _moved(field: Battlefield, orders: Sequence[Order]) -> Battlefield:
    """The field with each unit where its moves end, leaders with their units; what may happen on the way left aside."""
    after = field.thaw()
    for order in orders:
        if not isinstance(order, o.Move):
            continue
        for name in order.units:
            if name in after and after[name].at == order.path[0]:
                for one in (name, *leaders.attached_to(after, name)):
                    after.put(after[one].but(at=order.path[-1]))
    return after


def _not_entered(field: Battlefield, side: str, named: set[str]) -> Iterator[str]:
    for force in field.sheet.scenario.entries:
        missing = [unit.name for unit in entry.due(field, side, force) if unit.name not in named]
        if missing:
            where = zone_with_hexes(force.edges[-1].zone, force.edges[-1].hexes)
            yield (
                f"no entry orders yet for {folded(missing)}: they will enter mounted, by the {where} "
                f"({field.rule('scenario')})"
            )


def _not_set_up(field: Battlefield, side: str, named: set[str]) -> Iterator[str]:
    missing = [unit.name for unit in setup.waiting(field, side) if unit.name not in named]
    if missing:
        yield f"not set up: {folded(missing)}: each goes to its first legal hex in hex order ({field.rule('set-up')})"

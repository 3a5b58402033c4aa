"""Entry hexes that a side writes down before play (LB-21.1.K)."""

from collections.abc import Collection, Iterator

from pbem.core.clause import rule
from pbem.core.order import Illegal, Malformed, Order, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars import say
from pbem.systems.indian_wars.orders.records import Enter
from pbem.systems.indian_wars.rules.movement import stacking
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import US, EntryWritten
from pbem.systems.indian_wars.title import EntryForce


def forces(field: Battlefield, side: str) -> tuple[EntryForce, ...]:
    """The forces of a side whose entry is written down."""
    return tuple(one for one in field.sheet.scenario.entries if one.is_secret and one.side == side == US)


def open_units(field: Battlefield, side: str) -> tuple[Counter, ...]:
    """The counters of which nothing is written down yet."""
    return tuple(
        field[name]
        for force in forces(field, side)
        for name in force.units
        if name in field and not field[name].at and name not in field.secrets.entries
    )


@rule("written entry", "Benteen's entry", "McDougall's entry")
def plan(field: Battlefield, side: str, order: Enter) -> Plan | Problem:
    """Check that units may be written down for a hex: one of the zone by which their force comes."""
    force = next((one for one in forces(field, side) if all(name in one.units for name in order.units)), None)
    clause = field.rule("written entry")
    if force is None:
        text = f"{say.together(order.units)}: only later reinforcements write down their entry hex ({clause})."
        return Malformed("E153", text, clause, words=order.units[0])
    hexes = hexes_of(force)
    if order.at not in hexes:
        zones = say.several([say.zone_with_hexes(edge.zone, edge.hexes) for edge in force.edges], "or")
        text = f"{order.at} is not an entry hex of theirs: they enter by the {zones} ({clause})."
        return Illegal("E153", text, clause, words=order.at)
    if _points([field[name] for name in order.units]) > stacking.LIMIT:
        text = f"{order.at} would hold more than {stacking.LIMIT} strength points ({field.rule('stacking limit')})."
        return Illegal("E136", text, field.rule("stacking limit"), words=order.at)
    return Plan(order, ("secret until then",))


def _points(units: Collection[Counter]) -> int:
    return sum(stacking.points_of(unit) for unit in units if not unit.is_leader)


def hexes_of(force: EntryForce) -> tuple[str, ...]:
    """The hexes by which a force may come."""
    return tuple(dict.fromkeys(at for edge in force.edges for at in edge.hexes))


@rule("written entry")
def write(umpire: Umpire[Battlefield], side: str, orders: tuple[Order, ...]) -> None:
    """Note what was ordered; a unit that was left out comes by the middle of its zone, the units side by side."""
    for order in orders:
        if isinstance(order, Enter) and not isinstance(plan(umpire.view(side), side, order), Problem):
            umpire.emit(EntryWritten(order.units, order.at))
    for force in forces(umpire.state, side):
        hexes = hexes_of(force)
        middle = (len(hexes) - 1) // 2
        from_middle = sorted(hexes, key=lambda at: (abs(hexes.index(at) - middle), at))
        for name in sorted(force.units, key=lambda name: name in umpire.state and umpire.state[name].is_leader):
            field = umpire.state
            if name in field and not field[name].at and name not in field.secrets.entries:
                umpire.emit(EntryWritten((name,), _by_default(field, force, name, from_middle)))


def _by_default(field: Battlefield, force: EntryForce, name: str, hexes: Collection[str]) -> str:
    """The first hex with room; leaders come with the first unit of their force."""
    beside = [field.secrets.entries[one] for one in force.units if one in field.secrets.entries and one != name]
    if field[name].is_leader and beside:
        return beside[0]
    for at in hexes:
        there = [field[one] for one, place in field.secrets.entries.items() if place == at and one in field]
        if _points([*there, field[name]]) <= stacking.LIMIT:
            return at
    return next(iter(hexes))


def hex_for(field: Battlefield, name: str) -> str:
    """The hex where a counter must enter, "" where nothing is written of it."""
    return field.secrets.entries.get(name, "")


def owed(field: Battlefield, side: str, named: Collection[str]) -> Iterator[str]:
    """The secrets that are not written down yet and will be."""
    missing = [unit.name for unit in open_units(field, side) if unit.name not in named]
    if missing:
        yield (
            f"entry not written down: {say.folded(missing)}: each comes by the middle of its entry zone "
            f"({field.rule('written entry')})"
        )

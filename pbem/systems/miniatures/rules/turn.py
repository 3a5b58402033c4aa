"""A phase from its orders to contact and drift, and the points of victory.  MR-1."""

from collections.abc import Sequence

from pbem.core.ask import ORDERS, Ask
from pbem.core.clause import rule
from pbem.core.event import OrderMoot, PhaseBegan, PhaseEnded
from pbem.core.order import Moot, Order
from pbem.core.system import Outcome
from pbem.core.umpire import Play, Umpire, ask_all
from pbem.systems.miniatures import tables
from pbem.systems.miniatures.geometry import INCH
from pbem.systems.miniatures.orders.records import Act, Join
from pbem.systems.miniatures.rules.charge import charge_on, press_home, stand_and_shoot
from pbem.systems.miniatures.rules.ground import stands_in
from pbem.systems.miniatures.rules.morale import disorder, drift
from pbem.systems.miniatures.rules.moving import gap_of
from pbem.systems.miniatures.rules.operations import carry_out, take_guns
from pbem.systems.miniatures.state.events import LeaderJoined, OperationsRolled, SideBroke, lost
from pbem.systems.miniatures.state.tabletop import Award, Tabletop

LETTER = "A"
LEADER_GOES = 12 * INCH
"""The distance that a leader goes to join a unit.  B-215."""


@rule("MR-1.1", "MR-1.2", "MR-2.5")
def play(umpire: Umpire[Tabletop]) -> Play[None]:
    """Play one phase of the acting side."""
    umpire.emit(PhaseBegan(umpire.phase))
    side = umpire.state.acting
    (answer,) = yield from ask_all([Ask(side, ORDERS, LETTER, "Orders?")])
    roll = umpire.roll("1d10", "operations", "MR-1.2")
    umpire.emit(OperationsRolled(side, roll, tables.operations(roll.natural)))
    order = _operations(umpire, side, answer.orders)
    yield from stand_and_shoot(umpire, order)
    charge_on(umpire, order)
    yield from press_home(umpire, order)
    _end(umpire, side, order)
    umpire.emit(PhaseEnded(umpire.phase))


@rule("MR-1.4")
def _operations(umpire: Umpire[Tabletop], side: str, orders: Sequence[Order]) -> list[str]:
    """Carry out a letter, unit by unit in its sequence, leaders first; the names of all units of the side in that sequence."""
    acts = [one for one in orders if isinstance(one, Act)]
    for one in orders:
        if isinstance(one, Join):
            with umpire.act(side, one):
                join(umpire, one)
    names = [one.unit for one in acts]
    for act in for_roll(acts, umpire.state.points):
        with umpire.act(side, act):
            _act(umpire, side, act)
    return list(dict.fromkeys([*names, *(unit.name for unit in umpire.state.of(side))]))


def for_roll(acts: Sequence[Act], points: int) -> list[Act]:
    """The orders that hold for this many points: a line for the roll goes before the unit's line for any."""
    exact = {one.unit for one in acts if one.roll and matches(one, points)}
    return [one for one in acts if (matches(one, points) if one.roll else one.unit not in exact)]


def matches(act: Act, points: int) -> bool:
    """True if an order for a roll is for this one."""
    return points == act.roll or (act.or_more and points > act.roll)


def _act(umpire: Umpire[Tabletop], side: str, act: Act) -> None:
    if act.unit not in umpire.state.units:
        umpire.emit(OrderMoot(side, act, Moot("E160", f"{act.unit} is no longer on the table.", words=act.unit)))
        return
    for operation in act.operations:
        carry_out(umpire, act.unit, operation)


@rule("MR-4.5")
def join(umpire: Umpire[Tabletop], order: Join) -> None:
    """A leader joins or leaves a unit.  B-215."""
    leader = umpire.state.leaders[order.leader]
    unit = umpire.state.units.get(order.unit)
    gap = gap_of((leader.x, leader.y), unit.at) if unit is not None else 0
    if (order.unit and unit is None) or gap > LEADER_GOES or leader.moved or not leader.alive:
        why = Moot("E160", f"{order.leader} cannot join {order.unit} now.", "MR-4.5", words=order.leader)
        umpire.emit(OrderMoot(leader.side, order, why))
        return
    umpire.emit(LeaderJoined(order.leader, order.unit, gap))


@rule("MR-4.3", "MR-1.9")
def _end(umpire: Umpire[Tabletop], side: str, order: list[str]) -> None:
    """The end of a phase: chargers in disorder, drift, guns taken, and who is broken.  MR-4.3, MR-1.9, B-230."""
    for name in order:
        unit = umpire.state.units.get(name)
        if unit is not None and unit.charged and not unit.is_disordered:
            take_guns(umpire, name)
            disorder(umpire, name, unit.facing)
        elif unit is not None and unit.is_disordered and unit.began_disordered:
            drift(umpire, name)
    table = umpire.state
    if side == table.scenario.sides[-1]:
        for one in table.scenario.sides:
            if lost(table, one) >= table.scenario.breaks_at[one]:
                umpire.emit(SideBroke(one, lost(table, one)))


# Victory: what each side's points are for, and what their difference means.  MR-7.13, B-238.


def outcome(table: Tabletop) -> Outcome | None:
    """The result of the game, None while it goes on."""
    if not table.over:
        return None
    scores = {side: points(table, side) for side in table.scenario.sides}
    difference = scores["american"] - scores["indian"]
    level = next(one for one in table.scenario.levels if one.least is None or difference >= one.least)
    why = f"{level.result}: {scores['american']} points to {scores['indian']}"
    return Outcome(level.winner, level.result, tuple(scores.items()), why)


def points(table: Tabletop, side: str) -> int:
    """The points of a side as the table stands."""
    return sum(one.points * count(table, one) for one in table.scenario.awards if one.side == side)


def count(table: Tabletop, award: Award) -> int:
    """The number of things of an award's kind that a side has."""
    enemy = table.scenario.enemy(award.side)
    mine = [unit for unit in table.of(award.side) if not unit.is_disordered]
    match award.kind:
        case "killed":
            return table.killed[enemy]
        case "officers killed":
            return table.officers[enemy]
        case "units beyond":
            return sum((unit.x if award.what == "x" else unit.y) >= award.at for unit in mine)
        case "units in":
            return sum(stands_in(table, unit) == award.what for unit in mine)
        case "guns taken":
            return table.guns[award.side]
    return int(lost(table, enemy) >= table.scenario.breaks_at[enemy])

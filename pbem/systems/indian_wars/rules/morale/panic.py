"""Reno Panic: what sets it off, what the roll comes to, and his rating ever after (LB-13.F)."""

from collections.abc import Mapping
from typing import Any

from pbem.core.clause import rule
from pbem.core.modifier import Modifier
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.rules.fire import charts
from pbem.systems.indian_wars.rules.morale.leaders import radius
from pbem.systems.indian_wars.rules.morale.losses import disrupt
from pbem.systems.indian_wars.rules.movement.steps import is_fired_on_leaving
from pbem.systems.indian_wars.rules.retreat import retreat, rout
from pbem.systems.indian_wars.state.counter import CAVALRY, WARRIOR
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.morale_events import PanicBroke, PanicPassed, PanicRolled

US, INDIAN = "us", "indian"
RENO = "Maj Reno"
NEAR = 3
CHART = "reno_panic"
ROUT, DISRUPT, NONE = "rout", "disrupt", "none"
WHY = "Reno's panic"


# What sets it off


@rule("panic trigger", "Reno rating")
def look(umpire: Umpire[Battlefield]) -> None:
    """Start the panic when more warriors than cavalry are first near Reno, within his Command Radius (ruling A-122)."""
    field = umpire.state
    if RENO not in field or not field[RENO].at or field.notes.country.panic is not None:
        return
    reno, distance = field[RENO], field.sheet.map.distance
    indians = _warriors_near(field, reno.at)
    if not indians:
        return
    reach = radius(reno)
    units = tuple(one.name for one in field.of(US) if one.kind == CAVALRY and distance(one.at, reno.at) <= reach)
    if len(indians) > len(units):
        umpire.emit(PanicBroke(RENO, reno.at, len(indians), units))


def after_a_step(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> None:
    """Counters have come to a hex."""
    look(umpire)


def after_combat(umpire: Umpire[Battlefield], fought: tuple[str, ...]) -> None:
    """A shot or a melee is over, with its retreats and losses."""
    look(umpire)


def _warriors_near(field: Battlefield, at: str) -> tuple[str, ...]:
    distance = field.sheet.map.distance
    return tuple(one.name for one in field.of(INDIAN) if one.kind == WARRIOR and distance(one.at, at) <= NEAR)


# What it comes to


@rule("panic roll", "new rating of Reno", "Reno alone")
def settle(umpire: Umpire[Battlefield], side: str) -> Play[None]:
    """As the next US Rally Phase ends: one roll, with its effects at once and a rating for good."""
    field = umpire.state
    panic = field.notes.country.panic
    if side != US or panic is None or panic.is_over:
        return
    if RENO not in field or not field[RENO].at:
        umpire.emit(PanicPassed(RENO))
        return
    clause = field.rule("panic roll")
    helps = (Modifier(1, "twice as many Indians", "", clause),) if panic.twice else ()
    roll = umpire.roll("1d6", RENO, clause, helps)
    row = _row(field, roll.total)
    alone = not any(one.side == US and one.is_unit for one in field.at(field[RENO].at))
    result = ROUT if alone else str(row["result"])
    umpire.emit(PanicRolled(RENO, roll, result, int(row["rating"]), alone))
    if result != NONE:
        yield from _strike(umpire, panic.units, result)
    if alone:
        yield from _run_alone(umpire)


def _row(field: Battlefield, total: int) -> Mapping[str, Any]:
    rows = field.sheet.charts["special"][CHART]["rows"]
    found: Mapping[str, Any] = next(row for row in rows if total <= row["max"])
    return found


@rule("panic effects")
def _strike(umpire: Umpire[Battlefield], units: tuple[str, ...], result: str) -> Play[None]:
    """The cavalry that was in his radius, hex by hex and each unit once; who is with a unit goes with it."""
    starts = {name: umpire.state[name].at for name in units if name in umpire.state}
    for at in dict.fromkeys(starts.values()):
        # Whoever has been driven into this hex by now has suffered already.
        stayed = (name for name, start in starts.items() if start == at and name in umpire.state)
        here = tuple(name for name in stayed if umpire.state[name].at == at)
        foes = _warriors_near(umpire.state, at)
        if result == ROUT:
            fresh = tuple(name for name in here if not umpire.state[name].routed)
            yield from _fired_on(umpire, fresh, at)
            going = tuple(name for name in fresh if name in umpire.state)
            if going:
                yield from rout.rout(umpire, going, foes, WHY)
            continue
        how = result.partition("/")[0]
        if how != DISRUPT:
            yield from _retreat(umpire, here, at, foes, charts.retreat_hexes(umpire.state, how))
        for name in here:
            disrupt(umpire, name, WHY)


def _retreat(
    umpire: Umpire[Battlefield], here: tuple[str, ...], at: str, foes: tuple[str, ...], back: int
) -> Play[None]:
    """Those who can fall back together; pinned ones stay where they lie, as after a Morale Check (ruling A-145)."""
    free = tuple(name for name in here if not umpire.state[name].pinned)
    yield from _fired_on(umpire, free, at)
    going = tuple(name for name in free if name in umpire.state and not umpire.state[name].pinned)
    if going:
        yield from retreat.fall_back(umpire, going, back, foes, "retreat", WHY)


@rule("panic effects")
def _fired_on(umpire: Umpire[Battlefield], names: tuple[str, ...], at: str) -> Play[None]:
    """Opportunity Fire at those who leave an enemy ZOC."""
    if names and is_fired_on_leaving(umpire.state, names, at):
        yield from umpire.state.title.rules.opportunity_fire(umpire, names, at)


@rule("Reno alone")
def _run_alone(umpire: Umpire[Battlefield]) -> Play[None]:
    """Alone he makes the rout move and is not routed."""
    if RENO in umpire.state and umpire.state[RENO].at:
        back = charts.rout_hexes(umpire.state, "mandatory", mounted=True)
        foes = _warriors_near(umpire.state, umpire.state[RENO].at)
        yield from retreat.fall_back(umpire, (RENO,), back, foes, "rout", WHY)

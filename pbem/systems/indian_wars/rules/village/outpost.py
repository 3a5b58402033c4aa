"""The outpost of the village: two mounted units beyond the river, an option; and herds that are set aside (LB-21.1.H)."""

from collections.abc import Collection, Mapping
from typing import Any

from pbem.core.clause import rule
from pbem.core.order import Order
from pbem.core.problem import Illegal, Malformed, Problem
from pbem.core.system import Plan
from pbem.core.umpire import Play, Umpire
from pbem.systems.indian_wars.orders.littlebighorn_records import HerdsAside
from pbem.systems.indian_wars.rules.village import circles, herds
from pbem.systems.indian_wars.state.counter import MOUNTED, WARRIOR, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.herd_events import HerdsSetAside

OPTION = "outpost"
INDIAN = "indian"


def chart(field: Battlefield) -> Mapping[str, Any] | None:
    """The scenario's data on an outpost; None where it has none or the option is not played."""
    found: Mapping[str, Any] | None = field.sheet.scenario.data.get("village", {}).get(OPTION)
    return found if OPTION in field.options else None


def hexes(field: Battlefield) -> tuple[str, ...]:
    """The hexes where an outpost may be."""
    table = chart(field)
    if table is None:
        return ()
    distance = field.sheet.map.distance
    return tuple(at for at in field.sheet.map if distance(at, table["hex"]) <= table["within"])


def posted(field: Battlefield) -> tuple[Counter, ...]:
    """The units that stand as the outpost."""
    places = hexes(field)
    return tuple(one for one in field.of(INDIAN) if one.kind == WARRIOR and one.at in places) if places else ()


@rule("outpost")
def has_room(field: Battlefield, unit: Counter) -> bool:
    """True if another unit may join the outpost: two at most, of less than six factors together, mounted."""
    table = chart(field)
    if table is None or unit.kind != WARRIOR:
        return False
    others = [one for one in posted(field) if one.name != unit.name]
    factors = sum(one.printed.cf_mounted for one in (*others, unit))
    return len(others) < int(table["units"]) and factors < int(table["factors_under"])


@rule("outpost", "ponies off")
def modes_in(field: Battlefield, unit: Counter, at: str) -> tuple[str, ...] | None:
    """An outpost is mounted, which nobody else of the village is; None for others."""
    return (MOUNTED,) if unit.kind == WARRIOR and at in hexes(field) else None


# Herds set aside


def plan_aside(field: Battlefield, side: str, letter: str, order: HerdsAside) -> Plan | Problem:
    """Check that herds of these hexes can be set aside: one of each."""
    clause = field.rule("ponies off")
    if side != INDIAN:
        return Illegal("E190", f"Only the Indian player sets herds aside ({clause}).", clause)
    for at in order.hexes:
        if not herds.here(field, at):
            return Malformed("E151", f"No herd stands in {at} ({clause}).", words=at)
    return Plan(order)


def resolve_aside(umpire: Umpire[Battlefield], plan: Plan) -> Play[None]:
    """Nothing by itself: how many are set aside is known when all have been placed."""
    yield from ()


@rule("ponies off")
def set_aside(umpire: Umpire[Battlefield], number: int, orders: Collection[Order]) -> None:
    """Take so many herds off the map, no two from one hex: those of the hexes named, then the first in hex order."""
    field = umpire.state
    wanted = [at for order in orders if isinstance(order, HerdsAside) for at in order.hexes]
    every = sorted({one.at for one in circles.herds(field)})
    places = [at for at in dict.fromkeys((*wanted, *every)) if herds.here(field, at)][:number]
    if places:
        umpire.emit(HerdsSetAside(tuple(herds.here(field, at)[-1].name for at in places)))


@rule("outpost", "ponies off")
def settle(umpire: Umpire[Battlefield], side: str, orders: Collection[Order]) -> None:
    """As a side has set up: an outpost's two herds leave the map."""
    table = chart(umpire.state)
    if side == INDIAN and table is not None and posted(umpire.state):
        set_aside(umpire, table["herds"], orders)

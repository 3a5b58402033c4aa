"""How a practice player spends the night: the US digs in and recovers, the strongest warriors lie near it (LB-17.E)."""

from collections.abc import Iterator

from pbem.core.order import Order
from pbem.systems.indian_wars.orders.country_records import RestoreStrength
from pbem.systems.indian_wars.orders.records import BuildBreastworks, SetUp
from pbem.systems.indian_wars.rules.country import lodgings
from pbem.systems.indian_wars.rules.turn import setup
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY, MOUNTED, WARRIOR
from pbem.systems.indian_wars.state.field import Field

US = "us"


def wishes(view: Field, side: str) -> Iterator[Order]:
    """What a side would like to do in the night, the best first; what is not legal is left out by the caller."""
    return _of_us(view) if side == US else _of_indians(view)


def _of_us(view: Field) -> Iterator[Order]:
    weak = sorted((one for one in view.of(US) if one.casualties and not one.is_leader), key=lambda one: -one.casualties)
    for unit in weak:
        yield RestoreStrength(unit.name)
    for unit in view.of(US):
        if unit.kind in (CAVALRY, INFANTRY):
            yield BuildBreastworks(unit.name)


def _of_indians(view: Field) -> Iterator[Order]:
    """The strongest lie where they can be, as near together as the hexes allow, in the saddle while there are ponies."""
    near = sorted(lodgings.raid_hexes(view))
    warriors = [one for one in setup.waiting(view, "indian") if one.kind == WARRIOR]
    strongest = sorted(warriors, key=lambda one: -one.strength)[: view.notes.country.raiders]
    for number, unit in enumerate(strongest):
        for at in near[number // 2 :][:3]:
            yield SetUp((unit.name,), at, MOUNTED)

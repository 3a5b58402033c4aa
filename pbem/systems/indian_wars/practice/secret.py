"""What practice players decide in secret: which fords are real, where reinforcements come, where parties hunt."""

from collections.abc import Iterator

from pbem.core.order import Order
from pbem.mechanisms.practice import Pick
from pbem.systems.indian_wars.orders.hunting_records import Dummies, Hunt
from pbem.systems.indian_wars.orders.records import Enter
from pbem.systems.indian_wars.orders.secret_records import RealFords
from pbem.systems.indian_wars.rules.turn import fords, written
from pbem.systems.indian_wars.state.field import Battlefield


def writings(view: Battlefield, side: str, pick: Pick) -> Iterator[Order]:
    """One ford of each group, and each force side by side from some hex of its zone."""
    groups = fords.open_groups(view, side)
    if groups:
        yield RealFords(tuple(one.places[pick(f"ford {one.places[0]}", len(one.places))] for one in groups))
    for force in written.forces(view, side):
        hexes = written.hexes_of(force)
        first = pick(f"written {force.turn}", len(hexes))
        for n, name in enumerate(name for name in force.units if name in view and not view[name].is_leader):
            yield Enter((name,), hexes[(first + n) % len(hexes)])


SPOTS = 6
"""Hexes that are tried for each party."""


def hunters(view: Battlefield, pick: Pick) -> Iterator[Order]:
    """Two parties and a dummy, anywhere that is far enough from the US side."""
    places = tuple(view.sheet.map)
    for n in range(SPOTS):
        for name in view.sheet.charts["special"]["hunting_parties"]["first"]:
            if name in view:
                yield Hunt(name, places[pick(f"hunt {name} {n}", len(places))])
        yield Dummies((places[pick(f"dummy {n}", len(places))],))

"""Night moves, and what is written down in secret before play."""

from collections.abc import Iterator

from pbem.core.order import Order
from pbem.mechanisms.practice import Pick
from pbem.mechanisms.trial import Trial
from pbem.systems.indian_wars.orders.littlebighorn_records import Dummies, Hunt, RealFords, RestoreStrength
from pbem.systems.indian_wars.orders.records import BuildBreastworks, Enter, Move, SetUp
from pbem.systems.indian_wars.rules.country import lodgings, water
from pbem.systems.indian_wars.rules.morale import leaders
from pbem.systems.indian_wars.rules.movement.steps import reach
from pbem.systems.indian_wars.rules.turn import fords, setup, written
from pbem.systems.indian_wars.state.counter import CAVALRY, INFANTRY, MOUNTED, WARRIOR
from pbem.systems.indian_wars.state.field import Battlefield

US = "us"
TRIED = 4
"""The number of hexes beside water that a company tries."""


def wishes(view: Battlefield, side: str) -> Iterator[Order]:
    """The wishes of a side in the night, the best first; what is not legal is left out by the caller."""
    return _of_us(view) if side == US else _of_indians(view)


def walks(trial: Trial[Battlefield]) -> None:
    """Cavalry far from water walks to where there is some, to the nearest such hex in reach of its neighbours."""
    view = trial.view
    sheet = view.sheet.map
    wet = [at for at in sheet if any(water.has_water(view, near) for near in (at, *sheet.neighbours(at)))]
    for name in [one.name for one in view.of(US) if one.kind == CAVALRY]:
        unit = trial.view[name]
        if unit.at in wet or unit.guards:
            continue
        found = reach(trial.view, (unit,))
        near = sorted((at for at in wet if at in found.cost), key=lambda at: (found.cost[at], at))
        names = (name, *leaders.attached_to(trial.view, name))
        _ = any(trial.take(Move(names, found.path(at))) for at in near[:TRIED])


def _of_us(view: Battlefield) -> Iterator[Order]:
    weak = sorted((one for one in view.of(US) if one.casualties and not one.is_leader), key=lambda one: -one.casualties)
    for unit in weak:
        yield RestoreStrength(unit.name)
    for unit in view.of(US):
        if unit.kind in (CAVALRY, INFANTRY):
            yield BuildBreastworks(unit.name)


def _of_indians(view: Battlefield) -> Iterator[Order]:
    """The strongest lie where they can be, as near together as the hexes allow, in the saddle while there are ponies."""
    near = sorted(lodgings.raid_hexes(view))
    warriors = [one for one in setup.waiting(view, "indian") if one.kind == WARRIOR]
    strongest = sorted(warriors, key=lambda one: -one.strength)[: view.notes.country.raiders]
    for number, unit in enumerate(strongest):
        for at in near[number // 2 :][:3]:
            yield SetUp((unit.name,), at, MOUNTED)


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

"""Shells for the 12-pounder aboard the pack trains of its column, counted in boxes by the roster (LB-15.D.2)."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.state.counter import CANNON, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import Notes, boxes_name
from pbem.systems.indian_wars.state.supply_events import PackSuppliesLost

# Columns of units and trains: a gun has its shells with the trains of its own (LB-15.D.2, LB-16).

GATLING_PACK = "Gatling Pack"
"""The train that carries ammunition for Gatlings alone (LB-16)."""


def ways_on(field: Battlefield, name: str) -> frozenset[str]:
    """The zones by which a counter enters; none for one that is set up on the map."""
    entries = (entry for entry in field.sheet.scenario.entries if name in entry.units)
    return frozenset(edge.zone for entry in entries for edge in entry.edges)


def together(field: Battlefield, one: str, other: str) -> bool:
    """True if two counters come by the same edge, or both are set up on the map."""
    mine, theirs = ways_on(field, one), ways_on(field, other)
    return mine == theirs or not mine.isdisjoint(theirs)


SHELL, CANISTER = "shell", "canister"
_ROWS = {SHELL: "he", CANISTER: "canister"}
"""The names of kinds in the chart of ammunition."""


def row(owner: str, kind: str) -> str:
    """The name of the row of a train's shells, or of a cannon's canister."""
    return f"{owner} {kind}"


@rule("pack train boxes")
def with_opening_stock(field: Battlefield, train: Counter, notes: Notes) -> Notes:
    """The notes with the boxes of shell and canister of a train whose column has the cannon; others have none."""
    cannon = next((one.name for one in field.units.values() if one.kind == CANNON), "")
    if not cannon or train.name == GATLING_PACK or not together(field, cannon, train.name):
        return notes
    chart = field.sheet.charts["ammo"]["pack_roster"]["guns"]
    for kind, charted in _ROWS.items():
        notes = notes.with_boxes(row(train.name, kind), 2 * int(chart[charted]))
    return notes


def aboard(field: Battlefield, train: str, kind: str) -> int:
    """The half boxes of a kind that a train has."""
    return field.notes.boxes.get(row(train, kind), 0)


@rule("pack train boxes")
def lose_with_people(umpire: Umpire[Battlefield], train: str, points: int) -> None:
    """With each strength point of a manned train three boxes of shell and one of canister are lost."""
    field = umpire.state
    chart = field.sheet.charts["ammo"]["pack_roster"]["loss_per_casualty"]
    for kind, charted in _ROWS.items():
        before = aboard(field, train, kind)
        lost = min(points * 2 * int(chart[charted]), before)
        if lost:
            umpire.emit(PackSuppliesLost(train, boxes_name(row(train, kind)), lost, before - lost))

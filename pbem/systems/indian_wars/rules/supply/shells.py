"""Shells for the 12-pounder aboard the pack trains of its column, counted in boxes by the roster (LB-15.D.2)."""

from pbem.core.clause import rule
from pbem.core.umpire import Umpire
from pbem.systems.indian_wars.rules.supply import columns
from pbem.systems.indian_wars.state.counter import CANNON, Counter
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.notes import Notes, boxes_name
from pbem.systems.indian_wars.state.supply_events import PackSuppliesLost

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
    if not cannon or train.name == columns.GATLING_PACK or not columns.together(field, cannon, train.name):
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

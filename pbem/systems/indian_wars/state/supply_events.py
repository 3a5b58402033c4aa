"""Supply and breastworks: trains, points and boxes, cover built from them, and what that changes (14, 15, 16.C)."""

from dataclasses import dataclass

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Roll
from pbem.systems.indian_wars.rules.movement.mobility import limit, spent_up
from pbem.systems.indian_wars.state.counter import DISMOUNTED, PRONE, SERVED, CombatEvent, Counter
from pbem.systems.indian_wars.state.field import Battlefield

JOINED = "joined "
"""The note of a counter whose last point went to a unit: whom it joined."""

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class PackTrainAbandoned(Event):
    """A pack train is to rout: its personnel come out of it, with its losses, and leave it in the hex `at` (15.B)."""

    train: str
    personnel: str
    at: str


@dataclass(frozen=True, slots=True)
class PackTrainRemanned(Event):
    """The personnel are back with their train; `lost` are the points by which they are weaker than it was (15.B)."""

    train: str
    personnel: str
    at: str
    lost: int


@dataclass(frozen=True, slots=True)
class PackSuppliesLost(Event):
    """A manned pack train lost supplies with its people: `lost` and `left` in points, or in half boxes by the roster (15.C).

    `stock` is the mark under which they are kept.
    """

    train: str
    stock: str
    lost: int
    left: int


@dataclass(frozen=True, slots=True)
class PointsTransferred(Event):
    """Personnel of a lost train made good losses of a company; `left` is what remains of them (15.B)."""

    unit: str
    to: str
    number: int
    left: int


@dataclass(frozen=True, slots=True)
class ResupplyBegun(Event):
    """A unit means to resupply from `supplier` (holders, a pack train, or its own saddle bags: ""); ruling A-006.

    `boxes` are those it asked for by the roster, 0 for as many as may pass.
    """

    unit: str
    supplier: str
    boxes: int = 0


@dataclass(frozen=True, slots=True)
class UnitResupplied(Event):
    """Unit and supplier gave up all their MPs; the unit has ammunition again and the stock one point less (14.C)."""

    unit: str
    supplier: str
    stock: str
    left: int


@dataclass(frozen=True, slots=True)
class ResupplyFailed(Event):
    """A unit that meant to resupply could not; `why` in a few words (ruling A-006)."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class BoxesHandedOver(Event):
    """Unit and supplier gave up all their MPs, and half boxes changed hands (14.D, option 2)."""

    unit: str
    supplier: str
    halves: int
    unit_left: int
    supplier_left: int


@dataclass(frozen=True, slots=True)
class ShellsHandedOver(Event):
    """A cannon and a train gave up all their MPs, and half boxes of shell and of canister changed hands (LB-15.D.2)."""

    unit: str
    supplier: str
    shell: int
    unit_shell: int
    supplier_shell: int
    canister: int
    unit_canister: int
    supplier_canister: int


@dataclass(frozen=True, slots=True)
class AmmunitionPickedUp(Event):
    """An Indian unit found ammunition where it fought, and is no longer low (14.C, optional)."""

    unit: str
    at: str


@dataclass(frozen=True, slots=True)
class MulesUnloaded(CombatEvent):
    """A unit that had just run low took a point of a train from the mules with it; `left` remain (LB-21.5.A.4)."""

    unit: str
    train: str
    left: int


@APPLY.on(MulesUnloaded)
def _unloaded(field: Battlefield, event: MulesUnloaded) -> None:
    country = field.notes.country
    field.put(field[event.unit].but(low_ammo=False))
    field.notes = field.notes.with_points(event.train, event.left).but(
        country=country.but(mules=(*country.mules, event.unit))
    )


@APPLY.on(PackTrainAbandoned)
def _abandoned(field: Battlefield, event: PackTrainAbandoned) -> None:
    before = field[event.train]
    field.put(
        Counter(
            field.sheet.roster[event.personnel],
            at=event.at,
            mode=DISMOUNTED,
            casualties=before.casualties,
            disrupted=before.disrupted,
            shot_in=before.shot_in,
            moved=before.moved,
        )
    )
    _follow(field, event.at, event.train, event.personnel)
    field.put(before.but(abandoned=True, pinned=False, disrupted=False, building="", resupplying=""))


@APPLY.on(PackTrainRemanned)
def _manned_again(field: Battlefield, event: PackTrainRemanned) -> None:
    people = field[event.personnel]
    before = field[event.train]
    field.take_off(event.personnel)
    field.put(
        before.but(
            abandoned=False,
            casualties=before.casualties + event.lost,
            disrupted=people.disrupted,
            pinned=people.pinned,
            stopped=True,
            moved=True,
            shot_in=people.shot_in,
        )
    )
    _follow(field, event.at, event.personnel, event.train)


def _follow(field: Battlefield, at: str, left: str, to: str) -> None:
    """Leaders who were with one counter of a hex are now with another."""
    for leader in field.at(at):
        if leader.attached_to == left:
            field.put(leader.but(attached_to=to))


@APPLY.on(PackSuppliesLost)
def _supplies_lost(field: Battlefield, event: PackSuppliesLost) -> None:
    field.notes = field.notes.with_text(event.stock, str(event.left))


@APPLY.on(PointsTransferred)
def _transferred(field: Battlefield, event: PointsTransferred) -> None:
    unit = field[event.to]
    field.put(unit.but(casualties=unit.casualties - event.number))
    giver = field[event.unit]
    if event.left:
        field.put(giver.but(casualties=giver.casualties + event.number, stopped=True))
        return
    field.take_off(event.unit, f"{JOINED}{event.to}")
    field.settle_leaders(giver.at)


@APPLY.on(ResupplyBegun)
def _resupply_begun(field: Battlefield, event: ResupplyBegun) -> None:
    field.put(field[event.unit].but(resupplying=event.supplier or event.unit, boxes_wanted=event.boxes))


@APPLY.on(UnitResupplied)
def _resupplied(field: Battlefield, event: UnitResupplied) -> None:
    for one in (event.unit, event.supplier):
        if one in field:
            field.put(spent_up(field[one]))
    unit = field[event.unit].but(low_ammo=False, resupplying="")
    if unit.is_gun:
        unit = unit.but(supplied_by=SERVED.join(one for one in (unit.supplied_by, event.supplier) if one))
    field.put(unit)
    field.notes = field.notes.with_text(event.stock, str(event.left))


@APPLY.on(ResupplyFailed)
def _resupply_failed(field: Battlefield, event: ResupplyFailed) -> None:
    field.put(field[event.unit].but(resupplying="", boxes_wanted=0))


@APPLY.on(BoxesHandedOver)
def _handed_over(field: Battlefield, event: BoxesHandedOver) -> None:
    notes = field.notes.with_boxes(event.unit, event.unit_left)
    field.notes = notes.with_boxes(event.supplier, event.supplier_left)
    for one in (event.unit, event.supplier):
        field.put(spent_up(field[one]))
    field.put(field[event.unit].but(low_ammo=False, resupplying="", boxes_wanted=0))


@APPLY.on(ShellsHandedOver)
def _shells_handed_over(field: Battlefield, event: ShellsHandedOver) -> None:
    notes = field.notes.with_boxes(event.unit, event.unit_shell)
    notes = notes.with_boxes(f"{event.unit} canister", event.unit_canister)
    notes = notes.with_boxes(f"{event.supplier} shell", event.supplier_shell)
    field.notes = notes.with_boxes(f"{event.supplier} canister", event.supplier_canister)
    for one in (event.unit, event.supplier):
        field.put(spent_up(field[one]))
    field.put(field[event.unit].but(low_ammo=False, resupplying="", boxes_wanted=0))


@APPLY.on(AmmunitionPickedUp)
def _picked_up(field: Battlefield, event: AmmunitionPickedUp) -> None:
    field.put(field[event.unit].but(low_ammo=False))


# Breastworks: built, lain under, loaded again, and how each changes the field (16.C).


@dataclass(frozen=True, slots=True)
class BreastworksBegun(Event):
    """A unit builds breastworks from the boxes of a pack train; both do nothing else in this player turn (16.C)."""

    unit: str
    train: str


@dataclass(frozen=True, slots=True)
class BuildersCounted(Event):
    """The number of units that may build breastworks in this player turn (16.C)."""

    roll: Roll
    most: int


@dataclass(frozen=True, slots=True)
class BreastworksRaised(Event):
    """As the player turn ended a builder went under its marker, prone (16.C)."""

    unit: str
    at: str
    train: str


@dataclass(frozen=True, slots=True)
class BreastworksGivenUp(Event):
    """A builder was driven off before its breastworks stood (16.C)."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class ShelterTaken(Event):
    """A unit went under a marker of breastworks that lay free in its hex (16.C; ruling A-089)."""

    unit: str
    at: str


@dataclass(frozen=True, slots=True)
class BreastworksLoaded(Event):
    """A unit loaded the boxes of a marker back onto their pack train (16.C)."""

    unit: str
    at: str
    train: str


@APPLY.on(BreastworksBegun)
def _begun(field: Battlefield, event: BreastworksBegun) -> None:
    unit = field[event.unit]
    field.put(unit.on_its_feet().but(building=event.train, stopped=True, spent=limit(unit)))
    field.put(field[event.train].but(stopped=True))
    field.settle_leaders(field[event.unit].at)


@APPLY.on(BuildersCounted)
def _counted(field: Battlefield, event: BuildersCounted) -> None:
    field.notes = field.notes.but(builders=event.most)


@APPLY.on(BreastworksRaised)
def _raised(field: Battlefield, event: BreastworksRaised) -> None:
    field.works[event.at] = (*field.works.get(event.at, ()), event.train)
    field.put(field[event.unit].but(building="", sheltered=True, mode=PRONE))


@APPLY.on(BreastworksGivenUp)
def _given_up(field: Battlefield, event: BreastworksGivenUp) -> None:
    if event.unit in field:
        field.put(field[event.unit].but(building=""))


@APPLY.on(ShelterTaken)
def _sheltered(field: Battlefield, event: ShelterTaken) -> None:
    field.put(field[event.unit].but(sheltered=True, mode=PRONE))


@APPLY.on(BreastworksLoaded)
def _loaded(field: Battlefield, event: BreastworksLoaded) -> None:
    left = list(field.works[event.at])
    left.remove(event.train)
    if left:
        field.works[event.at] = tuple(left)
    else:
        del field.works[event.at]
    unit = field[event.unit]
    if unit.sheltered:
        unit = unit.but(sheltered=False, mode=DISMOUNTED)
    field.put(unit.but(stopped=True, spent=limit(unit)))
    field.put(field[event.train].but(stopped=True))

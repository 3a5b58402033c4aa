"""What happens to trains and ammunition: pack trains left and manned again, points and boxes handed over (14, 15)."""

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.systems.indian_wars.rules.movement.mobility import limit
from pbem.systems.indian_wars.state.combat_events import boxes_mark
from pbem.systems.indian_wars.state.counter import DISMOUNTED, Counter
from pbem.systems.indian_wars.state.field import Field

JOINED = "joined "
"""What is kept of a counter whose last point went to a unit: whom it joined."""


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
class BoxesHandedOver(Event):
    """Unit and supplier gave up all their MPs, and half boxes changed hands (14.D, option 2)."""

    unit: str
    supplier: str
    halves: int
    unit_left: int
    supplier_left: int


@dataclass(frozen=True, slots=True)
class AmmunitionPickedUp(Event):
    """An Indian unit found ammunition where it fought, and is no longer low (14.C, optional)."""

    unit: str
    at: str


def apply_supply(field: Field, event: Event) -> bool:
    """Let an event of this module change the field; False where it is none of them."""
    match event:
        case PackTrainAbandoned(train, personnel, at):
            _abandon(field, train, personnel, at)
        case PackTrainRemanned(train, personnel, at, lost):
            _man_again(field, train, personnel, at, lost)
        case PackSuppliesLost(_, stock, _, left):
            field.marks[stock] = str(left)
        case PointsTransferred(name, to, number, left):
            field.put(field[to].but(casualties=field[to].casualties - number))
            _give(field, name, to, number, left)
        case BoxesHandedOver(name, supplier, _, unit_left, supplier_left):
            field.marks[boxes_mark(name)] = str(unit_left)
            field.marks[boxes_mark(supplier)] = str(supplier_left)
            for one in (name, supplier):
                field.put(_spent_up(field[one]))
            field.put(field[name].but(low_ammo=False, resupplying="", boxes_wanted=0))
        case AmmunitionPickedUp(name, _):
            field.put(field[name].but(low_ammo=False))
        case _:
            return False
    return True


def _abandon(field: Field, train: str, personnel: str, at: str) -> None:
    before = field[train]
    field.put(
        Counter(
            field.sheet.roster[personnel],
            at=at,
            mode=DISMOUNTED,
            casualties=before.casualties,
            disrupted=before.disrupted,
            shot_in=before.shot_in,
            moved=before.moved,
        )
    )
    for leader in field.at(at):
        if leader.attached_to == train:
            field.put(leader.but(attached_to=personnel))
    field.put(before.but(abandoned=True, pinned=False, disrupted=False, building="", resupplying=""))


def _man_again(field: Field, train: str, personnel: str, at: str, lost: int) -> None:
    people = field[personnel]
    before = field[train]
    field.take_off(personnel)
    field.put(
        before.but(
            abandoned=False,
            casualties=before.casualties + lost,
            disrupted=people.disrupted,
            pinned=people.pinned,
            stopped=True,
            moved=True,
            shot_in=people.shot_in,
        )
    )
    for leader in field.at(at):
        if leader.attached_to == personnel:
            field.put(leader.but(attached_to=train))


def _give(field: Field, name: str, to: str, number: int, left: int) -> None:
    giver = field[name]
    if left:
        field.put(giver.but(casualties=giver.casualties + number, stopped=True))
        return
    field.take_off(name, f"{JOINED}{to}")
    field.settle_leaders(giver.at)


def _spent_up(unit: Counter) -> Counter:
    """The counter with no MPs left in this phase."""
    return unit.but(spent=max(limit(unit), unit.spent), stopped=True)

"""What happens outside combat: set-up, entry, movement, modes, rally, resupply; and how each lets the field change."""

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.rules.movement.mobility import limit
from pbem.systems.indian_wars.state.counter import DISMOUNTED, Counter
from pbem.systems.indian_wars.state.field import Field

EXITED = "left the map"
JOINED = "joined the ranks"


@dataclass(frozen=True, slots=True)
class UnitSetUp(Event):
    """A counter was set up (18)."""

    unit: str
    at: str
    mode: str


@dataclass(frozen=True, slots=True)
class UnitEntered(Event):
    """A counter entered the map in the hex `at`, for `cost` MPs, and counts against the limits of `zone` (18.1)."""

    unit: str
    at: str
    mode: str
    cost: int
    zone: str = ""


@dataclass(frozen=True, slots=True)
class UnitsMoved(Event):
    """Counters that move together took one step, each for `cost` MPs; a `minimum` move takes all that they have (7.D)."""

    units: tuple[str, ...]
    start: str
    to: str
    cost: int
    minimum: bool = False


@dataclass(frozen=True, slots=True)
class UnitCrawled(Event):
    """A prone unit crawled one hex for all its MPs (7.F)."""

    unit: str
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class ModeChanged(Event):
    """A unit changed its mode for `cost` MPs; `penalty` are the MPs that its holder's walk cost it (8.D.2.b).

    `abandoned` where it gave its horses up because nobody was left to hold them (8.D.2.a).
    """

    unit: str
    before: str
    mode: str
    cost: int
    penalty: int = 0
    abandoned: bool = False


@dataclass(frozen=True, slots=True)
class HoldersPlaced(Event):
    """A unit that dismounted left its mounts to holders, in its hex (8.D.2.a)."""

    holders: str
    of: str
    at: str


@dataclass(frozen=True, slots=True)
class HoldersTaken(Event):
    """Holders were taken up again by the unit that mounted (8.D.2.b)."""

    holders: str
    by: str


@dataclass(frozen=True, slots=True)
class UnitRecovered(Event):
    """A unit spent MPs and is no longer disrupted (7.E)."""

    unit: str
    cost: int


@dataclass(frozen=True, slots=True)
class ChargeDeclared(Event):
    """Units charge the hex `target`; "" where they were stopped and charge no more (16.A)."""

    units: tuple[str, ...]
    target: str


@dataclass(frozen=True, slots=True)
class MovementStopped(Event):
    """Counters that were on their way go no further by this order; `why` in a few words."""

    units: tuple[str, ...]
    at: str
    why: str


@dataclass(frozen=True, slots=True)
class UnitExited(Event):
    """A counter left the map by choice; the enemy `to` scores `points` (7.J)."""

    unit: str
    at: str
    edge: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class UnitScattered(Event):
    """An Indian unit scattered before a US unit and is routed (7.K)."""

    unit: str
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class HillTaken(Event):
    """A hill was entered for the first time; `side` scores `points` (17)."""

    hill: str
    unit: str
    side: str
    points: int


@dataclass(frozen=True, slots=True)
class EaglesNestReleased(Event):
    """The units that were held near the Eagle's Nest are free for the rest of the game; `why` in a few words (16.D)."""

    why: str


@dataclass(frozen=True, slots=True)
class UnitRallied(Event):
    """A unit got over a condition (``pinned``, ``routed``); without a roll where it did so by itself (13.B)."""

    unit: str
    condition: str
    roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class RallyFailed(Event):
    """A unit tried to get over a condition and did not (13.B)."""

    unit: str
    condition: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class LossReplaced(Event):
    """Holders without animals made up for a point that a unit had lost, and their counter is gone; no VPs (8.D.2)."""

    unit: str
    holders: str


@dataclass(frozen=True, slots=True)
class LeaderAttached(Event):
    """A leader is now with another unit of his hex, or with none (12.A)."""

    leader: str
    to: str


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


def apply_moving(field: Field, event: Event) -> bool:
    """Let an event of this module change the field; False where it is none of them."""
    match event:
        case UnitSetUp(name, at, mode):
            field.put(field[name].but(at=at, mode=mode))
            field.settle_leaders(at)
        case UnitEntered(name, at, mode, cost, zone):
            field.put(field[name].but(at=at, mode=mode, spent=cost, moved=True))
            if zone:
                before = field.marks.get(f"entered by {zone}", "")
                field.marks[f"entered by {zone}"] = f"{before}; {name}" if before else name
            field.settle_leaders(at)
        case UnitsMoved(names, start, to, cost, minimum):
            for name in names:
                moved = field[name].but(at=to, moved=True)
                field.put(_spent_up(moved) if minimum else moved.but(spent=moved.spent + cost))
            field.settle_leaders(start)
            field.settle_leaders(to)
        case UnitCrawled(name, start, to):
            field.put(_spent_up(field[name].but(at=to, moved=True)))
            field.settle_leaders(start)
            field.settle_leaders(to)
        case ModeChanged(name, _, mode, cost, penalty, abandoned):
            changed = field[name].but(mode=mode, spent=field[name].spent + cost + penalty)
            field.put(changed.but(casualties=changed.casualties - 1) if abandoned else changed)
        case HoldersPlaced(name, _, at):
            field.put(Counter(field.sheet.roster[name], at=at, mode=DISMOUNTED))
            field.settle_leaders(at)
        case HoldersTaken(name, by):
            at = field[name].at
            for leader in field.at(at):
                if leader.attached_to == name:
                    field.put(leader.but(attached_to=by))
            field.take_off(name)
            field.settle_leaders(at)  # the staff's horses may be led to a headquarters in another hex
        case UnitRecovered(name, cost):
            field.put(field[name].but(disrupted=False, recovered=True, spent=field[name].spent + cost))
        case ChargeDeclared(names, target):
            for name in names:
                field.put(field[name].but(charging=target))
        case UnitExited(name, at, _, side, points):
            field.take_off(name, EXITED)
            field.settle_leaders(at)
            field.points[side] += points
        case UnitScattered(name, _, _):
            # A pin on the way is lifted by the rout, as any is (10.J.3).
            field.put(field[name].but(routed=True, pinned=False, fled_by_choice=True))
        case HillTaken(hill, _, side, points):
            field.scored[hill] = points
            field.points[side] += points
        case EaglesNestReleased():
            field.marks["eagles_nest"] = "released"
        case _:
            return _apply_recovery(field, event)
    return True


def _apply_recovery(field: Field, event: Event) -> bool:
    """The arms of the Rally Phase, of resupply, and of events that change nothing."""
    match event:
        case UnitRallied(name, "pinned", _):
            field.put(field[name].but(pinned=False))
        case UnitRallied(name, _, _):
            field.put(field[name].but(routed=False, rout_from="", fled_by_choice=False))
        case LossReplaced(name, holders):
            field.put(field[name].but(casualties=field[name].casualties - 1))
            at = field[holders].at
            field.take_off(holders, JOINED)
            field.settle_leaders(at)
        case LeaderAttached(name, to):
            field.put(field[name].but(attached_to=to))
        case ResupplyBegun(name, supplier, boxes):
            field.put(field[name].but(resupplying=supplier or name, boxes_wanted=boxes))
        case UnitResupplied(name, supplier, stock, points):
            for one in (name, supplier):
                if one in field:
                    field.put(_spent_up(field[one]))
            field.put(field[name].but(low_ammo=False, resupplying=""))
            field.marks[stock] = str(points)
        case ResupplyFailed(name, _):
            field.put(field[name].but(resupplying="", boxes_wanted=0))
        case RallyFailed() | MovementStopped():
            pass
        case _:
            return False
    return True


def _spent_up(unit: Counter) -> Counter:
    """The counter with no MPs left in this phase."""
    return unit.but(spent=max(limit(unit), unit.spent), stopped=True)

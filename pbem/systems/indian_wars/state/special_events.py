"""What the special rules bring about: breastworks, replacements, the village, hit and run (12.E, 16)."""

from pbem.core.event import Event
from pbem.core.frozen import dataclass
from pbem.core.modifier import Roll
from pbem.systems.indian_wars.rules.movement.mobility import limit
from pbem.systems.indian_wars.state.counter import DISMOUNTED, PRONE, Counter
from pbem.systems.indian_wars.state.field import Field

BUILDERS_MARK = "builders"
VILLAGE_MARK = "village"
PARTY_MARK = "village party"
PARTY_LEFT = "gone to look for the village"


# Breastworks


@dataclass(frozen=True, slots=True)
class BreastworksBegun(Event):
    """A unit builds breastworks from the boxes of a pack train; both do nothing else in this player turn (16.C)."""

    unit: str
    train: str


@dataclass(frozen=True, slots=True)
class BuildersCounted(Event):
    """How many units may build breastworks in this player turn (16.C)."""

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


# Leaders


@dataclass(frozen=True, slots=True)
class ReplacementCalled(Event):
    """A replacement leader stands ready for one who is lost (12.E.6)."""

    leader: str
    of: str


@dataclass(frozen=True, slots=True)
class ReplacementPlaced(Event):
    """A replacement leader came in, with the unit `to`, or alone with another leader: "" (12.E.6)."""

    leader: str
    at: str
    to: str


@dataclass(frozen=True, slots=True)
class LeaderBroughtOff(Event):
    """A mortally wounded Indian leader is off the map; his life is rolled for in his side's next Rally Phase (12.E.1)."""

    leader: str


@dataclass(frozen=True, slots=True)
class EvacueeRolled(Event):
    """Whether a leader who was brought off the map lives; if not the enemy `to` scores `points` (12.E.1)."""

    leader: str
    roll: Roll
    lives: bool
    to: str
    points: int


# The village


@dataclass(frozen=True, slots=True)
class VillageSought(Event):
    """The US looks for the Indian village, under a leader: `points` for it, and on a 6 leave to ride on (16.E)."""

    leader: str
    units: tuple[str, ...]
    roll: Roll
    to: str
    points: int
    may_exit: bool


@dataclass(frozen=True, slots=True)
class VillagePartyLeft(Event):
    """Cavalry, with the leaders among them, left the map to look for the village (16.E); `strengths` are the units'."""

    units: tuple[str, ...]
    strengths: tuple[int, ...]
    leaders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class VillageFate(Event):
    """What became of them when the game ended: ``trail``, ``nothing`` or ``ambush`` (16.E)."""

    roll: Roll
    result: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class VillageAmbush(Event):
    """The strength points that they lost in the ambush, by unit (16.E)."""

    roll: Roll
    units: tuple[str, ...]
    lost: tuple[int, ...]
    to: str
    points: int


# Hit and run


@dataclass(frozen=True, slots=True)
class HitAndRunHalted(Event):
    """A mounted Indian unit halts to fire in its Movement Phase, with so many MPs `left` (16.G)."""

    unit: str
    target: str
    at: str
    left: int


@dataclass(frozen=True, slots=True)
class HitAndRunEnded(Event):
    """It could not fire: `why` in a few words (16.G)."""

    unit: str
    why: str


def apply_special(field: Field, event: Event) -> bool:
    """Let an event of this module change the field; False where it is none of them."""
    return _apply_breastworks(field, event) or _apply_leaders(field, event) or _apply_rest(field, event)


def _apply_breastworks(field: Field, event: Event) -> bool:
    match event:
        case BreastworksBegun(name, train):
            up = {"mode": DISMOUNTED} if field[name].mode == PRONE else {}
            field.put(field[name].but(building=train, stopped=True, spent=limit(field[name]), **up))
            field.put(field[train].but(stopped=True))
            field.settle_leaders(field[name].at)
        case BuildersCounted(_, most):
            field.marks[BUILDERS_MARK] = str(most)
        case BreastworksRaised(name, at, train):
            field.works[at] = (*field.works.get(at, ()), train)
            field.put(field[name].but(building="", sheltered=True, mode=PRONE))
        case BreastworksGivenUp(name, _):
            if name in field:
                field.put(field[name].but(building=""))
        case ShelterTaken(name, _):
            field.put(field[name].but(sheltered=True, mode=PRONE))
        case BreastworksLoaded(name, at, train):
            _load(field, name, at, train)
        case _:
            return False
    return True


def _load(field: Field, name: str, at: str, train: str) -> None:
    left = list(field.works[at])
    left.remove(train)
    if left:
        field.works[at] = tuple(left)
    else:
        del field.works[at]
    unit = field[name]
    if unit.sheltered:
        unit = unit.but(sheltered=False, mode=DISMOUNTED)
    field.put(unit.but(stopped=True, spent=limit(unit)))
    field.put(field[train].but(stopped=True))


def _apply_leaders(field: Field, event: Event) -> bool:
    match event:
        case ReplacementCalled(leader, of):
            field.put(Counter(field.sheet.roster[leader]))
            field.marks[f"replaced {of}"] = leader
        case ReplacementPlaced(leader, at, to):
            field.put(field[leader].but(at=at, attached_to=to))
        case LeaderBroughtOff(leader):
            field.marks[f"dying {leader}"] = "off the map"
        case EvacueeRolled(leader, _, _, to, points):
            field.marks.pop(f"dying {leader}")
            _score(field, to, points)
        case _:
            return False
    return True


def _apply_rest(field: Field, event: Event) -> bool:
    match event:
        case VillageSought(_, _, _, to, points, _):
            field.marks[VILLAGE_MARK] = "sought"
            _score(field, to, points)
        case VillagePartyLeft(names, strengths, leaders):
            field.marks[PARTY_MARK] = "; ".join(f"{name}={n}" for name, n in zip(names, strengths, strict=True))
            left = {field[name].at for name in names}
            for name in (*names, *leaders):
                field.take_off(name, PARTY_LEFT)
            for at in sorted(left):
                field.settle_leaders(at)
        case VillageFate(_, _, to, points):
            field.marks.pop(PARTY_MARK)
            _score(field, to, points)
        case VillageAmbush(_, _, lost, to, points):
            field.lost["us"] = field.lost.get("us", 0) + sum(lost)
            _score(field, to, points)
        case HitAndRunHalted() | HitAndRunEnded():
            pass
        case _:
            return False
    return True


def _score(field: Field, side: str, points: int) -> None:
    if points:
        field.points[side] += points

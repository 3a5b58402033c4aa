"""Guns: their modes, what pushing and water do to them, their fire, their crews; and how each changes the field (LB-11)."""

from dataclasses import dataclass
from typing import ClassVar

from pbem.core.event import Event, Handlers
from pbem.core.record import Record
from pbem.core.umpire import Modifier, Roll
from pbem.systems.indian_wars.rules.movement.mobility import limit, spent_up
from pbem.systems.indian_wars.state.counter import (
    DEFENSIVE,
    DISMOUNTED,
    GUN_MOVED,
    MANHANDLING,
    MOUNTED,
    CombatEvent,
    Counter,
    Engagement,
)
from pbem.systems.indian_wars.state.field import Battlefield

SERVES = "serves "

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class GunUnlimbered(Event):
    """A gun was unlimbered, its front to `facing` (``NE``), for `cost` MPs; `forced` where its crew was thrown off."""

    gun: str
    at: str
    facing: str
    cost: int
    forced: bool = False


@dataclass(frozen=True, slots=True)
class GunLimbered(Event):
    """A gun was hitched to its team for `cost` MPs."""

    gun: str
    at: str
    cost: int


@dataclass(frozen=True, slots=True)
class GunTurned(Event):
    """The front of an unlimbered gun was turned to `facing`, as its one handling of the player turn (11.B.2)."""

    gun: str
    at: str
    facing: str


@dataclass(frozen=True, slots=True)
class ManhandleRolled(Event):
    """The roll for pushing a gun into the hex `to` by the unit `by`: ``yes``, ``yes*`` or ``no`` (11.B.2)."""

    gun: str
    by: str
    at: str
    to: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class GunManhandled(Event):
    """Gun, crew and those who pushed it went one hex (11.B.2)."""

    units: tuple[str, ...]
    gun: str
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class MiredRolled(Event):
    """The roll for a gun that may stick at the water toward `to`: ``yes``, ``yes*`` or ``no`` (11.B.3)."""

    gun: str
    at: str
    to: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class GunMired(Event):
    """A gun is stuck in its hex; unlimbered there it faces `back` (11.B.3)."""

    gun: str
    at: str
    back: str


@dataclass(frozen=True, slots=True)
class RecoveryRolled(Event):
    """An attempt to free a mired gun: ``yes``, ``no`` or ``no*`` (11.B.4)."""

    gun: str
    at: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class GunFreed(Event):
    """A gun is free again; a limbered one has `left` MPs in this phase (11.B.4)."""

    gun: str
    at: str
    left: int


@dataclass(frozen=True, slots=True)
class WreckRolled(Event):
    """The roll for a gun that handling may break: ``yes`` or ``no`` (11.B.5)."""

    gun: str
    at: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class GunWrecked(CombatEvent):
    """A gun is out of the game; the enemy `to` scores `points` (11.B.5)."""

    gun: str
    at: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class GunAbandoned(CombatEvent):
    """A crew left its gun, and is a unit of its own now; `why` in a few words (11.D)."""

    gun: str
    crew: str
    at: str
    why: str


@dataclass(frozen=True, slots=True)
class CrewLost(CombatEvent):
    """The last men of a gun's crew are gone, and it stands abandoned; `why` in a few words (A-113)."""

    gun: str
    crew: str
    at: str
    why: str


@dataclass(frozen=True, slots=True)
class GunManned(Event):
    """A crew took over an abandoned gun (11.D)."""

    gun: str
    crew: str
    at: str


@dataclass(frozen=True, slots=True)
class GunShot(Record):
    """A legal shot of a gun, as it would be fired now (11.C).

    It goes at the hex `target_at`; `only` is the unit that drew it, where it may strike no other.  `line` is ``full`` or
    ``half`` (crew), `column` the range or ``M``, `facing` where the gun looks afterwards.
    """

    unstored: ClassVar[tuple[str, ...]] = ("modifiers",)

    firer: str
    firer_at: str
    target_at: str
    only: str
    occasion: str
    how: str
    kind: str
    line: str
    column: str
    facing: str
    pivots: bool
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class GunFired(CombatEvent):
    """A gun fires at a hex: certain before the die.  `facing` is where it looks from now on."""

    firer: str
    firer_at: str
    target_at: str
    only: str
    occasion: str
    how: str
    facing: str


@dataclass(frozen=True, slots=True)
class GunFireResolved(CombatEvent):
    """A gun's shot: ``1``, ``R`` or ``-`` (11.C.3)."""

    inlined: ClassVar[tuple[str, ...]] = ("shot",)

    shot: GunShot
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class GunAnsweredMelee(CombatEvent):
    """A gun fires at units that attack its hex; `load` is ``canister``, ``shell`` or ``Gatling`` (11.C.4)."""

    gun: str
    at: str
    targets: tuple[str, ...]
    load: str
    facing: str


@dataclass(frozen=True, slots=True)
class CanisterResolved(CombatEvent):
    """The number of strength points that a gun's fire in melee costs its targets, on the crew's `line` (11.C.4)."""

    gun: str
    at: str
    kind: str
    line: str
    roll: Roll
    points: int


@dataclass(frozen=True, slots=True)
class GunLeftAtEnd(Event):
    """An abandoned gun without friends around it as the game ends; the enemy `to` scores `points` (11.D.4)."""

    gun: str
    at: str
    to: str
    points: int


def as_crew(gun: Counter, crew: Counter) -> Counter:
    """A crew that comes away from its gun, in the state in which both were."""
    return crew.but(
        at=gun.at,
        mode=gun.mode if gun.mode != MOUNTED else DISMOUNTED,
        casualties=gun.casualties,
        disrupted=gun.disrupted,
        pinned=gun.pinned,
        routed=gun.routed,
        fired=gun.fired,
        shot_in=gun.shot_in,
        spent=gun.spent,
        stopped=gun.stopped,
        moved=gun.moved,
        rout_from=gun.rout_from,
    )


def as_abandoned(gun: Counter) -> Counter:
    """A gun without people: nothing but where it stands, how, and what ammunition it has."""
    return Counter(
        gun.printed,
        at=gun.at,
        mode=gun.mode if gun.mode == MOUNTED else DISMOUNTED,
        low_ammo=gun.low_ammo,
        abandoned=True,
        facing=gun.facing,
        mired=gun.mired,
        supplied_by=gun.supplied_by,
    )


def _come_away(field: Battlefield, gun: Counter, crew: str) -> None:
    """Put the crew of a gun beside it, and the leaders who were with it with the crew."""
    field.put(as_crew(gun, Counter(field.sheet.roster[crew])))
    for one in field.at(gun.at):
        if one.attached_to == gun.name:
            field.put(one.but(attached_to=crew))


@APPLY.on(GunUnlimbered)
def _unlimbered(field: Battlefield, event: GunUnlimbered) -> None:
    gun = field[event.gun]
    field.put(gun.but(mode=DISMOUNTED, facing=event.facing, spent=gun.spent + event.cost))


@APPLY.on(GunLimbered)
def _limbered(field: Battlefield, event: GunLimbered) -> None:
    gun = field[event.gun]
    field.put(gun.but(mode=MOUNTED, facing="", spent=gun.spent + event.cost))


@APPLY.on(GunTurned)
def _turned(field: Battlefield, event: GunTurned) -> None:
    field.put(field[event.gun].but(facing=event.facing).engaged(Engagement("C", GUN_MOVED)))


@APPLY.on(ManhandleRolled)
def _pushed(field: Battlefield, event: ManhandleRolled) -> None:
    pusher = field[event.by]
    field.put(spent_up(pusher.engaged(Engagement("C", MANHANDLING))))
    field.put(spent_up(field[event.gun].engaged(Engagement("C", GUN_MOVED))))


@APPLY.on(GunManhandled)
def _manhandled(field: Battlefield, event: GunManhandled) -> None:
    for name in event.units:
        field.put(spent_up(field[name].but(at=event.to, moved=True)))
    field.settle_leaders(event.start)
    field.settle_leaders(event.to)


@APPLY.on(GunMired)
def _mired(field: Battlefield, event: GunMired) -> None:
    gun = field[event.gun].but(mired=event.back, stopped=True)
    fresh = Engagement("C", GUN_MOVED)
    field.put(gun if fresh in gun.shot_in else gun.engaged(fresh))


@APPLY.on(RecoveryRolled)
def _tried(field: Battlefield, event: RecoveryRolled) -> None:
    field.put(field[event.gun].engaged(Engagement("C", MANHANDLING)).but(stopped=True))


@APPLY.on(GunFreed)
def _freed(field: Battlefield, event: GunFreed) -> None:
    gun = field[event.gun].but(mired="")
    if event.left:
        field.put(gun.but(stopped=False, spent=limit(gun) - event.left))
    else:
        field.put(gun.but(stopped=True))


@APPLY.on(GunWrecked)
def _wrecked(field: Battlefield, event: GunWrecked) -> None:
    field.take_off(event.gun, "wrecked")
    field.settle_leaders(event.at)
    field.score(event.to, event.points)


@APPLY.on(GunAbandoned)
def _abandoned(field: Battlefield, event: GunAbandoned) -> None:
    gun = field[event.gun]
    _come_away(field, gun, event.crew)
    field.put(as_abandoned(gun))
    field.settle_leaders(event.at)


@APPLY.on(CrewLost)
def _crew_lost(field: Battlefield, event: CrewLost) -> None:
    field.put(as_abandoned(field[event.gun]))
    field.gone[event.crew] = event.why
    field.settle_leaders(event.at)


@APPLY.on(GunManned)
def _manned(field: Battlefield, event: GunManned) -> None:
    gun, crew = field[event.gun], field[event.crew]
    field.put(
        gun.but(
            abandoned=False,
            crew=event.crew,
            casualties=crew.casualties,
            disrupted=crew.disrupted,
            fired=crew.fired,
            shot_in=crew.shot_in,
            spent=crew.spent,
            stopped=crew.stopped,
            moved=crew.moved,
        )
    )
    for one in field.at(event.at):
        if one.attached_to == event.crew:
            field.put(one.but(attached_to=event.gun))
    field.take_off(event.crew)
    field.settle_leaders(event.at)


@APPLY.on(GunLeftAtEnd)
def _left_at_end(field: Battlefield, event: GunLeftAtEnd) -> None:
    field.score(event.to, event.points)


@APPLY.on(GunFired)
def _fired(field: Battlefield, event: GunFired) -> None:
    gun = field[event.firer].but(facing=event.facing)
    match event.occasion:
        case "offensive":
            gun = gun.but(fired=event.how)
        case "advance":
            gun = gun.but(advance_fired_at=event.target_at)
        case "defensive":
            gun = gun.engaged(Engagement("D", DEFENSIVE))
        case occasion:
            gun = gun.engaged(Engagement(field.phase, occasion))
    field.put(gun)


@APPLY.on(GunAnsweredMelee)
def _answered(field: Battlefield, event: GunAnsweredMelee) -> None:
    field.put(field[event.gun].but(facing=event.facing))


APPLY.nothing_for(MiredRolled, WreckRolled, GunFireResolved, CanisterResolved)

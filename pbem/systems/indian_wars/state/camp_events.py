"""The village: the search for it, its alert, its camps packed or burned, and how each changes the field (16.E, LB-18)."""

from dataclasses import dataclass, replace

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Roll
from pbem.systems.indian_wars.rules.movement.mobility import limit, spent_up
from pbem.systems.indian_wars.rules.village import circles
from pbem.systems.indian_wars.state.counter import BURNING_CAMP, PACKING, Counter, Engagement
from pbem.systems.indian_wars.state.field import Battlefield
from pbem.systems.indian_wars.state.village import Alert, Breakdown

BURNED = "burned"

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class VillageAlerted(Event):
    """The village was alerted by a unit of side `by`; `circles` are free to move in the Movement Phase of `turn` (18.A).

    `cause` is ``messenger``, ``near``, ``warned`` or ``heard``, `sight` the camp, herd or circle that it was about.
    """

    by: str
    unit: str
    at: str
    cause: str
    sight: str
    circles: tuple[str, ...]
    turn: int


@dataclass(frozen=True, slots=True)
class UnitWarned(Event):
    """An Indian unit has seen US counters come near: it may move, and alert the village in a camp hex (21.1.A.3).

    Counters that alert nobody, such as a headquarters, wake an outpost alone, and it brings no news of them (21.1.H).
    """

    unit: str
    at: str
    by: str


@dataclass(frozen=True, slots=True)
class StrideCounted(Event):
    """US counters have moved so many hexes in this phase; `roll` whether the village hears them (21.4.A.2)."""

    units: tuple[str, ...]
    at: str
    hexes: int
    roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class StridesForgotten(Event):
    """A US Movement Phase begins: what was counted in the last is forgotten (21.4.A.2)."""


@dataclass(frozen=True, slots=True)
class VillageStays(Event):
    """In this Movement Phase all circles but `free` stay where they are, or go half as far (`half`) (18.A)."""

    free: tuple[str, ...]
    half: bool


@dataclass(frozen=True, slots=True)
class OutpostRides(Event):
    """These units, away from their circles, move as they like in the Movement Phase after the alert (18.A, 21.1.H)."""

    units: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CircleMoved(Event):
    """The circle that the Indian player has chosen among those equally near to the alert (18.A.2)."""

    circle: str


@dataclass(frozen=True, slots=True)
class BreakdownRolled(Event):
    """The number of turns that a circle needs to pack its camps; `leader` is the one whose rating was added (18.B)."""

    circle: str
    roll: Roll
    leader: str
    turns: int
    camps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BreakdownWentOn(Event):
    """Another turn of packing is done at some camps; `turns` are left at each (18.B.3)."""

    camps: tuple[str, ...]
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BreakdownRested(Event):
    """Nobody of the tribe is at these camps: their markers stay as they are (18.B.4)."""

    camps: tuple[str, ...]
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BreakdownResumed(Event):
    """Villagers of the tribe are at these camps again, and work from now on (18.B.4)."""

    camps: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PackingBegan(Event):
    """These villagers have begun to pack in this Rally Phase: they do not move in this player turn (18.B.1)."""

    villagers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CampPacked(Event):
    """A camp was packed and goes with villagers (18.B.5)."""

    camp: str
    at: str
    villagers: str


@dataclass(frozen=True, slots=True)
class CampBurned(Event):
    """A US unit set a camp on fire for `cost` MPs (18.C)."""

    camp: str
    at: str
    by: str
    cost: int
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class CampBurnedOut(Event):
    """The rest of a burned camp is gone (18.C.3)."""

    camp: str
    at: str


@dataclass(frozen=True, slots=True)
class CampLeft(Event):
    """The unit that burned a camp left its hex as the phase ended, with those who are with it (ruling A-165)."""

    units: tuple[str, ...]
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class PeopleDisplaced(Event):
    """Indian counters that do not fight were driven one hex by the US, or to the nearest hex that has room (18.C.4)."""

    units: tuple[str, ...]
    start: str
    to: str


@dataclass(frozen=True, slots=True)
class PeopleHurt(Event):
    """Villagers for whom no hex was free suffered casualties, which go on their track (18.C.4)."""

    units: tuple[str, ...]
    at: str
    roll: Roll
    casualties: int


@dataclass(frozen=True, slots=True)
class SuppliedByCamp(Event):
    """A unit low on ammunition got more from a camp of its tribe, which has none left for the rest of the game (15.C.2)."""

    unit: str
    camp: str


def _note(field: Battlefield, **changes: object) -> None:
    field.notes = field.notes.but(village=field.notes.village.but(**changes))


@APPLY.on(VillageAlerted)
def _alerted(field: Battlefield, event: VillageAlerted) -> None:
    _note(field, alert=Alert(event.by, event.circles, event.turn), strides={}, warned=(), woken=())


@APPLY.on(UnitWarned)
def _warned(field: Battlefield, event: UnitWarned) -> None:
    village, alarm = field.notes.village, field.sheet.scenario.alarm
    if alarm is not None and field.sheet.roster[event.by].kind not in alarm.kinds:
        _note(field, woken=(*village.woken, event.unit))
    else:
        _note(field, warned=(*village.warned, event.unit))


@APPLY.on(StrideCounted)
def _stride(field: Battlefield, event: StrideCounted) -> None:
    _note(field, strides={**field.notes.village.strides, **dict.fromkeys(event.units, event.hexes)})


@APPLY.on(StridesForgotten)
def _forgotten(field: Battlefield, event: StridesForgotten) -> None:
    _note(field, strides={})


@APPLY.on(VillageStays)
def _stays(field: Battlefield, event: VillageStays) -> None:
    for unit in tuple(field.units.values()):
        circle = circles.circle_of(field, unit) if unit.at else None
        if (
            circle is None
            or circle.name in event.free
            or unit.name in (*field.notes.village.warned, *field.notes.village.woken, *field.notes.hunters)
        ):
            continue
        field.put(_at_half(unit) if event.half else spent_up(unit))


@APPLY.on(OutpostRides)
def _rides(field: Battlefield, event: OutpostRides) -> None:
    for name in event.units:
        field.put(field[name].but(spent=0, stopped=False))


def _at_half(unit: Counter) -> Counter:
    """The counter with half its MPs gone, rounded so that half remain, down."""
    most = limit(unit)
    return unit.but(spent=max(unit.spent, most - most // 2))


@APPLY.on(CircleMoved)
def _circle(field: Battlefield, event: CircleMoved) -> None:
    alert = field.notes.village.alert
    if alert is None:
        return
    _note(field, alert=replace(alert, circles=(event.circle,)))
    _stays(field, VillageStays((event.circle,), half=False))


def _set_timers(field: Battlefield, camps: tuple[str, ...], turns: tuple[int, ...], *, is_on: bool) -> None:
    timers = dict(field.notes.village.timers)
    timers |= {camp: Breakdown(left, is_on) for camp, left in zip(camps, turns, strict=True)}
    _note(field, timers=timers)


@APPLY.on(BreakdownRolled)
def _rolled(field: Battlefield, event: BreakdownRolled) -> None:
    _set_timers(field, event.camps, (event.turns,) * len(event.camps), is_on=True)


@APPLY.on(BreakdownWentOn)
def _went_on(field: Battlefield, event: BreakdownWentOn) -> None:
    _set_timers(field, event.camps, event.turns, is_on=True)


@APPLY.on(BreakdownRested)
def _rested(field: Battlefield, event: BreakdownRested) -> None:
    _set_timers(field, event.camps, event.turns, is_on=False)


@APPLY.on(BreakdownResumed)
def _resumed(field: Battlefield, event: BreakdownResumed) -> None:
    timers = field.notes.village.timers
    _set_timers(field, event.camps, tuple(timers[camp].turns for camp in event.camps), is_on=True)


@APPLY.on(PackingBegan)
def _began(field: Battlefield, event: PackingBegan) -> None:
    for name in event.villagers:
        field.put(field[name].engaged(Engagement("A", PACKING)))


def _without(field: Battlefield, camp: str) -> dict[str, Breakdown]:
    return {name: one for name, one in field.notes.village.timers.items() if name != camp}


@APPLY.on(CampPacked)
def _packed(field: Battlefield, event: CampPacked) -> None:
    village = field.notes.village
    _note(field, timers=_without(field, event.camp), carried={**village.carried, event.camp: event.villagers})
    field.take_off(event.camp)


@APPLY.on(CampBurned)
def _burned(field: Battlefield, event: CampBurned) -> None:
    camp, by = field[event.camp], field[event.by]
    field.put(camp.but(printed=replace(camp.printed, kind=BURNING_CAMP)))
    field.put(by.but(spent=by.spent + event.cost))
    _note(field, timers=_without(field, event.camp))
    field.score(event.to, event.points)


@APPLY.on(CampBurnedOut)
def _burned_out(field: Battlefield, event: CampBurnedOut) -> None:
    field.take_off(event.camp, BURNED)


@APPLY.on(CampLeft, PeopleDisplaced)
def _went(field: Battlefield, event: CampLeft | PeopleDisplaced) -> None:
    for name in event.units:
        field.put(field[name].but(at=event.to))
    field.settle_leaders(event.start)
    field.settle_leaders(event.to)


@APPLY.on(PeopleHurt)
def _hurt(field: Battlefield, event: PeopleHurt) -> None:
    _note(field, casualties=field.notes.village.casualties + event.casualties)


@APPLY.on(SuppliedByCamp)
def _supplied(field: Battlefield, event: SuppliedByCamp) -> None:
    field.put(spent_up(field[event.unit]).but(low_ammo=False, resupplying=""))
    _note(field, empty_camps=(*field.notes.village.empty_camps, event.camp))


# The village: the search for it, and how that changes the field (16.E).

PARTY_LEFT = "gone to look for the village"


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
    """The villagers' fate when the game ended: ``trail``, ``nothing`` or ``ambush`` (16.E)."""

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


@APPLY.on(VillageSought)
def _sought(field: Battlefield, event: VillageSought) -> None:
    field.notes = field.notes.but(is_village_sought=True)
    field.score(event.to, event.points)


@APPLY.on(VillagePartyLeft)
def _party_left(field: Battlefield, event: VillagePartyLeft) -> None:
    field.notes = field.notes.but(village_party=tuple(zip(event.units, event.strengths, strict=True)))
    left = {field[name].at for name in event.units}
    for name in (*event.units, *event.leaders):
        field.take_off(name, PARTY_LEFT)
    for at in sorted(left):
        field.settle_leaders(at)


@APPLY.on(VillageFate)
def _fate(field: Battlefield, event: VillageFate) -> None:
    field.notes = field.notes.but(village_party=())
    field.score(event.to, event.points)


@APPLY.on(VillageAmbush)
def _ambush(field: Battlefield, event: VillageAmbush) -> None:
    field.lost["us"] = field.lost.get("us", 0) + sum(event.lost)
    field.score(event.to, event.points)

"""Villagers: what befalls them, who captures and guards them, where they flee; and how each changes the field (LB-18.D)."""

from dataclasses import dataclass

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Roll
from pbem.systems.indian_wars.rules.movement.mobility import spent_up
from pbem.systems.indian_wars.state.counter import Counter
from pbem.systems.indian_wars.state.field import Battlefield

LEFT_MAP = "left the map"

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class VillagersHit(Event):
    """A US unit engaged villagers by ``fire`` or ``melee``: casualties, which go on their track (18.D.1)."""

    villagers: str
    by: str
    at: str
    why: str
    casualties: int


@dataclass(frozen=True, slots=True)
class VillagersFled(Event):
    """Villagers fled along `path`; `routed` where they found no refuge yet, `off` where the path leads off the map (18.D.1)."""

    villagers: str
    path: tuple[str, ...]
    routed: bool
    off: bool
    why: str


@dataclass(frozen=True, slots=True)
class CaptureRolled(Event):
    """A US unit gave all its MPs to capture villagers; `captured` whether it has them now (18.D.2)."""

    unit: str
    villagers: str
    at: str
    roll: Roll
    captured: bool


@dataclass(frozen=True, slots=True)
class CaptivesFreed(Event):
    """A US unit has its captives no more (18.D.2)."""

    unit: str
    villagers: str
    at: str
    why: str


@dataclass(frozen=True, slots=True)
class CaptivesFiredOn(Event):
    """A US unit fired on the captives that it guards: captives protect nobody any more (18.D.2-3)."""

    unit: str
    villagers: str
    at: str
    casualties: int


@dataclass(frozen=True, slots=True)
class CaptivesHarmed(Event):
    """For an Indian attack next to them captives were harmed; points at once, and not on the track (18.D.2-4)."""

    guard: str
    villagers: str
    at: str
    roll: Roll
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class WayMade(Event):
    """Indian counters made way for captives and their guard (18.D.2-2)."""

    units: tuple[str, ...]
    start: str
    to: str
    guard: str


@dataclass(frozen=True, slots=True)
class TrainPlundered(Event):
    """Villagers came upon a pack train with nobody but leaders; these got away to their people (18.D.3-1)."""

    train: str
    at: str
    by: str
    leaders: tuple[str, ...]
    to: str


@dataclass(frozen=True, slots=True)
class CaptivesScored(Event):
    """The captives that the US holds as the game ends, or has taken off the map (18.D.2)."""

    villagers: tuple[str, ...]
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class PressJudged(Event):
    """The newspapers' verdict on the villager casualties (18.D.1-3); `points` may be less than 0."""

    roll: Roll
    casualties: int
    to: str
    points: int


def _add(field: Battlefield, casualties: int) -> None:
    village = field.notes.village
    field.notes = field.notes.but(village=village.but(casualties=village.casualties + casualties))


@APPLY.on(VillagersHit)
def _hit(field: Battlefield, event: VillagersHit) -> None:
    _add(field, event.casualties)


@APPLY.on(VillagersFled)
def _fled(field: Battlefield, event: VillagersFled) -> None:
    if event.off:
        field.take_off(event.villagers, LEFT_MAP)
        return
    unit = field[event.villagers]
    field.put(unit.but(at=event.path[-1] if event.path else unit.at, routed=event.routed))


@APPLY.on(CaptureRolled)
def _captured(field: Battlefield, event: CaptureRolled) -> None:
    unit = spent_up(field[event.unit])
    if event.captured:
        field.take_off(event.villagers)
        unit = unit.but(guards=event.villagers)
    field.put(unit)


@APPLY.on(CaptivesFreed)
def _freed(field: Battlefield, event: CaptivesFreed) -> None:
    village = field.notes.village
    left = {name: at for name, at in village.strays.items() if name != event.villagers}
    field.notes = field.notes.but(village=village.but(strays=left))
    if event.unit in field:
        field.put(field[event.unit].but(guards=""))
    if event.villagers not in field:
        field.put(Counter(field.sheet.roster[event.villagers], at=event.at, routed=True))


@APPLY.on(CaptivesFiredOn)
def _fired_on(field: Battlefield, event: CaptivesFiredOn) -> None:
    _add(field, event.casualties)
    field.notes = field.notes.but(village=field.notes.village.but(is_fair_game=True))
    field.put(field[event.unit].but(fired="full"))


@APPLY.on(CaptivesHarmed, CaptivesScored, PressJudged)
def _scored(field: Battlefield, event: CaptivesHarmed | CaptivesScored | PressJudged) -> None:
    field.score(event.to, event.points)


@APPLY.on(WayMade)
def _made_way(field: Battlefield, event: WayMade) -> None:
    for name in event.units:
        field.put(field[name].but(at=event.to))
    field.settle_leaders(event.start)
    field.settle_leaders(event.to)


@APPLY.on(TrainPlundered)
def _plundered(field: Battlefield, event: TrainPlundered) -> None:
    for name in event.leaders:
        field.put(field[name].but(at=event.to, attached_to=""))
    if event.leaders:
        field.settle_leaders(event.to)

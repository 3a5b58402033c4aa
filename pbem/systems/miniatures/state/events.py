"""Events of the table, and what each event changes."""

from dataclasses import dataclass, replace
from typing import Any

from pbem.core.clause import rule
from pbem.core.event import CHANGE_NOTHING, Event, Handlers, PhaseBegan, PhaseEnded
from pbem.core.sequence import parse
from pbem.core.umpire import Modifier, Roll
from pbem.systems.miniatures.geometry import Point
from pbem.systems.miniatures.state.tabletop import DISORDER, Leader, Tabletop, Unit

APPLY: Handlers[Tabletop] = Handlers("applies")
APPLY.nothing_for(*CHANGE_NOTHING)


@dataclass(frozen=True, slots=True)
class OperationsRolled(Event):
    """The acting side rolled for operations."""

    side: str
    roll: Roll
    points: int


@dataclass(frozen=True, slots=True)
class PointSpent(Event):
    """A unit spent operation points on what `what` names; it was not able to do it where `why` is not empty."""

    unit: str
    what: str
    points: int
    why: str = ""


@dataclass(frozen=True, slots=True)
class UnitMoved(Event):
    """A unit moved: `path` are the corners of its way, `used` the sixteenths paid, `halt` why it stopped early.

    `how` is ``move``, ``charge``, ``contact``, ``flight`` or ``drift``; `spare` is what a charger keeps for the contact step.
    """

    unit: str
    how: str
    path: tuple[Point, ...]
    facing: int
    used: int
    halt: str = ""
    spare: int = 0


@dataclass(frozen=True, slots=True)
class UnitChanged(Event):
    """A unit changed facing, formation, or mounted state; `bend` are the segments of a bent line, from its right end."""

    unit: str
    formation: str
    ranks: int
    abreast: int
    facing: int
    mounted: bool
    at: Point
    bend: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class UnitLoaded(Event):
    """A unit spent a point on loading: `progress` of `needed`."""

    unit: str
    progress: int
    needed: int


@dataclass(frozen=True, slots=True)
class UnitFired(Event):
    """A unit fired: `gap` in sixteenths as letters show it, `dice` rolled in all, each group of them with its number to hit."""

    unit: str
    target: str
    gap: int
    target_class: str
    rolls: tuple[tuple[Roll, int], ...]
    hits: int
    held_back: int = 0
    reaction: bool = False


@dataclass(frozen=True, slots=True)
class OfficerTested(Event):
    """A die for a target's officer; `killed` is the leader or "officer", "" for nobody."""

    unit: str
    roll: Roll
    killed: str


@dataclass(frozen=True, slots=True)
class MoraleChecked(Event):
    """A morale check: it passes where `margin` is 0, else it fails by so much."""

    unit: str
    why: str
    rating: int
    roll: Roll
    margin: int
    modifiers: tuple[Modifier, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitRallied(Event):
    """A disordered unit is in order again."""

    unit: str
    formation: str
    facing: int
    at: Point
    ranks: int = 1


@dataclass(frozen=True, slots=True)
class UnitDisordered(Event):
    """A unit is in disorder, at a place where its clump is clear of others; `lost_levels` of its rating are gone for good."""

    unit: str
    facing: int
    at: Point
    lost_levels: int = 0
    fled: bool = False
    left_guns: bool = False
    seen_by: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnitLeft(Event):
    """A unit left the table."""

    unit: str


@dataclass(frozen=True, slots=True)
class ChargeBegan(Event):
    """A unit began a charge, against a target that it takes in front or not; without `charge` it only walked into contact."""

    unit: str
    target: str
    in_front: bool
    charge: bool = True


@dataclass(frozen=True, slots=True)
class ChargeEnded(Event):
    """A charge came to an end before contact, and why."""

    unit: str
    why: str


@dataclass(frozen=True, slots=True)
class PairFought(Event):
    """One pair of a melee: figures a side, and what came of it (``killed``, ``pushed`` or "") for which side."""

    attackers: int
    defenders: int
    attack: Roll
    defence: Roll
    result: str
    loser: str


@dataclass(frozen=True, slots=True)
class MeleeFought(Event):
    """A melee, pair by pair; `loser` is the unit that lost, "" for none, by `margin` dead."""

    attacker: str
    defender: str
    in_front: bool
    dead: tuple[int, int]
    pushed: tuple[int, int]
    loser: str
    margin: int


@dataclass(frozen=True, slots=True)
class LeaderJoined(Event):
    """A leader joined a unit, or is alone where `unit` is empty; `gap` is the distance."""

    leader: str
    unit: str
    gap: int


@dataclass(frozen=True, slots=True)
class GunsTaken(Event):
    """A unit took guns that their crew had left."""

    unit: str
    guns_of: str


@dataclass(frozen=True, slots=True)
class SideBroke(Event):
    """A side lost as many figures as break it."""

    side: str
    lost: int


def change(table: Tabletop, name: str, **values: Any) -> None:
    """Let fields of a unit have new values; a unit that is gone is left alone."""
    if name in table.units:
        table.units[name] = table.units[name].with_(**values)


APPLY.nothing_for(PairFought)


@APPLY.on(PhaseBegan)
def _began(table: Tabletop, event: PhaseBegan) -> None:
    code = parse(event.phase).side
    table.acting = next(side for side in table.scenario.sides if side[:2].upper() == code)
    table.turn, table.points = parse(event.phase).turn, -1
    for name, unit in table.units.items():
        fresh: dict[str, Any] = {
            "hits": 0,
            "shelled": False,
            "fled": False,
            "saw_flight": False,
            "charging": "",
            "spare": 0,
            "done": False,
        }
        if unit.side == table.acting:
            fresh |= {"spent": 0, "charged": False, "began_disordered": unit.is_disordered}
            fresh["was_charging"] = False
        else:
            # What its enemies look back on: who charged in the phase just before this one.
            fresh |= {"was_charging": unit.charged, "charged": False}
        table.units[name] = unit.with_(**fresh)
    for name, leader in table.leaders.items():
        table.leaders[name] = _leader(leader, moved=False)


@APPLY.on(PhaseEnded)
@rule("MR-1.1")
def _ended(table: Tabletop, event: PhaseEnded) -> None:
    last = table.acting == table.scenario.sides[-1]
    broken = any(lost(table, side) >= table.scenario.breaks_at[side] for side in table.scenario.sides)
    empty = any(not table.of(side) for side in table.scenario.sides)
    if last:
        table.over = table.turn >= table.scenario.turns or broken
        table.turn += 1
    table.over = table.over or empty
    table.points = -1
    table.acting = table.scenario.enemy(table.acting)


def lost(table: Tabletop, side: str) -> int:
    """A side's figures that are killed or off the table."""
    return table.killed[side] + table.left[side]


@APPLY.on(OperationsRolled)
@rule("MR-2.7")
def _rolled(table: Tabletop, event: OperationsRolled) -> None:
    table.points = event.points
    for unit in table.of(event.side):
        # A debt is paid now, however little there is to pay it with.
        change(table, unit.name, spent=unit.owed, owed=0)


@APPLY.on(PointSpent)
def _spent(table: Tabletop, event: PointSpent) -> None:
    change(table, event.unit, spent=table.units[event.unit].spent + event.points)


@APPLY.on(UnitMoved)
def _moved(table: Tabletop, event: UnitMoved) -> None:
    x, y = event.path[-1]
    change(table, event.unit, x=x, y=y, facing=event.facing, spare=event.spare)
    _leaders_follow(table, event.unit)


@APPLY.on(UnitChanged)
@rule("MR-3.1")
def _changed(table: Tabletop, event: UnitChanged) -> None:
    values: dict[str, Any] = {
        "formation": event.formation,
        "ranks": event.ranks,
        "abreast": event.abreast,
        "facing": event.facing,
        "bend": event.bend,
    }
    change(table, event.unit, **values, mounted=event.mounted, x=event.at[0], y=event.at[1])


@APPLY.on(UnitLoaded)
def _loaded(table: Tabletop, event: UnitLoaded) -> None:
    ready = event.progress >= event.needed
    change(table, event.unit, loaded=ready, loading=0 if ready else event.progress)


@APPLY.on(UnitFired)
@rule("MR-2.7", "MR-5.9")
def _fired(table: Tabletop, event: UnitFired) -> None:
    change(table, event.unit, loaded=False, loading=0)
    if event.reaction:
        change(table, event.unit, owed=1)
    target = table.units[event.target]
    shelled = target.shelled or table.units[event.unit].face.is_artillery
    change(table, event.target, hits=target.hits + event.hits, shelled=shelled)
    _lose(table, event.target, event.hits)


@APPLY.on(OfficerTested)
def _officer(table: Tabletop, event: OfficerTested) -> None:
    if event.killed:
        _kill_officer(table, event.unit, event.killed)


def _kill_officer(table: Tabletop, name: str, killed: str) -> None:
    table.officers[table.units[name].side] += 1
    if killed in table.leaders:
        table.leaders[killed] = _leader(table.leaders[killed], of="", alive=False)
    else:
        change(table, name, officer=False)


APPLY.nothing_for(MoraleChecked, SideBroke)


@APPLY.on(UnitRallied)
def _rallied(table: Tabletop, event: UnitRallied) -> None:
    x, y = event.at
    change(
        table,
        event.unit,
        formation=event.formation,
        facing=event.facing,
        x=x,
        y=y,
        ranks=event.ranks,
        abreast=0,
        bend=(),
        began_disordered=False,
    )
    _leaders_follow(table, event.unit)


@APPLY.on(UnitDisordered)
def _disordered(table: Tabletop, event: UnitDisordered) -> None:
    unit = table.units[event.unit]
    x, y = event.at
    guns = unit.guns_at
    if event.left_guns and unit.has_guns:
        guns = (unit.x, unit.y, unit.facing)
        table.left_guns[event.unit] = [*guns, unit.face.guns]
    change(
        table,
        event.unit,
        formation=DISORDER,
        ranks=1,
        bend=(),
        facing=event.facing,
        x=x,
        y=y,
        guns_at=guns,
        drop=unit.drop + event.lost_levels,
        fled=unit.fled or event.fled,
        loading=0,
        done=True,
    )
    for name in event.seen_by:
        change(table, name, saw_flight=True)
    _leaders_follow(table, event.unit)


@APPLY.on(UnitLeft)
def _left(table: Tabletop, event: UnitLeft) -> None:
    unit = table.units.pop(event.unit)
    table.left[unit.side] += unit.figures
    _leaders_left_behind(table, unit, alive=True)


@APPLY.on(ChargeBegan)
def _charge_began(table: Tabletop, event: ChargeBegan) -> None:
    change(table, event.unit, charged=event.charge, charging=event.target)


@APPLY.on(ChargeEnded)
def _charge_ended(table: Tabletop, event: ChargeEnded) -> None:
    change(table, event.unit, charging="", spare=0)


@APPLY.on(MeleeFought)
def _fought(table: Tabletop, event: MeleeFought) -> None:
    for name, dead in zip((event.attacker, event.defender), event.dead, strict=True):
        change(table, name, loading=0)
        _lose(table, name, dead)


@APPLY.on(LeaderJoined)
def _joined(table: Tabletop, event: LeaderJoined) -> None:
    leader = table.leaders[event.leader]
    x, y = table.units[event.unit].at if event.unit else (leader.x, leader.y)
    table.leaders[event.leader] = _leader(leader, of=event.unit, x=x, y=y, moved=True)


@APPLY.on(GunsTaken)
def _guns_taken(table: Tabletop, event: GunsTaken) -> None:
    side = table.units[event.unit].side
    table.guns[side] += table.left_guns.pop(event.guns_of)[3]
    change(table, event.guns_of, guns_of=side)


def _lose(table: Tabletop, name: str, figures: int) -> None:
    """Figures are killed; a unit without any is gone, and its officer and leaders with it."""
    unit = table.units[name]
    dead = min(figures, unit.figures)
    table.killed[unit.side] += dead
    if dead < unit.figures:
        change(table, name, figures=unit.figures - dead)
        return
    table.officers[unit.side] += unit.officer
    if unit.has_guns:
        table.left_guns[name] = [unit.x, unit.y, unit.facing, unit.face.guns]
    del table.units[name]
    _leaders_left_behind(table, unit, alive=False)


def _leaders_left_behind(table: Tabletop, unit: Unit, *, alive: bool) -> None:
    for leader in list(table.with_unit(unit.name)):
        if not alive:
            table.officers[unit.side] += 1
        table.leaders[leader.name] = _leader(leader, of="", x=unit.x, y=unit.y, alive=alive)


def _leaders_follow(table: Tabletop, name: str) -> None:
    unit = table.units[name]
    for leader in list(table.with_unit(name)):
        table.leaders[leader.name] = _leader(leader, x=unit.x, y=unit.y)


def _leader(leader: Leader, **values: Any) -> Leader:
    return replace(leader, **values)

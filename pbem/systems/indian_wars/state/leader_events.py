"""Leaders: checks, wounds, death, command and replacements, and how each changes the field (9.E, 12)."""

from dataclasses import dataclass

from pbem.core.event import Event, Handlers
from pbem.core.umpire import Roll
from pbem.systems.indian_wars.state.counter import CombatEvent, Counter
from pbem.systems.indian_wars.state.field import Battlefield

KILLED, MORTAL, SEVERE, MODERATE, LIGHT = "killed", "mortal", "severe", "moderate", "light"

APPLY: Handlers[Battlefield] = Handlers("applies")


@dataclass(frozen=True, slots=True)
class LeaderDrawn(CombatEvent):
    """One of several leaders of a hex was drawn for the check (12.E)."""

    at: str
    leaders: tuple[str, ...]
    leader: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class LeaderChecked(CombatEvent):
    """A Leader Loss Check: ``killed``, ``wounded`` or ``none`` (9.E, 12.E)."""

    leader: str
    at: str
    roll: Roll
    result: str


@dataclass(frozen=True, slots=True)
class WoundRolled(CombatEvent):
    """The severity of a wound: ``mortal``, ``severe``, ``moderate`` or ``light`` (12.E)."""

    leader: str
    roll: Roll
    severity: str


@dataclass(frozen=True, slots=True)
class LeaderWounded(CombatEvent):
    """A leader is worse off than before; the enemy `to` scores `points` (12.E)."""

    leader: str
    severity: str
    to: str
    points: int


@dataclass(frozen=True, slots=True)
class DeathClockSet(CombatEvent):
    """A mortally wounded leader dies in the side's Rally Phase of game turn `turn` unless brought off before (12.E)."""

    leader: str
    roll: Roll
    turn: int


@dataclass(frozen=True, slots=True)
class LeaderSurvived(CombatEvent):
    """A mortally wounded leader was brought off and lives, severely wounded (12.E)."""

    leader: str
    roll: Roll


@dataclass(frozen=True, slots=True)
class LeaderKilled(CombatEvent):
    """A leader is killed, or dies of wounds; the enemy `to` scores `points`; `why` in a few words (12.E)."""

    leader: str
    at: str
    why: str
    to: str
    points: int
    roll: Roll | None = None


@dataclass(frozen=True, slots=True)
class LeaderRejoined(CombatEvent):
    """A leader joined another unit as a combat result hit the leader's own unit (12.A)."""

    leader: str
    of: str
    to: str


@dataclass(frozen=True, slots=True)
class CommandPassed(CombatEvent):
    """With the side's commander gone the next in rank commands (12.E.6)."""

    side: str
    of: str
    to: str


@dataclass(frozen=True, slots=True)
class RoleLost(CombatEvent):
    """A leader is lost whom one of several players of a side may have played; `left` are those left on the map, the highest
    ranked first: whoever played the lost leader takes one of them (LB-13.D.8)."""

    side: str
    of: str
    left: tuple[str, ...]


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
    """A mortally wounded Indian leader is off the map; the side's next Rally Phase decides on the leader's life (12.E.1)."""

    leader: str


@dataclass(frozen=True, slots=True)
class EvacueeRolled(Event):
    """The roll for the life of a leader who was brought off the map; on a death the enemy `to` scores `points` (12.E.1)."""

    leader: str
    roll: Roll
    lives: bool
    to: str
    points: int


@APPLY.on(LeaderWounded)
def _wounded(field: Battlefield, event: LeaderWounded) -> None:
    field.put(field[event.leader].but(wound=event.severity))
    field.score(event.to, event.points)


@APPLY.on(DeathClockSet)
def _dying(field: Battlefield, event: DeathClockSet) -> None:
    field.put(field[event.leader].but(dies_in=event.turn))


@APPLY.on(LeaderSurvived)
def _survived(field: Battlefield, event: LeaderSurvived) -> None:
    field.put(field[event.leader].but(wound=SEVERE, dies_in=0))


@APPLY.on(LeaderKilled)
def _killed(field: Battlefield, event: LeaderKilled) -> None:
    """Take a leader off; of the Column HQ only the leader dies, the unit stays (ruling A-080)."""
    leader = field[event.leader]
    if leader.is_leader:
        field.take_off(event.leader, event.why)
    else:
        field.put(leader.but(wound=KILLED, dies_in=0))
    field.score(event.to, event.points)


@APPLY.on(LeaderRejoined)
def _rejoined(field: Battlefield, event: LeaderRejoined) -> None:
    field.put(field[event.leader].but(attached_to=event.to, pinned=field[event.to].pinned))


@APPLY.on(ReplacementCalled)
def _called(field: Battlefield, event: ReplacementCalled) -> None:
    field.put(Counter(field.sheet.roster[event.leader]))
    field.notes = field.notes.but(replaced={**field.notes.replaced, event.of: event.leader})


@APPLY.on(ReplacementPlaced)
def _placed(field: Battlefield, event: ReplacementPlaced) -> None:
    field.put(field[event.leader].but(at=event.at, attached_to=event.to))


@APPLY.on(LeaderBroughtOff)
def _brought_off(field: Battlefield, event: LeaderBroughtOff) -> None:
    field.notes = field.notes.but(dying=(*field.notes.dying, event.leader))


@APPLY.on(EvacueeRolled)
def _evacuee(field: Battlefield, event: EvacueeRolled) -> None:
    field.notes = field.notes.but(dying=tuple(one for one in field.notes.dying if one != event.leader))
    field.score(event.to, event.points)


APPLY.nothing_for(LeaderDrawn, LeaderChecked, WoundRolled, CommandPassed, RoleLost)
